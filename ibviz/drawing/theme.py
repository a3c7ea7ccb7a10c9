"""Themes: every colour of the program, read from ``resources/themes``."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, fields
from functools import cache

import numpy as np

from ibviz.core.errors import OptionError
from ibviz.core.resources import resource
from ibviz.core.table import Words32
from ibviz.core.text import shown
from ibviz.drawing.ramps import BUCKETS, gradient

THEMES = ("dark", "light")
RAMPS = ("load", "difference", "viridis", "cividis")

_KEY = re.compile(r"^(\w+):", re.MULTILINE)
_COLOR = re.compile(r"\"#([0-9A-Fa-f]{6})\"")


@dataclass(frozen=True)
class Theme:
    """The tokens of a theme as colours 0xAARRGGBB; what each is for stands beside it.

    Parameters
    ----------
    name : str
        ``dark`` or ``light``.
    canvas, bar, panel, raised, hover, pop, band : int
        Grounds: of the picture, of bars, docks, fields, what the pointer is over, pop-ups, pod frames.
    line, line2 : int
        Hairlines; borders of pop-ups.
    sw, swb, cell : int
        Switch box, its border, host tile.
    t1, t2, t3, t4 : int
        Text: main, second, captions, disabled.
    acc, acc_bg, acc_solid, on_acc : int
        The user's own act: selection and focus, selected row, primary button, its text.
    sel : int
        The hovered or traced cable over the ramp.
    down : int
        Dead or failed; never told by its hue alone.
    err, err_bg, warn, warn_bg, ok, ok_bg, info, info_bg : int
        States, each with its ground.
    root, contrib, victim : int
        Roles in congestion.
    rails : tuple of int
        Eight hues, each used with the rail's number.
    stops : mapping of str to (n,) uint32
        Stops of each ramp, least first.
    """

    name: str
    canvas: int
    bar: int
    panel: int
    raised: int
    hover: int
    pop: int
    band: int
    line: int
    line2: int
    sw: int
    swb: int
    cell: int
    t1: int
    t2: int
    t3: int
    t4: int
    acc: int
    acc_bg: int
    acc_solid: int
    on_acc: int
    sel: int
    down: int
    err: int
    err_bg: int
    warn: int
    warn_bg: int
    ok: int
    ok_bg: int
    info: int
    info_bg: int
    root: int
    contrib: int
    victim: int
    rails: tuple[int, ...]
    stops: Mapping[str, Words32]

    def __getitem__(self, token: str) -> int:
        """Return the colour of a token, such as ``theme["canvas"]`` or ``theme["rail3"]``."""
        if re.fullmatch(r"rail[1-8]", token):
            return self.rails[int(token[4]) - 1]
        value = getattr(self, token)
        if not isinstance(value, int):
            raise KeyError(token)
        return value

    def ramp(self, name: str = "default") -> Words32:
        """Return the 256 colours of a ramp, least first.

        Parameters
        ----------
        name : str
            ``default`` (which is ``load``), ``difference``, ``viridis`` or ``cividis``.

        Raises
        ------
        OptionError
            If there is no such ramp.
        """
        return gradient(self._stops_of(name))

    def buckets(self, name: str = "default") -> Words32:
        """Return the 16 colours of a ramp that lines take, least first; `OptionError` as in `ramp`."""
        return gradient(self._stops_of(name), BUCKETS)

    def _stops_of(self, name: str) -> Words32:
        key = "load" if name == "default" else name
        if key not in self.stops:
            raise OptionError(f"{shown(name)} is no colour ramp; expected default, {', '.join(RAMPS)}")
        return self.stops[key]

    @property
    def is_dark(self) -> bool:
        """Whether light text stands on a dark ground."""
        return self.name == "dark"


@cache
def theme(name: str) -> Theme:
    """Return a theme by name.

    Raises
    ------
    OptionError
        If there is no such theme.

    Examples
    --------
    >>> hex(theme("dark").canvas), len(theme("light").ramp())
    ('0xff0e1318', 256)
    """
    if name not in THEMES:
        raise OptionError(f"{shown(name)} is no theme; expected {' or '.join(THEMES)}")
    colors = _read(f"{name}.yaml")
    common = _read("ramps.yaml")
    backwards = slice(None, None, 1 if name == "dark" else -1)
    stops = {key: colors[key] for key in ("load", "difference")}
    stops |= {key: values[backwards] for key, values in common.items()}
    tokens = {f.name: int(colors[f.name][0]) for f in fields(Theme) if f.name in colors}
    rails = tuple(int(colors[f"rail{number}"][0]) for number in range(1, 9))
    return Theme(name=name, rails=rails, stops=stops, **tokens)


def _read(file: str) -> dict[str, Words32]:
    """Read one of our own colour files; the YAML library alone would take longer than painting."""
    _, *parts = _KEY.split(resource("themes", file).read_text(encoding="utf-8"))
    return {
        key: np.array([0xFF000000 | int(color, 16) for color in _COLOR.findall(values)], np.uint32)
        for key, values in zip(parts[::2], parts[1::2], strict=True)
    }
