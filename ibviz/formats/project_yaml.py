"""YAML without its dangers: no aliases, tags, merge keys, duplicate keys or guessed types; lines are known."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import yaml

from ibviz.core.errors import ReadError
from ibviz.core.state import Note
from ibviz.core.text import clean, is_clean, shown

SIZE_LIMIT = 256 << 20
"""Largest project file, bytes."""

DEPTH_LIMIT = 32
"""Deepest nesting of lists and mappings."""

VALUE_LIMIT = 100_000
"""Most keys and values beside scenarios; a table counts as one."""

FAILED_LIMIT = 1_000_000
"""Most keys and values below `scenarios`, which may list every cable of a large fabric several times."""

_MARK, _STAND_IN = "\ufeff", "\ufdef"
"""A byte order mark is a letter like others in a fabric, but YAML forbids it inside; this can be in no text."""

_LOADER: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


@dataclass(frozen=True, eq=False)
class Item:
    """A value of the document: text, a list or a mapping.

    Parameters
    ----------
    value : str, list of Item, or dict of str to Item
    line, last : int
        First and last line in the file, from 1.
    style : str
        Of a text: ``|``, ``>``, ``"``, ``'``, or empty for a plain one.
    """

    value: str | list[Item] | dict[str, Item]
    line: int
    last: int
    style: str = ""

    def plain(self) -> Any:
        """Return it as texts, lists and dictionaries."""
        if isinstance(self.value, list):
            return [item.plain() for item in self.value]
        if isinstance(self.value, dict):
            return {key: item.plain() for key, item in self.value.items()}
        return self.value


@dataclass(frozen=True, eq=False)
class Document:
    """What a YAML document holds, and what was replaced in it."""

    root: Item
    notes: tuple[Note, ...]


def load_yaml(file: str, text: str) -> Document:
    """Read one YAML document; every scalar stays the text that it is.

    Parameters
    ----------
    file : str
        Name for messages.
    text : str
        Free of control characters but TAB and LF.

    Raises
    ------
    ReadError
        If it is no YAML, or uses what a project file may not hold; names the line.
    """
    if len(text) > SIZE_LIMIT:
        raise ReadError(file, f"a project file holds at most {SIZE_LIMIT >> 20} MB")
    try:
        builder = _Builder(file, yaml.parse(text.replace(_MARK, _STAND_IN), Loader=_LOADER))
        return Document(builder.read(), tuple(builder.notes))
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        line = min(mark.line + 1, len(text.rstrip("\n").split("\n"))) if mark else None
        raise ReadError(
            file, f"{_problem(error)}; expected YAML, table rows indented under their key", line
        ) from error
    except yaml.YAMLError as error:
        raise ReadError(file, "this is no YAML text") from error


def _problem(error: yaml.MarkedYAMLError) -> str:
    return " ".join(str(error.problem or error.context or "this cannot be read").split())


def _first_line(event: Any) -> int:
    return int(event.start_mark.line) + 1


def _last_line(event: Any) -> int:
    return int(event.end_mark.line) + 1


class _Builder:
    """Builds the values from libyaml's events: nothing is made of what is not allowed."""

    def __init__(self, file: str, events: Iterator[Any]) -> None:
        self.file = file
        self.events = events
        self.count = 0
        self.notes: list[Note] = []

    def read(self) -> Item:
        """Read the only document of the stream."""
        next(self.events)
        event = next(self.events)
        if isinstance(event, yaml.StreamEndEvent):
            raise ReadError(self.file, "it is empty; expected `ibviz: 1` and tables")
        root = self._value(next(self.events), 1)
        next(self.events)
        event = next(self.events)
        if not isinstance(event, yaml.StreamEndEvent):
            raise self._refusal(event, "a second document begins here; expected one")
        return root

    def _refusal(self, event: Any, message: str) -> ReadError:
        return ReadError(self.file, message, _first_line(event))

    def _value(self, event: Any, depth: int) -> Item:
        self._check(event, depth)
        line = _first_line(event)
        if isinstance(event, yaml.ScalarEvent):
            return Item(self._text(event), line, _last_line(event), event.style or "")
        value, last = self._mapping(depth) if isinstance(event, yaml.MappingStartEvent) else self._list(depth)
        return Item(value, line, last)

    def _text(self, event: Any) -> str:
        """Return a scalar's text; an escape may have brought in what may not stand in a fabric."""
        text = str(event.value).replace(_STAND_IN, _MARK)
        if event.style == '"' and not all(map(is_clean, text.split("\n"))):
            text = "\n".join(map(clean, text.split("\n")))
            self.notes.append(Note(_first_line(event), "control characters were replaced by U+FFFD"))
        return text

    def _check(self, event: Any, depth: int) -> None:
        self.count += 1
        if isinstance(event, yaml.AliasEvent) or event.anchor is not None:
            raise self._refusal(
                event, "a project file holds no anchors (&) and aliases (*); write the value itself"
            )
        if event.tag is not None:
            raise self._refusal(
                event, f"a project file holds no tags such as {shown(event.tag)}; write the text alone"
            )
        if depth > DEPTH_LIMIT:
            raise self._refusal(event, f"values are nested more than {DEPTH_LIMIT} deep")
        if self.count > VALUE_LIMIT:
            raise self._refusal(
                event, f"a project file holds at most {VALUE_LIMIT:,} values beside its tables and scenarios"
            )

    def _list(self, depth: int) -> tuple[list[Item], int]:
        items: list[Item] = []
        while not isinstance(event := next(self.events), yaml.SequenceEndEvent):
            items.append(self._value(event, depth + 1))
        return items, _last_line(event)

    def _mapping(self, depth: int) -> tuple[dict[str, Item], int]:
        items: dict[str, Item] = {}
        while not isinstance(event := next(self.events), yaml.MappingEndEvent):
            key = self._key(event, depth)
            if key in items:
                raise self._refusal(event, f"key {shown(key)} comes twice; first in line {items[key].line}")
            count = self.count
            listed = depth == 1 and key == "scenarios"
            self.count = VALUE_LIMIT - FAILED_LIMIT if listed else count
            items[key] = self._value(next(self.events), depth + 1)
            self.count = count if listed else self.count
        return items, _last_line(event)

    def _key(self, event: Any, depth: int) -> str:
        self._check(event, depth)
        if not isinstance(event, yaml.ScalarEvent):
            raise self._refusal(event, "a key is a list or a mapping; expected a text")
        if event.value == "<<" and not event.style:
            raise self._refusal(event, "a project file holds no merge keys (<<); write the keys themselves")
        return self._text(event)
