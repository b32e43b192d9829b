"""The reference of the rulebook format is what the types say: current, whole, and without a dead link."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from enum import Enum
from pathlib import Path

import pytest
from msgspec import Struct

from openetg.rulebook.schema.powers import POWERS
from openetg.rulebook.schema.shape import Choice, Clause, Power, Section, Value
from tools import reference

PAGE = reference.PAGE.read_text(encoding="utf-8")
HEADINGS = re.findall(r"^#+ (.+)$", PAGE, re.MULTILINE)
ROWS = [line.split(" | ") for line in PAGE.splitlines() if line.startswith("| `")]


def test_the_page_is_what_the_types_say() -> None:
    assert reference.main(["--check"]) == 0


def test_writing_twice_gives_the_same_page() -> None:
    assert reference.page() == reference.page()


def test_a_page_that_drifted_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(reference, "ROOT", tmp_path)
    monkeypatch.setattr(reference, "PAGE", tmp_path / "rulebook.md")
    assert reference.main(["--check"]) == 1
    assert reference.main([]) == 0
    assert reference.main(["--check"]) == 0
    (tmp_path / "rulebook.md").write_text("by hand", encoding="utf-8")
    capsys.readouterr()
    assert reference.main(["--check"]) == 1
    drifted = "rulebook.md is not what the types of a rulebook say: run python tools/reference.py\n"
    assert capsys.readouterr().err == drifted


def test_every_key_and_choice_has_a_sentence() -> None:
    assert list(reference.unsaid()) == []
    assert [row for row in ROWS if not row[-1].strip(" |")] == []


class Silence(Enum):
    SAID = "said"
    """Something."""
    UNSAID = "unsaid"


class Mute(Section, frozen=True):
    loud: Choice[Silence]
    """Something."""
    silent: Clause


def test_what_has_no_sentence_is_refused(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(reference, "FILES", {"mute.toml": Mute})
    reference.every_section.cache_clear()
    try:
        assert reference.main(["--check"]) == 1
    finally:
        reference.every_section.cache_clear()
    named = [line.partition(":")[0] for line in capsys.readouterr().err.splitlines()]
    assert named == ["Mute", "Mute.silent", "Silence", "Silence.unsaid"]


def all_sections(section: type[Struct] = Section) -> Iterator[type[Struct]]:
    for each in section.__subclasses__():
        if each.__module__.startswith("openetg."):
            yield each
            yield from all_sections(each)


def test_every_section_of_the_package_is_on_the_page() -> None:
    assert Power in set(all_sections())
    explained = set(reference.every_section())
    assert {each.__name__ for each in all_sections()} - {each.__name__ for each in explained} == {
        "Cited",
        Value.__name__,
        Choice.__name__,
    }


def test_every_power_is_on_the_page() -> None:
    listed = {row[0].strip("| `") for row in ROWS if len(row) == 2}
    assert set(POWERS) <= listed


def test_every_link_leads_somewhere() -> None:
    anchors = Counter(map(reference.slug, HEADINGS))
    assert [anchor for anchor, times in anchors.items() if times > 1] == []
    assert set(re.findall(r"\]\(#([^)]+)\)", PAGE)) <= set(anchors)
    for target in re.findall(r"\]\(([^#)]+)\)", PAGE):
        assert (reference.PAGE.parent / target).is_file(), target
