"""Fabrics with racks, chassis and hosts of several HCAs, and the folds that they have."""

from __future__ import annotations

import numpy as np
from fabrics import tree2, tree3
from scenes import FABRICS

from ibviz.core.fabric import Fabric
from ibviz.drawing.fold import Fold, ordered
from ibviz.drawing.folding import groups_of
from ibviz.drawing.scene import Scene


def with_groups(fabric: Fabric, racks: int = 4, hosts: int = 3, seed: int = 1) -> Fabric:
    """Return a fabric whose nodes are put into racks, chassis and hosts by chance."""
    rng = np.random.default_rng(seed)
    nodes, count = fabric.nodes, len(fabric.nodes)
    rack = np.array([f"r{n}" if n else "" for n in rng.integers(0, racks + 1, count)], object)
    chassis = np.array([f"c{n}" if n else "" for n in rng.integers(0, 4, count)], object)
    host = np.array([f"h{n}" for n in np.arange(count) // hosts], object)
    return Fabric(nodes.with_columns(rack=rack, chassis=chassis, host=host), fabric.cables, fabric.ports)


def leaf_racks() -> Fabric:
    """A tree of three levels: each leaf stands in a rack with its hosts, each pod's upper switches in a chassis."""
    fabric = tree3(4, 4, 3, 2, 4)
    nodes = fabric.nodes
    rack, chassis = np.full(len(nodes), "", object), np.full(len(nodes), "", object)
    host0 = 4 * 4 + 4 * 3 + 3 * 2
    for leaf in range(16):
        rack[leaf] = rack[host0 + leaf * 4 : host0 + leaf * 4 + 4] = f"r{leaf}"
    for pod in range(4):
        chassis[16 + pod * 3 : 16 + pod * 3 + 3] = f"box {pod}"
    return Fabric(nodes.with_columns(rack=rack, chassis=chassis), fabric.cables, fabric.ports)


def small_racks() -> Fabric:
    """Two pods of two leaves; a leaf stands in a rack with its hosts, the upper switches of a pod in a chassis."""
    fabric = tree3(2, 2, 2, 2, 2)
    rack = [*(f"r{leaf}" for leaf in range(4)), *[""] * 8, *(f"r{host // 2}" for host in range(8))]
    chassis = [*[""] * 4, "box 0", "box 0", "box 1", "box 1", *[""] * 12]
    nodes = fabric.nodes.with_columns(rack=np.array(rack, object), chassis=np.array(chassis, object))
    return Fabric(nodes, fabric.cables, fabric.ports)


def director() -> Fabric:
    """A tree of two levels whose switches are all in one chassis, the hosts in none."""
    fabric = tree2(8, 4, 5)
    chassis = np.where(np.arange(len(fabric.nodes)) < 12, "director", "").astype(object)
    return Fabric(fabric.nodes.with_columns(chassis=chassis), fabric.cables, fabric.ports)


def two_rails() -> Fabric:
    """Two leaves under two spines, hosts with an HCA at each leaf."""
    fabric = tree2(2, 2, 5)
    host = np.full(len(fabric.nodes), "", object)
    for n in range(5):
        host[4 + n] = host[9 + n] = f"node{n}"
    return Fabric(fabric.nodes.with_columns(host=host), fabric.cables, fabric.ports)


GROUPED = {
    "leaf racks": leaf_racks,
    "director": director,
    "two rails": two_rails,
    "pods": FABRICS["pods"],
    "chance": lambda: with_groups(tree3(3, 4, 3, 2, 4, holes=3, missing=3, shuffle=5)),
    "odd": lambda: with_groups(FABRICS["odd"](), 2, 2),
    "forest": lambda: with_groups(FABRICS["forest"](), 2, 2),
}
"""Fabrics with groups by name."""


def every_fold(scene: Scene) -> tuple[Fold, ...]:
    """Return a fold of every group of a scene that has more than one node."""
    bands, structure = scene.whole.bands, scene.structure
    folds = [Fold("pod", pod.index) for pod in bands.pods]
    folds += [Fold("plane", plane.index) for plane in bands.planes] if len(bands.planes) > 1 else []
    for kind in ("rack", "chassis", "host"):
        number = np.bincount(groups_of(structure, kind).of + 1)[1:]
        folds += [Fold(kind, n) for n in np.flatnonzero(number > 1).tolist()]
    return ordered(folds)


def of_kind(scene: Scene, *kinds: str) -> tuple[Fold, ...]:
    """Return the folds of all groups of some kinds."""
    return tuple(fold for fold in every_fold(scene) if fold.kind in kinds)
