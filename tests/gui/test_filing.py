"""Opening, saving, joining, recent files, and files that others change."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from gui_windows import small_state
from PySide6.QtWidgets import QApplication, QFileDialog, QMenu, QMessageBox

from ibviz.core.edit_scenarios import fail
from ibviz.core.reading import read_state
from ibviz.core.state import State
from ibviz.door import save
from ibviz.gui.ahead import Ahead, read_and_staged
from ibviz.gui.filing import KEEP, RELOAD, Filing, is_gone
from ibviz.gui.window import Window

BUTTONS = QMessageBox.StandardButton


def edit(window: Window, cable: int = 4) -> None:
    window.desk.document.apply("Fail", lambda state: fail(state, cables=[cable]))


def settle(qtbot: Any, window: Window) -> None:
    qtbot.waitUntil(
        lambda: not [k for k in window.desk.jobs.keys if k not in ("samples", "scene")], timeout=8000
    )


@pytest.fixture
def file(tmp_path: Path, state: State) -> Path:
    path = tmp_path / "small.ibviz.yaml"
    save(state, path)
    return path


def test_that_a_file_is_shown_in_an_unused_window(
    qtbot: Any, make_window: Callable[..., Window], file: Path
) -> None:
    window = make_window()
    window.files.read(file)
    qtbot.waitUntil(lambda: not window.unused, timeout=8000)
    assert window.desk.document.path == file
    assert window.files.title() == "small"
    assert window.settings.recent[0] == file
    assert not window.desk.document.modified
    assert window.canvas.isVisible()


def test_that_what_was_read_ahead_is_shown_with_its_scene(
    qtbot: Any, make_window: Callable[..., Window], file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = read_and_staged(file)
    monkeypatch.setattr(Ahead, "take", lambda self, progress: found)
    window = make_window()
    window.files.read(file, Ahead(file, 0, -1, -1))
    qtbot.waitUntil(lambda: not window.unused, timeout=8000)
    assert window.desk.document.state is found[0]
    assert window.desk.results.structure is found[1].structure  # type: ignore[union-attr]
    assert window.desk.document.path == file


def test_that_a_file_that_could_not_be_read_ahead_is_read_here(
    qtbot: Any, make_window: Callable[..., Window], file: Path, tmp_path: Path, answers: list[Any]
) -> None:
    window = make_window()
    window.files.read(file, Ahead(file, 0, -1, -1))
    qtbot.waitUntil(lambda: not window.unused, timeout=8000)
    answers.append(BUTTONS.Ok)
    absent = tmp_path / "absent"
    window.files.read(absent, Ahead(absent, 0, -1, -1))
    qtbot.waitUntil(lambda: not answers, timeout=8000)


def test_that_a_second_file_gets_a_window_of_its_own(qtbot: Any, window: Window, file: Path) -> None:
    window.files.read(file)
    qtbot.waitUntil(lambda: len(windows()) == 2, timeout=8000)
    new = next(one for one in windows() if one is not window)
    qtbot.waitUntil(lambda: new.ready and not new.unused, timeout=8000)
    assert {one.files.title() for one in windows()} == {"small"}


def windows() -> list[Window]:
    return [one for one in QApplication.topLevelWidgets() if isinstance(one, Window) and one.isVisible()]


def test_that_what_cannot_be_read_is_a_sentence(
    qtbot: Any, make_window: Callable[..., Window], tmp_path: Path, answers: list[Any]
) -> None:
    said: list[str] = []
    window = make_window(furnished=False)
    window.furnish(expecting=True)
    (tmp_path / "odd.txt").write_text("nothing of the kind\n")
    answers.append(lambda title, sentence, buttons: said.append(sentence))
    window.files.read(tmp_path / "odd.txt")
    qtbot.waitUntil(lambda: bool(said), timeout=8000)
    assert "odd.txt" in said[0]
    assert window.pages.currentWidget() is window.welcome


def test_that_a_dump_is_never_written_over(
    qtbot: Any,
    make_window: Callable[..., Window],
    tmp_path: Path,
    state: State,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    dump, project = tmp_path / "d.ibnetdiscover", tmp_path / "chosen"
    save(state, dump)
    before = dump.read_bytes()
    window = make_window()
    window.files.read(dump)
    qtbot.waitUntil(lambda: not window.unused, timeout=8000)
    edit(window)
    assert window.desk.document.path is None
    assert window.files.title() == "d"
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(project), ""))
    window.files.save()
    qtbot.waitUntil(lambda: not window.desk.document.modified, timeout=8000)
    assert dump.read_bytes() == before
    assert window.desk.document.path == tmp_path / "chosen.ibviz.yaml"
    assert read_state(tmp_path / "chosen.ibviz.yaml").scenario.down_cables


def test_that_edits_made_while_saving_stay_unsaved(
    qtbot: Any, make_window: Callable[..., Window], state: State, file: Path
) -> None:
    window = make_window(state, file)
    edit(window, 4)
    window.files.save()
    edit(window, 5)
    settle(qtbot, window)
    assert window.desk.document.modified
    window.desk.document.stack.undo()
    assert not window.desk.document.modified
    assert len(read_state(file).scenario.down_cables) == 1


def test_that_a_save_that_fails_is_said_and_the_mark_stays(
    make_window: Callable[..., Window], state: State, tmp_path: Path, answers: list[Any]
) -> None:
    window = make_window(state, tmp_path / "no" / "x.ibviz.yaml")
    edit(window)
    answers.append(BUTTONS.Ok)
    assert not window.files.write(tmp_path / "no" / "x.ibviz.yaml")
    assert window.desk.document.modified


def test_that_a_clean_document_reloads_when_its_file_changes(
    qtbot: Any, make_window: Callable[..., Window], state: State, file: Path
) -> None:
    window = make_window(state, file)
    save(small_state("other"), file)
    qtbot.waitUntil(lambda: window.desk.document.state.name == "other", timeout=8000)
    assert not window.desk.document.modified


@pytest.mark.parametrize(("answer", "name"), [(KEEP, "small"), (RELOAD, "other")])
def test_that_a_modified_document_is_asked_for(
    qtbot: Any,
    make_window: Callable[..., Window],
    state: State,
    file: Path,
    answers: list[Any],
    answer: str,
    name: str,
) -> None:
    window = make_window(state, file)
    edit(window)
    answers.append(answer)
    save(small_state("other"), file)
    qtbot.waitUntil(lambda: not answers, timeout=8000)
    settle(qtbot, window)
    assert window.desk.document.state.name == name
    assert window.desk.document.modified == (answer == KEEP)


def test_that_our_own_saving_is_no_change_by_others(
    qtbot: Any, make_window: Callable[..., Window], state: State, file: Path
) -> None:
    window = make_window(state, file)
    edit(window)
    window.files.save()
    settle(qtbot, window)
    edit(window, 5)  # would be asked for if the saving were taken for somebody else's
    qtbot.wait(500)
    assert window.desk.document.modified


def test_that_a_file_that_goes_away_is_no_question(
    qtbot: Any, make_window: Callable[..., Window], state: State, file: Path
) -> None:
    window = make_window(state, file)
    said: list[str] = []
    window.say = said.append  # type: ignore[method-assign]
    file.unlink()
    qtbot.waitUntil(lambda: bool(said), timeout=8000)
    assert said == ["small.ibviz.yaml is no longer there"]


def test_that_a_file_that_is_gone_is_saved_again_before_closing(
    make_window: Callable[..., Window], state: State, file: Path, answers: list[Any]
) -> None:
    window = make_window(state, file)
    assert window.files.may_close()
    file.unlink()
    asked: list[str] = []
    answers.append(lambda title, sentence, buttons: asked.append(sentence) or buttons[0])
    assert window.files.may_close()
    assert asked == ["small is no longer on the disk."] and file.exists()


def test_that_a_folder_that_may_not_be_looked_into_holds_up_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(self: Path) -> bool:
        raise PermissionError

    monkeypatch.setattr(Path, "exists", refuse)
    assert not is_gone(Path("x"))


def test_that_missing_recent_files_are_greyed_and_all_can_be_forgotten(window: Window, file: Path) -> None:
    window.settings.add_recent(file)
    window.settings.add_recent(Path("/nowhere/a&b.txt"))
    menu = QMenu()
    window.files.list_recent(menu)
    entries = {action.text(): action.isEnabled() for action in menu.actions() if action.text()}
    assert entries == {"/nowhere/a&&b.txt": False, str(file): True, "Clear": True}
    menu.actions()[-1].trigger()
    window.files.list_recent(menu)
    assert [action.text() for action in menu.actions() if action.text()] == ["Nothing yet", "Clear"]


def test_that_a_sample_is_opened_as_a_new_document(
    qtbot: Any, make_window: Callable[..., Window], file: Path
) -> None:
    window = make_window()
    window.files.read_sample(file)
    qtbot.waitUntil(lambda: not window.unused, timeout=8000)
    assert window.desk.document.path is None
    assert window.files.source is None


def test_that_the_dialogs_add_the_suffix(
    window: Window, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    exported: list[Path] = []
    monkeypatch.setattr(Filing, "export_to", lambda self, path: exported.append(path))
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(tmp_path / "p"), "PNG (*.png)"))
    window.files.export()
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: ("", ""))
    window.files.export()
    window.files.save_as()
    assert exported == [tmp_path / "p.png"]


def test_that_the_chosen_files_are_opened(window: Window, monkeypatch: pytest.MonkeyPatch) -> None:
    read: list[Path] = []
    monkeypatch.setattr(Filing, "read", lambda self, path: read.append(path))
    monkeypatch.setattr(QFileDialog, "getOpenFileNames", lambda *_: (["/x/y.txt"], ""))
    window.files.open()
    assert read == [Path("/x/y.txt")]


def test_that_a_change_is_seen_once(qtbot: Any, file: Path) -> None:
    from ibviz.gui.watch import Watch

    watch, seen = Watch(), []
    watch.changed.connect(lambda: seen.append(time.time()))
    watch.follow(file)
    os.utime(file, (1, 1))
    qtbot.waitUntil(lambda: bool(seen), timeout=8000)
    watch.look()
    assert len(seen) == 1
    watch.follow(None)
