"""From a Choice such as ``shift:k=1`` to the pairs or the exchange that it means on a fabric."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from ibviz.core.errors import OptionError
from ibviz.core.options import Option, options_of, values
from ibviz.core.registry import patterns
from ibviz.core.scenario import Choice
from ibviz.core.structure import Structure
from ibviz.core.text import shown
from ibviz.flow.jobs import Jobs
from ibviz.flow.pairs import Exchange, Made, Pairs, Rounds, Samples, joined
from ibviz.flow.selection import Common, Selection, common, select

DEFAULT = Choice("all-to-all")
"""The traffic where none is chosen."""


@dataclass(frozen=True, eq=False)
class Traffic:
    """What a Choice means on a fabric as built.

    Attributes
    ----------
    choice : Choice
    ends : Selection
    made : Pairs or Samples or Exchange or Rounds or Jobs
    args : mapping
        The options given, as values that JSON knows.
    """

    choice: Choice
    ends: Selection
    made: Made | Jobs
    args: dict[str, Any]

    @property
    def exchange(self) -> Exchange | None:
        """The exchange among all that it is, or None."""
        return self.made if isinstance(self.made, Exchange) else None

    def draws(self) -> Iterator[Pairs]:
        """Yield the pairs that the options let pass, once for each sample; none of an exchange."""
        if isinstance(self.made, Pairs):
            yield self.ends.allowed(self.made)
        elif isinstance(self.made, Samples):
            yield from (self.ends.allowed(drawn) for drawn in self.made.draws)
        elif isinstance(self.made, Rounds):
            yield self.ends.allowed(self.made.pairs)
        elif isinstance(self.made, Jobs):
            yield joined([job.pairs for job in self.made.jobs])


def pattern_options(kind: str) -> tuple[Option, ...]:
    """Return the options of a pattern, its own first.

    Raises
    ------
    OptionError
        If there is no such pattern.
    """
    return (*options_of(patterns.get(kind)), *options_of(common))


def traffic_of(structure: Structure, choice: Choice) -> Traffic:
    """Return what a Choice means on a fabric.

    Parameters
    ----------
    structure : Structure
        Of the fabric as built: pairs are formed before anything fails.
    choice : Choice

    Raises
    ------
    OptionError, ReadError
        If the pattern or an option is unknown, or does not fit the fabric, or a file cannot be read.
    """
    pattern = patterns.get(choice.kind)
    known = {option.name: option for option in pattern_options(choice.kind)}
    shared = {option.name for option in options_of(common)}
    given = {key.replace("-", "_"): text for key, text in choice.args.items()}
    for key in given:
        if key not in known:
            listed = ", ".join(name.replace("_", "-") for name in known)
            raise OptionError(f"traffic {choice.kind} has no option {shown(key)}; known are {listed}")
    ends = select(structure, {key: text for key, text in given.items() if key in shared})
    own = values(pattern, {key: text for key, text in given.items() if key not in shared})
    args = {key: _plain(known[key].parse(text)) for key, text in given.items()}
    return Traffic(choice, ends, pattern(ends, **own), args)


def made_of(ends: Selection, choice: Choice) -> Made | Jobs:
    """Return what a pattern makes among the endpoints of a job, which may say itself who is paired.

    Raises
    ------
    OptionError, ReadError
        If the pattern or an option is unknown or does not fit, or it picks hosts of its own.
    """
    pattern = patterns.get(choice.kind)
    given = {key.replace("-", "_"): text for key, text in choice.args.items()}
    if own := {"hosts", "placement"} & set(given):
        raise OptionError(f"{sorted(own)[0]} is of the job, not of its pattern {choice.kind}")
    shared: dict[str, str] = {key: given.pop(key) for key in ("rails", "local") if key in given}
    asked: Common = common(**values(common, shared))
    told = replace(
        ends.asked,
        rails=ends.asked.rails if asked.rails is None else asked.rails,
        local=ends.asked.local if asked.local is None else asked.local,
    )
    made: Made | Jobs = pattern(replace(ends, asked=told), **values(pattern, given))
    return made


def _plain(value: Any) -> Any:
    """Return an option's value as JSON knows it."""
    if isinstance(value, Path):
        return str(value)
    return str(value) if isinstance(value, str) else value
