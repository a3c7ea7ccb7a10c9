"""What the package asks for and brings along."""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib
from importlib.metadata import entry_points, metadata, version
from pathlib import Path

import pytest

import ibviz

ROOT = Path(__file__).resolve().parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))


@pytest.mark.parametrize(("python", "excluded"), [("< '3.12'", True), (">= '3.12'", False)])
def test_that_the_qt_that_kills_the_interpreter_is_excluded_where_it_does(
    python: str, excluded: bool
) -> None:
    wanted = [d for d in PROJECT["project"]["dependencies"] if d.endswith(python)]
    assert len(wanted) == 1 and wanted[0].startswith("PySide6-Essentials>=6.8")
    assert ("!=6.12.*" in wanted[0]) is excluded


def test_that_the_version_is_said_once_and_the_same_everywhere() -> None:
    assert ibviz.__version__ == version("ibviz") == PROJECT["project"]["version"]
    done = subprocess.run(
        [sys.executable, "-m", "ibviz", "--version"], capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == f"ibviz {ibviz.__version__}"


def test_that_the_command_is_installed() -> None:
    (command,) = entry_points(group="console_scripts", name="ibviz")
    assert command.value == "ibviz.cli:main" and callable(command.load())


def test_that_the_package_is_typed_and_licensed() -> None:
    assert (Path(ibviz.__file__).parent / "py.typed").exists()
    assert (ROOT / "LICENSE").read_text(encoding="utf-8").startswith("MIT License")
    assert metadata("ibviz")["License-Expression"] == "MIT"


def test_that_the_readme_says_what_each_dependency_is_for() -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    for wanted in PROJECT["project"]["dependencies"]:
        name = re.split(r"[><=!;]", wanted)[0]
        assert name in text, name


def test_that_the_five_names_are_the_notebooks_door() -> None:
    assert sorted(ibviz.__all__) == ["build", "read", "render", "save", "simulate"]
    assert all(callable(getattr(ibviz, name)) for name in ibviz.__all__)
    with pytest.raises(AttributeError, match="module 'ibviz' has no attribute 'window'"):
        ibviz.window  # noqa: B018
