"""Blocks of a matrix: switches that share no cable with others have a matrix of their own, laid side by side."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ibviz.core.table import Floats, Ints
from ibviz.core.wiring import components
from ibviz.drawing.matrix.axis import Axis, along
from ibviz.drawing.scene import Scene

WIDE = 1.7
"""Width by height that the blocks together are laid out to, about that of a canvas."""

ROW_TRIES = 48
"""Arrangements that are tried at most."""


@dataclass(frozen=True, eq=False)
class Blocks:
    """Where the blocks lie.

    Attributes
    ----------
    box : (b, 4) float64, units
        Left, top, right and bottom of the cells of each.
    names : tuple of str
        What each is called, such as ``Pod 3``; empty where there is but one.
    pod : (b,) int64
        Number of the pod that a block is; -1 for none.
    room : (float, float), units
        What is kept free for the heads at the left and at the top of each.
    """

    box: Floats
    names: tuple[str, ...]
    pod: Ints
    room: tuple[float, float]

    def __len__(self) -> int:
        return len(self.box)


def blocks_of(scene: Scene, ends: Ints, low: Ints, high: Ints) -> Ints:
    """Return the block of each node, (N,): from left to right along the bands; -1 for what is in none.

    Parameters
    ----------
    scene : Scene
    ends : (k, 2) int64
        Switches at the ends of the cables.
    low, high : (n,) int64
        The switches of both levels. What has no such cable goes to the block of its pod, or to the only one.
    """
    count = len(scene.band)
    label = components(count, ends)
    cabled = np.zeros(count, bool)
    cabled[ends] = True
    rows = np.flatnonzero(cabled)
    first = np.full(count, np.inf)
    np.minimum.at(first, label[rows], along(scene)[rows])
    order = np.argsort(first, kind="stable")[: len(np.unique(label[rows]))]
    number = np.full(count, -1)
    number[order] = np.arange(len(order))
    block = np.where(cabled, number[label], -1)
    alone = np.concatenate([low, high])
    alone = alone[~cabled[alone]]
    block[alone] = 0 if len(order) == 1 else _of_pod(scene, block)[scene.structure.pod[alone]]
    return block


def _of_pod(scene: Scene, block: Ints) -> Ints:
    """Return the block of each pod, one more for none, by the last of its switches that is in one."""
    pod = scene.structure.pod
    found = np.full(int(pod.max(initial=-1)) + 2, -1)
    known = (block >= 0) & (pod >= 0)
    found[pod[known]] = block[known]
    return found


def lay_out(sizes: Floats, room: tuple[float, float]) -> Floats:
    """Return the corners of blocks laid in rows from left to right, (b, 2) units; one alone stands at the origin.

    Parameters
    ----------
    sizes : (b, 2) float64, units
    room : (float, float), units
        Kept free at the left of each and above it.
    """
    count = len(sizes)
    outer = sizes + np.array(room)
    tries = np.unique(np.linspace(1, count, min(count, ROW_TRIES)).astype(np.int64)).tolist()
    best, least = np.zeros((count, 2)), np.inf
    for across in tries:
        corner = _rows(outer, across)
        wide, tall = (corner + outer).max(axis=0)
        cost = max(wide / WIDE, tall)
        if cost < least - 1e-9:
            best, least = corner, cost
    placed: Floats = best + np.array(room)
    return placed


def _rows(outer: Floats, across: int) -> Floats:
    """Return the corners of rectangles, `across` in a row, each row as high as its highest."""
    corner = np.zeros((len(outer), 2))
    top = 0.0
    for start in range(0, len(outer), across):
        row = outer[start : start + across]
        corner[start : start + across, 0] = np.cumsum(row[:, 0]) - row[:, 0]
        corner[start : start + across, 1] = top
        top += float(row[:, 1].max())
    return corner


def names_of(scene: Scene, rows: Axis, columns: Axis, count: int) -> tuple[tuple[str, ...], Ints]:
    """Return what blocks are called: by their pod, plane or subnet, else by number; and which pod each is."""
    none = np.full(count, -1)
    if count < 2:
        return ("",) * count, none
    bands, structure = scene.bands, scene.structure
    for axis, of, strips, word in (
        (rows, structure.pod, bands.pods, "Pod"),
        (columns, structure.plane, bands.planes, "Plane"),
        (rows, structure.subnet, bands.subnets, "Subnet"),
    ):
        key = _key(axis, of, count)
        labels = {strip.index: strip.label for strip in strips}
        if len(np.unique(key)) == count and all(k in labels for k in key.tolist()):
            return tuple(f"{word} {labels[k]}" for k in key.tolist()), key if word == "Pod" else none
    return tuple(f"Block {number + 1}" for number in range(count)), none


def _key(axis: Axis, of: Ints, count: int) -> Ints:
    """Return the number that all switches of a block share on an axis; -1 where they share none."""
    low, high = np.full(count, np.iinfo(np.int64).max), np.full(count, -1)
    np.minimum.at(low, axis.block, of[axis.node])
    np.maximum.at(high, axis.block, of[axis.node])
    return np.where(low == high, low, -1)
