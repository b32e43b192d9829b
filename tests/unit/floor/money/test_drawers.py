"""Drawers of the cage: one person, one drawer; cash comes out of it; what should be in it is what the ledger says."""

from __future__ import annotations

from functools import cache

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule
from msgspec.structs import replace

from openetg.floor import commands as ask
from openetg.floor.alerts.acknowledging import alerts_view
from openetg.floor.commands import AnyCommand
from openetg.floor.core.ledger import CAGE, Ledger, Transfer, drawer_of, short_over_of
from openetg.floor.core.refusals import Reason, Refusal
from openetg.floor.core.snapshot import decode_snapshot, encode_snapshot
from openetg.floor.core.verdicts import LOGIC
from openetg.floor.events import ChipsCashedIn, DrawerClosed, DrawerCounted, PaperRedeemed, PayoutSigned
from openetg.floor.money.paid_from import held_in
from openetg.floor.money.views import CageView, cage_view
from openetg.floor.preview import preview
from openetg.floor.state import COUNTS_KEPT, DRAWERS_KEPT, SHAPE, AlertKind, Floor, state_hash
from openetg.money import LARGEST_CENTS, ZERO, Money, cents, total
from openetg.reports.recall.lines import line_for
from openetg.script.run import play as play_script
from tests.one_table import Entry, Play
from tests.scripts import run_script

CAS, CARL, HOST = ("cashier", "cas"), ("cashier", "carl"), ("assistant_gaming_manager", "ann")
OPENED = ask.OpenDrawer(*CAS, "1", cents(50_000))
COUNTED = ask.CountDrawer(*CAS, "1", cents(50_000))
CLOSED = ask.CloseDrawer(*CAS, "1", cents(50_000))
FILLED = ask.MoveDrawerCash(*CAS, "1", cents(5_000), "drawer")


@cache
def founded() -> tuple[Floor, tuple[Entry, ...]]:
    """MiniStar and Adelaide, with papers of 20.00 to 100.00, 50.00 on a meter, and chips in a player's hand."""
    run = play_script("""
        rulebook ministar roulette as A
        note T1 20.00
        collect T1 as K1
        note T1 50.00
        collect T1 as K2
        note T1 100.00
        collect T1 as K3
        note T1 50.00
        collect T1 as K4 paper=voucher
        note T2 50.00
        rulebook adelaide roulette as F
        on F
        buy P1 100.00
        expect balanced
    """)
    assert run.failure is None, str(run.failure)
    return run.stage.floor, tuple(run.stage.entries)


def at_rest() -> Play:
    here = Play(*founded())
    here.at_ms = here.floor.at_ms
    return here


def refused(here: Play, command: AnyCommand, reason: Reason, **details: str | int) -> None:
    verdict = here.give(command)
    assert isinstance(verdict, Refusal), verdict
    assert verdict.reason is reason
    assert details.items() <= verdict.details.items(), verdict


def view(here: Play) -> CageView:
    return cage_view(here.floor, 500)


def alerts(floor: Floor) -> list[tuple[str, list[str], bool]]:
    """Open alerts about drawers: which, what was said, whether it lasts."""
    kind = AlertKind.DRAWER_DIFFERS
    found = [each for each in floor.alerts.open.values() if each.kind is kind]
    return [(each.device, each.said, each.ended_at_ms is None) for each in found]


def test_a_shift_from_the_opening_to_the_close() -> None:
    here = at_rest()
    here.give_all(OPENED)
    assert here.floor.ledger.held(drawer_of("1")) == cents(-50_000)
    assert here.floor.ledger.held(CAGE) == cents(50_000), "what is in the drawer is no longer in the cage"
    here.give_all(ask.RedeemPaper(*CAS, "K2"))
    assert here.event(PaperRedeemed).drawer == "1"
    assert here.event(PaperRedeemed).transfers == (Transfer("tickets", drawer_of("1"), cents(5_000)),)
    here.give_all(ask.OrderManualPayout(*CAS, "T2"), ask.SignManualPayout(*CAS, "payout-1", "form 17"))
    assert here.event(PayoutSigned).drawer == "1"
    here.give_all(FILLED, replace(FILLED, to="cage", amount=cents(1_000), why="too many coins"))
    assert view(here).in_drawers == {"1": cents(44_000)}
    pieces = {"5000": 8, "100": 40}
    here.give_all(ask.CountDrawer(*CAS, "1", cents(44_000), pieces))
    counted = here.event(DrawerCounted)
    assert (counted.expected, counted.difference) == (cents(44_000), ZERO)
    here.at_ms += 60_000
    here.give_all(replace(CLOSED, counted=cents(44_000), pieces=pieces))
    closed = here.event(DrawerClosed)
    assert (closed.expected, closed.counted, closed.difference) == (cents(44_000), cents(44_000), ZERO)
    assert not here.floor.vault.drawers
    (drawer,) = view(here).drawers
    assert (drawer.person, drawer.opened_with, drawer.paid, drawer.papers) == ("cas", cents(50_000), cents(10_000), 2)
    assert (drawer.moved_in, drawer.moved_out, drawer.difference) == (cents(5_000), cents(1_000), ZERO)
    assert (drawer.closed_at_ms, drawer.closed_by) == (here.at_ms, "cas")
    assert [(each.counted, each.pieces) for each in drawer.counts] == [(cents(44_000), pieces)] * 2
    assert here.floor.ledger.held(CAGE) == cents(10_000), "what was paid, and nothing else"
    assert not alerts(here.floor)


def test_only_cash_comes_out_of_the_drawer_and_only_its_own_person_pays_out_of_it() -> None:
    here = at_rest()
    here.give_all(replace(OPENED, counted=cents(2_000)))
    here.give_all(ask.RedeemPaper(*CAS, "K2", asked="cheque"))
    assert (here.event(PaperRedeemed).drawer, here.event(PaperRedeemed).transfers[0].destination) == ("", CAGE)
    here.give_all(ask.RedeemPaper(*CARL, "K4"))
    assert here.event(PaperRedeemed).drawer == "", "Carl has none and pays from the cage"
    here.give_all(ask.OrderManualPayout(*CAS, "T2"), ask.SignManualPayout(*CAS, "payout-1", "form 17", "cheque"))
    assert here.event(PayoutSigned).drawer == ""
    here.give_all(ask.RedeemPaper("ticket_machine", "kiosk/K1", "K1"))
    assert here.event(PaperRedeemed).drawer == ""
    assert held_in(here.floor, "1") == cents(2_000)


def test_more_than_is_in_the_drawer_is_not_paid_out_of_it() -> None:
    here = at_rest()
    here.give_all(replace(OPENED, counted=cents(9_999)), ask.OrderManualPayout(*CAS, "T2"))
    refused(here, ask.RedeemPaper(*CAS, "K3"), Reason.DRAWER_SHORT, drawer="1", there=9_999, amount=10_000)
    here.give_all(ask.RedeemPaper(*CAS, "K2"))
    refused(here, ask.SignManualPayout(*CAS, "payout-1", "form 17"), Reason.DRAWER_SHORT, there=4_999)
    # Nobody is asked to sign for what is not there.
    refused(here, ask.SignManualPayout(*CAS, "payout-1", " "), Reason.DRAWER_SHORT, there=4_999)
    refused(here, ask.RedeemPaper(*CAS, "K2"), Reason.TICKET_REDEEMED)
    refused(here, replace(FILLED, to="cage"), Reason.DRAWER_SHORT, there=4_999)
    here.give_all(replace(FILLED, amount=cents(1)), ask.SignManualPayout(*CAS, "payout-1", "form 17"))
    assert held_in(here.floor, "1") == ZERO
    here.give_all(replace(CLOSED, counted=ZERO))


def test_chips_that_are_cashed_in_at_the_cage_come_out_of_the_drawer_too() -> None:
    here = at_rest()
    cash_in = ask.CashInChips(*CAS, "F", "P1", "cage")
    here.give_all(replace(OPENED, counted=cents(9_999)))
    refused(here, cash_in, Reason.DRAWER_SHORT, there=9_999)
    here.give_all(replace(FILLED, amount=cents(1)), cash_in)
    assert here.event(ChipsCashedIn).drawer == "1"
    assert (held_in(here.floor, "1"), view(here).drawers[0].papers) == (ZERO, 1)


def test_one_person_has_one_drawer_and_a_drawer_one_person() -> None:
    here = at_rest()
    here.give_all(OPENED)
    refused(here, replace(OPENED, drawer="2"), Reason.DRAWER_OPEN, drawer="1", person="cas")
    refused(here, replace(OPENED, person="carl"), Reason.DRAWER_OPEN, drawer="1", person="cas")
    here.give_all(replace(OPENED, person="carl", drawer="2"), CLOSED, replace(OPENED, drawer="1", counted=ZERO))
    assert [(each.name, each.person, bool(each.closed_at_ms)) for each in view(here).drawers] == [
        ("1", "cas", False),
        ("2", "carl", False),
        ("1", "cas", True),
    ]


def test_a_difference_at_the_close_needs_words_and_stands_on_its_own_account() -> None:
    here = at_rest()
    here.give_all(OPENED)
    found = {"expected": 50_000, "counted": 49_500, "difference": -500}
    short = replace(CLOSED, counted=cents(49_500))
    refused(here, short, Reason.NO_REASON_GIVEN, **found)
    refused(here, replace(short, why=" "), Reason.NO_REASON_GIVEN)
    seen = preview(here.floor, replace(short, why="a note too much"), here.at_ms)
    assert {each.account: each.after for each in seen.changes} == {
        CAGE: cents(500),
        drawer_of("1"): ZERO,
        short_over_of("1"): cents(-500),
    }
    here.give_all(replace(short, why="a note too much"))
    assert here.event(DrawerClosed).difference == cents(-500)
    assert here.floor.ledger.held(short_over_of("1")) == cents(-500)
    assert here.floor.ledger.held(drawer_of("1")) == ZERO
    assert alerts(here.floor) == [("drawer/1", ["495.00 counted, 500.00 expected"], False)]
    (drawer,) = view(here).drawers
    assert (drawer.difference, drawer.why) == (cents(-500), "a note too much")
    here.give_all(OPENED, replace(CLOSED, counted=cents(50_700), why="found behind the drawer"))
    assert here.floor.ledger.held(short_over_of("1")) == cents(200), "over and short meet on one account"
    assert here.floor.ledger.held(CAGE) == cents(-200)


def test_a_count_that_differs_is_told_until_one_agrees_and_moves_nothing() -> None:
    here = at_rest()
    here.give_all(OPENED, replace(COUNTED, counted=cents(40_000)))
    assert alerts(here.floor) == [("drawer/1", ["400.00 counted, 500.00 expected"], True)]
    assert held_in(here.floor, "1") == cents(50_000)
    here.give_all(COUNTED)
    assert alerts(here.floor) == [("drawer/1", ["400.00 counted, 500.00 expected"], False)]


@pytest.mark.parametrize(
    ("pieces", "sum_"),
    [
        ({"5000": 9}, 45_000),
        ({"5000": 10, "1": 1}, 50_001),
        ({"-5000": -10}, None),
        ({"5000": -1, "55000": 1}, None),
        ({"fifty": 10}, None),
        ({"": 50_000}, None),
        ({"٥٠٠": 100}, None),
        ({"9" * 30: 1}, None),
        ({"1": LARGEST_CENTS + 1}, None),
        ({"999999999999": LARGEST_CENTS}, None),
    ],
    ids=["too-few", "too-many", "negative", "negative-count", "words", "nothing", "digits", "huge", "pieces", "sum"],
)  # fmt: skip
def test_pieces_must_add_up_to_what_was_counted(pieces: dict[str, int], sum_: int | None) -> None:
    here = at_rest()
    here.give_all(OPENED)
    expected = {} if sum_ is None else {"sum": sum_}
    refused(here, replace(COUNTED, pieces=pieces), Reason.NOT_THE_SUM, **expected)
    refused(here, replace(CLOSED, pieces=pieces), Reason.NOT_THE_SUM, **expected)


def test_amounts_that_nobody_can_have_counted() -> None:
    here = at_rest()
    much = cents(LARGEST_CENTS + 1)
    for amount, reason in ((cents(-1), Reason.NO_AMOUNT), (much, Reason.ABOVE_MAXIMUM)):
        refused(here, replace(OPENED, counted=amount), reason)
    here.give_all(OPENED)
    for amount, reason in ((cents(-1), Reason.NO_AMOUNT), (ZERO, Reason.NO_AMOUNT), (much, Reason.ABOVE_MAXIMUM)):
        refused(here, replace(FILLED, amount=amount), reason)
    for command in (COUNTED, replace(CLOSED, why="why")):
        refused(here, replace(command, counted=cents(-1)), Reason.NO_AMOUNT)
        refused(here, replace(command, counted=much), Reason.ABOVE_MAXIMUM)


@pytest.mark.parametrize("name", ["", " ", "a/b", "two\nlines"])
def test_a_drawer_has_a_name_that_an_account_can_bear(name: str) -> None:
    refused(at_rest(), replace(OPENED, drawer=name), Reason.NOT_A_NAME)


def test_what_is_not_open_is_neither_moved_nor_counted_nor_closed() -> None:
    here = at_rest()
    for command in (FILLED, COUNTED, CLOSED):
        refused(here, command, Reason.UNKNOWN_DRAWER)


def test_who_may_is_who_pays_under_some_rulebook() -> None:
    here = at_rest()
    refused(here, replace(OPENED, role="nobody"), Reason.UNKNOWN_ROLE)
    refused(here, replace(OPENED, role="inspector"), Reason.NO_POWER)
    refused(here, replace(OPENED, role="dealer"), Reason.NO_POWER)
    refused(here, replace(OPENED, person=""), Reason.UNKNOWN_PERSON)
    here.give_all(
        ask.EngageStaff("cas", "Cas Ono", {"ministar": ("cashier",)}),
        ask.EngageStaff("dan", "Dan Ek", {"adelaide": ("dealer",)}),
    )
    refused(here, replace(OPENED, person="dan"), Reason.NOT_THEIR_ROLE, person="dan")
    here.give_all(OPENED)
    refused(here, replace(FILLED, person="carl"), Reason.NO_POWER, person="cas")
    refused(here, replace(COUNTED, person="carl"), Reason.NO_POWER, person="cas")
    refused(here, replace(CLOSED, person="carl"), Reason.NO_POWER, person="cas")
    refused(here, replace(CLOSED, role="inspector"), Reason.NO_POWER)


def test_the_drawer_of_somebody_who_went_home_is_closed_by_who_oversees_or_operates() -> None:
    here = at_rest()
    here.give_all(
        ask.EngageStaff("ann", "Ann Ito", {"ministar": ("assistant_gaming_manager",)}),
        ask.EngageStaff("olga", "Olga Ruiz", {}, ("operator",)),
        ask.EngageStaff("wim", "Wim Bos", {}, ("witness",)),
        ask.EngageStaff("cas", "Cas Ono", {"ministar": ("cashier",)}),
        OPENED,
        ask.ReleaseStaff("cas", "gone", ""),
    )
    refused(here, CLOSED, Reason.NOT_THEIR_ROLE)
    role, person = HOST
    refused(here, replace(FILLED, role=role, person=person), Reason.NO_POWER, person="cas")
    here.give_all(replace(COUNTED, role=role, person=person))
    refused(here, replace(CLOSED, role="operator", person="wim"), Reason.NOT_THEIR_ROLE, role="operator")
    here.give_all(replace(CLOSED, role="operator", person="olga"), replace(OPENED, person="carl"))
    here.give_all(replace(CLOSED, role=role, person=person))
    assert [(each.person, each.closed_by) for each in view(here).drawers] == [("carl", "ann"), ("cas", "olga")]


def test_a_new_day_and_a_snapshot_lose_no_open_drawer() -> None:
    here = at_rest()
    here.give_all(OPENED, COUNTED)
    before = view(here).drawers
    here.give_all(ask.BeginDay("2100-03-02", state_hash(here.floor), SHAPE, LOGIC))
    assert view(here).drawers == before
    assert cage_view(decode_snapshot(encode_snapshot(here.floor)), 500) == view(here)
    here.restart()
    assert view(here).drawers == before
    here.give_all(CLOSED)


def test_the_last_closed_drawers_and_counts_are_kept_to_be_shown() -> None:
    here = at_rest()
    here.give_all(OPENED, *[COUNTED] * (COUNTS_KEPT + 1))
    assert len(view(here).drawers[0].counts) == COUNTS_KEPT
    here.give_all(CLOSED)
    for _ in range(DRAWERS_KEPT):
        here.give_all(OPENED, CLOSED)
    assert len(view(here).drawers) == DRAWERS_KEPT
    assert len(view(here).drawers[-1].counts) == 1, "the oldest is gone"


def test_the_view_of_the_cage_shows_the_newest_and_every_payment_that_waits() -> None:
    here = at_rest()
    here.give_all(ask.OrderManualPayout(*CAS, "T2", cents(1_000)), ask.OrderManualPayout(*CAS, "T2"))
    here.give_all(ask.SignManualPayout(*CAS, "payout-2", "form 17"))
    seen = cage_view(here.floor, 1)
    assert [paper.number for paper in seen.papers] == ["K4"]
    assert seen.papers_in_all == 4
    assert [payout.number for payout in seen.payouts] == ["payout-1", "payout-2"]


def test_recalled_as_lines_of_a_script() -> None:
    assert line_for(OPENED) == "open-drawer cashier:cas 1 500.00"
    assert line_for(FILLED) == "move-cash cashier:cas 1 50.00 to drawer"
    assert line_for(COUNTED) == "count-drawer cashier:cas 1 500.00"
    assert line_for(replace(CLOSED, why="short")) == 'close-drawer cashier:cas 1 500.00 "short"'


def test_a_script_that_is_not_about_drawers_pays_from_the_cage() -> None:
    run = run_script("rulebook ministar roulette \n note T1 20.00 \n collect T1 as K1 \n redeem K1 \n expect balanced")
    assert run.stage.floor.ledger.held(CAGE) == cents(2_000)


@pytest.mark.parametrize(("held", "stands"), [(-1, True), (0, True), (1, False)])
def test_the_books_do_not_balance_with_a_drawer_that_owes(held: int, *, stands: bool) -> None:
    ledger = Ledger()
    ledger.accounts = {drawer_of("1"): cents(held), CAGE: cents(-held)}
    assert ledger.is_balanced() is stands


NAMES, PEOPLE = ("1", "2"), ("cas", "carl")
DRAWER, PERSON = st.sampled_from(NAMES), st.sampled_from(PEOPLE)
AMOUNT = st.sampled_from([0, 1, 777, 2_000, 5_000, 12_345, 50_000, -1]).map(cents)
PAPER = st.sampled_from(["K1", "K2", "K3", "K4", "K-none"])
FORM = st.sampled_from(["cash", "cash", "cash", "cheque"])
OFF_BY = st.sampled_from([0, 0, 0, -500, 1, 70_000]).map(cents)


class DrawersInAnyOrder(RuleBasedStateMachine):
    """Whatever is opened, moved, paid, counted and closed: a small account of our own says what is in every drawer."""

    def __init__(self) -> None:
        super().__init__()
        self.play = at_rest()
        self.inside: dict[str, Money] = {}
        """By open drawer: opened + moved in - moved out - paid."""
        self.apart: dict[str, Money] = dict.fromkeys(NAMES, ZERO)
        self.owner: dict[str, str] = {}

    def give(self, command: AnyCommand) -> bool:
        return not isinstance(self.play.give(command), Refusal)

    def pay(self, person: str, form: str, amount: Money) -> None:
        mine = [name for name, whose in self.owner.items() if whose == person]
        for name in mine if form == "cash" else ():
            self.inside[name] -= amount

    @rule(name=DRAWER, person=PERSON, amount=AMOUNT)
    def opens(self, name: str, person: str, amount: Money) -> None:
        free = name not in self.inside and person not in self.owner.values()
        assert self.give(ask.OpenDrawer("cashier", person, name, amount)) is (free and amount >= ZERO)
        if free and amount >= ZERO:
            self.inside[name], self.owner[name] = amount, person

    @rule(name=DRAWER, person=PERSON, amount=AMOUNT)
    def fills(self, name: str, person: str, amount: Money) -> None:
        may = self.owner.get(name) == person and amount > ZERO
        assert self.give(ask.MoveDrawerCash("cashier", person, name, amount, "drawer")) is may
        if may:
            self.inside[name] += amount

    @rule(name=DRAWER, person=PERSON, amount=AMOUNT)
    def empties(self, name: str, person: str, amount: Money) -> None:
        may = self.owner.get(name) == person and ZERO < amount <= self.inside[name]
        assert self.give(ask.MoveDrawerCash("cashier", person, name, amount, "cage")) is may
        if may:
            self.inside[name] -= amount

    @rule(person=PERSON, paper=PAPER, form=FORM)
    def redeems(self, person: str, paper: str, form: str) -> None:
        if self.give(ask.RedeemPaper("cashier", person, paper, form)):
            self.pay(person, form, self.play.floor.tickets[paper].amount)

    @rule(person=PERSON, amount=AMOUNT, form=FORM)
    def pays_by_hand(self, person: str, amount: Money, form: str) -> None:
        if not self.give(ask.OrderManualPayout("cashier", person, "T2", amount)):
            return
        payout = next(reversed(self.play.floor.vault.payouts.values()))
        if self.give(ask.SignManualPayout("cashier", person, payout.number, "form", form)):
            self.pay(person, form, payout.amount)

    @rule(person=PERSON)
    def cashes_in(self, person: str) -> None:
        held = self.play.floor.ledger.held("hand/F/P1")
        if self.give(ask.CashInChips("cashier", person, "F", "P1", "cage")):
            self.pay(person, "cash", held)

    @rule(name=DRAWER, person=PERSON, amount=AMOUNT)
    def counts(self, name: str, person: str, amount: Money) -> None:
        may = self.owner.get(name) == person and amount >= ZERO
        assert self.give(ask.CountDrawer("cashier", person, name, amount)) is may

    @rule(name=DRAWER, person=PERSON, off_by=OFF_BY, why=st.sampled_from(["why", ""]))
    def closes(self, name: str, person: str, off_by: Money, why: str) -> None:
        counted = self.inside.get(name, ZERO) + off_by
        may = self.owner.get(name) == person and counted >= ZERO and (not off_by or bool(why))
        assert self.give(ask.CloseDrawer("cashier", person, name, counted, why=why)) is may
        if may:
            assert self.play.event(DrawerClosed).difference == off_by
            del self.inside[name], self.owner[name]
            self.apart[name] += off_by

    @invariant()
    def the_ledger_says_the_same(self) -> None:
        floor = self.play.floor
        for name in NAMES:
            assert floor.ledger.held(drawer_of(name)) == -self.inside.get(name, ZERO)
            assert floor.ledger.held(short_over_of(name)) == self.apart[name]
        assert floor.ledger.is_balanced()

    @invariant()
    def what_is_shown_adds_up(self) -> None:
        seen = cage_view(self.play.floor, 500)
        assert seen.in_drawers == self.inside
        for drawer in seen.drawers:
            made = drawer.opened_with + drawer.moved_in - drawer.moved_out - drawer.paid
            held = drawer.counts[-1].expected if drawer.closed_at_ms else self.inside[drawer.name]
            assert made == held
        short = total(drawer.difference for drawer in seen.drawers)
        assert short == total(self.apart.values())


DrawersInAnyOrder.TestCase.settings = settings(
    max_examples=20, stateful_step_count=25, deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
test_drawers_in_any_order = DrawersInAnyOrder.TestCase


REQUIRED = ask.RequireDrawers(required=True)
SIGNED = ask.SignManualPayout(*CAS, "payout-1", "F1")


def test_where_drawers_are_required_nobody_pays_cash_without_one() -> None:
    here = at_rest()
    here.give_all(ask.OrderManualPayout(*CAS, "T2", cents(1_000)), REQUIRED)
    cage = here.floor.ledger.held(CAGE)
    chips = ask.CashInChips(*CAS, "F", "P1", "cage")
    for command in (ask.RedeemPaper(*CAS, "K1"), SIGNED, chips):
        refused(here, command, Reason.NO_DRAWER)
    assert here.floor.ledger.held(CAGE) == cage, "nobody answers for cash that was not paid"
    here.give_all(ask.RedeemPaper(*CAS, "K1", "cheque"), ask.RedeemPaper("ticket_machine", "K1", "K2"))
    here.give_all(OPENED, ask.RedeemPaper(*CAS, "K3"))
    assert here.event(PaperRedeemed).drawer == "1"
    here.give_all(SIGNED)
    assert here.event(PayoutSigned).drawer == "1"
    here.give_all(chips)
    assert here.event(ChipsCashedIn).drawer == "1"
    assert here.give(REQUIRED) == (), "nothing new"


def test_drawers_are_required_no_longer_once_the_house_says_so() -> None:
    here = at_rest()
    here.give_all(REQUIRED)
    refused(here, ask.RedeemPaper(*CAS, "K1"), Reason.NO_DRAWER)
    here.give_all(ask.RequireDrawers(required=False), ask.RedeemPaper(*CAS, "K1"))
    assert here.event(PaperRedeemed).drawer == ""


def test_a_paper_that_is_paid_already_is_told_before_the_drawer_that_lacks() -> None:
    here = at_rest()
    here.give_all(ask.RedeemPaper(*CAS, "K1"), REQUIRED)
    refused(here, ask.RedeemPaper(*CAS, "K1"), Reason.TICKET_REDEEMED)


@pytest.mark.parametrize("name", ["", ".", "..", "...", "x" * 33, "a/b", " 1", "\u200b", "\u3164"], ids=ascii)
def test_a_drawer_has_a_name_that_can_be_shown_and_asked_for(name: str) -> None:
    refused(at_rest(), replace(OPENED, drawer=name), Reason.NOT_A_NAME)


@pytest.mark.parametrize("name", ["1", "x" * 32, "Bar.2", "..3"])
def test_other_names_are_left_to_the_cage(name: str) -> None:
    here = at_rest()
    here.give_all(replace(OPENED, drawer=name))
    assert name in here.floor.vault.drawers


def test_whoever_neither_pays_nor_oversees_is_not_told_of_differences() -> None:
    here = at_rest()
    staff: dict[str, dict[str, tuple[str, ...]]] = {
        "cas": {"ministar": ("cashier",)},
        "ann": {"ministar": ("assistant_gaming_manager",)},
        "dan": {"adelaide": ("dealer",)},
    }
    here.give_all(
        *(ask.EngageStaff(person, person, roles) for person, roles in staff.items()),
        ask.EngageStaff("olga", "olga", {}, ("operator",)),
        ask.EngageStaff("wim", "wim", {}, ("witness",)),
        OPENED,
        replace(COUNTED, counted=cents(49_000)),
    )
    kind = AlertKind.DRAWER_DIFFERS.value
    seen = {
        person: any(each.kind == kind for each in alerts_view(here.floor, person).open)
        for person in (*staff, "olga", "wim")
    }
    assert seen == {"cas": True, "ann": True, "dan": False, "olga": True, "wim": False}
    (number,) = [each.number for each in here.floor.alerts.open.values() if each.kind is AlertKind.DRAWER_DIFFERS]
    refused(here, ask.AcknowledgeAlert("dealer", "dan", number, "seen"), Reason.NOT_THEIR_ROLE)
    here.give_all(ask.AcknowledgeAlert("cashier", "cas", number, "seen"))
