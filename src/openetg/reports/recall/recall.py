"""The last rounds of a table or terminal, told from the journal: wagers, outcome, what each spot paid, by which clause.

Two passes, each in bounded memory: the first finds where those rounds begin, the second folds the floor and keeps what
happened in them. It must never tell of a round more or less than the journal has.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator

from msgspec import Struct, json

from openetg.floor.core.ledger import meter_of
from openetg.floor.fold import fold
from openetg.floor.state import Floor, Phase, Round
from openetg.games.paytable import Game, Wager
from openetg.games.settle import settle
from openetg.journal.entry import Entry
from openetg.journal.reading import begin_of
from openetg.journal.store import JournalProblem, Reader
from openetg.money import ZERO, Money, Rounding, format_money, fraction_of
from openetg.reports.audit.moment import floor_at
from openetg.reports.recall.telling import Opener, ToldEntry, clauses_of, concerned, opened, tell_one, understood, when

WAGERING = frozenset({"WagerPlaced", "WagerMoved", "WagersUndone", "WagerRuled"})
"""Events by which a terminal comes to have a wager in a round."""
IN_PASSING = frozenset({"DueWithheld"})
"""Events without a round of their own that belong to the one they follow from."""
UNTOLD = frozenset({"table", "round", "rulebook", "terminal", "player", "counted", "spin", "configuration", "results"})


class Chosen(Struct, frozen=True, order=True):
    """A round to be recalled."""

    opened: int
    """The entry in which it opened."""
    table: str
    number: int


class SpotPay(Struct, frozen=True):
    """What one spot of a settled round paid."""

    who: str
    cloth: bool
    spot: str
    amount: Money
    returned: Money
    clauses: tuple[str, ...]


class Happened(Struct, frozen=True):
    """Something in a round."""

    sequence: int
    at_ms: int
    who: str
    """The terminal or player; empty if it is about the round as a whole."""
    what: str
    moved: Money
    """What it put on the meter or into the hand of the one it is about; below zero if it took."""


class Story(Struct):
    """One round, as far as the journal tells of it."""

    table: str
    number: int
    rulebook: str
    game: str
    phase: str = ""
    outcome: str = ""
    cause: str = ""
    clause: str = ""
    opened_at_ms: int = 0
    ended_at_ms: int = 0
    happened: list[Happened] = []
    pays: list[SpotPay] = []
    meters: dict[str, tuple[Money, Money]] = {}
    """Per terminal that took part, its meter before its first step and after its last."""


class _Light(Struct):
    """As much of an event as tells which round it belongs to."""

    type: str
    table: str = ""
    round: int = 0
    terminal: str = ""


class _LightVerdict(Struct):
    events: list[_Light] = []


_light = json.Decoder(_LightVerdict).decode
Progress = Callable[[int], None]


def _quiet(sequence: int) -> None:
    del sequence


def entries_until(journal: Reader, *, after: int, until: int) -> Iterator[Entry]:
    """Entries after one and up to another, which is among them."""
    if after >= until:
        return
    for entry in journal.entries(after_sequence=after):
        yield entry
        if entry.sequence >= until:
            return


def last_rounds(
    journal: Reader, *, count: int, until: int, table: str = "", terminal: str = "", progress: Progress = _quiet
) -> list[Chosen]:
    """The last rounds of a table, or those in which a terminal last wagered, oldest first."""
    found: deque[Chosen] = deque(maxlen=count)
    begin = begin_of(journal)
    floor = floor_at(journal, begin)
    running = {name: Chosen(begin, name, each.round.number) for name, each in floor.tables.items() if each.round}
    known = table in floor.tables or terminal in floor.terminals
    name = json.encode(terminal)
    for entry in entries_until(journal, after=begin, until=until):
        progress(entry.sequence)
        verdict = entry.verdict
        opens = b'"RoundOpened"' in verdict
        if not opens and (known or not terminal) and not (terminal and name in verdict):
            known = known or (b'"TableRegistered"' in verdict and _registers(verdict, table))
            continue
        for event in _light(verdict).events:
            known = known or (event.type == "TerminalRegistered" and event.terminal == terminal)
            if event.type == "RoundOpened":
                running[event.table] = Chosen(entry.sequence, event.table, event.round)
                if event.table == table:
                    found.append(running[table])
            elif terminal and event.terminal == terminal and event.type in WAGERING:
                _note(found, running.get(event.table), event)
    if not known:
        raise JournalProblem(
            f"expected a {'table' if table else 'terminal'} of this journal, found {table or terminal}."
        )
    return sorted(found)


def _registers(verdict: bytes, table: str) -> bool:
    return any(event.type == "TableRegistered" and event.table == table for event in _light(verdict).events)


def _note(found: deque[Chosen], running: Chosen | None, event: _Light) -> None:
    """A ruling may be about an earlier round than the one that runs; it then is among those found, or too old."""
    if running is not None and running.number == event.round and running not in found:
        found.append(running)


def stories(
    journal: Reader, chosen: list[Chosen], *, until: int, open_text: Opener = opened, progress: Progress = _quiet
) -> list[Story]:
    """What happened in these rounds, oldest first."""
    if not chosen:
        return []
    floor = floor_at(journal, max(chosen[0].opened - 1, begin_of(journal)))
    book = _Book(floor, chosen, open_text)
    for entry in entries_until(journal, after=floor.sequence, until=until):
        progress(entry.sequence)
        book.take_in(entry)
    return book.finished()


class _Book:
    """The rounds being told, and the floor they are played on."""

    def __init__(self, floor: Floor, chosen: list[Chosen], open_text: Opener) -> None:
        self.floor = floor
        self.open_text = open_text
        self.wanted = {(each.table, each.number): each for each in chosen}
        self.tables = [json.encode(table) for table in {each.table for each in chosen}]
        self.stories: dict[tuple[str, int], Story] = {}
        self.rounds: dict[tuple[str, int], Round] = {}

    def take_in(self, entry: Entry) -> None:
        """One entry: what it says about the rounds, and what it does to the floor."""
        told = understood(entry) if any(name in entry.verdict for name in self.tables) else None
        before = dict(self._meters(told)) if isinstance(told, ToldEntry) else {}
        fold(self.floor, entry.at_ms, entry.command, entry.verdict)
        if isinstance(told, ToldEntry) and isinstance(told.verdict, tuple):
            self._tell(told, before)

    def _meters(self, told: ToldEntry) -> Iterator[tuple[str, Money]]:
        held = self.floor.ledger.held
        yield from ((name, held(meter_of(name))) for name in concerned(told) if name in self.floor.terminals)

    def _tell(self, told: ToldEntry, before: dict[str, Money]) -> None:
        assert isinstance(told.verdict, tuple), "only what happened is told"
        story: Story | None = None
        for event in told.verdict:
            key = (getattr(event, "table", ""), getattr(event, "round", 0))
            if key in self.wanted:
                story = self._story(key)
            elif type(event).__name__ not in IN_PASSING:
                continue
            if story is not None:
                self._add(story, told, event)
                for name in sorted(_whom(event) & before.keys()):
                    first, _ = story.meters.get(name, (before[name], ZERO))
                    story.meters[name] = first, self.floor.ledger.held(meter_of(name))

    def _story(self, key: tuple[str, int]) -> Story:
        table = self.floor.tables[key[0]]
        if key not in self.stories:
            about = self.floor.rulebook_of(table).about
            self.stories[key] = Story(table.name, key[1], about.id, self.floor.kind_of(table).game)
        round_ = table.round if table.round is not None and table.round.number == key[1] else table.past.get(key[1])
        if round_ is not None:
            # Corrections reach the round as long as the floor keeps it: what it holds then is the truth to be told.
            self.rounds[key] = round_
        return self.stories[key]

    def _add(self, story: Story, told: ToldEntry, event: object) -> None:
        names = _whom(event)
        moves = _moved_by(event)
        if type(event).__name__ in {"RoundSettled", "RoundVoided", "ClothSettled"}:
            story.ended_at_ms = told.at_ms
        who = getattr(event, "terminal", "") or getattr(event, "player", "")
        line = tell_one(event, without=UNTOLD, open_text=self.open_text)  # type: ignore[arg-type]
        story.happened.append(Happened(told.sequence, told.at_ms, who, line, moves.get(who, ZERO)))
        for name in sorted(names - {who}):
            if name in moves:
                story.happened.append(Happened(told.sequence, told.at_ms, name, _share(event), moves[name]))

    def finished(self) -> list[Story]:
        """The stories, each with how its round stands and what its spots paid."""
        for key, story in self.stories.items():
            round_ = self.rounds.get(key)
            if round_ is not None:
                self._finish(story, round_)
        return [self.stories[key] for key in self.wanted if key in self.stories]

    def _finish(self, story: Story, round_: Round) -> None:
        table = self.floor.tables[story.table]
        story.phase, story.outcome = round_.phase.value, round_.outcome or ""
        story.cause, story.clause, story.opened_at_ms = round_.cause, round_.clause, round_.opened_at_ms
        if round_.phase is not Phase.SETTLED or not round_.outcome:
            return
        game = self.floor.games[round_.rulebook][self.floor.kind_of(table).game]
        rounding = self.floor.rulebooks[round_.rulebook].money.rounding
        pays = pays_of(game, round_, rounding.policy if rounding else None)
        story.pays = list(pays)


def pays_of(game: Game, round_: Round, rounding: Rounding | None) -> Iterator[SpotPay]:
    """What each spot of a settled round paid, with the clauses by which it did."""
    outcome = game.outcome_index(round_.outcome or "")
    assert outcome is not None, "a settled round has an outcome of its game"
    cloth = round_.counted or round_.cloth
    for on_cloth, layouts in ((False, round_.wagers), (True, cloth)):
        for who, spots in layouts.items():
            if not on_cloth and who in round_.held:
                continue
            for spot, amount in spots.items():
                done = settle(game, game.wagers[spot], ZERO, outcome, rounding)
                returned = _returned(game.wagers[spot], amount, outcome, rounding)
                yield SpotPay(
                    who=who, cloth=on_cloth, spot=spot, amount=amount, returned=returned, clauses=done.clauses
                )


def _returned(wager: Wager, amount: Money, outcome: int, rounding: Rounding | None) -> Money:
    """What the whole amount on a wager brought back; a wager of several pieces has it spread over them."""
    return fraction_of(amount, wager.returns[outcome], wager.scale * wager.units, rounding or Rounding.DOWN)


def _whom(event: object) -> set[str]:
    """The terminals and players that an event is about."""
    found = {getattr(event, "terminal", ""), getattr(event, "player", "")}
    return (found | set(_moved_by(event))) - {""}


def _moved_by(event: object) -> dict[str, Money]:
    """Per terminal or player, what an event put on its meter or into its hand."""
    moved: dict[str, Money] = {}
    for move in getattr(event, "transfers", ()):
        for account, amount in ((move.source, -move.amount), (move.destination, move.amount)):
            kind, *names = account.split("/")
            if kind in {"meter", "hand"}:
                moved[names[-1]] = moved.get(names[-1], ZERO) + amount
    return moved


def _share(event: object) -> str:
    """What one of several got by an event."""
    clauses = ", ".join(clauses_of(event))  # type: ignore[arg-type]
    words = tell_one(event).partition(":")[0]  # type: ignore[arg-type]
    return words + (f"  [{clauses}]" if clauses else "")


def tell_story(story: Story, *, only: str = "") -> list[str]:
    """A round in lines, for a person; of one terminal alone if it is named."""
    lines = [f"round {story.number} at table {story.table}   {story.rulebook}, {story.game}", *_headlines(story)]
    for each in story.happened:
        if not only or each.who in {"", only}:
            moved = f"   {'+' if each.moved > ZERO else ''}{format_money(each.moved)}" if each.moved else ""
            lines.append(f"  {when(each.at_ms)}  {each.who:<8} {each.what}{moved}")
    pays = [pay for pay in story.pays if not only or pay.who == only]
    if pays:
        lines.append("  what each spot paid")
    for pay in pays:
        place = "cloth" if pay.cloth else "terminal"
        back = f"{format_money(pay.returned)} back" if pay.returned else "lost"
        said = f"{format_money(pay.amount):>10}  {back:<16} [{', '.join(pay.clauses)}]"
        lines.append(f"    {pay.who:<8} {place:<8} {pay.spot:<20} {said}")
    for terminal, (before, after) in story.meters.items():
        if not only or terminal == only:
            lines.append(f"  meter of {terminal}  {format_money(before)} → {format_money(after)}")
    return lines


def _headlines(story: Story) -> list[str]:
    ended = f", ended {when(story.ended_at_ms)}" if story.ended_at_ms else ""
    lines = [f"  opened {when(story.opened_at_ms)}{ended}"] if story.opened_at_ms else []
    stands = {"SETTLED": f"settled, outcome {story.outcome}"}.get(story.phase, story.phase.lower())
    cause = f", cause {story.cause}" if story.cause else ""
    clause = f"  [{story.clause}]" if story.clause else ""
    return [*lines, f"  {stands}{cause}{clause}"]
