from __future__ import annotations

import pytest
from fabrics import states
from flows import rails
from gui_desks import high, small
from gui_pages import said, section, seen_of, sentences
from hypothesis import given

from ibviz.core.fabric import Fabric, Ports
from ibviz.core.state import State
from ibviz.gui.models.page import Buttons, Copy, Fact, Item, Pick
from ibviz.gui.models.page_node import node_page


def test_that_a_leaf_is_told_with_its_place_and_load() -> None:
    seen, _ = seen_of(high())
    page = node_page(seen, 0)
    told = said(page)
    assert (page.title, page.subtitle, page.icon) == ("S0", "Leaf", "leaf")
    assert told["Ports used"] == "4 of 4"
    assert told["Level"] == "1, leaf"
    assert told["Pod"] == "1"
    mine = seen.simulation.load[(seen.state.fabric.cables.node == 0).any(axis=1)].sum()
    sent = float(told["Sends"].split(" of ")[0].replace(",", ""))
    received = float(told["Receives"].split(" of ")[0].replace(",", ""))
    assert sent + received == pytest.approx(mine, abs=1)
    core = said(node_page(seen, 8))
    assert core["Plane"] == "1"


def test_that_a_host_leads_to_its_leaf() -> None:
    seen, _ = seen_of(small())
    leaf = next(
        row for row in section(node_page(seen, 6), "Node").rows if isinstance(row, Fact) and row.key == "Leaf"
    )
    assert (leaf.value, leaf.act.selection.nodes) == ("S0", {0})


def test_that_neighbours_come_by_port() -> None:
    seen, _ = seen_of(small(down=[0]))
    rows = [row for row in section(node_page(seen, 0), "Neighbours").rows if isinstance(row, Item)]
    assert [row.subtitle.split(",")[0] for row in rows] == [f"port {port}" for port in range(1, 6)]
    assert rows[3].value == "down"
    assert isinstance(rows[0].act, Pick)


def test_that_a_guess_says_so() -> None:
    fabric = rails()
    seen, _ = seen_of(State(fabric), simulated=False)
    row = int((fabric.nodes.kind == 2).argmax())
    told = said(node_page(seen, row))
    assert told["Rail"].endswith((", by name", ", by wiring"))
    assert told["Host"].endswith(", by name")


def test_that_down_and_placeholder_are_told_first() -> None:
    seen, _ = seen_of(small(nodes=[4]))
    assert sentences(node_page(seen, 4)) == ["Failed (what-if), with its 4 cables."]
    assert not any("Load" in one.title for one in node_page(seen, 4).sections)
    fabric = small().fabric
    nodes = fabric.nodes.with_values([6], described=[False])
    seen, _ = seen_of(State(Fabric(nodes, fabric.cables)), simulated=False)
    assert "only names this node" in sentences(node_page(seen, 6))[0]


def test_that_what_the_file_says_is_told() -> None:
    fabric = small().fabric
    nodes = fabric.nodes.with_values([6], system_guid=[5], id=["own"], description=["long words"], rack=["A"])
    nodes = nodes.with_values([7], rack=["A"])
    state = State(Fabric(nodes, fabric.cables, Ports.of(1, node=[6], port=[1], lid=[77])))
    seen, _ = seen_of(state, simulated=False)
    page = node_page(seen, 6)
    told = said(page)
    assert (told["System GUID"], told["Id"], told["Description"]) == (
        "0x0000000000000005",
        "own",
        "long words",
    )
    assert (told["Rack"], told["LID"]) == ("A", "77")
    lid = next(row for row in section(page, "Node").rows if isinstance(row, Fact) and row.key == "LID")
    assert lid.hint == "As the file states it"


def test_that_port_lines_can_be_copied() -> None:
    seen, _ = seen_of(small())
    row = section(node_page(seen, 6), "Copy for port 1").rows[0]
    assert isinstance(row, Buttons)
    texts = {button.text: button.act for button in row.buttons}
    assert set(texts) == {"GUID", "ibportstate", "perfquery", "Host"}
    assert texts["Host"] == Copy("H6", "Copied H6")


@given(states())
def test_that_any_node_has_a_page(state: State) -> None:
    seen, _ = seen_of(state, simulated=False)
    for row in range(min(len(state.fabric.nodes), 12)):
        assert node_page(seen, row).sections
