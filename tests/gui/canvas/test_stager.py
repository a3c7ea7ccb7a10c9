"""When the scene is made anew, and what it keeps."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from fabrics import torus_of, tree2, tree3
from gui_canvas import Make, rest
from PySide6.QtCore import QPointF

from ibviz.core.edit_scenarios import fail
from ibviz.core.errors import EditError
from ibviz.core.fabric import Kind
from ibviz.core.state import State
from ibviz.drawing.picture import scene_of
from ibviz.gui.models.rankings import rankings_of
from ibviz.gui.selection import NOTHING, Selection

TREE = tree3(4, 4, 4, 3, 4)


@pytest.fixture
def unloaded(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is simulated by itself: a scene with the load would take the place of the one waited for."""
    monkeypatch.setattr("ibviz.gui.results.is_simulated", lambda state: False)


def test_that_a_new_load_keeps_the_bands(qtbot: Any, make_canvas: Make) -> None:
    canvas = make_canvas(TREE, traffic=True)
    assert canvas.scene is not None
    bands = canvas.scene.bands
    canvas.desk.document.apply("Fail", lambda s: fail(s, cables=[0]))
    qtbot.waitUntil(lambda: bool(canvas.scene is not None and canvas.scene.failed[0]), timeout=10_000)
    qtbot.waitUntil(lambda: canvas.desk.results.current and canvas.resting, timeout=10_000)
    assert canvas.scene.bands is bands


def test_that_a_scene_made_before_is_shown_as_it_is(qtbot: Any, make_canvas: Make, unloaded: None) -> None:
    canvas = make_canvas(TREE)
    state = State(tree2(2, 2, 2))
    scene = scene_of(state)
    canvas.stager.offer(scene)
    canvas.desk.document.load(state, None)
    assert canvas.scene is scene
    assert canvas.desk.results.structure is scene.structure
    canvas.remake()
    assert not canvas.desk.jobs.running("scene"), "of what is not simulated there is no other"
    canvas.stager.offer(scene_of(State(TREE)))
    canvas.remake()
    qtbot.waitUntil(lambda: canvas.scene is not scene, timeout=10_000)
    assert canvas.scene is not None and canvas.scene.state is state, "a scene of another State is not shown"


def test_that_a_scene_made_before_is_shown_in_the_view_that_suits(
    qtbot: Any, make_canvas: Make, unloaded: None
) -> None:
    canvas = make_canvas(TREE)
    for fabric, kind in ((torus_of((4, 4)), "map"), (TREE, "layered")):
        state = State(fabric)
        scene = scene_of(state)
        canvas.desk.gaze.forget()
        canvas.desk.gaze.undecided = True
        canvas.stager.offer(scene)
        canvas.desk.document.load(state, None)
        qtbot.waitUntil(lambda: canvas.scene is scene, timeout=10_000)  # noqa: B023
        assert canvas.desk.gaze.view.kind == kind and not canvas.desk.gaze.undecided
        assert canvas.shows_all


def test_that_the_wish_for_an_overlay_outlives_a_time_without_load(qtbot: Any, make_canvas: Make) -> None:
    canvas = make_canvas(TREE, traffic=True)
    load, scene = canvas.desk.results._load, canvas.scene
    for shown, name in ((None, "plain"), (load, "utilization")):
        canvas.desk.results._load, scene = shown, canvas.scene
        canvas.remake()
        qtbot.waitUntil(lambda: canvas.scene is not scene)  # noqa: B023
        assert canvas.desk.gaze.view.overlay == "utilization"
        assert canvas.scene is not None
        assert canvas.scene.overlay("utilization").name == name


def test_that_a_document_of_another_shape_takes_its_place(qtbot: Any, make_canvas: Make) -> None:
    canvas = make_canvas(TREE)
    canvas.desk.document.select(Selection(nodes=frozenset([60])))
    canvas.desk.document.load(State(tree2(2, 2, 2)), None)
    canvas.repaint()
    qtbot.waitUntil(lambda: canvas.scene is not None and len(canvas.scene.nodes) == 8, timeout=10_000)
    rest(qtbot, canvas)
    canvas.repaint()


def test_that_a_scene_that_cannot_be_made_leaves_the_ground(make_canvas: Make) -> None:
    canvas = make_canvas(TREE)
    canvas.stager.refuse(EditError("no"))
    canvas.repaint()
    assert canvas.scene is None
    assert canvas.at(QPointF(400, 300)).kind == "nothing"
    assert canvas.sizeHint().width() > 480


def test_that_a_change_that_is_not_drawn_makes_no_scene(make_canvas: Make) -> None:
    canvas = make_canvas(tree2(2, 2, 2))
    document = canvas.desk.document
    document.changed.emit(document.state, replace(document.state, name="other"))
    assert not canvas.desk.jobs.running("scene")
    document.changed.emit(document.state, fail(document.state, cables=[0]))
    assert canvas.desk.jobs.running("scene")


def test_that_the_flows_of_the_selection_are_shown_while_there_is_one(qtbot: Any, make_canvas: Make) -> None:
    canvas = make_canvas(TREE, traffic=True)

    def shown() -> str:
        return canvas.scene.overlay("flows").title if canvas.scene is not None else ""

    canvas.desk.gaze.change(overlay="flows")
    assert shown() == "Utilization, simulated"
    host = int(np.flatnonzero(TREE.nodes.kind == Kind.HCA)[0])
    canvas.desk.document.select(Selection(nodes=frozenset([host])))
    qtbot.waitUntil(lambda: shown() == f"Flows of {TREE.nodes.name[host]}, simulated", timeout=10_000)
    assert canvas.scene is not None
    value = canvas.scene.overlay("flows").value
    assert 0 < (value > 0).sum() < len(value)
    canvas.desk.document.select(NOTHING)
    qtbot.waitUntil(lambda: shown() == "Utilization, simulated", timeout=10_000)


def test_that_criticality_is_shown_as_soon_as_cables_were_tried(qtbot: Any, make_canvas: Make) -> None:
    canvas = make_canvas(tree2(3, 2, 2), traffic=True)

    def shown() -> str:
        return canvas.scene.overlay("criticality").name if canvas.scene is not None else ""

    canvas.desk.gaze.change(overlay="criticality")
    assert shown() == "utilization"
    rankings_of(canvas.desk).start("cables")
    qtbot.waitUntil(lambda: shown() == "criticality", timeout=10_000)
    qtbot.waitUntil(lambda: not canvas.desk.jobs.keys, timeout=10_000)
    assert canvas.scene is not None
    assert (~np.isnan(canvas.scene.overlay("criticality").value)).sum() == 6
