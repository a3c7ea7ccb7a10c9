from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from gui_desks import close, desk_of, settle, small
from PySide6.QtWidgets import QApplication

from ibviz.core.edit_scenarios import set_traffic
from ibviz.core.fabric import Fabric
from ibviz.core.scenario import Choice
from ibviz.flow.simulate import simulate
from ibviz.gui.charts import Charts, _loads
from ibviz.gui.desk import Desk
from ibviz.gui.models.following import following_of
from ibviz.gui.selection import Selection

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")  # offscreen's own


@pytest.fixture
def desk(qapp: QApplication, tmp_path: Path) -> Desk:
    made = desk_of(small(), tmp_path)
    settle(made)
    return made


@pytest.fixture
def charts(desk: Desk, qtbot: Any) -> Iterator[Charts]:
    made = Charts(desk)
    made.resize(1100, 240)
    made.show()
    qtbot.waitUntil(
        lambda: len(made.plots) == 4 and all(plot._spread is not None for plot in made.plots.values()),
        timeout=20_000,
    )
    settle(desk)
    yield made
    close(desk, made)


def test_that_pyqtgraph_is_not_imported_before_the_charts_are_seen() -> None:
    code = "import sys, ibviz.gui.charts; assert 'pyqtgraph' not in sys.modules"
    subprocess.run([sys.executable, "-c", code], check=True, timeout=50)


def test_that_hidden_charts_are_not_made(desk: Desk) -> None:
    made = Charts(desk)
    settle(desk)
    assert made.plots == {}
    close(desk, made)


def test_that_the_four_charts_show_what_was_simulated(charts: Charts) -> None:
    assert [len(plot._spread) for plot in charts.plots.values()] == [12, 12, 20, 20]


def test_that_a_selected_cable_is_marked_on_its_curve(charts: Charts, desk: Desk) -> None:
    desk.document.select(Selection(cables=frozenset([0, 5])))
    assert len(charts.plots["load curve"]._marks.data) == 2
    desk.document.select(Selection(flow=3))
    assert len(charts.plots["rate curve"]._marks.data) == 1


def test_that_a_bar_selects_its_cables_and_its_flows(charts: Charts, desk: Desk) -> None:
    plot = charts.plots["load bars"]
    ids = plot.under(plot._spread, 99.9)
    plot.picked.emit(ids)
    assert desk.document.selection.cables == frozenset(ids.tolist())
    charts.plots["rate bars"].picked.emit(charts.plots["rate bars"]._spread.ids)
    assert desk.document.selection.flows == frozenset(range(12))
    settle(desk)
    assert len(desk.document.selection.cables) == 20
    charts.plots["rate curve"].picked.emit(charts.plots["rate curve"]._spread.ids[:1])
    assert desk.document.selection.flow >= 0


def test_that_a_selected_node_marks_its_cables_and_narrows_the_flows(charts: Charts, desk: Desk) -> None:
    desk.document.select(Selection(nodes=frozenset([0])))
    settle(desk)
    assert len(charts.plots["load curve"]._marks.data) == 5
    assert len(charts.plots["rate curve"]._spread) == 6
    assert charts.plots["rate bars"].accessibleName() == "Rates of these flows, simulated"
    assert charts.only.text().startswith("Flows of ")
    charts.only.click()
    settle(desk)
    assert len(charts.plots["rate curve"]._spread) == 12
    assert charts.plots["rate bars"].accessibleName() == "Flow rates, simulated"
    assert charts.only.isHidden()


def test_that_a_stretch_of_the_narrowed_curve_leaves_it_as_it_is(charts: Charts, desk: Desk) -> None:
    desk.document.select(Selection(nodes=frozenset([0])))
    settle(desk)
    some = charts.plots["rate curve"]._spread.ids[:3]
    charts.plots["rate curve"].picked.emit(some)
    settle(desk)
    assert len(charts.plots["rate curve"]._spread) == 6
    assert len(charts.plots["rate curve"]._marks.data) == 3


def test_that_charts_that_were_hidden_follow_when_they_are_seen(charts: Charts, desk: Desk) -> None:
    charts.hide()
    desk.document.select(Selection(nodes=frozenset([0])))
    settle(desk)
    assert len(charts.plots["rate curve"]._spread) == 12
    charts.show()
    settle(desk)
    assert len(charts.plots["rate curve"]._spread) == 6


def test_that_rates_of_an_older_load_are_not_mixed_with_new_flows(charts: Charts, desk: Desk) -> None:
    desk.document.select(Selection(nodes=frozenset([0])))
    desk.document.apply("Traffic", lambda s: set_traffic(s, Choice("all-to-all")))
    settle(desk)
    assert charts._flows is not None
    scope = following_of(desk).scope
    assert scope is not None
    assert scope.simulation is charts._flows[0]
    assert len(charts.plots["rate curve"]._spread) == len(scope.flows)


def test_that_a_fabric_without_cables_has_empty_charts() -> None:
    fabric = Fabric()
    simulation = simulate(fabric, traffic=Choice("all-to-all"))
    assert len(_loads(simulation)) == 0


def test_that_without_traffic_the_charts_say_so(charts: Charts, desk: Desk) -> None:
    desk.results._show(None)
    settle(desk)
    assert charts._stack.currentIndex() == 0


def test_that_charts_take_on_a_theme(charts: Charts, desk: Desk) -> None:
    before = charts.grab().toImage()
    desk.gaze.change(theme="light")
    assert charts.grab().toImage() != before
