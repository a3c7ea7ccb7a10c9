"""What a traffic pattern makes: pairs of endpoints, samples of a random pattern, or an exchange among all."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from ibviz.core.errors import OptionError
from ibviz.core.table import Bools, Floats, Ints

MOST_SAMPLES = 100_000


@dataclass(frozen=True, eq=False)
class Pairs:
    """Flows from one endpoint to another.

    Attributes
    ----------
    src, dst : (F,) int64
        Places in ``wiring.endpoints``; both the same for a self-send, which uses no cable.
    demand : (F,) float64, Gbit/s
        Infinite where a flow takes as much as it can get.
    stated : bool
        Whether the user named the pairs one by one: then only options that were given drop any.
    size : (F,) float64, bytes, or None
        What each carries, where that is known.
    """

    src: Ints
    dst: Ints
    demand: Floats
    stated: bool = False
    size: Floats | None = None

    def take(self, kept: Bools) -> Pairs:
        """Return the pairs of a mask."""
        size = None if self.size is None else self.size[kept]
        return Pairs(self.src[kept], self.dst[kept], self.demand[kept], self.stated, size)


@dataclass(frozen=True, eq=False)
class Samples:
    """Draws of one random pattern, one after the other."""

    count: int
    draws: Iterator[Pairs]


@dataclass(frozen=True, eq=False)
class Exchange:
    """All endpoints of a group send equal amounts to all others of the group; never listed as N² pairs.

    Attributes
    ----------
    groups : tuple of (n,) int64
        Places in ``wiring.endpoints``.
    fair : bool
        Whether rates are max-min fair instead of all equal.
    """

    groups: tuple[Ints, ...]
    fair: bool = False


@dataclass(frozen=True, eq=False)
class Round:
    """A round of a collective: flows that start together and all end before the next round begins.

    Attributes
    ----------
    pairs : Pairs
    size : (F,) float64, bytes
        What each flow carries.
    times : int
        How many such rounds follow on each other.
    steps : int
        How often each of them waits for a message to arrive.
    """

    pairs: Pairs
    size: Floats
    times: int = 1
    steps: int = 1


@dataclass(frozen=True, eq=False)
class Rounds:
    """A collective operation, round by round.

    Attributes
    ----------
    rounds : tuple of Round
    ranks : int
        Of the largest group; each group runs the operation by itself, all at the same time.
    size : float, bytes
        Buffer of each rank.
    factor : float
        Bandwidth on the bus is this times `size` by the time it takes, as nccl-tests count it.
    latency : float, seconds
        Of each step.
    outside : float, seconds
        What is done inside of hosts, before and after.
    shown : int
        Which of the rounds is shown as the traffic, -1 if there is none.
    """

    rounds: tuple[Round, ...]
    ranks: int
    size: float
    factor: float
    latency: float
    outside: float = 0.0
    shown: int = -1

    @property
    def pairs(self) -> Pairs:
        """The pairs of the round that is shown."""
        return self.rounds[self.shown].pairs if self.rounds else pairs(_NONE, _NONE)


_NONE = np.empty(0, np.int64)

Made = Pairs | Samples | Exchange | Rounds


def pairs(src: Ints, dst: Ints, demand: Floats | None = None) -> Pairs:
    """Return pairs that take as much as they can get, unless told otherwise."""
    return Pairs(src, dst, np.full(len(src), np.inf) if demand is None else demand)


def joined(made: Sequence[Pairs]) -> Pairs:
    """Return several sets of pairs as one."""
    src, dst, demand = (
        np.concatenate([none, *(getattr(part, name) for part in made)])
        for name, none in (("src", _NONE), ("dst", _NONE), ("demand", np.empty(0)))
    )
    return pairs(src, dst, demand)


def sampled(draw: Callable[[np.random.Generator], Pairs], seed: int, count: int | None) -> Pairs | Samples:
    """Draw a random pattern once or, given a count, as samples; the first draw is the same in both.

    Raises
    ------
    OptionError
        If the seed is negative or the count is not from 1 to 100,000.
    """
    if seed < 0:
        raise OptionError(f"seed is {seed}; expected 0 or more")
    random = np.random.default_rng(seed)
    if count is None:
        return draw(random)
    if not 1 <= count <= MOST_SAMPLES:
        raise OptionError(f"count is {count}; expected 1 to {MOST_SAMPLES:,}")
    return Samples(count, (draw(random) for _ in range(count)))
