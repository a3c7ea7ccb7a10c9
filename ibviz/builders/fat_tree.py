"""Fat trees of two and three levels, full or partly filled."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ibviz.builders.assembly import Row, Run, assemble
from ibviz.core.errors import OptionError
from ibviz.core.fabric import Fabric, Kind
from ibviz.core.options import Ratio
from ibviz.core.registry import builders
from ibviz.core.table import Ints
from ibviz.core.units import Rate

MOST_PORTS = 254
"""A forwarding table names a port by one byte; 255 means no path."""

MOST_HOSTS = 1_000_000
"""Beyond this a fabric is no longer handled with ease."""


@dataclass(frozen=True)
class Plan:
    """How many switches a tree has, and how they are cabled.

    Parameters
    ----------
    radix, hosts, leaves : int
    down, up : int
        Ports of a leaf for hosts, and for cables to the level above.
    pods, middles : int
        Pods, and switches of the second level in each; a tree of two levels is one pod.
    middle_up : int
        Up-cables of each switch of the second level, 0 in a tree of two levels.
    cores : int
        Switches of the third level behind each of the `middles` (a plane), 0 in a tree of two levels.
    """

    radix: int
    hosts: int
    leaves: int
    down: int
    up: int
    pods: int
    middles: int
    middle_up: int = 0
    cores: int = 0


@builders.add("fat-tree", "Fat tree of two or three levels")
def fat_tree(
    *,
    radix: int = 40,
    levels: int = 2,
    hosts: int | None = None,
    blocking: Ratio = Ratio(1, 1),
    speed: Rate = Rate.parse("4xHDR"),
    host_speed: Rate | None = None,
) -> Fabric:
    """Build a fat tree of equal switches, no larger than its hosts need.

    Hosts fill the leaves in order. There are as few leaves, pods, second-level and top switches as serve
    them: hosts that one leaf holds get no switch above it, and three levels with a single pod are a tree
    of two. The leaves are spread evenly over the pods, and parallel cables evenly over the switches above.

    Parameters
    ----------
    radix : int
        Ports of every switch, an even number.
    levels : int
        Levels of switches, 2 or 3.
    hosts : int or None
        How many hosts there are; as many as the tree can hold if not given.
    blocking : Ratio
        Ports of a leaf for hosts to its ports for up-cables, such as 2:1.
    speed : Rate
        Rate of the cables between switches.
    host_speed : Rate or None
        Rate of the cables to hosts; that between switches if not given.

    Returns
    -------
    Fabric
        Rows, and so routing order: leaves, second-level switches pod by pod, top switches plane by plane,
        hosts leaf by leaf. Ports of a switch: first those below, then the up-ports.

    Raises
    ------
    OptionError
        If no such tree exists; the sentence says what is nearest.

    Notes
    -----
    Over L switches with U up-cables each stand the fewest switches s with s >= L U / radix, s divides U and
    L U / s <= radix, so that each has the same whole number of cables to every switch below. This gives
    the counts of all published two-level SuperPOD tables.

    Examples
    --------
    >>> tree = fat_tree(radix=36)
    >>> [int((tree.nodes.kind == kind).sum()) for kind in (Kind.SWITCH, Kind.HCA)], len(tree.cables)
    ([54, 648], 1296)
    """
    plan = _plan(radix, levels, hosts, blocking)
    counts = [plan.leaves, plan.pods * plan.middles, plan.middles * plan.cores]
    names = ["leaf-", "agg-", "core-"] if plan.cores else ["leaf-", "spine-", ""]
    rows = [Row(Kind.SWITCH, n, count, radix) for n, count in zip(names, counts, strict=True) if count]
    rows.append(Row(Kind.HCA, "node", plan.hosts, 1, digits=4))
    return assemble(rows, _runs(plan, speed, host_speed or speed))


def top_switches(below: int, up: int, radix: int) -> int:
    """Return the fewest switches that serve `below` switches with `up` up-cables each; 0 if none do.

    Examples
    --------
    >>> top_switches(18, 18, 36), top_switches(24, 32, 64), top_switches(32, 72, 144)
    (9, 16, 18)
    """
    least = -(-below * up // radix)
    fits = (s for s in range(least, up + 1) if up % s == 0 and below * up // s <= radix)
    return next(fits, 0)


def _plan(radix: int, levels: int, hosts: int | None, blocking: Ratio) -> Plan:
    if not 2 <= radix <= MOST_PORTS or radix % 2:
        nearest = min(max(radix + radix % 2, 2), MOST_PORTS)
        raise OptionError(
            f"radix is {radix}; expected an even number of ports from 2 to {MOST_PORTS}, such as {nearest}"
        )
    if levels not in (2, 3):
        raise OptionError(f"levels is {levels}; expected 2 or 3")
    down, up = _split(radix, blocking)
    count = _count(radix, levels, hosts, blocking)
    leaves = -(-count // down)
    if leaves == 1:
        return Plan(radix, count, leaves, down, up, pods=1, middles=0)
    half = radix // 2
    pods = -(-leaves // half)
    if levels == 2 or pods == 1:
        return Plan(radix, count, leaves, down, up, pods=1, middles=top_switches(leaves, up, radix))
    largest = -(-leaves // pods)
    middles = top_switches(largest, up, half)
    used = largest * up // middles
    middle_up = min(range(used, half + 1), key=lambda n: (top_switches(pods, n, radix), n))
    return Plan(
        radix, count, leaves, down, up, pods, middles, middle_up, top_switches(pods, middle_up, radix)
    )


def _split(radix: int, blocking: Ratio) -> tuple[int, int]:
    """Return down-ports and up-ports of a leaf."""
    down, rest = divmod(radix * blocking.down, blocking.down + blocking.up)
    if not rest:
        return down, radix - down
    near = [f"{n}:{radix - n}" for n in (down, down + 1) if 0 < n < radix]
    nearest = f"nearest splits are {' and '.join(near)}" if len(near) > 1 else f"nearest split is {near[0]}"
    raise OptionError(f"blocking is {blocking}; {radix} ports cannot be split so, the {nearest}")


def _holds(radix: int, levels: int, blocking: Ratio) -> int:
    """Return how many hosts a full tree holds, 0 where the ports cannot be split."""
    down, rest = divmod(radix * blocking.down, blocking.down + blocking.up)
    return 0 if rest else down * radix * (radix // 2) ** (levels - 2)


def _count(radix: int, levels: int, hosts: int | None, blocking: Ratio) -> int:
    most = _holds(radix, levels, blocking)
    if hosts is None and most > MOST_HOSTS:
        raise OptionError(
            f"a full tree of {levels} levels on {radix} ports has {most:,} hosts; "
            f"give a number of hosts up to {MOST_HOSTS:,}"
        )
    count = most if hosts is None else hosts
    if 1 <= count <= min(most, MOST_HOSTS):
        return count
    wanted = f"hosts is {count:,}; {levels} levels of {radix} ports at {blocking} hold 1 to {most:,}"
    raise OptionError(wanted + _larger(radix, levels, count, blocking))


def _larger(radix: int, levels: int, hosts: int, blocking: Ratio) -> str:
    """Say which nearest trees hold so many hosts."""
    if hosts < 1:
        return ""
    if hosts > MOST_HOSTS:
        return f", and {MOST_HOSTS:,} hosts are the most that are built"
    ways = []
    for tried in range(levels, 4):
        wider = (r for r in range(radix, MOST_PORTS + 1, 2) if _holds(r, tried, blocking) >= hosts)
        ways += [f"{tried} levels of {ports} ports" for ports in [next(wider, 0)] if ports]
    return f"; {' or '.join(ways)} would do" if ways else ""


def _runs(plan: Plan, speed: Rate, host_speed: Rate) -> list[Run]:
    runs = [_host_cables(plan, host_speed)]
    if plan.middles:
        runs.append(_leaf_cables(plan, speed))
    if plan.cores:
        runs.append(_core_cables(plan, speed))
    return runs


def _host_cables(plan: Plan, rate: Rate) -> Run:
    host = np.arange(plan.hosts)
    first = plan.leaves + plan.pods * plan.middles + plan.middles * plan.cores
    return Run(first + host, np.ones_like(host), host // plan.down, host % plan.down + 1, rate)


def _leaf_cables(plan: Plan, rate: Rate) -> Run:
    leaf, cable = _pairs(plan.leaves, plan.up)
    pod = np.arange(plan.leaves) * plan.pods // plan.leaves
    in_pod = np.arange(plan.leaves) - np.searchsorted(pod, pod)
    parallel = plan.up // plan.middles
    middle = plan.leaves + pod[leaf] * plan.middles + cable // parallel
    return Run(leaf, plan.down + 1 + cable, middle, in_pod[leaf] * parallel + cable % parallel + 1, rate)


def _core_cables(plan: Plan, rate: Rate) -> Run:
    middle, cable = _pairs(plan.pods * plan.middles, plan.middle_up)
    pod, plane = np.divmod(middle, plan.middles)
    parallel = plan.middle_up // plan.cores
    core = plan.leaves + plan.pods * plan.middles + plane * plan.cores + cable // parallel
    port = pod * parallel + cable % parallel + 1
    return Run(plan.leaves + middle, plan.radix // 2 + 1 + cable, core, port, rate)


def _pairs(count: int, each: int) -> tuple[Ints, Ints]:
    """Return the switch and the up-cable, from 0, of each cable of `count` switches with `each`."""
    return np.repeat(np.arange(count), each), np.tile(np.arange(each), count)
