"""Bundles: cables between the same two groups as one curve, where single ones could not be told apart."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ibviz.core.order import median
from ibviz.core.table import Bools, Floats, Ints
from ibviz.drawing.board import Board
from ibviz.drawing.carpet import thinned
from ibviz.drawing.drawing import Dash, Shape
from ibviz.drawing.easel import Easel, Shown
from ibviz.drawing.ink import arching, curves, marks, middles, rising
from ibviz.drawing.ramps import with_alpha
from ibviz.drawing.scene import Scene

CHUNKS = 32
"""Stretches of a band where it has neither pods nor planes."""

ALONG = 200
"""Alpha of cables that failed with a node: its cross says it for all of them."""

STRAND, STRAND_ALPHA, STRAND_BELOW = 0.8, 110, 0.5
"""Width of the line for a hot cable within a bundle, its alpha where all bundles have one, and the value of a
bundle from which on it shows itself."""

HEAVIEST = 2.4
"""Width of the hottest bundle, pixels."""


@dataclass(frozen=True, eq=False)
class Sheaf:
    """Links in bundles, in band coordinates; what failed is in bundles of its own.

    Attributes
    ----------
    cable : (k,) int64
        Cables, bundle by bundle.
    begins, sizes : (b,) int64
        Where each bundle begins in `cable`, and how many it has.
    band : (b, 2) int64
        Bands of its lower and upper end.
    x : (b, 2) float64, leaf columns
        Mean place of its ends.
    fine : bool
        Whether a bundle is that of one switch.
    reach : (b, 2) float64, leaf columns
        Leftmost and rightmost lower end; of a bundle within a band of both ends. Of a fold its edges.
    room : (b,) float64, leaf columns
        Width of the fold at its lower end; 0 where that is none.
    failed : (b,) bool
    """

    cable: Ints
    begins: Ints
    sizes: Ints
    band: Ints
    x: Floats
    reach: Floats
    room: Floats
    failed: Bools
    fine: bool


@dataclass(frozen=True, eq=False)
class Laid:
    """The bundles that are in view of a frame.

    Attributes
    ----------
    seen : (s,) int64
        Which of the bundles.
    xy : (s, 8) float64, pixels
        Their curves.
    cable : (k,) int64
        Their cables, bundle by bundle.
    """

    seen: Ints
    xy: Floats
    cable: Ints


def laid(easel: Easel, name: str, sheaf: Sheaf) -> Laid:
    """Return where the bundles in view lie, found once for frames that lie alike."""

    def found() -> Laid:
        seen = bundles_in_view(easel, sheaf)
        which = np.flatnonzero(seen)
        return Laid(which, _shape(easel, sheaf, which), sheaf.cable[np.repeat(seen, sheaf.sizes)])

    kept: Laid = easel.frame.once(f"laid {name}", found)
    return kept


def bundled(scene: Scene, links: Ints, *, fine: bool) -> Sheaf:
    """Return links in bundles: from pod to plane, or (`fine`) from each switch to a plane; a fold is for itself."""
    kept = scene.links
    cable, node, band = kept.cable[links], kept.node[links], kept.band[links]
    low = node[:, 0] if fine else _groups(scene, node[:, 0])
    high = _groups(scene, node[:, 1])
    return _tied(scene, (cable, node, band), (low, high), fine=fine)


def folds_bundled(scene: Scene, links: Ints, most: int, *, fine: bool) -> Sheaf:
    """Return the links of folds in bundles: from each fold to each node, or to planes if those are over `most`."""
    kept = scene.links
    cable, node, band = kept.cable[links], kept.node[links], kept.band[links]
    plane = scene.structure.plane[node[:, 1]]
    is_high = (band[:, 1] == len(scene.bands.levels) - 1) & (plane >= 0) & (len(scene.bands.planes) > 1)
    high = np.where(is_high & ~scene.folding.is_head[node[:, 1]], plane, len(scene.band) + node[:, 1])
    if len(np.unique(node[:, 0] * (2 * len(scene.band)) + high)) > most:
        high = _groups(scene, node[:, 1])
    return _tied(scene, (cable, node, band), (node[:, 0], high), fine=fine)


def _tied(scene: Scene, links: tuple[Ints, Ints, Ints], groups: tuple[Ints, Ints], *, fine: bool) -> Sheaf:
    """Return links (cable, node and band of each) in a bundle for each two groups."""
    (cable, node, band), (low, high) = links, groups
    failed = scene.failed[cable]
    order = np.lexsort((high, low, band[:, 1], band[:, 0], failed))
    sorted_keys = np.column_stack([failed, band, low, high])[order]
    new = np.append(True, (np.diff(sorted_keys, axis=0) != 0).any(axis=1))
    begins = np.flatnonzero(new)
    sizes = np.diff(np.append(begins, len(order)))
    x = scene.bands.x[node[order]]
    flat = (band[order, 0] == band[order, 1])[:, None]
    wide = np.where(scene.folding.is_head, scene.bands.span, 0.0)[node[order]]
    wide[:, 1] = np.where(flat[:, 0], wide[:, 1], wide[:, 0])
    spread = np.where(flat, x, x[:, :1])
    edges = spread - wide / 2, spread + wide / 2
    return Sheaf(
        cable=cable[order],
        begins=begins,
        sizes=sizes,
        band=band[order[begins]],
        x=np.add.reduceat(x, begins, axis=0) / sizes[:, None],
        reach=np.column_stack(
            [
                np.minimum.reduceat(edges[0].min(axis=1), begins),
                np.maximum.reduceat(edges[1].max(axis=1), begins),
            ]
        ),
        room=wide[begins, 0],
        failed=failed[order[begins]],
        fine=fine,
    )


def _groups(scene: Scene, node: Ints) -> Ints:
    """Return the group of each node: its fold, its plane at the top, its pod below, else its stretch of the band."""
    bands, band = scene.bands, scene.end_band[node]
    chunk = np.clip((bands.x[node] / bands.width * CHUNKS).astype(np.int64), 0, CHUNKS - 1)
    plane, pod = scene.structure.plane[node], scene.structure.pod[node]
    by_plane = (band == len(bands.levels) - 1) & (plane >= 0) & (1 < len(bands.planes) <= 4 * CHUNKS)
    by_pod = (band < len(bands.levels) - 1) & (pod >= 0) & (1 < len(bands.pods) <= 4 * CHUNKS)
    group = np.where(by_plane, plane, np.where(by_pod, pod, chunk))
    alone: Ints = np.where(scene.folding.is_head[node], len(scene.band) + node, group)
    return alone


def draw_bundles(easel: Easel, sheaf: Sheaf, laid: Laid, apart: Ints) -> None:
    """Draw the bundles in view, without the cables that are drawn apart."""
    free = np.ones(len(sheaf.cable), bool)
    if len(apart):
        free[np.isin(sheaf.cable, apart)] = False
    left = np.add.reduceat(free, sheaf.begins, dtype=np.int64)
    kept = left[laid.seen] > 0
    shown, xy = laid.seen[kept], laid.xy[kept]
    alone = left == 1
    state = np.where(alone, Shown.SINGLE, Shown.BUNDLED).astype(np.uint8)
    easel.cables[laid.cable] = np.repeat(state[laid.seen], sheaf.sizes[laid.seen])
    easel.cables[apart] = Shown.HIDDEN
    row = easel.bundle(sheaf.cable, sheaf.begins[shown], sheaf.sizes[shown])
    first = np.add.reduceat(np.where(free, sheaf.cable, 0), sheaf.begins)[shown]
    row = np.where(alone[shown], first, row)
    dead = sheaf.failed[shown]
    _draw_live(easel, sheaf, shown[~dead], xy[~dead], row[~dead], free)
    if dead.any():
        along = np.logical_and.reduceat(with_node(easel.scene, sheaf.cable), sheaf.begins)[shown]
        draw_dead(easel, xy[dead], row[dead], along[dead])


def bundles_in_view(easel: Easel, sheaf: Sheaf) -> Bools:
    """Tell which bundles have a lower end in view."""
    seen = np.zeros(len(sheaf.sizes), bool)
    for band in range(easel.frame.count):
        mine = sheaf.band[:, 0] == band
        low, high = (easel.frame.at(band, sheaf.reach[mine, side]) for side in (0, 1))
        seen[mine] = easel.frame.in_view(low - 1, high + 1)
    return seen


def _draw_live(easel: Easel, sheaf: Sheaf, shown: Ints, xy: Floats, row: Ints, free: Bools) -> None:
    value = np.full(len(shown), np.nan)
    if easel.overlay.is_measure:
        value = easel.summed_up(easel.value[sheaf.cable], sheaf.begins, sheaf.sizes)[shown]
    width = np.minimum(easel.line_widths(value), HEAVIEST)
    if sheaf.fine:
        width = width + 0.3 * np.sqrt(sheaf.sizes[shown])
    up = np.argsort(np.nan_to_num(easel.overlay.strength(value), nan=0.0), kind="stable")
    color = easel.line_colors(value, 0.4 if sheaf.fine else 1.0)
    easel.add("cables", curves(xy[up], color[up], width[up], Dash.SOLID, row[up]))
    if easel.overlay.is_measure and not (easel.overlay.is_kinds or easel.overlay.is_opposed):
        _draw_strands(easel, sheaf, shown, xy, value, free)


def _draw_strands(easel: Easel, sheaf: Sheaf, shown: Ints, xy: Floats, value: Floats, free: Bools) -> None:
    """Draw a thin hot line in bundles that are not hot themselves but hold a cable that is: no mean hides it.

    Cables that are drawn apart, which are not `free`, show themselves.
    """
    inside = np.where(free, easel.overlay.value[sheaf.cable], np.nan)
    worst = np.fmax.reduceat(inside, sheaf.begins)[shown]
    hiding = np.flatnonzero(easel.overlay.is_hot(worst) & (np.nan_to_num(value) < STRAND_BELOW))
    common = len(hiding) / max(len(shown), 1)
    color = easel.cell_colors(easel.shares(worst[hiding]))
    alpha = np.full(len(hiding), round(255 - (255 - STRAND_ALPHA) * common))
    easel.add("cables", curves(xy[hiding], with_alpha(color, alpha), STRAND, Dash.SOLID))


def with_node(scene: Scene, cable: Ints) -> Bools:
    """Tell which cables are at a node that failed."""
    ends: Bools = scene.failed_node[scene.fabric.cables.node[cable]]
    found: Bools = ends[:, 0] | ends[:, 1]
    return found


def draw_dead(easel: Board, xy: Floats, row: Ints, along: Bools) -> None:
    """Draw curves of what failed: dashed, with a cross in the middle.

    Parameters
    ----------
    xy : (n, 8) float64, pixels
    row : (n,) int64
    along : (n,) bool
        What failed with a node: thin and without a cross, since that of the node says it for all.
    """
    theme = easel.theme
    easel.add("hot", curves(xy[along], with_alpha(theme.down, ALONG), 1.0, Dash.DASHED, row[along]))
    xy, row = xy[~along], row[~along]
    easel.add("hot", curves(xy, theme.down, 1.8, Dash.DASHED, row))
    middle = middles(xy)
    kept = thinned(middle, 9.0)
    halo = with_alpha(theme.canvas, 230).item()
    easel.add("marks", marks(middle[kept], Shape.CROSS, 7, theme.down, halo, row[kept]))


def _shape(easel: Easel, sheaf: Sheaf, shown: Ints) -> Floats:
    """Return the curves of bundles, (n, 8) pixels."""
    frame = easel.frame
    band, x = sheaf.band[shown], sheaf.x[shown]
    ends, y = np.empty((len(shown), 2)), np.empty((len(shown), 2))
    for each in range(frame.count):
        top, tall = frame.row(each)
        for side in (0, 1):
            mine = band[:, side] == each
            ends[mine, side] = frame.at(each, x[mine, side])
            y[mine, side] = top if side == 0 else top + tall
    flat = band[:, 0] == band[:, 1]
    y0, x0 = y[:, 0], ends[:, 0]
    if frame.pod_heads and frame.pod_frame is not None:
        y0 = np.where(flat, y0, np.minimum(y0, frame.pod_frame[0]))
        x0 = np.where(flat, x0, fanned(easel, x0, ends[:, 1], sheaf.room[shown]))
    elif sheaf.room.any():
        is_fold = ~flat & (sheaf.room[shown] > 0)
        x0 = np.where(is_fold, fanned(easel, x0, ends[:, 1], sheaf.room[shown]), x0)
    xy = rising(x0, y0, ends[:, 1], y[:, 1])
    if flat.any():
        xy[flat] = _arcs(easel, ends[flat], y0[flat], band[flat, 0])
    return xy


def fanned(easel: Easel, x0: Floats, x1: Floats, room: Floats) -> Floats:
    """Fan the lower ends out over their fold or pod, in the order of the upper ends."""
    pods = easel.scene.whole.bands.pods
    typical = median(np.array([pod.right - pod.left for pod in pods])) if pods else 0.0
    wide = np.where(room > 0, room, typical) * easel.frame.scale(1)
    share = (x1 - easel.frame.left) / easel.frame.room - 0.5
    spread: Floats = x0 + share * wide * 0.86
    return spread


def _arcs(easel: Easel, ends: Floats, y: Floats, band: Ints) -> Floats:
    room = np.array([arc_room(easel, each) for each in range(easel.frame.count)])[band]
    low, high = ends.min(axis=1), ends.max(axis=1)
    half = np.maximum(0, 8 - (high - low) / 2)
    height = room * np.clip(0.25 + (high - low) / easel.frame.room, 0, 1)
    return arching(low - half, y, high + half, y, height)


def arc_room(easel: Easel, band: int) -> float:
    """Return the height that arcs over a band may take, pixels."""
    places = easel.frame.places
    if band == 0:
        return 9.0
    part = places.get("arcs") if band == easel.frame.top else places.get(f"gap{band}")
    return (part[1] if part else 24.0) * (0.92 if band == easel.frame.top else 0.5)
