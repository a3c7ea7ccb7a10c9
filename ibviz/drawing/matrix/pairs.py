"""Pairs of levels that a matrix can be made of, and what they are called."""

from __future__ import annotations

import numpy as np

from ibviz.core.table import Ints
from ibviz.drawing.margins import band_names
from ibviz.drawing.scene import Scene
from ibviz.drawing.view import View

Pair = tuple[int, int]
"""Bands of the rows and of the columns, the lower one first; twice the same for cables within a level."""

FEW = 4
"""A pair of levels with so many times fewer cables than another is not what is shown at first."""


def switch_ends(scene: Scene) -> Ints:
    """Return the switches at the ends of each link, (k, 2): an aggregation node stands for its own."""
    node = scene.links.node
    inside = (scene.band[node] < 0) & (scene.bands.block[node] >= 0)
    ends: Ints = np.where(inside, scene.bands.block[node], node)
    return ends


def pairs(scene: Scene) -> tuple[Pair, ...]:
    """Return the pairs of levels with cables between their switches: neighbours first, from below."""
    found: tuple[Pair, ...] = scene.once("matrix pairs", lambda: tuple(_counted(scene)))
    return found


def _counted(scene: Scene) -> dict[Pair, int]:
    return scene.once("matrix counts", lambda: _count(scene))  # type: ignore[no-any-return]


def _count(scene: Scene) -> dict[Pair, int]:
    band = scene.links.band[(scene.links.band >= 1).all(axis=1)]
    base = len(scene.bands.levels) + 1
    codes, counts = np.unique(band[:, 0] * base + band[:, 1], return_counts=True)
    found = {(code // base, code % base): n for code, n in zip(codes.tolist(), counts.tolist(), strict=True)}
    order = sorted(found, key=lambda pair: (pair[1] - pair[0] != 1, pair[1] - pair[0], pair[0]))
    return {pair: found[pair] for pair in order}


def pair_of(scene: Scene, view: View) -> Pair | None:
    """Return the pair that a view shows: the one it wants, else the lowest of many cables; None without any."""
    known = _counted(scene)
    wanted = (view.pair[0], view.pair[1]) if len(view.pair) == 2 else None
    if wanted in known:
        return wanted
    most = max(known.values(), default=0)
    return next((pair for pair, count in known.items() if count * FEW >= most), None)


def level_word(scene: Scene, band: int) -> str:
    """Return what a switch of a band is called, such as ``leaf``."""
    name = band_names(len(scene.bands.levels) - 1)[band - 1].lower()
    return "switch" if name == "switches" else name


def level_words(scene: Scene, band: int, number: int) -> str:
    """Return a number of switches of a band in words, such as ``12 leaves``."""
    word = level_word(scene, band)
    many = {"leaf": "leaves", "spine": "spines", "switch": "switches"}.get(word, f"{word} switches")
    return (
        f"{number:,} {many}"
        if number != 1
        else f"1 {word}" + (" switch" if many.startswith(word + " ") else "")
    )


def pair_title(scene: Scene, pair: Pair) -> str:
    """Return what the matrix of a pair is called, such as ``Leaf by spine``."""
    low, high = (level_word(scene, band) for band in pair)
    return f"{low.capitalize()} by {high}"
