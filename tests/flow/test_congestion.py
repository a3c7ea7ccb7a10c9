from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from fabrics import fabrics, scenarios, torus_of, tree2
from flows import with_slots
from hypothesis import given
from hypothesis import strategies as st

from ibviz.core.errors import OptionError
from ibviz.core.fabric import Fabric
from ibviz.core.references import References
from ibviz.core.scenario import AS_BUILT, Choice, Scenario
from ibviz.core.simulation import Role, Simulation
from ibviz.core.wiring import wiring
from ibviz.flow import congestion as module
from ibviz.flow.congestion import bounded, congestion_of, root_text, with_roles
from ibviz.flow.routes import tables_for
from ibviz.flow.simulate import simulate_tables


def both(
    fabric: Fabric, traffic: str, shown: str = "ideal", routing: str = "minhop", down: Scenario = AS_BUILT
) -> Simulation:
    tables = tables_for(wiring(fabric, down), Choice.parse(routing))
    return bounded(tables, simulate_tables(tables, Choice.parse(traffic)), shown)  # type: ignore[arg-type]


def h14(folder: Path) -> str:
    """Return the traffic of case H14: an incast of four, and one flow that passes by."""
    file = folder / "pairs.csv"
    file.write_text("".join(f"H{a + 8},H{b + 8}\n" for a, b in [(0, 8), (1, 8), (4, 8), (5, 8), (2, 12)]))
    return f"file:{file}"


def test_that_both_bounds_of_a_hand_case_come_out_exactly(tmp_path: Path) -> None:
    found = both(tree2(4, 4, 4), h14(tmp_path), routing="dmodk")
    assert found.flows.rate == pytest.approx([50] * 4 + [100])
    assert found.congestion is not None
    assert found.congestion.rate == pytest.approx([50] * 5)
    assert found.congestion.role.tolist() == [Role.CONTRIBUTOR] * 4 + [Role.VICTIM]
    assert found.congestion.root.tolist() == [0] * 5
    (root,) = found.congestion.roots
    assert (root.kind, root.rate, root.contributors, root.victims) == ("incast", 50, 4, 1)
    assert len(root.tree) == 7
    assert root_text(References(found.wiring.fabric), root) == "S2[1]"
    told = found.summary["congestion"]
    assert told["shown"] == "ideal"
    assert (told["ideal"]["total_gbps"], told["none"]["total_gbps"]) == pytest.approx((300, 250))
    assert told["counts"] == {
        "roots": 1, "incast": 1, "in_network": 0, "edge": 0, "contributors": 4, "victims": 1, "free": 0,
    }  # fmt: skip
    assert told["roots"][0]["port"] == "S2[1]"
    json.dumps(told, allow_nan=False)


def test_that_without_control_all_figures_are_those_of_blocked_flows(tmp_path: Path) -> None:
    found = both(tree2(4, 4, 4), h14(tmp_path), "none", "dmodk")
    assert found.flows.rate == pytest.approx([50] * 5)
    assert found.summary["total_gbps"] == pytest.approx(250)
    assert found.summary["rate_gbps"]["max"] == pytest.approx(50)
    assert found.load.sum() == pytest.approx(4 * 50 * 5)
    assert len(set(found.flows.bottleneck.tolist())) == 1
    assert found.summary["congestion"]["shown"] == "none"


def test_that_draining_is_told_only_with_control(tmp_path: Path) -> None:
    file = tmp_path / "sized.csv"
    file.write_text("src,dst,bytes\nH2,H4,1e9\nH3,H4,3e9\n")
    ideal, none = (both(tree2(1, 1, 4), f"file:{file}", shown) for shown in ("ideal", "none"))
    assert ideal.summary["drain"]["seconds"] == pytest.approx(0.16)
    assert "drain" not in none.summary
    assert not len(none.flows.end)


def test_that_in_a_tapered_tree_the_root_is_in_the_network() -> None:
    found = both(tree2(2, 1, 4), "shift:k=4", "none")
    assert found.summary["congestion"]["counts"]["in_network"] == 2
    assert {root.kind for root in found.congestion.roots} == {"in-network"}  # type: ignore[union-attr]


def test_that_a_sender_of_many_and_a_pcie_slot_are_roots_at_the_edge() -> None:
    found = both(tree2(1, 1, 4), "outcast:src=H2")
    assert [root.kind for root in found.congestion.roots] == ["edge"]  # type: ignore[union-attr]
    slow = both(with_slots(tree2(1, 1, 4), {2: "gen1x1"}), "incast:dst=H2", "none")
    told = slow.summary["congestion"]["roots"]
    assert [(root["port"], root["kind"], root["contributors"]) for root in told] == [
        ("PCIe of H2", "edge", 3)
    ]
    assert slow.flows.slot.tolist() == [2, 2, 2]
    assert slow.summary["bottlenecks"][0]["port"] == "PCIe of H2"


def test_that_an_exchange_of_equal_amounts_goes_at_one_pace_under_both_bounds() -> None:
    ideal, none = (both(tree2(4, 2, 4), "all-to-all", shown) for shown in ("ideal", "none"))
    assert none.summary["total_gbps"] == ideal.summary["total_gbps"]
    assert none.congestion is not None
    assert none.congestion.rate == pytest.approx(np.full(16 * 15, none.summary["rate_gbps"]["max"]))
    assert none.congestion.roots[0].kind == "in-network"


def test_that_a_fair_exchange_and_samples_have_both_bounds() -> None:
    fabric = tree2(3, 1, 2)
    fair = both(fabric, "all-to-all:maxmin=1", "none")
    assert fair.all_flows().rate == pytest.approx(fair.congestion.rate)  # type: ignore[union-attr]
    ideal, none = (both(tree2(6, 3, 3), "permutation:seed=3,count=5", shown) for shown in ("ideal", "none"))
    assert none.summary["samples"]["n"] == ideal.summary["samples"]["n"] == 5
    assert none.summary["samples"]["mean"] <= ideal.summary["samples"]["mean"]
    gone = both(fabric, "permutation:count=2,hosts=H4", "none", down=Scenario(down_nodes=frozenset([4])))
    assert gone.summary["samples"]["n"] == 0


def test_that_lanes_part_what_blocks_whom() -> None:
    fabric = torus_of((5, 5))
    tables = tables_for(wiring(fabric), Choice("dfsssp"))
    assert tables.lanes is not None
    assert tables.lanes.needed > 1
    laid = simulate_tables(tables, Choice.parse("shift:k=8"))
    apart = congestion_of(tables, laid)
    one = congestion_of(tables_for(wiring(fabric), Choice("sssp")), laid)
    assert (apart.count(Role.VICTIM), one.count(Role.VICTIM)) == (1, 5)


def test_that_what_cannot_be_worked_out_is_said_or_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    told = both(tree2(2, 2, 2), "shift", routing="adaptive").summary["congestion"]
    assert told["shown"] == "ideal"
    assert "spread" in told["reason"]
    with pytest.raises(OptionError, match="another engine"):
        both(tree2(2, 2, 2), "shift", "none", "adaptive")
    monkeypatch.setattr(module, "MOST_FLOWS", 3)
    assert "up to 3 flows, these are 4" in both(tree2(2, 2, 2), "shift").summary["congestion"]["reason"]


@given(st.data(), fabrics(), st.integers(0, 99))
def test_that_none_is_feasible_and_roles_add_up(data: st.DataObject, fabric: Fabric, seed: int) -> None:
    found = both(fabric, f"permutation:seed={seed}", "none", down=data.draw(scenarios(fabric)))
    held, counts = found.congestion, found.summary["congestion"]["counts"]
    assert held is not None
    assert (found.load <= fabric.capacity[:, None] * (1 + 1e-9)).all()
    assert counts["contributors"] + counts["victims"] + counts["free"] == found.summary["routed"]
    assert sum(root.victims for root in held.roots) == counts["victims"]
    assert sum(root.contributors for root in held.roots) >= counts["contributors"]
    assert ((held.role != Role.FREE) == (held.root >= 0)).all()
    assert all(root.contributors > 1 for root in held.roots)


@pytest.mark.parametrize(
    ("engine", "most", "known"), [("minhop", 8, True), ("minhop", 7, False), ("adaptive", 8, False)]
)
def test_that_roles_are_worked_out_of_few_flows_on_one_path_each(engine: str, most: int, known: bool) -> None:
    tables = tables_for(wiring(tree2(2, 2, 4)), Choice(engine))
    found = with_roles(tables, simulate_tables(tables, Choice.parse("shift:k=4")), most)
    assert (found.congestion is not None) == known
