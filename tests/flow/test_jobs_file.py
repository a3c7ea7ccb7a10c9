from __future__ import annotations

from pathlib import Path

import pytest

from ibviz.core.errors import ReadError
from ibviz.flow.jobs import JobSpec
from ibviz.flow.jobs_file import jobs_of_file

SQUEUE = """             JOBID PARTITION     NAME     USER ST       TIME  NODES NODELIST(REASON)
                41    normal    train     anna  R       1:02      4 n[001-003],n9
                42    normal    train     bert PD       0:00      9 (Resources)
"""


def _read(folder: Path, text: str) -> list[JobSpec]:
    file = folder / "jobs.csv"
    file.write_text(text)
    return jobs_of_file(file)


def test_that_a_table_is_read_whatever_the_order_of_its_columns(tmp_path: Path) -> None:
    text = 'pattern,job,note,hosts,size,placement\nshift:k=2,A,x,"n1,n[3-4]",,\n\n,B,,,7,random:2\n'
    first, second = _read(tmp_path, text)
    assert first == JobSpec.parse('A:"hosts=n1,n[3-4]",pattern=shift:k=2')
    assert second == JobSpec.parse("B:size=7,placement=random:2")


def test_that_what_squeue_prints_is_read_without_jobs_that_wait(tmp_path: Path) -> None:
    (found,) = _read(tmp_path, SQUEUE.replace("     NAME", "    TITLE"))
    assert (found.name, found.hosts) == ("41", "n[001-003],n9")


def test_that_bars_part_fields(tmp_path: Path) -> None:
    found = _read(tmp_path, "JOBID|NODELIST\n7|n[1-2],n5\n8|\n")
    assert [(spec.name, spec.hosts) for spec in found] == [("7", "n[1-2],n5")]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "is empty; expected a header with job and hosts or size"),
        ("job,size\n", "lists no job; expected a header"),
        ("A,n1\n", r"jobs\.csv:1: has no such header; expected a header with job"),
        ("job,pattern\nA,shift\n", r"jobs\.csv:1: has no such header"),
        ("job,hosts\nA,\n", r"jobs\.csv:2: job 'A' has neither hosts nor size"),
        ("job,size\nA,2\n\nB,x\n", r"jobs\.csv:4: job 'B': size is 'x'"),
        ('job,size\nA,"2"x\n', r"jobs\.csv:2: is no CSV"),
        ("job,size\n,2\n", r"jobs\.csv:2: a job has no name"),
    ],
)
def test_that_a_faulty_line_is_told(tmp_path: Path, text: str, message: str) -> None:
    with pytest.raises(ReadError, match=message):
        _read(tmp_path, text)
