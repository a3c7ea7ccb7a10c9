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
    _finished = Signal(object, object, object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._pool = pool = ThreadPoolExecutor(1, thread_name_prefix="ibviz-painter")
        self._wish: Wish | None = None
        self.count = 0
        self._finished.connect(self._settle, Qt.ConnectionType.QueuedConnection)
        self.destroyed.connect(lambda: pool.shutdown(wait=False, cancel_futures=True))

    @property
    def wish(self) -> Wish | None:
        """What is being painted."""
        return self._wish

    def want(self, scene: Scene, view: View, ratio: float, *, fast: bool) -> None:
        """Begin a picture; one that is under way is given up, unless it is the same."""
        now = self._wish
        if now and now.scene is scene and now.view == view and now.ratio == ratio and now.fast == fast:
            return
        self.drop()
        self._wish = Wish(scene, view, ratio, fast)
        self.count += 1
        self._pool.submit(self._run, self._wish)

    def drop(self) -> None:
        """Give up the picture that is under way."""
        if self._wish is not None:
            self._wish.dropped = True
            self._wish = None

    def close(self) -> None:
        """Give up everything and wait for the thread."""
        self.drop()
        self._pool.shutdown(wait=True, cancel_futures=True)

    def _run(self, wish: Wish) -> None:
        made: Any = None
        trouble: BaseException | None = None
        try:
            made = keep(wish.scene, wish.view, wish.ratio, wish.fast, wish.halt)
        except Cancelled:
            return
        except BaseException as error:
            trouble = error
        try:
            self._finished.emit(wish, made, trouble)
        except RuntimeError:
            return

    def _settle(self, wish: Wish, made: Any, trouble: BaseException | None) -> None:
        if wish.dropped:
            return
        self._wish = None
        if trouble is not None:
            sys.excepthook(type(trouble), trouble, trouble.__traceback__)
        else:
            self.made.emit(made)
