"""A page of the inspector as data: titles, sections and rows, to be shown by widgets and checked by tests."""

from __future__ import annotations

from dataclasses import dataclass, field, fields

from ibviz.core.text import unturned
from ibviz.gui.selection import Selection


class _Told:
    """What is shown: names stand in it without marks that turn the direction of text; only copies are exact."""

    def __post_init__(self) -> None:
        for one in fields(self):  # type: ignore[arg-type]
            value = getattr(self, one.name)
            if isinstance(value, str) and not value.isascii():
                object.__setattr__(self, one.name, unturned(value))


@dataclass(frozen=True)
class Pick:
    """Select something."""

    selection: Selection


@dataclass(frozen=True)
class Open(_Told):
    """Show a table, filtered by words, or some of its things alone; select what the selection says, if anything."""

    table: str
    text: str = ""
    selection: Selection | None = None
    only: frozenset[int] | None = None


@dataclass(frozen=True)
class Copy:
    """Put a text into the clipboard."""

    text: str
    said: str = "Copied"


Act = Pick | Open | Copy


@dataclass(frozen=True)
class Fact(_Told):
    """A key and its value.

    Parameters
    ----------
    key, value : str
    act : Act or None
        What a click on the value does.
    tone : str
        Token of the value's colour; empty for the main text.
    mono : bool
        Whether the value stands in the fixed font.
    hint : str
        Tooltip: where the value is from.
    """

    key: str
    value: str
    act: Act | None = None
    tone: str = ""
    mono: bool = False
    hint: str = ""


@dataclass(frozen=True)
class Figure(_Told):
    """A large figure under its name, behind what it was before.

    Parameters
    ----------
    key : str
    old, new : str
        Equal ones are shown once.
    unit : str
        What stands behind them.
    note, tone : str
        What stands at the right, and the token of its colour.
    hint : str
        Tooltip.
    """

    key: str
    old: str
    new: str
    unit: str = ""
    note: str = ""
    tone: str = ""
    hint: str = ""

    @property
    def value(self) -> str:
        """What it says, in one line."""
        both = self.new if self.old == self.new else f"{self.old} → {self.new}"
        return f"{both}\u2009{self.unit}" if self.unit else both


@dataclass(frozen=True)
class Gauge(_Told):
    """A key, a figure, and a bar in the colour of the load."""

    key: str
    value: str
    share: float
    act: Act | None = None
    hint: str = ""


@dataclass(frozen=True)
class Item(_Told):
    """A thing of a list in two lines, with a figure and a bar where it has a load."""

    title: str
    subtitle: str
    value: str
    share: float = float("nan")
    act: Act | None = None


@dataclass(frozen=True)
class Line(_Told):
    """A thing of a list in one line: an icon or an arrow between two names, and a figure at the right."""

    text: str
    value: str
    act: Act | None = None
    to: str = ""
    icon: str = ""
    tone: str = ""
    hint: str = ""


@dataclass(frozen=True)
class Sentence(_Told):
    """Words."""

    text: str
    tone: str = ""


@dataclass(frozen=True)
class Spread(_Told):
    """A histogram in the colours of the load.

    Parameters
    ----------
    counts : tuple of int
        In equal steps from 0 to 1.
    words : str
        What it says, for those who cannot see it.
    """

    counts: tuple[int, ...]
    words: str


@dataclass(frozen=True)
class Button(_Told):
    """Something to do."""

    text: str
    act: Act
    icon: str = ""
    hint: str = ""


@dataclass(frozen=True)
class Buttons:
    """Buttons beside each other."""

    buttons: tuple[Button, ...]


Row = Fact | Figure | Gauge | Item | Line | Sentence | Spread | Buttons


@dataclass(frozen=True)
class Section(_Told):
    """A part of a page that folds.

    Parameters
    ----------
    title : str
    rows : tuple of Row
    side : str
        What stands at the right of its head.
    act : Act or None
        What a click on that does.
    """

    title: str
    rows: tuple[Row, ...]
    side: str = ""
    act: Act | None = None


@dataclass(frozen=True)
class Page(_Told):
    """What the inspector says of one thing."""

    title: str
    subtitle: str
    icon: str
    sections: tuple[Section, ...] = field(default=())
