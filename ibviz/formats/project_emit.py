"""Writing YAML that every reader takes alike: texts quoted wherever one might guess, tables in blocks."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

_PLAIN = re.compile(r"[A-Za-z](?:[A-Za-z0-9_./ -]*[A-Za-z0-9_./-])?|0|[1-9][0-9]{0,8}", re.ASCII)
_GUESSED = {"y", "n", "yes", "no", "on", "off", "true", "false", "null", "nan", "inf"}
_ESCAPES = {'"': '\\"', "\\": "\\\\", "\n": "\\n", "\t": "\\t"}
_SPECIAL = re.compile(
    '["\\\\\x00-\x1f\x7f-\xa0\xad\u1680\u2000-\u200f\u2028-\u202f\u205f-\u206f\u3000\ud800-\udfff\ufeff\ufdd0-\ufdef\ufffe\uffff]'
)
_UNPRINTABLE = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff\ufeff\ufffe\uffff]")
_ASCII_TEXT = bytes([9, 10, *range(32, 127)])
_KEY_LIMIT = 900
_FLOW_LIMIT = 80


def scalar(text: str) -> str:
    """Return a text as a YAML scalar on one line: plain where no reader can take it for something else.

    Examples
    --------
    >>> scalar("two leaves"), scalar("no"), scalar("12:30"), scalar("007"), scalar("a: b")
    ('two leaves', '"no"', '"12:30"', '"007"', '"a: b"')
    """
    if _PLAIN.fullmatch(text) and text.lower() not in _GUESSED:
        return text
    return f'"{_SPECIAL.sub(_escaped, text)}"'


def _escaped(match: re.Match[str]) -> str:
    char = match[0]
    code = ord(char) if not "\ud800" <= char <= "\udfff" else 0xFFFD
    return _ESCAPES.get(char) or (f"\\x{code:02X}" if code < 0x100 else f"\\u{code:04X}")


def block(text: str, indent: str) -> str:
    """Return a text of whole lines as a scalar, from its indicator on, that keeps each line a line.

    A literal block where YAML can hold the text; else a quoted scalar whose lines are those of the text, so
    that an editor and a diff see it line by line all the same.
    """
    *lines, rest = text.split("\n")
    if not rest and lines and _is_literal(lines, text):
        return "|\n" + "".join([f"{indent}{line}\n" if line else "\n" for line in lines])
    quoted = "".join([f"{indent}{_quoted_line(line)}\\n\\\n" for line in lines])
    return f'"\\\n{quoted}{indent}{_quoted_line(rest)}"\n'


def _is_literal(lines: list[str], text: str) -> bool:
    """Tell whether a block can hold a text: it has no blank first line, no empty last one, and can be printed."""
    if not lines[0].strip() or lines[0][0] in " \t" or not lines[-1].strip():
        return False
    if text.isascii() and not text.encode("ascii").translate(None, _ASCII_TEXT):
        return True
    return not _UNPRINTABLE.search(text)


def _quoted_line(line: str) -> str:
    """Escape a line of a quoted scalar; blanks at its beginning would be taken for indentation."""
    text = _SPECIAL.sub(_escaped, line)
    return f"\\{text}" if text.startswith(" ") else text


def entry(key: str, value: Any, indent: str = "") -> str:
    """Return ``key: value`` with all that is nested in it, in whole lines."""
    name = scalar(key)
    if len(name) > _KEY_LIMIT:
        return f"{indent}? {name}\n{indent}:{_value(value, indent)}"
    return f"{indent}{name}:{_value(value, indent)}"


def _value(value: Any, indent: str) -> str:
    """Return a value behind its colon or dash: on the same line, or on the next ones."""
    inner = indent + "  "
    if isinstance(value, Mapping):
        if (flow := _flow(value)) is not None:
            return f" {flow}\n"
        return "\n" + "".join(entry(str(key), item, inner) for key, item in value.items())
    if isinstance(value, list | tuple):
        has_mappings = any(isinstance(item, Mapping) for item in value)
        if not has_mappings and (flow := _flow(value)) is not None:
            return f" {flow}\n"
        return "\n" + "".join(_item(item, inner) for item in value)
    text = str(value)
    return f" {block(text, inner)}" if "\n" in text else f" {scalar(text)}\n"


def _item(value: Any, indent: str) -> str:
    """Return an item of a list; a mapping begins on the line of its dash."""
    if isinstance(value, Mapping) and value:
        lines = "".join(entry(str(key), item, indent + "  ") for key, item in value.items())
        return f"{indent}- {lines[len(indent) + 2 :]}"
    return f"{indent}-{_value(value, indent)}"


def _flow(value: Any) -> str | None:
    """Return a small value on one line, as in ``{pattern: shift, args: {k: 1}}``; None if it is not small."""
    if isinstance(value, Mapping):
        parts = [(scalar(str(key)), _flow(item)) for key, item in value.items()]
        if any(item is None for _, item in parts):
            return None
        text = "{" + ", ".join(f"{key}: {item}" for key, item in parts) + "}"
    elif isinstance(value, list | tuple):
        items = [_flow(item) for item in value]
        if any(item is None for item in items):
            return None
        text = "[" + ", ".join(str(item) for item in items) + "]"
    else:
        text = scalar(str(value))
        return None if "\n" in str(value) else text
    return text if len(text) <= _FLOW_LIMIT or text in ("{}", "[]") else None
