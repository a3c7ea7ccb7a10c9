from __future__ import annotations

import numpy as np
from grouped import leaf_racks, two_rails
from gui_pages import said, seen_of

from ibviz.core.state import State
from ibviz.gui.models.fabric_facts import facts_of
from ibviz.gui.models.grouped import Grouped, group_of
from ibviz.gui.models.page_several import several_page
from ibviz.gui.selection import Selection

TREE = facts_of(leaf_racks())


def test_that_all_switches_or_all_nodes_of_a_group_are_that_group() -> None:
    pod = np.flatnonzero(TREE.pod == 2)
    switches = pod[pod < 28]
    wanted = Grouped("Pod 2", "pod, by cables", ((4, "leaves"), (3, "aggregation switches"), (16, "hosts")))
    assert group_of(TREE, pod) == group_of(TREE, switches) == wanted
    rack = np.flatnonzero(TREE.structure.rack.of == 0)
    assert group_of(TREE, rack) == Grouped("Rack r0", "rack, by file", ((1, "leaf"), (4, "hosts")))
    chassis = np.flatnonzero(TREE.structure.chassis.of == 1)
    assert group_of(TREE, chassis) == Grouped(
        "Chassis box 1", "chassis, by file", ((3, "aggregation switches"),)
    )
    rails = facts_of(two_rails())
    assert group_of(rails, np.array([4, 9])) == Grouped("node0", "host, by file", ((1, "host"), (2, "HCAs")))


def test_that_a_part_of_a_group_or_more_than_it_is_none() -> None:
    pod = np.flatnonzero(TREE.pod == 2)
    assert group_of(TREE, pod[1:]) is None
    assert group_of(TREE, np.append(pod, 33)) is None
    assert group_of(TREE, pod[:1]) is None
    assert group_of(TREE, np.array([28, 29])) is None


def test_that_the_page_of_a_group_says_its_name_and_what_is_in_it() -> None:
    seen, _ = seen_of(State(leaf_racks()), simulated=False)
    nodes = frozenset(np.flatnonzero(TREE.pod == 1).tolist())
    page = several_page(seen, Selection(nodes=nodes))
    assert (page.title, page.subtitle) == ("Pod 1", "pod, by cables")
    told = said(page)
    assert (told["Leaves"], told["Aggregation switches"], told["Hosts"]) == ("4", "3", "16")
    assert several_page(seen, Selection(nodes=nodes, cables=frozenset([0]))).title == "23 nodes and 1 cable"
