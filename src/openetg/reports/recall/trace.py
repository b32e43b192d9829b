"""Where every cent of a note went, and where every cent of a paper came from: told from the journal, exact to the cent.

All that an entry moved is followed both ways: back to where it was born (a note, a win, a transfer) and on to where it
ended (lost, paid out) or stands now. The rule by which cents are told apart is that of `lots`, and is said in the
answer. Begins with the day of the entry and goes back volume by volume only as far as the money does.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from msgspec import Struct, json
from msgspec.structs import replace

from openetg.floor.core.snapshot import SnapshotProblem, decode_snapshot
from openetg.journal.entry import Entry
from openetg.journal.reading import begin_of
from openetg.journal.store import JournalProblem, Reader, Volume
from openetg.money import ZERO, Money, format_money, total
from openetg.reports.recall.lots import LotMove, LotPart, Lots, Passed, is_kept, opening_lots
from openetg.reports.recall.recall import entries_until
from openetg.reports.recall.telling import printable, when
from openetg.reports.sentences.accounts import born_in_words, end_in_words, holder_in_words, move_in_words

CONVENTION = (
    "Money on one account bears no marks. By convention what came first goes first: a wager is laid with the oldest"
    " money on the meter, and what is lost of several wagers is the oldest of what was laid. Every paper is its own."
    " What a table wins ends there; what it pays as winnings, or puts into a jackpot, begins there."
)
STEP = 1_000
Homes = Mapping[str, str]
"""Of each terminal, the table at which it stands: clauses are those of a table's rulebook."""
NOWHERE: Homes = {}


class Point(Struct, frozen=True):
    """Where money was born, ended, or stands."""

    kind: str
    """How it was born: `note`, `won`, `transfer`, `cash`, `contributed` to a jackpot, `given` by the house, `other`,
    `earlier`. How it ended: `lost`, `paid`, `other`. Else `stands`."""
    amount: Money
    words: str
    account: str
    sequence: int
    """The entry; zero for what is there now."""
    at_ms: int
    table: str
    round: int
    clause: str


class MoneyStep(Struct, frozen=True):
    """A movement, and how much of the money that is followed went through it."""

    sequence: int
    at_ms: int
    event: str
    source: str
    destination: str
    amount: Money
    """Of the money that is followed."""
    moved: Money
    """In all."""
    words: str
    table: str
    round: int
    clause: str


class Trace(Struct, frozen=True):
    """Everything an entry moved, followed both ways."""

    sequence: int
    paper: str
    """The paper it was asked by; empty where it was an entry."""
    at_ms: int
    amount: Money
    words: str
    convention: str
    origins: tuple[Point, ...]
    """Together as much as the amount."""
    before: tuple[MoneyStep, ...]
    """From there to here, oldest first."""
    here: tuple[MoneyStep, ...]
    """What the entry itself moved."""
    after: tuple[MoneyStep, ...]
    """What became of it, oldest first."""
    ends: tuple[Point, ...]
    """Together as much as the amount."""
    wins: tuple[Point, ...]
    """What rounds paid in which some of this money was wagered: not the same cents, but what they brought."""
    since: int
    """The entry after which the journal was read."""
    head: int
    papers: dict[str, str] = {}
    """Accounts of papers as people call them, by terminal and serial number: `M1 7`; as far as the floor knows them."""


class _Follower:
    """Runs through entries and keeps what concerns the money of one of them."""

    def __init__(self, lots: Lots, sequence: int) -> None:
        self.lots = lots
        self.sequence = sequence
        self.amount = ZERO
        self.at_ms = 0
        self.firsts: list[LotPart] = []
        """What the entry moved, as it was before it; or as it was born in it."""
        self.here: dict[Passed, Money] = {}
        self.after: dict[Passed, Money] = {}
        self.ended: dict[Passed, Money] = {}
        self.wins: dict[tuple[str, int, str], tuple[Passed, Money]] = {}
        self._wagered: set[tuple[str, int, str]] = set()
        self.alive = ZERO

    def take_in(self, entry: Entry) -> None:
        """One entry: before, at or behind the one that is followed."""
        is_it = entry.sequence == self.sequence
        for moved in self.lots.take_in(entry, mark=is_it):
            if is_it:
                self.at_ms = entry.at_ms
                self._begin(moved)
            elif entry.sequence > self.sequence:
                self._go_on(moved)

    def _begin(self, moved: LotMove) -> None:
        fresh = [part for part in moved.before if not part.lot.marked]
        if not moved.before:
            fresh = moved.after
        self.firsts += fresh
        amount = total(part.amount for part in fresh)
        self.amount += amount
        self.alive += amount
        self._note(moved, total(part.amount for part in moved.after))

    def _go_on(self, moved: LotMove) -> None:
        mine = total(part.amount for part in moved.after if part.lot.marked)
        if mine:
            self._note(moved, mine)
        elif not moved.before:
            self._note_win(moved.passed)

    def _note(self, moved: LotMove, amount: Money) -> None:
        passed = moved.passed
        steps = self.after if passed.sequence > self.sequence else self.here
        steps[passed] = steps.get(passed, ZERO) + amount
        if not is_kept(passed.destination):
            self.ended[passed] = self.ended.get(passed, ZERO) + amount
            self.alive -= amount
        if passed.destination.startswith(("play/", "cloth/")):
            self._wagered.add(_wager_at(passed.destination, passed.round))

    def _note_win(self, passed: Passed) -> None:
        """A win is other money, but the reader who follows a wager wants to see what it brought."""
        key = (passed.table, passed.round, passed.destination.rpartition("/")[2])
        if passed.source.startswith("bank/") and key in self._wagered and passed.event != "PoolFed":
            first, amount = self.wins.get(key, (passed, ZERO))
            self.wins[key] = first, amount + passed.amount

    def origins(self) -> dict[Passed, Money]:
        """The movements in which the money was born, each with how much."""
        found: dict[Passed, Money] = {}
        for part in self.firsts:
            *_, born = part.lot.history()
            found[born] = found.get(born, ZERO) + part.amount
        return found

    def before(self) -> dict[Passed, Money]:
        """The movements the money went through before the entry, with how much of it."""
        found: dict[Passed, Money] = {}
        for part in self.firsts:
            for passed in part.lot.history():
                if passed.sequence < self.sequence and not passed.is_earlier:
                    found[passed] = found.get(passed, ZERO) + part.amount
        return found

    def standing(self) -> dict[str, Money]:
        """Where what has not ended stands."""
        found: dict[str, Money] = {}
        for account, part in self.lots.standing():
            if part.lot.marked:
                found[account] = found.get(account, ZERO) + part.amount
        return found


def _wager_at(account: str, round_: int) -> tuple[str, int, str]:
    _, table, who = account.split("/")
    return table, round_, who


def trace_entry(journal: Reader, sequence: int, *, paper: str = "", homes: Homes = NOWHERE) -> Trace:
    """The money that an entry moved, followed both ways; raises `JournalProblem` if it moved none or is not here."""
    head = journal.head().sequence
    volumes = [each for each in journal.volumes() if each.opening.sequence < sequence <= head]
    if not volumes:
        raise JournalProblem(f"expected an entry of this journal, found {sequence}.")
    follower, since = _begun(journal, volumes, sequence)
    if not follower.amount:
        raise JournalProblem(f"entry {sequence} moves no money of anybody.")
    for entry in entries_until(journal, after=sequence, until=head):
        if not follower.alive:
            break
        follower.take_in(entry)
    return _told(follower, since=since, head=head, paper=paper, homes=homes)


def trace_paper(journal: Reader, paper: str, *, homes: Homes = NOWHERE) -> Trace:
    """The money on a paper, followed both ways."""
    sequence = find_paper(journal, paper)
    if not sequence:
        raise JournalProblem(f"expected a paper of this journal, found {printable(paper)}.")
    return trace_entry(journal, sequence, paper=paper, homes=homes)


class _Light(Struct):
    type: str
    ticket: str = ""


class _LightVerdict(Struct):
    events: list[_Light] | None = None


_light = json.Decoder(_LightVerdict).decode


def find_paper(journal: Reader, paper: str) -> int:
    """The entry in which a paper was printed, or else ordered, looked for from the end; zero if there is none."""
    begin, until = begin_of(journal), journal.head().sequence
    name, ordered = json.encode(paper), 0
    while until > begin and not ordered:
        since = max(begin, until - STEP)
        for entry in entries_until(journal, after=since, until=until):
            if name not in entry.verdict:
                continue
            kinds = {event.type for event in _light(entry.verdict).events or () if event.ticket == paper}
            if "TicketIssued" in kinds:
                return entry.sequence
            if kinds & {"TicketOrdered", "AwardPapered"}:
                ordered = entry.sequence
        until = since
    return ordered


def _begun(journal: Reader, volumes: list[Volume], sequence: int) -> tuple[_Follower, int]:
    """Up to the entry, from the latest volume from which everything it moved is known by its birth."""
    problem = ""
    for volume in reversed(volumes):
        try:
            lots = _opening(journal, volume)
        except SnapshotProblem as wrong:
            problem = str(wrong)
            continue
        follower = _Follower(lots, sequence)
        for entry in entries_until(journal, after=volume.opening.sequence, until=sequence):
            follower.take_in(entry)
        if volume is volumes[0] or not any(born.is_earlier for born in follower.origins()):
            return follower, volume.opening.sequence
    raise JournalProblem(f"no snapshot can be begun with ({problem}): bring the archived volumes back.")


def _opening(journal: Reader, volume: Volume) -> Lots:
    if not volume.opening.sequence:
        return Lots()
    return opening_lots(decode_snapshot(journal.opening_snapshot(volume.number) or b""))


def _told(follower: _Follower, *, since: int, head: int, paper: str, homes: Homes) -> Trace:
    origins = [_born(passed, amount, homes) for passed, amount in _gathered(follower.origins()).items()]
    ends = [_ended(passed, amount, homes) for passed, amount in follower.ended.items()]
    ends += [_stands(account, amount) for account, amount in sorted(follower.standing().items())]
    wins = [_born(passed, amount, homes) for passed, amount in follower.wins.values()]
    moves = "; ".join(dict.fromkeys(move_in_words(passed) for passed in follower.here))
    return Trace(
        sequence=follower.sequence,
        paper=paper,
        at_ms=follower.at_ms,
        amount=follower.amount,
        words=moves,
        convention=CONVENTION,
        origins=tuple(sorted(origins, key=lambda point: (point.sequence, point.account))),
        before=tuple(_steps(_gathered(follower.before()), homes)),
        here=tuple(_steps(follower.here, homes)),
        after=tuple(_steps(follower.after, homes)),
        ends=tuple(ends),
        wins=tuple(wins),
        since=since,
        head=head,
    )


def _gathered(passed: dict[Passed, Money]) -> dict[Passed, Money]:
    """The same with all that one table put into one pool as one movement: an award has thousands of them."""
    found: dict[Passed, Money] = {}
    first: dict[tuple[str, str], Passed] = {}
    for each, amount in sorted(passed.items(), key=lambda pair: pair[0].sequence):
        key = (each.source, each.destination)
        before = first.get(key)
        if each.event != "PoolFed" or before is None:
            found[each] = amount
            if each.event == "PoolFed":
                first[key] = each
            continue
        all_ = replace(before, amount=before.amount + each.amount, gathered=before.gathered + 1)
        found[all_] = found.pop(before) + amount
        first[key] = all_
    return found


def _steps(passed: dict[Passed, Money], homes: Homes) -> Iterator[MoneyStep]:
    for each, amount in sorted(passed.items(), key=lambda pair: pair[0].sequence):
        yield MoneyStep(
            sequence=each.sequence,
            at_ms=each.at_ms,
            event=each.event,
            source=each.source,
            destination=each.destination,
            amount=amount,
            moved=each.amount,
            words=move_in_words(each),
            table=_table_of(each, homes),
            round=each.round,
            clause=each.clause,
        )


def _born(passed: Passed, amount: Money, homes: Homes) -> Point:
    kind, words = born_in_words(passed)
    return _point(passed, amount, homes, kind=kind, words=words, account=passed.source or passed.destination)


def _ended(passed: Passed, amount: Money, homes: Homes) -> Point:
    kind, words = end_in_words(passed)
    return _point(passed, amount, homes, kind=kind, words=words, account=passed.destination)


def _point(passed: Passed, amount: Money, homes: Homes, *, kind: str, words: str, account: str) -> Point:
    return Point(
        kind=kind,
        amount=amount,
        words=words,
        account=account,
        sequence=passed.sequence,
        at_ms=passed.at_ms,
        table=_table_of(passed, homes),
        round=passed.round,
        clause=passed.clause,
    )


def _table_of(passed: Passed, homes: Homes) -> str:
    """The table by whose rulebook the clause is to be read."""
    names = [name for account in (passed.source, passed.destination) for name in account.split("/")[1:]]
    return passed.table or next((homes[name] for name in names if name in homes), "")


def _stands(account: str, amount: Money) -> Point:
    return Point(
        kind="stands",
        amount=amount,
        words=holder_in_words(account),
        account=account,
        sequence=0,
        at_ms=0,
        table="",
        round=0,
        clause="",
    )


def tell_trace(trace: Trace) -> list[str]:
    """A trace in lines, for a person."""
    what = "the paper" if trace.paper else f"entry {trace.sequence}"
    head = f"{what}: {format_money(trace.amount)}, {when(trace.at_ms)}   {trace.words}"
    lines = [head, "  where it came from", *_told_points(trace.origins)]
    if trace.before:
        lines += ["  on the way here", *_told_steps(trace.before)]
    if trace.after:
        lines += ["  what became of it", *_told_steps(trace.after)]
    lines += ["  where it is", *_told_points(trace.ends)]
    if trace.wins:
        lines += ["  what it won, which is other money", *_told_points(trace.wins)]
    return [*lines, f"  {trace.convention}"]


def _told_points(points: Iterable[Point]) -> Iterator[str]:
    for point in points:
        entry = f"entry {point.sequence}" if point.sequence else ""
        clause = f"  [{point.clause}]" if point.clause else ""
        yield f"    {format_money(point.amount):>12}  {point.words:<48} {entry}{clause}".rstrip()


def _told_steps(steps: Iterable[MoneyStep]) -> Iterator[str]:
    for step in steps:
        of = f" of {format_money(step.moved)}" if step.moved != step.amount else ""
        clause = f"  [{step.clause}]" if step.clause else ""
        yield f"    {step.sequence:>7}  {when(step.at_ms)}  {format_money(step.amount):>12}{of}  {step.words}{clause}"
