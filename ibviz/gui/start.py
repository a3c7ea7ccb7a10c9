"""Before Qt is touched: what would make it abort is said in one sentence."""

from __future__ import annotations

import ctypes.util
import os
import sys

from ibviz.core.errors import IbvizError

NEEDED = {
    "libEGL.so.1": "libegl1",
    "libGL.so.1": "libgl1",
    "libxkbcommon.so.0": "libxkbcommon0",
    "libfontconfig.so.1": "libfontconfig1",
    "libdbus-1.so.3": "libdbus-1-3",
    "libglib-2.0.so.0": "libglib2.0-0",
}
FOR_X11 = {
    "libxkbcommon-x11.so.0": "libxkbcommon-x11-0",
    "libxcb-cursor.so.0": "libxcb-cursor0",
    "libxcb-icccm.so.4": "libxcb-icccm4",
    "libxcb-keysyms.so.1": "libxcb-keysyms1",
    "libxcb-shape.so.0": "libxcb-shape0",
}


class StartError(IbvizError):
    """The window cannot be opened on this machine as it is."""


def check_start() -> None:
    """Raise where opening a window would abort the program.

    Raises
    ------
    StartError
        If there is no display or a library is missing; says what to install, and what works without.
    """
    platform = os.environ.get("QT_QPA_PLATFORM", "").split(":")[0]
    windowless = platform in ("offscreen", "minimal", "vnc", "linuxfb", "eglfs")
    if sys.platform.startswith("linux"):
        display = os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")
        if not windowless and not display:
            raise StartError("there is no display to open a window on; draw without one by: ibviz render FILE -o OUT.svg")
        wanted = dict(NEEDED)
        if not windowless and (platform == "xcb" or not os.environ.get("WAYLAND_DISPLAY")):
            wanted |= FOR_X11
        missing = sorted(package for library, package in wanted.items() if not _loads(library))
        if missing:
            raise StartError(
                f"the window needs {' '.join(missing)}: sudo apt install {' '.join(missing)}; "
                "until then draw by: ibviz render FILE -o OUT.svg"
            )


def _loads(library: str) -> bool:
    try:
        ctypes.CDLL(library)
    except OSError:
        return False
    return True
