"""Traffic that fat trees like least: all endpoints of a leaf send along one up-port."""

from __future__ import annotations

import numpy as np

from ibviz.core.registry import patterns
from ibviz.core.table import Ints
from ibviz.flow.pairs import Pairs
from ibviz.flow.selection import Selection


@patterns.add(
    "same-residue", "Same residue: all of a leaf send to places that share an up-port, the worst case"
)
def same_residue(ends: Selection) -> Pairs:
    """Pair the endpoints of each leaf with those that have one and the same place on other leaves.

    Routing by the destination's number modulo the number of up-ports sends all of these up one cable.
    """
    return ends.each(lambda group: _residues(group, ends.wires.endpoints.switch[group]))


def _residues(group: Ints, switch: Ints) -> tuple[Ints, Ints]:
    """Zip the endpoints, class of leaves by class, with those of one place, own leaves last."""
    _, first, leaf = np.unique(switch, return_index=True, return_inverse=True)
    leaf = np.argsort(np.argsort(first))[leaf.reshape(-1)]
    order = np.argsort(leaf, kind="stable")
    group, leaf = group[order], leaf[order]
    begin = np.searchsorted(leaf, leaf)
    within = np.arange(len(group)) - begin
    many, leaves = int(within.max(initial=0)) + 1, int(leaf.max(initial=0)) + 1
    src = np.lexsort((within, leaf, leaf % many))
    dst = np.lexsort(((leaf - many) % leaves, within))
    return group[src], group[dst]
