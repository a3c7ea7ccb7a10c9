"""Actions of a window: enabled, checked, explained."""

from __future__ import annotations

from ibviz.gui.actions import Action, Actions
from ibviz.gui.style import icon
from ibviz.gui.window import Window


def test_that_an_action_runs_and_says_why_it_cannot(window: Window) -> None:
    done: list[str] = []
    why = {"a": ""}
    table = (
        Action("a", "Do & this…", lambda w: done.append("a"), ("Ctrl+J",), "save", lambda w: why["a"]),
        Action("b", "Mark", lambda w: done.append("b"), checked=lambda w: len(done) > 1),
    )
    actions = Actions(window, table)
    actions.dress(lambda name: icon(name, "dark"))
    actions.refresh()
    assert list(actions) == ["a", "b"]
    assert actions["a"].text() == "Do && this…"
    assert actions["a"].toolTip() == "Do & this (Ctrl+J)"
    assert not actions["a"].icon().isNull()
    actions["a"].trigger()
    actions["b"].trigger()
    assert done == ["a", "b"]
    why["a"] = "there is nothing"
    actions.refresh()
    assert actions["b"].isChecked()
    assert not actions["a"].isEnabled()
    assert actions["a"].toolTip() == "Do & this: there is nothing"
