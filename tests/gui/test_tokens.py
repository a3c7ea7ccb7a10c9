"""Tokens: the same colours as the picture's theme, read without numpy."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import fields

import pytest

from ibviz.drawing.theme import THEMES, Theme, theme
from ibviz.gui.tokens import tokens_of


@pytest.mark.parametrize("name", THEMES)
def test_that_tokens_are_those_of_the_picture(name: str) -> None:
    ours, its = tokens_of(name), theme(name)
    names = [field.name for field in fields(Theme) if isinstance(getattr(its, field.name), int)]
    assert {token: ours[token] for token in names} == {token: its[token] for token in names}
    assert ours.rail3 == its["rail3"]
    assert set(names) <= set(iter(ours))


def test_that_an_unknown_token_is_an_error() -> None:
    with pytest.raises(AttributeError):
        _ = tokens_of("dark").nonsense
    with pytest.raises(KeyError):
        _ = tokens_of("dark")["nonsense"]


def test_that_tokens_do_not_need_numpy() -> None:
    code = "import sys; from ibviz.gui.tokens import tokens_of; tokens_of('dark'); sys.exit('numpy' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
