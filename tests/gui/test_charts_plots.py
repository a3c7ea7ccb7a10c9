from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest
from PySide6.QtCore import QEvent, QPointF, Qt
from PySide6.QtGui import QFocusEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from ibviz.gui.charts_plots import MARKED, Bars, Curve, Plot
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


def drag(plot: Plot, low: float, high: float) -> None:
    """Draw over a stretch of the axis with the mouse."""
    box = plot.getPlotItem().vb
    spots = [plot.mapFromScene(box.mapViewToScene(QPointF(x, 1))) for x in (low, (low + high) / 2, high)]
    QTest.mousePress(plot.viewport(), Qt.MouseButton.LeftButton, pos=spots[0])
    for spot in spots[1:]:
        QTest.mouseMove(plot.viewport(), spot)
        QTest.qWait(5)
    assert plot._region is not None
    QTest.mouseRelease(plot.viewport(), Qt.MouseButton.LeftButton, pos=spots[-1])
    assert plot._region is None


def test_that_a_stretch_picks_all_within(plot: Plot) -> None:
    got: list[list[int]] = []
    plot.picked.connect(lambda ids: got.append(ids.tolist()))
    QTest.qWait(30)
    drag(plot, 20.5, 61)
    assert len(got) == 1
    assert {12, 20, 29} <= set(got[0])
    assert min(got[0]) in range(9, 12)
    assert max(got[0]) in range(29, 33)


def test_that_a_press_elsewhere_than_left_picks_nothing(plot: Plot) -> None:
    plot.picked.connect(lambda ids: pytest.fail("picked"))
    QTest.mousePress(plot.viewport(), Qt.MouseButton.RightButton)
    QTest.mouseMove(plot.viewport(), plot.viewport().rect().center())
    QTest.mouseRelease(plot.viewport(), Qt.MouseButton.RightButton)
    QTest.mouseDClick(plot.viewport(), Qt.MouseButton.RightButton)
    QTest.keyClick(plot, Qt.Key.Key_Up)


def test_that_arrow_keys_go_along_the_axis(plot: Plot) -> None:
    got: list[int] = []

    def take(ids: np.ndarray[tuple[int], np.dtype[np.int64]]) -> None:
        got.append(int(ids[0]))
        plot.mark(ids)

    plot.picked.connect(take)
    for key in (Qt.Key.Key_Right, Qt.Key.Key_Right, Qt.Key.Key_Right, Qt.Key.Key_Left, Qt.Key.Key_Left):
        QTest.keyClick(plot, key)
    QTest.keyClick(plot, Qt.Key.Key_Left)
    assert got[0] == 0
    assert got[0] < got[1] < got[2]
    assert got[3:] == [got[1], got[0], got[0]]


def test_that_marked_things_are_counted_in_their_bars(plot: Plot) -> None:
    plot.mark(np.arange(10))
    if isinstance(plot, Bars):
        assert np.isclose((np.array(plot._marks.opts["height"]) ** 2).sum(), 10)
    else:
        assert len(plot._marks.data) == 10
    plot.mark(np.empty(0, np.int64))
    assert len(plot._marks.opts["height"] if isinstance(plot, Bars) else plot._marks.data) == 0


def test_that_of_many_marked_things_some_are_shown_from_end_to_end(qapp: QApplication) -> None:
    plot = Curve("Title", "across", "up")
    plot.show_spread(spread_of(np.arange(5000.0), np.arange(5000)))
    plot.mark(np.arange(5000))
    shown = plot._marks.getData()[1]
    assert len(shown) == MARKED
    assert (shown.min(), shown.max()) == (0, 4999)


def test_that_axes_keep_their_unit(plot: Plot) -> None:
    plot.show_spread(spread_of(np.linspace(0, 0.004, 51), np.arange(51)))
    for side in ("left", "bottom"):
        axis = plot.getPlotItem().getAxis(side)
        assert not axis.autoSIPrefix
        assert "x0.001" not in axis.labelString()


def test_that_the_focus_is_seen_and_a_title_can_change(plot: Plot) -> None:
    plot.activateWindow()
    plot.setFocus()
    QTest.qWait(20)
    plot.focusInEvent(QFocusEvent(QEvent.Type.FocusIn))
    plot.focusOutEvent(QFocusEvent(QEvent.Type.FocusOut))
    plot.entitle("Another")
    assert plot.accessibleName() == "Another"
    plot.dress(Look("light"))
    assert plot.getPlotItem().titleLabel.text == "Another"


def test_that_a_bare_plot_has_nothing_anywhere(qapp: QApplication) -> None:
    plot = Plot("Title", "across", "up")
    spread = spread_of(np.arange(3.0), np.arange(3))
    plot.show_spread(spread)
    plot.mark(np.array([1]))
    assert not len(plot.between(spread, 0, 9))
    assert not len(plot.beside(spread, np.array([0]), 1))


def test_that_a_stretch_beyond_the_axis_holds_nothing(plot: Plot) -> None:
    assert plot._spread is not None
    assert not len(plot.between(plot._spread, 300, 400))
    assert not len(plot.between(plot._spread, -40, -30))


def test_that_a_long_title_makes_no_plot_wider_than_its_place(plot: Plot) -> None:
    title = "A title that is much longer than a narrow plot has room for beside its axis"
    plot.entitle(title)
    QTest.qWait(30)
    box = plot.getPlotItem().sceneBoundingRect()
    assert box.right() <= plot.width() + 1
    assert plot.getPlotItem().titleLabel.text.endswith("…")
    plot.resize(900, 200)
    assert plot.getPlotItem().titleLabel.text == title
