"""Broadcast."""

from __future__ import annotations

from typing import Literal

import numpy as np

from ibviz.core.options import Reference
from ibviz.core.registry import patterns
from ibviz.flow.collective import Amount, Step, collective, depth
from ibviz.flow.double_tree import double_tree
from ibviz.flow.pairs import Rounds
from ibviz.flow.selection import Selection


@patterns.add("broadcast", "Broadcast: what one endpoint has, all get")
def broadcast(
    ends: Selection,
    *,
    root: Reference | None = None,
    how: Literal["binomial", "pipelined"] = "binomial",
    size: float = 1.0,
    latency: float = 0.0,
    round: int | None = None,
) -> Rounds:
    """Spread a buffer from one endpoint of each subnet and rail to the others.

    Parameters
    ----------
    root : Reference
        Who has the buffer; if not given, the first endpoint. On other rails and subnets it is the first one.
    how : str
        ``binomial``: who has all of it sends all of it to one more, round by round; ``pipelined``: in pieces
        down two binary trees at once.
    size : float
        GB (10⁹ bytes) in the buffer.
    latency : float
        Microseconds that each message takes by itself.
    round : int
        Which of the rounds is shown, from 1; if not given, the one that moves most.
    """
    if root is not None:
        ends = ends.led_by(ends.one(root))
    program = _binomial if how == "binomial" else _pipelined
    return collective(ends, program, Amount(size, latency, round), factor=lambda n: 1.0)


def _binomial(n: int) -> list[Step]:
    has = [np.arange(1 << bit) for bit in range(depth(n))]
    return [Step(ranks[: n - len(ranks)], ranks[: n - len(ranks)] + len(ranks), 1.0) for ranks in has]


def _pipelined(n: int) -> list[Step]:
    child, parent, second = double_tree(n - 1)
    src, dst = np.append(parent + 1, (0, 0)), np.append(child + 1, (1, second + 1))
    return [Step(src, dst, 0.5, steps=depth(n))]
