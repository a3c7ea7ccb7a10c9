"""Trees of least weight in one subnet, each of which makes the cables that it uses heavier for the next ones."""

from __future__ import annotations

import numpy as np

from ibviz.core.table import Ints
from ibviz.flow.fourheap import FourHeap

NOWHERE = 2**31 - 1
"""Weight of a way that is taken for none."""

Steps = list[tuple[int, int]]
"""For each switch that a tree reaches, itself and its port on the way to the root, nearest first."""


class Weighted:
    """The switches of a subnet and the weights of the steps between them.

    Parameters
    ----------
    neighbour, port : (S, P) int64
        Switch at each port, and that switch's port; neighbour -1 where there is none to go to.
    ends : (S,) int64
        LIDs at each switch, its own with them.
    lids : int
        All LIDs of the subnet. A step weighs the square of this, so that shorter ways come first, and 1
        more for each LID whose route takes it.
    """

    def __init__(self, neighbour: Ints, port: Ints, ends: Ints, lids: int) -> None:
        there = [np.flatnonzero(row >= 0) for row in neighbour]
        self._next = [row[at].tolist() for row, at in zip(neighbour, there, strict=True)]
        self._port = [row[at].tolist() for row, at in zip(port, there, strict=True)]
        self._weight = [[lids * lids] * len(at) for at in there]
        self._ends = ends.tolist()
        self._step = lids * lids

    def spans(self) -> bool:
        """Tell whether all switches are reached from the first, as nothing weighs too much."""
        return len(self._reach(0, host=True)[1]) == len(self._ends) - 1

    def flat(self) -> tuple[Ints, ...]:
        """Return where the steps from each switch begin, and of each step its switch, the next, the port, the weight."""
        count = [len(each) for each in self._next]
        steps = [
            np.concatenate([np.asarray(each, np.int64) for each in lists])
            for lists in (self._next, self._port, self._weight)
        ]
        return np.cumsum([0, *count]), np.repeat(np.arange(len(count)), count), *steps

    @property
    def least(self) -> int:
        """Least weight of a step."""
        return self._step

    def tree(self, root: int, host: bool) -> Steps:
        """Return the steps to a switch, or to a host at it, and count them for the trees to come.

        Parameters
        ----------
        root : int
        host : bool
            Whether the way ends at a host there: a further vertex, at the end of the heap.
        """
        came, order = self._reach(root, host)
        behind = self._ends.copy()
        for switch in reversed(order):
            above, step = came[switch]
            self._weight[above][step] += behind[switch]
            behind[above] += behind[switch]
        return [(switch, self._port[above][step]) for switch in order for above, step in (came[switch],)]

    def _reach(self, root: int, host: bool) -> tuple[dict[int, tuple[int, int]], list[int]]:
        """Return by which step of which switch each other one is come to, and an order with no child first."""
        size = len(self._ends)
        far = [NOWHERE] * (size + host)
        heap = FourHeap(far)
        start = size if host else root
        far[start] = 0
        heap.rise(start)
        if host:
            heap.pop()
            far[root] = 1
            heap.rise(root)
        came: dict[int, tuple[int, int]] = {}
        order = self._spread(far, heap, came)
        return came, [switch for switch in order if switch in came]

    def _spread(self, far: list[int], heap: FourHeap, came: dict[int, tuple[int, int]]) -> list[int]:
        """Go on from the nearest switch until no way can become shorter, and return all, those with others behind first."""
        order: list[int] = []
        last = NOWHERE
        while heap:
            here = heap.pop()
            order.append(here)
            if last == NOWHERE and len(came) == len(self._ends) - 1:
                last = max(far)
            if far[here] + self._step >= last:
                break
            self._relax(here, far, heap, came)
        return order + heap.rest()

    def _relax(self, here: int, far: list[int], heap: FourHeap, came: dict[int, tuple[int, int]]) -> None:
        so_far = far[here]
        for step, (there, weight) in enumerate(zip(self._next[here], self._weight[here], strict=True)):
            if so_far + weight < far[there]:
                far[there] = so_far + weight
                came[there] = here, step
                heap.rise(there)
