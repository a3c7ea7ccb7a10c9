"""Where a kept picture lies under another view: each band has its own stretch along x, between two it is mixed."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ibviz.core.table import Floats, Ints
from ibviz.drawing.frame import HEADER, Detail, Frame

STEP = 3.0
"""Height of the strips in which a gap between two bands is panned, pixels; zoomed it is twice that."""

STILL = 0.02
"""Movement that nobody sees, pixels."""


@dataclass(frozen=True)
class Strip:
    """A stretch of rows of pixels that moves as one: x becomes ``scale * x + offset``.

    Parameters
    ----------
    top, bottom : float, pixels
    scale : float
    offset : float, pixels
    """

    top: float
    bottom: float
    scale: float
    offset: float


@dataclass(frozen=True, eq=False)
class Shift:
    """How places of a kept frame lie in the frame that is looked at now.

    Attributes
    ----------
    kept, now : Frame
    scale, offset : (bands,) float64
        Of each band: x becomes ``scale * x + offset``, pixels.
    """

    kept: Frame
    now: Frame
    scale: Floats
    offset: Floats

    @property
    def is_still(self) -> bool:
        """Whether nothing moves."""
        return bool((np.abs(self.scale - 1) < 1e-6).all() and (np.abs(self.offset) < STILL).all())

    @property
    def is_pan(self) -> bool:
        """Whether nothing grows or shrinks."""
        return bool((np.abs(self.scale - 1) < 1e-6).all())

    def x(self, band: Ints, x: Floats) -> Floats:
        """Return where places of bands lie now, pixels."""
        moved: Floats = x * self.scale[band] + self.offset[band]
        return moved

    def boxes(self, box: Floats, band: Ints) -> Floats:
        """Return where boxes (n, 4) of bands lie now."""
        moved = box.copy()
        moved[:, 0] = self.x(band, box[:, 0])
        moved[:, 2] *= self.scale[band]
        return moved

    def curves(self, xy: Floats, bands: Ints) -> Floats:
        """Return where curves (n, 8), whose ends lie in two bands (n, 2), lie now."""
        moved = xy.copy()
        for point, side in ((0, 0), (2, 0), (4, 1), (6, 1)):
            moved[:, point] = self.x(bands[:, side], xy[:, point])
        return moved

    def points(self, xy: Floats, band: Ints) -> Floats:
        """Return where points (n, 2) of bands lie now."""
        moved = xy.copy()
        moved[:, 0] = self.x(band, xy[:, 0])
        return moved

    def uncovered(self) -> float:
        """Return how many pixels of the bands the kept picture does not reach."""
        kept, now = self.kept, self.now
        half = (0.5 + kept.view.reach / kept.room) / kept.zooms
        low, high = (end * self.scale + self.offset for end in kept.span)
        left = np.where(kept.centers - half <= 0, 0, low - now.left)
        right = np.where(kept.centers + half >= 1, 0, now.left + now.room - high)
        return float(max(0.0, left.max(initial=0)) + max(0.0, right.max(initial=0)))

    def strips(self) -> list[Strip]:
        """Return the picture in strips from top to bottom that cover all of it below the header."""
        kept, made = self.kept, list[Strip]()
        edge = HEADER
        for band in range(kept.top, 0, -1):
            top, tall = kept.row(band)
            if band == kept.top:
                made.append(self._whole(edge, top + tall, band))
            else:
                made += self._gap(edge, top, band)
                made.append(self._whole(top, top + tall, band))
            edge = top + tall
        made.append(self._whole(edge, float(kept.view.height), 0))
        return [strip for strip in made if strip.bottom > strip.top]

    def _whole(self, top: float, bottom: float, band: int) -> Strip:
        return Strip(top, bottom, float(self.scale[band]), float(self.offset[band]))

    def _gap(self, top: float, bottom: float, band: int) -> list[Strip]:
        """Return the strips between a band and the one above it, whose curves are mixtures of both ends."""
        ratio = self.scale[band + 1] / self.scale[band] - 1
        apart = abs(ratio) * self.kept.room + abs(self.offset[band + 1] - self.offset[band])
        carpet = band == 1 and self.kept.detail == Detail.CARPET
        if apart < STILL or carpet:
            return [self._whole(top, bottom, band)]
        foot = self._foot(band, top, bottom)
        made = [self._whole(foot, bottom, band)]
        step = STEP if self.is_pan else 2 * STEP
        edges = np.linspace(top, foot, max(2, round((foot - top) / step) + 1)).round()
        share = mixed(((edges[:-1] + edges[1:]) / 2 - top) / max(foot - top, 1.0))
        scale = self.scale[band] * share + self.scale[band + 1] * (1 - share)
        offset = self.offset[band] * share + self.offset[band + 1] * (1 - share)
        columns = (edges[:-1], edges[1:], scale, offset)
        return [Strip(*values) for values in zip(*(c.tolist() for c in columns), strict=True)] + made

    def _foot(self, band: int, top: float, bottom: float) -> float:
        """Return where the curves of a gap end: at the head of the pods, where those are labelled."""
        pods = self.kept.places.get("pods")
        return pods[0] if pods and top <= pods[0] <= bottom else bottom


def mixed(down: Floats) -> Floats:
    """Return how much of its lower end a rising curve has at a share of its height from above.

    Notes
    -----
    Both ends of such a curve (`drawing.ink.rising`) leave upright, so that x is mixed by ``3t² - 2t³`` and
    the height by ``1.5 t (1 - t) + t³``, the same for all curves of a gap: moved ends move each row of pixels
    as a whole.
    """
    t = np.linspace(0, 1, 129)
    height = 1.5 * t * (1 - t) + t**3
    at = np.interp(np.clip(down, 0, 1), height, t)
    share: Floats = 3 * at**2 - 2 * at**3
    return share


def shift(kept: Frame, now: Frame) -> Shift:
    """Return how a kept frame lies in another one of the same scene."""
    before, after = kept.room * kept.zooms, now.room * now.zooms
    scale = after / before
    middle = (kept.centers - now.centers) * after
    offset = now.left + now.room / 2 + middle - (kept.left + kept.room / 2) * scale
    return Shift(kept, now, scale, offset)
