"""Warming: what is slow when it is first used is used in a thread before, so that the window answers meanwhile."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from importlib import import_module
from threading import Thread

from PySide6.QtCore import QObject, Qt, Signal

from ibviz.core.registry import Shelf


class Relay(QObject):
    """Brings word from the thread to the GUI thread; the thread holds it, so that it outlives the window.

    Signals
    -------
    done(error)
        None, or what an import raised.
    """

    done = Signal(object)


class Warming(QObject):
    """Imports modules, and looks for what other distributions have put on shelves, in a thread."""

    def start(self, modules: Sequence[str], then: Callable[[], None], shelves: Sequence[Shelf] = ()) -> None:
        """Do what is not done yet, then call something on the GUI thread: at once if all is.

        What an import raises is raised there, after the call.
        """
        missing = [name for name in modules if name not in sys.modules]
        if not missing and all(shelf.complete for shelf in shelves):
            then()
            return
        self._then = then
        relay = Relay()
        relay.done.connect(self._end, Qt.ConnectionType.QueuedConnection)
        Thread(target=_import, args=(missing, shelves, relay), name="ibviz-imports", daemon=True).start()

    def _end(self, error: BaseException | None) -> None:
        self._then()
        if error is not None:
            raise error


def _import(modules: Sequence[str], shelves: Sequence[Shelf], relay: Relay) -> None:
    error: BaseException | None = None
    try:
        for name in modules:
            import_module(name)
        for shelf in shelves:
            shelf.look()
    except BaseException as caught:
        error = caught
    relay.done.emit(error)
