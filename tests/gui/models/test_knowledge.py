from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from gui_desks import close, desk_of, high, settle, small
from PySide6.QtWidgets import QApplication

from ibviz.core.edit_scenarios import fail
from ibviz.gui.desk import Desk
from ibviz.gui.models import knowledge as module
from ibviz.gui.models.crossing import Crossing
from ibviz.gui.models.knowledge import Ways, knowledge_of


@pytest.fixture
def desk(qapp: QApplication, tmp_path: Path) -> Iterator[Desk]:
    made = desk_of(high(), tmp_path)
    settle(made)
    yield made
    close(made)


def test_that_all_panels_share_one_knowledge(desk: Desk) -> None:
    assert knowledge_of(desk) is knowledge_of(desk)


def test_that_facts_follow_the_fabric(desk: Desk) -> None:
    known = knowledge_of(desk)
    assert known.facts is None
    settle(desk)
    assert known.facts is not None
    assert known.facts.fabric is desk.document.state.fabric
    desk.document.load(small(), None)
    assert known.facts is None
    settle(desk)
    assert known.facts is not None
    assert len(known.facts.fabric.cables) == 20


def test_that_flows_of_an_exchange_are_listed_once(desk: Desk) -> None:
    known, got = knowledge_of(desk), []
    known.with_flows(lambda simulation, flows: got.append(flows))
    settle(desk)
    known.with_flows(lambda simulation, flows: got.append(flows))
    assert got[0] is got[1]
    assert len(got[0]) == 56


def test_that_too_many_flows_are_not_listed(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MOST_FLOWS", 5)
    got = []
    knowledge_of(desk).with_flows(lambda simulation, flows: got.append(flows))
    assert len(got[0]) == 0


def test_that_a_path_leads_from_end_to_end(desk: Desk) -> None:
    got: list[Ways] = []
    knowledge_of(desk).with_ways(got.append)
    settle(desk)
    path = got[0].path(0).tolist()
    assert len(path) == got[0].flows.hops[0]
    ends = got[0].simulation.wiring.endpoints
    nodes = desk.document.state.fabric.cables.node
    assert nodes[path[0] // 2, path[0] % 2] == ends.node[got[0].flows.src[0]]
    assert nodes[path[-1] // 2, 1 - path[-1] % 2] == ends.node[got[0].flows.dst[0]]


def test_that_flows_across_are_found_once(desk: Desk) -> None:
    known = knowledge_of(desk)
    got: list[Crossing] = []
    known.with_crossing(0, lambda ways, found: got.append(found))
    settle(desk)
    known.with_crossing(0, lambda ways, found: got.append(found))
    assert got[0] is got[1]
    assert got[0].flows == desk.results.load.after.flows_on[0, 0]


def test_that_a_failure_makes_former_ways_forgotten(desk: Desk) -> None:
    known = knowledge_of(desk)
    known.with_ways(lambda ways: None)
    settle(desk)
    assert known.ways is not None
    desk.document.apply("Fail", lambda state: fail(state, cables=[0]))
    settle(desk)
    assert known.ways is None
    assert known.simulation is desk.results.load.after


def test_that_nothing_is_known_without_traffic(desk: Desk) -> None:
    known = knowledge_of(desk)
    desk.results._show(None)
    known.with_flows(lambda *given: pytest.fail("there is no flow"))
    known.with_ways(lambda *given: pytest.fail("there is no flow"))
    assert known.simulation is None


def test_that_all_who_ask_for_flows_at_once_get_them(desk: Desk) -> None:
    known, got, started = knowledge_of(desk), [], []
    desk.jobs.started.connect(lambda key, what: started.append(key))
    for name in ("table", "charts"):
        known.with_flows(lambda simulation, flows, name=name: got.append((name, flows)))
    settle(desk)
    assert [name for name, _ in got] == ["table", "charts"]
    assert got[0][1] is got[1][1]
    assert started.count("flows") == 1
