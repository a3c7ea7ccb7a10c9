from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from gui_desks import close, desk_of, settle, small
from PySide6.QtWidgets import QApplication

from ibviz.core.fabric import Fabric
from ibviz.core.scenario import Choice
from ibviz.flow.simulate import simulate
from ibviz.gui.charts import Charts, _loads
from ibviz.gui.desk import Desk
from ibviz.gui.models.knowledge import knowledge_of
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


def test_that_a_bar_selects_its_cables_and_lists_its_flows(charts: Charts, desk: Desk) -> None:
    plot = charts.plots["load bars"]
    ids = plot.under(plot._spread, 99.9)
    plot.picked.emit(ids)
    assert desk.document.selection.cables == frozenset(ids.tolist())
    opened: list[object] = []
    knowledge_of(desk).opened.connect(lambda table, text, only: opened.append((table, only)))
    charts.plots["rate bars"].picked.emit(charts.plots["rate bars"]._spread.ids)
    assert opened == [("flows", frozenset(range(12)))]
    charts.plots["rate curve"].picked.emit(charts.plots["rate curve"]._spread.ids[:1])
    assert desk.document.selection.flow >= 0


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
