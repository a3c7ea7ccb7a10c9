"""A table as columns: how cells read, in which order rows stand, which of them a filter lets pass."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from ibviz.core.groups import numbered
from ibviz.core.natural import natural_rank
from ibviz.core.progress import Progress, silent
from ibviz.core.table import Bools, Ints
from ibviz.core.text import unturned
from ibviz.gui.models.texts import THIN

Look = Literal["text", "number", "mono", "share"]
BLOCK = 5_000


@dataclass(frozen=True, eq=False)
class Column:
    """One column of a table.

    Parameters
    ----------
    name : str
        For scripts and settings.
    title : str
        What its head says.
    values : (K,) array
        Texts, numbers, or shares from 0 to 1; NaN for none.
    look : str
        ``text`` and ``mono`` stand left; ``number`` right; ``share`` is a bar with its figure.
    show : callable
        Makes the text of a value.
    width : int
        Pixels at first.
    hint : str
        What the tooltip of the head says.
    order : (K,) array or None
        What texts are sorted by, where that is known better than by reading them.
    """

    name: str
    title: str
    values: NDArray[Any]
    look: Look = "text"
    show: Callable[[Any], str] = str
    width: int = 110
    hint: str = ""
    order: NDArray[Any] | None = None

    @cached_property
    def rank(self) -> NDArray[Any]:
        """What the rows are sorted by, (K,): numbers by value, texts as people read them."""
        if self.order is not None:
            return self.order
        if self.values.dtype != object:
            return self.values
        number, different = numbered(self.values)
        return natural_rank(different, np.arange(len(different)))[number]

    def texts(self, rows: slice | Ints) -> list[str]:
        """Return the texts of some cells, exact, for copies."""
        show = self.show
        return [show(value) for value in self.values[rows].tolist()]

    def shown(self, rows: slice | Ints) -> list[str]:
        """Return the texts of some cells as they stand on screen."""
        return list(map(unturned, self.texts(rows)))


@dataclass(frozen=True, eq=False)
class Listing:
    """A table: its columns, and which thing each row stands for.

    Parameters
    ----------
    ids : (K,) int64
        Row of the node or cable, or place of the flow; -1 for none.
    columns : tuple of Column
    first : str
        Name of the column that it is sorted by at first, with ``-`` before it where the most come first.
    aside : (K,) bool or None
        Rows that are shown but not counted.
    """

    ids: Ints
    columns: tuple[Column, ...]
    first: str = ""
    aside: Bools | None = None

    def __len__(self) -> int:
        return len(self.ids)

    def count(self, rows: Ints) -> tuple[int, int]:
        """Return how many of some rows count, and how many are only shown."""
        aside = 0 if self.aside is None else int(self.aside[rows].sum())
        return len(rows) - aside, aside

    @cached_property
    def _blocks(self) -> list[tuple[int, str, list[int]]]:
        """Some rows at a time: the first one, all as lines of small letters, and where each line begins.

        In blocks, so that no single call over the whole table keeps the window waiting.
        """
        made = []
        for first in range(0, len(self), BLOCK):
            rows = slice(first, min(first + BLOCK, len(self)))
            cells = zip(*(column.shown(rows) for column in self.columns), strict=True)
            lines = ["\t".join(row).lower().replace("\n", " ") for row in cells]
            starts = list(accumulate((len(line) + 1 for line in lines), initial=0))
            made.append((first, "\n".join([*lines, ""]), starts))
        return made

    def passing(self, words: Sequence[str]) -> Bools:
        """Return which rows hold every word in some cell, whatever the case, (K,)."""
        kept = np.ones(len(self), bool)
        for word in words:
            kept &= self._holding(unturned(word).lower())
        return kept

    def _holding(self, word: str) -> Bools:
        held = np.zeros(len(self), bool)
        for first, text, starts in self._blocks:
            at = text.find(word)
            while at >= 0:
                row = bisect_right(starts, at) - 1
                held[first + row] = True
                at = text.find(word, starts[row + 1])
        return held


@dataclass(frozen=True)
class Wish:
    """How a table is to be arranged.

    Parameters
    ----------
    column : int
        Sorted by this one; -1 as the rows come.
    falling : bool
        The most first.
    text : str
        Words that all must stand in a row.
    only : frozenset of int or None
        Ids that alone are shown; None for all.
    """

    column: int = -1
    falling: bool = False
    text: str = ""
    only: frozenset[int] | None = None


def arranged(listing: Listing, wish: Wish, progress: Progress = silent) -> Ints:
    """Return the rows that are shown, in their order; what has no value comes last, whichever way."""
    progress(0.0, "Sorting")
    order = _sorted(listing, wish)
    words = wish.text.split()
    if words:
        progress(0.5, "Filtering")
        order = order[listing.passing(words)[order]]
    if wish.only is not None:
        order = order[np.isin(listing.ids[order], np.array(sorted(wish.only), np.int64))]
    return order


def _sorted(listing: Listing, wish: Wish) -> Ints:
    if not 0 <= wish.column < len(listing.columns):
        return np.arange(len(listing))
    rank = listing.columns[wish.column].rank
    if rank.dtype == bool:
        rank = rank.astype(np.int8)
    key = rank
    if wish.falling:
        key = (
            -rank.astype(np.float64)
            if rank.dtype.kind == "f"
            else rank.max(initial=rank.dtype.type(0)) - rank
        )
    order: Ints = np.argsort(key, kind="stable")
    return order


def tsv(listing: Listing, rows: Ints, columns: Sequence[int] | None = None) -> str:
    """Return some rows as tab-separated text with a head, for spreadsheets: what would be a formula stays text.

    Tabs and line breaks in cells become spaces, thin spaces plain ones.

    Parameters
    ----------
    listing : Listing
    rows : (n,) int64
    columns : sequence of int or None
        Which columns, in their order; None for all.
    """
    chosen = [listing.columns[at] for at in (range(len(listing.columns)) if columns is None else columns)]
    cells = [[_cell(text) for text in column.texts(rows)] for column in chosen]
    head = "\t".join(column.title for column in chosen)
    return "\n".join([head, *("\t".join(row) for row in zip(*cells, strict=True))]) + "\n"


def _cell(text: str) -> str:
    plain = text.replace("\t", " ").replace("\n", " ").replace("\r", " ").replace(THIN, " ")
    return f"'{plain}" if plain.startswith(("=", "+", "-", "@")) else plain
