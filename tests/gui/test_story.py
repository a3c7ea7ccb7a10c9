"""A story in a real window: open a sample, fail a switch, undo, save, reopen, be killed and recover."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from ibviz.core.reading import read_state
from ibviz.core.resources import resource

TOOLS = ("Xvfb", "xdotool", "openbox")

pytestmark = [
    pytest.mark.oracle,
    pytest.mark.timeout(180),
    pytest.mark.skipif(not all(shutil.which(tool) for tool in TOOLS), reason=f"needs {', '.join(TOOLS)}"),
]


class Stage:
    """An X server with a window manager, and the program on it."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.timings = folder, folder / "timings"
        self.started: list[subprocess.Popen[bytes]] = []
        reading, writing = os.pipe()
        self._start("Xvfb", "-displayfd", str(writing), "-screen", "0", "1600x1000x24", passed=(writing,))
        os.close(writing)
        with os.fdopen(reading) as told:
            self.display = f":{told.readline().strip()}"
        self._start("openbox")

    def _start(self, *command: str, passed: tuple[int, ...] = ()) -> subprocess.Popen[bytes]:
        environment = os.environ | {
            "DISPLAY": getattr(self, "display", ""),
            "QT_QPA_PLATFORM": "xcb",
            "XDG_STATE_HOME": str(self.folder / "state"),
            "XDG_CONFIG_HOME": str(self.folder / "config"),
            "IBVIZ_TIMINGS": str(self.timings),
        }
        quiet = subprocess.DEVNULL
        process = subprocess.Popen(command, env=environment, pass_fds=passed, stdout=quiet, stderr=quiet)
        self.started.append(process)
        return process

    def ibviz(self, *words: str) -> subprocess.Popen[bytes]:
        return self._start(sys.executable, "-m", "ibviz", *words)

    def do(self, *words: str) -> str:
        done = subprocess.run(
            ["xdotool", *words],
            env=os.environ | {"DISPLAY": self.display},
            capture_output=True,
            text=True,
            check=False,
        )
        return done.stdout.strip()

    def titles(self) -> list[str]:
        found = self.do("search", "--onlyvisible", "--name", ".").split()
        return [title for one in found if (title := self.do("getwindowname", one))]

    def wait(self, wanted: Callable[[list[str]], bool], what: str) -> None:
        until = time.monotonic() + 60
        while not wanted(self.titles()):
            assert time.monotonic() < until, f"{what}: never came; there are {self.titles()}"
            time.sleep(0.2)

    def see(self, title: str) -> None:
        self.wait(lambda titles: title in titles, title)
        self.do(
            "search",
            "--onlyvisible",
            "--name",
            "^" + title.replace("*", ".") + "$",
            "windowactivate",
            "--sync",
        )

    def heard(self, event: str) -> None:
        """Wait until the program says that something has come to its end."""
        self.wait(lambda titles: self.timings.exists() and event in self.timings.read_text("utf-8"), event)

    def keys(self, *keys: str) -> None:
        for key in keys:
            self.do("key", "--clearmodifiers", key)

    def confirm(self, dialog: str) -> None:
        """Press Return until a dialog is gone: it may not listen yet, or its list of completions takes the first."""

        def gone(titles: list[str]) -> bool:
            if dialog in titles:
                self.keys("Return")
            return dialog not in titles

        self.wait(gone, f"the end of {dialog}")

    def close(self) -> None:
        for process in reversed(self.started):
            if process.poll() is None:
                process.kill()
            process.wait(10)


@pytest.fixture
def stage(tmp_path: Path) -> Iterator[Stage]:
    made = Stage(tmp_path)
    yield made
    made.close()


def test_that_a_failure_is_tried_undone_saved_reopened_and_recovered(stage: Stage, tmp_path: Path) -> None:
    sample, kept = tmp_path / "tree.ibviz.yaml", tmp_path / "kept.ibviz.yaml"
    shutil.copy(resource("samples", "fat-tree-648.ibviz.yaml"), sample)
    first = stage.ibviz(str(sample))
    stage.see("tree - ibviz")
    stage.heard("simulated")
    stage.do("mousemove", "700", "930", "click", "1")
    stage.keys("Tab", "f")
    stage.see("tree* - ibviz")
    stage.keys("ctrl+z")
    stage.see("tree - ibviz")
    stage.keys("ctrl+shift+z")
    stage.see("tree* - ibviz")
    stage.keys("ctrl+shift+s")
    stage.see("Save fabric — ibviz")
    stage.keys("ctrl+a")
    stage.do("type", str(kept))
    stage.confirm("Save fabric — ibviz")
    stage.see("kept - ibviz")
    assert read_state(kept).scenario.down_nodes
    assert not read_state(sample).scenarios
    stage.keys("ctrl+z")
    stage.see("kept* - ibviz")
    drafts = tmp_path / "state" / "ibviz" / "drafts"
    stage.wait(lambda titles: bool(list(drafts.glob("*.json"))), "a draft")
    first.send_signal(signal.SIGKILL)
    first.wait(10)

    second = stage.ibviz()
    stage.see("Recover unsaved changes? — ibviz")
    stage.confirm("Recover unsaved changes? — ibviz")
    stage.see("kept* - ibviz")
    assert read_state(kept).scenario.down_nodes
    stage.keys("ctrl+s")
    stage.see("kept - ibviz")
    assert not read_state(kept).scenario.down_nodes
    stage.keys("ctrl+q")
    assert second.wait(30) == 0
    assert not list(drafts.iterdir())
