"""The section of the inspector that says what the failure of a thing costs, where it was tried."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from ibviz.core.host_names import host_list
from ibviz.gui.models.page import Button, Buttons, Copy, Fact, Open, Page, Row, Section
from ibviz.gui.models.rankings import Ranking, Rankings
from ibviz.gui.models.texts import count, rate, share

if TYPE_CHECKING:
    from ibviz.flow.sweep import Damage

TITLE = "If it fails alone"
OF_NODES, OF_CABLES = ("switches",), ("cables", "host-links")


def with_cost(page: Page, rankings: Rankings, row: int, kinds: tuple[str, ...]) -> Page:
    """Return a page with what the failure of its thing costs behind its first section, if that is known.

    Parameters
    ----------
    page : Page
    rankings : Rankings
    row : int
        Of the node or cable.
    kinds : tuple of str
        Kinds of failures that its own may be among: `OF_NODES` or `OF_CABLES`.
    """
    for kind in kinds:
        ranking = rankings.ranking(kind)
        damage = None if ranking is None else ranking.damage_of(row)
        if ranking is not None and damage is not None:
            first, *rest = page.sections
            return replace(page, sections=(first, cost_section(ranking, damage), *rest))
    return page


def cost_section(ranking: Ranking, damage: Damage) -> Section:
    """Say what a failure costs, and its rank among all that were tried."""
    grows = damage.loss < -1e-9
    lost = share(abs(damage.loss) if abs(damage.loss) > 1e-9 else 0.0)
    rows: list[Row] = [
        Fact(
            "Throughput gained" if grows else "Throughput lost",
            lost,
            hint="Of the fabric as built, simulated",
        )
    ]
    if damage.worst_flow_gbps is not None:
        rows.append(
            Fact("Slowest flow", rate(damage.worst_flow_gbps), hint="Of those whose ends are up, simulated")
        )
    rows.append(_number("Pairs cut off", damage.disconnected_pairs))
    rows.append(_number("Hosts lost", len(damage.lost_hosts)))
    place, done = ranking.rank_of(damage), len(ranking.done)
    of = f"{count(place)} of {count(done)}"
    rows.append(
        Fact("Rank", of, Open("failures"), hint="Among the failures of its kind; equals share a rank")
    )
    if damage.lost_hosts:
        text = host_list(damage.lost_hosts)
        rows.append(Buttons((Button("Copy hosts lost", Copy(text, "Copied the hosts lost"), "copy", text),)))
    return Section(TITLE, tuple(rows))


def _number(key: str, number: int) -> Fact:
    return Fact(key, count(number) if number else "none", tone="down" if number else "")
