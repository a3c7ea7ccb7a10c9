"""SVG painter: text without Qt, the same bytes for the same Drawing."""

from __future__ import annotations

import base64
import math
import re
from collections.abc import Iterator
from typing import Any

import numpy as np

from ibviz.core.registry import painters
from ibviz.core.table import Ints
from ibviz.drawing.drawing import Boxes, Cells, Curves, Drawing, Layer, Lines, Marks, Primitive, Words
from ibviz.drawing.png_bytes import png_bytes
from ibviz.drawing.strokes import DASHES, FIGURES, HALO, Figure, crisp, runs

_FORBIDDEN = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_ESCAPES = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;"})
_STYLE = (
    "text{font-family:Inter,'Segoe UI Variable','SF Pro Text','Liberation Sans',Arimo,Arial,'Noto Sans',sans-serif;"
    "font-variant-numeric:tabular-nums;font-feature-settings:'calt' 0;font-optical-sizing:none;letter-spacing:0;white-space:pre}"
    "image{image-rendering:optimizeSpeed;image-rendering:pixelated}"
)


@painters.add("svg", "Scalable vector graphics", ".svg")
def svg(drawing: Drawing) -> bytes:
    """Return a Drawing as an SVG file.

    Cables carry the attribute ``data-cable``, nodes ``data-node``: their rows in the fabric.
    """
    size = f'width="{drawing.width}" height="{drawing.height}"'
    parts = [
        '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" role="img" '
        f'{size} viewBox="0 0 {drawing.width} {drawing.height}" xml:space="preserve">',
        f"<title>{escaped(drawing.title)}</title>",
        f"<desc>{escaped(_description(drawing))}</desc>",
        f"<style>{_STYLE}</style>",
        f"<rect {size} {_paint('fill', drawing.background)}/>",
    ]
    for number, layer in enumerate(drawing.layers):
        parts.extend(_layer(number, layer))
    return ("\n".join([*parts, "</svg>"]) + "\n").encode("utf-8")


def escaped(text: str) -> str:
    r"""Return a text as it may stand in XML: forbidden characters dropped, markup escaped.

    Examples
    --------
    >>> escaped("a<b> & \x01c")
    'a&lt;b&gt; &amp; c'
    """
    return _FORBIDDEN.sub("", text).translate(_ESCAPES)


def _description(drawing: Drawing) -> str:
    counts = [f"{count:,} {kind}" for kind, count in drawing.cables.items() if count]
    return f"Cables: {', '.join(counts) or 'none'}"


def _layer(number: int, layer: Layer) -> Iterator[str]:
    name = escaped(re.sub(r"\W+", "-", layer.name))
    clip = ""
    if layer.clip is not None:
        x, y, w, h = layer.clip
        yield f'<clipPath id="clip-{number}"><rect x="{x:g}" y="{y:g}" width="{w:g}" height="{h:g}"/></clipPath>'
        clip = f' clip-path="url(#clip-{number})"'
    yield f'<g id="layer-{number}" class="{name}"{clip}>'
    for item in layer.items:
        yield from _item(item)
    yield "</g>"


def _item(item: Primitive) -> Iterator[str]:
    if isinstance(item, Lines):
        return _strokes(item, np.round(crisp(item), 2).tolist(), "M%g %gL%g %g")
    if isinstance(item, Curves):
        return _strokes(item, np.round(item.xy, 2).tolist(), "M%g %gC%g %g %g %g %g %g")
    if isinstance(item, Boxes):
        return _boxes(item)
    if isinstance(item, Cells):
        return _cells(item)
    if isinstance(item, Marks):
        return _marks(item)
    return _words(item)


def _paint(what: str, color: int) -> str:
    """Return the attributes of a colour 0xAARRGGBB for ``fill`` or ``stroke``."""
    alpha = color >> 24
    if alpha == 0:
        return f'{what}="none"'
    opacity = "" if alpha == 255 else f' {what}-opacity="{alpha / 255:.3f}"'
    return f'{what}="#{color & 0xFFFFFF:06x}"{opacity}'


def _stroke(color: int, width: float, dash: int) -> str:
    pattern = " ".join(f"{length:g}" for length in DASHES[dash])
    dashes = f' stroke-dasharray="{pattern}"' if pattern else ""
    return f'{_paint("stroke", color)} stroke-width="{width:g}"{dashes}'


def _rows(kind: str, row: Ints) -> list[str]:
    return [f' data-{kind}="{each}"' if each >= 0 else "" for each in row.tolist()]


def _strokes(item: Lines | Curves, xy: list[list[float]], path: str) -> Iterator[str]:
    rows = _rows("cable", item.row)
    for start, stop in runs(item.color, item.width, item.dash):
        style = _stroke(int(item.color[start]), float(item.width[start]), int(item.dash[start]))
        yield f'<g fill="none" {style}>'
        for place in range(start, stop):
            yield f'<path d="{path % tuple(xy[place])}"{rows[place]}/>'
        yield "</g>"


def _boxes(item: Boxes) -> Iterator[str]:
    rows = _rows("node", item.row)
    inset = np.where(item.border >> np.uint32(24) > 0, item.border_width, 0.0)
    xywh = item.xywh + np.stack([inset / 2, inset / 2, -inset, -inset], axis=1)
    places = np.round(np.maximum(xywh, [-np.inf, -np.inf, 0, 0]), 2).tolist()
    radius = np.maximum(item.radius - inset / 2, 0)
    for start, stop in runs(item.fill, item.border, item.border_width, item.radius, item.dash):
        border = int(item.border[start])
        stroke = _stroke(border, float(inset[start]), int(item.dash[start])) if border >> 24 else ""
        yield f"<g {_paint('fill', int(item.fill[start]))} {stroke}>".replace(" >", ">")
        corner = f' rx="{radius[start]:g}"' if radius[start] > 0 else ""
        for place in range(start, stop):
            x, y, w, h = places[place]
            yield f'<rect x="{x:g}" y="{y:g}" width="{w:g}" height="{h:g}"{corner}{rows[place]}/>'
        yield "</g>"


def _cells(item: Cells) -> Iterator[str]:
    if item.pixels.size:
        rows, columns = item.pixels.shape
        zoom = (_zoom(item.h, rows), _zoom(item.w, columns))
        data = base64.b64encode(png_bytes(item.pixels, zoom)).decode("ascii")
        place = f'x="{item.x:g}" y="{item.y:g}" width="{item.w:g}" height="{item.h:g}"'
        yield f'<image {place} preserveAspectRatio="none" xlink:href="data:image/png;base64,{data}"/>'


def _zoom(length: float, count: int) -> int:
    """Return how many pixels a cell of an embedded picture takes: about two for one of the drawing.

    Programs that smooth in spite of ``image-rendering`` then blur no more than half a pixel.
    """
    return min(max(math.ceil(2 * length / count), 1), 64)


def _marks(item: Marks) -> Iterator[str]:
    columns = (item.xy.tolist(), item.size.tolist(), item.shape.tolist(), item.color.tolist())
    for (x, y), size, shape, color, halo in zip(*columns, item.halo.tolist(), strict=True):
        figure = FIGURES[shape]
        path = _figure(figure, x, y, size)
        width = figure.width * size
        if halo >> 24:
            solid = figure.polygon or figure.ground
            fill = _paint("fill", halo if solid else 0)
            yield f'<path d="{path}" {fill} {_stroke(halo, width + 2 * HALO, 0)}/>'
        fill = _paint("fill", color if figure.polygon else 0)
        yield f'<path d="{path}" {fill} {_stroke(color if width else 0, width, 0)}/>'


def _figure(figure: Figure, x: float, y: float, size: float) -> str:
    """Return the path of a mark."""
    parts = [
        f"M{x + a * size:.2f} {y + b * size:.2f}L{x + c * size:.2f} {y + d * size:.2f}"
        for a, b, c, d in figure.lines
    ]
    if figure.polygon:
        corners = "L".join(f"{x + a * size:.2f} {y + b * size:.2f}" for a, b in figure.polygon)
        parts.append(f"M{corners}Z")
    if figure.radius:
        r = figure.radius * size
        arc = f"a{r:.2f} {r:.2f} 0 1 1 "
        parts.append(f"M{x - r:.2f} {y:.2f}{arc}{2 * r:.2f} 0{arc}{-2 * r:.2f} 0Z")
    return "".join(parts)


def _words(item: Words) -> Iterator[str]:
    columns: tuple[Any, ...] = (item.text, item.xy, item.px, item.weight, item.color, item.width, item.turned)
    for text, (x, y), px, weight, color, width, turned in zip(*(c.tolist() for c in columns), strict=True):
        shown = escaped(re.sub(r"[\t\n\r]", " ", text))
        if not shown.strip():
            continue
        turn = f' transform="rotate(-90 {x:.2f} {y:.2f})"' if turned else ""
        yield (
            f'<text x="{x:.2f}" y="{y:.2f}" font-size="{px:g}" font-weight="{weight}" {_paint("fill", color)} '
            f'textLength="{width:.2f}" lengthAdjust="spacingAndGlyphs"{turn}>{shown}</text>'
        )
