"""A small notation for driving a floor of one table in tests, one line for each thing that happens or must hold.

    play("interblock", '''
        limits  straight  min 5.00
        open
        note    t1  100.00
        wager   t1  straight:17  3.00
        close
        meter   t1  100.00          # what is below the minimum comes back
    ''')

A line that asks for something must be granted; `-> below_minimum 4.2` behind it says that it is refused, and why;
`-> 3.00` that only so much of a wager is accepted. Every step is checked, whatever the test is about: the question
changes nothing, the books balance after every event, and the entries read back give the same floor.
"""

from __future__ import annotations

import copy
from collections.abc import Callable
from functools import cache
from typing import TypeVar

from openetg.floor import commands as ask
from openetg.floor.commands import AnyCommand, Order, Sign
from openetg.floor.core.answers import answer_of
from openetg.floor.core.ledger import Ledger, bank_of, meter_of
from openetg.floor.core.refusals import Refusal
from openetg.floor.core.verdicts import LOGIC, Verdict
from openetg.floor.events import Event
from openetg.floor.fold import fold
from openetg.floor.pipeline import UNRECORDED, decide, record
from openetg.floor.premises.founding import in_order
from openetg.floor.rounds.clockwork import due
from openetg.floor.state import Floor, Round, Table, state_hash
from openetg.floor.wagers.signs import as_wide
from openetg.money import Money, cents, format_money, parse_money
from openetg.rulebook.schema.policies import Channel, Closer
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
        self.limits: dict[str, Sign] = {}
        self.verdict: Verdict = ()

    @property
    def table(self) -> Table:
        return self.floor.tables[TABLE]

    @property
    def round(self) -> Round:
        assert self.table.round is not None, "there is no round yet"
        return self.table.round

    def say(self, script: str) -> Play:
        """Goes through a script line by line."""
        for line in script.splitlines():
            words = line.partition("#")[0].split()
            if words:
                self._line(words, line.strip())
        return self

    def _line(self, words: list[str], line: str) -> None:
        split = words.index("->") if "->" in words else len(words)
        said, expected = words[:split], words[split + 1 :]
        check = CHECKS.get(said[0])
        if check is not None:
            check(self, said[1:], line)
            return
        command = ASKING[said[0]](self, said[1:])
        self.give(command)
        self._compare(command, expected, line)

    def _compare(self, command: AnyCommand, expected: list[str], line: str) -> None:
        verdict = self.verdict
        if expected and not expected[0][0].isdigit():
            assert isinstance(verdict, Refusal), f"{line}: granted by {verdict}"
            assert [verdict.reason.value, verdict.clause] == (expected if len(expected) > 1 else [*expected, ""]), line
            return
        assert not isinstance(verdict, Refusal), f"{line}: {verdict}"
        if isinstance(command, ask.PlaceWager):
            pieces = self.floor.game_of(self.table).wagers[command.wager].units
            wanted = parse_money(expected[0]) if expected else command.amount * pieces
            assert answer_of(0, verdict).accepted == wanted, line

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


def _limits(play: Play, words: list[str]) -> AnyCommand:
    kind, *rest = words
    figures = {name: parse_money(rest[at + 1]) for at, name in enumerate(rest) if name in {"min", "max", "step"}}
    play.limits = play.limits | {kind: Sign(**figures, multiples="multiples" in rest)}
    rules = play.floor.rulebook_of(play.table).limits.terminal
    return ask.SetLimits(TABLE, play.limits if rules is None else as_wide(rules, play.limits))


def _open(play: Play, words: list[str]) -> AnyCommand:
    assert not words
    play.give_all(ask.OpenTable(TABLE))
    return ask.ReportReady(TABLE)


def _collect(play: Play, words: list[str]) -> AnyCommand:
    ticket = words[1] if len(words) > 1 else f"{words[0]}-{play.number}"
    return ask.Collect(words[0], ticket)


def _printer(play: Play, words: list[str], *, printed: bool) -> AnyCommand:
    printing = play.floor.terminals[words[0]].printing
    assert printing is not None, "nothing is being printed"
    return ask.ReportPrint(words[0], printing.ticket, printed=printed)


def _launch(play: Play, words: list[str]) -> AnyCommand:
    play.at_ms = max(play.at_ms, play.round.launch_at_ms)
    return ask.ReportLaunch(TABLE, play.round.spin, opposite=words != ["same-way"])


def _close(play: Play, words: list[str]) -> AnyCommand:
    by = Closer(words[0]) if words else Closer.TIMER
    if by is not Closer.TIMER:
        return ask.CloseWagers(TABLE, by, play.round.spin)
    assert not due(play.floor, play.round.closes_at_ms - 1), "the timer runs out too early"
    play.at_ms = max(play.at_ms, play.round.closes_at_ms)
    (command,) = due(play.floor, play.at_ms)
    return command


def _resolve(play: Play, words: list[str]) -> AnyCommand:
    role, decided, *why = words
    outcome = None if decided == "void" else decided
    said = " ".join(why)
    if outcome is None:
        return ask.VoidRound(role, PERSON, TABLE, None, said, play.round.number)
    return ask.EnterOutcome(role, PERSON, TABLE, outcome, said)


def _spin(play: Play, words: list[str], line: str) -> None:
    """From the launch to the outcome, as on a quiet night."""
    del line
    for said in ("launch", "close sensor", f"outcome {words[0]}"):
        play.say(said)


def _restart(play: Play, words: list[str], line: str) -> None:
    assert not words, line
    play.restart()


def _check_meter(play: Play, words: list[str], line: str) -> None:
    found = format_money(play.meter(words[0]))
    assert found == words[1], f"{line}: found {found}"


def _check_bank(play: Play, words: list[str], line: str) -> None:
    found = format_money(play.floor.ledger.held(bank_of(TABLE)))
    assert found == words[0], f"{line}: found {found}"


def _check_stands(play: Play, words: list[str], line: str) -> None:
    terminal, *rest = words
    found = {spot: format_money(held) for spot, held in play.round.wagers.get(terminal, {}).items()}
    assert found == dict(zip(rest[::2], rest[1::2], strict=True)), f"{line}: found {found}"


def _check_win(play: Play, words: list[str], line: str) -> None:
    terminal = play.floor.terminals[words[0]]
    found = [format_money(terminal.win), format_money(terminal.paid)]
    assert found[: len(words) - 1] == words[1:], f"{line}: found {found}"


def _check_round(play: Play, words: list[str], line: str) -> None:
    found = [str(play.round.number), play.round.phase.value, play.round.cause, play.round.clause]
    assert found[: len(words)] == words, f"{line}: found {found}"


def _check_cites(play: Play, words: list[str], line: str) -> None:
    assert not isinstance(play.verdict, Refusal), play.verdict
    found = [getattr(event, "trimmed", "") or getattr(event, "clause", "") for event in play.verdict]
    assert set(words) <= set(found), f"{line}: found {found}"


def _check_outcomes(play: Play, words: list[str], line: str) -> None:
    found = list(play.table.outcomes.values())
    assert found == words, f"{line}: found {found}"


ASKING: dict[str, Callable[[Play, list[str]], AnyCommand]] = {
    "limits": _limits,
    "open": _open,
    "note": lambda _, words: ask.InsertNote(words[0], parse_money(words[1])),
    "wager": lambda _, words: ask.PlaceWager(words[0], TABLE, words[1], parse_money(words[2])),
    "back": lambda _, words: ask.TakeBackWager(words[0], TABLE, words[1], parse_money(words[2])),
    "clear": lambda _, words: ask.ClearWagers(words[0], TABLE),
    "collect": _collect,
    "printed": lambda play, words: _printer(play, words, printed=True),
    "jammed": lambda play, words: _printer(play, words, printed=False),
    "ready": lambda *_: ask.ReportReady(TABLE),
    "launch": _launch,
    "close": _close,
    "outcome": lambda play, words: ask.RecordOutcome(TABLE, words[1] if words[1:] else play.round.spin, words[0]),
    "unread": lambda play, words: ask.ReportUnread(TABLE, words[0] if words else play.round.spin),
    "fault": lambda play, words: ask.ReportFault(TABLE, words[0], words[1] if words[1:] else play.round.spin),
    "resolve": _resolve,
}
"""What a line asks of the floor."""

CHECKS: dict[str, Callable[[Play, list[str], str], None]] = {
    "spin": _spin,
    "restart": _restart,
    "meter": _check_meter,
    "bank": _check_bank,
    "stands": _check_stands,
    "win": _check_win,
    "round": _check_round,
    "cites": _check_cites,
    "outcomes": _check_outcomes,
}
"""What a line does by itself, or says must hold."""
