"""What a supervisor decides by: a case, round, dispute, holding or person with everything on record, side by side.

Beside each stands what the rules allow now, found by asking the floor itself (`floor/trouble/allowed.py`): what would
be refused is not there, and what only others may do names them. The journal is read in a process of its own, bounded.
It must never decide anything: an act goes the way of every other act.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Annotated, Any

from litestar import Response, get
from litestar.params import FromPath, PathParameter
from msgspec import Struct, json, to_builtins

from openetg.floor.core.refusals import Refusal
from openetg.floor.events import AnyEvent, RoundOpened
from openetg.floor.people.conduct import place_of
from openetg.floor.people.staff import staff_member
from openetg.floor.people.staff_views import TerminalLine, terminal_line
from openetg.floor.people.state import Breach, MeasureOnRecord
from openetg.floor.preview import AccountChange, changes_of
from openetg.floor.state import Case, Dispute, Floor, Holding, Round, Signal, Table
from openetg.floor.trouble import views as case_views
from openetg.floor.trouble.allowed import (
    Allowed,
    Asker,
    Candidate,
    Try,
    Way,
    about_case,
    about_dispute,
    about_holding,
    about_person,
    about_round,
    allowed,
    table_of_holding,
)
from openetg.floor.trouble.corrections import newest_first
from openetg.floor.trouble.views import (
    ConductView,
    DisputeRules,
    PersonLine,
    QueueView,
    conduct_view,
    person_line,
    queue_view,
)
from openetg.money import ZERO, Money, total
from openetg.reports.recall.about import AboutIt, Window
from openetg.reports.recall.telling import clauses_of, tell_one
from openetg.rulebook.schema.policies import sentences
from openetg.server.access.logins import Identity
from openetg.server.acts.acts import roles_at
from openetg.server.acts.promotion_sight import names_seen, promoted_shut
from openetg.server.acts.supervision import supervised
from openetg.server.api.acts.commands import ALWAYS, problems
from openetg.server.api.guard import who_asks
from openetg.server.api.journal import process as journal_process
from openetg.server.api.office import Office
from openetg.server.api.problems import Asked, edge
from openetg.server.api.views.reads import CAGE, table_supervised
from openetg.server.guests.private_texts import unsealed

NOTED_MAX = 300
"""No more entries of the journal are told of one case."""
BEFORE_MS = 120_000
"""So long before a case was opened the journal is looked at, where its round is no longer kept."""
THEIRS = ("meter", "hand", "payable", "withheld")
"""Accounts of players: what is put there they have, or are to have."""


class TryView(Struct, frozen=True):
    """A form an act may take, and what it would move in all."""

    fields: dict[str, Any]
    clauses: tuple[str, ...]
    """What it rests on, the first above all."""
    to_players: Money
    """What all players together get."""
    from_players: Money
    """What is taken off players who have it."""
    demanded: Money
    """What is asked back of players who no longer have it."""
    house: Money
    """What the house has more; below zero if less."""
    players: int
    """How many terminals or players it touches."""
    second: bool
    """Whether a second person would have to confirm it."""


class WayView(Struct, frozen=True):
    """An act that the rules allow now."""

    way: Way
    sentence: str
    act: str
    fields: dict[str, Any]
    says: tuple[str, ...]
    """Words still to be said."""
    free: tuple[str, ...]
    """Fields the person fills in as they find right; a form shows with one value that it can be done."""
    mine: bool
    """Whether the requester may do it."""
    others: dict[str, tuple[str, ...]]
    """Where they may not: the roles that may, each with the people who hold it."""
    tries: tuple[TryView, ...]
    lines: tuple[str, ...]
    """What would follow in words, of the first form."""
    changes: tuple[AccountChange, ...]
    """Every account the first form would touch."""


class LaidView(Struct, frozen=True):
    """What one terminal or player has in a round."""

    who: str
    cloth: bool
    wagers: dict[str, Money]
    staked: Money
    returned: Money | None
    """What it was paid; None if it was not settled."""
    held: str
    """The case that holds its wagers back; empty if none does."""
    demanded: Money
    varied: Money


class RoundSeen(Struct, frozen=True):
    """A round as it is on record."""

    number: int
    phase: str
    outcome: str
    registered: str
    corrections: tuple[str, ...]
    cause: str
    clause: str
    opened_at_ms: int
    closes_at_ms: int
    laid: tuple[LaidView, ...]


class InquiryView(Struct, frozen=True):
    """A case with all that is on record about it."""

    sequence: int
    case: Case
    table: str
    rulebook: str
    held: Money
    """Wagers in doubt."""
    first: str
    """Another case of the terminal that has to be decided before this one; empty if none."""
    terminal: TerminalLine
    round: RoundSeen | None
    signals: tuple[Signal, ...]
    ways: tuple[WayView, ...]
    round_ways: tuple[WayView, ...]
    journal: AboutIt | None = None


class RemediesView(Struct, frozen=True):
    """A round and what may become of it."""

    sequence: int
    table: str
    rulebook: str
    round: RoundSeen
    rounds: tuple[int, ...]
    """The rounds that can still be put right, newest first."""
    ways: tuple[WayView, ...]


class DisputeView(Struct, frozen=True):
    """A dispute, its levels and what may become of it."""

    sequence: int
    dispute: Dispute
    stage: str
    rules: DisputeRules
    round: RoundSeen | None
    ways: tuple[WayView, ...]


class HoldingView(Struct, frozen=True):
    """Something withheld and what may become of it."""

    sequence: int
    holding: Holding
    table: str
    amount: Money
    ways: tuple[WayView, ...]


class PersonView(Struct, frozen=True):
    """A terminal or player, their breaches and measures, and what may be done about them."""

    sequence: int
    table: str
    person: PersonLine
    breaches: tuple[Breach, ...]
    measures: tuple[MeasureOnRecord, ...]
    ways: tuple[WayView, ...]


Count = Annotated[int, PathParameter(ge=1, le=10**15)]


def inquiry_handlers(office: Office) -> list[Any]:
    """The handlers."""
    return [*_case_handlers(office), *_decision_handlers(office), *_conduct_handlers(office)]


class _Look:
    """One person's look at the floor at one moment: what that person may see, and what the rules allow."""

    def __init__(self, office: Office, floor: Floor, who: Identity) -> None:
        self.office, self.floor, self.who = office, floor, who

    def table(self, name: str, others: tuple[str, ...] = ()) -> Table:
        return table_supervised(self.floor, self.who, name, others)

    def tables(self) -> list[Table]:
        mine = supervised(self.floor, staff_member(self.floor, self.who.person))
        return [self.floor.tables[name] for name in mine]

    def named(self) -> tuple[str, ...]:
        return names_seen(self.floor, staff_member(self.floor, self.who.person)) or ()

    def ways(self, table: Table, candidates: Iterable[Candidate]) -> tuple[WayView, ...]:
        member = staff_member(self.floor, self.who.person)
        asker = Asker(self.who.person, roles_at(self.floor, table, member) if member else ())
        found = allowed(self.floor, table, candidates, asker, self.office.line.now_ms())
        return tuple(self._way(each) for each in found)

    def _way(self, each: Allowed) -> WayView:
        candidate, first = each.candidate, each.tries[0]
        tries = tuple(self._try(one) for one in each.tries)
        return WayView(
            way=candidate.way,
            sentence=sentences(Way)[candidate.way.value],
            act=candidate.act.__name__,
            fields=to_builtins(candidate.fields),
            says=candidate.says,
            free=candidate.free,
            mine=not each.others,
            others=each.others,
            tries=tries,
            lines=tuple(tell_one(event) for event in _of_itself(first.events)),
            changes=changes_of(self.floor, first.events),
        )

    def _try(self, one: Try) -> TryView:
        moved = {change.account: change.after - change.before for change in changes_of(self.floor, one.events)}
        theirs = {name: by for name, by in moved.items() if name.split("/")[0] in THEIRS}
        owed = {name: -by for name, by in moved.items() if name.startswith("demanded/")}
        house = total(by for name, by in moved.items() if name.split("/")[0] in {"bank", "forfeited"})
        return TryView(
            fields=to_builtins(one.fields),
            clauses=tuple(dict.fromkeys(clause for event in _of_itself(one.events) for clause in clauses_of(event))),
            to_players=total(by for by in theirs.values() if by > ZERO),
            from_players=-total(by for by in theirs.values() if by < ZERO),
            demanded=total(owed.values()),
            house=house,
            players=len({name.split("/")[-1] for name in (*theirs, *owed)}),
            second=self.office.seconds.wants(self.floor, one.command, one.events),
        )


def _of_itself(events: tuple[AnyEvent, ...]) -> tuple[AnyEvent, ...]:
    """What an act brings about, without the round that opens after it."""
    return tuple(event for event in events if not isinstance(event, RoundOpened))


def round_seen(table: Table, number: int) -> RoundSeen | None:
    """A round as it is on record; None if it is too old to be changed."""
    round_ = next((each for each in newest_first(table) if each.number == number), None)
    if round_ is None:
        return None
    laid = [_laid(round_, who, spots, cloth=False) for who, spots in round_.wagers.items() if spots]
    laid += [_laid(round_, who, spots, cloth=True) for who, spots in round_.cloth.items() if spots]
    return RoundSeen(
        number=round_.number,
        phase=round_.phase.value,
        outcome=round_.outcome or "",
        registered=round_.registered or "",
        corrections=tuple(round_.corrections),
        cause=round_.cause,
        clause=round_.clause,
        opened_at_ms=round_.opened_at_ms,
        closes_at_ms=round_.closes_at_ms,
        laid=tuple(laid),
    )


def _laid(round_: Round, who: str, spots: dict[str, Money], *, cloth: bool) -> LaidView:
    result, on_cloth = round_.results.get(who), round_.cloth_results.get(who)
    returned = (on_cloth.returned if on_cloth else None) if cloth else result.returned if result else None
    owed, varied = round_.demanded.get(who, ZERO), round_.varied.get(who, ZERO)
    held = round_.held.get(who, "")
    return LaidView(
        who=who,
        cloth=cloth,
        wagers=dict(spots),
        staked=total(spots.values()),
        returned=returned,
        held=held,
        demanded=owed,
        varied=varied,
    )


async def _shown(office: Office, request: Asked, look: Callable[[_Look], Any]) -> Response[Any]:
    """What a look gives, private texts in clear, as bytes made while everything in it is on record."""
    who = who_asks(request)
    seen = await office.line.read(
        lambda floor: json.encode(unsealed(look(_Look(office, floor, who)), office.line.opened))
    )
    return _sent(seen)


def _sent(seen: bytes) -> Response[Any]:
    return Response(seen, media_type="application/json")


def _case_handlers(office: Office) -> list[Any]:
    place = office.line.running.place

    @get("/api/inquiries", tags=["cases"], responses=problems(*ALWAYS))
    async def queue(request: Asked) -> Response[QueueView]:
        """What waits for a decision at the tables one may supervise, the gravest and oldest first."""
        return await _shown(office, request, lambda seen: queue_view(seen.floor, seen.tables()))

    @get("/api/cases/{case:str}/inquiry", tags=["cases"], responses=problems(*ALWAYS, 422))
    async def inquiry(case: FromPath[str], request: Asked) -> Response[InquiryView]:
        """A case with terminal, round, signals and journal side by side, and what the rules allow now."""
        who = who_asks(request)

        def look(floor: Floor) -> tuple[Any, Window, tuple[str, ...]]:
            view = _inquiry(_Look(office, floor, who), case)
            since = view.round.opened_at_ms if view.round else view.case.opened_at_ms - BEFORE_MS
            window = Window(view.table, view.case.terminal, view.case.round, max(since, 0), NOTED_MAX)
            shut = promoted_shut(floor, staff_member(floor, who.person), {view.table})
            return to_builtins(unsealed(view, office.line.opened)), window, shut

        seen, window, shut = await office.line.read(look)
        question = journal_process.About(place.journal, str(place.keys), window, seen["sequence"], shut)
        reply = await office.asking.ask(question, who.person)
        if isinstance(reply, journal_process.Impossible):
            raise edge("not_possible", reply.words)
        assert isinstance(reply, journal_process.Noted), "the answer to this question"
        seen["journal"] = to_builtins(reply.found)
        return _sent(json.encode(seen))

    return [queue, inquiry]


def _inquiry(look: _Look, number: str) -> InquiryView:
    floor = look.floor
    case = floor.cases.get(number)
    if case is None:
        raise edge("no_such_thing", "no such case")
    table = look.table(case.table)
    candidates = () if case.closed else about_case(floor, case)
    of_round = about_round(floor, table, case.round) if case.round and not case.closed else ()
    places = {table.name, case.terminal}
    return InquiryView(
        sequence=floor.sequence,
        case=case,
        table=table.name,
        rulebook=floor.rulebook_of(table).about.id,
        held=case_views.held_for(table, case),
        first=_goes_first(floor, table, case),
        terminal=terminal_line(floor, case.terminal),
        round=round_seen(table, case.round),
        signals=tuple(each for each in floor.premises.signals if each.place in places),
        ways=look.ways(table, candidates),
        round_ways=look.ways(table, (each for each in of_round if each.way not in OF_TERMINALS)),
    )


OF_TERMINALS = frozenset({Way.VARY, Way.LET_IN, Way.LET_OUT})
"""Ways that are about single terminals: beside a case they stand for its own."""


def _goes_first(floor: Floor, table: Table, case: Case) -> str:
    """Another open case of the terminal at the table that holds wagers while this one does not."""
    if case.closed or case_views.held_for(table, case):
        return ""
    others = (each for each in floor.cases.values() if each.terminal == case.terminal and each.table == case.table)
    holding = (each.number for each in others if not each.closed and case_views.held_for(table, each))
    return next(holding, "")


def _decision_handlers(office: Office) -> list[Any]:
    @get("/api/tables/{table:str}/rounds/{number:int}/remedies", tags=["cases"], responses=problems(*ALWAYS))
    async def remedies(table: FromPath[str], number: Count, request: Asked) -> Response[RemediesView]:
        """A round and what may become of it: every number it could be corrected to, every cause, with its money."""
        return await _shown(office, request, lambda seen: _remedies(seen, seen.table(table), number))

    @get("/api/disputes/{dispute:str}", tags=["cases"], responses=problems(*ALWAYS))
    async def dispute_ways(dispute: FromPath[str], request: Asked) -> Response[DisputeView]:
        """A dispute with its levels, and what may become of it now."""
        return await _shown(office, request, lambda seen: _dispute(seen, dispute))

    @get("/api/holdings/{what:str}", tags=["cases"], responses=problems(*ALWAYS))
    async def holding_ways(what: FromPath[str], request: Asked) -> Response[HoldingView]:
        """Something withheld, and what may become of it now."""
        return await _shown(office, request, lambda seen: _holding(seen, what))

    return [remedies, dispute_ways, holding_ways]


def _remedies(look: _Look, table: Table, number: int) -> RemediesView:
    floor = look.floor
    seen = round_seen(table, number)
    if seen is None:
        raise edge("no_such_thing", "that round is not on record, or too old to be changed")
    kept = tuple(each.number for each in newest_first(table))
    rulebook = floor.rulebook_of(table).about.id
    ways = look.ways(table, about_round(floor, table, number))
    return RemediesView(
        sequence=floor.sequence, table=table.name, rulebook=rulebook, round=seen, rounds=kept, ways=ways
    )


def _dispute(look: _Look, number: str) -> DisputeView:
    floor = look.floor
    dispute = floor.people.disputes.get(number)
    if dispute is None:
        raise edge("no_such_thing", "no such dispute")
    table = look.table(dispute.table)
    rules = case_views.dispute_rules(floor.rulebook_of(table), dispute.promotion)
    seen = round_seen(table, dispute.round) if dispute.round else None
    ways = look.ways(table, about_dispute(dispute))
    return DisputeView(
        sequence=floor.sequence, dispute=dispute, stage=case_views.stage_of(dispute), rules=rules, round=seen, ways=ways
    )


def _holding(look: _Look, what: str) -> HoldingView:
    floor = look.floor
    holding, table = floor.vault.holdings.get(what), table_of_holding(floor, what)
    if holding is None or table is None:
        raise edge("no_such_thing", "nothing of that name was withheld")
    look.table(table.name, CAGE)
    ways = look.ways(table, about_holding(what))
    return HoldingView(floor.sequence, holding, table.name, case_views.withheld(floor, holding), ways)


def _conduct_handlers(office: Office) -> list[Any]:
    @get("/api/conduct", tags=["cases"], responses=problems(*ALWAYS))
    async def conduct(request: Asked) -> Response[ConductView]:
        """Breaches, measures, directions to leave, disputes and denied claims at the tables one may supervise; who
        claimed and why it was denied, for those who run, decide or inspect promotions."""
        return await _shown(office, request, lambda seen: conduct_view(seen.floor, seen.tables(), seen.named()))

    @get("/api/conduct/{who:str}", tags=["cases"], responses=problems(*ALWAYS))
    async def person_ways(who: FromPath[str], request: Asked) -> Response[PersonView]:
        """A terminal or player, what is on record about them, and what may be done about them now."""
        return await _shown(office, request, lambda seen: _person(seen, who))

    return [conduct, person_ways]


def _person(look: _Look, who: str) -> PersonView:
    floor = look.floor
    place = place_of(floor, who)
    if isinstance(place, Refusal):
        raise edge("no_such_thing", "no such terminal or player at a table")
    table = look.table(place.name)
    measures = tuple(each for each in floor.people.measures if each.who == who)
    ways = look.ways(table, about_person(floor, who))
    breaches = case_views.breaches_about(floor, who)
    return PersonView(
        sequence=floor.sequence,
        table=table.name,
        person=person_line(floor, table, who),
        breaches=breaches,
        measures=measures,
        ways=ways,
    )
