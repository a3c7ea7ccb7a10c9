"""What is lit over the picture, found again only where picture, selection or pointer have changed."""

from __future__ import annotations

import numpy as np

from ibviz.core.table import Ints
from ibviz.drawing.drawing import Primitive
from ibviz.drawing.hit import Hit
from ibviz.drawing.scene import Scene
from ibviz.drawing.theme import Theme
from ibviz.drawing.trace import NOWHERE, Trace
from ibviz.gui.canvas.kept import Kept
from ibviz.gui.canvas.marks import band, hovered, kin, path, selected
from ibviz.gui.canvas.moving import Moved
from ibviz.gui.canvas.travel import neighbours
from ibviz.gui.desk import Desk

NONE = np.empty(0, np.int64)
MOST_KIN = 200
"""Cables of a bundle that are lit one by one."""


class Lights:
    """Selection, its kin, the hovered thing and the path of the selected flow.

    Parameters
    ----------
    desk : Desk
    """

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._traces: dict[str, Trace] = {}
        self._hovered: tuple[Ints, Ints] = (NONE, NONE)

    def drop(self) -> None:
        """Forget where things are: picture or selection have changed."""
        self._traces.clear()

    def hover(self, found: Hit, scene: Scene | None) -> bool:
        """Light something else; tell whether that changes anything."""
        was = self._hovered
        self._hovered = (NONE, NONE) if scene is None else _meant(found, scene)
        self._traces.pop("hover", None)
        return any(not np.array_equal(a, b) for a, b in zip(was, self._hovered, strict=True))

    def items(self, kept: Kept, move: Moved, tokens: Theme, focus: bool) -> list[Primitive]:
        """Return the marks, where they are now."""
        if not self._traces.keys() >= {"selected", "kin", "path"}:
            self._find(kept)
        if "hover" not in self._traces:
            self._traces["hover"] = kept.picture.trace(*self._hovered)
        made: list[Primitive] = []
        for name, marks in (("kin", kin), ("path", path), ("selected", selected), ("hover", hovered)):
            if self._traces[name]:
                made += marks(self._traces[name].moved(move), tokens)
        return made

    @staticmethod
    def band(rect: tuple[float, float, float, float], tokens: Theme) -> list[Primitive]:
        """Return the rubber band."""
        return band(rect, tokens)

    def _find(self, kept: Kept) -> None:
        chosen = self._desk.document.selection
        count = len(kept.scene.band), len(kept.scene.failed)
        nodes = np.array(sorted(row for row in chosen.nodes if row < count[0]), np.int64)
        cables = np.array(sorted(row for row in chosen.cables if row < count[1]), np.int64)
        self._traces["selected"] = kept.picture.trace(nodes, cables)
        single = len(nodes) == 1 and not len(cables)
        self._traces["kin"] = kept.picture.trace(*neighbours(kept.scene, nodes)) if single else NOWHERE
        self._traces["path"] = (
            kept.picture.trace(*self._path(kept.scene, chosen.flow)) if chosen.flow >= 0 else NOWHERE
        )

    def _path(self, scene: Scene, flow: int) -> tuple[Ints, Ints]:
        """Return both hosts of a flow, and the cables that it crosses."""
        from ibviz.flow.paths import paths
        from ibviz.gui.models.knowledge import knowledge_of

        load = self._desk.results.seen
        if load is None or load.after.wiring.fabric is not scene.fabric:
            return NONE, NONE
        flows, ends = knowledge_of(self._desk).flows(load.after), load.after.wiring.endpoints
        if flows is None or flow >= len(flows):
            return NONE, NONE
        one = slice(flow, flow + 1)
        channels, _ = paths(load.tables, flows.src[one], flows.dst[one])
        hosts = ends.node[[int(flows.src[flow]), int(flows.dst[flow])]].astype(np.int64)
        return hosts, (channels[channels >= 0] // 2).astype(np.int64)


def _meant(found: Hit, scene: Scene) -> tuple[Ints, Ints]:
    """Return the nodes and cables that are lit for what is under the pointer: a cable with its two ends."""
    if found.kind == "node" or (found.kind == "group" and found.nodes):
        return np.array([found.node]), NONE
    if found.kind in ("cable", "port") and found.cable >= 0:
        return scene.fabric.cables.node[found.cable].astype(np.int64), np.array([found.cable])
    if found.kind == "port":
        return np.array([found.node]), NONE
    if found.kind == "bundle" and len(found.cables) <= MOST_KIN:
        return NONE, np.array(found.cables, np.int64)
    return NONE, NONE
