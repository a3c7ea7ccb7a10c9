from __future__ import annotations

import numpy as np
import pytest
from fabrics import dragonfly, fabric_of, fabrics, torus_of, tree2, tree3
from hypothesis import given, settings
from hypothesis import strategies as st

from ibviz.core.fabric import Fabric, Kind
from ibviz.core.scenario import Choice
from ibviz.core.structure import shape
from ibviz.core.wiring import wiring
from ibviz.flow.increment import Increment
from ibviz.flow.sweep import Sweep, failures, sweep_of

SMALL = {
    "tree of two levels": tree2(4, 2, 3),
    "parallel cables": fabric_of(
        "SSSHHHH",
        [
            (0, 3, 2, 1),
            (0, 4, 2, 2),
            (1, 3, 2, 3),
            (1, 4, 2, 4),
            *((3 + h, 1, h // 2, 1 + h % 2) for h in range(4)),
        ],
    ),
    "torus": torus_of((3, 3)),
    "dragonfly": dragonfly(3, 2, 1),
}


def agree(sweep: Sweep, kind: str) -> int:
    """Compare every failure with a full computation; returns how many were counted by increments."""
    quick = 0
    for failure in failures(sweep.structure.wiring, kind):
        assert sweep.damage(failure) == sweep.in_full(failure)
        quick += sweep.increment.after(sweep.after(failure)) is not None
    return quick


@pytest.mark.parametrize(
    "engine", ["minhop", "updn", "ftree", "sssp", "dfsssp", "dmodk", "smodk", "adaptive"]
)
@pytest.mark.parametrize("name", SMALL)
def test_that_each_cable_costs_what_a_full_computation_says(name: str, engine: str) -> None:
    agree(sweep_of(SMALL[name], Choice("all-to-all"), Choice(engine)), "cables")


@pytest.mark.parametrize("traffic", ["shift:k=1", "permutation", "bisection", "all-to-all:maxmin=1"])
@pytest.mark.parametrize("kind", ["cables", "switches", "host-links"])
def test_that_each_pattern_costs_what_a_full_computation_says(kind: str, traffic: str) -> None:
    agree(sweep_of(tree2(4, 2, 3), Choice.parse(traffic), None), kind)


@pytest.mark.parametrize("reroute", ["keep", "fresh"])
def test_that_cables_of_a_tree_are_counted_by_increments(reroute: str) -> None:
    sweep = sweep_of(tree3(2, 2, 2, 2, 2), Choice("all-to-all"), None, reroute)  # type: ignore[arg-type]
    assert agree(sweep, "cables") == len(failures(sweep.structure.wiring, "cables"))


@settings(max_examples=25, deadline=None)
@given(fabrics(), st.sampled_from(["minhop", "updn", "sssp"]))
def test_that_random_fabrics_agree(fabric: Fabric, engine: str) -> None:
    if len(wiring(fabric).endpoints) > 1:
        agree(sweep_of(fabric, Choice("all-to-all"), Choice(engine)), "cables")


def test_that_a_lost_host_or_a_cut_is_left_to_the_full_computation() -> None:
    sweep = sweep_of(tree2(2, 1, 2), Choice("all-to-all"), None)
    built = sweep.structure.wiring
    for kind in ("host-links", "cables"):
        assert sweep.increment.after(sweep.after(failures(built, kind)[0])) is None
    assert agree(sweep, "host-links") == 0


def test_that_pcie_slots_are_counted() -> None:
    fabric = tree2(3, 2, 2)
    slots = np.where(fabric.nodes.kind == Kind.HCA, "gen3x8", "").astype(object)
    slotted = Fabric(fabric.nodes.with_columns(pcie=slots), fabric.cables, fabric.ports)
    sweep = sweep_of(slotted, Choice("all-to-all"), None)
    assert agree(sweep, "cables") > 0


def test_that_nothing_changed_changes_nothing() -> None:
    structure = shape(wiring(tree2(3, 2, 2)))
    sweep = Sweep(structure, None, None)
    made = Increment(structure, sweep.tables, sweep.before).after(sweep.tables)
    assert made is not None and made[0] == sweep.before.summary["total_gbps"]
