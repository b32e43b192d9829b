"""Any commands in any order, sense and nonsense: the floor never loses a cent, never contradicts its own journal.

Each step is checked by `tests.one_table.Play`: the question changes nothing, the books balance after every event, and
the entries read back give the same floor. Here the commands come from chance.
"""

from __future__ import annotations

from functools import cache
from typing import Any, TypeVar

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule

from openetg.floor import commands as ask
from openetg.floor.commands import AnyCommand, Sign
from openetg.floor.core.refusals import Refusal
from openetg.floor.events import RoundSettled, RoundVoided
from openetg.floor.premises.founding import in_order
from openetg.floor.rounds.clockwork import due, launch_order, next_due_ms, print_orders
from openetg.floor.rounds.views import own_view, table_view
from openetg.floor.state import Floor, TicketState
from openetg.money import Money, cents, total
from openetg.rulebook.schema.policies import Closer
from tests.one_table import NOTES, Entry, Play, found
from tests.payout_notation import playable

TABLES = {"A": ("ministar", "electronic"), "B": ("interblock", "roulette")}
AT = {"a1": "A", "a2": "A", "b1": "B", "b2": "B"}
STARTING = {
    "A": {
        "straight": Sign(min=cents(100), max=cents(1_000)),
        "any": Sign(min=cents(200), max=cents(1_000_000), step=cents(100)),
    },
    "B": {"any": Sign(min=cents(200), max=cents(2_000)), "sum": Sign(min=cents(500), max=cents(6_000))},
}

Value = TypeVar("Value")


@cache
def two_tables() -> tuple[Floor, tuple[Entry, ...]]:
    """A MiniStar and an Interblock table, two terminals at each, open and with some money."""
    wishes: list[AnyCommand] = []
    for name, (rulebook, kind) in TABLES.items():
        book = playable(rulebook).rulebook
        here = tuple(terminal for terminal, at in AT.items() if at == name)
        wishes += [
            *in_order(book, name, kind, terminals=here, notes=NOTES, period_ms=30_000, launch_ms=18_000),
            ask.SetLimits(name, STARTING[name]),
            *(ask.InsertNote(terminal, NOTES[-1]) for terminal, at in AT.items() if at == name),
            ask.OpenTable(name),
            ask.ReportReady(name),
        ]
    return found(*wishes)


def mostly(sensible: st.SearchStrategy[Value], nonsense: st.SearchStrategy[Value]) -> st.SearchStrategy[Value]:
    """What is usual nine times out of ten."""
    return st.integers(0, 9).flatmap(lambda chance: nonsense if chance == 9 else sensible)


ANY_TEXT = st.sampled_from(["", "A", "A-1", "Z", "straight:99", "meter/a1", "a1/b1", "\u2603", "17"])
TABLE = mostly(st.sampled_from(sorted(TABLES)), ANY_TEXT)
TERMINAL = mostly(st.sampled_from(sorted(AT)), ANY_TEXT)
WAGER = mostly(st.sampled_from(["straight:17", "red", "split:1-2", "orphans", "neighbours-of-zero", "low"]), ANY_TEXT)
AMOUNT = st.one_of(st.integers(1, 2_500).map(cents), st.sampled_from([-1, 0, 1, 100, 500, 10**20]).map(cents))
OUTCOME = mostly(st.sampled_from(["0", "1", "17", "36"]), st.sampled_from(["37", "", "00"]))
ROLE = st.sampled_from(["assistant_gaming_manager", "electronic_gaming_supervisor", "dealer", "player"])
FIGURE = st.none() | st.sampled_from([-1, 0, 1, 100, 500, 2_000]).map(cents)
SIGN = st.builds(Sign, min=FIGURE, max=FIGURE, step=FIGURE, multiples=st.booleans())
KIND = st.sampled_from(["any", "straight", "split", "red", "sum", "orphans", "x"])


class AnyOrder(RuleBasedStateMachine):
    """The world, at random."""

    def __init__(self) -> None:
        super().__init__()
        self.play = Play(*two_tables())

    def give(self, command: AnyCommand) -> None:
        before = dict(self.play.floor.ledger.accounts)
        verdict = self.play.give(command)
        if isinstance(verdict, Refusal):
            assert self.play.floor.ledger.accounts == before, "a refusal moved money"
        else:
            _check_ended_rounds(self.play, verdict)

    @rule(terminal=TERMINAL, amount=st.sampled_from(NOTES) | AMOUNT)
    def note(self, terminal: str, amount: Money) -> None:
        self.give(ask.InsertNote(terminal, amount))

    @rule(table=st.sampled_from(sorted(TABLES)), wagers=st.lists(st.tuples(WAGER, AMOUNT), max_size=4))
    def wagers(self, table: str, wagers: list[tuple[str, Money]]) -> None:
        for number, (wager, amount) in enumerate(wagers):
            self.give(ask.PlaceWager(f"{table.lower()}{number % 2 + 1}", table, wager, amount))

    @rule(terminal=TERMINAL, wagers=st.lists(st.tuples(WAGER, AMOUNT), max_size=5))
    def several(self, terminal: str, wagers: list[tuple[str, Money]]) -> None:
        self.give(ask.PlaceWagers(terminal, AT.get(terminal, "Z"), tuple(wagers)))

    @rule(terminal=TERMINAL, table=TABLE, wager=WAGER, amount=AMOUNT)
    def wager_anywhere(self, terminal: str, table: str, wager: str, amount: Money) -> None:
        self.give(ask.PlaceWager(terminal, table, wager, amount))

    @rule(table=st.sampled_from(sorted(TABLES)), until=st.integers(1, 4), outcome=OUTCOME)
    def go_on(self, table: str, until: int, outcome: str) -> None:
        """A round as it goes on a quiet night, or the first steps of one."""
        spin = self.spin(table, old=False)
        steps: list[AnyCommand] = [
            ask.ReportLaunch(table, spin, opposite=True),
            ask.CloseWagers(table, Closer.SENSOR, spin),
            ask.RecordOutcome(table, spin, outcome),
            ask.ReportReady(table),
        ]
        for command in steps[:until]:
            self.give(command)

    @rule(terminal=TERMINAL, spot=WAGER, amount=AMOUNT)
    def take_back(self, terminal: str, spot: str, amount: Money) -> None:
        self.give(ask.TakeBackWager(terminal, AT.get(terminal, "Z"), spot, amount))

    @rule(terminal=TERMINAL)
    def clear(self, terminal: str) -> None:
        self.give(ask.ClearWagers(terminal, AT.get(terminal, "A")))

    @rule(terminal=TERMINAL, ticket=st.integers(1, 6))
    def collect(self, terminal: str, ticket: int) -> None:
        self.give(ask.Collect(terminal, f"T-{ticket}"))

    @rule(terminal=TERMINAL, ticket=st.integers(1, 6), printed=st.booleans())
    def print_any(self, terminal: str, ticket: int, printed: bool) -> None:
        self.give(ask.ReportPrint(terminal, f"T-{ticket}", printed=printed))

    @rule(printed=st.booleans())
    def print_ordered(self, printed: bool) -> None:
        for order in print_orders(self.play.floor):
            self.give(ask.ReportPrint(order.terminal, order.ticket, printed=printed))

    @rule(data=st.data(), table=TABLE, old=st.booleans(), by=st.sampled_from(Closer))
    def say_anything(self, data: st.DataObject, table: str, old: bool, by: Closer) -> None:
        """A wheel that says whatever it likes."""
        spin = self.spin(table, old=old)
        said: list[AnyCommand] = [
            ask.ReportReady(table),
            ask.ReportLaunch(table, spin, data.draw(st.none() | st.booleans())),
            ask.CloseWagers(table, by, data.draw(st.none() | st.just(spin))),
            ask.RecordOutcome(table, spin, data.draw(OUTCOME)),
            ask.ReportUnread(table, spin),
            ask.ReportFault(table, "MOTOR", data.draw(st.none() | st.just(spin))),
        ]
        self.give(data.draw(st.sampled_from(said)))

    @rule(table=TABLE, role=ROLE, outcome=st.none() | OUTCOME, why=st.sampled_from(["", "seen"]))
    def resolve(self, table: str, role: str, outcome: str | None, why: str) -> None:
        found_table = self.play.floor.tables.get(table)
        number = found_table.rounds if found_table else 0
        if outcome is None:
            self.give(ask.VoidRound(role, "nightingale", table, None, why, number))
        else:
            self.give(ask.EnterOutcome(role, "nightingale", table, outcome, why, number))

    @rule(table=TABLE, limits=st.dictionaries(KIND, SIGN, max_size=3))
    def set_limits(self, table: str, limits: dict[str, Sign]) -> None:
        self.give(ask.SetLimits(table, limits))

    @rule(command=st.sampled_from(["table", "terminal", "open"]), name=ANY_TEXT, note=AMOUNT)
    def found_again(self, command: str, name: str, note: Money) -> None:
        wishes: dict[str, AnyCommand] = {
            "table": ask.RegisterTable(name, name, "electronic", 30_000, 18_000),
            "terminal": ask.RegisterTerminal("a1", name, (note,)),
            "open": ask.OpenTable(name),
        }
        self.give(wishes[command])

    @rule(ms=st.sampled_from([0, 1, 18_000, 30_000]))
    def time(self, ms: int) -> None:
        self.play.at_ms += ms
        for command in due(self.play.floor, self.play.at_ms):
            self.give(command)
        ahead = next_due_ms(self.play.floor)
        assert ahead is None or ahead > self.play.at_ms, "what is due was not done"

    @rule(ms=st.integers(0, 60_000))
    def restart(self, ms: int) -> None:
        self.play.at_ms += ms
        self.play.restart()

    def spin(self, table: str, *, old: bool) -> str:
        number = self.play.floor.tables[table].rounds if table in self.play.floor.tables else 1
        return f"{table}-{number - 1 if old else number}"

    @invariant()
    def money_is_where_the_records_say(self) -> None:
        floor = self.play.floor
        held = floor.ledger.held
        outside = total(each.amount for each in floor.tickets.values() if each.state is TicketState.OUTSTANDING)
        assert held("tickets") == outside
        for terminal, table in AT.items():
            round_ = floor.tables[table].round
            standing: dict[str, Any] = {}
            if round_ is not None and round_.phase.value in {"OPEN", "CLOSED", "HELD"}:
                standing = round_.wagers.get(terminal, {})
            assert held(f"play/{table}/{terminal}") == total(standing.values())
            assert all(amount > cents(0) for amount in standing.values())
            printing = floor.terminals[terminal].printing
            assert held(f"printing/{terminal}") == (printing.amount if printing else cents(0))

    @invariant()
    def what_stands_is_permitted(self) -> None:
        for table in self.play.floor.tables.values():
            round_ = table.round
            for spots in round_.wagers.values() if round_ is not None and round_.phase.value == "CLOSED" else ():
                assert all(_is_permitted(table.limits, spot, held) for spot, held in spots.items()), (table, spots)
                whole = table.limits.get("sum", Sign())
                assert not spots or _is_between(whole, total(spots.values())), (table.limits, spots)
            if table.name == "A" and round_ is not None:
                everything = [each for spots in round_.wagers.values() for each in spots.items()]
                assert all(_is_permitted(table.limits, *each) for each in everything), (table.limits, everything)

    @invariant()
    def views_and_orders_can_always_be_made(self) -> None:
        floor = self.play.floor
        for terminal in AT:
            own_view(floor, terminal)
        for table in floor.tables.values():
            table_view(table)
            order = launch_order(floor, table)
            assert order is None or (table.round is not None and not table.round.launched)


def _is_between(sign: Sign, held: Money) -> bool:
    return (sign.min is None or held >= sign.min) and (sign.max is None or held <= sign.max)


def _is_permitted(limits: dict[str, Sign], spot: str, held: Any) -> bool:
    """The sign, read as a person would."""
    sign: Any = limits.get(spot.partition(":")[0]) or limits.get("any") or Sign()
    low, step = sign.min or 0, sign.step or 1
    return _is_between(sign, held) and (not sign.multiples or held % low == 0) and (held - low) % step == 0


def _check_ended_rounds(play: Play, verdict: tuple[Any, ...]) -> None:
    """What a round leaves in play is nothing, however it ended."""
    for event in verdict:
        if isinstance(event, (RoundSettled, RoundVoided)):
            left = [play.floor.ledger.held(f"play/{event.table}/{name}") for name in AT]
            assert not any(left), event


AnyOrder.TestCase.settings = settings(
    max_examples=60, stateful_step_count=40, deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
TestAnyOrder = pytest.mark.slow(AnyOrder.TestCase)
