"""How long the first byte of a message takes through an idle fabric."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ibviz.core.table import Floats, Ints, Ints32

HCA_PAIR_US = 0.6
"""Sending and receiving HCA together, microseconds."""

SWITCH_US = 0.09
"""Each switch, microseconds."""

CABLE_US_PER_M = 0.005
"""Each metre of cable, microseconds."""


def latencies(channels: Ints | Ints32, hops: Ints, length_m: Floats) -> Floats:
    """Return the latency of paths one way, (F,) microseconds.

    Parameters
    ----------
    channels : (F, H) int
        Channels of the cables on each path (cable row times 2 plus direction), padded with -1.
    hops : (F,) int64
        Cables on each path; one switch fewer lies between them.
    length_m : (C,) float64, metres
        Length of each cable; one of unknown length (NaN) counts as none.

    Notes
    -----
    0.6 µs for the two HCAs and 90 ns a switch as measured at IT4I (Barbora, HDR), 5 ns a metre of cable.
    Queues and the time that the message itself takes are left out.
    """
    metres: NDArray[np.float64] = np.append(np.nan_to_num(length_m), 0.0)
    on_cables = metres[np.where(channels < 0, len(length_m), channels // 2)].sum(axis=1)
    total: Floats = HCA_PAIR_US + SWITCH_US * np.maximum(hops - 1, 0) + CABLE_US_PER_M * on_cables
    return total
