"""Files of forwarding tables that are attached to the document."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from fabrics import tree2
from PySide6.QtWidgets import QFileDialog

from ibviz.core.fabric import Fabric
from ibviz.core.wiring import wiring
from ibviz.flow.engines.dnup import dnup
from ibviz.formats.lft import lft_text
from ibviz.gui.attaching import KEY, ask_for_tables, attach_file
from ibviz.gui.results import KEY as SIMULATING
from ibviz.gui.window import Window


def settle(qtbot: Any, window: Window) -> None:
    jobs = window.desk.jobs
    qtbot.waitUntil(lambda: not jobs.running(KEY) and not jobs.running(SIMULATING), timeout=8000)


def tables(fabric: Fabric, path: Path) -> Path:
    path.write_bytes(lft_text(dnup(wiring(fabric))))
    return path


def test_that_the_fabric_is_routed_by_the_file_until_that_is_undone(
    qtbot: Any, window: Window, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    document = window.desk.document
    path = tables(document.state.fabric, tmp_path / "ours.lft")
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *args: (str(path), ""))
    ask_for_tables(window)
    settle(qtbot, window)
    assert document.state.attached is not None and document.state.attached.name == "ours.lft"
    load = window.desk.results.load
    assert load is not None and load.tables.routing.used == "lft"
    assert "as ours.lft says" in load.tables.routing.reason
    document.stack.undo()
    settle(qtbot, window)
    assert document.state.attached is None
    assert window.desk.results.load is not None and window.desk.results.load.tables.routing.used == "minhop"


def test_that_settings_of_a_site_are_attached_as_such(qtbot: Any, window: Window, tmp_path: Path) -> None:
    path = tmp_path / "opensm.conf"
    path.write_text("routing_engine dnup\n")
    attach_file(window, path)
    settle(qtbot, window)
    load = window.desk.results.load
    assert load is not None and (load.tables.routing.asked, load.tables.routing.used) == ("site", "dnup")


def test_that_a_file_that_does_not_fit_changes_nothing(
    qtbot: Any, window: Window, tmp_path: Path, answers: list[Any]
) -> None:
    said: list[str] = []
    for path in (tables(tree2(3, 2, 2, shuffle=9), tmp_path / "other.lft"), tmp_path / "none.lft"):
        answers.append(lambda title, sentence, buttons: said.append(sentence))
        attach_file(window, path)
        settle(qtbot, window)
    assert "other.lft is of another fabric" in said[0]
    assert said[1].endswith("none.lft: holds neither forwarding tables nor settings of OpenSM")
    assert window.desk.document.state.attached is None


def test_that_no_file_chosen_changes_nothing(window: Window, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *args: ("", ""))
    ask_for_tables(window)
    assert not window.desk.jobs.running(KEY)
