"""A Fold: one group of nodes that is to be shown as one."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

KINDS = ("pod", "plane", "rack", "chassis", "host")
"""Kinds of groups that fold; where two meet, the one named first goes before."""


@dataclass(frozen=True)
class Fold:
    """A group that is folded.

    Parameters
    ----------
    kind : str
        One of `KINDS`.
    number : int
        Its number in the `Structure`.
    """

    kind: str
    number: int

    def __str__(self) -> str:
        return f"{self.kind}:{self.number}"


def parsed(words: Iterable[object]) -> tuple[Fold, ...]:
    """Return the folds that texts such as ``pod:3`` name, each once, in order; other things are left out.

    Examples
    --------
    >>> [str(fold) for fold in parsed(["rack:2", "pod:3", "tent:1", "pod:x", "pod:3", 7])]
    ['pod:3', 'rack:2']
    """
    found = set()
    for word in words:
        kind, _, number = str(word).partition(":")
        if kind in KINDS and number.isascii() and number.isdecimal() and len(number) < 10:
            found.add(Fold(kind, int(number)))
    return ordered(found)


def ordered(folds: Iterable[Fold]) -> tuple[Fold, ...]:
    """Return folds in their one order, so that the same folds are equal: by kind, then by number."""
    return tuple(sorted(folds, key=lambda fold: (KINDS.index(fold.kind), fold.number)))
