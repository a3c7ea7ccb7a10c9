"""Is it safe to take this out now? What a failure does to each job, and to all of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from ibviz.core.host_names import host_list
from ibviz.core.references import node_id
from ibviz.core.structure import Structure, shape
from ibviz.core.text import clean, unturned
from ibviz.core.wiring import as_built
from ibviz.flow.jobs import Job, Jobs
from ibviz.flow.traffic_of import traffic_of
from ibviz.flow.whatif import LEAST_CHANGE, Outcome
from ibviz.flow.whatif_words import counted, percent

Fate = Literal["loses hosts", "cut apart", "slower", "untouched"]
NAMED = 6
"""Jobs that a sentence names."""


@dataclass(frozen=True)
class JobFate:
    """What becomes of one job.

    Attributes
    ----------
    job : str
    hosts : int
    fate : str
    lost : tuple of str
        Hosts of the job that have no cable left, or are apart from most of their subnet.
    speed : float or None
        How fast it is afterwards, by how fast it was: 0.5 for half; None where it does not run on.
    """

    job: str
    hosts: int
    fate: Fate
    lost: tuple[str, ...]
    speed: float | None


@dataclass(frozen=True)
class Draining:
    """The answer.

    Attributes
    ----------
    safe : bool
        Whether all jobs run on, none of them slower.
    jobs : tuple of JobFate
        Worst first; empty where the traffic is no jobs.
    sentence : str
    """

    safe: bool
    jobs: tuple[JobFate, ...]
    sentence: str

    @property
    def figures(self) -> dict[str, Any]:
        """The answer as JSON knows it."""
        return {
            "safe": self.safe,
            "sentence": self.sentence,
            "jobs": [
                {
                    "job": each.job,
                    "hosts": each.hosts,
                    "fate": each.fate,
                    "lost_hosts": list(each.lost),
                    "lost_hosts_list": host_list(each.lost),
                    "speed": each.speed,
                }
                for each in self.jobs
            ],
        }


_ORDER: tuple[Fate, ...] = ("loses hosts", "cut apart", "slower", "untouched")


def draining(outcome: Outcome, structure: Structure | None = None) -> Draining:
    """Say whether what an outcome takes out can be taken out now.

    Parameters
    ----------
    outcome : Outcome
    structure : Structure or None
        Of the fabric as built, where it is known already.
    """
    built = structure or shape(as_built(outcome.before.wiring))
    made = traffic_of(built, outcome.before.traffic).made
    if not isinstance(made, Jobs):
        return _of_all(outcome)
    gone = {*outcome.lost_hosts, *outcome.cut_off_hosts}
    pairs = zip(made.jobs, outcome.before.summary["jobs"], outcome.after.summary["jobs"], strict=True)
    fates = [_fate(job, gone, old, new) for job, old, new in pairs]
    fates.sort(key=lambda each: (_ORDER.index(each.fate), each.speed or 0))
    return Draining(all(each.fate == "untouched" for each in fates), tuple(fates), _sentence(fates))


def _fate(job: Job, gone: set[str], old: Mapping[str, Any], new: Mapping[str, Any]) -> JobFate:
    lost = tuple(name for name in _names(job) if name in gone)
    speed = _speed(old, new)
    fate: Fate = "untouched"
    if lost or new["flows"] < old["flows"]:
        fate = "loses hosts"
    elif new["unroutable"] > old["unroutable"]:
        fate = "cut apart"
    elif speed is not None and speed < 1 - LEAST_CHANGE:
        fate = "slower"
    return JobFate(job.spec.name, len(job.hosts), fate, lost, speed if fate in _ORDER[2:] else None)


def _speed(old: Mapping[str, Any], new: Mapping[str, Any]) -> float | None:
    """Return the speed afterwards by the one before: by the time of a collective, or the slowest flow."""
    if old.get("seconds") and new.get("seconds"):
        return float(old["seconds"] / new["seconds"])
    return float(new["min_gbps"] / old["min_gbps"]) if old["min_gbps"] and new["min_gbps"] else None


def _names(job: Job) -> list[str]:
    """Return the names of a job's hosts, as lists of hosts have them."""
    host, wires = job.ends.structure.host, job.ends.wires
    named = [str(host.names[at]) for at in job.hosts.tolist() if at < len(host.names)]
    loose = [at - len(host.names) for at in job.hosts.tolist() if at >= len(host.names)]
    return named + [str(wires.fabric.nodes.name[row]) or node_id(wires.fabric, row) for row in loose]


def _sentence(fates: Sequence[JobFate]) -> str:
    count = {fate: [each for each in fates if each.fate == fate] for fate in _ORDER}
    if len(count["untouched"]) == len(fates):
        return f"Safe to drain now: no job is touched, of {len(fates):,}."
    lost, cut, slow, rest = (count[fate] for fate in _ORDER)
    parts = []
    if lost:
        parts.append(_listed([f"{unturned(clean(each.job))} loses {_hosts(each)}" for each in lost]))
    if cut:
        parts.append(_listed([f"{unturned(clean(each.job))} is cut apart" for each in cut]))
    if slow:
        parts.append(
            _listed(
                [f"{unturned(clean(each.job))} slows down to {percent(each.speed or 0)}" for each in slow]
            )
        )
    if rest:
        parts.append(f"{counted(len(rest), 'job')} {'is' if len(rest) == 1 else 'are'} untouched")
    head = "Not safe to drain now" if lost or cut else "Jobs run on, but slower"
    return f"{head}: {'; '.join(parts)}."


def _hosts(each: JobFate) -> str:
    if not each.lost:
        return "some of its ports"
    if len(each.lost) == each.hosts:
        return "its only host" if each.hosts == 1 else f"all of its {each.hosts:,} hosts"
    return f"{len(each.lost):,} of {counted(each.hosts, 'host')}"


def _listed(texts: Sequence[str]) -> str:
    more = len(texts) - NAMED
    return ", ".join([*texts[:NAMED], *([f"and {more:,} more alike"] if more > 0 else [])])


def _of_all(outcome: Outcome) -> Draining:
    """Return the answer where the traffic is not made of jobs."""
    if outcome.lost_hosts or outcome.cut_off_hosts or outcome.disconnected_pairs:
        return Draining(False, (), f"Not safe to drain now. {outcome.sentence}")
    if outcome.slowed_flows == 0:
        return Draining(True, (), "Safe to drain now: nothing slows down.")
    return Draining(False, (), f"Hosts stay connected, but traffic slows down. {outcome.sentence}")
