"""Every command there is, in any order, on a floor with all five instruments: nothing is lost, nothing contradicts.

The commands are made from their own types: a command that is added later takes part without a line here. Each step is
checked by `tests.one_table.Play`: the question changes nothing, the books balance after every event, and the entries
read back give the same floor. `OPENETG_EXAMPLES` makes a night of it.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from datetime import date, timedelta
from enum import EnumType
from functools import cache
from random import Random
from typing import Any, get_args, get_origin, get_type_hints

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule
from msgspec import Struct, ValidationError, convert, to_builtins

from openetg.chance.drawing import PROCESS, commitment_of, mystery_purpose
from openetg.floor import commands as ask
from openetg.floor.commands import AnyCommand, Command, Sign
from openetg.floor.core.answers import answer_of, earlier_answer
from openetg.floor.core.authority import DEALER
from openetg.floor.core.ledger import NEVER_NEGATIVE, pool_of
from openetg.floor.core.refusals import Reason, Refusal
from openetg.floor.core.snapshot import decode_snapshot, encode_snapshot
from openetg.floor.events import AlertAcknowledged
from openetg.floor.jackpots.commands import JackpotRules, LevelRules, Trigger
from openetg.floor.jackpots.offering import value_of
from openetg.floor.money.paid_from import held_in
from openetg.floor.people.staff import OPERATOR
from openetg.floor.pipeline import decide
from openetg.floor.rounds.clockwork import due
from openetg.floor.state import BETTING, ENDED, SHAPE, STANDING, Floor, Table, TicketState, state_hash
from openetg.money import ZERO, Money, cents, total
from openetg.rulebook.schema.policies import Closer, JackpotKind
from openetg.script.run import play as play_script
from tests.one_table import Entry, Play
from tests.reconciling import reconciles

FOUNDED = """
    rulebook ministar roulette as A
    limit any min 5.00 max 100.00
    terminal a1
    note a1 100.00
    terminal a2
    rulebook interblock roulette as B
    limit any min 5.00 max 50.00 step 2.50
    limit total min 10.00 max 120.00
    on B
    note b1 100.00
    terminal b2
    rulebook interblock sic-bo as C
    on C
    note c1 50.00
    note c2 50.00
    rulebook novo-unity roulette as D
    on D
    note d1 50.00
    rulebook novo-unity roulette as E
    wheel live
    limit total max 100.00
    on E
    note e1 100.00
    terminal e2
    rulebook adelaide roulette as F
    limit any min 5.00 max 100.00
    on F
    note f1 100.00
    buy p1 200.00
    buy p2 100.00 colour red value 5.00
    rulebook money-wheel money-wheel as G
    limit any min 5.00 max 100.00
    on G
    buy p3 200.00
    buy p4 50.00 colour blue value 2.50
    on A
    place a1 red 5.00
    expect refused TABLE_NOT_OPEN
"""
TERMINALS = ["a1", "a2", "b1", "b2", "c1", "c2", "d1", "e1", "e2", "f1"]
PLAYERS = ["p1", "p2", "p3", "p4"]
TABLES = list("ABCDEFG")
TYPES: list[type[Command]] = sorted(
    {each for each in get_args(AnyCommand) if each not in {ask.StartWriter, ask.AdoptRulebook}},
    key=lambda each: each.__name__,
)


@cache
def founded() -> tuple[Floor, tuple[Entry, ...], int]:
    """The floor, made once by a script and only ever copied."""
    run = play_script(FOUNDED)
    assert run.failure is None, run.failure
    return run.stage.floor, tuple(run.stage.entries), run.stage.at_ms


SECRET = "5e" * 32
NOVO = ("D", "E")
"""The tables whose rulebook knows jackpots."""


def some_jackpot(kind: JackpotKind, tables: Sequence[str] = NOVO) -> JackpotRules:
    """One that is soon won."""
    rates = dict.fromkeys(tables, 90_000)
    if kind is JackpotKind.MYSTERY:
        low, high = cents(1_001), cents(1_200)
        level = LevelRules("main", "Main", cents(1_000), rates, reserve_rate=10_001, low=low, high=high)
    else:
        trigger = Trigger(("straight", "red", "black"), run=2, outcomes=("0", "1", "2", "17"))
        level = LevelRules("main", "Main", cents(1_000), rates, ceiling=cents(1_500), trigger=trigger)
    return JackpotRules(kind.value, kind, (level,), lock_from=cents(1_200), by_hand_above=cents(1_300))


CLAUSES = ("8.3", "8.4", "9.4", "8.10", "12(d)", "10.6", "8.12", "none")
CENTS = (1, 100, 250, 500, 1_000, 2_500, 5_000, 10_000, 0, -1, 10**18)
ANY_TEXT = (
    "",
    "A",
    "Z",
    "meter/a1",
    "\u2603",
    "17",
    "cage",
    "limits",
    "close",
    "K1",
    "X1",
    "D1",
    "occupying",
    "player",
)


class Picker:
    """Values for the fields of commands: mostly what makes sense at a table now, sometimes anything."""

    def __init__(self, random: Random, floor: Floor, table: Table) -> None:
        self.random, self.floor, self.table = random, floor, table

    def one(self, *values: Any) -> Any:
        return self.random.choice(values)

    def field(self, name: str, hint: Any) -> Any:
        sensible = self._sensible(name) if self.random.random() < SENSE and _fits(name, hint) else None
        value = None if sensible is None else self.one(*sensible)
        return self.of_type(hint) if sensible is None or not _is_of(value, hint) else value

    def _sensible(self, name: str) -> Sequence[Any] | None:
        """What a field of that name may well hold here."""
        floor, table, round_ = self.floor, self.table, self.table.round
        game, names = floor.game_of(table), [*table.terminals, *table.cloth.players]
        wagers = list(game.wagers)[:: max(len(game.wagers) // 12, 1)]
        laid = {} if round_ is None else round_.wagers | round_.cloth
        lying = [spot for spots in laid.values() for spot in spots] or wagers
        papers = list(floor.tickets) or ["K1"]
        known: dict[str, Sequence[Any]] = {
            "table": [table.name],
            "rulebook": [table.rulebook],
            "terminal": table.terminals or ["Z"],
            "terminals": [tuple(table.terminals[:1])],
            "player": table.cloth.players or ["Z"],
            "players": [tuple(table.cloth.players)],
            "who": names,
            "place": [*names, table.name],
            "what": [*names, *papers, *floor.vault.payouts],
            "wager": wagers,
            "wagers": [tuple((wager, cents(500)) for wager in wagers[:3])],
            "spot": lying,
            "to": wagers,
            "outcome": game.outcomes[:3],
            "ticket": papers,
            "payout": list(floor.vault.payouts) or ["1"],
            "dispute": list(floor.people.disputes) or ["D1"],
            "why": ["seen on the film"],
            "amount": [cents(500), cents(1_000), cents(2_500)],
            "round": [0],
            "spots": [()],
            "clause": CLAUSES,
            "code": ["E1", "paper-low", "ball-left", "interference", "divider", "MOTOR"],
            "official": ["inspector", "authorised_officer"],
            "limits": [{"any": Sign(min=cents(500), max=cents(5_000))}, {"any": Sign()}],
            "denominations": [(), (cents(500), cents(2_500))],
            "spans": [(), ((0, 10**15),)],
            "colour": ["", "red", "green"],
            "position": ["occupying", "adjacent"],
            "day": [next_day(floor), "2018-01-23"],
            "state": [state_hash(floor)],
            "shape": [SHAPE],
            "by": ["player", "house", "", *floor.people.staff],
            "roles": [{floor.rulebook_of(table).about.id: (next(iter(floor.rulebook_of(table).roles)),)}],
            "duties": [(), ("staff_desk",)],
            "session": list(floor.people.logins) or ["S1", "S2"],
            "alert": list(floor.alerts.open) or [1],
            "device": [f"wheel/{table.name}", *(f"printer/{name}" for name in table.terminals), "kiosk/K1"],
        }
        return known.get(name) or self._in_the_cage(name) or self._of_jackpots(name)

    def _in_the_cage(self, name: str) -> Sequence[Any] | None:
        """The same, of the drawers."""
        drawers = self.floor.vault.drawers
        known: dict[str, Sequence[Any]] = {
            "drawer": [*drawers, "1", "2"],
            "counted": [held_in(self.floor, each) for each in drawers] or [cents(100_000)],
            "pieces": [{}],
        }
        return known.get(name)

    def _of_jackpots(self, name: str) -> Sequence[Any] | None:
        """The same, of pools and prizes; secrets come from their controller."""
        known: dict[str, Sequence[Any]] = {
            "jackpot": [*self.floor.jackpots.offered, "other"],
            "into": list(self.floor.jackpots.offered),
            "levels": [{"main": "main"}],
            "level": ["main"],
            "rules": [some_jackpot(kind, [self.table.name]) for kind in JackpotKind],
            "award": list(self.floor.jackpots.awards) or ["none"],
            "member": [self.table.name, *self.table.terminals],
            "rates": [{self.table.name: 10_000}],
        }
        return known.get(name)

    def of_type(self, hint: Any) -> Any:
        """Any value of a type."""
        if isinstance(hint, type) and issubclass(hint, Struct) and hint is not Sign:
            hints = get_type_hints(hint)
            return hint(**{name: self.field(name, hints[name]) for name in hint.__struct_fields__})
        if hint is bool:
            return self.one(True, False)
        if hint is int:
            return self.one(0, 1, 2, 1_000, 1_200_000)
        if hint is str:
            return self.one(*ANY_TEXT)
        if hint is Money:
            return cents(self.one(*CENTS))
        if hint is Sign:
            low, high, step = (self.one(None, cents(self.one(*CENTS))) for _ in range(3))
            return Sign(low, high, step, multiples=self.one(True, False))
        return self._of_made_type(get_origin(hint), get_args(hint), hint)

    def _of_made_type(self, origin: Any, inner: tuple[Any, ...], hint: Any) -> Any:
        if type(None) in inner:
            return self.one(None, self.of_type(next(each for each in inner if each is not type(None))))
        if origin is tuple and Ellipsis in inner:
            return tuple(self.of_type(inner[0]) for _ in range(self.one(0, 1, 2)))
        if origin is tuple:
            return tuple(self.of_type(each) for each in inner)
        if origin is dict:
            return {self.of_type(inner[0]): self.of_type(inner[1]) for _ in range(self.one(0, 1))}
        return self.one(*list(hint)) if isinstance(hint, EnumType) else self.one(*inner)

    def command(self, kind: type[Command]) -> AnyCommand:
        """A command, by a person who may, if there is one; sometimes by one who may not."""
        hints = get_type_hints(kind)
        values = {name: self.field(name, hints[name]) for name in kind.__struct_fields__ if name not in BY_HAND}
        if "spin" in kind.__struct_fields__:
            values["spin"] = self.table.round.spin if self.table.round is not None else "Z-1"
        if "role" not in kind.__struct_fields__:
            if "person" in kind.__struct_fields__:
                values["person"] = self.one("ann", "bob", *self.floor.people.staff, *ANY_TEXT)
            return kind(**values)  # type: ignore[return-value]
        roles = self.random.sample(roles := list(self.floor.rulebook_of(self.table).roles), len(roles))
        if kind is ask.AcknowledgeAlert and self.random.random() < SENSE:
            return ask.AcknowledgeAlert(OPERATOR, "ann", **values)
        wishes: list[Any] = [self._by(kind, values, role) for role in roles]
        able = (wish for wish in wishes if not self._is_powerless(wish))
        found: AnyCommand = next(able, wishes[0]) if self.random.random() < SENSE else wishes[0]
        return found

    def _by(self, kind: type[Command], values: dict[str, Any], role: str) -> AnyCommand:
        person = self.table.dealer if role == DEALER and self.table.dealer else f"{role}-1"
        own = {"role": role} | ({"person": person} if "person" in kind.__struct_fields__ else {})
        return kind(**own, **values)  # type: ignore[return-value]

    def _is_powerless(self, wish: AnyCommand) -> bool:
        verdict = decide(self.floor, wish, self.floor.at_ms)
        return isinstance(verdict, Refusal) and verdict.reason in {Reason.NO_POWER, Reason.UNKNOWN_ROLE}


SENSE = 0.85
"""How often a field holds what makes sense, and a person may."""
QUIET = 0.4
"""How often a round simply goes on."""
BY_HAND = frozenset({"role", "person", "spin"})


def _fits(name: str, hint: Any) -> bool:
    """Whether what is sensible for a name is of the type of this field: some names stand for several things."""
    if name in {"what", "by", "to", "amount"}:
        return hint in {str, Money}
    return not (name == "spots" and get_origin(hint) is dict)


def _is_of(value: Any, hint: Any) -> bool:
    """Whether a value is of a type: parts of commands have fields of the same name and another type."""
    try:
        convert(to_builtins(value), hint)
    except ValidationError:
        return False
    return True


class WholeFloor(RuleBasedStateMachine):
    """The world, at random."""

    def __init__(self) -> None:
        super().__init__()
        floor, entries, at_ms = founded()
        self.play = Play(floor, entries)
        self.play.at_ms = at_ms
        self.from_snapshot = False
        self.give(ask.EngageStaff("ann", "Ann", {}, (OPERATOR,)))
        self._offer_jackpots()

    def _offer_jackpots(self) -> None:
        """One of each kind at the tables whose rulebook knows them, with every approval."""
        table = self.floor.tables[NOVO[0]]
        book = self.floor.rulebook_of(table)
        assert book.jackpots is not None
        by = book.equipment.approver.value if book.equipment.approver else ""
        for thing in book.jackpots.approvals:
            self.give(ask.RecordApproval(table.rulebook, thing, f"approval of {thing}", by, "", (PROCESS,)))
        for kind in JackpotKind:
            self.give(ask.SetUpJackpot("casino_operator", "olga", kind.value, some_jackpot(kind)))
        assert set(self.floor.jackpots.offered) == {kind.value for kind in JackpotKind}

    def _attend_jackpots(self) -> None:
        """What the controller does behind every command: commits to what is to begin, reveals what was reached."""
        for jackpot in self.floor.jackpots.offered.values():
            if jackpot.into or jackpot.rules.kind is not JackpotKind.MYSTERY:
                continue
            for name, level in list(jackpot.levels.items()):
                if not level.live:
                    purpose = mystery_purpose(jackpot.name, name, level.cycle + 1)
                    said = (commitment_of(purpose, SECRET), "sealed", PROCESS)
                    self.give(ask.CommitMystery(jackpot.name, name, level.cycle + 1, *said))
                elif self.floor.ledger.held(pool_of(jackpot.name, name)) >= value_of(jackpot, name, SECRET):
                    self.give(ask.RevealMystery(jackpot.name, name, level.cycle, SECRET))

    @property
    def floor(self) -> Floor:
        return self.play.floor

    def give(self, command: AnyCommand) -> None:
        before = dict(self.floor.ledger.accounts)
        by_entries = decide(self.play.twin, command, self.play.at_ms) if self.from_snapshot else None
        alerts = set(self.floor.alerts.open)
        verdict = self.play.give(command)
        noted = (
            [event for event in verdict if isinstance(event, AlertAcknowledged)] if isinstance(verdict, tuple) else []
        )
        assert alerts - self.floor.alerts.open.keys() == {event.alert for event in noted}, "an alert went by itself"
        assert by_entries in (None, verdict), "a floor from a snapshot answers otherwise"
        if isinstance(verdict, Refusal):
            assert self.floor.ledger.accounts == before, "a refusal moved money"

    @rule(name=st.sampled_from(TABLES), count=st.integers(1, 80), seed=st.integers(0, 2**32))
    def anything(self, name: str, count: int, seed: int) -> None:
        """Rounds go on, and between their steps comes anything; one seed stands for all of it."""
        random = Random(seed)
        for _ in range(count):
            picker = Picker(random, self.floor, self.floor.tables[name])
            if random.random() < QUIET:
                self._go_on(picker)
            else:
                self.give(picker.command(random.choice(TYPES)))
            self._attend_jackpots()

    def _go_on(self, picker: Picker) -> None:
        """What comes next in a round, as on a quiet night."""
        table, round_ = picker.table, picker.table.round
        if round_ is None or round_.phase in ENDED:
            self._open(table)
        elif round_.phase in BETTING and not round_.wagers and not round_.cloth:
            self._wager(picker)
        elif round_.phase in BETTING:
            self.give(ask.WarnFinish(DEALER, table.dealer, table.name))
            self._launch(table)
            self._close(table)
        elif round_.outcome is not None:
            self._pay(table)
        elif round_.registered is not None:
            self.give(ask.ConfirmOutcome(DEALER, table.dealer, table.name))
        elif round_.launched:
            outcome = picker.one(*self.floor.game_of(table).outcomes)
            self.give(ask.RecordOutcome(table.name, round_.spin, outcome, picker.one(9, 9, 2)))
        else:
            self._launch(table)

    def _launch(self, table: Table) -> None:
        if table.round is not None:
            self.give(ask.SpinWheel(DEALER, table.dealer, table.name))
            self.give(ask.ReportLaunch(table.name, table.round.spin, opposite=True))

    def _open(self, table: Table) -> None:
        self.give(ask.ReportReady(table.name))
        self.give(ask.OpenRound(DEALER if table.name == "G" else "", table.dealer, table.name))

    def _wager(self, picker: Picker) -> None:
        table = picker.table
        for terminal in table.terminals[:2]:
            for _ in range(3):
                self.give(
                    ask.PlaceWager(terminal, table.name, picker.field("wager", str), picker.field("amount", Money))
                )
        for player in table.cloth.players:
            wager = picker.field("wager", str)
            block = wager.startswith("neighbours")
            amount = picker.field("amount", Money)
            self.give(ask.PlaceOnCloth(DEALER, table.dealer, table.name, player, wager, amount, block=block))

    def _close(self, table: Table) -> None:
        for by in Closer:
            self.give(ask.CloseWagers(table.name, by, None, DEALER, table.dealer))

    def _pay(self, table: Table) -> None:
        if table.round is not None and table.round.outcome is not None:
            self.give(ask.MarkDolly(DEALER, table.dealer, table.name, table.round.outcome))
            self.give(ask.CollectLosers(DEALER, table.dealer, table.name))
            self.give(ask.PayWinners(DEALER, table.dealer, table.name))

    @rule(
        terminal=st.sampled_from(TERMINALS),
        amount=st.sampled_from([cents(500), cents(10_000)]),
        ticket=st.sampled_from(["", "", "K1", "K2", "K3"]),
        ms=st.sampled_from([0, 0, 18_000, 1_300_000]),
        restart=st.sampled_from([False, False, False, True]),
        snapshot=st.booleans(),
    )
    def meanwhile(self, terminal: str, amount: Money, ticket: str, ms: int, restart: bool, snapshot: bool) -> None:
        """Money comes and goes, time passes, the writer dies, another goes on from a snapshot."""
        self.give(ask.InsertNote(terminal, amount))
        if ticket:
            self.give(ask.Collect(terminal, ticket))
            self.give(ask.ReportPrint(terminal, ticket, printed=amount > cents(500)))
        self.play.at_ms += ms
        for command in due(self.floor, self.play.at_ms):
            self.give(command)
        if restart:
            self.play.restart()
            self.from_snapshot = False
        if snapshot:
            self._go_on_from_snapshot()

    def _go_on_from_snapshot(self) -> None:
        """From here on the floor is one from a snapshot, its twin still the one that has read every entry."""
        before = state_hash(self.floor)
        self.play.floor = decode_snapshot(encode_snapshot(self.floor))
        assert state_hash(self.floor) == before
        self.from_snapshot = True

    @invariant()
    def what_is_owed_is_never_negative(self) -> None:
        for name, held in self.floor.ledger.accounts.items():
            assert held >= ZERO or name.partition("/")[0] not in NEVER_NEGATIVE, name
            assert held <= ZERO or name.partition("/")[0] != "demanded", name

    @invariant()
    def whatever_is_demanded_has_a_case(self) -> None:
        for name, held in self.floor.ledger.accounts.items():
            kind, _, what = name.partition("/")
            if kind == "demanded" and held:
                assert not self.floor.vault.holdings[what].determined, what

    @invariant()
    def money_in_play_is_what_lies_on_the_layouts(self) -> None:
        held = self.floor.ledger.held
        for table in self.floor.tables.values():
            for terminal in table.terminals:
                assert held(f"play/{table.name}/{terminal}") == _unsettled(table, terminal), (table.name, terminal)
            for player in table.cloth.players:
                assert held(f"cloth/{table.name}/{player}") == _on_cloth(table, player), (table.name, player)

    @invariant()
    def pools_hold_what_was_put_in_less_what_was_won(self) -> None:
        assert reconciles(self.floor)

    @invariant()
    def papers_are_worth_what_they_say(self) -> None:
        outside = [each.amount for each in self.floor.tickets.values() if each.state is TicketState.OUTSTANDING]
        held = [amount for name, amount in self.floor.ledger.accounts.items() if name.startswith("withheld/K")]
        assert self.floor.ledger.held("tickets") + total(held) == total(outside)

    @invariant()
    def the_last_answer_is_remembered(self) -> None:
        order = ask.Order("test", 1, self.play.number, ask.ReportReady("A"))
        if isinstance(self.play.verdict, tuple) and self.play.verdict and order.number > len(founded()[1]):
            answer = earlier_answer(self.floor.senders, order)
            assert answer is None or answer == answer_of(answer.sequence, self.play.verdict)  # type: ignore[union-attr]


def next_day(floor: Floor) -> str:
    """The gaming day after the floor's."""
    today = date.fromisoformat(floor.premises.day) if floor.premises.day else date(2026, 11, 14)
    return (today + timedelta(days=1)).isoformat()


def _unsettled(table: Table, terminal: str) -> Money:
    """What a terminal has on layouts of rounds that are not settled for it."""
    rounds = [round_ for round_ in table.past.values() if terminal in round_.held]
    newest = table.round
    if newest is not None and (newest.phase in STANDING or terminal in newest.held) and terminal not in newest.results:
        rounds.append(newest)
    return total(amount for round_ in rounds for amount in round_.wagers.get(terminal, {}).values())


def _on_cloth(table: Table, player: str) -> Money:
    newest = table.round
    standing = newest.cloth if newest is not None and newest.phase in STANDING else table.cloth.riding
    return total(standing.get(player, {}).values())


WholeFloor.TestCase.settings = settings(
    max_examples=int(os.environ.get("OPENETG_EXAMPLES", "20")),
    stateful_step_count=20,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
TestWholeFloor = pytest.mark.slow(WholeFloor.TestCase)
