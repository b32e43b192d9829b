"""Journals of halls with jackpots and promotions, told by the real floor, for the reports made of them."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from openetg.floor import commands as ask
from openetg.journal import places
from openetg.journal.entry import Entry
from openetg.journal.store import Reader
from openetg.money import cents
from openetg.rulebook.schema.policies import PaperKind
from tests.entrants import CALL, REVEAL, attempt, by_form, commit, form, pay, prize, register
from tests.one_table import Play
from tests.promotions import AWARD_MS, HOUR_MS, NAME, OPERATOR, running
from tests.unit.floor.jackpots.build import FREE, GAMING_SUPERVISOR, A, Hall, J, hall, level, mystery, progressive
from tests.unit.floor.jackpots.build import OPERATOR as HOUSE
from tests.unit.reports.journals import written

VOUCHER = "V1"
_kept = TemporaryDirectory()


def entries_of(play: Play) -> list[Entry]:
    """What a play left behind, as a journal has it."""
    return [Entry(place, *entry) for place, entry in enumerate(play.entries, start=1)]


def journal(play: Play, name: str) -> Reader:
    """The journal of a play, in a folder of its own."""
    folder = Path(_kept.name) / name
    folder.mkdir()
    return places.open_to_read(written(folder, entries_of(play)))


@cache
def mystery_evening() -> tuple[Hall, Reader]:
    """A mystery is fed, hits and is put on a voucher that the cage pays; another prize goes to the meter."""
    rules = mystery(level(low=cents(10_100), high=cents(10_400), reserve_rate=2_500), lock_from=FREE)
    here = hall()
    here.give_all(ask.SetUpJackpot(*HOUSE, J, rules))
    here.over()
    for paid in (paper, meter):
        value = here.commit()
        while here.pool() < value:
            here.spin(A, "2", a1=5_000, a2=3_333)
        here.reveal()
        paid(here)
    here.commit()
    here.spin(A, "1", a1=700)
    return here, journal(here, "mystery")


def paper(here: Hall) -> None:
    """The newest prize goes to a voucher, which the cage pays."""
    award = list(here.floor.jackpots.awards.values())[-1]
    here.give_all(ask.PaperAward(*GAMING_SUPERVISOR, award.number, PaperKind.VOUCHER, VOUCHER))
    here.give_all(ask.ReportPrint(award.terminal, VOUCHER, printed=False))
    here.give_all(ask.PaperAward(*GAMING_SUPERVISOR, award.number, PaperKind.VOUCHER, VOUCHER + "b"))
    here.give_all(ask.ReportPrint(award.terminal, VOUCHER + "b", printed=True))
    here.give_all(ask.RedeemPaper("cashier", "cass", VOUCHER + "b"))


def meter(here: Hall) -> None:
    """The newest prize goes to the meter."""
    award = list(here.floor.jackpots.awards.values())[-1]
    here.give_all(ask.CreditAward(award.terminal, award.number, *GAMING_SUPERVISOR))


@cache
def progressive_evening() -> tuple[Hall, Reader]:
    """A progressive is won twice, once shared; one prize is questioned and taken back; the pool is adjusted."""
    here = hall()
    here.give_all(ask.SetUpJackpot(*HOUSE, J, progressive(lock_from=FREE)))
    here.over()
    lucky = {"straight:17": 500}
    here.spin(A, "17", a1=lucky, a2=lucky, a3=2_000)
    here.spin(A, "17", a1=lucky, a2=lucky)
    meter(here)
    here.spin(A, "4", a1=lucky)
    here.spin(A, "17", a1=lucky)
    here.spin(A, "17", a1=lucky)
    here.correct("18", here.numbers() - 1)
    award = list(here.floor.jackpots.awards.values())[-1]
    here.give_all(ask.UpholdAward(*HOUSE, award.number, stands=False, why="the film shows 18"))
    return here, journal(here, "progressive")


@cache
def promotion_evening() -> tuple[Play, Reader]:
    """A promotion from draft to prize paid; one winner is told in time, the other prize waits."""
    terms = by_form(prizes=(prize("1", 50_000), prize("2", 20_000)))
    play = running("ministar", terms)
    play.give_all(commit())
    for number, count in {"E1": 2, "E2": 1, "E3": 5}.items():
        play.give_all(register(number), form(number, count))
    play.at_ms = AWARD_MS
    play.give_all(CALL, REVEAL)
    play.at_ms += HOUR_MS
    play.give_all(attempt(play, "telephone", reached=True), pay(play, cash=50_000))
    play.give_all(ask.PublishResults(*OPERATOR, NAME, "on the board"))
    return play, journal(play, "promotion")
