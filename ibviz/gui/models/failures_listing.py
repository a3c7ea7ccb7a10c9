"""The table of single failures as columns: what fails, what it costs, who is lost or cut off."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from ibviz.core.table import Floats, Ints
from ibviz.gui.models.fabric_facts import Facts
from ibviz.gui.models.listing import Column, Listing
from ibviz.gui.models.listings import low_side
from ibviz.gui.models.rankings import Ranking
from ibviz.gui.models.texts import THIN, count, figure, share

if TYPE_CHECKING:
    from ibviz.flow.sweep import Damage

RANK = "By pairs cut off, then throughput lost, then the slowest flow; equals share a rank"


def failures_listing(facts: Facts, ranking: Ranking) -> Listing:
    """Return the failures that were tried, the worst first.

    Parameters
    ----------
    facts : Facts
        Of the fabric of the ranking.
    ranking : Ranking
    """
    done = ranking.done.copy()
    places = sorted(done, key=lambda place: (_weight(done[place]), place))
    damages = [done[place] for place in places]
    part = 0 if ranking.kind == "switches" else 1
    rows = np.array([ranking.failures[place][part][0] for place in places], np.int64)
    named = _switches(facts, rows) if part == 0 else _cables(facts, rows)
    rank = Column("rank", "Rank", _ranks(damages), "number", count, 60, RANK)
    return Listing(rows, (rank, *named, *_costs(damages)), "rank")


def _weight(damage: Damage) -> tuple[float, float, float]:
    """Return what sorts the worst first, whatever it is called."""
    return damage.rank[:3]


def _ranks(damages: list[Damage]) -> Ints:
    """Return the ranks of failures that are sorted; those that cost the same share theirs."""
    first = {_weight(damage): len(damages) - at for at, damage in enumerate(reversed(damages))}
    return np.array([first[_weight(damage)] for damage in damages], np.int64)


def _switches(facts: Facts, rows: Ints) -> list[Column]:
    return [
        Column("name", "If this fails", facts.names[rows], width=180, order=facts.name_rank[rows]),
        Column("layer", "Layer", facts.layers[rows], width=100),
    ]


def _cables(facts: Facts, rows: Ints) -> list[Column]:
    low = low_side(facts)[rows]
    cables = facts.fabric.cables
    return [
        *(
            Column(
                name,
                title,
                facts.ends[rows, side],
                width=170,
                order=facts.port_rank(cables.node[rows, side], cables.port[rows, side]),
            )
            for name, title, side in (("from", "If this fails", low), ("to", "To", 1 - low))
        ),
        Column("layer", "Layer", facts.cable_layers[rows], width=110),
    ]


def _costs(damages: list[Damage]) -> list[Column]:
    loss = _floats([damage.loss for damage in damages])
    most = max(float(loss.max(initial=0.0)), 1e-12)
    slowest = _floats([damage.worst_flow_gbps for damage in damages])
    total = _floats([damage.total_gbps for damage in damages])
    pairs = np.array([damage.disconnected_pairs for damage in damages], np.int64)
    lost = np.array([len(damage.lost_hosts) for damage in damages], np.int64)
    return [
        Column(
            "loss",
            "Throughput lost",
            loss / most,
            "share",
            partial(lost_share, most=most),
            160,
            "Share of the throughput of the fabric as built, simulated, negative where it grows; the bar is of the greatest loss",
        ),
        Column(
            "pairs", "Pairs cut off", pairs, "number", count, 100, "Ordered pairs of ports that are still up"
        ),
        Column("hosts", "Hosts lost", lost, "number", count, 90, "Hosts without any port left"),
        Column(
            "slowest",
            "Slowest Gbit/s",
            slowest,
            "number",
            figure,
            140,
            "Rate of the slowest flow whose ends are up, simulated",
        ),
        Column("total", "Gbit/s left", total, "number", figure, 100, "Throughput of all flows, simulated"),
    ]


def lost_share(value: float, *, most: float) -> str:
    r"""Return a loss that is written as a part of the greatest one, short enough to stand beside its bar.

    Examples
    --------
    >>> [lost_share(part, most=0.04) for part in (0.5, 0.1953, 1e-4, -1e-14)]
    ['2\u2009%', '0.78\u2009%', '<0.01\u2009%', '0\u2009%']
    """
    loss = value * most
    if abs(loss) < 1e-9:
        return share(0.0)
    if 0 < loss < 5e-5:
        return f"<0.01{THIN}%"
    return share(round(loss, 4) if abs(loss) < 0.01 else loss)


def _floats(values: list[float | None]) -> Floats:
    return np.array([np.nan if value is None else value for value in values], np.float64)
