"""What is selected: nodes and cables by row; one selection, everywhere at once."""

from __future__ import annotations

from dataclasses import dataclass

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
    """

    nodes: frozenset[int] = frozenset()
    cables: frozenset[int] = frozenset()
    flow: int = -1

    def __bool__(self) -> bool:
        return bool(self.nodes or self.cables or self.flow >= 0)

    def __or__(self, other: Selection) -> Selection:
        return Selection(self.nodes | other.nodes, self.cables | other.cables, other.flow)

    def __xor__(self, other: Selection) -> Selection:
        return Selection(self.nodes ^ other.nodes, self.cables ^ other.cables, other.flow)

    def kept(self, before: State, after: State) -> Selection:
        """Return what of the selection is the same thing in a new State: same row, same birth, alive."""
        nodes = _kept(self.nodes, before.fabric.nodes, after.fabric.nodes)
        cables = _kept(self.cables, before.fabric.cables, after.fabric.cables)
        same = before.fabric is after.fabric
        return Selection(nodes, cables, self.flow if same else -1)


def _kept(rows: frozenset[int], old: object, new: object) -> frozenset[int]:
    if old is new or not rows:
        return rows
    births, alive = getattr(new, "birth"), getattr(new, "alive")  # noqa: B009
    was = getattr(old, "birth")  # noqa: B009
    picked = np.array(sorted(row for row in rows if row < len(births)), np.int64)
    same = (births[picked] == was[picked]) & alive[picked]
    return frozenset(picked[same].tolist())


NOTHING = Selection()
