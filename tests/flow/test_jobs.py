from __future__ import annotations

import numpy as np
import pytest
from fabrics import tree2
from flows import rails
from hypothesis import given
from hypothesis import strategies as st

from ibviz.core.errors import OptionError
from ibviz.core.fabric import Fabric
from ibviz.core.scenario import Choice
from ibviz.core.structure import shape
from ibviz.core.wiring import wiring
from ibviz.flow.jobs import JobSpec, placed, specs_of
from ibviz.flow.placement import Placement
from ibviz.flow.selection import select


def _placed(fabric: Fabric, *texts: str, **asked: str) -> list[list[int]]:
    ends = select(shape(wiring(fabric)), asked)
    made = placed(ends, [JobSpec.parse(text) for text in texts])
    return [np.flatnonzero(each.selected).tolist() for each in made]


def test_that_a_job_is_read_with_all_that_it_says() -> None:
    spec = JobSpec.parse('A:"hosts=n1,n[3-4]",size=2,placement=random:7,pattern=shift:k=2')
    assert spec == JobSpec("A", "n1,n[3-4]", 2, Placement("random", 7), Choice("shift", {"k": "2"}))
    assert spec.pattern.args["k"] == "2"


def test_that_jobs_are_parted_outside_of_quotes() -> None:
    assert [spec.name for spec in specs_of('A:size=1;\nB:"hosts=x;y"\n;')] == ["A", "B"]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (":size=2", "a job has no name"),
        ("A", "job 'A' has neither hosts nor size"),
        ("A:hosts=", "job 'A' has neither hosts nor size"),
        ("A:nodes=2", "job 'A' has no option 'nodes'; known are hosts, size, placement, pattern"),
        ("A:size=0", "job 'A': size is '0'; expected a number of hosts, 1 or more"),
        ("A:size=many", "job 'A': size is 'many'"),
        ("A:size=2,placement=near", "job 'A': placement is 'near'"),
    ],
)
def test_that_a_job_that_is_not_understood_is_told(text: str, message: str) -> None:
    with pytest.raises(OptionError, match=message):
        JobSpec.parse(text)


def test_that_named_hosts_are_taken_first_and_free_ones_in_order() -> None:
    assert _placed(tree2(3, 1, 2), "A:size=2", "B:hosts=H4", "C:size=1") == [[1, 2], [0], [3]]


def test_that_named_jobs_may_share_a_host() -> None:
    assert _placed(tree2(3, 1, 2), "A:hosts=H[4-5]", "B:hosts=H5") == [[0, 1], [1]]


def test_that_all_ports_of_a_host_belong_to_its_job() -> None:
    assert _placed(rails(), "A:size=1", "B:size=2") == [[0, 4], [1, 2, 5, 6]]
    assert _placed(rails(), "A:hosts=n01 mlx5_0", "B:size=3") == [[0], [1, 2, 3, 5, 6, 7]]


def test_that_a_share_of_each_leaf_leaves_the_rest_to_others() -> None:
    found = _placed(tree2(2, 1, 4), "A:size=4,placement=fragmented:0.5", "B:size=4,placement=by-leaf")
    assert found == [[0, 1, 4, 5], [2, 3, 6, 7]]


@pytest.mark.parametrize(
    ("texts", "asked", "message"),
    [
        (("A:size=2", "A:size=1"), {}, "two jobs are called 'A'"),
        (("A:size=7",), {}, "job 'A' asks for 7 hosts; 6 are free for its placement"),
        (("A:hosts=H4", "B:size=6"), {}, "job 'B' asks for 6 hosts; 5 are free"),
        (
            ("A:size=4,placement=fragmented:0.5",),
            {},
            "job 'A' asks for 4 hosts; 3 are free for its placement",
        ),
        (("A:hosts=nobody",), {}, "job 'A': hosts: no endpoint, node or host fits 'nobody'"),
        (("A:hosts=H5",), {"hosts": "H6"}, "job 'A' has no host that is at a switch and picked"),
    ],
)
def test_that_jobs_without_room_are_told(texts: tuple[str, ...], asked: dict[str, str], message: str) -> None:
    with pytest.raises(OptionError, match=message):
        _placed(tree2(3, 1, 2), *texts, **asked)


@given(
    st.lists(
        st.tuples(st.integers(1, 4), st.sampled_from(["linear", "random:3", "by-leaf", "by-rail"])),
        max_size=4,
    )
)
def test_that_no_host_has_two_jobs_where_sizes_are_asked_for(asked: list[tuple[int, str]]) -> None:
    texts = [f"J{at}:size={size},placement={how}" for at, (size, how) in enumerate(asked)]
    found = _placed(tree2(4, 2, 4), *texts)
    every = [place for each in found for place in each]
    assert len(every) == len(set(every)) == sum(size for size, _ in asked)


@pytest.mark.parametrize(
    "text",
    [
        "A:size=16,placement=random:3,pattern=allreduce-ring:size=2",
        'A:"hosts=n1,n[3-4]",pattern=all-to-all',
        'A:hosts=n1,placement=fragmented:0.25,"pattern=storage:servers=n1,way=read"',
    ],
)
def test_that_a_job_is_written_as_it_is_read(text: str) -> None:
    spec = JobSpec.parse(text)
    assert spec.text == text
    assert JobSpec.parse(spec.text) == spec
