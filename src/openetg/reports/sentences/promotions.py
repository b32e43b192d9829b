"""Sentences about promotions: their terms, who takes part, the draw, the prizes. Names of entrants are sealed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from openetg.floor import events as said
from openetg.money import ZERO, Money
from openetg.reports.recall.telling import printable
from openetg.reports.sentences.form import Form, Sentences, at, listed, money, plain

NAMED_MAX = 6
"""So many winners are named one by one; of more it is said how many."""


def _of(event: Any) -> str:
    return f"promotion {printable(event.promotion)}"


def _prize(event: Any) -> str:
    return f"prize {printable(event.prize)} of {_of(event)}"


def _until(event: Any) -> str:
    return f"; winners are to be told by {at(event.notify_by_ms)}" if event.notify_by_ms else ""


def _prescribed(event: Any, form: Form) -> str:
    now = "from now on" if event.prescribed else "no longer"
    source = printable(event.source)
    return f"{form.person(event)} recorded that {plain(event.item)} is {now} an item no prize may include ({source})"


def _drafted(event: Any, form: Form) -> str:
    title = f", {printable(event.terms.title)}" if event.terms.title else ""
    return f"{form.person(event)} drafted version {event.version} of the terms of {_of(event)}{title}"


def _filed(event: Any, form: Form) -> str:
    declared = f"; no prize is or includes {listed([plain(each) for each in event.declared])}" if event.declared else ""
    return (
        f"{form.person(event)} filed version {event.version} of the terms of {_of(event)} with the authority,"
        f" reference {printable(event.reference)}{declared}"
    )


def _announced(event: Any, form: Form) -> str:
    if event.withdrawn:
        return f"{form.person(event)} took back an announcement of {_of(event)}: {printable(event.words)}"
    where = printable(event.reference)
    return f"{form.person(event)} announced {_of(event)}: {printable(event.words)} (terms at {where})"


def _published(event: Any, form: Form) -> str:
    also = f" and at {listed([printable(each) for each in event.also_at])}" if event.also_at else ""
    return (
        f"{form.person(event)} published version {event.version} of the terms of {_of(event)}"
        f" at {printable(event.address)}{also}"
    )


def _amended(event: Any, form: Form) -> str:
    return (
        f"{form.person(event)} amended {_of(event)}: version {event.version} of the terms is in force,"
        f" approval {printable(event.approval)}"
    )


def _registered(event: Any, form: Form) -> str:
    meets = f"; checked: {listed([printable(each) for each in event.meets])}" if event.meets else ""
    return (
        f"{form.person(event)} registered entrant {event.entrant} of {_of(event)} ({form.text(event.name)},"
        f" {form.text(event.contact)}){meets}"
    )


def _seated(event: Any, form: Form) -> str:
    if not event.entrant:
        return f"{form.person(event)} noted that nobody's play at {event.terminal} counts for {_of(event)} any more"
    return f"{form.person(event)} noted that entrant {event.entrant} of {_of(event)} plays at {event.terminal}"


def _earned_by(each: said.Earned) -> str:
    if each.entries < 0 or each.counted < ZERO:
        return f"{each.entrant} loses {-each.entries} as {money(-each.counted)} no longer counts"
    return f"{each.entrant} gains {each.entries} for {money(each.counted)} at {each.terminal}"


def _earned(event: Any, form: Form) -> str:
    del form
    parts = listed([_earned_by(each) for each in event.earned]) or "nobody gains any"
    return f"Entries in {_of(event)} by round {event.round} of table {printable(event.table)}: {parts}"


def _counted(count: int, one: str, many: str) -> str:
    return f"{count} {one if count == 1 else many}"


def _called(event: Any, form: Form) -> str:
    count = sum(number for _, number in event.entries)
    watched = f", overseen by {form.name(event.scrutineer)}" if event.scrutineer else ""
    among = f"{_counted(count, 'entry', 'entries')} of {_counted(len(event.entries), 'entrant', 'entrants')}"
    return f"{form.person(event)} called the draw of {_of(event)}: {among}{watched}"


def _drawn(event: Any, form: Form) -> str:
    del form
    winners = [f"prize {each.prize} entrant {each.entrant} (entry {each.entry + 1})" for each in event.winners]
    shown = listed(winners) if len(winners) <= NAMED_MAX else f"{len(winners)} prizes have winners"
    return f"The draw of {_of(event)} was made: {shown or 'nobody won'}{_until(event)}"


def _again(event: Any, form: Form) -> str:
    new = event.winner
    again = f"{form.person(event)} had prize {new.prize} of {_of(event)} drawn again"
    if not new.entrant:
        return f"{again}: nobody was left to have it instead of {event.before}{form.why(event)}"
    return (
        f"{again}: entrant {new.entrant} (entry {new.entry + 1}) instead of {event.before}"
        f"{_until(event)}{form.why(event)}"
    )


def _presence(event: Any, form: Form) -> str:
    there = "was there in person" if event.present else "was not there"
    return f"{form.person(event)} recorded that entrant {event.entrant}, winner of {_prize(event)}, {there}"


def _notice(event: Any, form: Form) -> str:
    told = "told" if event.reached else "tried to tell"
    counts = "" if event.counts else "; that does not fulfil the duty to tell"
    return (
        f"{form.person(event)} {told} entrant {event.entrant} of {_prize(event)} by {plain(event.by)}{counts}"
        f"{form.why(event, 'details')}"
    )


def _forms(amounts: Mapping[str, Money]) -> str:
    return listed([f"{money(amount)} by {plain(how)}" for how, amount in amounts.items()]) or "nothing"


def _paid(event: Any, form: Form) -> str:
    other = f" instead of {_forms(event.asked)}" if event.asked != event.paid else ""
    instead = f", {money(event.alternative)} in cash for a prize that is not money" if event.alternative else ""
    return (
        f"{form.person(event)} handed {_prize(event)}, worth {money(event.value)}, to entrant {event.entrant}:"
        f" {_forms(event.paid)}{other}{instead}"
    )


def _told(event: Any, form: Form, *, what: str) -> str:
    official = f"; the {plain(event.official)} is told" if event.official else ""
    return f"{form.person(event)} {what} {_of(event)}{official}{form.why(event)}"


DUTIES = {
    "filing-near": "its terms are to be filed soon",
    "filing-overdue": "its terms were not filed in time",
    "draw-near": "its draw is to be held soon",
    "draw-overdue": "its draw was not held in time",
    "notice-near": "the winner of {prize} is to be told soon",
    "notice-overdue": "the winner of {prize} was not told in time",
    "results-overdue": "the results were not made public in time",
}


def _deadline(event: Any, form: Form) -> str:
    del form
    words = DUTIES.get(event.duty, plain(event.duty)).format(prize=f"prize {printable(event.prize)}")
    return f"A duty of {_of(event)}: {words} (due {at(event.due_ms)})"


PROMOTIONS: Sentences = {
    said.ItemPrescribed: _prescribed,
    said.PromotionDrafted: _drafted,
    said.PromotionFiled: _filed,
    said.PromotionPublished: _published,
    said.PromotionAnnounced: _announced,
    said.PromotionStarted: lambda event, form: f"{form.person(event)} started {_of(event)}",
    said.PromotionChangeApproved: lambda event, form: (
        f"{form.person(event)} recorded that the authority approves other terms of {_of(event)},"
        f" reference {printable(event.reference)}"
    ),
    said.PromotionAmended: _amended,
    said.ScrutineerNamed: lambda event, form: (
        f"{form.person(event)} named {form.name(event.scrutineer)} to oversee the draw of {_of(event)}"
    ),
    said.DrawWitnessed: lambda event, form: f"{form.person(event)} is there to oversee the draw of {_of(event)}",
    said.EntrantRegistered: _registered,
    said.EntrantSeated: _seated,
    said.EntriesEarned: _earned,
    said.EntriesHandedIn: lambda event, form: (
        f"{form.person(event)} took {_counted(event.entries, 'entry', 'entries')} of entrant {event.entrant} in "
        f"{_of(event)} by a form"
    ),
    said.DrawCommitted: lambda event, _: (
        f"The secret of the draw of {_of(event)} was made and committed to ({event.commitment[:12]})"
    ),
    said.DrawCalled: _called,
    said.PromotionDrawn: _drawn,
    said.PrizeDrawnAgain: _again,
    said.PresenceRecorded: _presence,
    said.NoticeAttempted: _notice,
    said.ResultsPublished: lambda event, form: (
        f"{form.person(event)} made the results of {_of(event)} public: {printable(event.how)}"
    ),
    said.BonusAwarded: lambda event, form: (
        f"{form.person(event)} awarded {_prize(event)} to entrant {event.entrant}, by version {event.version} of the"
        f" terms"
    ),
    said.PrizePaid: _paid,
    said.PromotionPostponed: lambda event, form: _told(event, form, what="postponed"),
    said.PromotionValidated: lambda event, form: (
        f"{form.person(event)} validated {_of(event)}: it goes on{form.why(event)}"
    ),
    said.PromotionCancelled: lambda event, form: _told(event, form, what="cancelled"),
    said.PromotionClosed: lambda event, form: f"{form.person(event)} closed {_of(event)}: everything is done",
    said.PromotionDeadlineCalled: _deadline,
}
