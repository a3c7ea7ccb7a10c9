"""What single failures of cables cost, cable by cable."""

from __future__ import annotations

from dataclasses import dataclass

from ibviz.core.table import Bools, Floats


@dataclass(frozen=True, eq=False)
class Criticality:
    """The damage of each cable's failure, as far as it was tried.

    Attributes
    ----------
    loss : (C,) float64
        Share of the throughput that is lost, negative where it grows; NaN where nothing was tried.
    cuts : (C,) bool
        Whether pairs of surviving endpoints are cut off.
    tried, failures : int
        How many failures were tried, and how many there are.
    """

    loss: Floats
    cuts: Bools
    tried: int
    failures: int
