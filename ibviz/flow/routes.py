"""Forwarding tables of a fabric in a scenario: which engine makes them, and what they start from."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Any, Literal

from ibviz.core.errors import RoutingError
from ibviz.core.fabric import Fabric
from ibviz.core.options import options_of, values
from ibviz.core.progress import Progress, silent
from ibviz.core.registry import engines
from ibviz.core.scenario import AS_BUILT, Choice, Scenario
from ibviz.core.simulation import Routing
from ibviz.core.tables import Tables
from ibviz.core.wiring import Wiring, as_built, wiring
from ibviz.flow.changes import Changes, changes
from ibviz.flow.paths import paths
from ibviz.flow.refusals import refuses_all, with_others
from ibviz.flow.verify import mute_switches, report

__all__ = ["Changes", "changes", "mute_switches", "paths", "report", "route", "tables_for"]

Reroute = Literal["keep", "fresh"]

ASSUMED = "assumed; newer switches usually adapt"


def route(
    fabric: Fabric,
    scenario: Scenario = AS_BUILT,
    routing: Choice | None = None,
    *,
    reroute: Reroute = "keep",
    progress: Progress = silent,
) -> Tables:
    """Return the forwarding tables of a fabric in a scenario.

    Parameters
    ----------
    fabric : Fabric
    scenario : Scenario
        What is down; its own traffic and routing are not looked at.
    routing : Choice or None
        Engine with its options; None is MinHop.
    reroute, progress
        As for `tables_for`.

    Raises
    ------
    OptionError
        If there is no such engine or option.
    """
    return tables_for(wiring(fabric, scenario), routing, reroute=reroute, progress=progress)


def tables_for(
    wires: Wiring,
    routing: Choice | None = None,
    *,
    before: Tables | None = None,
    reroute: Reroute = "keep",
    progress: Progress = silent,
) -> Tables:
    """Return the forwarding tables of a wiring, by the engine asked for or by MinHop where that refuses.

    Parameters
    ----------
    wires : Wiring
    routing : Choice or None
        Engine with its options; None is MinHop, assumed.
    before : Tables or None
        Tables of the same fabric before something went down, to start from with ``keep``; None: those
        that the same engine makes of the fabric as built.
    reroute : {"keep", "fresh"}
        What to do about what is down: as a running subnet manager's re-sweep, or as after a restart.
    progress : Progress

    Returns
    -------
    Tables
        Its ``routing`` says which engine was asked for, which was used, and why.

    Raises
    ------
    OptionError
        If there is no such engine or option.
    """
    if reroute == "fresh":
        before = None
    elif before is None and (built := as_built(wires)) is not wires:
        before = tables_for(built, routing, progress=progress)
    asked = routing or Choice("minhop")
    engine = engines.get(asked.kind)
    options = values(engine, asked.args)
    reason = "asked for" if routing else ASSUMED
    try:
        made: Tables = engine(wires, before, **options, progress=progress)
        refused = made.routing.refused
    except RoutingError as error:
        made, refused = _minhop(wires, before, options, progress), {}
        return _signed(made, asked.kind, "minhop", f"{asked.kind} refused: {error}", options)
    if not refused:
        said = made.routing.reason
        return _signed(made, asked.kind, made.routing.used, reason if said == "asked for" else said, options)
    others = _minhop(wires, before, options, progress)
    words = _refusal(asked.kind, wires, refused)
    if refuses_all(made):
        return _signed(others, asked.kind, "minhop", words, options)
    return _signed(with_others(made, others), asked.kind, asked.kind, words, options, refused)


def _minhop(wires: Wiring, before: Tables | None, options: Mapping[str, Any], progress: Progress) -> Tables:
    """Return what MinHop makes in the place of an engine, with those of its options that MinHop has too."""
    minhop = engines.get("minhop")
    shared = {option.name: options[option.name] for option in options_of(minhop) if option.name in options}
    made: Tables = minhop(wires, before, **shared, progress=progress)
    return made


def _refusal(kind: str, wires: Wiring, refused: Mapping[int, str]) -> str:
    """Return why an engine does not route all subnets, for the least of those."""
    first = min(refused)
    which = (
        f"subnet {first + 1} is by minhop, as {kind} refused: " if wires.subnets > 1 else f"{kind} refused: "
    )
    return which + refused[first] + (f"; {len(refused) - 1} more" if len(refused) > 1 else "")


def _signed(
    tables: Tables,
    asked: str,
    used: str,
    reason: str,
    options: Mapping[str, Any],
    refused: Mapping[int, str] = MappingProxyType({}),
) -> Tables:
    return replace(tables, routing=Routing(asked, used, reason, _plain(options), dict(refused)))


def _plain(options: Mapping[str, Any]) -> dict[str, Any]:
    """Return options as JSON knows them."""
    simple = (bool, int, float, str, type(None))
    return {key: value if isinstance(value, simple) else str(value) for key, value in options.items()}
