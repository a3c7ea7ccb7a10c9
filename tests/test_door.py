"""The notebook's door."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import ibviz
from ibviz.core.errors import OptionError
from ibviz.core.registry import painters, writers
from ibviz.core.scenario import Choice
from ibviz.core.state import State
from ibviz.door import Look, converted, draw, output_of


@pytest.fixture(scope="module")
def tree() -> State:
    return ibviz.build("fat-tree", radix=8, levels=2, speed="HDR")


def test_that_five_names_make_the_door() -> None:
    assert sorted(ibviz.__all__) == ["build", "read", "render", "save", "simulate"]
    with pytest.raises(AttributeError, match="nonsense"):
        ibviz.nonsense  # noqa: B018


def test_that_what_is_saved_is_read_back(tree: State, tmp_path: Path) -> None:
    for name in ("t.ibviz.yaml", "t.ibnetdiscover"):
        ibviz.save(tree, tmp_path / name)
        again = ibviz.read(tmp_path / name)
        assert again.fabric.cables.node.shape == tree.fabric.cables.node.shape
        assert set(again.fabric.nodes.guid.tolist()) == set(tree.fabric.nodes.guid.tolist())


def test_that_a_simulation_takes_text_or_choices(tree: State) -> None:
    by_text = ibviz.simulate(tree, "shift:k=4", "dmodk")
    by_choice = ibviz.simulate(tree, Choice("shift", {"k": "4"}), Choice("dmodk"))
    assert by_text.summary == by_choice.summary
    assert by_text.summary["efficiency"] == 1


def test_that_a_failure_costs(tree: State) -> None:
    healthy = ibviz.simulate(tree, "all-to-all")
    failed = ibviz.simulate(tree, "all-to-all", fail=["leaf-01[5]"])
    assert failed.summary["total_gbps"] < healthy.summary["total_gbps"]


@pytest.mark.parametrize("suffix", ["svg", "png", "pdf", "json"])
def test_that_pictures_are_written_by_suffix(suffix: str, tree: State, tmp_path: Path, qapp: object) -> None:
    path = tmp_path / f"t.{suffix}"
    ibviz.render(tree, path, size=(800, 500), theme="light")
    head = {"svg": b"<svg", "png": b"\x89PNG", "pdf": b"%PDF", "json": b"{"}[suffix]
    assert path.read_bytes().startswith(head)


def test_that_json_is_the_drawing_in_render_and_the_graph_in_convert(tree: State, tmp_path: Path) -> None:
    ibviz.render(tree, tmp_path / "d.json")
    assert {"size", "words", "primitives", "cables", "nodes"} <= set(
        json.loads((tmp_path / "d.json").read_text())
    )
    graph = json.loads(converted(tree, "json"))
    assert len(graph["edges"]) == len(tree.fabric.cables)
    assert converted(tree, "svg").startswith(b"<svg")


def test_that_a_focus_is_found_by_reference(tree: State) -> None:
    assert sum(draw(tree, Look(zoom="close", focus="leaf-01")).cables.values()) == len(tree.fabric.cables)
    with pytest.raises(OptionError, match="no node is called"):
        draw(tree, Look(focus="nowhere"))


def test_that_the_longest_suffix_names_the_format() -> None:
    assert output_of(writers, "a.ibviz.yaml") == "ibviz"
    assert output_of(writers, "a.CSV") == "csv"
    assert output_of(writers, "a.json", None, painters) == "json"
    assert output_of(writers, "a.svg", None, painters) == "svg"
    assert output_of(writers, "-", "csv") == "csv"


@pytest.mark.parametrize(("path", "to"), [("a.nonsense", None), ("-", None), ("a.csv", "nonsense")])
def test_that_an_unknown_format_lists_the_known(path: str, to: str | None) -> None:
    with pytest.raises(OptionError, match="csv"):
        output_of(writers, path, to)
