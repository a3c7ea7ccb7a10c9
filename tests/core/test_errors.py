from __future__ import annotations

import pytest

from ibviz.core.errors import EditError, IbvizError, OptionError, ReadError, RoutingError


def test_that_a_read_error_names_file_and_line() -> None:
    error = ReadError("dump.txt", "expected a Switch, Ca or Rt line", 12)
    assert str(error) == "dump.txt:12: expected a Switch, Ca or Rt line"
    assert (error.file, error.line, error.message) == ("dump.txt", 12, "expected a Switch, Ca or Rt line")


def test_that_a_read_error_without_a_line_names_the_file_alone() -> None:
    assert str(ReadError("-", "the input is empty")) == "-: the input is empty"


@pytest.mark.parametrize("error", [ReadError("f", "m"), EditError("m"), OptionError("m"), RoutingError("m")])
def test_that_every_error_of_the_user_is_caught_as_one_kind(error: Exception) -> None:
    with pytest.raises(IbvizError):
        raise error
