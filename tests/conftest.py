"""Sets the stage before Qt is imported: offscreen, UTF-8, temporary HOME, no fonts but our own.

Bytecode is kept, also where the environment says otherwise: to compile all the tests anew, and the program
for each of the tests that starts it, takes longer than many of them do.
"""

from __future__ import annotations

import os
import shutil
import sys
import tempfile
from collections.abc import Generator
from importlib.util import find_spec
from pathlib import Path

import pytest

_HOME = Path(tempfile.mkdtemp(prefix="ibviz-tests-"))
_FONT_PACKAGES = ("fontpkg_inter", "fontpkg_jetbrains_mono")


def _fonts_only_ours() -> Path:
    """Write a configuration by which Qt finds Inter and JetBrains Mono and nothing else."""
    found = [spec.origin for name in _FONT_PACKAGES if (spec := find_spec(name)) and spec.origin]
    folders = "".join(f"<dir>{Path(origin).parent / 'files'}</dir>" for origin in found)
    path = _HOME / "fonts.conf"
    path.write_text(
        f"<fontconfig>{folders}<cachedir>{_HOME / 'fonts'}</cachedir></fontconfig>", encoding="utf-8"
    )
    return path


def _set_the_stage() -> None:
    for name in ("HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME"):
        os.environ[name] = str(_HOME)
    _HOME.chmod(0o700)
    os.environ["XDG_RUNTIME_DIR"] = str(_HOME)
    os.environ["QT_QPA_PLATFORM"] = "offscreen"
    os.environ["FONTCONFIG_FILE"] = str(_fonts_only_ours())
    os.environ["LC_ALL"] = "C.UTF-8"
    os.environ["PYTHONUTF8"] = "1"
    sys.dont_write_bytecode = False
    for name in (
        *("DISPLAY", "WAYLAND_DISPLAY", "COLUMNS", "NO_COLOR", "FORCE_COLOR"),
        "PYTHONDONTWRITEBYTECODE",
    ):
        os.environ.pop(name, None)


_set_the_stage()

from hypothesis import HealthCheck, settings  # noqa: E402

settings.register_profile(
    "quick",
    max_examples=25,
    deadline=None,
    database=None,
    derandomize=bool(os.environ.get("CI")),
    suppress_health_check=list(HealthCheck),
)
settings.register_profile(
    "thorough", max_examples=1000, deadline=None, suppress_health_check=list(HealthCheck)
)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--thorough", action="store_true", help="many more random cases (by hand, not in CI)")


def pytest_configure(config: pytest.Config) -> None:
    settings.load_profile("thorough" if config.getoption("--thorough") else "quick")


def pytest_unconfigure() -> None:
    shutil.rmtree(_HOME, ignore_errors=True)


def pytest_ignore_collect(collection_path: Path) -> bool | None:
    """Look for doctests in the package alone, not in helpers and benchmarks of the tests."""
    here = Path(__file__).parent
    helper = collection_path.suffix == ".py" and not collection_path.name.startswith("test_")
    return True if helper and here in collection_path.parents else None


def pytest_runtest_setup(item: pytest.Item) -> None:
    if item.get_closest_marker("corpus") and not corpus().is_dir():
        pytest.skip("the real dumps are absent; IBVIZ_CORPUS names their folder")


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Fail a test on the real dumps that skips although they are there, unless it lacks an oracle."""
    report = yield
    excused = item.get_closest_marker("oracle") or not item.get_closest_marker("corpus")
    if report.skipped and not excused and corpus().is_dir() and not hasattr(report, "wasxfail"):
        report.outcome = "failed"
        report.longrepr = f"{item.nodeid} skipped although the corpus is present: {report.longrepr}"
    return report


@pytest.fixture(scope="session")
def qapp_cls() -> type:
    """The application with widgets; it serves the painters, too."""
    from PySide6.QtWidgets import QApplication

    return QApplication


@pytest.fixture(scope="session", autouse=True)
def one_application(qapp: object) -> object:
    """Make it before anything else can: a painter that comes first would make one without widgets."""
    return qapp


@pytest.fixture
def many(request: pytest.FixtureRequest) -> object:
    """`many(quick, thorough)` gives the number of random cases to run."""
    thorough = bool(request.config.getoption("--thorough"))
    return lambda quick, hard: hard if thorough else quick


def corpus() -> Path:
    """The folder of real dumps: IBVIZ_CORPUS, else ../shared/corpus beside the project."""
    default = Path(__file__).resolve().parents[2] / "shared" / "corpus"
    return Path(os.environ.get("IBVIZ_CORPUS", default))
