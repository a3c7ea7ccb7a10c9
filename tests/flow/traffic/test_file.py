from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from fabrics import fabric_of, tree2
from flows import laid, rails

from ibviz.core.errors import ReadError
from ibviz.core.fabric import Fabric
from ibviz.core.scenario import Scenario
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


def test_that_bytes_tell_when_each_flow_is_done(tmp_path: Path) -> None:
    file = tmp_path / "sized.csv"
    # Two flows of 1 and 3 GB share a port of 200 Gbit/s; one has its port for itself; one goes to itself.
    file.write_text("src,dst,bytes\nH2,H4,1e9\nH3,H4,3e9\nH4,H5,5e8\nH5,H5,25e8\n")
    for engine in ("minhop", "adaptive"):
        found = laid(tree2(1, 1, 4), f"file:{file}", engine)
        assert found.flows.end == pytest.approx([0.08, 0.16, 0.02, 0.1])
        assert found.summary["drain"] == {
            "first_seconds": pytest.approx(0.02),
            "mean_seconds": pytest.approx(0.09),
            "seconds": pytest.approx(0.16),
            "never_done": 0,
        }
        assert flows_csv(found).decode().splitlines()[0].endswith(",bottleneck,seconds")


def test_that_a_flow_without_a_route_is_never_done(tmp_path: Path) -> None:
    file = tmp_path / "sized.csv"
    file.write_text("src,dst,bytes\nH3,H5,1e9\n")
    found = laid(tree2(2, 1, 2), f"file:{file}", scenario=Scenario(down_nodes=frozenset([2])))
    told = {"first_seconds": None, "mean_seconds": None, "seconds": None, "never_done": 1}
    assert found.summary["drain"] == told
    assert flows_csv(found).decode().splitlines()[1].endswith(",")


@pytest.mark.parametrize("text", ["", "-1", "x", "inf"])
def test_that_bytes_that_are_no_number_are_refused(tmp_path: Path, text: str) -> None:
    file = tmp_path / "sized.csv"
    file.write_text(f"src,dst,bytes\nH2,H4,{text}\n")
    with pytest.raises(ReadError, match=r"bytes is .*expected a number, 0 or more"):
        laid(tree2(1, 1, 4), f"file:{file}")
