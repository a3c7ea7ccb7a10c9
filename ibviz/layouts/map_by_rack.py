"""The arrangement by rack: racks as columns, in rows of racks."""

from __future__ import annotations

import re

import numpy as np

from ibviz.core.bands import Bands
from ibviz.core.errors import OptionError
from ibviz.core.fabric import Kind
from ibviz.core.natural import natural_rank
from ibviz.core.registry import arrangements
from ibviz.core.structure import Structure
from ibviz.core.table import Bools, Floats, Guids, Ints, Texts
from ibviz.layouts.placing import turns
from ibviz.layouts.shelving import best_rows, extents, in_rows
from ibviz.layouts.stacking import PART_GAP, pod_units, stacked
from ibviz.layouts.tiles import GAP, HOST, HOST_STEP, SWITCH, Family

RACK_GAP = (4 * GAP, 8 * GAP)
ROW_GAP = 16 * GAP


@arrangements.add("by-rack", "By rack")
def by_rack(structure: Structure, bands: Bands) -> Floats:
    """Return racks as columns of their devices, the lowest unit below, in rows of racks.

    Racks stand in the rows that the file states, else in as many as make a good shape. What is in no rack
    stands below, in rows by level.

    Raises
    ------
    OptionError
        If no node has a rack.
    """
    up = structure.wiring.node_up
    rank = natural_rank(structure.rack.names, np.arange(len(structure.rack.names)))
    rack = np.where(up, np.append(rank, -1)[structure.rack.of], -1)
    if (rack < 0).all():
        raise OptionError("no node has a rack")
    places = np.full((len(rack), 2), np.nan)
    joined = up & (structure.level < 0) & (structure.leaf >= 0)
    rows = np.flatnonzero((rack >= 0) & ~joined)
    beneath = _put_racks(bands, rows, rack, np.flatnonzero(joined), places) if len(rows) else 0.0
    _put_beside(structure, np.flatnonzero(joined), places)
    family = Family.of(bands, up & np.isnan(places[:, 0]))
    part = structure.subnet[family.switch]
    stacked(bands, family, part, pod_units(bands, family, part)).put(places, beneath=beneath + PART_GAP[1])
    return places


def unit_numbers(units: Texts) -> Floats:
    """Return the first number in each text, infinite without one.

    Examples
    --------
    >>> unit_numbers(np.array(["U7", "12-14", ""], object)).tolist()
    [7.0, 12.0, inf]
    """
    texts = units.tolist()
    found = {text: re.search(r"[0-9]{1,6}", text) for text in set(texts)}
    number = {text: float(match[0]) if match else np.inf for text, match in found.items()}
    return np.array([number[text] for text in texts], np.float64)


def _put_racks(bands: Bands, rows: Ints, rack: Ints, joined: Ints, places: Floats) -> float:
    """Write where the devices of racks stand; return how low the lowest rack ends."""
    structure = bands.structure
    rows = rows[np.lexsort(_from_below(bands, rows, rack))]
    column = np.unique(rack[rows], return_inverse=True)[1]
    half = np.where(structure.wiring.is_switch[rows, None], SWITCH, HOST) / 2
    standing = _standing(half[:, 1], column)
    right = half.copy()
    right[:, 0] += HOST_STEP[0] * np.bincount(structure.leaf[joined], minlength=len(rack))[rows]
    low, high = extents(-half, right, standing, column, int(column.max()) + 1)
    at = _floors(low, high, _aisles(structure, rows, column))
    places[rows] = standing + at[column]
    return float(at[:, 1].max())


def _from_below(bands: Bands, rows: Ints, rack: Ints) -> tuple[Ints | Guids | Bools | Floats, ...]:
    """Return keys to sort devices by: rack first, then unit, hosts below switches, place in their band."""
    nodes = bands.structure.wiring.fabric.nodes
    is_switch = nodes.kind[rows] == Kind.SWITCH
    return nodes.guid[rows], bands.x[rows], is_switch, unit_numbers(nodes.unit_u[rows]), rack[rows]


def _standing(half: Floats, column: Ints) -> Floats:
    """Return where devices stand on each other, each rack from y = 0 upwards, (n, 2)."""
    top = np.cumsum(2 * half + GAP)
    base = (top - 2 * half - GAP)[np.flatnonzero(np.diff(column, prepend=-1))]
    return np.column_stack([np.zeros(len(half)), base[column] - (top - half - GAP)])


def _aisles(structure: Structure, rows: Ints, column: Ints) -> Ints:
    """Return the row of racks that each rack is in, by the name that most of its devices state, from 0."""
    stated = structure.wiring.fabric.nodes.row[rows]
    names, number = np.unique(stated.astype(str), return_inverse=True)
    votes = np.bincount(column * len(names) + number, minlength=(int(column.max()) + 1) * len(names))
    rank = natural_rank(names.astype(object), np.arange(len(names)))
    aisle: Ints = rank[votes.reshape(-1, len(names)).argmax(axis=1)]
    return np.unique(aisle, return_inverse=True)[1]


def _floors(low: Floats, high: Floats, aisle: Ints) -> Floats:
    """Return where the foot of each rack is, aisle by aisle from above, (racks, 2)."""
    at, beneath = np.zeros_like(low), 0.0
    count = int(aisle.max()) + 1
    for number in range(count):
        here = aisle == number
        rows = best_rows(low[here], high[here], RACK_GAP) if count == 1 else 1
        at[here] = in_rows(low[here], high[here], rows, RACK_GAP) + np.array((0.0, beneath))
        beneath = float(at[here, 1].max()) + ROW_GAP
    return at


def _put_beside(structure: Structure, joined: Ints, places: Floats) -> None:
    """Write where aggregation nodes stand whose switch has a place: beside it."""
    switch = structure.leaf[joined]
    turn = turns(switch)[0]
    places[joined] = places[switch]
    places[joined, 0] += SWITCH[0] / 2 + GAP + HOST[0] / 2 + HOST_STEP[0] * turn
