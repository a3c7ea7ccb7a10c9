"""Lays traffic over a fabric: rate of every flow, load of every cable."""

from __future__ import annotations

from dataclasses import replace
from itertools import islice

import numpy as np

from ibviz.core.fabric import Fabric
from ibviz.core.progress import Progress, silent
from ibviz.core.scenario import AS_BUILT, Choice, Scenario
from ibviz.core.simulation import Flows, Simulation
from ibviz.core.structure import Structure, shape
from ibviz.core.table import Ints
from ibviz.core.tables import Tables
from ibviz.core.wiring import Wiring, as_built, wiring
from ibviz.flow.carried import Carried
from ibviz.flow.channels import Channels, channels_of
from ibviz.flow.completion import Stage
from ibviz.flow.exchange import ExchangeFlows
from ibviz.flow.exchange_rates import equal_rates
from ibviz.flow.extra_figures import more_figures
from ibviz.flow.fair_exchange import fair_rates
from ibviz.flow.figures import figures
from ibviz.flow.increment import Increment
from ibviz.flow.orcs import Sample
from ibviz.flow.pair_rates import pair_rates, sampled_rates
from ibviz.flow.pairs import Exchange, Pairs, Samples
from ibviz.flow.routes import Reroute, tables_for
from ibviz.flow.traffic_of import DEFAULT, Traffic, traffic_of

MOST_CHANGED = 0.3
"""Share of the destinations up to which counting what a failure changes is quicker than counting all."""

_NO_PLACES, _NO_RATES = np.empty(0, np.int64), np.empty(0)
NO_FLOWS = Flows(_NO_PLACES, _NO_PLACES, _NO_RATES, _NO_RATES, _NO_RATES, _NO_PLACES, _NO_PLACES, _NO_RATES)
"""What `Simulation.flows` holds of an exchange."""


def simulate(
    fabric: Fabric,
    scenario: Scenario = AS_BUILT,
    *,
    traffic: Choice | None = None,
    routing: Choice | None = None,
    reroute: Reroute = "keep",
    structure: Structure | None = None,
    progress: Progress = silent,
) -> Simulation:
    """Lay traffic over a fabric in a scenario.

    Parameters
    ----------
    fabric : Fabric
    scenario : Scenario
        What is down.
    traffic, routing : Choice or None
        None takes the scenario's own, then the default: all to all, MinHop.
    reroute : {"keep", "fresh"}
        Tables after a failure: as a running subnet manager's re-sweep leaves them, or as after a restart.
    structure : Structure or None
        Of the fabric as built, where it is known already.
    progress : Progress

    Raises
    ------
    OptionError, ReadError
        If a pattern, an engine or an option is not understood or does not fit the fabric.

    Notes
    -----
    The traffic is that of the fabric as built: a flow whose endpoint is gone is left out, the others stay
    as they were; one whose endpoints nothing joins any more is unroutable.
    """
    tables = tables_for(
        wiring(fabric, scenario), routing or scenario.routing, reroute=reroute, progress=progress
    )
    return simulate_tables(tables, traffic or scenario.traffic, structure=structure, progress=progress)


def simulate_tables(
    tables: Tables,
    traffic: Choice | None = None,
    *,
    structure: Structure | None = None,
    before: tuple[Tables, Simulation] | None = None,
    progress: Progress = silent,
) -> Simulation:
    """Lay traffic over a wiring that is routed already; parameters and errors as for `simulate`.

    With `before`, tables of the fabric as built and what a traffic gets by them, only what is another
    after a failure is counted where that suffices; the result is the same.
    """
    built = structure or shape(as_built(tables.wiring))
    laid = traffic_of(built, traffic or DEFAULT)
    channels = channels_of(tables.wiring)
    live = live_places(built.wiring, tables.wiring)
    drawn: list[Sample] = []
    if laid.exchange is not None:
        known = _known(tables, laid, built, before)
        carried = _exchange(tables, channels, laid, laid.exchange, live, known, progress)
    else:
        carried, drawn = _pairs(tables, channels, laid, live, progress)
    listed = laid.exchange is None
    return Simulation(
        wiring=tables.wiring,
        traffic=laid.choice,
        routing=tables.routing,
        load=carried.load.reshape(-1, 2),
        flows_on=carried.on.reshape(-1, 2),
        flows=carried.listed() if listed else NO_FLOWS,
        summary={
            **figures(tables, laid, carried, np.array([each.mean for each in drawn]) if drawn else None),
            **more_figures(Stage(tables, channels, laid.ends, live), laid, carried, drawn, progress),
        },
        listing=None if listed else carried.listed,
    )


def live_places(built: Wiring, wires: Wiring) -> Ints:
    """Return the place of each endpoint as built among those that are up, (E,); -1 for one that is gone."""
    if built is wires:
        return np.arange(len(built.endpoints))
    place = np.full(2 * len(wires.fabric.cables), -1)
    place[2 * wires.endpoints.cable + wires.endpoints.side] = np.arange(len(wires.endpoints))
    found: Ints = place[2 * built.endpoints.cable + built.endpoints.side]
    return found


def _pairs(
    tables: Tables, channels: Channels, traffic: Traffic, live: Ints, progress: Progress
) -> tuple[Carried, list[Sample]]:
    """Return what the pairs, or the first sample, get, and what each sample comes to."""
    draws = (_surviving(drawn, live) for drawn in traffic.draws())
    first = next(draws)
    carried = pair_rates(tables, channels, first)
    if not isinstance(traffic.made, Samples):
        return carried, []
    count = traffic.made.count
    found = [sampled_rates(tables, channels, first)]
    for number, drawn in enumerate(islice(draws, count - 1), 1):
        progress(number / count, f"sample {number + 1:,} of {count:,}")
        found.append(sampled_rates(tables, channels, drawn))
    return carried, found


def _surviving(drawn: Pairs, live: Ints) -> Pairs:
    """Return the pairs in places of what is up, without those that have lost an endpoint."""
    src, dst = live[drawn.src], live[drawn.dst]
    return replace(drawn, src=src, dst=dst).take((src >= 0) & (dst >= 0))


def _exchange(
    tables: Tables,
    channels: Channels,
    traffic: Traffic,
    exchange: Exchange,
    live: Ints,
    known: ExchangeFlows | None,
    progress: Progress,
) -> Carried:
    ends = traffic.ends
    groups = tuple(live[group][live[group] >= 0] for group in exchange.groups)
    groups = tuple(group for group in groups if len(group))
    apart = np.arange(len(tables.wiring.endpoints))
    if not ends.local:
        apart[live[live >= 0]] = ends.host[live >= 0]
    if exchange.fair:
        return fair_rates(tables, channels, groups, apart, progress=progress)
    return equal_rates(tables, channels, groups, apart, counted=known, progress=progress)


def _known(
    tables: Tables, traffic: Traffic, built: Structure, before: tuple[Tables, Simulation] | None
) -> ExchangeFlows | None:
    """Return the flows of an exchange counted from those before, where that is quicker."""
    if before is None or before[0].wiring is not built.wiring or before[1].traffic != traffic.choice:
        return None
    on = Increment(built, *before).recounted(tables, MOST_CHANGED)
    if on is None:
        return None
    return ExchangeFlows(on, int(before[1].summary["flows"]), int(before[1].summary["routed"]))
