from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from fabrics import fabrics, tree2, tree3
from hypothesis import given
from hypothesis import strategies as st
from scenes import FABRICS, ZOOMS, cables_shown, picture_of, ring, scene_of

from ibviz.core.fabric import Fabric
from ibviz.drawing.cables import APART, FAINT, THIN, stepping_back
from ibviz.drawing.drawing import Curves, Dash, Marks, Shape
from ibviz.drawing.easel import Easel
from ibviz.drawing.hottest import HOTTEST
from ibviz.drawing.layered.picture import Picture

SIZES = [(800, 500), (1600, 1000)]


def curves_on(picture: Picture, layer: str) -> list[Curves]:
    return [
        item
        for each in picture.drawing.layers
        if each.name == layer
        for item in each.items
        if isinstance(item, Curves)
    ]


@given(fabrics(), st.sampled_from(ZOOMS), st.sampled_from(SIZES), st.data())
def test_that_every_cable_is_in_exactly_one_primitive(
    fabric: Fabric, zoom: str, size: tuple[int, int], data: st.DataObject
) -> None:
    live = np.flatnonzero(fabric.cables.alive).tolist()
    down = data.draw(st.lists(st.sampled_from(live), max_size=3)) if live else []
    scene = scene_of(fabric, down_cables=down)
    picture = picture_of(scene, zoom, size)
    shown = cables_shown(picture)
    assert len(shown) == len(set(shown))
    assert len(shown) == sum(picture.drawing.cables.values()) - picture.drawing.cables["hidden"]
    assert set(shown) <= set(live)
    if zoom == "fit":
        # An aggregation node that is at no switch has no place, so its cables have none.
        placeless = (scene.end_band[fabric.cables.node[scene.cables]] < 0).any(axis=1)
        assert picture.drawing.cables["hidden"] == placeless.sum()


@pytest.mark.parametrize("zoom", ZOOMS)
@pytest.mark.parametrize("name", ["tree", "pods", "carpet", "wide", "odd", "tower"])
def test_that_every_cable_of_a_known_fabric_is_in_exactly_one_primitive(name: str, zoom: str) -> None:
    picture = picture_of(scene_of(FABRICS[name](), down_cables=[0, 2]), zoom)
    shown = cables_shown(picture)
    assert len(shown) == len(set(shown))
    assert len(shown) == sum(picture.drawing.cables.values()) - picture.drawing.cables["hidden"]


def test_that_dead_cables_are_dashed_and_crossed() -> None:
    scene = scene_of(FABRICS["pods"](), down_cables=[1, 2])
    picture = picture_of(scene, "fit")
    dead = [item for item in curves_on(picture, "hot") if (item.dash == Dash.DASHED).all()]
    assert sorted(row for item in dead for row in item.row.tolist()) == [1, 2]
    marks = [i for layer in picture.drawing.layers for i in layer.items if isinstance(i, Marks)]
    crosses = [m for m in marks if (m.shape == Shape.CROSS).all() and (m.row >= 0).any()]
    assert {row for m in crosses for row in m.row.tolist()} <= {1, 2}
    assert crosses


def test_that_few_hot_cables_lie_on_top_over_a_halo() -> None:
    scene = scene_of(FABRICS["pods"](), seed=3)
    value = scene.overlays["utilization"].value
    picture = picture_of(scene)
    hot = [row for item in curves_on(picture, "hot") for row in item.row.tolist() if row >= 0]
    trunks = scene.links.cable[value[scene.links.cable] > 0.95]
    assert sorted(hot) == sorted(trunks.tolist())
    assert len(hot) <= HOTTEST


def test_that_hot_cables_far_off_end_at_the_head_of_the_pods() -> None:
    scene = scene_of(FABRICS["carpet"](), load=False)
    upper = scene.links.cable[scene.links.band[:, 0] == 2]
    value = np.zeros(len(scene.failed))
    value[upper[[3, 40]]] = 0.99, 0.97
    hot = replace(scene.overlays["plain"], name="utilization", value=value, high="1", hot=0.95)
    scene = replace(scene, overlays={**scene.overlays, "utilization": hot}, memo={})
    picture = picture_of(scene)
    head = picture.places.frame.places["pods"][0]
    (item,) = curves_on(picture, "hot")
    assert item.row.tolist() == [-1, upper[40], -1, upper[3]]
    assert (item.xy[:, 1] == head).all()
    assert picture.drawing.cables["single"] == 4


def test_that_lines_are_drawn_coldest_first() -> None:
    scene = scene_of(FABRICS["pods"]())
    value = scene.overlays["utilization"].value
    (item,) = curves_on(picture_of(scene), "cables")
    assert (np.diff(value[item.row]) >= 0).all()


def test_that_both_directions_are_drawn_where_ports_are_wide() -> None:
    scene = scene_of(tree2(3, 2, 3))
    picture = picture_of(scene)
    easel = Easel(picture.places.frame)
    quiet, busy = curves_on(picture, "cables")
    assert (quiet.row == -1).all() and (busy.row >= 0).all()
    assert np.allclose(np.abs(quiet.xy - busy.xy)[:, 0::2], APART)
    assert np.allclose(quiet.xy[:, 1::2], busy.xy[:, 1::2])
    both = scene.overlays["utilization"].both
    assert both is not None
    ends = scene.fabric.cables.node
    for row, one, other in zip(busy.row, busy.xy, quiet.xy, strict=True):
        lower = int(ends[row, 1] < 3)
        assert (both[row, lower] >= both[row, 1 - lower]) == (one[0] < other[0])
    assert busy.color.tolist() == easel.line_colors(easel.value[busy.row], len(scene.links) / 1200).tolist()


def test_that_both_ends_of_drawn_cables_are_in_view() -> None:
    for name in ("tree", "pods", "carpet"):
        picture = picture_of(scene_of(FABRICS[name](), load=False), "close")
        frame = picture.places.frame
        for item in curves_on(picture, "cables"):
            assert frame.inside(item.xy[:, 0]).all()
            assert frame.inside(item.xy[:, 6]).mean() > 0.9


def test_that_one_line_does_where_nothing_was_simulated_or_ports_are_narrow() -> None:
    (item,) = curves_on(picture_of(scene_of(tree2(3, 2, 3), load=False)), "cables")
    assert (item.row >= 0).all()
    (item,) = curves_on(picture_of(scene_of(tree2(40, 2, 3))), "cables")
    assert (item.row >= 0).all()


def test_that_cables_within_a_band_arch_over_it() -> None:
    scene = scene_of(ring(), load=False)
    (item,) = curves_on(picture_of(scene), "cables")
    assert (item.xy[:, 3] < item.xy[:, 1]).all()
    pair = item.xy[np.isin(item.row, [0, 5])]
    assert len(pair) == 2 and not np.allclose(pair[0], pair[1])


def test_that_a_crowded_gap_is_bundled_by_switch_and_plane() -> None:
    scene = scene_of(tree3(20, 2, 12, 28, 1), load=False)
    picture = picture_of(scene, "mid")
    assert picture.drawing.cables["bundled"] > 0
    shown = cables_shown(picture)
    assert len(shown) == len(set(shown))


def test_that_hosts_wired_to_hosts_are_joined_by_curves() -> None:
    picture = picture_of(scene_of(FABRICS["back to back"](), load=False))
    (item,) = curves_on(picture, "cables")
    assert sorted(item.row.tolist()) == [0, 1]
    assert not np.allclose(item.xy[0], item.xy[1])


def test_that_a_crowd_of_one_value_steps_back_and_no_other() -> None:
    value = np.array([0.5] * 700 + [0.9] * 100 + [np.nan] * 100)
    back = stepping_back(value, np.ones(900, int))
    assert (back[:700] == 1).all() and (back[700:] == 0).all()
    few = stepping_back(value[600:], np.ones(300, int))
    assert (few == 0).all()
    halves = stepping_back(np.full(750, np.nan), np.array([1] * 375 + [2] * 375))
    assert np.allclose(halves, 0.5)
    assert len(stepping_back(np.empty(0), np.empty(0, int))) == 0


def test_that_even_load_leaves_lines_thin_and_faint_but_not_what_differs() -> None:
    scene = scene_of(tree2(36, 18, 1), load=False)
    even = next(i for i in curves_on(picture_of(scene), "cables") if len(i.row) == 648)
    alpha = even.color >> 24
    assert (even.width == THIN).all()
    assert alpha.max() < 150 and alpha.min() >= FAINT
    few = next(
        i for i in curves_on(picture_of(scene_of(tree2(6, 4, 1), load=False)), "cables") if len(i.row) == 24
    )
    assert (few.color >> 24).min() > alpha.max() and few.width.min() > THIN
