from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from fabrics import fabric_of, fabrics, scenarios, torus_of, tree2, trees
from hypothesis import given
from hypothesis import strategies as st

from ibviz.core.fabric import Fabric
from ibviz.core.registry import engines
from ibviz.core.scenario import Choice
from ibviz.core.tables import NO_PATH, Tables
from ibviz.core.wiring import wiring
from ibviz.flow.engines.minhop import minhop
from ibviz.flow.faults import SHOWN, Fault, faults
from ibviz.flow.routes import paths, report, route

LINE = fabric_of(
    "SSSHHH",
    [(0, 1, 1, 1), (1, 2, 2, 1), (3, 1, 0, 2), (4, 1, 1, 3), (5, 1, 2, 2)],
    names=["a", "b", "c", "h", "i", "j"],
    ports=[4, 4, 4, 1, 1, 1],
)


def changed(fabric: Fabric, *entries: tuple[str, str, int]) -> Tables:
    """MinHop's tables with some entries changed: destination, switch and port."""
    tables = minhop(wiring(fabric))
    names = fabric.nodes.name.tolist()
    ends = [names[row] for row in tables.wiring.end_ports.node]
    switches = [names[row] for row in tables.wiring.switches]
    to_end = tables.to_end.copy()
    for end, switch, port in entries:
        to_end[ends.index(end), switches.index(switch)] = port
    return replace(tables, to_end=to_end)


def by_code(tables: Tables) -> dict[str, Fault]:
    return {fault.code: fault for fault in faults(tables)}


def test_that_nothing_is_wrong_with_a_tree() -> None:
    assert faults(minhop(wiring(tree2(4, 2, 3)))) == ()


def test_that_a_loop_names_its_switches_and_lids() -> None:
    found = by_code(changed(LINE, ("j", "b", 1), ("h", "b", 2)))
    loop = found["loop"]
    assert loop.severity == "error" and loop.count == 2
    assert loop.message.startswith("2 circles of switches that packets never leave; LID ")
    assert {text.split(": ")[1] for text in loop.where} == {"a, b", "b, c"}
    assert set(loop.nodes) == {0, 1, 2}
    assert found["no-route"].count == 4 and "h to j" not in found["no-route"].message
    assert found["no-route"].message.startswith("4 pairs of endpoints have no route, such as from ")


def test_that_ports_without_cable_and_of_others_are_told_apart() -> None:
    found = by_code(changed(LINE, ("j", "a", 4), ("j", "b", 3)))
    assert found["dead-port"].message == "1 entry leads to a port without cable, such as a[4]"
    assert found["wrong-port"].where == ("b[3]",) and found["wrong-port"].nodes == (1,)
    assert (
        "1 entry leads to another end port than the destination's, such as b[3]"
        in found["wrong-port"].message
    )
    assert found["no-route"].count == 2


def test_that_one_lid_after_the_other_is_listed_up_to_five() -> None:
    fabric = fabric_of(
        "SS" + "H" * 8, [(0, 1, 1, 1), *((2 + h, 1, 1, 2 + h) for h in range(7)), (9, 1, 0, 2)]
    )
    tables = minhop(wiring(fabric))
    at = int(tables.wiring.place[1])
    own = tables.wiring.end_ports.switch == 1
    bent = replace(tables, to_end=tables.to_end.copy())
    bent.to_end[own, at] = 1
    loop = by_code(bent)["loop"]
    assert loop.count == 1 and "and 2 more: S0, S1" in loop.where[0] and loop.where[0].startswith("LIDs ")


def test_that_a_credit_loop_is_a_circle_of_channels() -> None:
    found = by_code(minhop(wiring(torus_of((5,)))))["credit-loop"]
    assert found.severity == "warning" and found.count == 2
    for circle in found.where:
        ports = circle.split(" > ")
        assert len(ports) == 5 == len(set(ports)) and all(port.endswith("]") for port in ports)
    assert found.message.startswith("2 credit loops are possible, channels that wait for each other when all")
    lanes = route(torus_of((5,)), routing=Choice("dfsssp"))
    assert lanes.lanes is not None and "credit-loop" not in by_code(lanes)


def test_that_long_ways_and_empty_entries_of_switches_are_notes() -> None:
    fabric = torus_of((4, 4))
    tables = route(fabric, routing=Choice("dnup"))
    src, dst = (a.ravel() for a in np.meshgrid(*[np.arange(len(tables.wiring.endpoints))] * 2))
    _, count = paths(tables, src, dst)
    _, least = paths(minhop(wiring(fabric)), src, dst)
    longer = int(((count > 0) & (count > least)).sum())
    found = by_code(tables)
    assert ("detour" in found) == (longer > 0) and (not longer or found["detour"].count == longer)
    found = by_code(replace(tables, to_switch=np.full_like(tables.to_switch, NO_PATH)))
    assert found["no-switch-route"].severity == "note"
    assert found["no-switch-route"].plain()["count"] == 16 * 16


def test_that_a_way_round_is_counted_for_each_source() -> None:
    fabric = fabric_of(
        "SSSHHH", [(0, 1, 1, 1), (1, 2, 2, 1), (2, 2, 0, 2), (3, 1, 0, 3), (4, 1, 1, 3), (5, 1, 1, 4)]
    )
    found = by_code(changed(fabric, ("H3", "S1", 2)))
    assert found["detour"].message == "2 pairs of endpoints have routes longer than the shortest"


def test_that_examples_are_few_where_much_is_wrong() -> None:
    tables = minhop(wiring(tree2(8, 2, 4)))
    found = by_code(replace(tables, to_end=np.full_like(tables.to_end, 30)))
    assert found["no-route"].count == 32 * 31 and len(found["no-route"].where) == SHOWN
    assert found["dead-port"].count == 32 * 10 and len(found["dead-port"].where) == 10


@given(st.data(), fabrics(dead=False) | trees())
def test_that_the_counts_are_those_of_the_report(data: st.DataObject, fabric: Fabric) -> None:
    tables = minhop(wiring(fabric, data.draw(scenarios(fabric))))
    noise = data.draw(st.integers(0, 2**32 - 1))
    rng = np.random.default_rng(noise)
    wrong = rng.random(tables.to_end.shape) < 0.1
    tables = replace(
        tables, to_end=np.where(wrong, rng.integers(0, 6, wrong.shape), tables.to_end).astype(np.uint8)
    )
    found, said = by_code(tables), report(tables)
    lost = found["no-route"].count if "no-route" in found else 0
    assert lost == said["unreachable_pairs"]
    assert ("loop" in found) == (said["loops"] > 0)
    assert (found["credit-loop"].count if "credit-loop" in found else 0) == said["credit_loops"]


def test_that_what_no_table_holds_is_not_checked() -> None:
    fabric = tree2(4, 2, 3)
    for engine in ("smodk", "adaptive"):
        if engines.has(engine):
            assert faults(route(fabric, routing=Choice(engine))) == ()


def test_that_no_more_circles_are_walked_than_anyone_looks_at(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ibviz.flow.faults._WALKED", 1)
    found = by_code(changed(LINE, ("j", "b", 1), ("h", "b", 2)))
    assert found["loop"].count == 1
