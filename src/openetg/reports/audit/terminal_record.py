"""What a terminal kept by itself, held against the journal: line by line what agrees, what differs, what only one has.

The lines come from a browser and are not trusted: they may be nonsense, changed or made up, and the answer is
then a verdict, never a failure. The journal is the truth; a record is evidence of what a player's screen was told.
Nothing here changes anything.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from enum import Enum
from hashlib import sha256
from typing import Annotated, Any, TypeAlias

from msgspec import UNSET, DecodeError, Meta, Struct, UnsetType, ValidationError, json

from openetg.floor.commands import Order
from openetg.floor.core.answers import answer_of
from openetg.floor.core.ledger import meter_of
from openetg.floor.core.stored import Recorded
from openetg.floor.events import WagerPlaced
from openetg.floor.rounds.views import TableView, own_view, table_view
from openetg.floor.state import Answer, Floor
from openetg.journal.chain import Group
from openetg.journal.entry import Entry
from openetg.journal.reading import begin_of
from openetg.journal.store import Reader
from openetg.money import format_money
from openetg.reports.audit.moment import opening_before
from openetg.reports.audit.second_opinion import followed
from openetg.reports.audit.terminal_answers import Finding, against, said_finding

ANCHOR = "anchor"
"""What a line is that stands for the one before the first, so that this one's hash can be checked."""
MISSING_MAX = 2_000
"""No more entries that only the journal has are listed; all are counted."""
MONEY = ("meter", "staked", "spots")
"""What a terminal is told of its own, all at once."""
UNJOURNALED = "a no to a wager is not in the journal"

Whole = Annotated[int, Meta(ge=-(2**53), le=2**53)]
_SEALED = re.compile(r'(\{.*),"h":"([0-9a-f]{64})"\}', re.DOTALL)


class Verdict(Enum):
    """The verdict on a line or an entry."""

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


class RecordLine(Struct, frozen=True):
    """A line as far as it can be read."""

    k: Whole
    what: str
    at: Whole = 0
    boot: Whole = 0
    n: Whole = 0
    seq: Whole = 0
    own_seq: Whole = 0
    accepted: Whole | None = None
    meter: Whole | None = None
    staked: Whole | None = None
    spots: dict[str, Whole] | None = None
    reason: str = ""
    clause: str | None = None
    said: dict[str, Any] = {}
    table: str = ""
    """The table the terminal showed; of news of a table, that one."""
    round: Whole | None = None
    phase: str | None = None
    outcome: str | UnsetType | None = UNSET
    head: str = ""

    @property
    def entry(self) -> int:
        """The entry of the journal it speaks of; zero if of none."""
        return self.own_seq if self.what == "welcome" else self.seq


class Judged(Struct, frozen=True):
    """A line of the terminal, or an entry that only the journal has, and the verdict on it."""

    k: int
    """The number of the line; zero if the terminal has none."""
    sequence: int
    """The entry; zero if there is none."""
    at_ms: int
    """By the terminal's clock, or by the floor's where only the journal has it."""
    what: str
    verdict: Verdict
    words: str = ""
    """The reason of a verdict; empty if it agrees."""
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

    lines: tuple[tuple[str, RecordLine | None], ...]
    chain: Chain
    broken_at: tuple[int, ...]
    digest: str

    @property
    def entries(self) -> frozenset[int]:
        """The entries that lines speak of."""
        return frozenset(line.entry for _, line in self.lines if line is not None and line.entry > 0)


class ShownBefore(Struct, frozen=True):
    """What a terminal that shows one of its tables has to be told of its own."""

    meter: int
    staked: int
    spots: dict[str, int]


Stood: TypeAlias = dict[str, ShownBefore]
"""What stood after an entry or at the end of its group, by each table of the terminal."""


class KnownEntry(Struct):
    """An entry the record speaks of, or that concerns the terminal."""

    sequence: int
    at_ms: int
    order: Order
    answer: Answer
    placed: WagerPlaced | None
    """The wager it placed, if it placed one."""
    after: Stood
    moved: bool
    """Whether another sender moved the terminal's money with it."""
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


def _line(text: str) -> RecordLine | None:
    try:
        line = json.decode(text, type=RecordLine)
    except (ValidationError, DecodeError, RecursionError):
        return None
    return line if line.k > 0 else None


def _breaks(read: Iterable[tuple[str, RecordLine | None]]) -> Iterable[int]:
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
    readable = [line for _, line in told if line is not None]
    if readable:
        walk.run()
    judge = _Judge(walk, readable)
    judged = [_judged(judge, text, line) for text, line in told]
    first = max(since, min(record.entries, default=until + 1))
    missing = judge.missing(first, until)
    counts = Counter(each.verdict.value for each in (*judged, *missing))
    return Comparison(
        terminal=terminal,
        since=since,
        until=until,
        lines=len(told),
        digest=record.digest,
        chain=record.chain if told else Chain.nothing,
        broken_at=record.broken_at,
        counts=dict(counts),
        judged=(*judged, *missing[:MISSING_MAX]),
    )


class _Walk:
    """One walk through the journal: what is on record of the terminal and of the entries its record speaks of."""

    def __init__(self, journal: Reader, terminal: str, entries: frozenset[int], since: int) -> None:
        # The requester says from where on, so that a record which names the first entry of all costs no more.
        self.begin = max(begin_of(journal), since - 1)
        self.head = journal.head().sequence
        self.known: dict[int, KnownEntry] = {}
        self.by_id: dict[tuple[int, int], KnownEntry] = {}
        self.start = 0
        """The entry after which it looked; the last number that the terminal had used by then stands beside it."""
        self.used = (0, 0)
        self._journal, self._terminal, self._entries = journal, terminal, entries
        self._sender = f"terminal/{terminal}"
        self._named = json.encode(terminal)[1:]
        """How the name ends wherever it stands in an entry: as a name, in an account, as a sender."""

    def run(self) -> None:
        """Folds from the day before the first entry on."""
        start = min((entry for entry in self._entries if entry > self.begin), default=self.head)
        opinion = opening_before(self._journal, min(start - 1, self.head))
        sender = opinion.floor.senders.get(self._sender)
        self.start, self.used = opinion.sequence, (sender.boot, sender.last) if sender else (0, 0)
        wanted = sorted(self._entries, reverse=True)
        seen: list[KnownEntry] = []

        def noting(group: Group) -> Callable[[Entry], None] | None:
            seen.clear()
            while wanted and wanted[-1] < group.first:
                wanted.pop()
            is_about = self._named in group.body or bool(wanted and wanted[-1] <= group.last)
            return self._noter(opinion.floor, seen, [self._meter(opinion.floor)]) if is_about else None

        for group in followed(opinion, self._journal, each=noting):
            self._keep(seen, group, opinion.floor)

    def _noter(self, floor: Floor, seen: list[KnownEntry], meters: list[int]) -> Callable[[Entry], None]:
        def note(entry: Entry) -> None:
            order = json.decode(entry.command, type=Order)
            before, now = meters[-1], self._meter(floor)
            meters.append(now)
            mine = order.sender == self._sender
            moved = not mine and now != before
            if mine or moved or entry.sequence in self._entries:
                answer, placed = _answer(entry)
                stood = self._stood(floor)
                seen.append(
                    KnownEntry(
                        sequence=entry.sequence,
                        at_ms=entry.at_ms,
                        order=order,
                        answer=answer,
                        placed=placed,
                        after=stood,
                        moved=moved,
                    )
                )

        return note

    def _keep(self, seen: list[KnownEntry], group: Group, floor: Floor) -> None:
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

    def _meter(self, floor: Floor) -> int:
        return _cents(floor.ledger.held(meter_of(self._terminal)))

    def _stood(self, floor: Floor) -> Stood:
        views = {table: own_view(floor, self._terminal, table) for table in self._tables(floor)}
        return {table: ShownBefore(view.meter, view.staked, view.spots) for table, view in views.items()}


def _cents(amount: Any) -> int:
    return int(amount)


def _answer(entry: Entry) -> tuple[Answer, WagerPlaced | None]:
    recorded = json.decode(entry.verdict, type=Recorded)
    if recorded.events is not None:
        first = recorded.events[0] if recorded.events else None
        return answer_of(entry.sequence, recorded.events), first if isinstance(first, WagerPlaced) else None
    assert recorded.refusal is not None, "an entry holds events or a refusal"
    return answer_of(entry.sequence, recorded.refusal), None


Said: TypeAlias = tuple[Verdict, str, int]
"""The verdict, why, and the entry."""


class _Judge:
    """Gives the verdict on each line."""

    def __init__(self, walk: _Walk, lines: Sequence[RecordLine]) -> None:
        self.walk = walk
        self._refused = {(line.boot, line.n) for line in lines if line.what in {"refused", "known"} and line.reason}
        self._answered = {(line.boot, line.n) for line in lines if line.n and line.what != "sent"}
        self._told = sorted({line.entry for line in lines if line.what in {"ack", "own", "welcome"} and line.entry})

    def of(self, line: RecordLine) -> Said:
        """The verdict, why, and the entry."""
        match line.what:
            case "sent":
                return self._sent(line)
            case "refused" | "known":
                return self._answer(line)
            case "ack" | "own" | "table" | "welcome":
                return self._told_of(line)
            case "shown":
                return (
                    Verdict.unverifiable,
                    "that it has shown 'no more bets' is on record with the others, not by itself",
                    0,
                )
            case "lost":
                return Verdict.unverifiable, "the terminal could not keep up and left messages out", 0
            case _:
                return Verdict.unverifiable, "not a line that this build knows", 0

    def _sent(self, line: RecordLine) -> Said:
        found = self.walk.by_id.get((line.boot, line.n))
        if found is None:
            return self._unfound(line, Verdict.only_terminal, "no command with this number is on record")
        finding = said_finding(line.said, line.table, found.order.command, len(found.after))
        return _said(finding, found.sequence)

    def _answer(self, line: RecordLine) -> Said:
        found = self.walk.by_id.get((line.boot, line.n))
        if line.reason == "stale":
            return Verdict.unverifiable, "the answer was no longer kept", found.sequence if found else 0
        if found is None:
            return self._unfound(line, Verdict.differs, "told as on record, and no command with this number is")
        return _said(_answer_finding(line, found.answer), found.sequence)

    def _unfound(self, line: RecordLine, verdict: Verdict, words: str) -> Said:
        """Of a command that was not found; the verdict is this one if it would have been."""
        if min(line.boot, line.n) <= 0:
            return _said(Finding(lacking=("boot", "n")), 0)
        if (line.boot, line.n) in self._refused:
            return Verdict.unverifiable, UNJOURNALED, 0
        if (line.boot, line.n) <= self.walk.used:
            return Verdict.unverifiable, f"if it is on record, then not after entry {self.walk.start}", 0
        return verdict, words, 0

    def _told_of(self, line: RecordLine) -> Said:
        entry = line.entry
        if entry <= self.walk.begin:
            return Verdict.unverifiable, "before the first entry that was asked for or is here", max(entry, 0)
        found = self.walk.known.get(entry)
        if found is None or found.group is None:
            return Verdict.differs, f"the journal ends with entry {self.walk.head}", entry
        order = found.order
        if line.n and self.walk.by_id.get((line.boot, line.n)) is not found:
            told = f"{line.boot}.{line.n}"
            finding = Finding(against("command", told, f"{order.boot}.{order.number} of {order.sender}"))
        elif line.what == "table":
            finding = _table_finding(line, found.group)
        else:
            finding = _ack_finding(line, found) if line.what == "ack" else _own_finding(line, found)
        return _said(finding, entry)

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
                found.append(
                    Judged(
                        k=0, sequence=sequence, at_ms=each.at_ms, what=what, verdict=Verdict.only_journal, words=words
                    )
                )
        return found

    def _tells(self, first: int, last: int) -> bool:
        return any(first <= each <= last for each in self._told)


def _judged(judge: _Judge, text: str, line: RecordLine | None) -> Judged:
    if line is None:
        return Judged(k=0, sequence=0, at_ms=0, what="", verdict=Verdict.unverifiable, words="not a line", line=text)
    verdict, words, sequence = judge.of(line)
    return Judged(k=line.k, sequence=sequence, at_ms=line.at, what=line.what, verdict=verdict, words=words, line=text)


def _said(finding: Finding, sequence: int) -> Said:
    if finding.wrong:
        return Verdict.differs, finding.wrong, sequence
    if finding.lacking:
        return Verdict.unverifiable, f"the line does not say: {', '.join(finding.lacking)}", sequence
    return Verdict.agrees, "", sequence


def _answer_finding(line: RecordLine, answer: Answer) -> Finding:
    if line.reason != answer.reason:
        return Finding(against("reason", line.reason, answer.reason))
    if line.what == "known":
        return _amount_finding(line, answer)
    if line.clause is None:
        return Finding(lacking=("clause",))
    return Finding("" if line.clause == answer.clause else against("clause", line.clause, answer.clause))


def _ack_finding(line: RecordLine, found: KnownEntry) -> Finding:
    placed = found.placed
    if placed is None:
        return Finding(against("ack", "a wager placed", type(found.order.command).__name__))
    if line.table and line.table != placed.table:
        return Finding(against("table", line.table, placed.table))
    accepted = _amount_finding(line, found.answer)
    if accepted.wrong:
        return accepted
    # Told are the spots that the wager changed, an emptied one as zero.
    stood = [
        ShownBefore(each.meter, each.staked, {spot: each.spots.get(spot, 0) for spot in placed.spots})
        for each in _moments(found, placed.table)
    ]
    return _money_finding(line, stood, accepted.lacking if line.n else ("n", *accepted.lacking))


def _own_finding(line: RecordLine, found: KnownEntry) -> Finding:
    if line.what == "welcome" and all(getattr(line, name) is None for name in MONEY):
        # A terminal that has seen it already is not told again.
        return Finding()
    needs_table = not line.table and len(found.after) > 1
    return _money_finding(line, _moments(found, line.table), ("table",) if needs_table else ())


def _moments(found: KnownEntry, table: str) -> list[ShownBefore]:
    """After the entry and at the end of its group: an answer is made then or then, and both were true."""
    assert found.group is not None, "whoever is judged is of a group"
    stood = (found.after, found.group.stood)
    return [shown for each in stood for name, shown in each.items() if not table or name == table]


def _money_finding(line: RecordLine, stood: list[ShownBefore], lacking: tuple[str, ...]) -> Finding:
    """Whether all that was told was true at one moment, at one table."""
    if not stood:
        return Finding(f"the terminal is not at table {line.table[:64]}")
    for name in MONEY:
        told = getattr(line, name)
        if told is None:
            lacking = (*lacking, name)
            continue
        last = getattr(stood[-1], name)
        stood = [each for each in stood if _is_shown(told, getattr(each, name))]
        if not stood:
            words = against(name, told, last) if name == "spots" else _other_amount(name, told, last)
            return Finding(words)
    return Finding(lacking=lacking)


def _is_shown(told: object, stood: object) -> bool:
    """Many spots are told by their count and sum."""
    if told == stood or not isinstance(stood, dict):
        return told == stood
    return told == {"count": len(stood), "sum": sum(stood.values())}


def _table_finding(line: RecordLine, group: GroupKnown) -> Finding:
    if line.head and line.head != group.hash:
        return Finding(against("hash", line.head, group.hash))
    if not line.table:
        return Finding(lacking=("table",))
    table = group.tables.get(line.table)
    if table is None:
        return Finding(f"the terminal is not at table {line.table[:64]}")
    lacking = [] if line.head else ["head"]
    for name, unsaid in (("round", None), ("phase", None), ("outcome", UNSET)):
        told, stood = getattr(line, name), getattr(table, name)
        if told is unsaid:
            lacking.append(name)
        elif told != stood:
            return Finding(against(name, told, stood))
    return Finding(lacking=tuple(lacking))


def _amount_finding(line: RecordLine, answer: Answer) -> Finding:
    if line.accepted is None:
        return Finding(lacking=("accepted",))
    return Finding(_other_amount("accepted", line.accepted, _cents(answer.accepted)))


def _other_amount(name: str, told: int, stood: int) -> str:
    return "" if told == stood else against(name, _figures(told), _figures(stood))


def _figures(amount: int) -> str:
    return format_money(amount)  # type: ignore[arg-type]
