from __future__ import annotations

import inspect
from pathlib import Path
from typing import Any, Literal

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from ibviz.core.errors import OptionError
from ibviz.core.options import LIMIT, Option, Ratio, Reference, options_of, values
from ibviz.core.progress import Progress, silent
from ibviz.core.units import Rate


def entry(
    fabric: object,
    *,
    radix: int,
    share: float = 0.5,
    style: Literal["one", "two"] = "one",
    hosts: int | None = None,
    local: bool = False,
    name: str = "",
    path: Path | None = None,
    speed: Rate = Rate(4, 7),
    blocking: Ratio = Ratio(1, 1),
    dst: Reference | None = None,
    _hidden: object = None,
    progress: Progress = silent,
) -> None:
    """Do something.

    Parameters
    ----------
    radix : int
        Ports of every switch,
        an even number.
    share, hosts : float
        How much.

    Returns
    -------
    None
        Whatever : this is.
    """


def undocumented(*, k: int = 1) -> None:
    pass


def option(name: str) -> Option:
    return next(o for o in options_of(entry) if o.name == name)


def test_that_keyword_only_parameters_are_the_options() -> None:
    assert [o.name for o in options_of(entry)] == [
        "radix", "share", "style", "hosts", "local", "name", "path", "speed", "blocking", "dst",
    ]  # fmt: skip


def test_that_an_option_knows_its_type_default_choices_and_help() -> None:
    radix = option("radix")
    assert radix == Option(
        "radix", int, inspect.Parameter.empty, False, (), "Ports of every switch, an even number."
    )
    assert radix.required and not option("share").required
    assert option("share").help == option("hosts").help == "How much."
    assert option("style").choices == ("one", "two") and option("style").type is str
    assert option("hosts").optional and option("hosts").type is int
    assert options_of(undocumented)[0].help == ""


@pytest.mark.parametrize(
    ("name", "text", "value"),
    [
        ("radix", " 36 ", 36),
        ("radix", "-1", -1),
        ("radix", "+7", 7),
        ("share", "0.25", 0.25),
        ("share", "1e3", 1000.0),
        ("style", "two", "two"),
        ("hosts", "", None),
        ("hosts", "648", 648),
        ("local", "1", True),
        ("local", "No", False),
        ("local", "TRUE", True),
        ("name", "", ""),
        ("path", "a b.csv", Path("a b.csv")),
        ("path", "", None),
        ("speed", "2xhdr", Rate(2, 7)),
        ("blocking", "2:1", Ratio(2, 1)),
        ("dst", "leaf1[3]", "leaf1[3]"),
    ],
)
def test_that_text_becomes_a_value(name: str, text: str, value: object) -> None:
    parsed = option(name).parse(text)
    assert parsed == value and type(parsed) is (type(value) if name != "dst" else Reference)


@pytest.mark.parametrize(
    ("name", "text", "sentence"),
    [
        ("radix", "many", "radix is 'many'; expected a whole number"),
        ("radix", "", "radix is ''; expected a whole number"),
        ("radix", "1_000", "radix is '1_000'; expected a whole number"),
        ("radix", "3.5", "radix is '3.5'; expected a whole number"),
        ("radix", "99999999999", "radix is '99999999999'; expected a whole number"),
        ("radix", "9999999999", "radix is '9999999999'; expected a whole number"),
        ("radix", "٣٦", "radix is '٣٦'; expected a whole number"),
        ("share", "nan", "share is 'nan'; expected a number"),
        ("share", "inf", "share is 'inf'; expected a number"),
        ("share", "1_0.0", "share is '1_0.0'; expected a number"),
        ("share", "1" * 41, f"share is {'1' * 41!r}; expected a number"),
        ("style", "three", "style is 'three'; expected one of one, two"),
        ("local", "maybe", "local is 'maybe'; expected 0 or 1"),
        ("blocking", "2", "blocking: '2' is no ratio; expected two whole numbers such as 2:1"),
        (
            "speed",
            "4xFOO",
            "speed: '4xFOO' is no rate; expected width and speed such as 4xHDR, speeds SDR to XDR",
        ),
    ],
)
def test_that_text_that_does_not_fit_is_refused_in_a_sentence(name: str, text: str, sentence: str) -> None:
    with pytest.raises(OptionError) as caught:
        option(name).parse(text)
    assert str(caught.value) == sentence


@given(st.integers(-LIMIT, LIMIT))
def test_that_every_whole_number_within_the_limit_is_read(number: int) -> None:
    assert option("radix").parse(str(number)) == number


@given(st.integers(1, 1000), st.integers(1, 1000))
def test_that_a_ratio_is_read_as_it_is_written(down: int, up: int) -> None:
    ratio = Ratio(down, up)
    assert Ratio.parse(str(ratio)) == ratio
    assert ratio.value == down / up


@given(st.text(max_size=12))
@example("0:1")
@example("1:0")
@example("1001:1")
@example("1:1:1")
@example("-1:1")
def test_that_any_text_is_a_ratio_of_two_small_numbers_or_refused(text: str) -> None:
    try:
        ratio = Ratio.parse(text)
    except OptionError:
        return
    assert 0 < ratio.down <= 1000 and 0 < ratio.up <= 1000


def test_that_values_take_flags_with_dashes_or_underscores() -> None:
    def with_long_name(*, host_speed: Rate | None = None) -> None: ...

    assert values(with_long_name, {"host-speed": "HDR"}) == {"host_speed": Rate(4, 7)}
    assert values(with_long_name, {"host_speed": ""}) == {"host_speed": None}
    assert values(with_long_name, {}) == {}


def test_that_an_unknown_option_lists_the_known() -> None:
    with pytest.raises(OptionError, match="there is no option 'j'; known are k"):
        values(undocumented, {"j": "1"})
    with pytest.raises(OptionError, match="there is no option 'j'; known are none"):
        values(lambda: None, {"j": "1"})


def test_that_a_missing_option_is_asked_for() -> None:
    with pytest.raises(OptionError, match="option radix must be given"):
        values(entry, {})


@pytest.mark.parametrize("hint", [int | str, list[int], dict])
def test_that_a_type_without_a_form_is_our_mistake(hint: Any) -> None:
    def wrong(*, k: object) -> None: ...

    wrong.__annotations__["k"] = hint
    with pytest.raises(TypeError, match="option k has no"):
        options_of(wrong)
