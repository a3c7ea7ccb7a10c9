"""Single cables: a curve each, the hottest on top, the failed dashed and crossed."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import numpy as np

from ibviz.core.table import Bools, Floats, Ints
from ibviz.drawing.board import Board
from ibviz.drawing.bundles import (
    Sheaf,
    arc_room,
    bundled,
    draw_bundles,
    draw_dead,
    fanned,
    folds_bundled,
    laid,
    with_node,
)
from ibviz.drawing.carpet import thinned, uplink_carpet
from ibviz.drawing.drawing import Dash, Shape
from ibviz.drawing.easel import Easel, Shown
from ibviz.drawing.endings import write_endings
from ibviz.drawing.frame import Detail
from ibviz.drawing.hottest import draw_hottest, hottest
from ibviz.drawing.ink import arching, curves, marks, middles, rising
from ibviz.drawing.places import Places
from ibviz.drawing.ramps import BUCKETS, steps, with_alpha
from ibviz.drawing.roles import dotted, mark_cells, mark_roles, roots_of
from ibviz.drawing.scene import Scene
from ibviz.drawing.slow import rates, slow
from ibviz.drawing.sockets import DOWN, UP

DENSE = 2500
"""Cables of one gap in view above which they are bundled, one bundle a switch and plane."""

TWO_WAY, APART = 8.0, 3.0
"""Pixels of a port above which both directions of its cable are drawn, and how far they are apart."""

CROWD = (150, 600)
"""Lines of one value in a gap from which on they step back, and at which they do so fully."""

FADED, FAINT, THIN = 0.7, 72.0, 0.8
"""How much of their strength lines that step back lose, alpha that they keep, their width in pixels."""

MARKED, DOTS = 40, 1.4
"""Slow cables in view up to which each is marked, and least width of their dots, pixels."""

BESIDE = 12.0
"""Height of a small word and a mark together, pixels: marks nearer than that stand in one line."""


def draw_cables(easel: Easel, places: Places) -> None:
    """Draw all links in view: carpets and bundles far off, curves nearer by."""
    scene = easel.scene
    tied: Ints = scene.once("of folds, placed", lambda: np.flatnonzero(of_folds(scene) & placed(scene)))
    fine = easel.frame.detail != Detail.CARPET
    _draw_sheaf(easel, places, f"folds {fine}", tied, lambda: folds_bundled(scene, tied, DENSE, fine=fine))
    if easel.frame.detail == Detail.CARPET:
        links, rest = woven(scene)
        if len(links):
            weave = uplink_carpet(easel, places, links)
            mark_cells(easel, weave.middles(roots_of(easel, weave.row)), weave.row)
        _draw_sheaf(easel, places, "bundles", rest, lambda: bundled(scene, rest, fine=False))
        return
    parted: tuple[dict[int, Ints], Ints] = easel.frame.once(
        "parted", lambda: _dense_and_single(easel, places)
    )
    for gap, mine in parted[0].items():
        _draw_sheaf(easel, places, f"fine{gap}", mine, partial(bundled, scene, mine, fine=True))
    draw_singly(easel, places, parted[1])


def _dense_and_single(easel: Easel, places: Places) -> tuple[dict[int, Ints], Ints]:
    """Return the links of each gap where they are too many to be told apart, and those in view of the others."""
    kept, folded = easel.scene.links, of_folds(easel.scene)
    dense = [gap for gap, number in _gaps(easel) if number > DENSE]
    in_dense = np.isin(kept.band[:, 0], dense) & (kept.rise == 1) & ~folded
    gaps = {gap: np.flatnonzero(in_dense & (kept.band[:, 0] == gap)) for gap in dense}
    return gaps, np.flatnonzero(_in_view(easel, places) & ~in_dense & ~folded)


def of_folds(scene: Scene) -> Bools:
    """Tell which links end at a fold, and so are in bundles at any zoom."""
    found: Bools = scene.once("of folds", lambda: scene.folding.is_head[scene.links.node].any(axis=1))
    return found


def woven(scene: Scene) -> tuple[Ints, Ints]:
    """Return the links that a carpet shows, those from a leaf to the band above, and the others."""
    parted: tuple[Ints, Ints] = scene.once("woven", lambda: _woven(scene))
    return parted


def _woven(scene: Scene) -> tuple[Ints, Ints]:
    kept = scene.links
    cells = (kept.rise == 1) & (kept.band[:, 0] == 1) & (scene.bands.column[kept.node[:, 0]] >= 0)
    cells &= ~of_folds(scene)
    return np.flatnonzero(cells), np.flatnonzero(~cells & placed(scene) & ~of_folds(scene))


def _gaps(easel: Easel) -> list[tuple[int, int]]:
    """Return how many links each gap between bands above the leaves has in view."""
    band = easel.scene.links.band[~of_folds(easel.scene)]
    above = [gap for gap in range(2, easel.frame.top) if len(easel.scene.bands.planes) > 1]
    return [
        (gap, int(((band[:, 0] == gap) & (band[:, 1] == gap + 1)).sum() / easel.frame.zooms[gap]))
        for gap in above
    ]


def _draw_sheaf(easel: Easel, places: Places, name: str, links: Ints, make: Callable[[], Sheaf]) -> None:
    if not len(links):
        return
    scene = easel.scene
    sheaf: Sheaf = scene.once(name, make)
    lie = laid(easel, name, sheaf)
    hot = lie.cable[hottest(easel, lie.cable)]
    draw_bundles(easel, sheaf, lie, hot)
    if len(hot):
        _draw_hot(easel, places, links[np.isin(scene.links.cable[links], hot)])


def placed(scene: Scene) -> Bools:
    """Tell which links have a place at both ends."""
    node, band = scene.links.node, scene.links.band
    has_place = ~np.isnan(scene.bands.x[node]).any(axis=1)
    found: Bools = np.logical_and(has_place, (band >= 0).all(axis=1))
    return found


def _in_view(easel: Easel, places: Places) -> Bools:
    """Tell which links to draw: those whose lower end is in view, within a band those with either."""
    kept, scene = easel.scene.links, easel.scene
    seen = places.node_in_view()
    shown: Bools = seen[kept.node[:, 0]] | ((kept.rise == 0) & seen[kept.node[:, 1]])
    stands: Bools = scene.once("placed", lambda: placed(scene))
    return shown & stands


def draw_singly(easel: Easel, places: Places, links: Ints) -> None:
    """Draw links as a curve each, those whose lower end is in view: so both ends of nearly all are."""
    found: tuple[Floats, Ints] = easel.frame.once("curves", lambda: _curves_in_view(easel, places, links))
    xy, links = found
    if not len(links):
        return
    cable = easel.scene.links.cable[links]
    easel.cables[cable] = Shown.SINGLE
    dead = easel.scene.failed[cable]
    hot = hottest(easel, cable) & ~dead
    rest = np.flatnonzero(~dead & ~hot)
    strength = easel.overlay.strength(easel.value[cable[rest]])
    rest = rest[np.argsort(np.nan_to_num(strength), kind="stable")]
    crowd = float(np.clip(len(links) / 1200, 0, 1))
    parted, slowed = _parted(easel, places, links[rest]), slow(easel.scene)[cable[rest]]
    dots = slowed | dotted(easel, cable[rest])
    for dash, own in ((Dash.SOLID, ~dots), (Dash.DOTTED, dots)):
        one, two = rest[~parted & own], rest[parted & own]
        _draw_lines(easel, xy[one], links[one], crowd, dash)
        _draw_directions(easel, xy[two], links[two], crowd, dash)
    mark_slow(easel, xy[rest[slowed]], cable[rest[slowed]], told=easel.frame.detail == Detail.PORTS)
    write_endings(easel, xy[rest], cable[rest])
    lower = easel.scene.fabric.cables.node[cable[rest], 1] == easel.scene.links.node[links[rest], 0]
    mark_roles(easel, xy[rest], cable[rest], lower.astype(np.int64))
    draw_hottest(easel, cable[hot], xy[hot])
    draw_dead(easel, xy[dead], cable[dead], with_node(easel.scene, cable[dead]))


def _curves_in_view(easel: Easel, places: Places, links: Ints) -> tuple[Floats, Ints]:
    """Return the curves (n, 8) of those links of which an end that counts is in view, and which these are."""
    xy = shapes(easel, places, links)
    x, flat = easel.frame.inside(xy[:, 0]), easel.scene.links.rise[links] == 0
    kept = x | (flat & easel.frame.inside(xy[:, 6]))
    return xy[kept], links[kept]


def mark_slow(easel: Board, xy: Floats, cable: Ints, *, told: bool) -> None:
    """Mark slow cables with a triangle in the middle, with their rate if told; a crowd of them by dots alone."""
    if not 0 < len(cable) <= MARKED:
        return
    theme, middle = easel.theme, middles(xy)
    kept = thinned(middle, 12.0)
    halo = with_alpha(theme.canvas, 230).item()
    easel.add("marks", marks(middle[kept], Shape.TRIANGLE, 8, theme.warn, halo, cable[kept]))
    if told:
        easel.words.put(
            rates(easel.scene, cable[kept]),
            middle[kept, 0] + 9,
            middle[kept, 1],
            px=10.0,
            weight=500,
            color=theme.warn,
            background=theme.canvas,
            room=room_beside(middle[kept]) - 9,
        )


def room_beside(xy: Floats) -> Floats:
    """Return how far it is from each of a few marks to the edge of the next at its right, pixels (n,).

    Parameters
    ----------
    xy : (n, 2) float64
        Middles of marks, pixels.
    """
    right = xy[:, 0] - xy[:, None, 0]
    beside = (np.abs(xy[:, 1] - xy[:, None, 1]) < BESIDE) & (right > 0)
    room: Floats = np.where(beside, right, np.inf).min(axis=1, initial=np.inf) - BESIDE / 2
    return room


def _draw_lines(easel: Easel, xy: Floats, links: Ints, crowd: float, dash: Dash) -> None:
    cable = easel.scene.links.cable[links]
    value = easel.value[cable]
    width = easel.line_widths(value, crowd) + 0.5 * (1 - crowd)
    color = easel.line_colors(value, crowd)
    back = stepping_back(value, easel.scene.links.band[links, 0])
    strong = np.full(len(value), 0.5) if easel.overlay.is_kinds else np.nan_to_num(value, nan=0.2)
    weak = 50 if easel.theme.is_dark else 90  # what is pale on a pale ground would vanish
    alpha = (color >> 24).astype(np.int64)
    faint = np.maximum(alpha * (1 - FADED * back * (0.4 + 0.6 * strong)), FAINT + weak * (1 - strong))
    color = with_alpha(color, np.minimum(alpha, faint).astype(np.int64))
    width += (THIN - width) * back
    if dash != Dash.SOLID:
        width = np.maximum(width, DOTS)
    easel.add("cables", curves(xy, color, width, dash, cable))


def stepping_back(value: Floats, gap: Ints) -> Floats:
    """Return how far lines step back, 0 to 1: those of the commonest value of a gap, where they are a crowd.

    Lying upon each other they would be a slab, although they have the least to say.

    Parameters
    ----------
    value : (n,) float64
        0 to 1, NaN for none.
    gap : (n,) int64
        Band of the lower end.
    """
    bucket = np.where(np.isnan(value), BUCKETS, steps(np.nan_to_num(value), BUCKETS))
    gaps, kinds = int(gap.max(initial=0)) + 1, BUCKETS + 1
    table = np.bincount(gap * kinds + bucket, minlength=gaps * kinds).reshape(gaps, kinds)
    few, many = CROWD
    back = np.clip((table.max(axis=1) - few) / (many - few), 0, 1)
    shares: Floats = np.where(bucket == table.argmax(axis=1)[gap], back[gap], 0.0)
    return shares


def _parted(easel: Easel, places: Places, links: Ints) -> Bools:
    """Tell which links show both directions: those whose lower port is wide enough for two lines."""
    kept = easel.scene.links
    if easel.overlay.both is None or easel.overlay.ranked or easel.frame.detail != Detail.PORTS:
        return np.zeros(len(links), bool)
    wide = places.port_px(kept.node[links, 0], kept.port[links, 0]) > TWO_WAY
    return wide & (kept.rise[links] > 0)


def _draw_directions(easel: Easel, xy: Floats, links: Ints, crowd: float, dash: Dash) -> None:
    """Draw both directions of links side by side: up at the left, down at the right; the busier one on top."""
    kept, both = easel.scene.links, easel.overlay.both
    if both is None or not len(links):
        return
    cable = kept.cable[links]
    lower = (easel.scene.fabric.cables.node[cable, 1] == kept.node[links, 0]).astype(np.int64)
    value = easel.shares(both[cable])
    up, down = value[np.arange(len(cable)), lower], value[np.arange(len(cable)), 1 - lower]
    shift = np.array([APART / 2, 0.0] * 4)
    busier = (up >= down)[:, None]
    left, right = xy - shift, xy + shift
    for lane, share, row in (
        (np.where(busier, right, left), np.minimum(up, down), np.full(len(cable), -1)),
        (np.where(busier, left, right), np.maximum(up, down), cable),
    ):
        width = easel.line_widths(share, 1.0)
        easel.add("cables", curves(lane, easel.line_colors(share, crowd), width, dash, row))


def _draw_hot(easel: Easel, places: Places, links: Ints) -> None:
    cable = easel.scene.links.cable[links]
    easel.cables[cable] = Shown.SINGLE
    xy = shapes(easel, places, links)
    if easel.frame.pod_heads and easel.frame.pod_frame:
        up = easel.scene.links.rise[links] > 0
        xy[up] = ended(xy[up], easel.frame.pod_frame[0])
    draw_hottest(easel, cable, xy)


def ended(xy: Floats, y: float) -> Floats:
    """Let rising curves end at the head of the pods."""
    ended = xy.copy()
    low = np.minimum(xy[:, 1], y)
    middle = (low + xy[:, 7]) / 2
    ended[:, 1], ended[:, 3], ended[:, 5] = low, middle, middle
    return ended


def shapes(easel: Easel, places: Places, links: Ints) -> Floats:
    """Return the curves of links, (n, 8) pixels."""
    kept = easel.scene.links
    flat = kept.rise[links] == 0
    node, port = kept.node[links], kept.port[links]
    xy = np.empty((len(links), 8))
    up = ~flat
    low = places.ends(node[up, 0], port[up, 0], UP)
    high = places.ends(node[up, 1], port[up, 1], DOWN)
    wide = np.where(easel.scene.folding.is_head, easel.scene.bands.span, 0.0)[node[up, 0]]
    if wide.any():
        low[:, 0] = np.where(wide > 0, fanned(easel, low[:, 0], high[:, 0], wide), low[:, 0])
    xy[up] = rising(low[:, 0], low[:, 1], high[:, 0], high[:, 1])
    if flat.any():
        xy[flat] = _flat_shapes(easel, places, node[flat], port[flat], kept.band[links[flat], 0])
    return xy


def _flat_shapes(easel: Easel, places: Places, node: Ints, port: Ints, band: Ints) -> Floats:
    """Return arcs over a band; between hosts, arches over their tiles or brackets beside them."""
    a, b = places.ends(node[:, 0], port[:, 0], UP), places.ends(node[:, 1], port[:, 1], UP)
    room = np.array([arc_room(easel, each) for each in range(easel.frame.count)])[band]
    apart = np.abs(a[:, 0] - b[:, 0])
    reach = np.clip(0.2 + apart / easel.frame.room, 0, 1)
    height = room * np.clip(reach + (port[:, 0] % 7) * 0.03, 0.08, 1)
    loop = node[:, 0] == node[:, 1]
    height = np.where(loop, np.minimum(height, 12 + 3.0 * (port[:, 0] % 3)), height)
    half = np.where(loop, np.maximum(0, 5 - apart / 2), 0)
    away = half * np.where(a[:, 0] <= b[:, 0], -1, 1)
    xy = arching(a[:, 0] + away, a[:, 1], b[:, 0] - away, b[:, 1], height)
    hosts = np.flatnonzero(band == 0)
    if len(hosts):
        xy[hosts] = _brackets(easel, node[hosts], port[hosts])
    return xy


def _brackets(easel: Easel, node: Ints, port: Ints) -> Floats:
    first = easel.scene.tiles.first
    a, b = (easel.frame.tile_boxes(first[node[:, end]]) for end in (0, 1))
    same = np.abs(a[:, 0] - b[:, 0]) < 1
    shift = (port[:, 0] % 8) * 5.0 - 5
    arch = arching(
        a[:, 0] + a[:, 2] / 2 + shift, a[:, 1], b[:, 0] + b[:, 2] / 2 - shift, b[:, 1], 12.0 + shift
    )
    ay, by, x = a[:, 1] + a[:, 3] / 2 + shift, b[:, 1] + b[:, 3] / 2 - shift, a[:, 0] + a[:, 2]
    bulge = np.full(len(x), 13.0)
    side = np.column_stack([x, ay, x + bulge, ay, x + bulge, by, x, by])
    return np.where(same[:, None], side, arch)
