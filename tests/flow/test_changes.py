from __future__ import annotations

from dataclasses import replace

from fabrics import fabric_of, tree2, trees
from hypothesis import given
from hypothesis import strategies as st

from ibviz.core.fabric import Fabric
from ibviz.core.scenario import Scenario
from ibviz.core.wiring import wiring
from ibviz.flow.changes import Changes, changes
from ibviz.flow.engines.minhop import minhop
from ibviz.flow.routes import route


def test_that_nothing_changed_is_nothing_to_send() -> None:
    tables = route(tree2(3, 2, 2))
    assert changes(tables, tables) == Changes(0, 0, 0)


def test_that_one_entry_is_one_block() -> None:
    tables = route(tree2(3, 2, 2))
    other = tables.to_end.copy()
    other[0, 1] += 1
    assert changes(tables, replace(tables, to_end=other)) == Changes(1, 0, 1)
    assert changes(tables, replace(tables, to_switch=tables.to_switch + 1)) == Changes(0, 25, 5)


def test_that_a_lost_host_takes_an_entry_of_each_switch_and_a_lost_switch_sends_nothing() -> None:
    fabric = tree2(3, 1, 2)
    whole = route(fabric)
    assert changes(whole, route(fabric, Scenario("", frozenset({4})))) == Changes(4, 0, 4)
    spine = changes(whole, route(fabric, Scenario("", frozenset({3}))))
    assert spine == Changes(12, 9, 3)


def test_that_lids_64_apart_are_in_other_blocks() -> None:
    fabric = tree2(1, 1, 70)
    tables = route(fabric)
    moved = tables.to_end.copy()
    moved[[0, 69], 0] = 99
    assert changes(tables, replace(tables, to_end=moved)) == Changes(2, 0, 2)


def test_that_a_host_with_lmc_has_as_many_entries_as_lids() -> None:
    plain = fabric_of("SSH", [(0, 1, 1, 1), (2, 1, 0, 2)])
    ports = plain.ports.append(type(plain.ports).of(1, node=[2], port=[1], lid=[128], lmc=[7]))
    fabric = Fabric(plain.nodes, plain.cables, ports)
    tables = minhop(wiring(fabric))
    moved = tables.to_end.copy()
    moved[0, 0] = 9
    assert changes(tables, replace(tables, to_end=moved)) == Changes(128, 0, 2)


def test_that_each_lid_with_ways_of_its_own_is_an_entry_of_its_own() -> None:
    wires = wiring(tree2(2, 4, 2))
    tables = minhop(wires, lmc=1)
    moved = tables.higher[0].copy()
    moved[1, 0] = 77
    assert changes(tables, replace(tables, higher=(moved,))) == Changes(1, 0, 1)
    both = tables.to_end.copy()
    both[1, 0] = 77
    assert changes(tables, replace(tables, to_end=both)) == Changes(1, 0, 1)
    few = minhop(wires)
    assert changes(few, tables).entries == int((tables.higher[0] != tables.to_end).sum())
    odd = replace(tables, higher=(tables.to_end, tables.to_end))
    assert changes(odd, replace(odd, to_end=both)).entries == 2


@given(st.data(), trees())
def test_that_there_and_back_is_the_same(data: st.DataObject, fabric: Fabric) -> None:
    whole = route(fabric)
    cut = Scenario(
        "",
        frozenset(),
        frozenset(
            data.draw(st.sets(st.integers(0, len(fabric.cables) - 1), max_size=3))
            if len(fabric.cables)
            else ()
        ),
    )
    other = route(fabric, cut)
    assert changes(whole, other) == changes(other, whole)
    old, new = whole.wiring, other.wiring
    order = [(w.end_ports.node.tolist(), w.end_ports.port.tolist(), w.switches.tolist()) for w in (old, new)]
    if order[0] == order[1]:
        assert changes(whole, other).entries == int((whole.to_end != other.to_end).sum())
        assert changes(whole, other).switch_entries == int((whole.to_switch != other.to_switch).sum())
