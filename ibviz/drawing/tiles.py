"""Hosts under their leaf: cells when many, tiles with name and value when close."""

from __future__ import annotations

import numpy as np

from ibviz.core.table import Bools, Floats, Ints, Texts
from ibviz.core.units import rate_label
from ibviz.drawing.carpet import host_carpet, thinned
from ibviz.drawing.drawing import Dash, Shape
from ibviz.drawing.easel import Easel, Shown
from ibviz.drawing.frame import Detail
from ibviz.drawing.heat import tile_values
from ibviz.drawing.ink import CLEAR, boxes, marks
from ibviz.drawing.labels import fitted, id_labels, tails
from ibviz.drawing.lettering import LEFT, RIGHT
from ibviz.drawing.places import Places, tile_ports
from ibviz.drawing.ramps import with_alpha
from ibviz.drawing.roles import mark_cells, roots_of
from ibviz.drawing.widths import advance

MANY = 6000
"""Tiles in view above which they are cells of one picture."""

NAME, SMALL, VALUE = (11.0, 500), (10.0, 500), (10.0, 400)
"""Size and weight of the words on a tile: its name, where room is short, and its value."""

INDENT, TIGHT = 7.0, 4.0
"""What is free beside them, pixels."""

MOST = 0.9
"""Share of the names that must fit for the larger letters to be chosen."""


def draw_hosts(easel: Easel, places: Places) -> None:
    """Draw the hosts in view with their cables."""
    if not easel.scene.tiles.most:
        return
    frame = easel.frame
    tiles = np.flatnonzero(places.tile_in_view())
    wide, tall = frame.tile_size
    if frame.detail == Detail.CARPET or len(tiles) > MANY or min(wide, tall) < 3:
        weave, cable = host_carpet(easel, places)
        mark_cells(easel, weave.middles(roots_of(easel, cable)), cable)
    elif len(tiles):
        _draw_tiles(easel, tiles)


def _draw_tiles(easel: Easel, tiles: Ints) -> None:
    scene, theme = easel.scene, easel.theme
    kept = scene.tiles
    box, node, cable = easel.frame.tile_boxes(tiles), kept.node[tiles], kept.cable[tiles]
    value = tile_values(easel, tiles)
    dead = scene.failed_node[node] | scene.is_failed(cable)
    alone = ~scene.cabled[node]
    foreign = scene.placeholder[node]
    roomy = bool(box[0, 2] >= 34 and box[0, 3] >= 15 and easel.frame.detail == Detail.PORTS)
    ground = np.full(len(tiles), theme.cell, np.uint32) if roomy else easel.cell_colors(value, hosts=True)
    fill = np.where(dead, np.uint32(theme.canvas), np.where(alone, with_alpha(theme.cell, 120), ground))
    rest = np.where(alone, np.uint32(theme.line2), np.uint32(CLEAR))
    edge = np.where(dead, np.uint32(theme.down), np.where(foreign, np.uint32(theme.t3), rest))
    dash = np.where(dead | foreign, Dash.DASHED, Dash.SOLID)
    radius = float(np.clip(min(box[0, 2], box[0, 3]) / 5, 0, 4))
    easel.add("nodes", boxes(box, fill, edge, 1.0, radius, dash, node))
    easel.nodes[node] = Shown.SINGLE
    easel.cables[cable[kept.stands[tiles]]] = Shown.SINGLE
    if roomy:
        _draw_bars(easel, box[~dead], value[~dead])
        _write(easel, tiles, box, np.where(dead, theme.canvas, theme.cell))
    _cross(easel, box[dead], roomy)
    roots = roots_of(easel, cable)
    mark_cells(easel, box[roots, :2] + box[roots, 2:] * ([0.86, 0.3] if roomy else 0.5), cable)


def _draw_bars(easel: Easel, box: Floats, value: Floats) -> None:
    """Draw the value of each tile as a bar of 3 pixels along its foot, over its trough."""
    if not easel.overlay.is_measure:
        return
    known = ~np.isnan(value)
    box, value = box[known], value[known]
    y = box[:, 1] + box[:, 3] - 3
    tall = np.full(len(box), 3.0)
    trough = np.column_stack([box[:, 0], y, box[:, 2], tall])
    easel.add(
        "nodes", boxes(trough, easel.theme.hover if easel.theme.is_dark else easel.theme.line, radius=1.5)
    )
    length = box[:, 2] if easel.overlay.is_kinds else np.maximum(box[:, 2] * value, 1.5)
    bar = np.column_stack([box[:, 0], y, length, tall])
    easel.add("nodes", boxes(bar, easel.cell_colors(value, hosts=True), radius=1.5))


def _write(easel: Easel, tiles: Ints, box: Floats, ground: Ints) -> None:
    """Write name and value on tiles: the value where both fit, the name whole or in a shorter form."""
    theme = easel.theme
    notes, names = _notes(easel, tiles), _names_laid(easel, tiles, box[:, 2])
    texts, font, indent, name_wide = names
    room = box[:, 2] - 2 * indent
    note_wide = np.asarray(advance(notes, *VALUE))
    two = bool(box[0, 3] >= 31)
    beside = (name_wide + note_wide + 8 <= room) & (not two)
    y = box[:, 1] + (box[:, 3] - (3 if easel.overlay.is_measure else 0)) / 2
    color = np.where(ground == theme.canvas, np.uint32(theme.down), np.uint32(theme.t1))
    written = easel.still(
        f"tile names {easel.overlay.is_measure}",
        lambda own: own.words.put(
            texts,
            box[:, 0] + indent,
            y - (7 if two else 0),
            px=font[0],
            weight=font[1],
            color=color,
            background=ground,
        ),
    )
    shown = (beside | two) & written
    x = (box[:, 0] + indent if two else box[:, 0] + box[:, 2] - indent)[shown]
    easel.words.put(
        notes[shown],
        x,
        (y + (7 if two else 0))[shown],
        px=VALUE[0],
        weight=VALUE[1],
        color=theme.t3,
        background=ground[shown],
        align=LEFT if two else RIGHT,
        room=room[shown],
    )


def _names_laid(easel: Easel, tiles: Ints, wide: Floats) -> tuple[Texts, tuple[float, int], float, Floats]:
    """Return what `_names` does, and how wide each is, found once for frames that lie alike."""

    def found() -> tuple[Texts, tuple[float, int], float, Floats]:
        texts, font, indent = _names(easel, tiles, wide)
        return texts, font, indent, np.asarray(advance(texts, *font))

    laid: tuple[Texts, tuple[float, int], float, Floats] = easel.frame.once("tile names", found)
    return laid


def _names(easel: Easel, tiles: Ints, wide: Floats) -> tuple[Texts, tuple[float, int], float]:
    """Return the names as they fit on tiles of some width, their letters, and how far they are indented."""
    names = easel.scene.names(easel.scene.tiles.node[tiles])
    whole: Texts = names + np.array([*_ports(easel, tiles), None], object)[:-1]
    forms = _forms(easel, tiles, names)
    texts = fitted(whole, forms, NAME, wide - 2 * INDENT)
    if (texts != "").mean() >= MOST:
        return texts, NAME, INDENT
    texts = fitted(whole, forms, SMALL, wide - 2 * TIGHT)
    column = easel.scene.tiles.column[tiles]
    short = column_has(column, texts == "")
    numbers = np.array([*_numbers(easel, tiles, short), None], object)[:-1]
    ends = fitted(numbers, [], SMALL, wide - 2 * TIGHT)
    return np.where(short & (numbers != ""), ends, texts), SMALL, TIGHT


def column_has(column: Ints, told: Bools) -> Bools:
    """Return for each tile whether it is told of any tile of its column."""
    found: Bools = np.bincount(column, told, minlength=1)[column] > 0
    return found


def _forms(easel: Easel, tiles: Ints, names: Texts) -> list[list[str]]:
    """Return shorter forms of names, the best first.

    The host alone in its column, what is plugged in the only one, an id's end.
    """
    host = easel.scene.structure.host
    node, column = easel.scene.tiles.node[tiles], easel.scene.tiles.column[tiles]
    key = column * (len(host.names) + 1) + host.of[node]
    _, which, number = np.unique(key, return_inverse=True, return_counts=True)
    alone = (number[which] == 1) | (number[which] == number_of_node(node, column))
    only = number[which] == np.bincount(column)[column]
    ends = _ports(easel, tiles)
    owner = [host.names[group] if group >= 0 else "" for group in host.of[node].tolist()]
    parted = [
        name[len(part) :].strip() if part and name.startswith(part + " ") else ""
        for name, part in zip(names, owner, strict=True)
    ]
    return [
        [
            part + end if one and part in name else ""
            for part, name, one, end in zip(owner, names, alone, ends, strict=True)
        ],
        [part if one else "" for part, one in zip(parted, only & ~alone, strict=True)],
        *id_labels(names),
    ]


def _numbers(easel: Easel, tiles: Ints, wanted: Bools) -> list[str]:
    """Return the numbers of the hosts of each column wanted whose hosts are numbered alike; empty for the others."""
    host, column = easel.scene.structure.host, easel.scene.tiles.column[tiles]
    groups = host.of[easel.scene.tiles.node[tiles]].tolist()
    found = [""] * len(tiles)
    for each in sorted(set(column[wanted].tolist())):
        mine = np.flatnonzero(column == each).tolist()
        names = [host.names[groups[place]] if groups[place] >= 0 else "" for place in mine]
        for place, end in zip(mine, tails(names), strict=True):
            found[place] = end
    return found


def number_of_node(node: Ints, column: Ints) -> Ints:
    """Return how many tiles the node of each tile has in its column."""
    keys = column * (int(node.max(initial=0)) + 1) + node
    _, which, number = np.unique(keys, return_inverse=True, return_counts=True)
    found: Ints = number[which]
    return found


def _ports(easel: Easel, tiles: Ints) -> list[str]:
    """Return what tells tiles of one node in one column apart: the node's port; empty for the only one."""
    kept, scene = easel.scene.tiles, easel.scene
    several = number_of_node(kept.node[tiles], kept.column[tiles]) > 1
    ports = tile_ports(scene)[tiles] if several.any() else np.zeros(len(tiles), np.int64)
    return [f"[{port}]" if told else "" for port, told in zip(ports.tolist(), several.tolist(), strict=True)]


def _notes(easel: Easel, tiles: Ints) -> Texts:
    """Return what stands beside each name: the value, or the rate where there is none."""
    scene = easel.scene
    cable = scene.tiles.cable[tiles]
    cables = scene.fabric.cables
    if easel.overlay.is_measure:
        said = [easel.overlay.words(v) for v in np.append(easel.overlay.value, np.nan)[cable].tolist()]
    else:
        told = np.flatnonzero(cable >= 0)
        width, speed = cables.width[cable[told]].max(axis=1), cables.speed[cable[told]].max(axis=1)
        said = [""] * len(tiles)
        for place, lanes, code in zip(told.tolist(), width.tolist(), speed.tolist(), strict=True):
            said[place] = rate_label(lanes, code) if lanes and code else ""
    return np.where(scene.is_failed(cable), "down", np.array([*said, None], object)[:-1])


def _cross(easel: Easel, box: Floats, roomy: bool) -> None:
    """Put crosses on boxes of what failed: in the middle, where words stand at the corner."""
    if not len(box):
        return
    at = box[:, :2] + box[:, 2:] / 2
    if roomy:
        at = box[:, :2] + np.column_stack([box[:, 2] - 2, np.full(len(box), 2.0)])
    kept = thinned(at, 10.0)
    halo = with_alpha(easel.theme.canvas, 230).item()
    easel.add("marks", marks(at[kept], Shape.CROSS, 7, easel.theme.down, halo, -np.ones(len(kept))))
