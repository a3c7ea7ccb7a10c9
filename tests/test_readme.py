"""The README does what it says: its commands run, its examples print no error, its files exist."""

from __future__ import annotations

import contextlib
import io
import re
import shlex
import shutil
from pathlib import Path

import pytest

from ibviz.cli import VERBS, main

ROOT = Path(__file__).resolve().parents[1]
TEXT = (ROOT / "README.md").read_text(encoding="utf-8")


def block(mark: str) -> list[str]:
    """Return the lines of the code block that follows a mark."""
    found = re.search(rf"<!-- {mark} -->\n```\w*\n(.*?)\n```", TEXT, re.DOTALL)
    assert found, f"README.md has no block after <!-- {mark} -->"
    return found[1].splitlines()


EXAMPLES = [line for line in block("examples") if line and not line.startswith("#")]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("readme")
    for sample in (ROOT / "resources" / "samples").iterdir():
        shutil.copy(sample, made)
    return made


@pytest.mark.parametrize("mark", ["apt-line", "user-command", "picture-command", "test-command"])
def test_that_each_step_of_the_set_up_is_one_line(mark: str) -> None:
    assert len(block(mark)) == 1


def test_that_the_first_line_of_the_set_up_is_the_apt_line() -> None:
    commands = re.findall(r"```sh\n(.*?)\n```", TEXT, re.DOTALL)
    assert commands[0] == block("apt-line")[0]
    assert {"python3-venv", "git", "libegl1"} <= set(commands[0].split())


def test_that_the_test_command_uses_the_constraints_and_the_users_does_not() -> None:
    assert "--constraint tests/constraints.txt" in block("test-command")[0]
    assert "constraint" not in block("user-command")[0]


def test_that_the_users_command_opens_the_window_on_a_sample() -> None:
    program, *files = shlex.split(block("user-command")[0].split("&&")[-1])
    assert program == ".venv/bin/ibviz"
    assert files and all((ROOT / file).is_file() for file in files)


def test_that_the_picture_command_draws_a_sample(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    command = shlex.split(block("picture-command")[0])
    assert command.pop(0) == ".venv/bin/ibviz"
    monkeypatch.chdir(folder)
    assert main([part.replace("resources/samples/", "") for part in command]) == 0
    assert (folder / "fabric.svg").read_text(encoding="utf-8").startswith("<")


def test_that_the_examples_run_in_the_order_of_the_readme(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(folder)
    for line in EXAMPLES:
        out, err = io.StringIO(), io.StringIO()
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            code = main(shlex.split(line)[1:])
        assert (code, err.getvalue()) == (0, ""), line
        for name in re.findall(r"-(?:o|-\w+-out) (\S+)", line):
            assert (folder / name).stat().st_size > 0, line


def test_that_every_verb_has_an_example() -> None:
    assert {shlex.split(line)[1] for line in EXAMPLES} == set(VERBS)


def test_that_the_notebook_example_runs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    code = re.search(r"```python\n(.*?)\n```", TEXT, re.DOTALL)
    assert code
    monkeypatch.chdir(tmp_path)
    exec(compile(code[1], "README.md", "exec"), {})
    healthy, broken = map(float, capsys.readouterr().out.split())
    assert healthy == pytest.approx(1)
    assert broken == pytest.approx(647 / 1260)
    assert (tmp_path / "broken.svg").exists() and (tmp_path / "tree.ibviz.yaml").exists()


def test_that_files_and_folders_that_the_readme_names_exist() -> None:
    names = set(re.findall(r"`((?:ibviz|resources|tests)/[\w/.-]+)`", TEXT)) | set(
        re.findall(r"\]\(([^)]+)\)", TEXT)
    )
    missing = [name for name in names if "NAME" not in name and not (ROOT / name).exists()]
    assert names and missing == []
    for name in re.findall(r"`(ibviz/[\w/]+)/NAME\.py`", TEXT):
        assert (ROOT / name).is_dir(), name
