"""One flow among the traffic of all others."""

from __future__ import annotations

from typing import Literal

import numpy as np

from ibviz.core.errors import OptionError
from ibviz.core.options import Reference
from ibviz.core.registry import patterns
from ibviz.core.scenario import Choice
from ibviz.flow.jobs import Job, Jobs, JobSpec
from ibviz.flow.pairs import Pairs, pairs
from ibviz.flow.selection import Selection

Background = Literal["permutation", "bisection", "shift", "tornado", "bit-reverse", "same-residue"]


@patterns.add("victim", "Victim: one flow, and the traffic of all others behind it")
def victim(
    ends: Selection, *, src: Reference, dst: Reference, background: Background = "permutation"
) -> Jobs:
    """Let one endpoint send to another while all others have a traffic of their own; tells both as jobs.

    Parameters
    ----------
    src : Reference
        Who sends.
    dst : Reference
        Who receives.
    background : str
        What the others do.

    Raises
    ------
    OptionError
        If sender and receiver are one, or nothing can be routed between them.
    """
    pair = np.array([ends.one(src), ends.one(dst)])
    if pair[0] == pair[1]:
        raise OptionError("src and dst are the same endpoint; expected two")
    if ends.group[pair[0]] != ends.group[pair[1]]:
        raise OptionError("src and dst are on two subnets or rails; rails=all pairs rails too")
    both = np.isin(np.arange(len(ends.selected)), pair)
    made: Pairs = patterns.get(background)(ends.less(both))
    alone = Job(JobSpec("victim", pattern=Choice("victim")), ends.only(both), pairs(pair[:1], pair[1:]))
    return Jobs((alone, Job(JobSpec("background", pattern=Choice(background)), ends.less(both), made)))
