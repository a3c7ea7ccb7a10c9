"""Reads ``opensm.conf``: which engines a site's subnet manager tries, in which order, with which options."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from ibviz.core.errors import ReadError
from ibviz.flow.textfile import read_text

_LINE = re.compile(r"[ \t]*([a-z_0-9]{1,60})[ \t]+(\S.*?)[ \t\r]*", re.ASCII)
_NONE = "(null)"
_NAMES = {"file": "lft", "up/down": "updn"}
_TRUE = ("true", "1", "yes")


@dataclass(frozen=True)
class Settings:
    """What of ``opensm.conf`` concerns the routes.

    Attributes
    ----------
    engines : tuple of str
        In the order in which they are tried, by our names; without those that ibviz does not have.
    unknown : tuple of str
        Engines that are asked for and that ibviz does not have.
    options : mapping
        By the names of our engines' options: ``roots``, ``order``, ``lmc``, ``port_shifting``,
        ``scatter_ports``, and ``path`` for the file of tables.
    missing : tuple of str
        Files that are named and not there.
    """

    engines: tuple[str, ...]
    unknown: tuple[str, ...] = ()
    options: Mapping[str, Any] = field(default_factory=dict)
    missing: tuple[str, ...] = ()


def settings_of(path: Path, known: Callable[[str], bool]) -> Settings:
    """Read the settings of a subnet manager; those that concern no routes are not looked at.

    Parameters
    ----------
    path : Path
        Lines of a name and a value; of several of one name the last holds. Files that it names are looked for
        where it says, then beside it.
    known : callable
        Tells whether there is an engine of a name.

    Raises
    ------
    ReadError
        If it cannot be read, holds something else altogether, or a number is none.
    """
    said = _said(path)
    names = [
        _named(name, known) for name in re.split(r"[,\s]+", said.get("routing_engine", (0, ""))[1]) if name
    ]
    wanted = [name for name in names if name not in ("no_fallback", "null")]
    options, missing = _files(path, said)
    for key, most in (("lmc", 7), ("scatter_ports", 2**32 - 1)):
        if number := _number(path, said, key, most):
            options[key] = number
    if said.get("port_shifting", (0, ""))[1].lower() in _TRUE:
        options["port_shifting"] = True
    engines = tuple(name for name in wanted if known(name))
    return Settings(engines, tuple(name for name in wanted if not known(name)), options, missing)


def _said(path: Path) -> dict[str, tuple[int, str]]:
    """Return line and value of each name; a file of which no line is a setting is none of OpenSM's."""
    said: dict[str, tuple[int, str]] = {}
    strange, understood = 0, False
    for number, line in enumerate(read_text(path, "settings of OpenSM").split("\n"), 1):
        text = line.split("#", 1)[0]
        match = _LINE.fullmatch(text)
        understood |= match is not None
        if match and match[2] != _NONE:
            said[match[1]] = number, match[2]
        elif match is None and text.strip():
            strange = strange or number
    if strange and not understood:
        raise ReadError(
            str(path), "holds no settings of OpenSM; expected lines of a name and a value", strange
        )
    return said


def _named(name: str, known: Callable[[str], bool]) -> str:
    """Return our name of an engine; ``ar_updn`` and its kin choose among all minimal ports by the load."""
    name = _NAMES.get(name, name)
    if name.startswith("ar_") and not known(name):
        return "adaptive" if known("adaptive") else name.removeprefix("ar_")
    return name


def _files(path: Path, said: Mapping[str, tuple[int, str]]) -> tuple[dict[str, Any], tuple[str, ...]]:
    found: dict[str, Any] = {}
    missing = []
    for key, option in (
        ("root_guid_file", "roots"),
        ("guid_routing_order_file", "order"),
        ("lfts_file", "path"),
    ):
        if key in said:
            named = Path(said[key][1])
            places = [path.parent / named, path.parent / named.name]
            there = next((place for place in places if place.is_file()), None)
            if there is None:
                missing.append(f"{key} {named}")
            else:
                found[option] = there
    return found, tuple(missing)


def _number(path: Path, said: Mapping[str, tuple[int, str]], key: str, most: int) -> int:
    line, text = said.get(key, (0, "0"))
    if (
        not re.fullmatch(r"(?:0x[0-9a-fA-F]{1,8}|\d{1,10})", text)
        or int(text, 0 if "x" in text else 10) > most
    ):
        raise ReadError(str(path), f"{key}: expected a whole number up to {most:,}", line)
    return int(text, 0 if "x" in text else 10)
