"""What a terminal kept by itself, held against the journal: line by line what agrees, what differs, what only one has.

The lines come from a browser and are believed in nothing: they may be nonsense, changed or made up, and the answer is
then a verdict, never a failure. The journal is the truth; a record is evidence of what a player's screen was told.
Nothing here changes anything.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from enum import Enum
from hashlib import sha256
from typing import Annotated, Any

from msgspec import DecodeError, Meta, Struct, ValidationError, json

from openetg.floor.commands import Order
from openetg.floor.decide import answer_of
from openetg.floor.ledger import meter_of, play_of
from openetg.floor.record import Recorded
from openetg.floor.state import Answer, Floor
from openetg.floor.views import TableView, table_view
from openetg.journal.chain import Group
from openetg.journal.entry import Entry
from openetg.journal.store import JournalProblem, Reader
from openetg.money import format_money
from openetg.reports.moment import opening_before
from openetg.reports.recall import begin_of

ANCHOR = "anchor"
"""What a line is that stands for the one before the first, so that this one's hash can be checked."""
MISSING_MAX = 2_000
"""No more entries that only the journal has are listed; all are counted."""
COMPARED = ("wager", "spot", "to", "amount", "wagers", "round")
"""What of a command as it was sent must stand in the journal under the same name."""
UNJOURNALED = "a no to a wager is not in the journal"

Whole = Annotated[int, Meta(ge=-(2**53), le=2**53)]
_SEALED = re.compile(r'(\{.*),"h":"([0-9a-f]{64})"\}', re.DOTALL)


class Verdict(Enum):
    """What is to be said of a line or an entry."""

    agrees = "agrees"
    differs = "differs"
    only_terminal = "only_terminal"
    only_journal = "only_journal"
    unverifiable = "unverifiable"


class Chain(Enum):
    """Whether the lines follow from one another."""

    intact = "intact"
    broken = "broken"
    unchained = "unchained"
    nothing = "nothing"


class Line(Struct, frozen=True):
    """A line as far as it can be read."""

    k: Whole
    what: str
    at: Whole = 0
    boot: Whole = 0
    n: Whole = 0
    seq: Whole = 0
    own_seq: Whole = 0
    accepted: Whole = 0
    meter: Whole | None = None
    staked: Whole | None = None
    reason: str = ""
    said: dict[str, Any] = {}
    table: str = ""
    round: Whole = 0
    phase: str = ""
    outcome: str | None = None
    head: str = ""

    @property
    def entry(self) -> int:
        """The entry of the journal it speaks of; zero if of none."""
        return self.own_seq if self.what == "welcome" else self.seq


class Judged(Struct, frozen=True):
    """A line of the terminal, or an entry that only the journal has, and what is to be said of it."""

    k: int
    """The number of the line; zero if the terminal has none."""
    sequence: int
    """The entry; zero if there is none."""
    at_ms: int
    """By the terminal's clock, or by the floor's where only the journal has it."""
    what: str
    verdict: Verdict
    words: str = ""
    """Why, where it does not just agree."""
    line: str = ""
    """The line as the terminal told it."""


class Comparison(Struct, frozen=True):
    """A terminal's record held against the journal."""

    terminal: str
    since: int
    """Entries from this one on were asked for; those that the journal alone has are told from the first the record
    speaks of."""
    until: int
    lines: int
    digest: str
    """SHA-256 over all lines as they were told."""
    chain: Chain
    broken_at: tuple[int, ...]
    """The numbers of lines that do not follow from the one before."""
    counts: dict[str, int]
    """How many lines and entries by verdict."""
    judged: tuple[Judged, ...]

    @property
    def differs(self) -> int:
        """How much speaks against the record, or against the journal."""
        return self.counts.get(Verdict.differs.value, 0) + len(self.broken_at)


class Record(Struct, frozen=True):
    """The lines of a terminal, read."""

    lines: tuple[tuple[str, Line | None], ...]
    chain: Chain
    broken_at: tuple[int, ...]
    digest: str

    @property
    def entries(self) -> frozenset[int]:
        """The entries that lines speak of."""
        return frozenset(line.entry for _, line in self.lines if line is not None and line.entry > 0)


class Stood(Struct, frozen=True):
    """What stood after an entry or at the end of its group."""

    meter: int
    staked: frozenset[int]
    """At each of the terminal's tables."""


class Known(Struct):
    """An entry the record speaks of, or that concerns the terminal."""

    sequence: int
    at_ms: int
    order: Order
    answer: Answer
    after: Stood
    moved: bool
    """Whether somebody else moved the terminal's money with it."""
    group: GroupKnown | None = None


class GroupKnown(Struct, frozen=True):
    """The group of such an entry."""

    last: int
    hash: str
    stood: Stood
    tables: dict[str, TableView]


def read_record(lines: Sequence[str]) -> Record:
    """The lines, and whether each follows from the one before."""
    read = tuple((text, _line(text)) for text in lines)
    broken = tuple(_breaks(read))
    hashed = any(_SEALED.fullmatch(text) for text, _ in read)
    chain = Chain.intact if hashed else Chain.unchained
    if broken:
        chain = Chain.broken
    digest = sha256("\n".join(lines).encode()).hexdigest()
    return Record(read, chain if read else Chain.nothing, broken, digest)


def _line(text: str) -> Line | None:
    try:
        line = json.decode(text, type=Line)
    except (ValidationError, DecodeError, RecursionError):
        return None
    return line if line.k > 0 else None


def _breaks(read: Iterable[tuple[str, Line | None]]) -> Iterable[int]:
    number, hashed = 0, ""
    follows = True
    for text, line in read:
        if line is None:
            yield number + 1
            number, follows = number + 1, False
            continue
        sealed = _SEALED.fullmatch(text)
        body, own = (sealed[1] + "}", sealed[2]) if sealed else (text, "")
        if line.what != ANCHOR:
            # Where a browser offers no hashes none of its lines has one: taken off a single line, it is missing there.
            expected = sha256(f"{hashed}\n{body}".encode()).hexdigest() if own or hashed else ""
            if not follows or line.k != number + 1 or own != expected:
                yield line.k
        number, hashed, follows = line.k, own, True


def compare(journal: Reader, terminal: str, lines: Sequence[str], *, since: int, until: int) -> Comparison:
    """Holds the lines against the journal; entries that it alone has are told up to `until`."""
    record = read_record(lines)
    told = [(text, line) for text, line in record.lines if line is None or line.what != ANCHOR]
    walk = _Walk(journal, terminal, record.entries, since)
    if record.entries:
        walk.run()
    judge = _Judge(walk, [line for _, line in told if line is not None])
    judged = [_judged(judge, text, line) for text, line in told]
    first = max(since, min(record.entries, default=until + 1))
    missing = judge.missing(first, until)
    counts = Counter(each.verdict.value for each in (*judged, *missing))
    return Comparison(
        terminal,
        since,
        until,
        len(told),
        record.digest,
        record.chain if told else Chain.nothing,
        record.broken_at,
        dict(counts),
        (*judged, *missing[:MISSING_MAX]),
    )


class _Walk:
    """One walk through the journal: what is on record of the terminal and of the entries its record speaks of."""

    def __init__(self, journal: Reader, terminal: str, entries: frozenset[int], since: int) -> None:
        # Who asks says from where on, so that a record which names the first entry of all costs no more.
        self.begin = max(begin_of(journal), since - 1)
        self.head = journal.head().sequence
        self.known: dict[int, Known] = {}
        self.by_id: dict[tuple[int, int], Known] = {}
        self._journal, self._terminal, self._entries = journal, terminal, entries
        self._sender = f"terminal/{terminal}"
        self._named = json.encode(terminal)[1:]
        """How the name ends wherever it stands in an entry: as a name, in an account, as a sender."""

    def run(self) -> None:
        """Folds from the day before the first entry on."""
        start = min((entry for entry in self._entries if entry > self.begin), default=self.head)
        opinion = opening_before(self._journal, min(start - 1, self.head))
        wanted = sorted(self._entries, reverse=True)
        for group in self._journal.groups(after_sequence=opinion.sequence):
            while wanted and wanted[-1] < group.first:
                wanted.pop()
            is_about = self._named in group.body or bool(wanted and wanted[-1] <= group.last)
            seen: list[Known] = []
            before = [self._stood(opinion.floor).meter]
            note = self._noter(opinion.floor, seen, before) if is_about else None
            alarm = opinion.take(group, each=note)
            if alarm is not None:
                raise JournalProblem(f"{self._journal.journal_id}: {alarm}.")
            self._keep(seen, group, opinion.floor)

    def _noter(self, floor: Floor, seen: list[Known], meters: list[int]) -> Any:
        def note(entry: Entry) -> None:
            order = json.decode(entry.command, type=Order)
            stood, before = self._stood(floor), meters[-1]
            meters.append(stood.meter)
            mine = order.sender == self._sender
            moved = not mine and stood.meter != before
            if mine or moved or entry.sequence in self._entries:
                answer = _answer(entry)
                seen.append(Known(entry.sequence, entry.at_ms, order, answer, stood, moved))

        return note

    def _keep(self, seen: list[Known], group: Group, floor: Floor) -> None:
        if not seen:
            return
        at_tables = {name: table_view(floor.tables[name]) for name in self._tables(floor)}
        end = GroupKnown(group.last, group.hash.hex(), self._stood(floor), at_tables)
        for each in seen:
            each.group = end
            self.known[each.sequence] = each
            if each.order.sender == self._sender:
                self.by_id[each.order.boot, each.order.number] = each

    def _tables(self, floor: Floor) -> tuple[str, ...]:
        terminal = floor.terminals.get(self._terminal)
        return () if terminal is None else tuple(dict.fromkeys((terminal.table, *terminal.tables)))

    def _stood(self, floor: Floor) -> Stood:
        held = floor.ledger.held
        staked = frozenset(_cents(held(play_of(table, self._terminal))) for table in self._tables(floor))
        return Stood(_cents(held(meter_of(self._terminal))), staked)


def _cents(amount: Any) -> int:
    return int(amount)


def _answer(entry: Entry) -> Answer:
    recorded = json.decode(entry.verdict, type=Recorded)
    if recorded.events is not None:
        return answer_of(entry.sequence, recorded.events)
    assert recorded.refusal is not None, "an entry holds events or a refusal"
    return answer_of(entry.sequence, recorded.refusal)


class _Judge:
    """Says of each line what is to be said of it."""

    def __init__(self, walk: _Walk, lines: Sequence[Line]) -> None:
        self.walk = walk
        self._refused = {(line.boot, line.n) for line in lines if line.what in {"refused", "known"} and line.reason}
        self._answered = {(line.boot, line.n) for line in lines if line.n and line.what != "sent"}
        self._told = sorted({line.entry for line in lines if line.what in {"ack", "own", "welcome"} and line.entry})

    def of(self, line: Line) -> tuple[Verdict, str, int]:
        """The verdict, why, and the entry."""
        match line.what:
            case "sent":
                return self._sent(line)
            case "refused" | "known":
                return self._answer(line)
            case "ack" | "own" | "table" | "welcome":
                return self._told_of(line)
            case "lost":
                return Verdict.unverifiable, "the terminal could not keep up and left messages out", 0
            case _:
                return Verdict.unverifiable, "not a line that this build knows", 0

    def _sent(self, line: Line) -> tuple[Verdict, str, int]:
        found = self.walk.by_id.get((line.boot, line.n))
        if found is None:
            if (line.boot, line.n) in self._refused:
                return Verdict.unverifiable, UNJOURNALED, 0
            return Verdict.only_terminal, "no command with this number is on record", 0
        wrong = _other_command(line.said, found.order)
        return (Verdict.differs, wrong, found.sequence) if wrong else (Verdict.agrees, "", found.sequence)

    def _answer(self, line: Line) -> tuple[Verdict, str, int]:
        found = self.walk.by_id.get((line.boot, line.n))
        if line.reason == "stale":
            return Verdict.unverifiable, "the answer was no longer kept", found.sequence if found else 0
        if found is None:
            if line.reason:
                return Verdict.unverifiable, UNJOURNALED, 0
            return Verdict.differs, "told as on record, and no command with this number is", 0
        wrong = "" if line.reason == found.answer.reason else _against("reason", line.reason, found.answer.reason)
        if line.what == "known" and not wrong:
            wrong = _other_amount("accepted", line.accepted, _cents(found.answer.accepted))
        return (Verdict.differs if wrong else Verdict.agrees), wrong, found.sequence

    def _told_of(self, line: Line) -> tuple[Verdict, str, int]:
        entry = line.entry
        if entry <= self.walk.begin:
            return Verdict.unverifiable, "before the first entry that was asked for or is here", max(entry, 0)
        found = self.walk.known.get(entry)
        if found is None or found.group is None:
            return Verdict.differs, f"the journal ends with entry {self.walk.head}", entry
        order = found.order
        if line.n and self.walk.by_id.get((line.boot, line.n)) is not found:
            wrong = _against("command", f"{line.boot}.{line.n}", f"{order.boot}.{order.number} of {order.sender}")
        else:
            wrong = _wrong_table(line, found.group) if line.what == "table" else _wrong_own(line, found, found.group)
        return (Verdict.differs if wrong else Verdict.agrees), wrong, entry

    def missing(self, first: int, until: int) -> list[Judged]:
        """The entries in a span that concern the terminal and that no line tells."""
        found = []
        for sequence, each in sorted(self.walk.known.items()):
            if not first <= sequence <= until or each.group is None:
                continue
            if each.moved:
                words = "" if self._tells(sequence, each.group.last) else "its money was moved"
            else:
                is_own = self.walk.by_id.get((each.order.boot, each.order.number)) is each
                is_told = not is_own or (each.order.boot, each.order.number) in self._answered
                words = "" if is_told else "its command is on record, and no answer to it on its own record"
            if words:
                what = type(each.order.command).__name__
                found.append(Judged(0, sequence, each.at_ms, what, Verdict.only_journal, words))
        return found

    def _tells(self, first: int, last: int) -> bool:
        return any(first <= each <= last for each in self._told)


def _judged(judge: _Judge, text: str, line: Line | None) -> Judged:
    if line is None:
        return Judged(0, 0, 0, "", Verdict.unverifiable, "not a line", text)
    verdict, words, sequence = judge.of(line)
    return Judged(line.k, sequence, line.at, line.what, verdict, words, text)


def _other_command(said: dict[str, Any], order: Order) -> str:
    """What of a command as it was sent is not what is on record."""
    recorded = json.decode(json.encode(order.command))
    for name in COMPARED:
        value = said.get(name)
        # A gesture too long for a line is told by its count; the round may be left to the floor.
        if name not in said or isinstance(value, dict) or (name == "round" and value == 0):
            continue
        if name not in recorded or recorded[name] != value:
            return _against(name, value, recorded.get(name, "nothing"))
    return ""


def _wrong_own(line: Line, found: Known, group: GroupKnown) -> str:
    if line.what == "ack" and line.accepted != _cents(found.answer.accepted):
        return _other_amount("accepted", line.accepted, _cents(found.answer.accepted))
    # An answer is made with its entry or with the others of its group; both were true.
    if line.meter is not None and line.meter not in {found.after.meter, group.stood.meter}:
        return _other_amount("meter", line.meter, group.stood.meter)
    if line.staked is not None and line.staked not in found.after.staked | group.stood.staked:
        return _against("staked", line.staked, sorted(group.stood.staked))
    return ""


def _wrong_table(line: Line, group: GroupKnown) -> str:
    if line.head and line.head != group.hash:
        return _against("hash", line.head, group.hash)
    table = group.tables.get(line.table)
    if table is None:
        return f"the terminal is not at table {line.table[:64]}"
    for name in ("round", "phase", "outcome"):
        told, stood = getattr(line, name), getattr(table, name)
        if told != stood:
            return _against(name, told, stood)
    return ""


def _other_amount(name: str, told: int, stood: int) -> str:
    return "" if told == stood else _against(name, _figures(told), _figures(stood))


def _figures(amount: int) -> str:
    return format_money(amount)  # type: ignore[arg-type]


def _against(name: str, told: object, stood: object) -> str:
    return f"{name}: the terminal has {str(told)[:120]}, the journal {str(stood)[:120]}"
