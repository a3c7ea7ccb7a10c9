"""Windows for documents: a State that was read is shown in an unused window, else in a new one."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QTimer

from ibviz.gui.window import Window

if TYPE_CHECKING:
    from ibviz.core.state import State

STEP = 32
"""How far a new window stands to the right and below the former, pixels."""


def furnish_in_turns(window: Window, then: Callable[[], None], *, expecting: bool = False) -> None:
    """Furnish a window, a step each turn of the event loop, then call something, unless it is closed before."""
    steps, turn = window.furnishing(expecting=expecting), QTimer(window, singleShot=True)

    def step() -> None:
        if next(steps, None) is None:
            then()
        else:
            turn.start(0)

    turn.timeout.connect(step)
    turn.start(0)


def show_document(
    window: Window,
    state: State,
    path: Path | None,
    source: Path | None,
    then: Callable[[Window], None] = lambda shown: None,
) -> None:
    """Show a State that was read: in a window if it is unused, else in a new one beside it.

    Parameters
    ----------
    window : Window
    state : State
    path : Path or None
        The project file to save to; None where the State came from a file that is not written to.
    source : Path or None
        The file that it was read from.
    then : callable
        Called with the window that shows it.
    """
    if window.unused:
        _adopt(window, state, path, source, then)
        return
    new = Window(window.settings, window.timings, furnished=False)
    _put_beside(window, new)
    furnish_in_turns(new, lambda: _adopt(new, state, path, source, then), expecting=True)


def _adopt(
    window: Window, state: State, path: Path | None, source: Path | None, then: Callable[[Window], None]
) -> None:
    window.adopt(state, path, source)
    then(window)


def _put_beside(window: Window, new: Window) -> None:
    """Show a new window a little to the right and below, as far as the screen reaches."""
    room = window.screen().availableGeometry()
    corner = room.bottomRight() - new.frameGeometry().bottomRight() + new.pos()
    x, y = min(window.pos().x() + STEP, corner.x()), min(window.pos().y() + STEP, corner.y())
    new.move(max(x, room.left()), max(y, room.top()))
    new.show()
