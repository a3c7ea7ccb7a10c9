from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from ibviz.gui.charts_plots import Bars, Curve, Plot
from ibviz.gui.models.spread import spread_of
from ibviz.gui.panels.inspector_look import Look

pytestmark = pytest.mark.qt_log_ignore("not accepted by receiving widget")  # pyqtgraph passes them on


@pytest.fixture(params=[Curve, Bars])
def plot(request: pytest.FixtureRequest, qapp: QApplication) -> Iterator[Plot]:
    made: Plot = request.param("Title", "across", "up")
    made.resize(300, 200)
    made.dress(Look("dark"))
    made.show_spread(spread_of(np.linspace(0, 100, 51), np.arange(51), 100.0))
    made.show()
    QTest.qWaitForWindowExposed(made)
    yield made
    made.close()


def test_that_a_click_picks_what_is_under_it(plot: Plot) -> None:
    got: list[list[int]] = []
    plot.picked.connect(lambda ids: got.append(ids.tolist()))
    QTest.qWait(30)
    box = plot.getPlotItem().vb.sceneBoundingRect()
    QTest.mouseClick(plot.viewport(), Qt.MouseButton.LeftButton, pos=plot.mapFromScene(box.center()))
    QTest.qWait(30)
    assert got
    assert 25 in got[0] or 24 in got[0]


def test_that_what_lies_outside_is_nothing_or_the_end(plot: Plot) -> None:
    spread = plot._spread
    assert spread is not None
    low, high = plot.under(spread, -50).tolist(), plot.under(spread, 500).tolist()
    assert (low, high) == (([0], [50]) if isinstance(plot, Curve) else ([], []))


def test_that_an_empty_plot_picks_nothing(qapp: QApplication) -> None:
    plot = Plot("Title", "across", "up")
    spread = spread_of(np.arange(3.0), np.arange(3))
    assert len(plot.under(spread, 1)) == 0
    plot.show_spread(spread)


def test_that_marks_are_few_and_nothing_is_no_fault(plot: Plot) -> None:
    plot.mark(np.array([3, 4, 999]))
    plot.show_spread(None)
    plot.mark(np.array([3]))
    plot.dress(Look("light"))
    assert plot.accessibleName() == "Title"
