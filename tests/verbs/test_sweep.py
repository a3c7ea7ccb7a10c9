"""``ibviz whatif --sweep``."""

from __future__ import annotations

import json
import signal
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from ibviz.cli import main
from ibviz.flow import sweep_run
from ibviz.verbs import sweep as verb


@pytest.fixture
def small(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """A tree of 8 hosts, 4 leaves and 2 spines, in the current folder."""
    monkeypatch.chdir(tmp_path)
    assert main(["build", "fat-tree", "--radix", "4", "--levels", "2", "-o", "tree.ibviz.yaml"]) == 0
    return "tree.ibviz.yaml"


def swept(capsys: pytest.CaptureFixture[str], *argv: str, code: int = 0) -> dict[str, Any]:
    capsys.readouterr()
    assert main(["whatif", *argv, "--json"]) == code
    found: dict[str, Any] = json.loads(capsys.readouterr().out)
    return found


def stopping(monkeypatch: pytest.MonkeyPatch, after: int) -> None:
    """Let Ctrl-C come after some failures."""
    whole = sweep_run.damages

    def some(*args: Any, **named: Any) -> Iterator[Any]:
        for number, each in enumerate(whole(*args, **named)):
            if number == after:
                raise KeyboardInterrupt
            yield each

    monkeypatch.setattr(sweep_run, "damages", some)


def test_that_a_ranking_has_the_worst_first(small: str, capsys: pytest.CaptureFixture[str]) -> None:
    found = swept(capsys, small, "--sweep", "switches", "--traffic", "shift:k=2")
    assert found["failures"] == found["done"] == 6
    assert [each["failed"] for each in found["results"]][:2] == ["spine-01", "spine-02"]
    assert found["results"][0]["worst_flow_gbps"] == pytest.approx(100)
    assert found["seconds"] > 0


def test_that_people_read_a_table(small: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["whatif", small, "--sweep", "cables", "--pairs", "25", "--traffic", "shift:k=2"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].startswith("All 25 failures tried, from 1,600 Gbit/s: ")
    assert lines[1].split()[:2] == ["failed", "Gbit/s"]
    assert len(lines) == 23 and lines[-1] == "… and 5 more; --json lists all"


def test_that_what_is_done_is_printed_and_kept_when_stopped(
    small: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = swept(capsys, small, "--sweep", "cables")
    with monkeypatch.context() as patched:
        stopping(patched, 3)
        assert main(["whatif", small, "--sweep", "cables"]) == 130
    told = capsys.readouterr()
    assert told.out.startswith("3 of 8 failures tried") and "--resume tree.sweep.json" in told.err
    again = swept(capsys, small, "--sweep", "cables", "--resume", "tree.sweep.json")
    assert again["results"] == whole["results"]
    assert len(json.loads(Path("tree.sweep.json").read_text())["results"]) == 8


def test_that_what_is_done_is_kept_now_and_then(
    small: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(verb, "SAVED", -1.0)
    first = swept(capsys, small, "--sweep", "cables", "--resume", "s.json")
    assert swept(capsys, small, "--sweep", "cables", "--resume", "s.json")["results"] == first["results"]


def test_that_processes_find_the_same(small: str, capsys: pytest.CaptureFixture[str]) -> None:
    both = [swept(capsys, small, "--sweep", "host-links", "--workers", n)["results"] for n in ("1", "2")]
    assert both[0] == both[1]


def test_that_workers_leave_ctrl_c_to_who_gave_the_work(monkeypatch: pytest.MonkeyPatch) -> None:
    called: list[Any] = []
    monkeypatch.setattr(signal, "signal", lambda *args: called.append(args))
    verb._deaf()
    assert called == [(signal.SIGINT, signal.SIG_IGN)]


@pytest.mark.parametrize(
    ("argv", "words"),
    [
        (["--pairs", "3"], "--pairs needs --sweep"),
        (["--sweep", "cables", "--fail", "leaf-01"], "leave out --fail"),
        (["--sweep", "cables", "--workers", "0"], "expected 1 or more"),
        (["--sweep", "cables", "--pairs", "-1"], "expected 1 or more"),
        (["--sweep", "cables", "--seed", "-1"], "expected 0 or more"),
        (["--sweep", "cables", "--workers", "2", "--dask", "x:1"], "exclude each other"),
    ],
)
def test_that_options_that_do_not_go_together_are_refused(
    small: str, capsys: pytest.CaptureFixture[str], argv: list[str], words: str
) -> None:
    assert main(["whatif", small, *argv]) == 2
    assert words in capsys.readouterr().err


def test_that_dask_is_asked_for_its_executor(small: str, capsys: pytest.CaptureFixture[str]) -> None:
    from concurrent.futures import ThreadPoolExecutor

    class Client(ThreadPoolExecutor):
        def __init__(self, address: str, timeout: float) -> None:
            if address == "nowhere":
                raise OSError("timed out")
            super().__init__(1)

        def get_executor(self) -> ThreadPoolExecutor:
            return self

        def ncores(self) -> dict[str, int]:
            return {"one": 1}

    plain = swept(capsys, small, "--sweep", "cables")["results"]
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(verb, "import_module", lambda name: type("distributed", (), {"Client": Client}))
        assert swept(capsys, small, "--sweep", "cables", "--dask", "here")["results"] == plain
        assert main(["whatif", small, "--sweep", "cables", "--dask", "nowhere"]) == 2
        assert "no Dask scheduler answers at 'nowhere'" in capsys.readouterr().err


def test_that_dask_may_be_missing(
    small: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def missing(name: str) -> None:
        raise ImportError(name)

    monkeypatch.setattr(verb, "import_module", missing)
    assert main(["whatif", small, "--sweep", "cables", "--dask", "x:1"]) == 2
    assert "ibviz[cluster]" in capsys.readouterr().err
