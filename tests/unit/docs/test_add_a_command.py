"""The guide to a new command: every edit made in a copy of the tree, every line run, every row of its table checked."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.unit.docs.test_guide import edit

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[3]
TEXT = (ROOT / "docs" / "guides" / "add-a-command.md").read_text(encoding="utf-8")
COPIED = ("src", "tools", "tests/unit", "tests/rounds", "rulebooks", "docs/reference")
SINGLE = ("schema.lock.json", "pyproject.toml", *(f"tests/{each.name}" for each in (ROOT / "tests").glob("*.py")))
HAND_WRITTEN = 4
"""So many source files a new command touches."""


def boxes(language: str) -> list[list[str]]:
    """The lines of each fenced box of a language."""
    return [box.splitlines() for box in re.findall(rf"```{language}\n(.*?)```", TEXT, re.DOTALL)]


def copied(folder: Path) -> Path:
    """A copy of the tree, as far as commands concern it."""
    for name in COPIED:
        shutil.copytree(ROOT / name, folder / name, ignore=shutil.ignore_patterns("__pycache__"))
    for name in SINGLE:
        shutil.copy(ROOT / name, folder / name)
    (folder / "tests/data").symlink_to(ROOT / "tests/data")
    return folder


def run(arguments: list[str], folder: Path) -> str:
    """What a program of the copy says; it must end well."""
    beside_python = Path(sys.executable).parent
    environment = os.environ | {"PYTHONPATH": f"{folder / 'src'}{os.pathsep}{folder}"}
    environment["PATH"] = f"{beside_python}{os.pathsep}{os.environ['PATH']}"
    done = subprocess.run(
        arguments, cwd=folder, env=environment, text=True, encoding="utf-8", check=False, capture_output=True,
        timeout=120,
    )  # fmt: skip
    assert done.returncode == 0, f"{' '.join(arguments)}:\n{done.stdout}\n{done.stderr}"
    return done.stdout


def test_a_new_command_touches_four_files_and_the_rest_follows(tmp_path: Path) -> None:
    folder = copied(tmp_path)
    for lines in boxes("diff"):
        edit(lines, folder)
    assert len({lines[0] for lines in boxes("diff")}) <= HAND_WRITTEN
    (script,) = boxes("round")
    (folder / "tests/rounds/inspect.round").write_text("\n".join(script) + "\n", encoding="utf-8")
    for line in (line.removeprefix("$ ") for lines in boxes("console") for line in lines):
        run(["python", "-m", "openetg", *line.split()[1:]] if line.startswith("etg ") else line.split(), folder)
    run(["python", "tools/schema_lock.py", "--check"], folder)
    checked = run(["python", "-m", "tests.unit.docs.added_command"], folder).splitlines()
    rows = re.findall(r"^\| ([a-z]+(?: [a-z]+)*) \|", TEXT.partition("## What came by itself")[2], re.MULTILINE)
    assert [row.lower() for row in rows if row != "what"] == checked


def test_every_keyword_of_a_declaration_stands_in_the_guide() -> None:
    source = (ROOT / "src/openetg/floor/core/declaring.py").read_text(encoding="utf-8")
    head = source.partition("def declared(")[2].partition(") ->")[0]
    keywords = set(re.findall(r"^    (\w+):", head, re.MULTILINE)) - {"by"}
    assert {word for word in keywords if f"`{word}=`" not in TEXT} == set()
