from __future__ import annotations

from fabrics import tree2

from ibviz.core.fabric import Fabric, Ports
from ibviz.gui.models.fabric_facts import facts_of
from ibviz.gui.models.shell import commands


def test_that_a_lid_of_the_file_is_used() -> None:
    fabric = tree2(1, 1, 2)
    nodes = fabric.nodes.with_values([0], lid=[9])
    facts = facts_of(Fabric(nodes, fabric.cables, Ports.of(1, node=[2], port=[1], lid=[42], guid=[0x77])))
    assert commands(facts, 2, 1) == [
        ("GUID", "0x0000000000000077"),
        ("LID", "42"),
        ("ibportstate", "ibportstate 42 1"),
        ("perfquery", "perfquery 42 1"),
    ]
    assert ("ibportstate", "ibportstate 9 3") in commands(facts, 0, 3)


def test_that_a_lid_that_was_given_here_is_not_told_to_tools() -> None:
    facts = facts_of(tree2(1, 1, 2))
    said = dict(commands(facts, 0, 1))
    assert said["perfquery"] == f"perfquery -G 0x{int(facts.fabric.nodes.guid[0]):016x} 1"
    assert "LID" not in said


def test_that_a_port_that_is_not_there_has_no_lines() -> None:
    assert commands(facts_of(tree2(1, 1, 2)), 0, 99) == []
