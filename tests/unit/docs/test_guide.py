"""The guide cannot rot: every command in it is run, every edit made, every answer compared."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tools import reference

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[3]
GUIDE = ROOT / "docs" / "guides" / "write-a-rulebook.md"
TEXT = GUIDE.read_text(encoding="utf-8")

Step = tuple[int, str, list[str]]
"""A line of the guide, the language of the box that begins there, and what stands in it."""


def boxes() -> Iterator[Step]:
    """Every fenced box, in reading order."""
    language, start, inside = "", 0, list[str]()
    for number, line in enumerate(TEXT.splitlines(), start=1):
        if not line.startswith("```"):
            inside.append(line)
        elif language:
            yield start, language, inside
            language = ""
        else:
            language, start, inside = line.removeprefix("```"), number, []


def commands(lines: list[str]) -> Iterator[tuple[str, list[str]]]:
    """Each command of a box with the answer shown for it."""
    shown: list[str] = []
    for line in reversed(lines):
        if line.startswith("$ "):
            yield line.removeprefix("$ "), shown[::-1]
            shown = []
        else:
            shown.append(line)


def run(command: str, folder: Path) -> list[str]:
    """What a person would see, without the blanks at the ends of lines."""
    beside_python = Path(sys.executable).parent
    environment = {"PATH": f"{beside_python}{os.pathsep}{os.environ['PATH']}", "COLUMNS": "120", "TERM": "dumb"}
    done = subprocess.run(
        command, shell=True, cwd=folder, env=environment, text=True, encoding="utf-8", check=False,
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=60,
    )  # fmt: skip
    return [line.rstrip() for line in done.stdout.splitlines()]


def edit(lines: list[str], folder: Path) -> None:
    """Puts what a box says in place of what it names, which must stand in the file exactly once."""
    before, after = lines[0].removeprefix("--- "), lines[1].removeprefix("+++ ")
    assert before == after, "an edit stays within one file"
    old = "".join(line[1:] + "\n" for line in lines[2:] if line[:1] in "- ")
    new = "".join(line[1:] + "\n" for line in lines[2:] if line[:1] in "+ ")
    text = (folder / before).read_text(encoding="utf-8")
    assert text.count(old) == 1, f"{before} holds {text.count(old)} times:\n{old}"
    (folder / before).write_text(text.replace(old, new), encoding="utf-8")


def test_everything_in_the_guide_happens_as_it_says(tmp_path: Path) -> None:
    shutil.copytree(ROOT / "tests/data/rulebooks", tmp_path / "tests/data/rulebooks")
    for number, language, lines in boxes():
        if language == "diff":
            edit(lines, tmp_path)
        elif language == "console":
            for command, shown in reversed(list(commands(lines))):
                assert run(command, tmp_path) == shown, f"line {number} of the guide: {command}"


def test_every_box_is_run() -> None:
    assert {language for _, language, _ in boxes()} == {"console", "diff"}


def test_every_command_a_newcomer_needs_is_shown() -> None:
    shown = " ".join(
        command for _, language, lines in boxes() if language == "console" for command, _ in commands(lines)
    )
    for command in ("check", "wagers", "settle", "clauses", "powers"):
        assert f"etg {command} my-wheel" in shown


def test_every_link_leads_somewhere() -> None:
    page = reference.PAGE.read_text(encoding="utf-8")
    anchors = {reference.slug(heading) for heading in re.findall(r"^#+ (.+)$", page, re.MULTILINE)}
    links = re.findall(r"\]\(([^)#]+)(?:#([^)]+))?\)", TEXT)
    assert links
    for target, anchor in links:
        assert (GUIDE.parent / target).is_file(), target
        assert not anchor or anchor in anchors, anchor
