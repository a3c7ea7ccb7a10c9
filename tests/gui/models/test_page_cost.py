from __future__ import annotations

from fabrics import tree2

from ibviz.flow.sweep import Damage
from ibviz.gui.models.page import Button, Buttons, Copy, Fact, Page, Section
from ibviz.gui.models.page_cost import OF_CABLES, OF_NODES, TITLE, cost_section, with_cost
from ibviz.gui.models.rankings import Ranking

FABRIC = tree2(2, 2, 2)


class Known:
    """Rankings of which one is known."""

    def __init__(self, ranking: Ranking) -> None:
        self._ranking = ranking

    def ranking(self, kind: str) -> Ranking | None:
        return self._ranking if kind == self._ranking.kind else None


def ranking(*damages: Damage) -> Ranking:
    made = Ranking("host-links", FABRIC, tuple(((), (row,)) for row in range(4)), prepared=True)
    made.done.update(enumerate(damages))
    return made


def facts(section: Section) -> dict[str, str]:
    return {row.key: row.value for row in section.rows if isinstance(row, Fact)}


MILD = Damage("a", 9.0, 0.1, 1.0, 0, 25.0)
GAIN = Damage("b", 9.0, -0.5, 1.0, 0, None)
HARD = Damage("c", 9.0, 0.2, 1.0, 6, 0.0, ("n1", "n2"))


def test_that_a_failure_is_told_with_its_rank() -> None:
    told = facts(cost_section(ranking(MILD, GAIN, HARD), MILD))
    assert told == {
        "Throughput lost": "10\u2009%",
        "Slowest flow": "25\u2009Gbit/s",
        "Pairs cut off": "none",
        "Hosts lost": "none",
        "Rank": "2 of 3",
    }


def test_that_throughput_may_grow_and_no_flow_be_left() -> None:
    told = facts(cost_section(ranking(MILD, GAIN), GAIN))
    assert told["Throughput gained"] == "50\u2009%" and "Slowest flow" not in told


def test_that_lost_hosts_are_copied_as_one_list() -> None:
    section = cost_section(ranking(HARD), HARD)
    assert facts(section)["Pairs cut off"] == "6"
    buttons = [row for row in section.rows if isinstance(row, Buttons)]
    assert buttons == [
        Buttons((Button("Copy hosts lost", Copy("n[1-2]", "Copied the hosts lost"), "copy", "n[1-2]"),))
    ]


def test_that_only_what_was_tried_is_told() -> None:
    page = Page("x", "", "cable", (Section("Load", ()), Section("Cable", ())))
    known = Known(ranking(MILD))
    told = with_cost(page, known, 0, OF_CABLES)  # type: ignore[arg-type]
    assert [section.title for section in told.sections] == ["Load", TITLE, "Cable"]
    assert with_cost(page, known, 1, OF_CABLES) is page  # type: ignore[arg-type]
    assert with_cost(page, known, 0, OF_NODES) is page  # type: ignore[arg-type]
    assert with_cost(page, Known(Ranking("cables", FABRIC)), 0, OF_CABLES) is page  # type: ignore[arg-type]
