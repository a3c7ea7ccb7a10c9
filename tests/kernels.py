"""Kernels in tests: each is tried as it stands, and as machine code where numba is installed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from ibviz.flow import exchange, leastload, maxmin, spread
from ibviz.flow.engines import sssp
from ibviz.flow.fast import compiled

_COMPILED = pytest.param("as machine code", marks=pytest.mark.timeout(600))
ways = pytest.mark.parametrize("way", ["as it stands", _COMPILED])


USERS = (exchange, leastload, maxmin, spread, sssp)
"""Modules that take kernels."""


def force(patched: pytest.MonkeyPatch, way: str) -> None:
    """Let kernels be taken for whatever little there is to do, or none if the way is "numpy"."""

    def kernel(function: Callable[..., Any], steps: int) -> Callable[..., Any] | None:
        if way == "numpy":
            return None
        if way == "as it stands":
            return function
        pytest.importorskip("numba")
        made = compiled(function)
        assert made is not None and made is not function
        return made

    for module in USERS:
        patched.setattr(module, "kernel", kernel)
