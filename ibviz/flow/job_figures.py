"""What each of several jobs gets, and how much slower it is than alone."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from ibviz.core.progress import Progress, silent
from ibviz.core.table import Floats
from ibviz.flow.completion import Stage, completion
from ibviz.flow.jobs import Job, Jobs
from ibviz.flow.pair_rates import rates_of
from ibviz.flow.pairs import Pairs, Rounds, joined


def job_figures(stage: Stage, made: Jobs, progress: Progress = silent) -> list[dict[str, Any]]:
    """Return the figures of each job, as values that JSON knows.

    ``slowdown`` is how many times as long the job takes as it would alone: by the time of its rounds, or by its
    slowest flow. It is None for a job that sends nothing or that has no route. While the rounds of a collective go
    by, each of the other jobs sends what is shown of it.
    """
    stages = [replace(stage, ends=job.ends) for job in made.jobs]
    alive = [own.up(job.pairs)[0] for own, job in zip(stages, made.jobs, strict=True)]
    every = rates_of(stage.tables, stage.channels, joined(alive))
    cuts = np.cumsum([len(each.src) for each in alive])[:-1]
    rates = np.split(every, cuts) if len(alive) else []
    found = []
    for at, (job, own, rate) in enumerate(zip(made.jobs, stages, rates, strict=True)):
        progress(at / len(alive), f"job {at + 1:,} of {len(alive):,}")
        others = joined([*alive[:at], *alive[at + 1 :]])
        alone = rates_of(stage.tables, stage.channels, alive[at])
        found.append({**_place(job), **_rates(rate, alone), **_times(own, job, others, rate, alone)})
    return found


def _place(job: Job) -> dict[str, Any]:
    ends = job.ends
    return {
        "job": job.spec.name,
        "pattern": str(job.spec.pattern),
        "hosts": len(job.hosts),
        "endpoints": int(ends.selected.sum()),
        "leaves": len(np.unique(ends.wires.endpoints.switch[ends.selected])),
    }


def _rates(rate: Floats, alone: Floats) -> dict[str, Any]:
    routed = rate[rate > 0]
    return {
        "flows": len(rate),
        "routed": len(routed),
        "unroutable": len(rate) - len(routed),
        "total_gbps": float(rate.sum()),
        "alone_gbps": float(alone.sum()),
        "min_gbps": float(routed.min()) if len(routed) else None,
        "mean_gbps": float(routed.mean()) if len(routed) else None,
    }


def _times(stage: Stage, job: Job, others: Pairs, rate: Floats, alone: Floats) -> dict[str, Any]:
    """Return how much slower a job is than alone, and the times of a collective."""
    if isinstance(job.made, Rounds):
        together, apart = (completion(stage, job.made, others=with_)["seconds"] for with_ in (others, None))
        slower = together / apart if together and apart else None
        return {"seconds": together, "alone_seconds": apart, "slowdown": slower}
    least, best = (float(each[each > 0].min()) if (each > 0).any() else 0.0 for each in (rate, alone))
    return {"slowdown": best / least if least and (rate > 0).all() else None}
