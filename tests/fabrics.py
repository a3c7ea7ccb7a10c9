"""Fabrics for tests: plain functions that build them from arrays, and hypothesis strategies.

`fabric_of` takes small hand cases, `tree2` and `tree3` are regular trees with damage on demand,
`fabrics()` are random mixtures of everything that a fabric may hold, `states()` put a State around them.
`without` and `same_rows` serve the law *cut, then compute equals compute on the compacted fabric*.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any

import numpy as np
from hypothesis import strategies as st

from ibviz.core.fabric import SHARP_DEVICE, Cables, Fabric, Kind, Nodes, born_guids
from ibviz.core.scenario import AS_BUILT, Choice, Scenario
from ibviz.core.state import State
from ibviz.core.units import SPEEDS, WIDTHS, Rate

LETTERS = {"S": Kind.SWITCH, "H": Kind.HCA, "R": Kind.ROUTER, "A": Kind.AGGREGATION}
HDR = Rate.parse("4xHDR")


def fabric_of(
    kinds: str,
    cables: Iterable[Sequence[int]],
    *,
    names: Sequence[str] | None = None,
    guids: Sequence[int] | None = None,
    ports: Sequence[int] | None = None,
    rates: Sequence[str] | None = None,
) -> Fabric:
    """Build a fabric from letters (S H R A) and cables (node, port, node, port); ports: the highest used.

    Names default to the letter and the row (``S0``), GUIDs to those of birth, rates to 4xHDR; a rate of
    ``""`` is one that nobody says.
    """
    ends = np.array(list(cables), np.int64).reshape(-1, 2, 2)
    count = len(kinds)
    kind = np.array([LETTERS[letter] for letter in kinds], np.uint8)
    used = np.zeros(count, np.int16)
    np.maximum.at(used, ends[:, :, 0].ravel(), ends[:, :, 1].ravel().astype(np.int16))
    said = [Rate.parse(text) if text else Rate(0, 0) for text in (rates or ["4xHDR"] * len(ends))]
    width = np.array([[rate.width] * 2 for rate in said], np.uint8).reshape(-1, 2)
    speed = np.array([[rate.speed] * 2 for rate in said], np.uint8).reshape(-1, 2)
    return Fabric(
        Nodes.of(
            count,
            kind=kind,
            guid=born_guids(np.empty(0, np.uint64), 0, count)
            if guids is None
            else np.array(guids, np.uint64),
            name=np.array(names or [f"{letter}{row}" for row, letter in enumerate(kinds)], object),
            ports=used if ports is None else np.array(ports, np.int16),
            device_id=np.where(kind == Kind.AGGREGATION, SHARP_DEVICE, 0),
            birth=np.arange(1, count + 1),
        ),
        Cables.of(
            len(ends),
            node=ends[:, :, 0],
            port=ends[:, :, 1],
            width=width,
            speed=speed,
            birth=np.arange(count + 1, count + 1 + len(ends)),
        ),
    )


def tree2(
    leaves: int,
    spines: int,
    hosts: int,
    *,
    parallel: int = 1,
    holes: int = 0,
    missing: int = 0,
    shuffle: int | None = None,
    aggregation: bool = False,
    speed: str = "4xHDR",
) -> Fabric:
    """Build a two-level tree: each leaf has `hosts` hosts and `parallel` cables to each spine.

    Rows: leaves, spines, hosts leaf by leaf, then with `aggregation` one such node on each spine. Ports
    of a leaf: hosts first, then spine by spine. `holes` trunk cables are absent, `missing` hosts too
    (both picked by `shuffle` as seed, else by 0); with `shuffle` the GUIDs are random and rows are
    in no order of theirs.
    """
    made: list[tuple[int, int, int, int]] = []
    for leaf in range(leaves):
        for spine in range(spines):
            for lane in range(parallel):
                up = hosts + spine * parallel + lane + 1
                made.append((leaf, up, leaves + spine, leaf * parallel + lane + 1))
    first = leaves + spines
    hosted = [(first + leaf * hosts + h, 1, leaf, h + 1) for leaf in range(leaves) for h in range(hosts)]
    extra = [(first + leaves * hosts + s, 1, leaves + s, leaves * parallel + 1) for s in range(spines)]
    kinds = "S" * first + "H" * (leaves * hosts) + "A" * (spines if aggregation else 0)
    return _damaged(kinds, made, hosted, extra if aggregation else [], holes, missing, shuffle, speed)


def tree3(
    pods: int,
    leaves: int,
    mids: int,
    cores: int,
    hosts: int,
    *,
    parallel: int = 1,
    holes: int = 0,
    missing: int = 0,
    shuffle: int | None = None,
    speed: str = "4xHDR",
) -> Fabric:
    """Build a three-level tree: pods of `leaves` leaves and `mids` spines, `cores` cores for each spine place.

    Spine j of every pod has `parallel` cables to each core of plane j; a leaf has `parallel` cables to
    each spine of its pod. Rows: leaves, spines, cores, hosts. The options are those of `tree2`.
    """
    spine0 = pods * leaves
    core0 = spine0 + pods * mids
    host0 = core0 + mids * cores
    made: list[tuple[int, int, int, int]] = []
    for pod in range(pods):
        for leaf in range(leaves):
            for mid in range(mids):
                for lane in range(parallel):
                    up, down = hosts + mid * parallel + lane + 1, leaf * parallel + lane + 1
                    made.append((pod * leaves + leaf, up, spine0 + pod * mids + mid, down))
        for mid in range(mids):
            for core in range(cores):
                for lane in range(parallel):
                    up, down = leaves * parallel + core * parallel + lane + 1, pod * parallel + lane + 1
                    made.append((spine0 + pod * mids + mid, up, core0 + mid * cores + core, down))
    hosted = [(host0 + leaf * hosts + h, 1, leaf, h + 1) for leaf in range(spine0) for h in range(hosts)]
    kinds = "S" * host0 + "H" * (spine0 * hosts)
    return _damaged(kinds, made, hosted, [], holes, missing, shuffle, speed)


def dragonfly(groups: int, size: int, hosts: int, *, lone: bool = False) -> Fabric:
    """Build a dragonfly: groups of switches that are all cabled, a cable between any two groups.

    Rows: switches ``g0-s0`` ... group by group, then their hosts in the same order; with `lone` a switch of
    its own and its host. Ports of a switch: hosts first.
    """
    count, next_port = groups * size, [hosts] * (groups * size)
    cables: list[tuple[int, int, int, int]] = []

    def join(one: int, other: int) -> None:
        next_port[one], next_port[other] = next_port[one] + 1, next_port[other] + 1
        cables.append((one, next_port[one], other, next_port[other]))

    for group in range(groups):
        for one in range(size):
            for other in range(one):
                join(group * size + other, group * size + one)
    turn = [0] * groups
    for one in range(groups):
        for other in range(one):
            join(other * size + turn[other] % size, one * size + turn[one] % size)
            turn[one], turn[other] = turn[one] + 1, turn[other] + 1
    cables += [(s, h + 1, count + s * hosts + h, 1) for s in range(count) for h in range(hosts)]
    names = [f"g{g}-s{s}" for g in range(groups) for s in range(size)]
    names += [f"host {number}" for number in range(count * hosts)]
    kinds = "S" * count + "H" * (count * hosts)
    if lone:
        cables.append((len(kinds), 1, len(kinds) + 1, 1))
        kinds, names = kinds + "SH", [*names, "alone", "its host"]
    return fabric_of(kinds, cables, names=names)


def torus_of(sizes: tuple[int, ...], *, lone: bool = False) -> Fabric:
    """Return a torus of switches with one host each; with a switch of its own beside it where `lone`."""
    cells = list(product(*map(range, sizes)))
    ports, cables = [1] * len(cells), []
    for row, cell in enumerate(cells):
        for axis, size in enumerate(sizes):
            other = cells.index((*cell[:axis], (cell[axis] + 1) % size, *cell[axis + 1 :]))
            ports[row], ports[other] = ports[row] + 1, ports[other] + 1
            cables.append((row, ports[row], other, ports[other]))
    names = ["sw-" + "-".join(map(str, cell)) for cell in cells] + [f"h{row}" for row in range(len(cells))]
    cables += [(row, 1, len(cells) + row, 1) for row in range(len(cells))]
    kinds = "S" * len(cells) + "H" * len(cells)
    if lone:
        cables.append((len(kinds), 1, len(kinds) + 1, 1))
        kinds, names = kinds + "SH", [*names, "alone", "its host"]
    return fabric_of(kinds, cables, names=names)


def _damaged(
    kinds: str,
    trunks: list[tuple[int, int, int, int]],
    hosted: list[tuple[int, int, int, int]],
    others: list[tuple[int, int, int, int]],
    holes: int,
    missing: int,
    shuffle: int | None,
    speed: str,
) -> Fabric:
    rng = np.random.default_rng(shuffle or 0)
    gone = set(rng.choice(len(trunks), min(holes, len(trunks)), replace=False).tolist())
    unplugged = set(rng.choice(len(hosted), min(missing, len(hosted)), replace=False).tolist())
    cables = [c for row, c in enumerate(trunks) if row not in gone]
    cables += [c for row, c in enumerate(hosted) if row not in unplugged]
    cables += others
    guids = None if shuffle is None else _random_guids(rng, len(kinds)).tolist()
    return fabric_of(kinds, cables, guids=guids, rates=[speed] * len(cables))


def _random_guids(rng: np.random.Generator, count: int) -> Any:
    """Unlike GUIDs, as of one maker or of many, with room for the GUIDs of their ports between them."""
    spread = rng.integers(1, 2**59, count, dtype=np.uint64) if rng.random() < 0.5 else np.uint64(2**58)
    return (
        (spread & ~np.uint64(0xFFFFF))
        + rng.permutation(count).astype(np.uint64) * np.uint64(16)
        + np.uint64(16)
    )


def killed(fabric: Fabric, nodes: Iterable[int] = (), cables: Iterable[int] = ()) -> Fabric:
    """Return the fabric with rows dead, and with them the cables of dead nodes; rows stay where they are."""
    alive = fabric.nodes.alive.copy()
    alive[list(nodes)] = False
    kept = fabric.cables.alive.copy()
    kept[list(cables)] = False
    kept &= alive[fabric.cables.node].all(axis=1)
    return Fabric(
        fabric.nodes.with_columns(alive=alive), fabric.cables.with_columns(alive=kept), fabric.ports
    )


@dataclass(frozen=True)
class Kept:
    """A fabric whose dead and failed rows are really gone, and where its rows came from.

    Attributes
    ----------
    fabric : Fabric
    nodes, cables : (n,), (c,) int64
        Row in the first fabric of each row of this one.
    """

    fabric: Fabric
    nodes: np.ndarray[Any, Any]
    cables: np.ndarray[Any, Any]


def without(fabric: Fabric, scenario: Scenario = AS_BUILT) -> Kept:
    """Drop what is dead or down in a scenario; written apart from ibviz's own compacting, to judge it.

    What a cable of unknown rate carries is guessed from all cables of the fabric, those that are down
    included: laws about rates in a scenario hold for ``fabrics(unknown_rates=False)``.
    """
    node_up = fabric.nodes.alive.copy()
    node_up[list(scenario.down_nodes)] = False
    cable_up = fabric.cables.alive & node_up[fabric.cables.node].all(axis=1)
    cable_up[list(scenario.down_cables)] = False
    nodes, cables = np.flatnonzero(node_up), np.flatnonzero(cable_up)
    fresh = {int(row): place for place, row in enumerate(nodes)}
    kept = fabric.cables.take(cables)
    node = np.array([[fresh[int(n)] for n in pair] for pair in kept.node], np.int32).reshape(-1, 2)
    ports = fabric.ports.take(np.flatnonzero(node_up[fabric.ports.node]))
    ports = ports.with_columns(node=np.array([fresh[int(n)] for n in ports.node], np.int32))
    return Kept(Fabric(fabric.nodes.take(nodes), kept.with_columns(node=node), ports), nodes, cables)


def same_channels(kept: Kept, mine: Any, theirs: Any, count: int) -> bool:
    """Tell whether per-cable figures of the kept fabric equal those of the first one (C, …), dead rows apart."""
    full = np.zeros((count, *np.shape(theirs)[1:]))
    full[kept.cables] = theirs
    held = np.zeros_like(full)
    held[kept.cables] = np.asarray(mine)[kept.cables]
    return bool(np.allclose(held, full, equal_nan=True))


_RADIX = {Kind.SWITCH: (2, 9), Kind.HCA: (1, 3), Kind.ROUTER: (1, 4), Kind.AGGREGATION: (1, 2)}


def random_fabric(
    seed: int,
    switches: int,
    others: int,
    fill: float = 0.7,
    dead: float = 0.1,
    *,
    unknown_rates: bool = True,
    odd_cables: bool = True,
    names: Sequence[str] | None = None,
) -> Fabric:
    """Build a random mixture: switches, HCAs, routers, aggregation nodes on random cables.

    With `odd_cables` there are cables between two ports of one node and between two hosts; parallel
    cables come by themselves. `fill` is the share of plugs in use, `dead` that of dead rows.
    """
    rng = np.random.default_rng(seed)
    letters = "S" * switches + "".join(rng.choice(list("HHHHHRA"), others)) if others else "S" * switches
    letters = "".join(rng.permutation(list(letters))) if letters else ""
    kinds = [LETTERS[letter] for letter in letters]
    radix = [int(rng.integers(*_RADIX[kind])) for kind in kinds]
    plugs = [(row, port) for row, ports in enumerate(radix) for port in range(1, ports + 1)]
    cables = _random_cables(rng, kinds, plugs, fill, odd_cables)
    drawn = [
        str(Rate(int(rng.choice(WIDTHS)), int(rng.integers(1, len(SPEEDS)))))
        if rng.random() < 0.5
        else "4xHDR"
        for _ in cables
    ]
    rates = ["" if unknown_rates and rng.random() < 0.1 else rate for rate in drawn]
    guids = _random_guids(rng, len(kinds)).tolist() if rng.random() < 0.7 else None
    fabric = fabric_of(letters, cables, guids=guids, ports=radix, rates=rates, names=names)
    gone = np.flatnonzero(rng.random(len(kinds)) < dead / 2).tolist()
    return killed(fabric, gone, np.flatnonzero(rng.random(len(cables)) < dead).tolist())


def _random_cables(
    rng: np.random.Generator, kinds: list[Kind], plugs: list[tuple[int, int]], fill: float, odd: bool
) -> list[tuple[int, int, int, int]]:
    free = [plugs[i] for i in rng.permutation(len(plugs))]
    hosts = [plug for plug in free if kinds[plug[0]] != Kind.SWITCH and rng.random() < fill + 0.2]
    trunks = [plug for plug in free if kinds[plug[0]] == Kind.SWITCH]
    made = []
    while hosts and trunks:
        made.append((*hosts.pop(), *trunks.pop()))
        if odd and len(hosts) >= 2 and rng.random() < 0.05:
            made.append((*hosts.pop(), *hosts.pop()))
    for a, b in zip(trunks[::2], trunks[1::2], strict=False):
        if rng.random() < fill and (odd or a[0] != b[0]):
            made.append((*a, *b))
    return [made[i] for i in rng.permutation(len(made))]


@st.composite
def fabrics(
    draw: st.DrawFn,
    *,
    max_switches: int = 7,
    max_others: int = 12,
    dead: bool = True,
    unknown_rates: bool = True,
    odd_cables: bool = True,
) -> Fabric:
    """Random mixtures: switches, HCAs of 1 or 2 ports, routers, aggregation nodes, parallel and self cables."""
    return random_fabric(
        draw(st.integers(0, 2**32 - 1)),
        draw(st.integers(0, max_switches)),
        draw(st.integers(0, max_others)),
        draw(st.sampled_from((0.3, 0.7, 1.0))),
        draw(st.sampled_from((0.0, 0.2))) if dead else 0.0,
        unknown_rates=unknown_rates,
        odd_cables=odd_cables,
    )


@st.composite
def trees(draw: st.DrawFn, *, max_leaves: int = 5, max_hosts: int = 4, damage: bool = True) -> Fabric:
    """Two- and three-level trees: shuffled GUIDs, holes, missing hosts, parallel cables, any taper."""
    shuffle = draw(st.none() | st.integers(1, 2**31))
    parallel = draw(st.integers(1, 3))
    holes = draw(st.integers(0, 4)) if damage else 0
    missing = draw(st.integers(0, 3)) if damage else 0
    hosts = draw(st.integers(1, max_hosts))
    leaves = draw(st.integers(1, max_leaves))
    spines = draw(st.integers(1, 4))
    if draw(st.booleans()):
        pods, cores = draw(st.integers(2, 3)), draw(st.integers(1, 2))
        return tree3(
            pods,
            min(leaves, 3),
            min(spines, 3),
            cores,
            hosts,
            parallel=parallel,
            holes=holes,
            missing=missing,
            shuffle=shuffle,
        )
    return tree2(
        leaves,
        spines,
        hosts,
        parallel=parallel,
        holes=holes,
        missing=missing,
        shuffle=shuffle,
        aggregation=bool(holes % 2),
    )


@st.composite
def scenarios(draw: st.DrawFn, fabric: Fabric, name: str = "") -> Scenario:
    """Scenarios of a fabric: some live nodes and cables down."""
    nodes = np.flatnonzero(fabric.nodes.alive).tolist()
    cables = np.flatnonzero(fabric.cables.alive).tolist()
    return Scenario(
        name,
        frozenset(draw(st.lists(st.sampled_from(nodes), max_size=2))) if nodes else frozenset(),
        frozenset(draw(st.lists(st.sampled_from(cables), max_size=3))) if cables else frozenset(),
    )


_CHOICES = st.sampled_from(
    (None, Choice("ring"), Choice("shift", {"k": "1"}), Choice("incast", {"dst": 'a,"b"'}), Choice("updn"))
)


@st.composite
def states(draw: st.DrawFn, source: st.SearchStrategy[Fabric] | None = None) -> State:
    """States around random fabrics: places, orders, scenarios (the active one among them), choices, notes."""
    fabric = draw(source or fabrics())
    rng = np.random.default_rng(draw(st.integers(0, 2**31)))
    count = len(fabric.nodes)
    places = np.where(rng.random((count, 1)) < 0.5, rng.normal(0, 1e3, (count, 2)), np.nan)
    names = draw(st.lists(st.sampled_from(("spine out", "no", "0x12", "é")), max_size=3, unique=True))
    made = tuple(draw(scenarios(fabric, name)) for name in names)
    return State(
        fabric,
        name=draw(st.sampled_from(("", "two leaves", "12:30"))),
        positions=places,
        order=np.where(rng.random(count) < 0.3, rng.normal(0, 9, count), np.nan),
        scenarios=made,
        active=draw(st.sampled_from(["", *names])),
        traffic=draw(_CHOICES),
        routing=draw(_CHOICES),
    )
