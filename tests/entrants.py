"""Entrants, draws and prizes for tests: the acts between the start of a promotion and its end, and floors so far."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from openetg.chance.drawing import PROCESS, commitment_of, draw_purpose
from openetg.floor import commands as ask
from openetg.floor.promotions.commands import PrizeOffered, Terms
from openetg.floor.state import Won
from openetg.money import Money, cents
from tests.one_table import TABLE, Play
from tests.promotions import AWARD_MS, NAME, OPERATOR, offered, running, whole_terms

SECRET = "5e" * 32
CASHIER = ("cashier", "cass")
SCRUTINEER = ("scrutineer", "silas")
SIGNED = "form 17"


def register(entrant: str, *, meets: tuple[str, ...] = (), name: str = NAME) -> ask.RegisterEntrant:
    return ask.RegisterEntrant(*OPERATOR, name, entrant, "Ann Example", "0400 000 000", meets)


def seat(terminal: str, entrant: str = "") -> ask.SeatEntrant:
    return ask.SeatEntrant(*OPERATOR, NAME, terminal, entrant)


def form(entrant: str, entries: int = 1) -> ask.EnterByForm:
    return ask.EnterByForm(*OPERATOR, NAME, entrant, entries)


def commit(secret: str = SECRET, *, process: str = PROCESS) -> ask.CommitDraw:
    return ask.CommitDraw(NAME, commitment_of(draw_purpose(NAME), secret), "sealed", process)


CALL = ask.CallDraw(*OPERATOR, NAME)
REVEAL = ask.RevealDraw(NAME, SECRET)


def prize(number: str, value: int, kind: str = "cash", **more: Any) -> PrizeOffered:
    note = {} if kind == "cash" else {"law_note": "Complies."}
    return PrizeOffered(number, f"Prize {number}", cents(value), kind, **{**note, **more})


def by_form(**changes: Any) -> Terms:
    """Terms under which entries come on forms, without a wager."""
    return whole_terms(**{"earns": "form", "qualifying_wager": cents(0), **changes})


def entered(rulebook: str, entries: dict[str, int], terms: Terms | None = None) -> Play:
    """A promotion that runs, with a secret committed and so many entries of each entrant."""
    play = running(rulebook, by_form() if terms is None else terms)
    play.give_all(commit())
    for number, count in entries.items():
        play.give_all(register(number), form(number, count))
    return play


def called(rulebook: str, entries: dict[str, int], terms: Terms | None = None) -> Play:
    """The same at the time of the draw, which was called."""
    play = entered(rulebook, entries, terms)
    play.at_ms = AWARD_MS
    play.give_all(CALL)
    return play


def drawn_on(rulebook: str, entries: dict[str, int], terms: Terms | None = None) -> Play:
    """The same, drawn."""
    play = called(rulebook, entries, terms)
    play.give_all(REVEAL)
    return play


def won(play: Play, number: str = "1") -> Won:
    """A prize that has a winner."""
    return offered(play).won[number]


def pay(play: Play, number: str = "1", by: tuple[str, str] = CASHIER, **parts: int) -> ask.PayPrize:
    """The prize goes to its winner in these forms, as they asked, so many cents in each."""
    asked: dict[str, Money] = {form: cents(part) for form, part in parts.items()}
    return ask.PayPrize(*by, NAME, number, won(play, number).entrant, asked, asked, signature=SIGNED)


def paid_as(command: ask.PayPrize, **parts: int) -> ask.PayPrize:
    """The same, paid in other forms than were asked for."""
    return replace(command, paid={form: cents(part) for form, part in parts.items()})


def denied(
    play: Play, number: str = "1", *, claim: str = "C1", by: tuple[str, str] = OPERATOR
) -> ask.RecordDeniedClaim:
    """The claim of a prize's winner is refused, with everything on record."""
    value = next(each.value for each in offered(play).terms.prizes if each.prize == number)
    who = ("under age", "Ann Example", "1 Harbour Street", offered(play).terms.kind)
    return ask.RecordDeniedClaim(*OPERATOR, claim, TABLE, number, value, *who, NAME, won(play, number).entrant)


def attempt(play: Play, by: str, number: str = "1", *, at_ms: int = 0, reached: bool = False) -> ask.AttemptNotice:
    return ask.AttemptNotice(*OPERATOR, NAME, number, won(play, number).entrant, by, "0400 000 000", reached, at_ms)
