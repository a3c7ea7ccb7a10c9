"""Reads jobs from a table: ``jobs.csv``, or what Slurm's ``squeue`` prints."""

from __future__ import annotations

import csv
from collections.abc import Iterator
from pathlib import Path

from ibviz.core.errors import OptionError, ReadError
from ibviz.flow.jobs import KEYS, JobSpec
from ibviz.flow.textfile import read_text

EXPECTED = "a header with job and hosts or size, and if wanted placement and pattern"

_ALIASES = {"name": "job", "jobid": "job", "nodelist": "hosts", "nodelist(reason)": "hosts"}


def jobs_of_file(path: Path) -> list[JobSpec]:
    """Return the jobs of a CSV table; fields may also be parted by ``|`` or blanks, as Slurm prints them.

    Columns are ``job``, ``hosts``, ``size``, ``placement`` and ``pattern``; Slurm's ``JOBID`` and ``NODELIST`` are
    read as the first two, and a job without hosts, which waits, is passed over there. Other columns are
    passed over.

    Raises
    ------
    ReadError
        If it cannot be read or a line is faulty; tells which.
    """
    found = [spec for _, spec in _rows(str(path), read_text(path, EXPECTED))]
    if not found:
        raise ReadError(str(path), f"lists no job; expected {EXPECTED}")
    return found


def _rows(name: str, text: str) -> Iterator[tuple[int, JobSpec]]:
    header: list[str] = []
    slurm = False
    for number, cells in _cells(name, text):
        if not header:
            plain = [cell.strip().lower() for cell in cells]
            header = [_ALIASES.get(cell, cell) for cell in plain]
            slurm = any(cell.startswith("nodelist") for cell in plain)
            if "job" not in header or not {"hosts", "size"} & set(header):
                raise ReadError(name, f"has no such header; expected {EXPECTED}", number)
            continue
        told = dict(zip(header, cells, strict=False))
        job = told.pop("job", "")
        given = {key: told[key].strip() for key in KEYS if told.get(key, "").strip()}
        if slurm and (not given.get("hosts") or given["hosts"].startswith("(")):
            continue
        try:
            yield number, JobSpec.of(job, given)
        except OptionError as error:
            raise ReadError(name, str(error), number) from None


def _cells(name: str, text: str) -> Iterator[tuple[int, list[str]]]:
    head = next((line for line in text.split("\n") if line.strip()), "")
    if "," not in head and "|" not in head and len(head.split()) > 1:
        yield from ((n, line.split()) for n, line in enumerate(text.split("\n"), 1) if line.strip())
        return
    table = csv.reader(
        (line + "\n" for line in text.split("\n")), delimiter="," if "," in head else "|", strict=True
    )
    try:
        for cells in table:
            if any(cell.strip() for cell in cells):
                yield table.line_num, cells
    except csv.Error as error:
        raise ReadError(name, f"is no CSV: {error}", table.line_num) from None
