"""Folding and unfolding groups in the picture."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from fabrics import fabric_of, tree2, tree3
from grouped import leaf_racks, of_kind
from gui_canvas import LEFT, Make, drag, rest, spot_of, wheel
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from scenes import scene_of

from ibviz.core.edit_scenarios import fail
from ibviz.core.edits import delete_nodes
from ibviz.core.fabric import Kind
from ibviz.core.state import State
from ibviz.drawing.fold import Fold
from ibviz.drawing.hit import Hit
from ibviz.drawing.scene import folded_scene
from ibviz.drawing.view import View
from ibviz.gui.canvas import Canvas
from ibviz.gui.canvas.facts import facts, has_facts
from ibviz.gui.canvas.folder import MANY, kept_place
from ibviz.gui.selection import NOTHING, Selection


@pytest.fixture
def canvas(make_canvas: Make) -> Canvas:
    return make_canvas(leaf_racks())


def settle(qtbot: Any, canvas: Canvas) -> None:
    qtbot.waitUntil(
        lambda: canvas.scene is not None and canvas.scene.folding.asked == canvas.desk.gaze.view.folds,
        timeout=10_000,
    )
    rest(qtbot, canvas)


def pods(canvas: Canvas) -> list[Fold]:
    assert canvas.scene is not None
    return [Fold("pod", pod.index) for pod in canvas.scene.bands.pods]


def folded(canvas: Canvas) -> tuple[Fold, ...]:
    assert canvas.scene is not None
    return canvas.scene.folding.folds


def ground_of_pod(canvas: Canvas, place: int) -> QPoint:
    """A point in the frame of a pod, beside its leaves."""
    frame = canvas.frame_now()
    assert frame is not None
    pod = frame.scene.bands.pods[place]
    left = float(frame.at(1, np.array([pod.left]))[0])
    return QPoint(round(left) + 2, round(sum(frame.row(0)) + 3))


def test_that_a_double_click_folds_a_pod_and_another_opens_it(qtbot: Any, canvas: Canvas) -> None:
    QTest.mouseDClick(canvas, LEFT, pos=ground_of_pod(canvas, 1))
    settle(qtbot, canvas)
    assert folded(canvas) == (pods(canvas)[1],)
    assert canvas.desk.gaze.view.folds == folded(canvas)
    assert canvas.scene is not None
    QTest.mouseDClick(canvas, LEFT, pos=spot_of(canvas, int(canvas.scene.folding.heads[0])))
    settle(qtbot, canvas)
    assert folded(canvas) == ()
    assert not canvas.desk.document.stack.canUndo()


def test_that_what_is_under_the_pointer_stays_there(qtbot: Any, canvas: Canvas) -> None:
    wheel(canvas, 480, x=600)
    rest(qtbot, canvas)
    spot = ground_of_pod(canvas, 2)
    before = canvas.frame_now()
    assert before is not None and canvas.scene is not None
    unit = before.leaf_px
    QTest.mouseDClick(canvas, LEFT, pos=spot)
    settle(qtbot, canvas)
    after = canvas.frame_now()
    assert after is not None and canvas.scene.plots is not None
    assert after.leaf_px == pytest.approx(unit)
    left, right = (
        float(after.at(1, edge)[0]) for edge in (canvas.scene.plots.left, canvas.scene.plots.right)
    )
    assert left - 2 <= spot.x() <= right + 2


@pytest.mark.parametrize("share", [0.0, 0.3, 0.5, 1.0])
@pytest.mark.parametrize("place", [0, 1, 3])
def test_that_folding_there_and_back_shows_the_same_place(place: int, share: float) -> None:
    scene = scene_of(leaf_racks(), load=False)
    fold = of_kind(scene, "pod")[place]
    shut = folded_scene(scene, [fold])
    view = View(zoom=3.0, center=0.5)
    zoom, center = kept_place(scene, shut, view, share)
    assert zoom == pytest.approx(3.0 * shut.bands.width / scene.bands.width)
    back = kept_place(shut, scene, replace(view, zoom=zoom, center=center), share)
    assert back[0] == pytest.approx(3.0)
    pod = scene.bands.pods[place]
    x = (0.5 + (share - 0.5) / 3.0) * scene.bands.width
    margin = (pod.right - pod.left) / scene.bands.width if pod.left <= x <= pod.right else 0.06
    assert abs(back[1] - 0.5) <= margin
    assert kept_place(scene, shut, View(), share)[0] == 1.0


def test_that_a_click_selects_the_switches_so_that_they_fail_together(qtbot: Any, canvas: Canvas) -> None:
    fold = pods(canvas)[0]
    canvas.folder.fold(fold)
    settle(qtbot, canvas)
    assert canvas.scene is not None
    head = int(canvas.scene.folding.heads[0])
    QTest.mouseClick(canvas, LEFT, pos=spot_of(canvas, head))
    chosen = canvas.desk.document.selection
    nodes = canvas.scene.fabric.nodes
    assert len(chosen.nodes) == 4 + 3
    assert all(nodes.kind[row] == Kind.SWITCH for row in chosen.nodes)
    canvas.desk.document.apply("Fail", lambda s: fail(s, nodes=chosen.nodes))
    qtbot.waitUntil(lambda: canvas.scene is not None and bool(canvas.scene.failed_node[head]), timeout=10_000)
    assert folded(canvas) == (fold,)


def test_that_enter_opens_what_is_selected_and_else_goes_there(qtbot: Any, canvas: Canvas) -> None:
    canvas.setFocus()
    canvas.folder.put(pods(canvas)[:2])
    settle(qtbot, canvas)
    assert canvas.scene is not None
    canvas.desk.document.select(Selection(nodes=frozenset([0])))
    QTest.keyClick(canvas, Qt.Key.Key_Return)
    settle(qtbot, canvas)
    assert folded(canvas) == (pods(canvas)[1],)
    assert canvas.desk.gaze.view.zoom == 1.0
    QTest.keyClick(canvas, Qt.Key.Key_Return)
    assert canvas.desk.gaze.view.zoom > 1.0


def test_that_walking_goes_over_folds(qtbot: Any, canvas: Canvas) -> None:
    canvas.setFocus()
    canvas.folder.put(pods(canvas)[1:2])
    settle(qtbot, canvas)
    assert canvas.scene is not None
    members = canvas.scene.folding.standing_for(canvas.scene.fabric, 0).tolist()
    canvas.desk.document.select(Selection(nodes=frozenset([18])))
    QTest.keyClick(canvas, Qt.Key.Key_Right)
    assert canvas.desk.document.selection.nodes == set(members)
    QTest.keyClick(canvas, Qt.Key.Key_Right)
    assert canvas.desk.document.selection.nodes == {22}


def test_that_a_node_selected_elsewhere_lights_its_fold(qtbot: Any, canvas: Canvas) -> None:
    canvas.folder.fold(pods(canvas)[2])
    settle(qtbot, canvas)
    canvas.desk.document.select(Selection(nodes=frozenset([9])))
    assert canvas.scene is not None and canvas.kept is not None
    head = np.array([canvas.scene.folding.heads[0]])
    own = canvas.kept.picture.trace(np.array([9]), np.empty(0, np.int64)).boxes
    assert (own == canvas.kept.picture.trace(head, np.empty(0, np.int64)).boxes).all()
    canvas.bring_into_view(9)
    canvas.go_to_selection()
    assert canvas.desk.gaze.view.zoom > 1


def test_that_folds_outlive_an_edit_and_follow_their_group(qtbot: Any, canvas: Canvas) -> None:
    assert canvas.scene is not None
    rack = Fold("rack", int(canvas.scene.structure.rack.of[7]))
    canvas.folder.fold(rack)
    settle(qtbot, canvas)
    first = int(canvas.scene.folding.heads[0])
    canvas.desk.document.apply("Delete", lambda s: delete_nodes(s, [0, *range(34, 38)]))
    qtbot.waitUntil(
        lambda: canvas.scene is not None and not canvas.scene.fabric.nodes.alive[0], timeout=10_000
    )
    settle(qtbot, canvas)
    assert canvas.scene.folding.heads.tolist() == [first]
    assert folded(canvas) != (rack,)
    assert canvas.desk.gaze.view.folds == folded(canvas)


def test_that_folds_of_another_document_are_forgotten(qtbot: Any, canvas: Canvas) -> None:
    canvas.folder.put(pods(canvas))
    settle(qtbot, canvas)
    fabric = tree3(3, 3, 3, 2, 3)
    other = type(fabric)(fabric.nodes.with_columns(guid=fabric.nodes.guid + np.uint64(7)), fabric.cables)
    canvas.desk.document.load(State(other), None)
    qtbot.waitUntil(lambda: canvas.scene is not None and canvas.scene.fabric is other, timeout=10_000)
    settle(qtbot, canvas)
    assert folded(canvas) == canvas.desk.gaze.view.folds == ()


def test_that_actions_say_what_they_fold_and_why_they_cannot(qtbot: Any, canvas: Canvas) -> None:
    folder, select = canvas.folder, canvas.desk.document.select
    assert folder.nothing_to_fold() == "select a switch or a host first"
    assert folder.says("Fold", "Fold group") == "Fold group"
    select(Selection(nodes=frozenset([0])))
    assert folder.says("Fold", "Fold group") == "Fold pod 1"
    assert folder.nothing_to_fold() == ""
    folder.fold_selected()
    settle(qtbot, canvas)
    assert folder.nothing_to_fold() == "the selection is in no group that can be folded"
    assert folder.says("Unfold", "Unfold") == "Unfold pod 1"
    assert folder.nothing_to_unfold() == ""
    folder.unfold_selected()
    settle(qtbot, canvas)
    assert folded(canvas) == ()
    assert folder.nothing_to_unfold() == "select a folded group first"
    folder.fold_selected()
    folder.unfold_selected()
    select(Selection(cables=frozenset([0])))
    assert folder.offered()[0][0].kind == "pod"
    select(Selection(nodes=frozenset(range(MANY + 1))))
    assert folder.offered(known_only=True) == ([], [])


def test_that_all_of_a_kind_fold_and_all_open(qtbot: Any, canvas: Canvas) -> None:
    folder = canvas.folder
    assert folder.none_of("pod") == folder.none_of("rack") == ""
    folder.fold_all("rack")
    settle(qtbot, canvas)
    assert len(folded(canvas)) == 16
    folder.fold_all("pod")
    settle(qtbot, canvas)
    assert {fold.kind for fold in folded(canvas)} == {"pod"}
    folder.unfold(folded(canvas))
    settle(qtbot, canvas)
    assert {fold.kind for fold in folded(canvas)} == {"rack"}, "what was folded within is folded still"
    folder.put(())
    settle(qtbot, canvas)
    assert folded(canvas) == ()


def test_that_where_there_are_no_such_groups_it_is_said(make_canvas: Make) -> None:
    canvas = make_canvas(tree2(3, 2, 2))
    assert "three levels" in canvas.folder.none_of("pod")
    canvas.folder.fold_all("rack")
    assert "no racks" in canvas.folder.none_of("rack")
    canvas.folder.unfold([])
    assert canvas.desk.gaze.view.folds == ()
    canvas._scene = None
    canvas.folder.fold_all("pod")
    assert canvas.folder.none_of("pod") == "there is no fabric yet"
    assert canvas.folder.offered() == ([], [])
    assert canvas.folder._at(Fold("pod", 1)) == 0.5
    menu = canvas.menu()
    assert menu.isEmpty()


def test_that_the_menu_offers_every_group_and_that_which_was_pressed(qtbot: Any, canvas: Canvas) -> None:
    spot = ground_of_pod(canvas, 3)
    QTest.mouseClick(canvas, Qt.MouseButton.RightButton, pos=spot)
    assert [action.text() for action in canvas.menu().actions() if action.text()] == ["Fold pod 4"]
    canvas.desk.document.select(Selection(nodes=frozenset([0])))
    menu = canvas.menu()
    assert [action.text() for action in menu.actions() if action.text()] == ["Fold pod 1", "Fold rack r0"]
    next(action for action in menu.actions() if action.text() == "Fold rack r0").trigger()
    settle(qtbot, canvas)
    assert [fold.kind for fold in folded(canvas)] == ["rack"]
    (action,) = (action for action in canvas.menu().actions() if action.text())
    assert action.text() == "Unfold rack r0"
    action.trigger()
    settle(qtbot, canvas)
    assert folded(canvas) == ()
    canvas.desk.document.select(NOTHING)


def test_that_a_rubber_band_takes_what_a_fold_stands_for(qtbot: Any, canvas: Canvas) -> None:
    canvas.folder.put(pods(canvas))
    settle(qtbot, canvas)
    frame = canvas.frame_now()
    assert frame is not None and canvas.scene is not None
    drag(canvas, QPoint(124, round(frame.row(2)[0]) - 6), QPoint(998, round(sum(frame.row(0))) + 9))
    chosen = canvas.desk.document.selection
    assert chosen.nodes == set(range(28))


def test_that_the_card_of_a_fold_tells_what_is_in_it(qtbot: Any, canvas: Canvas) -> None:
    canvas.folder.fold(pods(canvas)[1])
    settle(qtbot, canvas)
    assert canvas.scene is not None
    found = canvas.at(spot_of(canvas, int(canvas.scene.folding.heads[0])).toPointF())
    assert has_facts(found)
    told = facts(canvas.scene, None, found)
    assert told is not None
    assert told.title == "Pod 2"
    assert told.rows[:3] == (
        ("In it", "4 leaves, 3 aggregation switches, 16 hosts"),
        ("Known", "pod, by cables"),
        ("Cables", "28 within, 6 out"),
    )
    assert facts(canvas.scene.whole, None, found) is None
    canvas.hover(spot_of(canvas, int(canvas.scene.folding.heads[0])).toPointF())
    assert canvas.lights._hovered[0].tolist() == [canvas.scene.folding.heads[0]]


def test_that_folds_that_come_with_a_document_are_its_own(qtbot: Any, canvas: Canvas) -> None:
    canvas.folder.put(pods(canvas)[:1])
    settle(qtbot, canvas)
    fabric = tree3(4, 3, 3, 2, 3)
    other = type(fabric)(fabric.nodes.with_columns(guid=fabric.nodes.guid + np.uint64(7)), fabric.cables)
    wanted = (Fold("pod", 1), Fold("pod", 3))
    canvas.desk.document.load(State(other), None)
    canvas.desk.gaze.change(folds=wanted)
    qtbot.waitUntil(lambda: canvas.scene is not None and canvas.scene.fabric is other, timeout=10_000)
    settle(qtbot, canvas)
    assert folded(canvas) == canvas.desk.gaze.view.folds == wanted


def test_that_a_double_click_on_no_group_folds_nothing(canvas: Canvas) -> None:
    assert not canvas.folder.toggle(Hit("node", node=3), 400.0)
    assert not canvas.folder.toggle(Hit(), 400.0)
    assert canvas.desk.gaze.view.folds == ()


def test_that_where_nothing_stands_the_place_stays() -> None:
    empty = scene_of(fabric_of("", []), load=False)
    assert kept_place(empty, empty, View(zoom=2.0, center=0.4), 0.5) == (2.0, 0.4)
