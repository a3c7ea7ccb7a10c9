from __future__ import annotations

from itertools import zip_longest
from time import process_time

import numpy as np
import pytest
from fabrics import fabric_of, fabrics, killed, scenarios, tree2, tree3, trees, without
from hypothesis import given
from hypothesis import strategies as st

from ibviz.core.bands import Bands
from ibviz.core.fabric import Cables, Fabric, Kind, Nodes
from ibviz.core.registry import layouts
from ibviz.core.scenario import Scenario
from ibviz.core.structure import shape
from ibviz.core.table import Floats
from ibviz.core.wiring import Wiring, wiring
from ibviz.layouts import untangling
from ibviz.layouts.layered import layered


@pytest.fixture
def few_rounds(monkeypatch: pytest.MonkeyPatch) -> None:
    """Random fabrics need not be untangled to the last crossing to show where things stand."""
    monkeypatch.setattr(untangling, "ROUNDS", 2)


def laid_out(fabric: Fabric, order: Floats | None = None) -> Bands:
    return layered(shape(wiring(fabric)), order)


def test_that_the_layout_is_on_its_shelf() -> None:
    assert layouts.get("layered") is layered


@pytest.mark.usefixtures("few_rounds")
@given(st.one_of(fabrics(max_switches=9, max_others=16), trees()), st.integers(0, 2**32 - 1))
def test_that_every_node_has_one_place_and_none_covers_another(fabric: Fabric, seed: int) -> None:
    random = np.random.default_rng(seed)
    count = len(fabric.nodes)
    wished = np.where(random.random(count) < 0.2, random.normal(3, 5, count), np.nan)
    for bands in (laid_out(fabric), laid_out(fabric, wished)):
        check_places(bands)
        check_strips(bands)


def check_places(bands: Bands) -> None:
    structure = bands.structure
    for level, rows in enumerate(bands.levels):
        assert sorted(rows.tolist()) == np.flatnonzero(structure.level == level).tolist()
        left, right = bands.x[rows] - bands.span[rows] / 2, bands.x[rows] + bands.span[rows] / 2
        assert (bands.span[rows] > 0).all()
        assert (left >= -1e-9).all()
        assert (right <= bands.width + 1e-9).all()
        assert (right[:-1] <= left[1:] + 1e-9).all()
    placed = np.zeros(len(bands.x), bool)
    placed[np.concatenate(bands.levels)] = True
    up = structure.wiring.node_up
    aggregation = up & (structure.wiring.fabric.nodes.kind == Kind.AGGREGATION)
    assert (placed == (up & ~aggregation)).all()
    assert np.isnan(bands.x[~up]).all()
    assert not np.isnan(bands.x[placed]).any()
    check_hosts(bands)
    for row in np.flatnonzero(aggregation):
        switch = structure.leaf[row]
        assert bands.block[row] == switch
        assert np.isnan(bands.x[row]) if switch < 0 else bands.x[row] == bands.x[switch]


def check_hosts(bands: Bands) -> None:
    structure = bands.structure
    hosts = bands.levels[0]
    columns = bands.column[hosts]
    assert (bands.block[hosts] == structure.leaf[hosts]).all()
    for host, column in zip(hosts.tolist(), columns.tolist(), strict=True):
        mates = hosts[columns == column]
        assert bands.slots[host] == len(mates)
        assert mates[bands.slot[host]] == host
        assert column < bands.x[host] < column + 1
        leaf = structure.leaf[host]
        assert (structure.leaf[mates] == leaf).all()
        if leaf >= 0 and structure.level[leaf] == 1:
            assert bands.column[leaf] == column
    if len(bands.levels) > 1:
        leaves = bands.levels[1]
        assert bands.x[leaves].tolist() == (bands.column[leaves] + 0.5).tolist()


def check_strips(bands: Bands) -> None:
    structure = bands.structure
    for strips, of in ((bands.pods, structure.pod), (bands.subnets, structure.subnet)):
        for strip, following in zip_longest(strips, strips[1:]):
            inside = (structure.level > 0) & (of == strip.index)
            assert structure.level[inside].max() == strip.top
            assert (bands.x[inside] - bands.span[inside] / 2 >= strip.left - 1e-9).all()
            assert (bands.x[inside] + bands.span[inside] / 2 <= strip.right + 1e-9).all()
            assert following is None or strip.right < following.left
        assert [strip.label for strip in strips] == [str(n + 1) for n in range(len(strips))]
    for strip, following in zip_longest(bands.planes, bands.planes[1:]):
        inside = structure.plane == strip.index
        assert bands.x[inside].min() >= strip.left
        assert bands.x[inside].max() <= strip.right
        assert following is None or strip.right <= following.left + 1e-9
    assert len(bands.subnets) == structure.wiring.subnets


@pytest.mark.usefixtures("few_rounds")
@given(st.one_of(fabrics(), trees()), st.data())
def test_that_cut_then_lay_out_equals_lay_out_of_the_compacted_fabric(
    fabric: Fabric, data: st.DataObject
) -> None:
    scenario = data.draw(scenarios(fabric))
    kept = without(fabric, scenario)
    cut, compacted = layered(shape(wiring(fabric, scenario))), laid_out(kept.fabric)
    for name in ("x", "span", "column", "slot", "slots"):
        mine, theirs = getattr(cut, name)[kept.nodes], getattr(compacted, name)
        assert np.array_equal(mine, theirs, equal_nan=True), name
    assert [rows.tolist() for rows in cut.levels] == [kept.nodes[rows].tolist() for rows in compacted.levels]
    assert (cut.width, cut.pods, cut.planes, cut.subnets) == (
        compacted.width,
        compacted.pods,
        compacted.planes,
        compacted.subnets,
    )


def test_that_hosts_stand_below_their_leaf_by_its_ports() -> None:
    fabric = fabric_of(
        "SSSHHHH", [(0, 9, 2, 1), (1, 9, 2, 2), (3, 1, 0, 3), (4, 1, 1, 2), (5, 1, 0, 1), (6, 1, 1, 1)]
    )
    bands = laid_out(fabric)
    assert bands.levels[0].tolist() == [5, 3, 6, 4]
    assert bands.x[bands.levels[0]].tolist() == [0.25, 0.75, 1.25, 1.75]
    assert bands.block[bands.levels[0]].tolist() == [0, 0, 1, 1]
    assert bands.width == 2
    assert bands.x[2] == 1.0
    assert bands.pods == ()
    assert bands.planes == ()


def test_that_hosts_on_spines_have_a_column_of_their_own() -> None:
    cables = (
        [(0, 9, 2, 1), (1, 9, 2, 2)] + [(3 + i, 1, i // 4, i % 4 + 1) for i in range(8)] + [(11, 1, 2, 9)]
    )
    bands = laid_out(fabric_of("SSS" + "H" * 9, cables))
    assert bands.structure.level[2] == 2
    assert bands.column.tolist()[:3] == [0, 1, -1]
    assert bands.column[11] == 3
    assert bands.block[11] == 2
    assert bands.width == 4


def test_that_pods_are_parted_and_planes_lie_side_by_side() -> None:
    bands = laid_out(tree3(3, 4, 2, 2, 1))
    assert [(p.left, p.right, p.bottom, p.top) for p in bands.pods] == [
        (0, 4, 0, 2),
        (6, 10, 0, 2),
        (12, 16, 0, 2),
    ]
    assert [(p.left, p.right, p.bottom, p.top) for p in bands.planes] == [(0, 8, 3, 3), (8, 16, 3, 3)]
    assert bands.x[bands.levels[2]].tolist() == [1, 3, 7, 9, 13, 15]
    assert bands.slot[bands.levels[2]].tolist() == [0, 1] * 3
    assert bands.slots[bands.levels[3]].tolist() == [4] * 4


def test_that_several_subnets_stand_side_by_side_the_largest_first() -> None:
    small = [(0, 1, 1, 1)]
    large = [(2, port, 2 + port, 1) for port in range(1, 4)]
    bands = laid_out(fabric_of("SHSHHH", [*small, *large]))
    assert bands.x[[2, 0]].tolist() == [0.5, 2.5]
    assert [(s.index, s.left, s.right) for s in bands.subnets] == [(0, 0, 1), (1, 2, 3)]


def test_that_hosts_at_no_switch_stand_behind_all_others() -> None:
    bands = laid_out(fabric_of("SHHHHH", [(0, 1, 1, 1), (0, 2, 2, 1), (3, 1, 4, 1)]))
    assert bands.column.tolist() == [0, 0, 0, 2, 2, 3]
    assert bands.block.tolist() == [-1, 0, 0, -1, -1, -1]
    lone = laid_out(fabric_of("HHHHH", []))
    assert lone.column.tolist() == [0, 0, 0, 1, 1]
    assert lone.width == 2


def test_that_an_empty_fabric_has_a_width() -> None:
    bands = laid_out(fabric_of("", []))
    assert [rows.tolist() for rows in bands.levels] == [[]]
    assert bands.width == 1


def test_that_an_aggregation_node_stands_at_its_switch() -> None:
    bands = laid_out(tree2(2, 1, 1, aggregation=True))
    assert bands.x[5] == bands.x[2]
    assert bands.span[5] == 0
    assert bands.block[5] == 2


def test_that_the_columns_cannot_be_written_to() -> None:
    bands = laid_out(tree2(2, 1, 1))
    for values in (bands.x, bands.slot, *bands.levels):
        with pytest.raises(ValueError, match="read-only"):
            values[0] = 1


def test_that_a_deleted_leaf_leaves_no_gap() -> None:
    bands = laid_out(killed(tree2(3, 1, 1), nodes=[1, 5]))
    assert bands.width == 2


def wished(fabric: Fabric, **places: float) -> Floats:
    order = np.full(len(fabric.nodes), np.nan)
    for name, place in places.items():
        order[fabric.nodes.name.tolist().index(name)] = place
    return order


def names(bands: Bands, level: int) -> list[str]:
    return bands.structure.wiring.fabric.nodes.name[bands.levels[level]].tolist()


def test_that_a_leaf_stands_where_the_user_wished() -> None:
    fabric = tree2(4, 2, 1)
    bands = laid_out(fabric, wished(fabric, S3=0.5))
    assert names(bands, 1) == ["S0", "S3", "S1", "S2"]
    assert names(bands, 0) == ["H6", "H9", "H7", "H8"]
    assert names(laid_out(fabric, wished(fabric, S4=9)), 2) == ["S5", "S4"]


def test_that_hosts_change_places_in_their_column_only() -> None:
    fabric = tree2(2, 1, 3)
    assert names(laid_out(fabric, wished(fabric, H3=1.5)), 0) == ["H4", "H3", "H5", "H6", "H7", "H8"]
    assert names(laid_out(fabric, wished(fabric, H3=99)), 0) == ["H4", "H5", "H3", "H6", "H7", "H8"]


def test_that_a_pod_follows_the_median_of_its_leaves() -> None:
    fabric = tree3(3, 3, 2, 2, 1)
    one = laid_out(fabric, wished(fabric, S8=-1))
    assert names(one, 1) == ["S0", "S1", "S2", "S3", "S4", "S5", "S8", "S6", "S7"]
    all_ = laid_out(fabric, wished(fabric, S6=-3, S7=-2, S8=-1))
    assert names(all_, 1) == ["S6", "S7", "S8", "S0", "S1", "S2", "S3", "S4", "S5"]
    assert [p.index for p in all_.pods] == [2, 0, 1]
    planes = laid_out(fabric, wished(fabric, S17=-2, S18=-1))
    assert names(planes, 3) == ["S17", "S18", "S15", "S16"]


def whole_tree(half: int) -> Wiring:
    """A full tree of three levels, from arrays: 2 half pods of half leaves with half hosts each."""
    pods, leaves = 2 * half, 2 * half * half
    leaf, up = np.divmod(np.arange(leaves * half), half)
    pod = leaf // half
    middle = leaves + pod * half + up
    core = 2 * leaves + up * half
    host = 2 * leaves + half * half + np.arange(leaves * half)
    ends = [
        (host, 1, leaf, up + 1),
        (leaf, half + up + 1, middle, leaf % half + 1),
        (leaves + leaf, half + up + 1, 2 * leaves + (leaf % half) * half + up, pod + 1),
    ]
    node = np.concatenate([np.column_stack([a, b]) for a, _, b, _ in ends])
    port = np.concatenate([np.column_stack([np.broadcast_to(p, a.shape), q]) for a, p, _, q in ends])
    count = int(host[-1]) + 1
    assert core.max() < host[0]
    assert pods * half == leaves
    kind = np.where(np.arange(count) < host[0], Kind.SWITCH, Kind.HCA)
    names = np.array([f"n{row}" for row in range(count)], object)
    nodes = Nodes.of(count, kind=kind, guid=np.arange(count) * 16 + 16, name=names)
    return wiring(Fabric(nodes, Cables.of(len(node), node=node, port=port)))


def test_that_eleven_thousand_hosts_are_laid_out_at_once() -> None:
    wires = whole_tree(18)
    structure = shape(wires)
    assert len(wires.endpoints) == 11_664
    spent = []
    for _ in range(3):
        began = process_time()
        bands = layered(structure)
        spent.append(process_time() - began)
    assert len(bands.pods) == 36
    assert len(bands.planes) == 18
    assert min(spent) < 0.1


@pytest.mark.parametrize("holes", [5, 50, 1166])
def test_that_missing_cables_neither_slow_nor_move_a_large_tree(holes: int) -> None:
    whole = whole_tree(18)
    trunks = whole.rows[whole.trunks]
    gone = np.random.default_rng(holes).choice(trunks, holes, replace=False).tolist()
    structure = shape(wiring(whole.fabric, Scenario("holes", frozenset(), frozenset(gone))))
    spent = []
    for _ in range(3):
        began = process_time()
        bands = layered(structure)
        spent.append(process_time() - began)
    assert np.array_equal(bands.x, layered(shape(whole)).x)
    assert min(spent) < 0.15
