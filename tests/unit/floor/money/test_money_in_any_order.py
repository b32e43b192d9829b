"""Money commands in any order: the books balance after every event, a paper is redeemed once, no cent is lost.

Beside the floor runs a small account of our own, kept from commands and answers alone. Whatever the floor does, the
meters, papers, sums withheld, demanded and owed by hand must agree with it. Each step is also checked by
`tests.one_table.Play`: the question changes nothing, and the entries read back give the same floor.
"""

from __future__ import annotations

from collections import Counter
from functools import cache

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule

from openetg.floor import commands as ask
from openetg.floor.commands import AnyCommand
from openetg.floor.core.ledger import TICKETS, contested_of, demanded_of, meter_of, payable_of, printing_of, withheld_of
from openetg.floor.core.refusals import Refusal
from openetg.floor.events import PaperRedeemed, TicketInserted
from openetg.floor.state import Floor, TicketState
from openetg.money import ZERO, Money, cents, total
from openetg.rulebook.schema.policies import PaperKind
from openetg.script.run import play as play_script
from tests.one_table import Entry, Play

TERMINALS = ("a1", "a2", "b1", "b2", "d1", "f1")
FOUNDED = """
    rulebook ministar roulette as A
    note a1 20.00
    collect a1 as K0
    note a1 50.00
    collect a1 as K1 paper=voucher
    note a1 20.00
    terminal a2
    rulebook interblock roulette as B
    on B
    note b1 100.00
    collect b1 10.00 as K2
    collect b1 20.00 as K3
    terminal b2
    rulebook novo-unity roulette as D
    on D
    note d1 50.00
    collect d1 20.00 as K4
    rulebook adelaide roulette as F
    on F
    note f1 20.00
    collect f1 as K5
    note f1 20.00
    expect balanced
"""


@cache
def founded() -> tuple[Floor, tuple[Entry, ...]]:
    """A floor of the four instruments with meters, at rest."""
    run = play_script(FOUNDED)
    assert run.failure is None, str(run.failure)
    return run.stage.floor, tuple(run.stage.entries)


TERMINAL = st.sampled_from(TERMINALS)
PICK = st.integers(0, 40)
"""Which of the papers or payments there are, the newest first; now and then one that there is not."""
AMOUNT = st.sampled_from([500, 1_000, 2_000, 5_000, 500, 1_000, 1, 777, 0, -1, 10**16]).map(cents)
WORDS = st.sampled_from(["why", "why", "why", "why", "why", ""])


def mostly(role: str) -> st.SearchStrategy[str]:
    """The role that holds the power, or now and then another."""
    return st.sampled_from([role] * 7 + ["inspector", "ticket_machine", "dealer"])


CASHIER, OPERATOR, SYSTEM, OFFICIAL = map(mostly, ("cashier", "casino_operator", "monitoring_system", "inspector"))


class MoneyInAnyOrder(RuleBasedStateMachine):
    """Notes, papers, transfers, payments by hand, holds and releases, at random."""

    def __init__(self) -> None:
        super().__init__()
        self.play = Play(*founded())
        self.play.at_ms = self.play.floor.at_ms
        self.meters = {name: self.play.meter(name) for name in TERMINALS}
        self.kept: Counter[str] = Counter()
        self.asked_back: Counter[str] = Counter()
        self.transfers: set[str] = set()
        self.redeemed: Counter[str] = Counter()

    def give(self, command: AnyCommand) -> bool:
        verdict = self.play.give(command)
        if isinstance(verdict, Refusal):
            return False
        for event in verdict:
            if isinstance(event, PaperRedeemed | TicketInserted):
                self.redeemed[event.ticket] += 1
        return True

    def paper(self, pick: int) -> str:
        return self._picked(list(self.play.floor.tickets), pick)

    def thing(self, pick: int) -> str:
        return self._picked([*self.play.floor.tickets, *self.play.floor.vault.payouts], pick)

    def payout(self, pick: int) -> str:
        return self._picked(list(self.play.floor.vault.payouts), pick)

    def held(self, pick: int) -> str:
        holdings = self.play.floor.vault.holdings.values()
        return self._picked([each.what for each in holdings if not each.determined], pick)

    @staticmethod
    def _picked(names: list[str], pick: int) -> str:
        return names[-1 - pick % len(names)] if names and pick < 40 else "K-none"

    def add(self, terminal: str, amount: Money) -> None:
        self.meters[terminal] = self.meters[terminal] + amount

    @rule(terminal=TERMINAL, amount=AMOUNT, offered=st.booleans(), stacked=st.booleans())
    def note(self, terminal: str, amount: Money, *, offered: bool, stacked: bool) -> None:
        if offered:
            self.give(ask.OfferNote(terminal, amount))
        if not stacked:
            self.give(ask.ReturnNote(terminal))
        elif self.give(ask.InsertNote(terminal, amount)):
            self.add(terminal, amount)

    @rule(terminal=TERMINAL, pick=PICK)
    def ticket_in(self, terminal: str, pick: int) -> None:
        paper = self.paper(pick)
        if self.give(ask.InsertTicket(terminal, paper)):
            self.add(terminal, self.play.floor.tickets[paper].amount)

    @rule(terminal=TERMINAL, number=st.integers(1, 3), amount=AMOUNT, role=SYSTEM)
    def transfer(self, terminal: str, number: int, amount: Money, role: str) -> None:
        known_as = f"X{number}"
        if self.give(ask.TransferCredit(terminal, known_as, amount, role)) and known_as not in self.transfers:
            self.transfers.add(known_as)
            self.add(terminal, amount)

    @rule(
        terminal=TERMINAL,
        amount=st.none() | AMOUNT,
        kind=st.none() | st.sampled_from(PaperKind),
        again=st.sampled_from([False, False, False, True]),
        printed=st.sampled_from([True, True, True, False, None]),
    )
    def collect(
        self, terminal: str, amount: Money | None, kind: PaperKind | None, *, again: bool, printed: bool | None
    ) -> None:
        number = self.paper(0) if again else f"K{len(self.play.floor.tickets)}"
        if self.give(ask.Collect(terminal, number, amount, kind)):
            self.add(terminal, -self.play.floor.tickets[number].amount)
        if printed is not None:
            self.printer(terminal, printed=printed)

    def printer(self, terminal: str, *, printed: bool) -> None:
        printing = self.play.floor.terminals[terminal].printing
        number = printing.ticket if printing is not None else "K0"
        done = self.give(ask.ReportPrint(terminal, number, printed=printed))
        if done and not printed and printing is not None:
            self.add(terminal, printing.amount)

    @rule(pick=PICK, role=CASHIER, paid=st.sampled_from(["", "cash", "cheque"]))
    def redeem(self, pick: int, role: str, paid: str) -> None:
        self.give(ask.RedeemPaper(role, "ann", self.paper(pick), "cash", paid))

    @rule(pick=PICK, role=CASHIER, until=st.integers(-1, 5), why=WORDS, step=st.sampled_from(["delay", "ask", "show"]))
    def put_off(self, pick: int, role: str, until: int, why: str, step: str) -> None:
        paper = self.paper(pick)
        if step == "delay":
            self.give(ask.AgreeDelay(role, "ann", paper, self.play.at_ms + until, why))
        elif step == "ask":
            self.give(ask.AskIdentification(role, "ann", paper))
        else:
            self.give(ask.RecordIdentification(role, "ann", paper, why))
        self.play.at_ms += 1

    @rule(terminal=TERMINAL, role=CASHIER, amount=st.none() | AMOUNT)
    def pay_by_hand(self, terminal: str, role: str, amount: Money | None) -> None:
        there = self.meters[terminal]
        if self.give(ask.OrderManualPayout(role, "ann", terminal, amount)):
            self.add(terminal, -(there if amount is None else amount))

    @rule(pick=PICK, role=CASHIER, signature=WORDS)
    def sign(self, pick: int, role: str, signature: str) -> None:
        self.give(ask.SignManualPayout(role, "ann", self.payout(pick), signature))

    @rule(terminal=TERMINAL, role=OPERATOR, amount=AMOUNT, why=WORDS)
    def withhold(self, terminal: str, role: str, amount: Money, why: str) -> None:
        there = min(self.meters[terminal], amount)
        if self.give(ask.Withhold(role, "ann", terminal, amount, why)):
            self.add(terminal, -there)
            self.kept[terminal] += int(there)  # type: ignore[call-overload]
            self.asked_back[terminal] += int(amount - there)  # type: ignore[call-overload]

    @rule(pick=PICK, role=OPERATOR, why=WORDS)
    def hold(self, pick: int, role: str, why: str) -> None:
        what = self.thing(pick)
        if self.give(ask.HoldPaper(role, "ann", what, why)):
            ticket, payout = self.play.floor.tickets.get(what), self.play.floor.vault.payouts.get(what)
            if ticket is not None and ticket.state is TicketState.REDEEMED:
                self.asked_back[what] += int(ticket.amount)  # type: ignore[call-overload]
            if payout is not None and payout.signature:
                self.asked_back[what] += int(payout.amount)  # type: ignore[call-overload]

    @rule(pick=PICK, role=OPERATOR, pay=st.booleans(), by_hand=st.sampled_from([False, False, True]), why=WORDS)
    def release(self, pick: int, role: str, why: str, *, pay: bool, by_hand: bool) -> None:
        what = self.held(pick)
        contested = self.play.floor.ledger.held(contested_of(what))
        thing = self.play.floor.tickets.get(what) or self.play.floor.vault.payouts.get(what)
        is_claim = not contested and not self.kept[what] and not (thing is not None and thing.held)
        if not self.give(ask.Release(role, "ann", what, pay, by_hand, why)):
            return
        if pay and not by_hand and self.kept[what]:
            self.add(what, cents(self.kept[what]))
        if is_claim:
            # Paid back or given up: either way nothing is asked any more.
            self.asked_back[what] = 0
        elif pay:
            self.asked_back[what] -= int(contested)  # type: ignore[call-overload]
        self.kept[what] = 0

    @rule(pick=PICK, role=OFFICIAL, why=WORDS)
    def review(self, pick: int, role: str, why: str) -> None:
        self.give(ask.ReviewHolding(role, "ann", self.held(pick), why))

    @rule(terminal=TERMINAL, off=st.sampled_from([0, 0, 1, -1]))
    def report_meter(self, terminal: str, off: int) -> None:
        assert self.give(ask.ReportMeter(terminal, self.meters[terminal] + cents(off)))
        if off:
            assert not self.give(ask.Collect(terminal, "K-locked"))
            assert self.give(ask.CloseCase("casino_operator", "ann", terminal, "repaired"))

    @rule()
    def restart(self) -> None:
        self.play.restart()

    @invariant()
    def meters_are_what_our_own_account_says(self) -> None:
        for name, expected in self.meters.items():
            assert self.play.meter(name) == expected, name

    @invariant()
    def a_paper_is_redeemed_once(self) -> None:
        assert all(times == 1 for times in self.redeemed.values())
        for ticket in self.play.floor.tickets.values():
            assert (ticket.state is TicketState.REDEEMED) == (ticket.number in self.redeemed)

    @invariant()
    def what_is_owed_has_a_name(self) -> None:
        floor = self.play.floor
        outstanding = [each for each in floor.tickets.values() if each.state is TicketState.OUTSTANDING]
        assert floor.ledger.held(TICKETS) == total(each.amount for each in outstanding)
        for terminal in floor.terminals.values():
            printing = terminal.printing.amount if terminal.printing is not None else ZERO
            assert floor.ledger.held(printing_of(terminal.name)) == printing
        for payout in floor.vault.payouts.values():
            ended = payout.signature or payout.refused
            assert floor.ledger.held(payable_of(payout.number)) == (ZERO if ended else payout.amount)

    @invariant()
    def what_is_withheld_or_demanded_is_what_was_said(self) -> None:
        ledger = self.play.floor.ledger
        for what in (*TERMINALS, *self.play.floor.tickets, *self.play.floor.vault.payouts):
            assert ledger.held(withheld_of(what)) == cents(self.kept[what]), what
            assert ledger.held(demanded_of(what)) == -cents(self.asked_back[what]), what
            holding = self.play.floor.vault.holdings.get(what)
            under_way = holding is not None and not holding.determined
            assert under_way or not ledger.held(contested_of(what)), what
            assert under_way or not self.asked_back[what], what

    @invariant()
    def no_account_of_a_player_is_below_zero(self) -> None:
        assert self.play.floor.ledger.is_balanced()
        assert all(self.play.floor.ledger.held(meter_of(name)) >= ZERO for name in TERMINALS)


MoneyInAnyOrder.TestCase.settings = settings(
    max_examples=60,
    stateful_step_count=40,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
TestMoneyInAnyOrder = pytest.mark.slow(MoneyInAnyOrder.TestCase)
