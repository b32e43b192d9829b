"""A floor of one table for tests that ask it by command, and look at what it answers.

    table = play("interblock", '''
        limit straight min 5.00
        open-table by-itself
        ready
        note t1 100.00
        place t1 straight:17 3.00
        wait 30s                    # the wagering period
        expect meter t1 100.00      # what is below the minimum comes back
    ''')
    assert table.give(ClearWagers("t1", TABLE)) == …

The lines are those of a round script, said `verbatim`. Every step is checked, whatever the test is about: the question
changes nothing, the books balance after every event, and the entries read back give the same floor. A test that needs
no command is a round script of its own (`tests/scripts.py`).
"""

from __future__ import annotations

import copy
from functools import cache
from typing import TypeVar

from openetg.floor import commands as ask
from openetg.floor.commands import AnyCommand, Order
from openetg.floor.core.answers import answer_of
from openetg.floor.core.ledger import Ledger, meter_of
from openetg.floor.core.refusals import Refusal
from openetg.floor.core.verdicts import LOGIC, Verdict
from openetg.floor.events import Event
from openetg.floor.fold import fold
from openetg.floor.pipeline import UNRECORDED, decide, record
from openetg.floor.premises.founding import in_order
from openetg.floor.state import Floor, Round, Table, state_hash
from openetg.money import Money, cents
from openetg.rulebook.schema.policies import Channel
from openetg.script.parse import ScriptLine, parse
from openetg.script.run import PlayedScript, go_on
from openetg.script.saying import amount, text
from openetg.script.stage import ScriptTable, Stage
from tests.payout_notation import playable

TABLE = "A"
TERMINALS = ("t1", "t2", "t3")
NOTES = tuple(cents(100 * dollars) for dollars in (5, 10, 20, 50, 100))
START_MS, LAUNCH_MS, PERIOD_MS = 1_700_000_000_000, 18_000, 30_000
KINDS = {"ministar": "electronic", "interblock": "roulette"}
PERSON = "nightingale"

Kind = TypeVar("Kind", bound=Event)
Entry = tuple[int, bytes, bytes]
"""Time, command and verdict as they are stored."""


def play(rulebook: str, script: str = "", *, kind: str | None = None) -> Play:
    """A floor with one table and three terminals, and what the script makes of it."""
    return Play(*founded(rulebook, kind or KINDS[rulebook])).say(script)


class Play:
    """A floor, its twin that only ever reads the stored entries, and the last verdict."""

    def __init__(self, floor: Floor, entries: tuple[Entry, ...]) -> None:
        self.floor, self.twin = copied(floor), copied(floor)
        self.entries = list(entries)
        self.at_ms = START_MS
        self.books = Ledger()
        self.books.accounts.update(floor.ledger.accounts)
        self.number = len(entries)
        self.verdict: Verdict = ()
        self._stage: StageOfOne | None = None

    @property
    def table(self) -> Table:
        return self.floor.tables[TABLE]

    @property
    def round(self) -> Round:
        assert self.table.round is not None, "there is no round yet"
        return self.table.round

    def say(self, script: str) -> Play:
        """Goes on with lines of a round script; the table stands already, so that it needs no `rulebook`."""
        stage = self._stage = self._stage or StageOfOne(self)
        stage.go_on_from(self)
        steps = parse(script)
        following = iter([*steps[1:], None])
        run = go_on(PlayedScript(stage), steps, lambda step, _: _check_in_full(self, step, next(following)))
        self.at_ms = stage.at_ms
        assert run.failure is None, str(run.failure)
        return self

    def give(self, command: AnyCommand, *, sender: str = "test") -> Verdict:
        """Puts one command to the floor, and its entry on record if it has one."""
        before = state_hash(self.floor)
        self.verdict = verdict = decide(self.floor, command, self.at_ms)
        assert state_hash(self.floor) == before, "deciding changed the floor"
        if not (isinstance(verdict, Refusal) and type(command) in UNRECORDED):
            self.number += 1
            self._record(Order(sender, 1, self.number, command), verdict)
        return verdict

    def _record(self, order: Order, verdict: Verdict) -> None:
        self.floor.at_ms = self.at_ms
        entry = (self.at_ms, *record(self.floor, order, verdict))
        self.entries.append(entry)
        for event in () if isinstance(verdict, Refusal) else verdict:
            self.books.post(getattr(event, "transfers", ()))
            assert self.books.is_balanced(), event
        assert self.books.accounts == self.floor.ledger.accounts
        fold(self.twin, *entry)
        assert state_hash(self.twin) == state_hash(self.floor), "the entries tell another story"

    def give_all(self, *wishes: AnyCommand) -> None:
        """Puts several commands that must all be granted."""
        for command in wishes:
            verdict = self.give(command)
            assert not isinstance(verdict, Refusal), (command, verdict)

    def restart(self) -> Play:
        """The writer dies; another reads the entries and takes over."""
        self.floor, self.twin = self.twin, copied(self.twin)
        self.give(ask.StartWriter(LOGIC, "test"), sender="house")
        return self

    def events(self, kind: type[Kind]) -> list[Kind]:
        """The events of one kind in the last verdict."""
        assert not isinstance(self.verdict, Refusal), self.verdict
        return [event for event in self.verdict if isinstance(event, kind)]

    def event(self, kind: type[Kind]) -> Kind:
        """The only event of that kind in the last verdict."""
        (event,) = self.events(kind)
        return event

    def meter(self, terminal: str) -> Money:
        return self.floor.ledger.held(meter_of(terminal))


KEPT = (
    "tables",
    "terminals",
    "tickets",
    "cases",
    "people",
    "premises",
    "vault",
    "alerts",
    "jackpots",
    "promotions",
    "senders",
)
"""What of a floor is its own, besides its books."""


def copied(floor: Floor) -> Floor:
    """A floor that goes its own way; rulebooks and games never change and are shared."""
    twin = Floor()
    twin.sequence, twin.at_ms, twin.logic = floor.sequence, floor.at_ms, floor.logic
    twin.adopted, twin.rulebooks, twin.games = dict(floor.adopted), dict(floor.rulebooks), dict(floor.games)
    twin.ledger.accounts = dict(floor.ledger.accounts)
    for name in KEPT:
        setattr(twin, name, copy.deepcopy(getattr(floor, name)))
    return twin


@cache
def founded(rulebook: str, kind: str) -> tuple[Floor, tuple[Entry, ...]]:
    """A floor with one table and its terminals, and the entries behind it; made once, and only ever copied."""
    book = playable(rulebook).rulebook
    terminals = TERMINALS if Channel.TERMINAL in book.tables[kind].channels.value else ()
    wishes = in_order(
        book,
        TABLE,
        kind,
        terminals=terminals,
        notes=NOTES,
        period_ms=PERIOD_MS,
        launch_ms=LAUNCH_MS,
        at_ms=START_MS,
    )
    return found(*wishes)


def found(*wishes: AnyCommand) -> tuple[Floor, tuple[Entry, ...]]:
    """A floor on which a writer has started and all of these were granted, and the entries behind it."""
    floor, entries = Floor(), []
    floor.at_ms = START_MS
    for number, command in enumerate((ask.StartWriter(LOGIC, "test"), *wishes), start=1):
        verdict = decide(floor, command, START_MS)
        assert not isinstance(verdict, Refusal), (command, verdict)
        entries.append((START_MS, *record(floor, Order("test", 1, number, command), verdict)))
    return floor, tuple(entries)


class StageOfOne(Stage):
    """Where lines of a round script are played on the floor of a test: verbatim, nothing goes without saying."""

    def __init__(self, play: Play) -> None:
        super().__init__()
        self.play = play
        table, book = play.table, play.floor.rulebook_of(play.table)
        game = book.tables[table.kind].game
        self.plans[TABLE] = ScriptTable(TABLE, book.about.id, game, table.kind, PERIOD_MS)
        self.table_name = TABLE
        self.founded.add(TABLE)
        self.verbatim = self.own_dealers = True

    def go_on_from(self, play: Play) -> None:
        """Commands may have been given since the last line."""
        self.floor, self.at_ms, self.verdict = play.floor, play.at_ms, play.verdict

    def _put(self, order: Order) -> Verdict:
        self.play.at_ms = self.at_ms
        self.verdict = self.answered = self.play.give(order.command)
        return self.verdict

    def restart(self) -> None:
        """Another writer reads the entries."""
        self.play.at_ms = self.at_ms
        self.go_on_from(self.play.restart())


def _check_in_full(play: Play, step: ScriptLine, following: ScriptLine | None) -> None:
    """What a script may leave open is held to here: a refusal is for exactly what is said, and a wager of which
    nothing is said is accepted in full."""
    verdict = play.verdict
    if step.verb == "expect refused":
        assert isinstance(verdict, Refusal), "the script has seen to it"
        assert (verdict.reason.name, verdict.clause) == (text(step, "reason"), text(step, "clause")), step.text
    elif step.verb in {"place", "special"} and not isinstance(verdict, Refusal):
        pieces = play.floor.game_of(play.table).wagers[text(step, "wager")].units
        said = following is not None and following.verb == "expect accepted"
        assert said or answer_of(0, verdict).accepted == amount(step) * pieces, step.text
