"""A fault in one part is reported; the others go on."""

from __future__ import annotations

import sys

import pytest

from ibviz.gui.reported import reported


def test_that_a_fault_goes_to_the_hook_and_no_further(monkeypatch: pytest.MonkeyPatch) -> None:
    caught: list[str] = []
    monkeypatch.setattr(
        sys, "excepthook", lambda kind, error, trace: caught.append(f"{kind.__name__} {error}")
    )
    with reported():
        raise ValueError("x")
    with reported():
        pass
    assert caught == ["ValueError x"]


def test_that_leaving_is_no_fault() -> None:
    with pytest.raises(KeyboardInterrupt), reported():
        raise KeyboardInterrupt
