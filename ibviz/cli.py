"""The command line: finds the verb, runs it, and turns a user's error into one sentence."""

from __future__ import annotations

import argparse
import io
import os
import sys
from collections.abc import Callable, Sequence
from importlib import import_module
from typing import Any, NoReturn

from ibviz import __version__

VERBS = ("build", "info", "route", "simulate", "whatif", "render", "convert")


class Parser(argparse.ArgumentParser):
    """A parser whose complaints are one line, and that declares its options only when it is used."""

    declare_later: Any = None

    def error(self, message: str) -> NoReturn:
        """Say what is wrong in one line and leave with 2."""
        self.exit(2, f"ibviz: {message}; see {self.prog} --help\n".replace("\n", " ").rstrip() + "\n")

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:
        """Declare the options of this verb first, if that has not been done."""
        if self.declare_later is not None:
            declare, self.declare_later = self.declare_later, None
            declare(self, self.prog.split()[-1])
        return super().parse_known_args(args, namespace)


def parser() -> Parser:
    """Return the parser of the whole command line; a verb's module is imported when the verb is used."""
    top = Parser(
        prog="ibviz",
        description="Shows, sketches and stress-tests InfiniBand fabrics. "
        "Alone, or with files (ibviz FILE…), it opens the window; the verbs do the same without one.",
        allow_abbrev=False,
    )
    top.add_argument("--version", action="version", version=f"ibviz {__version__}")
    verbs = top.add_subparsers(dest="verb", metavar="VERB", required=True)
    for verb in VERBS:
        one = verbs.add_parser(
            verb,
            help=_verb(verb).TITLE,
            allow_abbrev=False,
            formatter_class=argparse.RawDescriptionHelpFormatter,
        )
        one.declare_later = _declare
    return top


def _verb(verb: str) -> Any:
    """Return the module of a verb: cheap, for verbs import what they need when they run."""
    return import_module(f"ibviz.verbs.{verb}")


def _declare(one: Parser, verb: str) -> None:
    module = _verb(verb)
    one.description = f"{module.TITLE[0].upper()}{module.TITLE[1:]}."
    one.epilog = f"example:\n  {module.EXAMPLE}"
    module.declare(one)


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line and return the exit code: 0 done, 1 findings, 2 bad usage or input."""
    return _guarded(lambda: _run(list(sys.argv[1:] if argv is None else argv)))


def _run(words: Sequence[str]) -> int:
    open_streams()
    if _means_window(words):
        return _open_window(words)
    try:
        args = parser().parse_args(words)
    except SystemExit as leaving:
        return _flushed(int(leaving.code or 0))
    return _flushed(_verb(args.verb).run(args))


def open_streams() -> None:
    """Let standard streams that were closed be nowhere, and what they cannot encode be question marks."""
    for number, name, mode in ((0, "stdin", "r"), (1, "stdout", "w"), (2, "stderr", "w")):
        if getattr(sys, name) is None:
            nowhere = os.open(os.devnull, os.O_RDWR)
            if nowhere != number:
                os.dup2(nowhere, number)
                os.close(nowhere)
            setattr(sys, name, open(number, mode, encoding="utf-8", closefd=False))  # noqa: SIM115
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")


def _means_window(words: Sequence[str]) -> bool:
    """Tell whether the words are files to open; a verb wins over a file of its name."""
    return not words or (not words[0].startswith("-") and words[0] not in VERBS and _is_file(words[0]))


def _is_file(word: str) -> bool:
    """Tell a file, be it missing, from a misspelt verb."""
    return os.path.lexists(word) or "." in word or os.sep in word


def _open_window(files: Sequence[str]) -> int:
    """Open the window on some files; what would make Qt abort is said before Qt is touched."""
    from pathlib import Path

    from ibviz.core.errors import OptionError
    from ibviz.gui.ahead import begin
    from ibviz.gui.start import check_start

    if wrong := next((word for word in files if word.startswith("-")), ""):
        raise OptionError(f"{wrong} is no option of the window; expected: ibviz [FILE…]")
    if absent := next((word for word in files if not os.access(word, os.F_OK)), ""):
        raise OptionError(f"{absent} is no file and no verb of ibviz; see ibviz --help")
    paths = [Path(file) for file in files]
    ahead = begin(paths[0]) if paths else None
    try:
        check_start()
        from ibviz.gui.app import run

        return run(paths, ahead)
    finally:
        if ahead is not None:
            ahead.stop()


def _guarded(work: Callable[[], int]) -> int:
    """Run something and turn a user's error into one sentence."""
    from ibviz.core.errors import IbvizError

    try:
        return work()
    except IbvizError as error:
        return _say(str(error))
    except KeyboardInterrupt:
        _say("stopped")
        return 130
    except BrokenPipeError:
        return _no_reader()
    except OSError as error:
        return _unwritable(error)
    except MemoryError:
        return _say("not enough memory for this fabric")
    except RecursionError:
        return _say("the input is nested too deeply")


def _flushed(code: int) -> int:
    sys.stdout.flush()
    return code


def _unwritable(error: OSError) -> int:
    """Say that an output cannot be written; what is left of standard output goes nowhere."""
    _no_reader()
    return _say(f"{error.filename or 'standard output'} cannot be written: {error.strerror or error}")


def _no_reader() -> int:
    """Leave quietly when whoever read our output has gone, as ``head`` does."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, sys.stdout.fileno())
    os.close(nowhere)
    return 0


def _say(sentence: str) -> int:
    line = " ".join(sentence.splitlines())
    sys.stderr.write(f"ibviz: {line}\n")
    return 2
