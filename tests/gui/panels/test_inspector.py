from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from gui_desks import close, desk_of, settle, small
from gui_pages import said, sentences
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel

from ibviz.core.edit_scenarios import fail, set_traffic
from ibviz.core.scenario import Choice
from ibviz.gui.desk import Desk
from ibviz.gui.models.page import Copy, Open, Pick
from ibviz.gui.models.rankings import rankings_of
from ibviz.gui.panels import inspector as module
from ibviz.gui.panels.inspector import Inspector, SectionWidget
from ibviz.gui.panels.inspector_rows import RowWidget
from ibviz.gui.selection import NOTHING, Selection, of_flows

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")  # offscreen's own


@pytest.fixture
def desk(qapp: QApplication, tmp_path: Path) -> Iterator[Desk]:
    made = desk_of(small("incast:dst=H6"), tmp_path)
    settle(made)
    yield made


@pytest.fixture
def panel(desk: Desk) -> Iterator[Inspector]:
    made = Inspector(desk)
    made.resize(312, 800)
    made.show()
    settle(desk)
    yield made
    close(desk, made)


def rows(panel: Inspector) -> dict[str, RowWidget]:
    return {row.accessibleName().split(":")[0]: row for row in panel.widget().findChildren(RowWidget)}


def test_that_the_whole_fabric_is_shown_when_nothing_is_selected(panel: Inspector) -> None:
    assert panel.page is not None
    assert panel.page.title == "small"
    assert rows(panel)["Switches"].value == "6"


@pytest.mark.parametrize(
    ("selection", "title"),
    [
        (Selection(nodes=frozenset([4])), "S4"),
        (Selection(cables=frozenset([0])), "S0[4]"),
        (Selection(frozenset([4]), frozenset([0, 1])), "1 node and 2 cables"),
        (Selection(flow=1), "H8"),
    ],
)
def test_that_the_page_is_that_of_the_selection(
    panel: Inspector, desk: Desk, selection: Selection, title: str
) -> None:
    desk.document.select(selection)
    settle(desk)
    assert panel.page is not None
    assert panel.page.title == title
    desk.document.select(NOTHING)
    settle(desk)
    assert panel.page.title == "small"


def test_that_many_things_are_looked_at_off_the_gui_thread(
    panel: Inspector, desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "MANY", 2)
    desk.document.select(Selection(cables=frozenset(range(5))))
    settle(desk)
    assert panel.page is not None
    assert panel.page.title == "5 cables"


def test_that_flows_across_come_when_they_are_followed(panel: Inspector, desk: Desk) -> None:
    desk.document.select(Selection(cables=frozenset([8])))
    settle(desk)
    assert panel.page is not None
    assert "Following the flows…" not in sentences(panel.page)
    assert any(
        section.title == "Flows down" and section.side == "Show all 11" for section in panel.page.sections
    )


def test_that_a_selected_flow_lights_its_way(panel: Inspector, desk: Desk) -> None:
    desk.document.select(Selection(flow=5))
    settle(desk)
    chosen = desk.document.selection
    assert chosen.flow == 5
    assert len(chosen.cables) == desk.results.load.after.flows.hops[5]


def test_that_a_flow_that_is_not_there_is_told(panel: Inspector, desk: Desk) -> None:
    desk.document.select(Selection(flow=999))
    settle(desk)
    assert panel.page is not None
    assert panel.page.subtitle == "The flows are being listed"


def test_that_a_failure_is_told_at_once(panel: Inspector, desk: Desk) -> None:
    desk.document.select(Selection(cables=frozenset([0])))
    desk.document.apply("Fail", lambda state: fail(state, cables=[0]))
    settle(desk)
    assert panel.page is not None
    assert sentences(panel.page) == ["Failed (what-if)."]


def test_that_a_click_on_a_thing_selects_it(panel: Inspector, desk: Desk) -> None:
    row = next(row for name, row in rows(panel).items() if name.startswith("H6[1]"))
    QTest.mouseClick(row, Qt.MouseButton.LeftButton)
    assert desk.document.selection == Selection(cables=frozenset([8]))


def test_that_a_click_on_a_count_opens_its_table(panel: Inspector, desk: Desk) -> None:
    opened: list[tuple[str, str, object]] = []
    panel._knowledge.opened.connect(lambda *what: opened.append(what))
    QTest.mouseClick(rows(panel)["Switches"], Qt.MouseButton.LeftButton)
    assert opened == [("nodes", "switch", None)]
    panel.do(Open("cables", "", Selection(cables=frozenset([1])), frozenset([1])))
    assert opened[1] == ("cables", "", frozenset([1]))
    assert desk.document.selection.cables == {1}


def test_that_a_thing_that_is_clicked_is_shown(panel: Inspector, desk: Desk) -> None:
    panel.do(Pick(Selection(nodes=frozenset([4]))))
    settle(desk)
    assert panel.page is not None
    assert panel.page.title == "S4"
    assert panel.sizeHint().width() == 312


def test_that_old_values_stay_until_new_ones_are_there(panel: Inspector, desk: Desk) -> None:
    desk.document.select(Selection(cables=frozenset([0])))
    settle(desk)
    before = panel.page
    desk.document.apply("Fail", lambda state: fail(state, cables=[9]))
    panel.refresh()
    assert panel.page == before
    settle(desk)
    assert panel.page != before


def test_that_texts_are_copied(panel: Inspector) -> None:
    panel.do(Copy("n[1-3]"))
    assert QGuiApplication.clipboard().text() == "n[1-3]"


def test_that_a_folded_section_stays_folded(panel: Inspector, desk: Desk) -> None:
    part = next(part for part in panel.widget().findChildren(SectionWidget) if part.head.text() == "Fabric")
    QTest.mouseClick(part.head, Qt.MouseButton.LeftButton)
    assert part.head.accessibleName() == "Fabric, folded"
    desk.document.select(Selection(nodes=frozenset([0])))
    settle(desk)
    desk.document.select(NOTHING)
    settle(desk)
    part = next(part for part in panel.widget().findChildren(SectionWidget) if part.head.text() == "Fabric")
    assert part.head.accessibleName() == "Fabric, folded"


def test_that_the_same_page_is_not_built_twice(panel: Inspector, desk: Desk) -> None:
    body = panel.widget()
    panel.refresh()
    settle(desk)
    assert panel.widget() is body
    desk.gaze.change(theme="light")
    settle(desk)
    assert panel.widget() is not body


def test_that_names_are_never_markup(panel: Inspector) -> None:
    assert all(label.textFormat() == Qt.TextFormat.PlainText for label in panel.findChildren(QLabel))


def test_that_every_control_has_a_name(panel: Inspector, desk: Desk) -> None:
    desk.document.select(Selection(cables=frozenset([0])))
    settle(desk)
    from PySide6.QtWidgets import QAbstractButton

    buttons = panel.widget().findChildren(QAbstractButton)
    assert len(buttons) > 10
    assert all(button.accessibleName() and button.toolTip() for button in buttons)
    assert panel.page is not None
    assert said(panel.page)["Speed"] == "HDR 4x"


def test_that_several_flows_have_a_page(panel: Inspector, desk: Desk) -> None:
    desk.document.select(of_flows([1, 2]))
    settle(desk)
    assert panel.page is not None
    assert panel.page.title == "2 flows"
    assert [part.title for part in panel.page.sections] == [
        "Rates, simulated",
        "Limited by",
        "Slowest of them",
    ]


def test_that_several_flows_of_an_exchange_are_listed_first(panel: Inspector, desk: Desk) -> None:
    desk.document.apply("Traffic", lambda s: set_traffic(s, Choice("all-to-all")))
    settle(desk)
    desk.document.select(of_flows([1, 2]))
    panel.refresh()
    settle(desk)
    assert panel.page is not None
    assert (panel.page.title, len(panel.page.sections)) == ("2 flows", 3)


def test_that_a_long_name_is_cut_in_its_middle_and_nothing_stands_beyond_the_edge(desk: Desk) -> None:
    state = desk.document.state
    long = f"{'sequoia-20250315' * 4}.ibdiagnet2 of May"
    desk.document.load(replace(state, name=long), None)
    panel = Inspector(desk)
    panel.resize(280, 700)
    panel.show()
    settle(desk)
    assert panel.widget().width() == panel.viewport().width()
    title = panel.widget().findChildren(module.Name)[0]
    assert title.text().startswith("sequoia") and title.text().endswith("of May") and "…" in title.text()
    assert long in title.toolTip()
    panel.resize(900, 700)
    settle(desk)
    assert title.text() == long and not title.toolTip()
    close(desk, panel)


def test_that_a_switch_says_whether_it_can_be_drained_under_the_jobs(desk: Desk, panel: Inspector) -> None:
    jobs = Choice("jobs", {"list": "A:size=2,pattern=ring;B:size=2,pattern=ring"})
    desk.document.apply("Traffic", lambda s: set_traffic(s, jobs))
    settle(desk)
    desk.document.select(Selection(nodes=frozenset([0])))
    for _ in range(3):
        settle(desk)
    assert panel.page is not None
    assert any("Not safe to drain now: A loses all of its 2 hosts" in text for text in sentences(panel.page))


def test_that_what_a_failure_costs_is_told_once_it_was_tried(desk: Desk, panel: Inspector) -> None:
    desk.document.select(Selection(cables=frozenset([0])))
    settle(desk)
    assert panel.page is not None and "If it fails alone" not in [s.title for s in panel.page.sections]
    rankings_of(desk).start("cables")
    for _ in range(2):
        settle(desk)
    assert "If it fails alone" in [section.title for section in panel.page.sections]
