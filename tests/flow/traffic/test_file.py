from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from fabrics import fabric_of, tree2
from flows import laid, rails

from ibviz.core.errors import ReadError
from ibviz.core.fabric import Fabric
from ibviz.core.simulation import Simulation
from ibviz.flow.flow_table import flows_csv


def _laid(folder: Path, text: str | bytes, fabric: Fabric | None = None, options: str = "") -> Simulation:
    file = folder / "flows.csv"
    file.write_bytes(text.encode() if isinstance(text, str) else text)
    return laid(fabric or tree2(2, 1, 2), f"file:{file}{options}")


def test_that_pairs_and_demands_come_from_the_file(tmp_path: Path) -> None:
    flows = _laid(tmp_path, "src,dst,demand_gbps\nH3,H5,30\nH4,H5,\n\nH5,H5\n").flows
    assert flows.src.tolist() == [0, 1, 2]
    assert flows.dst.tolist() == [2, 2, 2]
    assert flows.demand.tolist() == [30, np.inf, np.inf]
    assert flows.rate.tolist() == [30, 170, 200]


def test_that_a_header_is_not_needed_and_columns_may_come_in_any_order(tmp_path: Path) -> None:
    assert _laid(tmp_path, "H3,H5\r\nH4,H6,7").flows.demand.tolist() == [np.inf, 7]
    assert _laid(tmp_path, "note,DST,src\nx,H5,H3\n").flows.dst.tolist() == [2]


def test_that_a_table_of_flows_is_read_back(tmp_path: Path) -> None:
    names = ["=leaf", "S", "=1+1", "a,b", '"q"', "-x"]
    fabric = fabric_of("SSHHHH", [(p + 2, 1, 0, p + 1) for p in range(4)], names=names)
    first = laid(fabric, "shift:k=1")
    again = _laid(tmp_path, flows_csv(first), fabric)
    assert again.flows.src.tolist() == first.flows.src.tolist()
    assert again.flows.dst.tolist() == first.flows.dst.tolist()


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("src,dst\nH3,H5\nH3,H9\n", r"flows\.csv:3: no node is called 'H9'"),
        ("H3\n", r"flows\.csv:1: src or dst is missing"),
        ("src,dst\n\n,H3\n", r"flows\.csv:3: src or dst is missing"),
        ("H3,H4,fast\n", r"flows\.csv:1: demand_gbps is 'fast'; expected a number above 0"),
        ("H3,H4,0\n", r"flows\.csv:1: demand_gbps is '0'"),
        ("H3,H4,nan\n", r"flows\.csv:1: demand_gbps is 'nan'"),
        ('H3,"H4"x\n', r"flows\.csv:1: is no CSV"),
        ('H3,"H4\n', r"is no CSV"),
        ("H3,S0\n", r"flows\.csv:1: 'S0' is no endpoint"),
        ("", r"is empty; expected src,dst\[,demand_gbps\]"),
    ],
)
def test_that_a_faulty_line_is_told(tmp_path: Path, text: str, message: str) -> None:
    with pytest.raises(ReadError, match=message):
        _laid(tmp_path, text)


def test_that_a_file_without_rows_is_no_traffic(tmp_path: Path) -> None:
    assert _laid(tmp_path, "src,dst\n").summary["flows"] == 0


def test_that_pairs_of_a_file_cross_rails_unless_told_otherwise(tmp_path: Path) -> None:
    text = "n01 mlx5_0,n02 mlx5_1\nn01 mlx5_0,n01 mlx5_1\nn01 mlx5_0,n03 mlx5_0\n"
    assert _laid(tmp_path, text, rails()).summary["flows"] == 3
    assert _laid(tmp_path, text, rails(), ",local=0").summary["flows"] == 2
    assert _laid(tmp_path, text, rails(), ",rails=same").summary["flows"] == 1


def test_that_pairs_of_two_subnets_are_unroutable(tmp_path: Path) -> None:
    fabric = fabric_of("SSHH", [(2, 1, 0, 1), (3, 1, 1, 1)])
    found = _laid(tmp_path, "H2,H3\nH2,H2\n", fabric)
    assert (found.summary["routed"], found.summary["unroutable"]) == (1, 1)
    assert found.flows.rate.tolist() == [0, 200]
