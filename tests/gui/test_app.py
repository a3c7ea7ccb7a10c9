"""The start: the window before numpy, then the files, then what a crash left."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from gui_windows import small_state
from PySide6.QtWidgets import QApplication

from ibviz.door import save
from ibviz.gui import app
from ibviz.gui.ahead import Ahead
from ibviz.gui.app import Warming, application
from ibviz.gui.window import Window

LIGHT = """
import sys
from ibviz.gui import app
app.application()
from ibviz.gui.settings import Settings
from ibviz.gui.timings import Timings
from pathlib import Path
window = app.Window(Settings(Path(sys.argv[1])), Timings(), furnished=False)
window.show()
sys.exit(sum(name in sys.modules for name in ("numpy", "pyqtgraph", "networkx", "ibviz.drawing.draw")))
"""

WHOLE = """
import sys
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication
from pathlib import Path
from ibviz.gui import app, window
made = []
first = window.Window.adopt
def adopt(self, *args):
    first(self, *args)
    QTimer.singleShot(0, QApplication.closeAllWindows)
window.Window.adopt = adopt
sys.exit(app.run([Path(sys.argv[1])]))
"""


def test_that_the_window_is_up_before_numpy(tmp_path: Path) -> None:
    done = subprocess.run([sys.executable, "-c", LIGHT, str(tmp_path / "s.ini")], check=False)
    assert done.returncode == 0


def test_that_a_file_is_loaded_after_the_window_is_up(tmp_path: Path) -> None:
    file, timings = tmp_path / "small.ibviz.yaml", tmp_path / "timings"
    save(small_state(), file)
    environment = os.environ | {"IBVIZ_TIMINGS": str(timings), "XDG_STATE_HOME": str(tmp_path / "state")}
    done = subprocess.run(
        [sys.executable, "-c", WHOLE, str(file)],
        env=environment | {"XDG_CONFIG_HOME": str(tmp_path)},
        capture_output=True,
        text=True,
        timeout=50,
        check=False,
    )
    assert done.returncode == 0
    assert "Traceback" not in done.stderr
    events = [json.loads(line) for line in timings.read_text().splitlines()]
    names = [event["event"] for event in events]
    assert names[0] == "window"
    assert "loaded" in names
    times = [event["ms"] for event in events]
    assert times == sorted(times)


def test_that_files_are_read_and_drafts_offered(
    make_window: Any, monkeypatch: pytest.MonkeyPatch, qtbot: Any
) -> None:
    window, read = make_window(furnished=False), []
    monkeypatch.setattr("ibviz.gui.filing.Filing.read", lambda self, *what: read.append(what))
    ahead = Ahead(Path("a"), 0, -1, -1)
    app._begin(window, [Path("a"), Path("b")], ahead)
    assert read == [(Path("a"), ahead), (Path("b"), None)]
    assert window.ready


def test_that_a_fault_of_an_import_is_not_lost(qtbot: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(app, "HEAVY", ("no_such_module_anywhere",))
    warming, caught = Warming(), []
    warming.done.connect(caught.append)
    warming._import()
    assert isinstance(caught[0], ModuleNotFoundError)
    with pytest.raises(ModuleNotFoundError):
        warming._end(caught[0])


def test_that_what_is_warm_is_called_on(qtbot: Any) -> None:
    called: list[int] = []
    warming = Warming()
    warming.start(lambda: called.append(1))
    qtbot.waitUntil(lambda: called == [1], timeout=20000)


def test_that_there_is_one_application() -> None:
    assert application() is QApplication.instance()
    assert application().applicationName() == "ibviz"
    assert not [one for one in QApplication.topLevelWidgets() if isinstance(one, Window) and one.isVisible()]
