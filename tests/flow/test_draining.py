from __future__ import annotations

from dataclasses import replace

import pytest
from fabrics import tree2
from flows import rails

from ibviz.core.scenario import Choice
from ibviz.core.state import State
from ibviz.core.structure import shape
from ibviz.core.wiring import wiring
from ibviz.door import whatif
from ibviz.flow.draining import Draining, draining

LISTED = (
    "A:size=6,pattern=allreduce-ring",
    "B:size=4,placement=fragmented:0.4",
    'C:"hosts=H25,H26",pattern=shift',
)
TREE = State(tree2(6, 3, 3))


def _answer(state: State, *fail: str, listed: tuple[str, ...] = LISTED) -> Draining:
    return draining(whatif(state, Choice("jobs", {"list": ";".join(listed)}), fail=fail))


def test_that_a_leaf_takes_hosts_from_the_jobs_on_it() -> None:
    found = _answer(TREE, "S0")
    assert not found.safe
    assert found.sentence == "Not safe to drain now: A loses 3 of 6 hosts; 2 jobs are untouched."
    assert [(each.job, each.fate) for each in found.jobs] == [
        ("A", "loses hosts"),
        ("B", "untouched"),
        ("C", "untouched"),
    ]
    assert found.figures["jobs"][0]["lost_hosts_list"] == "H[9-11]"
    assert _answer(TREE, "S5").sentence.startswith("Not safe to drain now: C loses all of its 2 hosts")
    assert "C loses its only host" in _answer(TREE, "H25", listed=("C:hosts=H25,pattern=ring",)).sentence


def test_that_a_spine_slows_down_who_crosses_it() -> None:
    found = _answer(TREE, "S6")
    assert found.sentence == "Jobs run on, but slower: B slows down to 75\u2009%; 2 jobs are untouched."
    assert found.jobs[0].speed == pytest.approx(0.75)
    assert not found.safe


def test_that_a_collective_is_compared_by_its_time() -> None:
    found = _answer(
        TREE, "S6", "S7", listed=('A:"hosts=H9,H10,H11,H12,H13,H14",placement=by-rail,pattern=ring',)
    )
    timed = _answer(
        TREE, "S6", "S7", listed=('A:"hosts=H9,H10,H11,H12,H13,H14",placement=by-rail,pattern=all-gather',)
    )
    assert [found.jobs[0].speed, timed.jobs[0].speed] == pytest.approx([1 / 3, 1 / 3])


def test_that_nothing_touched_is_safe() -> None:
    found = _answer(TREE, "S4", listed=LISTED[2:])
    assert (found.safe, found.sentence) == (True, "Safe to drain now: no job is touched, of 1.")
    assert found.figures["safe"] is True


def test_that_a_job_without_routes_between_hosts_that_are_up_is_cut_apart() -> None:
    listed = 'A:"hosts=H3,H5",pattern=shift;B:hosts=H4,pattern=ring'
    outcome = whatif(State(tree2(2, 1, 2)), Choice("jobs", {"list": listed}), fail=["S2"])
    assert draining(outcome).jobs[0].fate == "loses hosts"
    found = draining(replace(outcome, cut_off_hosts=()))
    assert found.sentence == "Not safe to drain now: A is cut apart; 1 job is untouched."
    assert found.jobs[0].speed is None


def test_that_a_host_that_keeps_one_of_its_ports_loses_no_host() -> None:
    found = draining(whatif(State(rails(spine=False)), "jobs:list=A:size=2", fail=["leaf1"]))
    assert found.jobs[0].fate == "loses hosts"
    assert found.sentence.startswith("Not safe to drain now: A loses some of its ports")


def test_that_more_jobs_than_a_sentence_holds_are_counted() -> None:
    listed = tuple(f"J{at}:hosts=H{2 + at},pattern=ring" for at in range(7))
    found = _answer(State(tree2(1, 1, 9)), "S0", listed=listed).sentence
    assert found.count("loses its only host") == 6
    assert found.endswith("and 1 more alike.")


@pytest.mark.parametrize(
    ("fail", "safe", "words"),
    [
        ("S6", False, "Hosts stay connected, but traffic slows down. Throughput falls"),
        ("S0", False, "Not safe to drain now. "),
    ],
)
def test_that_other_traffic_has_an_answer_too(fail: str, safe: bool, words: str) -> None:
    found = draining(whatif(TREE, "all-to-all", fail=[fail]), shape(wiring(TREE.fabric)))
    assert (found.safe, found.jobs) == (safe, ())
    assert found.sentence.startswith(words)


def test_that_traffic_that_feels_nothing_is_safe() -> None:
    found = draining(whatif(TREE, "shift:hosts=H[9-11]", fail=["S6"]))
    assert (found.safe, found.sentence) == (True, "Safe to drain now: nothing slows down.")
