"""The page that is there before a fabric is: first steps, samples, recent files."""

from __future__ import annotations

import time
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import (
    QBoxLayout,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QScrollArea,
    QSpacerItem,
    QVBoxLayout,
    QWidget,
)

from ibviz.core.errors import IbvizError
from ibviz.drawing.qtfonts import font
from ibviz.gui.cards import CARD_WIDTH, RECENT_WIDTH, Recent, Sample, Step
from ibviz.gui.places import age
from ibviz.gui.samples import Drawn, draw_samples, sample_paths
from ibviz.gui.topbar import Mark

if TYPE_CHECKING:
    from ibviz.gui.window import Window

KEY = "samples"
SHOWN = 8
"""Recent files on the page."""

BESIDE, THREE = 1180, 900
"""Widths from which on the recent files stand beside the rest, and three cards in a row, pixels."""

EDGE, GAP, APART = 48, 16, 40
"""What is free at the edges, between cards, and between the two columns, pixels."""


class Welcome(QScrollArea):
    """Three first steps, the samples as small true pictures, recent files with their age."""

    def __init__(self, window: Window) -> None:
        super().__init__()
        self.setObjectName("welcome")
        self.setWidgetResizable(True)
        self.setFrameShape(QScrollArea.Shape.NoFrame)
        self.setAccessibleName("Welcome")
        self._window, self._theme, self._picked = window, "", ""
        self._mark = Mark(size=34, margin=(0, 0))
        self.steps = self._make_steps()
        self.samples = {title: self._make_sample(title, path) for title, path in sample_paths().items()}
        self._recent = QVBoxLayout()
        self._recent.setSpacing(4)
        self.recent: list[Recent] = []
        page = QWidget()
        page.setObjectName("page")
        self.setWidget(page)
        whole = QHBoxLayout(page)
        whole.setContentsMargins(EDGE, 48, EDGE, 32)
        self._rows = tuple(_grid() for _ in range(2))
        self._sides = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        self._sides.setSpacing(APART)
        self._sides.addLayout(self._left())
        self._sides.addLayout(self._right())
        self._sides.addStretch(1)
        whole.addStretch(1)
        whole.addLayout(self._sides)
        whole.addStretch(1)

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802
        """Let cards shrink, stand in fewer columns, and the recent files below them, so that all is in view."""
        super().resizeEvent(event)
        self._arrange()

    def _arrange(self) -> None:
        wide = self.viewport().width()
        beside, columns = wide >= BESIDE, 3 if wide >= THREE else 2
        room = wide - 2 * EDGE - (RECENT_WIDTH[0] + APART if beside else 0) - (columns - 1) * GAP
        card = min(max(room // columns, CARD_WIDTH[0]), CARD_WIDTH[1])
        for grid, cards in zip(self._rows, (self.steps, tuple(self.samples.values())), strict=True):
            for number, one in enumerate(cards):
                one.setFixedWidth(card)
                grid.addWidget(one, number // columns, number % columns)
        left = wide - 2 * EDGE - APART - columns * card - (columns - 1) * GAP
        listed = min(max(left, RECENT_WIDTH[0]), RECENT_WIDTH[1]) if beside else card
        for recent in self.recent:
            recent.setFixedWidth(listed)
        self._above.changeSize(0, 76 if beside else 0)
        down, across = QBoxLayout.Direction.TopToBottom, QBoxLayout.Direction.LeftToRight
        self._sides.setDirection(across if beside else down)

    def _make_steps(self) -> tuple[Step, ...]:
        files, first = self._window.files, next(iter(sample_paths().values()), None)
        steps = (
            Step(
                "Open a dump",
                "The output of ibnetdiscover, or a project. Or drop it here.",
                "folder",
                "Ctrl+O",
                primary=True,
            ),
            Step(
                "Join planes or rails",
                "Choose several dumps of one system: hosts are joined by name.",
                "rail",
            ),
            Step(
                "Pull a cable",
                "Open the first sample, click a cable or a switch, press F: see what it costs.",
                "fail",
            ),
        )
        steps[0].clicked.connect(files.open)
        steps[1].clicked.connect(files.open)
        if first is not None:
            steps[2].clicked.connect(lambda: files.read_sample(first))
        return steps

    def _make_sample(self, title: str, path: Path) -> Sample:
        card = Sample(title)
        card.clicked.connect(lambda: self._window.files.read_sample(path))
        return card

    def _left(self) -> QVBoxLayout:
        column = QVBoxLayout()
        column.setSpacing(0)
        head = QHBoxLayout()
        head.setSpacing(16)
        head.addWidget(self._mark)
        words = QVBoxLayout()
        words.setSpacing(2)
        words.addWidget(_words("ibviz", 24, 600, "title"))
        words.addWidget(_words("See a fabric, pull a cable and watch the load move", 13, 400, "second"))
        head.addLayout(words, 1)
        column.addLayout(head)
        column.addSpacing(28)
        column.addLayout(self._rows[0])
        column.addSpacing(28)
        column.addWidget(_words("Samples", 14, 600, "title"))
        column.addSpacing(8)
        column.addLayout(self._rows[1])
        column.addSpacing(24)
        column.addWidget(_words("Drop files anywhere in this window", 12, 400, "caption"))
        column.addStretch(1)
        return column

    def _right(self) -> QVBoxLayout:
        column = QVBoxLayout()
        column.setSpacing(0)
        self._above = QSpacerItem(0, 76)
        column.addItem(self._above)
        self._recent_title = _words("Recent", 14, 600, "title")
        column.addWidget(self._recent_title)
        column.addSpacing(8)
        column.addLayout(self._recent)
        column.addStretch(1)
        return column

    def dress(self, theme_name: str) -> None:
        """Take on a theme; the samples are drawn in it when the page is shown."""
        self._mark.dress(theme_name)
        for card in (*self.steps, *self.samples.values(), *self.recent):
            card.dress(theme_name)
        if self._theme != theme_name:
            self._theme, self._picked = theme_name, ""
            if self.isVisible():
                self._draw()

    def refresh(self) -> None:
        """Show the recent files as they are now, and the samples."""
        self._draw()
        for card in self.recent:
            self._recent.removeWidget(card)
            card.deleteLater()
        paths = self._window.settings.recent[:SHOWN]
        self.recent = [self._make_recent(path) for path in paths]
        self._recent_title.setVisible(bool(paths))
        self._arrange()

    def _make_recent(self, path: Path) -> Recent:
        try:
            when = age(max(time.time() - path.stat().st_mtime, 0))
            card = Recent(path.name, str(path.parent), when, there=True)
        except OSError:
            card = Recent(path.name, "file not found", "", there=False)
        card.clicked.connect(lambda: self._window.files.read(path))
        card.dress(self._theme or "dark")
        self._recent.addWidget(card)
        return card

    def _draw(self) -> None:
        theme = self._theme
        if not theme or theme == self._picked:
            return
        self._picked = theme
        self._window.desk.jobs.start(
            KEY,
            "Drawing the samples",
            lambda progress: draw_samples(theme, progress),
            self._drawn,
            self._undrawn,
        )

    def _drawn(self, made: list[Drawn]) -> None:
        for sample in made:
            self.samples[sample.title].tell(sample.sentence)
            self.samples[sample.title].show_picture(sample.picture)

    def _undrawn(self, error: IbvizError) -> None:
        self._window.say(f"The samples cannot be drawn: {error}")


def _words(text: str, size: int, weight: int, name: str) -> QLabel:
    label = QLabel(text)
    label.setTextFormat(Qt.TextFormat.PlainText)
    label.setFont(font(size, weight))
    label.setObjectName(name)
    return label


def _grid() -> QGridLayout:
    grid = QGridLayout()
    grid.setSpacing(GAP)
    return grid
