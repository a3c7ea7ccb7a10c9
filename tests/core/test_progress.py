from __future__ import annotations

import pytest

from ibviz.core.errors import IbvizError
from ibviz.core.progress import Cancelled, Progress, silent


def work(progress: Progress) -> int:
    for step in range(10):
        progress(step / 10, "counting")
    return 10


def test_that_silent_lets_work_go_on() -> None:
    assert work(silent) == 10


def test_that_work_is_stopped_from_its_progress() -> None:
    seen: list[float] = []

    def stop(done: float, what: str) -> None:
        seen.append(done)
        if done >= 0.3:
            raise Cancelled

    with pytest.raises(Cancelled):
        work(stop)
    assert seen == [0.0, 0.1, 0.2, 0.3]


def test_that_cancelling_is_no_error_of_the_user() -> None:
    assert not issubclass(Cancelled, IbvizError)
