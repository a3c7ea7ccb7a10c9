from __future__ import annotations

import pytest
from flows import rails
from gui_desks import small
from gui_pages import said, section, seen_of

from ibviz.core.fabric import Fabric
from ibviz.core.state import State
from ibviz.gui.models.page import Buttons, Copy, Item, Open
from ibviz.gui.models.page_several import VALUES, several_page
from ibviz.gui.selection import Selection


def test_that_what_is_common_is_told_and_what_differs_is_several() -> None:
    seen, _ = seen_of(small())
    page = several_page(seen, Selection(nodes=frozenset([6, 7, 9])))
    told = said(page)
    assert page.title == "3 nodes"
    assert (told["Layer"], told["Leaf"], told["Hosts"]) == ("Host", VALUES, "3")
    copy = next(row for row in section(page, "Nodes").rows if isinstance(row, Buttons)).buttons[0].act
    assert isinstance(copy, Copy)
    assert copy.text == "H[6-7,9]"


def test_that_loads_of_cables_are_added() -> None:
    seen, _ = seen_of(small(down=[1]))
    page = several_page(seen, Selection(cables=frozenset([0, 1, 2]), nodes=frozenset([0])))
    told = said(page)
    assert page.title == "1 node and 3 cables"
    up = float(told["Up, simulated"].split(" of ")[0])
    assert up == pytest.approx(seen.simulation.load[[0, 1, 2], 0].sum(), rel=1e-2)
    assert told["Down"] == "1"
    assert section(page, "Cables").act == Open("cables", only=frozenset([0, 1, 2]))
    hottest = [row for row in section(page, "Hottest of them").rows if isinstance(row, Item)]
    assert hottest[0].share == max(row.share for row in hottest)


def test_that_groups_are_told_where_there_are_any() -> None:
    fabric = rails()
    hcas = [int(row) for row in (fabric.nodes.kind == 2).nonzero()[0][:2]]
    nodes = fabric.nodes.with_values(hcas, rack=["A", "A"])
    seen, _ = seen_of(State(Fabric(nodes, fabric.cables)), simulated=False)
    told = said(several_page(seen, Selection(nodes=frozenset(hcas))))
    assert told["Rack"] == "A"
    assert told["Rail"] == VALUES


def test_that_nodes_that_are_down_are_counted() -> None:
    seen, _ = seen_of(small(nodes=[4]))
    assert said(several_page(seen, Selection(nodes=frozenset([4, 5]))))["Down"] == "1"
    idle = seen_of(small(), simulated=False)[0]
    assert "Utilization" not in said(several_page(idle, Selection(cables=frozenset([0, 1]))))
