"""Which scenarios are to be compared: chosen in one panel, shown side by side in another."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal

from ibviz.core.scenario import Scenario
from ibviz.core.state import State
from ibviz.gui.desk import Desk


class Compared(QObject):
    """The chosen scenarios of one window, by name; a scenario that is renamed stays chosen.

    Signals
    -------
    changed()
        Others are chosen.
    """

    changed = Signal()

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk.document)
        self._desk = desk
        self._names: frozenset[str] = frozenset()
        desk.document.changed.connect(self._follow)

    @property
    def chosen(self) -> tuple[Scenario, ...]:
        """The chosen scenarios, as they are listed."""
        return tuple(one for one in self._desk.document.state.scenarios if one.name in self._names)

    def choose(self, name: str, wish: bool) -> None:
        """Choose a scenario, or no longer."""
        names = self._names | {name} if wish else self._names - {name}
        if names != self._names:
            self._names = names
            self.changed.emit()

    def _follow(self, before: State, after: State) -> None:
        """Keep what was renamed chosen: it stands where it stood, under another name."""
        old, new = ([one.name for one in state.scenarios] for state in (before, after))
        if len(old) == len(new) and old != new:
            called = dict(zip(old, new, strict=True))
            self._names = frozenset(called.get(name, name) for name in self._names)


def compared_of(desk: Desk) -> Compared:
    """Return the choice of one window, made by the first that asks."""
    known = desk.document.findChild(Compared)
    return known if isinstance(known, Compared) else Compared(desk)
