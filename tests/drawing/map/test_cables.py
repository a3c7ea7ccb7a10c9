from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from fabrics import tree2
from scenes import scene_of

from ibviz.core.fabric import Kind
from ibviz.drawing.board import Shown
from ibviz.drawing.draw import compose, view_for
from ibviz.drawing.drawing import Curves, Dash, Lines, Marks
from ibviz.drawing.map import cables as module
from ibviz.drawing.map.ground import Detail
from ibviz.drawing.map.picture import MapPicture
from ibviz.drawing.map.places import places
from ibviz.drawing.overlay import Overlay
from ibviz.drawing.view import View


def picture(zoom: float = 0.2, *, down: tuple[int, ...] = (), overlay: str = "utilization") -> MapPicture:
    scene = scene_of(tree2(12, 6, 6), down_cables=down)
    middle = places(scene)[0]
    view = View(kind="map", zoom=zoom, center=middle[0], center_y=middle[1], overlay=overlay)
    made = compose(scene, view)
    assert isinstance(made, MapPicture)
    return made


def items(made: MapPicture, layer: str, kind: type) -> list:
    return [
        i for each in made.drawing.layers if each.name == layer for i in each.items if isinstance(i, kind)
    ]


def test_that_far_off_lines_are_straight_one_pixel_wide_and_sorted_by_load() -> None:
    made = picture()
    (item,) = items(made, "cables", Lines)
    assert (item.width == 1).all()
    value = made.ground.scene.overlays["utilization"].value[item.row]
    assert (np.diff((value * 16).astype(int)) >= 0).all()
    assert (item.color >> 24)[-1] >= (item.color >> 24)[0]
    (hot,) = items(made, "hot", Curves)
    assert len(hot.row) == 4


def test_that_what_failed_is_dashed_and_crossed() -> None:
    made = picture(down=(40,))
    dashed = [item for item in items(made, "hot", Curves) if (item.dash == Dash.DASHED).all()]
    assert [item.row.tolist() for item in dashed] == [[40]]
    assert any(40 in item.row for item in items(made, "marks", Marks))


def test_that_close_by_cables_are_curves_and_both_directions_lie_beside_each_other() -> None:
    made = picture(1.0)
    assert made.ground.detail == Detail.PORTS
    sheets = items(made, "cables", Curves)
    lanes = [item for item in sheets if (item.row == -1).all()]
    assert lanes
    twin = next(item for item in sheets if len(item.row) == len(lanes[0].row) and (item.row >= 0).all())
    away = np.abs(twin.xy - lanes[0].xy)
    assert np.allclose(away[:, ::2] + away[:, 1::2], module.APART)
    assert not [
        item for item in items(picture(1.0, overlay="plain"), "cables", Curves) if (item.row == -1).any()
    ]


def test_that_a_crowd_is_straight_even_close_by(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "CURVED", 3)
    made = picture(1.0)
    assert items(made, "cables", Lines)


def test_that_what_runs_through_the_picture_is_shown_and_what_does_not_is_hidden() -> None:
    made = picture(1.0)
    drawn = {row for kind in (Curves, Lines) for i in items(made, "cables", kind) for row in i.row.tolist()}
    drawn |= {row for i in items(made, "hot", Curves) for row in i.row.tolist()}
    assert drawn - {-1} == set(np.flatnonzero(made.shown == Shown.SINGLE).tolist())
    assert made.drawing.cables["hidden"] > 0
    whole = compose(made.ground.scene, view_for(made.ground.scene, replace(made.ground.view, reach=0.0)))
    assert whole.drawing.cables["hidden"] == 0


def test_that_lines_to_hosts_recede_where_all_hosts_are_alike() -> None:
    scene = scene_of(tree2(12, 6, 16))
    ends = scene.fabric.nodes.kind[scene.ends]
    hosts = (ends == Kind.HCA).any(axis=1)
    value = np.where(hosts, 0.9, np.linspace(0.1, 0.9, len(hosts)))
    shown = {"plain": scene.overlays["plain"], "utilization": Overlay("u", "U", value, high="100")}
    crowded = replace(scene, overlays=shown, memo={})
    view = replace(view_for(crowded, View(kind="map")), zoom=0.2)
    drawn = items(compose(crowded, view), "cables", Lines)  # type: ignore[arg-type]
    color = {
        row: c & 0xFFFFFF
        for item in drawn
        for row, c in zip(item.row.tolist(), item.color.tolist(), strict=True)
    }
    trunk = int(np.argmax(np.where(hosts, 0, value)))
    host = int(np.flatnonzero(hosts)[0])
    assert color[host] != color[trunk]
    assert len({color[row] for row in np.flatnonzero(hosts).tolist()}) == 1
