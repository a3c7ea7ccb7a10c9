"""Puts a planned fabric together: rows of switches, hosts behind them, cables between ports."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from ibviz.core.births import fresh_births
from ibviz.core.fabric import Cables, Fabric, Kind, Nodes, Ports, born_guids
from ibviz.core.table import Ints, Texts
from ibviz.core.units import Rate


@dataclass(frozen=True)
class Row:
    """Nodes of one sort that stand side by side.

    Parameters
    ----------
    kind : Kind
    prefix : str
        What their names begin with; a number from 1 follows.
    count, ports : int
        How many there are, and how many ports each has.
    digits : int
        Least number of digits in a name.
    """

    kind: Kind
    prefix: str
    count: int
    ports: int
    digits: int = 2

    @property
    def names(self) -> Texts:
        """Names of all, of one length, so that they sort as they stand."""
        digits = max(self.digits, len(str(self.count)))
        named: Texts = np.char.mod(f"{self.prefix}%0{digits}d", np.arange(1, self.count + 1)).astype(object)
        return named


@dataclass(frozen=True, eq=False)
class Run:
    """Cables of one rate between two rows.

    Attributes
    ----------
    low, high : (n,) int64
        Rows in the fabric of the nodes at the lower and at the upper end.
    low_port, high_port : (n,) int64
    rate : Rate
    """

    low: Ints
    low_port: Ints
    high: Ints
    high_port: Ints
    rate: Rate

    def __len__(self) -> int:
        return len(self.low)


def assemble(rows: Sequence[Row], runs: Sequence[Run]) -> Fabric:
    """Make the fabric of the rows in their order, with the cables of the runs in theirs.

    Every node is born with the GUID of its row, so that routing order is row order; an HCA's port p has
    the GUID of its node plus p.
    """
    kind = np.concatenate([np.full(row.count, row.kind, np.uint8) for row in rows])
    ports = np.concatenate([np.full(row.count, row.ports, np.int16) for row in rows])
    guid = born_guids(np.empty(0, np.uint64), 0, len(kind))
    nodes = Nodes.of(
        len(kind),
        kind=kind,
        ports=ports,
        guid=guid,
        name=np.concatenate([row.names for row in rows]),
        birth=fresh_births(len(kind)),
    )
    return Fabric(nodes, _cables(runs), _hca_ports(nodes))


def _cables(runs: Sequence[Run]) -> Cables:
    def joined(first: str, second: str) -> Ints:
        ends: Ints = np.concatenate([np.stack([getattr(r, first), getattr(r, second)], axis=1) for r in runs])
        return ends

    node = joined("low", "high")
    counts = [len(run) for run in runs]
    width = np.repeat([run.rate.width for run in runs], counts)
    speed = np.repeat([run.rate.speed for run in runs], counts)
    both = np.ones((1, 2), np.uint8)
    return Cables.of(
        len(node),
        node=node,
        port=joined("low_port", "high_port"),
        width=width[:, None] * both,
        speed=speed[:, None] * both,
        birth=fresh_births(len(node)),
    )


def _hca_ports(nodes: Nodes) -> Ports:
    hca = np.flatnonzero(nodes.kind == Kind.HCA)
    count = nodes.ports[hca].astype(np.int64)
    node = np.repeat(hca, count)
    port = np.arange(len(node)) - np.repeat(np.cumsum(count) - count, count) + 1
    return Ports.of(len(node), node=node, port=port, guid=nodes.guid[node] + port.astype(np.uint64))
