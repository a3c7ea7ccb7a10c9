"""Bundles: cables between the same two groups as one curve, where single ones could not be told apart."""

from __future__ import annotations

import numpy as np

from ibviz.core.table import Floats, Ints
from ibviz.drawing.carpet import thinned
from ibviz.drawing.drawing import Dash, Shape
from ibviz.drawing.easel import Easel, Shown
from ibviz.drawing.ink import arching, curves, marks, middles, rising
from ibviz.drawing.places import DOWN, UP, Places
from ibviz.drawing.ramps import with_alpha

CHUNKS = 32
"""Stretches of a band where it has neither pods nor planes."""


def draw_bundles(easel: Easel, places: Places, links: Ints) -> None:
    """Draw links as bundles from group to group; those that failed are bundled apart, dashed and crossed.

    Parameters
    ----------
    links : (n,) int64
        Places in the scene's links.
    """
    scene = easel.scene
    dead = scene.failed[scene.links.cable[links]]
    for each, failed in ((links[~dead], False), (links[dead], True)):
        if len(each):
            _draw(easel, places, each, failed)


def _draw(easel: Easel, places: Places, links: Ints, failed: bool) -> None:
    kept = easel.scene.links
    cable = kept.cable[links]
    low, high = _groups(easel, kept.node[links, 0]), _groups(easel, kept.node[links, 1])
    top = int(high.max()) + 1
    level = kept.band[links, 0] * easel.frame.count + kept.band[links, 1]
    key = (level * (int(low.max()) + 1) + low) * top + high
    order = np.argsort(key, kind="stable")
    begins = np.flatnonzero(np.append(True, np.diff(key[order]) > 0))
    members = np.split(cable[order], begins[1:])
    sizes = np.diff(np.append(begins, len(order)))
    value = np.add.reduceat(np.nan_to_num(easel.value[cable[order]]), begins) / sizes
    if not easel.overlay.is_measure:
        value = np.full(len(begins), np.nan)
    first = links[order[begins]]
    xy = _shape(easel, places, links[order], begins, sizes)
    alone = sizes == 1
    row = easel.bundle(members)
    row = np.where(alone, kept.cable[first], row)
    easel.cables[cable[order]] = np.where(np.repeat(alone, sizes), Shown.SINGLE, Shown.BUNDLED)
    if failed:
        _draw_dead(easel, xy, row)
        return
    width = np.minimum(easel.line_widths(value), 2.4)
    up = np.argsort(np.nan_to_num(value, nan=0.0), kind="stable")
    color = easel.line_colors(value, 1.0)
    easel.add("cables", curves(xy[up], color[up], width[up], Dash.SOLID, row[up]))


def _draw_dead(easel: Easel, xy: Floats, row: Ints) -> None:
    easel.add("hot", curves(xy, easel.theme.down, 1.8, Dash.DASHED, row))
    middle = middles(xy)
    kept = thinned(middle, 9.0)
    halo = with_alpha(easel.theme.canvas, 230).item()
    easel.add("marks", marks(middle[kept], Shape.CROSS, 7, easel.theme.down, halo, row[kept]))


def _groups(easel: Easel, node: Ints) -> Ints:
    """Return the group of each node: its plane at the top, its pod below, else its stretch of the band."""
    scene = easel.scene
    band = scene.end_band[node]
    chunk = (scene.bands.x[node] / scene.bands.width * CHUNKS).astype(np.int64)
    plane, pod = scene.structure.plane[node], scene.structure.pod[node]
    by_plane = (band == easel.frame.top) & (plane >= 0) & easel.frame.planes
    by_pod = (band < easel.frame.top) & (pod >= 0) & (len(scene.bands.pods) > 1) & (pod < 4 * CHUNKS)
    group: Ints = np.where(by_plane, plane, np.where(by_pod, pod, np.clip(chunk, 0, CHUNKS - 1)))
    return group


def _shape(easel: Easel, places: Places, links: Ints, begins: Ints, sizes: Ints) -> Floats:
    """Return the curves of bundles (n, 8) from their sorted members."""
    kept, frame = easel.scene.links, easel.frame
    first = links[begins]
    band = kept.band[first]
    low = places.ends(kept.node[links, 0], kept.port[links, 0], UP)
    flat = kept.rise[first] == 0
    high = places.ends(kept.node[links, 1], kept.port[links, 1], DOWN)
    x0 = np.add.reduceat(low[:, 0], begins) / sizes
    x1 = np.add.reduceat(high[:, 0], begins) / sizes
    y0, y1 = low[begins, 1], high[begins, 1]
    if frame.pod_heads and frame.pod_frame:
        y0 = np.where(y0 > frame.pod_frame[0], np.where(~flat, frame.pod_frame[0], y0), y0)
    x0, x1 = _spread(x0, x1, easel), x1
    xy = rising(x0, y0, x1, y1)
    if flat.any():
        xy[flat] = _arcs(easel, x0[flat], x1[flat], y0[flat], band[flat, 0])
    return xy


def _spread(x0: Floats, x1: Floats, easel: Easel) -> Floats:
    """Fan the lower ends out over their pod, in the order of the upper ends."""
    pods = easel.scene.bands.pods
    if not easel.frame.pod_heads or not pods:
        return x0
    unit = easel.frame.scale(1)
    wide = float(np.median([pod.right - pod.left for pod in pods])) * unit
    share = (x1 - easel.frame.left) / easel.frame.room - 0.5
    fanned: Floats = x0 + share * wide * 0.86
    return fanned


def _arcs(easel: Easel, x0: Floats, x1: Floats, y: Floats, band: Ints) -> Floats:
    room = np.array([arc_room(easel, b) for b in range(easel.frame.count)])[band]
    half = np.maximum(0, 8 - np.abs(x1 - x0) / 2)
    height = room * np.clip(0.25 + np.abs(x1 - x0) / easel.frame.room, 0, 1)
    return arching(x0 - half, y, x1 + half, y, height)


def arc_room(easel: Easel, band: int) -> float:
    """Return the height that arcs over a band may take, pixels."""
    places = easel.frame.places
    if band == 0:
        return 9.0
    part = places.get("arcs") if band == easel.frame.top else places.get(f"gap{band}")
    return (part[1] if part else 24.0) * (0.92 if band == easel.frame.top else 0.5)
