from __future__ import annotations

import pytest
from PySide6.QtCore import QEvent, QPointF, Qt
from PySide6.QtGui import QEnterEvent, QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QPushButton, QWidget

from ibviz.gui.models.page import (
    Act,
    Button,
    Buttons,
    Copy,
    Fact,
    Figure,
    Gauge,
    Item,
    Line,
    Pick,
    Row,
    Sentence,
    Spread,
)
from ibviz.gui.panels.inspector_look import Look
from ibviz.gui.panels.inspector_rows import LineRow, widget_of
from ibviz.gui.selection import Selection

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")  # offscreen's own

PICK = Pick(Selection(nodes=frozenset([1])))
ROWS: list[Row] = [
    Fact("Key", "value", PICK, hint="where it is from"),
    Fact("GUID", "0x01", mono=True),
    Gauge("Up", "20 of 200", 0.1),
    Item("leaf-1[3]", "to spine-1[1]", "95 %", 0.95, PICK),
    Item("leaf-1", "slowest", "3 flows"),
    Line("Cables down", "7", PICK, icon="fail", tone="down"),
    Line("a", "3", PICK, to="b"),
    Spread((5, 0, 100), "Utilization"),
    Figure("Throughput", "289", "282", "Tbit/s", "−2.2 %", "warn"),
    Figure("Hosts cut off", "0", "0", note="none", tone="ok"),
]


def shown(row: Row, done: list[Act], theme: str = "dark", width: int = 300) -> QWidget:
    widget = widget_of(row, Look(theme), done.append)
    widget.resize(width, max(widget.sizeHint().height(), widget.height()))
    widget.show()
    return widget


@pytest.mark.parametrize("theme", ["dark", "light"])
@pytest.mark.parametrize("row", ROWS)
def test_that_a_row_is_painted_and_changes_where_a_click_does_something(
    qapp: QApplication, row: Row, theme: str
) -> None:
    widget = shown(row, [], theme)
    before = widget.grab().toImage()
    blank = widget.grab().toImage()
    blank.fill(before.pixel(0, 0))
    assert before != blank
    where = QPointF(5, 5)
    QApplication.sendEvent(widget, QEnterEvent(where, where, where))
    widget.setAttribute(Qt.WidgetAttribute.WA_UnderMouse, True)
    hovered = widget.grab().toImage()
    assert (hovered != before) is (getattr(row, "act", None) is not None)
    widget.setAttribute(Qt.WidgetAttribute.WA_UnderMouse, False)
    QApplication.sendEvent(widget, QEvent(QEvent.Type.Leave))
    assert widget.grab().toImage() == before
    widget.close()


def test_that_a_click_acts_and_ctrl_copies(qapp: QApplication) -> None:
    done: list[Act] = []
    widget = shown(ROWS[0], done)
    QTest.mouseClick(widget, Qt.MouseButton.LeftButton)
    assert done == [PICK]
    QTest.mouseClick(widget, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.ControlModifier)
    assert done == [PICK]
    assert QGuiApplication.clipboard().text() == "value"
    plain = shown(ROWS[1], done)
    QTest.mouseClick(plain, Qt.MouseButton.LeftButton)
    assert done == [PICK]


def test_that_keys_reach_what_acts_and_pass_by_the_rest(qapp: QApplication) -> None:
    done: list[Act] = []
    widget = shown(ROWS[0], done)
    assert widget.focusPolicy() == Qt.FocusPolicy.TabFocus
    widget.activateWindow()
    assert QTest.qWaitForWindowActive(widget)
    widget.setFocus()
    assert widget.hasFocus()
    focused = widget.grab().toImage()
    QTest.keyClick(widget, Qt.Key.Key_Space)
    assert done == [PICK]
    widget.clearFocus()
    assert widget.grab().toImage() != focused
    assert shown(ROWS[1], done).focusPolicy() == Qt.FocusPolicy.NoFocus


def test_that_tooltips_show_names_as_they_are(qapp: QApplication) -> None:
    widget = shown(Fact("Name", "<b>x</b>", hint="h"), [])
    assert widget.toolTip() == "<p>Name: &lt;b&gt;x&lt;/b&gt;</p><p>h</p>"
    label = widget_of(Sentence("<i>words</i>"), Look("dark"), lambda act: None)
    assert isinstance(label, QLabel)
    assert label.textFormat() == Qt.TextFormat.PlainText


def test_that_buttons_wrap_where_they_do_not_fit(qapp: QApplication) -> None:
    done: list[Act] = []
    row = Buttons(tuple(Button(f"Copy number {n}", Copy(str(n)), "copy" if n else "") for n in range(4)))
    wide, narrow = shown(row, done, width=900), shown(row, done, width=200)
    layouts = wide.layout(), narrow.layout()
    assert layouts[0].heightForWidth(900) < layouts[1].heightForWidth(200)
    assert layouts[0].hasHeightForWidth()
    assert layouts[0].itemAt(9) is None
    assert layouts[0].takeAt(9) is None
    buttons = narrow.findChildren(QPushButton)
    assert len({button.y() for button in buttons}) == 4
    buttons[2].click()
    assert done == [Copy("2")]
    for _ in range(4):
        assert layouts[1].takeAt(0) is not None
    assert layouts[1].count() == 0


def test_that_long_names_stand_below_each_other(qapp: QApplication) -> None:
    short, long = (
        LineRow(Line(name.format(1), "57.1", to=name.format(2)), Look("dark"), lambda act: None)
        for name in ("n{}", "a-node-of-a-long-name-{}")
    )
    assert (short.is_tall, long.is_tall) == (False, True)
    assert long.height() > short.height()
    assert "a-node-of-a-long-name-1 to a-node-of-a-long-name-2" in long.toolTip()
    long.resize(260, long.height())
    assert not long.grab().isNull()


def test_that_a_large_figure_says_both_values_and_drops_the_old_one_first(qapp: QApplication) -> None:
    long, plain = Figure("Throughput", "289.25", "282.75", "Tbit/s", "−2.2 %"), Figure("K", "1", "1")
    assert (long.value, plain.value) == ("289.25 → 282.75\u2009Tbit/s", "1")
    assert widget_of(long, Look("dark"), [].append).accessibleName() == f"Throughput: {long.value}, −2.2 %"
    alone = Figure("Throughput", "282.75", "282.75", "Tbit/s", "−2.2 %")
    for width, same in ((180, True), (320, False)):
        one, other = (shown(row, [], width=width).grab().toImage() for row in (long, alone))
        assert (one == other) is same
