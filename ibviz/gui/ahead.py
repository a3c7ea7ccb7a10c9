"""A file is read ahead, in a process of its own, while this one still loads Qt and opens its window."""

from __future__ import annotations

import gc
import mmap
import os
import signal
from pathlib import Path
from select import select
from typing import TYPE_CHECKING, Any, NoReturn

if TYPE_CHECKING:
    from ibviz.core.progress import Progress
    from ibviz.core.state import State
    from ibviz.drawing.scene import Scene

LOOK_S = 0.05
"""How often it is looked whether the result is still wanted, seconds."""


class Ahead:
    """What another process reads, and where it puts it.

    Parameters
    ----------
    path : Path
    process : int
        Its id.
    done : int
        Descriptor of a pipe in which a byte comes when it is done; the end alone if it has failed.
    parcel : int
        Descriptor of the memory that the parcel lies in.
    """

    def __init__(self, path: Path, process: int, done: int, parcel: int) -> None:
        self.path = path
        self._process, self._done, self._parcel = process, done, parcel

    def take(self, progress: Progress) -> tuple[State, Scene | None] | None:
        """Wait for what was read, and for its scene; None if that failed, for whatever reason.

        Raises
        ------
        Cancelled
            If nobody wants it any more.
        """
        if not self._process:
            return None
        try:
            while not select([self._done], [], [], LOOK_S)[0]:
                progress(0.0, f"Reading {self.path.name}")
            return self._unpacked() if os.read(self._done, 1) else None
        finally:
            self.stop()

    def _unpacked(self) -> Any:
        from ibviz.core.parcel import unpack

        return unpack(memoryview(mmap.mmap(self._parcel, 0, access=mmap.ACCESS_READ)))

    def stop(self) -> None:
        """End the process, if it still runs, and let go of what it used."""
        if self._process:
            process, self._process = self._process, 0
            os.kill(process, signal.SIGKILL)
            os.waitpid(process, 0)
            os.close(self._done)
            os.close(self._parcel)


def begin(path: Path) -> Ahead | None:
    """Begin to read a file in a process of its own; None where that is not possible.

    Notes
    -----
    The process is a fork, which is safe before Qt and numpy are loaded and a thread is started, and only then.
    """
    if not hasattr(os, "memfd_create"):
        return None
    try:
        parcel = os.memfd_create("ibviz")
        done, told = os.pipe()
        process = os.fork()
    except OSError:
        return None
    if not process:
        os.close(done)
        _work(path, told, parcel)
    os.close(told)
    return Ahead(path, process, done, parcel)


def _work(path: Path, told: int, parcel: int) -> NoReturn:
    """Read, pack, and end without a word: who waits reads for itself where this fails, and says why."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    gc.disable()
    code = 1
    try:
        from ibviz.core.parcel import pack

        with os.fdopen(parcel, "wb") as file:
            pack(read_and_staged(path), file)
        os.write(told, b"1")
        code = 0
    finally:
        os._exit(code)


def read_and_staged(path: Path) -> tuple[State, Scene | None]:
    """Return the State that a file holds, and its scene with what any first picture, and the actions upon it, need of it."""
    from ibviz.core.reading import read_state

    state = read_state(path)
    if not len(state.fabric.nodes):
        return state, None
    from ibviz.drawing.draw import compose
    from ibviz.drawing.matrix.pairs import pairs
    from ibviz.drawing.picture import scene_of
    from ibviz.drawing.scene import restaged
    from ibviz.drawing.suiting import kind_of
    from ibviz.drawing.view import View

    scene = scene_of(state)
    compose(scene, View())
    pairs(scene)
    kind_of(scene)
    return state, restaged(scene, state, None)
