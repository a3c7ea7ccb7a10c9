"""The view of a table: rows are picked here and marked by the model, so that 10,000 cost no more than one."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QEvent, QModelIndex, QPoint, QRectF, Qt, Signal
from PySide6.QtGui import QGuiApplication, QKeyEvent, QKeySequence, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QMenu, QTableView, QWidget

from ibviz.core.table import Ints
from ibviz.gui.models.listing import tsv
from ibviz.gui.models.table_model import TableModel
from ibviz.gui.panels.inspector_look import Look, font
from ibviz.gui.panels.tables_cells import paint_column, paint_grounds
from ibviz.gui.panels.tables_widths import LEAST, Widths

ROW, HEAD = 26, 28
_WALKING = {
    Qt.Key.Key_Up,
    Qt.Key.Key_Down,
    Qt.Key.Key_PageUp,
    Qt.Key.Key_PageDown,
    Qt.Key.Key_Home,
    Qt.Key.Key_End,
}


class TableView(QTableView):
    """A table of a `TableModel`.

    Signals
    -------
    picked(rows, how)
        Rows as shown, (n,) int64; how: ``only``, ``add`` or ``toggle``.
    entered()
        What is selected is to be gone to.
    """

    picked = Signal(object, str)
    entered = Signal()

    def __init__(self, model: TableModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._model = model
        self._anchor = -1
        self._look, self._hovered = Look("dark"), -1
        self._hidden: set[str] = set()
        self._placed: list[str] = []
        self.setModel(model)
        self.setFont(font(12, 400))
        self.setSelectionMode(QAbstractItemView.SelectionMode.NoSelection)
        self.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setShowGrid(False)
        self.setWordWrap(False)
        self.setMouseTracking(True)
        self.setTabKeyNavigation(False)
        self.setCornerButtonEnabled(False)
        rows = self.verticalHeader()
        rows.setDefaultSectionSize(ROW)
        rows.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        rows.setAccessibleName("Rows")
        rows.hide()
        self._dress_heads()
        self.widths, self._fitted = Widths(self.horizontalHeader(), model), model.listing
        model.modelReset.connect(self._on_reset)
        model.arranged.connect(self._show_sorting)

    def _dress_heads(self) -> None:
        heads = self.horizontalHeader()
        heads.setFixedHeight(HEAD)
        heads.setFont(font(11, 500))
        heads.setSectionsMovable(True)
        heads.setHighlightSections(False)
        heads.setStretchLastSection(True)
        heads.setMinimumSectionSize(LEAST)
        heads.setSectionsClickable(True)
        heads.setSortIndicatorShown(True)
        heads.sortIndicatorChanged.connect(self._model.sort)
        heads.sectionMoved.connect(lambda column, before, after: self._note_places())
        heads.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        heads.customContextMenuRequested.connect(self._offer_columns)
        heads.setAccessibleName("Columns; a click sorts, a right click hides")

    def dress(self, look: Look) -> None:
        """Take on a theme."""
        self._look = look
        self.viewport().update()

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802
        """Paint all rows that are in view."""
        painter = QPainter(self.viewport())
        painter.fillRect(event.rect(), self._look["panel"])
        shown = self.seen_rows()
        if len(shown):
            tops = [self.rowViewportPosition(row) for row in shown]
            rows = self._model.order[shown[0] : shown[-1] + 1]
            marked = self._model.marked_rows(rows)
            wide = self.viewport().width()
            paint_grounds(painter, self._look, wide, tops, ROW, marked, self._hovered - shown[0])
            for at, column in enumerate(self._model.listing.columns):
                left, width = self.columnViewportPosition(at), self.columnWidth(at)
                if not self.isColumnHidden(at) and left < wide and left + width > 0:
                    paint_column(painter, self._look, column, rows, left, width, tops, ROW)
        if self.hasFocus() and self.currentIndex().isValid():
            self._ring(painter)
        painter.end()

    def _ring(self, painter: QPainter) -> None:
        """Draw the focus round its cell."""
        cell = QRectF(self.visualRect(self.currentIndex())).adjusted(2, 2, -2, -2)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(self._look["acc"], 2))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRoundedRect(cell, 4, 4)

    def seen_rows(self) -> range:
        """Return the rows in view."""
        first, last = self.rowAt(0), self.rowAt(self.viewport().height() - 1)
        if first < 0:
            return range(0)
        return range(first, (self._model.rowCount() if last < 0 else last + 1))

    def _on_reset(self) -> None:
        self._anchor = -1
        listing = self._model.listing
        names = [column.name for column in listing.columns]
        if names and listing is not self._fitted:
            self._fitted = listing
            for at, name in enumerate(names):
                self.setColumnHidden(at, name in self._hidden)
            self._place_again(names)
            self.widths.fit()
        self._show_sorting()

    def _note_places(self) -> None:
        """Remember where the user put the columns, by their names."""
        heads, columns = self.horizontalHeader(), self._model.listing.columns
        self._placed = [columns[heads.logicalIndex(at)].name for at in range(heads.count())]

    def _place_again(self, names: list[str]) -> None:
        """Put the columns where the user wants them; new ones keep to the one before them."""
        heads, rank, last = self.horizontalHeader(), {}, -1.0
        for at, name in enumerate(names):
            last = float(self._placed.index(name)) if name in self._placed else last + at / 1000
            rank[name] = last
        heads.blockSignals(True)
        for to, name in enumerate(sorted(names, key=rank.__getitem__)):
            heads.moveSection(heads.visualIndex(names.index(name)), to)
        heads.blockSignals(False)

    def hide_column(self, name: str, *, hidden: bool) -> None:
        """Hide a column, or show it again; that lasts, whatever other columns come and go."""
        (self._hidden.add if hidden else self._hidden.discard)(name)
        names = [column.name for column in self._model.listing.columns]
        if name in names:
            self.setColumnHidden(names.index(name), hidden)

    def _show_sorting(self) -> None:
        heads, wish = self.horizontalHeader(), self._model.wish
        order = Qt.SortOrder.DescendingOrder if wish.falling else Qt.SortOrder.AscendingOrder
        heads.blockSignals(True)
        heads.setSortIndicator(wish.column, order)
        heads.blockSignals(False)

    def _offer_columns(self, spot: QPoint) -> None:
        menu = self.columns_menu()
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.popup(self.horizontalHeader().mapToGlobal(spot))

    def columns_menu(self) -> QMenu:
        """Return a menu that hides and shows columns; the last one cannot be hidden."""
        menu = QMenu("Columns", self)
        shown = [at for at in range(self._model.columnCount()) if not self.isColumnHidden(at)]
        for at, column in enumerate(self._model.listing.columns):
            action = menu.addAction(column.title.replace("&", "&&"))
            action.setCheckable(True)
            action.setChecked(at in shown)
            action.setEnabled(shown != [at])
            action.toggled.connect(lambda on, name=column.name: self.hide_column(name, hidden=not on))
        return menu

    def mousePressEvent(self, event: QMouseEvent) -> None:  # noqa: N802
        """Pick the row under the pointer."""
        row = self.rowAt(int(event.position().y()))
        if row < 0:
            return
        marked = self._model.marked
        if event.button() == Qt.MouseButton.LeftButton or not marked[row]:
            self._pick(row, event.modifiers())
        self.setCurrentIndex(self._model.index(row, max(self.columnAt(int(event.position().x())), 0)))

    def mouseMoveEvent(self, event: QMouseEvent) -> None:  # noqa: N802
        """Light the row under the pointer; with the button down, pick all rows from where it went down."""
        row = self.rowAt(int(event.position().y()))
        if event.buttons() & Qt.MouseButton.LeftButton and row >= 0 and self._anchor >= 0:
            self._pick(row, Qt.KeyboardModifier.ShiftModifier)
        if row != self._hovered:
            self._hovered = row
            self.viewport().update()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:  # noqa: N802
        """Do nothing more."""

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:  # noqa: N802
        """Take it as a click, and go there."""
        self.mousePressEvent(event)
        if self.rowAt(int(event.position().y())) >= 0:
            self.entered.emit()

    def leaveEvent(self, event: QEvent) -> None:  # noqa: N802
        """Light no row."""
        self._hovered = -1
        self.viewport().update()

    def _pick(self, row: int, held: Qt.KeyboardModifier) -> None:
        if held & Qt.KeyboardModifier.ShiftModifier and 0 <= self._anchor < self._model.rowCount():
            low, high = sorted((self._anchor, row))
            self.picked.emit(np.arange(low, high + 1), "only")
            return
        self._anchor = row
        self.picked.emit(np.array([row]), "toggle" if held & Qt.KeyboardModifier.ControlModifier else "only")

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802
        """Walk the rows, select all, copy, go to what is selected."""
        if event.matches(QKeySequence.StandardKey.Copy):
            self.copy()
        elif event.matches(QKeySequence.StandardKey.SelectAll):
            self.picked.emit(np.arange(self._model.rowCount()), "only")
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.entered.emit()
        else:
            super().keyPressEvent(event)
            if event.key() in _WALKING and self.currentIndex().isValid():
                self._pick(self.currentIndex().row(), event.modifiers() & Qt.KeyboardModifier.ShiftModifier)

    def rows(self) -> Ints:
        """Return the marked rows in the order shown; all rows if none is."""
        marked = np.flatnonzero(self._model.marked)
        return self._model.order[marked] if len(marked) else self._model.order

    def text(self) -> str:
        """Return the marked rows, or all, as tab-separated text, columns as they stand."""
        return tsv(self._model.listing, self.rows(), self._columns())

    def _columns(self) -> list[int]:
        heads = self.horizontalHeader()
        placed = [heads.logicalIndex(at) for at in range(heads.count())]
        return [at for at in placed if not self.isColumnHidden(at)]

    def copy(self) -> None:
        """Put the marked rows, or all, into the clipboard."""
        QGuiApplication.clipboard().setText(self.text())

    def reveal(self) -> None:
        """Bring the first marked row into view, unless one is in it."""
        marked, seen = np.flatnonzero(self._model.marked), self.seen_rows()
        if not len(marked) or ((marked >= seen.start) & (marked < seen.stop)).any():
            return
        where: QModelIndex = self._model.index(int(marked[0]), 0)
        self.scrollTo(where, QAbstractItemView.ScrollHint.PositionAtCenter)
