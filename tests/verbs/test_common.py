"""What the verbs share."""

from __future__ import annotations

import argparse
import io
import sys
from pathlib import Path

import pytest

from ibviz.core.errors import OptionError
from ibviz.core.progress import silent
from ibviz.core.scenario import Choice
from ibviz.verbs import common


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_that_progress_is_silent_where_standard_error_is_no_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stderr", io.StringIO())
    assert common.terminal_progress() is silent


def test_that_progress_shows_only_what_takes_a_while(monkeypatch: pytest.MonkeyPatch) -> None:
    screen = Terminal()
    clock = iter([0.0, 0.1, 1.0, 2.0])
    monkeypatch.setattr(sys, "stderr", screen)
    monkeypatch.setattr(common.time, "monotonic", lambda: next(clock))
    show = common.terminal_progress()
    show(0.1, "Routing")
    assert screen.getvalue() == ""
    show(0.5, "Routing")
    assert "Routing  50%" in screen.getvalue()
    show(1.0, "Routing")
    assert screen.getvalue().endswith("\r\x1b[K")


def test_that_bytes_go_to_standard_output_for_a_dash(capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    common.write_output("-", b"\x00\xff")
    assert capfdbinary.readouterr().out == b"\x00\xff"


def test_that_bytes_go_to_a_file(tmp_path: Path) -> None:
    common.write_output(str(tmp_path / "x"), b"abc")
    assert (tmp_path / "x").read_bytes() == b"abc"


@pytest.mark.parametrize(("outputs", "json"), [(("-", "-"), False), (("-", None), True)])
def test_that_two_outputs_on_standard_output_are_refused(outputs: tuple[str | None, ...], json: bool) -> None:
    with pytest.raises(OptionError, match="only one output"):
        common.refuse_two_outputs(argparse.Namespace(json=json), *outputs)


def test_that_one_file_for_two_outputs_is_refused(tmp_path: Path) -> None:
    same = str(tmp_path / "x.csv")
    with pytest.raises(OptionError, match="two outputs"):
        common.refuse_two_outputs(argparse.Namespace(), same, f"{tmp_path}/./x.csv")
    common.refuse_two_outputs(argparse.Namespace(), same, str(tmp_path / "y.csv"), None)


def test_that_json_is_ascii_and_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    common.print_json({"name": "Knoten ü\n"})
    assert capsys.readouterr().out == '{"name": "Knoten \\u00fc\\n"}\n'


def _asked(**given: object) -> argparse.Namespace:
    return argparse.Namespace(**{"traffic": None, "job": [], **given})


def test_that_jobs_are_a_traffic_and_add_to_those_of_a_file() -> None:
    assert common.traffic_asked(_asked()) is None
    assert common.traffic_asked(_asked(traffic="shift:k=2")) == Choice("shift", {"k": "2"})
    jobs = common.traffic_asked(_asked(job=["A:size=1", "B:size=2"]))
    assert jobs is not None and dict(jobs.args) == {"list": "A:size=1;B:size=2"}
    more = common.traffic_asked(_asked(traffic="jobs:file=x.csv,list=C:size=3", job=["A:size=1"]))
    assert more is not None and dict(more.args) == {"file": "x.csv", "list": "C:size=3;A:size=1"}


def test_that_jobs_do_not_go_with_another_traffic() -> None:
    with pytest.raises(OptionError, match="--job goes with --traffic jobs alone, not with 'shift'"):
        common.traffic_asked(_asked(traffic="shift", job=["A:size=1"]))
