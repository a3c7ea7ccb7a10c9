"""Arranging on the free map: all or some nodes, in one step, refused in a sentence."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from fabrics import tree2, tree3
from PySide6.QtWidgets import QMenu

from ibviz.core.errors import OptionError
from ibviz.core.registry import arrangements
from ibviz.core.state import State
from ibviz.gui.arranging import KEY, arranged, forgotten
from ibviz.gui.selection import Selection
from ibviz.gui.window import Window

SUITED = ("layered", "radial", "force")


def finished(qtbot: Any, window: Window, name: str) -> None:
    window.actions_[f"arrange.{name}"].trigger()
    qtbot.waitUntil(lambda: not window.desk.jobs.running(KEY), timeout=8000)


@pytest.mark.parametrize("name", SUITED)
def test_that_all_live_nodes_are_arranged_and_others_left(name: str) -> None:
    state = State(tree2(4, 2, 3))
    moved = arranged(state, name, frozenset([3]))
    assert moved.rows.tolist() == list(range(18))
    assert np.isfinite(moved.places).all()


def test_that_the_middle_of_some_nodes_stays_where_it_is() -> None:
    state = State(tree2(4, 2, 3))
    whole = arranged(state, "layered", frozenset())
    chosen = frozenset([0, 1, 4, 5, 6, 7, 8, 9])
    moved = arranged(state, "radial", chosen)
    before = whole.places[sorted(chosen)]
    assert moved.rows.tolist() == sorted(chosen)
    assert np.allclose(
        moved.places.max(axis=0) + moved.places.min(axis=0), before.max(axis=0) + before.min(axis=0)
    )
    own = State(state.fabric, positions=np.tile((500.0, 70.0), (18, 1)))
    middle = arranged(own, "force", chosen).places
    assert np.allclose((middle.max(axis=0) + middle.min(axis=0)) / 2, (500, 70))


def test_that_what_does_not_suit_is_refused() -> None:
    with pytest.raises(OptionError, match="no node has a rack"):
        arranged(State(tree2(2, 1, 1)), "by-rack", frozenset())


def test_that_places_are_forgotten_of_all_or_of_some() -> None:
    state = State(tree2(2, 1, 1), positions=np.arange(10.0).reshape(5, 2))
    assert np.isnan(forgotten(state, frozenset()).positions).all()
    some = forgotten(state, frozenset([0, 2])).positions
    assert np.isnan(some[:, 0]).tolist() == [True, False, True, False, False]
    bare = State(state.fabric)
    assert forgotten(bare, frozenset()) is bare


def test_that_every_arrangement_is_in_the_menu(window: Window) -> None:
    menus = {menu.title(): menu for menu in window.top.findChildren(QMenu)}
    names = [action.objectName() for action in menus["Arrange"].actions() if not action.isSeparator()]
    assert names == [*(f"arrange.{name}" for name in arrangements.entries), "arrange.forget"]


def test_that_arranging_is_one_step_that_can_be_undone(
    qtbot: Any, make_window: Callable[..., Window], state: State
) -> None:
    window = make_window(state)
    document = window.desk.document
    assert window.actions_["arrange.forget"].toolTip() == "Forget places: no node was put anywhere"
    finished(qtbot, window, "radial")
    assert document.stack.undoText() == "Arrange radial"
    assert np.isfinite(document.state.positions).all()
    document.stack.undo()
    assert document.state is state


def test_that_the_map_is_turned_to_and_shown_whole(
    qtbot: Any, make_window: Callable[..., Window], state: State
) -> None:
    window = make_window(state)
    gaze = window.desk.gaze
    qtbot.waitUntil(lambda: window.canvas.scene is not None, timeout=8000)
    finished(qtbot, window, "layered")
    qtbot.waitUntil(lambda: gaze.view.kind == "map", timeout=8000)
    qtbot.waitUntil(lambda: window.canvas.resting, timeout=8000)
    first = gaze.goal
    finished(qtbot, window, "radial")
    places = window.desk.document.state.positions
    middle = (places.min(axis=0) + places.max(axis=0)) / 2
    qtbot.waitUntil(lambda: gaze.goal != first and np.allclose(gaze.goal[1:], middle, atol=60), timeout=8000)


def test_that_the_map_stays_where_it_is_when_some_nodes_are_arranged(
    qtbot: Any, make_window: Callable[..., Window], state: State
) -> None:
    window = make_window(state)
    gaze = window.desk.gaze
    qtbot.waitUntil(lambda: window.canvas.scene is not None, timeout=8000)
    window.canvas.look_as("map")
    qtbot.waitUntil(lambda: gaze.view.kind == "map", timeout=8000)
    gaze.move(0.3, 10.0, 20.0)
    window.desk.document.select(Selection(nodes=frozenset([0, 3, 4])))
    scene = window.canvas.scene
    finished(qtbot, window, "force")
    qtbot.waitUntil(lambda: window.canvas.scene is not scene, timeout=8000)
    qtbot.wait(20)
    assert gaze.place == (0.3, 10.0, 20.0)
    assert window.canvas.scene is not None and window.canvas.scene.state is window.desk.document.state


def test_that_some_nodes_are_arranged_and_forgotten(
    qtbot: Any, make_window: Callable[..., Window], state: State
) -> None:
    window = make_window(state)
    document = window.desk.document
    document.select(Selection(nodes=frozenset([0, 3, 4])))
    finished(qtbot, window, "force")
    assert np.flatnonzero(np.isfinite(document.state.positions[:, 0])).tolist() == [0, 3, 4]
    window.actions_["arrange.forget"].trigger()
    assert np.isnan(document.state.positions).all()
    assert document.stack.undoText() == "Forget places"


@pytest.mark.parametrize("name", [name for name in arrangements.entries if name not in SUITED])
def test_that_what_does_not_suit_changes_nothing_and_says_why(
    qtbot: Any, make_window: Callable[..., Window], state: State, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    said: list[str] = []
    monkeypatch.setattr(Window, "say", lambda self, sentence: said.append(sentence))
    window = make_window(state)
    finished(qtbot, window, name)
    assert window.desk.document.state is state
    assert len(said) == 1 and said[0].startswith(f"{arrangements.entries[name].title}: ")


def test_that_a_fabric_that_came_meanwhile_is_left_alone(
    qtbot: Any, make_window: Callable[..., Window], state: State
) -> None:
    window = make_window(state)
    other = State(tree2(2, 1, 1))
    window.actions_["arrange.layered"].trigger()
    window.desk.document.load(other, None)
    qtbot.waitUntil(lambda: not window.desk.jobs.running(KEY), timeout=8000)
    assert window.desk.document.state is other


def test_that_an_arrangement_is_not_given_up_for_a_look_at_the_one_before(
    qtbot: Any, make_window: Callable[..., Window]
) -> None:
    window = make_window(State(tree2(4, 2, 3)))
    qtbot.waitUntil(lambda: window.canvas.scene is not None, timeout=8000)
    stack, made = window.desk.document.stack, window.canvas.stager.made

    def again(scene: object) -> None:
        if stack.undoText() == "Arrange radial":
            made.disconnect(again)
            window.actions_["arrange.force"].trigger()

    made.connect(again)
    window.actions_["arrange.radial"].trigger()
    qtbot.waitUntil(lambda: stack.count() == 2, timeout=8000)


def test_that_any_nodes_are_arranged_or_refused_in_a_sentence() -> None:
    state = State(tree3(2, 2, 2, 2, 2))
    rng = np.random.default_rng(1)
    for _ in range(25):
        size = int(rng.integers(2, len(state.fabric.nodes)))
        chosen = frozenset(rng.choice(len(state.fabric.nodes), size, replace=False).tolist())
        for name in arrangements.names:
            try:
                moved = arranged(state, name, chosen)
            except OptionError:
                continue
            assert set(moved.rows.tolist()) == chosen
            assert np.isfinite(moved.places).all()
