"""The four questions of the toolbar: which overlay, which traffic, which routing, which scenario."""

from __future__ import annotations

import math
from collections.abc import Callable

from PySide6.QtCore import QPoint, QRectF, QSize, Qt
from PySide6.QtGui import QAction, QActionGroup, QKeyEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QAbstractButton, QFrame, QHBoxLayout, QMenu, QSizePolicy, QVBoxLayout, QWidget

from ibviz.core.edit_scenarios import activate
from ibviz.core.errors import OptionError
from ibviz.core.registry import engines, overlays, patterns
from ibviz.core.state import State
from ibviz.drawing.qtfonts import font
from ibviz.gui.desk import Desk
from ibviz.gui.models.rankings import rankings_of
from ibviz.gui.panels.traffic import Chooser, chosen_of, title_of
from ibviz.gui.parts import follow_theme, hex_of
from ibviz.gui.results import Load, is_simulated
from ibviz.gui.style import color, icon
from ibviz.gui.tips import tip
from ibviz.gui.tokens import tokens_of

OVERLAYS = {
    "utilization": "Utilization, simulated",
    "flows": "Flows of the selection",
    "difference": "Difference",
    "congestion": "Congestion, no control",
    "criticality": "Criticality",
    "speed": "Speed",
    "oversubscription": "Oversubscription",
    "rail": "Rail",
    "plain": "Wiring only",
}
AS_BUILT = "As built"
TALL, MOST = 30, 180
"""Height of a question, and width above which its value is cut, pixels."""

AFTER = 25
"""Room behind the value, with the chevron in it."""


class Question(QAbstractButton):
    """Caption, value and a chevron; opens something below itself."""

    def __init__(self, caption: str, opened: Callable[[QPoint], None], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._caption, self._value, self._hot, self._theme = caption, "", False, "dark"
        self._opened = opened
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.clicked.connect(self.open)

    def open(self) -> None:
        """Open what it asks."""
        self._opened(self.mapToGlobal(QPoint(0, self.height() + 4)))

    def show_value(self, value: str, *, hot: bool = False) -> None:
        """Show the answer; `hot` where it says that something is down."""
        self._value, self._hot = value, hot
        self.setAccessibleName(f"{self._caption}: {value}")
        self.setToolTip(tip(f"{self._caption}: {value}"))
        self.updateGeometry()
        self.update()

    @property
    def value(self) -> str:
        """What is shown."""
        return self._value

    def dress(self, theme_name: str) -> None:
        """Take on a theme."""
        self._theme = theme_name
        self.update()

    def sizeHint(self) -> QSize:  # noqa: N802
        """Return the size that suits caption and value."""
        caption, value = self._widths()
        return QSize(math.ceil(12 + caption + 6 + min(value, MOST) + AFTER) + 1, TALL)

    def minimumSizeHint(self) -> QSize:  # noqa: N802
        """Return the least size: the value may be cut, the caption may go."""
        return QSize(round(12 + min(self._widths()[1], 60) + AFTER), TALL)

    def _widths(self) -> tuple[float, float]:
        from PySide6.QtGui import QFontMetricsF

        plain, strong = QFontMetricsF(font(12, 400)), QFontMetricsF(font(12, 500))
        return plain.horizontalAdvance(self._caption), strong.horizontalAdvance(self._value)

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802
        """Open by Enter and the down arrow too."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Down):
            self.open()
        else:
            super().keyPressEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802
        """Paint ground, caption, value and chevron."""
        from PySide6.QtGui import QFontMetricsF

        tokens, painter = tokens_of(self._theme), QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        edge = "acc" if self.hasFocus() else "line"
        painter.setPen(color(tokens[edge]))
        painter.setBrush(color(tokens["hover" if self.underMouse() else "raised"]))
        painter.drawRoundedRect(QRectF(0.5, 0.5, self.width() - 1, self.height() - 1), 6, 6)
        caption, value = self._widths()
        x, room = 12.0, self.width() - 12.0 - AFTER
        if caption + 6 + min(value, MOST) <= room:  # the caption goes before anything of the value
            painter.setFont(font(12, 400))
            painter.setPen(color(tokens["t3"]))
            painter.drawText(
                QRectF(x, 0, caption + 1, TALL), int(Qt.AlignmentFlag.AlignVCenter), self._caption
            )
            x, room = x + caption + 6, room - caption - 6
        painter.setFont(font(12, 500))
        painter.setPen(color(tokens["down" if self._hot else "t1"]))
        shown = QFontMetricsF(font(12, 500)).elidedText(self._value, Qt.TextElideMode.ElideRight, room + 1)
        painter.drawText(QRectF(x, 0, room + 2, TALL), int(Qt.AlignmentFlag.AlignVCenter), shown)
        token = "down" if self._hot else "t3"
        icon("chevron-down", self._theme, token, 14).paint(painter, self.width() - 22, 8, 14, 14)
        painter.end()


class Popup(QFrame):
    """A card below a question that holds a panel."""

    def __init__(self, desk: Desk, panel: QWidget, parent: QWidget) -> None:
        super().__init__(parent, Qt.WindowType.Popup)
        self.setObjectName("popup")
        self.setFixedWidth(360)
        column = QVBoxLayout(self)
        column.setContentsMargins(1, 1, 1, 1)
        column.setSizeConstraint(QVBoxLayout.SizeConstraint.SetFixedSize)
        column.addWidget(panel)
        panel.setMinimumWidth(356)
        panel.setMaximumWidth(356)
        follow_theme(desk, self._dress)

    def _dress(self, theme_name: str) -> None:
        ground, edge = hex_of(theme_name, "pop"), hex_of(theme_name, "line2")
        self.setStyleSheet(f"QFrame#popup {{ background: {ground}; border: 1px solid {edge}; }}")


class Questions(QWidget):
    """The questions side by side."""

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        self._desk, self._rankings = desk, rankings_of(desk)
        self.overlay = Question("Overlay", self._open_overlays)
        self.traffic = Question("Traffic", lambda at: self._open("traffic", at))
        self.routing = Question("Routing", lambda at: self._open("routing", at))
        self.scenario = Question("Scenario", self._open_scenarios)
        self._popups: dict[str, Popup] = {}
        row = QHBoxLayout(self)
        row.setContentsMargins(4, 0, 4, 0)
        row.setSpacing(8)
        for question in self.each:
            row.addWidget(question)
        desk.document.changed.connect(lambda before, after: self.refresh())
        desk.results.changed.connect(lambda load: self.refresh())
        desk.gaze.changed.connect(
            lambda before, after: self.refresh() if before.overlay != after.overlay else None
        )
        desk.document.selected.connect(lambda selection: self._on_selected())
        self._rankings.changed.connect(self._on_ranked)
        follow_theme(desk, self._dress)
        self.refresh()

    def _on_ranked(self) -> None:
        if self._desk.gaze.view.overlay == "criticality":
            self.overlay.show_value(overlay_title(self._shown))

    def _on_selected(self) -> None:
        if self._desk.gaze.view.overlay == "flows":
            self.overlay.show_value(overlay_title(self._shown))

    @property
    def _shown(self) -> str:
        """The overlay that is shown now."""
        desk, ranked = self._desk, self._rankings.colors
        selected, wish = bool(desk.document.selection), desk.gaze.view.overlay
        return effective(wish, desk.document.state, desk.results.seen, selected=selected, ranked=ranked)

    @property
    def each(self) -> tuple[Question, ...]:
        """The four questions."""
        return self.overlay, self.traffic, self.routing, self.scenario

    def _dress(self, theme_name: str) -> None:
        for question in self.each:
            question.dress(theme_name)

    def refresh(self) -> None:
        """Show the answers as they are now."""
        state, load = self._desk.document.state, self._desk.results.load
        self.overlay.show_value(overlay_title(self._shown))
        traffic = chosen_of(state, "traffic")
        kind = traffic.kind if traffic else "all-to-all" if is_simulated(state) else ""
        self.traffic.show_value(_with_args(title_of(patterns, kind), traffic) if kind else "None yet")
        self.routing.show_value(routing_words(state, load))
        scenario = state.scenario
        self.scenario.show_value(
            state.active or AS_BUILT, hot=bool(scenario.down_nodes or scenario.down_cables)
        )

    def _open_overlays(self, at: QPoint) -> None:
        state, load = self._desk.document.state, self._desk.results.seen
        now, selected = self._shown, bool(self._desk.document.selection)
        offered = available(state, load, selected=selected, ranked=self._rankings.colors)
        entries = [(overlay_title(name), name, name == now) for name in offered]
        _choose(self, entries, at, lambda name: self._desk.gaze.change(overlay=name))

    def _open_scenarios(self, at: QPoint) -> None:
        state = self._desk.document.state
        entries = [(AS_BUILT, "", not state.active)]
        entries += [(each.name, each.name, each.name == state.active) for each in state.scenarios]
        _choose(self, entries, at, self._activate)

    def _activate(self, name: str) -> None:
        if name != self._desk.document.state.active:
            self._desk.document.apply(f"Show {name or AS_BUILT}", lambda s: activate(s, name))

    def _open(self, what: str, at: QPoint) -> None:
        if what not in self._popups:
            chooser = Chooser(self._desk, what, patterns if what == "traffic" else engines)
            self._popups[what] = Popup(self._desk, chooser, self)
        popup = self._popups[what]
        popup.move(at)
        popup.show()


def _choose(
    parent: QWidget, entries: list[tuple[str, str, bool]], at: QPoint, take: Callable[[str], object]
) -> None:
    """Open a menu of which one entry is chosen."""
    menu = QMenu(parent)
    menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    group = QActionGroup(menu)
    for title, name, is_now in entries:
        action = QAction(title.replace("&", "&&"), menu)
        action.setCheckable(True)
        action.setChecked(is_now)
        action.setActionGroup(group)
        action.triggered.connect(lambda checked=False, n=name: take(n))
        menu.addAction(action)
    menu.popup(at)


def _with_args(title: str, choice: object) -> str:
    args = getattr(choice, "args", {})
    return f"{title}, {', '.join(f'{k} {v}' for k, v in args.items())}" if args else title


def overlay_title(name: str) -> str:
    """Return what an overlay is called in the list."""
    return OVERLAYS.get(name) or title_of(overlays, name)


def routing_words(state: State, load: Load | None) -> str:
    """Return the engine asked for, and beside it the one used where that is another."""
    routing = chosen_of(state, "routing")
    asked = title_of(engines, routing.kind if routing else "minhop")
    if load is not None and load.after.routing.used != load.after.routing.asked:
        return f"{asked}, {title_of(engines, load.after.routing.used)} used"
    return asked


def available(state: State, load: Load | None, *, selected: bool = False, ranked: bool = False) -> list[str]:
    """Return the overlays that have something to show.

    Parameters
    ----------
    state : State
    load : Load or None
    selected : bool
        Whether anything is selected.
    ranked : bool
        Whether failures of cables were tried.
    """
    has = {
        "utilization": load is not None,
        "flows": load is not None and selected,
        "difference": load is not None and load.fails,
        "congestion": _shows("congestion", state, load),
        "criticality": load is not None and ranked,
        "before": False,
        "speed": bool(state.fabric.cables.alive.any()),
        "oversubscription": load is not None and load.structure.levels > 2,
        "rail": load is not None and load.structure.has_rails,
        "plain": True,
    }
    found = [name for name in OVERLAYS if has[name]]
    return found + [name for name in overlays.names if name not in has and _shows(name, state, load)]


def _shows(name: str, state: State, load: Load | None) -> bool:
    try:
        overlays.get(name)(
            state, None if load is None else load.after, None if load is None else load.structure
        )
    except OptionError:
        return False
    return True


def effective(
    wish: str, state: State, load: Load | None, *, selected: bool = False, ranked: bool = False
) -> str:
    """Return the overlay that is shown for a wish: that itself, utilization, or the wiring only."""
    if wish in ("speed", "plain"):
        return wish
    if load is None:
        return "plain"
    return wish if wish in available(state, load, selected=selected, ranked=ranked) else "utilization"
