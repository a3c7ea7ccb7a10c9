"""Writer of the cables as CSV: for scripts and for comparing."""

from __future__ import annotations

import csv
import io
import re

import numpy as np

from ibviz.core.fabric import Cables, Fabric
from ibviz.core.registry import writers
from ibviz.core.state import State
from ibviz.core.table import Ints, Texts
from ibviz.core.units import SPEEDS, data_rate

HEADER = ("a_guid", "a_port", "b_guid", "b_port", "width", "speed")
_LETTER = re.compile("[SHR]-(?=.)")


@writers.add("csv", "the cables as CSV: GUID and port of both ends, width, speed", ".csv")
def write(state: State) -> bytes:
    """Write ``a_guid,a_port,b_guid,b_port,width,speed``, ends and rows sorted by id, then port.

    Ids stand as they are, since the file is for programs: 16 hex digits or, where the input has none, its
    text in lower case. A text that begins like a formula is left so; only a hand-made file can hold one.
    """
    fabric = state.fabric
    alive = fabric.cables.alive & fabric.nodes.alive[fabric.cables.node].all(axis=1)
    cables = fabric.cables.take(alive)
    ids = _ids(fabric)
    _, rank = np.unique(ids.astype(str), return_inverse=True)
    place = rank.reshape(-1)[cables.node] << 16 | cables.port
    first = (place[:, 0] > place[:, 1]).astype(np.int64)
    rows = np.arange(len(cables))
    order = np.lexsort((place[rows, 1 - first], place[rows, first]))
    width, speed = _rates(cables)
    columns = [
        column[order].tolist()
        for side in (first, 1 - first)
        for column in (ids[cables.node[rows, side]], cables.port[rows, side])
    ]
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(HEADER)
    writer.writerows(zip(*columns, width[order].tolist(), speed[order].tolist(), strict=True))
    return out.getvalue().encode()


def _ids(fabric: Fabric) -> Texts:
    ids = np.array([f"{guid:016x}" for guid in fabric.nodes.guid.tolist()], object)
    for row in np.flatnonzero(fabric.nodes.id != "").tolist():
        ids[row] = _LETTER.sub("", fabric.nodes.id[row], count=1).lower()
    return ids


def _rates(cables: Cables) -> tuple[Texts, Texts]:
    """Return width and speed of the slower end that says any; empty where neither does."""
    rate = data_rate(cables.width, cables.speed)
    side: Ints = np.where(rate > 0, rate, np.inf).argmin(axis=1)
    rows = np.arange(len(cables))
    widths = np.array([f"{lanes}x" if lanes else "" for lanes in range(256)], object)
    return widths[cables.width[rows, side]], np.array(SPEEDS, object)[cables.speed[rows, side]]
