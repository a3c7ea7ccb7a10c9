"""Drafts: written after edits, dropped once saved, offered after a crash, never over the real file."""

from __future__ import annotations

import json
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from ibviz.core.edit_scenarios import fail
from ibviz.core.errors import WriteError
from ibviz.core.reading import read_state
from ibviz.core.state import State
from ibviz.door import save
from ibviz.gui.drafts import AFTER_MS, DISCARD, LATER, RECOVER, left_behind
from ibviz.gui.window import Window


def edit(window: Window, cable: int = 4) -> None:
    window.desk.document.apply("Fail", lambda state: fail(state, cables=[cable]))


def leave(folder: Path, state: State, *, name: str = "lost", path: str = "", written: float = 0.0) -> Path:
    """Leave a draft as a program does that was killed."""
    drafts = folder / "drafts"
    drafts.mkdir(parents=True, exist_ok=True)
    file = drafts / f"1-{name}.ibviz.yaml"
    save(fail(state, cables=[4]), file)
    about = {"name": name, "path": path, "source": path, "written": written or time.time() - 130}
    (drafts / f"1-{name}.json").write_text(json.dumps(about))
    return file


def test_that_a_draft_is_written_within_two_seconds_of_an_edit(
    qtbot: Any, window: Window, folder: Path
) -> None:
    assert AFTER_MS <= 1500
    window.drafts._timer.setInterval(50)
    window.desk.gaze.change(kind="matrix")
    edit(window)
    assert window.drafts.file is None
    qtbot.waitUntil(lambda: bool(list((folder / "drafts").glob("*.json"))), timeout=8000)
    assert window.drafts.file is not None
    draft = read_state(window.drafts.file)
    assert draft.scenario.down_cables == {4}
    assert draft.view["kind"] == "matrix"


def test_that_edits_in_a_row_do_not_put_the_draft_off(qtbot: Any, window: Window) -> None:
    timer = window.drafts._timer
    timer.start(60_000)
    qtbot.wait(20)
    left = timer.remainingTime()
    edit(window)
    assert 0 < timer.remainingTime() <= left


def test_that_a_draft_waits_for_the_one_before(qtbot: Any, window: Window) -> None:
    edit(window)
    window.drafts._timer.stop()
    jobs, go_on = window.desk.jobs, threading.Event()
    jobs.start("draft", "Slow", lambda progress: go_on.wait(20), lambda done: None, lambda error: None)
    window.drafts.write()
    assert window.drafts.file is None and window.drafts._timer.isActive()
    go_on.set()
    qtbot.waitUntil(lambda: not jobs.running("draft"), timeout=5000)


def test_that_the_draft_goes_when_there_is_nothing_to_save(window: Window, folder: Path) -> None:
    edit(window)
    window.drafts.write_now()
    assert len(list((folder / "drafts").glob("*.yaml"))) == 1
    window.desk.document.stack.undo()
    assert not list((folder / "drafts").iterdir())


def test_that_saving_elsewhere_resets_the_draft(window: Window, folder: Path, tmp_path: Path) -> None:
    edit(window)
    window.drafts.write_now()
    first = window.drafts.file
    assert window.files.write(tmp_path / "x.ibviz.yaml")
    assert first is not None
    assert not first.exists()
    edit(window, 5)
    window.drafts.write_now()
    about = json.loads(next((folder / "drafts").glob("*.json")).read_text())
    assert about["path"] == str(tmp_path / "x.ibviz.yaml")
    assert about["name"] == "x"


def test_that_a_draft_of_a_running_window_is_not_offered(window: Window) -> None:
    edit(window)
    window.drafts.write_now()
    assert left_behind() == []


def test_that_what_a_crash_left_is_recovered_and_not_written_over_the_file(
    qtbot: Any,
    make_window: Callable[..., Window],
    folder: Path,
    state: State,
    tmp_path: Path,
    answers: list[Any],
) -> None:
    real = tmp_path / "real.ibviz.yaml"
    save(state, real)
    before = real.read_bytes()
    left = leave(folder, state, name="real", path=str(real))
    asked: list[str] = []
    answers.append(lambda title, sentence, buttons: asked.append(sentence) or RECOVER)
    window = make_window()
    window.drafts.offer()
    qtbot.waitUntil(lambda: window.desk.document.modified, timeout=8000)
    assert "real, draft from 2 min ago" in asked[0]
    assert window.desk.document.path == real
    assert window.desk.document.state.scenario.down_cables == {4}
    assert real.read_bytes() == before
    assert not left.exists()
    assert window.drafts.file is not None
    assert window.drafts.file.exists()


def test_that_what_was_left_stays_until_the_disk_has_it_again(
    qtbot: Any,
    make_window: Callable[..., Window],
    folder: Path,
    state: State,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    left = leave(folder, state)
    window = make_window()

    def full(path: Path, data: bytes) -> None:
        raise WriteError(str(path), "no space is left on the disk")

    monkeypatch.setattr("ibviz.core.files.save", full)
    window.files.recover(left_behind()[0])
    qtbot.waitUntil(lambda: window.desk.document.modified, timeout=8000)
    assert left.exists() and left_behind()


@pytest.mark.parametrize(("answer", "stays"), [(LATER, True), (DISCARD, False)])
def test_that_a_draft_can_wait_or_be_thrown_away(
    make_window: Callable[..., Window],
    folder: Path,
    state: State,
    answers: list[Any],
    answer: str,
    stays: bool,
) -> None:
    left = leave(folder, state)
    answers.append(answer)
    window = make_window()
    window.drafts.offer()
    assert left.exists() == stays
    assert window.unused


def test_that_broken_drafts_are_passed_over(
    make_window: Callable[..., Window], folder: Path, state: State
) -> None:
    leave(folder, state, name="fine", written=5.0)
    leave(folder, state, name="newer", written=9.0)
    (folder / "drafts" / "2-a.json").write_text("{")
    (folder / "drafts" / "2-b.json").write_text('{"name": 1, "path": "", "source": "", "written": "x"}')
    (folder / "drafts" / "2-c.json").write_text('{"name": "c", "path": "", "source": "", "written": 1}')
    assert [draft.name for draft in left_behind()] == ["newer", "fine"]


def test_that_nothing_is_asked_where_nothing_was_left(make_window: Callable[..., Window]) -> None:
    make_window().drafts.offer()


def test_that_a_draft_that_cannot_be_kept_is_said_once_and_hurts_nobody(
    qtbot: Any, window: Window, folder: Path
) -> None:
    folder.parent.mkdir(parents=True)
    folder.write_text("a file where the folder should be")
    edit(window)
    window.drafts.write_now()
    window.drafts.write()
    qtbot.waitUntil(lambda: not window.desk.jobs.running("draft"), timeout=8000)
    assert "No draft is kept" in window.status._said.text()
    assert window.drafts.file is None
    assert left_behind() == []


CRASHING = """
import os, sys
from pathlib import Path
from ibviz.core.edit_scenarios import fail
from ibviz.core.reading import read_state
from ibviz.gui.app import application
from ibviz.gui.settings import Settings
from ibviz.gui.timings import Timings
from ibviz.gui.window import Window
app = application()
path = Path(sys.argv[1])
window = Window(Settings(path.with_name("s.ini")), Timings(), read_state(path), path)
window.desk.document.apply("Fail", lambda state: fail(state, cables=[4]))
window.drafts.write_now()
os.kill(os.getpid(), 9)
"""


def test_that_a_killed_program_leaves_its_draft(folder: Path, state: State, tmp_path: Path) -> None:
    real = tmp_path / "real.ibviz.yaml"
    save(state, real)
    done = subprocess.run([sys.executable, "-c", CRASHING, str(real)], check=False)
    assert done.returncode == -9
    found = left_behind()
    assert [(draft.name, draft.path) for draft in found] == [("real", real)]
