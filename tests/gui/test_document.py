"""The document: edits, history, modified mark, selection."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from gui_windows import small_state

from ibviz.core.edit_scenarios import fail, repair
from ibviz.core.edits import cut
from ibviz.core.errors import EditError
from ibviz.core.fabric import Fabric
from ibviz.core.state import State
from ibviz.gui.document import SMALL_LIMIT, Document, history_limit
from ibviz.gui.selection import NOTHING, Selection


@pytest.fixture
def document(qtbot: Any) -> Document:
    return Document(small_state())


def test_that_an_edit_is_one_step_and_undo_gives_the_very_state_back(document: Document) -> None:
    first, seen = document.state, []
    document.changed.connect(lambda before, after: seen.append((before, after)))
    document.apply("Fail", lambda state: fail(state, cables=[1]))
    second = document.state
    assert document.stack.undoText() == "Fail"
    document.stack.undo()
    assert document.state is first
    document.stack.redo()
    assert document.state is second
    assert seen == [(first, second), (second, first), (first, second)]


def test_that_an_edit_that_is_refused_changes_nothing(document: Document) -> None:
    with pytest.raises(EditError):
        document.apply("Cut", lambda state: cut(state, [999]))
    assert not document.modified
    assert document.stack.count() == 0


def test_that_an_edit_that_changes_nothing_is_no_step(document: Document) -> None:
    document.apply("Nothing", lambda state: state)
    assert document.stack.count() == 0


def test_that_edits_of_one_gesture_merge(document: Document) -> None:
    first = document.state
    for cable in (1, 2):
        document.apply("Nudge", lambda state, cable=cable: fail(state, cables=[cable]), merge="nudge")
    document.apply("Fail", lambda state: fail(state, cables=[3]))
    document.apply("Nudge", lambda state: fail(state, cables=[4]), merge="other")
    assert document.stack.count() == 3
    for _ in range(3):
        document.stack.undo()
    assert document.state is first


def test_that_modified_is_what_the_file_has_not(document: Document) -> None:
    marks: list[bool] = []
    document.filed.connect(lambda: marks.append(document.modified))
    document.apply("Fail", lambda state: fail(state, cables=[1]))
    document.apply("Repair", lambda state: repair(state, cables=[1]))
    assert document.modified
    saved = document.state
    document.apply("Fail", lambda state: fail(state, cables=[2]))
    document.saved_as(Path("x"), saved)
    assert document.modified
    document.stack.undo()
    assert not document.modified
    assert document.path == Path("x")
    assert marks == [True, True, False]


def test_that_what_is_recovered_is_modified(document: Document) -> None:
    document.load(small_state("again"), Path("y"), modified=True)
    assert document.modified
    assert document.stack.count() == 0
    document.saved_as(Path("y"))
    assert not document.modified


def test_that_the_selection_drops_what_is_gone(document: Document) -> None:
    chosen: list[Selection] = []
    document.selected.connect(chosen.append)
    document.select(Selection(nodes=frozenset([1]), cables=frozenset([2, 3])))
    document.apply("Cut", lambda state: cut(state, [3]))
    assert document.selection == Selection(nodes=frozenset([1]), cables=frozenset([2]))
    document.load(State(Fabric()), None)
    assert document.selection == NOTHING
    assert chosen[-1] == NOTHING


def test_that_small_fabrics_have_a_long_history() -> None:
    state = small_state()
    assert history_limit(state) >= SMALL_LIMIT
    many = state.fabric.cables.take([0] * 6000)
    assert 50 <= history_limit(replace(state, fabric=replace(state.fabric, cables=many))) < SMALL_LIMIT
