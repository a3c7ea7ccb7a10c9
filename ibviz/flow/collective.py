"""Collective operations: which ranks send how much to which, round by round."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np

from ibviz.core.errors import OptionError
from ibviz.core.table import Ints
from ibviz.flow.pairs import Round, Rounds, pairs
from ibviz.flow.selection import Selection

GB = 1e9
"""Bytes."""

MICROSECOND = 1e-6


@dataclass(frozen=True, eq=False)
class Step:
    """A round among n ranks.

    Attributes
    ----------
    src, dst : (F,) int64
        Ranks, 0 to n - 1.
    share : float
        What each flow carries, as a share of the buffer of a rank.
    times, steps : int
        As in `Round`.
    """

    src: Ints
    dst: Ints
    share: float
    times: int = 1
    steps: int = 1


Program = Callable[[int], Sequence[Step]]
"""From the number of ranks, at least 2, to the rounds."""


@dataclass(frozen=True)
class Amount:
    """How much a collective moves, and how: the options that all of them have.

    Attributes
    ----------
    size : float
        GB (10⁹ bytes) in the buffer of each rank.
    latency : float
        Microseconds that each message takes by itself.
    shown : int or None
        Which of the rounds is shown, from 1; None: the one that moves most, of several the last.
    """

    size: float
    latency: float
    shown: int | None


def collective(
    ends: Selection,
    program: Program,
    amount: Amount,
    *,
    factor: Callable[[int], float],
    share: float = 1.0,
    outside: float = 0.0,
) -> Rounds:
    """Return a collective that each group of endpoints runs by itself, all at the same time.

    Parameters
    ----------
    ends : Selection
    program : callable
    amount : Amount
    factor : callable
        From the number of ranks to the factor of the bandwidth on the bus.
    share : float
        Share of the buffer that goes over the fabric.
    outside : float
        Seconds that are spent inside of hosts.

    Raises
    ------
    OptionError
        If the size is not above 0, the latency below, or there is no such round to show.
    """
    if not amount.size > 0:
        raise OptionError(f"size is {amount.size:g}; expected GB above 0")
    if not amount.latency >= 0:
        raise OptionError(f"latency is {amount.latency:g}; expected microseconds, 0 or more")
    size = amount.size * GB
    rounds = merged(
        [_placed(program(len(group)), group, size * share) for group in ends.groups if len(group) > 1]
    )
    ranks = max(map(len, ends.groups), default=0)
    shown = _shown(rounds, amount.shown)
    return Rounds(rounds, ranks, size, factor(max(ranks, 1)), amount.latency * MICROSECOND, outside, shown)


def _placed(steps: Sequence[Step], group: Ints, size: float) -> list[Round]:
    return [
        Round(
            pairs(group[step.src], group[step.dst]),
            np.full(len(step.src), step.share * size),
            step.times,
            step.steps,
        )
        for step in steps
    ]


def merged(programs: Sequence[Sequence[Round]]) -> tuple[Round, ...]:
    """Return rounds of several programs that run side by side: the first with the first, and so on."""
    left = [list(program) for program in programs if program]
    found: list[Round] = []
    while left:
        heads = [program[0] for program in left]
        times = min(head.times for head in heads)
        found.append(_together(heads, times))
        for program in left:
            rest = program[0].times - times
            program[:1] = [replace(program[0], times=rest)] if rest else []
        left = [program for program in left if program]
    return tuple(found)


def _together(heads: Sequence[Round], times: int) -> Round:
    src, dst, size = (
        np.concatenate(parts)
        for parts in zip(*((head.pairs.src, head.pairs.dst, head.size) for head in heads), strict=True)
    )
    return Round(pairs(src, dst), size, times, max(head.steps for head in heads))


def _shown(rounds: Sequence[Round], wanted: int | None) -> int:
    if wanted is not None and not 1 <= wanted <= len(rounds):
        raise OptionError(f"round is {wanted}; this operation has {len(rounds)} that differ")
    if wanted is not None:
        return wanted - 1
    moved = [float(round_.size.sum()) for round_ in rounds]
    return max(range(len(rounds)), key=lambda at: (moved[at], at), default=-1)


def ring(n: int) -> tuple[Ints, Ints]:
    """Return source and destination of each hop of a ring of ranks."""
    ranks = np.arange(n)
    return ranks, np.roll(ranks, -1)


def passed_round(turns: int) -> Program:
    """Return the program in which an n-th of the buffer goes round the ring of all ranks so many times."""
    return lambda n: [Step(*ring(n), 1 / n, times=turns * (n - 1))]


def doubled(n: int) -> list[tuple[Ints, Ints]]:
    """Return who swaps with whom in each round of recursive doubling, nearest first: the largest power of 2.

    Examples
    --------
    >>> [dst.tolist() for _, dst in doubled(5)]
    [[1, 0, 3, 2], [2, 3, 0, 1]]
    """
    ranks = np.arange(power(n))
    return [(ranks, ranks ^ (1 << bit)) for bit in range(power(n).bit_length() - 1)]


def folded(n: int, steps: Sequence[Step]) -> list[Step]:
    """Let the ranks beyond the largest power of 2 hand in their data first, and get the result at the end."""
    rest = np.arange(power(n), n)
    if not len(rest):
        return list(steps)
    partner = rest - power(n)
    return [Step(rest, partner, 1.0), *steps, Step(partner, rest, 1.0)]


def power(n: int) -> int:
    """Return the largest power of 2 that is no more than n."""
    return 1 << (n.bit_length() - 1)


def depth(n: int) -> int:
    """Return how many doublings it takes from one rank to n."""
    return (n - 1).bit_length()


def all_reduce_factor(n: int) -> float:
    """Return the factor of the bandwidth on the bus of an all-reduce."""
    return 2 * (n - 1) / n


def part_factor(n: int) -> float:
    """Return that of a reduce-scatter or all-gather."""
    return (n - 1) / n
