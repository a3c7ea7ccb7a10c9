from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from gui_desks import desk_of, high, settle, small

from ibviz.core.edit_scenarios import fail
from ibviz.core.state import State
from ibviz.gui.models.fabric_facts import facts_of
from ibviz.gui.models.page import Buttons, Copy, Fact, Figure, Line, Open, Page, Pick, Sentence
from ibviz.gui.models.page_changed import SHOWN, _apart, changed_page

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")  # the offscreen one


def made(qtbot: Any, state: State, folder: Path) -> Page:
    desk = desk_of(state, folder)
    settle(desk)
    load = desk.results.load
    assert load is not None and load.outcome is not None
    tables = load.tables_before, load.tables
    page = changed_page(facts_of(state.fabric), load.outcome, "it is down", tables)
    assert desk.jobs.close()
    return page


def facts_in(page: Page) -> dict[str, str]:
    return {row.key: row.value for section in page.sections for row in section.rows if isinstance(row, Fact)}


def figures_in(page: Page) -> dict[str, Figure]:
    return {row.key: row for row in page.sections[0].rows if isinstance(row, Figure)}


def section(page: Page, title: str) -> Any:
    return next((each for each in page.sections if each.title == title), None)


def test_that_figures_come_first_and_the_cause_last(qtbot: Any, tmp_path: Path) -> None:
    page = made(qtbot, small(nodes=[4]), tmp_path)
    titles = [each.title for each in page.sections]
    assert titles == ["What it costs, simulated", "Flows hurt most", "Routing"]
    told, large = facts_in(page), figures_in(page)
    through = large["Throughput"]
    assert through.old != through.new and through.note.startswith("−") and through.tone == "err"
    assert large["Hosts cut off"].note == told["Pairs cut off"] == "none"
    assert large["Slowed flows"].note.startswith("of ")
    assert told["Cables without service"] == "4"


def test_that_a_row_selects_its_flow_and_its_cable(qtbot: Any, tmp_path: Path) -> None:
    page = made(qtbot, small(nodes=[4]), tmp_path)
    flows = section(page, "Flows hurt most")
    assert isinstance(flows.rows[0], Line) and isinstance(flows.rows[0].act, Pick)
    assert flows.rows[0].act.selection.flow >= 0
    assert isinstance(flows.act, Open) and flows.act.only
    assert len([row for row in flows.rows if isinstance(row, Line)]) <= SHOWN


def test_that_cables_that_take_over_are_listed(qtbot: Any, tmp_path: Path) -> None:
    pages = [made(qtbot, small("shift:k=1", nodes=[spine]), tmp_path) for spine in (4, 5)]
    cables = next(each for each in (section(page, "Cables that take over") for page in pages) if each)
    assert cables.rows[0].act.selection.cables
    assert "→" in cables.rows[0].value and cables.rows[0].share > 0
    assert isinstance(cables.act, Open) and cables.act.only
    why = next(each for each in (section(page, "Why") for page in pages) if each)
    assert "is the fullest now" in why.rows[0].text and "moved onto it" in why.rows[0].text
    assert why.rows[1].buttons[0].act.selection.cables


def test_that_what_is_not_listed_is_counted(
    qtbot: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ibviz.gui.models.page_changed.SHOWN", 2)
    flows = section(made(qtbot, small(nodes=[4]), tmp_path), "Flows hurt most")
    assert flows.rows[2:] == (Sentence(f"and {int(flows.side.split()[-1]) - 2} more"),)


def test_that_hosts_that_are_gone_are_a_list_to_copy(qtbot: Any, tmp_path: Path) -> None:
    page = made(qtbot, small(nodes=[0]), tmp_path)
    hosts = section(page, "Hosts cut off")
    assert hosts.side == "3"
    assert isinstance(hosts.rows[-1], Buttons)
    act = hosts.rows[-1].buttons[0].act
    assert isinstance(act, Copy) and "[" in act.text
    cut_off = figures_in(page)["Hosts cut off"]
    assert (cut_off.old, cut_off.new, cut_off.tone) == ("0", "3", "err")


@pytest.mark.parametrize("traffic", ["all-to-all", "all-to-all:maxmin=1"])
def test_that_an_exchange_tells_its_pace(qtbot: Any, tmp_path: Path, traffic: str) -> None:
    state = fail(high(traffic), cables=[0])
    page = made(qtbot, state, tmp_path)
    assert section(page, "Routing") is not None
    flows = section(page, "Flows hurt most")
    assert flows is None or flows.act is None


def test_that_rates_that_are_alike_are_told_once_and_briefly() -> None:
    assert _apart(5926.6667, 5926.6667) == ("5.93", "5.93", "Tbit/s")
    assert _apart(129600.0, 129500.0) == ("129.6", "129.5", "Tbit/s")
