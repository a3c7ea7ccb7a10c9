"""Tooltips: Qt guesses what is markup and has no plain mode, so a text is escaped and framed."""

from __future__ import annotations

from html import escape

from ibviz.core.text import unturned


def tip(text: str) -> str:
    """Return a text as a tooltip that is shown as it stands and wrapped; empty for an empty one.

    Examples
    --------
    >>> tip("a <b>")
    '<p>a &lt;b&gt;</p>'
    """
    return "".join(f"<p>{escape(line)}</p>" for line in unturned(text).split("\n")) if text else ""
