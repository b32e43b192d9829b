"""Sentences about people: breaches and measures, disputes, staff; and about cases, corrections and rulings."""

from __future__ import annotations

from typing import Any

from openetg.floor import events as said
from openetg.money import say_money, total
from openetg.reports.recall.telling import printable
from openetg.reports.sentences.form import Form, Sentences, at, listed, money, plain, spots

CALLS = {"fault": "reported a fault", "attendant": "called for an attendant", "payout": "asks to be paid by hand"}


def _case(event: Any, form: Form) -> str:
    about = f" over round {event.round}" if event.round else ""
    code = f" ({event.code})" if event.code else ""
    return f"Case {event.case} was opened about {event.terminal}{about}: {plain(event.ground)}{code}{form.why(event)}"


def _case_closed(event: Any, form: Form) -> str:
    who = f" by {form.person(event)}" if event.person else ""
    return f"Case {event.case} was closed{who}{form.why(event)}"


def _voided(event: Any, form: Form) -> str:
    who = f" by {form.person(event)}" if event.person else ""
    return (
        f"The wagers of {event.terminal} in round {event.round} were voided{who}: {spots(event.spots)}{form.why(event)}"
    )


def _corrected(event: Any, form: Form) -> str:
    moved = total(move.amount for move in event.transfers)
    change = f"; {money(moved)} moved" if moved else ""
    return (
        f"{form.person(event)} corrected the outcome of round {event.round} from {event.first} to"
        f" {event.outcome}{change}{form.why(event)}"
    )


def _ruled(event: Any, form: Form) -> str:
    what = "let in" if event.allow else "took out"
    known = ", the outcome being known" if event.known else ""
    return (
        f"{form.person(event)} {what} {spots(event.spots)} for {event.terminal} after the close{known}{form.why(event)}"
    )


def _breach(event: Any, form: Form) -> str:
    kind = f" ({plain(event.kind)})" if event.kind else ""
    return (
        f"{form.person(event)} recorded breach {event.breach} of {event.breached} by {event.who}{kind}{form.why(event)}"
    )


def _login_failed(event: Any, form: Form) -> str:
    where = f" from {event.address}" if event.address else ""
    locked = f"; none is looked at from there until {at(event.until_ms)}" if event.until_ms else ""
    until_ms = event.elsewhere_until_ms
    others = f"; {event.elsewhere} from new addresses: none from such until {at(until_ms)}" if until_ms else ""
    wrong = {"code": "set-up code", "factor": "second factor behind the right password"}.get(event.what, event.what)
    return f"A wrong {wrong} for {form.name(event.person)}{where}, {event.failures} in a row{locked}{others}"


FACTOR = {"passkey": "a passkey", "totp": "a code generator", "recovery": "a sheet of recovery codes"}
GONE = {
    "asked": "removed",
    "lost": "no longer in the files: removed",
    "copied": "seen twice: removed",
    "handed": "reset by others",
}


def _factor_revoked(event: Any, form: Form) -> str:
    return f"The second factor of {form.name(event.person)}, {FACTOR[event.kind]}, was {GONE[event.cause]}"


def _engaged(event: Any, form: Form) -> str:
    roles = listed(sorted({plain(role) for held in event.roles.values() for role in held} | set(event.duties)))
    by = f" by {form.name(event.by)}" if event.by else ""
    return f"{form.text(event.full_name)} ({event.person}) was engaged{by}" + (f" as {roles}" if roles else "")


def _limited(event: Any, form: Form) -> str:
    why = form.why(event)
    return f"{form.person(event)} limited a player: {listed(list(event.terminals))} may not be played besides{why}"


def _denied(event: Any, form: Form) -> str:
    who = " of the winner" if event.winner else ""
    named = [form.text(each) for each in (event.claimant, event.address) if each]
    whose = f"{who}, {listed(named)}," if named else who
    entrant = f" (entrant {printable(event.entrant)})" if event.entrant else ""
    of = f" of promotion {printable(event.promotion)}" if event.promotion else ""
    return (
        f"{form.person(event)} denied claim {printable(event.claim)}{whose}{entrant} to {plain(event.kind)}"
        f" {printable(event.prize)}{of}, worth {money(event.value)}{form.why(event)}"
    )


PEOPLE: Sentences = {
    said.LineReported: lambda event, _: f"The line to {event.terminal} {'is back' if event.up else 'was lost'}",
    said.ScreenCompared: lambda event, _: (
        f"{event.terminal} shows {'the wagers that are' if event.agrees else 'other wagers than are'} on record"
    ),
    said.CaseOpened: _case,
    said.WagersVoided: _voided,
    said.CaseClosed: _case_closed,
    said.OutcomeCorrected: _corrected,
    said.WagerRuled: _ruled,
    said.BreachRecorded: _breach,
    said.PlayerLimited: _limited,
    said.PlayerReported: lambda event, _: f"The player at {event.terminal} {CALLS.get(event.what, plain(event.what))}",
    said.DisputeRaised: lambda event, form: (
        f"Dispute {event.dispute} was raised"
        + (f" by {event.who}" if event.who else "")
        + (f" over round {event.round}" if event.round else "")
        + form.why(event, "about")
    ),
    said.DisputeClosed: lambda event, form: (
        f"{form.person(event)} closed dispute {event.dispute}; the person"
        f" {'was' if event.satisfied else 'was not'} satisfied"
    ),
    said.ClaimDenied: _denied,
    said.ClaimantInformed: lambda event, form: (
        f"{form.person(event)} told whose claim {printable(event.claim)} was denied why{form.why(event, 'how')}"
    ),
    said.StaffEngaged: _engaged,
    said.CredentialHanded: lambda event, form: (
        f"{form.name(event.by) if event.by else 'Somebody at the machine'}"
        + (f" and {form.name(event.second)}" if event.second else "")
        + f" handed out a {plain(event.what)} of {form.name(event.person)}"
    ),
    said.LoginFailed: _login_failed,
    said.FactorEnrolled: lambda event, form: f"{form.name(event.person)} enrolled {FACTOR[event.kind]}",
    said.FactorRevoked: _factor_revoked,
    said.SecondAboveSet: lambda event, form: (
        f"{form.name(event.by) if event.by else 'The floor file'} set {say_money(event.amount)} as the sum above which"
        " it takes two people"
    ),
}
