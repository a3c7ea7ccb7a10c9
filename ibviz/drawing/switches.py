"""Switches as boxes: with their name where it fits, with a row of ports above and below when close."""

from __future__ import annotations

from itertools import product

import numpy as np

from ibviz.core.table import Floats, Ints, Texts
from ibviz.drawing.carpet import strip
from ibviz.drawing.drawing import Dash, Shape
from ibviz.drawing.easel import Easel, Shown
from ibviz.drawing.frame import Look
from ibviz.drawing.ink import CLEAR, boxes, marks
from ibviz.drawing.labels import distinct, fitted, id_labels, switch_label, tails, unpadded
from ibviz.drawing.lettering import MIDDLE
from ibviz.drawing.places import Places
from ibviz.drawing.ramps import with_alpha
from ibviz.drawing.scene import Scene
from ibviz.drawing.sockets import UP, sockets
from ibviz.drawing.widths import advance

PORT_TALL = 7.0
"""Height of a port cell, pixels."""

CROSS = 10.0
"""Size of the cross in a switch that failed, pixels."""

ABOVE = 10.0
"""How far above its box the name of a switch that failed stands: the cross is in its place, pixels."""

MOST = 0.75
"""Share of the names of a band that must fit for a size of letters to be chosen."""


def draw_switches(easel: Easel, places: Places) -> None:
    """Draw the switches of all bands."""
    for band in range(1, easel.frame.count):
        if easel.frame.looks[band] == Look.CELLS:
            strip(easel, places, band)
        else:
            _draw_boxes(easel, places, band)


def _draw_boxes(easel: Easel, places: Places, band: int) -> None:
    scene, theme = easel.scene, easel.theme
    seen = places.seen(band)
    rows, box = scene.bands.levels[band][seen], places.boxes(band)[seen]
    if not len(rows):
        return
    easel.nodes[rows] = Shown.SINGLE
    ports = easel.frame.looks[band] == Look.PORTS
    names = f"names {band} {easel.overlay.is_measure}"
    plain = easel.still(names, lambda own: _draw_names(own, band, rows, box, ports)) or ports
    dead, foreign = scene.failed_node[rows], scene.placeholder[rows]
    value = easel.node_value[rows]
    fill = np.where(plain | dead | foreign, np.uint32(theme.sw), easel.cell_colors(value))
    edge = np.where(dead, np.uint32(theme.down), np.where(foreign, np.uint32(theme.t3), np.uint32(theme.swb)))
    if not plain:
        edge = np.where(dead | foreign, edge, np.uint32(CLEAR))
    dash = np.where(dead | foreign, Dash.DASHED, Dash.SOLID)
    easel.add("nodes", boxes(box, fill, edge, 1.2 if plain else 1.0, 5.0 if plain else 3.0, dash, rows))
    if ports:
        _draw_ports(easel, places, band, rows, box)
    elif plain and easel.overlay.is_measure:
        _draw_load(easel, box[~dead], value[~dead])
    _draw_chips(easel, places, band)
    _cross(easel, box[dead])


def _draw_names(easel: Easel, band: int, rows: Ints, box: Floats, ports: bool) -> bool:
    """Write the names that fit into their boxes; tells whether any was written."""
    names = easel.scene.names(rows)
    taken = 0.0
    inside = easel.scene.chips.place[np.isin(easel.scene.chips.switch, rows)]
    if len(inside):
        taken = 24.0 + 20.0 * int(inside.max())
    room = box[:, 2] - (14 if ports else 8) - taken
    forms = [distinct([*map(switch_label, names)]), *id_labels(names)]
    sizes = ((13.0, 600), (11.0, 500), (10.0, 500)) if ports else ((10.0, 500),)
    for shorter, font in [([], sizes[0])] + [(forms, size) for size in sizes]:
        if (fitted(names, shorter, font, room) != "").mean() >= MOST:
            return _write_names(easel, fitted(names, forms, font, room), rows, box, font, ports)
    for font, ends in product(sizes[-2:], _tails(easel.scene, band)):
        if ((short := fitted(ends[rows], [], font, room + 3)) != "").all():
            return _write_names(easel, short, rows, box, font, ports)
    return ports and _write_names(easel, fitted(names, forms, sizes[-1], room), rows, box, sizes[-1], ports)


def _tails(scene: Scene, band: int) -> tuple[Texts, Texts]:
    """Return the numbers of the switches of a band that is numbered alike, as named and without zeros, (N,)."""

    def made() -> tuple[Texts, Texts]:
        rows = scene.bands.levels[band]
        ends: Texts = np.full((2, len(scene.band)), "", object)
        numbers = tails([switch_label(name) for name in scene.names(rows)])
        ends[0, rows], ends[1, rows] = numbers, unpadded(numbers)
        return ends[0], ends[1]

    kept: tuple[Texts, Texts] = scene.once(f"names of band {band}", made)
    return kept


def _write_names(
    easel: Easel, names: Texts, rows: Ints, box: Floats, font: tuple[float, int], ports: bool
) -> bool:
    theme, dead = easel.theme, easel.scene.failed_node[rows]
    load = 2.0 if not ports and easel.overlay.is_measure else 0.0
    middle = box[:, 1] + box[:, 3] / 2 - load
    written = easel.words.put(
        names,
        box[:, 0] + box[:, 2] / 2,
        np.where(dead, box[:, 1] - ABOVE, middle),
        px=font[0],
        weight=font[1],
        color=np.where(dead, np.uint32(theme.down), np.uint32(theme.t1 if ports else theme.t2)),
        background=np.where(dead, np.uint32(theme.canvas), np.uint32(theme.sw)),
        align=MIDDLE,
    )
    _clear(easel, names[dead & written], box[dead & written], font)
    return bool(written.any())


def _clear(easel: Easel, names: Texts, box: Floats, font: tuple[float, int]) -> None:
    """Clear the ground behind names that stand above their box, where cables may pass."""
    wide = np.asarray(advance(names, *font)) + 6
    x, tall = box[:, 0] + (box[:, 2] - wide) / 2, np.full(len(box), font[0] + 2)
    ground = np.column_stack([x, box[:, 1] - ABOVE - tall / 2, wide, tall])
    easel.add("marks", boxes(ground, with_alpha(easel.theme.canvas, 215), radius=3.0))


def _draw_load(easel: Easel, box: Floats, value: Floats) -> None:
    """Draw the mean load of named boxes as a line along their lower edge."""
    bar = np.column_stack([box[:, 0] + 4, box[:, 1] + box[:, 3] - 5, (box[:, 2] - 8), np.full(len(box), 2.5)])
    easel.add("nodes", boxes(bar, easel.cell_colors(value), radius=1.0))


def _draw_ports(easel: Easel, places: Places, band: int, rows: Ints, box: Floats) -> None:
    """Draw the port rows: coloured by load, hollow where nothing is plugged, crossed out where dead."""
    scene, theme = easel.scene, easel.theme
    cells: tuple[Floats, Ints, Ints] = easel.frame.once(
        f"port cells {band}", lambda: port_cells(places, band, rows, box)
    )
    xywh, cable, _ = cells
    used = cable >= 0
    dead = scene.is_failed(cable)
    value = easel.value_of(cable)
    color = np.where(easel.is_host[cable], easel.cell_colors(value, hosts=True), easel.cell_colors(value))
    fill = np.where(used & ~dead, color, np.uint32(CLEAR))
    edge = np.where(dead, np.uint32(theme.down), np.where(used, np.uint32(CLEAR), with_alpha(theme.swb, 150)))
    easel.add("nodes", boxes(xywh, fill, edge, 1.0, 1.0))


def port_cells(places: Places, band: int, rows: Ints, box: Floats) -> tuple[Floats, Ints, Ints]:
    """Return rectangle (n, 4), cable and place among all sockets of each port of some switches of a band."""
    scene = places.scene
    plugs = sockets(scene)
    at = np.full(len(scene.band), -1)
    at[rows] = np.arange(len(rows))
    mine = np.flatnonzero(at[plugs.node] >= 0)
    which = at[plugs.node[mine]]
    on = box[which]
    pitch = places.pitch(on, plugs.count[mine])
    middle = places.socket_x(band, on, plugs.place[mine], plugs.count[mine])
    wide = np.maximum(pitch - np.clip(pitch * 0.25, 0.6, 3), 1.0)
    tall = np.minimum(PORT_TALL, on[:, 3] / 5)
    y = np.where(plugs.side[mine] == UP, on[:, 1] + 3, on[:, 1] + on[:, 3] - 3 - tall)
    return np.column_stack([middle - wide / 2, y, wide, tall]), plugs.cable[mine], mine


def _draw_chips(easel: Easel, places: Places, band: int) -> None:
    """Draw aggregation nodes as small squares at the right within their switch; their cable is the square."""
    scene = easel.scene
    if not len(scene.chips.node):
        return
    seen = np.zeros(len(scene.band), bool)
    seen[scene.bands.levels[band][places.seen(band)]] = True
    inside = np.flatnonzero(seen[scene.chips.switch])
    if not len(inside):
        return
    xywh = chip_boxes(places, band, inside)
    cable = np.full(len(scene.chips.node), -1)
    cable[scene.chip_cable[:, 1]] = scene.chip_cable[:, 0]
    mine = cable[inside]
    value = easel.value_of(mine)
    dead = scene.is_failed(mine)
    edge = np.where(dead, np.uint32(easel.theme.down), np.uint32(easel.theme.swb))
    fill = np.where(dead, np.uint32(easel.theme.sw), easel.cell_colors(value))
    dash = np.where(dead, Dash.DASHED, Dash.SOLID)
    node = scene.chips.node[inside]
    easel.add("nodes", boxes(xywh, fill, edge, 1.0, 2.0, dash, node))
    easel.nodes[node] = Shown.SINGLE
    linked = seen[scene.chips.switch[scene.chip_cable[:, 1]]]
    easel.cables[scene.chip_cable[linked, 0]] = Shown.SINGLE


def chip_boxes(places: Places, band: int, chips: Ints) -> Floats:
    """Return the rectangles of aggregation nodes, (n, 4) pixels."""
    scene, frame = places.scene, places.frame
    switch = scene.chips.switch[chips]
    y, tall = frame.row(band)
    size = min(7.0, tall / 3)
    right = frame.at(band, scene.bands.x[switch]) + places.widths(band, switch) / 2
    x = right - 5 - size - scene.chips.place[chips] * (size + 3)
    top = np.full(len(chips), y + (tall - size) / 2)
    return np.column_stack([x, top, np.full(len(chips), size), np.full(len(chips), size)])


def _cross(easel: Easel, box: Floats) -> None:
    """Put a cross in the middle of boxes of what failed, small enough that the box is seen round it."""
    if not len(box):
        return
    middle = box[:, :2] + box[:, 2:] / 2
    size = float(np.clip(0.6 * min(box[:, 2].min(), box[:, 3].min()), 4, CROSS))
    halo = easel.theme.sw
    easel.add("marks", marks(middle, Shape.CROSS, size, easel.theme.down, halo))
