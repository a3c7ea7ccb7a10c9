from __future__ import annotations

import pytest
from fabrics import tree2
from flows import laid
from patterns import drawn


@pytest.mark.parametrize("m", [2, 4, 6])
def test_that_a_full_tree_gives_each_flow_an_mth_under_dmodk(m: int) -> None:
    found = laid(tree2(2 * m, m, m), "same-residue", "dmodk").summary
    assert found["rate_gbps"]["min"] == found["rate_gbps"]["max"] == pytest.approx(200 / m)
    assert found["max_flows_per_cable"] == m


def test_that_it_is_a_permutation_of_any_tree() -> None:
    made = drawn(tree2(5, 2, 4, missing=3, shuffle=2), "same-residue")
    assert sorted(made.src.tolist()) == sorted(made.dst.tolist()) == list(range(17))
