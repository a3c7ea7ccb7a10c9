from __future__ import annotations

from typing import Any

import yaml
from dressed import LINES, NASTY, TEXTS, TREES
from hypothesis import given
from hypothesis import strategies as st

from ibviz.formats.project_emit import block, entry, scalar
from ibviz.formats.project_yaml import load_yaml


@given(TEXTS)
def test_that_a_scalar_is_the_same_text_to_every_reader(text: str) -> None:
    written = scalar(text)
    assert "\n" not in written
    assert load_yaml("f", f"a: {written}\n").root.plain() == {"a": text}
    assert load_yaml("f", f"[{written}, {{{written}: {written}}}]").root.plain() == [text, {text: text}]
    guessed = yaml.safe_load(f"a: {written}\n")["a"]
    assert guessed == text or (isinstance(guessed, int) and str(guessed) == text)


@given(st.text())
def test_that_no_text_at_all_makes_a_file_that_cannot_be_read(text: str) -> None:
    root = load_yaml("f", entry(text, [text, text + "\n"])).root.plain()
    assert len(root) == 1


@given(st.dictionaries(TEXTS, TREES, max_size=4))
def test_that_any_tree_is_read_as_it_was_written(tree: dict[str, Any]) -> None:
    text = "".join(entry(key, value) for key, value in tree.items()) or "{}"
    assert load_yaml("f", text).root.plain() == tree
    assert yaml.load(text, Loader=yaml.BaseLoader) == tree


@given(LINES, st.sampled_from(("", "\n", "\n\n")), st.sampled_from(("", "\n", " ", "\t")))
def test_that_a_block_keeps_each_line_a_line(text: str, end: str, start: str) -> None:
    whole = start + text + end
    written = block(whole, "  ")
    assert load_yaml("f", f"a: {written}b: 1\n").root.plain() == {"a": whole, "b": "1"}
    assert written.count("\n") >= whole.count("\n")


def test_that_a_table_with_a_byte_order_mark_stays_line_by_line() -> None:
    table = 'name,kind\n"a ""b"" \\",switch\n c\ufeff,hca\n\td,hca\n'
    written = block(table, "  ")
    assert written.split("\n") == [
        '"\\',
        "  name,kind\\n\\",
        '  \\"a \\"\\"b\\"\\" \\\\\\",switch\\n\\',
        "  \\ c\\uFEFF,hca\\n\\",
        "  \\td,hca\\n\\",
        '  "',
        "",
    ]
    assert yaml.safe_load(f"t: {written}")["t"] == table


def test_that_small_values_stand_on_one_line_and_large_ones_do_not() -> None:
    assert (
        entry("traffic", {"pattern": "shift", "args": {"k": "1"}})
        == "traffic: {pattern: shift, args: {k: 1}}\n"
    )
    assert entry("a", {"b": {}, "c": []}) == "a: {b: {}, c: []}\n"
    assert entry("s", [{"name": "x", "fail": ["a[1]"]}]) == 's:\n  - name: x\n    fail: ["a[1]"]\n'
    long = [f"leaf{n}" for n in range(20)]
    assert entry("fail", long) == "fail:\n" + "".join(f"  - {name}\n" for name in long)
    assert entry("m", {"a": long}).startswith("m:\n  a:\n    - leaf0\n")


def test_that_texts_others_would_guess_at_are_quoted() -> None:
    quoted = [text for text in NASTY if scalar(text).startswith('"')]
    assert {"no", "1:2", "0x12", "~", "", " a", "a ", "a: b", "=cmd()", "\ufeff", "é"} <= set(quoted)
    assert (
        scalar("leaf 1") == "leaf 1"
        and scalar("100") == "100"
        and scalar("On") == '"On"'
        and scalar("08") == '"08"'
    )


def test_that_a_key_too_long_for_a_simple_one_is_written_as_an_explicit_one() -> None:
    key = "é" * 1200
    for value in ("x", {"a": "b"}, ["c" * 90], {"d": "e" * 90}):
        assert load_yaml("f", entry(key, value)).root.plain() == {key: value}
