from __future__ import annotations

import re
import subprocess
import sys
import types
from importlib.metadata import EntryPoint
from pathlib import Path
from typing import Any

import pytest

from ibviz.core import registry
from ibviz.core.errors import OptionError
from ibviz.core.options import options_of
from ibviz.core.registry import Entry, Shelf

SHELVES = [shelf for shelf in vars(registry).values() if isinstance(shelf, Shelf)]
PACKAGE = Path(registry.__file__).resolve().parents[1]
OPTIONS_ARE_THE_USERS = (registry.builders, registry.engines, registry.patterns)
CASES = [pytest.param(shelf, name, id=f"{shelf.name}-{name}") for shelf in SHELVES for name in shelf.entries]
USER_CASES = [case for case in CASES if case.values[0] in OPTIONS_ARE_THE_USERS]

SOURCE = """
raise RuntimeError("imported")

@toys.add("ball", "A ball", ".ball",
          "round")
@other
def ball():
    pass

@toys.add("top", "A top")
def top(): ...

@others.add("car", "A car")
def car(): ...
"""


@pytest.fixture
def toys(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Shelf:
    folder = tmp_path / "toys"
    folder.mkdir()
    (folder / "__init__.py").touch()
    (folder / "b.py").write_text(SOURCE, encoding="utf-8")
    (folder / "a.py").write_text('@toys.add("doll", "A doll")\ndef doll(): ...\n', encoding="utf-8")
    monkeypatch.setattr(registry, "_PACKAGE", tmp_path)
    return Shelf("toys", ("toys",))


def foreign(monkeypatch: pytest.MonkeyPatch, group: str, name: str, value: str) -> None:
    points = [EntryPoint(name=name, value=value, group=group)]

    def entry_points(**asked: str) -> list[EntryPoint]:
        return points if asked == {"group": group} else []

    monkeypatch.setattr("importlib.metadata.entry_points", entry_points)


def test_that_entries_are_listed_without_importing_them(toys: Shelf) -> None:
    assert dict(toys.entries) == {
        "doll": Entry("doll", "A doll", (), "ibviz.toys.a"),
        "ball": Entry("ball", "A ball", (".ball", "round"), "ibviz.toys.b"),
        "top": Entry("top", "A top", (), "ibviz.toys.b"),
    }
    assert toys.names == ["doll", "ball", "top"]


def test_that_an_entry_is_imported_when_it_is_asked_for(toys: Shelf, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []

    def load(module: str) -> types.ModuleType:
        asked.append(module)

        @toys.add("doll", "A doll")
        def doll() -> str:
            return "mama"

        return types.ModuleType(module)

    monkeypatch.setattr(registry, "import_module", load)
    assert toys.get("doll")() == toys.get("doll")() == "mama"
    assert asked == ["ibviz.toys.a"]


def test_that_an_unknown_entry_lists_the_known(toys: Shelf) -> None:
    with pytest.raises(OptionError, match="'yoyo' is no toy; known are doll, ball, top"):
        toys.get("yoyo")


def test_that_entries_of_other_distributions_come_last(toys: Shelf, monkeypatch: pytest.MonkeyPatch) -> None:
    foreign(monkeypatch, "ibviz.toys", "kite", "pathlib:PurePath")
    assert toys.names == ["doll", "ball", "top", "kite"]
    assert toys.get("kite") is toys.get("kite")
    assert toys.get("kite").__name__ == "PurePath"


def test_that_other_distributions_are_not_looked_at_for_what_is_ours(
    toys: Shelf, monkeypatch: pytest.MonkeyPatch
) -> None:
    foreign(monkeypatch, "ibviz.toys", "kite", "pathlib:PurePath")
    assert toys.has("ball")
    assert not toys.complete
    toys.look()
    assert toys.complete
    assert toys.has("kite") and not toys.has("yoyo")


def test_that_another_distribution_does_not_replace_ours(
    toys: Shelf, monkeypatch: pytest.MonkeyPatch
) -> None:
    foreign(monkeypatch, "ibviz.toys", "doll", "pathlib:PurePath")
    assert toys.names == ["doll", "ball", "top"]


def test_that_a_broken_entry_of_another_distribution_is_a_warning(
    toys: Shelf, monkeypatch: pytest.MonkeyPatch
) -> None:
    foreign(monkeypatch, "ibviz.toys", "kite", "no_such_module:kite")
    with (
        pytest.warns(UserWarning, match="toys: kite of another package cannot be loaded: No module named"),
        pytest.raises(OptionError, match="toy kite of another package cannot be loaded"),
    ):
        toys.get("kite")


@pytest.mark.parametrize(("shelf", "name"), CASES)
def test_that_every_entry_loads_and_says_what_it_is(shelf: Shelf, name: str) -> None:
    entry = shelf.entries[name]
    function = shelf.get(name)
    assert function.__module__ == entry.module
    assert re.fullmatch(r"[a-z][a-z0-9-]*", name)
    assert entry.title.strip() and not entry.title.endswith(".")
    assert function.__doc__ and function.__doc__.splitlines()[0].endswith(".")


@pytest.mark.parametrize(("shelf", "name"), USER_CASES)
def test_that_every_option_of_every_entry_has_a_type_and_a_help(shelf: Shelf, name: str) -> None:
    for option in options_of(shelf.get(name)):
        assert option.help.endswith("."), f"{shelf.name} {name}: option {option.name} is not explained"


@pytest.mark.parametrize(("shelf", "name"), USER_CASES)
def test_that_defaults_are_read_back_from_their_text(shelf: Shelf, name: str) -> None:
    for option in options_of(shelf.get(name)):
        if not option.required and option.default is not None:
            text = str(int(option.default)) if option.type is bool else str(option.default)
            assert option.parse(text) == option.default


def test_that_no_name_stands_twice_on_a_shelf() -> None:
    declared: dict[Any, list[str]] = {}
    for shelf in SHELVES:
        for folder in shelf.folders:
            for path in sorted((PACKAGE / folder).glob("*.py")):
                pattern = rf'^@{shelf.name}\.add\(\s*"([^"]+)"'
                declared.setdefault(shelf.name, []).extend(
                    re.findall(pattern, path.read_text(encoding="utf-8"), re.MULTILINE)
                )
    for shelf in SHELVES:
        assert sorted(declared[shelf.name]) == sorted(shelf.entries), shelf.name


def test_that_listing_every_shelf_imports_none_of_them() -> None:
    code = (
        "import sys; from ibviz.core import registry as r; "
        "shelves = [v for v in vars(r).values() if isinstance(v, r.Shelf)]; "
        "print(sum(len(s.entries) for s in shelves)); "
        "sys.exit([m for m in sys.modules if m.startswith('ibviz.') and not m.startswith('ibviz.core')] or 0)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, ""), done.stderr
    assert int(done.stdout) == len(CASES)
