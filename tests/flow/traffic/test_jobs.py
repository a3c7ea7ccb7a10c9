from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from fabrics import tree2
from flows import laid, rails
from patterns import drawn, star

from ibviz.core.errors import OptionError
from ibviz.core.scenario import Choice
from ibviz.flow.traffic import jobs as module


def _jobs(*listed: str, **more: str) -> str:
    return str(Choice("jobs", {"list": ";".join(listed), **more}))


def test_that_each_job_keeps_to_its_hosts() -> None:
    made = drawn(star(6), _jobs("A:size=3,pattern=ring", "B:hosts=n5,pattern=ring", 'C:"hosts=n4,n6"'))
    found = set(zip(made.src.tolist(), made.dst.tolist(), strict=True))
    assert found == {(0, 1), (1, 2), (2, 0), (3, 5), (5, 3)}


def test_that_jobs_come_from_a_file_and_from_the_list(tmp_path: Path) -> None:
    file = tmp_path / "jobs.csv"
    file.write_text("job,hosts,pattern\nA,n[1-2],shift\n")
    found = laid(star(4), _jobs("B:size=2,pattern=shift", file=str(file))).summary["jobs"]
    assert [(each["job"], each["hosts"], each["flows"]) for each in found] == [("A", 2, 2), ("B", 2, 2)]


def test_that_a_job_says_itself_who_of_it_is_paired() -> None:
    found = laid(rails(), _jobs("A:size=2", "B:size=2,pattern=all-to-all:rails=all")).summary["jobs"]
    assert [(each["endpoints"], each["flows"]) for each in found] == [(4, 4), (4, 8)]


def test_that_all_to_all_jobs_share_a_cable_fairly() -> None:
    found = laid(tree2(2, 1, 2), _jobs('A:"hosts=H3,H5"', 'B:"hosts=H4,H6"'))
    assert found.flows.rate.tolist() == pytest.approx([100] * 4)
    assert [each["slowdown"] for each in found.summary["jobs"]] == pytest.approx([2, 2])
    assert np.isfinite(found.summary["efficiency"])


@pytest.mark.parametrize(
    ("listed", "message"),
    [
        ("", "no job is given; expected file, or list"),
        ("A:size=2,pattern=permutation:count=3", "job 'A': permutation:count=3 is several draws"),
        ("A:size=2,pattern=jobs:list=B:size=1", "is several draws or jobs"),
        ("A:size=2,pattern=nonsense", "job 'A': 'nonsense' is no pattern"),
        ("A:size=2,pattern=shift:hosts=n1", "job 'A': hosts is of the job, not of its pattern shift"),
        ("A:size=2,pattern=shift:k=x", "job 'A': k is 'x'"),
    ],
)
def test_that_jobs_must_be_understood(listed: str, message: str) -> None:
    with pytest.raises(OptionError, match=message):
        drawn(star(4), _jobs(listed))


def test_that_too_many_flows_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MOST", 8)
    with pytest.raises(OptionError, match="job 'B': all to all among so many takes over 8 flows"):
        drawn(star(5), _jobs("A:size=2", "B:size=3"))
