"""Forwarding tables from a file, as a subnet manager has set them."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np

from ibviz.core.errors import RoutingError
from ibviz.core.progress import Progress, silent
from ibviz.core.registry import engines
from ibviz.core.table_files import read_tables
from ibviz.core.tables import Tables
from ibviz.core.wiring import Wiring, as_built, matching
from ibviz.flow.fitting import fitted
from ibviz.flow.mending import carried, mended
from ibviz.flow.resweep import picked


@engines.add("lft", "Tables from a file: dump_lfts.sh, ibroute, opensm-lfts.dump, .fdbs, route -o")
def lft(wires: Wiring, before: Tables | None = None, *, path: Path, progress: Progress = silent) -> Tables:
    """Take forwarding tables from a file.

    Parameters
    ----------
    wires : Wiring
    before : Tables or None
        Those of the file before something went down: routes that are still whole stay, what is broken is
        chosen anew as MinHop does. None: the file's as they are, even where they lead to what is down.
    path : Path
        File of forwarding tables. They must be of this fabric: most of its switches and LIDs are here.
    progress : Progress

    Returns
    -------
    Tables

    Raises
    ------
    ReadError
        If the file cannot be read, or holds no tables.
    RoutingError
        If it is of another fabric.
    """
    if before is not None and before.routing.asked == "lft" and before.routing.used != "lft":
        raise RoutingError(before.routing.reason.removeprefix("lft refused: "))
    if before is not None and not _came_up(before.wiring, wires):
        return mended(before, wires, progress)
    built = as_built(wires)
    progress(0.0, "reading tables")
    made = fitted(read_tables(path), built)
    if built is wires:
        return made
    return _onto(made, wires) if before is None else mended(made, wires, progress)


def _came_up(old: Wiring, new: Wiring) -> bool:
    """Tell whether a cable or switch is up that was not."""
    return bool(np.isin(new.rows, old.rows, invert=True).any() or (old.place[new.switches] < 0).any())


def _onto(made: Tables, wires: Wiring) -> Tables:
    """Bring tables onto what is up of their fabric, as they are."""
    old = made.wiring
    switch = old.place[wires.switches]
    end = matching(old.end_ports, wires.end_ports, len(wires.fabric.nodes))
    return replace(
        made,
        wiring=wires,
        to_end=picked(made.to_end, end, switch),
        to_switch=picked(made.to_switch, switch, switch),
        higher=tuple(picked(table, end, switch) for table in made.higher),
        routing=carried(made.routing, old, wires),
    )
