from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtWidgets import QApplication, QLabel, QLineEdit, QPushButton, QToolButton

from ibviz.flow.jobs import JobSpec
from ibviz.gui.combo import Combo
from ibviz.gui.panels.jobs_list import JobsList, words_of

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")  # offscreen's own

TEXT = "A:size=16,placement=by-leaf,pattern=ring;B:hosts=n[1-4],pattern=all-to-all"


@pytest.fixture
def panel(qapp: QApplication) -> Iterator[JobsList]:
    made = JobsList()
    made.dress("dark")
    made.show()
    yield made
    made.close()
    made.deleteLater()


def _field(panel: JobsList, name: str) -> QLineEdit:
    return next(line for line in panel.findChildren(QLineEdit) if line.accessibleName() == name)


def _rows(panel: JobsList) -> list[str]:
    QApplication.processEvents()
    return [label.text() for label in panel.findChildren(QLabel) if label.isVisible() and ":" in label.text()]


def _add(panel: JobsList, name: str, who: str) -> None:
    _field(panel, "Name of the job").setText(name)
    _field(panel, "Hosts, or how many").setText(who)
    (button,) = panel.findChildren(QPushButton)
    button.click()


def test_that_jobs_are_listed_and_removed(panel: JobsList) -> None:
    told: list[str] = []
    panel.changed.connect(told.append)
    panel.show_text(TEXT)
    assert _rows(panel) == ["A: 16 hosts, by-leaf, ring", "B: n[1-4], linear, all-to-all"]
    remove = next(b for b in panel.findChildren(QToolButton) if b.accessibleName() == "Remove job A")
    remove.click()
    assert told == ["B:hosts=n[1-4],pattern=all-to-all"]
    assert len(_rows(panel)) == 1


def test_that_a_job_is_added_with_its_placement_and_traffic(panel: JobsList) -> None:
    told: list[str] = []
    panel.changed.connect(told.append)
    for box in panel.findChildren(Combo):
        wish = "random" if box.accessibleName().startswith("Placement") else "allreduce-ring"
        box.setCurrentText(wish)
    _add(panel, "C", "8")
    _add(panel, "D", "n1,n2")
    assert told[0] == "C:size=8,placement=random:1,pattern=allreduce-ring"
    assert told[1] == told[0] + ';D:"hosts=n1,n2",placement=random:1,pattern=allreduce-ring'


@pytest.mark.parametrize(
    ("name", "who", "words"),
    [
        ("", "4", "a job has no name"),
        ("X", "", "neither hosts nor size"),
        ("X", "0", "size is '0'"),
        ("A", "4", "There is a job A already"),
    ],
)
def test_that_what_is_wrong_with_a_job_is_said(panel: JobsList, name: str, who: str, words: str) -> None:
    panel.show_text(TEXT)
    told: list[str] = []
    panel.changed.connect(told.append)
    _add(panel, name, who)
    assert told == []
    assert any(words in label.text() for label in panel.findChildren(QLabel) if label.isVisible())


def test_that_a_text_that_cannot_be_read_lists_nothing(panel: JobsList) -> None:
    panel.show_text("A")
    assert _rows(panel) == []


def test_that_a_number_of_certain_hosts_is_told_as_such() -> None:
    assert words_of(JobSpec.parse("A:hosts=n*,size=1")) == "A: 1 host of n*, linear, all-to-all"
