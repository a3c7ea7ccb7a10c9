"""Cables on the map: a line each, the coldest first, what is hot or failed on top."""

from __future__ import annotations

import numpy as np

from ibviz.core.fabric import Kind
from ibviz.core.table import Bools, Floats, Ints, Words32
from ibviz.drawing.board import Board, Shown
from ibviz.drawing.bundles import draw_dead, with_node
from ibviz.drawing.cables import mark_slow
from ibviz.drawing.drawing import Dash
from ibviz.drawing.hottest import draw_hottest, hottest
from ibviz.drawing.ink import curves, lines
from ibviz.drawing.map.bends import LEFT, REACH, RIGHT
from ibviz.drawing.map.ground import Detail, MapGround
from ibviz.drawing.map.lines import around, clipped, crossing, near, shapes, stand, straight
from ibviz.drawing.map.ports import ports
from ibviz.drawing.map.strands import blocks_of, draw_blocks, draw_strands
from ibviz.drawing.map.texture import coverage, dimmed, strengths
from ibviz.drawing.ramps import BUCKETS, steps, with_alpha
from ibviz.drawing.roles import dotted, mark_roles
from ibviz.drawing.slow import slow

CURVED = 4000
"""Cables in view beyond which all are straight."""

TWO_WAY, APART = 8.0, 3.0
"""Pixels of a port above which both directions of its cable are drawn, and how far they are apart."""


def draw_cables(board: Board, ground: MapGround) -> None:
    """Draw all cables that run through the picture."""
    scene = board.scene
    cables = scene.cables[stand(ground, scene.cables)]
    if (found := blocks_of(ground)) is not None:
        draw_blocks(board, ground, found)
        cables = _apart(board, cables, draw_strands(board, ground, found))
    xy = straight(ground, cables)
    close = ground.detail >= Detail.NAMES
    seen = crossing(xy, ground.clip)
    if close and int(seen.sum()) <= CURVED:
        close_by = near(xy, ground.clip, REACH * ground.scale)
        curve = shapes(ground, cables[close_by])
        drawn = seen[close_by] | around(curve, ground.clip)
        board.cables[cables[close_by[drawn]]] = Shown.SINGLE
        _draw(board, ground, cables[close_by[drawn]], curve[drawn])
        return
    board.cables[cables[seen]] = Shown.SINGLE
    _draw_far(board, ground, cables[seen], xy[seen])


def _apart(board: Board, cables: Ints, bundled: Bools) -> Ints:
    """Return the cables that are drawn by themselves: those in no strand, the hottest, and what failed."""
    free = ~bundled[cables] | board.scene.failed[cables] | hottest(board, cables)
    return cables[free]


def _draw(board: Board, ground: MapGround, cable: Ints, xy: Floats) -> None:
    """Draw curves: both directions of a cable where its ports are wide, else one line."""
    dead, hot = board.scene.failed[cable], hottest(board, cable)
    rest = np.flatnonzero(~dead & ~hot)
    share = _shares(board, ground, cable[rest], xy[rest][:, [0, 1, 6, 7]])
    order = np.argsort(_buckets(board, cable[rest]), kind="stable")
    rest, share = rest[order], share[order]
    parted = _parted(board, ground, cable[rest])
    slowed = slow(board.scene)[cable[rest]]
    crowd = float(np.clip(len(cable) / 1200, 0, 1))
    dots = slowed | dotted(board, cable[rest])
    for dash, own in ((Dash.SOLID, ~parted & ~dots), (Dash.DOTTED, ~parted & dots)):
        value = board.value[cable[rest[own]]]
        color = dimmed(_colors(board, cable[rest[own]], value, crowd), share[own])
        width = board.line_widths(value, crowd) + 0.4 * (1 - crowd)
        board.add("cables", curves(xy[rest[own]], color, width, dash, cable[rest[own]]))
    _draw_directions(board, ground, cable[rest[parted]], xy[rest[parted]])
    mark_slow(board, xy[rest[slowed]], cable[rest[slowed]], told=ground.detail == Detail.PORTS)
    mark_roles(board, xy[rest], cable[rest], np.zeros(len(rest), np.int64))
    draw_hottest(board, cable[hot & ~dead], xy[hot & ~dead])
    draw_dead(board, xy[dead], cable[dead], with_node(board.scene, cable[dead]))


def _draw_far(board: Board, ground: MapGround, cable: Ints, xy: Floats) -> None:
    """Draw straight lines of one pixel, by 16 steps of load; what sticks out is cut off."""
    dead, hot = board.scene.failed[cable], hottest(board, cable)
    xy = clipped(xy, ground.clip)
    rest = np.flatnonzero(~dead & ~hot)
    rest = rest[np.argsort(_buckets(board, cable[rest]), kind="stable")]
    value = board.value[cable[rest]]
    color = _colors(board, cable[rest], value)
    color = dimmed(color, _shares(board, ground, cable[rest], xy[rest]))
    board.add("cables", lines(xy[rest], color, 1.0, Dash.SOLID, cable[rest]))
    start, end = xy[:, :2], xy[:, 2:]
    thirds = np.column_stack([start, (2 * start + end) / 3, (start + 2 * end) / 3, end])
    mark_roles(board, thirds[rest], cable[rest], np.zeros(len(rest), np.int64))
    draw_hottest(board, cable[hot & ~dead], thirds[hot & ~dead])
    draw_dead(board, thirds[dead], cable[dead], with_node(board.scene, cable[dead]))


def _colors(board: Board, cable: Ints, value: Floats, crowd: float = 1.0) -> Words32:
    """Return the colours of lines; those to hosts recede where hosts do, since they say the same."""
    color = board.line_colors(value, crowd)
    scene = board.scene
    hosts = np.flatnonzero((scene.fabric.nodes.kind[scene.ends[cable]] == Kind.HCA).any(axis=1))
    alpha = (color[hosts] >> np.uint32(24)).astype(np.int64)
    color[hosts] = with_alpha(board.cell_colors(value[hosts], hosts=True), alpha)
    return color


def _buckets(board: Board, cable: Ints) -> Ints:
    """Return how much cables have to say, 0 to 15."""
    strength = np.nan_to_num(board.overlay.strength(board.value[cable]), nan=0.0)
    return steps(strength, BUCKETS).astype(np.int64)


def _shares(board: Board, ground: MapGround, cable: Ints, xy: Floats) -> Floats:
    _, _, wide, tall = ground.clip
    return strengths(coverage(clipped(xy, ground.clip), wide * tall), _buckets(board, cable))


def _parted(board: Board, ground: MapGround, cable: Ints) -> Bools:
    """Tell which cables show both directions: those with two wide ports."""
    if board.overlay.both is None or board.overlay.ranked or ground.detail < Detail.PORTS or not len(cable):
        return np.zeros(len(cable), bool)
    found = ports(ground.scene)
    wide: Bools = found.pitch[found.of[cable]].min(axis=1) * ground.scale > TWO_WAY
    return wide


def _draw_directions(board: Board, ground: MapGround, cable: Ints, xy: Floats) -> None:
    """Draw both directions of cables side by side, each on the right of its way; the busier one on top."""
    if board.overlay.both is None or not len(cable):
        return
    found, value = ports(ground.scene), board.shares(board.overlay.both[cable])
    flat = np.isin(found.side[found.of[cable, 0]], (LEFT, RIGHT))
    way = np.where(flat, np.sign(xy[:, 6] - xy[:, 0]), np.sign(xy[:, 1] - xy[:, 7]))
    aside = np.where(flat[:, None], [[0.0, APART / 2]], [[APART / 2, 0.0]]) * way[:, None]
    shift = np.tile(aside, 4)
    busier = (value[:, 0] >= value[:, 1])[:, None]
    for lane, share, row in (
        (np.where(busier, xy - shift, xy + shift), value.min(axis=1), np.full(len(cable), -1)),
        (np.where(busier, xy + shift, xy - shift), value.max(axis=1), cable),
    ):
        width = board.line_widths(share, 1.0)
        board.add("cables", curves(lane, _colors(board, cable, share, 0.0), width, Dash.SOLID, row))
