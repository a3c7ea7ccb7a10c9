from __future__ import annotations

import dataclasses

import numpy as np
import pytest
from fabrics import fabrics, scenarios, tree2, trees
from hypothesis import given
from hypothesis import strategies as st
from plainoptions import Entries, Optioned

from ibviz.core.errors import OptionError
from ibviz.core.fabric import Fabric
from ibviz.core.scenario import Choice, Scenario
from ibviz.core.tables import Tables
from ibviz.core.wiring import Wiring, wiring
from ibviz.flow.dealing import PLAIN, Manner, turns
from ibviz.flow.hops import hops
from ibviz.flow.routes import route
from ibviz.flow.spread import spread

MANNERS = st.builds(
    Manner, lmc=st.integers(0, 2), shifting=st.booleans(), scatter=st.integers(0, 3), one_way=st.booleans()
).filter(lambda manner: manner != PLAIN)


def entries(tables: Tables) -> Entries:
    wires = tables.wiring
    ends = list(zip(wires.end_ports.node.tolist(), wires.end_ports.port.tolist(), strict=True))
    heads = [(row, 0) for row in wires.switches.tolist()]
    found: Entries = {}
    kinds = [(tables.to_switch, heads, 0)]
    kinds += [(table, ends, offset) for offset, table in enumerate((tables.to_end, *tables.higher))]
    for table, targets, offset in kinds:
        for target, row in zip(targets, table.tolist(), strict=True):
            found |= {
                (head[0], target, offset): port for head, port in zip(heads, row, strict=True) if port != 255
            }
    return found


def dealt(wires: Wiring, manner: Manner, before: Tables | None = None) -> Tables:
    return spread(wires, hops(wires), "minhop", before, manner=manner)


def in_systems(fabric: Fabric, size: int) -> Fabric:
    """Put nodes that follow each other into systems."""
    guid = (np.arange(len(fabric.nodes)) // size + 1).astype(np.uint64)
    return dataclasses.replace(fabric, nodes=dataclasses.replace(fabric.nodes, system_guid=guid))


@given(fabrics() | trees(), MANNERS, st.integers(0, 3))
def test_that_every_manner_equals_the_plain_walk(fabric: Fabric, manner: Manner, systems: int) -> None:
    wires = wiring(in_systems(fabric, systems) if systems else fabric)
    assert entries(dealt(wires, manner)) == Optioned(wires, manner).route()


@given(st.data(), trees(damage=False), MANNERS)
def test_that_what_still_serves_is_kept_by_the_same_walk(
    data: st.DataObject, fabric: Fabric, manner: Manner
) -> None:
    whole, cut = wiring(fabric), wiring(fabric, data.draw(scenarios(fabric)))
    before = dealt(whole, manner)
    assert entries(dealt(cut, manner, before)) == Optioned(cut, manner).route(entries(before))


def test_that_a_cable_that_came_up_makes_all_anew() -> None:
    fabric = tree2(4, 3, 3)
    cut = wiring(fabric, Scenario("", frozenset(), frozenset({0})))
    manner = Manner(lmc=1)
    again = dealt(wiring(fabric), manner, dealt(cut, manner))
    assert entries(again) == entries(dealt(wiring(fabric), manner))


def test_that_further_lids_take_other_spines() -> None:
    tables = route(tree2(2, 4, 4), routing=Choice("minhop", {"lmc": "2"}))
    wires = tables.wiring
    far = int(np.flatnonzero(wires.end_ports.switch != wires.switches[0])[0])
    ways = {int(table[far, 0]) for table in (tables.to_end, *tables.higher)}
    assert len(ways) == 4


def test_that_the_base_lids_go_as_without_lmc() -> None:
    fabric = tree2(5, 3, 4, missing=2)
    plain, wide = route(fabric), route(fabric, routing=Choice("minhop", {"lmc": "2"}))
    assert np.array_equal(plain.to_end, wide.to_end)
    assert len(wide.higher) == 3


def test_that_those_named_come_first_and_each_once() -> None:
    wires = wiring(tree2(2, 1, 2))
    ends = len(wires.end_ports)
    assert turns(wires, np.array([ends + 1, 3, ends + 1])).tolist() == [ends + 1, 3, 0, 1, 2, ends, ends + 2]


def test_that_progress_is_told() -> None:
    told: list[float] = []
    wires = wiring(tree2(2, 1, 1))
    spread(wires, hops(wires), "x", None, lambda done, what: told.append(done), manner=Manner(lmc=1))
    assert told == [0, 0.5]


@pytest.mark.parametrize(
    ("given_", "says"), [({"lmc": 8}, "lmc is 8; expected 0 to 7"), ({"lmc": -1}, "lmc")]
)
def test_that_there_is_no_other_lmc(given_: dict[str, int], says: str) -> None:
    with pytest.raises(OptionError, match=says):
        Manner(**given_)


def test_that_a_seed_below_none_is_refused() -> None:
    with pytest.raises(OptionError, match="scatter_ports is -1"):
        Manner(scatter=-1)
