"""Labels: how names are shortened, so that what tells nodes apart is what stays."""

from __future__ import annotations

import re
from collections.abc import Sequence

import numpy as np

from ibviz.core.table import Floats, Texts
from ibviz.drawing.widths import advance, elide_middle

_MANAGED = re.compile(r"MF0;([^:;]+):[^/]*(?:/(?!U1$)([A-Za-z]+\d+))?(?:/U1)?")
"""Description of a managed switch: ``MF0;host:model/U1``, in a director ``MF0;host:model/L05/U1``."""


def switch_label(name: str) -> str:
    """Return the part of a managed switch's description that tells it apart; other names stay.

    Examples
    --------
    >>> switch_label("MF0;SLG01-14:MQM8700/U1"), switch_label("MF0;ib1:IS5600/L05/U1"), switch_label("leaf-1")
    ('SLG01-14', 'ib1 L05', 'leaf-1')
    """
    match = _MANAGED.fullmatch(name)
    return " ".join(part for part in match.groups() if part) if match else name


def fitted(
    names: Texts, shorter: Sequence[str], font: tuple[float, int], room: Floats, least: int = 5
) -> Texts:
    """Return names as they fit: whole, else their shorter form, else that with its middle elided, else empty.

    Parameters
    ----------
    names : (n,) str
    shorter : sequence of str
        A shorter form of each name.
    font : (float, int)
        Pixels and weight.
    room : (n,) float64, pixels
    least : int
        Characters without which an elided name says too little.
    """
    wide = np.asarray(advance(names, *font))
    texts = names.copy()
    for place in np.flatnonzero(wide > room).tolist():
        short = shorter[place] or names[place]
        text = elide_middle(short, font[0], font[1], float(room[place]))
        texts[place] = text if len(text) >= min(len(short), least) else ""
    return texts
