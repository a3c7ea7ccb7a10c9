"""Where nodes and cables are in a layered picture."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ibviz.core.table import Bools, Floats, Ints
from ibviz.drawing.cables import ended, placed, shapes, woven
from ibviz.drawing.carpet import uplink_middles
from ibviz.drawing.easel import Easel
from ibviz.drawing.folds import pieces
from ibviz.drawing.frame import Detail
from ibviz.drawing.scene import Scene
from ibviz.drawing.switches import chip_boxes
from ibviz.drawing.trace import NO_BOXES, NOWHERE, Trace

if TYPE_CHECKING:
    from ibviz.drawing.layered.picture import Picture


def trace(picture: Picture, nodes: Ints, cables: Ints) -> Trace:
    """Return where some nodes and cables are in a picture; what is out of its reach is left out."""
    scene = picture.places.scene
    if not len(scene.nodes) or not (len(nodes) or len(cables)):
        return NOWHERE
    nodes = _folded(scene, nodes, cables)
    parts = [_folds(picture, nodes, band) for band in range(1, picture.places.frame.count)]
    parts += [_tiles(picture, _chosen(scene, nodes), _among(scene, cables)), *_switches(picture, nodes)]
    parts.append(_chips(picture, nodes, cables))
    boxes = np.concatenate([box for box, _ in parts])
    band = np.concatenate([np.full(len(box), number, np.int64) for box, number in parts])
    seen = picture.places.frame.in_view(boxes[:, 0], boxes[:, 0] + boxes[:, 2])
    curves, ends, cells = _links(picture, cables)
    return Trace(boxes[seen], band[seen], curves, ends, cells)


def _folded(scene: Scene, nodes: Ints, cables: Ints) -> Ints:
    """Return nodes with the heads of folds for what is in them, nodes and cables alike."""
    if not scene.folding:
        return nodes
    inside = scene.folding.ends[cables[scene.folding.inside[cables]], 0]
    return np.unique(np.concatenate([scene.folding.heading[nodes], inside]))


def _folds(picture: Picture, nodes: Ints, band: int) -> tuple[Floats, int]:
    """Return the boxes of the folds whose heads are meant, those that move with a band."""
    every = pieces(picture.places.frame)
    mine = np.isin(picture.places.scene.folding.heads[every.fold], nodes) & (np.maximum(every.low, 1) == band)
    return every.xywh[mine], band


def _chosen(scene: Scene, nodes: Ints) -> Bools:
    chosen = np.zeros(len(scene.band), bool)
    chosen[nodes] = True
    return chosen


def _among(scene: Scene, cables: Ints) -> Bools:
    """Return which cables are meant, with one more for the row -1."""
    among = np.zeros(len(scene.failed) + 1, bool)
    among[cables] = True
    return among


def _tiles(picture: Picture, chosen: Bools, among: Bools) -> tuple[Floats, int]:
    frame, tiles = picture.places.frame, picture.places.scene.tiles
    if "row0" not in frame.places:
        return NO_BOXES, 0
    found = np.flatnonzero(chosen[tiles.node] | (tiles.stands & among[tiles.cable]))
    return frame.tile_boxes(found), 0


def _switches(picture: Picture, nodes: Ints) -> list[tuple[Floats, int]]:
    places = picture.places
    chosen = _chosen(places.scene, nodes)
    found = []
    for band in range(1, places.frame.count):
        mine = chosen[places.scene.bands.levels[band]]
        if mine.any():
            found.append((places.boxes(band)[mine], band))
    return found


def _chips(picture: Picture, nodes: Ints, cables: Ints) -> tuple[Floats, int]:
    """Return aggregation nodes, by themselves or by their cable; those of one band, which is all there is in practice."""
    scene, places = picture.places.scene, picture.places
    meant = np.isin(scene.chips.node, nodes)
    meant[scene.chip_cable[np.isin(scene.chip_cable[:, 0], cables), 1]] = True
    chips = np.flatnonzero(meant)
    band = scene.end_band[scene.chips.switch[chips]]
    own = int(band[0]) if len(band) else 0
    return (chip_boxes(places, own, chips[band == own]), own) if own > 0 else (NO_BOXES, 0)


def _link_of(scene: Scene) -> Ints:
    """Return which link each cable is, (C,); -1 for none."""
    link = np.full(len(scene.failed), -1)
    link[scene.links.cable] = np.arange(len(scene.links))
    return link


def _links(picture: Picture, cables: Ints) -> tuple[Floats, Ints, Floats]:
    """Return curves with the bands of their ends, and the middles of cells."""
    scene, frame = picture.places.scene, picture.places.frame
    links = scene.once("link of", lambda: _link_of(scene))[cables]
    links = np.sort(links[links >= 0])
    links = links[scene.once("placed", lambda: placed(scene))[links]]
    cells = np.empty((0, 2))
    if frame.detail == Detail.CARPET and len(links):
        every = woven(scene)[0]
        mine = np.isin(links, every)
        if mine.any():
            cells = uplink_middles(frame, links[mine], every)
            cells = cells[frame.in_view(cells[:, 0], cells[:, 0])]
        links = links[~mine]
    if not len(links):
        return NOWHERE.curves, NOWHERE.curve_bands, cells
    xy = shapes(Easel(frame), picture.places, links)
    if frame.pod_heads and frame.pod_frame:
        up = scene.links.rise[links] > 0
        xy[up] = ended(xy[up], frame.pod_frame[0])
    seen = frame.in_view(xy[:, ::2].min(axis=1), xy[:, ::2].max(axis=1))
    return xy[seen], scene.links.band[links][seen], cells
