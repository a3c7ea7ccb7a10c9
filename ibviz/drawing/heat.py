"""Heat: the strongest value among cables that are not shown by themselves, at switches and in folds."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ibviz.core.table import Bools, Floats, Ints
from ibviz.drawing.board import Board
from ibviz.drawing.overlay import Overlay


@dataclass(frozen=True, eq=False)
class Heat:
    """Values within the view's range, 0 to 1; NaN for none.

    Attributes
    ----------
    up : (N,) float64
        The strongest of the cables that rise from each switch, or stay in its band.
    hosts : (N,) float64
        The strongest of the cables to hosts of each switch.
    every : (N,) float64
        The strongest of all cables of each node.
    fold : (F,) float64
        The strongest of all cables at the nodes of each fold, those within it included.
    """

    up: Floats
    hosts: Floats
    every: Floats
    fold: Floats


def heat(board: Board) -> Heat:
    """Return the strongest values of a scene, found once for an overlay and range."""
    view = board.frame.view
    name = f"heat {view.overlay} {view.low} {view.high}"
    found: Heat = board.scene.once(name, lambda: _heat(board))
    return found


def _heat(board: Board) -> Heat:
    scene, whole, overlay = board.scene, board.scene.whole, board.overlay
    node = scene.fabric.cables.node[whole.cables].astype(np.int64)
    band, value = whole.end_band[node], board.value[whole.cables]
    count, group = len(scene.band), scene.folding.group
    hosted = band.min(axis=1) == 0
    is_lower = (band <= band[:, ::-1]) & ~hosted[:, None]
    is_upper = (band > band[:, ::-1]) & hosted[:, None]
    both = np.repeat(value, 2)

    def at(chosen: Bools, place: Ints, number: int) -> Floats:
        mine = chosen.ravel()
        return strongest(overlay, both[mine], place.ravel()[mine], number)

    return Heat(
        up=at(is_lower, node, count),
        hosts=at(is_upper, node, count),
        every=at(np.ones(node.shape, bool), node, count),
        fold=at(group[node] >= 0, group[node], len(scene.folding.folds)),
    )


def strongest(overlay: Overlay, value: Floats, at: Ints, count: int) -> Floats:
    """Return the value that stands out most at each of `count` places; of kinds the one that all are, else NaN.

    Parameters
    ----------
    overlay : Overlay
    value : (n,) float64
        NaN for none.
    at : (n,) int64
        The place of each.
    count : int
    """
    known = np.flatnonzero(~np.isnan(value))
    turn = known[np.argsort(overlay.strength(value[known]), kind="stable")]
    found = np.full(count, np.nan)
    found[at[turn]] = value[turn]
    if overlay.is_kinds:
        strange = at[turn][value[turn] != found[at[turn]]]
        found[strange] = np.nan
    return found


def tile_values(board: Board, tiles: Ints) -> Floats:
    """Return what tiles show: the value of their cable; of a fold the strongest in it."""
    folding, kept = board.scene.folding, board.scene.tiles
    value = board.value_of(kept.cable[tiles])
    if folding:
        own = np.flatnonzero(folding.is_head[kept.node[tiles]])
        value[own] = heat(board).fold[folding.group[kept.node[tiles[own]]]]
    return value
