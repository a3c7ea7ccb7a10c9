"""What can be folded: the groups of nodes, those of a kind, and the same groups in a fabric that was edited."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np

from ibviz.core.order import distinct
from ibviz.core.structure import Structure
from ibviz.core.table import Bools, Ints
from ibviz.drawing.fold import KINDS, Fold, ordered
from ibviz.drawing.folding import Folds, group_rows, groups_of, name_of
from ibviz.drawing.scene import Scene


def is_known(structure: Structure, kind: str) -> bool:
    """Tell whether the groups of a kind were found already, so that asking for them costs nothing."""
    return kind in ("pod", "plane") or kind in vars(structure)


def foldable(scene: Scene, nodes: Ints, kinds: Sequence[str] = KINDS) -> list[Fold]:
    """Return the groups that hold all of some nodes and can be folded, outermost kinds first.

    Parameters
    ----------
    scene : Scene
    nodes : (n,) int64
    kinds : sequence of str
        Those that are looked at.
    """
    if not len(nodes) or (scene.folding.group[nodes] >= 0).any():
        return []
    found = []
    for kind in kinds:
        number = _number(scene.structure, kind)[nodes]
        fold = Fold(kind, int(number[0]))
        if (number == number[0]).all() and _folds(scene, fold):
            found.append(fold)
    return found


def _number(structure: Structure, kind: str) -> Ints:
    """Return the number of the group of a kind of each node, (N,); -1 for none."""
    if kind in ("pod", "plane"):
        number: Ints = structure.pod if kind == "pod" else structure.plane
        return number
    return groups_of(structure, kind).of


def _folds(scene: Scene, fold: Fold) -> bool:
    """Tell whether folding a group would contract anything."""
    rows = group_rows(scene.structure, scene.whole.bands, fold)
    return int(((scene.folding.group[rows] < 0) & (scene.whole.band[rows] >= 0)).sum()) > 1


def folded_at(scene: Scene, nodes: Ints) -> list[Fold]:
    """Return the folds in which some nodes are."""
    places = distinct(scene.folding.group[nodes])
    return [scene.folding.folds[place] for place in places[places >= 0].tolist()]


def all_of(scene: Scene, kind: str) -> list[Fold]:
    """Return the folds of all groups of a kind that have several nodes."""
    number = np.bincount(_number(scene.structure, kind)[scene.whole.band >= 0] + 1)[1:]
    folds = [Fold(kind, each) for each in np.flatnonzero(number > 1).tolist()]
    if kind in ("pod", "plane"):
        folds = [fold for fold in folds if len(group_rows(scene.structure, scene.whole.bands, fold))]
    return folds


def act_of(scene: Scene, fold: Fold) -> str:
    """Return what a menu calls a group: ``pod 3``, ``rack r12``, ``host node17``."""
    name = name_of(scene.structure, scene.whole.bands, fold)
    if fold.kind == "host":
        return f"host {name}"
    return name[0].lower() + name[1:] if name.lower().startswith(fold.kind) else name


def carried(before: Scene, after: Scene, folds: Iterable[Fold]) -> Folds:
    """Return the folds of the same groups in a scene of an edited fabric: those of a node that is still the same."""
    found = set()
    for fold in folds:
        rows = group_rows(before.structure, before.whole.bands, fold)
        rows = rows[_is_same(before, after, rows)]
        number = int(_number(after.structure, fold.kind)[rows[0]]) if len(rows) else -1
        if number >= 0:
            found.add(Fold(fold.kind, number))
    return ordered(found)


def _is_same(before: Scene, after: Scene, rows: Ints) -> Bools:
    """Tell which nodes are the same in two scenes: alive in both, of one birth and one GUID."""
    old, new = before.fabric.nodes, after.fabric.nodes
    there = rows < len(new)
    at = np.where(there, rows, 0)
    same: Bools = (
        there & new.alive[at] & (old.birth[rows] == new.birth[at]) & (old.guid[rows] == new.guid[at])
    )
    return same
