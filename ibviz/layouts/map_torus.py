"""The arrangement of a torus or mesh: a grid of switches, slices side by side."""

from __future__ import annotations

import numpy as np

from ibviz.core.bands import Bands
from ibviz.core.errors import OptionError
from ibviz.core.natural import natural_rank
from ibviz.core.registry import arrangements
from ibviz.core.structure import Structure
from ibviz.core.table import Floats, Ints
from ibviz.layouts.hops import cabled_pairs
from ibviz.layouts.lattice import Lattice, find_lattice
from ibviz.layouts.shelving import best_rows, extents, in_rows
from ibviz.layouts.stacking import PART_GAP, pod_units, stacked
from ibviz.layouts.tiles import GAP, SWITCH, Family, beside

CELL_GAP = 4 * GAP
CLEAR = (SWITCH[0] / 2 + GAP, SWITCH[1] / 2 + GAP)
"""How far cables that go all the way around stay off the middle of the switches next to their ends."""
MOST_BOW = (20 * GAP, 14 * GAP)


@arrangements.add("torus", "Torus grid")
def torus(structure: Structure, bands: Bands) -> Floats:
    """Return a grid of switches with their hosts to the lower right, its rows and columns slightly bowed.

    So the cables that join first and last of a row run beside it. Of three dimensions and more slices stand
    side by side. Subnets that are no grid stand below, in rows by level.

    Raises
    ------
    OptionError
        If the switches of no subnet are cabled as a grid.
    """
    places = np.full((len(structure.level), 2), np.nan)
    wires, beneath = structure.wiring, 0.0
    size = np.bincount(structure.subnet[wires.switches], minlength=wires.subnets)
    for subnet in np.flatnonzero(size > 3).tolist():
        rows = _in_name_order(structure, wires.switches[structure.subnet[wires.switches] == subnet])
        lattice = find_lattice(wires.fabric.nodes.name[rows], cabled_pairs(structure, rows))
        if lattice is not None:
            beneath = _put(bands, rows, lattice.turned(), places, beneath) + PART_GAP[1]
    if not beneath:
        raise OptionError("the cables between switches make no grid of two or more dimensions")
    family = Family.of(bands, wires.node_up & np.isnan(places[:, 0]))
    part = structure.subnet[family.switch]
    stacked(bands, family, part, pod_units(bands, family, part)).put(places, beneath=beneath)
    return places


def _in_name_order(structure: Structure, rows: Ints) -> Ints:
    rank = natural_rank(structure.wiring.fabric.nodes.name[rows], np.arange(len(rows)))
    ordered: Ints = rows[np.argsort(rank)]
    return ordered


def _put(bands: Bands, rows: Ints, lattice: Lattice, places: Floats, beneath: float) -> float:
    """Write where the switches of a lattice and what is at them stand; return how low they end."""
    structure = bands.structure
    chosen = np.zeros(len(structure.level), bool)
    chosen[rows] = True
    chosen |= structure.wiring.node_up & np.append(chosen, False)[structure.leaf]
    family = Family.of(bands, chosen)
    tiles = beside(family, max(2, int(np.ceil(np.sqrt(2 * family.hosts.max())))))
    place = np.empty(len(structure.level), np.int64)
    place[rows] = np.arange(len(rows))
    turn = place[family.switch]
    room = tiles.high.max(axis=0) - tiles.low.min(axis=0) + CELL_GAP
    at = _grid(lattice, room)[turn]
    slice_of = _slices(lattice)[turn]
    low, high = extents(tiles.low, tiles.high, at, slice_of, int(slice_of.max()) + 1)
    at += in_rows(low, high, best_rows(low, high, PART_GAP), PART_GAP)[slice_of]
    at[:, 1] += beneath - (at + tiles.low)[:, 1].min()
    tiles.spread(places, at)
    return float((at + tiles.high)[:, 1].max())


def _grid(lattice: Lattice, room: Floats) -> Floats:
    """Return where the switches of each slice stand, by the first two dimensions, (n, 2)."""
    cell = lattice.at[:, :2].astype(np.float64)
    bow = np.zeros_like(cell)
    for axis in (0, 1):
        size = lattice.sizes[axis]
        if lattice.wraps[axis] and size > 2:
            along = lattice.at[:, axis] / (size - 1)
            arc, next_to_end = 4 * along * (1 - along), 4 * (size - 2) / (size - 1) ** 2
            most = min(CLEAR[1 - axis] / next_to_end, MOST_BOW[1 - axis])
            bow[:, 1 - axis] = arc * most
    at: Floats = cell * (room + bow.max(axis=0, initial=0.0)) + bow
    return at


def _slices(lattice: Lattice) -> Ints:
    """Return the slice of each switch, by the third dimension and those after it, from 0."""
    rest = lattice.at[:, 2:]
    if not rest.shape[1]:
        return np.zeros(len(rest), np.int64)
    return np.unique(rest[:, ::-1], axis=0, return_inverse=True)[1].reshape(-1)
