"""Single cables: a curve each, the hottest on top, the failed dashed and crossed."""

from __future__ import annotations

import numpy as np

from ibviz.core.table import Bools, Floats, Ints
from ibviz.drawing.bundles import arc_room, draw_bundles
from ibviz.drawing.carpet import thinned, uplink_carpet
from ibviz.drawing.drawing import Dash, Shape
from ibviz.drawing.easel import Easel, Shown
from ibviz.drawing.frame import Detail
from ibviz.drawing.ink import arching, curves, marks, middles, rising
from ibviz.drawing.places import DOWN, UP, Places
from ibviz.drawing.ramps import with_alpha

HOTTEST = 7
"""How many cables are drawn singly over a halo; more would be noise."""


def draw_cables(easel: Easel, places: Places) -> None:
    """Draw all links in view: carpets and bundles far off, curves nearer by."""
    links = np.flatnonzero(_in_view(easel, places))
    if easel.frame.detail != Detail.CARPET:
        draw_singly(easel, places, links)
        return
    kept = easel.scene.links
    woven = (
        (kept.rise[links] == 1)
        & (kept.band[links, 0] == 1)
        & (easel.scene.bands.column[kept.node[links, 0]] >= 0)
    )
    if woven.any():
        uplink_carpet(easel, places, links[woven])
    rest = links[~woven]
    hot = _hottest(easel, rest)
    if (~hot).any():
        draw_bundles(easel, places, rest[~hot])
    if hot.any():
        _draw_hot(easel, places, rest[hot])


def _in_view(easel: Easel, places: Places) -> Bools:
    """Tell which links to draw: those whose lower end is in view, within a band those with either."""
    kept = easel.scene.links
    seen = places.node_in_view()
    shown: Bools = seen[kept.node[:, 0]] | ((kept.rise == 0) & seen[kept.node[:, 1]])
    placed = ~np.isnan(easel.scene.bands.x[kept.node]).any(axis=1) & (kept.band >= 0).all(axis=1)
    return shown & placed


def _hottest(easel: Easel, links: Ints) -> Bools:
    """Tell which links are the few that stand out: hot ones, if hot is the exception."""
    cable = easel.scene.links.cable[links]
    value = easel.overlay.value[cable]
    hot = np.nan_to_num(value, nan=-1.0) >= easel.overlay.hot
    many = hot.sum() > max(HOTTEST, 0.05 * len(links))
    picked = np.zeros(len(links), bool)
    if hot.any() and not many:
        order = np.argsort(-np.nan_to_num(value, nan=-1.0), kind="stable")[:HOTTEST]
        picked[order] = hot[order]
    return picked


def draw_singly(easel: Easel, places: Places, links: Ints) -> None:
    """Draw links as a curve each."""
    if not len(links):
        return
    cable = easel.scene.links.cable[links]
    xy = shapes(easel, places, links)
    easel.cables[cable] = Shown.SINGLE
    dead = easel.scene.failed[cable]
    hot = _hottest(easel, links) & ~dead
    rest = np.flatnonzero(~dead & ~hot)
    rest = rest[np.argsort(np.nan_to_num(easel.value[cable[rest]]), kind="stable")]
    value = easel.value[cable[rest]]
    crowd = float(np.clip(len(links) / 1200, 0, 1))
    width = easel.line_widths(value) + 0.5 * (1 - crowd)
    easel.add("cables", curves(xy[rest], easel.line_colors(value, crowd), width, Dash.SOLID, cable[rest]))
    _add_hot(easel, xy[hot], cable[hot])
    _add_dead(easel, xy[dead], cable[dead])


def _draw_hot(easel: Easel, places: Places, links: Ints) -> None:
    cable = easel.scene.links.cable[links]
    easel.cables[cable] = Shown.SINGLE
    xy = shapes(easel, places, links)
    if easel.frame.pod_heads and easel.frame.pod_frame:
        xy = _ended(xy, easel.frame.pod_frame[0])
    _add_hot(easel, xy, cable)


def _ended(xy: Floats, y: float) -> Floats:
    """Let rising curves end at the head of the pods."""
    ended = xy.copy()
    low = np.minimum(xy[:, 1], y)
    middle = (low + xy[:, 7]) / 2
    ended[:, 1], ended[:, 3], ended[:, 5] = low, middle, middle
    return ended


def _add_hot(easel: Easel, xy: Floats, cable: Ints) -> None:
    order = np.argsort(easel.value[cable], kind="stable")
    color = easel.line_colors(easel.value[cable[order]], 0.0)
    for place, each in enumerate(order.tolist()):
        easel.add(
            "hot",
            curves(xy[each], easel.theme.canvas, 5.0),
            curves(xy[each], color[place], 1.8, Dash.SOLID, cable[each]),
        )


def _add_dead(easel: Easel, xy: Floats, cable: Ints) -> None:
    easel.add("hot", curves(xy, easel.theme.down, 1.8, Dash.DASHED, cable))
    middle = middles(xy)
    kept = thinned(middle, 9.0)
    halo = with_alpha(easel.theme.canvas, 230).item()
    easel.add("marks", marks(middle[kept], Shape.CROSS, 7, easel.theme.down, halo, cable[kept]))


def shapes(easel: Easel, places: Places, links: Ints) -> Floats:
    """Return the curves of links, (n, 8) pixels."""
    kept = easel.scene.links
    flat = kept.rise[links] == 0
    node, port = kept.node[links], kept.port[links]
    xy = np.empty((len(links), 8))
    up = ~flat
    low = places.ends(node[up, 0], port[up, 0], UP)
    high = places.ends(node[up, 1], port[up, 1], DOWN)
    xy[up] = rising(low[:, 0], low[:, 1], high[:, 0], high[:, 1])
    if flat.any():
        xy[flat] = _flat_shapes(easel, places, node[flat], port[flat], kept.band[links[flat], 0])
    return xy


def _flat_shapes(easel: Easel, places: Places, node: Ints, port: Ints, band: Ints) -> Floats:
    """Return arcs over a band; between hosts, brackets beside their tiles."""
    a, b = places.ends(node[:, 0], port[:, 0], UP), places.ends(node[:, 1], port[:, 1], UP)
    room = np.array([arc_room(easel, each) for each in range(easel.frame.count)])[band]
    apart = np.abs(a[:, 0] - b[:, 0])
    reach = np.clip(0.2 + apart / easel.frame.room, 0, 1)
    twin = np.where(node[:, 0] == node[:, 1], 0.35, 1.0)
    rank = (port[:, 0] % 7) * 0.03
    xy = arching(a[:, 0], a[:, 1], b[:, 0], b[:, 1], room * np.clip(reach * twin + rank, 0.08, 1))
    hosts = np.flatnonzero(band == 0)
    if len(hosts):
        xy[hosts] = _brackets(easel, node[hosts])
    return xy


def _brackets(easel: Easel, node: Ints) -> Floats:
    first = easel.scene.tiles.first
    a, b = (easel.frame.tile_boxes(first[node[:, end]]) for end in (0, 1))
    ay, by = a[:, 1] + a[:, 3] / 2, b[:, 1] + b[:, 3] / 2
    same = np.abs(a[:, 0] - b[:, 0]) < 1
    ax = a[:, 0] + a[:, 2]
    bx = np.where(same, ax, b[:, 0])
    bulge = np.where(same, np.clip(np.abs(ay - by) * 0.5, 10, 60), np.abs(bx - ax) / 2)
    return np.column_stack([ax, ay, ax + bulge, ay, np.where(same, bx + bulge, bx - bulge), by, bx, by])
