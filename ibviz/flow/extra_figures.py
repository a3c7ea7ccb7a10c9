"""Figures that only some traffics have: how long a collective takes, and the like."""

from __future__ import annotations

from typing import Any

from ibviz.core.progress import Progress, silent
from ibviz.core.table import Ints
from ibviz.core.tables import Tables
from ibviz.flow.channels import Channels
from ibviz.flow.completion import Stage, completion
from ibviz.flow.pairs import Rounds
from ibviz.flow.traffic_of import Traffic


def more_figures(
    tables: Tables, channels: Channels, traffic: Traffic, live: Ints, progress: Progress = silent
) -> dict[str, Any]:
    """Return further figures of a simulation, as values that JSON knows.

    Parameters
    ----------
    tables : Tables
    channels : Channels
    traffic : Traffic
    live : (E,) int64
        Place of each endpoint as built among those that are up; -1 for one that is gone.
    progress : Progress
    """
    stage = Stage(tables, channels, traffic.ends, live)
    if isinstance(traffic.made, Rounds):
        return {"collective": completion(stage, traffic.made, progress)}
    return {}
