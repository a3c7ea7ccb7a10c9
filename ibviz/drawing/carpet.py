"""Carpets: one cell for each cable or node where there is no room for lines; the hottest wins a pixel."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ibviz.core.order import distinct
from ibviz.core.table import Bools, Floats, Ints, Words32
from ibviz.drawing.board import Board
from ibviz.drawing.drawing import Cells, Dash, Shape
from ibviz.drawing.easel import Easel, Shown
from ibviz.drawing.frame import Frame
from ibviz.drawing.heat import tile_values
from ibviz.drawing.ink import boxes, marks
from ibviz.drawing.parts import rank_within
from ibviz.drawing.places import Places
from ibviz.drawing.ramps import steps, with_alpha
from ibviz.drawing.scene import Scene

RING = 12.0
"""Diameter of the mark of a dead cable in a carpet, pixels."""


def host_carpet(easel: Easel, places: Places) -> tuple[Weave, Ints]:
    """Draw all hosts in view as cells, each with its cable; one column a leaf; returns cells and cables."""
    scene = easel.scene
    woven: tuple[Ints, Weave] = easel.frame.once("hosts woven", lambda: _hosts_woven(places))
    tiles, weave = woven
    cable, node = scene.tiles.cable[tiles], scene.tiles.node[tiles]
    value = tile_values(easel, tiles)
    dead = scene.failed_node[node] | scene.is_failed(cable)
    easel.add("cells", paint(easel, weave, value, dead, hosts=True))
    mark_dead(easel, weave.middles(dead), cable[dead])
    easel.cables[cable[scene.tiles.stands[tiles]]] = Shown.CELL
    easel.nodes[node] = Shown.CELL
    return weave, cable


def _hosts_woven(places: Places) -> tuple[Ints, Weave]:
    """Return the tiles in view, and their carpet."""
    frame, kept = places.frame, places.scene.tiles
    tiles = np.flatnonzero(places.tile_in_view())
    cells, at = grid(frame, kept.column[tiles], kept.slot[tiles], kept.most, *frame.row(0))
    return tiles, Weave(cells, at, np.where(kept.stands[tiles], kept.cable[tiles], -1))


def uplink_carpet(easel: Easel, places: Places, links: Ints) -> Weave:
    """Draw the cables from the leaves to the band above as cells: columns are leaves, rows upper switches; returns the cells.

    Parameters
    ----------
    links : (n,) int64
        Places in the scene's links.
    """
    weave: Weave = easel.frame.once("uplinks woven", lambda: _uplinks_woven(easel.frame, links))
    cable = weave.row
    dead = easel.scene.failed[cable]
    easel.add("cells", paint(easel, weave, easel.value[cable], dead))
    mark_dead(easel, weave.middles(dead), cable[dead])
    easel.cables[cable] = Shown.CELL
    return weave


def _uplinks_woven(frame: Frame, links: Ints) -> Weave:
    """Return the carpet of uplinks in view."""
    scene = frame.scene
    row, rows = uplink_rows(scene, links)
    column = scene.bands.column[scene.links.node[links, 0]]
    middle = frame.at(1, column + 0.5)
    half = frame.scale(1) / 2
    seen = frame.in_view(middle - half, middle + half)
    cable, column, row = scene.links.cable[links[seen]], column[seen], row[seen]
    y, tall = frame.places["gap1"]
    return Weave(*grid(frame, column, row, rows, y + 6, tall - 12), cable)


def uplink_rows(scene: Scene, every: Ints) -> tuple[Ints, int]:
    """Return the row of each uplink and the number of rows, found once for a scene."""
    found: tuple[Ints, int] = scene.once("uplink rows", lambda: _uplink_rows(scene, every))
    return found


def uplink_middles(frame: Frame, links: Ints, every: Ints) -> Floats:
    """Return the middles of the cells of some uplinks among all that the carpet has, (n, 2) pixels."""
    scene = frame.scene
    row, rows = uplink_rows(scene, every)
    mine = np.searchsorted(every, links)
    y, tall = frame.places["gap1"]
    column = scene.bands.column[scene.links.node[links, 0]]
    return middles_of(*grid(frame, column, row[mine], rows, y + 6, tall - 12))


def _uplink_rows(scene: Scene, every: Ints) -> tuple[Ints, int]:
    lower, upper = scene.links.node[every].T
    slot = scene.bands.slot[upper]
    order = np.lexsort((scene.links.port[every, 0], slot, upper, lower))
    twin = rank_within(lower[order] * len(scene.band) + upper[order])
    width = int(twin.max(initial=0)) + 1
    row = slot[order] * width + twin
    rows = int(row.max(initial=0)) + 1
    if len(every) < 0.4 * rows * len(distinct(lower)):
        order = np.lexsort((scene.links.port[every, 0], slot, lower))
        row = rank_within(lower[order])
        rows = int(row.max(initial=0)) + 1
    found = np.zeros(len(scene.links), np.int64)
    found[every[order]] = row
    return found[every], rows


@dataclass(frozen=True, eq=False)
class Weave:
    """A carpet without its colours.

    Parameters
    ----------
    grid : Grid
    at : (n,) int64 twice
        Row and column of the cell of each.
    row : (n,) int64
        Which cable it is; -1 for none.
    """

    grid: Grid
    at: tuple[Ints, Ints]
    row: Ints

    @cached_property
    def spot(self) -> Ints:
        """Place of the cell of each, row by row."""
        spot: Ints = self.at[0] * self.grid[4] + self.at[1]
        return spot

    @cached_property
    def shown(self) -> Ints | None:
        """What each cell shows, (rows, columns); None where several share one."""
        if np.bincount(self.spot, minlength=1).max() > 1:
            return None
        return self._laid(np.full(self.grid[4] * self.grid[5], -1), self.row, self.spot)

    def laid(self, colors: Words32, rank: NDArray[np.uint16]) -> tuple[Words32, Ints]:
        """Return the pixels and what each shows, (rows, columns): where several share a cell the highest rank."""
        pixels, shown = np.zeros(self.grid[4] * self.grid[5], np.uint32), self.shown
        if shown is not None:
            return self._laid(pixels, colors, self.spot), shown
        order = np.argsort(rank, kind="stable")
        spot = self.spot[order]
        rows = self._laid(np.full(len(pixels), -1), self.row[order], spot)
        return self._laid(pixels, colors[order], spot), rows

    def _laid(self, cells: NDArray[Any], what: NDArray[Any], spot: Ints) -> NDArray[Any]:
        cells[spot] = what
        return cells.reshape(self.grid[5], self.grid[4])

    def middles(self, chosen: Bools) -> Floats:
        """Return the middle of the cells of some, (n, 2) pixels."""
        return middles_of(self.grid, (self.at[0][chosen], self.at[1][chosen]))


class Grid(tuple[float, float, float, float, int, int]):
    """Rectangle, columns and rows of a picture of cells."""

    __slots__ = ()


def grid(
    frame: Frame, column: Ints, slot: Ints, most: int, y: float, tall: float
) -> tuple[Grid, tuple[Ints, Ints]]:
    """Return the picture for cells at columns and slots, and the cell of each.

    A picture has a cell for each column in view where that has a pixel or more, else one for each pixel.
    """
    unit, origin = frame.scale(0), float(frame.at(0, np.zeros(1))[0])
    first = int(max(0, np.floor((frame.span[0] - origin) / unit)))
    last = int(min(np.ceil(frame.scene.bands.width), np.ceil((frame.span[1] - origin) / unit)))
    x, wide = origin + first * unit, max(1, last - first) * unit
    if unit >= 1:
        columns, across = max(1, last - first), column - first
    else:
        columns = max(1, int(np.ceil(wide)))
        across = np.minimum(((column - first + 0.5) * unit).astype(np.int64), columns - 1)
    rows = min(max(1, most), max(1, int(tall)))
    down = slot * rows // max(1, most)
    return Grid((x, y, wide, tall, columns, rows)), (down, across)


def paint(easel: Easel, weave: Weave, value: Floats, dead: Bools, *, hosts: bool = False) -> Cells:
    """Return the picture: colours by value, the hottest on top, dead cells hollow."""
    colors = np.where(dead, with_alpha(easel.theme.down, 70), easel.cell_colors(value, hosts=hosts))
    strength = easel.overlay.strength(value)
    rank = np.where(dead, 300, steps(strength) + np.uint16(1)).astype(np.uint16)
    return Cells(*weave.grid[:4], *weave.laid(colors, rank), "cable")


def middles_of(cells: Grid, at: tuple[Ints, Ints]) -> Floats:
    """Return the middle of cells, (n, 2) pixels."""
    x, y, wide, tall, columns, rows = cells
    return np.column_stack([x + (at[1] + 0.5) * wide / columns, y + (at[0] + 0.5) * tall / rows])


def mark_dead(easel: Board, xy: Floats, cable: Ints) -> None:
    """Put ring and cross on dead cells, one for each crowd of them."""
    if not len(xy):
        return
    kept = thinned(xy, RING)
    easel.add(
        "marks",
        marks(
            xy[kept],
            Shape.RING_CROSS,
            RING,
            easel.theme.down,
            with_alpha(easel.theme.canvas, 215).item(),
            cable[kept],
        ),
    )


def thinned(xy: Floats, apart: float) -> Ints:
    """Return which of many points to mark so that marks do not lie upon each other: one a square."""
    squares = np.floor(xy / (apart * 1.25)).astype(np.int64)
    _, first = np.unique(squares, axis=0, return_index=True)
    return np.sort(first)


def strip(easel: Easel, places: Places, band: int) -> None:
    """Draw the switches of a band as cells: mean load of their cables."""
    scene, frame = easel.scene, easel.frame
    rows = scene.bands.levels[band]
    seen = places.seen(band)
    box, rows = places.boxes(band)[seen], rows[seen]
    if not len(rows):
        return
    value, dead = easel.node_value[rows], scene.failed_node[rows]
    colors = np.where(dead, with_alpha(easel.theme.down, 70), easel.cell_colors(value))
    y, tall = frame.row(band)
    easel.add("cells", strip_picture(box, rows, value, colors, y, tall))
    _dead_boxes(easel, box[dead])
    easel.nodes[rows] = Shown.CELL
    _chip_strip(easel, places, band)


def _dead_boxes(easel: Easel, box: Floats) -> None:
    """Draw switches that failed as dashed boxes with a cross in the middle, one for each crowd of them."""
    if not len(box):
        return
    middle = box[:, :2] + box[:, 2:] / 2
    kept = thinned(middle, RING)
    wide = np.maximum(box[kept, 2], RING)
    around = np.column_stack([middle[kept, 0] - wide / 2, box[kept, 1], wide, box[kept, 3]])
    easel.add("marks", boxes(around, easel.theme.canvas, easel.theme.down, 1.2, 3.0, Dash.DASHED))
    easel.add("marks", marks(middle[kept], Shape.CROSS, 6, easel.theme.down))


def strip_picture(box: Floats, rows: Ints, value: Floats, colors: Words32, y: float, tall: float) -> Cells:
    """Return a picture one cell high, two cells a pixel, of nodes that lie side by side."""
    fine = 2.0
    x = float(np.floor(box[:, 0].min()))
    count = max(1, int(np.ceil((float((box[:, 0] + box[:, 2]).max()) - x) * fine)))
    gap = np.where(box[:, 2] >= 6, 1.0, 0.0)
    low = np.clip(np.round((box[:, 0] - x) * fine), 0, count - 1).astype(np.int64)
    high = np.maximum(low + 1, np.round((box[:, 0] + box[:, 2] - gap - x) * fine).astype(np.int64))
    order = np.argsort(np.nan_to_num(value, nan=-1.0), kind="stable")
    length = (high - low)[order]
    which = np.repeat(order, length)
    offset = np.arange(len(which)) - np.repeat(np.cumsum(length) - length, length)
    spot = np.minimum(low[which] + offset, count - 1)
    pixels, shown = np.zeros((1, count), np.uint32), np.full((1, count), -1)
    pixels[0, spot], shown[0, spot] = colors[which], rows[which]
    return Cells(x, y, count / fine, tall, pixels, shown, "node")


def _chip_strip(easel: Easel, places: Places, band: int) -> None:
    """Draw the aggregation nodes of switches that are cells: a thin line of cells within them."""
    scene = easel.scene
    seen = np.zeros(len(scene.band), bool)
    seen[scene.bands.levels[band][places.seen(band)]] = True
    link = scene.chip_cable[seen[scene.chips.switch[scene.chip_cable[:, 1]]]]
    if not len(link):
        return
    easel.nodes[scene.chips.node[seen[scene.chips.switch]]] = Shown.FOLDED
    cable, switch = link[:, 0], scene.chips.switch[link[:, 1]]
    y, tall = easel.frame.row(band)
    middle = easel.frame.at(band, scene.bands.x[switch])
    half = scene.bands.span[switch] * easel.frame.scale(band) / 2
    box = np.column_stack([middle - half, np.full(len(cable), y), 2 * half, np.full(len(cable), 3.0)])
    value = easel.value[cable]
    cells = strip_picture(box, cable, value, easel.cell_colors(value), y + tall - 3, 3)
    easel.add("cells", Cells(cells.x, cells.y, cells.w, cells.h, cells.pixels, cells.row, "cable"))
    easel.cables[cable] = Shown.CELL
