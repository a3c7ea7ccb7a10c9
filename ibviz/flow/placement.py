"""In which order hosts take part: one after the other, at random, leaf by leaf, across leaves, or thinned out."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ibviz.core.errors import OptionError
from ibviz.core.table import Ints
from ibviz.core.text import shown

EXPECTED = "linear, random, random:SEED, by-leaf, by-rail, fragmented or fragmented:SHARE"


@dataclass(frozen=True)
class Placement:
    """How hosts are picked and put in order.

    Attributes
    ----------
    kind : str
        ``linear``: as they are cabled; ``random``; ``by-leaf``: leaves with most hosts first, so that few
        are touched; ``by-rail``: the first host of every leaf, then the second; where rails are known and not kept
        apart, rail by rail; ``fragmented``: on each leaf only a share of the hosts.
    seed : int
        Of the random order.
    share : float
        Of the hosts of each leaf, rounded up to a whole host.
    """

    kind: str = "linear"
    seed: int = 1
    share: float = 0.5

    @classmethod
    def parse(cls, text: str) -> Placement:
        """Read ``KIND`` or ``KIND:number``.

        Raises
        ------
        OptionError
            If there is no such placement, or its number does not fit.
        """
        kind, colon, number = text.strip().partition(":")
        if kind in ("linear", "by-leaf", "by-rail") and not colon:
            return cls(kind)
        if kind == "random" and ((number.isascii() and number.isdigit() and len(number) < 10) or not colon):
            return cls(kind, seed=int(number or 1))
        if kind == "fragmented" and not colon:
            return cls(kind)
        if kind == "fragmented" and 0 < _number(number) <= 1:
            return cls(kind, share=_number(number))
        raise OptionError(f"placement is {shown(text)}; expected {EXPECTED}, a share above 0 and up to 1")

    def __str__(self) -> str:
        number = {"random": f":{self.seed}", "fragmented": f":{self.share:g}"}
        return f"{self.kind}{number.get(self.kind, '')}"

    def order(self, leaf: Ints) -> Ints:
        """Return which hosts take part, and in which order.

        Parameters
        ----------
        leaf : (H,) int64
            Leaf of each host, in linear order.
        """
        every = np.arange(len(leaf))
        if self.kind == "linear":
            return every
        if self.kind == "random":
            return np.random.default_rng(self.seed).permutation(every)
        _, first, which, count = np.unique(leaf, return_index=True, return_inverse=True, return_counts=True)
        which = which.reshape(-1)
        within = _within(which, count)
        keys = (every, first[which], -count[which]) if self.kind == "by-leaf" else (every, within)
        found: Ints = np.lexsort(keys)
        if self.kind == "fragmented":
            found = every[within < np.ceil(self.share * count[which] - 1e-9)]
        return found


def _within(which: Ints, count: Ints) -> Ints:
    """Return the place of each host among those of its leaf."""
    order = np.argsort(which, kind="stable")
    within = np.empty(len(which), np.int64)
    within[order] = np.arange(len(which)) - np.repeat(np.cumsum(count) - count, count)
    return within


def _number(text: str) -> float:
    try:
        return float(text)
    except ValueError:
        return float("nan")
