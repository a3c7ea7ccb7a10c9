"""The one table of all actions: menus, toolbar, context menus and keys are made from it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QAction, QKeyEvent, QKeySequence, QShortcut

if TYPE_CHECKING:
    from ibviz.gui.window import Window


@dataclass(frozen=True)
class Action:
    """Something that the user can do.

    Parameters
    ----------
    name : str
        For scripts and settings, such as ``file.open``.
    title : str
        What the menu says; an ellipsis where a dialog follows.
    run : callable
        Takes the window.
    keys : tuple of str
        Key sequences, the first is shown; those without Ctrl, Alt or a function key act on the canvas alone.
    icon : str
        Name in the set of icons; empty for none.
    hindered : callable
        Takes the window and returns why the action is not possible now, empty if it is.
    checked : callable or None
        For an action that is on or off: takes the window and tells which.
    says : callable or None
        For an action whose title says what it would be done to: takes the window and returns it.
    """

    name: str
    title: str
    run: Callable[[Window], object]
    keys: tuple[str, ...] = ()
    icon: str = ""
    hindered: Callable[[Window], str] = lambda window: ""
    checked: Callable[[Window], bool] | None = None
    says: Callable[[Window], str] | None = None


class Actions(QObject):
    """The actions of one window as `QAction`, kept enabled, checked and explained."""

    def __init__(self, window: Window, table: Iterable[Action]) -> None:
        super().__init__(window)
        self._window = window
        self._table = {action.name: action for action in table}
        self._made = {name: self._make(action) for name, action in self._table.items()}
        self._keys = {name: _shown(self._made[name], action) for name, action in self._table.items()}
        self._told: dict[str, tuple[str, str]] = {}
        self._quiet = False
        window.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802
        """Say why a key does nothing: one of an action that is not possible goes on to the window."""
        if event.type() == QEvent.Type.KeyPress and isinstance(event, QKeyEvent):
            keys = QKeySequence(event.keyCombination())
            heard = not is_bare(keys) or self._window.canvas.hasFocus()
            if heard and (sentence := self.refusal(keys)):
                self._window.say(sentence)
                return True
        return super().eventFilter(watched, event)

    def refusal(self, keys: QKeySequence) -> str:
        """Return why the action of a key is not possible now; empty if it is, or there is none."""
        for name, action in self._table.items():
            if not self._made[name].isEnabled() and any(QKeySequence(key) == keys for key in action.keys):
                return self._made[name].toolTip()
        return ""

    def __getitem__(self, name: str) -> QAction:
        return self._made[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._made)

    def _make(self, action: Action) -> QAction:
        made = QAction(action.title.replace("&", "&&"), self._window)
        made.setObjectName(action.name)
        made.setCheckable(action.checked is not None)
        made.triggered.connect(lambda checked=False: action.run(self._window))
        self._bind(made, [QKeySequence(key) for key in action.keys])
        return made

    def _bind(self, made: QAction, keys: list[QKeySequence]) -> None:
        """Let keys trigger an action: one that types a character only while the canvas has the focus.

        An action knows one place where its keys act, that of the first one; those that act elsewhere are
        shortcuts of their own.
        """
        canvas = self._window.canvas
        bare = bool(keys) and is_bare(keys[0])
        made.setShortcuts([key for key in keys if is_bare(key) == bare])
        if bare:
            made.setShortcutContext(Qt.ShortcutContext.WidgetShortcut)
        (canvas if bare else self._window).addAction(made)
        for key in keys:
            if is_bare(key) != bare:
                other = QShortcut(key, self._window if bare else canvas)
                if not bare:
                    other.setContext(Qt.ShortcutContext.WidgetShortcut)
                other.activated.connect(made.trigger)

    def dress(self, icon: Callable[[str], object]) -> None:
        """Give every action its icon in the colours of the theme."""
        for name, action in self._table.items():
            if action.icon:
                self._made[name].setIcon(icon(action.icon))  # type: ignore[arg-type]

    @contextmanager
    def quiet(self) -> Iterator[None]:
        """Refresh once, at the end, whatever asks for it meanwhile."""
        self._quiet = True
        try:
            yield
        finally:
            self._quiet = False
            self.refresh()

    def refresh(self, *_: object) -> None:
        """Enable what is possible now, and say of the rest why it is not."""
        if self._quiet:
            return
        for name, action in self._table.items():
            made, reason = self._made[name], action.hindered(self._window)
            title = action.title if action.says is None else action.says(self._window)
            if self._told.get(name) != (title, reason):
                self._told[name] = title, reason
                self._tell(name, title, reason)
            if action.checked is not None:
                made.setChecked(action.checked(self._window))

    def _tell(self, name: str, title: str, reason: str) -> None:
        """Have one action say what it would do, and why that is not possible."""
        made, short = self._made[name], title.rstrip("…")
        made.setEnabled(not reason)
        if self._table[name].says is not None:
            made.setText(short.replace("&", "&&"))
        made.setToolTip(f"{short}: {reason}" if reason else f"{short}{self._keys[name]}")


def _shown(made: QAction, action: Action) -> str:
    """Return the first key of an action as its tip says it; empty without any."""
    keys = made.shortcut().toString(QKeySequence.SequenceFormat.NativeText)
    return f" ({keys})" if action.keys else ""


def is_bare(keys: QKeySequence) -> bool:
    """Return whether a key is one that types a character, by itself or with Shift.

    Examples
    --------
    >>> [is_bare(QKeySequence(keys)) for keys in ("F", "Shift+2", "Ctrl+F", "F11")]
    [True, True, False, False]
    """
    written = keys.toString(QKeySequence.SequenceFormat.PortableText)
    return len(written.removeprefix("Shift+")) == 1
