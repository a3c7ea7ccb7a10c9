"""JSON painter: the drawing itself, for checks and scripts."""

from __future__ import annotations

import json
from typing import Any

import numpy as np

from ibviz.core.registry import painters
from ibviz.drawing.drawing import Drawing, Words
from ibviz.drawing.widths import cap_height, descent


@painters.add("json", "The drawing itself: words, counts", ".json")
def drawing_json(drawing: Drawing) -> bytes:
    """Return the words of a Drawing with their places, and the counts of what is drawn, as JSON.

    Notes
    -----
    ``x``, ``y`` is the top left corner of a word, ``w`` its advance width, ``h`` reaches from the cap height
    above the baseline to the descent below; of a turned word it is the upright box around it.
    """
    items = (item for layer in drawing.layers for item in layer.items if isinstance(item, Words))
    made = {
        "size": [drawing.width, drawing.height],
        "title": drawing.title,
        "background": _hex(drawing.background),
        "words": [word for item in items for word in _words(item, drawing.background)],
        "primitives": dict(drawing.primitives()),
        "cables": dict(drawing.cables),
        "nodes": dict(drawing.nodes),
    }
    return (json.dumps(made, ensure_ascii=False, indent=1) + "\n").encode("utf-8", "replace")


def _words(item: Words, ground: int) -> list[dict[str, Any]]:
    turned = item.turned.astype(bool)
    cap, below = item.px * cap_height(1), item.px * descent(1)
    x = np.where(turned, item.xy[:, 0] - cap, item.xy[:, 0])
    y = item.xy[:, 1] - np.where(turned, item.width, cap)
    w = np.where(turned, cap + below, item.width)
    h = np.where(turned, item.width, cap + below)
    boxes = np.round(np.stack([x, y, w, h], axis=1), 3).tolist()
    columns = (item.px.tolist(), item.color.tolist(), item.background.tolist(), item.turned.tolist())
    return [
        {
            "text": text,
            **dict(zip("xywh", box, strict=True)),
            "px": px,
            "color": _hex(_over(color, _over(back, ground))),
            "background": _hex(_over(back, ground)),
        }
        | ({"turned": True} if upright else {})
        for text, box, px, color, back, upright in zip(item.text.tolist(), boxes, *columns, strict=True)
    ]


def _over(color: int, ground: int) -> int:
    """Return what a colour with alpha looks like on an opaque ground."""
    alpha = (color >> 24) / 255
    mixed = 0xFF
    for shift in (16, 8, 0):
        top, below = (color >> shift) & 255, (ground >> shift) & 255
        mixed = mixed << 8 | round(alpha * top + (1 - alpha) * below)
    return mixed


def _hex(color: int) -> str:
    return f"#{color & 0xFFFFFF:06x}"
