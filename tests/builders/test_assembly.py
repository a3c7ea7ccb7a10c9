from __future__ import annotations

import numpy as np

from ibviz.builders.assembly import Row, Run, assemble
from ibviz.core.fabric import Kind, born_guid
from ibviz.core.units import Rate

HDR, HDR100 = Rate.parse("4xHDR"), Rate.parse("2xHDR")


def run(low: list[int], high: list[int], high_port: list[int], rate: Rate) -> Run:
    return Run(np.array(low), np.ones(len(low), np.int64), np.array(high), np.array(high_port), rate)


def test_that_names_of_a_row_have_one_length_and_count_from_one() -> None:
    assert Row(Kind.SWITCH, "leaf-", 3, 36).names.tolist() == ["leaf-01", "leaf-02", "leaf-03"]
    many = Row(Kind.HCA, "node", 12_345, 1, digits=4).names.tolist()
    assert many[0] == "node00001" and many[-1] == "node12345"
    assert many == sorted(many)


def test_that_rows_follow_one_another_and_routing_order_is_row_order() -> None:
    fabric = assemble(
        [Row(Kind.SWITCH, "leaf-", 2, 4), Row(Kind.HCA, "node", 300, 2)], [run([2, 3], [0, 1], [1, 1], HDR)]
    )
    assert fabric.nodes.kind.tolist() == [Kind.SWITCH] * 2 + [Kind.HCA] * 300
    assert fabric.nodes.ports.tolist() == [4, 4] + [2] * 300
    assert fabric.nodes.guid.tolist() == [born_guid(row) for row in range(302)]
    assert np.array_equal(fabric.routing_order, np.arange(302))


def test_that_each_run_has_its_rate_at_both_ends() -> None:
    rows = [Row(Kind.SWITCH, "leaf-", 2, 4), Row(Kind.HCA, "node", 2, 1)]
    fabric = assemble(rows, [run([2, 3], [0, 1], [1, 1], HDR100), run([0], [1], [4], HDR)])
    assert fabric.cables.node.tolist() == [[2, 0], [3, 1], [0, 1]]
    assert fabric.cables.port.tolist() == [[1, 1], [1, 1], [1, 4]]
    assert fabric.cables.width.tolist() == [[2, 2], [2, 2], [4, 4]]
    assert fabric.capacity.tolist() == [100.0, 100.0, 200.0]
    assert fabric.cables.described.all()


def test_that_every_hca_port_has_the_guid_of_its_node_plus_its_number() -> None:
    fabric = assemble(
        [Row(Kind.SWITCH, "leaf-", 1, 4), Row(Kind.HCA, "node", 2, 2)], [run([1, 2], [0, 0], [1, 2], HDR)]
    )
    assert fabric.ports.node.tolist() == [1, 1, 2, 2]
    assert fabric.ports.port.tolist() == [1, 2, 1, 2]
    expected = [born_guid(1) + 1, born_guid(1) + 2, born_guid(2) + 1, born_guid(2) + 2]
    assert fabric.ports.guid.tolist() == expected


def test_that_no_two_rows_have_the_same_birth_not_even_in_two_fabrics() -> None:
    rows, runs = [Row(Kind.SWITCH, "leaf-", 2, 4)], [run([0], [1], [4], HDR)]
    made = [assemble(rows, runs) for _ in range(2)]
    births = np.concatenate([table.birth for f in made for table in (f.nodes, f.cables)])
    assert len(np.unique(births)) == 6
