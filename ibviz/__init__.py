"""ibviz shows, sketches and stress-tests InfiniBand fabrics.

Five names make a notebook's door: `read`, `build`, `simulate`, `render`, `save`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ibviz.door import build, read, render, save, simulate

__all__ = ["build", "read", "render", "save", "simulate"]
__version__ = "0.1.0"


def __getattr__(name: str) -> Any:
    """Load the door when one of its names is first used, so that ``ibviz --version`` need not."""
    if name in __all__:
        from ibviz import door

        return getattr(door, name)
    raise AttributeError(f"module 'ibviz' has no attribute {name!r}")
