"""Which of several ports a switch takes for one destination: the rules of OpenSM, at many switches at once."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from ibviz.core.table import Bools, Ints, Ints32

_LAST = np.iinfo(np.int64).max
_WIDE = 256


@dataclass(frozen=True, eq=False)
class Ports:
    """Ports of R switches.

    Attributes
    ----------
    usable : (R, P) bool
    count : (R, P) int64
        Destinations behind each so far.
    turn : (R, P) int64
        When each is looked at; at one switch no two at once.
    """

    usable: Bools
    count: Ints
    turn: Ints

    def within(self, some: Bools) -> Ports:
        """Return the same, with only some of the ports usable."""
        return replace(self, usable=self.usable & some)


def lined_up(usable: Bools, count: Ints32, begin: Ints) -> Ports:
    """Line ports up, beginning with port `begin` (R,) at each switch, and round."""
    ports = usable.shape[1]
    turn = (np.arange(ports) - begin[:, None]) % _WIDE
    return Ports(usable, count.astype(np.int64), turn)


def shifted(ports: Ports) -> Ports:
    """Begin as many usable ports later as there are destinations behind each of them on average."""
    rank = _ranks(ports)
    number = np.maximum(ports.usable.sum(axis=1), 1)
    total = np.where(ports.usable, ports.count, 0).sum(axis=1)
    begin = total // number
    return replace(ports, turn=(rank - begin[:, None]) % number[:, None])


def _ranks(ports: Ports) -> Ints:
    """Return how many usable ports are looked at before each, (R, P)."""
    if not len(ports.turn) or (np.diff(ports.turn, axis=1) > 0).all():
        return np.cumsum(ports.usable, axis=1) - ports.usable
    order = np.argsort(ports.turn, axis=1)
    usable = np.take_along_axis(ports.usable, order, axis=1)
    rank = np.empty_like(order)
    np.put_along_axis(rank, order, np.cumsum(usable, axis=1) - usable, axis=1)
    return rank


def least(ports: Ports) -> Ints:
    """Return the port with the fewest destinations at each switch, (R,); ties go to the first in turn."""
    rank = np.where(ports.usable, ports.count * _WIDE + ports.turn, _LAST)
    chosen: Ints = rank.argmin(axis=1)
    return chosen


def unlike(ports: Ports, met: Bools, uses: Ints) -> Ints:
    """Return the ports of further LIDs, (R,): one to a new system, else to a new switch, else the least used.

    Parameters
    ----------
    ports : Ports
    met : (R, P) bool
        Whether an earlier LID of the same end port goes to the same system.
    uses : (R, P) int64
        How many earlier LIDs go to the same switch.
    """
    chosen = np.empty(len(met), np.int64)
    left = np.ones(len(met), np.bool_)
    for fresh in (~met, uses == 0):
        some = ports.within(fresh)
        now = left & some.usable.any(axis=1)
        chosen[now] = least(some)[now]
        left &= ~now
    chosen[left] = least_forwarded(ports, uses)[left]
    return chosen


def least_forwarded(ports: Ports, uses: Ints) -> Ints:
    """Return the ports, (R,), of LIDs whose switches are all in use already.

    Notes
    -----
    OpenSM looks at one port after the other. It takes the one with the fewest destinations, and of equal
    ones that with the fewest uses; but the uses that count are the fewest so far, those of ports given up
    for one with fewer destinations among them.
    """
    own = np.arange(len(uses))
    chosen = np.zeros(len(uses), np.int64)
    fewest, used = np.full(len(uses), _LAST), np.full(len(uses), _LAST)
    for port in np.argsort(ports.turn, axis=1).T:
        usable, count, here = ports.usable[own, port], ports.count[own, port], uses[own, port]
        fewer = usable & (count < fewest)
        rarer = usable & (count == fewest) & (here < used)
        chosen = np.where(fewer | rarer, port, chosen)
        used = np.where(fewer | rarer, np.minimum(used, here), used)
        fewest = np.where(fewer, count, fewest)
    return chosen
