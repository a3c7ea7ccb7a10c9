"""The window: title, mark, theme, place, close guard, drops."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QByteArray, QMimeData, QPointF, Qt, QTimer, QUrl
from PySide6.QtGui import QDropEvent, QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMessageBox

from ibviz.core.edit_scenarios import fail
from ibviz.core.state import State
from ibviz.gui.settings import Settings
from ibviz.gui.timings import Timings
from ibviz.gui.window import TITLE_BAR, Window

BUTTONS = QMessageBox.StandardButton


def edit(window: Window) -> None:
    window.desk.document.apply("Fail leaf1", lambda state: fail(state, cables=[4]))


def test_that_a_window_without_a_fabric_shows_the_welcome_page(make_window: Callable[..., Window]) -> None:
    window = make_window()
    assert window.pages.currentWidget() is window.welcome
    assert window.windowTitle() == "ibviz"
    assert window.unused


def test_that_a_window_is_up_before_it_is_furnished(make_window: Callable[..., Window]) -> None:
    window = make_window(furnished=False)
    assert window.isVisible()
    assert not window.ready
    window.furnish()
    assert window.ready


def test_that_no_welcome_page_comes_up_while_a_file_is_awaited(make_window: Callable[..., Window]) -> None:
    window = make_window(furnished=False)
    window.furnish(expecting=True)
    assert window.pages.currentWidget() is not window.welcome


def test_that_a_fabric_is_shown_with_its_bars(window: Window) -> None:
    assert window.canvas.isVisible()
    assert not window.unused


def test_that_the_title_doubles_what_qt_would_take_for_marks(
    make_window: Callable[..., Window], state: State, tmp_path: Path
) -> None:
    window = make_window(state, tmp_path / "a[*]b & c.ibviz.yaml")
    assert window.windowTitle() == "a[*][*]b & c[*] - ibviz"
    edit(window)
    assert window.actions_["edit.undo"].text() == "Undo Fail leaf1"
    window.desk.document.apply("Fail a&b", lambda state: fail(state, cables=[5]))
    assert window.actions_["edit.undo"].text() == "Undo Fail a&&b"


def test_that_the_mark_follows_undo_and_redo(window: Window) -> None:
    assert not window.isWindowModified()
    edit(window)
    assert window.isWindowModified()
    window.desk.document.stack.undo()
    assert not window.isWindowModified()
    window.desk.document.stack.redo()
    assert window.isWindowModified()


def test_that_cancel_keeps_the_window_open(window: Window, answers: list[Any]) -> None:
    edit(window)
    answers.append(BUTTONS.Cancel)
    assert not window.close()
    assert window.isVisible()
    assert window.desk.document.modified


def test_that_discard_closes_and_leaves_no_draft(window: Window, answers: list[Any], folder: Path) -> None:
    edit(window)
    window.drafts.write_now()
    assert list((folder / "drafts").glob("*.yaml"))
    answers.append(BUTTONS.Discard)
    assert window.close()
    assert not list((folder / "drafts").iterdir())


def test_that_save_closes_only_once_it_is_saved(
    make_window: Callable[..., Window], state: State, tmp_path: Path, answers: list[Any]
) -> None:
    window = make_window(state, tmp_path / "missing" / "x.ibviz.yaml")
    edit(window)
    answers += [BUTTONS.Save, BUTTONS.Ok]
    assert not window.close()
    (tmp_path / "missing").mkdir()
    answers.append(BUTTONS.Save)
    assert window.close()
    assert "scenarios" in (tmp_path / "missing" / "x.ibviz.yaml").read_text()


def test_that_quit_stops_at_the_window_that_is_cancelled(
    make_window: Callable[..., Window], state: State, answers: list[Any]
) -> None:
    windows = [make_window(state), make_window(state)]
    for window in windows:
        edit(window)
    answers += [BUTTONS.Cancel, BUTTONS.Cancel]
    windows[0].quit()
    assert [window.isVisible() for window in windows] == [True, True]


def test_that_the_theme_changes_live_in_all_windows(make_window: Callable[..., Window], state: State) -> None:
    one, two = make_window(state), make_window()
    one.wear("light")
    assert one.desk.gaze.view.theme == two.desk.gaze.view.theme == "light"
    assert QApplication.palette().window().color().lightness() > 200
    one.wear("dark")
    assert QApplication.palette().window().color().lightness() < 60


def test_that_a_broken_place_falls_back(settings: Settings, make_window: Callable[..., Window]) -> None:
    settings.keep_layout("main", QByteArray(b"nonsense"), QByteArray(b"\xff\x00broken"))
    window = make_window()
    screen = QGuiApplication.primaryScreen().availableGeometry()
    assert screen.intersects(window.geometry())


def test_that_a_first_window_leaves_room_for_its_title_bar(settings: Settings) -> None:
    window = Window(settings, Timings(), furnished=False)
    screen = QGuiApplication.primaryScreen().availableGeometry()
    assert window.pos() == screen.topLeft()
    assert window.height() <= screen.height() - TITLE_BAR
    window.close()


def test_that_a_window_never_opens_off_the_screen(
    qtbot: Any, settings: Settings, make_window: Callable[..., Window]
) -> None:
    window = make_window()
    window.move(30000, 30000)
    settings.keep_layout("main", window.saveGeometry(), QByteArray())
    other = Window(settings, Timings(), furnished=False)
    screen = QGuiApplication.primaryScreen().availableGeometry()
    assert screen.intersects(other.geometry())
    other.close()


def test_that_the_place_of_the_last_session_is_taken(
    settings: Settings, make_window: Callable[..., Window], state: State
) -> None:
    window = make_window(state)
    window.setGeometry(20, 30, 820, 540)
    window.close()
    assert make_window().geometry().getRect()[2:] == (1400, 900)  # the fixture resizes
    again = Window(settings, Timings(), furnished=False)
    assert again.geometry().getRect()[2:] != (0, 0)
    again.close()


def test_that_files_can_be_dropped(window: Window, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    dropped: list[Path] = []
    monkeypatch.setattr(window.files, "dropped", dropped.extend)
    mime = QMimeData()
    mime.setUrls([QUrl.fromLocalFile(str(tmp_path / "a b.txt")), QUrl("https://example.org/x")])
    event = QDropEvent(
        QPointF(9, 9),
        Qt.DropAction.CopyAction,
        mime,
        Qt.MouseButton.LeftButton,
        Qt.KeyboardModifier.NoModifier,
    )
    window.dropEvent(event)
    assert dropped == [tmp_path / "a b.txt"]


def test_that_questions_are_plain_text(window: Window, qtbot: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    seen = []

    def answer(self: QMessageBox) -> int:
        seen.append((self.text(), self.textFormat()))
        self.buttons()[-1].click()
        return 0

    monkeypatch.setattr(QMessageBox, "exec", answer)
    assert window.ask("x", "<b>&", (BUTTONS.Save, BUTTONS.Cancel)) in (BUTTONS.Save, BUTTONS.Cancel)
    assert seen == [("<b>&", Qt.TextFormat.PlainText)]


@pytest.mark.qt_log_ignore("does not support propagateSizeHints", extend=True)
@pytest.mark.parametrize(
    "buttons", [("Recover", "Not now"), (BUTTONS.Ok, "Copy"), (BUTTONS.Save, BUTTONS.Cancel)]
)
def test_that_escape_leaves_every_question(qtbot: Any, window: Window, buttons: tuple[Any, ...]) -> None:
    shown, stayed = [], []

    def leave() -> None:
        box = QApplication.activeModalWidget()
        assert isinstance(box, QMessageBox)
        shown.extend(one.text() for one in box.buttons() if one.isVisible())
        QTest.keyClick(box, Qt.Key.Key_Escape)
        stayed.append(box.isVisible())
        box.done(0)

    QTimer.singleShot(50, leave)
    assert window.ask("x", "y", buttons) == BUTTONS.Cancel
    assert len(shown) == 2 and stayed == [False]
