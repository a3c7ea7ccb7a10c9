"""An axis of a matrix: its switches in order, in blocks and groups, and where each lies."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from ibviz.core.table import Bools, Floats, Ints, Texts
from ibviz.drawing.scene import Scene

CELL = 24.0
"""Side of a cell, units."""

GAP = 10.0
"""What parts two groups of a block, units."""


@dataclass(frozen=True, eq=False)
class Axis:
    """Rows or columns.

    Attributes
    ----------
    node : (n,) int64
        The switch of each, block by block, group by group.
    block, group : (n,) int64
        Numbers from 0; a group is of one block.
    place : (n,) float64, units
        Where each begins: in its block at first, in the plane where the blocks are laid out.
    names : (g,) str
        What each group is called, such as ``Pod 3``; empty where a block has but one.
    """

    node: Ints
    block: Ints
    group: Ints
    place: Floats
    names: Texts

    def __len__(self) -> int:
        return len(self.node)

    @cached_property
    def begins(self) -> Ints:
        """Where each block begins in the axis, and where the last one ends, (blocks + 1,)."""
        found: Ints = np.searchsorted(self.block, np.arange(int(self.block.max(initial=-1)) + 2))
        return found

    @cached_property
    def group_begins(self) -> Ints:
        """Where each group begins in the axis, and where the last one ends, (groups + 1,)."""
        found: Ints = np.searchsorted(self.group, np.arange(len(self.names) + 1))
        return found

    @cached_property
    def sizes(self) -> Floats:
        """Length of each block along the axis, (blocks,) units."""
        first, last = self.begins[:-1], self.begins[1:] - 1
        found: Floats = self.place[last] + CELL - self.place[first]
        return found

    def moved(self, by: Floats) -> Axis:
        """Return the axis with each block moved, (blocks,) units."""
        return replace(self, place=self.place + by[self.block])

    def position(self, count: int) -> Ints:
        """Return the place in the axis of each of `count` nodes; -1 for what is not in it."""
        found = np.full(count, -1)
        found[self.node] = np.arange(len(self))
        return found


def along(scene: Scene) -> Floats:
    """Return where nodes stand along the bands, (N,): a fold where its head stood before."""
    x: Floats = np.where(np.isnan(scene.bands.x), scene.whole.bands.x, scene.bands.x)
    return x


def make_axis(scene: Scene, node: Ints, block: Ints) -> Axis:
    """Return the axis of some switches whose blocks are known, each block from 0."""
    key, names = groups_of(scene, node, block)
    order = np.lexsort((along(scene)[node], _ranks(scene, node, key), block))
    node, block, key = node[order], block[order], key[order]
    starts = np.append(True, (block[1:] != block[:-1]) | (key[1:] != key[:-1]))[: len(node)]
    group = np.cumsum(starts) - 1
    alone = np.bincount(block[starts], minlength=int(block.max(initial=-1)) + 1)[block[starts]] == 1
    told = np.where(alone, "", np.array([*(names[k] for k in key[starts].tolist()), None], object)[:-1])
    return Axis(node, block, group, _within(block, starts), told.astype(object))


def _ranks(scene: Scene, node: Ints, key: Ints) -> Ints:
    """Return the order of groups along the bands."""
    first = np.full(int(key.max(initial=0)) + 1, np.inf)
    np.minimum.at(first, key, along(scene)[node])
    rank = np.empty(len(first), np.int64)
    rank[np.argsort(first, kind="stable")] = np.arange(len(first))
    ranks: Ints = rank[key]
    return ranks


def _within(block: Ints, starts: Bools) -> Floats:
    """Return where each row of sorted blocks begins in its block, units."""
    place = np.arange(len(block)) * CELL + np.cumsum(starts) * GAP
    begins = np.append(True, block[1:] != block[:-1])[: len(block)]
    within: Floats = place - place[begins][block] if len(block) else place
    return within


def groups_of(scene: Scene, node: Ints, block: Ints) -> tuple[Ints, dict[int, str]]:
    """Return a number for the pod or plane of each switch, and what each is called; all 0 where none parts them."""
    structure, blocks = scene.structure, len(np.unique(block))
    for of, strips, word in (
        (structure.plane, scene.bands.planes, "Plane"),
        (structure.pod, scene.bands.pods, "Pod"),
        (structure.chassis.of, (), "Chassis"),
    ):
        key = of[node]
        different = len(np.unique(block * (len(of) + 1) + key))
        if len(node) and (key >= 0).all() and blocks < different <= len(node) / 2:
            labels = {strip.index: f"{word} {strip.label}" for strip in strips}
            if word == "Chassis":
                labels = {n: str(structure.chassis.names[n]) for n in np.unique(key).tolist()}
            return key, {n: labels.get(n, "") for n in np.unique(key).tolist()}
    return np.zeros(len(node), np.int64), {0: ""}
