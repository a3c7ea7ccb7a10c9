from __future__ import annotations

from dataclasses import FrozenInstanceError

import numpy as np
import pytest

from ibviz.core.criticality import Criticality


def test_that_what_was_found_stays() -> None:
    made = Criticality(np.array([0.1]), np.array([False]), 1, 2)
    with pytest.raises(FrozenInstanceError):
        made.tried = 2  # type: ignore[misc]
    assert made != Criticality(made.loss, made.cuts, 1, 2)  # told apart by what it is, not by its arrays
