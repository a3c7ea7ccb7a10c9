"""Dealing destinations one by one: what OpenSM's options ask for, where turns and blocks do not do."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ibviz.core.errors import OptionError
from ibviz.core.progress import Progress, silent
from ibviz.core.table import Bools, Bytes, Ints, Ints32
from ibviz.core.tables import NO_PATH
from ibviz.core.wiring import Wiring
from ibviz.flow.choosing import Ports, least, least_forwarded, lined_up, shifted, unlike
from ibviz.flow.destinations import destinations
from ibviz.flow.hops import Hops
from ibviz.flow.leastload import deal
from ibviz.flow.randoms import randoms
from ibviz.flow.resweep import Former

MOST_LMC = 7


@dataclass(frozen=True)
class Manner:
    """How OpenSM is told to deal out destinations.

    Parameters
    ----------
    lmc : int
        Each end port has 2^LMC LIDs, whose ways part where they can.
    shifting : bool
        Whether the scan of the ports begins at another one after every full turn.
    scatter : int
        Seed of the random choice among the least loaded ports; 0 takes the lowest.
    one_way : bool
        Whether only ports to one neighbour may be used, that at the lowest port: dimension order.

    Raises
    ------
    OptionError
        If there is no such LMC or seed.
    """

    lmc: int = 0
    shifting: bool = False
    scatter: int = 0
    one_way: bool = False

    def __post_init__(self) -> None:
        if not 0 <= self.lmc <= MOST_LMC:
            raise OptionError(f"lmc is {self.lmc}; expected 0 to {MOST_LMC}")
        if self.scatter < 0:
            raise OptionError(f"scatter_ports is {self.scatter}; expected a seed above 0, or 0 for none")


PLAIN = Manner()


def turns(wires: Wiring, first: Ints) -> Ints:
    """Return the order of all destinations: end port e is e, switch s is the number of end ports plus s.

    Parameters
    ----------
    wires : Wiring
    first : (n,) int64
        Those that come before all others.
    """
    dealt = destinations(wires)
    blocks = [np.arange(block.start, block.stop) for _, block in dealt]
    switches = len(wires.end_ports) + np.arange(len(wires.switches))
    every = np.concatenate([first, *blocks, switches]).astype(np.int64)
    _, places = np.unique(every, return_index=True)
    return every[np.sort(places)]


def deal_singly(
    wires: Wiring,
    near: Hops,
    order: Ints,
    manner: Manner,
    old: Former | None = None,
    progress: Progress = silent,
) -> tuple[Bytes, ...]:
    """Return the entries of all switches for all destinations, (E + S, S), for each offset of LIDs.

    Parameters
    ----------
    wires : Wiring
    near : Hops
    order : (D,) int64
        As `turns` gives it.
    manner : Manner
    old : Former or None
        Entries that stay where they still serve.
    progress : Progress

    Notes
    -----
    OpenSM 3.3.23, osm_switch_recommend_path: every switch for itself, destination by destination; all
    first LIDs come before all second ones. Switches have one LID each, which counts for nothing. Random
    numbers go on from switch to switch, and begin again in every subnet, which has its own OpenSM.
    """
    walk = _Walk(wires, near, manner, old)
    if manner.scatter:
        walk.draw(order)
    rounds, runs = 1 << manner.lmc, walk.runs(order)
    for offset in range(rounds):
        walk.begin()
        for number, run in enumerate(runs):
            if number % 64 == 0:
                progress((offset + number / len(runs)) / rounds, "routing")
            walk.deal_run(run)
    return tuple(walk.tables)


class _Walk:
    """Goes through the destinations at all switches at once."""

    def __init__(self, wires: Wiring, near: Hops, manner: Manner, old: Former | None) -> None:
        self.tables: list[Bytes] = []
        self._near, self._manner, self._old = near, manner, old
        self._ends = len(wires.end_ports)
        at = wires.place[wires.end_ports.switch]
        at = np.where(wires.end_ports.switch >= 0, at, -1)
        self._goal = np.concatenate([at, np.arange(len(near))])
        self._load = np.zeros(near.neighbour.shape, np.int32)
        self._keeps = np.zeros(len(near), np.bool_)
        if old is not None:
            self._keeps[old.kept] = True
        self._subnet = wires.subnet[wires.switches]
        nodes = wires.fabric.nodes
        systems = np.where(nodes.system_guid == 0, nodes.guid, nodes.system_guid)[wires.switches]
        self._system = np.append(np.unique(systems, return_inverse=True)[1].reshape(-1), -1)
        self._target = -1
        self._serving: Bools = np.zeros(near.neighbour.shape, np.bool_)
        self._reaching: Ints = np.zeros(0, np.int64)
        self._random, self._next = np.zeros(0, np.int64), np.zeros(len(near), np.int64)

    def begin(self) -> None:
        """Begin with the next offset of LIDs."""
        self.tables.append(np.full((len(self._goal), len(self._near)), NO_PATH, np.uint8))

    def draw(self, order: Ints) -> None:
        """Draw the random numbers that all choices for base LIDs take."""
        choices = np.zeros(len(self._near), np.int64)
        for code in order.tolist():
            if self._look_at(code):
                choices[self._reaching[~self._kept(code, 0)]] += 1
        for subnet in np.unique(self._subnet):
            mine = np.flatnonzero(self._subnet == subnet)
            self._next[mine] = np.cumsum(choices[mine]) - choices[mine]
        most = int((self._next + choices).max(initial=0))
        self._random = randoms(self._manner.scatter, most)

    def runs(self, order: Ints) -> list[Ints]:
        """Split the order where the switch changes, and between end ports and the switch itself."""
        goal, is_end = self._goal[order], order < self._ends
        fresh = (np.diff(goal) != 0) | (np.diff(is_end))
        return np.split(order, np.flatnonzero(fresh) + 1) if len(order) else []

    def deal_run(self, run: Ints) -> None:
        """Enter the ports to destinations at one switch: at once, where it is counting alone that decides."""
        manner = self._manner
        by_count = self._old is None and not (manner.scatter or manner.shifting)
        if len(self.tables) > 1 or not by_count or not self._look_at(int(run[0])):
            for code in run.tolist():
                self._deal(code)
            return
        rows = self._reaching
        usable = self._usable(rows)
        load = self._load[rows]
        self.tables[0][run[:, None], rows] = deal(usable, load, len(run))
        if run[0] < self._ends:
            self._load[rows] = load

    def _usable(self, rows: Ints) -> Bools:
        """Return the ports that some switches may take, (R, P + 1)."""
        usable: Bools = self._serving[rows]
        if self._manner.one_way:
            peer = self._near.neighbour[rows]
            usable = usable & (peer == peer[np.arange(len(rows)), usable.argmax(axis=1)][:, None])
        return usable

    def _deal(self, code: int) -> None:
        """Enter the ports to a destination."""
        offset = len(self.tables) - 1
        if (code >= self._ends and offset) or not self._look_at(code):
            return
        rows, entries = self._reaching, self.tables[-1][code]
        kept = self._kept(code, offset)
        if kept.any():
            entries[rows[kept]] = self._former(code, offset)[rows[kept]]
        chosen = rows[~kept]
        if len(chosen):
            entries[chosen] = self._choice(code, chosen, offset)
        if code < self._ends:
            self._load[rows, entries[rows]] += 1

    def _look_at(self, code: int) -> bool:
        """Note which ports serve a destination; tells whether it is at a switch."""
        target = int(self._goal[code])
        if target >= 0 and target != self._target:
            self._target, self._serving = target, self._near.minimal(target)
            self._reaching = np.flatnonzero(self._serving.any(axis=1))
        return target >= 0

    def _former(self, code: int, offset: int) -> Bytes:
        assert self._old is not None
        if code >= self._ends:
            code, table = code - self._ends, self._old.to_switch
        else:
            table = (self._old.to_end, *self._old.higher)[offset]
        entries: Bytes = table[code]
        return entries

    def _kept(self, code: int, offset: int) -> Bools:
        """Return at which of the switches that reach a destination its former entry stays."""
        rows = self._reaching
        if self._old is None or offset > len(self._old.higher):
            return np.zeros(len(rows), np.bool_)
        entry: Bytes = self._former(code, offset)[rows]
        ports = self._serving.shape[1]
        wide = np.zeros((len(rows), NO_PATH + 1), np.bool_)
        wide[:, :ports] = self._serving[rows]
        kept: Bools = wide[np.arange(len(rows)), entry] & self._keeps[rows]
        return kept

    def _choice(self, code: int, rows: Ints, offset: int) -> Ints:
        """Return the port that each of some switches chooses for a destination."""
        manner = self._manner
        usable, peer = self._usable(rows), self._near.neighbour[rows]
        count = self._load[rows]
        before = [table[code, rows] for table in self.tables[:-1]]
        if manner.scatter and not offset:
            return self._scattered(rows, usable, count)
        begin = np.zeros(len(rows), np.int64)
        if before and not manner.one_way:
            begin = before[-1].astype(np.int64) + 1
        ports = lined_up(usable, count, begin)
        ports = shifted(ports) if manner.shifting else ports
        plain = not before or (manner.one_way and manner.shifting)
        return least(ports) if plain else self._parted(ports, peer, before)

    def _scattered(self, rows: Ints, usable: Bools, count: Ints32) -> Ints:
        """Choose at random among the least loaded ports."""
        fewest = np.where(usable, count, np.iinfo(np.int32).max).min(axis=1)
        among = usable & (count == fewest[:, None])
        wanted = self._random[self._next[rows]] % among.sum(axis=1)
        self._next[rows] += 1
        chosen: Ints = (np.cumsum(among, axis=1) > wanted[:, None]).argmax(axis=1)
        return chosen

    def _parted(self, ports: Ports, peer: Ints, before: list[Bytes]) -> Ints:
        """Choose where no LID of this end port goes yet: another system, another switch, the least used."""
        own = np.arange(len(peer))
        number = np.arange(peer.shape[1])
        uses = np.zeros(peer.shape, np.int64)
        met = np.zeros(peer.shape, np.bool_)
        for port in before:
            there = peer[own, port][:, None]
            uses += number == port[:, None] if self._manner.one_way else peer == there
            met |= self._system[peer] == self._system[there]
        if self._manner.one_way:
            return least_forwarded(ports, uses)
        return unlike(ports, met, uses)
