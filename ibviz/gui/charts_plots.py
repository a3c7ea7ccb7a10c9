"""The plots of the charts tab, on pyqtgraph: imported by the tab when it is first seen, and by nobody else."""

from __future__ import annotations

from typing import Any

import numpy as np
import pyqtgraph as pg
from PySide6.QtCore import QPointF, Qt, Signal
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QWidget

from ibviz.core.table import Ints
from ibviz.gui.models.spread import Spread
from ibviz.gui.panels.inspector_look import Look, font
from ibviz.gui.tips import tip

MARKED = 500
"""Most selected things that are marked on a curve."""


class Plot(pg.PlotWidget):  # type: ignore[misc]
    """An empty plot without menu, buttons or wheel, in the colours of the theme.

    Signals
    -------
    picked(ids)
        The things under a click, (n,) int64.
    """

    picked = Signal(object)

    def __init__(self, title: str, across: str, up: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._titles = (title, across, up)
        self._spread: Spread | None = None
        self._look = Look("dark")
        self.setMenuEnabled(False)
        self.hideButtons()
        self.setMouseEnabled(False, False)
        self.setAccessibleName(title)
        self.setToolTip(tip(f"{title}: a click selects what is under it"))
        self.scene().sigMouseClicked.connect(self._on_click)

    def dress(self, look: Look) -> None:
        """Take on a theme."""
        self._look = look
        title, across, up = self._titles
        self.setBackground(look["panel"])
        self.setTitle(title, color=look["t2"], size="9pt")
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
        if spread is not None and len(spread):
            self.fill(spread)

    def fill(self, spread: Spread) -> None:
        """Add what is shown of the values."""

    def mark(self, ids: Ints) -> None:
        """Mark some things."""

    def _on_click(self, event: Any) -> None:
        if event.button() == Qt.MouseButton.LeftButton and self._spread is not None and len(self._spread):
            spot: QPointF = self.getPlotItem().vb.mapSceneToView(event.scenePos())
            ids = self.under(self._spread, spot.x())
            if len(ids):
                self.picked.emit(ids)

    def under(self, spread: Spread, x: float) -> Ints:
        """Return the things at a place along the axis."""
        return spread.ids[:0]


class Curve(Plot):
    """The values, the least first, over their share."""

    def fill(self, spread: Spread) -> None:
        """Draw the curve."""
        x, y = spread.curve()
        self.plot(x * 100, y, pen=pg.mkPen(self._look["acc"], width=2))
        self._marks = pg.ScatterPlotItem(size=8, pen=pg.mkPen(self._look["panel"]), brush=self._look["sel"])
        self.addItem(self._marks)
        self.setXRange(0, 100, padding=0.02)
        self.setYRange(0, float(spread.edges[-1]), padding=0.05)

    def mark(self, ids: Ints) -> None:
        """Put a dot on the curve for each of some things."""
        if self._spread is not None and len(self._spread):
            rows = self._spread.rows_of(ids)[:MARKED]
            self._marks.setData(self._spread.places(rows) * 100, self._spread.values[rows])

    def under(self, spread: Spread, x: float) -> Ints:
        """Return the one thing at a share."""
        row = int(np.clip(x / 100 * len(spread), 0, len(spread) - 1))
        return spread.ids[row : row + 1]


class Bars(Plot):
    """A histogram."""

    def fill(self, spread: Spread) -> None:
        """Draw the bars."""
        width = float(spread.edges[1] - spread.edges[0])
        middles = spread.edges[:-1] + width / 2
        brushes = [self.ink(float(middle / spread.edges[-1])) for middle in middles]
        self.addItem(
            pg.BarGraphItem(
                x=middles, height=np.sqrt(spread.counts), width=width * 0.9, brushes=brushes, pen=None
            )
        )
        self.setXRange(0, float(spread.edges[-1]), padding=0.02)
        most = int(spread.counts.max())
        ticks = sorted({0, most // 16, most // 4, most})
        self.getPlotItem().getAxis("left").setTicks([[(number**0.5, f"{number:,}") for number in ticks]])
        self.setYRange(0, most**0.5, padding=0.05)

    def ink(self, share: float) -> QColor:
        """Return the colour of a bar that stands at a share of the axis."""
        return self._look["acc"]

    def under(self, spread: Spread, x: float) -> Ints:
        """Return the things of a bar."""
        at = int(np.searchsorted(spread.edges, x, "right")) - 1
        if not 0 <= at < len(spread.counts):
            return np.empty(0, np.int64)
        return spread.within(float(spread.edges[at]), float(spread.edges[at + 1]))


class HeatedBars(Bars):
    """A histogram in the colours of the load."""

    def ink(self, share: float) -> QColor:
        """Return the colour of the load at a share."""
        return self._look.heat(share)
