from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from gui_windows import small_state
from PySide6.QtWidgets import QApplication, QVBoxLayout, QWidget

from ibviz.core.edit_scenarios import fail, set_traffic
from ibviz.core.scenario import Choice
from ibviz.gui.banner import STOPPED, Banner
from ibviz.gui.desk import Desk
from ibviz.gui.document import Document
from ibviz.gui.gaze import Gaze
from ibviz.gui.jobs import Jobs
from ibviz.gui.results import KEY, Results
from ibviz.gui.settings import Settings
from ibviz.gui.timings import Timings

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")  # the offscreen one


@pytest.fixture
def desk(qtbot: Any, tmp_path: Path) -> Iterator[Desk]:
    document, jobs = Document(small_state()), Jobs()
    results = Results(document, jobs)
    made = Desk(document, results, Gaze(), jobs, Settings(tmp_path / "s.ini"), Timings())
    qtbot.waitUntil(lambda: results.load is not None)
    yield made
    assert jobs.close()


@pytest.fixture
def banner(qtbot: Any, desk: Desk) -> Banner:
    stage = QWidget()
    made = Banner(desk)
    QVBoxLayout(stage).addWidget(made)
    qtbot.addWidget(stage)
    stage.resize(1000, 200)
    stage.show()
    made.stage = stage  # type: ignore[attr-defined]
    return made


def fail_and_wait(desk: Desk, qtbot: Any, **what: Any) -> None:
    with qtbot.waitSignal(desk.results.compared, timeout=5000):
        desk.document.apply("Fail", lambda s: fail(s, **what))


def sentence(banner: Banner) -> str:
    return banner._sentence.text()


def test_that_a_healthy_fabric_has_no_banner(banner: Banner) -> None:
    assert not banner.isVisible()


def test_that_the_banner_says_what_is_down_and_what_it_costs(qtbot: Any, desk: Desk, banner: Banner) -> None:
    fail_and_wait(desk, qtbot, nodes=[2])
    assert banner.isVisible()
    assert banner._title.text() == "spine1 is down"
    assert desk.results.load is not None and desk.results.load.outcome is not None
    assert sentence(banner) == desk.results.load.outcome.sentence
    desk.document.stack.undo()
    assert not banner.isVisible()


def test_that_the_sides_switch_the_overlay_and_follow_it(qtbot: Any, desk: Desk, banner: Banner) -> None:
    fail_and_wait(desk, qtbot, nodes=[2])
    assert banner.sides["utilization"].isChecked()
    for overlay, button in banner.sides.items():
        button.click()
        assert desk.results.looks_back == (overlay == "before")
        assert overlay in ("before", desk.gaze.view.overlay)
        assert [name for name, each in banner.sides.items() if each.isChecked()] == [overlay]
    desk.gaze.change(overlay="speed")
    assert [name for name, each in banner.sides.items() if each.isChecked()] == ["utilization"]


def test_that_hosts_that_are_gone_can_be_copied(qtbot: Any, desk: Desk, banner: Banner) -> None:
    fail_and_wait(desk, qtbot, cables=[4])
    assert banner._copy.isVisible()
    banner._copy.click()
    assert QApplication.clipboard().text() in ("host[1-2]", "host[3-4]")
    assert banner._copy.text() == "Copied"
    qtbot.waitUntil(lambda: banner._copy.text() == "Copy hosts", timeout=8000)


def test_that_nothing_is_offered_to_copy_where_no_host_is_gone(
    qtbot: Any, desk: Desk, banner: Banner
) -> None:
    fail_and_wait(desk, qtbot, nodes=[3])
    banner.refresh()
    assert banner._copy.isVisible()
    desk.document.stack.undo()
    assert not banner._copy.isVisible()


def test_that_the_old_sentence_stays_while_a_new_one_is_made(qtbot: Any, desk: Desk, banner: Banner) -> None:
    fail_and_wait(desk, qtbot, nodes=[2])
    old = sentence(banner)
    desk.document.apply("Fail", lambda s: fail(s, cables=[0]))
    assert sentence(banner) == old
    assert banner._title.text() == "1 switch and 1 cable are down"
    qtbot.waitUntil(lambda: sentence(banner) not in (old, "Comparing with before."))


def test_that_a_traffic_that_does_not_fit_is_said(qtbot: Any, desk: Desk, banner: Banner) -> None:
    fail_and_wait(desk, qtbot, nodes=[2])
    with qtbot.waitSignal(desk.results.failed, timeout=5000):
        desk.document.apply("Traffic", lambda s: set_traffic(s, Choice("incast", {"dst": "nobody"})))
    assert "nobody" in sentence(banner)


def test_that_without_traffic_it_says_so(
    qtbot: Any, desk: Desk, banner: Banner, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ibviz.gui.results.MOST_BY_ITSELF", 0)
    desk.document.apply("Fail", lambda s: fail(s, nodes=[2]))
    assert sentence(banner) == "Nothing was simulated; choose a traffic."
    assert not any(button.isEnabled() for button in banner.sides.values())


def test_that_it_wears_both_themes(qtbot: Any, desk: Desk, banner: Banner) -> None:
    fail_and_wait(desk, qtbot, nodes=[2])
    dark = banner.grab().toImage()
    desk.gaze.change(theme="light")
    assert banner.grab().toImage() != dark


def test_that_it_says_that_all_is_from_before(qtbot: Any, desk: Desk, banner: Banner) -> None:
    fail_and_wait(desk, qtbot, nodes=[2])
    banner.sides["before"].click()
    assert banner._title.text() == "Before spine1 failed"
    assert sentence(banner).startswith("All shows how it was with nothing down: ")
    assert banner._hint.text() == "B shows after"
    banner.sides["difference"].click()
    assert banner._title.text() == "spine1 is down"
    assert banner._hint.text() == "Hold B to see before"


def test_that_after_is_marked_under_any_other_overlay_and_keeps_it(
    qtbot: Any, desk: Desk, banner: Banner
) -> None:
    fail_and_wait(desk, qtbot, nodes=[2])
    desk.gaze.change(overlay="speed")
    assert banner.sides["utilization"].isChecked()
    banner.sides["before"].click()
    banner.sides["utilization"].click()
    assert desk.gaze.view.overlay == "speed"
    assert not desk.results.looks_back


def test_that_a_simulation_that_was_stopped_is_not_said_to_run(
    qtbot: Any, desk: Desk, banner: Banner
) -> None:
    desk.document.apply("Fail", lambda s: fail(s, nodes=[2]))
    desk.jobs.cancel(KEY)
    qtbot.waitUntil(lambda: sentence(banner) == STOPPED)
    with qtbot.waitSignal(desk.results.compared, timeout=5000):
        desk.results.refresh()
    assert sentence(banner) != STOPPED
