"""Memory is given back, where the C library can."""

from __future__ import annotations

import ctypes
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from ibviz.gui import memory
from ibviz.gui.memory import give_back, share_heap


@pytest.fixture(autouse=True)
def afresh() -> Iterator[None]:
    memory._libc.cache_clear()
    yield
    memory._libc.cache_clear()


def used() -> int:
    """Return the memory of this process, bytes."""
    return int(Path("/proc/self/statm").read_text().split()[1]) * 4096


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="tells its memory elsewhere")
def test_that_what_is_freed_is_given_back() -> None:
    pieces = [np.ones(8_000) for _ in range(2_000)]
    kept = pieces[::100]
    before = used()
    del pieces
    give_back()
    assert used() < before - (80 << 20)
    assert len(kept) == 20


def test_that_another_c_library_does_no_harm(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ctypes, "CDLL", lambda name: object())
    share_heap()
    give_back()
    memory._libc.cache_clear()
    monkeypatch.setattr(sys, "platform", "darwin")
    give_back()


HEAPS = """
import ctypes, sys
from threading import Thread
from ibviz.gui.memory import share_heap
if sys.argv[1] == "shared":
    share_heap()
malloc = ctypes.CDLL(None).malloc
malloc.restype = ctypes.c_void_p
places = [malloc(1000)]
thread = Thread(target=lambda: places.append(malloc(1000)))
thread.start()
thread.join()
print(abs(places[1] - places[0]) >> 20)
"""


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="another C library")
def test_that_threads_take_from_one_heap() -> None:
    apart = {
        how: int(subprocess.run([sys.executable, "-c", HEAPS, how], capture_output=True, check=True).stdout)
        for how in ("shared", "own")
    }
    assert apart["shared"] < 64 < apart["own"], "MB between what two threads were given"
