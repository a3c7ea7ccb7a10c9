"""Lettering: words that fit whole, never overlap and never leave the picture."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ibviz.core.table import Bools, Bytes, Floats, Ints, Texts, Words32
from ibviz.core.text import unturned
from ibviz.drawing.drawing import Words
from ibviz.drawing.ink import spread
from ibviz.drawing.widths import advance, cap_height, descent

LEFT, MIDDLE, RIGHT = 0.0, 0.5, 1.0
"""Which part of a word stands at its place."""


@dataclass(eq=False)
class Lettering:
    """Collects words for one layer.

    Parameters
    ----------
    bounds : (left, top, right, bottom), pixels
        No word reaches outside.
    """

    bounds: tuple[float, float, float, float]
    _parts: list[Words] = field(default_factory=list)
    _covered: list[tuple[float, float, float, float]] = field(default_factory=list)

    def keep_clear(self, left: float, top: float, right: float, bottom: float) -> None:
        """Write no further word that something laid over the picture there would cover or cut."""
        self._covered.append((left, top, right, bottom))

    def put(
        self,
        text: ArrayLike,
        x: ArrayLike,
        y: ArrayLike,
        *,
        px: float,
        color: ArrayLike,
        background: ArrayLike,
        weight: int = 400,
        align: float = LEFT,
        room: ArrayLike = np.inf,
        turned: bool = False,
    ) -> Bools:
        """Write words with the middle of their capitals at `y`; what is wider than `room` is left out.

        Turned words read upwards: the middle of their capitals is at `x`, and `align` is along y, from below.

        Returns
        -------
        (n,) bool
            Which words were written.
        """
        texts = _told(np.asarray(text, object).reshape(-1))
        n = len(texts)
        wide = np.asarray(advance(texts, px, weight), np.float64).reshape(-1)
        xs, ys = (spread(place, n, np.float64) for place in (x, y))
        if turned:
            xy = np.column_stack([xs + cap_height(px) / 2, ys + wide * align])
        else:
            xy = np.column_stack([xs - wide * align, ys + cap_height(px) / 2])
        words = Words(
            texts,
            xy,
            np.full(n, px),
            np.full(n, weight),
            spread(color, n, np.uint32),
            spread(background, n, np.uint32),
            wide,
            np.full(n, turned, np.uint8),
        )
        kept: Bools = (wide <= spread(room, n, np.float64)) & (wide > 0)
        kept &= self._inside(words)
        self._parts.append(_only(words, kept))
        return kept

    def _inside(self, words: Words) -> Bools:
        """Tell which words are within the bounds."""
        box, (left, top, right, bottom) = boxes_of(words), self.bounds
        inside: Bools = (
            (box[:, 0] >= left) & (box[:, 1] >= top) & (box[:, 2] <= right) & (box[:, 3] <= bottom)
        )
        for left, top, right, bottom in self._covered:
            beside = (box[:, 0] >= right) | (box[:, 2] <= left)
            inside &= beside | (box[:, 1] >= bottom) | (box[:, 3] <= top)
        return inside

    @property
    def parts(self) -> tuple[Words, ...]:
        """What was written, in order."""
        return tuple(self._parts)

    def take(self, parts: Iterable[Words]) -> None:
        """Take over what was written with the same bounds."""
        self._parts.extend(parts)

    def words(self) -> Words:
        """Return all words; of two that overlap the one written first stays."""
        if not self._parts:
            return _join([])
        return _without_overlaps(_join(self._parts))


def _told(texts: Texts) -> Texts:
    """Return words without marks that turn the direction of what stands around them, which names may hold."""
    if "".join(texts.tolist()).isascii():
        return texts
    told: Texts = np.array([*map(unturned, texts.tolist()), None], object)[:-1]
    return told


def _join(parts: list[Words]) -> Words:
    def joined(name: str, dtype: type, shape: tuple[int, ...] = (0,)) -> NDArray[Any]:
        return np.concatenate([getattr(p, name) for p in parts]) if parts else np.empty(shape, dtype)

    text: Texts = joined("text", object)
    xy: Floats = joined("xy", np.float64, (0, 2))
    px: Floats = joined("px", np.float64)
    weight: Ints = joined("weight", np.int64)
    color: Words32 = joined("color", np.uint32)
    background: Words32 = joined("background", np.uint32)
    width: Floats = joined("width", np.float64)
    turned: Bytes = joined("turned", np.uint8)
    return Words(text, xy, px, weight, color, background, width, turned)


def boxes_of(words: Words) -> Floats:
    """Return left, top, right, bottom of words, (n, 4) pixels: capitals above, descent below the baseline."""
    x, y = words.xy[:, 0], words.xy[:, 1]
    above, below = cap_height(1.0) * words.px, descent(1.0) * words.px
    upright = np.column_stack([x, y - above, x + words.width, y + below])
    turned = np.column_stack([x - above, y - words.width, x + below, y])
    box: Floats = np.where(words.turned[:, None] > 0, turned, upright)
    return box


def _only(words: Words, kept: Bools) -> Words:
    """Return some of the words."""
    return Words(*(getattr(words, name)[kept] for name in Words.__dataclass_fields__))


def _without_overlaps(words: Words) -> Words:
    kept, met = np.ones(len(words.text), bool), []
    box = boxes_of(words)
    order = np.argsort(box[:, 0], kind="stable")
    for low in range(0, len(order), 512):
        rows = order[low : low + 512]
        reach = box[rows, 2].max(initial=0)
        others = order[low:][box[order[low:], 0] < reach]
        a, b = box[rows, None, :], box[None, others, :]
        meet = (
            (a[..., 0] < b[..., 2])
            & (b[..., 0] < a[..., 2])
            & (a[..., 1] < b[..., 3])
            & (b[..., 1] < a[..., 3])
        )
        i, j = np.nonzero(meet)
        met.append(np.sort(np.column_stack([rows[i], others[j]]), axis=1))
    pairs = np.concatenate([*met, np.empty((0, 2), np.int64)])
    for first, last in pairs[np.argsort(pairs[:, 1], kind="stable")].tolist():
        kept[last] &= first == last or not kept[first]
    if kept.all():
        return words
    return _only(words, kept)
