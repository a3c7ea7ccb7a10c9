"""Contracting: the bands with what is folded taken out, the rest moved together in the order it has."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from ibviz.core.bands import Bands, Strip
from ibviz.core.table import Bools, Floats, Ints
from ibviz.drawing.folding import Folding, band_of
from ibviz.drawing.parts import owners, rank_within

SHARE, LEAST = 3, 3
"""Columns of a fold for one that it keeps, and how many it keeps at least."""


@dataclass(frozen=True, eq=False)
class Plots:
    """Where folds stand in the bands.

    Attributes
    ----------
    left, right : (F,) float64, leaf columns
    low, high : (F,) int64
        Lowest and highest band that each covers; its cables end in the highest. Band 0 alone is a tile.
    """

    left: Floats
    right: Floats
    low: Ints
    high: Ints


@dataclass(frozen=True, eq=False)
class Columns:
    """Old columns in new ones.

    Attributes
    ----------
    start, wide : (W,) int64
        Where each old column begins now, and how many it takes: none where it is folded away.
    place : (W,) int64
        The new column in which the hosts of an old one stand; -1 for none.
    first, kept : (F,) int64
        First old column of each fold, -1 for none, and how many of its columns still have hosts under it.
    """

    start: Ints
    wide: Ints
    place: Ints
    first: Ints
    kept: Ints

    @property
    def width(self) -> int:
        """Number of new columns."""
        return int(self.wide.sum())

    def strip(self, strip: Strip) -> Strip:
        """Return where a stretch of the bands lies now."""
        low, high = round(strip.left), round(strip.right) - 1
        return replace(strip, left=float(self.start[low]), right=float(self.start[high] + self.wide[high]))


def contracted(bands: Bands, folding: Folding) -> tuple[Bands, Plots]:
    """Return the bands with every fold in one narrow place, and where those are."""
    band = band_of(bands, len(bands.x))
    columns = _columns(bands, band, folding)
    x, span = _spread(bands, band, folding, columns)
    column, slot, slots = bands.column.copy(), bands.slot.copy(), bands.slots.copy()
    _stack(folding, band, columns, (x, span, column, slot, slots))
    plots = _plots(bands, band, folding, columns, (x, span))
    x[folding.heads], span[folding.heads] = (plots.left + plots.right) / 2, plots.right - plots.left
    away = folding.group >= 0
    x[away], span[away] = x[folding.heading[away]], span[folding.heading[away]]
    block = np.where(bands.block >= 0, folding.heading[bands.block], -1)
    fresh = replace(
        bands,
        levels=_levels(bands, folding, x, column, slot),
        x=x,
        span=span,
        column=column,
        block=block,
        slot=slot,
        slots=slots,
        pods=tuple(columns.strip(pod) for pod in bands.pods),
        subnets=tuple(columns.strip(subnet) for subnet in bands.subnets),
        width=float(max(1, columns.width)),
    )
    return replace(fresh, planes=_planes(fresh, band, folding)), plots


def _is_stood(folding: Folding, band: Ints) -> Bools:
    """Tell which folds have leaves, so that columns are theirs, (F,)."""
    found = np.zeros(len(folding.folds), bool)
    found[folding.group[(band == 1) & (folding.group >= 0)]] = True
    return found


def _columns(bands: Bands, band: Ints, folding: Folding) -> Columns:
    count, folds = max(1, round(bands.width)), len(folding.folds)
    owner = owners(bands, band)
    mine = np.append(folding.group, -1)[owner]
    mine = np.where((mine >= 0) & np.append(_is_stood(folding, band), False)[mine], mine, -1)
    host = (band == 0) & (bands.column >= 0)
    shown = np.bincount(bands.column[host & _is_shown(folding)], minlength=count) > 0
    is_first = np.zeros(count, bool)
    first = np.full(folds, -1)
    places = np.flatnonzero(mine >= 0)[::-1]
    first[mine[places]] = places
    is_first[first[first >= 0]] = True
    total, kept = (np.bincount(mine[here], minlength=folds) for here in (mine >= 0, (mine >= 0) & shown))
    taken = np.maximum(kept, np.minimum(total, np.maximum(LEAST, -(-total // SHARE))))
    wide = np.where(mine < 0, 1, np.where(is_first, np.append(taken, 0)[mine], 0))
    empty = (owner < 0) & (np.bincount(bands.column[host], minlength=count) == 0)
    wide[_doubled(empty, mine)] = 0
    _leave_room(bands, wide, mine, first, kept)
    start = np.cumsum(wide) - wide
    place = np.where(mine < 0, start, -1)
    under = np.flatnonzero((mine >= 0) & shown)
    turn = under[np.argsort(mine[under], kind="stable")]
    place[turn] = start[first[mine[turn]]] + rank_within(mine[turn])
    return Columns(start, wide, place, first, kept)


def _leave_room(bands: Bands, wide: Ints, mine: Ints, first: Ints, kept: Ints) -> None:
    """Leave one column to each pod and subnet whose own are all in folds elsewhere, at the cost of the fold."""
    for strip in (*bands.pods, *bands.subnets):
        low, high = round(strip.left), round(strip.right)
        if not wide[low:high].any():
            wide[low] = 1
            fold = mine[low]
            wide[first[fold]] -= int(wide[first[fold]] > max(1, kept[fold]))


def _is_shown(folding: Folding) -> Bools:
    """Tell which nodes are shown: those in no fold, and those that stand for one."""
    shown: Bools = (folding.group < 0) | folding.is_head
    return shown


def _doubled(empty: Bools, mine: Ints) -> Bools:
    """Tell which empty columns part two folds beside another empty one: one is enough there."""
    count = len(empty)
    at = np.arange(count)
    before = np.maximum.accumulate(np.where(empty, -1, at))
    after = np.minimum.accumulate(np.where(empty, count, at)[::-1])[::-1]
    known = np.append(mine, -1)
    between = (known[before] >= 0) & (known[after] >= 0) & (before >= 0)
    found: Bools = empty & between & np.append(False, empty[:-1])
    return found


def _spread(bands: Bands, band: Ints, folding: Folding, columns: Columns) -> tuple[Floats, Floats]:
    """Return place and width of the switches above the leaves, those of leaves as their columns are."""
    x, span = bands.x.copy(), bands.span.copy()
    upper = np.flatnonzero(band >= 2)
    region, reach = _regions(bands, band, upper)
    old, new = reach[region, :2], _moved(reach, columns)[region]
    grown = (new[:, 1] - new[:, 0]) / (old[:, 1] - old[:, 0])
    x[upper], span[upper] = new[:, 0] + (x[upper] - old[:, 0]) * grown, span[upper] * grown
    leaves = np.flatnonzero((band == 1) & (folding.group < 0))
    x[leaves] = columns.place[bands.column[leaves]] + 0.5
    lain = folding.heads[(band[folding.heads] >= 2) & ~_is_stood(folding, band)]
    for head in lain.tolist():
        at = np.searchsorted(upper, head)
        beside = upper[(region == region[at]) & (band[upper] == band[head])]
        _share_out(folding, beside, new[at], (x, span))
    return x, span


def _regions(bands: Bands, band: Ints, rows: Ints) -> tuple[Ints, Floats]:
    """Return the stretch over which each switch is spread: its pod, subnet or all; and where those are."""
    strips = (*bands.pods, *bands.subnets)
    reach = np.array([[s.left, s.right] for s in strips] + [[0.0, round(bands.width)]])
    region = np.full(len(rows), len(strips))
    first = len(bands.pods)
    for place, strip in list(enumerate(strips))[::-1]:
        of = bands.structure.pod if place < first else bands.structure.subnet
        mine = of[rows] == strip.index
        region[mine & (band[rows] <= strip.top) if place < first else mine] = place
    return region, reach


def _moved(reach: Floats, columns: Columns) -> Floats:
    """Return where stretches of old columns lie now, (n, 2)."""
    low, high = np.round(reach).astype(np.int64).T
    return np.column_stack([columns.start[low], columns.start[high - 1] + columns.wide[high - 1]]).astype(
        np.float64
    )


def _share_out(folding: Folding, rows: Ints, reach: Floats, places: tuple[Floats, Floats]) -> None:
    """Spread the switches of one band anew over a stretch; what is folded there takes the place of a few."""
    x, span = places
    rows = rows[_is_shown(folding)[rows]]
    rows = rows[np.lexsort((rows, x[rows]))]
    number = np.bincount(folding.group[folding.group >= 0], minlength=len(folding.folds))
    few = np.maximum(1, -(-number // SHARE))
    weight = np.where(folding.group[rows] >= 0, few[folding.group[rows]], 1)
    unit = (reach[1] - reach[0]) / weight.sum()
    span[rows] = weight * unit
    x[rows] = reach[0] + (np.cumsum(weight) - weight / 2) * unit


def _stack(
    folding: Folding, band: Ints, columns: Columns, places: tuple[Floats, Floats, Ints, Ints, Ints]
) -> None:
    """Put hosts and leaves that are shown into their new columns, one host behind the other."""
    x, span, column, slot, slots = places
    old = column.copy()
    column[:] = -1
    leaves = np.flatnonzero((band == 1) & (folding.group < 0))
    column[leaves] = columns.place[old[leaves]]
    rows = np.flatnonzero((band == 0) & _is_shown(folding) & (old >= 0))
    column[rows] = columns.place[old[rows]]
    rows = rows[np.lexsort((slot[rows], old[rows], column[rows]))]
    slot[rows] = rank_within(column[rows])
    slots[rows] = np.bincount(column[rows])[column[rows]] if len(rows) else 0
    x[rows], span[rows] = column[rows] + (slot[rows] + 0.5) / slots[rows], 1 / slots[rows]


def _plots(
    bands: Bands, band: Ints, folding: Folding, columns: Columns, places: tuple[Floats, Floats]
) -> Plots:
    heads, stood = folding.heads, _is_stood(folding, band)
    x, span = places
    left, right = x[heads] - span[heads] / 2, x[heads] + span[heads] / 2
    first = columns.first[stood]
    left[stood], right[stood] = columns.start[first], columns.start[first] + columns.wide[first]
    hosted = np.zeros(len(heads), bool)
    hosted[folding.group[(band == 0) & (folding.group >= 0)]] = True
    low = np.where(stood, np.where(hosted & (columns.kept == 0), 0, 1), band[heads])
    return Plots(left, right, low, band[heads])


def _levels(bands: Bands, folding: Folding, x: Floats, column: Ints, slot: Ints) -> tuple[Ints, ...]:
    """Return what is shown of each band, from left to right; folds are tiles or stand in none."""
    hosts = bands.levels[0][_is_shown(folding)[bands.levels[0]]]
    levels = [hosts[np.lexsort((slot[hosts], column[hosts]))]]
    for rows in bands.levels[1:]:
        shown = rows[folding.group[rows] < 0]
        levels.append(shown[np.argsort(x[shown], kind="stable")])
    return tuple(levels)


def _planes(bands: Bands, band: Ints, folding: Folding) -> tuple[Strip, ...]:
    """Return the planes where their switches stand now; one that is folded elsewhere has none."""
    found = []
    for plane in bands.planes:
        rows = np.flatnonzero((bands.structure.plane == plane.index) & (band == plane.top))
        rows = folding.heading[rows]
        rows = rows[band[rows] == plane.top]
        if len(rows):
            half = bands.span[rows] / 2
            left, right = float((bands.x[rows] - half).min()), float((bands.x[rows] + half).max())
            found.append(replace(plane, left=left, right=right))
    return tuple(found)
