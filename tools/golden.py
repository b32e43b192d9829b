"""Writes and checks the golden journals: runs of the floor that every later build must read to the same state.

    python tools/golden.py               write the journals there are not yet
    python tools/golden.py --check       read every golden journal, and say what it leads to
    python tools/golden.py --new-logic   after LOGIC was raised: keep the old journal beside a new one
    python tools/golden.py --new-state   after the floor remembers something new: state hashes anew, journals untouched

A journal that was written stays as it is for ever: it stands for those on the disks of casinos. Without clock and
chance, so that the script of one build gives the same bytes wherever it runs. `spine` is a run of two automatic tables
as a floor runs them by itself; beside it every rulebook has a round script and the journal it gave.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from msgspec import Struct, json

from openetg.floor import commands as ask
from openetg.floor.commands import AnyCommand, Order, Sign
from openetg.floor.core.refusals import Refusal
from openetg.floor.core.verdicts import LOGIC, Verdict
from openetg.floor.pipeline import UNRECORDED, decide, record
from openetg.floor.premises.founding import in_order
from openetg.floor.state import SHAPE, Floor, state_hash
from openetg.journal.chain import Group, Head, claimed_head, empty_head, group_after, head_after
from openetg.journal.entry import Entry
from openetg.journal.store import Volume, entries_in
from openetg.money import Money, cents
from openetg.reports.audit.replay import Finding, Replayed, verify_floor
from openetg.rulebook.load import load
from openetg.rulebook.schema.policies import Closer
from openetg.script.run import play

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / "tests" / "data" / "golden"
SCRIPTS = FOLDER
"""The round scripts of the rulebooks, beside the journals they gave."""
SPINE = "spine"
PER_GROUP = 20
"""How many entries of a round script make a group."""
START_MS = 1_700_000_000_000
NOTES: tuple[Money, ...] = tuple(cents(100 * dollars) for dollars in (5, 10, 20, 50, 100))
SUPERVISOR = "electronic_game_supervisor"


class Line(Struct, frozen=True):
    """A group as it stands in the file."""

    first: int
    last: int
    epoch: int
    at_ms: int
    hash: str
    body: str


class Destination(Struct, frozen=True):
    """Where a golden journal leads."""

    logic: int
    """The logic that wrote it."""
    sequence: int
    head: str
    state: str


class GoldenJournal:
    """A golden journal as the rest of the project reads journals."""

    def __init__(self, groups: Sequence[Group], name: str = SPINE) -> None:
        self._groups = tuple(groups)
        self._name = name
        self.journal_id = journal_id(name)

    def head(self) -> Head:
        """The head after the last group."""
        return head_after(self._groups[-1])

    def groups(self, *, after_sequence: int) -> Iterator[Group]:
        """Groups with an entry after this one."""
        return (group for group in self._groups if group.last > after_sequence)

    def entries(self, *, after_sequence: int) -> Iterator[Entry]:
        """Every entry after this one."""
        return entries_in(self.groups(after_sequence=after_sequence), after_sequence=after_sequence, journal=self._name)

    def volumes(self) -> Sequence[Volume]:
        """One, without a day."""
        return [Volume(1, "", empty_head(self.journal_id))]

    def opening_snapshot(self, number: int) -> bytes | None:
        """None: the first volume opens with nothing."""
        del number
        return None

    def close(self) -> None:
        """There is nothing to let go of."""


def read_golden(path: Path) -> GoldenJournal:
    """The journal of a file, its bytes as they were written."""
    lines = [json.decode(line, type=Line) for line in path.read_bytes().splitlines()]
    groups = [
        Group(each.first, each.last, each.epoch, each.at_ms, each.body.encode(), bytes.fromhex(each.hash))
        for each in lines
    ]
    return GoldenJournal(groups, path.stem.partition("-logic-")[0])


def journal_id(name: str) -> str:
    """What the journal of a run is called."""
    return f"golden {name}"


def read_destination(path: Path) -> Destination:
    """Where the journal of a file must lead."""
    return json.decode(path.with_suffix(".state").read_bytes(), type=Destination)


def found_in(journal: GoldenJournal) -> Finding:
    """What there is to find: chain, decisions, books, and the state in the end."""
    *_, finding = verify_floor(journal)
    assert not isinstance(finding, int), "a verification ends with what it found"
    return finding


def golden_files() -> list[Path]:
    """Every golden journal, of this logic and of earlier ones."""
    return sorted(FOLDER.glob("*.jsonl"))


class Script:
    """A floor that is told what happens, in groups; every step says what must come of it."""

    def __init__(self) -> None:
        self.floor = Floor()
        self.groups: list[Group] = []
        self.at_ms = START_MS
        self._head = empty_head(journal_id(SPINE))
        self._entries: list[Entry] = []
        self._boot = 0
        self._number = 0

    def do(self, sender: str, command: AnyCommand, *expected: str) -> None:
        """Puts a command to the floor: these events, among others, or this refusal must come of it."""
        self._number += 1
        verdict = decide(self.floor, command, self.at_ms)
        found = _names(verdict)
        assert set(expected) <= set(found), f"{command}: expected {expected}, found {found}"
        if isinstance(verdict, Refusal) and type(command) in UNRECORDED:
            return
        self.floor.at_ms = self.at_ms
        order, body = record(self.floor, Order(sender, self._boot, self._number, command), verdict)
        self._entries.append(Entry(self.floor.sequence, self.at_ms, order, body))

    def wait(self, ms: int) -> None:
        """What was told so far becomes a group; time passes."""
        if self._entries:
            self.groups.append(group_after(self._head, self._entries))
            self._head, self._entries = head_after(self.groups[-1]), []
        self.at_ms += ms

    def start_writer(self, *expected: str) -> None:
        """A writer takes over."""
        self.wait(1_000)
        self._head = claimed_head(self._head)
        self._boot, self._number = self.at_ms, 0
        self.do("house", ask.StartWriter(LOGIC, "golden"), "WriterStarted", *expected)

    def day(self, day: str, expected: str) -> None:
        """The calendar of the floor shows another day."""
        self.wait(0)
        self.do("calendar", ask.BeginDay(day, state_hash(self.floor), SHAPE, LOGIC), expected)

    def spin(self, table: str) -> str:
        """The spin of the round at a table."""
        round_ = self.floor.tables[table].round
        assert round_ is not None, "a round is open"
        return round_.spin

    def place(self, terminal: str, wager: str, amount: int, expected: str = "WagerPlaced") -> None:
        """So many cents on each piece."""
        table = self.floor.terminals[terminal].table
        self.do(f"terminal/{terminal}", ask.PlaceWager(terminal, table, wager, cents(amount)), expected)

    def note(self, terminal: str, amount: int, expected: str = "NoteCredited") -> None:
        """A note into the acceptor."""
        self.do(f"terminal/{terminal}", ask.InsertNote(terminal, cents(amount)), expected)

    def launch(self, table: str) -> None:
        """The ball runs."""
        self.wait(18_000)
        self.do(f"wheel/{table}", ask.ReportLaunch(table, self.spin(table), opposite=True), "BallLaunched")

    def close(self, table: str, *expected: str) -> None:
        """The sensor sees the ball about to drop."""
        self.wait(9_000)
        self.do(f"wheel/{table}", ask.CloseWagers(table, Closer.SENSOR, self.spin(table)), "WagersClosed", *expected)

    def rest(self, table: str, outcome: str, *expected: str) -> None:
        """The ball lies still."""
        self.wait(7_000)
        self.do(f"wheel/{table}", ask.RecordOutcome(table, self.spin(table), outcome), *expected)

    def ready(self, table: str, *expected: str) -> None:
        """The wheel can go on."""
        self.wait(2_500)
        self.do(f"wheel/{table}", ask.ReportReady(table), "DeviceReady", *expected)

    def resolve(self, table: str, role: str, why: str, outcome: str | None, *expected: str) -> None:
        """A person ends a held round."""
        round_ = self.floor.tables[table].round
        assert round_ is not None, "a round is held"
        self.wait(60_000)
        wish = (
            ask.VoidRound(role, "nightingale", table, None, why, round_.number)
            if outcome is None
            else ask.EnterOutcome(role, "nightingale", table, outcome, why)
        )
        self.do("staff/nightingale", wish, *expected)


def _names(verdict: Verdict) -> tuple[str, ...]:
    return (verdict.reason.value,) if isinstance(verdict, Refusal) else tuple(type(each).__name__ for each in verdict)


def run_script() -> Script:
    """The whole run of the spine, scene by scene."""
    script = Script()
    for scene in SCENES:
        scene(script)
    script.wait(0)
    return script


def _found(script: Script) -> None:
    script.start_writer()
    limits = {"straight": Sign(cents(100), cents(10_000)), "any": Sign(cents(100), cents(50_000))}
    total = limits | {"dozen": Sign(cents(100), cents(5_000), cents(250)), "sum": Sign(cents(200), cents(40_000))}
    plans = (("A", "ministar", "electronic", limits, "M"), ("B", "interblock", "roulette", total, "I"))
    for table, rulebook, kind, signs, letter in plans:
        book = load(rulebook).rulebook
        terminals = (f"{letter}1", f"{letter}2")
        for wish in in_order(
            book, table, kind, terminals=terminals, notes=NOTES, period_ms=30_000, launch_ms=18_000, at_ms=script.at_ms
        ):
            script.do("house", wish)
        script.do("house", ask.SetLimits(table, signs), "LimitsSet")
        script.do("house", ask.OpenTable(table), "TableOpened")
        script.ready(table, "RoundOpened")
    book_hash = script.floor.tables["A"].rulebook
    script.do("house", ask.RegisterTable("A", book_hash, "electronic", 30_000, 18_000), "already_there")
    script.do("house", ask.RegisterTable("C", "0", "electronic", 30_000, 18_000), "unknown_rulebook")
    script.do("house", ask.RegisterTable("C", book_hash, "sic-bo", 30_000, 18_000), "not_in_rulebook")
    script.do("house", ask.RegisterTerminal("M3", "C", NOTES), "unknown_table")
    script.do("house", ask.SetLimits("A", {"hexagon": Sign()}), "unknown_wager")
    script.do("house", ask.OpenTable("A"), "already_there")


def _every_kind_of_wager(script: Script) -> None:
    for table, terminal in (("A", "M1"), ("B", "I1")):
        for _ in range(5):
            script.note(terminal, 10_000)
        wagers = script.floor.game_of(script.floor.tables[table]).wagers
        first_of_kind = {wager.kind: name for name, wager in reversed(wagers.items())}
        for wager in reversed(first_of_kind.values()):
            script.place(terminal, wager, 100)
    for table, outcome in (("A", "7"), ("B", "0")):
        script.launch(table)
        script.close(table)
        script.rest(table, outcome, "OutcomeRecorded", "RoundSettled", "RoundOpened")
        script.ready(table)


def _second_thoughts(script: Script) -> None:
    script.note("M2", 700, "note_not_accepted")
    script.note("M9", 1_000, "unknown_terminal")
    script.note("M2", 5_000)
    script.place("M2", "red", 50, "below_minimum")
    script.place("M2", "straight:17", 20_000, "above_maximum")
    script.place("M2", "straight:17", 10_000, "not_enough_credit")
    script.place("M2", "straight:99", 100, "unknown_wager")
    script.place("M2", "straight:17", 2_000)
    script.place("M2", "red", 1_000)
    script.do("terminal/M2", ask.Collect("M2", "M2-1"), "collect_not_now")
    script.do("terminal/M2", ask.TakeBackWager("M2", "A", "straight:17", cents(500)), "WagersTakenBack")
    script.do("terminal/M2", ask.ClearWagers("M2", "A"), "WagersTakenBack")
    script.do("terminal/M2", ask.ClearWagers("M2", "A"), "nothing_there")


def _tickets(script: Script) -> None:
    script.do("house", ask.SetTicketLife(182), "no_expiry")
    script.do("terminal/M2", ask.Collect("M2", "M2-2"), "TicketOrdered")
    script.do("terminal/M2", ask.Collect("M2", "M2-3"), "printing")
    script.do("printer/M2", ask.ReportPrint("M2", "M2-9", printed=True), "unknown_ticket")
    script.wait(800)
    script.do("printer/M2", ask.ReportPrint("M2", "M2-2", printed=False), "TicketFailed")
    script.do("terminal/M2", ask.Collect("M2", "M2-4"), "TicketOrdered")
    script.wait(800)
    script.do("printer/M2", ask.ReportPrint("M2", "M2-4", printed=True), "TicketIssued")
    script.do("terminal/M2", ask.Collect("M2", "M2-5"), "nothing_to_collect")


def _ministar_goes_wrong(script: Script) -> None:
    script.place("M1", "orphans", 200)
    script.launch("A")
    script.rest("A", "17", "RoundVoided", "RoundOpened")
    script.do("wheel/A", ask.RecordOutcome("A", "A-1", "17"), "other_spin")
    script.do("wheel/A", ask.CloseWagers("A", Closer.DEALER), "not_allowed_to_close")
    script.place("M1", "black", 500)
    script.wait(30_000)
    script.do("clock", ask.CloseWagers("A", Closer.TIMER), "WagersClosed", "RoundVoided", "RoundOpened")
    script.place("M1", "odd", 300)
    script.launch("A")
    script.do("wheel/A", ask.ReportLaunch("A", script.spin("A"), opposite=True), "wrong_phase")
    script.do("wheel/A", ask.ReportUnread("A", script.spin("A")), "RoundVoided", "RoundOpened")
    script.place("M1", "column:1", 300)
    script.launch("A")
    script.close("A")
    script.do("wheel/A", ask.ReportFault("A", "COVER_OPEN", script.spin("A")), "DeviceFaulted", "RoundVoided")
    script.place("M1", "column:1", 300, "after_close")
    script.ready("A", "RoundOpened")
    script.place("M1", "even", 300)
    script.wait(18_000)
    script.do("wheel/A", ask.ReportLaunch("A", script.spin("A"), opposite=False), "BallLaunched", "RoundVoided")
    script.ready("A", "RoundOpened")


def _interblock_trims_and_returns(script: Script) -> None:
    script.note("I2", 10_000)
    script.note("I2", 10_000)
    script.place("I2", "straight:17", 20_000)
    script.place("I2", "dozen:1", 777)
    script.place("I2", "red", 50)
    script.place("I1", "split:14-17", 150)
    script.launch("B")
    script.close("B", "WagersReturned")
    script.rest("B", "17", "RoundSettled", "RoundOpened")
    script.ready("B")
    for _ in range(3):
        script.note("I2", 10_000)
    for spot in ("low", "high", "odd"):
        script.place("I2", spot, 15_000)
    script.launch("B")
    script.close("B")
    script.rest("B", "36", "RoundSettled", "RoundOpened")
    script.ready("B")


def _interblock_goes_wrong(script: Script) -> None:
    script.place("I1", "straight:1", 300)
    script.launch("B")
    script.rest("B", "1", "RoundHeld")
    script.resolve("B", "patron", "because", "1", "unknown_role")
    script.resolve("B", "cashier", "because", "1", "no_power")
    script.resolve("B", SUPERVISOR, " ", None, "no_reason_given")
    script.resolve("B", SUPERVISOR, "seen on the film", "99", "unknown_outcome")
    script.resolve("B", SUPERVISOR, "seen on the film", "1", "RoundResolved", "RoundSettled", "RoundOpened")
    script.place("I1", "straight:2", 300)
    script.launch("B")
    script.close("B")
    script.do("wheel/B", ask.ReportUnread("B", script.spin("B")), "RoundHeld")
    script.resolve("B", SUPERVISOR, "nobody saw it", None, "RoundResolved", "RoundVoided", "RoundOpened")
    script.resolve("B", SUPERVISOR, "once more", None, "no_cause")
    script.place("I1", "straight:3", 300)
    script.launch("B")
    script.close("B")
    script.rest("B", "37", "RoundHeld")
    script.do("wheel/B", ask.ReportFault("B", "BALL_LOST"), "DeviceFaulted")
    script.resolve("B", SUPERVISOR, "no such number", None, "RoundVoided")
    script.ready("B", "RoundOpened")


def _new_limits(script: Script) -> None:
    script.do("house", ask.SetLimits("A", {"any": Sign(cents(200), cents(2_000), cents(100))}), "LimitsSet")
    script.place("M1", "red", 100)
    script.launch("A")
    script.close("A")
    script.rest("A", "32", "RoundSettled", "RoundOpened")
    script.ready("A")
    script.place("M1", "red", 100, "below_minimum")
    script.place("M1", "red", 250, "off_step")
    script.place("M1", "red", 200)


def _restarts(script: Script) -> None:
    script.place("I1", "black", 400)
    script.launch("A")
    script.start_writer("RoundVoided", "RoundResumed")
    script.ready("A", "RoundOpened")
    script.ready("B")
    script.place("M1", "red", 200)
    script.launch("A")
    script.close("A")
    script.launch("B")
    script.do("terminal/I2", ask.Collect("I2", "I2-1"), "TicketOrdered")
    script.start_writer("RoundHeld")
    script.do("printer/I2", ask.ReportPrint("I2", "I2-1", printed=True), "TicketIssued")
    script.rest("A", "5", "RoundSettled")
    script.ready("A", "RoundOpened")
    script.ready("B")
    script.resolve("B", SUPERVISOR, "after a restart", "8", "RoundSettled", "RoundOpened")


def _next_day(script: Script) -> None:
    """The day changes while a round runs, with which a floor opens a new volume."""
    script.place("M1", "black", 200)
    script.day("2023-11-15", "DayBegun")
    script.launch("A")
    script.day("2023-11-15", "already_there")
    script.day("2023-11-31", "not_a_day")
    script.do("calendar", ask.BeginDay("2023-11-16", "0" * 64, SHAPE, LOGIC), "other_state")
    script.close("A")
    script.rest("A", "6", "RoundSettled", "RoundOpened")
    script.day("2023-11-16", "DayBegun")


def _power_is_lost(script: Script) -> None:
    """A note in the acceptor when the power goes, and a wall clock that was put back."""
    script.wait(1_000)
    script.do("machine", ask.RecordSoftwareCheck("ab" * 32), "SoftwareChecked")
    script.do("clock", ask.WindDown(), "WindDownBegun")
    script.do("clock", ask.WindDown(), "already_there")
    script.do("house", ask.RecordPlan({"open/A": "yes"}), "PlanRecorded")
    script.do("house", ask.RecordPlan({"open/A": "yes"}), "already_there")
    for stacked, event in ((True, "NoteCredited"), (False, "NoteReturned")):
        script.do("acceptor/M2", ask.OfferNote("M2", cents(2_000)), "NoteHeld")
        script.start_writer("WriterStarted")
        script.do("machine", ask.ReportMachineFault("clock", "put back by an hour"), "MachineFaulted")
        script.do("acceptor/M2", ask.ReportNoteLost("M2"), "NoteLost", "CaseOpened", "TerminalLocked")
        script.do("acceptor/M2", ask.InsertNote("M2", cents(2_000), offered=True), "no_note")
        found = ask.EstablishNote("casino_operator", "rosa", "M2", stacked, "counted the cash box")
        script.do("staff/rosa", found, event, "CaseClosed", "TerminalUnlocked")
    script.do("acceptor/M2", ask.OfferNote("M2", cents(2_000)), "NoteHeld")
    script.do("acceptor/M2", ask.InsertNote("M2", cents(2_000), offered=True), "NoteCredited")
    script.do("acceptor/M2", ask.InsertNote("M2", cents(2_000), offered=True), "no_note")
    script.wait(1_000)


SCENES = (
    _found,
    _every_kind_of_wager,
    _second_thoughts,
    _tickets,
    _ministar_goes_wrong,
    _interblock_trims_and_returns,
    _interblock_goes_wrong,
    _new_limits,
    _restarts,
    _next_day,
    _power_is_lost,
)


def names() -> list[str]:
    """Every run there is a golden journal of, or should be."""
    return [SPINE, *sorted(path.stem for path in SCRIPTS.glob("*.round"))]


def run(name: str) -> GoldenJournal:
    """The journal this build gives for a run."""
    return GoldenJournal(run_script().groups) if name == SPINE else _played(name)


def _played(name: str) -> GoldenJournal:
    """The journal of a round script."""
    played = play((SCRIPTS / f"{name}.round").read_text(encoding="utf-8"))
    assert played.failure is None, f"{name}: {played.failure}"
    entries = [Entry(number, *entry) for number, entry in enumerate(played.stage.entries, start=1)]
    head, groups = claimed_head(empty_head(journal_id(name))), []
    for first in range(0, len(entries), PER_GROUP):
        groups.append(group_after(head, entries[first : first + PER_GROUP]))
        head = head_after(groups[-1])
    return GoldenJournal(groups, name)


def _write(path: Path, journal: GoldenJournal) -> None:
    lines = [
        Line(each.first, each.last, each.epoch, each.at_ms, each.hash.hex(), each.body.decode())
        for each in journal.groups(after_sequence=0)
    ]
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(b"".join(json.encode(line) + b"\n" for line in lines))
    _write_destination(path, LOGIC, journal)


def _write_destination(path: Path, logic: int, journal: GoldenJournal) -> None:
    finding = found_in(journal)
    assert isinstance(finding, Replayed), f"{path.name}: {finding}"
    there = Destination(logic, finding.sequence, finding.head, finding.state)
    path.with_suffix(".state").write_bytes(json.format(json.encode(there)) + b"\n")


def _keep(path: Path) -> None:
    """Gives the journal of an earlier logic a name of its own."""
    logic = read_destination(path).logic
    for suffix in (".jsonl", ".state"):
        path.with_suffix(suffix).rename(path.with_name(f"{path.stem}-logic-{logic}{suffix}"))


def _check() -> int:
    wrong = 0
    for path in golden_files():
        finding, there = found_in(read_golden(path)), read_destination(path)
        same = isinstance(finding, Replayed) and (finding.sequence, finding.head, finding.state) == (
            there.sequence, there.head, there.state,
        )  # fmt: skip
        wrong += not same
        sys.stdout.write(
            f"{path.name}: {'as recorded' if same else 'NOT as recorded'}: {json.encode(finding).decode()}\n"
        )
    for name in names():
        sys.stdout.write(f"{name}: {json.encode(found_in(run(name))).decode()}\n")
    return 1 if wrong else 0


def main(arguments: list[str]) -> int:
    """Writes, or checks; says in words why it does not write."""
    if arguments == ["--check"]:
        return _check()
    if arguments == ["--new-state"]:
        for each in golden_files():
            _write_destination(each, read_destination(each).logic, read_golden(each))
        return 0
    if arguments not in ([], ["--new-logic"]):
        sys.stderr.write(f"{__doc__}\n")
        return 2
    paths = {name: FOLDER / f"{name}.jsonl" for name in names()}
    if not arguments and all(path.exists() for path in paths.values()):
        sys.stderr.write("a golden journal is never overwritten; after raising LOGIC, say --new-logic\n")
        return 1
    return _write_new(paths) if not arguments else _write_again(paths)


def _write_new(paths: dict[str, Path]) -> int:
    for name, path in paths.items():
        if not path.exists():
            _write(path, run(name))
    return 0


def _write_again(paths: dict[str, Path]) -> int:
    for path in paths.values():
        if path.exists() and read_destination(path).logic == LOGIC:
            where = "floor/core/verdicts.py"
            sys.stderr.write(f"{path}: of logic {LOGIC}, which is this one; raise LOGIC in {where} first\n")
            return 1
    for name, path in paths.items():
        if path.exists():
            _keep(path)
        _write(path, run(name))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
