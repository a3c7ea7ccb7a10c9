"""A Frame: how much of a Scene a View shows, and where its bands and tiles lie one below the other."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import IntEnum
from functools import cached_property
from typing import Any

import numpy as np

from ibviz.core.table import Bools, Floats, Ints
from ibviz.drawing.heights import air_over_hosts, arcs_height, is_bare, stretch, tallest_gap, tile_height
from ibviz.drawing.stack import Part, stack
from ibviz.drawing.stretch import GUTTER, MARGIN, Stretch

__all__ = ["GUTTER", "HEADER", "MARGIN", "Detail", "Frame", "Look"]

HEADER = 48.0
RULER = 18.0
CARPET_BELOW, PORTS_ABOVE = 7.0, 70.0
"""Pixels a leaf: below the first there are carpets and bundles, above the second ports and names."""

NAMED_PORTS = 60.0
"""Pixels that a switch must have for a port row."""

BARE = (48.0, 0.4, 84.0)
"""Least height, share and greatest height of a gap in which only the words of folds stand, pixels."""

SLACK = 1.15
"""By how much a threshold must be passed before a level of detail that was shown is given up."""


REMEMBERED = 200
"""Things that a frame remembers at most: more are not of one picture."""


class Detail(IntEnum):
    """How much of each cable and switch is shown."""

    CARPET = 0
    CABLES = 1
    PORTS = 2


class Look(IntEnum):
    """How the switches of a band are drawn."""

    CELLS = 0
    BOXES = 1
    PORTS = 2


_ROW = {Look.CELLS: 12.0, Look.BOXES: 22.0, Look.PORTS: 48.0}


@dataclass(frozen=True, eq=False)
class Frame(Stretch):
    """Geometry of one picture, in pixels; every part of it is drawn and hit by these numbers alone."""

    @cached_property
    def memo(self) -> dict[str, Any]:
        """What was found of it once, whatever the load and the colours; handed on to frames that lie alike."""
        return {}

    def once(self, name: str, make: Callable[[], Any]) -> Any:
        """Return what was found under a name, found at the first call; the canvas and its painter may both ask."""
        known = self.memo.get(name, self)
        if known is not self:
            return known
        made = make()
        if len(self.memo) >= REMEMBERED:
            self.memo.clear()
        self.memo[name] = made
        return made

    @cached_property
    def clip(self) -> tuple[float, float, float, float]:
        """Where what scrolls is painted."""
        reach = 6 + self.view.reach
        return (self.left - reach, HEADER, self.room + 2 * reach, max(1.0, self.view.height - HEADER))

    @property
    def shows_all(self) -> bool:
        """Whether nothing lies beyond the edges of the picture."""
        return self.view.zoom <= 1

    @cached_property
    def levels(self) -> tuple[int, ...]:
        """How much is shown, and how each band is drawn: what the next picture should hold on to."""
        return (self.detail, *self.looks)

    def _is_above(self, px: float, threshold: float, was: int, level: int) -> bool:
        """Tell whether a size is above a threshold: by two of them where a level is held."""
        if was < 0:
            return px >= threshold
        return px >= (threshold / SLACK if was >= level else threshold * SLACK)

    def _held(self, place: int) -> int:
        held = self.view.held
        return held[place] if len(held) == self.count + 1 else -1

    @cached_property
    def detail(self) -> Detail:
        """How much is shown, by pixels a leaf."""
        was = self._held(0)
        if not self._is_above(self.leaf_px, CARPET_BELOW, was, Detail.CABLES):
            return Detail.CARPET
        close = self._is_above(self.leaf_px, PORTS_ABOVE, was, Detail.PORTS)
        return Detail.PORTS if close else Detail.CABLES

    @cached_property
    def looks(self) -> tuple[Look, ...]:
        """How each band is drawn."""
        return tuple(self._look(band) for band in range(self.count))

    def _look(self, band: int) -> Look:
        px, was = float(self.node_px[band]), self._held(band + 1)
        if not self._is_above(px, CARPET_BELOW, was, Look.BOXES):
            return Look.CELLS
        roomy = self._is_above(px, NAMED_PORTS, was, Look.PORTS)
        return Look.PORTS if self.detail == Detail.PORTS and roomy else Look.BOXES

    @cached_property
    def same(self) -> Bools:
        """Which bands have cables among their own nodes, (bands,)."""
        links = self.scene.links
        level = links.band[(links.rise == 0), 0]
        found: Bools = np.bincount(level[level >= 0], minlength=self.count)[: self.count] > 0
        return found

    @cached_property
    def has_ruler(self) -> bool:
        """Whether an overview is of use."""
        return self.scene.tiles.most > 0 and (self.view.zoom > 1.001 or self.leaf_px < 24)

    @cached_property
    def places(self) -> dict[str, tuple[float, float]]:
        """Top and height of each part from header to ruler, by name.

        ``row1`` is the band of leaves, ``gap1`` what lies between it and the band above it, ``row0`` the
        block of hosts, ``arcs`` what lies over the top band; ``planes``, ``pods``, ``labels``, ``ruler``.
        """
        return stack(self._parts(), HEADER + 4, self.view.height - 14)

    def _parts(self) -> Sequence[Part]:
        parts: list[Part] = []
        parts.append(Part("planes", 26) if self.planes else Part("", 14))
        if self.top >= 1 and self.same[self.top]:
            parts.append(Part("arcs", 24, 0.8, arcs_height(self.scene, self.top, self.room)))
        for band in range(self.top, 0, -1):
            tall = 14.0 if band == self.top and self.looks[band] == Look.CELLS else _ROW[self.looks[band]]
            parts.append(Part(f"row{band}", tall))
            if band > 1:
                carpet = band == 2 and self.detail == Detail.CARPET
                tallest = tallest_gap(self.scene, self.top, self.view.height)
                if is_bare(self.scene, band - 1):
                    parts.append(Part(f"gap{band - 1}", *BARE))
                else:
                    parts.append(Part(f"gap{band - 1}", 30, 1.0 if carpet else 1.25, tallest))
            if band == self._pod_top and self.pod_heads:
                parts.insert(-2, Part("pods", 20))
        parts += self._host_parts()
        if self.pod_feet:
            parts.append(Part("labels", 22))
        if self.has_ruler:
            parts += [Part("", 12), Part("ruler", RULER)]
        return parts

    def _host_parts(self) -> list[Part]:
        most, plots = self.scene.tiles.most, self.scene.plots
        if not most:
            has_strip = plots is not None and bool(((plots.low == 0) & (plots.high > 0)).any())
            return [Part("", 8), Part("row0", 14)] if has_strip else []
        wanted = min(400.0, 30.0 * most) if self.detail == Detail.CARPET else self._tiles_height
        wanted *= stretch(self.view.height)
        return [Part("", air_over_hosts(self.scene)), Part("row0", 24, 1.5, max(24.0, wanted))]

    @cached_property
    def _tiles_height(self) -> float:
        rows = -(-self.scene.tiles.most // self.tile_columns)
        return rows * (tile_height(self.top) if self.detail == Detail.PORTS else 26.0)

    @cached_property
    def tile_columns(self) -> int:
        """How many tiles stand side by side under one leaf."""
        most, space = max(1, self.scene.tiles.most), self.leaf_px * 0.94
        if self.detail == Detail.CARPET:
            return 1
        if self.detail == Detail.CABLES:
            return int(np.clip(most * 5 // 300 + 1, 1, max(1, space // 7)))
        wanted = int(max(1, space // 124))
        tallest = 0.42 * (self.view.height - HEADER)
        while wanted < most and -(-most // wanted) * 22 > tallest and space / (wanted + 1) >= 44:
            wanted += 1
        return min(wanted, most)

    @cached_property
    def tile_rows(self) -> int:
        """How many tiles stand one above the other."""
        return -(-max(1, self.scene.tiles.most) // self.tile_columns)

    @cached_property
    def tile_size(self) -> tuple[float, float]:
        """Width and height of a tile with the gap beside and below it."""
        if "row0" not in self.places:
            return 0.0, 0.0
        wide = min(self.leaf_px * 0.94 / self.tile_columns, 200.0)
        return wide, self.places["row0"][1] / self.tile_rows

    def tile_boxes(self, tiles: Ints) -> Floats:
        """Return the rectangles of tiles, (n, 4) pixels."""
        kept = self.scene.tiles
        wide, tall = self.tile_size
        across, down = kept.slot[tiles] % self.tile_columns, kept.slot[tiles] // self.tile_columns
        middle = self.at(0, kept.column[tiles] + 0.5)
        x = middle + (across - self.tile_columns / 2) * wide
        gap = float(np.clip(min(wide, tall) * 0.12, 0, 4))
        y = self.places.get("row0", (0.0, 0.0))[0] + down * tall
        size = np.broadcast_to([wide - gap, tall - gap], (len(tiles), 2))
        return np.column_stack([x + gap / 2, y, size])

    @cached_property
    def planes(self) -> bool:
        """Whether planes are labelled."""
        return len(self.scene.bands.planes) > 1 and self.scene.bands.planes[0].top == self.top

    @cached_property
    def _pod_top(self) -> int:
        pods = self.scene.bands.pods
        return max((pod.top for pod in pods), default=0) if len(pods) > 1 else 0

    @cached_property
    def pod_heads(self) -> bool:
        """Whether pods have their number above them, as bundles end there."""
        return self._pod_top > 0 and self.detail == Detail.CARPET

    @cached_property
    def pod_feet(self) -> bool:
        """Whether pods have their number below them."""
        return self._pod_top > 0 and self.detail != Detail.CARPET

    @cached_property
    def pod_frame(self) -> tuple[float, float] | None:
        """Top and bottom of the frames round pods, which hold the bands that zoom alike; None for none."""
        if not self._pod_top:
            return None
        moving = [band for band in range(1, self._pod_top + 1) if self.zooms[band] == self.zooms[1]]
        head = self.places.get("pods") or (self.places[f"row{moving[-1]}"][0] - 8, 0)
        foot = self.places.get("row0") or self.places["row1"]
        return head[0], foot[0] + foot[1] + 6

    def row(self, band: int) -> tuple[float, float]:
        """Return top and height of a band of switches, or of the block of hosts; without hosts it has none."""
        if band == 0 and "row0" not in self.places:
            return (sum(self.places["row1"]) if self.top else self.view.height / 2), 0.0
        return self.places[f"row{band}"]
