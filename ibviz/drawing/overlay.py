"""An overlay: what the colours of a picture say."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from ibviz.core.table import Bools, Floats

NOISE = 1e-9
"""By how much a sum of loads may be off."""


@dataclass(frozen=True, eq=False)
class Overlay:
    """One value a cable, and how the legend words it.

    Parameters
    ----------
    name : str
        Its name on the shelf.
    title : str
        What the legend calls it.
    value : (C,) float64
        Value of each cable; NaN where there is none.
    low, high : str
        What the legend writes at the ends of the ramp, with units; both empty where the values say nothing.
    hot : float
        Cables above it are counted in the header and may be drawn singly; infinite for never.
    hot_words : str
        What the header says behind the number of such cables.
    both : (C, 2) float64 or None
        Value of direction d of cable c, from its end d to the other, where directions differ.
    middle : str
        What the legend writes at the middle of a ramp whose ends are opposites; such a ramp stands out at both.
    tokens, labels : tuple of str
        Of an overlay of kinds instead of amounts: the theme's colour of each kind, or of each step of the ramp
        where it is a number 0 to 1, and what each is called. Kind k of n has the value (k + 0.5) / n.
    limit : float
        What the end of the ramp, or both ends of one with a middle, stand for, as a share.
    at_ends : bool
        Whether cables bear the label of their kind at their ends, as hues alone are not told apart by all.
    ranked : bool
        Whether kinds are congestion roles: of several the last counts, and each has marks of its own.
    """

    name: str
    title: str
    value: Floats
    low: str = ""
    high: str = ""
    hot: float = float("inf")
    hot_words: str = ""
    both: Floats | None = None
    middle: str = ""
    tokens: tuple[str | float, ...] = ()
    labels: tuple[str, ...] = ()
    limit: float = 1.0
    at_ends: bool = False
    ranked: bool = False

    @property
    def is_measure(self) -> bool:
        """Whether the values say something, so that a ramp and a histogram are of use."""
        return bool(self.high) or self.is_kinds

    @property
    def is_kinds(self) -> bool:
        """Whether the values are kinds, so that a mean of them says nothing."""
        return bool(self.tokens)

    @property
    def is_opposed(self) -> bool:
        """Whether the middle of the ramp is nothing and both of its ends are much."""
        return bool(self.middle)

    def strength(self, value: Floats) -> Floats:
        """Return how much values stand out, 0 to 1."""
        if self.is_kinds and isinstance(self.tokens[0], str):
            return np.where(np.isnan(value), np.nan, 0.5)
        return np.abs(2 * value - 1) if self.is_opposed else value

    def is_hot(self, value: Floats) -> Bools:
        """Tell which values are above what counts as hot.

        Examples
        --------
        >>> Overlay("x", "X", np.empty(0), hot=0.95).is_hot(np.array([0.9, 0.95, 0.951, np.nan])).tolist()
        [False, False, True, False]
        """
        found: Bools = value > self.hot + NOISE
        return found

    def above(self, high: float) -> Overlay:
        """Return the overlay with what is above a value of 0 to 1 as hot; itself for 1, or where nothing is hot.

        Examples
        --------
        >>> Overlay("x", "X", np.empty(0), high="100", hot=0.95).above(0.5).hot_words
        'above 50\u2009%'
        """
        if high >= 1 or np.isinf(self.hot):
            return self
        return replace(self, hot=high, hot_words=f"above {self.words(high)}")

    def words(self, value: float) -> str:
        """Return a value in words; empty for none.

        Examples
        --------
        >>> Overlay("x", "X", np.empty(0), high="100").words(0.5)
        '50\u2009%'
        >>> Overlay("x", "X", np.empty(0), high="2", limit=0.02).words(0.5)
        '1\u2009%'
        """
        if np.isnan(value):
            return ""
        if self.is_kinds:
            return self.labels[min(int(value * len(self.labels)), len(self.labels) - 1)]
        if self.is_opposed:
            share = (2 * value - 1) * self.limit * 100
            return f"{share:+.0f}\u2009%".replace("-", "\u2212")
        share = value * self.limit * 100
        return f"{share:.0f}\u2009%" if self.limit == 1 else f"{share:.3g}\u2009%"
