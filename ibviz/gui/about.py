"""About the program: its version and those that a report of a fault needs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import qVersion
from PySide6.QtWidgets import QApplication, QMessageBox

from ibviz import __version__

if TYPE_CHECKING:
    from ibviz.gui.window import Window

PACKAGES = ("PySide6-Essentials", "numpy", "networkx", "pyqtgraph")


def versions() -> str:
    """Return the versions of ibviz and of what it stands on, one a line."""
    import platform
    from importlib.metadata import PackageNotFoundError, version

    lines = [f"ibviz {__version__}", f"Python {platform.python_version()}", f"Qt {qVersion()}"]
    for package in PACKAGES:
        try:
            lines.append(f"{package} {version(package)}")
        except PackageNotFoundError:
            lines.append(f"{package} is not installed")
    return "\n".join([*lines, f"{platform.system()} {platform.release()} {platform.machine()}"])


def about(window: Window) -> None:
    """Show the versions, ready to be copied."""
    text = f"Shows, sketches and stress-tests InfiniBand fabrics.\n\n{versions()}"
    if window.ask("About ibviz", text, (QMessageBox.StandardButton.Ok, "Copy"), sign="info") == "Copy":
        QApplication.clipboard().setText(versions())
