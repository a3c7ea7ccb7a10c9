"""Congestion as ORCS measures it: routes on the fullest channel of each flow's path, whatever flows get."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from ibviz.core.table import Floats, Ints32
from ibviz.flow.figures import samples
from ibviz.flow.parts import Parts


@dataclass(frozen=True)
class Sample:
    """What one draw of a random pattern comes to; NaN without routed flows.

    Attributes
    ----------
    mean, least : float, Gbit/s
        Max-min fair rates.
    share : float
        Mean of what ORCS gives each flow: one by the number of flows on the fullest channel of its path.
    crowd : float
        Most flows on a channel.
    """

    mean: float
    least: float
    share: float
    crowd: float


def crowding(path: Ints32, on: Floats) -> Floats:
    """Return the most flows on a channel of each path, (n,).

    Parameters
    ----------
    path : (n, H) int32
        Channels, padded with -1.
    on : (L,) float64
        Flows on each channel.
    """
    most: Floats = np.append(on, 0.0)[path].max(axis=1, initial=0.0)
    return most


def crowding_of_parts(parts: Parts, on: Floats, count: int) -> Floats:
    """Return the same for flows that are spread over many paths, (count,)."""
    most = np.zeros(count)
    np.maximum.at(most, parts.flow, on[parts.channel])
    return most


def orcs_figures(drawn: Sequence[Sample]) -> dict[str, Any]:
    """Return number, mean, error and deviation of the share over samples, and what flows met on average."""
    known = [each for each in drawn if not np.isnan(each.share)]
    return {
        **samples(np.array([each.share for each in drawn])),
        "min_gbps": float(np.mean([each.least for each in known])) if known else None,
        "max_congestion": float(np.mean([each.crowd for each in known])) if known else None,
    }
