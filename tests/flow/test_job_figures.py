from __future__ import annotations

from typing import Any

import pytest
from fabrics import fabric_of, tree2
from flows import laid

from ibviz.core.scenario import Choice, Scenario


def _told(*listed: str, scenario: Scenario | None = None) -> list[dict[str, Any]]:
    text = str(Choice("jobs", {"list": ";".join(listed)}))
    found: list[dict[str, Any]] = laid(tree2(2, 1, 4), text, scenario=scenario or Scenario()).summary["jobs"]
    return found


def test_that_two_rings_over_one_trunk_slow_each_other() -> None:
    alone = 2 * 3 / 4 / 25
    listed = [f'{name}:"hosts={hosts}",pattern=allreduce-ring' for name, hosts in _RINGS]
    for each in _told(*listed):
        assert each["alone_seconds"] == pytest.approx(alone)
        assert each["seconds"] == pytest.approx(2 * alone)
        assert each["slowdown"] == pytest.approx(2)
        assert (each["hosts"], each["endpoints"], each["leaves"], each["flows"]) == (4, 4, 2, 4)
        assert each["total_gbps"] < each["alone_gbps"]
    (single,) = _told(listed[0])
    assert single["slowdown"] == 1


_RINGS = (("A", "H3,H4,H7,H8"), ("B", "H5,H6,H9,H10"))


def test_that_a_job_in_one_leaf_feels_nothing() -> None:
    inside, across = _told("A:hosts=H[3-4],pattern=ring", 'B:"hosts=H5,H6,H9,H10"')
    assert (inside["slowdown"], inside["min_gbps"], inside["mean_gbps"]) == (1, 200, 200)
    assert across["slowdown"] == pytest.approx(1)


def test_that_a_job_that_is_cut_has_no_slowdown() -> None:
    cut = Scenario(down_cables=frozenset([0]))
    (found,) = _told('A:"hosts=H3,H7",pattern=shift', scenario=cut)
    assert (found["unroutable"], found["slowdown"], found["min_gbps"]) == (2, None, None)
    (ring,) = _told('A:"hosts=H3,H7",pattern=all-gather', scenario=cut)
    assert (ring["seconds"], ring["slowdown"]) == (None, None)


def test_that_a_job_of_one_host_sends_nothing() -> None:
    (found,) = _told("A:size=1,pattern=ring")
    assert (found["flows"], found["total_gbps"], found["slowdown"]) == (0, 0, None)
    assert laid(fabric_of("SH", [(1, 1, 0, 1)]), "jobs:list=A:size=1").summary["jobs"][0]["hosts"] == 1
