"""A fault in one part is reported, and the other parts go on."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def reported() -> Iterator[None]:
    """Report a fault as an uncaught one would be, and go on without what was to be made."""
    try:
        yield
    except Exception as error:
        sys.excepthook(type(error), error, error.__traceback__)
