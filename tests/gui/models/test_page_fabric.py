from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from fabrics import fabric_of, states, torus_of, tree2
from flows import rails
from gui_desks import high, small
from gui_pages import said, section, seen_of, sentences
from hypothesis import given

from ibviz.core.fabric import Fabric
from ibviz.core.info import info
from ibviz.core.state import State
from ibviz.flow.faults import Fault, faults
from ibviz.flow.routes import tables_for
from ibviz.gui.models.page import Fact, Item, Line, Open, Pick, Spread
from ibviz.gui.models.page_fabric import fabric_page
from ibviz.gui.models.seen import Seen


def test_that_the_counts_are_those_of_info() -> None:
    seen, _ = seen_of(high())
    told, known = said(fabric_page(seen)), info(seen.state)
    assert told["HCAs"] == str(known["hcas"])
    assert told["Switches"] == str(known["switches"])
    assert told["Cables"] == str(known["cables"])
    assert told["LIDs used"] == f"{known['lids_used']} of 49,151"
    assert told["Oversubscription"] == f"{known['oversubscription']:.3g}\u2009:\u20091"
    assert told["Link rate"] == "4xHDR, 200\u2009Gbit/s"
    assert known["kind_reason"] in sentences(fabric_page(seen))


def test_that_the_simulation_is_told_as_simulated() -> None:
    seen, _ = seen_of(high())
    page = fabric_page(seen)
    spread = next(row for row in section(page, "Load, simulated").rows if isinstance(row, Spread))
    assert sum(spread.counts) == len(seen.facts.wires.rows)
    assert said(page)["Routing"] == "minhop, assumed"


def test_that_the_hottest_cables_are_the_hottest() -> None:
    seen, _ = seen_of(high())
    rows = [row for row in section(fabric_page(seen), "Hottest cables").rows if isinstance(row, Item)]
    assert max(row.share for row in rows) == np.nanmax(seen.used)
    first = rows[0].act
    assert isinstance(first, Pick)
    assert first.selection.cables == {int(seen.hottest[0])}


def test_that_what_is_down_needs_attention() -> None:
    seen, _ = seen_of(small(down=[0], nodes=[5]))
    lines = {row.text: row for row in section(fabric_page(seen), "Attention").rows if isinstance(row, Line)}
    assert lines["Nodes down"].value == "1"
    assert lines["Cables down"].value == str(len(seen.down_cables)) == "5"
    act = lines["Cables down"].act
    assert isinstance(act, Open)
    assert act.only == frozenset(seen.down_cables.tolist())
    assert lines["Notes of the reader"].value == "2"


def test_that_a_healthy_fabric_is_told_so() -> None:
    state = State(tree2(2, 1, 2))
    seen, _ = seen_of(state, simulated=False)
    page = fabric_page(seen)
    assert "Nothing is down, and nothing was odd in the file." in sentences(page)
    assert [one.title for one in page.sections] == ["Fabric", "Attention"]


def test_that_more_addresses_than_lids_are_warned_of(monkeypatch: pytest.MonkeyPatch) -> None:
    seen, _ = seen_of(State(tree2(2, 1, 2)), simulated=False)
    monkeypatch.setattr("ibviz.gui.models.page_fabric.LID_LIMIT", seen.facts.lids_used - 1)
    lines = {row.text: row for row in section(fabric_page(seen), "Attention").rows if isinstance(row, Line)}
    assert lines["More addresses than LIDs"].tone == "warn"
    facts = {row.key: row for row in section(fabric_page(seen), "Fabric").rows if isinstance(row, Fact)}
    assert facts["LIDs used"].tone == "warn"


def test_that_ends_that_disagree_are_found() -> None:
    fabric = tree2(2, 1, 2)
    width, described = fabric.cables.width.copy(), fabric.cables.described.copy()
    width[1] = 4, 1
    described[2] = True, False
    cables = fabric.cables.with_columns(width=width, described=described)
    seen, _ = seen_of(State(Fabric(fabric.nodes, cables)), simulated=False)
    lines = {
        row.text: row.value for row in section(fabric_page(seen), "Attention").rows if isinstance(row, Line)
    }
    assert lines == {"Ends disagree on the rate": "1", "Described by one end": "1"}
    assert said(fabric_page(seen))["Link rate"].endswith("and 1 other")


def test_that_other_kinds_and_subnets_are_counted_where_there_are_any() -> None:
    fabric = fabric_of("SHRASH", [(0, 1, 1, 1), (0, 2, 2, 1), (0, 3, 3, 1), (4, 1, 5, 1)])
    told = said(fabric_page(seen_of(State(fabric), simulated=False)[0]))
    assert (told["Routers"], told["Aggregation nodes"], told["Subnets"]) == ("1", "1", "2")


def test_that_hosts_with_several_cards_are_counted_as_hosts() -> None:
    told = said(fabric_page(seen_of(State(rails()), simulated=False)[0]))
    assert (told["Hosts"], told["HCAs"]) == ("4", "8")


def test_that_an_engine_that_refused_is_told() -> None:
    seen, _ = seen_of(small())
    routing = {"asked": "ftree", "used": "minhop", "reason": "ftree refused: no tree"}
    simulation = replace(seen.simulation, summary={**seen.simulation.summary, "routing": routing})
    told = said(fabric_page(Seen(seen.state, seen.facts, simulation)))
    assert told["Routing"] == "minhop, ftree refused"


def test_that_an_empty_document_says_so() -> None:
    page = fabric_page(seen_of(State(Fabric()), simulated=False)[0])
    assert sentences(page) == ["There is no fabric yet."]


def test_that_flows_without_a_route_are_told() -> None:
    seen, _ = seen_of(small(nodes=[4, 5]))
    assert said(fabric_page(seen))["Without a route"] == str(seen.simulation.summary["unroutable"])


@given(states())
def test_that_any_fabric_has_a_page(state: State) -> None:
    page = fabric_page(seen_of(replace(state, name="x"), simulated=False)[0])
    assert page.sections


def test_that_faults_of_the_tables_need_attention() -> None:
    seen, _ = seen_of(State(torus_of((5,)), "ring"))
    assert seen.simulation is not None
    found = faults(tables_for(seen.simulation.wiring))
    page = fabric_page(replace(seen, faults=(*found, Fault("no-switch-route", "note", "usual", 4))))
    lines = {row.text: row for row in section(page, "Attention").rows if isinstance(row, Line)}
    loop = lines["Credit loops possible"]
    assert (loop.value, loop.tone, loop.icon) == ("2", "warn", "warning")
    assert isinstance(loop.act, Open) and loop.act.only == frozenset(found[0].nodes)
    assert loop.hint.startswith("2 credit loops are possible")
    assert not any("switch" in text for text in lines)
    page = fabric_page(replace(seen, faults=(Fault("detour", "note", "3 pairs …", 3),)))
    lines = {row.text: row for row in section(page, "Attention").rows if isinstance(row, Line)}
    assert lines["Routes longer than the shortest"].tone == "info"
    assert lines["Routes longer than the shortest"].act is None


def test_that_the_file_is_named_by_which_the_fabric_is_routed() -> None:
    seen, _ = seen_of(high())
    assert seen.simulation is not None
    for asked, used, words in (
        ("lft", "lft", "lft, ours.lft"),
        ("site", "updn", "updn, ours.lft"),
        ("lft", "minhop", "minhop, lft refused"),
    ):
        routing = {
            "asked": asked,
            "used": used,
            "reason": "as it says",
            "options": {"path": "/data/ours.lft"},
        }
        summary = {**seen.simulation.summary, "routing": routing}
        shown = replace(seen, simulation=replace(seen.simulation, summary=summary))
        assert said(fabric_page(shown))["Routing"] == words
