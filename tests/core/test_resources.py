from __future__ import annotations

from pathlib import Path

import pytest

import ibviz
from ibviz.core import resources
from ibviz.core.resources import resource


def test_that_samples_are_found_from_any_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert resource("samples").is_dir()
    assert resource("samples").is_absolute()


def test_that_resources_inside_the_package_come_before_those_beside_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    package = tmp_path / "ibviz"
    monkeypatch.setattr(resources, "__file__", str(package / "core" / "resources.py"))
    beside = tmp_path / "resources" / "themes"
    beside.mkdir(parents=True)
    (beside / "dark.yaml").touch()
    assert resource("themes", "dark.yaml") == beside / "dark.yaml"
    inside = package / "resources" / "themes"
    inside.mkdir(parents=True)
    assert resource("themes", "dark.yaml") == beside / "dark.yaml"
    (inside / "dark.yaml").touch()
    assert resource("themes", "dark.yaml") == inside / "dark.yaml"


def test_that_a_missing_resource_says_that_the_installation_is_not_whole() -> None:
    with pytest.raises(FileNotFoundError, match="ibviz is not installed whole: resource no/such is missing"):
        resource("no", "such")


def test_that_the_wheel_takes_in_what_lies_beside_the_package() -> None:
    source = Path(ibviz.__file__).resolve().parents[1]
    assert resource("samples") in (source / "resources" / "samples", source / "ibviz/resources/samples")
