"""The model of a table: cells are made from columns when they are shown, rows stand in an order of their own."""

from __future__ import annotations

from typing import Any

import numpy as np
from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt, Signal

from ibviz.core.table import Bools, Ints
from ibviz.gui.jobs import Jobs
from ibviz.gui.models.listing import Column, Listing, Wish, arranged

Index = QModelIndex | QPersistentModelIndex
NO_INDEX = QModelIndex()
AT_ONCE = 2_000
"""Rows that are sorted and filtered without a job."""

_EMPTY = Listing(np.empty(0, np.int64), ())


class TableModel(QAbstractTableModel):
    """Shows a `Listing`; sorts and filters large ones off the GUI thread.

    Signals
    -------
    arranged()
        The rows shown, or their order, have changed.

    Parameters
    ----------
    name : str
        What the table shows, such as ``cables``.
    jobs : Jobs
    """

    arranged = Signal()

    def __init__(self, name: str, jobs: Jobs, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._name, self._jobs = name, jobs
        self._listing, self._order = _EMPTY, np.empty(0, np.int64)
        self._marked = np.zeros(0, bool)
        self.wish = Wish()

    @property
    def listing(self) -> Listing:
        """What is shown."""
        return self._listing

    @property
    def order(self) -> Ints:
        """Rows of the listing that are shown, in their order."""
        return self._order

    @property
    def marked(self) -> Bools:
        """Which of the rows shown are selected, in their order."""
        return self._marked[self._order]

    def marked_rows(self, rows: Ints) -> Bools:
        """Return which of some rows of the listing are selected."""
        return self._marked[rows]

    def show(self, listing: Listing) -> None:
        """Show other values; where the rows are the same things, they stay in their places."""
        same = np.array_equal(listing.ids, self._listing.ids)
        heads = [column.name for column in listing.columns]
        if same and heads == [column.name for column in self._listing.columns] and len(listing):
            self._listing = listing
            self._tell()
            return
        self._jobs.cancel(self._key)
        self.beginResetModel()
        self._wish_again(listing)
        self._listing = listing
        self._order = np.arange(len(listing)) if len(listing) <= AT_ONCE else np.empty(0, np.int64)
        self._marked = np.zeros(len(listing), bool)
        self.endResetModel()
        self.arrange(self.wish)

    def _wish_again(self, listing: Listing) -> None:
        """Keep the order that was asked for, by the name of its column, else take the table's own."""
        names = [column.name for column in listing.columns]
        known = self._listing.columns
        wished = known[self.wish.column].name if 0 <= self.wish.column < len(known) else ""
        falling = self.wish.falling
        if wished not in names:
            wished, falling = listing.first.removeprefix("-"), listing.first.startswith("-")
        column = names.index(wished) if wished in names else -1
        self.wish = Wish(column, falling, self.wish.text, self.wish.only)

    @property
    def _key(self) -> str:
        return f"table {self._name}"

    def arrange(self, wish: Wish) -> None:
        """Sort and filter; a large table keeps its rows until the new order is there."""
        self.wish = wish
        listing = self._listing
        self._jobs.cancel(self._key)
        if len(listing) <= AT_ONCE:
            self._take(listing, arranged(listing, wish))
        else:
            self._jobs.start(
                self._key,
                "Sorting the table",
                lambda progress: arranged(listing, wish, progress),
                lambda order: self._take(listing, order),
                lambda error: None,
            )

    def _take(self, listing: Listing, order: Ints) -> None:
        if listing is not self._listing and not np.array_equal(listing.ids, self._listing.ids):
            return
        if len(order) == len(self._order):
            self._order = order
            self._tell()
        else:
            self.beginResetModel()
            self._order = order
            self.endResetModel()
        self.arranged.emit()

    def mark(self, ids: Ints) -> None:
        """Select the rows of some things, and no others."""
        largest = int(self._listing.ids.max(initial=-1)) + 1
        flags = np.zeros(largest + 1, bool)
        flags[ids[(ids >= 0) & (ids < largest)]] = True
        self._marked = flags[self._listing.ids]
        self._tell()

    def _tell(self) -> None:
        if len(self._order):
            self.dataChanged.emit(self.index(0, 0), self.index(len(self._order) - 1, self.columnCount() - 1))

    def ids_at(self, shown: Ints) -> Ints:
        """Return the things that some of the rows shown stand for."""
        return self._listing.ids[self._order[shown]]

    def rowCount(self, parent: Index = NO_INDEX) -> int:  # noqa: N802
        """Return how many rows are shown."""
        return 0 if parent.isValid() else len(self._order)

    def columnCount(self, parent: Index = NO_INDEX) -> int:  # noqa: N802
        """Return how many columns there are."""
        return 0 if parent.isValid() else len(self._listing.columns)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Return what a cell shows."""
        if not index.isValid() or index.row() >= len(self._order):
            return None
        column, row = self._listing.columns[index.column()], int(self._order[index.row()])
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole):
            return column.shown(slice(row, row + 1))[0]
        if role == Qt.ItemDataRole.AccessibleDescriptionRole:
            return f"{column.title}, selected" if self._marked[row] else column.title
        return _alignment(column) if role == Qt.ItemDataRole.TextAlignmentRole else None

    def headerData(  # noqa: N802
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> Any:
        """Return what a head shows."""
        if orientation != Qt.Orientation.Horizontal or not 0 <= section < self.columnCount():
            return None
        column = self._listing.columns[section]
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole):
            return column.title
        if role in (Qt.ItemDataRole.ToolTipRole, Qt.ItemDataRole.AccessibleDescriptionRole):
            return f"{column.title}: {column.hint}" if column.hint else f"Sort by {column.title}"
        return _alignment(column) if role == Qt.ItemDataRole.TextAlignmentRole else None

    def sort(self, column: int, order: Qt.SortOrder = Qt.SortOrder.AscendingOrder) -> None:
        """Sort by a column; -1 as the rows come."""
        falling = order == Qt.SortOrder.DescendingOrder
        if (column, falling) != (self.wish.column, self.wish.falling):
            self.arrange(Wish(column, falling, self.wish.text, self.wish.only))


def _alignment(column: Column) -> int:
    side = Qt.AlignmentFlag.AlignRight if column.look == "number" else Qt.AlignmentFlag.AlignLeft
    return int(side | Qt.AlignmentFlag.AlignVCenter)
