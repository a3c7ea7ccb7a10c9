from __future__ import annotations

from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from multiprocessing import get_context
from pathlib import Path

import pytest
from fabrics import tree2

from ibviz.core.errors import ReadError
from ibviz.core.scenario import Choice
from ibviz.flow.sweep import failures, sweep_of
from ibviz.flow.sweep_run import damages, fingerprint, read_done, state_bytes

SWEEP = sweep_of(tree2(4, 2, 2), Choice.parse("shift:k=2"), Choice("minhop"))
EVERY = failures(SWEEP.structure.wiring, "cables")
TODO = list(enumerate(EVERY))
HERE = dict(damages(SWEEP, TODO))


def test_that_every_failure_is_tried_once_and_told() -> None:
    told: list[tuple[float, str]] = []
    found = list(damages(SWEEP, TODO, progress=lambda done, what: told.append((done, what))))
    assert [number for number, _ in found] == list(range(8))
    assert told[0][1].startswith("1 of 8 failures, ") and told[-1] == (1.0, "8 of 8 failures, 0 s left,")


@pytest.mark.parametrize("workers", [1, 3])
def test_that_threads_find_the_same(workers: int) -> None:
    with ThreadPoolExecutor(workers) as pool:
        assert dict(damages(SWEEP, TODO, executor=pool, workers=workers)) == HERE


def test_that_processes_find_the_same() -> None:
    with ProcessPoolExecutor(1, get_context("spawn")) as pool:
        assert dict(damages(SWEEP, TODO, executor=pool)) == HERE


def test_that_dask_finds_the_same() -> None:
    distributed = pytest.importorskip("distributed")
    with distributed.Client(n_workers=1, threads_per_worker=1, dashboard_address=None) as client:
        assert dict(damages(SWEEP, TODO, executor=client.get_executor())) == HERE


def test_that_work_that_has_not_begun_is_dropped_when_nobody_wants_more() -> None:
    with ThreadPoolExecutor(1) as pool:
        some = damages(SWEEP, TODO, executor=pool)
        next(some)
        some.close()  # type: ignore[attr-defined]
    assert pool._work_queue.qsize() <= 1


def test_that_a_state_comes_back(tmp_path: Path) -> None:
    mark = fingerprint(SWEEP, EVERY)
    path = tmp_path / "state.json"
    path.write_bytes(state_bytes(mark, HERE))
    assert read_done(str(path), mark, len(EVERY)) == HERE
    assert set(read_done(str(path), mark, 3)) == {0, 1, 2}


def test_that_lost_hosts_come_back(tmp_path: Path) -> None:
    done = dict(damages(SWEEP, [(0, failures(SWEEP.structure.wiring, "switches")[0])]))
    path = tmp_path / "state.json"
    path.write_bytes(state_bytes("m", done))
    assert read_done(str(path), "m", 1) == done and done[0].lost_hosts


def test_that_another_sweep_has_another_mark() -> None:
    others = [
        sweep_of(tree2(4, 2, 3), SWEEP.traffic, SWEEP.routing),
        sweep_of(tree2(4, 2, 2), Choice.parse("shift:k=3"), SWEEP.routing),
        sweep_of(tree2(4, 2, 2), SWEEP.traffic, SWEEP.routing, "fresh"),
    ]
    marks = [fingerprint(SWEEP, EVERY[1:]), *(fingerprint(other, EVERY) for other in others)]
    assert len({fingerprint(SWEEP, EVERY), *marks}) == 5


@pytest.mark.parametrize(
    "text", ["nonsense", "[]", "{}", '{"of": "m"}', '{"ibviz_sweep": 2, "of": "m", "results": {"x": {}}}']
)
def test_that_what_is_no_state_is_refused(tmp_path: Path, text: str) -> None:
    (tmp_path / "bad.json").write_text(text)
    with pytest.raises(ReadError, match="no state of a sweep"):
        read_done(str(tmp_path / "bad.json"), "m", 1)


def test_that_the_state_of_another_sweep_is_refused(tmp_path: Path) -> None:
    (tmp_path / "other.json").write_bytes(state_bytes("other", {}))
    with pytest.raises(ReadError, match="another sweep"):
        read_done(str(tmp_path / "other.json"), "m", 1)
