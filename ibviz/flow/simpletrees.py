"""Routes in fat trees without parallel cables and with one way down to every switch, whole rows at a time."""

from __future__ import annotations

from dataclasses import dataclass
from operator import attrgetter

import numpy as np

from ibviz.core.table import Bools, Bytes, Ints, Ints16
from ibviz.core.tables import NO_PATH
from ibviz.flow.fattree import FatTree

_BY_DOWN = attrgetter("down")


@dataclass(frozen=True, eq=False)
class _Choices:
    """How a switch's ways on depend on the order of the switches above it.

    Attributes
    ----------
    above : (U,) int64
        Those, by `FatTree.above` as first found.
    kind : (S,) int16
        Kind of each switch of the fabric, as seen from here.
    serves : (U, K) bool
        By which of those above is the way to a kind.
    own : (S,) uint8
        What the others enter who need nobody above, or have no way.
    needs : (S,) bool
        Who does.
    """

    above: Ints
    kind: Ints16
    serves: Bools
    own: Bytes
    needs: Bools


class SimpleClimber:
    """Does what `Climber` does, for a tree that `ways_down` knows.

    Parameters
    ----------
    tree : FatTree
    down, depth : (S, S) uint8
        As from `ways_down`.

    Notes
    -----
    In such a tree no choice of a cable depends on what came up before. A way to a destination turns at the
    lowest switch above both ends; of several the one to which the way up comes first. So the row of a switch
    is that of those above it, with theirs in the order of their loads; it changes only where loads do.
    """

    def __init__(self, tree: FatTree, down: Bytes, depth: Bytes) -> None:
        self._tree = tree
        self._below: Bools = depth != NO_PATH
        self._rows = np.full_like(down, NO_PATH)
        self._stale = np.ones(len(down), np.bool_)
        self._every = np.arange(len(down))
        self._number = [{b.peer: n for n, b in enumerate(bundles)} for bundles in tree.above]
        self._choices = _choices(tree, down.copy(), depth.astype(np.int16))

    def to_host(self, leaf: int, port: int) -> Bytes:
        """Return the port by which each switch sends to the host at a port of a leaf, by place."""
        row = self._row(leaf).copy()
        row[leaf] = port
        self.to_nobody(leaf)
        return row

    def to_nobody(self, leaf: int) -> None:
        """Count as if there were one more host at a leaf."""
        here = leaf
        while above := self._tree.above[here]:
            first = min(above, key=_BY_DOWN)
            first.down += len(self._rows)
            self._stale |= self._below[here]
            here = first.peer

    def to_switch(self, switch: int) -> Bytes:
        """Return the port by which each switch sends to a switch, by place."""
        row = self._row(switch).copy()
        row[switch] = 0
        return row

    def _row(self, here: int) -> Bytes:
        if self._stale[here]:
            choices = self._choices[here]
            for above in choices.above[self._stale[choices.above]].tolist():
                self._row(above)
            self._rows[here] = self._joined(here, choices)
            self._stale[here] = False
        row: Bytes = self._rows[here]
        return row

    def _joined(self, here: int, choices: _Choices) -> Bytes:
        if not len(choices.above):
            return choices.own
        bundles = sorted(self._tree.above[here], key=_BY_DOWN)
        order = np.array([self._number[here][bundle.peer] for bundle in bundles])
        first = choices.above[order[choices.serves[order].argmax(axis=0)]]
        return np.where(choices.needs, self._rows[first[choices.kind], self._every], choices.own)


def ways_down(tree: FatTree) -> tuple[Bytes, Bytes] | None:
    """Return the ways down of a tree, if it is simple.

    Parameters
    ----------
    tree : FatTree

    Returns
    -------
    (S, S) uint8, (S, S) uint8, or None
        By switch, then switch below: the port up by which the latter is on the way, and how many ranks lie
        between; `NO_PATH` where it is not below. None if two are joined by parallel cables, within a rank,
        or by more than one way down.
    """
    size = len(tree.rank)
    if any(tree.beside) or any(len(b.ports) > 1 for bundles in tree.above for b in bundles):
        return None
    down, depth = np.full((size, size), NO_PATH, np.uint8), np.full((size, size), NO_PATH, np.uint8)
    for here in sorted(tree.switches, key=lambda place: -tree.rank[place]):
        depth[here, here] = 0
        for bundle in tree.below[here]:
            news = np.flatnonzero(depth[bundle.peer] != NO_PATH)
            if (depth[here, news] != NO_PATH).any():
                return None
            down[here, news] = down[bundle.peer, news]
            depth[here, news] = depth[bundle.peer, news] + 1
            down[here, bundle.peer] = bundle.peer_ports[0]
    return down, depth


def _choices(tree: FatTree, down: Bytes, depth: Ints16) -> dict[int, _Choices]:
    """Return the choices of all switches; `depth` becomes the distances from them, `down` the ways at hand."""
    made: dict[int, _Choices] = {}
    for here in sorted(tree.switches, key=tree.rank.__getitem__):
        above = np.array([bundle.peer for bundle in tree.above[here]], np.int64)
        for bundle in tree.above[here]:
            down[here, bundle.peer], depth[here, bundle.peer] = bundle.peer_ports[0], 1
        far = depth[above] + 1
        least = far.min(axis=0, initial=NO_PATH)
        needs: Bools = (least < depth[here]) & (least < NO_PATH)
        kind, serves = _kinds((far == least) & needs)
        depth[here, needs] = least[needs]
        made[here] = _Choices(above, kind, serves, down[here], needs)
    return made


def _kinds(serves: Bools) -> tuple[Ints16, Bools]:
    """Return a number for each column, equal for equal columns, and the column of each number."""
    kind = np.zeros(serves.shape[1], np.int64)
    for byte in np.packbits(serves, axis=0):
        kind = np.unique(kind * 256 + byte, return_inverse=True)[1].ravel()
    _, first = np.unique(kind, return_index=True)
    return kind.astype(np.int16), serves[:, first]
