"""The status bar: state of the simulation, selection and notes at the left; progress, saving, zoom at the right."""

from __future__ import annotations

import time
from datetime import datetime

from PySide6.QtCore import QObject, QSize, Qt, QTimer, Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QProgressBar, QStatusBar, QToolButton, QWidget

from ibviz.drawing.qtfonts import font
from ibviz.gui.desk import Desk
from ibviz.gui.results import KEY
from ibviz.gui.style import icon

PATIENCE_MS = 300
"""Work that takes less is not shown, milliseconds."""

SAID_MS = 4000
QUIET = ("draft", "scene", "samples")
"""Jobs that say nothing: the picture is its own progress."""


class Status(QObject):
    """Fills the status bar of a window.

    Signals
    -------
    notes_asked()
        The user wants to read what the reader had to say.
    """

    notes_asked = Signal()

    def __init__(self, desk: Desk, bar: QStatusBar) -> None:
        super().__init__(bar)
        self._desk, self._theme, self._fault = desk, "dark", ""
        self._simulation = _Fact("Simulation")
        self._selection = _label("Selection")
        self._notes = _Fact("Notes of the reader")
        self._notes.button.clicked.connect(self.notes_asked)
        self._said, self._saved, self._zoom = _label("Message"), _label("Saved"), _label("Zoom")
        self._work = _Work(desk)
        left: tuple[QWidget, ...] = (self._simulation, self._selection, self._notes)
        for part in left:
            bar.addWidget(part)
        bar.addWidget(self._said, 1)
        right: tuple[QWidget, ...] = (self._work, self._saved, self._zoom)
        for part in right:
            bar.addPermanentWidget(part)
        self._silence = QTimer(self)
        self._silence.setSingleShot(True)
        self._silence.setInterval(SAID_MS)
        self._silence.timeout.connect(lambda: self._said.setText(""))
        desk.document.changed.connect(lambda before, after: self.refresh())
        desk.document.selected.connect(lambda selection: self.refresh())
        desk.document.filed.connect(self.refresh)
        desk.results.changed.connect(lambda load: self._computed(""))
        desk.results.waiting.connect(self.refresh)
        desk.results.failed.connect(self._computed)
        desk.jobs.ended.connect(lambda key: self.refresh())
        desk.gaze.changed.connect(lambda before, after: self._tell_zoom())

    def say(self, sentence: str) -> None:
        """Say what was done, for four seconds."""
        self._said.setText(sentence)
        self._said.setToolTip("")
        self._silence.start()

    def saved(self) -> None:
        """Note when the document was saved."""
        self._saved.setText(f"Saved {datetime.now():%H:%M}")

    def dress(self, theme_name: str) -> None:
        """Take on a theme."""
        self._theme = theme_name
        self._work.dress(theme_name)
        self.refresh()

    def _tell_zoom(self) -> None:
        """Say how near the picture is, where there is one."""
        empty, view = not len(self._desk.document.state.fabric.nodes), self._desk.gaze.view
        text = "" if empty else f"Zoom: {zoom_words(view.zoom, fits=view.kind == 'layered')}"
        if self._zoom.text() != text:
            self._zoom.setText(text)

    def _computed(self, fault: str) -> None:
        self._fault = fault
        self.refresh()

    def refresh(self) -> None:
        """Say how things are now."""
        document, results = self._desk.document, self._desk.results
        empty, picked = not len(document.state.fabric.nodes), document.selection
        text, name, token = self._state_of_simulation()
        self._simulation.show_fact("" if empty else text, icon(name, self._theme, token, 16))
        self._selection.setText(
            "" if empty else chosen(len(picked.nodes), len(picked.cables), len(picked.flow_ids))
        )
        notes = len(document.state.reading)
        words = f"{notes:,} note{'s' if notes != 1 else ''}" if notes and not empty else ""
        self._notes.show_fact(words, icon("warning", self._theme, "warn", 16))
        self._saved.setVisible(not document.modified)
        self._tell_zoom()
        if results.load is None and self._fault:
            self._simulation.setToolTip("")

    def _state_of_simulation(self) -> tuple[str, str, str]:
        if self._desk.jobs.running(KEY):
            return "Simulating", "simulate", "t3"
        if self._fault:
            return self._fault, "error", "err"
        if self._desk.results.load is None:
            return "No traffic", "traffic", "t3"
        if not self._desk.results.current:
            return "Simulation stopped: the load is an older one", "warning", "warn"
        return "Simulation current", "ok", "ok"


def chosen(nodes: int, cables: int, flows: int = 0) -> str:
    """Return what is selected in words.

    Examples
    --------
    >>> chosen(0, 0), chosen(1, 0), chosen(2, 1200)
    ('Nothing selected', '1 node selected', '2 nodes, 1,200 cables selected')
    """
    counts = [(flows, "flow")] if flows else [(nodes, "node"), (cables, "cable")]
    parts = [f"{n:,} {what}{'s' if n != 1 else ''}" for n, what in counts if n]
    return f"{', '.join(parts)} selected" if parts else "Nothing selected"


def zoom_words(zoom: float, *, fits: bool) -> str:
    """Return a zoom in words; `fits` where 1 shows the whole rather than 100 %.

    Examples
    --------
    >>> zoom_words(1.0, fits=True), zoom_words(6.25, fits=True), zoom_words(0.5, fits=False)
    ('fit', '6.2\u2009\u00d7', '50\u2009%')
    """
    if not fits:
        return f"{zoom * 100:,.0f}\u2009%"
    digits = 1 if zoom < 10 else 0
    return "fit" if zoom < 1.005 else f"{zoom:,.{digits}f}\u2009\u00d7"


def _label(name: str) -> QLabel:
    label = QLabel()
    label.setTextFormat(Qt.TextFormat.PlainText)
    label.setFont(font(12, 400))
    label.setAccessibleName(name)
    label.setContentsMargins(8, 0, 8, 0)
    return label


class _Fact(QWidget):
    """An icon and a sentence, which may be clicked."""

    def __init__(self, name: str) -> None:
        super().__init__()
        self.button = QToolButton()
        self.button.setObjectName("fact")
        self.button.setAutoRaise(True)
        self.button.setFont(font(12, 400))
        self.button.setIconSize(QSize(16, 16))
        self.button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self.button.setAccessibleName(name)
        self.button.setToolTip(name)
        row = QHBoxLayout(self)
        row.setContentsMargins(8, 0, 0, 0)
        row.addWidget(self.button)

    def show_fact(self, text: str, sign: object) -> None:
        """Show a sentence with its icon, cut at the end where it is long; hide where it is empty."""
        shown = self.fontMetrics().elidedText(text, Qt.TextElideMode.ElideRight, 480)
        self.button.setText(shown.replace("&", "&&"))
        self.button.setIcon(sign)  # type: ignore[arg-type]
        self.setVisible(bool(text))


class _Work(QWidget):
    """What runs for longer than a moment: a sentence, a bar, a button that stops it."""

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        self._jobs, self._key = desk.jobs, ""
        self._waiting: dict[str, tuple[float, str]] = {}
        self._words = _label("Progress")
        self._bar = QProgressBar()
        self._bar.setFixedSize(120, 4)
        self._bar.setTextVisible(False)
        self._bar.setAccessibleName("Progress")
        self._stop = QToolButton()
        self._stop.setAutoRaise(True)
        self._stop.setAccessibleName("Stop")
        self._stop.setToolTip("Stop what runs")
        self._stop.clicked.connect(self.stop)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 8, 0)
        for part in (self._words, self._bar, self._stop):
            row.addWidget(part)
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(PATIENCE_MS)
        self._timer.timeout.connect(self._look)
        desk.jobs.started.connect(self._started)
        desk.jobs.progressed.connect(self._progressed)
        desk.jobs.ended.connect(self._ended)
        self.hide()

    def dress(self, theme_name: str) -> None:
        """Take on a theme."""
        self._stop.setIcon(icon("close", theme_name, "t3", 16))

    def stop(self) -> None:
        """Stop the job that is shown."""
        self._jobs.cancel(self._key)

    def _started(self, key: str, what: str) -> None:
        if key not in QUIET:
            self._waiting[key] = (time.monotonic(), what)
            if not self._timer.isActive():
                self._timer.start()

    def _ended(self, key: str) -> None:
        if not self._jobs.running(key):
            self._waiting.pop(key, None)
            self._look()

    def _look(self) -> None:
        late = [
            k for k, (at, _) in self._waiting.items() if time.monotonic() - at >= PATIENCE_MS / 1000 - 0.02
        ]
        if late and late[0] != self._key:
            self._key = late[0]
            self._words.setText(self._waiting[self._key][1])
            self._bar.setRange(0, 0)
        if not late:
            self._key = ""
            if self._waiting:
                self._timer.start()
        self.setVisible(bool(late))

    def _progressed(self, key: str, share: float, what: str) -> None:
        if key == self._key:
            self._words.setText(what or self._waiting[key][1])
            self._bar.setRange(0, 1000)
            self._bar.setValue(int(share * 1000))
