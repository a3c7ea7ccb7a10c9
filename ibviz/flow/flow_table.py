"""Tables of flows and cables as CSV text."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator, Sequence

import numpy as np

from ibviz.core.errors import OptionError
from ibviz.core.references import References
from ibviz.core.simulation import Flows, Simulation
from ibviz.core.table import Floats, Ints, Texts
from ibviz.flow.maxmin import TOLERANCE

MOST_ROWS = 10_000_000
"""Rows that a table of flows may have."""

FLOW_COLUMNS = ("src", "dst", "demand_gbps", "rate_gbps", "hops", "latency_us", "bottleneck")
CABLE_COLUMNS = (
    "a",
    "a_port",
    "b",
    "b_port",
    "capacity_gbps",
    "ab_gbps",
    "ba_gbps",
    "ab_flows",
    "ba_flows",
    "ab_utilization",
    "ba_utilization",
)

_BLOCK = 2_000
_FORMULA = ("=", "+", "-", "@", "\t", "\r")


def plain(text: str) -> str:
    """Return a text as it may stand in a spreadsheet: what would be a formula gets a ``'`` before it.

    Examples
    --------
    >>> plain("=cmd"), plain("n1")
    ("'=cmd", 'n1')
    """
    return f"'{text}" if text.startswith(_FORMULA) else text


def flows_csv(simulation: Simulation) -> bytes:
    """Return the table of all flows, those of an exchange too.

    ``bottleneck`` is the port that sends into the full cable, ``demand`` where a flow gets all that it
    asks for, ``PCIe of REF`` where the slot of an HCA limits it; empty for a self-send and without a route.
    Where flows have sizes, ``seconds`` is when each is done.

    Raises
    ------
    OptionError
        If there are more than 10 million.
    """
    count = simulation.summary["flows"]
    if count > MOST_ROWS:
        raise OptionError(
            f"a table of {count:,} flows is refused, the most are {MOST_ROWS:,}; pick fewer hosts"
        )
    flows = simulation.all_flows()
    columns = (*FLOW_COLUMNS, "seconds") if len(flows.end) else FLOW_COLUMNS
    return _csv(columns, _flow_rows(simulation, flows))


def _flow_rows(simulation: Simulation, flows: Flows) -> Iterator[tuple[object, ...]]:
    references = References(simulation.wiring.fabric)
    names = np.array([plain(t) for t in references.endpoint_texts(simulation.wiring.endpoints)], object)
    limits, limit = _limits(simulation, flows, references)
    for first in range(0, len(flows), _BLOCK):
        rows = slice(first, first + _BLOCK)
        ends = [_numbers(flows.end[rows])] if len(flows.end) else []
        yield from zip(
            names[flows.src[rows]],
            names[flows.dst[rows]],
            _numbers(flows.demand[rows]),
            flows.rate[rows].tolist(),
            ["" if hops < 0 else hops for hops in flows.hops[rows].tolist()],
            _numbers(np.round(flows.latency[rows], 6)),
            limits[limit[rows]],
            *ends,
            strict=True,
        )


def _limits(simulation: Simulation, flows: Flows, references: References) -> tuple[Texts, Ints]:
    """Return texts of what limits flows, and which of them is each flow's, (F,)."""
    cables = simulation.wiring.fabric.cables
    channels, which = np.unique(flows.bottleneck, return_inverse=True)
    ends = zip(cables.node.ravel()[channels].tolist(), cables.port.ravel()[channels].tolist(), strict=True)
    ports = [plain(references.port_text(node, port)) for node, port in ends]
    hcas, slot = np.unique(flows.slots, return_inverse=True)
    slots = [slot_text(references, node) if node >= 0 else "" for node in hcas.tolist()]
    texts = np.array([*ports, *slots, "", "demand"], object)
    nothing = len(ports) + len(slots)
    satisfied = flows.rate >= flows.demand * (1 - TOLERANCE)
    free = np.where(flows.hops <= 0, nothing, np.where(satisfied, nothing + 1, nothing))
    free = np.where(flows.slots >= 0, len(ports) + slot.reshape(-1), free)
    return texts, np.where(flows.bottleneck >= 0, which.reshape(-1), free)


def slot_text(references: References, node: int) -> str:
    """Return what the PCIe slot of an HCA is called."""
    return f"PCIe of {references.text(node)}"


def cables_csv(simulation: Simulation) -> bytes:
    """Return the table of all cables; those that are down have neither load nor utilization.

    ``ab`` is the direction from `a` to `b`.
    """
    return _csv(CABLE_COLUMNS, _cable_rows(simulation))


def _cable_rows(simulation: Simulation) -> Iterator[tuple[object, ...]]:
    fabric = simulation.wiring.fabric
    cables, capacity = fabric.cables, fabric.capacity
    names = np.array([plain(text) for text in References(fabric).texts], object)
    alive = np.flatnonzero(cables.alive)
    up, used = simulation.is_up, simulation.utilization
    for first in range(0, len(alive), _BLOCK):
        rows = alive[first : first + _BLOCK]
        load = np.where(up[rows, None], simulation.load[rows], np.nan)
        flows = np.where(up[rows, None], simulation.flows_on[rows], np.nan)
        yield from zip(
            names[cables.node[rows, 0]],
            cables.port[rows, 0].tolist(),
            names[cables.node[rows, 1]],
            cables.port[rows, 1].tolist(),
            capacity[rows].tolist(),
            *(_numbers(load[:, side]) for side in (0, 1)),
            *(_whole(flows[:, side]) for side in (0, 1)),
            *(_numbers(used[rows, side]) for side in (0, 1)),
            strict=True,
        )


def _numbers(values: Floats) -> list[object]:
    """Return numbers, an empty text for one that is not finite."""
    return [value if np.isfinite(value) else "" for value in values.tolist()]


def _whole(values: Floats) -> list[object]:
    """Return counts as whole numbers where they are, an empty text for one that is not known."""
    return [int(v) if float(v).is_integer() else "" if np.isnan(v) else v for v in values.tolist()]


def _csv(columns: Sequence[str], rows: Iterable[tuple[object, ...]]) -> bytes:
    text = io.StringIO(newline="")
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(columns)
    writer.writerows(rows)
    return text.getvalue().encode("utf-8")
