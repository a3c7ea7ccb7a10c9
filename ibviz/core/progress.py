"""How long-running functions tell where they are, and how they are stopped."""

from __future__ import annotations

from collections.abc import Callable

Progress = Callable[[float, str], None]
"""Called as ``progress(done, what)``: `done` from 0 to 1, `what` a short phrase; may raise `Cancelled`."""


class Cancelled(Exception):
    """Raised from a progress function to stop the work that called it."""


def silent(done: float, what: str) -> None:
    """Take no notice of progress."""
