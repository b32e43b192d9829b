"""The real `bean-check` audits what every golden journal did to the ledger, and a wrong cent does not pass."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from openetg.floor.core import ledger
from openetg.journal import places
from openetg.journal.entry import Entry
from openetg.journal.store import JournalProblem, Reader
from openetg.reports.export.beancount import OTHER, ROOTS, account_name, write_beancount
from openetg.reports.export.export import ExportSpan, span_of
from tests.unit.reports.journals import NAMES, golden_entries, golden_floor, golden_journal, written

pytestmark = pytest.mark.slow

BEAN_CHECK = Path(sys.executable).with_name("bean-check")
COMPONENT = re.compile(r"[A-Z0-9][A-Za-z0-9-]*")


def exported(journal: Reader, path: Path, span: ExportSpan | None = None) -> Path:
    for _ in write_beancount(journal, span or span_of(journal, after=None, until=None), path):
        pass
    journal.close()
    return path


def bean_check(path: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run([BEAN_CHECK, "--no-cache", path], capture_output=True, text=True, check=False)


@pytest.mark.parametrize("name", NAMES)
def test_bean_check_accepts_a_golden_journal(tmp_path: Path, name: str) -> None:
    path = exported(golden_journal(name), tmp_path / "out.beancount")
    checked = bean_check(path)
    assert checked.returncode == 0, checked.stderr
    accounts = golden_floor(name).ledger.accounts
    asserted = set(re.findall(r"balance (\S+)", path.read_text()))
    assert asserted == {account_name(account) for account in accounts}, "every account is held against the ledger"


@pytest.mark.parametrize("name", NAMES)
def test_bean_check_finds_a_cent_that_went_astray(tmp_path: Path, name: str) -> None:
    """Both sides of one movement are a cent off: it balances in itself, and only the ledger says otherwise."""
    path = exported(golden_journal(name), tmp_path / "out.beancount")
    text = path.read_text()
    first, second = list(re.finditer(r"^  \S+  (-?)(\d+)\.(\d\d) AUD$", text, re.MULTILINE))[:2]
    wrong = [first[0].replace(f".{first[3]} ", ".01 "), second[0].replace(f".{second[3]} ", ".01 ")]
    path.write_text(text[: first.start()] + wrong[0] + "\n" + wrong[1] + text[second.end() :])
    checked = bean_check(path)
    assert checked.returncode != 0
    assert "Balance failed" in checked.stderr


def test_bean_check_finds_a_cent_out_of_nothing(tmp_path: Path) -> None:
    path = exported(golden_journal("spine"), tmp_path / "out.beancount")
    path.write_text(re.sub(r"100\.00 AUD", "100.01 AUD", path.read_text(), count=1))
    checked = bean_check(path)
    assert checked.returncode != 0
    assert "does not balance" in checked.stderr


def test_a_part_of_a_journal_carries_forward_what_was_there(tmp_path: Path) -> None:
    journal = golden_journal("spine")
    path = exported(journal, tmp_path / "out.beancount", ExportSpan(75, 150))
    assert bean_check(path).returncode == 0, bean_check(path).stderr
    assert '"carried forward"' in path.read_text()


def test_each_day_is_held_against_the_ledger_by_itself(tmp_path: Path) -> None:
    """Days of the calendar: entries a day apart are asserted day by day, what moved in each of them."""
    hours = 7_200_000
    entries = [Entry(e.sequence, e.at_ms + e.sequence * hours, e.command, e.verdict) for e in golden_entries("spine")]
    path = exported(places.open_to_read(written(tmp_path, entries)), tmp_path / "out.beancount")
    assert bean_check(path).returncode == 0, bean_check(path).stderr
    days = set(re.findall(r"^(\S+) balance", path.read_text(), re.MULTILINE))
    assert len(days) > 5


def test_every_account_of_the_ledger_has_its_place() -> None:
    made = [
        function(*["x"] * function.__code__.co_argcount)
        for name, function in vars(ledger).items()
        if name.endswith("_of")
    ]
    kinds = {account.partition("/")[0] for account in made} | {
        ledger.TICKETS, ledger.CHIPS, ledger.CAGE, ledger.MONITORING,
    }  # fmt: skip
    assert kinds == set(ROOTS)
    earned = {"sales"}
    owed = {kind for kind, root in ROOTS.items() if root.startswith("Liabilities")}
    assert kinds & ledger.NEVER_NEGATIVE == owed | earned


NAMES_OF_THINGS = st.text(st.characters(exclude_categories=["C", "Z"], exclude_characters="/"), min_size=1, max_size=8)


@given(
    NAMES_OF_THINGS | st.sampled_from(["Z-a", "a", "-", "A-", "A--b", "meter", "T 1", "é", "Z--2d-"]), NAMES_OF_THINGS
)
def test_names_are_such_as_beancount_takes_and_no_two_become_one(one: str, other: str) -> None:
    first, second = account_name(f"meter/{one}"), account_name(f"meter/{other}")
    assert (first == second) == (one == other)
    assert all(COMPONENT.fullmatch(part) for part in first.split(":"))
    assert account_name(f"jackpot/{one}").startswith(OTHER)


def test_a_currency_that_is_none_is_said_so(tmp_path: Path) -> None:
    journal = golden_journal("spine")
    with pytest.raises(JournalProblem, match="currency"):
        next(write_beancount(journal, ExportSpan(0, 10), tmp_path / "out", currency="dollars"))
    journal.close()
