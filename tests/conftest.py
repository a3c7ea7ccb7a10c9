"""Sets the stage before Qt is imported: offscreen, UTF-8, temporary HOME, our own font."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

_HOME = tempfile.mkdtemp(prefix="ibviz-tests-")
for _name in (
    "HOME",
    "XDG_CONFIG_HOME",
    "XDG_CACHE_HOME",
    "XDG_DATA_HOME",
    "XDG_STATE_HOME",
    "XDG_RUNTIME_DIR",
):
    os.environ[_name] = _HOME
Path(_HOME).chmod(0o700)
os.environ["QT_QPA_PLATFORM"] = "offscreen"
os.environ["LC_ALL"] = "C.UTF-8"
os.environ["PYTHONUTF8"] = "1"
os.environ.pop("DISPLAY", None)

from hypothesis import HealthCheck, settings  # noqa: E402

settings.register_profile("quick", max_examples=25, deadline=None, suppress_health_check=list(HealthCheck))
settings.register_profile(
    "thorough", max_examples=1000, deadline=None, suppress_health_check=list(HealthCheck)
)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--thorough", action="store_true", help="many more random cases (by hand, not in CI)")


def pytest_configure(config: pytest.Config) -> None:
    settings.load_profile("thorough" if config.getoption("--thorough") else "quick")


def pytest_unconfigure() -> None:
    shutil.rmtree(_HOME, ignore_errors=True)


@pytest.fixture
def many(request: pytest.FixtureRequest) -> Iterator[object]:
    """`many(quick, thorough)` gives the number of random cases to run."""
    thorough = bool(request.config.getoption("--thorough"))
    yield lambda quick, hard: hard if thorough else quick


def corpus() -> Path:
    """The folder of real dumps: IBVIZ_CORPUS, else ../shared/corpus beside the project."""
    default = Path(__file__).resolve().parents[2] / "shared" / "corpus"
    return Path(os.environ.get("IBVIZ_CORPUS", default))
