"""The order in which people read names: leaf-2 before leaf-10."""

from __future__ import annotations

import re

import numpy as np

from ibviz.core.table import Ints, Texts

_NUMBER = re.compile(r"\d+", re.ASCII)
DIGITS = 12


def natural_rank(texts: Texts, ties: Ints) -> Ints:
    """Return the rank of each text among all, numbers compared by value, equal texts by `ties`.

    Parameters
    ----------
    texts : (K,) str
    ties : (K,) int64

    Examples
    --------
    >>> natural_rank(np.array(["leaf-10", "leaf-9", "a", "leaf-9"], object), np.array([0, 2, 1, 1])).tolist()
    [3, 2, 0, 1]
    """
    padded = _NUMBER.sub(lambda m: m[0].zfill(DIGITS), "\n".join(texts.tolist())).casefold().split("\n")
    order = sorted(range(len(texts)), key=list(zip(padded, ties.tolist(), strict=False)).__getitem__)
    rank = np.empty(len(texts), np.int64)
    rank[order] = np.arange(len(texts))
    return rank
