"""Telling of folds: what each is called, where it is known from, what is in it."""

from __future__ import annotations

import numpy as np

from ibviz.core.fabric import Fabric, Kind
from ibviz.core.structure import Structure
from ibviz.core.table import Ints
from ibviz.drawing.folding import groups_of, name_of
from ibviz.drawing.scene import Scene

SOURCES = {"file": "by file", "name": "by name", "wiring": "by system GUID"}


def names_of(scene: Scene) -> list[str]:
    """Return what the folds of a scene are called."""
    return [name_of(scene.structure, scene.whole.bands, fold) for fold in scene.folding.folds]


def known_from(scene: Scene, place: int) -> str:
    """Return where a fold of a scene is known from: ``rack, by file``; pods and planes are seen in the cables."""
    return source_of(scene.structure, scene.folding.folds[place].kind, int(scene.folding.heads[place]))


def source_of(structure: Structure, kind: str, node: int) -> str:
    """Return where the group of a kind in which a node is, is known from."""
    if kind in ("pod", "plane"):
        return f"{kind}, by cables"
    source = str(groups_of(structure, kind).source[node])
    return f"{kind}, {SOURCES[source]}" if source in SOURCES else kind


def counts_of(scene: Scene) -> list[list[str]]:
    """Return what is in each fold: ``18 leaves``, ``18 aggregation switches``, ``324 hosts``."""
    found: list[list[str]] = scene.once(
        "fold counts",
        lambda: [
            [f"{number:,} {word}" for number, word in counted(scene.fabric, scene.structure, rows)]
            for rows in map(scene.folding.members, range(len(scene.folding.folds)))
        ],
    )
    return found


def level_words(levels: int) -> list[tuple[str, str]]:
    """Return what one and several switches of each level are called, leaves first.

    Examples
    --------
    >>> level_words(2)
    [('leaf', 'leaves'), ('spine', 'spines')]
    >>> [many for one, many in level_words(4)]
    ['leaves', 'level 2 switches', 'level 3 switches', 'core switches']
    """
    if levels <= 2:
        return [[], [("switch", "switches")], [("leaf", "leaves"), ("spine", "spines")]][levels]
    middle = ["aggregation"] if levels == 3 else [f"level {level}" for level in range(2, levels)]
    return [("leaf", "leaves"), *((f"{word} switch", f"{word} switches") for word in [*middle, "core"])]


def counted(fabric: Fabric, structure: Structure, rows: Ints) -> list[tuple[int, str]]:
    """Return how many switches of each level, hosts, HCAs and routers are among some nodes, with their words."""
    kind, level = fabric.nodes.kind[rows], structure.level[rows]
    words = level_words(structure.levels - 1)
    said = [(int((level == place).sum()), words[place - 1]) for place in range(1, len(words) + 1)]
    hcas = rows[kind == Kind.HCA]
    hosts = len(np.unique(structure.host.of[hcas]))
    said += [(hosts, ("host", "hosts")), (len(hcas) if len(hcas) != hosts else 0, ("HCA", "HCAs"))]
    said.append((int((kind == Kind.ROUTER).sum()), ("router", "routers")))
    return [(number, one if number == 1 else many) for number, (one, many) in said if number]


def number_down(scene: Scene) -> Ints:
    """Return how many nodes and cables of each fold are down, those cables included that leave it, (F,)."""
    folding, count = scene.folding, len(scene.folding.folds)
    nodes = folding.group[scene.failed_node]
    ends = folding.group[scene.fabric.cables.node[scene.failed]]
    once = np.where(ends[:, 0] == ends[:, 1], -1, ends[:, 1])
    met = np.concatenate([nodes, ends[:, 0], once])
    number: Ints = np.bincount(met[met >= 0], minlength=count)
    return number
