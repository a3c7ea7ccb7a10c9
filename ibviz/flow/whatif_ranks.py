"""Who is hurt most by a failure, and which cables take over: ranked, worst first."""

from __future__ import annotations

import numpy as np

from ibviz.core.table import Ints
from ibviz.flow.whatif import LEAST_CHANGE, Outcome

NOISE = 1e-6
"""Change of a utilization that is none."""


def hurt_flows(outcome: Outcome) -> Ints:
    """Return the flows that became slower, (n,) int64: places among those before, the greatest loss first.

    Parameters
    ----------
    outcome : Outcome
        Empty where its flows were not compared one by one.
    """
    old, new = outcome.rate_before, outcome.rate_after
    rows = np.flatnonzero(new < old * (1 - LEAST_CHANGE))
    order: Ints = rows[np.lexsort((rows, -old[rows], np.round(new[rows] / old[rows], 9)))]
    return order


def places_after(outcome: Outcome) -> Ints:
    """Return the place after the failure of each flow before, (F,) int64; -1 for those that lost an end."""
    kept = ~np.isnan(outcome.rate_after)
    places: Ints = np.where(kept, np.cumsum(kept) - 1, -1)
    return places


def burdened(outcome: Outcome) -> Ints:
    """Return the cables of which a direction carries more than before, (n,) int64, the greatest rise first."""
    change = np.fmax.reduce(outcome.after.utilization - outcome.before.utilization, axis=1, initial=np.nan)
    rows = np.flatnonzero(change > NOISE)
    order: Ints = rows[np.lexsort((rows, -np.round(change[rows], 9)))]
    return order
