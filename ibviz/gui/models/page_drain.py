"""The inspector's section on draining a switch: what becomes of each job."""

from __future__ import annotations

from ibviz.core.host_names import host_list
from ibviz.core.text import clean, unturned
from ibviz.flow.draining import Draining, JobFate
from ibviz.flow.whatif_words import counted, percent
from ibviz.gui.models.page import Button, Buttons, Copy, Fact, Row, Section, Sentence

SHOWN = 8
"""Jobs that are listed."""


def drain_section(answer: Draining) -> Section:
    """Say whether it is safe to drain, and what becomes of each job, worst first."""
    rows: list[Row] = [Sentence(answer.sentence, "" if answer.safe else "warn")]
    rows += [Fact(unturned(clean(each.job)), _fate(each)) for each in answer.jobs[:SHOWN]]
    if len(answer.jobs) > SHOWN:
        rows.append(Sentence(f"And {counted(len(answer.jobs) - SHOWN, 'more job')}."))
    lost = host_list(name for each in answer.jobs for name in each.lost)
    if lost:
        rows.append(Buttons((Button("Hosts lost", Copy(lost, "Copied the hosts lost"), "copy", lost),)))
    return Section("Drain now?", tuple(rows))


def _fate(each: JobFate) -> str:
    if each.fate == "slower":
        return f"slows down to {percent(each.speed or 0)}"
    if each.lost:
        return f"loses {len(each.lost):,} of {counted(each.hosts, 'host')}"
    return {"loses hosts": "loses ports", "cut apart": "is cut apart"}.get(each.fate, each.fate)
