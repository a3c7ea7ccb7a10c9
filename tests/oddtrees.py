"""Fat trees as they are found: cables between spines, hosts of two ports, routers, aggregation nodes."""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np
from fabrics import LETTERS, fabric_of, tree2, tree3

from ibviz.core.fabric import Fabric, Kind


def odd_tree(seed: int) -> tuple[Fabric, list[int]]:
    """Return a tree of two or three levels with damage and oddities, and the rows of its roots."""
    rng = np.random.default_rng(seed)
    base, tops = _tree(rng, seed)
    letters = {kind: letter for letter, kind in LETTERS.items()}
    kinds = "".join(letters[Kind(kind)] for kind in base.nodes.kind)
    guids = base.nodes.guid.tolist()
    ends = np.stack([base.cables.node, base.cables.port], axis=2)
    cables = ends.reshape(-1, 4).tolist()
    used = Counter(dict.fromkeys(range(len(kinds)), int(ends[:, :, 1].max())))
    leaves = sorted({switch for host, _, switch, _ in cables if kinds[host] == "H"})

    def plug(row: int) -> tuple[int, int]:
        used[row] += 1
        return row, used[row]

    for _ in range(int(rng.integers(0, 3)) if len(tops) > 1 else 0):
        a, b = rng.choice(tops, 2, replace=False).tolist()
        cables.append((*plug(a), *plug(b)))
    for kind in rng.choice(list("HHRA"), int(rng.integers(0, 5))):
        for port in range(1, 2 + (kind == "H")):
            cables.append((len(kinds), port, *plug(int(rng.choice(leaves)))))
        guids.append(int(rng.integers(2**30, 2**40)) * 2**20 + len(kinds) * 16)
        kinds += str(kind)
    return fabric_of(kinds, cables, guids=guids), tops


def _tree(rng: Any, seed: int) -> tuple[Fabric, list[int]]:
    damage = {"holes": int(rng.integers(0, 6)), "missing": int(rng.integers(0, 4)), "shuffle": seed + 1}
    pods, leaves, spines, hosts = (int(n) for n in rng.integers((2, 2, 1, 1), (4, 4, 4, 5)))
    parallel = int(rng.integers(1, 4))
    if rng.random() < 0.5:
        wide = tree2(pods * leaves, spines, hosts, parallel=parallel, **damage)
        return wide, list(range(pods * leaves, pods * leaves + spines))
    cores = int(rng.integers(1, 3))
    below = pods * (leaves + spines)
    high = tree3(pods, leaves, spines, cores, hosts, parallel=parallel, **damage)
    return high, list(range(below, below + spines * cores))
