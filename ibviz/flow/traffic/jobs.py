"""Traffic of several jobs at once."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from ibviz.core.errors import OptionError
from ibviz.core.registry import patterns
from ibviz.core.text import shown
from ibviz.flow.exchange import exchange_pairs
from ibviz.flow.jobs import Job, Jobs, JobSpec, placed, specs_of
from ibviz.flow.jobs_file import jobs_of_file
from ibviz.flow.pairs import Exchange, Pairs, Rounds
from ibviz.flow.selection import Selection

MOST = 5_000_000
"""Flows that all-to-all jobs may have."""


@patterns.add("jobs", "Jobs: several at once, each with its hosts and its own traffic")
def jobs(ends: Selection, *, file: Path | None = None, list: str | None = None) -> Jobs:
    """Let jobs run at the same time; tells of each what it gets, and how much slower it is than alone.

    Parameters
    ----------
    file : Path
        A table of jobs: CSV with the columns ``job``, ``hosts`` or ``size``, ``placement``, ``pattern``; or what
        ``squeue`` prints.
    list : str
        Jobs parted by ``;``, each such as ``A:size=16,placement=by-leaf,pattern=allreduce-ring``.

    Raises
    ------
    OptionError, ReadError
        If no job is given, a job does not fit, or the file cannot be read.
    """
    specs = jobs_of_file(file) if file is not None else []
    specs += specs_of(list or "")
    if not specs:
        raise OptionError("no job is given; expected file, or list such as A:size=16,pattern=allreduce-ring")
    found, room = [], MOST
    for spec, place in zip(specs, placed(ends, specs), strict=True):
        made = Job(spec, place, _sent(place, spec, room))
        room -= len(made.pairs.src)
        found.append(made)
    return Jobs(tuple(found))


def _sent(ends: Selection, spec: JobSpec, room: int) -> Pairs | Rounds:
    from ibviz.flow.traffic_of import made_of

    try:
        made = made_of(ends, spec.pattern)
    except OptionError as error:
        raise OptionError(f"job {shown(spec.name)}: {error}") from None
    if isinstance(made, Exchange):
        if sum(len(group) ** 2 for group in made.groups) > room:
            raise OptionError(f"job {shown(spec.name)}: all to all among so many takes over {MOST:,} flows")
        apart = np.arange(len(ends.selected)) if ends.local else ends.host
        return exchange_pairs(made.groups, apart)
    if isinstance(made, (Pairs, Rounds)):
        return made
    raise OptionError(
        f"job {shown(spec.name)}: {spec.pattern} is several draws or jobs; expected one traffic"
    )
