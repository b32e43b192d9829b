"""A hall for jackpots: two tables of one rulebook, their terminals, every approval on record, and rounds in a line."""

from __future__ import annotations

from functools import cache
from typing import Any

from msgspec.structs import replace

from openetg.chance.drawing import PROCESS, commitment_of, hit_value, mystery_purpose
from openetg.floor import commands as ask
from openetg.floor.commands import AnyCommand
from openetg.floor.core.ledger import overflow_of, pool_of, reserve_of
from openetg.floor.core.refusals import Refusal
from openetg.floor.core.verdicts import Verdict
from openetg.floor.jackpots.commands import JackpotRules, LevelRules, Trigger
from openetg.floor.jackpots.state import Award, Jackpot, Level
from openetg.floor.premises.founding import in_order
from openetg.floor.premises.rulebooks import rulebook_hash
from openetg.floor.state import Floor
from openetg.money import cents
from openetg.rulebook.schema.book import Rulebook
from openetg.rulebook.schema.policies import Cause, Closer, JackpotKind
from tests.one_table import START_MS, Entry, Play, found
from tests.payout_notation import playable
from tests.reconciling import reconciles

A, B = "A", "B"
TERMINALS = {A: ("a1", "a2", "a3"), B: ("b1", "b2")}
OPERATOR = ("casino_operator", "olga")
SUPERVISOR = ("casino_supervisor", "sue")
GAMING_SUPERVISOR = ("electronic_gaming_supervisor", "gus")
J, MAIN = "fortune", "main"
THINGS = ("progressive-procedure", "mystery-procedure", "mystery-process", "jackpot-adjustment")
SEVENTEENS = Trigger(("straight",), run=2)
"""The same number twice in a row, with money on it both times."""
FREE = cents(10**9)
"""A prize from which on the terminal is locked that none of them reaches."""
SECRET = "5e" * 32


class Hall(Play):
    """Two tables and a jackpot; the pools are held against the books behind every command."""

    def give(self, command: AnyCommand, *, sender: str = "test") -> Verdict:
        verdict = super().give(command, sender=sender)
        assert reconciles(self.floor), command
        return verdict

    def spin(self, name: str, outcome: str, **wagers: dict[str, int] | int) -> Verdict:
        """One round: what each terminal lays in cents, on `red` where no spot is named, and what falls."""
        self.lay(name, **wagers)
        self.closed(name)
        round_ = self.floor.tables[name].round
        assert round_ is not None
        self.give_all(ask.RecordOutcome(name, round_.spin, outcome))
        return self.verdict

    def lay(self, name: str, **wagers: dict[str, int] | int) -> None:
        for terminal, spots in wagers.items():
            for spot, amount in ({self.even: spots} if isinstance(spots, int) else spots).items():
                self.give_all(ask.PlaceWager(terminal, name, spot, cents(amount)))

    def closed(self, name: str) -> None:
        """Nothing more is taken, and the device runs."""
        round_ = self.floor.tables[name].round
        assert round_ is not None
        self.at_ms = max(self.at_ms, round_.launch_at_ms)
        self.give_all(ask.ReportLaunch(name, round_.spin, opposite=True))
        self.give_all(ask.CloseWagers(name, Closer.SENSOR, round_.spin))

    def over(self) -> None:
        """The rounds that are open end without a wager."""
        for name, table in self.floor.tables.items():
            self.spin(name, self.floor.game_of(table).outcomes[-1])

    @property
    def even(self) -> str:
        return "red" if "red" in self.floor.game_of(self.floor.tables[A]).spots else "big"

    @property
    def jackpot(self) -> Jackpot:
        return self.floor.jackpots.offered[J]

    def level(self, name: str = MAIN) -> Level:
        return self.jackpot.levels[name]

    def pool(self, level: str = MAIN) -> int:
        return int(self.floor.ledger.held(pool_of(J, level)))  # type: ignore[call-overload, no-any-return]

    def reserve(self, level: str = MAIN) -> int:
        return int(self.floor.ledger.held(reserve_of(J, level)))  # type: ignore[call-overload, no-any-return]

    def overflow(self, level: str = MAIN) -> int:
        return int(self.floor.ledger.held(overflow_of(J, level)))  # type: ignore[call-overload, no-any-return]

    def award(self, number: str) -> Award:
        return self.floor.jackpots.awards[number]

    def commit(self, level: str = MAIN, secret: str = SECRET) -> int:
        """Binds the house to a value, and says which."""
        cycle, rules = self.level(level).cycle + 1, self.level(level).rules
        commitment = commitment_of(mystery_purpose(J, level, cycle), secret)
        self.give_all(ask.CommitMystery(J, level, cycle, commitment, "sealed", PROCESS))
        rules = self.level(level).rules
        low, high = (int(each) for each in (rules.low, rules.high))  # type: ignore[call-overload]
        return hit_value(secret, J, level, cycle, low, high)

    def reveal(self, level: str = MAIN, secret: str = SECRET, cycle: int = 0) -> Verdict:
        return self.give(ask.RevealMystery(J, level, cycle or self.level(level).cycle, secret))

    def correct(self, outcome: str, number: int = 0, name: str = A) -> Verdict:
        """What fell was something else."""
        self.give_all(ask.CorrectOutcome(*SUPERVISOR, name, outcome, "seen on the film", number))
        return self.verdict

    def correct_somehow(self, number: int, name: str = A) -> Verdict:
        """What fell was the next number of the wheel, whatever it was."""
        outcomes, fell = self.floor.game_of(self.floor.tables[name]).outcomes, self.floor.tables[name].outcomes[number]
        return self.correct(outcomes[(outcomes.index(fell) + 1) % len(outcomes)], number, name)

    def void(self, number: int, name: str = A) -> Verdict:
        """A round that was settled does not stand."""
        cause = Cause.FIRE
        self.give_all(ask.InvalidateOutcome(*GAMING_SUPERVISOR, name, cause, "it burned", round=number))
        return self.verdict

    def hold(self, terminal: str) -> None:
        """A terminal is thought faulty: what it has laid waits."""
        self.give_all(ask.OpenCase(*SUPERVISOR, terminal, "its screen went dark"))

    def establish(self, terminal: str) -> Verdict:
        """What it has laid stands as recorded."""
        self.give_all(ask.Reconstruct(*SUPERVISOR, terminal, confirmed=True, why="read from the records"))
        return self.verdict

    def numbers(self, name: str = A) -> int:
        """The number of the round that is open."""
        return self.floor.tables[name].rounds

    def refused(self, command: AnyCommand) -> Refusal:
        verdict = self.give(command)
        assert isinstance(verdict, Refusal), verdict
        return verdict


def hall(rulebook: str = "novo-unity", *, approvals: tuple[str, ...] = THINGS, kind: str = "") -> Hall:
    """A hall in which nothing is offered yet."""
    return Hall(*founded(rulebook, approvals, kind))


@cache
def founded(name: str, approvals: tuple[str, ...], kind: str) -> tuple[Floor, tuple[Entry, ...]]:
    """Made once for every set of approvals, and only ever copied."""
    book = sixth() if name == "sixth" else playable(name).rulebook
    kind = kind or {"sixth": "sic-bo", "novo-unity": "automatic"}.get(name, next(iter(book.tables)))
    known = rulebook_hash(book)
    wishes: list[AnyCommand] = []
    for table, terminals in TERMINALS.items():
        adopted = (known,) if wishes else ()
        notes = (cents(10_000),)
        wishes += in_order(book, table, kind, terminals=terminals, notes=notes, at_ms=START_MS, adopted=adopted)
        wishes += [ask.OpenTable(table), ask.ReportReady(table)]
        wishes += [ask.InsertNote(each, notes[0]) for each in terminals for _ in range(20)]
    by = book.equipment.approver.value if book.equipment.approver else ""
    wishes += [ask.RecordApproval(known, thing, f"ref {thing}", by, "", (PROCESS,)) for thing in approvals]
    return found(*wishes)


def sixth() -> Rulebook:
    """An instrument that is not one of the five: dice, and jackpots as another has them."""
    book, other = playable("interblock").rulebook, playable("novo-unity").rulebook
    assert other.jackpots is not None
    power = replace(other.powers["configure_jackpot"], roles=(next(iter(book.roles)),))
    granted = {"configure_jackpot": power, "rule_on_late_wager": power}
    denied = {name: clause for name, clause in book.denied.items() if name not in granted}
    return replace(book, jackpots=other.jackpots, powers=book.powers | granted, denied=denied)


def level(name: str = MAIN, /, **given: Any) -> LevelRules:
    """A level fed by a hundredth of what is settled at the first table."""
    known: dict[str, Any] = {"title": name.title(), "seed": cents(10_000), "rates": {A: 10_000}}
    return LevelRules(name, **(known | given))


def progressive(*levels: LevelRules, **given: Any) -> JackpotRules:
    """A progressive; its only level is won by the same number twice, unless said otherwise."""
    known: dict[str, Any] = {"title": "Fortune", "kind": JackpotKind.PROGRESSIVE}
    return JackpotRules(levels=levels or (level(trigger=SEVENTEENS),), **(known | given))


def mystery(*levels: LevelRules, **given: Any) -> JackpotRules:
    """A mystery; its only level hits between 101.00 and 110.00, unless said otherwise."""
    one = level(low=cents(10_100), high=cents(11_000))
    known: dict[str, Any] = {"title": "Fortune", "kind": JackpotKind.MYSTERY}
    return JackpotRules(levels=levels or (one,), **(known | given))


def offered(rules: JackpotRules, rulebook: str = "novo-unity", *, by: tuple[str, str] = OPERATOR) -> Hall:
    """A hall in which a jackpot is offered; rounds that had opened before are over."""
    here = hall(rulebook)
    here.give_all(ask.SetUpJackpot(*by, J, rules))
    here.over()
    return here
