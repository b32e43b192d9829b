"""Any commands at a cloth in any order: no cent is lost, no hand owes anything, and the cloth holds what lies on it.

Each step is checked by `tests.one_table.Play` as well: the question changes nothing, the books balance after every
event, and the entries read back give the same floor.
"""

from __future__ import annotations

from functools import cache

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from openetg.floor import commands as ask
from openetg.floor.cloth.settling import on_cloth
from openetg.floor.commands import AnyCommand, Sign
from openetg.floor.core.ledger import cloth_of, hand_of
from openetg.floor.core.refusals import Refusal
from openetg.floor.premises.founding import in_order
from openetg.floor.state import ENDED, Floor
from openetg.money import ZERO, Money, cents, total
from openetg.rulebook.schema.policies import Cause, Closer
from tests.one_table import Entry, Play, found
from tests.payout_notation import playable

BOOKS = ("adelaide", "money-wheel")
PLAYERS = ("P1", "P2", "P3")
DEALER = ("dealer", "dealer-A")
ACTING = {"adelaide": "pit_boss", "money-wheel": "casino_supervisor"}
WAGERS = {
    "adelaide": ("red", "black", "straight:0", "straight:17", "dozen:1", "neighbours:0", "neighbours:17", "nowhere"),
    "money-wheel": ("symbol:a", "symbol:b", "symbol:c", "symbol:g", "nowhere"),
}
OUTCOMES = {"adelaide": ("0", "1", "2", "17", "32"), "money-wheel": ("a", "b", "c", "g")}
PLAYER = st.sampled_from((*PLAYERS * 4, "nobody"))
NUMBER = st.integers(0, 7)
AMOUNT = st.sampled_from([100, 250, 500, 1_000, 1_500, 2_500, 3_335, 15_000, -1, 0, 1]).map(cents)
FIGURE = st.none() | st.sampled_from([100, 500, 2_000, 10_000]).map(cents)
SIGN = st.builds(Sign, min=FIGURE, max=FIGURE, step=FIGURE)
COLOUR = st.sampled_from(["", "", "", "", "red", "blue"])


@cache
def table_of(rulebook: str) -> tuple[Floor, tuple[Entry, ...]]:
    """A table with a cloth, three players with chips, and a round open."""
    wishes: list[AnyCommand] = [*in_order(playable(rulebook).rulebook, "A", "live"), ask.SetPlaces("A", len(PLAYERS))]
    for player in PLAYERS:
        wishes += [ask.TakePlace(player, "A"), ask.BuyChips(*DEALER, "A", player, cents(50_000))]
    wishes += [ask.OpenTable("A", by_hand=True), ask.ReportReady("A")]
    return found(*wishes)


class AnyCloth(RuleBasedStateMachine):
    """A cloth, at random."""

    @initialize(book=st.sampled_from(BOOKS))
    def begin(self, book: str) -> None:
        self.book = book
        self.play = Play(*table_of(book))
        self.acting = (ACTING[book], "ann")

    def give(self, command: AnyCommand) -> None:
        before = dict(self.play.floor.ledger.accounts)
        if isinstance(self.play.give(command), Refusal):
            assert self.play.floor.ledger.accounts == before, "a refusal moved money"

    def wager(self, number: int) -> str:
        names = WAGERS[self.book]
        return names[number % len(names)]

    def outcome(self, number: int) -> str:
        names = OUTCOMES[self.book]
        return names[number % len(names)]

    @rule(player=PLAYER, amount=AMOUNT, colour=COLOUR, value=FIGURE, means=st.sampled_from(["cash", "chips"]))
    def buy(self, player: str, amount: Money, colour: str, value: Money | None, means: str) -> None:
        self.give(ask.BuyChips(*DEALER, "A", player, amount, colour, value, means))

    @rule(player=PLAYER, at=st.sampled_from(["", "A", "cage", "B"]))
    def cash_in(self, player: str, at: str) -> None:
        self.give(ask.CashInChips(*DEALER, "A", player, at))

    @rule(lays=st.lists(st.tuples(PLAYER, NUMBER, AMOUNT, COLOUR), min_size=2, max_size=6), chance=NUMBER)
    def lay(self, lays: list[tuple[str, int, Money, str]], chance: int) -> None:
        round_ = self.play.table.round
        if round_ is None or round_.phase in ENDED:
            self.give(ask.OpenRound(*DEALER, "A"))
        for player, number, amount, colour in lays:
            wager = self.wager(number)
            on_block = wager.startswith("neighbours") is (chance > 0)
            self.give(ask.PlaceOnCloth(*DEALER, "A", player, wager, amount, colour, block=on_block))

    def lying(self, number: int) -> tuple[str, str]:
        """A player and a wager that lies on the cloth; any, if there is none."""
        lies = [(player, wager) for player, spots in on_cloth(self.play.table).items() for wager in spots]
        return lies[number % len(lies)] if lies else ("P1", self.wager(number))

    @rule(number=NUMBER, amount=AMOUNT)
    def take(self, number: int, amount: Money) -> None:
        self.give(ask.TakeFromCloth(*DEALER, "A", *self.lying(number), amount))

    @rule(number=NUMBER, to=NUMBER, amount=AMOUNT)
    def move(self, number: int, to: int, amount: Money) -> None:
        self.give(ask.MoveOnCloth(*DEALER, "A", *self.lying(number), self.wager(to), amount))

    @rule(until=st.integers(4, 8), number=NUMBER, spot=NUMBER)
    def go_on(self, until: int, number: int, spot: int) -> None:
        """A round as it goes on a quiet night, or the first steps of one."""
        round_ = self.play.table.round
        spin, outcome = round_.spin if round_ else "", self.outcome(number)
        steps: list[AnyCommand] = [
            ask.CloseWagers("A", Closer.DEALER, None, *DEALER),
            ask.SpinWheel(*DEALER, "A"),
            ask.ReportLaunch("A", spin),
            ask.RecordOutcome("A", spin, outcome),
            ask.MarkDolly(*DEALER, "A", outcome),
            ask.CollectLosers(*DEALER, "A"),
            ask.PayWinners(*DEALER, "A", self.lying(spot)[1]),
            ask.PayWinners(*DEALER, "A"),
        ]
        for command in steps[:until]:
            self.give(command)

    @rule()
    def open(self) -> None:
        self.give(ask.OpenRound(*DEALER, "A"))

    @rule(number=NUMBER, old=st.booleans())
    def correct(self, number: int, old: bool) -> None:
        number_of_round = max(self.play.table.rounds - 1, 0) if old else 0
        self.give(ask.CorrectOutcome(*self.acting, "A", self.outcome(number), "misread", number_of_round))

    @rule(cause=st.sampled_from([Cause.FIRE, Cause.FRAUD, None]), old=st.booleans())
    def undo(self, cause: Cause | None, old: bool) -> None:
        number = max(self.play.table.rounds - 1, 0) if old else 0
        self.give(ask.VoidRound(*self.acting, "A", cause, "why", number))
        if cause is not None:
            self.give(ask.InvalidateOutcome(*self.acting, "A", cause, "why", round=number))

    @rule()
    def no_spin(self) -> None:
        self.give(ask.CallNoSpin(*DEALER, "A", Cause.BALL_LEFT, "gone"))
        self.give(ask.ResetTerminals(*DEALER, "A"))

    @rule(limits=st.dictionaries(st.sampled_from(["any", "straight", "red", "symbol"]), SIGN, max_size=2))
    def limit(self, limits: dict[str, Sign]) -> None:
        self.give(ask.SetLimits("A", limits, cloth=True))

    @rule(player=PLAYER, most=FIGURE, sign=SIGN)
    def arrange(self, player: str, most: Money | None, sign: Sign) -> None:
        self.give(ask.GrantMaximum(*self.acting, "A", player, most))
        self.give(ask.ArrangeLimits(*self.acting, "A", (player,), {"any": sign}))
        self.give(ask.RequireColour(*self.acting, "A", player))
        self.give(ask.ApproveSecondColour("authorised_officer", "eve", "A", player))

    @rule(one=PLAYER, other=PLAYER)
    def link(self, one: str, other: str) -> None:
        self.give(ask.LinkPartners(*self.acting, "A", (one, other), "share a purse"))

    @rule(per_number=st.integers(0, 2), per_spin=st.integers(0, 3), least=FIGURE)
    def limit_buttons(self, per_number: int, per_spin: int, least: Money | None) -> None:
        self.give(ask.LimitNeighbours(*self.acting, "A", per_number, per_spin, (), least))

    @rule(denominations=st.lists(st.sampled_from([100, 500, 700, 2_500]).map(cents), max_size=3))
    def fill(self, denominations: list[Money]) -> None:
        self.give(ask.SetFloat("A", tuple(denominations)))

    @rule(player=PLAYER)
    def leave(self, player: str) -> None:
        self.give(ask.LeavePlace(player, "A"))
        self.give(ask.TakePlace(player, "A"))

    @invariant()
    def the_cloth_holds_what_lies_on_it(self) -> None:
        if not hasattr(self, "play"):
            return
        table, held = self.play.table, self.play.floor.ledger.held
        lies = on_cloth(table)
        for player in (*PLAYERS, "nobody"):
            assert held(cloth_of("A", player)) == total(lies.get(player, {}).values())
            assert held(hand_of("A", player)) >= ZERO
        round_ = table.round
        if round_ is not None:
            for laid in round_.laid:
                same = [each.amount for each in round_.laid if (each.player, each.wager) == (laid.player, laid.wager)]
                assert laid.amount > ZERO
                assert total(same) <= round_.cloth[laid.player][laid.wager]

    @invariant()
    def a_colour_is_one_player_s_and_sits_at_the_table(self) -> None:
        if hasattr(self, "play"):
            cloth = self.play.table.cloth
            assert all(colour.player in cloth.players for colour in cloth.colours.values())
            assert set(cloth.value_chips) == {colour.player for colour in cloth.colours.values()}
            assert all(held >= ZERO for held in cloth.value_chips.values())


TestAnyCloth = pytest.mark.slow(AnyCloth.TestCase)
TestAnyCloth.settings = settings(
    max_examples=60, stateful_step_count=40, deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
