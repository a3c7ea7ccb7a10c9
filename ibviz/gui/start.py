"""Before Qt is touched: what would make it abort is said in one sentence."""

from __future__ import annotations

import ctypes
import os
import sys
from importlib.util import find_spec
from pathlib import Path

from ibviz.core.errors import IbvizError

NEEDED = {
    "libEGL.so.1": "libegl1",
    "libGL.so.1": "libgl1",
    "libxkbcommon.so.0": "libxkbcommon0",
    "libfontconfig.so.1": "libfontconfig1",
    "libfreetype.so.6": "libfreetype6",
    "libdbus-1.so.3": "libdbus-1-3",
    "libglib-2.0.so.0": "libglib2.0-0",
}
FOR_X11 = {
    "libxkbcommon-x11.so.0": "libxkbcommon-x11-0",
    "libX11-xcb.so.1": "libx11-xcb1",
    "libxcb-cursor.so.0": "libxcb-cursor0",
    "libxcb-icccm.so.4": "libxcb-icccm4",
    "libxcb-image.so.0": "libxcb-image0",
    "libxcb-keysyms.so.1": "libxcb-keysyms1",
    "libxcb-randr.so.0": "libxcb-randr0",
    "libxcb-render-util.so.0": "libxcb-render-util0",
    "libxcb-shape.so.0": "libxcb-shape0",
    "libxcb-sync.so.1": "libxcb-sync1",
    "libxcb-xfixes.so.0": "libxcb-xfixes0",
    "libxcb-xkb.so.1": "libxcb-xkb1",
}
WINDOWLESS = ("offscreen", "minimal", "vnc", "linuxfb", "eglfs")
WITHOUT = "draw without a window by: ibviz render FILE -o OUT.svg"
"""What works all the same."""


class StartError(IbvizError):
    """The window cannot be opened on this machine as it is."""


def check_start() -> None:
    """Raise where opening a window would abort the program.

    Raises
    ------
    StartError
        If Qt, its plugin, a library or the display is missing; says what to install, and what works without.
    """
    spec = find_spec("PySide6")
    if spec is None or spec.origin is None:
        raise StartError(f"the window needs PySide6: pip install PySide6-Essentials; {WITHOUT}")
    if sys.platform.startswith("linux"):
        _check_linux(Path(spec.origin).parent / "Qt" / "plugins" / "platforms")


def _check_linux(plugins: Path) -> None:
    platform = os.environ.get("QT_QPA_PLATFORM", "").split(";")[0].split(":")[0]
    known = sorted(path.stem.removeprefix("libq") for path in plugins.glob("libq*.so"))
    if platform and known and platform.removesuffix("-egl") not in known:
        raise StartError(
            f"QT_QPA_PLATFORM asks for {platform}, which Qt has not; known are {', '.join(known)}; {WITHOUT}"
        )
    x11, wayland = os.environ.get("DISPLAY", ""), os.environ.get("WAYLAND_DISPLAY", "")
    windowless = platform in WINDOWLESS
    on_x11 = not windowless and (platform == "xcb" or (not platform and not wayland))
    if not windowless and not (x11 or wayland):
        raise StartError(f"there is no display to open a window on; {WITHOUT}")
    wanted = NEEDED | (FOR_X11 if on_x11 else {})
    missing = sorted(package for library, package in wanted.items() if not _loads(library))
    if missing:
        packages = " ".join(missing)
        raise StartError(f"the window needs {packages}: sudo apt install {packages}; {WITHOUT}")
    if on_x11 and not _answers(x11):
        raise StartError(f"the display {x11 or 'of X11'} does not answer; {WITHOUT}")


def _loads(library: str) -> bool:
    try:
        ctypes.CDLL(library)
    except OSError:
        return False
    return True


def _answers(display: str) -> bool:
    """Tell whether an X server lets us in."""
    xcb = ctypes.CDLL("libxcb.so.1")
    xcb.xcb_connect.restype = ctypes.c_void_p
    xcb.xcb_connect.argtypes = [ctypes.c_char_p, ctypes.c_void_p]
    xcb.xcb_connection_has_error.argtypes = [ctypes.c_void_p]
    xcb.xcb_disconnect.argtypes = [ctypes.c_void_p]
    connection = xcb.xcb_connect(os.fsencode(display), None)
    refused = bool(xcb.xcb_connection_has_error(connection))
    xcb.xcb_disconnect(connection)
    return not refused
