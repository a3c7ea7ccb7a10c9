"""Inner loops as machine code, where the extra ``ibviz[fast]`` is installed; nothing else depends on it.

A kernel is a plain function over arrays that also runs as it stands, only slowly.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from functools import cache
from importlib import import_module
from pathlib import Path
from threading import Lock
from types import FunctionType
from typing import Any

WORTH = 100_000_000
"""Steps of work from which loading the compiler, some 0.7 s, pays."""

_LOCK = Lock()


def kernel(function: Callable[..., Any], steps: int) -> Callable[..., Any] | None:
    """Return a kernel as machine code, or None where numpy is to do the work.

    Parameters
    ----------
    function : callable
        Plain loops over arrays; what it calls of its own module is taken along.
    steps : int
        Innermost steps that it will take: few are not worth loading a compiler for, unless that is done.

    Returns
    -------
    callable or None
        None if numba is not installed or cannot be loaded, or if too little is to be done.
    """
    if steps < WORTH and "numba" not in sys.modules:
        return None
    with _LOCK:
        return compiled(function)


@cache
def compiled(function: Callable[..., Any]) -> Callable[..., Any] | None:
    """Return a kernel as machine code, kept in the user's cache for the next start; None without numba."""
    try:
        numba = import_module("numba")
    except ImportError:
        return None
    assert isinstance(function, FunctionType)
    names = {**function.__globals__}
    for name in function.__code__.co_names:
        called = names.get(name)
        if isinstance(called, FunctionType) and called.__module__ == function.__module__:
            names[name] = compiled(called)
    plain = FunctionType(function.__code__, names, function.__name__, function.__defaults__)
    plain.__module__, plain.__qualname__ = function.__module__, function.__qualname__
    return _kept(numba, plain)


def _kept(numba: Any, function: FunctionType) -> Callable[..., Any]:
    """Compile a function with its code kept in a folder of the user's, or where numba was told to keep it."""
    told = numba.config.CACHE_DIR
    try:
        numba.config.CACHE_DIR = told or str(cache_folder())
        made: Callable[..., Any] = numba.njit(function, cache=True, nogil=True)
    except (RuntimeError, OSError):
        made = numba.njit(function, nogil=True)
    finally:
        numba.config.CACHE_DIR = told
    return made


def cache_folder() -> Path:
    """Return where machine code is kept."""
    base = os.environ.get("XDG_CACHE_HOME", "")
    return (Path(base) if base.startswith("/") else Path.home() / ".cache") / "ibviz" / "machine-code"
