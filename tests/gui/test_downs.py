from __future__ import annotations

from dataclasses import replace

from fabrics import fabric_of, tree2
from gui_windows import small_state

from ibviz.core.fabric import Fabric
from ibviz.core.references import node_id
from ibviz.core.scenario import Scenario
from ibviz.gui.downs import node_name, things, title_of

FABRIC = small_state().fabric


def test_that_a_single_thing_is_called_by_its_name() -> None:
    assert things(FABRIC, {2}, ()) == "spine1"
    assert things(FABRIC, (), {4}) == "leaf1[3] to spine1[1]"


def test_that_several_things_are_counted_by_kind() -> None:
    assert things(FABRIC, {0, 1, 3}, {0, 1}) == "2 switches, 1 host adapter and 2 cables"
    assert things(FABRIC, {0, 1}, ()) == "2 switches"
    assert things(FABRIC, (), ()) == "nothing"


def test_that_the_title_says_what_is_down() -> None:
    assert title_of(FABRIC, Scenario("x", frozenset({2}))) == "spine1 is down"
    assert title_of(FABRIC, Scenario("x", frozenset({0}), frozenset({1}))) == "1 switch and 1 cable are down"


def test_that_one_of_several_of_a_name_is_told_apart() -> None:
    fabric = fabric_of("SSHH", [(2, 1, 0, 1), (3, 1, 1, 1)])
    alike = Fabric(fabric.nodes.with_columns(name=["a", "a", "n1", "n2"]), fabric.cables)
    assert node_name(alike, 0) == f"a {node_id(alike, 0)}"
    assert node_name(alike, 2) == "n1"


def test_that_several_racks_are_counted() -> None:
    from dataclasses import replace

    import numpy as np

    from ibviz.core.structure import shape
    from ibviz.core.wiring import wiring
    from ibviz.gui.downs import whole

    fabric = small_state().fabric
    rack = np.array(["A", "A", "rack B", "", "", "", ""], object)
    structure = shape(wiring(replace(fabric, nodes=replace(fabric.nodes, rack=rack))))
    found = whole(structure, "rack", [0, 2])
    assert found is not None and (found.title, found.nodes) == ("2 racks", {0, 1, 2})
    only = whole(structure, "rack", [2])
    assert only is not None and only.title == "rack B"
    assert whole(structure, "rack", [3]) is None


def test_that_a_name_turns_nothing_around_it() -> None:
    fabric = tree2(1, 1, 1)
    names = fabric.nodes.name.copy()
    names[0] = "leaf\u202e-1"
    turned = replace(fabric, nodes=replace(fabric.nodes, name=names))
    assert node_name(turned, 0) == "leaf-1"
