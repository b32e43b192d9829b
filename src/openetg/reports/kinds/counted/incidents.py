"""Everything along a walk that did not go its usual way, as rows a person can follow into the journal.

Rows are kept up to a bound and counted beyond it. Alerts are the floor's own, kept as they were raised, so that what
became of them is known at the end.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

from msgspec import Struct

from openetg.floor import events
from openetg.floor.core.refusals import Refusal, sentence
from openetg.floor.core.stored import OpenEntry
from openetg.floor.state import Alert, Floor
from openetg.money import Money, format_money
from openetg.reports.frame.report import ROWS_MAX
from openetg.reports.frame.scope import Scope
from openetg.reports.frame.walk import Fold
from openetg.reports.recall.telling import name_in_words, opened, printable

ROUNDS, TERMINALS, MONEY, ACTS, LOGINS, DRAWERS = "rounds", "terminals", "money", "acts", "logins", "drawers"
PRIZES = "prizes"


class Incident(Struct, frozen=True):
    """Something out of the ordinary, and the entry it stands in."""

    at_ms: int
    entry: int
    what: str
    where: str = ""
    round: int = 0
    who: str = ""
    more: str = ""
    amount: Money | None = None
    clause: str = ""


class KeptIncidents(Struct):
    """Incidents of one sort: the first so many, and how many in all."""

    incidents: list[Incident] = []
    count: int = 0


class _Sort(Struct, frozen=True):
    """How an event is told: of which sort, in which words, with what beside them, and when at all."""

    group: str
    words: str
    more: Callable[[Any], str] = lambda _: ""
    counts: Callable[[Any], bool] = lambda _: True


def _said(name: str) -> Callable[[Any], str]:
    return lambda event: printable(opened(str(getattr(event, name))))


SORTS: dict[type[events.Event], _Sort] = {
    events.RoundVoided: _Sort(ROUNDS, "round void", _said("cause")),
    events.RoundHeld: _Sort(ROUNDS, "round held", _said("cause")),
    events.NoSpinCalled: _Sort(ROUNDS, "no spin", _said("cause")),
    events.OutcomeCorrected: _Sort(ROUNDS, "outcome corrected", lambda event: f"{event.first} → {event.outcome}"),
    events.OutcomeInvalidated: _Sort(ROUNDS, "outcome invalid", _said("cause")),
    events.OutcomeIgnored: _Sort(ROUNDS, "reading ignored", _said("outcome")),
    events.WagersClosed: _Sort(ROUNDS, "closed by the system", counts=lambda event: event.irregular),
    events.WagerRuled: _Sort(ROUNDS, "wager ruled on", lambda event: "let in" if event.allow else "let out"),
    events.SettlementVaried: _Sort(ROUNDS, "settlement varied"),
    events.DisplayCompared: _Sort(
        ROUNDS,
        "display differs",
        lambda event: f"shown {event.shown}, on record {event.outcome}",
        lambda event: not event.agrees,
    ),
    events.FaultDeclared: _Sort(ROUNDS, "fault declared", _said("what")),
    events.DeviceTakenOut: _Sort(ROUNDS, "device out of service"),
    events.CaseOpened: _Sort(TERMINALS, "case opened", lambda event: f"{event.case}: {event.ground}"),
    events.CaseClosed: _Sort(TERMINALS, "case closed", _said("case")),
    events.WagersVoided: _Sort(TERMINALS, "wagers void"),
    events.PayoutsSuspended: _Sort(TERMINALS, "payments suspended"),
    events.MeterCompared: _Sort(TERMINALS, "meter differs"),
    events.ScreenCompared: _Sort(TERMINALS, "wagers shown differ", counts=lambda event: not event.agrees),
    events.RecordRead: _Sort(
        TERMINALS,
        "own record differs",
        lambda event: f"{event.differs} of {event.lines} lines",
        lambda event: event.differs > 0,
    ),
    events.NoteLost: _Sort(TERMINALS, "note lost"),
    events.TicketFailed: _Sort(TERMINALS, "paper not printed"),
    events.MoneyWithheld: _Sort(MONEY, "money withheld or demanded", _said("case")),
    events.DueWithheld: _Sort(MONEY, "winnings withheld"),
    events.PaperHeld: _Sort(MONEY, "paper withheld", _said("case")),
    events.HoldingReleased: _Sort(
        MONEY, "determined", lambda event: f"{event.case}: {'paid' if event.pay else 'not paid'}"
    ),
    events.PaymentDelayed: _Sort(MONEY, "payment delayed"),
    events.BreachRecorded: _Sort(MONEY, "breach recorded", _said("breached")),
    events.LoginFailed: _Sort(LOGINS, "login failed", lambda event: f"{event.failures} in a row"),
    events.SecondGiven: _Sort(LOGINS, "confirmed by a second person", lambda event: f"{event.act} of {event.first}"),
    events.CredentialHanded: _Sort(LOGINS, "credential handed out", lambda event: f"{event.what}: {event.person}"),
    events.PersonVouched: _Sort(LOGINS, "vouched for", lambda event: f"{event.person} by {event.by}"),
    events.PasswordWithdrawn: _Sort(LOGINS, "password taken away", _said("person")),
    events.StaffUnlocked: _Sort(LOGINS, "login unlocked"),
    events.FactorEnrolled: _Sort(LOGINS, "second factor enrolled", _said("kind")),
    events.FactorRevoked: _Sort(LOGINS, "second factor removed", lambda event: f"{event.kind}, {event.cause}"),
    events.DrawerClosed: _Sort(
        DRAWERS, "drawer closed with a difference", _said("drawer"), lambda event: bool(event.difference)
    ),
    events.DrawerCounted: _Sort(
        DRAWERS, "drawer counted with a difference", _said("drawer"), lambda event: bool(event.difference)
    ),
    events.JackpotLinkReported: _Sort(PRIZES, "jackpot link lost", _said("member"), lambda event: not event.up),
    events.JackpotFaultDeclared: _Sort(PRIZES, "jackpot does not work", _said("part")),
    events.JackpotAdjusted: _Sort(
        PRIZES,
        "jackpot adjusted",
        lambda event: f"{event.award or event.level}: {format_money(event.before)} to {format_money(event.after)}",
    ),
    events.AwardQuestioned: _Sort(PRIZES, "award in question", _said("award")),
    events.AwardRestored: _Sort(PRIZES, "award no longer in question", _said("award")),
    events.AwardUpheld: _Sort(
        PRIZES, "award decided", lambda event: f"{event.award}: {'stands' if event.stands else 'taken back'}"
    ),
    events.JackpotDecommissioned: _Sort(PRIZES, "jackpot out of use", lambda event: f"into {event.into}"),
    events.PromotionPostponed: _Sort(PRIZES, "promotion postponed"),
    events.PromotionCancelled: _Sort(PRIZES, "promotion cancelled"),
    events.PrizeDrawnAgain: _Sort(PRIZES, "prize drawn again", lambda event: str(event.winner.prize)),
    events.PromotionDeadlineCalled: _Sort(PRIZES, "deadline of a promotion", _said("duty")),
    events.ClaimDenied: _Sort(PRIZES, "claim denied", _said("claim")),
}
"""What is out of the ordinary."""
AMOUNTS = ("difference", "amount")
"""The figure of an event that is told, the first it has."""
PLACES = ("terminal", "table", "what", "who", "player", "jackpot", "promotion")


class IncidentFold(Fold):
    """Gathers incidents along a walk."""

    def __init__(self, scope: Scope) -> None:
        self.scope = scope
        sorts = (ROUNDS, TERMINALS, MONEY, PRIZES, ACTS, LOGINS, DRAWERS)
        self.groups: dict[str, KeptIncidents] = {name: KeptIncidents() for name in sorts}
        self.alerts: dict[int, Alert] = {}
        self.alerts_in_all = 0
        self.counts: dict[str, int] = {}
        """How often each thing happened, by its words."""
        self._raised = 0

    def begin(self, floor: Floor) -> None:
        self._raised = floor.alerts.raised

    def take(self, line: OpenEntry, floor: Floor) -> None:
        verdict, command = line.verdict, cast("Any", line.command.command)
        for event in verdict.events or ():
            sort = SORTS.get(type(event))
            if sort is not None and sort.counts(event):
                self._happened(sort, event, line, floor)
        role = getattr(command, "role", "")
        if verdict.refusal is not None and role:
            self._refused(verdict.refusal, line, floor)
        if floor.alerts.raised > self._raised:
            self._alerted(floor)

    def _happened(self, sort: _Sort, event: Any, line: OpenEntry, floor: Floor) -> None:
        where = next((value for name in PLACES if (value := getattr(event, name, ""))), "")
        if not where and (case := floor.cases.get(getattr(event, "case", ""))) is not None:
            where = case.terminal
        if not self._is_shown(floor, getattr(event, "table", ""), where):
            return
        person, role = getattr(event, "person", ""), getattr(event, "role", "")
        if self.scope.person and person != self.scope.person:
            return
        self._keep(
            sort.group,
            Incident(
                at_ms=line.at_ms,
                entry=line.sequence,
                what=sort.words,
                where=printable(where),
                round=getattr(event, "round", 0),
                who=f"{person} ({role})" if person and role else person or role,
                more=sort.more(event),
                amount=next((getattr(event, name) for name in AMOUNTS if hasattr(event, name)), None),
                clause=getattr(event, "clause", ""),
            ),
        )

    def _is_shown(self, floor: Floor, table: str, where: str) -> bool:
        if table in floor.tables and self.scope.has_table(table) and not self.scope.terminal:
            return True
        ticket = floor.tickets.get(where)
        return self.scope.has_place(floor, ticket.terminal if ticket is not None else where)

    def _refused(self, refusal: Refusal, line: OpenEntry, floor: Floor) -> None:
        command: Any = line.command.command
        person, role = getattr(command, "person", ""), command.role
        place = next((value for name in ("table", "terminal") if (value := getattr(command, name, ""))), "")
        if (self.scope.person and person != self.scope.person) or not self.scope.has_place(floor, place):
            return
        who = f"{person} ({role})" if person and role else person or role
        what, why = name_in_words(command), sentence(refusal.reason)
        clause = refusal.clause or ""
        self._keep(
            ACTS,
            Incident(
                at_ms=line.at_ms,
                entry=line.sequence,
                what=what,
                where=printable(place),
                round=0,
                who=who,
                more=why,
                amount=None,
                clause=clause,
            ),
        )

    def _keep(self, group: str, incident: Incident) -> None:
        kept = self.groups[group]
        kept.count += 1
        name = "act refused" if group == ACTS else incident.what
        self.counts[name] = self.counts.get(name, 0) + 1
        if len(kept.incidents) < ROWS_MAX:
            kept.incidents.append(incident)

    def _alerted(self, floor: Floor) -> None:
        for number in range(self._raised + 1, floor.alerts.raised + 1):
            alert = floor.alerts.open.get(number) or floor.alerts.acknowledged.get(number)
            if alert is not None and self.scope.has_place(floor, alert.place):
                self.alerts_in_all += 1
                if len(self.alerts) < ROWS_MAX:
                    self.alerts[number] = alert
        self._raised = floor.alerts.raised
