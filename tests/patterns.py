"""Helpers for tests of traffic patterns: what each needs to be laid over some fabric, and hand-made rails."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from fabrics import fabric_of
from flows import laid

from ibviz.core.fabric import Fabric
from ibviz.core.scenario import Choice
from ibviz.core.structure import shape
from ibviz.core.wiring import wiring
from ibviz.flow.pairs import Pairs
from ibviz.flow.traffic_of import Traffic, traffic_of


def made(fabric: Fabric, text: str) -> Traffic:
    """Return what a traffic given as text means."""
    return traffic_of(shape(wiring(fabric)), Choice.parse(text))


def drawn(fabric: Fabric, text: str) -> Pairs:
    """Return its pairs."""
    return next(made(fabric, text).draws())


def took(fabric: Fabric, text: str, routing: str = "minhop") -> dict[str, Any]:
    """Return how long a collective takes, and what else is told of it."""
    found: dict[str, Any] = laid(fabric, text, routing).summary["collective"]
    return found


def star(hosts: int, speed: str = "4xNDR") -> Fabric:
    """Build hosts ``n1`` … on one switch."""
    names = ["leaf", *(f"n{host + 1}" for host in range(hosts))]
    return fabric_of(
        "S" + "H" * hosts,
        [(host + 1, 1, 0, host + 1) for host in range(hosts)],
        names=names,
        rates=[speed] * hosts,
    )


def railed(hosts: int, rails: int, speed: str = "4xNDR") -> Fabric:
    """Build hosts with an HCA on each rail, a leaf for each rail."""
    names, cables = [f"leaf{rail + 1}" for rail in range(rails)], []
    for host in range(hosts):
        for rail in range(rails):
            cables.append((len(names), 1, rail, host + 1))
            names.append(f"n{host + 1:02d} mlx5_{rail}")
    return fabric_of("S" * rails + "H" * (hosts * rails), cables, names=names, rates=[speed] * len(cables))


def given_for(kind: str, first: str, folder: Path, second: str = "") -> dict[str, str]:
    """Return the options that a pattern cannot do without, on a fabric with endpoints of these names."""
    file = folder / "flows.csv"
    file.write_text(f'src,dst\n"{first}","{first}"\n')
    needed = {
        "incast": {"dst": first},
        "outcast": {"src": first},
        "file": {"path": str(file)},
        "victim": {"src": first, "dst": second or first},
        "jobs": {"list": "A:size=1,pattern=ring;B:hosts=" + first},
        "storage": {"servers": first},
        "checkpoint": {"servers": first},
    }
    return needed.get(kind, {})
