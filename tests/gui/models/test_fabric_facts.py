from __future__ import annotations

import numpy as np
from fabrics import fabric_of, fabrics, killed, tree2, tree3
from hypothesis import given

from ibviz.core.fabric import Fabric, Kind, Ports
from ibviz.core.registry import layouts
from ibviz.gui.models.fabric_facts import facts_of


def test_that_layers_have_the_words_of_the_picture() -> None:
    facts = facts_of(tree3(2, 2, 2, 2, 2))
    words = dict(zip(facts.names.tolist(), facts.layers.tolist(), strict=True))
    assert [words["S0"], words["S4"], words["S8"]] == ["Leaf", "Aggregation", "Core"]
    assert set(facts.cable_layers.tolist()) == {"Host cable", "Leaf uplink", "Core cable"}


def test_that_a_lone_switch_is_a_switch() -> None:
    facts = facts_of(fabric_of("SHH", [(0, 1, 1, 1), (0, 2, 2, 1)]))
    assert facts.layers.tolist() == ["Switch", "Host", "Host"]


def test_that_routers_and_aggregation_nodes_are_called_so() -> None:
    facts = facts_of(fabric_of("SHRA", [(0, 1, 1, 1), (0, 2, 2, 1), (0, 3, 3, 1)]))
    assert facts.layers.tolist()[2:] == ["Router", "Aggregation node"]
    assert facts.count(Kind.ROUTER) == 1


def test_that_cables_beside_the_levels_are_named() -> None:
    facts = facts_of(
        fabric_of(
            "SSSHHHA", [(0, 1, 3, 1), (1, 1, 4, 1), (0, 2, 1, 2), (2, 1, 0, 3), (5, 1, 2, 2), (2, 3, 6, 1)]
        )
    )
    assert "Same level" in facts.cable_layers.tolist()
    assert facts.cable_layers[5] == "Inside a switch"


def test_that_two_rates_of_one_cable_are_both_told() -> None:
    fabric = tree2(2, 1, 1)
    width = fabric.cables.width.copy()
    width[0] = 4, 1
    width[1] = 0, 0
    facts = facts_of(Fabric(fabric.nodes, fabric.cables.with_columns(width=width)))
    assert facts.rates[:2].tolist() == ["HDR 4x, HDR 1x", "unknown"]


@given(fabrics())
def test_that_every_cabled_port_is_a_row(fabric: Fabric) -> None:
    facts = facts_of(fabric)
    ports, cables = facts.ports, fabric.cables
    live = np.flatnonzero(cables.alive & fabric.nodes.alive[cables.node].all(axis=1))
    wanted = {(int(n), int(p)) for c in live for n, p in zip(cables.node[c], cables.port[c], strict=True)}
    found = set(zip(ports.node.tolist(), ports.port.tolist(), strict=True))
    assert wanted <= found
    for at in np.flatnonzero(ports.cable >= 0):
        cable, side = ports.cable[at], ports.side[at]
        assert (cables.node[cable, side], cables.port[cable, side]) == (ports.node[at], ports.port[at])
        assert facts.port_at(int(ports.node[at]), int(ports.port[at])) == at
    assert facts.used.sum() == 2 * len(live)
    assert len(facts.port_lids) == len(facts.port_guids) == len(facts.lid_stated) == len(ports)


def test_that_a_port_says_what_its_file_says() -> None:
    fabric = tree2(1, 1, 2)
    said = Ports.of(2, node=[2, 3], port=[1, 2], guid=[77, 0], lid=[42, 0])
    facts = facts_of(Fabric(fabric.nodes, fabric.cables, said))
    at = facts.port_at(2, 1)
    assert (facts.port_lids[at], facts.port_guids[at], facts.lid_stated[at]) == (42, 77, True)
    assert facts.node_lids[2] == 42
    assert facts.ports.cable[facts.port_at(3, 2)] == -1
    assert facts.port_at(3, 9) == -1


def test_that_lids_which_were_given_are_told_apart() -> None:
    facts = facts_of(tree2(1, 1, 2))
    assert not facts.lid_stated.any()
    assert (facts.node_lids > 0).all()


def test_that_hosts_come_once_each() -> None:
    facts = facts_of(tree2(2, 1, 2))
    assert facts.hosts_of(np.array([0, 3, 4, 3])) == ["H3", "H4"]


def test_that_deleted_nodes_count_nowhere() -> None:
    facts = facts_of(killed(tree2(2, 1, 2), nodes=[3]))
    assert facts.count(Kind.HCA) == 3
    assert facts.layers[3] == ""


def test_that_a_known_structure_is_taken_over() -> None:
    fabric = tree2(2, 1, 2)
    first = facts_of(fabric)
    assert facts_of(fabric, first.structure).structure is first.structure
    assert facts_of(tree2(2, 1, 2), first.structure).structure is not first.structure


def test_that_an_empty_fabric_has_facts() -> None:
    facts = facts_of(Fabric())
    assert len(facts.ports) == 0
    assert facts.lids_used == 0


def test_that_pods_and_planes_are_numbered_as_the_picture_counts_them() -> None:
    facts = facts_of(tree3(4, 2, 2, 2, 2, shuffle=5))
    bands = layouts.get("layered")(facts.structure)
    assert len(bands.pods) == 4
    for strips, number, part in (
        (bands.pods, facts.pod, facts.structure.pod),
        (bands.planes, facts.plane, facts.structure.plane),
    ):
        for strip in strips:
            assert set(number[part == strip.index].tolist()) == {int(strip.label)}
        assert (number[part < 0] == 0).all()


def test_that_a_tree_of_two_levels_has_no_pods() -> None:
    assert not facts_of(tree2(3, 2, 2)).pod.any()


def test_that_ends_are_written_one_by_one_or_many_at_once() -> None:
    facts = facts_of(fabric_of("SHH", [(0, 1, 1, 1), (0, 2, 2, 3)]))
    assert facts.ends[1, 1] == "H2[3]"
    rows = np.array([0, 1])
    assert facts.ends[rows, 0].tolist() == ["S0[1]", "S0[2]"]
    assert facts.ends[rows, np.array([1, 0])].tolist() == ["H1[1]", "S0[2]"]
    assert facts.ends[rows[:, None], np.array([[0, 1]])].tolist() == [["S0[1]", "H1[1]"], ["S0[2]", "H2[3]"]]
