from __future__ import annotations

import csv
import io
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from fabrics import fabric_of, fabrics, tree2
from flows import laid, with_slots
from hypothesis import given

from ibviz.core.errors import OptionError
from ibviz.core.fabric import Fabric
from ibviz.core.scenario import Scenario
from ibviz.flow.flow_table import CABLE_COLUMNS, FLOW_COLUMNS, cables_csv, flows_csv


def _rows(data: bytes) -> list[dict[str, Any]]:
    return list(csv.DictReader(io.StringIO(data.decode("utf-8"), newline="")))


def test_that_each_flow_is_a_row() -> None:
    found = laid(tree2(2, 1, 2), "shift:k=2")
    rows = _rows(flows_csv(found))
    assert tuple(rows[0]) == FLOW_COLUMNS
    assert len(rows) == 4
    assert (rows[0]["src"], rows[0]["dst"], rows[0]["demand_gbps"]) == ("H3", "H5", "")
    assert (float(rows[0]["rate_gbps"]), rows[0]["hops"]) == (100, "4")
    assert float(rows[0]["latency_us"]) == pytest.approx(0.6 + 3 * 0.09)
    assert rows[0]["bottleneck"] in ("S0[3]", "S2[2]")


def test_that_lengths_of_cables_count_in_the_latency() -> None:
    fabric = tree2(1, 1, 2)
    cables = fabric.cables.with_columns(length_m=np.array([np.nan, 3.0, 5.0]))
    rows = _rows(flows_csv(laid(Fabric(fabric.nodes, cables, fabric.ports), "shift")))
    assert rows[0]["latency_us"] == "0.73"


def test_that_an_exchange_lists_its_pairs() -> None:
    for text in ("all-to-all", "all-to-all:maxmin=1"):
        rows = _rows(flows_csv(laid(tree2(2, 1, 2), text)))
        assert len({(row["src"], row["dst"]) for row in rows}) == 12 == len(rows)
        assert all(float(row["rate_gbps"]) > 0 and row["bottleneck"] for row in rows)


def test_that_what_limits_a_flow_is_told(tmp_path: Path) -> None:
    file = tmp_path / "f.csv"
    file.write_text("H2,H3,7\nH3,H2\nH4,H4\nH5,H4\n")
    fabric = with_slots(tree2(1, 1, 4), {5: "gen1x1"})
    assert [row["bottleneck"] for row in _rows(flows_csv(laid(fabric, f"file:{file}")))] == [
        "demand",
        "H3[1]",
        "",
        "PCIe of H5",
    ]


def test_that_a_flow_without_a_route_has_rate_0_and_no_hops() -> None:
    found = laid(tree2(2, 1, 1), "shift", scenario=Scenario(down_nodes=frozenset([2])))
    row = _rows(flows_csv(found))[0]
    assert (row["rate_gbps"], row["hops"], row["latency_us"], row["bottleneck"]) == ("0.0", "", "", "")


def test_that_ports_of_an_hca_with_several_are_told_apart() -> None:
    fabric = fabric_of("SHH", [(1, 1, 0, 1), (1, 2, 0, 2), (2, 1, 0, 3)])
    rows = _rows(flows_csv(laid(fabric, "shift:rails=all,local=1")))
    assert [row["src"] for row in rows] == ["H1[1]", "H1[2]", "H2"]


def test_that_names_are_no_formulas() -> None:
    names = ["=S", "@S", '=cmd|"/c calc"!A1', "+1", "-1", "\tx"]
    fabric = fabric_of("SSHHHH", [(p + 2, 1, 0, p + 1) for p in range(4)], names=names)
    found = laid(fabric, "shift")
    for row in [*_rows(flows_csv(found)), *_rows(cables_csv(found))]:
        for column in {"src", "dst", "a", "b", "bottleneck"} & set(row):
            assert not row[column].startswith(("=", "+", "-", "@", "\t", "\r"))
    assert _rows(flows_csv(found))[1]["src"] == "'+1"


def test_that_more_than_ten_million_rows_are_refused() -> None:
    found = laid(tree2(4, 1, 2), "all-to-all")
    found.summary["flows"] = 10_000_001  # type: ignore[index]
    with pytest.raises(OptionError, match="a table of 10,000,001 flows is refused"):
        flows_csv(found)


def test_that_each_cable_is_a_row_with_both_directions() -> None:
    fabric = tree2(2, 1, 2)
    found = laid(fabric, "incast:dst=H3")
    rows = _rows(cables_csv(found))
    assert tuple(rows[0]) == CABLE_COLUMNS
    assert len(rows) == len(fabric.cables)
    up = rows[1]
    assert (up["a"], up["a_port"], up["b"], up["b_port"]) == ("S1", "3", "S2", "2")
    assert (up["capacity_gbps"], up["ab_flows"], up["ba_flows"]) == ("200.0", "2", "0")
    assert float(up["ab_gbps"]) == pytest.approx(400 / 3)
    assert float(up["ab_utilization"]) == pytest.approx(2 / 3)
    assert float(up["ba_utilization"]) == 0


def test_that_a_cable_that_is_down_has_no_load() -> None:
    found = laid(tree2(2, 2, 2), "all-to-all", scenario=Scenario(down_cables=frozenset([1])))
    row = _rows(cables_csv(found))[1]
    assert row["capacity_gbps"] == "200.0"
    assert {row[name] for name in CABLE_COLUMNS[5:]} == {""}


@given(fabrics())
def test_that_tables_hold_what_the_simulation_says(fabric: Fabric) -> None:
    found = laid(fabric, "all-to-all:local=1")
    rows = _rows(cables_csv(found))
    alive = np.flatnonzero(fabric.cables.alive)
    assert len(rows) == len(alive)
    load = [[float(row["ab_gbps"] or 0), float(row["ba_gbps"] or 0)] for row in rows]
    np.testing.assert_array_equal(np.array(load).reshape(-1, 2), found.load[alive])
    flows = _rows(flows_csv(found))
    assert len(flows) == found.summary["flows"]
    assert sum(float(row["rate_gbps"]) for row in flows) == pytest.approx(found.summary["total_gbps"])
