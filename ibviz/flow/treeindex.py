"""The numbers that OpenSM's fat-tree routing gives to switches: they break its ties."""

from __future__ import annotations

from collections import deque

from ibviz.core.errors import RoutingError

MOST = 255
"""Numbers that a digit has."""

Index = tuple[int, ...]

_NONE: Index = (MOST,)
"""Index of a switch to which no cables lead between ranks; it comes after all others."""


def indices(
    first: int, rank: list[int], bottom: int, below: list[list[int]], above: list[list[int]]
) -> list[int]:
    """Return the place of each switch in the order of the tree; equal for those that are not in it.

    Parameters
    ----------
    first : int
        The leaf to begin with.
    rank : list of int
        Rank of each switch.
    bottom : int
        Rank of the leaves.
    below, above : list of list of int
        Switches of the next rank and of the one before that each switch is cabled to, by port.

    Raises
    ------
    RoutingError
        If there are no numbers left.

    Notes
    -----
    OpenSM 3.3.23, osm_ucast_ftree.c. Breadth first, down before up, nothing below the leaves. An index
    begins with the rank; one step down from rank r varies the digit at place r + 1, a step up that at
    place r, to the least that nobody has.

    Examples
    --------
    >>> indices(0, [1, 1, 0], 1, [[], [], [0, 1]], [[2], [2], []])
    [1, 2, 0]
    """
    index = [_NONE] * len(rank)
    index[first] = (bottom,) + (0,) * bottom
    taken = {index[first]}
    queue = deque([first])
    while queue:
        here = queue.popleft()
        for step, peers in ((1, below[here] if rank[here] < bottom else []), (-1, above[here])):
            for peer in peers:
                if index[peer] is _NONE:
                    index[peer] = _free(index[here], step, taken)
                    taken.add(index[peer])
                    queue.append(peer)
    place = {number: at for at, number in enumerate(sorted({*taken, _NONE}))}
    return [place[number] for number in index]


def _free(near: Index, step: int, taken: set[Index]) -> Index:
    digit = near[0] + (step > 0)
    for number in range(MOST):
        made = (near[0] + step, *near[1:digit], number, *near[digit + 1 :])
        if made not in taken:
            return made
    raise RoutingError(f"more than {MOST} switches of one rank are alike")
