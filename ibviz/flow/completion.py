"""How long a collective takes: the sum over its rounds."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from ibviz.core.progress import Progress, silent
from ibviz.core.table import Floats, Ints
from ibviz.core.tables import Tables
from ibviz.flow.channels import Channels
from ibviz.flow.collective import GB
from ibviz.flow.maxmin import max_min
from ibviz.flow.pair_rates import rates_of
from ibviz.flow.pairs import Pairs, Round, Rounds, joined
from ibviz.flow.selection import Selection

BITS = 8e-9
"""Gbit in a byte."""


@dataclass(frozen=True, eq=False)
class Stage:
    """The routed network that rounds run on.

    Attributes
    ----------
    tables : Tables
    channels : Channels
    ends : Selection
    live : (E,) int64
        Place of each endpoint as built among those that are up; -1 for one that is gone.
    """

    tables: Tables
    channels: Channels
    ends: Selection
    live: Ints

    def up(self, made: Pairs) -> tuple[Pairs, Ints]:
        """Return the pairs that the options let pass and whose ends are up, and which they are."""
        src, dst = self.live[made.src], self.live[made.dst]
        kept = self.ends.passes(made) & (src >= 0) & (dst >= 0)
        return replace(made, src=src, dst=dst).take(kept), np.flatnonzero(kept)


def completion(
    stage: Stage, made: Rounds, progress: Progress = silent, *, others: Pairs | None = None
) -> dict[str, Any]:
    """Return how long a collective takes, as values that JSON knows.

    Parameters
    ----------
    stage : Stage
    made : Rounds
    progress : Progress
    others : Pairs or None
        What else runs all the while, in places of what is up.

    Notes
    -----
    A round ends with its slowest flow, at the rates that flows have while all of them run; then the next
    begins. ``seconds`` is None if a flow has no route; ``ideal_seconds`` is what it takes if only HCA ports limit;
    ``bus_gbps`` is the bandwidth on the bus as nccl-tests count it, in Gbit/s.
    """
    seconds = ideal = made.outside
    for number, round_ in enumerate(made.rounds):
        progress(number / len(made.rounds), f"round {number + 1:,} of {len(made.rounds):,}")
        took, least = round_seconds(stage, round_, others)
        seconds += round_.times * (took + round_.steps * made.latency)
        ideal += round_.times * (least + round_.steps * made.latency)
    known = np.isfinite(seconds)
    busy = made.factor * made.size * BITS
    return {
        "ranks": made.ranks,
        "size_gb": made.size / GB,
        "rounds": sum(round_.times for round_ in made.rounds),
        "shown_round": made.shown + 1 if made.rounds else None,
        "seconds": float(seconds) if known else None,
        "ideal_seconds": float(ideal),
        "bus_gbps": float(busy / seconds) if known and seconds > 0 else None,
    }


def round_seconds(stage: Stage, round_: Round, others: Pairs | None = None) -> tuple[float, float]:
    """Return how long the flows of a round take, and how long if only HCA ports limited.

    Parameters
    ----------
    stage : Stage
    round_ : Round
    others : Pairs or None
        What else runs all the while, in places of what is up.
    """
    alive, kept = stage.up(round_.pairs)
    if not len(kept):
        return 0.0, 0.0
    size = round_.size[kept] * BITS
    rate = rates_of(stage.tables, stage.channels, alive if others is None else joined([alive, others]))
    return _longest(size, rate[: len(kept)]), _longest(size, _port_rates(stage.channels, alive))


def _port_rates(channels: Channels, made: Pairs) -> Floats:
    """Return what each pair gets if only HCA ports limit it."""
    rate = np.minimum(channels.port_rate[made.src], made.demand)
    over = np.flatnonzero(made.src != made.dst)
    src, dst = made.src[over], made.dst[over]
    slots = (channels.slot_out[src], channels.slot_in[dst]) if channels.has_slots else ()
    rows = np.column_stack([channels.into[src], channels.out_of[dst], *slots])
    rate[over] = max_min(rows, channels.capacity).rate
    return rate


def _longest(size: Floats, rate: Floats) -> float:
    took = np.divide(size, rate, out=np.full(len(size), np.inf), where=rate > 0)
    return float(took.max(initial=0.0))
