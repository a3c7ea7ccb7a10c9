from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from conftest import corpus
from fabrics import fabric_of, fabrics, scenarios, tree2, tree3, trees, without
from hypothesis import given
from hypothesis import strategies as st

from ibviz.core.fabric import Fabric
from ibviz.core.groups import Group
from ibviz.core.reading import read_state
from ibviz.core.scenario import Scenario
from ibviz.core.structure import Structure, shape
from ibviz.core.wiring import wiring

COLUMNS = ("level", "pod", "plane", "subnet")


def test_that_a_small_tree_is_seen_as_it_is() -> None:
    structure = shape(wiring(tree2(2, 1, 2)))
    assert structure.level.tolist() == [1, 1, 2, 0, 0, 0, 0]
    assert structure.levels == 3
    assert structure.pod.tolist() == [0, 1, -1, 0, 0, 1, 1]
    assert structure.plane.tolist() == [-1, -1, 0, -1, -1, -1, -1]
    assert structure.leaf.tolist() == [0, 1, 2, 0, 0, 1, 1]
    assert structure.subnet.tolist() == [0] * 7


def test_that_a_host_belongs_to_its_first_port_that_is_cabled_to_a_switch() -> None:
    fabric = fabric_of("SSHH", [(2, 3, 0, 1), (2, 2, 1, 1), (2, 1, 3, 1)])
    structure = shape(wiring(fabric))
    assert structure.leaf.tolist() == [0, 1, 1, -1]
    assert structure.subnet[2] == structure.subnet[1]
    assert structure.subnet[3] == -1


def test_that_an_aggregation_node_has_the_leaf_and_no_level() -> None:
    structure = shape(wiring(tree2(2, 1, 1, aggregation=True)))
    row = len(structure.level) - 1
    assert structure.level[row] == -1
    assert structure.leaf[row] == 2


def test_that_the_columns_cannot_be_written_to() -> None:
    structure = shape(wiring(tree2(2, 1, 1)))
    for name in (*COLUMNS, "leaf", "endpoint_rail"):
        with pytest.raises(ValueError, match="read-only"):
            getattr(structure, name)[0] = 5


def two_rails(stated: list[str] | None = None) -> Fabric:
    names = ["s0", "s1", "a mlx5_0", "a mlx5_1", "b mlx5_1", "b mlx5_0"]
    fabric = fabric_of("SSHHHH", [(0, 1, 2, 1), (1, 1, 3, 1), (1, 2, 4, 1), (0, 2, 5, 1)], names=names)
    rail = np.array(stated or [""] * 6, object)
    return Fabric(fabric.nodes.with_columns(rail=rail), fabric.cables)


def test_that_each_endpoint_has_its_rail() -> None:
    structure = shape(wiring(two_rails()))
    ends = structure.wiring.endpoints
    assert structure.has_rails
    assert dict(zip(ends.node.tolist(), structure.endpoint_rail.tolist(), strict=True)) == {
        2: 0,
        3: 1,
        4: 1,
        5: 0,
    }


def test_that_stated_rails_are_those_of_the_endpoints() -> None:
    structure = shape(wiring(two_rails(["", "", "7", "8", "", "7"])))
    ends = structure.wiring.endpoints
    rails = dict(zip(ends.node.tolist(), structure.endpoint_rail.tolist(), strict=True))
    assert structure.rail.names.tolist() == ["7", "8"]
    assert rails == {2: 0, 3: 1, 4: -1, 5: 0}


def test_that_rails_stay_when_a_card_is_down() -> None:
    structure = shape(wiring(two_rails(), Scenario("x", frozenset({2}))))
    ends = structure.wiring.endpoints
    assert dict(zip(ends.node.tolist(), structure.endpoint_rail.tolist(), strict=True)) == {3: 1, 4: 1, 5: 0}
    assert structure.host.of[2] == structure.host.of[3]


def test_that_a_tree_of_single_hosts_has_no_rails() -> None:
    structure = shape(wiring(tree2(2, 1, 2)))
    assert not structure.has_rails
    assert set(structure.endpoint_rail.tolist()) == {-1}
    assert structure.rack.names.tolist() == []
    assert structure.chassis.names.tolist() == []


@given(st.one_of(fabrics(), trees()), st.data())
def test_that_cut_then_compute_equals_compute_on_the_compacted_fabric(
    fabric: Fabric, data: st.DataObject
) -> None:
    scenario = data.draw(scenarios(fabric))
    kept = without(fabric, scenario)
    cut, compacted = shape(wiring(fabric, scenario)), shape(wiring(kept.fabric))
    for name in COLUMNS:
        assert getattr(cut, name)[kept.nodes].tolist() == getattr(compacted, name).tolist(), name
    back = np.append(kept.nodes, -1)
    assert cut.leaf[kept.nodes].tolist() == back[compacted.leaf].tolist()
    assert cut.levels == compacted.levels
    assert cut.wiring.subnets == compacted.wiring.subnets


@given(fabrics())
def test_that_groups_and_kind_of_deleted_rows_equal_those_of_the_compacted_fabric(fabric: Fabric) -> None:
    kept = without(fabric)
    cut, compacted = shape(wiring(fabric)), shape(wiring(kept.fabric))
    assert (cut.kind, cut.kind_reason) == (compacted.kind, compacted.kind_reason)
    assert cut.endpoint_rail.tolist() == compacted.endpoint_rail.tolist()
    for name in ("host", "chassis", "rack", "rail"):
        mine, theirs = getattr(cut, name), getattr(compacted, name)
        assert names_of(mine, kept.nodes) == names_of(theirs, np.arange(len(kept.nodes)))
        assert mine.source[kept.nodes].tolist() == theirs.source.tolist()


def names_of(group: Group, rows: Any) -> list[str]:
    return [group.names[i] if i >= 0 else "" for i in group.of[rows].tolist()]


def switches_by_level(structure: Structure) -> list[int]:
    return np.bincount(structure.level[structure.wiring.switches])[1:].tolist()


REAL = {
    "hk-krskp-dgxa100-bom-prompt-crlf.ibnetdiscover.txt": ([56, 80, 70], "multi-rail", 8, 5, 150),
    "loginoff-stage-qdr-fdr10.ibnetdiscover.txt": ([6, 2], "fat-tree", 6, 1, 144),
    "cyberang3l-k4n3-generated-lid0.ibnetdiscover.txt": ([32, 32, 16], "fat-tree", 8, 4, 128),
    "hk-edited-4switch-ring-crlf.ibnetdiscover.txt": ([4], "ring", 1, 0, 8),
    "psmn-x5-voltaire-qdr-ddr.ibnetdiscover.txt": ([6, 4, 1], "fat-tree", 1, 1, 89),
    "ufm-selene-storage-hdr.ibnetdiscover.txt": ([60, 64, 36], "multi-rail", 4, 1, 629),
    "sequoia-20250315.ibdiagnet2.ibnetdiscover": ([8, 1], "multi-rail", 8, 1, 32),
    "ibm-2009-mt43132-sdr.ibnetdiscover.txt": ([1], "single-switch", 1, 0, 2),
}


@pytest.mark.corpus
@pytest.mark.parametrize("name", REAL)
def test_that_real_fabrics_have_the_shape_that_their_owners_gave_them(name: str) -> None:
    path = corpus() / name
    if not path.exists():
        pytest.skip("the corpus is not here")
    structure = shape(wiring(read_state(path).fabric))
    switches, kind, pods, planes, hosts = REAL[name]
    assert switches_by_level(structure) == switches
    assert structure.kind == kind
    assert int(structure.pod.max()) + 1 == pods
    assert int(structure.plane.max()) + 1 == planes
    assert len(structure.host.names) == hosts


@pytest.mark.corpus
def test_that_the_rails_of_a_real_fabric_go_to_leaves_of_their_own_but_one_swapped_pair() -> None:
    path = corpus() / "hk-krskp-dgxa100-bom-prompt-crlf.ibnetdiscover.txt"
    if not path.exists():
        pytest.skip("the corpus is not here")
    structure = shape(wiring(read_state(path).fabric))
    assert structure.rail.names.tolist() == [str(n) for n in range(1, 9)]
    ends, rail = structure.wiring.endpoints, structure.endpoint_rail
    usual = {
        leaf: np.bincount(rail[ends.switch == leaf]).argmax() for leaf in np.flatnonzero(structure.level == 1)
    }
    astray = [
        (structure.wiring.fabric.nodes.name[node], int(mine), int(usual[switch]))
        for node, switch, mine in zip(ends.node, ends.switch, rail, strict=True)
        if switch in usual and usual[switch] != mine
    ]
    assert sorted(astray) == [("pg-spd071 mlx5_1", 1, 2), ("pg-spd071 mlx5_2", 2, 1)]


def test_that_a_tree_of_three_levels_has_pods_and_planes() -> None:
    structure = shape(wiring(tree3(3, 2, 2, 2, 1, shuffle=7)))
    assert int(structure.pod.max()) + 1 == 3
    assert int(structure.plane.max()) + 1 == 2
    assert structure.kind == "fat-tree"
