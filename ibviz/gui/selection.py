"""What is selected: nodes and cables by row; one selection, everywhere at once."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

import numpy as np

from ibviz.core.state import State


@dataclass(frozen=True)
class Selection:
    """Rows of nodes and cables that are selected.

    Parameters
    ----------
    nodes, cables : frozenset of int
    flow : int
        Place of the selected flow in the simulation; -1 for none.
    flows : frozenset of int
        Places of the selected flows where they are several.
    """

    nodes: frozenset[int] = frozenset()
    cables: frozenset[int] = frozenset()
    flow: int = -1
    flows: frozenset[int] = frozenset()

    def __bool__(self) -> bool:
        return bool(self.nodes or self.cables or self.flow >= 0 or self.flows)

    def __or__(self, other: Selection) -> Selection:
        mine = self.own_cables
        return Selection(self.nodes | other.nodes, mine | other.cables, other.flow)

    def __xor__(self, other: Selection) -> Selection:
        mine = self.own_cables
        return Selection(self.nodes ^ other.nodes, mine ^ other.cables, other.flow)

    @property
    def own_cables(self) -> frozenset[int]:
        """Cables that were selected themselves, not as the way of selected flows."""
        return frozenset() if self.flow_ids else self.cables

    @property
    def flow_ids(self) -> frozenset[int]:
        """Places of the selected flows, be it one or several."""
        return self.flows if self.flow < 0 else frozenset([self.flow])

    def within(self, nodes: int, cables: int) -> Selection:
        """Return what of the selection is among so many nodes and cables: a picture may be older than it."""
        if all(row < nodes for row in self.nodes) and all(row < cables for row in self.cables):
            return self
        shown = frozenset(row for row in self.nodes if row < nodes)
        return replace(self, nodes=shown, cables=frozenset(row for row in self.cables if row < cables))

    def kept(self, before: State, after: State) -> Selection:
        """Return what of the selection is the same thing in a new State: same row, same birth, alive.

        Flows are the same as long as fabric and traffic are.
        """
        nodes = _kept(self.nodes, before.fabric.nodes, after.fabric.nodes)
        cables = _kept(self.cables, before.fabric.cables, after.fabric.cables)
        if before.fabric is after.fabric and _traffic(before) == _traffic(after):
            return Selection(nodes, cables, self.flow, self.flows)
        return Selection(nodes, cables)


def of_flows(flows: Iterable[int]) -> Selection:
    """Return the selection of one flow or of several."""
    several = frozenset(flows)
    return Selection(flow=min(several)) if len(several) == 1 else Selection(flows=several)


def _traffic(state: State) -> str:
    return str(state.scenario.traffic or state.traffic)


def _kept(rows: frozenset[int], old: object, new: object) -> frozenset[int]:
    if old is new or not rows:
        return rows
    births, alive = getattr(new, "birth"), getattr(new, "alive")  # noqa: B009
    was = getattr(old, "birth")  # noqa: B009
    picked = np.array(sorted(row for row in rows if row < len(births)), np.int64)
    same = (births[picked] == was[picked]) & alive[picked]
    return frozenset(picked[same].tolist())


NOTHING = Selection()
