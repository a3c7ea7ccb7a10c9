"""Warming: what is slow when it is first used is used in a thread before, so that the window answers meanwhile."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from importlib import import_module
from threading import Thread

from PySide6.QtCore import QObject, Qt, Signal


class Relay(QObject):
    """Brings word from the thread to the GUI thread; the thread holds it, so that it outlives the window.

    Signals
    -------
    done(error)
        None, or what an import raised.
    """

    done = Signal(object)


class Warming(QObject):
    """Imports modules and calls functions in a thread."""

    def start(
        self, modules: Sequence[str], then: Callable[[], None], calls: Sequence[Callable[[], object]] = ()
    ) -> None:
        """Import what is missing and call something, then something on the GUI thread: at once if there is nothing.

        What is raised in the thread is raised there, after the call.

        Parameters
        ----------
        modules : sequence of str
        then : callable
            Called on the GUI thread.
        calls : sequence of callable
            Called in the thread, after the imports.
        """
        missing = [name for name in modules if name not in sys.modules]
        if not missing and not calls:
            then()
            return
        self._then = then
        relay = Relay()
        relay.done.connect(self._end, Qt.ConnectionType.QueuedConnection)
        Thread(target=_import, args=(missing, calls, relay), name="ibviz-imports", daemon=True).start()

    def _end(self, error: BaseException | None) -> None:
        self._then()
        if error is not None:
            raise error


def _import(modules: Sequence[str], calls: Sequence[Callable[[], object]], relay: Relay) -> None:
    error: BaseException | None = None
    try:
        for name in modules:
            import_module(name)
        for call in calls:
            call()
    except BaseException as caught:
        error = caught
    relay.done.emit(error)
