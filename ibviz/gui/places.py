"""Where the program keeps what outlives it: the user's state folder, by the XDG base directory specification."""

from __future__ import annotations

import os
from pathlib import Path


def state_folder(*parts: str) -> Path:
    """Return a folder under ``$XDG_STATE_HOME/ibviz``, made and for the user alone.

    Raises
    ------
    OSError
        If it cannot be made.
    """
    home = os.environ.get("XDG_STATE_HOME", "")
    root = Path(home) if Path(home).is_absolute() else Path.home() / ".local" / "state"
    folder = root.joinpath("ibviz", *parts)
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    return folder


def age(seconds: float) -> str:
    """Return how long ago something was, as people say it.

    Examples
    --------
    >>> age(20), age(130), age(4000), age(100_000), age(400_000), age(3_000_000)
    ('just now', '2 min ago', '1 h ago', 'yesterday', '4 days ago', '4 weeks ago')
    """
    minutes, hours, days = int(seconds // 60), int(seconds // 3600), int(seconds // 86400)
    if minutes < 1:
        return "just now"
    if hours < 1:
        return f"{minutes} min ago"
    if days < 1:
        return f"{hours} h ago"
    if days == 1:
        return "yesterday"
    return f"{days} days ago" if days < 14 else f"{days // 7} weeks ago"
