"""Several jobs at once: what each is, where it runs, and what it sends."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

import numpy as np

from ibviz.core.errors import OptionError
from ibviz.core.scenario import Choice
from ibviz.core.table import Bools, Ints
from ibviz.core.text import shown
from ibviz.flow.pairs import Pairs, Rounds
from ibviz.flow.placement import Placement
from ibviz.flow.selection import Selection

KEYS = ("hosts", "size", "placement", "pattern")


@dataclass(frozen=True)
class JobSpec:
    """What is asked of one job.

    Attributes
    ----------
    name : str
    hosts : str
        Names, globs or a host list; empty: any that are free.
    size : int or None
        How many of them; None: all that are named.
    placement : Placement
    pattern : Choice
    """

    name: str
    hosts: str = ""
    size: int | None = None
    placement: Placement = Placement()
    pattern: Choice = Choice("all-to-all")

    @classmethod
    def of(cls, name: str, told: dict[str, str]) -> JobSpec:
        """Return a job of texts; empty ones are not given.

        Raises
        ------
        OptionError
            If a text does not fit, or neither hosts nor a size is given.
        """
        given = {key: text.strip() for key, text in told.items() if text.strip()}
        who = f"job {shown(name)}"
        if not name.strip():
            raise OptionError("a job has no name; expected such as A:size=16,pattern=allreduce-ring")
        if unknown := [key for key in given if key not in KEYS]:
            raise OptionError(f"{who} has no option {shown(unknown[0])}; known are {', '.join(KEYS)}")
        if not ("hosts" in given or "size" in given):
            raise OptionError(f"{who} has neither hosts nor size; expected one of them")
        try:
            placement = Placement.parse(given.get("placement", "linear"))
            pattern = Choice.parse(given.get("pattern", "all-to-all"))
        except OptionError as error:
            raise OptionError(f"{who}: {error}") from None
        return cls(name.strip(), given.get("hosts", ""), _size(given.get("size"), who), placement, pattern)

    @classmethod
    def parse(cls, text: str) -> JobSpec:
        """Read ``NAME:key=value,…``, values quoted as in CSV where they hold a comma.

        Examples
        --------
        >>> JobSpec.parse("A:size=16,placement=random:3,pattern=allreduce-ring").size
        16
        """
        made = Choice.parse(text)
        return cls.of(made.kind, dict(made.args))

    @property
    def text(self) -> str:
        """What `parse` reads."""
        said = {"hosts": self.hosts, "size": "" if self.size is None else str(self.size)}
        said |= {"placement": str(self.placement), "pattern": str(self.pattern)}
        usual = {"placement": "linear"}
        return str(Choice(self.name, {k: v for k, v in said.items() if v and usual.get(k) != v}))


def _size(text: str | None, who: str) -> int | None:
    if text is None:
        return None
    if not (text.isascii() and text.isdigit() and 0 < len(text) < 8 and int(text)):
        raise OptionError(f"{who}: size is {shown(text)}; expected a number of hosts, 1 or more")
    return int(text)


def specs_of(text: str) -> list[JobSpec]:
    """Read jobs that stand behind each other, parted by ``;`` or ends of lines."""
    return [JobSpec.parse(part.strip()) for part in parted(text) if part.strip()]


def parted(text: str) -> list[str]:
    """Split at ``;`` and ends of lines outside quotes.

    Examples
    --------
    >>> parted('A:"hosts=a;b";B:size=2')
    ['A:"hosts=a;b"', 'B:size=2']
    """
    found, quoted = [""], False
    for char in text:
        quoted ^= char == '"'
        if char in ";\n" and not quoted:
            found.append("")
        else:
            found[-1] += char
    return found


@dataclass(frozen=True, eq=False)
class Job:
    """One job, placed.

    Attributes
    ----------
    spec : JobSpec
    ends : Selection
        Its endpoints, in the order of its ranks.
    made : Pairs or Rounds
        What it sends.
    """

    spec: JobSpec
    ends: Selection
    made: Pairs | Rounds

    @property
    def pairs(self) -> Pairs:
        """What it sends at once."""
        made = self.made.pairs if isinstance(self.made, Rounds) else self.made
        return self.ends.allowed(made)

    @property
    def hosts(self) -> Ints:
        """Numbers of its hosts."""
        found: Ints = np.unique(self.ends.host[self.ends.selected])
        return found


@dataclass(frozen=True, eq=False)
class Jobs:
    """Jobs that run at the same time."""

    jobs: tuple[Job, ...]


def placed(ends: Selection, specs: Sequence[JobSpec]) -> list[Selection]:
    """Return the endpoints of each job, in its order.

    Jobs that name all their hosts take them first; two of these may share a host. The others get hosts that
    are free, one job after the other.

    Raises
    ------
    OptionError, ReadError
        If two jobs have one name, a host is unknown, or too few are free.
    """
    _refuse_twins(spec.name for spec in specs)
    taken = np.zeros(len(ends.selected), bool)
    found: dict[str, Selection] = {}
    for spec in sorted(specs, key=lambda spec: spec.size is not None):
        found[spec.name] = _placed(ends, spec, taken if spec.size is not None else np.zeros_like(taken))
        taken |= found[spec.name].selected
        taken = np.isin(ends.host, ends.host[taken])
    return [found[spec.name] for spec in specs]


def _placed(ends: Selection, spec: JobSpec, taken: Bools) -> Selection:
    try:
        named = ends.named(spec.hosts) if spec.hosts else np.ones(len(taken), bool)
    except OptionError as error:
        raise OptionError(f"job {shown(spec.name)}: {error}") from None
    usable = named & ends.selected & (ends.group >= 0)
    made = replace(ends, selected=usable & ~taken, rank=None).placed(spec.placement, spec.size)
    count = len(np.unique(ends.host[made.selected]))
    if spec.size is not None and count < spec.size:
        raise OptionError(
            f"job {shown(spec.name)} asks for {spec.size:,} hosts; {count:,} are free for its placement"
        )
    if not count:
        raise OptionError(f"job {shown(spec.name)} has no host that is at a switch and picked")
    return made


def _refuse_twins(names: Iterable[str]) -> None:
    seen: set[str] = set()
    for name in names:
        if name in seen:
            raise OptionError(f"two jobs are called {shown(name)}; give one of them another name")
        seen.add(name)
