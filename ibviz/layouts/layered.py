"""The layered layout: a band for each level, pods and planes together, hosts in blocks under their leaf."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ibviz.core.bands import Bands, Strip
from ibviz.core.order import distinct
from ibviz.core.registry import layouts
from ibviz.core.structure import Structure
from ibviz.core.table import Floats, Ints
from ibviz.layouts.ordering import Order, switch_order
from ibviz.layouts.placing import Columns, Stacks, arranged, columns_of, reaches, shown_pods, stacked, turns


@layouts.add("layered", "A band for each level, hosts below")
def layered(structure: Structure, order: Floats | None = None) -> Bands:
    """Return order and place of every node in the layered view.

    Parameters
    ----------
    structure : Structure
        Best that of the fabric as built, so that nothing jumps when a scenario takes something down.
    order : (N,) float64 or None
        Places that a user gave to nodes, counted in their band from 0 as this layout would; NaN where the
        layout decides. A node stays among those of its pod, plane, subnet or column; pods and planes follow
        the median of their nodes.
    """
    ranked = arranged(switch_order(structure), order)
    bands = ranked.bands()
    columns = columns_of(ranked, bands[0] if bands else np.empty(0, np.int64))
    stacks = stacked(structure, columns, order)
    places = _Places.empty(len(structure.level))
    places.put_hosts(structure, stacks)
    places.put_switches(ranked, bands, columns)
    places.put_aggregation(structure)
    return Bands(
        structure=structure,
        levels=tuple(_locked(rows) for rows in (stacks.row, *bands)),
        **{name: _locked(values) for name, values in vars(places).items()},
        pods=_pods(ranked, columns),
        planes=_planes(structure, bands, places),
        subnets=_subnets(structure, columns),
        width=float(max(stacks.width, columns.width, 1)),
    )


@dataclass(eq=False)
class _Places:
    """The columns of `Bands` while they are filled in."""

    x: Floats
    span: Floats
    column: Ints
    block: Ints
    slot: Ints
    slots: Ints

    @classmethod
    def empty(cls, count: int) -> _Places:
        none, zero = np.full(count, -1), np.zeros(count, np.int64)
        return cls(np.full(count, np.nan), np.zeros(count), none, none.copy(), zero, zero.copy())

    def put_hosts(self, structure: Structure, stacks: Stacks) -> None:
        row = stacks.row
        self.x[row] = stacks.column + (stacks.slot + 0.5) / stacks.slots
        self.span[row] = 1 / stacks.slots
        self.column[row], self.slot[row], self.slots[row] = stacks.column, stacks.slot, stacks.slots
        self.block[row] = structure.leaf[row]

    def put_switches(self, ranked: Order, bands: list[Ints], columns: Columns) -> None:
        """Put leaves into their columns, and spread those above over their pod or subnet."""
        pod, subnet = shown_pods(ranked), ranked.structure.subnet
        region = np.where(pod >= 0, pod, ranked.first_subnet + subnet)
        both = np.concatenate([pod[columns.switch], ranked.first_subnet + subnet[columns.switch]])
        left, right = reaches(both, np.tile(columns.column, 2), len(ranked.part_rank))
        for rows in bands:
            here = region[rows]
            place, total = turns(here)
            self.slot[rows], self.slots[rows] = place, total
            self.span[rows] = (right - left)[here] / total
            self.x[rows] = left[here] + (place + 0.5) * self.span[rows]
        if bands:
            self.column[bands[0]] = columns.of[bands[0]]
            self.x[bands[0]] = self.column[bands[0]] + 0.5
            self.span[bands[0]] = 1.0

    def put_aggregation(self, structure: Structure) -> None:
        """Put aggregation nodes at their switches."""
        kind = structure.wiring.fabric.nodes.kind
        rows = np.flatnonzero((structure.leaf >= 0) & (structure.level < 0) & (kind > 0))
        self.block[rows] = structure.leaf[rows]
        self.x[rows] = self.x[structure.leaf[rows]]


def _pods(ranked: Order, columns: Columns) -> tuple[Strip, ...]:
    level = ranked.structure.level
    pod = shown_pods(ranked)
    left, right = reaches(pod[columns.switch], columns.column, ranked.first_plane)
    switches = ranked.structure.wiring.switches
    switches = switches[pod[switches] >= 0]
    top = np.zeros(ranked.first_plane, np.int64)
    np.maximum.at(top, pod[switches], level[switches])
    return _strips(distinct(pod[switches]), left, right, top, bottom=0)


def _subnets(structure: Structure, columns: Columns) -> tuple[Strip, ...]:
    count = structure.wiring.subnets
    switches = structure.wiring.switches
    left, right = reaches(structure.subnet[columns.switch], columns.column, count)
    top = np.zeros(count, np.int64)
    np.maximum.at(top, structure.subnet[switches], structure.level[switches])
    return _strips(np.arange(count), left, right, top, bottom=0)


def _planes(structure: Structure, bands: list[Ints], places: _Places) -> tuple[Strip, ...]:
    rows = np.concatenate([np.empty(0, np.int64), *bands])
    rows = rows[structure.plane[rows] >= 0]
    plane = structure.plane[rows]
    count = int(plane.max(initial=-1)) + 1
    if count < 2:
        return ()
    left, right = np.full(count, np.inf), np.full(count, -np.inf)
    np.minimum.at(left, plane, (places.x - places.span / 2)[rows])
    np.maximum.at(right, plane, (places.x + places.span / 2)[rows])
    top = np.zeros(count, np.int64)
    top[plane] = structure.level[rows]
    return _strips(np.arange(count), left, right, top, bottom=None)


def _strips(
    numbers: Ints, left: Floats, right: Floats, top: Ints, *, bottom: int | None
) -> tuple[Strip, ...]:
    """Return the strips from left to right, labelled by their place; `bottom` None: the top band alone."""
    return tuple(
        _strip(index, place, left, right, top, bottom)
        for place, index in enumerate(numbers[np.argsort(left[numbers], kind="stable")].tolist(), start=1)
    )


def _strip(index: int, place: int, left: Floats, right: Floats, top: Ints, bottom: int | None) -> Strip:
    high = int(top[index])
    low = high if bottom is None else bottom
    return Strip(index, str(place), float(left[index]), float(right[index]), low, high)


def _locked(values: NDArray[Any]) -> NDArray[Any]:
    values.flags.writeable = False
    return values
