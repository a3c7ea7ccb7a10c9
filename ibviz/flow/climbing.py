"""Routes in a fat tree: from each destination upwards, and from every switch on the way down to the others."""

from __future__ import annotations

from operator import attrgetter

import numpy as np

from ibviz.core.table import Bytes
from ibviz.core.tables import NO_PATH
from ibviz.flow.fattree import Bundle, FatTree
from ibviz.flow.hops import Hops

_BY_UP = attrgetter("up")
_BY_DOWN = attrgetter("down")


class Climber:
    """Routes one destination after another, and counts routes so that the next ones go elsewhere.

    Parameters
    ----------
    tree : FatTree
        Its bundles do the counting.
    near : Hops
        Distances between its switches.

    Notes
    -----
    OpenSM 3.3.23, osm_ucast_ftree.c. A route to a leaf comes down through the bundle above it that has the
    fewest such routes, and so on up to the top: that is the main way. On all other ways up, a switch that
    has no entry yet, or one by a longer way, gets one. From every switch reached, routes come up from all
    switches below that have none, and are counted where they serve any host. Of parallel cables the one with
    the fewest routes is taken; ties go by the order of the tree, and to the lowest port.

    One thing is not as there: where a switch with hosts is cabled to others of its rank or below, OpenSM may
    sort its hosts by what happens to be in memory, and then leaves some of them without routes.
    """

    def __init__(self, tree: FatTree, near: Hops) -> None:
        self._tree = tree
        self._size = len(tree.rank)
        self._entry = bytearray()
        self._hops = bytearray()
        self._real = True
        self._near = near.count[: self._size, : self._size]
        self._least = b""
        self._below = [sum(1 << bundle.peer for bundle in bundles) for bundles in tree.below]
        self._settled = 0

    def to_host(self, leaf: int, port: int) -> Bytes:
        """Return the port by which each switch sends to the host at a port of a leaf, by place."""
        self._begin(leaf, 1)
        self._entry[leaf] = port
        self._climb(leaf, -1, 1, main=True)
        return np.frombuffer(self._entry, np.uint8)

    def to_nobody(self, leaf: int) -> None:
        """Count as if there were one more host at a leaf."""
        self._begin(leaf, 1)
        self._real = False
        self._climb(leaf, -1, 1, main=True)

    def to_switch(self, switch: int) -> Bytes:
        """Return the port by which each switch sends to a switch, by place."""
        self._begin(switch, 0)
        self._entry[switch] = 0
        self._climb(switch, -1, 0, main=False)
        return np.frombuffer(self._entry, np.uint8)

    def _begin(self, switch: int, far: int) -> None:
        self._real = True
        self._entry = bytearray([NO_PATH]) * self._size
        self._hops = bytearray([NO_PATH]) * self._size
        self._hops[switch] = far
        self._settled = 1 << switch
        least = self._near[switch].astype(np.int64) + far
        self._least = np.minimum(least, NO_PATH).astype(np.uint8).tobytes()

    def _reach(self, bundle: Bundle, lane: int, far: int) -> None:
        """Enter at the other end of a bundle that its way is through a cable of it."""
        peer = bundle.peer
        self._entry[peer] = bundle.peer_ports[lane]
        self._hops[peer] = far
        if far == self._least[peer]:
            self._settled |= 1 << peer

    def _descend(self, here: int, last: int, far: int) -> bool:
        """Bring routes up to a switch from all that are below it and lack any; tell whether a host has some."""
        tree = self._tree
        below, beside, made = tree.below[here], tree.beside[here], here in tree.ends
        if not (below and (beside or self._below[here] & ~self._settled)) and not (made and beside):
            return made
        below.sort(key=_BY_UP)
        beside.sort(key=_BY_UP)
        hops = self._hops
        for bundle in below + beside if self._real else below:
            peer = bundle.peer
            if peer != last and far + 1 < hops[peer]:
                lane = bundle.ups.index(min(bundle.ups)) if len(bundle.ups) > 1 else 0
                self._reach(bundle, lane, far + 1)
                if self._descend(peer, -1, far + 1):
                    bundle.ups[lane] += 1
                    bundle.up += self._size
                    made = True
        return made

    def _climb(self, here: int, last: int, far: int, *, main: bool) -> bool:
        """Go on up from a switch; tell whether a host has a route by it."""
        tree = self._tree
        made = self._descend(here, last, far)
        if tree.rank[here] == 0:
            return made
        above = tree.above[here]
        above.sort(key=_BY_DOWN)
        first = above[0]
        if main:
            lane = first.downs.index(min(first.downs))
            self._count(first, first, lane)
            if self._open(first.peer, far):
                self._reach(first, lane, far + 1)
            made |= self._climb(first.peer, here, far + 1, main=True)
        for bundle in above[main:]:
            made |= self._aside(bundle, here, far)[0]
        beside = tree.beside[here]
        beside.sort(key=_BY_DOWN)
        for bundle in beside:
            routed, lane = self._aside(bundle, here, far)
            if routed:
                self._count(first, bundle, lane)
                made = True
        return made

    def _aside(self, bundle: Bundle, here: int, far: int) -> tuple[bool, int]:
        """Go on through a bundle that is not the main way, if that is news there."""
        if not self._open(bundle.peer, far):
            return False, 0
        lane = bundle.downs.index(min(bundle.downs))
        self._reach(bundle, lane, far + 1)
        return self._climb(bundle.peer, here, far + 1, main=False), lane

    def _open(self, peer: int, far: int) -> bool:
        return self._entry[peer] == NO_PATH or far + 1 < self._hops[peer]

    def _count(self, bundle: Bundle, of: Bundle, lane: int) -> None:
        bundle.down += self._size
        of.downs[lane] += 1
