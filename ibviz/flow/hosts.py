"""Picks endpoints by name: ``hosts=GLOB`` or ``hosts=@FILE``."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Sequence
from fnmatch import translate
from functools import cached_property
from pathlib import Path
from typing import NoReturn

import numpy as np

from ibviz.core.errors import OptionError, ReadError
from ibviz.core.table import Bools
from ibviz.core.text import shown
from ibviz.flow.hostlist import expanded, parts
from ibviz.flow.textfile import read_text

_DIGITS = re.compile(r"\[\d+\]", re.ASCII)


class _Names:
    """Names of endpoints, several lists of them, each with one name an endpoint."""

    def __init__(self, lists: Sequence[Sequence[str]], option: str) -> None:
        self._lists = lists
        self.option = option
        self.count = len(lists[0])

    @cached_property
    def _places(self) -> dict[str, list[int]]:
        found: dict[str, list[int]] = defaultdict(list)
        for names in self._lists:
            for place, name in enumerate(names):
                found[name].append(place)
        found.pop("", None)
        return dict(found)

    def named(self, text: str) -> list[int]:
        """Return the places of those that are called so."""
        return self._places.get(text, [])

    def matching(self, text: str) -> list[int]:
        """Return the places of those that are called so or, if none is, that fit the text as a glob."""
        if text in self._places or not re.search(r"[*?\[]", text):
            return self.named(text)
        fits = re.compile(translate(text)).match
        return [place for name, places in self._places.items() if fits(name) for place in places]


def picked(text: str, names: Sequence[Sequence[str]], option: str = "hosts") -> Bools:
    """Return which endpoints a text names: a name, glob or host list, or ``@`` and a file with such lines.

    Parameters
    ----------
    text : str
        What is a name as a whole is that name; else it is a host list, each part of which is a name or
        a glob. Numbers in brackets are a range, not a class of characters. In a file each line is such a text; empty lines and those that begin with ``#`` are skipped.
    names : sequence of sequences of str
        Lists with one name of each endpoint; an empty one is none.
    option : str
        What the text was given for.

    Returns
    -------
    (E,) bool

    Raises
    ------
    OptionError, ReadError
        If a name or glob fits no endpoint, or a file cannot be read.
    """
    known = _Names(names, option)
    chosen = np.zeros(known.count, bool)
    if text.startswith("@"):
        chosen[_of_file(text[1:], known)] = True
    else:
        chosen[list(_of_text(text, known))] = True
    return chosen


def _of_text(text: str, known: _Names) -> Iterable[int]:
    if known.named(text):
        return known.named(text)
    found: list[int] = []
    for part in parts(text):
        found += _of_part(part, known)
    if not found:
        raise OptionError(f"{known.option} is empty; expected a name, a glob, a host list, or @ and a file")
    return found


def _of_part(part: str, known: _Names) -> list[int]:
    """Return what a part of a list names; ``n[12]`` is n12 or, if there is none, a glob for n1 and n2."""
    found: list[int] = []
    for name in expanded(part):
        places = known.matching(name)
        if not places and _DIGITS.search(part):
            return known.matching(part) or _nothing(part, known)
        found += places or _nothing(name, known)
    return found


def _nothing(name: str, known: _Names) -> NoReturn:
    raise OptionError(f"{known.option}: no endpoint, node or host fits {shown(name)}")


def _of_file(path: str, known: _Names) -> list[int]:
    found: list[int] = []
    for number, line in enumerate(read_text(Path(path), "names of hosts").split("\n"), 1):
        text = line.strip()
        if not text or (text.startswith("#") and not known.named(text)):
            continue
        try:
            found += _of_text(text, known)
        except OptionError as error:
            raise ReadError(path, str(error), number) from None
    if not found:
        raise ReadError(path, "names no host; expected a name, a glob or a host list on each line")
    return found
