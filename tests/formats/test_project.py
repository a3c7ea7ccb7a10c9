from __future__ import annotations

from dressed import dressed_states, same_state
from hypothesis import given

from ibviz.core.compact import compacted
from ibviz.core.source import Source
from ibviz.core.state import State
from ibviz.formats.project import read_project, write_project


def read(data: bytes | str) -> State:
    return read_project(Source("x.ibviz.yaml", data.encode() if isinstance(data, str) else data))


@given(dressed_states())
def test_that_any_state_comes_back_as_it_was(state: State) -> None:
    data = write_project(state)
    back = read(data)
    assert same_state(back, compacted(state))
    assert back.reading == ()
    assert write_project(back) == data
