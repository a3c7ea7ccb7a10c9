"""Makes ``resources/widths/inter.json``, the advance widths of Inter that words are placed with.

Run by hand when the font changes: ``python tests/make_widths.py``. A test asserts that the table is what
this makes. Measured with Qt at one pixel a font unit, with the features that the painters use: tabular
figures, no contextual alternates (a name such as 3x4 must stay as it is).
"""

from __future__ import annotations

import json
import os
from pathlib import Path

import numpy as np

WEIGHTS = (400, 500, 600)
EM = 2048
KERNED = [
    chr(code)
    for code in [
        *range(0x20, 0x7F),
        *range(0xA0, 0xAD),
        *range(0xAE, 0x100),
        0x2009,
        0x2013,
        0x2014,
        0x2018,
        0x2019,
        0x2026,
        0x2212,
    ]
]


def classes(matrix: np.ndarray) -> tuple[list[int], np.ndarray]:
    """Return the class of each row and the distinct rows, in order of their first appearance."""
    _, first, inverse = np.unique(matrix, axis=0, return_index=True, return_inverse=True)
    rank = np.argsort(np.argsort(first))
    return rank[inverse.ravel()].tolist(), matrix[np.sort(first)]


def measured() -> dict[str, object]:
    """Measure the font."""
    os.environ["QT_QPA_PLATFORM"] = "offscreen"
    from PySide6.QtGui import QFontMetricsF, QRawFont

    from ibviz.drawing.qtfonts import font, ready

    ready()
    raw = QRawFont.fromFont(font(EM, 400))
    codes = [code for code in range(0x20, 0x30000) if raw.supportsCharacter(code)]
    ranges = np.split(np.array(codes), np.flatnonzero(np.diff(codes) != 1) + 1)
    made: dict[str, object] = {
        "font": "Inter 4.1",
        "em": EM,
        "cap": round(raw.capHeight()),
        "descent": round(raw.descent()),
        "codes": [[int(r[0]), int(r[-1])] for r in ranges],
    }
    for weight in WEIGHTS:
        advance = QFontMetricsF(font(EM, weight)).horizontalAdvance
        single = {code: round(advance(chr(code))) for code in codes}
        pairs = [[round(advance(a + b)) - single[ord(a)] - single[ord(b)] for b in KERNED] for a in KERNED]
        left, rows = classes(np.array(pairs))
        right, columns = classes(rows.T)
        made[str(weight)] = {
            "advance": list(single.values()),
            "left": left,
            "right": right,
            "kern": columns.T.tolist(),
        }
    return made | {"kerned": "".join(KERNED)}


def as_text(table: dict[str, object]) -> str:
    """Return the table as JSON, one entry a line, rows of the kerning one a line."""
    lines = []
    for key, value in table.items():
        if isinstance(value, dict):
            parts = [f'  "{k}": {json.dumps(v, separators=(",", ":"))}' for k, v in value.items()]
            lines.append(f'"{key}": {{\n' + ",\n".join(parts) + "\n}")
        else:
            lines.append(f'"{key}": {json.dumps(value, separators=(",", ":"))}')
    return "{\n" + ",\n".join(lines) + "\n}\n"


if __name__ == "__main__":
    target = Path(__file__).resolve().parent.parent / "resources" / "widths" / "inter.json"
    target.parent.mkdir(exist_ok=True)
    target.write_text(as_text(measured()), encoding="utf-8")
