from __future__ import annotations

from typing import Any

import pytest
from dressed import CHOICES, TREES
from fabrics import fabric_of
from hypothesis import given
from hypothesis import strategies as st

from ibviz.core.attached import Attached
from ibviz.core.errors import ReadError
from ibviz.core.references import References
from ibviz.core.scenario import Choice, Scenario
from ibviz.formats.project_emit import entry
from ibviz.formats.project_settings import (
    read_attached,
    read_choice,
    read_scenarios,
    written_attached,
    written_choice,
    written_scenario,
)
from ibviz.formats.project_yaml import Item, load_yaml

NAMES = References(fabric_of("SSH", [(0, 1, 1, 1), (2, 1, 0, 2)]))


def item(text: str, key: str) -> Item:
    root = load_yaml("f", text).root.value
    assert isinstance(root, dict)
    return root[key]


def scenarios(text: str) -> tuple[tuple[Scenario, ...], dict[str, dict[str, Any]]]:
    return read_scenarios("f", item(text, "scenarios"), NAMES)


@given(CHOICES, st.dictionaries(st.sampled_from(("since", "é", "a b")), TREES, max_size=2))
def test_that_a_choice_is_read_as_it_was_written(choice: Choice | None, rest: dict[str, Any]) -> None:
    text = entry("traffic", written_choice("traffic", choice, rest))
    assert read_choice("f", "traffic", item(text, "traffic")) == (choice, rest)


def test_that_a_choice_may_be_a_short_text() -> None:
    assert read_choice("f", "traffic", item("traffic: shift:k=1", "traffic")) == (
        Choice("shift", {"k": "1"}),
        {},
    )
    assert read_choice("f", "routing", None) == (None, {})


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("traffic: [a]", "f:1: traffic: expected a mapping"),
        ("traffic: shift:k", "f:1: traffic: 'k' in 'shift:k' is no option; expected key=value"),
        ("traffic: {args: {k: 1}}", "f:1: traffic: expected `pattern: NAME` beside its args"),
        ("traffic: {pattern: [a]}", "f:1: pattern: expected a text"),
        ("traffic: {pattern: a, args: b}", "f:1: args: expected a mapping"),
        ("traffic:\n  pattern: a\n  args: {k: [1]}", "f:3: k: expected a text"),
    ],
)
def test_that_what_is_no_choice_is_told_with_its_line(text: str, said: str) -> None:
    with pytest.raises(ReadError) as caught:
        read_choice("f", "traffic", item(text, "traffic"))
    assert str(caught.value).startswith(said)


def test_that_scenarios_name_nodes_and_cables_by_either_end() -> None:
    made, rest = scenarios(
        "scenarios:\n  - name: a\n    fail: ['S1[1]', H2, 'S0[2]']\n  - {name: b, routing: updn}\n"
    )
    assert made == (Scenario("a", frozenset({2}), frozenset({0, 1})), Scenario("b", routing=Choice("updn")))
    assert rest == {}
    assert written_scenario(made[0], NAMES, {}) == {"name": "a", "fail": ["H2", "S0[1]", "H2[1]"]}
    assert written_scenario(made[1], NAMES, {"x": "y", "routing": {"z": "1"}}) == {
        "name": "b",
        "fail": [],
        "routing": {"engine": "updn", "z": "1"},
        "x": "y",
    }


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("scenarios: a", "f:1: scenarios: expected a list"),
        ("scenarios: [a]", "f:1: scenarios: expected a mapping"),
        ("scenarios:\n  - fail: []", "f:2: scenarios: one has no name"),
        ("scenarios:\n  - name: a\n  - name: a", "f:3: scenarios: two are called 'a'"),
        ("scenarios:\n  - name: a\n    fail: S0", "f:3: fail: expected a list"),
        ("scenarios:\n  - name: a\n    fail: [[x]]", "f:3: fail: expected a text"),
        (
            "scenarios:\n  - name: a\n    fail:\n      - S0\n      - S7",
            "f:5: scenario 'a', fail: no node is called 'S7'",
        ),
        (
            "scenarios:\n  - name: a\n    fail: ['S0[9]']",
            "f:3: scenario 'a', fail: no cable is plugged into 'S0[9]'",
        ),
        ("scenarios:\n  - name: [a]", "f:2: name: expected a text"),
    ],
)
def test_that_a_scenario_that_cannot_be_is_told_with_its_line(text: str, said: str) -> None:
    with pytest.raises(ReadError) as caught:
        scenarios(text)
    assert str(caught.value).startswith(said)


def test_that_no_scenarios_are_none() -> None:
    assert read_scenarios("f", None, NAMES) == ((), {}) == scenarios("scenarios:\n")


def items(text: str) -> dict[str, Item]:
    root = load_yaml("f", text).root.value
    assert isinstance(root, dict)
    return root


@given(st.sampled_from(("lft", "site")), st.dictionaries(st.sampled_from(("since", "é")), TREES, max_size=2))
def test_that_an_attached_file_is_read_as_it_was_written(engine: str, rest: dict[str, Any]) -> None:
    key = {"lft": "tables", "site": "opensm"}[engine]
    attached = Attached(engine, "/data/a b.lft", "ab")
    text = "".join(entry(*pair) for pair in written_attached(attached, {key: rest}).items())
    found, rests = read_attached("/elsewhere/f", items(text))
    assert found == attached and found is not None and found.digest == "ab"
    assert rests.get(key, {}) == rest


def test_that_an_attached_file_is_looked_for_from_the_projects_folder() -> None:
    found, _ = read_attached("/data/f.ibviz.yaml", items("tables: {path: tables/a.lft}\nopensm: {path: b}"))
    assert found == Attached("lft", "/data/tables/a.lft")
    assert read_attached("f", items("tables:\nopensm:")) == (None, {})
    assert written_attached(None, {"tables": {"since": "1"}}) == {"tables": {"since": "1"}}


def test_that_an_attached_file_without_path_is_told_with_its_line() -> None:
    with pytest.raises(ReadError, match=r"f:2: opensm: expected \{path: FILE\}"):
        read_attached("f", items("tables:\nopensm: {sha256: ab}"))
