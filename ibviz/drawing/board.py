"""The board: what one picture of any view is collected on: primitives by layer, and how each cable and node is shown."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import IntEnum
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ibviz.core.table import Bools, Bytes, Floats, Ints, Words32
from ibviz.drawing.counts import told
from ibviz.drawing.crowd import Crowd, common_kind, crowd_of, receding
from ibviz.drawing.drawing import Primitive, Words
from ibviz.drawing.ground import Ground
from ibviz.drawing.lettering import Lettering
from ibviz.drawing.overlay import Overlay
from ibviz.drawing.ramps import BUCKETS, STEPS, steps, with_alpha
from ibviz.drawing.scene import Scene
from ibviz.drawing.theme import Theme, theme

LAYERS = ("ground", "cells", "cables", "hot", "nodes", "marks", "words", "chrome", "lens")
"""From back to front."""

FEW, MANY = 30, 200
"""Strong lines up to which each may be wide, and how many more make them as thin as in any crowd."""

FIXED = ("chrome", "lens")
"""Those that do not scroll with the view; the lens is the part of the overview that follows it."""


class Shown(IntEnum):
    """How a cable or node is shown."""

    HIDDEN = 0
    SINGLE = 1
    BUNDLED = 2
    CELL = 3
    FOLDED = 4


@dataclass(eq=False)
class Board:
    """What one picture is collected on.

    Parameters
    ----------
    frame : Ground
    """

    frame: Ground
    layers: dict[str, list[Primitive]] = field(default_factory=lambda: {name: [] for name in LAYERS})
    bundles: list[tuple[Ints, Ints, Ints]] = field(default_factory=list)

    def __post_init__(self) -> None:
        fabric = self.scene.fabric
        self.cables: NDArray[np.uint8] = np.zeros(len(fabric.cables), np.uint8)
        self.nodes: NDArray[np.uint8] = np.zeros(len(fabric.nodes), np.uint8)
        view = self.frame.view
        x, y, wide, tall = self.frame.clip
        self.words = Lettering((x, y, x + wide, y + tall))
        self.chrome = Lettering((0.0, 0.0, view.width, view.height))

    @property
    def scene(self) -> Scene:
        """What is drawn."""
        return self.frame.scene

    @cached_property
    def theme(self) -> Theme:
        """The colours."""
        return theme(self.frame.view.theme)

    @cached_property
    def overlay(self) -> Overlay:
        """What the colours say; hot is what is above the range, where that was set."""
        view = self.frame.view
        return self.scene.overlay(view.overlay).above(view.high)

    def add(self, layer: str, *items: Primitive) -> None:
        """Put primitives on a layer; empty ones are dropped."""
        kept = [item for item in items if len(getattr(item, "row", (0,)))]
        self.layers[layer].extend(kept)

    def still(self, name: str, draw: Callable[[Any], Any]) -> Any:
        """Draw what neither load nor range changes; returns what the function returns.

        Parameters
        ----------
        name : str
            Says what it is of, with all that it depends on but the theme and where things lie.
        draw : callable (board)
            Draws nothing that counts as a way to show a cable or node.
        """
        return draw(self)

    def letters(self) -> tuple[Words, Words]:
        """Return the words that scroll, and those that do not, without those that overlap."""
        return self.words.words(), self.chrome.words()

    def bundle(self, cable: Ints, begins: Ints, sizes: Ints) -> Ints:
        """Register bundles of cables; returns the row that the primitive of each has: -2 and below."""
        first = sum(len(each[1]) for each in self.bundles)
        self.bundles.append((cable, begins, sizes))
        return -2 - np.arange(first, first + len(begins))

    def count(self, of: str) -> Mapping[str, int]:
        """Return how many live cables or nodes are shown in which way; placeholders are in no count of nodes."""
        cables, whole = of == "cables", self.scene.whole
        shown = self.cables[whole.cables] if cables else self._nodes[told(whole, whole.nodes)]
        ways = (
            (Shown.SINGLE, Shown.BUNDLED, Shown.CELL, Shown.HIDDEN)
            if cables
            else (Shown.SINGLE, Shown.CELL, Shown.FOLDED, Shown.HIDDEN)
        )
        return {way.name.lower(): int(np.count_nonzero(shown == way)) for way in ways}

    @property
    def _nodes(self) -> Bytes:
        """How each node is shown: what is in a fold as its head is, not by itself."""
        folding = self.scene.folding
        shown = self.nodes[folding.heading]
        seen: Bytes = np.where((folding.group >= 0) & (shown != Shown.HIDDEN), np.uint8(Shown.FOLDED), shown)
        return seen

    @cached_property
    def value(self) -> Floats:
        """Value of each cable within the view's range, (C,): 0 to 1, NaN for none."""
        return self.shares(self.overlay.value)

    def shares(self, value: Floats) -> Floats:
        """Return values within the view's range: 0 to 1, NaN for none."""
        view = self.frame.view
        spread = max(view.high - view.low, 1e-12)
        share: Floats = np.asarray(value - view.low) / spread
        return np.minimum(np.maximum(share, 0.0), 1.0)

    @cached_property
    def is_host(self) -> Bools:
        """Which cables are those of hosts to their leaf, (C + 1,); the row -1 is not."""
        whole = self.scene.whole

        def made() -> Bools:
            found = np.zeros(len(self.cables) + 1, bool)
            found[whole.tiles.cable[whole.tiles.stands]] = True
            return found

        known: Bools = whole.once("placed in tiles", made)
        return known

    def value_of(self, cable: Ints) -> Floats:
        """Return the values of cables; NaN for the row -1."""
        return np.append(self.value, np.nan)[cable]

    @cached_property
    def node_value(self) -> Floats:
        """Mean value of the cables at each node, (N,); NaN for none."""
        view = self.frame.view
        name = f"node values {view.overlay} {view.low} {view.high}"
        find = node_kinds if self.overlay.is_kinds else node_means
        kept: Floats = self.scene.once(name, lambda: find(self.scene, self.value))
        return kept

    def summed_up(self, value: Floats, begins: Ints, sizes: Ints) -> Floats:
        """Return one value for each run: the mean, the one kind that all are, or the strongest opposite."""
        if self.overlay.is_kinds or self.overlay.is_opposed:
            low, high = (f.reduceat(value, begins) for f in (np.fmin, np.fmax))
            if self.overlay.is_kinds:
                return high if self.overlay.ranked else np.where(low == high, low, np.nan)
            return np.where(self.overlay.strength(high) >= self.overlay.strength(low), high, low)
        mean: Floats = np.add.reduceat(np.nan_to_num(value), begins) / sizes
        return mean

    @cached_property
    def _ramp(self) -> Words32:
        return receding(self._colors(STEPS), self._crowd_of(hosts=False), self.theme.canvas)

    @cached_property
    def _host_ramp(self) -> Words32:
        """Return the colours of hosts, which cover areas: they have a crowd of their own."""
        return receding(self._colors(STEPS), self._crowd_of(hosts=True), self.theme.canvas)

    @cached_property
    def _buckets(self) -> Words32:
        """Return the colours of lines of a load."""
        buckets = self.theme.buckets(self.frame.view.ramp)
        return receding(buckets, self._crowd_of(hosts=False), self.theme.canvas)

    def _crowd_of(self, *, hosts: bool) -> Crowd:
        """Return the value that nearly all cables of hosts, or all others, have: a wall of it would say nothing."""
        if self.overlay.is_kinds or self.overlay.is_opposed:
            return Crowd()
        view, whole = self.frame.view, self.scene.whole
        rows = whole.tiles.cable[whole.tiles.stands] if hosts else whole.links.cable
        name = f"crowd {hosts} {view.overlay} {view.low} {view.high}"
        kept: Crowd = self.scene.once(name, lambda: crowd_of(self.value[rows]))
        return kept

    def _colors(self, count: int) -> Words32:
        """Return the colours of the overlay's ramp, least first."""
        overlay, load = self.overlay, self.frame.view.ramp
        if overlay.is_kinds:
            full = self.theme.ramp(load)
            kinds = [
                self.theme[token] if isinstance(token, str) else int(full[round(token * (STEPS - 1))])
                for token in overlay.tokens
            ]
            made = self._receding_kinds(np.array(kinds, np.uint32))
            return made[np.arange(count) * len(kinds) // count]
        name = "difference" if overlay.is_opposed else load
        return self.theme.ramp(name) if count == STEPS else self.theme.buckets(name)

    def _receding_kinds(self, colors: Words32) -> Words32:
        """Return the colours of kinds that are steps of the ramp, that of nearly all cables receding."""
        if isinstance(self.overlay.tokens[0], str):
            return colors
        kind = common_kind(self.overlay.value[self.scene.whole.cables], len(colors))
        faded = receding(colors, kind, self.theme.canvas)
        own = int(kind.middle * len(colors))
        made: Words32 = np.where(np.arange(len(colors)) == own, faded, colors)
        return made

    @cached_property
    def quiet(self) -> int:
        """Colour of a cell that has no value."""
        if self.overlay.is_kinds:
            return self.theme.hover
        if self.overlay.is_opposed:
            return int(self._ramp[STEPS // 2])
        return int(self._ramp[26 if self.theme.is_dark else 20])

    def cell_colors(self, value: Floats, *, hosts: bool = False) -> Words32:
        """Return the colours of cells of these values: of hosts, or of anything else."""
        ramp = self._host_ramp if hosts else self._ramp
        colors: Words32 = np.where(np.isnan(value), np.uint32(self.quiet), ramp[steps(value)])
        return colors

    def line_colors(self, value: Floats, crowd: float = 1.0) -> Words32:
        """Return the colours of lines of these values; idle ones recede, the more so in a crowd.

        Parameters
        ----------
        value : (n,) float64
        crowd : float
            1 where lines lie dense, 0 where they stand alone.
        """
        if self.overlay.is_kinds or self.overlay.is_opposed:
            return self._strange_colors(value, crowd)
        bucket = np.where(np.isnan(value), self._quiet_bucket, steps(value, BUCKETS)).astype(np.int64)
        bucket = np.maximum(bucket, 2 if crowd < 0.3 or not self.theme.is_dark else 1)
        least = 130 if self.theme.is_dark else 170
        alpha = least + (255 - least) * bucket // (BUCKETS - 1)
        alpha = (255 - (255 - alpha) * crowd).astype(np.int64)
        return with_alpha(self._buckets[bucket], alpha)

    def _strange_colors(self, value: Floats, crowd: float) -> Words32:
        """Return the colours of lines of kinds, all alike in strength, or of opposites."""
        none = np.isnan(value)
        colors = np.where(none, np.uint32(self.theme.line2), self._colors(BUCKETS)[steps(value, BUCKETS)])
        if self.overlay.is_opposed:
            strength = np.nan_to_num(self.overlay.strength(value))
            alpha = 90 + 165 * np.minimum(2 * strength, 1)
        else:
            alpha = np.where(none, 110, 255 - 75 * crowd)
        return with_alpha(colors, alpha.astype(np.int64))

    @property
    def _quiet_bucket(self) -> int:
        return 3 if self.theme.is_dark else 4

    def line_widths(self, value: Floats, crowd: float = 0.0) -> Floats:
        """Return the widths of lines of these values, pixels; where hot is common, and in a crowd, less differ."""
        bucket = steps(np.nan_to_num(self.overlay.strength(value), nan=0.2), BUCKETS)
        strong = bucket > BUCKETS * 0.6
        common = max(float(strong.mean()), (float(strong.sum()) - FEW) / MANY) if len(bucket) else 0.0
        widths: Floats = 0.9 + np.float64(0.1) * bucket * (1 - max(min(2 * common, 0.8), 0.4 * crowd))
        return widths


def node_means(scene: Scene, value: Floats) -> Floats:
    """Return the mean of the values of the cables at each node, (N,); NaN where none has one."""
    shares, count = value[scene.cables], len(scene.band)
    ends: tuple[Ints, Ints, Ints] = scene.once("placed ends", lambda: _ends(scene))
    one, other, number = ends
    unknown = np.isnan(shares)
    if unknown.any():
        less = np.bincount(one[unknown], minlength=count) + np.bincount(other[unknown], minlength=count)
        shares, number = np.where(unknown, 0.0, shares), number - less
    total = np.bincount(one, shares, count) + np.bincount(other, shares, count)
    with np.errstate(invalid="ignore"):
        mean: Floats = total / number
    return mean


def _ends(scene: Scene) -> tuple[Ints, Ints, Ints]:
    """Return at which nodes the cables of a scene end, each end by itself as short rows are slow, and how many at each."""
    one, other = scene.ends[scene.cables].T.astype(np.int64)
    count = len(scene.band)
    return one, other, np.bincount(one, minlength=count) + np.bincount(other, minlength=count)


def node_kinds(scene: Scene, value: Floats) -> Floats:
    """Return the value that all cables at each node have, (N,); NaN where they differ, or none has one."""
    low, high = np.full(len(scene.band), np.inf), np.full(len(scene.band), -np.inf)
    cables = scene.cables[~np.isnan(value[scene.cables])]
    for side in (0, 1):
        ends = scene.ends[cables, side]
        np.minimum.at(low, ends, value[cables])
        np.maximum.at(high, ends, value[cables])
    kind: Floats = np.where(low == high, low, np.nan)
    return kind
