"""Typed options: a shelf entry's keyword-only parameters become its flags, its form and its help."""

from __future__ import annotations

import inspect
import re
import types
import typing
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from ibviz.core.errors import OptionError
from ibviz.core.text import shown
from ibviz.core.units import Rate

LIMIT = 10**9


@dataclass(frozen=True, slots=True)
class Ratio:
    """A ratio such as 3:1, down to up.

    Examples
    --------
    >>> Ratio.parse("2:1").value
    2.0
    """

    down: int = 1
    up: int = 1

    @classmethod
    def parse(cls, text: str) -> Ratio:
        """Read ``2:1``.

        Raises
        ------
        OptionError
            If it is no ratio of two whole numbers from 1 to 1,000.
        """
        match = re.fullmatch(r"(\d{1,4}):(\d{1,4})", text.strip())
        if not match or not (0 < int(match[1]) <= 1000 and 0 < int(match[2]) <= 1000):
            raise OptionError(f"{shown(text)} is no ratio; expected two whole numbers such as 2:1")
        return cls(int(match[1]), int(match[2]))

    @property
    def value(self) -> float:
        """The ratio as a number."""
        return self.down / self.up

    def __str__(self) -> str:
        return f"{self.down}:{self.up}"


class Reference(str):
    """A reference to a node or port; resolved by the entry itself, which knows the fabric."""

    __slots__ = ()


@dataclass(frozen=True)
class Option:
    """One option of a shelf entry.

    Parameters
    ----------
    name : str
        As in Python; the flag has dashes.
    type : type
        bool, int, float, str, Path, Rate, Ratio, Reference.
    default : object
        ``inspect.Parameter.empty`` where one must be given.
    optional : bool
        Whether None is allowed (and is what an empty text means).
    choices : tuple of str
        What it may be; empty for anything of its type.
    help : str
    """

    name: str
    type: type
    default: Any
    optional: bool
    choices: tuple[str, ...]
    help: str

    @property
    def required(self) -> bool:
        """Whether it must be given."""
        return self.default is inspect.Parameter.empty

    def parse(self, text: str) -> Any:
        """Turn text into a value.

        Raises
        ------
        OptionError
            If the text does not fit the type; says which option, what it is, what was expected.
        """
        if self.type in (int, float, bool):
            text = text.strip()
        if not text and self.optional:
            return None
        if self.choices:
            if text not in self.choices:
                raise OptionError(f"{self.name} is {shown(text)}; expected one of {', '.join(self.choices)}")
            return text
        try:
            return _PARSERS[self.type](text)
        except (ValueError, OverflowError):
            wanted = _WANTED.get(self.type, self.type.__name__)
            raise OptionError(f"{self.name} is {shown(text)}; expected {wanted}") from None
        except OptionError as error:
            raise OptionError(f"{self.name}: {error}") from None


def _whole(text: str) -> int:
    if not re.fullmatch(r"[+-]?\d{1,10}", text, re.ASCII) or abs(int(text)) > LIMIT:
        raise ValueError(text)
    return int(text)


def _number(text: str) -> float:
    value = float(text) if len(text) <= 40 and "_" not in text else float("nan")
    if not abs(value) <= 1e15:
        raise ValueError(text)
    return value


def _flag(text: str) -> bool:
    values = {"1": True, "yes": True, "true": True, "0": False, "no": False, "false": False}
    if text.lower() not in values:
        raise ValueError(text)
    return values[text.lower()]


_PARSERS: dict[type, Callable[[str], Any]] = {
    int: _whole,
    float: _number,
    bool: _flag,
    str: str,
    Path: Path,
    Rate: Rate.parse,
    Ratio: Ratio.parse,
    Reference: Reference,
}
_WANTED = {int: "a whole number", float: "a number", bool: "0 or 1"}


@lru_cache(maxsize=256)
def options_of(function: Callable[..., Any]) -> tuple[Option, ...]:
    """Return the options that a function declares by its keyword-only parameters and its docstring.

    The parameters ``progress`` and those whose name begins with an underscore are not options.
    """
    hints = typing.get_type_hints(function)
    helps = _helps(inspect.getdoc(function) or "")
    found = []
    for name, parameter in inspect.signature(function).parameters.items():
        if parameter.kind is parameter.KEYWORD_ONLY and name != "progress" and not name.startswith("_"):
            found.append(_declared(name, hints[name], parameter.default, helps.get(name, "")))
    return tuple(found)


def _declared(name: str, hint: Any, default: Any, text: str) -> Option:
    parts = typing.get_args(hint) if typing.get_origin(hint) in (typing.Union, types.UnionType) else (hint,)
    kinds = [part for part in parts if part is not type(None)]
    if len(kinds) != 1:
        raise TypeError(f"option {name} has no single type: {hint}")
    kind, choices = kinds[0], ()
    if typing.get_origin(kind) is typing.Literal:
        choices, kind = typing.get_args(kind), str
    if kind not in _PARSERS:
        raise TypeError(f"option {name} has no known type: {hint}")
    return Option(name, kind, default, len(parts) > 1, tuple(choices), text)


def _helps(doc: str) -> dict[str, str]:
    """Return the text of each parameter of a numpydoc docstring."""
    section = re.search(r"^Parameters\n-+\n(.*?)(?=^\w[^\n]*\n-+\n|\Z)", doc, re.DOTALL | re.MULTILINE)
    found: dict[str, str] = {}
    for block in re.finditer(
        r"^(\w[\w, ]*) :[^\n]*\n((?:[ \t]+[^\n]*\n?|\n)*)", section[1] if section else "", re.MULTILINE
    ):
        for name in block[1].split(","):
            found[name.strip()] = " ".join(block[2].split())
    return found


def values(function: Callable[..., Any], given: Mapping[str, str]) -> dict[str, Any]:
    """Turn the texts given into the keyword arguments of a function.

    Raises
    ------
    OptionError
        If an option is unknown, does not fit, or one that must be given is missing.
    """
    known = {option.name.replace("_", "-"): option for option in options_of(function)}
    ready: dict[str, Any] = {}
    for key, text in given.items():
        option = known.get(key.replace("_", "-"))
        if option is None:
            listed = ", ".join(known) or "none"
            raise OptionError(f"there is no option {shown(key)}; known are {listed}")
        ready[option.name] = option.parse(text)
    for option in known.values():
        if option.required and option.name not in ready:
            raise OptionError(f"option {option.name} must be given")
    return ready
