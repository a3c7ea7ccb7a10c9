from __future__ import annotations

from typing import Any

import numpy as np

from ibviz.core.fabric import Fabric, Nodes
from ibviz.core.groups import CARD_LIMIT, Group, chassis_group, group_by, host_group, numbered, rack_group
from ibviz.core.names import guess


def fabric(names: list[str], kind: int | list[int] = 2, **columns: Any) -> Fabric:
    count = len(names)
    kinds = [kind] * count if isinstance(kind, int) else kind
    guid = columns.pop("guid", np.arange(1, count + 1))
    return Fabric(Nodes.of(count, kind=kinds, name=np.array(names, object), guid=guid, **columns))


def hosts(of: Fabric) -> Group:
    return host_group(of, guess(of.nodes))


def called(group: Group) -> list[str]:
    return [group.names[i] if i >= 0 else "" for i in group.of.tolist()]


def test_that_hcas_of_one_name_are_one_host() -> None:
    group = hosts(fabric(["a mlx5_0", "b mlx5_0", "a mlx5_1"]))
    assert called(group) == ["a", "b", "a"]
    assert group.source.tolist() == ["name"] * 3


def test_that_what_the_file_states_wins_over_the_name() -> None:
    group = hosts(fabric(["a mlx5_0", "a mlx5_1"], host=np.array(["x", ""], object)))
    assert called(group) == ["x", "a"]
    assert group.source.tolist() == ["file", "name"]


def test_that_vendor_defaults_never_make_a_host() -> None:
    group = hosts(fabric(["MT25408 ConnectX Mellanox Technologies"] * 3))
    assert called(group) == ["H-0000000000000001", "H-0000000000000002", "H-0000000000000003"]
    assert group.source.tolist() == [""] * 3


def test_that_a_name_borne_twice_in_full_makes_no_host() -> None:
    group = hosts(fabric(["a HCA-1", "a HCA-1", "b HCA-1"]))
    assert called(group) == ["H-0000000000000001", "H-0000000000000002", "b"]


def test_that_the_ports_of_one_card_are_one_host() -> None:
    names = ["MT4123 ConnectX6   Mellanox Technologies"] * 3
    group = hosts(fabric(names, system_guid=[0xAA, 0xAA, 0xBB]))
    assert called(group) == ["system 00000000000000aa"] * 2 + ["H-0000000000000003"]
    assert group.source.tolist() == ["wiring", "wiring", ""]


def test_that_a_card_with_one_named_port_belongs_to_that_host() -> None:
    group = hosts(fabric(["node7 mlx5_0", "MT4123 X Mellanox Technologies"], system_guid=[5, 5]))
    assert called(group) == ["node7", "node7"]
    assert group.source.tolist() == ["name", "wiring"]


def test_that_names_part_hosts_that_share_a_card() -> None:
    assert called(hosts(fabric(["a mlx5_0", "b mlx5_0"], system_guid=[5, 5]))) == ["a", "b"]


def test_that_a_factory_system_guid_joins_nobody() -> None:
    count = CARD_LIMIT + 1
    group = hosts(fabric(["MT1 ConnectX Mellanox Technologies"] * count, system_guid=[9] * count))
    assert len(group.names) == count


def test_that_an_unnamed_hca_is_not_mixed_up_with_a_host_of_its_name() -> None:
    group = hosts(fabric(["localhost", "x HCA-1"], host=np.array(["", "localhost"], object)))
    assert called(group) == ["H-0000000000000001", "localhost"]


def test_that_only_live_hcas_have_hosts() -> None:
    group = hosts(fabric(["a", "b", "c", "d"], [2, 1, 4, 2], alive=[True, True, True, False]))
    assert called(group) == ["a", "", "", ""]


def test_that_a_director_is_grouped_by_its_name() -> None:
    names = ["MF0;d:CS8500/L01/U1", "MF0;d:CS8500/S01/U1", "MF0;one:MQM8700/U1"]
    of = fabric(names, 1)
    group = chassis_group(of, guess(of.nodes))
    assert called(group) == ["d", "d", ""]
    assert group.source.tolist() == ["name", "name", ""]


def test_that_a_switch_and_its_aggregation_node_are_no_chassis() -> None:
    of = fabric(["s", "agg"], [1, 4], system_guid=[7, 7])
    assert called(chassis_group(of, guess(of.nodes))) == ["", ""]


def test_that_switches_sharing_a_system_guid_are_a_chassis() -> None:
    of = fabric(
        ["s", "t", "u", "v"], 1, system_guid=[7, 7, 8, 0], chassis=np.array(["", "", "c1", ""], object)
    )
    group = chassis_group(of, guess(of.nodes))
    assert called(group) == ["chassis 0000000000000007"] * 2 + ["c1", ""]
    assert group.source.tolist() == ["wiring", "wiring", "file", ""]


def test_that_racks_are_only_what_the_file_states() -> None:
    group = rack_group(fabric(["r1-n1", "r1-n2"], rack=np.array(["R1", ""], object)))
    assert called(group) == ["R1", ""]
    assert group.source.tolist() == ["file", ""]


def test_that_groups_are_numbered_as_they_appear() -> None:
    key = np.array(["", "b", "a", "b"], object)
    group = group_by(key, key)
    assert group.of.tolist() == [-1, 0, 1, 0]
    assert numbered(key)[1].tolist() == ["", "b", "a"]
