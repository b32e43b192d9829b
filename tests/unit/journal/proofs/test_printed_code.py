"""The code on a printed report stands for the journal up to its entry."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from openetg.cli.main import etg
from openetg.journal import places
from openetg.journal.proofs.printed_code import journal_code, wrong_code
from openetg.journal.store import JournalProblem, Reader
from tests.journals import build


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[Reader]:
    floor = build(tmp_path / "floor")
    with closing(places.open_to_read(floor.journal)) as reader:
        yield reader


def code_at(journal: Reader, last: int) -> str:
    (group,) = [each for each in journal.groups(after_sequence=0) if each.last == last]
    return journal_code(last, group.hash)


def test_the_code_of_any_group_holds_however_it_was_copied(journal: Reader) -> None:
    code = code_at(journal, 72)
    assert code.startswith("72-")
    assert len(code) == len("72-ABCD-ABCD-ABCD-ABCD-ABCD")
    for copied in (code, code.lower(), code.replace("-", " ").replace("72 ", "72-"), code.replace("O", "0")):
        assert wrong_code(journal, copied) is None


def test_another_history_and_a_journal_taken_back_do_not_have_it(journal: Reader) -> None:
    code = code_at(journal, 72)
    other = "73" + code[2:]
    assert wrong_code(journal, other) == (other, "no end of a group there")
    later = "999" + code[2:]
    assert wrong_code(journal, later) == (later, "a journal of 184 entries")
    changed = code[:-1] + ("A" if code[-1] != "A" else "B")
    assert wrong_code(journal, changed) == (changed, code)


@pytest.mark.parametrize("words", ["", "72", "72-ABC", "x-ABCD-ABCD-ABCD-ABCD-ABCD", "72-ABCD-ABCD-ABCD-ABCD-ABC9"])
def test_what_is_no_code_is_said(journal: Reader, words: str) -> None:
    with pytest.raises(JournalProblem, match="expected a code such as"):
        wrong_code(journal, words)


def test_at_a_shell(tmp_path: Path, journal: Reader) -> None:
    def verify(code: str) -> Result:
        return CliRunner().invoke(etg, ["journal", "verify", str(tmp_path / "floor" / "journal"), "--code", code])

    code = code_at(journal, 72)
    assert verify(code).exit_code == 0
    wrong = verify("73" + code[2:])
    assert wrong.exit_code == 1
    assert "journal code: expected 73-" in wrong.output
