"""Rounds of a journal as a round script that `etg play` plays to the same cents.

The script is played while it is written, line by line, beside the floor on record: a line stands in it only if it asks
exactly what the journal has, and the same money moved. What is written has been played from its first line to its last.
Nothing is left out silently: if words for a table are not enough, the script is given more of the floor, up to all.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

from msgspec import Struct, json
from msgspec.structs import replace

from openetg.floor.commands import (
    AdoptRulebook,
    AnyCommand,
    BeginDay,
    CloseWagers,
    Command,
    OpenRound,
    OpenTable,
    ReportLaunch,
    ReportReady,
    StartWriter,
)
from openetg.floor.core.ledger import Transfer
from openetg.floor.core.refusals import Refusal
from openetg.floor.core.snapshot import decode_snapshot, encode_snapshot
from openetg.floor.events import ClothWagerPlaced, RoundOpened, RoundSettled, WagerPlaced
from openetg.floor.fold import fold
from openetg.floor.pipeline import UNRECORDED
from openetg.floor.premises.rulebooks import rulebook_hash
from openetg.floor.state import Floor, Table
from openetg.journal.entry import Entry
from openetg.journal.reading import begin_of
from openetg.journal.store import Reader
from openetg.money import format_money, total
from openetg.reports.audit.moment import floor_at
from openetg.reports.recall.given import NAME, accounts_given, described, one_line, quoted, state_given, terminals_at
from openetg.reports.recall.lines import line_for
from openetg.reports.recall.recall import Chosen, entries_until
from openetg.reports.recall.telling import ToldEntry, concerned, understood
from openetg.rulebook.problems import RulebookProblems
from openetg.script.parse import MalformedLine, parse
from openetg.script.run import PlayedScript, go_on, play, would_ask
from openetg.script.stage import Stage, opened
from openetg.script.verbs_recorded import PARTS, RULEBOOK

EPOCH = datetime.fromtimestamp(0, UTC)
OPENERS = (OpenRound, ReportReady, OpenTable, StartWriter)
"""Commands that open a round and end none."""
SPENT = frozenset({"past", "outcomes", "win", "paid", "wagered_at_ms", "idle", "ticket"})
"""What rounds that have ended leave behind, and rounds to come seldom need."""


class Unscriptable(Exception):
    """These rounds cannot be written as a script. The message is for a person."""


class _Differs(Exception):
    """A line was answered otherwise than the journal says."""


OFFERS = frozenset({"jackpots", "promotions"})
"""What every settlement may concern, whichever round it is."""
OFFERED = frozenset({"pool", "reserve", "overflow", "seeding", "award", "prize", "promoting"})
"""And the accounts of it."""


class Extent(Struct, frozen=True):
    """How much of a floor a script is given."""

    title: str
    spent: bool = False
    """Also what ended rounds have left behind, cases, people and what is withheld."""
    whole: bool = False
    """The state of the whole floor."""
    all_commands: bool = False
    """Also commands that are about other tables."""


EXTENTS = (
    Extent("the table as it stood, without what earlier rounds left behind"),
    Extent("the table as it stood, with cases, people and what is withheld", spent=True),
    Extent("the whole floor as it stood", spent=True, whole=True),
    Extent("the whole floor as it stood, and all that was asked of it", spent=True, whole=True, all_commands=True),
)


class UnderstoodEntry(Struct, frozen=True):
    """An entry as it is stored, and understood."""

    entry: Entry
    told: ToldEntry

    def fold_into(self, floor: Floor) -> None:
        """Makes it part of a floor."""
        fold(floor, self.entry.at_ms, self.entry.command, self.entry.verdict)


class RecalledScript(Struct, frozen=True):
    """A script, and how much of the floor it had to be given."""

    text: str
    extent: Extent


def script_of(journal: Reader, chosen: list[Chosen], *, until: int) -> RecalledScript:
    """The rounds as a script, with as little of the floor as it takes."""
    assert chosen, "a script has a round"
    before, steps = _material(journal, chosen, until)
    first_problem = ""
    for extent in EXTENTS:
        writer = _Writer(journal.journal_id, before, chosen, extent)
        try:
            text = writer.written(steps)
        except (_Differs, MalformedLine, AssertionError, KeyError) as wrong:
            # On a floor of which only a part is given, what is missing may be missed anywhere.
            first_problem = first_problem or f"{type(wrong).__name__}: {wrong}"
            continue
        failure = play(text).failure
        assert failure is None, f"what was written line by line does not play as a whole: {failure}"
        return RecalledScript(text, extent)
    raise Unscriptable(f"these rounds cannot be played as they stand in the journal: {first_problem}")


def _material(journal: Reader, chosen: list[Chosen], until: int) -> tuple[bytes, list[UnderstoodEntry]]:
    """The floor before the first round, as a snapshot, and the entries from there on."""
    first = chosen[0].opened
    begin = max(first - 1, begin_of(journal))
    steps = [_known(entry) for entry in entries_until(journal, after=begin, until=until)]
    floor = floor_at(journal, begin)
    if steps and steps[0].entry.sequence == first and not isinstance(steps[0].told.order.command, OPENERS):
        # The round opened in the entry that ended the one before: what is left of that one is not to be told.
        steps.pop(0).fold_into(floor)
    return encode_snapshot(floor), steps


def _known(entry: Entry) -> UnderstoodEntry:
    told = understood(entry)
    if not isinstance(told, ToldEntry):
        raise Unscriptable(f"entry {entry.sequence} is of another build: {told.problem}")
    return UnderstoodEntry(entry, told)


class _Writer:
    """Writes a script while it is played, beside the floor on record."""

    def __init__(self, journal_id: str, snapshot: bytes, chosen: list[Chosen], extent: Extent) -> None:
        self.journal_id, self.chosen, self.extent = journal_id, chosen, extent
        self.floor = decode_snapshot(snapshot)
        self.run = PlayedScript(Stage())
        self.lines: list[str] = []
        self.hashes: dict[str, str] = {}
        """The hashes of rulebooks: on record, and of those that ship."""
        self.books: dict[str, str] = {}
        """What each of those is called in the script."""
        self.names: set[str] = set()
        """Tables, terminals and players that these rounds are about."""
        self.tables: set[str] = set()
        self.papers: set[str] = set()
        """Papers and payments by hand that came from these terminals or went to them."""
        self.told_ms = -1

    @property
    def stage(self) -> Stage:
        return self.run.stage

    def written(self, steps: list[UnderstoodEntry]) -> str:
        """The script; `_Differs` if it cannot be played so."""
        self._gather(steps)
        self._head(steps)
        self._at(self.floor.at_ms)
        self._describe()
        self._given([step.told for step in steps if self._matters(step.told)])
        for step in steps:
            matters = self._matters(step.told)
            if matters:
                self._command(step.told)
            step.fold_into(self.floor)
            if matters:
                self._checks(step.told)
        self._final_checks()
        return "\n".join(self.lines) + "\n"

    # What it is about.

    def _gather(self, steps: list[UnderstoodEntry]) -> None:
        """The tables of the rounds, and all that share a terminal or player with them, now or later."""
        later = decode_snapshot(encode_snapshot(self.floor))
        for step in steps:
            step.fold_into(later)
        self.tables = {each.table for each in self.chosen}
        size = -1
        while size != len(self.names):
            size = len(self.names)
            for floor in (self.floor, later):
                self._join(floor)
        self.papers = {each.number for each in later.tickets.values() if each.terminal in self.names}
        self.papers |= {each.number for each in later.vault.payouts.values() if each.terminal in self.names}
        for step in steps:
            if concerned(step.told) & self.names:
                self.papers |= _papers_in(step.told.order.command)
        self.papers.discard("")

    def _join(self, floor: Floor) -> None:
        for name in self.tables & floor.tables.keys():
            table = floor.tables[name]
            self.names |= {name, *table.terminals, *table.cloth.players}
        for terminal in floor.terminals.values():
            if terminal.name in self.names:
                self.tables |= {terminal.table, *terminal.tables}
        for player in floor.people.players.values():
            if player.name in self.names or self.names & set(player.terminals):
                self.names |= {player.name, *player.terminals}
                self.tables |= set(player.tables)

    def _matters(self, told: ToldEntry) -> bool:
        command: Command = told.order.command
        if isinstance(command, BeginDay | AdoptRulebook):
            return False
        if self.extent.all_commands or isinstance(command, StartWriter) or concerned(told) & self.names:
            return True
        if _papers_in(command) & self.papers:
            return True
        books = {table.rulebook for table in self.floor.tables.values() if table.name in self.tables}
        return getattr(command, "rulebook", "") in books

    # Saying lines.

    def _say(self, *lines: str) -> None:
        """Puts lines into the script and plays them; they must hold."""
        go_on(self.run, parse("\n".join(lines)))
        if self.run.failure is not None:
            raise _Differs(str(self.run.failure))
        self.lines += lines

    def _remark(self, text: str) -> None:
        self.lines += ["", f"# {text}"]

    def _at(self, at_ms: int) -> None:
        if at_ms != self.told_ms:
            moment = (EPOCH + timedelta(milliseconds=at_ms)).isoformat(timespec="milliseconds")
            self._say(f"at {moment.replace('+00:00', 'Z')}")
            self.told_ms = at_ms

    # The floor before.

    def _head(self, steps: list[UnderstoodEntry]) -> None:
        rounds = ", ".join(f"{each.table} {each.number}" for each in self.chosen)
        span = f"entries {steps[0].entry.sequence} to {steps[-1].entry.sequence}" if steps else "no entries"
        self.lines += [
            f"# Rounds recalled: {rounds}.",
            f"# From journal {self.journal_id}, {span}. Given: {self.extent.title}.",
        ]

    def _describe(self) -> None:
        tables = [each for each in self.floor.tables.values() if self.extent.whole or each.name in self.tables]
        for place, table in enumerate(tables, start=1):
            known_as = table.name if NAME.fullmatch(table.name) else f"table-{place}"
            self._describe_table(table, known_as)
        self._say("verbatim")

    def _describe_table(self, table: Table, known_as: str) -> None:
        rulebook = self.floor.rulebook_of(table)
        name = rulebook.about.id
        try:
            shipped = opened(name).rulebook
        except RulebookProblems as wrong:
            raise Unscriptable(
                f"table {table.name} is run by {name}, which does not ship with this build: {wrong}"
            ) from None
        mine = rulebook_hash(shipped)
        if mine != table.rulebook and table.rulebook not in self.hashes:
            self._remark(
                f"the rulebook {name} on record ({table.rulebook[:12]}…) is not the one that ships ({mine[:12]}…)"
            )
        self.hashes[table.rulebook] = mine
        self.books[mine] = f"{RULEBOOK}{name}"
        for line in described(table, rulebook, known_as):
            self._say(line)
        terminals = list(terminals_at(self.floor, table))
        if self.stage.table_name != known_as and terminals:
            self._say(f"on {known_as}")
        for line in terminals:
            self._say(line)

    def _given(self, kept: list[ToldEntry]) -> None:
        papers = {paper for each in kept for paper in _papers_in(each.order.command)}
        for line in state_given(self._translated(), self.stage.floor, lambda path: self._wants(path, papers)):
            self._say(self._called(line))
        for line in accounts_given(self.floor, self.stage.floor, self._wants_account):
            self._say(line)

    def _translated(self) -> Floor:
        """The floor on record, with rulebooks called as the script's floor calls them."""
        if all(there == here for there, here in self.hashes.items()):
            return self.floor
        floor = Floor()
        for part in PARTS:
            mine = getattr(self.floor, part)
            body = self._renamed(json.encode(mine).decode())
            setattr(floor, part, json.decode(body, type=PARTS[part]))
        return floor

    def _renamed(self, text: str) -> str:
        for there, here in self.hashes.items():
            text = text.replace(there, here)
        return text

    def _called(self, text: str) -> str:
        """A line in which rulebooks have their names."""
        for mine, name in self.books.items():
            text = text.replace(mine, name)
        return text

    def _wants(self, path: str, papers: set[str]) -> bool:
        if self.extent.whole:
            return True
        part, *rest = path.split("/")
        if part == "tickets":
            return not rest or rest[0] in papers
        if part == "people" and not self.extent.spent:
            return not rest or (rest[0] == "players" and (len(rest) == 1 or rest[1] in self.names))
        if part in OFFERS:
            return True
        if part not in {"tables", "terminals"}:
            return self.extent.spent and part not in {"premises", "alerts"}
        if rest and rest[0] not in self.names:
            return False
        return self.extent.spent or len(rest) < 2 or rest[1] not in SPENT

    def _wants_account(self, name: str) -> bool:
        kind, *owners = name.split("/")
        return self.extent.whole or not owners or kind in OFFERED or bool((self.names | self.papers) & set(owners))

    # What was asked.

    def _command(self, told: ToldEntry) -> None:
        command = told.order.command
        if isinstance(command, OPENERS):
            self._opens(told)
        self._at(told.at_ms)
        lines = [*self._in_words(command), *self._expected(told.verdict)]
        self._say(*lines)
        answer = self.stage.answered
        if self._ours(answer) != self._ours(told.verdict) or isinstance(answer, Refusal) != isinstance(
            told.verdict, Refusal
        ):
            raise _Differs(f"entry {told.sequence}: {type(command).__name__} was answered otherwise")

    def _ours(self, verdict: object) -> list[Transfer]:
        """The movements of money that these rounds are about; all of them where the whole floor is there."""
        moves = _moves(verdict)
        if self.extent.whole:
            return moves
        return [move for move in moves if self._is_ours(move.source) or self._is_ours(move.destination)]

    def _in_words(self, command: AnyCommand) -> list[str]:
        """The command in people's words where they ask exactly this, else word for word."""
        proposal, place = line_for(command), self._place(command)
        if proposal is not None and place is not None and self._asks(proposal, command, place):
            return [*([f"on {place}"] if place != self.stage.table_name else []), proposal]
        return [f"ask {self._called(self._renamed(one_line(json.encode(command).decode())))}"]

    def _place(self, command: AnyCommand) -> str | None:
        """The table at which a line about this would be said."""
        terminal = self.stage.floor.terminals.get(getattr(command, "terminal", ""))
        home = terminal.table if terminal is not None else self.stage.table_name
        name = getattr(command, "table", "") or home
        return name if name in self.stage.plans and name in self.stage.floor.tables else None

    def _asks(self, proposal: str, command: AnyCommand, place: str) -> bool:
        try:
            (step,) = parse(proposal)
        except (MalformedLine, ValueError):
            return False
        stage, at = self.stage, self.stage.table_name
        stage.table_name = place
        asked = would_ask(stage, step)
        stage.table_name = at
        if asked is None or len(asked) != 1:
            return False
        return asked[0] in (command, self._plainly(command, place))

    def _plainly(self, command: Command, place: str) -> Command:
        """The same wish without naming the round or spin that runs, or how a rotor turned, by which nothing is paid."""
        if isinstance(command, ReportLaunch):
            return replace(command, rotor="", rotor_turn_ms=0)
        round_ = self.stage.floor.tables[place].round
        if round_ is None:
            return command
        if type(command) in UNRECORDED and getattr(command, "round", 0) == round_.number:
            return replace(command, round=0)
        if isinstance(command, CloseWagers) and command.spin == round_.spin:
            return replace(command, spin=None)
        return command

    # What must hold.

    def _expected(self, verdict: object) -> Iterator[str]:
        if isinstance(verdict, Refusal):
            clause = quoted(verdict.clause) if verdict.clause else ""
            yield f"expect refused {verdict.reason.name} {clause}".rstrip()
        elif isinstance(verdict, tuple) and verdict and isinstance(verdict[0], WagerPlaced | ClothWagerPlaced):
            yield f"expect accepted {format_money(total(verdict[0].spots.values()))}"

    def _checks(self, told: ToldEntry) -> None:
        """After money has come back to meters and hands, they hold what they held."""
        if not isinstance(told.verdict, tuple):
            return
        for event in told.verdict:
            if isinstance(event, RoundSettled) and event.table == self.stage.table_name:
                self._say(f"expect outcome {event.outcome}")
        if isinstance(told.verdict[0] if told.verdict else None, WagerPlaced | ClothWagerPlaced):
            return
        touched = {account for move in self._ours(told.verdict) for account in (move.source, move.destination)}
        self._hold(account for account in sorted(touched) if account.startswith(("meter/", "hand/")))
        if not isinstance(told.order.command, OPENERS):
            self._opens(told)

    def _opens(self, told: ToldEntry) -> None:
        """Says which round begins; where one ended in the same entry, behind what it brought."""
        for event in told.verdict if isinstance(told.verdict, tuple) else ():
            if isinstance(event, RoundOpened):
                self._remark(f"round {event.round} at table {event.table}")

    def _final_checks(self) -> None:
        self._remark("and in the end")
        mine = (name for name in sorted(self.floor.ledger.accounts) if self._is_ours(name))
        self._hold(mine)
        self._say("expect balanced")

    def _is_ours(self, account: str) -> bool:
        _, *owners = account.split("/")
        return bool(self.names & set(owners))

    def _hold(self, accounts: Iterator[str]) -> None:
        for account in accounts:
            held = format_money(self.floor.ledger.held(account))
            kind, _, name = account.partition("/")
            plain = kind == "meter" and NAME.fullmatch(name) and not self._sits(name) and not held.startswith("-")
            self._say(f"expect meter {name} {held}" if plain else f"expect account {quoted(account)} {held}")

    def _sits(self, name: str) -> bool:
        return any(name in table.cloth.players for table in self.stage.floor.tables.values())


def _papers_in(command: Command) -> set[str]:
    """The papers and payments by hand that a command names."""
    return {getattr(command, field, "") for field in ("ticket", "payout", "what")} - {""}


def _moves(verdict: object) -> list[Transfer]:
    """Every movement of money in an answer."""
    events = verdict if isinstance(verdict, tuple) else ()
    return [move for event in events for move in getattr(event, "transfers", ())]
