"""Sentences about notes, papers, payments by hand and what is withheld."""

from __future__ import annotations

from typing import Any

from openetg.floor import events as said
from openetg.floor.core.ledger import demanded_of, withheld_of
from openetg.money import total
from openetg.reports.sentences.form import Form, Sentences, at, money, plain


def _credited(event: Any, form: Form) -> str:
    if event.person:
        return f"{form.person(event)} established that {money(event.amount)} lies in the cash box of {event.terminal}"
    return f"A note of {money(event.amount)} went into {event.terminal}"


def _ordered(event: Any, form: Form) -> str:
    del form
    serial = f" number {event.serial} of this terminal" if event.serial else ""
    until = f", paid until {at(event.expires_at_ms)}" if event.expires_at_ms else ""
    return (
        f"{event.terminal} collects {money(event.amount)}: a {plain(event.paper.value)}{serial} is being printed{until}"
    )


def _not_printed(event: Any, form: Form) -> str:
    del form
    back = f"of award {event.award} is due again" if event.award else "is back on its meter"
    return f"{event.terminal} did not print: {money(event.amount)} {back}, the number is void"


def _redeemed(event: Any, form: Form) -> str:
    other = f" instead of {plain(event.asked)}" if event.asked != event.paid else ""
    return f"{form.person(event)} paid a paper of {money(event.amount)} by {plain(event.paid)}{other}"


def _withheld(event: Any, form: Form) -> str:
    demanded = f", {money(event.demanded)} of it demanded back" if event.demanded else ""
    told = f"; {plain(event.official)} is told" if event.official else ""
    if event.table:
        return f"{money(event.demanded)} that was not there is demanded back of {event.terminal}{told}{form.why(event)}"
    return f"{form.person(event)} withheld {money(event.amount)} of {event.terminal}{demanded}{told}{form.why(event)}"


def _held(event: Any, form: Form) -> str:
    told = f"; {plain(event.official)} is told" if event.official else ""
    return f"{form.person(event)} held a paper of {money(event.amount)} back{told}{form.why(event)}"


def _released(event: Any, form: Form) -> str:
    if event.demand:
        end = "given up" if event.pay else "paid back at the cage"
        claim = f"{money(event.demand)} demanded of {event.what} is {end}"
        return f"{form.person(event)} determined: {claim}{form.why(event)}"
    if not (event.amount or event.transfers):
        return f"nothing is withheld or demanded of {event.what} any more{form.why(event)}"
    set_off = (withheld_of(event.what), demanded_of(event.what))
    against = total(each.amount for each in event.transfers if (each.source, each.destination) == set_off)
    also = f"; {money(against)} of what was withheld went against what is demanded" if against else ""
    whose = "it is the player's" if event.pay else "it is not the player's"
    return f"{form.person(event)} determined {money(event.amount)} that was withheld: {whose}{also}{form.why(event)}"


def _compared(event: Any, form: Form) -> str:
    del form
    return f"{event.terminal} shows {money(event.shown)}, the books hold {money(event.held)}"


MONEY: Sentences = {
    said.NoteCredited: _credited,
    said.TicketOrdered: _ordered,
    said.TicketFailed: _not_printed,
    said.TicketLifeSet: lambda event, _: (
        f"New papers are paid for {event.days} days" if event.days else "New papers are paid without end"
    ),
    said.PaperRedeemed: _redeemed,
    said.MeterCompared: _compared,
    said.MoneyWithheld: _withheld,
    said.PaperHeld: _held,
    said.HoldingReleased: _released,
}
