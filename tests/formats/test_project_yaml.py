from __future__ import annotations

import time
from typing import Any

import pytest
import yaml
from dressed import NASTY, TREES
from hypothesis import given
from hypothesis import strategies as st

from ibviz.core.errors import ReadError
from ibviz.formats import project_yaml
from ibviz.formats.project_yaml import Item, load_yaml


def refusal(text: str) -> str:
    with pytest.raises(ReadError) as caught:
        load_yaml("f", text)
    assert "\n" not in str(caught.value)
    return str(caught.value)


def items_of(text: str) -> dict[str, Item]:
    value = load_yaml("f", text).root.value
    assert isinstance(value, dict)
    return value


@pytest.mark.parametrize(
    "text",
    [
        "00000012",
        "12:30:45",
        "no",
        "2024-01-01",
        "0x10",
        "1e3",
        "~",
        "null",
        ".inf",
        "0o17",
        "1_000",
        "",
        "=",
        "0b1",
    ],
)
def test_that_no_scalar_is_guessed_at(text: str) -> None:
    assert load_yaml("f", f"key: {text}").root.plain() == {"key": text}


@pytest.mark.parametrize(
    ("text", "line", "said"),
    [
        ("a: &x 1\nb: *x", 1, "no anchors"),
        ("a: 1\nb: *x", 2, "aliases"),
        ("a: 1\n&k b: 2", 2, "no anchors"),
        ("a: !!python/object/apply:os.system [ls]", 1, "no tags such as"),
        ("a: !!str 1", 1, "no tags"),
        ("a: ! 1", 1, "no tags"),
        ("!!map {a: 1}", 1, "no tags"),
        ("a: {b: 1}\n<<: {c: 2}", 2, "no merge keys"),
        ("a: 1\nb: 2\na: 3", 3, "key 'a' comes twice; first in line 1"),
        ("a: {b: 1, b: 2}", 1, "key 'b' comes twice"),
        ("? [a]\n: 1", 1, "a key is a list or a mapping"),
        ("? {a: b}\n: 1", 1, "a key is a list or a mapping"),
        ("a: 1\n---\nb: 2", 2, "a second document begins here"),
        ("a: [1, 2", 1, "expected YAML"),
        ("a: |\n  x\n y\nb: 1", 3, "expected YAML"),
        ('a: "\\ud800"', 1, "expected YAML"),
        ("a: 1\n\tb: 2", 2, "expected YAML"),
        ("%YAML 3.0\n---\na: 1", 1, "expected YAML"),
        ("a: b: c", 1, "expected YAML"),
    ],
)
def test_that_what_yaml_allows_and_a_project_does_not_is_refused(text: str, line: int, said: str) -> None:
    message = refusal(text)
    assert said in message and message.startswith(f"f:{line}: ")


def test_that_a_document_without_anything_is_refused() -> None:
    assert "it is empty" in refusal("") and "it is empty" in refusal("# only a comment\n")


def test_that_characters_that_yaml_cannot_hold_end_in_a_sentence() -> None:
    assert "no YAML" in refusal("a: \x01")


def test_that_quoted_merge_keys_are_keys() -> None:
    assert load_yaml("f", '"<<": 1').root.plain() == {"<<": "1"}


def test_that_an_alias_bomb_is_refused_at_once() -> None:
    lines = ["a: &a [x, x, x, x, x, x, x, x, x]"]
    lines += [f"{name}: &{name} [{', '.join(['*' + chr(ord(name) - 1)] * 9)}]" for name in "bcdefghi"]
    start = time.process_time()
    assert "no anchors" in refusal("\n".join(lines))
    assert time.process_time() - start < 1


def test_that_nesting_is_bounded() -> None:
    deepest = "[" * 31 + "x" + "]" * 31
    assert str(load_yaml("f", deepest).root.plain()).count("[") == 31
    assert "nested more than 32 deep" in refusal("[" * 32 + "x" + "]" * 32)
    assert "nested more than 32 deep" in refusal("{a: " * 40 + "x" + "}" * 40)
    assert "nesting depth" in refusal("[" * 100_000)


def test_that_the_number_of_values_and_the_size_are_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(project_yaml, "VALUE_LIMIT", 20)
    assert len(items_of("a: [" + "1, " * 17 + "]")["a"].plain()) == 17
    assert "at most 20 values" in refusal("a: [" + "1, " * 18 + "]")
    monkeypatch.setattr(project_yaml, "SIZE_LIMIT", 4)
    assert "holds at most" in refusal("a: 12")


def test_that_lines_are_those_of_the_file() -> None:
    items = items_of("# c\na: 1\nb:\n  - x\n  - y: z\nc: |\n  one\n  two\nd: 'q'\n")
    assert {key: (item.line, item.last) for key, item in items.items()} == {
        "a": (2, 2),
        "b": (4, 6),
        "c": (6, 9),
        "d": (9, 9),
    }
    assert [items[key].style for key in "acd"] == ["", "|", "'"]
    inner = items["b"].value
    assert isinstance(inner, list) and [item.line for item in inner] == [4, 5]


def test_that_control_characters_of_escapes_are_replaced_and_noted() -> None:
    document = load_yaml("f", 'a: x\nb: "\\a\\N\\n\\t\\ud7ff"\n"k\\0": 1')
    assert document.root.plain() == {"a": "x", "b": "\ufffd\ufffd\n\t\ud7ff", "k\ufffd": "1"}
    assert [note.line for note in document.notes] == [2, 3]


def test_that_a_byte_order_mark_inside_is_a_letter() -> None:
    assert load_yaml("f", "a: |\n  x\ufeffy\n").root.plain() == {"a": "x\ufeffy\n"}


@given(st.dictionaries(st.sampled_from(NASTY), TREES, max_size=4))
def test_that_what_pyyaml_writes_is_read_as_it_was(value: Any) -> None:
    text = yaml.dump(value, allow_unicode=True, default_flow_style=None)
    if "&id" not in text and "!!" not in text:
        assert load_yaml("f", text).root.plain() == value


@given(st.text(alphabet="ab:-|>[]{}\"'#&*!%\n \t?,0", max_size=40))
def test_that_any_text_is_read_or_refused_in_one_sentence(text: str) -> None:
    try:
        load_yaml("f", text)
    except ReadError as error:
        assert "\n" not in str(error)


def test_that_the_slow_loader_serves_where_libyaml_is_absent(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(project_yaml, "_LOADER", yaml.SafeLoader)
    assert load_yaml("f", "a: |\n  x\nb: [1, no]").root.plain() == {"a": "x\n", "b": ["1", "no"]}
    assert "no anchors" in refusal("a: &x 1") and "nested more" in refusal("[" * 50)


def test_that_scenarios_may_list_far_more_than_the_other_settings(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(project_yaml, "VALUE_LIMIT", 20)
    monkeypatch.setattr(project_yaml, "FAILED_LIMIT", 60)
    many, most = ", ".join("x" * 50), ", ".join("x" * 70)
    settings = "a: [1, 2, 3]\n" + f"scenarios: [{many}]\n" + "b: [1, 2, 3, 4, 5, 6, 7]\n"
    root = load_yaml("f", settings).root.value
    assert isinstance(root, dict) and len(root["scenarios"].plain()) == 50
    for text in (settings + f"c: [{many}]", f"scenarios: [{most}]", f"a: {{scenarios: [{many}]}}"):
        with pytest.raises(ReadError, match="at most 20 values"):
            load_yaml("f", text)
