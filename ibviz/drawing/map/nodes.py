"""Nodes on the map: coloured by load far off, then with their names, close by with their ports."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

import numpy as np

from ibviz.core.fabric import Kind
from ibviz.core.table import Bools, Floats, Ints, Texts
from ibviz.drawing.board import Board, Shown
from ibviz.drawing.carpet import thinned
from ibviz.drawing.drawing import Boxes, Dash, Shape
from ibviz.drawing.header import plural
from ibviz.drawing.ink import CLEAR, boxes, marks
from ibviz.drawing.labels import distinct, fitted, id_labels, switch_label
from ibviz.drawing.lettering import MIDDLE
from ibviz.drawing.map.bends import BOTTOM, LEFT, TOP
from ibviz.drawing.map.ground import Detail, MapGround
from ibviz.drawing.map.places import places
from ibviz.drawing.map.ports import ports
from ibviz.drawing.ramps import with_alpha

CROSS = 9.0
"""Size of the cross on a node that failed, pixels."""

PORT = 6.0
"""Height of a port, units."""

MOST = 0.6
"""Share of the hosts' names that must fit for hosts to bear names."""


def draw_nodes(board: Board, ground: MapGround) -> None:
    """Draw the nodes in view: hosts first, switches over them."""
    scene = board.scene
    rows = scene.nodes[~np.isnan(places(scene)[scene.nodes]).any(axis=1)]
    rows = rows[ground.seen(ground.boxes(rows))]
    board.nodes[rows] = Shown.SINGLE
    is_switch = scene.fabric.nodes.kind[rows] == Kind.SWITCH
    for mine, draw in ((rows[~is_switch], _draw_hosts), (rows[is_switch], _draw_switches)):
        if len(mine):
            draw(board, ground, mine)
    _cross(board, ground.boxes(rows[scene.failed_node[rows]]))


def _draw_switches(board: Board, ground: MapGround, rows: Ints) -> None:
    if ground.detail < Detail.NAMES:
        _draw_plain(board, ground, rows, edged=ground.detail > Detail.DOTS)
        return
    theme, box = board.theme, ground.boxes(rows)
    dead, foreign = board.scene.failed_node[rows], board.scene.placeholder[rows]
    edge = np.where(dead, np.uint32(theme.down), np.where(foreign, np.uint32(theme.t3), np.uint32(theme.swb)))
    dash = np.where(dead | foreign, Dash.DASHED, Dash.SOLID)
    board.add("nodes", *_stacks(board, ground, rows, box))
    board.add("nodes", boxes(box, theme.sw, edge, 1.2, 5.0 * min(1.0, ground.scale), dash, rows))
    if ground.detail == Detail.PORTS:
        _draw_ports(board, ground, rows)
    else:
        _draw_bars(board, box, board.node_value[rows], ~dead)
    _name_switches(board, ground, rows, box)


def _stacks(board: Board, ground: MapGround, rows: Ints, box: Floats) -> list[Boxes]:
    """Return two more boxes behind each one that stands for a fold."""
    own = box[board.scene.folding.is_head[rows]]
    theme, radius = board.theme, 5.0 * min(1.0, ground.scale)
    away = np.array([1.0, -1.0, 0.0, 0.0]) * 4.0 * min(1.0, ground.scale)
    return [boxes(own + step * away, theme.sw, theme.swb, 1.0, radius) for step in (2, 1)]


def _name_switches(board: Board, ground: MapGround, rows: Ints, box: Floats) -> None:
    """Write names, and close by how many ports are used."""
    theme, ports_shown = board.theme, ground.detail == Detail.PORTS
    names = board.scene.names(rows)
    short = [switch_label(name) for name in names]
    first = [name.partition(".")[0] for name in short]
    forms = [distinct(short), distinct(first), *id_labels(names)]
    middle = box[:, :2] + box[:, 2:] / 2
    room = box[:, 2] - np.where(ground.scale < 0.5, 6, 12)
    dead = board.scene.failed_node[rows]
    two = ports_shown and ground.scale >= 0.9
    fonts = [(13.0, 600)] * two + [(11.0, 600)] * ports_shown + [(10.0, 500)]
    color = np.where(dead, np.uint32(theme.down), np.uint32(theme.t1))
    put = partial(board.words.put, background=theme.sw, align=MIDDLE, room=room)
    up = 7.0 if two else 0.0 if ports_shown else 1.5
    for font, texts in sized_names(names, forms, fonts, room):
        put(texts, middle[:, 0], middle[:, 1] - up, px=font[0], weight=font[1], color=color)
    if two:
        used = used_words(board, rows)
        put(used, middle[:, 0], middle[:, 1] + 9, px=11.0, color=theme.t3)


Font = tuple[float, int]


def sized_names(
    names: Texts, forms: Sequence[Sequence[str]], fonts: Sequence[Font], room: Floats
) -> Iterator[tuple[Font, Texts]]:
    """Yield each font, largest first, with the names that fit in it and in no larger one, empty for the others."""
    left = np.ones(len(names), bool)
    for font in fonts:
        texts = fitted(names, forms if font == fonts[-1] else [], font, room)
        yield font, np.where(left, texts, "")
        left &= texts == ""


def used_words(board: Board, rows: Ints) -> Texts:
    """Return how many ports of switches are used, in words, such as ``14 of 40 ports used``."""
    scene = board.scene
    used = np.bincount(scene.ends[scene.cables].ravel(), minlength=len(scene.band))[rows]
    count = scene.fabric.nodes.ports[rows]
    said = [f"{a:,} of {b:,} ports used" if b >= a else "" for a, b in zip(used, count, strict=True)]
    texts: Texts = np.array([*said, None], object)[:-1]
    for place in np.flatnonzero(scene.folding.is_head[rows]).tolist():
        texts[place] = (
            f"{plural(len(scene.folding.members(scene.folding.of(int(rows[place])))), 'node')} folded"
        )
    return texts


def _draw_ports(board: Board, ground: MapGround, rows: Ints) -> None:
    """Draw the ports of switches: coloured by load, hollow where nothing is plugged, crossed out where dead."""
    theme, found = board.theme, ports(board.scene)
    at = found.at(rows)
    box, cable = port_boxes(ground, at), found.cable[at]
    used, dead = cable >= 0, board.scene.is_failed(cable)
    fill = np.where(used & ~dead, board.cell_colors(board.value_of(cable)), np.uint32(CLEAR))
    edge = np.where(dead, np.uint32(theme.down), np.where(used, np.uint32(CLEAR), with_alpha(theme.swb, 150)))
    board.add("nodes", boxes(box, fill, edge, 1.0, 1.0))


def port_boxes(ground: MapGround, at: Ints) -> Floats:
    """Return the boxes of ports (places in the columns of `ports`), (n, 4) pixels, inside their switch."""
    found, scale = ports(ground.scene), ground.scale
    side = found.side[at]
    lies = (side == TOP) | (side == BOTTOM)
    wide = np.maximum(found.pitch[at] * scale - np.clip(found.pitch[at] * scale * 0.25, 0.6, 3), 1.0)
    deep = PORT * scale
    size = np.where(
        lies[:, None], np.column_stack([wide, wide * 0 + deep]), np.column_stack([wide * 0 + deep, wide])
    )
    spot = ground.at(places(ground.scene)[found.node[at]] + found.offset[at])
    corner = spot - size / 2
    inward = np.where((side == TOP) | (side == LEFT), 1.0, -1.0)
    corner[:, 1] += np.where(lies, inward * (deep / 2 + 2), 0.0)
    corner[:, 0] += np.where(lies, 0.0, inward * (deep / 2 + 2))
    return np.column_stack([corner, size])


def _draw_plain(
    board: Board, ground: MapGround, rows: Ints, *, edged: bool = False, hosts: bool = False
) -> None:
    """Draw boxes coloured by the mean load of their cables, sorted so that equals are painted at once."""
    scene, theme = board.scene, board.theme
    dead, foreign = scene.failed_node[rows], scene.placeholder[rows]
    alone = ~scene.cabled[rows]
    fill = np.where(
        alone, with_alpha(theme.cell, 160), board.cell_colors(board.node_value[rows], hosts=hosts)
    )
    fill = np.where(dead, np.uint32(theme.canvas), fill)
    plain = np.where(edged, np.uint32(theme.swb), np.uint32(CLEAR))
    edge = np.where(dead, np.uint32(theme.down), np.where(foreign, np.uint32(theme.t3), plain))
    order = np.lexsort((edge, fill))
    dash = np.where(dead | foreign, Dash.DASHED, Dash.SOLID)[order]
    board.add(
        "nodes", boxes(ground.boxes(rows)[order], fill[order], edge[order], 1.0, 0.0, dash, rows[order])
    )


def _draw_hosts(board: Board, ground: MapGround, rows: Ints) -> None:
    """Draw hosts: tiles with name and load where names fit, else coloured boxes."""
    if ground.detail < Detail.NAMES:
        _draw_plain(board, ground, rows, hosts=True)
        return
    box = ground.boxes(rows)
    names = board.scene.names(rows)
    forms = [*_host_forms(board, rows, names), *id_labels(names)]
    fonts = [(11.0, 500)] * (ground.scale >= 0.6) + [(10.0, 500)]
    lettered = list(sized_names(names, forms, fonts, box[:, 2] - 10))
    if sum(float((texts != "").mean()) for _, texts in lettered) < MOST:
        _draw_plain(board, ground, rows, hosts=True)
        return
    _draw_tiles(board, ground, rows, box)
    theme, dead = board.theme, board.scene.failed_node[rows]
    ground_color = np.where(dead, np.uint32(theme.canvas), np.uint32(theme.cell))
    color = np.where(dead, np.uint32(theme.down), np.uint32(theme.t1))
    said = _values(board, rows) if ground.scale >= 0.9 else np.full(len(rows), "", object)
    middle = box[:, 1] + (box[:, 3] - 3 * ground.scale) / 2
    at = box[:, 0] + 7 * ground.scale, middle - np.where(said == "", 0, 7)
    put = partial(board.words.put, background=ground_color)
    for font, texts in lettered:
        put(texts, *at, px=font[0], weight=font[1], color=color)
    put(said, box[:, 0] + 7, middle + 7, px=10.0, color=theme.t3)


def _values(board: Board, rows: Ints) -> Texts:
    """Return the mean value of the cables of each host in words, whatever range the colours have."""
    if not board.overlay.is_measure:
        return np.full(len(rows), "", object)
    said = [board.overlay.words(each) for each in means(board)[rows].tolist()]
    texts: Texts = np.array([*said, None], object)[:-1]
    down: Texts = np.where(board.scene.failed_node[rows], "down", texts)
    return down


def means(board: Board) -> Floats:
    """Return the mean value of the cables at each node, (N,); NaN without, or where kinds differ."""
    if board.overlay.is_kinds:
        return board.node_value
    value, scene = board.overlay.value, board.scene
    cables = scene.cables[~np.isnan(value[scene.cables])]
    ends = scene.ends[cables].ravel()
    total = np.bincount(ends, np.repeat(value[cables], 2), len(scene.band))
    with np.errstate(invalid="ignore"):
        mean: Floats = total / np.bincount(ends, minlength=len(scene.band))
    return mean


def _host_forms(board: Board, rows: Ints, names: Texts) -> list[list[str]]:
    """Return shorter forms of names: that of the host where it has but one HCA in view."""
    host = board.scene.structure.host
    of = host.of[rows]
    number = np.bincount(of[of >= 0], minlength=1)
    return [
        [
            host.names[group] if group >= 0 and number[group] == 1 and host.names[group] in name else ""
            for group, name in zip(of.tolist(), names.tolist(), strict=True)
        ]
    ]


def _draw_tiles(board: Board, ground: MapGround, rows: Ints, box: Floats) -> None:
    scene, theme = board.scene, board.theme
    dead, foreign, alone = scene.failed_node[rows], scene.placeholder[rows], ~scene.cabled[rows]
    fill = np.where(dead, np.uint32(theme.canvas), np.uint32(theme.cell))
    rest = np.where(alone, np.uint32(theme.line2), np.uint32(CLEAR))
    edge = np.where(dead, np.uint32(theme.down), np.where(foreign, np.uint32(theme.t3), rest))
    dash = np.where(dead | foreign | alone, Dash.DASHED, Dash.SOLID)
    board.add("nodes", boxes(box, fill, edge, 1.0, 4.0 * min(1.0, ground.scale), dash, rows))
    _draw_bars(board, box, board.node_value[rows], ~dead, hosts=True)


def _draw_bars(board: Board, box: Floats, value: Floats, live: Bools, *, hosts: bool = False) -> None:
    """Draw the value of each node as a bar along its foot, over its trough."""
    if not board.overlay.is_measure:
        return
    kept = live & ~np.isnan(value)
    box, value = box[kept], value[kept]
    y, tall = box[:, 1] + box[:, 3] - 3, np.full(len(box), 3.0)
    trough = board.theme.hover if board.theme.is_dark else board.theme.line
    board.add("nodes", boxes(np.column_stack([box[:, 0], y, box[:, 2], tall]), trough, radius=1.5))
    length = box[:, 2] if board.overlay.is_kinds else np.maximum(box[:, 2] * value, 1.5)
    bar = np.column_stack([box[:, 0], y, length, tall])
    board.add("nodes", boxes(bar, board.cell_colors(value, hosts=hosts), radius=1.5))


def _cross(board: Board, box: Floats) -> None:
    """Put crosses on nodes that failed, at the corner where words may stand in the middle."""
    if not len(box):
        return
    large = (box[:, 2] > 40)[:, None]
    at = np.where(
        large, box[:, :2] + np.column_stack([box[:, 2], box[:, 3] * 0]), box[:, :2] + box[:, 2:] / 2
    )
    kept = thinned(at, 10.0)
    halo = with_alpha(board.theme.canvas, 230).item()
    board.add("marks", marks(at[kept], Shape.CROSS, CROSS, board.theme.down, halo, -np.ones(len(kept))))
