"""How many nodes of each sort a Scene has: what header and gutter say; placeholders are in no count."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ibviz.core.fabric import Kind
from ibviz.core.order import distinct
from ibviz.core.table import Ints
from ibviz.drawing.scene import Scene


@dataclass(frozen=True)
class Counts:
    """Numbers of nodes with a record of their own.

    Parameters
    ----------
    hosts : int
        What HCAs stand in; an HCA of no known host is one.
    hcas, switches, routers, aggregation : int
    """

    hosts: int
    hcas: int
    switches: int
    routers: int
    aggregation: int


def counts(scene: Scene) -> Counts:
    """Return the numbers of a scene, counted once for it."""
    counted: Counts = scene.once("counts", lambda: _count(scene.whole))
    return counted


def told(scene: Scene, rows: Ints) -> Ints:
    """Return those of some nodes that have a record of their own."""
    return rows[scene.fabric.nodes.described[rows]]


def _count(scene: Scene) -> Counts:
    rows = told(scene, scene.nodes)
    kind = scene.fabric.nodes.kind[rows]
    group = scene.structure.host.of[rows[kind == Kind.HCA]]
    number = np.bincount(kind, minlength=max(Kind) + 1).tolist()
    return Counts(
        hosts=len(distinct(group[group >= 0])) + int((group < 0).sum()),
        hcas=number[Kind.HCA],
        switches=number[Kind.SWITCH],
        routers=number[Kind.ROUTER],
        aggregation=number[Kind.AGGREGATION],
    )


def host_row(scene: Scene) -> tuple[str, int]:
    """Return what stands in the row of hosts, and how many: hosts where each has one HCA, else HCAs."""
    number = counts(scene)
    if number.hosts != number.hcas:
        return "HCAs", number.hcas
    return ("Hosts", number.hosts) if number.hcas or not number.routers else ("Routers", number.routers)
