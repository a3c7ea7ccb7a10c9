"""An overlay: what the colours of a picture say."""

from __future__ import annotations

from dataclasses import dataclass

from ibviz.core.table import Floats


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
        Cables at or above it are counted in the header and may be drawn singly; infinite for never.
    hot_words : str
        What the header says behind the number of such cables.
    both : (C, 2) float64 or None
        Value of direction d of cable c, from its end d to the other, where directions differ.
    """

    name: str
    title: str
    value: Floats
    low: str = ""
    high: str = ""
    hot: float = float("inf")
    hot_words: str = ""
    both: Floats | None = None

    @property
    def is_measure(self) -> bool:
        """Whether the values say something, so that a ramp and a histogram are of use."""
        return bool(self.high)
