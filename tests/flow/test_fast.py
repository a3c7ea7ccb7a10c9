from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest

from ibviz.flow import fast
from ibviz.flow.fast import WORTH, cache_folder, compiled, kernel


def double(values: Any) -> None:
    for i in range(len(values)):
        values[i] = _twice(values[i])


def _twice(value: Any) -> Any:
    return 2 * value


class Numba(ModuleType):
    """Stands for numba: notes what is compiled, and where it is to be kept."""

    def __init__(self, broken: bool = False) -> None:
        super().__init__("numba")
        self.config = type("config", (), {"CACHE_DIR": ""})()
        self.made: list[tuple[str, str, bool]] = []
        self.broken = broken

    def njit(self, function: Any, *, nogil: bool, cache: bool = False) -> Any:
        if cache and self.broken:
            raise RuntimeError("cannot cache function: no locator available")
        self.made.append((function.__name__, self.config.CACHE_DIR, cache))
        return function


@pytest.fixture(autouse=True)
def _afresh() -> Any:
    compiled.cache_clear()
    yield
    compiled.cache_clear()


def test_that_nothing_is_compiled_where_numba_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "numba", None)
    assert kernel(double, WORTH) is None


def test_that_little_work_does_not_load_the_compiler(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(sys.modules, "numba", raising=False)
    monkeypatch.setattr(fast, "import_module", lambda name: pytest.fail(f"{name} was loaded"))
    assert kernel(double, WORTH - 1) is None


def test_that_a_loaded_compiler_is_used_for_little_work_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "numba", Numba())
    assert kernel(double, 1) is not None


def test_that_what_a_kernel_calls_is_compiled_with_it(monkeypatch: pytest.MonkeyPatch) -> None:
    numba = Numba()
    monkeypatch.setitem(sys.modules, "numba", numba)
    made, values = compiled(double), np.array([1, 2])
    assert made is not None
    made(values)
    assert values.tolist() == [2, 4]
    assert [name for name, _, _ in numba.made] == ["_twice", "double"]


def test_that_machine_code_is_kept_in_the_users_cache_and_nobody_elses_setting_changed(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    numba = Numba()
    monkeypatch.setitem(sys.modules, "numba", numba)
    compiled(_twice)
    assert numba.made == [("_twice", str(tmp_path / "ibviz" / "machine-code"), True)]
    assert numba.config.CACHE_DIR == ""


def test_that_a_relative_cache_folder_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", "somewhere")
    assert cache_folder() == Path.home() / ".cache" / "ibviz" / "machine-code"


def test_that_a_cache_that_cannot_be_written_to_holds_up_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    numba = Numba(broken=True)
    monkeypatch.setitem(sys.modules, "numba", numba)
    assert compiled(_twice) is not None
    assert [kept for _, _, kept in numba.made] == [False]


def test_that_a_kernel_comes_out_as_machine_code() -> None:
    pytest.importorskip("numba")
    made, values = compiled(double), np.array([1, 2])
    assert made is not None
    made(values)
    assert values.tolist() == [2, 4]


def test_that_ibviz_starts_without_the_compiler() -> None:
    code = "import sys, ibviz, ibviz.flow.simulate, ibviz.flow.spread; print('numba' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"
