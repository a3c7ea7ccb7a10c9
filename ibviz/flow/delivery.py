"""The last step of every route."""

from __future__ import annotations

import numpy as np

from ibviz.core.table import Bytes
from ibviz.core.wiring import Wiring


def deliver(to_end: Bytes, wires: Wiring) -> None:
    """Enter the port of each end port at its own switch.

    Parameters
    ----------
    to_end : (E, S) uint8
        Written to.
    wires : Wiring
    """
    ends = wires.end_ports
    here = np.flatnonzero(ends.switch >= 0)
    to_end[here, wires.place[ends.switch[here]]] = ends.switch_port[here]
