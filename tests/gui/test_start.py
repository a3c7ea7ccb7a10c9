"""Before Qt can abort: a sentence, the apt line, and what works without a window."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from ibviz.gui import start
from ibviz.gui.start import StartError, check_start


def run(*words: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run ibviz with nothing of a display but what is given."""
    kept = {k: v for k, v in os.environ.items() if k not in ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM")}
    command = [sys.executable, "-m", "ibviz", *words]
    return subprocess.run(
        command, env=kept | environment, capture_output=True, text=True, timeout=30, check=False
    )


@pytest.fixture
def bare(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(sys, "platform", "linux")


def test_that_a_missing_display_is_one_sentence_and_not_an_abort() -> None:
    done = run()
    assert done.returncode == 2
    assert done.stderr == (
        "ibviz: there is no display to open a window on; "
        "draw without a window by: ibviz render FILE -o OUT.svg\n"
    )


def test_that_a_display_that_does_not_answer_is_one_sentence() -> None:
    done = run(DISPLAY=":7654")
    assert done.returncode == 2
    assert done.stderr.count("\n") == 1
    assert "ibviz render FILE" in done.stderr


def test_that_a_plugin_that_qt_has_not_is_one_sentence() -> None:
    done = run(QT_QPA_PLATFORM="nonsense")
    assert done.returncode == 2
    assert "QT_QPA_PLATFORM asks for nonsense, which Qt has not; known are" in done.stderr


def test_that_missing_libraries_come_with_the_apt_line(bare: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DISPLAY", ":0")
    monkeypatch.setattr(start, "_loads", lambda library: library not in ("libEGL.so.1", "libxcb-cursor.so.0"))
    with pytest.raises(StartError, match="sudo apt install libegl1 libxcb-cursor0; draw without"):
        check_start()


def test_that_offscreen_needs_no_display_and_nothing_of_x11(
    bare: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []
    monkeypatch.setenv("QT_QPA_PLATFORM", "offscreen")
    monkeypatch.setattr(start, "_loads", lambda library: asked.append(library) or True)
    check_start()
    assert asked == list(start.NEEDED)


def test_that_wayland_needs_nothing_of_x11(bare: None, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []
    monkeypatch.setenv("WAYLAND_DISPLAY", "wayland-0")
    monkeypatch.setattr(start, "_loads", lambda library: asked.append(library) or True)
    check_start()
    assert not set(asked) & set(start.FOR_X11)


def test_that_missing_pyside_is_said_with_the_pip_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(start, "find_spec", lambda name: None)
    with pytest.raises(StartError, match="pip install PySide6-Essentials"):
        check_start()


def test_that_other_systems_have_their_own_ways(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "darwin")
    monkeypatch.setattr(start, "_loads", lambda library: False)
    check_start()


def test_that_a_library_is_there_or_not() -> None:
    assert start._loads("libc.so.6")
    assert not start._loads("libnowhere.so.1")


def test_that_a_missing_file_is_said_before_a_window_opens(tmp_path: Path) -> None:
    done = run(str(tmp_path / "none.txt"), QT_QPA_PLATFORM="offscreen")
    assert done.returncode == 2
    assert f"{tmp_path / 'none.txt'} is no file and no verb of ibviz" in done.stderr
