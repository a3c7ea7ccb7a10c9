"""The start: the window before numpy, then the files, then what a crash left."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import types
from pathlib import Path
from typing import Any

import pytest
from gui_windows import small_state
from PySide6.QtWidgets import QApplication

from ibviz.door import save
from ibviz.gui import app
from ibviz.gui.ahead import Ahead
from ibviz.gui.app import application
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
    heavy = ("numpy.ma", "pyqtgraph", "networkx", "importlib.metadata", "ibviz.flow.simulate", "ibviz.gui.panels.inspector")
    heavy += ("secrets", "hmac", "scipy", "ibviz.formats.ibnetdiscover")
    print(*(name for name in heavy if name in sys.modules))
    print(sum(name.partition(".")[0] == "ibviz" for name in sys.modules), file=sys.stderr)
    QTimer.singleShot(0, QApplication.closeAllWindows)
window.Window.adopt = adopt
sys.exit(app.run([Path(sys.argv[1])]))
"""


MOST_MODULES = 250
"""Modules of ibviz that may be imported before there is a picture."""

STUCK = """
import sys, threading
from pathlib import Path
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication
from ibviz.core import reading
from ibviz.gui import app, filing
began = threading.Event()
def never(path):
    began.set()
    threading.Event().wait()
reading.read_state = never
timer = QTimer()
timer.timeout.connect(lambda: began.is_set() and QApplication.closeAllWindows())
app.application()
timer.start(20)
sys.exit(app.run([Path(sys.argv[1])]))
"""


def test_that_a_file_that_never_answers_keeps_no_program_alive(tmp_path: Path) -> None:
    folders = {"XDG_STATE_HOME": str(tmp_path / "state"), "XDG_CONFIG_HOME": str(tmp_path)}
    command = [sys.executable, "-c", STUCK, str(tmp_path / "pipe")]
    done = subprocess.run(command, env=os.environ | folders, capture_output=True, timeout=40, check=False)
    assert (done.returncode, done.stderr) == (0, b"")


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
    assert done.stdout.strip() == "", "this is imported when it is first used, but before the picture"
    assert int(done.stderr.split()[-1]) < MOST_MODULES, "each takes about a millisecond of the start"
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
    assert not window.ready, "it is furnished in steps"
    qtbot.waitUntil(lambda: bool(read), timeout=20_000)
    assert read == [(Path("a"), ahead), (Path("b"), None)]
    assert window.ready


def test_that_pyside_reads_no_source_of_what_is_imported(monkeypatch: pytest.MonkeyPatch) -> None:
    feature = sys.modules["shibokensupport.feature"]
    monkeypatch.setattr(feature, "_mod_uses_pyside", feature._mod_uses_pyside)  # type: ignore[attr-defined]
    app.spare_features()
    read: list[object] = []
    monkeypatch.setattr("inspect.getsource", lambda module: read.append(module) or "")
    module = types.ModuleType("one_more")
    feature.feature_imported(module)  # type: ignore[attr-defined]
    assert not read
    monkeypatch.setitem(sys.modules, "shibokensupport.feature", types.ModuleType("of other insides"))
    app.spare_features()


def test_that_there_is_one_application() -> None:
    assert application() is QApplication.instance()
    assert application().applicationName() == "ibviz"
    assert not [one for one in QApplication.topLevelWidgets() if isinstance(one, Window) and one.isVisible()]


def test_that_the_application_begins_with_the_style_that_it_is_dressed_in() -> None:
    script = "from ibviz.gui.app import application as a; print(a().style().name(), a().property('fusion'))"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["fusion", "True"]
