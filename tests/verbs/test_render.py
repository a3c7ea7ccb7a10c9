"""``ibviz render``."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from ibviz.cli import main
from ibviz.core.errors import OptionError
from ibviz.core.resources import resource
from ibviz.verbs.render import parse_size

RAILS = str(resource("samples", "two-rail.ibviz.yaml"))


def drawn(tmp_path: Path, *argv: str) -> str:
    path = tmp_path / "x.svg"
    assert main(["render", RAILS, "-o", str(path), *argv]) == 0
    return path.read_text()


def test_that_the_same_command_gives_the_same_bytes(tmp_path: Path) -> None:
    assert drawn(tmp_path, "--traffic", "shift:k=1") == drawn(tmp_path, "--traffic", "shift:k=1")


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (["--theme", "dark"], ["--theme", "light"]),
        (["--view", "layered"], ["--view", "map"]),
        (["--view", "map"], ["--view", "matrix"]),
        (["--size", "600x500", "--zoom", "fit"], ["--size", "600x500", "--zoom", "close"]),
        (["--traffic", "shift:k=1"], ["--traffic", "shift:k=1", "--overlay", "plain"]),
        (["--traffic", "shift:k=1"], ["--traffic", "shift:k=1", "--ramp", "viridis"]),
        ([], ["--fail", "0xNODE"]),
    ],
)
def test_that_every_option_changes_the_picture(one: list[str], other: list[str], tmp_path: Path) -> None:
    if other[-1] == "0xNODE":
        import ibviz

        other = ["--fail", str(ibviz.read(RAILS).fabric.nodes.name[0])]
    assert drawn(tmp_path, *one) != drawn(tmp_path, *other)


def test_that_a_failed_node_is_drawn_without_traffic(tmp_path: Path) -> None:
    import ibviz

    name = str(ibviz.read(RAILS).fabric.nodes.name[0])
    assert "Failed (what-if)" in drawn(tmp_path, "--fail", name)
    assert "Failed (what-if)" not in drawn(tmp_path)


def test_that_the_drawing_comes_as_json(tmp_path: Path) -> None:
    assert main(["render", RAILS, "-o", str(tmp_path / "x.json"), "--size", "900x600"]) == 0
    drawing = json.loads((tmp_path / "x.json").read_text())
    assert drawing["size"] == [900, 600]
    assert set(drawing["cables"]) == {"single", "bundled", "cell", "hidden"}


def test_that_scale_enlarges_a_png(tmp_path: Path, qapp: object) -> None:
    for scale, wide in (("1", 800), ("2", 1600)):
        path = tmp_path / f"{scale}.png"
        assert main(["render", RAILS, "-o", str(path), "--size", "800x500", "--scale", scale]) == 0
        assert int.from_bytes(path.read_bytes()[16:20], "big") == wide


@pytest.mark.parametrize(
    "text", ["", "1x1", "99999x99999", "800", "axb", "-800x500", "800x500x3", "400x300", "١٦٠٠x1000"]
)
def test_that_a_wrong_size_says_what_is_possible(text: str) -> None:
    with pytest.raises(OptionError, match="400x320 to 10000x10000"):
        parse_size(text)


@pytest.mark.parametrize("scale", ["0", "nan", "inf", "99"])
def test_that_a_wrong_scale_is_refused(
    scale: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["render", RAILS, "-o", str(tmp_path / "x.png"), "--scale", scale]) == 2
    assert "0.1 to 8" in capsys.readouterr().err


def test_that_a_focus_and_a_zoom_exclude_each_other(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["render", RAILS, "-o", "x.svg", "--focus", "a", "--zoom", "fit"]) == 2


def test_that_the_flows_of_a_node_are_drawn_by_themselves(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = drawn(tmp_path, "--traffic", "shift:k=3", "--overlay", "flows", "--focus", "rail1-leaf1")
    assert "Flows of rail1-leaf1, simulated" in text
    assert text != drawn(tmp_path, "--traffic", "shift:k=3")
    assert main(["render", RAILS, "-o", str(tmp_path / "y.svg"), "--overlay", "flows"]) == 2
    assert "--overlay flows needs --focus" in capsys.readouterr().err
