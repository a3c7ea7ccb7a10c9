from __future__ import annotations

from flows import laid
from patterns import star


def test_that_only_collectives_tell_how_long_they_take() -> None:
    assert "collective" in laid(star(4), "all-gather").summary
    assert "collective" not in laid(star(4), "ring").summary
