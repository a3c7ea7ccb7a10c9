from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from dressed import same_state
from fabrics import fabric_of, states, without
from hypothesis import given
from hypothesis import strategies as st

from ibviz.core.compact import compacted
from ibviz.core.edit_scenarios import (
    activate,
    add_scenario,
    fail,
    remove_scenario,
    rename_scenario,
    repair,
    set_routing,
    set_traffic,
)
from ibviz.core.edit_values import move, rename, set_cable_values, set_node_values, set_order
from ibviz.core.edits import add_nodes, connect, cut, delete_nodes
from ibviz.core.errors import EditError
from ibviz.core.fabric import Kind, born_guid
from ibviz.core.scenario import Choice, Scenario
from ibviz.core.source import Source
from ibviz.core.state import State
from ibviz.core.units import Rate
from ibviz.core.wiring import wiring
from ibviz.formats.project import read_project, write_project

Edit = Callable[[State, random.Random], State]


def some(chance: random.Random, table: Any, most: int = 3) -> list[int]:
    """A few rows, mostly live ones."""
    live = np.flatnonzero(table.alive).tolist()
    rows = chance.sample(live, min(len(live), chance.randint(0, most)))
    return [*rows, chance.randint(-2, len(table))] if chance.random() < 0.1 else rows


def plugs(state: State, chance: random.Random) -> list[list[int]]:
    nodes = state.fabric.nodes
    if not len(nodes):
        return []
    rows = [chance.randrange(len(nodes)) for _ in range(2 * chance.randint(0, 2))]
    ends = [[row, chance.randint(1, int(nodes.ports[row]) + 1)] for row in rows]
    return [[*a, *b] for a, b in zip(ends[::2], ends[1::2], strict=True)]


def name_of(state: State, chance: random.Random) -> str:
    return chance.choice([*(s.name for s in state.scenarios), "new", "other", ""])


EDITS: dict[str, Edit] = {
    "add": lambda s, c: add_nodes(
        s,
        c.choice(list(Kind)),
        [f"n{c.random()}"] * c.randint(0, 3),
        ports=c.choice((0, 1, 4, 254)),
        rack="r 1",
    ),
    "connect": lambda s, c: connect(s, plugs(s, c), rate=c.choice((None, Rate(2, 7))), length_m=2.5),
    "cut": lambda s, c: cut(s, some(c, s.fabric.cables)),
    "delete": lambda s, c: delete_nodes(s, some(c, s.fabric.nodes, 2)),
    "rename": lambda s, c: rename(s, c.randint(0, len(s.fabric.nodes)), c.choice(("x", "a\nb", "S0"))),
    "values": lambda s, c: set_node_values(
        s, some(c, s.fabric.nodes), model="m", ports=c.choice((1, 8, 255))
    ),
    "cables": lambda s, c: set_cable_values(s, some(c, s.fabric.cables), width=c.choice((4, 3)), label="l"),
    "move": lambda s, c: move(
        s, rows := some(c, s.fabric.nodes), [[c.random(), 1.0]] * len(rows) or np.empty((0, 2))
    ),
    "order": lambda s, c: set_order(s, some(c, s.fabric.nodes), c.random()),
    "scenario": lambda s, c: add_scenario(s, name_of(s, c)),
    "unscenario": lambda s, c: remove_scenario(s, name_of(s, c)),
    "rescenario": lambda s, c: rename_scenario(s, name_of(s, c), name_of(s, c)),
    "activate": lambda s, c: activate(s, name_of(s, c)),
    "fail": lambda s, c: fail(s, some(c, s.fabric.cables), some(c, s.fabric.nodes)),
    "repair": lambda s, c: repair(s, some(c, s.fabric.cables), some(c, s.fabric.nodes)),
    "traffic": lambda s, c: set_traffic(s, c.choice((None, Choice("ring"))), scenario=name_of(s, c)),
    "routing": lambda s, c: set_routing(s, c.choice((None, Choice("updn"))), scenario=name_of(s, c)),
}


def snapshot(state: State) -> list[tuple[Any, bytes]]:
    """Every array of a State, and what is in it."""
    tables = (state.fabric.nodes, state.fabric.cables, state.fabric.ports)
    arrays = [getattr(t, n) for t in tables for n in t.columns()] + [state.positions, state.order]
    return [(a, repr(a.tolist()).encode() if a.dtype == object else a.tobytes()) for a in arrays]


def check_sound(before: State, after: State) -> None:
    """What every edit must leave as it is."""
    for name in ("nodes", "cables"):
        old, new = getattr(before.fabric, name), getattr(after.fabric, name)
        assert np.array_equal(old.birth, new.birth[: len(old)]), "a row changed its meaning"
        assert len(np.unique(new.birth)) == len(new)
        assert not (~old.alive & new.alive[: len(old)]).any(), "a dead row came to life"
    cables = after.fabric.cables
    node, port = cables.node[cables.alive], cables.port[cables.alive]
    assert after.fabric.nodes.alive[node].all()
    assert (port >= 1).all() and (port <= after.fabric.nodes.ports[node]).all()
    assert len(np.unique(node.astype(np.int64) * 1024 + port)) == node.size
    assert len(set(after.fabric.nodes.guid.tolist())) == len(after.fabric.nodes)
    for scenario in after.scenarios:
        assert all(after.fabric.nodes.alive[row] for row in scenario.down_nodes)
        assert all(cables.alive[row] for row in scenario.down_cables)


def cleared(state: State) -> State:
    """The State without scenario rows that were dead from the start."""
    return cut(state, [])


@given(states().map(cleared), st.lists(st.sampled_from(sorted(EDITS)), max_size=25), st.integers(0, 2**32))
def test_that_any_sequence_of_edits_undone_gives_back_the_very_first_state(
    first: State, names: list[str], seed: int
) -> None:
    chance = random.Random(seed)
    before = snapshot(first)
    stack = [first]
    for name in names:
        try:
            stack.append(EDITS[name](stack[-1], chance))
        except EditError as error:
            assert "\n" not in str(error)
            continue
        check_sound(stack[-2], stack[-1])
    last = stack[-1]
    back = read_project(Source("x", write_project(last)))
    assert same_state(back, compacted(last))
    while len(stack) > 1:
        stack.pop()
    assert stack[-1] is first
    assert all(array.flags.writeable is False for array, _ in before)
    assert snapshot(first) == before


@given(states(), st.integers(0, 2**32))
def test_that_cut_then_wire_equals_wire_the_compacted(state: State, seed: int) -> None:
    chance = random.Random(seed)
    state = delete_nodes(cut(state, _live(chance, state.fabric.cables)), _live(chance, state.fabric.nodes))
    wires, kept = wiring(state.fabric), without(state.fabric)
    small = wiring(kept.fabric)
    assert np.array_equal(kept.cables[small.rows], wires.rows)
    assert np.array_equal(kept.nodes[small.switches], wires.switches)
    assert np.array_equal(kept.nodes[small.endpoints.node], wires.endpoints.node)
    assert np.array_equal(small.capacity, wires.capacity)


def _live(chance: random.Random, table: Any) -> list[int]:
    live = np.flatnonzero(table.alive).tolist()
    return chance.sample(live, min(2, len(live)))


def pair() -> State:
    """A switch with two hosts on ports 1 and 2 of 4."""
    return State(fabric_of("SHH", [(1, 1, 0, 1), (2, 1, 0, 2)], ports=[4, 1, 2]))


def refused(edit: Callable[[], State]) -> str:
    with pytest.raises(EditError) as caught:
        edit()
    return str(caught.value)


def test_that_new_nodes_come_last_and_are_born_in_routing_order() -> None:
    state = add_nodes(
        pair(), Kind.SWITCH, ["a", "b"], ports=36, positions=[[1, 2], [3, 4]], rack="A", row=["1", "2"]
    )
    nodes = state.fabric.nodes
    assert nodes.name.tolist() == ["S0", "H1", "H2", "a", "b"]
    assert nodes.guid.tolist() == [born_guid(row) for row in range(5)]
    assert state.fabric.routing_order.tolist() == [0, 1, 2, 3, 4]
    assert nodes.rack.tolist() == ["", "", "", "A", "A"] and nodes.row.tolist()[3:] == ["1", "2"]
    assert state.positions[3:].tolist() == [[1, 2], [3, 4]] and np.isnan(state.positions[:3]).all()
    assert np.isnan(state.order).all() and len(state.order) == 5
    assert nodes.ports.tolist()[3:] == [36, 36] and (nodes.kind[3:] == Kind.SWITCH).all()


def test_that_a_node_after_a_deletion_gets_a_guid_beyond_all_others() -> None:
    state = add_nodes(delete_nodes(pair(), [2]), Kind.HCA, ["c"], ports=1)
    assert int(state.fabric.nodes.guid[3]) == born_guid(3)
    saved = compacted(state)
    again = add_nodes(saved, Kind.HCA, ["d"], ports=1)
    assert int(again.fabric.nodes.guid[3]) == born_guid(4)


@pytest.mark.parametrize(
    ("edit", "said"),
    [
        (lambda s: add_nodes(s, Kind.HCA, ["a"], ports=0), "1 to 254 ports, not 0"),
        (lambda s: add_nodes(s, Kind.HCA, ["a"], ports=255), "not 255"),
        (lambda s: add_nodes(s, Kind.HCA, ["a\nb"], ports=1), "control characters"),
        (lambda s: add_nodes(s, Kind.HCA, ["a"], ports=1, rack="\x00"), "control characters"),
        (lambda s: add_nodes(s, Kind.HCA, ["a"], ports=1, birth=4), "'birth' cannot be set"),
        (lambda s: add_nodes(s, Kind.HCA, ["a"], ports=1, nothing=4), "'nothing' cannot be set"),
        (lambda s: add_nodes(s, Kind.HCA, ["a"], ports=1, lid=4), "only a switch has a LID"),
        (
            lambda s: add_nodes(s, Kind.HCA, ["a"], ports=1, rack=["a", "b"]),
            "expected 1 values for rack, not 2",
        ),
        (
            lambda s: add_nodes(s, Kind.HCA, ["a"], ports=1, positions=[[1, 2], [3, 4]]),
            "1 new nodes but places for 2",
        ),
        (lambda s: connect(s, [0, 3, 0, 5]), "there is no port S0[5]: the node has 4 ports"),
        (lambda s: connect(s, [0, 3, 0, 0]), "there is no port S0[0]"),
        (lambda s: connect(s, [0, 1, 0, 3]), "port S0[1] is in use already"),
        (lambda s: connect(s, [0, 3, 0, 3]), "port S0[3] is asked for twice"),
        (lambda s: connect(s, [[0, 3, 2, 2], [0, 3, 1, 1]]), "port S0[3] is asked for twice"),
        (lambda s: connect(s, [0, 3, 7, 1]), "not there any more"),
        (lambda s: connect(s, [0, 3, 2, 2], length_m=-1), "length_m cannot be '-1'"),
        (lambda s: connect(s, [0, 3, 2, 2], label="\u2028"), "control characters"),
        (lambda s: cut(s, [2]), "this cable is not there any more"),
        (lambda s: cut(cut(s, [0]), [0]), "this cable is not there any more"),
        (lambda s: delete_nodes(s, [-1]), "this node is not there any more"),
        (lambda s: connect(delete_nodes(s, [1]), [0, 3, 1, 1]), "this node is not there any more"),
    ],
)
def test_that_an_edit_that_cannot_be_says_why(edit: Callable[[State], State], said: str) -> None:
    assert said in refused(lambda: edit(pair()))


def test_that_a_port_is_free_again_once_its_cable_is_cut() -> None:
    state = connect(cut(pair(), [0]), [1, 1, 0, 1], rate=Rate.parse("2xNDR"), medium="DAC", length_m=1.5)
    cables = state.fabric.cables
    assert cables.alive.tolist() == [False, True, True]
    assert cables.width[2].tolist() == [2, 2] and cables.speed[2].tolist() == [8, 8]
    assert cables.medium[2] == "DAC" and cables.length_m[2] == 1.5 and cables.described[2].all()


def test_that_a_cable_between_two_ports_of_one_node_can_be_made() -> None:
    assert len(connect(pair(), [0, 3, 0, 4]).fabric.cables) == 3


def test_that_deleting_a_node_takes_its_cables_and_what_scenarios_say_of_it() -> None:
    state = fail(fail(pair(), [0, 1], [1]), nodes=[2])
    after = delete_nodes(state, [1])
    assert after.fabric.cables.alive.tolist() == [False, True]
    assert after.scenario.down_nodes == {2} and after.scenario.down_cables == {1}
    assert state.scenario.down_nodes == {1, 2}, "the State before is as it was"


def test_that_cutting_forgets_only_what_is_cut() -> None:
    state = replace(pair(), scenarios=(Scenario("a", frozenset({1}), frozenset({0, 1})),))
    assert cut(state, [1]).scenarios == (Scenario("a", frozenset({1}), frozenset({0})),)
    assert cut(state, []).scenarios is state.scenarios
