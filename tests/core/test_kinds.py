from __future__ import annotations

import networkx as nx
import numpy as np
from fabrics import fabric_of, tree2, tree3

from ibviz.core.fabric import Fabric
from ibviz.core.structure import shape
from ibviz.core.wiring import wiring


def kind(fabric: Fabric) -> tuple[str, str]:
    structure = shape(wiring(fabric))
    return structure.kind, structure.kind_reason


def hosted(graph: nx.Graph, hosts: int = 1) -> Fabric:
    """A fabric of switches cabled as a graph, with so many hosts on each."""
    graph = nx.convert_node_labels_to_integers(graph, ordering="sorted")
    used = dict.fromkeys(graph, 0)
    cables = []

    def plug(node: int) -> tuple[int, int]:
        used[node] += 1
        return node, used[node]

    for a, b in graph.edges:
        cables.append((*plug(a), *plug(b)))
    row = len(graph)
    for node in list(graph):
        for _ in range(hosts):
            cables.append((row, 1, *plug(node)))
            row += 1
    return fabric_of("S" * len(graph) + "H" * (row - len(graph)), cables)


def rail_fabric(rails: int, hosts: int, spines: int = 0) -> Fabric:
    """Hosts with one HCA on each of as many leaves as there are rails."""
    cables = [(r, hosts + s + 1, rails + s, r + 1) for r in range(rails) for s in range(spines)]
    row = rails + spines
    names = [f"switch{i}" for i in range(row)]
    for host in range(hosts):
        for rail in range(rails):
            cables.append((row, 1, rail, host + 1))
            names.append(f"n{host} mlx5_{rail}")
            row += 1
    return fabric_of("S" * (rails + spines) + "H" * (rails * hosts), cables, names=names)


def test_that_nothing_is_irregular() -> None:
    assert kind(fabric_of("", [])) == ("irregular", "It has no switch.")
    assert kind(fabric_of("HH", [(0, 1, 1, 1)]))[0] == "irregular"


def test_that_one_switch_is_a_single_switch() -> None:
    assert kind(fabric_of("SHH", [(0, 1, 1, 1), (0, 2, 2, 1)])) == ("single-switch", "There is one switch.")
    assert kind(fabric_of("SS", [])) == ("single-switch", "2 switches, none cabled to another.")


def test_that_trees_are_fat_trees_with_their_figures() -> None:
    assert kind(tree2(4, 2, 3)) == (
        "fat-tree",
        "2 levels of switches (4, 2) from the leaves up; cables between switches join neighbouring levels only.",
    )
    assert kind(tree3(3, 2, 2, 2, 1))[1].startswith("3 levels of switches (6, 6, 4)")


def test_that_service_hosts_on_spines_are_said() -> None:
    fabric = tree2(4, 2, 8)
    extra = fabric_of("SSSSSS" + "H" * 33, [*cables_of(fabric), (38, 1, 4, 5)])
    assert kind(extra) == (
        "fat-tree",
        "2 levels of switches (4, 2) from the leaves up, 1 host above the leaves; "
        "cables between switches join neighbouring levels only.",
    )


def cables_of(fabric: Fabric) -> list[tuple[int, int, int, int]]:
    both = np.stack([fabric.cables.node, fabric.cables.port], axis=2).reshape(-1, 4)
    return [tuple(row) for row in both.tolist()]


def test_that_a_few_odd_cables_do_not_unmake_a_tree_but_are_said() -> None:
    cables = cables_of(tree2(8, 8, 1))
    odd = fabric_of("S" * 16 + "H" * 8, [*cables, (8, 20, 9, 20)])
    assert kind(odd)[0] == "fat-tree"
    assert "1 of 65 cables join switches of one level" in kind(odd)[1]
    many = [(8 + i, 20, 8 + i + 1, 20) for i in range(0, 8, 2)]
    name, reason = kind(fabric_of("S" * 16 + "H" * 8, [*cables, *many]))
    assert name == "irregular"
    assert reason == "4 of 68 cables between switches join switches of one level, and no known pattern fits."


def test_that_several_trees_say_how_many_subnets() -> None:
    one = cables_of(tree2(2, 1, 1))
    two = [(a + 5, p, b + 5, q) for a, p, b, q in one]
    assert "in 2 subnets" in kind(fabric_of("SSSHH" * 2, [*one, *two]))[1]


def test_that_levels_that_grow_upwards_are_no_fat_tree() -> None:
    cables = [(0, 1, 6, 1), (0, 2, 1, 1), (0, 3, 2, 1)]
    cables += [(1, 2, 3, 1), (1, 3, 4, 1), (2, 2, 5, 1)]
    name, reason = kind(fabric_of("SSSSSSH", cables))
    assert name == "irregular"
    assert "each has more switches than the one below" in reason


def test_that_rails_on_leaves_of_their_own_are_multi_rail() -> None:
    assert kind(rail_fabric(4, 3, 2)) == (
        "multi-rail",
        "3 hosts of 3 reach 4 leaves, one by each port; "
        "2 levels of switches (4, 2) from the leaves up; cables between switches join neighbouring levels only.",
    )
    assert kind(rail_fabric(2, 3)) == (
        "multi-rail",
        "3 hosts of 3 reach 2 leaves, one by each port; 2 switches, none cabled to another.",
    )


def test_that_rails_on_one_leaf_are_not_multi_rail() -> None:
    names = ["s", "a mlx5_0", "a mlx5_1", "b mlx5_0", "b mlx5_1"]
    fabric = fabric_of("SHHHH", [(i, 1, 0, i) for i in range(1, 5)], names=names)
    assert kind(fabric)[0] == "single-switch"
    cut = fabric_of("SHHHH", [], names=names)
    assert kind(cut)[0] == "single-switch"


def test_that_uncabled_rails_are_not_multi_rail() -> None:
    names = ["s", "s2", "a mlx5_0", "a mlx5_1"]
    assert kind(fabric_of("SSHH", [(2, 1, 3, 1)], names=names))[0] == "single-switch"


def test_that_flat_fabrics_have_their_names() -> None:
    assert kind(hosted(nx.cycle_graph(5)))[0] == "ring"
    assert kind(hosted(nx.grid_graph([4, 3], periodic=True)))[0] == "torus"
    assert kind(hosted(nx.grid_graph([4, 3])))[0] == "mesh"
    assert kind(hosted(nx.complete_graph(4))) == (
        "full-mesh",
        "Each of 4 switches is cabled to every other.",
    )


def test_that_the_most_cabled_subnet_gives_the_name() -> None:
    lone = [(0, port, port, 1) for port in range(1, 9)]
    ring = [(a + 9, p, b + 9, q) for a, p, b, q in cables_of(hosted(nx.cycle_graph(4)))]
    assert kind(fabric_of("S" + "H" * 8 + "SSSS" + "HHHH", [*lone, *ring])) == (
        "ring",
        "4 switches in a ring, in the most cabled of 2 subnets.",
    )


def dragonfly(groups: int, leaves: int, spines: int) -> Fabric:
    graph = nx.Graph()
    for group in range(groups):
        graph.add_edges_from(((group, 0, i), (group, 1, j)) for i in range(leaves) for j in range(spines))
        for other in range(group):
            graph.add_edge((group, 1, other % spines), (other, 1, group % spines))
    order = sorted(graph, key=lambda node: (node[1], node))
    graph = nx.relabel_nodes(graph, {node: i for i, node in enumerate(order)})
    fabric = hosted(graph, 2)
    on_leaves = fabric.nodes.kind[fabric.cables.node[:, 0]] == 1
    on_leaves |= fabric.cables.node[:, 1] < groups * leaves
    return Fabric(fabric.nodes, fabric.cables.with_columns(alive=on_leaves))


def test_that_a_dragonfly_plus_says_its_groups() -> None:
    assert kind(dragonfly(5, 3, 2)) == (
        "dragonfly+",
        "5 groups of leaves and spines, every two groups joined by cables between spines "
        "(3 leaves and 2 spines each).",
    )


def test_that_groups_that_do_not_all_meet_are_irregular() -> None:
    fabric = dragonfly(5, 3, 2)
    level = shape(wiring(fabric)).level
    between = np.flatnonzero((level[fabric.cables.node] == 2).all(axis=1))
    cut = fabric.cables.alive.copy()
    cut[between[0]] = False
    assert kind(Fabric(fabric.nodes, fabric.cables.with_columns(alive=cut)))[0] == "irregular"


def test_that_unequal_groups_say_the_span() -> None:
    fabric = dragonfly(5, 3, 2)
    alive = fabric.nodes.alive.copy()
    alive[0] = False
    cables = fabric.cables.alive & alive[fabric.cables.node].all(axis=1)
    cut = Fabric(fabric.nodes.with_columns(alive=alive), fabric.cables.with_columns(alive=cables))
    assert "(2 to 3 leaves and 2 spines each)" in kind(cut)[1]


def test_that_groups_of_switches_that_all_meet_are_a_dragonfly() -> None:
    graph = nx.disjoint_union_all([nx.complete_graph(4)] * 9)
    graph.add_edges_from(
        (4 * a + (b - a - 1) // 2 % 4, 4 * b + (a - b) % 9 // 2 % 4) for b in range(9) for a in range(b)
    )
    assert kind(hosted(graph)) == (
        "dragonfly",
        "9 groups of 4 switches, every two groups joined by cables.",
    )


def test_that_groups_in_a_ring_are_no_dragonfly() -> None:
    graph = nx.ring_of_cliques(5, 6)
    assert kind(hosted(graph))[0] == "irregular"
