"""Switches in rows by level, pods together, hosts in blocks: of a whole fabric or of parts of it."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from ibviz.core.bands import Bands
from ibviz.core.table import Bools, Floats, Ints
from ibviz.layouts.planes import partners
from ibviz.layouts.shelving import behind_cost, best_rows, extents, in_rows, shape_cost
from ibviz.layouts.tiles import GAP, SWITCH, Family, Tiles, hanging, parked

COLUMNS = (1, 2, 3, 4, 6, 8)
"""Hosts of the fullest leaf that may stand side by side."""
LEAF_GAP = (3 * GAP, 5 * GAP)
POD_GAP = (8 * GAP, 16 * GAP)
PART_GAP = (16 * GAP, 16 * GAP)
ROW_GAP = (2 * GAP, 4 * GAP)
"""Between switches of an upper level that share a row, and between such rows."""
CABLE_SPACE = (8 * GAP, 140 * GAP)
"""Least and greatest height left free for the cables between two levels."""
SPREAD = 6
"""Rows of upper switches are at least so many times as long as they are many, even above few leaves."""
POD_WRAPS = 1.2
"""What it costs to double the rows of leaves of a pod: they stay in one where that is not much too wide."""
CABLE_SHARE = 0.08
"""Height for cables as a part of the width that they run over."""


@dataclass(frozen=True, eq=False)
class Stack:
    """Where the switches of a family stand, and their tiles.

    Attributes
    ----------
    tiles : Tiles
    at : (K, 2) float64
        Middle of each switch; the whole is around x = 0 and begins at y = 0.
    cost : float
        How far its shape is from a good one.
    """

    tiles: Tiles
    at: Floats
    cost: float

    @property
    def size(self) -> tuple[float, float]:
        """Width and height of it all."""
        if not len(self.at):
            return 0.0, 0.0
        span = (self.at + self.tiles.high).max(axis=0) - (self.at + self.tiles.low).min(axis=0)
        return float(span[0]), float(span[1])

    def put(self, places: Floats, *, beneath: float = 0.0) -> None:
        """Write where all nodes stand into `places`, (N, 2), beginning so low; those at no switch come below."""
        self.tiles.spread(places, self.at + np.array((0.0, beneath)))
        wide, tall = self.size
        under = beneath + tall + (PART_GAP[1] if tall else 0.0)
        parked(places, self.tiles.family.loose, wide, under)


def whole_map(bands: Bands, chosen: Bools, part: Ints) -> Floats:
    """Return where the chosen nodes (N,) stand, parts apart, (N, 2); NaN for all others.

    Parameters
    ----------
    bands : Bands
    chosen : (N,) bool
    part : (N,) int64
        Number of what each switch belongs to, such as its subnet.
    """
    places = np.full((len(chosen), 2), np.nan)
    family = Family.of(bands, chosen)
    number = part[family.switch]
    stack = stacked(bands, family, number, pod_units(bands, family, number))
    stack.put(places)
    return places


def stacked(bands: Bands, family: Family, part: Ints, unit: Ints) -> Stack:
    """Return a stack of each part, side by side; hosts as deep as makes the best shape.

    Parameters
    ----------
    bands : Bands
    family : Family
    part : (K,) int64
        Number of what each switch belongs to.
    unit : (K,) int64
        Within its part: switches of a unit stand together in rows by level, those of -1 above or between all.
    """
    fullest = int(family.hosts.max(initial=1)) or 1
    depths = {-(-fullest // columns) for columns in COLUMNS}
    _, part = np.unique(part, return_inverse=True)
    partner = partners(bands.structure, family, part, int(part.max(initial=-1)) + 1)
    level = bands.structure.level[family.switch]
    stacks = [
        _stacked_deep(hanging(family, deep).flipped(level > 1), level, part, unit, partner)
        for deep in sorted(depths, reverse=True)
    ]
    return min(stacks, key=lambda stack: stack.cost)


def _stacked_deep(tiles: Tiles, level: Ints, part: Ints, unit: Ints, partner: Ints) -> Stack:
    """Return a stack of each part, with the tiles given."""
    count = len(partner)
    at, turned = np.zeros((len(level), 2)), np.zeros(len(level), bool)
    rows = np.ones(count, np.int64)
    for number in range(count):
        here = np.flatnonzero(part == number)
        one = _Part(tiles.low[here], tiles.high[here], level[here], unit[here])
        at[here], turned[here], rows[number] = one.placed()
    tiles, part = _joined(tiles.flipped(turned), at, part, partner)
    low, high = extents(tiles.low, tiles.high, at, part, count)
    shown = np.unique(part)
    low, high = low[shown], high[shown]
    behind = np.where(level.max(initial=0) > 2, behind_cost(rows), 0.0)[shown]
    cost = (shape_cost((high - low)[:, 0], (high - low)[:, 1], rows[shown]) + behind).max(initial=0.0)
    corner = np.column_stack([(low + high)[:, 0] / 2, low[:, 1]])
    lines = best_rows(low - corner, high - corner, PART_GAP)
    shift = in_rows(low - corner, high - corner, lines, PART_GAP) - corner
    at += shift[np.searchsorted(shown, part)]
    return Stack(tiles, at, float(cost))


def _joined(tiles: Tiles, at: Floats, part: Ints, partner: Ints) -> tuple[Tiles, Ints]:
    """Put parts that reach the hosts of a partner below it, upside down; return the tiles and the parts that are left."""
    under = partner[part] >= 0
    if not under.any():
        return tiles, part
    low, high = extents(tiles.low, tiles.high, at, part, len(partner))
    middle, wide = (low + high)[:, 0] / 2, (high - low)[:, 0]
    stretch = np.maximum(wide[partner] / wide, 1.0)[part[under]]
    space = np.array([cable_space(each) for each in wide[partner].tolist()])
    at[under, 0] = (at[under, 0] - middle[part[under]]) * stretch + middle[partner[part[under]]]
    at[under, 1] = ((high[partner] + high)[:, 1] + space)[part[under]] - at[under, 1]
    return tiles.flipped(under), np.where(under, partner[part], part)


def pod_units(bands: Bands, family: Family, part: Ints) -> Ints:
    """Return the unit of each switch below the top, (K,): its pod, or itself where there are none; -1 at the top."""
    structure = bands.structure
    level = structure.level[family.switch]
    pods = np.array([strip.index for strip in bands.pods], np.int64)
    pod = structure.pod[family.switch]
    whole = np.isin(pod, pods)
    own = np.arange(len(pod)) + len(structure.level)
    unit = np.where(whole, pod, own)
    top = np.zeros(int(part.max(initial=-1)) + 1, np.int64)
    np.maximum.at(top, part, level)
    return np.where((level == top[part]) & (level > 1), -1, unit)


@dataclass(frozen=True, eq=False)
class _Part:
    """One part of a stack.

    Attributes
    ----------
    low, high : (k, 2) float64
        Corners of the tile of each of its switches, leaves first.
    level, unit : (k,) int64
    """

    low: Floats
    high: Floats
    level: Ints
    unit: Ints

    def placed(self) -> tuple[Floats, Bools, int]:
        """Return where its switches stand, which are upside down, and in how many rows its units are."""
        at = np.zeros((len(self.level), 2))
        below = np.flatnonzero(self.unit >= 0)
        top = np.flatnonzero(self.unit < 0)
        first, unit = np.unique(self.unit[below], return_index=True, return_inverse=True)[1:]
        rank = np.empty(len(first), np.int64)
        rank[np.argsort(first)] = np.arange(len(first))
        unit = rank[unit]
        single = len(first) == len(below)
        if not single:
            for number in range(len(first)):
                rows = below[unit == number]
                at[rows] = _pod(self.low[rows], self.high[rows], self.level[rows])
        low, high = extents(self.low[below], self.high[below], at[below], unit, len(first))
        gap = LEAF_GAP if single else POD_GAP
        aside = len(top) and SWITCH[1] + 2 * CABLE_SPACE[0]
        rows = best_rows(low, high, gap, aside, even=bool(len(top)) and not single)
        above = _rows_above(len(first), rows) if len(top) else 0
        shift, wide = _both_sides(low, high, above, rows, gap)
        turned = np.zeros(len(self.level), bool)
        turned[below] = unit < above
        at[below] += shift[unit]
        at[turned, 1] *= -1
        at[top] = rows_by_level(self.low[top], self.high[top], self.level[top], wide)
        self._apart(at, top, turned)
        return at, turned, rows

    def _apart(self, at: Floats, top: Ints, turned: Bools) -> None:
        """Move what is above and below off the top switches, with room for the cables."""
        lower = ~turned
        lower[top] = False
        space = cable_space(float(np.ptp(at[:, 0])))
        if not len(top):
            return
        at[top, 1] -= (at[top] + self.low[top])[:, 1].min()
        tall = float((at[top] + self.high[top])[:, 1].max())
        at[lower, 1] += tall + space
        at[turned, 1] -= space


def _rows_above(units: int, rows: int) -> int:
    """Return how many units stand above the top switches: the first, in half of the rows."""
    return -(-units // rows) * (rows // 2)


def _both_sides(
    low: Floats, high: Floats, above: int, rows: int, gap: tuple[float, float]
) -> tuple[Floats, float]:
    """Return how far each unit moves, and the width of all; those above are mirrored later."""
    shift = np.zeros_like(low)
    upper = np.arange(above)
    if above:
        upper = upper.reshape(rows // 2, -1)[::-1].ravel()
        shift[upper] = in_rows(low[upper], high[upper], rows // 2, gap)
    shift[above:] = in_rows(low[above:], high[above:], rows - (rows // 2 if above else 0), gap)
    wide = (shift + high)[:, 0].max(initial=0.0) - (shift + low)[:, 0].min(initial=0.0)
    return shift, float(wide)


def _pod(low: Floats, high: Floats, level: Ints) -> Floats:
    """Return where the switches of a pod stand, its upper levels above its leaves, around x = 0."""
    at = np.zeros_like(low)
    leaf = np.flatnonzero(level == level.min())
    aside = (int(level.max()) - int(level.min())) * (SWITCH[1] + CABLE_SPACE[0])
    rows = best_rows(low[leaf], high[leaf], LEAF_GAP, aside, POD_WRAPS)
    at[leaf] = in_rows(low[leaf], high[leaf], rows, LEAF_GAP)
    wide = float((at + high)[leaf, 0].max() - (at + low)[leaf, 0].min())
    upper = level > level.min()
    if upper.any():
        at[upper] = rows_by_level(low[upper], high[upper], level[upper], wide)
        floor = float((at + high)[upper, 1].max())
        at[upper, 1] -= floor + cable_space(wide) - float((at + low)[leaf, 1].min())
    return at


def rows_by_level(low: Floats, high: Floats, level: Ints, wide: float) -> Floats:
    """Return where upper switches stand that spread over a width, a row or several for each level, (n, 2)."""
    at, beneath = np.zeros_like(low), 0.0
    for band in np.unique(level)[::-1].tolist():
        here = level == band
        at[here] = spread_rows(low[here], high[here], wide) + np.array((0.0, beneath))
        beneath = float((at + high)[here, 1].max()) + cable_space(wide)
    return at


def spread_rows(low: Floats, high: Floats, wide: float) -> Floats:
    """Return where switches stand that spread over a width, in as many rows as they need, (n, 2)."""
    count = len(low)
    size = float((high - low)[:, 0].max(initial=0.0)) + ROW_GAP[0]
    length = max(int(wide // size), math.isqrt(SPREAD * count), 1)
    rows = -(-count // length)
    step = max(size, wide / max(-(-count // max(rows, 1)), 1))
    at = in_rows(low, high, rows, (step - size + ROW_GAP[0], ROW_GAP[1]))
    return at[by_columns(count, rows)]


def by_columns(count: int, rows: int) -> Ints:
    """Return the places of things in so many rows when they follow one another down each column.

    Examples
    --------
    >>> by_columns(5, 2).tolist()
    [0, 3, 1, 4, 2]
    """
    length = -(-count // max(rows, 1)) or 1
    place = np.arange(count)
    return np.lexsort((place, place % length))


def cable_space(wide: float) -> float:
    """Return the height that is left free for cables that run over so much width."""
    least, most = CABLE_SPACE
    return float(np.clip(wide * CABLE_SHARE // GAP * GAP, least, most))
