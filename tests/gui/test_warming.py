"""Warming: what is missing is imported apart, and what goes wrong is not lost."""

from __future__ import annotations

import sys
import threading
from pathlib import Path
from typing import Any

import pytest

from ibviz.gui.warming import Warming


def test_that_what_is_missing_is_imported_in_a_thread(
    qtbot: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "cold_module.py").write_text("import threading\nwhere = threading.current_thread()\n")
    monkeypatch.syspath_prepend(tmp_path)
    called: list[threading.Thread] = []
    warming = Warming()
    warming.start(["sys", "cold_module"], lambda: called.append(threading.current_thread()))
    assert not called
    qtbot.waitUntil(lambda: bool(called), timeout=20_000)
    assert called == [threading.main_thread()]
    assert sys.modules["cold_module"].where is not threading.main_thread()
    del sys.modules["cold_module"]


def test_that_nothing_is_waited_for_where_all_is_there() -> None:
    called: list[int] = []
    Warming().start(["sys", "os"], lambda: called.append(1))
    assert called == [1]


def test_that_a_fault_of_an_import_is_not_lost(qtbot: Any) -> None:
    called: list[int] = []
    warming = Warming()
    with qtbot.captureExceptions() as caught:
        warming.start(["no_such_module_anywhere"], lambda: called.append(1))
        qtbot.waitUntil(lambda: bool(called), timeout=20_000)
        qtbot.waitUntil(lambda: bool(caught), timeout=20_000)
    assert caught[0][0] is ModuleNotFoundError


def test_that_functions_are_called_in_the_thread(qtbot: Any) -> None:
    seen: list[str] = []
    warming = Warming()
    look = [lambda: seen.append(threading.current_thread().name)]
    warming.start([], lambda: seen.append(threading.current_thread().name), look)
    qtbot.waitUntil(lambda: len(seen) == 2, timeout=20_000)
    assert seen == ["ibviz-imports", "MainThread"]
