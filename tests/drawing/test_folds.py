from __future__ import annotations

from functools import cache

import numpy as np
import pytest
from fabrics import tree3
from grouped import GROUPED, every_fold, leaf_racks, of_kind
from hypothesis import given
from hypothesis import strategies as st
from scenes import ZOOMS, cables_shown, faults_of_words, picture_of, scene_of, words_of

from ibviz.drawing.composed import Composed
from ibviz.drawing.draw import compose, view_for
from ibviz.drawing.drawing import Boxes, Cells, Curves
from ibviz.drawing.easel import Easel, Shown
from ibviz.drawing.fold import Fold
from ibviz.drawing.folds import pieces
from ibviz.drawing.frame import Detail
from ibviz.drawing.hit import hit
from ibviz.drawing.layered.picture import Picture
from ibviz.drawing.scene import Scene, folded_scene
from ibviz.drawing.view import View


@cache
def known(name: str) -> Scene:
    fabric = GROUPED[name]()
    return scene_of(fabric, down_cables=[0, len(fabric.cables) - 1], down_nodes=[1], name=name)


@st.composite
def pictures(draw: st.DrawFn) -> Picture:
    scene = known(draw(st.sampled_from(sorted(GROUPED))))
    folds = draw(st.lists(st.sampled_from(every_fold(scene)), unique=True))
    size = draw(st.sampled_from([(320, 240), (800, 500), (1600, 1000)]))
    overlay = draw(st.sampled_from(["utilization", "plain", "speed", "oversubscription"]))
    picture = picture_of(folded_scene(scene, folds), draw(st.sampled_from(ZOOMS)), size, overlay=overlay)
    assert isinstance(picture, Picture)
    return picture


@st.composite
def chosen_scenes(draw: st.DrawFn) -> Scene:
    scene = known(draw(st.sampled_from(sorted(GROUPED))))
    return folded_scene(scene, draw(st.lists(st.sampled_from(every_fold(scene)), unique=True)))


def head_boxes(picture: Composed) -> dict[int, list[list[float]]]:
    """Return the boxes that are drawn for each head."""
    found: dict[int, list[list[float]]] = {}
    for layer in picture.drawing.layers:
        for item in layer.items:
            if layer.name == "nodes" and isinstance(item, Boxes):
                for row, box in zip(item.row.tolist(), item.xywh.tolist(), strict=True):
                    found.setdefault(row, []).append(box)
    return found


@given(pictures())
def test_that_each_cable_and_node_is_in_one_count_whatever_is_folded(picture: Picture) -> None:
    scene, drawing = picture.places.scene, picture.drawing
    shown = cables_shown(picture)
    assert len(shown) == len(set(shown))
    assert len(shown) == sum(number for way, number in drawing.cables.items() if way != "hidden")
    assert sum(drawing.cables.values()) == len(scene.whole.cables)
    assert sum(drawing.nodes.values()) == int(scene.fabric.nodes.described[scene.whole.nodes].sum())
    assert not set(shown) & set(np.flatnonzero(scene.folding.inside).tolist())


@given(pictures())
def test_that_words_are_whole_apart_and_legible_whatever_is_folded(picture: Picture) -> None:
    assert faults_of_words(picture.drawing) == []
    for layer in picture.drawing.layers:
        for item in layer.items:
            places = getattr(item, "xy", getattr(item, "xywh", np.empty(0)))
            assert np.isfinite(places).all()


@given(pictures())
def test_that_the_middle_of_each_box_of_a_fold_is_that_group(picture: Picture) -> None:
    frame, scene = picture.places.frame, picture.places.scene
    boxes = head_boxes(picture)
    left, top, wide, tall = frame.clip
    for fold, head in zip(scene.folding.folds, scene.folding.heads.tolist(), strict=True):
        for x, y, w, h in boxes.get(head, []):
            spot = (x + w / 2, y + h / 2)
            if left <= spot[0] <= left + wide and top <= spot[1] <= top + tall:
                found = hit(scene, frame.view, *spot)
                assert (found.kind, found.group, found.number, found.node) == (
                    "group",
                    fold.kind,
                    fold.number,
                    head,
                )
                assert set(found.nodes) <= set(scene.folding.members(scene.folding.of(head)).tolist())


@given(pictures(), st.floats(0, 1), st.floats(0, 1))
def test_that_what_is_hit_is_shown(picture: Picture, across: float, down: float) -> None:
    scene, view = picture.places.scene, picture.places.frame.view
    found = hit(scene, view, across * view.width, down * view.height)
    folding = scene.folding
    if found.kind == "group" and found.node >= 0:
        x, y = across * view.width, down * view.height
        assert any(
            left - 1 <= x <= left + w + 1 and top - 1 <= y <= top + h + 1
            for left, top, w, h in head_boxes(picture).get(found.node, [[0.0, 0.0, view.width, view.height]])
        )
    elif found.kind in ("node", "port"):
        assert folding.group[found.node] < 0
    cables = [*found.cables, *([found.cable] if found.cable >= 0 else [])]
    assert not folding.inside[cables].any()


def test_that_a_bundle_has_the_colour_of_the_mean_of_its_cables_and_ends_at_two_places() -> None:
    scene = scene_of(tree3(20, 18, 4, 3, 2))
    picture = picture_of(folded_scene(scene, of_kind(scene, "pod")))
    easel, apart = Easel(picture.places.frame), Shown.SINGLE
    crowd = 1.0 if picture.places.frame.detail == Detail.CARPET else 0.4
    seen = 0
    for item in (i for layer in picture.drawing.layers if layer.name == "cables" for i in layer.items):
        assert isinstance(item, Curves)
        for row, color in zip(item.row.tolist(), item.color.tolist(), strict=True):
            cables = picture.bundle(row)
            ends = picture.places.scene.ends[cables]
            assert len(np.unique(ends[:, 0])) + len(np.unique(ends[:, 1])) <= 1 + len(cables)
            assert (picture.shown[cables] != apart).all()
            if len(cables) == 3:
                seen += 1
                assert color == easel.line_colors(np.array([easel.value[cables].mean()]), crowd)[0]
    assert seen > 70


@pytest.mark.parametrize("name", sorted(GROUPED))
@pytest.mark.parametrize("zoom", ZOOMS)
def test_that_folding_and_unfolding_gives_the_same_picture(name: str, zoom: str) -> None:
    scene = known(name)
    folded = folded_scene(scene, every_fold(scene))
    assert folded_scene(folded, ()) is scene
    again = folded_scene(folded, every_fold(scene)[:2])
    one, other = picture_of(again, zoom), picture_of(folded_scene(scene, every_fold(scene)[:2]), zoom)
    assert one.drawing.cables == other.drawing.cables
    for a, b in zip(one.drawing.layers, other.drawing.layers, strict=True):
        for first, second in zip(a.items, b.items, strict=True):
            assert all(
                np.array_equal(getattr(first, name), getattr(second, name))
                for name in type(first).__dataclass_fields__
            )


def test_that_a_folded_pod_is_one_box_from_its_top_to_the_foot_of_its_hosts() -> None:
    scene = known("pods")
    pod = scene.bands.pods[1]
    picture = picture_of(folded_scene(scene, [Fold("pod", pod.index)]))
    (box,) = pieces(picture.places.frame).xywh
    frame = picture.places.frame
    assert box[1] == frame.row(2)[0]
    assert box[1] + box[3] == sum(frame.row(0)) + 6
    texts = [text for words in words_of(picture.drawing) for text in words.text.tolist()]
    assert {"Pod 2", "4 leaves", "16 hosts"} & set(texts) >= {"Pod 2", "4 leaves"}


def test_that_close_by_a_pod_is_a_box_for_each_stretch_of_bands_that_zooms_alike() -> None:
    scene = scene_of(tree3(6, 6, 3, 2, 3), load=False)
    folded = folded_scene(scene, [Fold("pod", scene.bands.pods[0].index)])
    near = picture_of(folded, "close", focus=int(folded.folding.heads[0]))
    zooms = near.places.frame.zooms
    assert zooms[2] < zooms[1]
    every = pieces(near.places.frame)
    assert every.low.tolist() == [2, 0]
    assert every.high.tolist() == [2, 1]


def test_that_strips_show_the_hottest_of_each_switch() -> None:
    scene = scene_of(leaf_racks())
    pod = scene.bands.pods[0]
    folded = folded_scene(scene, [Fold("pod", pod.index)])
    picture = picture_of(folded, size=(1600, 1000))
    strips = [
        item
        for layer in picture.drawing.layers
        if layer.name == "nodes"
        for item in layer.items
        if isinstance(item, Cells)
    ]
    assert len(strips) == 3
    leaves = [row for row in scene.bands.levels[1].tolist() if scene.structure.pod[row] == pod.index]
    ends, value = scene.fabric.cables.node, picture_of(scene).places.scene.overlay("utilization").value
    strip = max((s for s in strips), key=lambda s: s.y if s.y < picture.places.frame.row(0)[0] else 0)
    middle = (np.arange(len(leaves)) + 0.5) / len(leaves) * strip.pixels.shape[1]
    easel = Easel(picture.places.frame)
    for leaf, at in zip(leaves, middle.astype(int).tolist(), strict=True):
        up = (ends == leaf).any(axis=1) & (scene.whole.end_band[ends].min(axis=1) == 1)
        wanted = easel.cell_colors(np.array([value[up].max()]))[0]
        assert strip.pixels[0, at] == wanted


def test_that_all_pods_folded_are_far_off_and_leave_only_the_cables_between() -> None:
    scene = scene_of(tree3(20, 18, 4, 3, 2))
    folded = folded_scene(scene, of_kind(scene, "pod"))
    picture = picture_of(folded)
    plain, now = picture_of(scene).places.frame, picture.places.frame
    assert now.places["gap1"][1] < 0.5 * plain.places["gap1"][1]
    assert now.places["row0"][1] == 14
    assert picture.drawing.nodes["folded"] == 20 * (18 + 4 + 36)


def test_that_a_fold_with_something_down_is_marked_and_others_are_not() -> None:
    scene = scene_of(leaf_racks(), down_cables=[0])
    folded = folded_scene(scene, of_kind(scene, "rack"))
    crosses = [
        item.xy.tolist()
        for layer in picture_of(folded).drawing.layers
        if layer.name == "marks"
        for item in layer.items
    ]
    boxes = pieces(picture_of(folded).places.frame)
    own = boxes.xywh[boxes.fold == folded.folding.of(int(scene.fabric.cables.node[0].min()))][0]
    inside = [
        own[0] <= x <= own[0] + own[2] and own[1] <= y <= own[1] + own[3] for xy in crosses for x, y in xy
    ]
    assert any(inside)
    assert sum(inside) <= len(inside) <= 2


def test_that_nothing_folded_is_no_piece() -> None:
    picture = picture_of(known("pods"))
    assert not len(pieces(picture.places.frame).fold)


@given(chosen_scenes(), st.sampled_from(["map", "matrix"]), st.sampled_from(ZOOMS))
def test_that_a_plane_counts_each_cable_and_node_once_whatever_is_folded(
    scene: Scene, kind: str, zoom: str
) -> None:
    view = view_for(scene, View(kind=kind), zoom)
    picture = compose(scene, view)
    drawing, folding = picture.drawing, scene.folding
    assert sum(drawing.cables.values()) == len(scene.whole.cables)
    assert sum(drawing.nodes.values()) == int(scene.fabric.nodes.described[scene.whole.nodes].sum())
    assert faults_of_words(drawing) == []
    for layer in drawing.layers:
        for item in layer.items:
            if layer.name == "nodes" and isinstance(item, Boxes):
                known = item.row[item.row >= 0]
                assert ((folding.group[known] < 0) | folding.is_head[known]).all()
                for row, (x, y, w, h) in zip(item.row.tolist(), item.xywh.tolist(), strict=True):
                    found = hit(scene, view, x + w / 2, y + h / 2)
                    if row >= 0 and found.node == row and kind == "map":
                        assert (found.kind == "group") == bool(folding.is_head[row])


def test_that_words_stay_within_their_box_also_where_it_is_half_in_view_or_not_at_all() -> None:
    scene = scene_of(tree3(8, 12, 4, 3, 4), load=False)
    folded = folded_scene(scene, of_kind(scene, "pod")[:3])
    for center in np.linspace(0.05, 0.5, 19).tolist():
        picture = compose(folded, View(width=900, height=700, zoom=9.0, center=center, reach=500.0))
        assert isinstance(picture, Picture)
        boxes = pieces(picture.places.frame).xywh
        for words in words_of(picture.drawing):
            for text, (x, y), turned in zip(
                words.text.tolist(), words.xy.tolist(), words.turned.tolist(), strict=True
            ):
                if y > 60 and text.endswith((" hosts", " leaves", " switches")):
                    inside = (boxes[:, 0] <= x) & (x <= boxes[:, 0] + boxes[:, 2]) & (boxes[:, 1] <= y)
                    assert inside.any(), (text, x, y, turned)


def test_that_where_one_line_fits_it_is_that_of_the_hosts() -> None:
    scene = scene_of(tree3(36, 18, 3, 2, 2), load=False)
    picture = picture_of(folded_scene(scene, of_kind(scene, "pod")), size=(1250, 800))
    texts = [text for words in words_of(picture.drawing) for text in words.text.tolist()]
    assert texts.count("36 hosts") == 36
    assert "18 leaves" not in texts
