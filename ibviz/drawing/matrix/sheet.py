"""A sheet: the matrix of a pair of levels in the plane, made once for a scene whatever the view."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from ibviz.core.table import Floats, Ints
from ibviz.drawing.matrix.axis import Axis, make_axis
from ibviz.drawing.matrix.blocks import Blocks, blocks_of, lay_out, names_of
from ibviz.drawing.matrix.entries import Entries, make_entries
from ibviz.drawing.matrix.naming import Naming
from ibviz.drawing.matrix.pairs import Pair, switch_ends
from ibviz.drawing.plane import Extent
from ibviz.drawing.scene import Scene

RESERVED = 90.0
"""Room kept free for names at most where blocks lie beside each other, units: longer ones are shortened."""

HEADS, WHOLE = 50.0, 0.85
"""Room for strips and gaps beside names, pixels, and the zoom at which names of blocks side by side stand whole."""

AIRY = 0.16
"""Share of a block's size that parts it from the next at least."""


@dataclass(frozen=True, eq=False)
class Sheet:
    """Rows, columns and cells.

    Attributes
    ----------
    pair : (int, int)
        Bands of rows and columns.
    rows, columns : Axis
    blocks : Blocks
    entries : Entries
        By row and column; those that are missing too.
    naming : (Naming, Naming)
        Names of rows and of columns.
    left_out : tuple of int
        How many switches of both levels have no such cable and no place.
    """

    pair: Pair
    rows: Axis
    columns: Axis
    blocks: Blocks
    entries: Entries
    naming: tuple[Naming, Naming]
    left_out: int

    @property
    def is_square(self) -> bool:
        """Whether rows and columns are the same switches; a cell then is the way from its row to its column."""
        return self.pair[0] == self.pair[1]

    @cached_property
    def key(self) -> Ints:
        """Row and column of each entry as one number, (e,), ascending."""
        found: Ints = self.entries.row * max(len(self.columns), 1) + self.entries.column
        return found

    @cached_property
    def boxes(self) -> Floats:
        """Where the entries lie, (e, 4) units."""
        return self.entries.boxes(self.rows, self.columns)

    @property
    def extent(self) -> Extent:
        """All cells."""
        low, high = self.blocks.box[:, :2].min(axis=0), self.blocks.box[:, 2:].max(axis=0)
        return float(low[0]), float(low[1]), float(high[0]), float(high[1])

    def places_of(self, node: int) -> tuple[Ints, Ints]:
        """Return in which rows and columns a switch is, none or one each."""
        return np.flatnonzero(self.rows.node == node), np.flatnonzero(self.columns.node == node)


def sheet(scene: Scene, pair: Pair) -> Sheet:
    """Return the matrix of a pair of levels, made once for a scene."""
    found: Sheet = scene.once(f"matrix sheet {pair}", lambda: _make(scene, pair))
    return found


def _make(scene: Scene, pair: Pair) -> Sheet:
    links = np.flatnonzero((scene.links.band == np.array(pair)).all(axis=1))
    ends = switch_ends(scene)[links]
    low, high = (_switches(scene, band) for band in pair)
    square = pair[0] == pair[1]
    if square:
        low = high = low[np.isin(low, ends)]
    block = blocks_of(scene, ends, low, high)
    rows, columns = (_axis(scene, switches, block) for switches in (low, high))
    count = int(block.max(initial=-1)) + 1
    names, pods = names_of(scene, rows, columns, count)
    naming = Naming(scene.names(rows.node)), Naming(scene.names(columns.node))
    sizes = np.column_stack([columns.sizes, rows.sizes])
    room = _room(sizes, naming) if count > 1 else (0.0, 0.0)
    corner = lay_out(sizes, room)
    rows, columns = rows.moved(corner[:, 1]), columns.moved(corner[:, 0])
    placed = Blocks(np.column_stack([corner, corner + sizes]), names, pods, room)
    left_out = 0 if square else len(low) + len(high) - len(rows) - len(columns)
    return Sheet(pair, rows, columns, placed, _entries(scene, links, ends, rows, columns), naming, left_out)


def _switches(scene: Scene, band: int) -> Ints:
    rows: Ints = scene.nodes[scene.band[scene.nodes] == band]
    return rows


def _axis(scene: Scene, node: Ints, block: Ints) -> Axis:
    """Return the axis of those switches that are in a block."""
    kept = node[block[node] >= 0]
    return make_axis(scene, kept, block[kept])


def _room(sizes: Floats, naming: tuple[Naming, Naming]) -> tuple[float, float]:
    """Return what is kept free for the heads at the left of each block and above it, units."""
    least = AIRY * float(np.median(sizes))
    left, top = ((HEADS + names.widest(RESERVED)) / WHOLE for names in naming)
    return max(left, least), max(top + 20, least)


def _entries(scene: Scene, links: Ints, ends: Ints, rows: Axis, columns: Axis) -> Entries:
    """Return the cells; where rows and columns are the same switches, each cable has two, one a direction."""
    cable, count = scene.links.cable[links], len(scene.band)
    own, port = scene.fabric.cables, scene.links.port[links]
    far = scene.ends[cable]
    turned = (far[:, 0] != scene.links.node[links, 0]) | (
        (far[:, 0] == far[:, 1]) & (own.port[cable, 0] != port[:, 0])
    )
    first = turned.astype(np.int64)
    row, column = rows.position(count), columns.position(count)
    places = np.column_stack([row[ends[:, 0]], column[ends[:, 1]]])
    if rows.node is columns.node or np.array_equal(rows.node, columns.node):
        places = np.concatenate([places, places[:, ::-1]])
        cable, first = np.concatenate([cable, cable]), np.concatenate([first, 1 - first])
        port = np.concatenate([port, port[:, ::-1]])
    return make_entries(cable, places, first, port[:, 0], rows, columns)
