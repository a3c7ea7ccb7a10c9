"""Fabrics and States with something in every column, and texts from all of Unicode: for formats to keep."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
from fabrics import fabrics
from hypothesis import strategies as st

from ibviz.core.fabric import Fabric, Nodes, Ports
from ibviz.core.references import node_id
from ibviz.core.scenario import Choice, Scenario
from ibviz.core.state import State
from ibviz.core.table import Table
from ibviz.core.text import is_clean
from ibviz.core.units import SPEEDS, WIDTHS

NASTY = (
    "",
    " ",
    "\t",
    " a",
    "a ",
    '"',
    'a "b" c',
    "a,b",
    "a, b",
    "---",
    "...",
    "# x",
    "a: b",
    "- a",
    "|",
    "'",
    "\\",
    "\\n",
    "no",
    "1:2",
    "0x12",
    "=cmd()",
    "<img src=x>",
    "leaf[1]",
    "S0",
    "S0[1]",
    "S-0000000000000002",
    "s-0000000000000002[1]",
    "0x0000000000000002",
    "\ufeff",
    "a\ufeffb",
    "\u00a0",
    "\u200b",
    "\ufffd",
    "é",
    "e\u0301",
    "日本",
    "\U0001f600",
    "\u00ad",
    "\u2003x",
    "%TAG",
    "&a",
    "*a",
    "!x",
    "<<",
    "~",
    "{a: b}",
    "[a]",
    "?",
)

CLEAN = st.text(max_size=12).filter(is_clean)
TEXTS = st.sampled_from(NASTY) | CLEAN
"""Texts that may stand in a fabric, the nasty ones often."""

_RANGES: dict[str, tuple[int, int]] = {
    "guid": (0, 2**64 - 1),
    "system_guid": (0, 2**64 - 1),
    "lid": (0, 49151),
    "lmc": (0, 7),
    "vendor_id": (0, 2**32 - 1),
    "device_id": (0, 2**32 - 1),
    "port": (0, 254),
}
_FIXED = {"kind", "guid", "id", "name", "ports", "alive", "birth", "node"}


@st.composite
def dressed_fabrics(draw: st.DrawFn) -> Fabric:
    """Random fabrics of which every column says something here and there.

    A few texts are drawn from all of Unicode; which cell says what follows from a seed, since drawing
    each cell would take seconds.
    """
    return _dress(draw(fabrics(max_switches=4, max_others=6)), draw(SEEDS), draw(st.lists(TEXTS, max_size=5)))


SEEDS = st.integers(0, 2**32 - 1)


def _dress(fabric: Fabric, seed: int, pool: list[str]) -> Fabric:
    chance = random.Random(seed)
    texts = [*pool, *pool, *chance.sample(NASTY, 8)]
    count = len(fabric.nodes)
    switch = fabric.nodes.kind == 1
    nodes = _dressed(chance, texts, fabric.nodes, _FIXED | {"lid", "lmc"}).with_columns(
        name=_texts(chance, texts, count),
        id=_objects(
            [chance.choice(("", "", "", f"H-x{row}", f"S-{row}[1]", f"X {row}")) for row in range(count)]
        ),
        lid=np.where(switch, [chance.randint(0, 49151) for _ in range(count)], 0),
        lmc=np.where(switch, [chance.randint(0, 7) for _ in range(count)], 0),
    )
    nodes = _with_ids_as_names(chance, Fabric(nodes))
    cables = _dressed(chance, texts, fabric.cables, {*_FIXED, "port"})
    return Fabric(nodes, cables, _some_ports(chance, texts, nodes))


def _objects(values: list[str]) -> np.ndarray[Any, Any]:
    return np.array([*values, ""], object)[:-1]


def _with_ids_as_names(chance: random.Random, fabric: Fabric) -> Nodes:
    """Now and then a node is called like another's id: the worst that names can do to references."""
    names = fabric.nodes.name.copy()
    for _ in range(chance.randint(0, 2) if len(names) else 0):
        row, other = chance.randrange(len(names)), chance.randrange(len(names))
        written = node_id(fabric, other)
        names[row] = chance.choice((written, written.upper(), f"0x{int(fabric.nodes.guid[other]):016x}"))
    return fabric.nodes.with_columns(name=names)


def _texts(chance: random.Random, texts: list[str], count: int) -> np.ndarray[Any, Any]:
    return _objects([chance.choice(texts) for _ in range(count)])


def _dressed(chance: random.Random, texts: list[str], table: Any, fixed: set[str]) -> Any:
    """Fill all columns but the fixed ones; a third of them stays empty."""
    changed: dict[str, Any] = {}
    for name, about in table.columns().items():
        if name not in fixed and chance.random() < 0.7:
            changed[name] = _values(chance, texts, name, about, len(table))
    extra = {key: _texts(chance, texts, len(table)) for key in chance.sample(_COLUMNS, chance.randint(0, 2))}
    made: Table = table.with_columns(**changed)
    return type(table).of(len(table), extra=extra, **{n: getattr(made, n) for n in made.columns()})


_COLUMNS = ("color", "floor 2", "été", "a,b", 'q"q', "\ufeffx", "Name", "0")


def _values(
    chance: random.Random, texts: list[str], name: str, about: Any, count: int
) -> np.ndarray[Any, Any]:
    shape = (count, 2) if about["ends"] else (count,)
    size = int(np.prod(shape))
    if about["dtype"].kind == "O":
        return _texts(chance, texts, size).reshape(shape)
    picks: dict[str, Any] = {
        "width": lambda: chance.choice((0, *WIDTHS)),
        "speed": lambda: chance.randrange(len(SPEEDS)),
        "length_m": lambda: chance.choice((float("nan"), 0.0, 2.0, 0.1, chance.random() * 1e300)),
    }
    pick = picks.get(name, lambda: chance.randint(*_RANGES.get(name, (0, 1))))
    return np.array([pick() for _ in range(size)], about["dtype"]).reshape(shape)


def _some_ports(chance: random.Random, texts: list[str], nodes: Nodes) -> Ports:
    plugs = [(row, port) for row, ports in enumerate(nodes.ports.tolist()) for port in range(ports + 1)]
    picked = sorted(chance.sample(plugs, min(len(plugs), chance.randint(0, 5))))
    pairs = np.array(picked, np.int64).reshape(-1, 2)
    ports: Ports = _dressed(
        chance, texts, Ports.of(len(pairs), node=pairs[:, 0], port=pairs[:, 1]), {"node", "port"}
    )
    return ports


CHOICES = st.none() | st.builds(Choice, TEXTS.filter(bool), st.dictionaries(TEXTS, TEXTS, max_size=2))
TREES: Any = st.recursive(
    TEXTS | st.just("a\nb\n") | st.just("x" * 90),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXTS, inner, max_size=3),
    max_leaves=6,
)
"""Texts, lists and mappings, as a file's unknown keys may hold them."""

LINES = st.lists(TEXTS, max_size=4).map("\n".join)
_KNOWN = {
    "ibviz",
    "name",
    "notes",
    "nodes",
    "cables",
    "ports",
    "scenarios",
    "active",
    "traffic",
    "routing",
    "view",
}


@st.composite
def dressed_states(draw: st.DrawFn) -> State:
    """States of dressed fabrics: places, scenarios that hit live and dead rows, notes, unknown keys."""
    fabric = draw(dressed_fabrics())
    chance = random.Random(draw(SEEDS))
    count, cables = len(fabric.nodes), len(fabric.cables)
    numbers = [float("nan"), 0.0, -0.0, 100.0, *draw(st.lists(st.floats(allow_infinity=False), max_size=4))]
    scenarios = tuple(
        Scenario(
            name,
            frozenset(chance.sample(range(count), min(count, chance.randint(0, 2)))),
            frozenset(chance.sample(range(cables), min(cables, chance.randint(0, 3)))),
            draw(CHOICES),
            draw(CHOICES),
        )
        for name in draw(st.lists(TEXTS.filter(bool), max_size=3, unique=True))
    )
    extra = draw(st.dictionaries(TEXTS.filter(lambda key: key not in _KNOWN), TREES, max_size=2))
    return State(
        fabric,
        name=draw(TEXTS),
        positions=np.array([chance.choices(numbers, k=2) for _ in range(count)]).reshape(-1, 2),
        order=np.array(chance.choices(numbers, k=count)),
        scenarios=scenarios,
        active=draw(st.sampled_from(["", *(s.name for s in scenarios)])),
        traffic=draw(CHOICES),
        routing=draw(CHOICES),
        view=draw(st.dictionaries(TEXTS, TREES, max_size=2)),
        text=draw(LINES),
        extra=extra,
    )


def same_state(one: State, other: State) -> bool:
    """Tell whether two States hold the same but for births and how they were read."""
    tables = ("nodes", "cables", "ports")
    return (
        all(getattr(one.fabric, t).equals(getattr(other.fabric, t), but=("birth",)) for t in tables)
        and all(list(getattr(one.fabric, t).extra) == list(getattr(other.fabric, t).extra) for t in tables)
        and np.array_equal(one.positions, other.positions, equal_nan=True)
        and np.array_equal(one.order, other.order, equal_nan=True)
        and one.scenarios == other.scenarios
        and all(
            getattr(one, name) == getattr(other, name)
            for name in ("name", "active", "traffic", "routing", "text")
        )
        and dict(one.view) == dict(other.view)
        and dict(one.extra) == dict(other.extra)
    )
