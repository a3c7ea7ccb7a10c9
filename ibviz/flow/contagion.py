"""Head-of-line contagion: what flows get where nothing holds senders back and full buffers stop all behind.

The pessimistic bound beside `max_min`: one queue for each channel and virtual lane, endless sources.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from ibviz.core.simulation import Role
from ibviz.core.table import Bools, Bytes, Floats, Ints, Ints32
from ibviz.flow.maxmin import TOLERANCE

_NONE = np.empty(0, np.int64)


@dataclass(frozen=True, eq=False)
class Contagion:
    """What `contagion` gives each flow.

    Attributes
    ----------
    rate : (F,) float64
        In the unit of the capacities.
    role : (F,) uint8
        `Role` of each flow.
    limit : (F,) int64
        The channel that limits it: of contributors and victims the root; -1 where its own demand does.
    root, tree : (n,) int64
        Channels of the trees: a root, and a channel in which what it holds back stands still.
    filled : (L,) int64
        Flows that together filled each channel, those that have their own root further on too; 0 where
        none or one did.
    """

    rate: Floats
    role: Bytes
    limit: Ints
    root: Ints
    tree: Ints
    filled: Ints

    @property
    def roots(self) -> Ints:
        """Channels that are roots, those that most flows fill first."""
        found = _distinct(self.limit[self.role == Role.CONTRIBUTOR])
        return found[np.argsort(-self.filled[found], kind="stable")]


def contagion(
    channels: Ints | Ints32, capacity: Floats, *, demand: Floats | None = None, lane: Ints | None = None
) -> Contagion:
    """Let flows grow alike; where two or more fill a channel, all flows behind what they block stop with them.

    Parameters
    ----------
    channels : (F, H) int
        Channels that each flow crosses, in order, padded with -1.
    capacity : (L,) float64
    demand : (F,) float64 or None
        What each flow takes at most; None for no limit.
    lane : (F,) int64 or None
        Virtual lane of each flow: only flows of one lane block each other. None: all are on one.

    Notes
    -----
    When a channel fills by at least two flows, they are its contributors. The last channel of a flow that
    fills at that level is its root; all channels before it are blocked, and whoever crosses one of
    them on the same lane is a victim, at the same rate. Victims block nothing themselves.
    """
    filling = _Filling(channels, capacity, demand, lane)
    while filling.live.any():
        filling.step()
    root, tree = np.divmod(_distinct(np.concatenate(filling.pairs)), len(capacity) + 1)
    return Contagion(filling.rate, filling.role, filling.limit, root, tree, filling.filled[:-1])


@dataclass(eq=False)
class _Filling:
    """Flows on their way up: those that are live have the same rate."""

    channels: Ints | Ints32
    capacity: Floats
    demand: Floats | None
    lane: Ints | None
    pairs: list[Ints] = field(default_factory=lambda: [_NONE])

    def __post_init__(self) -> None:
        count, flows = len(self.capacity), len(self.channels)
        self.crossed = np.where(self.channels < 0, count, self.channels).astype(np.int64)
        self.live: Bools = np.asarray((self.channels >= 0).any(axis=1))
        self.rate = np.full(flows, np.inf) if self.demand is None else self.demand.astype(np.float64)
        self.role = np.zeros(flows, np.uint8)
        self.limit = np.full(flows, -1)
        self.left = np.append(self.capacity, np.inf)
        self.on = np.bincount(self.crossed[self.live].ravel(), minlength=count + 1)
        self.on[-1] = 0
        self.filled = np.zeros(count + 1, np.int64)
        self._by_channel = np.argsort(self.crossed.ravel(), kind="stable") // max(1, self.crossed.shape[1])
        size = np.bincount(self.crossed.ravel(), minlength=count + 1)
        self._first = np.cumsum(size) - size
        self._size = size

    def step(self) -> None:
        """Raise the level to where the next flow has what it asks for, or the next channel is full."""
        share = np.divide(self.left, self.on, out=np.full(len(self.on), np.inf), where=self.on > 0)
        level = float(share.min())
        if self.demand is not None:
            least = float(self.demand[self.live].min())
            if least <= level:
                done = np.flatnonzero(self.live & (self.demand <= least))
                self._freeze(done, least, Role.FREE, np.full(len(done), -1))
                return
        full = np.flatnonzero(share <= level * (1 + TOLERANCE))
        alone = full[self.on[full] < 2]
        self._block(full[self.on[full] >= 2], level)
        for_itself, first = np.unique(self._flows_on(alone)[0], return_index=True)
        self._freeze(for_itself, level, Role.FREE, self._flows_on(alone)[1][first])

    def _block(self, roots: Ints, level: float) -> None:
        """Freeze the contributors of roots, and the victims of the trees behind them."""
        flows = _distinct(self._flows_on(roots)[0])
        if not len(flows):
            return
        self.filled[roots] = self.on[roots]
        is_root = np.zeros(len(self.on), np.bool_)
        is_root[roots] = True
        rows = self.crossed[flows]
        last = rows.shape[1] - 1 - is_root[rows][:, ::-1].argmax(axis=1)
        root = rows[np.arange(len(flows)), last]
        lanes = np.zeros(len(flows), np.int64) if self.lane is None else self.lane[flows]
        behind = (np.arange(rows.shape[1]) < last[:, None]) & (rows < len(self.capacity))
        flow, step = np.nonzero(behind)
        size = len(self.on)
        keys = _distinct((lanes[flow] * size + rows[flow, step]) * size + root[flow])
        self.pairs.append(_distinct(keys % size * size + keys // size % size))
        self._freeze(flows, level, Role.CONTRIBUTOR, root)
        self._stop(keys // size, keys % size, level)

    def _stop(self, blocked: Ints, roots: Ints, level: float) -> None:
        """Freeze whoever crosses a blocked channel on its lane; of several roots the largest counts."""
        order = np.argsort(-self.filled[roots], kind="stable")
        keys, first = np.unique(blocked[order], return_index=True)
        root, size = roots[order][first], len(self.on)
        flows, channel = self._flows_on(_distinct(keys % size))
        wanted = channel if self.lane is None else self.lane[flows] * size + channel
        at = np.searchsorted(keys, wanted)
        at[at == len(keys)] = 0
        hit = keys[at] == wanted if len(keys) else np.zeros(len(flows), np.bool_)
        hit_flows, hit_roots = flows[hit], root[at[hit]]
        order = np.argsort(-self.filled[hit_roots], kind="stable")
        victims, first = np.unique(hit_flows[order], return_index=True)
        self._freeze(victims, level, Role.VICTIM, hit_roots[order][first])

    def _flows_on(self, channels: Ints) -> tuple[Ints, Ints]:
        """Return the live flows on channels, and the channel of each, those of one after those of another."""
        size = self._size[channels]
        place = np.arange(int(size.sum())) + np.repeat(self._first[channels] - (np.cumsum(size) - size), size)
        flows, at = self._by_channel[place], np.repeat(channels, size)
        kept = self.live[flows]
        return flows[kept], at[kept]

    def _freeze(self, flows: Ints, level: float, role: Role, limit: Ints) -> None:
        self.rate[flows], self.role[flows], self.limit[flows] = level, role, limit
        self.live[flows] = False
        gone = np.bincount(self.crossed[flows].ravel(), minlength=len(self.on))
        gone[-1] = 0
        self.on -= gone
        self.left = np.maximum(self.left - level * gone, 0)


def _distinct(values: Ints) -> Ints:
    """Return each value once, ascending: by sorting, as numpy's own way by hashing takes ten times as long."""
    ordered = np.sort(values)
    found: Ints = ordered[np.append(True, ordered[1:] != ordered[:-1])[: len(ordered)]]
    return found
