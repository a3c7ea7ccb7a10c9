"""Prints what routing costs at 648, 11,664 and 65,536 hosts: ``python tests/benchmarks/bench_routing.py [--large]``.

Times are of the processor, the least of three runs (one where a run takes over a second).
"""

from __future__ import annotations

import resource
import sys
import time
from collections.abc import Callable
from typing import Any

import numpy as np

from ibviz.core.fabric import Cables, Fabric, Nodes, born_guids
from ibviz.core.scenario import Scenario
from ibviz.core.source import Source
from ibviz.core.wiring import Wiring, wiring
from ibviz.flow.engines.adaptive import adaptive
from ibviz.flow.engines.dfsssp import dfsssp
from ibviz.flow.engines.dmodk import dmodk
from ibviz.flow.engines.dor import dor
from ibviz.flow.engines.ftree import ftree
from ibviz.flow.engines.minhop import minhop
from ibviz.flow.engines.smodk import smodk
from ibviz.flow.engines.sssp import sssp
from ibviz.flow.faults import faults
from ibviz.flow.fitting import fitted
from ibviz.flow.hops import hops
from ibviz.flow.mending import mended
from ibviz.flow.parts import parts_of
from ibviz.flow.paths import paths
from ibviz.flow.routes import changes, report
from ibviz.formats.lft import lft_text
from ibviz.formats.lft_read import read_lft


def tree(radix: int, levels: int) -> Fabric:
    """Return a full tree of switches of one radix, of two or three levels."""
    half = radix // 2
    pods = radix if levels == 3 else 1
    leaves = radix if levels == 2 else half
    below = np.arange(pods * leaves)[:, None]
    up = np.arange(half)[None]
    base = pods * leaves
    trunks = [_joined(below, half + up + 1, base + below // leaves * half + up, below % leaves + 1)]
    switches = base + pods * half
    if levels == 3:
        mid = np.arange(pods * half)[:, None]
        trunks.append(_joined(base + mid, half + up + 1, switches + mid % half * half + up, mid // half + 1))
        switches += half * half
    host = np.arange(base * half)[:, None]
    hosts = _joined(switches + host, np.ones_like(host), host // half, host % half + 1)
    cables = np.concatenate([*trunks, hosts])
    count = switches + len(host)
    kind = np.where(np.arange(count) < switches, 1, 2)
    return Fabric(
        Nodes.of(count, kind=kind, guid=born_guids(np.empty(0, np.uint64), 0, count)),
        Cables.of(len(cables), node=cables[:, :, 0], port=cables[:, :, 1]),
    )


def _joined(*columns: Any) -> Any:
    return np.stack(np.broadcast_arrays(*columns), axis=-1).reshape(-1, 2, 2)


def warm(fabric: Fabric, scenario: Scenario) -> Wiring:
    """Return a wiring whose columns are made already."""
    wires = wiring(fabric, scenario)
    assert wires.switch_ports and wires.end_ports and wires.endpoints
    return wires


def took(what: str, work: Callable[[], Any]) -> Any:
    """Run, print the processor time in ms, return what it gave."""
    times: list[float] = []
    while len(times) < 3 and (not times or times[-1] < 1):
        began = time.process_time()
        result = work()
        times.append(time.process_time() - began)
    print(f"  {what:34}{min(times) * 1e3:10.1f} ms", flush=True)
    return result


def main() -> None:
    """Print the table."""
    sizes = [(36, 2), (36, 3)] + ([(64, 3)] if "--large" in sys.argv else [])
    for radix, levels in sizes:
        fabric = tree(radix, levels)
        whole, cut = warm(fabric, Scenario()), warm(fabric, Scenario("", frozenset(), frozenset({0})))
        count = len(whole.endpoints)
        print(f"{count:,} hosts, {len(whole.switches):,} switches")
        took("distances", lambda: hops(whole))  # noqa: B023
        tables = took("minhop", lambda: minhop(whole))  # noqa: B023
        kept = took("minhop, a cable out, keep", lambda: minhop(cut, tables))  # noqa: B023
        took("minhop, a cable out, fresh", lambda: minhop(cut))  # noqa: B023
        took("dmodk", lambda: dmodk(whole))  # noqa: B023
        if count < 20_000:
            took("ftree", lambda: ftree(whole))  # noqa: B023
            took("dor", lambda: dor(whole))  # noqa: B023
            took("minhop, ports scattered", lambda: minhop(whole, scatter_ports=1))  # noqa: B023
        if count < 1_000 or "--sssp" in sys.argv:
            took("sssp", lambda: sssp(whole))  # noqa: B023
            took("dfsssp", lambda: dfsssp(whole))  # noqa: B023
        every = np.arange(count)
        took("paths of a shift", lambda: paths(tables, every, np.roll(every, 1)))  # noqa: B023
        if count < 20_000:
            spread, sent = adaptive(whole), smodk(whole)
            took("the same, adaptive", lambda: parts_of(spread, every, np.roll(every, 1)))  # noqa: B023
            took("the same, smodk", lambda: paths(sent, every, np.roll(every, 1)))  # noqa: B023
        print("  ", took("changes", lambda: changes(tables, kept)))  # noqa: B023
        took("report", lambda: report(tables))  # noqa: B023
        if count < 20_000:
            took("checks", lambda: faults(tables))  # noqa: B023
        if count < 1_000:
            text = took("written as text", lambda: lft_text(tables))  # noqa: B023
            listed = took("read from text", lambda: read_lft(Source("x", text)))  # noqa: B023
            took("joined to the fabric", lambda: fitted(listed, whole))  # noqa: B023
            took("mended, a cable out", lambda: mended(tables, cut))  # noqa: B023
        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
        print(f"  peak memory {peak} MB, a table {tables.to_end.nbytes // 10**6} MB")


if __name__ == "__main__":
    main()
