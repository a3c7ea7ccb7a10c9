from __future__ import annotations

from ibviz.flow.draining import Draining, Fate, JobFate
from ibviz.gui.models.page import Buttons, Fact, Sentence
from ibviz.gui.models.page_drain import SHOWN, drain_section

FATES: tuple[tuple[Fate, tuple[str, ...], float | None, str], ...] = (
    ("loses hosts", ("n1", "n2"), None, "loses 2 of 4 hosts"),
    ("loses hosts", (), None, "loses ports"),
    ("cut apart", (), None, "is cut apart"),
    ("slower", (), 0.5, "slows down to 50\u2009%"),
    ("untouched", (), 1.0, "untouched"),
)


def test_that_each_job_is_told_and_lost_hosts_can_be_copied() -> None:
    jobs = tuple(JobFate(f"J{at}", 4, fate, lost, speed) for at, (fate, lost, speed, _) in enumerate(FATES))
    section = drain_section(Draining(False, jobs, "Not safe."))
    facts = [row for row in section.rows if isinstance(row, Fact)]
    assert [fact.value for fact in facts] == [words for *_, words in FATES]
    assert isinstance(section.rows[0], Sentence) and section.rows[0].tone == "warn"
    (buttons,) = (row for row in section.rows if isinstance(row, Buttons))
    assert buttons.buttons[0].act.text == "n[1-2]"


def test_that_many_jobs_are_counted_and_names_turn_nothing_around() -> None:
    jobs = tuple(JobFate(f"J\u202e{at}", 1, "untouched", (), 1.0) for at in range(SHOWN + 2))
    section = drain_section(Draining(True, jobs, "Safe."))
    assert section.rows[-1] == Sentence("And 2 more jobs.")
    assert "\u202e" not in str(section)
