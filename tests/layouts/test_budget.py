from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from ibviz.layouts.budget import Budget


@given(st.integers(0, 50), st.lists(st.integers(0, 20)))
def test_that_no_more_is_spent_than_was_granted(granted: int, costs: list[int]) -> None:
    budget = Budget(granted)
    done = [cost for cost in costs if budget.spend(cost)]
    assert budget.spent == sum(done) <= granted


def test_that_a_question_costs_nothing() -> None:
    budget = Budget(5)
    assert budget.affords(5)
    assert not budget.affords(6)
    assert budget.spent == 0
