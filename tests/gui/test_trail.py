"""Where somebody has looked."""

from __future__ import annotations

from ibviz.gui.trail import REMEMBERED, Step, Trail


def step(zoom: float) -> Step:
    return Step("layered", (), (zoom, 0.5, 0.5))


def test_that_back_and_forward_walk_the_same_steps() -> None:
    trail = Trail()
    trail.leave(step(1))
    trail.leave(step(2))
    assert trail.back(step(3)) == step(2)
    assert trail.back(step(2)) == step(1)
    assert trail.back(step(1)) is None
    assert trail.can_go == (False, True)
    assert trail.forward(step(1)) == step(2)
    assert trail.forward(step(2)) == step(3)
    assert trail.forward(step(3)) is None


def test_that_small_movements_are_one_step_until_they_rest_or_one_goes_back() -> None:
    trail = Trail()
    trail.stroll(step(1))
    trail.stroll(step(2))
    trail.rest()
    trail.stroll(step(3))
    assert trail.back(step(4)) == step(3)
    trail.stroll(step(3))
    assert not trail.can_go[1], "what came after is forgotten with a new way"
    assert trail.back(step(5)) == step(3)
    assert trail.back(step(3)) == step(1)


def test_that_only_so_many_steps_are_remembered() -> None:
    trail = Trail()
    for zoom in range(REMEMBERED + 20):
        trail.leave(step(zoom))
    walked = 0
    while trail.can_go[0]:
        trail.back(step(0))
        walked += 1
    assert walked == REMEMBERED
