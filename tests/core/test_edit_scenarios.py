from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest
from fabrics import fabric_of

from ibviz.core.attached import Attached
from ibviz.core.edit_scenarios import (
    activate,
    add_scenario,
    duplicate_scenario,
    fail,
    is_anew,
    remove_scenario,
    rename_scenario,
    repair,
    set_attached,
    set_routing,
    set_traffic,
)
from ibviz.core.errors import EditError
from ibviz.core.scenario import Choice
from ibviz.core.state import State
from ibviz.core.wiring import wiring


def pair() -> State:
    return State(fabric_of("SHH", [(1, 1, 0, 1), (2, 1, 0, 2)]))


def test_that_a_failed_cable_stays_in_the_fabric() -> None:
    before = pair()
    after = fail(before, [0])
    assert after.fabric is before.fabric
    assert wiring(after.fabric, after.scenario).rows.tolist() == [1]
    assert before.scenarios == ()


def test_that_failing_without_a_scenario_makes_one_with_a_free_name() -> None:
    state = fail(pair(), [0])
    assert state.active == "what if"
    state = fail(activate(state, ""), nodes=[1])
    assert [s.name for s in state.scenarios] == ["what if", "what if 2"]
    assert state.scenario.down_nodes == {1} and state.scenarios[0].down_cables == {0}


def test_that_what_is_repaired_is_up_again() -> None:
    state = repair(fail(pair(), [0, 1], [1]), [0], [1])
    assert state.scenario.down_cables == {1} and not state.scenario.down_nodes


def test_that_a_scenario_tells_whether_something_came_up_on_the_way_to_it_until_more_fails() -> None:
    both = fail(pair(), [0], [1])
    one = repair(both, nodes=[1], anew=True)
    assert is_anew(one, one.scenario) and not is_anew(both, both.scenario)
    assert is_anew(fail(one, [0]), one.scenario)
    more = fail(one, nodes=[1])
    assert not is_anew(more, more.scenario) and more.extra == both.extra
    back = repair(both, nodes=[1])
    assert not is_anew(back, back.scenario)
    whole = repair(one, [0], anew=True)
    assert not is_anew(whole, whole.scenario) and "scenarios" not in whole.extra


def test_that_how_tables_came_about_stands_beside_what_else_a_file_says() -> None:
    state = replace(fail(pair(), [0], [1]), extra={"scenarios": {"what if": {"note": "night"}}, "x": "y"})
    one = repair(state, nodes=[1], anew=True)
    assert dict(one.extra) == {"x": "y", "scenarios": {"what if": {"note": "night", "tables": "anew"}}}
    assert dict(fail(one, nodes=[1]).extra) == dict(state.extra)
    renamed = rename_scenario(one, "what if", "later")
    assert is_anew(renamed, renamed.scenario)


def test_that_a_copy_stands_behind_its_original_with_all_that_is_down() -> None:
    state = add_scenario(fail(pair(), [0], [1]), "other")
    state = duplicate_scenario(state, "what if")
    assert [s.name for s in state.scenarios] == ["what if", "what if copy", "other"]
    assert state.active == "what if copy"
    assert replace(state.scenario, name="what if") == state.scenarios[0]
    assert duplicate_scenario(state, "what if").active == "what if copy 2"
    with pytest.raises(EditError, match="no scenario 'none'"):
        duplicate_scenario(state, "none")


def test_that_a_copy_has_what_the_file_says_besides() -> None:
    state = replace(fail(pair(), [0]), extra={"scenarios": {"what if": {"note": "night shift"}}})
    rests = duplicate_scenario(state, "what if").extra["scenarios"]
    assert rests["what if copy"] == rests["what if"] == {"note": "night shift"}
    plain = add_scenario(state, "plain")
    assert duplicate_scenario(plain, "plain").extra["scenarios"] == state.extra["scenarios"]


def test_that_scenarios_are_added_renamed_and_removed() -> None:
    state = add_scenario(add_scenario(pair(), "one"), "two")
    assert state.active == "two"
    state = rename_scenario(state, "two", "zwei")
    assert state.active == "zwei" and rename_scenario(state, "zwei", "zwei") is state
    assert rename_scenario(state, "one", "eins").active == "zwei"
    state = remove_scenario(state, "zwei")
    assert state.active == "" and [s.name for s in state.scenarios] == ["one"]
    assert remove_scenario(activate(add_scenario(state, "b"), "one"), "b").active == "one"


def test_that_what_a_file_says_of_a_scenario_goes_where_it_goes() -> None:
    state = replace(add_scenario(pair(), "one"), extra={"scenarios": {"one": {"color": "red"}}, "x": "y"})
    renamed = rename_scenario(state, "one", "two")
    assert dict(renamed.extra) == {"x": "y", "scenarios": {"two": {"color": "red"}}}
    assert dict(remove_scenario(renamed, "two").extra) == {"x": "y"}


def test_that_traffic_and_routing_are_common_or_a_scenarios_own() -> None:
    state = add_scenario(pair(), "one")
    state = set_routing(set_traffic(state, Choice("ring")), Choice("updn"))
    assert (state.traffic, state.routing) == (
        Choice("ring"),
        Choice("updn"),
    ) and state.scenario.traffic is None
    state = set_routing(set_traffic(state, Choice("shift"), scenario="one"), Choice("minhop"), scenario="one")
    assert (state.scenario.traffic, state.scenario.routing) == (Choice("shift"), Choice("minhop"))
    assert set_traffic(state, None, scenario="one").scenario.traffic is None


@pytest.mark.parametrize(
    ("edit", "said"),
    [
        (lambda s: add_scenario(s, "one"), "there is a scenario 'one' already"),
        (lambda s: add_scenario(s, ""), "cannot be called ''"),
        (lambda s: add_scenario(s, "a\nb"), "cannot be called"),
        (lambda s: rename_scenario(s, "no", "a"), "there is no scenario 'no'"),
        (lambda s: rename_scenario(s, "one", ""), "cannot be called ''"),
        (lambda s: remove_scenario(s, "no"), "there is no scenario 'no'"),
        (lambda s: activate(s, "no"), "there is no scenario 'no'"),
        (lambda s: set_traffic(s, None, scenario="no"), "there is no scenario 'no'"),
        (lambda s: set_routing(s, None, scenario="no"), "there is no scenario 'no'"),
        (lambda s: fail(s, [5]), "this cable is not there any more"),
        (lambda s: fail(s, nodes=[5]), "this node is not there any more"),
        (lambda s: repair(activate(s, ""), [0]), "choose a scenario first"),
    ],
)
def test_that_what_cannot_be_is_refused(edit: Callable[[State], State], said: str) -> None:
    with pytest.raises(EditError) as caught:
        edit(add_scenario(pair(), "one"))
    assert said in str(caught.value)


def test_that_an_attached_file_takes_the_place_of_the_common_routing() -> None:
    state = State(fabric_of("S", []), routing=Choice("updn"))
    attached = set_attached(state, Attached("lft", "a.lft"))
    assert attached.usual_routing == Choice("lft", {"path": "a.lft"})
    assert set_attached(attached, None).usual_routing is None
    assert set_attached(state, None).routing == Choice("updn")
