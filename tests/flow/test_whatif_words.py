from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from ibviz.flow.whatif_words import cost_sentence, counted, percent, rate, span


def told(**more: Any) -> Any:
    sides = {
        side: SimpleNamespace(summary={"total_gbps": total, "rate_gbps": {"min": least}})
        for side, total, least in (
            ("before", 1000.0, 10.0),
            ("after", more.pop("total", 1000.0), more.pop("least", 10.0)),
        )
    }
    base = {
        "lost_flows": 0,
        "loss": 1 - sides["after"].summary["total_gbps"] / 1000,
        "slowed_flows": 0,
        "lost_hosts": (),
        "cut_off_hosts": (),
        "disconnected_pairs": 0,
        "entries_changed": 0,
        "worst_flow": None,
    }
    return SimpleNamespace(**sides, **{**base, **more})


def test_that_a_failure_without_cost_says_so() -> None:
    assert cost_sentence(told()) == (
        "Throughput stays at 1\u2009Tbit/s. No pair is cut off; 0 table entries change."
    )


def test_that_throughput_may_rise() -> None:
    assert cost_sentence(told(total=1100.0)).startswith(
        "Throughput rises by 10\u2009%, from 1 to 1.1\u2009Tbit/s."
    )


def test_that_one_of_each_is_said_in_the_singular() -> None:
    words = cost_sentence(
        told(
            total=900.0,
            slowed_flows=1,
            lost_hosts=("a",),
            cut_off_hosts=("b",),
            disconnected_pairs=1,
            entries_changed=1,
            worst_flow={"src": "a", "dst": "b", "before_gbps": 10.0, "after_gbps": 5.0},
        )
    )
    assert "1 flow slows down, the worst to 50\u2009% of its rate." in words
    assert "1 host loses its last cable, 1 host is cut off from the rest." in words
    assert words.endswith("1 pair is cut off; 1 table entry changes.")


def test_that_a_flow_without_a_route_is_slowed_to_nothing() -> None:
    worst = {"src": "a", "dst": "b", "before_gbps": 10.0, "after_gbps": 0.0}
    assert "2 flows slow down, the worst to nothing." in cost_sentence(told(slowed_flows=2, worst_flow=worst))


@pytest.mark.parametrize(("share", "text"), [(0.0, "0\u2009%"), (0.999, "100\u2009%"), (0.02, "2\u2009%")])
def test_that_shares_have_two_or_three_figures(share: float, text: str) -> None:
    assert percent(share) == text


def test_that_rates_and_numbers_have_their_words() -> None:
    assert rate(0.0) == "0\u2009Gbit/s"
    assert span(400.0, 200.0) == "400 to 200\u2009Gbit/s"
    assert span(5.0, 5.0) == "5 to 5\u2009Gbit/s"
    assert counted(2, "switch", "switches") == "2 switches"


def test_that_flows_that_lost_an_end_are_told() -> None:
    said = cost_sentence(told(lost_hosts=("n1",), lost_flows=4))
    assert "1 host loses its last cable, 4 flows are gone with an end." in said
    assert "No other pair is cut off" in said
