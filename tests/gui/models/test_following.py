from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from gui_desks import close, desk_of, high, settle, small
from PySide6.QtWidgets import QApplication

from ibviz.core.edit_scenarios import fail, set_traffic
from ibviz.core.scenario import Choice
from ibviz.gui.desk import Desk
from ibviz.gui.models import knowledge
from ibviz.gui.models.following import Following, following_of
from ibviz.gui.selection import NOTHING, Selection, of_flows

HOSTS_OF_A_LEAF = 3


@pytest.fixture
def desk(qapp: QApplication, tmp_path: Path) -> Iterator[Desk]:
    made = desk_of(small(), tmp_path)
    settle(made)
    yield made
    close(made)


@pytest.fixture
def following(desk: Desk) -> Following:
    made = following_of(desk)
    made.need(lambda: True)
    return made


def test_that_there_is_one_for_a_window(desk: Desk) -> None:
    assert following_of(desk) is following_of(desk)


def test_that_nothing_is_followed_while_nobody_looks(desk: Desk) -> None:
    idle = following_of(desk)
    started: list[str] = []
    desk.jobs.started.connect(lambda key, what: started.append(key))
    desk.document.select(Selection(nodes=frozenset([0])))
    settle(desk)
    assert (idle.chosen, started, idle.pending) == (None, [], False)
    desk.gaze.change(overlay="flows")
    assert idle.pending
    settle(desk)
    assert idle.chosen is not None
    assert not idle.pending


def test_that_the_flows_of_a_leaf_are_those_from_and_to_its_hosts(desk: Desk, following: Following) -> None:
    desk.document.select(Selection(nodes=frozenset([0])))
    settle(desk)
    assert following.scope is following.chosen is not None
    assert following.scope.title.startswith("Flows of ")
    load = desk.results.load
    assert load is not None
    flows, ends = load.after.flows, load.after.wiring.endpoints
    touches = (ends.switch[flows.src] == 0) | (ends.switch[flows.dst] == 0)
    assert following.scope.flows == frozenset(np.flatnonzero(touches).tolist())
    assert len(following.scope.flows) == 2 * HOSTS_OF_A_LEAF


def test_that_a_flow_within_what_is_shown_leaves_the_list_as_it_is(desk: Desk, following: Following) -> None:
    desk.document.select(Selection(nodes=frozenset([0])))
    settle(desk)
    scope = following.scope
    assert scope is not None
    desk.document.select(of_flows([min(scope.flows)]))
    settle(desk)
    assert following.scope is scope
    assert following.chosen is not None
    assert following.chosen.flows == {min(scope.flows)}
    assert following.chosen.title.startswith("Flow ")
    desk.document.select(NOTHING)
    assert following.scope is following.chosen is None


def test_that_all_are_shown_again_until_something_else_is_selected(desk: Desk, following: Following) -> None:
    desk.document.select(Selection(nodes=frozenset([0])))
    settle(desk)
    following.show_all()
    assert following.scope is None
    assert following.chosen is not None
    desk.document.select(Selection(cables=frozenset([0])))
    settle(desk)
    assert following.scope is not None
    assert following.scope.title.startswith("Flows across ")


def test_that_a_list_can_be_narrowed_by_hand_until_the_load_is_another(
    desk: Desk, following: Following
) -> None:
    following.narrow(frozenset([1, 2]))
    assert following.scope is not None
    assert following.scope.title == "Only 2 flows"
    desk.document.apply("Traffic", lambda s: set_traffic(s, Choice("all-to-all")))
    settle(desk)
    assert following.scope is None


def test_that_a_new_load_is_followed_anew(desk: Desk, following: Following) -> None:
    desk.document.select(Selection(nodes=frozenset([0])))
    settle(desk)
    before = following.chosen
    cable = int(np.flatnonzero((desk.document.state.fabric.cables.node < 6).all(axis=1))[0])
    desk.document.apply("Fail", lambda s: fail(s, cables=[cable]))
    settle(desk)
    load = desk.results.load
    assert following.chosen is not before
    assert following.chosen is not None
    assert load is not None
    assert following.chosen.simulation is load.after


def test_that_several_things_are_counted_in_the_title(desk: Desk, following: Following) -> None:
    for chosen, title in (
        (Selection(nodes=frozenset([0, 1])), "Flows of 2 nodes"),
        (Selection(nodes=frozenset([0, 1]), cables=frozenset([3])), "Flows of 2 nodes and 1 cable"),
        (of_flows([1, 2]), "2 flows"),
        (of_flows([99]), "Flow"),
    ):
        desk.document.select(chosen)
        settle(desk)
        assert following.chosen is not None
        assert following.chosen.title == title


@pytest.mark.parametrize("most", [0, 10**6])
def test_that_an_exchange_is_followed_listed_or_not(
    qapp: QApplication, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, most: int
) -> None:
    monkeypatch.setattr(knowledge, "MOST_FLOWS", most)
    desk = desk_of(high(), tmp_path)
    settle(desk)
    made = following_of(desk)
    made.need(lambda: True)
    desk.document.select(Selection(nodes=frozenset(range(len(desk.document.state.fabric.nodes)))))
    settle(desk)
    load = desk.results.load
    assert load is not None
    assert made.chosen is not None
    assert made.chosen.part is not None
    assert np.allclose(made.chosen.part.load, load.after.load)
    assert made.chosen.part.number == load.after.summary["flows"]
    assert bool(made.chosen.flows) is bool(most)
    close(desk)


def test_that_what_is_too_much_to_follow_is_given_up_once(
    qapp: QApplication, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(knowledge, "MOST_FLOWS", 0)
    monkeypatch.setattr("ibviz.flow.following.MOST_PAIRS", 0)
    desk = desk_of(high(), tmp_path)
    settle(desk)
    made = following_of(desk)
    made.need(lambda: True)
    desk.document.select(Selection(nodes=frozenset([0])))
    settle(desk)
    assert (made.chosen, made.scope, made.pending) == (None, None, False)
    close(desk)


def test_that_several_flows_light_the_cables_that_they_load(desk: Desk) -> None:
    following_of(desk)
    desk.document.select(of_flows([0, 5]))
    settle(desk)
    load = desk.results.load
    assert load is not None
    chosen = desk.document.selection
    assert chosen.flows == {0, 5}
    assert len(chosen.cables) == load.after.flows.hops[[0, 5]].sum()


def test_that_a_selected_flow_is_the_same_after_others_are_lost(desk: Desk) -> None:
    following_of(desk)
    load = desk.results.load
    assert load is not None
    flows, node = load.after.flows, load.after.wiring.endpoints.node
    last = len(flows) - 1
    pair = node[flows.src[last]], node[flows.dst[last]]
    desk.document.select(of_flows([last]))
    settle(desk)
    gone = next(int(node[f]) for f in flows.src.tolist() if node[f] not in pair)
    desk.document.apply("Fail", lambda s: fail(s, nodes=[gone]))
    settle(desk)
    after = desk.results.load
    assert after is not None
    assert len(after.after.flows) < len(flows)
    flow, ends = desk.document.selection.flow, after.after.wiring.endpoints.node
    assert flow >= 0
    assert (ends[after.after.flows.src[flow]], ends[after.after.flows.dst[flow]]) == pair
    desk.document.apply("Fail", lambda s: fail(s, nodes=[int(pair[0])]))
    settle(desk)
    assert not desk.document.selection


def test_that_their_own_overlay_is_not_covered_by_light(desk: Desk) -> None:
    following_of(desk)
    desk.gaze.change(overlay="flows")
    desk.document.select(of_flows([0, 5]))
    settle(desk)
    assert not desk.document.selection.cables
