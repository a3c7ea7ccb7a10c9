"""Blocks of a tree on the map: its pods, and the core between them, with the cables from each pod to each plane."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ibviz.core.table import Bools, Floats, Ints
from ibviz.drawing.map.places import areas, places
from ibviz.drawing.scene import Scene

PAD = 24.0
"""What a block reaches beyond its nodes, units."""

AISLE = 20.0
"""How far from the blocks in their way cables pass them, units."""

FEWEST = 3
"""Pods that make blocks at least."""

LEVELS = 4
"""Levels of a fabric that has blocks at least, hosts included."""


@dataclass(frozen=True, eq=False)
class Blocks:
    """Pods around a core, in units of the plane.

    Attributes
    ----------
    label : tuple of str
        What each pod is called: its number.
    hosts : (b,) int64
        Nodes in its lowest level.
    box : (b, 4) float64
        Left, top, right and bottom of each pod.
    name : (b, 2) float64
        Where its name stands: among the cables above its leaves.
    core : (4,) float64
        The same of all that stands above the pods.
    gate : (b, 4) float64
        Where the cables of a pod leave it, and where they spread: next to the core, past what is in their way.
    strand : (s, 2) int64
        Pod and plane that cables join.
    cable : (k,) int64
        The cables, strand by strand.
    begins, sizes : (s,) int64
        Where each strand begins in `cable`, and how many it has.
    joined : (s, 2) float64
        Where it ends at the core: x, and the edge that faces its pod.
    """

    label: tuple[str, ...]
    hosts: Ints
    box: Floats
    name: Floats
    core: Floats
    gate: Floats
    strand: Ints
    cable: Ints
    begins: Ints
    sizes: Ints
    joined: Floats


def blocks(scene: Scene) -> Blocks | None:
    """Return the blocks of a scene, found once for it; None where it has none, or they lie upon each other."""
    kept: Blocks | None = scene.once("map blocks", lambda: _blocks(scene))
    return kept


def _blocks(scene: Scene) -> Blocks | None:
    pods = scene.bands.pods
    if len(pods) < FEWEST or len(scene.bands.levels) < LEVELS or scene.structure.wiring.subnets > 1:
        return None
    number = np.full(int(scene.structure.pod.max(initial=-1)) + 2, -1)
    number[[strip.index for strip in pods]] = np.arange(len(pods))
    pod = number[scene.structure.pod]
    rows = scene.nodes[np.isfinite(places(scene)[scene.nodes]).all(axis=1)]
    top = rows[(pod[rows] < 0) & (scene.band[rows] == len(scene.bands.levels) - 1)]
    inside = rows[pod[rows] >= 0]
    if not len(top) or len(np.unique(pod[inside])) < len(pods):
        return None
    box = _around(scene, inside, pod[inside], len(pods))
    core = _around(scene, top, np.zeros(len(top), np.int64), 1)[0]
    if _meet(np.vstack([box, core])):
        return None
    hosts = np.bincount(pod[inside[scene.band[inside] == 0]], minlength=len(pods))
    name = _names(scene, inside, pod[inside], box, core)
    return _with_strands(scene, tuple(strip.label for strip in pods), hosts, (box, name, core), pod)


def _names(scene: Scene, rows: Ints, of: Ints, box: Floats, core: Floats) -> Floats:
    """Return the middle between the leaves of each pod and the switches next above them, (b, 2)."""
    up = _is_above(box, core)
    y = places(scene)[rows, 1] * np.where(up, 1.0, -1.0)[of]
    leaf, above = np.full(len(box), -np.inf), np.full(len(box), np.inf)
    for band, edge, take in ((1, leaf, np.maximum), (2, above, np.minimum)):
        here = scene.band[rows] == band
        take.at(edge, of[here], y[here])
    middle = np.where(up, 1.0, -1.0) * (leaf + above) / 2
    return np.column_stack([(box[:, 0] + box[:, 2]) / 2, middle])


def _is_above(box: Floats, core: Floats) -> Bools:
    """Tell which pods stand above the core."""
    above: Bools = box[:, 1] + box[:, 3] < core[1] + core[3]
    return above


def _around(scene: Scene, rows: Ints, of: Ints, count: int) -> Floats:
    """Return the boxes round groups of nodes, (count, 4)."""
    area = areas(scene, rows, np.empty(0, np.int64))
    low, high = np.full((count, 2), np.inf), np.full((count, 2), -np.inf)
    np.minimum.at(low, of, area[:, :2] - PAD)
    np.maximum.at(high, of, area[:, 2:] + PAD)
    return np.column_stack([low, high])


def _meet(box: Floats) -> bool:
    """Tell whether any two boxes lie upon each other."""
    meet = (box[:, None, :2] < box[None, :, 2:]).all(axis=2)
    return int((meet & meet.T).sum()) > len(box)


def _with_strands(
    scene: Scene, label: tuple[str, ...], hosts: Ints, around: tuple[Floats, Floats, Floats], pod: Ints
) -> Blocks | None:
    """Return the blocks with the cables between pods and planes, by both; None where there are no such cables."""
    box, name, core = around
    one, other = scene.ends[scene.cables].T
    below = np.where(pod[one] >= 0, one, other)
    above = np.where(pod[one] >= 0, other, one)
    plane = np.maximum(scene.structure.plane, 0)
    is_top = (pod < 0) & (scene.band == len(scene.bands.levels) - 1)
    kept = np.flatnonzero((pod[below] >= 0) & is_top[above])
    if not len(kept):
        return None
    planes = int(plane.max(initial=0)) + 1
    code = pod[below[kept]] * planes + plane[above[kept]]
    order = np.argsort(code, kind="stable")
    found, begins, sizes = np.unique(code[order], return_index=True, return_counts=True)
    strand = np.column_stack(np.divmod(found, planes))
    x = places(scene)[above[kept[order]], 0]
    up = _is_above(box, core)[strand[:, 0]]
    joined = np.column_stack([np.add.reduceat(x, begins) / sizes, np.where(up, core[1], core[3])])
    cable = scene.cables[kept[order]]
    return Blocks(label, hosts, box, name, core, gates(box, core), strand, cable, begins, sizes, joined)


def gates(box: Floats, core: Floats) -> Floats:
    """Return where the cables of pods leave them, and where they spread, (b, 4): those in the way are passed."""
    up = _is_above(box, core)
    middle = (box[:, 0] + box[:, 2]) / 2
    made = np.empty((len(box), 4))
    for each in range(len(box)):
        inner = box[each, 3] if up[each] else box[each, 1]
        blocking = _in_the_way(box, each, core, up=bool(up[each]))
        spot = (middle[each], inner)
        if blocking.any():
            aside = blocking.sum() % 2
            x = box[blocking, 0].min() - AISLE if aside else box[blocking, 2].max() + AISLE
            spot = (x, box[blocking, 3].max() if up[each] else box[blocking, 1].min())
        made[each] = (middle[each], inner, *spot)
    return made


def _in_the_way(box: Floats, each: int, core: Floats, *, up: bool) -> Bools:
    """Tell which pods stand between one and the core, over its middle."""
    middle = (box[each, 0] + box[each, 2]) / 2
    if up:
        between = (box[:, 1] >= box[each, 3]) & (box[:, 3] <= core[1])
    else:
        between = (box[:, 3] <= box[each, 1]) & (box[:, 1] >= core[3])
    found: Bools = between & (box[:, 0] < middle) & (middle < box[:, 2])
    return found
