from __future__ import annotations

import json
from pathlib import Path

import pytest
from fabrics import tree2
from flows import rails

from ibviz.core.errors import OptionError
from ibviz.core.registry import patterns
from ibviz.core.scenario import Choice
from ibviz.core.structure import shape
from ibviz.core.wiring import wiring
from ibviz.flow.pairs import Exchange, Samples
from ibviz.flow.traffic_of import DEFAULT, Traffic, pattern_options, traffic_of

WANTED = {"shift", "permutation", "bisection", "all-to-all", "incast", "outcast", "file"}


def _traffic(text: str) -> Traffic:
    return traffic_of(shape(wiring(rails())), Choice.parse(text))


def test_that_the_shelf_has_the_patterns_of_the_contract() -> None:
    assert set(patterns.names) >= WANTED


@pytest.mark.parametrize("kind", patterns.names)
def test_that_each_pattern_has_typed_options_with_help(kind: str) -> None:
    options = pattern_options(kind)
    assert [option.name for option in options[-3:]] == ["hosts", "rails", "local"]
    assert all(option.help for option in options)
    assert patterns.entries[kind].title


@pytest.mark.parametrize("kind", patterns.names)
def test_that_each_pattern_pairs_selected_endpoints_of_one_group(kind: str, tmp_path: Path) -> None:
    file = tmp_path / "flows.csv"
    file.write_text("n01 mlx5_0,n02 mlx5_0\nn01 mlx5_0,n04 mlx5_0\n")
    needed = {"incast": "dst=n01 mlx5_0", "outcast": "src=n01 mlx5_0", "file": str(file)}
    needed |= {"storage": "servers=n01", "checkpoint": "servers=n01", "pipeline": "stages=2"}
    needed |= {"jobs": "list=A:hosts=n01", "victim": "src=n01 mlx5_0,dst=n02 mlx5_0"}
    made = _traffic(f"{kind}:{needed.get(kind, 'rails=same')},hosts=n[01-03]")
    places = [made.made.groups] if isinstance(made.made, Exchange) else []
    for drawn in made.draws():
        places.append((drawn.src, drawn.dst))
        assert (made.ends.group[drawn.src] == made.ends.group[drawn.dst]).all()
    assert places
    for arrays in places:
        for array in arrays:
            assert made.ends.selected[array].all()


def test_that_the_default_is_an_exchange_among_all() -> None:
    made = _traffic(str(DEFAULT))
    assert made.exchange is not None
    assert list(made.draws()) == []


def test_that_arguments_are_told_as_values_that_json_knows(tmp_path: Path) -> None:
    file = tmp_path / "f.csv"
    file.write_text("src,dst\n")
    assert _traffic("permutation:seed=4,count=2,local=1").args == {"seed": 4, "count": 2, "local": True}
    assert json.dumps(_traffic("incast:dst=n01 mlx5_0").args) == '{"dst": "n01 mlx5_0"}'
    assert _traffic(f"file:{file}").args == {"path": str(file)}


def test_that_samples_are_drawn_one_by_one_through_the_options() -> None:
    made = _traffic("permutation:count=3")
    assert isinstance(made.made, Samples)
    drawn = list(made.draws())
    assert len(drawn) == 3
    assert all((pairs.src != pairs.dst).all() for pairs in drawn)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("shift:j=1", "traffic shift has no option 'j'; known are k, placement, hosts, rails, local"),
        ("shift:k=x", "k is 'x'; expected a whole number"),
        ("shift:rails=some", "rails is 'some'; expected one of same, all"),
        ("shuffle", "'shuffle' is no pattern; known are"),
        ("all-to-all:maxmin=2", "maxmin is '2'; expected 0 or 1"),
        ("all-to-all:hosts=nobody", "no endpoint, node or host fits 'nobody'"),
        ("bisection:ways=three", "ways is 'three'; expected one of two, one"),
    ],
)
def test_that_what_is_not_understood_is_told(text: str, message: str) -> None:
    with pytest.raises(OptionError, match=message):
        _traffic(text)


def test_that_a_pattern_on_a_tree_has_one_group() -> None:
    (made,) = traffic_of(shape(wiring(tree2(2, 2, 2))), Choice("shift")).draws()
    assert len(made.src) == 4
