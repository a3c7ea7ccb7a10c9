"""Memory that threads have done with is given back to the system, which the C library would keep for each of them."""

from __future__ import annotations

import ctypes
import sys
from collections.abc import Callable
from functools import cache

ARENA_MAX = -8
"""What ``mallopt`` calls the number of heaps (malloc.h)."""


@cache
def _libc(name: str) -> Callable[..., int]:
    """Return a function of glibc; elsewhere what does nothing."""
    if sys.platform.startswith("linux"):
        try:
            found: Callable[..., int] = getattr(ctypes.CDLL(None), name)
        except (OSError, AttributeError):
            return lambda *values: 0
        return found
    return lambda *values: 0


def share_heap() -> None:
    """Let all threads take memory from one heap: what one has done with is of use to the others.

    Each would have a heap of its own, and a third of the program's memory would lie about in them. Python's
    lock lets hardly ever two of them ask at once.
    """
    _libc("mallopt")(ARENA_MAX, 1)


def give_back() -> None:
    """Give free memory back to the system; the lock of Python is let go of meanwhile."""
    _libc("malloc_trim")(0)
