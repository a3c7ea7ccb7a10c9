"""The colours of the theme files for widgets, read without what the picture needs, so that a window is up at once."""

from __future__ import annotations

import re
from functools import cache

from ibviz.core.resources import resource

_TOKEN = re.compile(r"^(\w+): *\"#([0-9A-Fa-f]{6})\"", re.MULTILINE)


class Tokens:
    """The tokens of one theme as colours 0xAARRGGBB, by attribute or by name.

    Parameters
    ----------
    name : str
        ``dark`` or ``light``.
    """

    def __init__(self, name: str) -> None:
        self.name = name
        text = resource("themes", f"{name}.yaml").read_text(encoding="utf-8")
        self._values = {token: 0xFF000000 | int(value, 16) for token, value in _TOKEN.findall(text)}

    def __getitem__(self, token: str) -> int:
        return self._values[token]

    def __getattr__(self, token: str) -> int:
        try:
            return self.__dict__["_values"][token]  # type: ignore[no-any-return]
        except KeyError:
            raise AttributeError(token) from None

    def __iter__(self) -> object:
        return iter(self._values)


@cache
def tokens_of(name: str) -> Tokens:
    """Return the tokens of a theme.

    Examples
    --------
    >>> hex(tokens_of("dark").canvas), hex(tokens_of("light")["t1"])
    ('0xff0e1318', '0xff1b2127')
    """
    return Tokens(name)
