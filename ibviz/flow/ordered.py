"""Ways that do not turn back, such as never up again once down: what keeps Up/Down routing free of deadlock."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from ibviz.core.progress import Progress, silent
from ibviz.core.table import Bools, Bytes, Ints
from ibviz.core.wiring import Wiring
from ibviz.flow.hops import FARTHEST, NEVER, UNREACHED, Hops, unpacked

AHEAD, LEVEL, BACK = 0, 1, 2
"""Kinds of steps, seen from the destination: `AHEAD` may not follow `BACK`, everything else may follow anything."""


@dataclass(frozen=True, eq=False)
class OrderedHops(Hops):
    """Distances on ways that never go ahead after back; attributes as in `Hops`.

    Attributes
    ----------
    free : (S + 1, S + 1) bool
        ``free[t, u]``: whether every step leads on from switch u, on the way on which that is reached first
        from target t; else those ahead do not.
    kind : (S, P + 1) uint8
        Kind of the step from the switch at a port to this one.
    odd : mapping of int to (S, P + 1) bool
        Shortest ports to those targets for which OpenSM's walk depends on its own order.
    """

    free: Bools
    kind: Bytes
    odd: Mapping[int, Bools]

    @cached_property
    def _away(self) -> tuple[Bytes, Bytes, Bools]:
        """The columns `count`, `wanted` and `free` by switch, then target."""
        count, wanted = np.ascontiguousarray(self.count.T), np.ascontiguousarray(self.wanted.T)
        return count, wanted, np.ascontiguousarray(self.free.T)

    def minimal(self, target: int, rows: Ints | slice = slice(None)) -> Bools:
        """Return which ports of the switches `rows` lie on a shortest such way to switch `target`, (R, P + 1)."""
        if target in self.odd:
            return self.odd[target][rows]
        peer = self.neighbour[rows]
        near = self.count[target][peer] == self.wanted[target, :-1][rows, None]
        leads: Bools = near & (self.free[target][peer] | (self.kind[rows] != AHEAD))
        return leads

    def leading(self, targets: Ints, rows: Ints) -> Bools:
        """Return which ports lie on a shortest such way, for one target and one switch after the other, (N, P + 1)."""
        peer = self.neighbour[rows]
        leads = super().leading(targets, rows)
        leads &= self.free[targets[:, None], peer] | (self.kind[rows] != AHEAD)
        for number in np.flatnonzero(np.isin(targets, list(self.odd))).tolist():
            leads[number] = self.odd[int(targets[number])][rows[number]]
        return leads

    def serving(self, rows: Ints, targets: Ints) -> Callable[[Ints | int], Bools]:
        """Return what tells for a port of each of the switches `rows` which targets it serves, (R, T)."""
        count, wanted, free = (each[:, targets] for each in self._away)
        wanted = wanted[rows]
        strange = np.flatnonzero(np.isin(targets, list(self.odd)))

        def serves(port: Ints | int) -> Bools:
            peer, onwards = self.neighbour[rows, port], self.kind[rows, port] != AHEAD
            found: Bools = (count[peer] == wanted) & (free[peer] | onwards[:, None])
            for column in strange.tolist():
                found[:, column] = self.odd[int(targets[column])][rows, port]
            return found

        return serves

    def keeping(self, targets: Ints, rows: Ints, entries: Bytes) -> Bools:
        """Tell which entries (T, R) of the switches `rows` lie on a shortest such way to the targets."""
        kept = np.zeros(entries.shape, np.bool_)
        ports = self.neighbour.shape[1]
        inside, column = np.minimum(entries, ports - 1), np.arange(len(rows))
        for number, target in enumerate(targets.tolist()):
            kept[number] = self.minimal(target, rows)[column, inside[number]]
        known: Bools = kept & (entries < ports)
        return known


def ordered_hops(wires: Wiring, neighbour: Ints, out: Bytes, progress: Progress = silent) -> OrderedHops:
    """Return the distances between all live switches on ways that never go ahead after back.

    Parameters
    ----------
    wires : Wiring
    neighbour : (S, P + 1) int64
        Switch at each port, S where there is none.
    out : (S, P + 1) uint8
        Kind of the step out by a port.
    progress : Progress

    Notes
    -----
    The order is that seen from the destination, from which OpenSM walks outwards (osm_ucast_updn.c,
    updn_bfs_by_node; osm_ucast_dnup.c likewise). It keeps for each switch the direction in which that was last
    put on its queue, not one distance for each direction. Where some switch is reached no later by a step back
    than freely, that is not the same thing, and the walk itself is gone through, step by step.
    """
    size = len(neighbour)
    peer = np.minimum(neighbour, size - 1)
    kind = np.where(neighbour < size, out[peer, wires.switch_ports.port], BACK).astype(np.uint8)
    freely, bound = _distances(neighbour, kind)
    count = np.full((size + 1, size + 1), UNREACHED, np.uint8)
    free = np.zeros(count.shape, np.bool_)
    count[:size, :size], free[:size, :size] = np.minimum(freely, bound).T, (freely < bound).T
    odd = np.flatnonzero(((bound <= freely) & (freely != UNREACHED)).any(axis=0))
    steps = _steps(wires, neighbour, out) if len(odd) else []
    walked = {}
    for number, target in enumerate(odd.tolist()):
        progress(number / len(odd), "walking up and down")
        walked[target], count[target, :size] = _walk(target, steps, neighbour.shape[1])
    wanted = count - 1
    wanted[count == UNREACHED] = NEVER
    np.fill_diagonal(wanted, NEVER)
    return OrderedHops(count, wanted, neighbour, free, kind, walked)


def _distances(neighbour: Ints, kind: Bytes) -> tuple[Bytes, Bytes]:
    """Return hops by switch and target to where every step leads on, and to where none ahead does, (S, S) each.

    A breadth-first search from all targets at once, as `hops` makes it, with two rows of bits a switch.
    """
    size = len(neighbour)
    ahead, level, back = (_listed(neighbour, kind == each) for each in (AHEAD, LEVEL, BACK))
    own = np.arange(size)
    free = np.zeros((size + 1, max(1, -(-size // 64))), np.uint64)
    free[own, own // 64] = np.uint64(1) << (own % 64).astype(np.uint64)
    bound = np.zeros_like(free)
    far = np.zeros((2, size, size), np.uint8)
    for _ in range(FARTHEST):
        either, more, last = free | bound, free.copy(), bound.copy()
        for seen, lists, into in ((free, ahead, more), (either, level, more), (either, back, last)):
            for column in lists.T:
                into[:size] |= seen[column]
        if np.array_equal(more, free) and np.array_equal(last, bound):
            break
        for hops_, bits in zip(far, (free, bound), strict=True):
            hops_ += unpacked(~bits[:size], size)
        free, bound = more, last
    for hops_, bits in zip(far, (free, bound), strict=True):
        hops_[unpacked(~bits[:size], size) == 1] = UNREACHED
    return far[0], far[1]


def _listed(neighbour: Ints, chosen: Bools) -> Ints:
    """Return the neighbours at the chosen ports, each once, (S, D), filled up with S."""
    size = len(neighbour)
    ordered = np.sort(np.where(chosen, neighbour, size), axis=1)
    ordered[:, 1:][ordered[:, 1:] == ordered[:, :-1]] = size
    ordered = np.sort(ordered, axis=1)
    return ordered[:, : int((ordered < size).sum(axis=1).max(initial=0))]


Steps = list[list[tuple[int, int, int]]]
"""For each switch, by ascending port: the switch there, its port, and the kind of the step."""


def _steps(wires: Wiring, neighbour: Ints, out: Bytes) -> Steps:
    steps: Steps = [[] for _ in neighbour]
    for switch, port in np.argwhere(neighbour < len(neighbour)).tolist():
        far = int(neighbour[switch, port]), int(wires.switch_ports.port[switch, port])
        steps[switch].append((*far, int(out[switch, port])))
    return steps


def _walk(target: int, steps: Steps, ports: int) -> tuple[Bools, Bytes]:
    """Walk outwards from one switch as OpenSM does; return the shortest ports, (S, P + 1), and hops, (S,)."""
    by_port = [[UNREACHED] * ports for _ in steps]
    least, free, queued = [UNREACHED] * len(steps), [True] * len(steps), [False] * len(steps)
    least[target] = 0
    queue = deque([target])
    while queue:
        here = queue.popleft()
        queued[here], freely, hops = False, free[here], least[here] + 1
        for there, port, kind in steps[here]:
            if (kind == AHEAD and not freely) or hops >= by_port[there][port]:
                continue
            by_port[there][port] = hops
            least[there] = min(least[there], hops)
            if not queued[there]:
                queued[there], free[there] = True, kind != BACK
                queue.append(there)
    count = np.array(least, np.uint8)
    shortest: Bools = (np.array(by_port, np.uint8) == count[:, None]) & (count != UNREACHED)[:, None]
    shortest[target] = False
    return shortest, count
