from __future__ import annotations

from typing import Any

import numpy as np
from fabrics import fabric_of, killed

from ibviz.core.fabric import Fabric
from ibviz.core.groups import host_group
from ibviz.core.names import guess
from ibviz.core.rails import Rails, find_rails, rail_group


def railed(names: list[str], ports: list[int] | None = None, **columns: Any) -> Fabric:
    """HCAs of these names, each with so many ports, all cabled to one switch."""
    each = ports or [1] * len(names)
    cables, at = [], 0
    for row, count in enumerate(each, start=1):
        for port in range(1, count + 1):
            at += 1
            cables.append((row, port, 0, at))
    fabric = fabric_of("S" + "H" * len(names), cables, names=["switch", *names])
    filled = {name: np.array(["", *values], object) for name, values in columns.items()}
    return Fabric(fabric.nodes.with_columns(**filled), fabric.cables, fabric.ports)


def rails_of(fabric: Fabric) -> Rails:
    guesses = guess(fabric.nodes)
    return find_rails(fabric, host_group(fabric, guesses), guesses.card)


def rail_names(fabric: Fabric) -> list[str]:
    card = guess(fabric.nodes).card
    group = rail_group(fabric, rails_of(fabric), card)
    return [group.names[i] if i >= 0 else "" for i in group.of.tolist()][1:]


def test_that_rails_are_the_ranks_of_cards_by_number() -> None:
    fabric = railed(["a mlx5_10", "a mlx5_2", "b mlx5_2", "b mlx5_10"])
    assert rails_of(fabric).rail.tolist() == [1, 0, 0, 1]
    assert rail_names(fabric) == ["2", "1", "1", "2"]


def test_that_a_host_that_lacks_a_card_keeps_the_rails_of_its_others() -> None:
    names = [f"{host} mlx5_{card}" for host in "abc" for card in (0, 3, 6)]
    names.remove("b mlx5_3")
    assert rails_of(railed(names)).rail.tolist() == [0, 1, 2, 0, 2, 0, 1, 2]


def test_that_a_host_with_other_cards_ranks_its_own() -> None:
    names = [f"{host} mlx5_{card}" for host in "abc" for card in (0, 3)] + ["d mlx5_7", "d mlx5_9"]
    assert rails_of(railed(names)).rail.tolist() == [0, 1] * 4


def test_that_there_are_no_rails_where_most_hosts_have_one_port() -> None:
    fabric = railed(["a mlx5_0", "a mlx5_1", "b mlx5_0", "c mlx5_0"])
    rails = rails_of(fabric)
    assert not rails.recognised
    assert rails.rail.tolist() == [-1] * 4
    assert rail_names(fabric) == [""] * 4


def test_that_half_of_the_hosts_are_not_most() -> None:
    assert not rails_of(railed(["a mlx5_0", "a mlx5_1", "b mlx5_0"])).recognised


def test_that_the_ports_of_one_hca_are_rails_too() -> None:
    rails = rails_of(railed(["a", "b"], [2, 2]))
    assert rails.rail.tolist() == [0, 1, 0, 1]
    assert rails.port.tolist() == [1, 2, 1, 2]
    assert rails.of_ports(np.array([2, 1]), np.array([2, 1])).tolist() == [1, 0]


def test_that_cards_without_numbers_rank_by_row_where_the_file_states_the_host() -> None:
    assert rails_of(railed(["x", "y", "z", "w"], host=["h", "h", "g", "g"])).rail.tolist() == [0, 1, 0, 1]


def test_that_cards_grouped_by_system_guid_rank_by_guid() -> None:
    fabric = fabric_of("SHHHH", [(row, 1, 0, row) for row in range(1, 5)], guids=[1, 40, 30, 10, 20])
    names = np.array(["s", *["MT4119 ConnectX5   Mellanox Technologies"] * 4], object)
    nodes = fabric.nodes.with_columns(name=names, system_guid=[0, 7, 7, 9, 9])
    assert rails_of(Fabric(nodes, fabric.cables)).rail.tolist() == [1, 0, 0, 1]


def test_that_rails_that_the_file_states_are_taken_as_they_are() -> None:
    fabric = railed(["a", "b", "c"], rail=["10", "2", ""])
    assert rail_names(fabric) == ["10", "2", ""]
    group = rail_group(fabric, rails_of(fabric), guess(fabric.nodes).card)
    assert group.names.tolist() == ["2", "10"]
    assert group.source.tolist() == ["", "file", "file", ""]


def test_that_the_source_of_a_rail_is_the_name_or_the_wiring() -> None:
    for fabric, source in ((railed(["a mlx5_0", "a mlx5_1"]), "name"), (railed(["a"], [2]), "wiring")):
        group = rail_group(fabric, rails_of(fabric), guess(fabric.nodes).card)
        assert set(group.source.tolist()[1:]) == {source}


def test_that_a_deleted_cable_takes_its_port_out() -> None:
    fabric = killed(railed(["a mlx5_0", "a mlx5_1"]), cables=[1])
    assert rails_of(fabric).node.tolist() == [1]


def test_that_no_ports_have_no_rails() -> None:
    rails = rails_of(fabric_of("S", []))
    assert not rails.recognised
    assert rails.of_ports(np.empty(0, np.int64), np.empty(0, np.int64)).tolist() == []
