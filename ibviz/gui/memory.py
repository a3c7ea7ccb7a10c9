"""Memory that threads have done with is given back to the system, which the C library would keep for each of them."""

from __future__ import annotations

import ctypes
import sys
from collections.abc import Callable
from functools import cache


@cache
def _trim() -> Callable[[int], int]:
    """Return ``malloc_trim`` of glibc; elsewhere what does nothing."""
    if sys.platform.startswith("linux"):
        try:
            trim: Callable[[int], int] = ctypes.CDLL(None).malloc_trim
        except (OSError, AttributeError):
            return lambda pad: 0
        return trim
    return lambda pad: 0


def give_back() -> None:
    """Give free memory back to the system; the lock of Python is let go of meanwhile."""
    _trim()(0)
