"""What holds for every pattern of the shelf, those to come too."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from fabrics import fabric_of, tree2
from flows import laid, rails
from patterns import given_for, star

from ibviz.core.errors import IbvizError
from ibviz.core.fabric import Fabric
from ibviz.core.registry import patterns
from ibviz.core.scenario import Choice, Scenario

WANTED = (
    "ring allreduce-ring allreduce-tree recursive-doubling halving-doubling hierarchical reduce-scatter "
    "all-gather broadcast pipeline moe storage checkpoint stencil same-residue tornado bit-complement "
    "bit-reverse victim jobs shift permutation bisection all-to-all incast outcast file"
)


def test_that_the_shelf_has_all_that_was_asked_for() -> None:
    assert set(WANTED.split()) <= set(patterns.names)


@pytest.fixture(params=patterns.names)
def kind(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def _text(kind: str, first: str, folder: Path, second: str = "", **more: str) -> str:
    return str(Choice(kind, {**given_for(kind, first, folder, second), **more}))


@pytest.mark.parametrize(("fabric", "first"), [(tree2(3, 2, 2), "H5"), (rails(), "n01")])
def test_that_it_is_laid_over_a_tree_and_over_rails(
    kind: str, fabric: Fabric, first: str, tmp_path: Path
) -> None:
    single = ("incast", "outcast", "file", "victim")
    whole = "n01 mlx5_0" if first == "n01" and kind in single else first
    second = "n03 mlx5_0" if first == "n01" else "H7"
    found = laid(fabric, _text(kind, whole, tmp_path, second)).summary
    assert found["unroutable"] == 0
    assert found["routed"] == found["flows"]
    assert 0 <= found["max_utilization"] <= 1
    assert 0 <= found["total_gbps"] <= found["ideal_gbps"] * (1 + 1e-9)
    json.dumps(dict(found), allow_nan=False)
    if "collective" in found:
        assert found["collective"]["seconds"] >= found["collective"]["ideal_seconds"] * (1 - 1e-9) > 0
        assert found["collective"]["bus_gbps"] <= 200 * (1 + 1e-9)


def test_that_a_cut_fabric_counts_what_has_no_route(kind: str, tmp_path: Path) -> None:
    cut = Scenario(down_cables=frozenset(range(6)))
    found = laid(tree2(3, 2, 2), _text(kind, "H5", tmp_path, "H7"), scenario=cut)
    assert found.summary["routed"] + found.summary["unroutable"] == found.summary["flows"]
    whole = laid(tree2(3, 2, 2), _text(kind, "H5", tmp_path, "H7")).summary["flows"]
    assert found.summary["flows"] == whole
    flows = found.all_flows()
    assert ((flows.hops < 0) == (flows.rate == 0)).all()


def test_that_one_host_is_no_traffic_but_with_itself_or_a_sentence(kind: str, tmp_path: Path) -> None:
    try:
        flows = laid(star(1), _text(kind, "n1", tmp_path)).all_flows()
    except IbvizError as error:
        assert str(error).strip()
        return
    assert (flows.src == flows.dst).all()
    assert len(flows) <= 1


def test_that_no_host_is_no_traffic_or_a_sentence(kind: str, tmp_path: Path) -> None:
    try:
        found = laid(fabric_of("SS", [(0, 1, 1, 1)]), _text(kind, "n1", tmp_path)).summary
    except IbvizError as error:
        assert str(error).strip()
        return
    assert (found["flows"], found["total_gbps"], found["efficiency"]) == (0, 0, None)


def test_that_an_unknown_host_is_a_sentence_that_names_it(kind: str, tmp_path: Path) -> None:
    with pytest.raises(IbvizError, match="nobody"):
        laid(star(4), _text(kind, "n1", tmp_path, hosts="nobody"))


def test_that_hosts_pick_who_takes_part(kind: str, tmp_path: Path) -> None:
    try:
        flows = laid(star(6), _text(kind, "n1", tmp_path, "n3", hosts="n[1-4]")).all_flows()
    except IbvizError as error:
        assert "endpoints" in str(error)
        return
    assert set(flows.src.tolist()) | set(flows.dst.tolist()) <= {0, 1, 2, 3}
