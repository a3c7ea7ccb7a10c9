"""Folding: which groups of nodes are shown as one, and where their cables end then."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from ibviz.core.bands import Bands, Strip
from ibviz.core.fabric import Fabric, Kind
from ibviz.core.groups import Group
from ibviz.core.state import State
from ibviz.core.structure import Structure
from ibviz.core.table import Bools, Ints
from ibviz.drawing.fold import Fold, ordered

Folds = tuple[Fold, ...]
NONE = np.empty(0, np.int64)


@dataclass(frozen=True, eq=False)
class Folding:
    """Groups contracted to one of their nodes each, their head; rows keep their meaning.

    Attributes
    ----------
    folds : tuple of Fold
        Those that are there, outermost kinds first.
    asked : tuple of Fold
        Those that were wished for: also those within others, and those that are not there.
    heads : (F,) int64
        The node that stands for all of each: the first one of the band in which the fold's cables end.
    group : (N,) int64
        Which of the folds each node is in; -1 for none.
    heading : (N,) int64
        The node that stands for each: the head of its fold, else itself.
    ends : (C, 2) int64
        Where each cable ends then.
    inside : (C,) bool
        Cables with both ends in one fold.
    """

    folds: tuple[Fold, ...]
    asked: tuple[Fold, ...]
    heads: Ints
    group: Ints
    heading: Ints
    ends: Ints
    inside: Bools

    def __bool__(self) -> bool:
        return bool(self.folds)

    @cached_property
    def is_head(self) -> Bools:
        """Nodes that stand for a fold, (N,)."""
        found = np.zeros(len(self.group), bool)
        found[self.heads] = True
        return found

    def members(self, place: int) -> Ints:
        """Return the nodes of one of the folds."""
        return np.flatnonzero(self.group == place)

    def standing_for(self, fabric: Fabric, place: int) -> Ints:
        """Return what is meant by one of the folds: its switches, or all its nodes where it has none."""
        members = self.members(place)
        switches = members[fabric.nodes.kind[members] == Kind.SWITCH]
        return switches if len(switches) else members

    def opened(self, fabric: Fabric, nodes: Ints) -> Ints:
        """Return nodes with what is meant by a fold in place of its head."""
        heads = nodes[self.is_head[nodes]]
        meant = [self.standing_for(fabric, place) for place in self.group[heads].tolist()]
        return np.unique(np.concatenate([nodes[~self.is_head[nodes]], *meant]))

    def of(self, node: int) -> int:
        """Return which of the folds a node is in; -1 for none."""
        return int(self.group[node]) if 0 <= node < len(self.group) else -1


def folded(state: State, structure: Structure, bands: Bands, folds: Iterable[Fold]) -> Folding:
    """Return what is shown as one; a fold that is not there, or has nothing to contract, is left out.

    Where groups meet, a pod goes before a plane, a rack, a chassis and a host, in this order: what is in a
    group that goes before is in no other. Aggregation nodes follow their switch.

    Parameters
    ----------
    state : State
    structure : Structure
        Of the fabric as built.
    bands : Bands
        Where nodes stand while nothing is folded.
    folds : iterable of Fold
    """
    nodes = state.fabric.nodes
    band = band_of(bands, len(nodes))
    group = np.full(len(nodes), -1)
    kept: list[Fold] = []
    asked = ordered(set(folds))
    for fold in asked:
        rows = group_rows(structure, bands, fold)
        rows = rows[(group[rows] < 0) & (band[rows] >= 0)]
        if len(rows) > 1:
            group[rows] = len(kept)
            kept.append(fold)
    chips = np.flatnonzero((nodes.kind == Kind.AGGREGATION) & nodes.alive & (bands.block >= 0))
    group[chips] = group[bands.block[chips]]
    heads = np.array([_head(bands, band, fold, group == i) for i, fold in enumerate(kept)], np.int64)
    return contraction(state, (tuple(kept), asked), heads, group)


def contraction(state: State, folds: tuple[Folds, Folds], heads: Ints, group: Ints) -> Folding:
    """Return the folding of nodes in groups that have a head each; of the folds those that are there come first."""
    heading = np.where(group >= 0, np.append(heads, -1)[group], np.arange(len(group)))
    ends = state.fabric.cables.node.astype(np.int64)
    met = group[ends]
    inside = (met[:, 0] >= 0) & (met[:, 0] == met[:, 1])
    return Folding(*folds, heads, group, heading, heading[ends], inside)


def band_of(bands: Bands, count: int) -> Ints:
    """Return the band of each of `count` nodes; -1 for what stands in none."""
    band = np.full(count, -1)
    for number, rows in enumerate(bands.levels):
        band[rows] = number
    return band


def _head(bands: Bands, band: Ints, fold: Fold, mine: Bools) -> int:
    """Return the first node of the band in which the cables of a fold end."""
    rows = np.flatnonzero(mine & (band >= 0))
    levels = band[rows]
    rows = rows[levels == (levels.max() if fold.kind in ("pod", "plane") else lowest(levels))]
    return int(rows[np.lexsort((rows, bands.x[rows]))[0]])


def lowest(levels: Ints) -> int:
    """Return the band of a rack, chassis or host: that of its leaves, of its hosts if it has none, else its lowest.

    Examples
    --------
    >>> lowest(np.array([0, 1, 2])), lowest(np.array([2, 0])), lowest(np.array([3, 2]))
    (1, 0, 2)
    """
    return 1 if (levels == 1).any() else int(levels.min())


def group_rows(structure: Structure, bands: Bands, fold: Fold) -> Ints:
    """Return the live nodes of a group; none where there is no such group."""
    if fold.number < 0 or (fold.kind in ("pod", "plane") and strip_of(bands, fold) is None):
        return NONE
    of = {"pod": structure.pod, "plane": structure.plane}.get(fold.kind)
    return np.flatnonzero((groups_of(structure, fold.kind).of if of is None else of) == fold.number)


def strip_of(bands: Bands, fold: Fold) -> Strip | None:
    """Return the stretch of the bands that a pod or plane has; None where there is no such one."""
    strips = bands.pods if fold.kind == "pod" else bands.planes
    return next((strip for strip in strips if strip.index == fold.number), None)


def groups_of(structure: Structure, kind: str) -> Group:
    """Return the groups of a kind: ``rack``, ``chassis`` or ``host``."""
    found: Group = getattr(structure, kind)
    return found


def name_of(structure: Structure, bands: Bands, fold: Fold) -> str:
    """Return what a group that is there is called, such as ``Pod 3``, ``Rack r12`` or the name of a host."""
    if fold.kind in ("pod", "plane"):
        strip = strip_of(bands, fold)
        return f"{fold.kind.capitalize()} {strip.label if strip is not None else fold.number + 1}"
    name = str(groups_of(structure, fold.kind).names[fold.number])
    if fold.kind == "host" or name.lower().startswith(fold.kind):
        return name
    return f"{fold.kind.capitalize()} {name}"
