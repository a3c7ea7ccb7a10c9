"""Single failures from the menu: their table comes up, and what was not tried yet is tried."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ibviz.gui.window import Window

PANEL = "failures"


def rank_failures(window: Window) -> None:
    """Show the table of single failures, and try the cables between switches where nothing was tried yet."""
    from ibviz.gui.models.rankings import rankings_of

    rankings = rankings_of(window.desk)
    window.furniture.show_panel(PANEL)
    if not rankings.running and not rankings.known:
        rankings.start("cables")


def nothing_to_rank(window: Window) -> str:
    """Return why nothing can be ranked; empty if it can."""
    return "" if window.desk.results.load is not None else "no traffic is simulated"
