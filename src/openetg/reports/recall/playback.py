"""One round played back from the journal: every step in time, the chips as they lay after it, and what each spot got.

Folds the floor from the nearest snapshot, so that what lies on the layout is what the floor itself held, corrections
included, for as long as the floor keeps a round to be corrected. It must never show a step the journal does not have.
"""

from __future__ import annotations

from typing import Any

from msgspec import Struct, json

from openetg.floor.fold import fold
from openetg.floor.state import Floor, Phase, Round
from openetg.journal.entry import Entry
from openetg.journal.reading import begin_of
from openetg.journal.store import JournalProblem, Reader
from openetg.money import Money
from openetg.reports.audit.moment import floor_at
from openetg.reports.recall.recall import SpotPay, entries_until, pays_of
from openetg.reports.recall.telling import ToldEntry, clauses_of, understood
from openetg.reports.sentences import Form, say_event

STEP = 1_000
Laid = dict[str, dict[str, Money]]
"""Per terminal or player, what lies on each spot."""


class FrameSaid(Struct, frozen=True):
    """Something that happened in a step."""

    event: str
    words: str
    clauses: tuple[str, ...]


class Frame(Struct, frozen=True):
    """A step of a round: one entry of the journal."""

    sequence: int
    at_ms: int
    phase: str
    """Where the round stands after it."""
    outcome: str
    said: tuple[FrameSaid, ...]
    who: tuple[str, ...]
    """The terminals and players it is about."""
    terminals: Laid
    """Of those whose wagers it has changed, everything that lies there now."""
    cloth: Laid


class RoundResult(Struct, frozen=True):
    """What the round brought a terminal or player."""

    who: str
    cloth: bool
    staked: Money
    won: Money
    returned: Money


class Playback(Struct, frozen=True):
    """A round from the opening to its last correction."""

    table: str
    number: int
    rulebook: str
    game: str
    phase: str
    outcome: str
    cause: str
    clause: str
    opened_at_ms: int
    ended_at_ms: int
    opened: int
    """The entry in which it opened."""
    head: int
    """The last entry that was looked at."""
    corrections: tuple[str, ...]
    """Outcomes that were recorded before the one that counts."""
    frames: tuple[Frame, ...]
    pays: tuple[SpotPay, ...]
    """What each spot paid, once it is settled."""
    results: tuple[RoundResult, ...]


class _Light(Struct):
    type: str
    table: str = ""
    round: int = 0


class _LightVerdict(Struct):
    events: list[_Light] | None = None


_light = json.Decoder(_LightVerdict).decode


def playback(journal: Reader, table: str, number: int, form: Form) -> Playback:
    """A round of a table; raises `JournalProblem` if what is here of the journal does not have its opening."""
    opened = find_opening(journal, table, number)
    if not opened:
        raise JournalProblem(f"expected a round of this journal, found none of number {number} at table {table}.")
    head = journal.head().sequence
    projector = _Projector(floor_at(journal, opened - 1), table, number, form)
    for entry in entries_until(journal, after=opened - 1, until=head):
        if not projector.take_in(entry):
            break
    return projector.finished(opened)


def find_opening(journal: Reader, table: str, number: int) -> int:
    """The entry in which a round opened, looked for from the end; zero if it is not here."""
    begin, until = begin_of(journal), journal.head().sequence
    name = json.encode(table)
    while until > begin:
        since = max(begin, until - STEP)
        lower = 0
        for entry in entries_until(journal, after=since, until=until):
            if b'"RoundOpened"' not in entry.verdict or name not in entry.verdict:
                continue
            for event in _light(entry.verdict).events or ():
                if (event.type, event.table) == ("RoundOpened", table):
                    if event.round == number:
                        return entry.sequence
                    lower = lower or event.round
        # Rounds are numbered in order: past the number no entry further back is needed.
        if lower and lower < number:
            return 0
        until = since
    return 0


class _Projector:
    """The floor as it goes on, and what was seen of the round."""

    def __init__(self, floor: Floor, table: str, number: int, form: Form) -> None:
        self.floor = floor
        self.table = table
        self.number = number
        self.form = form
        self.frames: list[Frame] = []
        self.round: Round | None = None
        self.ended_at_ms = 0
        self._name = json.encode(table)
        self._shown: dict[bool, Laid] = {False: {}, True: {}}

    def take_in(self, entry: Entry) -> bool:
        """One entry; whether the round can still change behind it."""
        told = understood(entry) if self._name in entry.verdict or self._of_case(entry) else None
        fold(self.floor, entry.at_ms, entry.command, entry.verdict)
        table = self.floor.tables[self.table]
        running = table.round if table.round is not None and table.round.number == self.number else None
        found = running or table.past.get(self.number)
        if found is None:
            return self.round is None
        self.round = found
        if isinstance(told, ToldEntry) and isinstance(told.verdict, tuple):
            self._look(told)
        return True

    def _of_case(self, entry: Entry) -> bool:
        return any(json.encode(name) in entry.verdict for name in self._cases())

    def _cases(self) -> list[str]:
        about = (self.table, self.number)
        return [each.number for each in self.floor.cases.values() if (each.table, each.round) == about]

    def _look(self, told: ToldEntry) -> None:
        assert self.round is not None, "looked at once it is there"
        assert isinstance(told.verdict, tuple), "only what happened is shown"
        events = [event for event in told.verdict if self._concerns(event)]
        terminals = self._changed(self.round.wagers, cloth=False)
        cloth = self._changed(self.round.cloth, cloth=True)
        if not events and not terminals and not cloth:
            return
        if self.round.phase in {Phase.SETTLED, Phase.VOID} and not self.ended_at_ms:
            self.ended_at_ms = told.at_ms
        self.frames.append(
            Frame(
                sequence=told.sequence,
                at_ms=told.at_ms,
                phase=self.round.phase.value,
                outcome=self.round.outcome or "",
                said=tuple(self._said(event) for event in events or told.verdict),
                who=tuple(sorted({who for event in events for who in _whom(event)} | set(terminals) | set(cloth))),
                terminals=terminals,
                cloth=cloth,
            )
        )

    def _said(self, event: Any) -> FrameSaid:
        return FrameSaid(type(event).__name__, say_event(event, self.form), tuple(clauses_of(event)))

    def _concerns(self, event: Any) -> bool:
        if getattr(event, "case", "") and event.case in self._cases():
            return True
        numbers = (getattr(event, "round", 0), *(getattr(event, "rounds", ()) or ()))
        return getattr(event, "table", "") == self.table and self.number in numbers

    def _changed(self, laid: Laid, *, cloth: bool) -> Laid:
        shown = self._shown[cloth]
        changed = {who: dict(laid.get(who, {})) for who in {*laid, *shown} if laid.get(who, {}) != shown.get(who, {})}
        shown.update(changed)
        return dict(sorted(changed.items()))

    def finished(self, opened: int) -> Playback:
        """The round as it was seen."""
        round_, table = self.round, self.floor.tables[self.table]
        assert round_ is not None, "the entry that opens a round leaves it on its table"
        rulebook = self.floor.rulebooks[round_.rulebook]
        game = self.floor.games[round_.rulebook][self.floor.kind_of(table).game]
        rounding = rulebook.money.rounding
        is_paid = round_.phase is Phase.SETTLED and bool(round_.outcome)
        results = [
            RoundResult(who, False, each.staked, each.won, each.returned) for who, each in round_.results.items()
        ]
        cloth = round_.cloth_results.items()
        results += [RoundResult(who, True, each.staked, each.won, each.returned) for who, each in cloth]
        return Playback(
            table=self.table,
            number=self.number,
            rulebook=rulebook.about.id,
            game=game.name,
            phase=round_.phase.value,
            outcome=round_.outcome or "",
            cause=round_.cause,
            clause=round_.clause,
            opened_at_ms=round_.opened_at_ms,
            ended_at_ms=self.ended_at_ms,
            opened=opened,
            head=self.floor.sequence,
            corrections=tuple(round_.corrections),
            frames=tuple(self.frames),
            pays=tuple(pays_of(game, round_, rounding.policy if rounding else None)) if is_paid else (),
            results=tuple(results),
        )


def _whom(event: Any) -> set[str]:
    found = {getattr(event, "terminal", ""), getattr(event, "player", "")}
    for result in getattr(event, "results", ()) or ():
        found.add(getattr(result, "terminal", "") or getattr(result, "player", ""))
    return found - {""}
