"""Errors that are the user's to mend: each is one sentence, shown as it is."""

from __future__ import annotations

from ibviz.core.text import short


class IbvizError(Exception):
    """Something that the user can mend; its text is one sentence, never markup."""


class ReadError(IbvizError):
    """A file cannot be read: names the file, the line where it applies, and what was expected.

    Parameters
    ----------
    file : str
        Name of the file as the user gave it; ``-`` for standard input.
    message : str
        What is wrong, what was expected, what to do; without a final full stop.
    line : int or None
        Line number, from 1, or None where the fault has no line.
    """

    def __init__(self, file: str, message: str, line: int | None = None) -> None:
        self.file = file
        self.line = line
        self.message = message
        place = short(file) if line is None else f"{short(file)}:{line}"
        super().__init__(f"{place}: {message}")


class WriteError(IbvizError):
    """A file cannot be written; what was there before is untouched unless the message says otherwise.

    Parameters
    ----------
    file : str
        Name of the file as the user gave it.
    message : str
        What stands in the way and what to do; without a final full stop.
    """

    def __init__(self, file: str, message: str) -> None:
        self.file = file
        self.message = message
        super().__init__(f"{short(file)}: {message}")


class EditError(IbvizError):
    """An edit is not possible on this State."""


class OptionError(IbvizError):
    """An option, a reference or a pattern is not understood."""


class RoutingError(IbvizError):
    """A routing engine cannot serve this fabric."""
