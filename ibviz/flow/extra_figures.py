"""Figures that only some traffics have: how long a collective takes, and how crowded random patterns are."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from ibviz.core.progress import Progress, silent
from ibviz.core.table import Floats
from ibviz.flow.carried import Carried
from ibviz.flow.completion import Stage, completion
from ibviz.flow.exchange_rates import routes_on
from ibviz.flow.figures import whole
from ibviz.flow.job_figures import job_figures
from ibviz.flow.jobs import Jobs
from ibviz.flow.orcs import Sample, orcs_figures
from ibviz.flow.pairs import Pairs, Rounds
from ibviz.flow.traffic_of import Traffic


def more_figures(
    stage: Stage, traffic: Traffic, carried: Carried, drawn: Sequence[Sample], progress: Progress = silent
) -> dict[str, Any]:
    """Return further figures of a simulation, as values that JSON knows.

    Parameters
    ----------
    stage : Stage
    traffic : Traffic
    carried : Carried
    drawn : sequence of Sample
        Of a random pattern that was sampled; else empty.
    progress : Progress

    Notes
    -----
    ``hot_spot_degree`` is the number of flows on the fullest direction of a cable, 1 where none share one;
    ``edge_forwarding_index`` is the number of routes on the fullest direction of a cable, of all pairs of endpoints
    that the traffic is laid over.
    """
    crowd = whole(carried.on.max(initial=0.0))
    found: dict[str, Any] = {"hot_spot_degree": crowd}
    if isinstance(traffic.made, Pairs) and traffic.made.size is not None:
        found["drain"] = _drain(carried.listed().end)
    if traffic.exchange is not None:
        found["edge_forwarding_index"] = crowd
    if isinstance(traffic.made, Rounds):
        found["collective"] = completion(stage, traffic.made, progress)
    if isinstance(traffic.made, Jobs):
        found["jobs"] = job_figures(stage, traffic.made, progress)
    if drawn:
        found["orcs"] = orcs_figures(drawn)
        if traffic.choice.kind == "bisection":
            found["effective_bisection"] = found["orcs"]["mean"]
        found["edge_forwarding_index"] = _most_routes(stage, progress)
    return found


def _drain(end: Floats) -> dict[str, Any]:
    """Return when the first, the mean and the last flow with a route is done, and how many never are."""
    done = end[np.isfinite(end)]
    first, mean, last = (done.min(), done.mean(), done.max()) if len(done) else (None, None, None)
    figures = {"first_seconds": first, "mean_seconds": mean, "seconds": last}
    told = {name: None if value is None else float(value) for name, value in figures.items()}
    return {**told, "never_done": len(end) - len(done)}


def _most_routes(stage: Stage, progress: Progress) -> int | float:
    alive = [stage.live[group] for group in stage.ends.groups]
    groups = tuple(np.sort(group[group >= 0]) for group in alive)
    apart = np.arange(len(stage.tables.wiring.endpoints))
    counted = routes_on(stage.tables, stage.channels, groups, apart, progress=progress)
    return whole(counted.on[: stage.channels.cables].max(initial=0.0))
