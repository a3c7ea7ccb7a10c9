from __future__ import annotations

from ibviz.flow.layers import Layer

KEYS = list(range(10))


def ring(pairs: int) -> Layer:
    layer = Layer(KEYS)
    for number, channels in enumerate(([1, 2, 3], [2, 3, 1], [3, 1, 2])):
        layer.add((number, 0), channels, pairs + number)
    return layer


def test_that_routes_one_after_the_other_make_no_circle() -> None:
    layer = Layer(KEYS)
    layer.add((0, 0), [5, 3, 8], 1)
    layer.add((1, 0), [8, 4], 1)
    layer.add((2, 0), [1, 9, 8], 1)
    assert layer.circle() is None
    assert Layer(KEYS).circle() is None


def test_that_the_edge_of_fewest_pairs_goes_and_its_routes_are_told() -> None:
    layer = ring(1)
    met, moved = layer.break_circle(None)
    assert met == 1
    assert moved == [(0, 0), (1, 0)]
    layer.drop([1, 2, 3], 1)
    layer.drop([2, 3, 1], 2)
    assert layer.break_circle(met) == (None, [])


def test_that_what_was_moved_counts_no_longer() -> None:
    layer = ring(5)
    layer.drop([3, 1, 2], 7)
    _, moved = layer.break_circle(None)
    assert moved == [(0, 0), (2, 0)]


def test_that_a_circle_off_the_way_of_the_first_channel_is_found() -> None:
    layer = Layer(KEYS)
    layer.add((0, 0), [5, 6], 1)
    layer.add((1, 0), [2, 3], 1)
    layer.add((2, 0), [3, 2], 1)
    assert layer.circle() == 2
