"""The group that is selected as a whole: what it is called, where it is known from, what is in it."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ibviz.core.fabric import Kind
from ibviz.core.table import Ints
from ibviz.drawing.folding import groups_of
from ibviz.drawing.telling import counted, source_of
from ibviz.gui.models.fabric_facts import Facts

KINDS = ("pod", "rack", "chassis", "host")


@dataclass(frozen=True)
class Grouped:
    """A group.

    Parameters
    ----------
    name, known : str
        Such as ``Pod 3`` and ``pod, by cables``.
    counts : tuple of (int, str)
        How many of what are in it.
    """

    name: str
    known: str
    counts: tuple[tuple[int, str], ...]


def group_of(facts: Facts, nodes: Ints) -> Grouped | None:
    """Return the group that some nodes, in order of their rows, are all of, or all switches of; None for none."""
    if len(nodes) < 2:
        return None
    for kind in KINDS:
        number = facts.pod if kind == "pod" else groups_of(facts.structure, kind).of
        own = int(number[nodes[0]])
        if own < (1 if kind == "pod" else 0) or not (number[nodes] == own).all():
            continue
        members = np.flatnonzero((number == own) & facts.fabric.nodes.alive)
        switches = members[facts.fabric.nodes.kind[members] == Kind.SWITCH]
        if np.array_equal(nodes, members) or np.array_equal(nodes, switches):
            name = str(own) if kind == "pod" else str(groups_of(facts.structure, kind).names[own])
            if kind != "host" and not name.lower().startswith(kind):
                name = f"{kind.capitalize()} {name}"
            said = tuple(counted(facts.fabric, facts.structure, members))
            return Grouped(name, source_of(facts.structure, kind, int(nodes[0])), said)
    return None
