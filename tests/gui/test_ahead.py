"""A file is read by another process while this one starts; each script runs apart, for a fork wants no threads."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from gui_windows import small_state

from ibviz.core.fabric import Fabric
from ibviz.core.state import State
from ibviz.door import save
from ibviz.gui.ahead import read_and_staged

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="elsewhere files are read here")

READ = """
import sys
from pathlib import Path
from ibviz.gui.ahead import begin
ahead = begin(Path(sys.argv[1]))
assert "numpy" not in sys.modules and "PySide6" not in sys.modules
state, scene = ahead.take(lambda share, what: None)
assert "ibviz.formats.project" not in sys.modules, "it was read here"
assert scene.state is state and scene.structure.wiring.fabric is state.fabric
assert not state.fabric.nodes.name.flags.writeable
assert ahead.take(lambda share, what: None) is None, "it can be had only once"
print(*state.fabric.nodes.name)
"""

FAIL = """
import sys
from pathlib import Path
from ibviz.gui.ahead import begin
assert begin(Path(sys.argv[1])).take(lambda share, what: None) is None
"""

GIVE_UP = """
import os, sys
from pathlib import Path
from ibviz.core.progress import Cancelled
from ibviz.gui.ahead import begin
ahead = begin(Path(sys.argv[1]))
def progress(share, what):
    raise Cancelled
try:
    ahead.take(progress)
    raise SystemExit("it was not given up")
except Cancelled:
    pass
try:
    os.waitpid(-1, os.WNOHANG)
    raise SystemExit("the process is still there")
except ChildProcessError:
    pass
ahead.stop()
"""

NOWHERE = """
import os
from pathlib import Path
from ibviz.gui.ahead import begin
def fork():
    raise OSError
os.fork = fork
assert begin(Path("any")) is None
del os.memfd_create
assert begin(Path("any")) is None
"""


def run(script: str, *words: str | Path) -> str:
    done = subprocess.run(
        [sys.executable, "-c", script, *map(str, words)],
        capture_output=True,
        text=True,
        timeout=50,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


def test_that_a_file_and_its_scene_come_from_another_process(tmp_path: Path) -> None:
    file = tmp_path / "small.ibviz.yaml"
    save(small_state(), file)
    assert run(READ, file) == "leaf1 leaf2 spine1 host1 host2 host3 host4\n"


def test_that_an_empty_fabric_comes_without_a_scene(tmp_path: Path) -> None:
    file = tmp_path / "empty.ibviz.yaml"
    save(State(Fabric(), name="nothing"), file)
    state, scene = read_and_staged(file)
    assert (state.name, scene) == ("nothing", None)


def test_that_what_is_asked_of_the_scene_at_once_is_known_already(tmp_path: Path) -> None:
    file = tmp_path / "small.ibviz.yaml"
    save(small_state(), file)
    scene = read_and_staged(file)[1]
    assert scene is not None
    assert {"matrix pairs", "suit kind"} <= scene.memo.keys()


def test_that_what_cannot_be_read_is_left_to_the_reader_here(tmp_path: Path) -> None:
    file = tmp_path / "nonsense"
    file.write_text("no fabric\n")
    run(FAIL, file)
    run(FAIL, tmp_path / "absent")


def test_that_what_nobody_wants_any_more_is_ended(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    writer = os.open(pipe, os.O_RDWR)
    run(GIVE_UP, pipe)
    os.close(writer)


def test_that_where_there_is_no_second_process_there_is_none() -> None:
    run(NOWHERE)
