"""Exports what the screen shows, in the background."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from ibviz.core.progress import Progress

if TYPE_CHECKING:
    from ibviz.gui.window import Window

KEY = "export"
FORMATS = ("svg", "png", "pdf")


def export_to(window: Window, path: Path) -> None:
    """Write what the canvas shows to a file, in the format of its suffix; what is wrong is said in the window."""
    to = path.suffix.lower().removeprefix(".")
    if to not in FORMATS:
        window.complain(f"{path.name}: pictures are SVG, PNG or PDF")
        return
    canvas = window.canvas
    scene, view = canvas.scene, canvas.shown_view
    ratio = max(canvas.devicePixelRatioF(), 2.0)

    def work(progress: Progress) -> None:
        from ibviz.core.files import save
        from ibviz.door import paint
        from ibviz.drawing.draw import draw

        if scene is not None:
            save(path, paint(draw(scene, view), to, scale=ratio))

    window.desk.jobs.start(
        KEY,
        f"Exporting {path.name}",
        work,
        lambda done: window.say(f"Exported {path.name}"),
        window.files.complain,
    )
