from __future__ import annotations

from dataclasses import replace

import numpy as np
from fabrics import fabric_of, tree2
from gui_desks import high, small
from gui_pages import said, section, seen_of, sentences

from ibviz.core.fabric import Fabric
from ibviz.core.scenario import Choice
from ibviz.core.state import State
from ibviz.gui.models.crossing import Crossing, crossing
from ibviz.gui.models.knowledge import NO_FLOWS, Ways
from ibviz.gui.models.page import Buttons, Copy, Item, Line, Open, Pick, Sentence
from ibviz.gui.models.page_cable import cable_page


def full(state: State, row: int, *, listed: bool = True) -> tuple[object, object]:
    seen, ways = seen_of(state)
    if not listed:
        ways = Ways(ways.simulation, ways.tables, NO_FLOWS)
    crossed = {2 * row + d: crossing(seen.simulation, ways.tables, 2 * row + d, ways.flows) for d in (0, 1)}
    return seen, cable_page(seen, row, ways, crossed)


def test_that_both_directions_are_those_of_the_simulation() -> None:
    seen, page = full(small(), 0)
    told = said(page)
    assert (page.title, page.subtitle) == ("S0[4]", "to S4[1]")
    for word, side in (("Up", 0), ("Down", 1)):
        assert told[word] == f"{seen.simulation.load[0, side]:.0f} of 200\u2009Gbit/s"
        assert told[f"Flows {word.lower()}"] == f"{seen.simulation.flows_on[0, side]:.0f}"
    assert told["Rank among cables"].endswith("of 20")
    assert told["Capacity"] == "200\u2009Gbit/s each way"


def test_that_a_cable_tells_what_it_carried_before_something_was_down() -> None:
    before, after = (seen_of(small("shift:k=1", nodes=down))[0] for down in ([], [4]))
    assert before.simulation is not None and after.simulation is not None
    seen = replace(after, before=before.simulation)
    for row in (0, 1):
        rows = {fact.key: fact.value for fact in section(cable_page(seen, row), "Before and after").rows}
        for word, end in (("Up", 0), ("Down", 1)):
            old, new = (each.simulation.load[row, end] for each in (before, after))
            assert rows[word] == f"{old:.0f} → {new:.0f}\u2009Gbit/s"
        assert " → " in rows["Flows up"]
    assert "Before and after" not in [one.title for one in cable_page(before, 0).sections]


def test_that_flows_across_are_told_by_leaf_and_one_by_one_slowest_first() -> None:
    seen, page = full(small("shift:k=4"), 0)
    up = section(page, "Flows up")
    number = int(seen.simulation.flows_on[0, 0])
    assert up.side == (f"Show all {number}" if number > 1 else "Show it")
    assert isinstance(up.act, Open)
    assert len(up.act.only) == number
    leaves = [row for row in up.rows if isinstance(row, Item)]
    assert [row.title for row in leaves] == ["S0"]
    flows = [row for row in up.rows if isinstance(row, Line)]
    rates = [seen.simulation.flows.rate[row.act.selection.flow] for row in flows]
    assert rates == sorted(rates)
    copy = next(row for row in up.rows if isinstance(row, Buttons)).buttons[0].act
    assert isinstance(copy, Copy)
    assert copy.text.startswith("H")


def test_that_flows_of_an_exchange_are_counted_by_leaf_without_being_listed() -> None:
    seen, page = full(high(), 0, listed=False)
    up = section(page, "Flows up")
    assert up.act is None
    leaves = [row for row in up.rows if isinstance(row, Item)]
    assert sum(int(row.value.split()[0]) for row in leaves) == seen.simulation.flows_on[0, 0]
    assert isinstance(leaves[0].act, Pick)


def test_that_many_leaves_are_cut_with_a_word() -> None:
    state = State(tree2(7, 1, 2), traffic=Choice.parse("all-to-all"))
    _, page = full(state, 7)
    down = section(page, "Flows down")
    assert len([one for one in down.rows if isinstance(one, Item)]) == 4
    assert Sentence("and 3 more leaves") in down.rows


def test_that_the_page_says_what_it_waits_for() -> None:
    seen, _ = seen_of(small())
    assert "Following the flows…" in sentences(cable_page(seen, 0))


def test_that_flows_that_split_are_not_listed() -> None:
    seen, ways = seen_of(small())
    odd = Crossing(np.zeros(12, np.int64), np.empty(0, np.int64), np.full(12, np.nan))
    page = cable_page(seen, 0, ways, {0: odd, 1: odd})
    assert any("several ways" in text for text in sentences(page))


def test_that_a_direction_without_flows_says_so() -> None:
    _, page = full(small("incast:dst=H6"), 8)
    assert section(page, "Flows up").rows == (Sentence("No flow crosses it this way."),)


def test_that_a_cable_that_is_down_or_idle_says_so() -> None:
    seen, _ = seen_of(small(down=[0]))
    assert sentences(cable_page(seen, 0)) == ["Failed (what-if)."]
    seen, _ = seen_of(small(), simulated=False)
    assert sentences(cable_page(seen, 0)) == ["No traffic is simulated."]


def test_that_a_cable_that_limits_flows_says_how_many() -> None:
    seen, _ = seen_of(small("incast:dst=H6"))
    limited = int((seen.simulation.flows.bottleneck // 2 == 8).sum())
    assert limited > 0
    assert said(cable_page(seen, 8))["Limits"] == f"{limited} flows"


def test_that_length_medium_and_label_are_told() -> None:
    fabric = small().fabric
    length, medium, label = (
        fabric.cables.length_m.copy(),
        fabric.cables.medium.copy(),
        fabric.cables.label.copy(),
    )
    length[0], medium[0], label[0] = 15.0, "AOC", "P1"
    cables = fabric.cables.with_columns(length_m=length, medium=medium, label=label)
    seen, _ = seen_of(State(Fabric(fabric.nodes, cables)), simulated=False)
    told = said(cable_page(seen, 0))
    assert (told["Length"], told["Delay"], told["Medium"], told["Label"]) == (
        "15\u2009m",
        "75\u2009ns",
        "AOC",
        "P1",
    )
    assert said(cable_page(seen, 1))["Delay"] == "–"


def test_that_both_ends_can_be_asked_in_a_shell() -> None:
    seen, _ = seen_of(high(), simulated=False)
    page = cable_page(seen, 0)
    assert said(page)["Pod"] == "1"
    titles = [one.title for one in page.sections]
    assert [title for title in titles if title.startswith("Copy")] == ["Copy for S0[3]", "Copy for S4[1]"]


def test_that_a_cable_within_a_level_goes_there_and_back() -> None:
    fabric = fabric_of("SSHH", [(0, 1, 2, 1), (1, 1, 3, 1), (0, 2, 1, 2)])
    seen, _ = seen_of(State(fabric, traffic=Choice.parse("all-to-all")))
    assert {"There", "Back"} <= set(said(cable_page(seen, 2)))
