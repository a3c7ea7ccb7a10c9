from __future__ import annotations

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from ibviz.drawing.stack import Part, stack

PARTS = st.lists(
    st.builds(
        lambda least, share, extra: (least, share, least + extra),
        st.floats(1, 60),
        st.sampled_from([0.0, 1.0, 1.5]),
        st.floats(0, 400),
    ),
    min_size=1,
    max_size=9,
)


@given(PARTS, st.floats(100, 2000))
def test_that_parts_lie_one_below_the_other_and_within_their_limits(
    given_parts: list[tuple[float, float, float]], room: float
) -> None:
    parts = [Part(f"p{i}", least, share, most) for i, (least, share, most) in enumerate(given_parts)]
    placed = list(stack(parts, 50, 50 + room).values())
    assert placed[0][0] >= 50
    assert placed[-1][0] + placed[-1][1] <= 50 + room + 1
    assert all(abs(a[0] + a[1] - b[0]) <= 1 for a, b in pairwise(placed))
    if sum(part.least for part in parts) <= room:
        for part, (_, tall) in zip(parts, placed, strict=True):
            assert part.least - 1 <= tall <= (part.most if part.share else part.least) + 1


def test_that_parts_which_do_not_fit_shrink_alike() -> None:
    assert stack([Part("a", 100), Part("b", 300)], 0, 200) == {"a": (0.0, 50.0), "b": (50.0, 150.0)}


def test_that_a_stack_without_spare_room_stays_as_it_is() -> None:
    assert stack([Part("a", 100, 1)], 0, 100) == {"a": (0.0, 100.0)}


def test_that_what_a_full_part_leaves_goes_to_the_others() -> None:
    placed = stack([Part("a", 10, 1, 20), Part("b", 10, 1)], 0, 100)
    assert placed == {"a": (0.0, 20.0), "b": (20.0, 80.0)}


def test_that_air_takes_room_but_has_no_place() -> None:
    assert stack([Part("", 30), Part("a", 10, 1)], 0, 100) == {"a": (30.0, 70.0)}
