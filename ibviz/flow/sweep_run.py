"""Runs a sweep: here or on an executor's workers, with progress, and so that it can go on another day."""

from __future__ import annotations

import hashlib
import json
import time
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Executor, Future, wait
from functools import lru_cache
from io import BytesIO
from pathlib import Path
from typing import Any

from ibviz.core.errors import ReadError
from ibviz.core.parcel import pack, unpack
from ibviz.core.progress import Progress, silent
from ibviz.flow.sweep import Damage, Failure, Sweep, plain, sweep_of
from ibviz.flow.textfile import read_text

CHUNK = 64
"""Most failures that a worker tries in one go."""

VERSION = 2
"""Of the file from which a sweep goes on; files of another one are of another sweep."""


def damages(
    sweep: Sweep,
    todo: Sequence[tuple[int, Failure]],
    *,
    executor: Executor | None = None,
    workers: int = 1,
    progress: Progress = silent,
) -> Iterator[tuple[int, Damage]]:
    """Try failures and yield what each costs, by its number, as they are done.

    Parameters
    ----------
    sweep : Sweep
    todo : sequence of (int, Failure)
    executor : Executor or None
        Any of ``concurrent.futures``, Dask's too; None: here, one after the other.
    workers : int
        How many the executor has, for the size of what each gets in one go.
    progress : Progress
        Is told how many are done and how long the others will take.
    """
    tried = _here(sweep, todo) if executor is None else _there(sweep, todo, executor, workers)
    started = time.monotonic()
    for done, each in enumerate(tried, 1):
        left = (time.monotonic() - started) / done * (len(todo) - done)
        progress(done / len(todo), f"{done:,} of {len(todo):,} failures, {duration(left)} left,")
        yield each


def duration(seconds: float) -> str:
    """Return a time that is left, in the unit that suits.

    Examples
    --------
    >>> duration(7.2), duration(200), duration(9000)
    ('7 s', '3 min', '2.5 h')
    """
    if seconds < 90:
        return f"{seconds:.0f} s"
    return f"{seconds / 60:.0f} min" if seconds < 5400 else f"{seconds / 3600:.1f} h"


def _here(sweep: Sweep, todo: Sequence[tuple[int, Failure]]) -> Iterator[tuple[int, Damage]]:
    costs = sweep.damages([failure for _, failure in todo])
    yield from zip((number for number, _ in todo), costs, strict=True)


def _there(
    sweep: Sweep, todo: Sequence[tuple[int, Failure]], executor: Executor, workers: int
) -> Iterator[tuple[int, Damage]]:
    """Keep two pieces of work for each worker on their way."""
    parcel = _packed(sweep)
    size = max(1, min(CHUNK, len(todo) // (4 * workers)))
    pieces = iter([todo[first : first + size] for first in range(0, len(todo), size)])
    running: set[Future[list[tuple[int, Damage]]]] = set()
    try:
        while True:
            for piece in pieces:
                running.add(executor.submit(_tried, parcel, piece))
                if len(running) >= 2 * workers:
                    break
            if not running:
                return
            done, running = wait(running, return_when=FIRST_COMPLETED)
            for future in done:
                yield from future.result()
    finally:
        for future in running:
            future.cancel()


def _packed(sweep: Sweep) -> bytes:
    file = BytesIO()
    choices = [None if choice is None else str(choice) for choice in (sweep.traffic, sweep.routing)]
    pack((sweep.structure.wiring.fabric, *choices, sweep.reroute), file)
    return file.getvalue()


@lru_cache(maxsize=1)
def _unpacked(parcel: bytes) -> Sweep:
    from ibviz.core.scenario import Choice

    fabric, traffic, routing, reroute = unpack(memoryview(parcel))
    traffic, routing = (None if text is None else Choice.parse(text) for text in (traffic, routing))
    return sweep_of(fabric, traffic, routing, reroute)


def _tried(parcel: bytes, piece: Sequence[tuple[int, Failure]]) -> list[tuple[int, Damage]]:
    """Try some failures in a worker, which prepares the sweep once."""
    return list(_here(_unpacked(parcel), piece))


def fingerprint(sweep: Sweep, failures: Sequence[Failure]) -> str:
    """Return what tells a sweep from another: fabric, traffic, tables and failures."""
    fabric = sweep.structure.wiring.fabric
    found = hashlib.sha256()
    for column in (fabric.nodes.guid, fabric.nodes.alive, fabric.cables.node, fabric.cables.port):
        found.update(column.tobytes())
    found.update(fabric.cables.alive.tobytes() + fabric.capacity.tobytes())
    found.update(sweep.tables.to_end.tobytes())
    told = [sweep.before.summary, sweep.reroute, list(failures)]
    found.update(json.dumps(told, sort_keys=True).encode())
    return found.hexdigest()


def state_bytes(mark: str, done: Mapping[int, Damage]) -> bytes:
    """Return the file from which a sweep goes on."""
    results = {str(number): plain(damage) for number, damage in sorted(done.items())}
    return (json.dumps({"ibviz_sweep": VERSION, "of": mark, "results": results}) + "\n").encode("ascii")


def read_done(path: str, mark: str, count: int) -> dict[int, Damage]:
    """Return what a file of `state_bytes` holds.

    Raises
    ------
    ReadError
        If the file cannot be read, is no such file, or is of another sweep.
    """
    try:
        made: Any = json.loads(read_text(Path(path), "the state of a sweep"))
        same = made["of"] == mark and made["ibviz_sweep"] == VERSION
        done = {int(key): _damage(values) for key, values in made["results"].items()} if same else {}
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        raise ReadError(
            path, "is no state of a sweep; expected a file that ibviz whatif --sweep has written"
        ) from None
    if not same:
        raise ReadError(path, "is of another sweep: fabric, traffic, routing or failures differ")
    return {number: damage for number, damage in done.items() if 0 <= number < count}


def _damage(values: Mapping[str, Any]) -> Damage:
    """Return a damage as it was before it became JSON."""
    return Damage(**{**values, "lost_hosts": tuple(values["lost_hosts"])})
