from __future__ import annotations

from pathlib import Path
from typing import Any, Literal

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QSignalSpy
from PySide6.QtWidgets import QComboBox, QFileDialog, QLabel, QLineEdit

from ibviz.core.options import Reference, options_of
from ibviz.gui.form import Form

pytestmark = pytest.mark.qt_log_ignore("propagateSizeHints")  # the offscreen plugin has none


def declared(
    *, k: int = 1, ways: Literal["two", "one"] = "two", fair: bool = False, local: bool | None = None
) -> None:
    """Declare some options.

    Parameters
    ----------
    k : int
        How far.
    """


def needing(*, path: Path) -> None:
    """Declare an option that must be given."""


def receiving(*, dst: Reference, hosts: str | None = None) -> None:
    """Declare an option that names an endpoint."""


@pytest.fixture
def form(qtbot: Any) -> Form:
    made = Form()
    qtbot.addWidget(made)
    made.ask(options_of(declared), {"k": "3"})
    made.setAttribute(Qt.WidgetAttribute.WA_DontShowOnScreen)
    made.show()
    return made


def field(form: Form, name: str) -> Any:
    return next(
        w for kind in (QLineEdit, QComboBox) for w in form.findChildren(kind) if w.accessibleName() == name
    )


def typed(form: Form, name: str, text: str) -> None:
    line = field(form, name)
    line.setText(text)
    line.textEdited.emit(text)
    line.editingFinished.emit()


def faults(form: Form) -> list[str]:
    return [
        w.text() for w in form.findChildren(QLabel) if "what is wrong" in w.accessibleName() and w.isVisible()
    ]


def test_that_options_are_asked_with_their_values(form: Form) -> None:
    assert field(form, "Distance").text() == "3"
    assert field(form, "Distance").toolTip() == "<p>How far.</p>"
    assert form.args == {"k": "3"}


def test_that_a_valid_value_is_told_once(form: Form) -> None:
    spy = QSignalSpy(form.changed)
    typed(form, "Distance", "5")
    field(form, "Distance").editingFinished.emit()
    assert spy.count() == 1
    assert spy.at(0) == [{"k": "5"}]


def test_that_an_invalid_value_is_explained_and_not_told(form: Form) -> None:
    spy = QSignalSpy(form.changed)
    typed(form, "Distance", "many")
    assert spy.count() == 0
    assert form.args is None
    assert faults(form) == ["Distance is 'many'; expected a whole number"]
    typed(form, "Distance", "2")
    assert faults(form) == []
    assert form.args == {"k": "2"}


def test_that_choices_are_lists_and_defaults_are_left_out(form: Form) -> None:
    for name, text in (("Ways", "one"), ("Fair", "Yes"), ("Within hosts", "No")):
        box = field(form, name)
        box.setCurrentIndex(box.findText(text))
        box.activated.emit(box.currentIndex())
    assert form.args == {"k": "3", "ways": "one", "fair": "1", "local": "0"}
    box = field(form, "Ways")
    box.setCurrentIndex(box.findText("two"))
    box.activated.emit(box.currentIndex())
    assert form.args == {"k": "3", "fair": "1", "local": "0"}


def test_that_what_must_be_given_says_so(form: Form) -> None:
    form.ask(options_of(needing), {})
    assert field(form, "File").placeholderText() == "must be given"
    typed(form, "File", "x.csv")
    assert form.args == {"path": "x.csv"}
    typed(form, "File", "")
    assert form.args is None


def test_that_a_complaint_stands_under_the_field_it_is_about(form: Form) -> None:
    assert form.complain("k is 99; expected less")
    assert faults(form) == ["Distance is 99; expected less"]
    assert not form.complain("the file is gone")
    form.ask(options_of(needing), {"path": "/no/such"})
    assert form.complain("/no/such: there is no such file")
    assert faults(form) == ["/no/such: there is no such file"]


def test_that_a_file_can_be_chosen(form: Form, monkeypatch: pytest.MonkeyPatch) -> None:
    form.ask(options_of(needing), {})
    spy = QSignalSpy(form.changed)
    for path in ("", "/tmp/pairs.csv"):
        monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *given, path=path: (path, ""))
        field(form, "File").actions()[0].trigger()
    assert spy.count() == 1
    assert spy.at(0) == [{"path": "/tmp/pairs.csv"}]
    form.dress("light")


def test_that_names_are_completed_where_an_endpoint_is_asked_for(form: Form) -> None:
    form.ask(options_of(receiving), {})
    form.suggest(["node1", "node12", "other"])
    completer = field(form, "Receiver").completer()
    completer.setCompletionPrefix("DE1")
    assert completer.completionCount() == 2
    assert field(form, "Hosts").completer() is None
    assert field(form, "Hosts").placeholderText() == "all"


def test_that_a_fault_changes_its_colour_with_the_theme(form: Form) -> None:
    typed(form, "Distance", "x")
    form.dress("dark")
    dark = field(form, "Distance").styleSheet()
    form.dress("light")
    assert field(form, "Distance").styleSheet() != dark != ""
