from __future__ import annotations

import pytest
from dressed import TEXTS
from hypothesis import given
from hypothesis import strategies as st

from ibviz.core.errors import OptionError
from ibviz.core.scenario import AS_BUILT, Choice, Scenario

KEYS = st.from_regex(r"[a-z][a-z0-9_-]{0,8}", fullmatch=True)


@given(KEYS.filter(lambda kind: kind != "file"), st.dictionaries(KEYS, TEXTS, max_size=4))
def test_that_any_choice_reads_back_from_its_text(kind: str, args: dict[str, str]) -> None:
    assert Choice.parse(str(Choice(kind, args))) == Choice(kind, args)


@pytest.mark.parametrize(
    ("text", "kind", "args"),
    [
        ("ring", "ring", {}),
        ("ring:", "ring", {}),
        ("shift:k=1", "shift", {"k": "1"}),
        ("permutation:seed=1,count=400", "permutation", {"seed": "1", "count": "400"}),
        ('incast:dst="a,b"', "incast", {"dst": "a,b"}),
        ('incast:"dst=a,""b"""', "incast", {"dst": 'a,"b"'}),
        ("incast:dst=S-1[2],demand=5", "incast", {"dst": "S-1[2]", "demand": "5"}),
        ("file:flows.csv", "file", {"path": "flows.csv"}),
        ("file:a=b.csv", "file", {"path": "a=b.csv"}),
        ("file:path=f.csv,hosts=n*", "file", {"path": "f.csv", "hosts": "n*"}),
        ('file:"a,b.csv",local=1', "file", {"path": "a,b.csv", "local": "1"}),
        ("updn:roots=C:\\x", "updn", {"roots": "C:\\x"}),
        ("x:k=", "x", {"k": ""}),
    ],
)
def test_that_choices_are_read_as_the_manual_says(text: str, kind: str, args: dict[str, str]) -> None:
    assert Choice.parse(text) == Choice(kind, args)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("shift:k", "expected key=value"),
        ("shift:=1", "expected key=value"),
        ("a:k=1,k=2", "comes twice"),
        ('a:k="1', "not closed"),
    ],
)
def test_that_what_is_no_choice_is_refused(text: str, said: str) -> None:
    with pytest.raises(OptionError, match=said):
        Choice.parse(text)


def test_that_choices_and_scenarios_serve_as_keys() -> None:
    assert len({Choice("a", {"k": "1"}), Choice("a", {"k": "1"}), Choice("b")}) == 2
    assert hash(Scenario("a", traffic=Choice("ring"))) == hash(Scenario("a", traffic=Choice("ring")))
    assert Scenario() == AS_BUILT and not AS_BUILT.down_nodes
