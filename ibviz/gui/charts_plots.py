"""The plots of the charts tab, on pyqtgraph: imported by the tab when it is first seen, and by nobody else."""

from __future__ import annotations

import numpy as np
import pyqtgraph as pg
from PySide6.QtCore import QPointF, Qt, Signal
from PySide6.QtGui import QColor, QFocusEvent, QFontMetricsF, QKeyEvent, QMouseEvent, QResizeEvent
from PySide6.QtWidgets import QWidget

from ibviz.core.table import Floats, Ints
from ibviz.gui.models.spread import Spread
from ibviz.gui.panels.inspector_look import Look, font
from ibviz.gui.tips import tip

MARKED = 500
"""Most selected things that are marked on a curve one by one."""

FEW = 40
"""Marks up to which each stands out from its neighbours."""

SLACK = 4.0
"""Pixels that a press may move and still be a click."""

BESIDE = 92
"""Pixels of a plot beside its title: the axis at the left, and air."""

STEP = 5.0
"""How far an arrow key goes along a curve, percent of the things."""


class Plot(pg.PlotWidget):  # type: ignore[misc]
    """An empty plot without menu, buttons or wheel, in the colours of the theme.

    Signals
    -------
    picked(ids)
        The things under a click or in the stretch that was drawn over, (n,) int64.
    """

    picked = Signal(object)

    def __init__(self, title: str, across: str, up: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._titles = (title, across, up)
        self._spread: Spread | None = None
        self._marked: Ints = np.empty(0, np.int64)
        self._pressed: QPointF | None = None
        self._region: pg.LinearRegionItem | None = None
        self._look = Look("dark")
        self.setMenuEnabled(False)
        self.hideButtons()
        self.setMouseEnabled(False, False)
        self.setAccessibleName(title)
        self.setToolTip(tip(f"{title}: a click selects what is under it, a stretch drawn over it all within"))
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.viewport().setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.getPlotItem().setContentsMargins(0, 0, 14, 0)
        for side in ("left", "bottom"):
            self.getPlotItem().getAxis(side).enableAutoSIPrefix(False)

    def entitle(self, title: str) -> None:
        """Say what is shown."""
        self._titles = (title, *self._titles[1:])
        self.setAccessibleName(title)
        self._show_title()

    def _show_title(self) -> None:
        """Write as many parts of the title as there is room for: else the plot would be as wide as all, and cut."""
        shown, room, metrics = self._titles[0], max(self.width() - BESIDE, 0), QFontMetricsF(font(12, 400))
        while ", " in shown and metrics.horizontalAdvance(shown) > room:
            shown = shown.rpartition(", ")[0]
        shown = metrics.elidedText(shown, Qt.TextElideMode.ElideRight, room)
        self.getPlotItem().titleLabel.item.setFont(font(12, 400))
        self.setTitle(shown, color=self._look["t2"], size="9pt")

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802
        """Cut the title for the new width, before the plot is laid out in it."""
        own = vars(self)
        if (
            "_look" in own and own["plotItem"] is not None
        ):  # pyqtgraph resizes before it is made, and when closed
            self._show_title()
        super().resizeEvent(event)

    def dress(self, look: Look) -> None:
        """Take on a theme."""
        self._look = look
        _, across, up = self._titles
        self.setBackground(look["panel"])
        self._show_title()
        item = self.getPlotItem()
        for side, text in (("bottom", across), ("left", up)):
            axis = item.getAxis(side)
            axis.setPen(pg.mkPen(look["line2"]))
            axis.setTextPen(pg.mkPen(look["t3"]))
            axis.setStyle(tickFont=font(11, 400))
            axis.setLabel(text, color=look["t3"].name())
        self.show_spread(self._spread)

    def show_spread(self, spread: Spread | None) -> None:
        """Show other values."""
        self._spread = spread
        self.clear()
        self._region = None
        if spread is not None and len(spread):
            self.fill(spread)
        self.mark(self._marked)

    def fill(self, spread: Spread) -> None:
        """Add what is shown of the values."""

    def mark(self, ids: Ints) -> None:
        """Mark some things."""
        self._marked = ids
        if self._spread is not None and len(self._spread):
            self.show_marks(self._spread, ids)

    def show_marks(self, spread: Spread, ids: Ints) -> None:
        """Show which of the things are marked."""

    def under(self, spread: Spread, x: float) -> Ints:
        """Return the things at a place along the axis."""
        return spread.ids[:0]

    def between(self, spread: Spread, low: float, high: float) -> Ints:
        """Return the things in a stretch of the axis."""
        return spread.ids[:0]

    def _along(self, spot: QPointF) -> float:
        """Return the place along the axis of a point of the widget."""
        return float(self.getPlotItem().vb.mapSceneToView(self.mapToScene(spot.toPoint())).x())

    def mousePressEvent(self, event: QMouseEvent) -> None:  # noqa: N802
        """Begin a click or a stretch."""
        self.setFocus(Qt.FocusReason.MouseFocusReason)
        self._pressed = event.position() if event.button() == Qt.MouseButton.LeftButton else None

    def mouseMoveEvent(self, event: QMouseEvent) -> None:  # noqa: N802
        """Show the stretch."""
        if self._pressed is None or self._spread is None:
            return
        if self._region is None and abs(event.position().x() - self._pressed.x()) > SLACK:
            ground = QColor(self._look["acc"])
            ground.setAlpha(48)
            self._region = pg.LinearRegionItem(movable=False, brush=ground, pen=pg.mkPen(self._look["acc"]))
            self.addItem(self._region, ignoreBounds=True)
        if self._region is not None:
            self._region.setRegion((self._along(self._pressed), self._along(event.position())))

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:  # noqa: N802
        """Select what was under the click, or all in the stretch."""
        pressed, self._pressed = self._pressed, None
        region, self._region = self._region, None
        if region is not None:
            self.removeItem(region)
        if pressed is None or self._spread is None or not len(self._spread):
            return
        low, high = sorted((self._along(pressed), self._along(event.position())))
        if region is None:
            self._pick(self.under(self._spread, high))
        else:
            self._pick(self.between(self._spread, low, high))

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:  # noqa: N802
        """Take it as a click."""
        self.mousePressEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802
        """Go along the axis by the arrow keys: what is there is selected."""
        way = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1}.get(Qt.Key(event.key()))
        if way is None or self._spread is None or not len(self._spread):
            event.ignore()
            return
        self._pick(self.beside(self._spread, self._spread.rows_of(self._marked), way))

    def beside(self, spread: Spread, rows: Ints, way: int) -> Ints:
        """Return the things beside those marked, to the left or the right."""
        return spread.ids[:0]

    def _pick(self, ids: Ints) -> None:
        if len(ids):
            self.picked.emit(ids)

    def focusInEvent(self, event: QFocusEvent) -> None:  # noqa: N802
        """Show the focus."""
        self._show_focus()

    def focusOutEvent(self, event: QFocusEvent) -> None:  # noqa: N802
        """Show that the focus is elsewhere."""
        self._show_focus()

    def _show_focus(self) -> None:
        item = self.getPlotItem()
        if item is not None:  # pyqtgraph has none any more while it closes
            item.vb.setBorder(pg.mkPen(self._look["acc"] if self.hasFocus() else self._look["panel"]))


class Curve(Plot):
    """The values, the least first, over their share."""

    def fill(self, spread: Spread) -> None:
        """Draw the curve."""
        x, y = spread.curve()
        self.plot(x * 100, y, pen=pg.mkPen(self._look["t3"], width=2))
        self._marks = pg.ScatterPlotItem(size=9, pen=pg.mkPen(self._look["panel"]), brush=self._look["acc"])
        self.addItem(self._marks)
        self.setXRange(0, 100, padding=0.02)
        self.setYRange(0, float(spread.edges[-1]), padding=0.05)

    def show_marks(self, spread: Spread, ids: Ints) -> None:
        """Put a dot on the curve for each of some things; of many, for some of them."""
        rows = spread.rows_of(ids)
        if len(rows) > MARKED:
            rows = rows[np.linspace(0, len(rows) - 1, MARKED).astype(np.int64)]
        edge = pg.mkPen(self._look["panel"]) if len(rows) <= FEW else None
        size = 9 if len(rows) <= FEW else 5
        self._marks.setData(spread.places(rows) * 100, spread.values[rows], size=size, pen=edge)

    def under(self, spread: Spread, x: float) -> Ints:
        """Return the one thing at a share."""
        row = int(np.clip(x / 100 * len(spread), 0, len(spread) - 1))
        return spread.ids[row : row + 1]

    def between(self, spread: Spread, low: float, high: float) -> Ints:
        """Return the things of a stretch of shares."""
        places = spread.places(np.arange(len(spread))) * 100
        first, last = np.searchsorted(places, (low, high)).tolist()
        return spread.ids[first:last]

    def beside(self, spread: Spread, rows: Ints, way: int) -> Ints:
        """Return the thing one step along the curve; the first one at first."""
        step = max(1, round(len(spread) * STEP / 100))
        row = 0 if not len(rows) else int(rows[0]) + way * step
        return spread.ids[[min(max(row, 0), len(spread) - 1)]]


class Bars(Plot):
    """A histogram."""

    def fill(self, spread: Spread) -> None:
        """Draw the bars."""
        middles = self._middles(spread)
        brushes = [self.ink(float(middle / spread.edges[-1])) for middle in middles]
        self.addItem(
            pg.BarGraphItem(
                x=middles,
                height=np.sqrt(spread.counts),
                width=2 * middles[0] * 0.9,
                brushes=brushes,
                pen=None,
            )
        )
        ground = pg.mkBrush(self._look["acc"])
        self._marks = pg.BarGraphItem(x=[], height=[], width=2 * middles[0] * 0.9, brush=ground, pen=None)
        self.addItem(self._marks)
        self.setXRange(0, float(spread.edges[-1]), padding=0.02)
        most = int(spread.counts.max())
        ticks = sorted({0, most // 16, most // 4, most})
        self.getPlotItem().getAxis("left").setTicks([[(number**0.5, f"{number:,}") for number in ticks]])
        self.setYRange(0, most**0.5, padding=0.05)

    @staticmethod
    def _middles(spread: Spread) -> Floats:
        middles: Floats = (spread.edges[:-1] + spread.edges[1:]) / 2
        return middles

    def show_marks(self, spread: Spread, ids: Ints) -> None:
        """Show in each bar how many of its things are marked."""
        number = np.bincount(spread.bins(spread.rows_of(ids)), minlength=len(spread.counts))
        some = np.flatnonzero(number)
        self._marks.setOpts(x=self._middles(spread)[some], height=np.sqrt(number[some]))

    def ink(self, share: float) -> QColor:
        """Return the colour of a bar that stands at a share of the axis."""
        return self._look["t3"]

    def under(self, spread: Spread, x: float) -> Ints:
        """Return the things of a bar."""
        return self.between(spread, x, x)

    def between(self, spread: Spread, low: float, high: float) -> Ints:
        """Return the things of the bars that a stretch touches."""
        first, last = (np.searchsorted(spread.edges, (low, high), "right") - 1).tolist()
        if last < 0 or first >= len(spread.counts):
            return np.empty(0, np.int64)
        first, last = max(first, 0), min(last, len(spread.counts) - 1)
        return spread.within(float(spread.edges[first]), float(spread.edges[last + 1]))

    def beside(self, spread: Spread, rows: Ints, way: int) -> Ints:
        """Return the things of the next bar that has any; of the first one at first."""
        bars = np.flatnonzero(spread.counts)
        at = 0
        if len(rows):
            at = int(np.searchsorted(bars, int(spread.bins(rows[:1])[0]))) + way
        bar = int(bars[min(max(at, 0), len(bars) - 1)])
        return spread.within(float(spread.edges[bar]), float(spread.edges[bar + 1]))


class HeatedBars(Bars):
    """A histogram in the colours of the load."""

    def ink(self, share: float) -> QColor:
        """Return the colour of the load at a share."""
        return self._look.heat(share)
