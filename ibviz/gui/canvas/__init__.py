"""The canvas: a picture that is kept, moved while it is in motion, and made anew by a painter of its own."""

from ibviz.gui.canvas.widget import Canvas

__all__ = ["Canvas"]
