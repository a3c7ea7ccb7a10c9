"""Slow work off the GUI thread: one current job a key, newest wins, cancelled by its progress."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor, wait
from dataclasses import dataclass, field
from typing import Any

from PySide6.QtCore import QObject, Qt, QTimer, Signal

from ibviz.core.errors import IbvizError
from ibviz.core.progress import Cancelled, Progress
from ibviz.gui.memory import give_back

Work = Callable[[Progress], Any]
TELL_EVERY = 0.05
"""Seconds between two signs of progress of one job."""

PATIENCE_MS = 1000
"""How long patient jobs wait at most, milliseconds."""


@dataclass(eq=False)
class Job:
    """A piece of work under way.

    Parameters
    ----------
    key : str
    what : str
        What people call it, such as "Simulating".
    done : callable
        Takes the result, on the GUI thread.
    failed : callable
        Takes the user's error, on the GUI thread.
    """

    key: str
    what: str
    done: Callable[[Any], None]
    failed: Callable[[IbvizError], None]
    cancelled: bool = False
    started: float = field(default_factory=time.monotonic)
    told: float = 0.0


class Jobs(QObject):
    """Runs plain functions of ``progress(done, what)`` in threads and brings their results to the GUI thread.

    Signals
    -------
    started(key, what)
    progressed(key, share, what)
        Share 0 to 1.
    ended(key)
        Done, failed or cancelled.
    """

    started = Signal(str, str)
    progressed = Signal(str, float, str)
    ended = Signal(str)
    _finished = Signal(object, object, object)

    def __init__(self, parent: QObject | None = None, *, threads: int = 2) -> None:
        super().__init__(parent)
        self._pool = ThreadPoolExecutor(threads, thread_name_prefix="ibviz-job")
        self._lane = ThreadPoolExecutor(1, thread_name_prefix="ibviz-urgent")
        self._jobs: dict[str, Job] = {}
        self._closed = False
        self._futures: set[Any] = set()
        self._held: list[tuple[Job, Work]] = []
        self._patience = QTimer(self, singleShot=True, interval=PATIENCE_MS)
        self._patience.timeout.connect(self.release)
        self._finished.connect(self._settle, Qt.ConnectionType.QueuedConnection)

    def start(
        self,
        key: str,
        what: str,
        work: Work,
        done: Callable[[Any], None],
        failed: Callable[[IbvizError], None],
        *,
        patient: bool = False,
        urgent: bool = False,
    ) -> None:
        """Start a job; one that runs under the same key is cancelled and its result dropped.

        After `close` nothing is started any more: a window on its way out asks in vain. A patient job waits
        while jobs are held. Urgent ones wait for one another only, never for a long simulation.
        """
        if self._closed:
            return
        self.cancel(key)
        job = Job(key, what, done, failed)
        self._jobs[key] = job
        if patient and self._patience.isActive():
            self._held.append((job, work))
        else:
            self._submit(job, work, self._lane if urgent else self._pool)
        self.started.emit(key, what)

    def _submit(self, job: Job, work: Work, pool: ThreadPoolExecutor) -> None:
        future = pool.submit(self._run, job, work)
        self._futures.add(future)
        future.add_done_callback(self._futures.discard)

    def hold(self) -> None:
        """Let patient jobs wait for `release`, but not for long: there is something to be shown before."""
        self._patience.start()

    def release(self) -> None:
        """Begin the jobs that wait."""
        self._patience.stop()
        held, self._held = self._held, []
        for job, work in held:
            if not job.cancelled:
                self._submit(job, work, self._pool)

    def running(self, key: str) -> bool:
        """Tell whether a job of that key is under way."""
        return key in self._jobs

    @property
    def keys(self) -> list[str]:
        """Keys of the jobs under way, oldest first."""
        return sorted(self._jobs, key=lambda key: self._jobs[key].started)

    def cancel(self, key: str) -> None:
        """Stop a job; neither `done` nor `failed` of it is called any more."""
        job = self._jobs.pop(key, None)
        if job is not None:
            job.cancelled = True
            self.ended.emit(key)

    def close(self, seconds: float = 2.0) -> bool:
        """Cancel everything and wait for the threads; tell whether all have ended in time."""
        self._closed = True
        self._patience.stop()
        for key in list(self._jobs):
            self.cancel(key)
        for pool in (self._pool, self._lane):
            pool.shutdown(wait=False, cancel_futures=True)
        return not wait(list(self._futures), timeout=seconds).not_done

    def _run(self, job: Job, work: Work) -> None:
        def progress(share: float, what: str) -> None:
            if job.cancelled:
                raise Cancelled
            now = time.monotonic()
            if now - job.told >= TELL_EVERY:
                job.told = now
                self.progressed.emit(job.key, share, what)

        try:
            self._finished.emit(job, work(progress), None)
        except Cancelled:
            pass
        except BaseException as error:
            self._finished.emit(job, None, error)
        give_back()

    def _settle(self, job: Job, result: Any, error: BaseException | None) -> None:
        if job.cancelled or self._jobs.get(job.key) is not job:
            return
        del self._jobs[job.key]
        self.ended.emit(job.key)
        if error is None:
            job.done(result)
        elif isinstance(error, IbvizError):
            job.failed(error)
        else:
            sys.excepthook(type(error), error, error.__traceback__)
