"""PDF painter: vectors, words as text with their font inside."""

from __future__ import annotations

import hashlib
import re

from PySide6.QtCore import QBuffer, QIODevice, QMarginsF, QSizeF
from PySide6.QtGui import QPageLayout, QPageSize, QPainter, QPdfWriter

from ibviz.core.registry import painters
from ibviz.drawing.drawing import Drawing
from ibviz.drawing.qpainter import paint
from ibviz.drawing.qtfonts import ready

_POINTS = 72 / 96
_DATES = re.compile(rb"/(?:CreationDate|ModDate) \([^)\n]*\)| xmp:\w+Date=\"[^\"\n]*\"")
_UUID = re.compile(rb"uuid:([0-9a-f-]{36})")


@painters.add("pdf", "Portable document", ".pdf")
def pdf(drawing: Drawing) -> bytes:
    """Return a Drawing as a PDF file of one page, 96 pixels an inch; equal Drawings give equal bytes."""
    ready()
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    writer = QPdfWriter(buffer)
    writer.setTitle(drawing.title)
    writer.setCreator("ibviz")
    size = QSizeF(drawing.width * _POINTS, drawing.height * _POINTS)
    page = QPageSize(size, QPageSize.Unit.Point, "", QPageSize.SizeMatchPolicy.ExactMatch)
    writer.setPageLayout(QPageLayout(page, QPageLayout.Orientation.Portrait, QMarginsF(0, 0, 0, 0)))
    writer.setResolution(96)
    painter = QPainter(writer)
    try:
        painter.setRenderHint(QPainter.RenderHint.LosslessImageRendering, True)
        paint(painter, drawing)
    finally:
        painter.end()
    return settled(bytes(buffer.data().data()))


def settled(file: bytes) -> bytes:
    """Return a PDF file of Qt without dates, and with an identifier made from its content, not drawn by lot.

    Every byte keeps its place, because the file lists where its objects stand.
    """
    file = _DATES.sub(lambda match: b" " * len(match[0]), file)
    found = _UUID.search(file)
    if found is None:
        return file
    drawn = found[1]
    blank = file.replace(drawn, bytes(36)).replace(drawn.hex().encode(), bytes(72))
    digest = hashlib.sha256(blank).hexdigest()[:32]
    made = "-".join((digest[:8], digest[8:12], digest[12:16], digest[16:20], digest[20:])).encode()
    return file.replace(drawn, made).replace(drawn.hex().encode(), made.hex().encode())
