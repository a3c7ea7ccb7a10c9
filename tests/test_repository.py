"""What holds for every file of the project: where it lies, how long it is, what it does not name."""

from __future__ import annotations

import ast
import re
import subprocess
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
TOP = {"pyproject.toml", "ibviz", "resources", "tests", "README.md", "LICENSE", ".ci", ".gitignore"}
LONGEST_FILE, LONGEST_FUNCTION, LONGEST_CLASS = 500, 60, 250
BLOCKS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
INNER = (ast.stmt, ast.excepthandler, ast.match_case)
UNTESTED = {"__init__.py", "__main__.py"}
COLOUR = re.compile(r"[\"'](#[0-9a-fA-F]{3,8})[\"']")
PLACES = re.compile(
    "|".join(rf"(?<![\w.]){re.escape('/' + name + '/')}\w" for name in ("home", "root", "work"))
)


@cache
def files(*others: str) -> list[Path]:
    """All files that git tracks; with `others`, also those that it would add."""
    listing = ["git", "ls-files", "-z", "--cached", *others]
    done = subprocess.run(listing, cwd=ROOT, capture_output=True, text=True, check=False)
    if done.returncode:
        pytest.skip("this is no git work tree")
    return [ROOT / name for name in done.stdout.split("\0") if name and (ROOT / name).is_file()]


def python_files(*folders: str) -> list[Path]:
    return [
        path
        for path in files("--others", "--exclude-standard")
        if path.suffix == ".py" and path.relative_to(ROOT).parts[0] in folders
    ]


@cache
def tree_of(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


@cache
def blocks_of(path: Path) -> list[ast.AST]:
    """All functions and classes, wherever they stand; they stand in statements alone."""
    found: list[ast.AST] = []
    rest: list[ast.AST] = [tree_of(path)]
    while rest:
        node = rest.pop()
        found += [node] if isinstance(node, BLOCKS) else []
        rest += [child for child in ast.iter_child_nodes(node) if isinstance(child, INNER)]
    return found


def lines_of(node: ast.AST) -> int:
    return node.end_lineno - node.lineno + 1  # type: ignore[attr-defined]


def test_that_only_the_agreed_names_lie_at_the_top() -> None:
    assert {path.relative_to(ROOT).parts[0] for path in files()} <= TOP


def test_that_every_source_file_has_a_test_file() -> None:
    missing = []
    for path in python_files("ibviz"):
        inside = path.relative_to(ROOT / "ibviz")
        if (
            path.name not in UNTESTED
            and not (ROOT / "tests" / inside.parent / f"test_{inside.name}").exists()
        ):
            missing.append(str(inside))
    assert missing == []


def test_that_no_file_is_longer_than_a_person_reads() -> None:
    lengths = {path: len(path.read_text(encoding="utf-8").splitlines()) for path in python_files("ibviz")}
    assert {str(p): n for p, n in lengths.items() if n > LONGEST_FILE} == {}


@pytest.mark.parametrize(
    ("kinds", "longest"),
    [((ast.FunctionDef, ast.AsyncFunctionDef), LONGEST_FUNCTION), ((ast.ClassDef,), LONGEST_CLASS)],
)
def test_that_no_function_and_no_class_is_too_long(kinds: tuple[type[ast.AST], ...], longest: int) -> None:
    long = [
        f"{path.relative_to(ROOT)}:{node.name} has {lines_of(node)} lines"  # type: ignore[attr-defined]
        for path in python_files("ibviz")
        for node in blocks_of(path)
        if isinstance(node, kinds) and lines_of(node) > longest
    ]
    assert long == []


def test_that_colours_stand_in_the_themes_alone() -> None:
    found = [
        f"{path.relative_to(ROOT)}: {match[1]}"
        for path in python_files("ibviz")
        for match in COLOUR.finditer(path.read_text(encoding="utf-8"))
    ]
    assert found == []


def test_that_no_file_names_a_place_of_the_machine_it_was_written_on() -> None:
    found = []
    for path in files():
        text = path.read_bytes().decode("utf-8", "replace")
        found += [f"{path.relative_to(ROOT)}: {match[0]}" for match in PLACES.finditer(text)]
    assert found == []


def test_that_nothing_is_left_to_do_in_the_source() -> None:
    marks = re.compile(r"\b(TODO|FIXME|XXX|HACK)\b|NotImplementedError")
    found = [str(path) for path in python_files("ibviz") if marks.search(path.read_text(encoding="utf-8"))]
    assert found == []


def test_that_coverage_is_set_aside_only_with_a_reason() -> None:
    bare = re.compile(r"# pragma: no cover\s*$", re.MULTILINE)
    found = [str(path) for path in python_files("ibviz") if bare.search(path.read_text(encoding="utf-8"))]
    assert found == []


def test_that_every_module_says_what_it_is_and_postpones_its_annotations() -> None:
    for path in python_files("ibviz"):
        text = path.read_text(encoding="utf-8")
        assert ast.get_docstring(tree_of(path)), f"{path} has no docstring"
        if path.name != "__init__.py":
            assert "from __future__ import annotations" in text, path


def test_that_constraints_pin_versions_and_name_no_place() -> None:
    lines = (ROOT / "tests" / "constraints.txt").read_text(encoding="utf-8").splitlines()
    assert lines and all(re.fullmatch(r"[A-Za-z0-9._-]+==[0-9][0-9A-Za-z.]*", line) for line in lines)
    names = {line.partition("==")[0].lower().replace("_", "-") for line in lines}
    project = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    wanted = set(re.findall(r'^    "([A-Za-z0-9-]+)[>=!]', project, re.MULTILINE)) - {"hatchling"}
    assert {name.lower() for name in wanted} <= names
