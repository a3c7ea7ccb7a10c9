"""What rows and columns are called: in full where there is room, else shorter, but so that they are told apart."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property

import numpy as np

from ibviz.core.table import Floats, Ints, Texts
from ibviz.drawing.labels import distinct, id_labels, switch_label, tails
from ibviz.drawing.widths import advance

FONT = (11.0, 500)
"""Pixels and weight of names."""

LONGEST = 180.0
"""Room that names take at most, pixels."""


@dataclass(frozen=True, eq=False)
class Naming:
    """Names of one axis with their shorter forms.

    Attributes
    ----------
    names : (n,) str
    memo : dict
        What was reckoned once.
    """

    names: Texts
    memo: dict[int, float] = field(default_factory=dict)

    @cached_property
    def forms(self) -> list[Texts]:
        """Shorter forms, the best first; empty where a name has none that tells it apart."""
        every = self.names.tolist()
        short = distinct([switch_label(name) for name in every])
        first = distinct([name.split(".")[0] for name in every])
        forms = [short, first, *reversed(id_labels(every)), tails(every)]
        return [np.array([*form, None], object)[:-1] for form in forms]

    @cached_property
    def _wide(self) -> list[Floats]:
        """Widths of names and of each of their forms, pixels."""
        return [np.asarray(advance(form, *FONT)) for form in (self.names, *self.forms)]

    @cached_property
    def longest(self) -> float:
        """Width of the longest name, pixels, as far as names take room."""
        return min(float(self._wide[0].max(initial=0.0)), LONGEST)

    def widest(self, room: float) -> float:
        """Return how much of a room the names take that fit in it, whole or shortened, pixels."""
        place = int(max(room, 0.0))
        if place not in self.memo:
            every = np.arange(len(self.names))
            chosen = self._chosen(every, place)
            wide = np.array([*self._wide, np.zeros(len(every))])[chosen, every]
            self.memo[place] = float(wide.max(initial=0.0))
        return self.memo[place]

    def fitted(self, which: Ints, room: float) -> Texts:
        """Return the names of some rows or columns as they fit, empty where none does."""
        texts: Texts = self._every[self._chosen(which, room), which]
        return texts

    @cached_property
    def _every(self) -> Texts:
        """Names, their forms and empty texts, (forms + 2, n)."""
        every: Texts = np.array([self.names, *self.forms, np.full(len(self.names), "", object)], object)
        return every

    def _chosen(self, which: Ints, room: float) -> Ints:
        """Return which form of each name fits first: 0 the name itself; behind the last for none."""
        chosen = np.full(len(which), len(self._wide))
        for number in range(len(self._wide) - 1, -1, -1):
            wide = self._wide[number][which]
            chosen[(wide > 0) & (wide <= room)] = number
        return chosen
