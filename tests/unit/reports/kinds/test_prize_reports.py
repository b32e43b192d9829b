"""Reports, books and traces of halls with jackpots and promotions: exact to the cent, and nothing left out."""

from __future__ import annotations

from pathlib import Path
from typing import Any, get_args, get_origin, get_type_hints

import pytest
from click.testing import CliRunner
from msgspec import Struct, json
from msgspec.structs import replace

from openetg.cli.main import etg
from openetg.floor import commands as ask
from openetg.floor import events
from openetg.floor.core.ledger import NEVER_NEGATIVE, NEVER_POSITIVE, award_of, bank_of, pool_of
from openetg.floor.jackpots.events import JackpotEvent
from openetg.floor.promotions.events import PromotionEvent, Winner
from openetg.floor.state import Floor
from openetg.journal.entry import Entry
from openetg.journal.store import Reader
from openetg.money import cents, cents_of, format_money, total
from openetg.reports.audit.second_opinion import SecondOpinion, followed
from openetg.reports.export.beancount import ROOTS
from openetg.reports.frame.report import Cell
from openetg.reports.kinds.counted.pools import Draw
from openetg.reports.kinds.kinds import KINDS
from openetg.reports.kinds.promotions import DONE
from openetg.reports.recall.recall import last_rounds
from openetg.reports.recall.script import script_of
from openetg.reports.recall.trace import trace_paper
from openetg.reports.sentences import SENTENCES, Form, say_event
from openetg.reports.sentences.accounts import HOLDERS
from openetg.script.run import play as play_script
from tests.unit.floor.jackpots.build import MAIN, OPERATOR, SEVENTEENS, A, B, J, level, offered, progressive
from tests.unit.reports.evenings import journal_of
from tests.unit.reports.made import checks, column, made, section
from tests.unit.reports.made import total as total_of
from tests.unit.reports.prizes import VOUCHER, entries_of, mystery_evening, progressive_evening, promotion_evening

EVENINGS = {"mystery": mystery_evening, "progressive": progressive_evening, "promotion": promotion_evening}
UNTOLD = {
    events.ItemPrescribed,
    events.EntrantRegistered,
    events.EntrantSeated,
    events.EntriesEarned,
    events.PresenceRecorded,
}
"""Of promotions, what the report tells as sums, or is about the list of items."""


def number(value: Cell) -> int:
    assert isinstance(value, int), value
    return value


def evening(name: str) -> tuple[Any, Reader]:
    return EVENINGS[name]()


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("name", EVENINGS)
def test_every_check_of_every_report_holds(name: str, kind: str) -> None:
    report = made(evening(name)[1], kind)
    assert not report.failed


@pytest.mark.parametrize("name", EVENINGS)
def test_whoever_decides_again_says_the_same(name: str) -> None:
    _, journal = evening(name)
    opinion = SecondOpinion(Floor(), journal.volumes()[0].opening.hash)
    *_, last = followed(opinion, journal)
    assert last.last == opinion.sequence == journal.head().sequence


def test_a_level_is_what_was_seeded_and_contributed_less_what_was_won() -> None:
    here, journal = mystery_evening()
    report = made(journal, "jackpots")
    found, level = section(report, "Levels"), here.level()
    row = {each.name: number(value) for each, value in zip(found.columns[2:], found.rows[0][2:], strict=True)}
    counted = (level.seeded, level.contributed, level.won, level.turnover)
    assert (row["seeded"], row["contributed"], row["won"], row["turnover"]) == tuple(map(cents_of, counted))
    assert row["hits"] == 2
    assert row["closing"] == row["pool"] + row["reserve"] + row["overflow"]
    assert {"Level fortune main", "Reconciliation of fortune main", "Contributions to fortune main"} <= set(
        checks(report)
    )


def test_prizes_are_told_with_how_and_when_they_were_paid() -> None:
    here, journal = mystery_evening()
    report = made(journal, "jackpots")
    assert list(column(report, "Awards", "how").values()) == ["voucher", "meter"]
    assert list(column(report, "Awards", "state").values()) == ["paid", "paid"]
    newest = [cents_of(award.amount) for award in here.floor.jackpots.awards.values()][::-1]
    assert [row[4] for row in section(report, "The last 25 hits").rows] == newest
    assert total_of(report, "Awards", "amount") == cents_of(here.level().won)
    shared, again = made(progressive_evening()[1], "jackpots"), progressive_evening()[0]
    assert list(column(shared, "Awards", "state").values()) == ["due", "paid", "withdrawn"]
    due = format_money(again.floor.ledger.held(award_of(f"{J}.{MAIN}.1")))
    assert f"prizes that are due {due}" in checks(shared)["Awards to be paid"].words


def test_a_secret_that_was_not_committed_to_is_found() -> None:
    draw = Draw(J, MAIN, 1, cents(100), cents(200), "0" * 64, 0, "5e" * 32, cents(150))
    assert not draw.is_proved
    row = section(made(mystery_evening()[1], "jackpots"), "Mystery values").rows[0]
    jackpot, level, cycle, low, high, at_ms, commitment, value, secret = row
    proved = Draw(jackpot, level, cycle, low, high, commitment, at_ms, secret, value)  # type: ignore[arg-type]
    assert proved.is_proved
    assert not replace(proved, value=cents(number(value) + 1)).is_proved


@pytest.mark.parametrize("field", ["turnover", "carried"])
def test_a_contribution_that_is_a_little_off_is_found(field: str) -> None:
    """A cent of turnover more, or a millionth carried less, and the books still balance: only this report sees it."""
    here, _ = mystery_evening()
    entries, place = entries_of(here), 0
    for place, entry in enumerate(entries):
        told = json.decode(entry.verdict)
        fed = next((each for each in told.get("events") or () if each["type"] == "PoolFed"), None)
        if fed is not None:
            fed[field] += 1
            entries[place] = Entry(entry.sequence, entry.at_ms, entry.command, json.encode(told))
            break
    report = made(journal_of(entries), "jackpots")
    found = checks(report)[f"Contributions to {J} {MAIN}"]
    assert (found.holds, found.entry) == (False, place + 1)


def test_what_an_heir_was_left_is_exact_in_its_report() -> None:
    """Parts of a cent go over, and what is void later is set against them: no check calls that wrong."""
    one = level(trigger=SEVENTEENS, rates={A: 12_345}, reserve_rate=1_111)
    here = offered(progressive(one))
    here.give_all(ask.SetUpJackpot(*OPERATOR, "heir", progressive(level(trigger=SEVENTEENS, rates={B: 10_000}))))
    here.over()
    here.spin(A, "5", a1=3_001)
    here.give_all(ask.DecommissionJackpot(*OPERATOR, J, "heir", {MAIN: MAIN}, "sold"))
    here.spin(B, "5", b1=777)
    here.void(here.numbers() - 1)
    here.spin(B, "17", b1={"straight:17": 10_000})
    here.spin(B, "17", b1={"straight:17": 10_000})
    here.spin(B, "5", b2=1)
    report = made(journal_of(entries_of(here)), "jackpots")
    assert not report.failed
    assert list(column(report, "Levels", "turnover").values()) == [0, 20_778]


def test_hold_is_after_contributions() -> None:
    here, journal = mystery_evening()
    report = made(journal, "tables")
    names = ("contributed", "turnover", "paid", "hold")
    given, turnover, paid, hold = (number(column(report, "Tables", name)[A]) for name in names)
    assert given == cents_of(here.level().contributed)
    assert hold == turnover - paid - given == cents_of(here.floor.ledger.held(bank_of(A)))
    short = column(made(journal, "day"), "In short", "amount")
    assert (short["To jackpots"], short["Won of jackpots"]) == (given, cents_of(here.level().won))


def test_tables_without_a_jackpot_have_no_word_of_one() -> None:
    report = made(promotion_evening()[1], "tables")
    assert "contributed" not in [each.name for each in section(report, "Tables").columns]
    assert "To jackpots" not in column(made(promotion_evening()[1], "day"), "In short", "amount")


def test_awards_are_counted_at_the_terminal_that_won_and_papers_are_not() -> None:
    here, journal = mystery_evening()
    report = made(journal, "terminals")
    papered, credited = here.floor.jackpots.awards.values()
    awards = column(report, "Terminals", "awards")
    assert awards[credited.terminal] == cents_of(credited.amount)
    assert awards[papered.terminal] == 0
    assert set(column(report, "Terminals", "papers").values()) == {0}


def test_a_promotion_is_told_from_draft_to_prize() -> None:
    _, journal = promotion_evening()
    report = made(journal, "promotions")
    done = [row[3] for row in section(report, "What was done").rows]
    assert done[:4] == ["drafted", "filed", "published", "started"]
    assert done[-3:] == ["notice", "prize paid", "results public"]
    prizes = section(report, "Prizes")
    states = {row[1]: (row[-1], row[10]) for row in prizes.rows}
    assert states == {"1": ("paid", "yes"), "2": ("to be paid", "not yet told")}
    duties = [row[1] for row in section(report, "Open duties").rows]
    assert duties == ["the winner of prize 2 is to be told", "prize 2 is to be paid"]
    assert checks(report)["Draws done over"].holds
    assert "Ann Example" not in json.encode(report).decode()


def test_nothing_about_promotions_is_left_out_of_their_report() -> None:
    assert set(DONE) | UNTOLD == set(get_args(PromotionEvent))


def test_a_draw_that_went_otherwise_is_found() -> None:
    """Another winner than secret and entries give."""
    play, _ = promotion_evening()
    entries = entries_of(play)
    for place, entry in enumerate(entries):
        if b'"PromotionDrawn"' in entry.verdict:
            told = json.decode(entry.verdict)
            for event in told["events"]:
                if event["type"] == "PromotionDrawn":
                    event["winners"][0][2] += 1
            entries[place] = Entry(entry.sequence, entry.at_ms, entry.command, json.encode(told))
    assert not checks(made(journal_of(entries), "promotions"))["Draws done over"].holds


# Money followed, and the books of others.


def test_a_cent_is_followed_through_pool_and_award_to_the_voucher_and_the_cage() -> None:
    here, journal = mystery_evening()
    trace = trace_paper(journal, VOUCHER + "b")
    papered = next(iter(here.floor.jackpots.awards.values()))
    assert trace.amount == papered.amount
    assert {point.kind for point in trace.origins} == {"given", "contributed"}
    assert total(point.amount for point in trace.origins) == trace.amount
    assert [step.destination.partition("/")[0] for step in trace.before] == [
        "pool", "pool", "award", "printing", "award", "printing",
    ]  # fmt: skip
    assert trace.before[2].words == f"won as award {papered.number}"
    assert [point.kind for point in trace.ends] == ["paid"]
    contributed = next(point for point in trace.origins if point.kind == "contributed")
    assert contributed.words.startswith("contributed at table A, round 2 and 4 times after it: in the pool of jackpot")


@pytest.mark.slow
@pytest.mark.parametrize("name", EVENINGS)
def test_bean_check_accepts_halls_with_prizes(tmp_path: Path, name: str) -> None:
    from tests.unit.reports.export.test_beancount import bean_check, exported  # noqa: PLC0415 - only where it is slow

    path = exported(journal_of(entries_of(evening(name)[0])), tmp_path / "out.beancount")
    checked = bean_check(path)
    assert checked.returncode == 0, checked.stderr
    assert "Equity:Other" not in path.read_text()


def test_every_kind_of_account_has_a_place_in_the_books_and_words() -> None:
    kinds = NEVER_NEGATIVE | NEVER_POSITIVE | {"seeding", "promoting", "bank", "cash_box", "drop", "cage", "monitoring"}
    assert kinds <= set(ROOTS)
    assert kinds <= set(HOLDERS)


def test_rounds_with_a_jackpot_are_recalled_as_a_script() -> None:
    """What the pool gained and who won comes out the same, in a script that anybody can play."""
    for here, journal in (mystery_evening(), progressive_evening()):
        until = journal.head().sequence
        chosen = last_rounds(journal, count=3, until=until, table=A, terminal="")
        recalled = script_of(journal, chosen, until=until)
        run = play_script(recalled.text)
        assert run.failure is None
        assert run.stage.floor.ledger.held(pool_of(J, MAIN)) == here.floor.ledger.held(pool_of(J, MAIN))


# Words.


def blank(hint: Any) -> Any:
    """Some value of a type."""
    origin = get_origin(hint)
    if hint is str or str(hint).startswith("typing.Annotated"):
        return "x"
    if origin is tuple:
        return ()
    if origin is dict:
        return {}
    if isinstance(hint, type) and issubclass(hint, Struct):
        return made_of(hint)
    if hint is bool:
        return True
    return next(iter(hint)) if hasattr(hint, "__members__") else 7


def made_of(kind: type[Struct]) -> Any:
    hints = get_type_hints(kind)
    return kind(**{name: blank(hints[name]) for name in kind.__struct_fields__ if name in hints})


def test_every_event_of_jackpots_and_promotions_has_a_sentence() -> None:
    kinds = (*get_args(JackpotEvent), *get_args(PromotionEvent))
    assert [kind.__name__ for kind in kinds if kind not in SENTENCES] == []
    for kind in kinds:
        said = say_event(made_of(kind), Form())
        assert said[0].isupper() or said.startswith("x"), said
        assert "clause" not in said
        assert "  " not in said, said


def test_sentences_hide_what_is_sealed() -> None:
    sealed = events.EntrantRegistered("spring", "E1", "sealed:a", "sealed:b", (), "r", "p", 0, "6.7")
    assert say_event(sealed, Form()) == "p registered entrant E1 of promotion spring ((sealed), (sealed))"


def test_an_award_that_could_not_be_printed_is_told_as_due_again() -> None:
    failed = events.TicketFailed("a1", "V1", cents(10_343), (), award="fortune.main.1")
    assert (
        say_event(failed, Form()) == "a1 did not print: 103.43 of award fortune.main.1 is due again, the number is void"
    )


# As a person asks.


def test_reports_are_made_at_the_command_line(tmp_path: Path) -> None:
    from tests.unit.reports.journals import written  # noqa: PLC0415 - a folder of its own

    here, _ = progressive_evening()
    address = written(tmp_path, entries_of(here))
    for kind in ("jackpots", "promotions", "syndicate"):
        result = CliRunner().invoke(etg, ["report", kind, address, "--near", "30"])
        assert result.exit_code == 0, result.output
    assert "Levels" in CliRunner().invoke(etg, ["report", "jackpots", address]).output
    assert ask.SetUpJackpot.__name__ in here.entries[121][1].decode()


def test_a_prize_for_which_nobody_was_left_is_told_as_nobodys() -> None:
    again = events.PrizeDrawnAgain(
        "spring", Winner("1", "", -1), "E2", "casino_operator", "olive", "denied", 5, "6.7.1"
    )
    assert say_event(again, Form()).startswith(
        "olive had prize 1 of promotion spring drawn again: nobody was left to have it instead of E2"
    )
