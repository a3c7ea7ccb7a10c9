"""The painter: a thread that makes pictures, one at a time, the newest wish first."""

from __future__ import annotations

import sys
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import QObject, Qt, Signal

from ibviz.core.progress import Cancelled
from ibviz.drawing.scene import Scene
from ibviz.drawing.view import View
from ibviz.gui.canvas.kept import keep
from ibviz.gui.memory import give_back

PATIENCE_S = 0.001
"""How long the GUI thread waits at most for Python's lock while this thread computes; by default five times it."""


@dataclass(eq=False)
class Wish:
    """A picture that is wanted.

    Parameters
    ----------
    scene : Scene
    view : View
    ratio : float
    fast : bool
    dropped : bool
        Whether a newer wish has taken its place.
    """

    scene: Scene
    view: View
    ratio: float
    fast: bool
    dropped: bool = False

    def halt(self) -> None:
        """Raise if it is not wanted any more."""
        if self.dropped:
            raise Cancelled


class Relay(QObject):
    """Brings a picture from the thread to the painter; the thread holds it, so that it outlives both.

    Signals
    -------
    finished(wish, kept, trouble)
    """

    finished = Signal(object, object, object)


class Painter(QObject):
    """Makes pictures off the GUI thread.

    Signals
    -------
    made(kept)
        The picture of the newest wish.

    Notes
    -----
    Painting holds Python's lock only for the length of one piece, so that the GUI thread goes on between.
    """

    made = Signal(object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._pool = pool = ThreadPoolExecutor(1, thread_name_prefix="ibviz-painter")
        self._wishes: list[Wish] = []
        self._relay = Relay()
        self._closed = False
        self.count = 0
        sys.setswitchinterval(min(sys.getswitchinterval(), PATIENCE_S))
        self._relay.finished.connect(self._settle, Qt.ConnectionType.QueuedConnection)
        wishes = self._wishes
        self.destroyed.connect(lambda: _end(pool, wishes))

    @property
    def wish(self) -> Wish | None:
        """What is being painted."""
        return self._wishes[-1] if self._wishes else None

    def want(self, scene: Scene, view: View, ratio: float, *, fast: bool) -> None:
        """Begin a picture; one that is under way is given up, unless it is the same."""
        now = self.wish
        if self._closed:
            return
        if now and now.scene is scene and now.view == view and now.ratio == ratio and now.fast == fast:
            return
        self.drop()
        wish = Wish(scene, view, ratio, fast)
        self._wishes.append(wish)
        self.count += 1
        self._pool.submit(_run, wish, self._relay)

    def drop(self) -> None:
        """Give up the picture that is under way."""
        _drop(self._wishes)

    def close(self) -> None:
        """Give up everything, wait for the thread, and make no more."""
        self._closed = True
        self.drop()
        self._pool.shutdown(wait=True, cancel_futures=True)

    def _settle(self, wish: Wish, made: Any, trouble: BaseException | None) -> None:
        if wish.dropped:
            return
        self._wishes.clear()
        if trouble is not None:
            sys.excepthook(type(trouble), trouble, trouble.__traceback__)
        else:
            self.made.emit(made)


def _drop(wishes: list[Wish]) -> None:
    for wish in wishes:
        wish.dropped = True
    wishes.clear()


def _end(pool: ThreadPoolExecutor, wishes: list[Wish]) -> None:
    _drop(wishes)
    pool.shutdown(wait=False, cancel_futures=True)


def _run(wish: Wish, relay: Relay) -> None:
    try:
        relay.finished.emit(wish, keep(wish.scene, wish.view, wish.ratio, wish.fast, wish.halt), None)
    except Cancelled:
        return
    except BaseException as error:
        relay.finished.emit(wish, None, error)
    if not wish.fast:
        give_back()
