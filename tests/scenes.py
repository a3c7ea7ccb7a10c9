"""Scenes for tests: fabrics of every shape with loads made by chance, and what must hold of any Drawing."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import pairwise
from typing import Any

import numpy as np
from fabrics import fabric_of, tree2, tree3

from ibviz.core.fabric import Fabric
from ibviz.core.registry import layouts
from ibviz.core.scenario import Choice, Scenario
from ibviz.core.simulation import Flows, Routing, Simulation
from ibviz.core.state import State
from ibviz.core.structure import shape
from ibviz.core.wiring import wiring
from ibviz.drawing.draw import compose, view_for
from ibviz.drawing.drawing import Boxes, Cells, Curves, Drawing, Words
from ibviz.drawing.layered.picture import Picture
from ibviz.drawing.lettering import boxes_of
from ibviz.drawing.scene import Scene, make_scene
from ibviz.drawing.view import View


def simulated(fabric: Fabric, scenario: Scenario, seed: int = 1, hot: int = 2) -> Simulation:
    """Return a simulation whose loads are made by chance: mostly idle, a few cables hot."""
    rng = np.random.default_rng(seed)
    wires = wiring(fabric, scenario)
    share = rng.uniform(0, 0.6, (len(fabric.cables), 2)) ** 2
    if len(wires.rows):
        share[rng.choice(wires.rows, min(hot, len(wires.rows)), replace=False)] = 0.99
    down = np.ones(len(share), bool)
    down[wires.rows] = False
    share[down] = 0
    none, nothing = np.empty(0, np.int64), np.empty(0)
    flows = Flows(none, none, nothing, nothing, nothing, none, none)
    load = share * fabric.capacity[:, None]
    return Simulation(
        wires, Choice("shift"), Routing("minhop", "minhop", "asked"), load, share * 0, flows, {}
    )


def scene_of(
    fabric: Fabric,
    *,
    down_nodes: Iterable[int] = (),
    down_cables: Iterable[int] = (),
    load: bool = True,
    seed: int = 1,
    name: str = "test",
) -> Scene:
    """Return the scene of a fabric as the command line makes it."""
    scenario = Scenario("what if", frozenset(down_nodes), frozenset(down_cables))
    state = State(fabric, name=name, scenarios=(scenario,), active="what if")
    structure = shape(wiring(fabric))
    bands = layouts.get("layered")(structure)
    return make_scene(state, structure, bands, simulated(fabric, scenario, seed) if load else None)


def picture_of(
    scene: Scene, zoom: str = "fit", size: tuple[int, int] = (1600, 1000), focus: int = -1, **looks: Any
) -> Picture:
    """Return a scene as drawn at a zoom."""
    return compose(scene, view_for(scene, View(width=size[0], height=size[1], **looks), zoom, focus))


def ring(switches: int = 5) -> Fabric:
    """Switches in a ring, a host on each, two parallel cables between the first two."""
    around = [(i, 2, (i + 1) % switches, 3) for i in range(switches)]
    hosts = [(i, 1, switches + i, 1) for i in range(switches)]
    return fabric_of("S" * switches + "H" * switches, [*around, (0, 4, 1, 4), *hosts])


def tower(levels: int) -> Fabric:
    """Two hosts on each of two leaves, and pairs of switches above them, each joined to both below."""
    pairs = [(2 * level, 2 * level + 1) for level in range(levels)]
    cables = [
        (low, 10 + side, high, 1 + place)
        for below, above in pairwise(pairs)
        for side, high in enumerate(above)
        for place, low in enumerate(below)
    ]
    hosts = [(2 * levels + h, 1, h % 2, 1 + h // 2) for h in range(4)]
    return fabric_of("S" * 2 * levels + "HHHH", [*cables, *hosts])


def odd() -> Fabric:
    """Self cables, a host on a spine, hosts with two cables, aggregation nodes, a router, what is uncabled."""
    fabric = fabric_of(
        "SSSHHHHHAARHSHH",
        [
            (0, 1, 3, 1),
            (0, 2, 4, 1),
            (1, 1, 4, 2),
            (1, 2, 5, 1),
            (0, 9, 2, 1),
            (1, 9, 2, 2),
            (0, 10, 0, 11),
            (2, 8, 2, 9),
            (2, 3, 6, 1),
            (2, 10, 8, 1),
            (0, 12, 9, 1),
            (1, 3, 10, 1),
            (13, 1, 14, 1),
            (0, 20, 1, 20),
        ],
        names=[f"node-{row:02}" for row in range(15)],
    )
    described = np.ones(len(fabric.nodes), bool)
    described[5] = False
    ends = np.ones((len(fabric.cables), 2), bool)
    ends[3, 1] = False
    return Fabric(
        fabric.nodes.with_columns(described=described),
        fabric.cables.with_columns(described=ends),
        fabric.ports,
    )


def forest() -> Fabric:
    """Three subnets: two trees and a switch with one host."""
    return fabric_of(
        "SSSSSSHHHHHH",
        [
            (0, 1, 6, 1),
            (1, 1, 7, 1),
            (0, 5, 2, 1),
            (1, 5, 2, 2),
            (3, 1, 8, 1),
            (3, 2, 9, 1),
            (3, 5, 4, 5),
            (4, 1, 10, 1),
            (5, 1, 11, 1),
        ],
    )


FABRICS: dict[str, Callable[[], Fabric]] = {
    "tree": lambda: tree2(12, 6, 6, aggregation=True, holes=3),
    "pods": lambda: tree3(4, 4, 3, 2, 4, holes=3, missing=3, shuffle=5),
    "carpet": lambda: tree3(16, 14, 3, 2, 3),
    "wide": lambda: tree2(230, 3, 2),
    "ring": ring,
    "tower": lambda: tower(8),
    "odd": odd,
    "forest": forest,
    "one switch": lambda: fabric_of("SHH", [(0, 1, 1, 1), (0, 2, 2, 1)]),
    "back to back": lambda: fabric_of("HH", [(0, 1, 1, 1), (0, 2, 1, 2)]),
    "nothing": lambda: fabric_of("", []),
}
"""Fabrics of every shape by name."""

ZOOMS = ("fit", "mid", "close")


def words_of(drawing: Drawing) -> list[Words]:
    """Return the words of all layers."""
    return [item for layer in drawing.layers for item in layer.items if isinstance(item, Words)]


def luminance(color: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    """Return the relative luminance of colours 0xAARRGGBB, after WCAG 2."""
    channels = np.stack([(color >> shift) & 255 for shift in (16, 8, 0)]).astype(float) / 255
    linear = np.where(channels <= 0.04045, channels / 12.92, ((channels + 0.055) / 1.055) ** 2.4)
    return np.tensordot([0.2126, 0.7152, 0.0722], linear, 1)


def faults_of_words(drawing: Drawing) -> list[str]:
    """Return what is wrong with the words of a drawing: too small, too pale, outside, one over another."""
    faults = []
    boxes, texts = [], []
    for layer in drawing.layers:
        left, top, wide, tall = layer.clip or (0, 0, drawing.width, drawing.height)
        for words in (item for item in layer.items if isinstance(item, Words)):
            box = boxes_of(words)
            boxes.append(box)
            texts.extend(words.text.tolist())
            pair = luminance(words.color), luminance(words.background)
            contrast = (np.maximum(*pair) + 0.05) / (np.minimum(*pair) + 0.05)
            faults += [
                f"{t!r} is pale: {c:.2f}" for t, c in zip(words.text, contrast, strict=True) if c < 4.5
            ]
            faults += [f"{t!r} is small" for t in words.text[words.px < 9]]
            inside = (box[:, 0] >= left - 1e-6) & (box[:, 2] <= left + wide + 1e-6)
            inside &= (box[:, 1] >= top - 1e-6) & (box[:, 3] <= top + tall + 1e-6)
            inside &= (box[:, 0] >= 0) & (box[:, 2] <= drawing.width) & (box[:, 3] <= drawing.height)
            faults += [f"{t!r} is cut" for t in words.text[~inside]]
    box = np.concatenate([*boxes, np.empty((0, 4))])
    meet = (box[:, None, :2] < box[None, :, 2:] - 1e-6).all(axis=2)
    meet &= meet.T
    np.fill_diagonal(meet, False)
    return faults + [f"{texts[i]!r} lies over {texts[j]!r}" for i, j in np.argwhere(np.triu(meet))]


def cables_shown(picture: Picture) -> list[int]:
    """Return the rows of the cables that primitives stand for, as often as they do; written apart from `draw`."""
    found: list[int] = []
    scene = picture.places.scene
    tiles, chips = scene.tiles, scene.chips
    for item in (item for layer in picture.drawing.layers for item in layer.items):
        if isinstance(item, Curves):
            found += [row for row in item.row.tolist() if row >= 0]
            for row in item.row[item.row < -1].tolist():
                found += picture.bundle(row).tolist()
        elif isinstance(item, Cells) and item.of == "cable":
            found += item.row[item.row >= 0].tolist()
        elif isinstance(item, Boxes):
            found += _of_boxes(item, picture, tiles, chips)
    return found


def _of_boxes(item: Boxes, picture: Picture, tiles: Any, chips: Any) -> list[int]:
    found = []
    frame = picture.places.frame
    for node, box in zip(item.row.tolist(), item.xywh, strict=True):
        mine = np.flatnonzero((tiles.node == node) & tiles.stands)
        here = np.abs(frame.tile_boxes(mine) - box).max(axis=1, initial=0) < 1e-6
        found += tiles.cable[mine[here]].tolist()
        for chip in np.flatnonzero(chips.node == node).tolist():
            linked = picture.places.scene.chip_cable
            found += linked[linked[:, 1] == chip, 0].tolist()
    return found
