"""A jackpot that is no longer offered leaves nothing behind: all of it waits for the next pools of another."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from openetg.chance.drawing import PROCESS, commitment_of, mystery_purpose
from openetg.floor import commands as ask
from openetg.floor.core.ledger import overflow_of, pool_of
from openetg.floor.core.refusals import Reason, Refusal
from openetg.floor.events import AwardQuestioned, JackpotDecommissioned, PoolFed, RunNoted
from openetg.floor.jackpots.commands import JackpotRules
from openetg.floor.jackpots.pools import held_in
from openetg.floor.jackpots.views import jackpot_desk, jackpots_at, lines_at, public_jackpots, terminal_jackpots
from openetg.floor.pipeline import decide
from openetg.floor.premises.founding import in_order
from openetg.floor.premises.rulebooks import rulebook_hash
from openetg.floor.state import AlertKind, key_of
from openetg.money import ZERO, cents
from tests.marks import clause
from tests.one_table import START_MS
from tests.payout_notation import playable
from tests.unit.floor.jackpots.build import (
    FREE,
    MAIN,
    OPERATOR,
    SECRET,
    SEVENTEENS,
    THINGS,
    A,
    B,
    Hall,
    J,
    hall,
    level,
    mystery,
    offered,
    progressive,
)

ON = {"straight:17": 500}
INTO = "heir"


def both(rules: JackpotRules, heir: JackpotRules | None = None) -> Hall:
    """A jackpot with everything in it that one can hold, and its heir at the other table."""
    hall = offered(rules)
    other = heir or progressive(level("grand", trigger=SEVENTEENS, rates={B: 10_000}))
    hall.give_all(ask.SetUpJackpot(*OPERATOR, INTO, other))
    hall.over()
    return hall


def decommission(levels: dict[str, str] | None = None, into: str = INTO, why: str = "sold") -> ask.DecommissionJackpot:
    return ask.DecommissionJackpot(*OPERATOR, J, into, {MAIN: "grand"} if levels is None else levels, why)


def test_pool_reserve_and_overflow_and_every_part_of_a_cent_are_the_heirs() -> None:
    rules = level(trigger=SEVENTEENS, rates={A: 12_345}, reserve_rate=1_111, ceiling=cents(10_010))
    hall = both(progressive(rules))
    hall.spin(A, "5", a1={"straight:17": 1_700, "red": 1_300})
    here, there = hall.level(), hall.floor.jackpots.offered[INTO].levels["grand"]
    carried = here.carried + here.reserve_carried
    held = held_in(hall.floor, J, MAIN)
    assert hall.reserve() > 0
    assert hall.overflow() > 0
    assert carried > 0
    hall.give_all(decommission())
    event = hall.event(JackpotDecommissioned)
    assert (event.moved, event.clause, event.levels) == (held, "4.1.1", {MAIN: "grand"})
    assert held_in(hall.floor, J, MAIN) == ZERO
    assert hall.floor.ledger.held(overflow_of(INTO, "grand")) == held
    assert (here.moved, there.moved) == (-held, held)
    assert (here.carried, here.reserve_carried, there.parts) == (0, 0, carried)
    assert event.parts == {MAIN: carried}, "so that anybody can do it again"


@clause("novo-unity", "4.1.1", "1.1:void")
@pytest.mark.parametrize("twice", [False, True])
def test_what_is_void_later_is_set_against_what_the_heir_has_yet_to_gain(twice: bool) -> None:
    rules = level(trigger=SEVENTEENS, rates={A: 12_345}, reserve_rate=1_111)
    heir = progressive(level("grand", trigger=SEVENTEENS, rates={A: 10_000, B: 10_000}))
    hall = both(progressive(rules), heir)
    hall.spin(A, "5", a1=3_000, a2=1_000)
    last = "grand"
    hall.give_all(decommission())
    if twice:
        hall.give_all(ask.SetUpJackpot(*OPERATOR, "third", heir))
        hall.give_all(ask.DecommissionJackpot(*OPERATOR, INTO, "third", {"grand": "grand"}, "sold"))
    of = hall.floor.jackpots.offered["third" if twice else INTO]
    level_, pool = of.levels[last], hall.floor.ledger.held(pool_of(of.name, last))
    before = level_.carried + level_.parts
    hall.void(hall.numbers() - 1)
    fed = {each.of: each for each in hall.events(PoolFed)}
    mine = fed[f"{J}/{MAIN}"]
    assert (mine.jackpot, mine.level, mine.turnover, mine.rate) == (of.name, last, cents(-4_000), 13_456)
    assert set(fed) == {f"{J}/{MAIN}", f"{INTO}/grand"} if twice else {f"{J}/{MAIN}", ""}
    assert level_.carried + level_.parts == before - 4_000 * (12_345 + 1_111 + 10_000)
    assert hall.floor.ledger.held(pool_of(of.name, last)) == pool, "no pool falls by itself"
    assert hall.level().turnover == ZERO


def test_wagers_that_are_suspended_and_confirmed_later_are_worth_to_the_heir_what_they_were() -> None:
    hall = both(progressive(level(trigger=SEVENTEENS, rates={A: 123_456})))
    hall.spin(A, "5", a1=3_000, a2=1_000)
    number = hall.numbers() - 1
    hall.give_all(decommission())
    there = hall.floor.jackpots.offered[INTO].levels["grand"]
    before, held = there.parts, held_in(hall.floor, INTO, "grand")
    hall.give_all(ask.DeclareFault("casino_supervisor", "sue", A, "system", "it hung", (number,)))
    assert there.parts == before - 4_000 * 123_456
    hall.establish("a1")
    hall.establish("a2")
    assert (there.parts, held_in(hall.floor, INTO, "grand")) == (before, held)
    assert there.feeds == [], "nobody wins anything by it"


def test_somebody_is_told_if_a_prize_of_it_that_was_paid_is_in_doubt() -> None:
    hall = both(progressive(lock_from=cents(1_000_000)))
    hall.spin(A, "17", a1=ON)
    hall.spin(A, "17", a1=ON)
    hall.give_all(ask.CreditAward("a1", f"{J}.{MAIN}.1", "electronic_gaming_attendant", "ada"))
    hall.give_all(decommission())
    hall.void(hall.numbers() - 1)
    assert hall.event(AwardQuestioned).award == f"{J}.{MAIN}.1"
    assert not hall.events(RunNoted)


def test_the_heirs_next_pool_begins_with_it() -> None:
    hall = both(progressive())
    hall.give_all(decommission())
    hall.spin(B, "17", b1=ON)
    hall.spin(B, "17", b1=ON)
    # A hundredth of the winning round, and all that was moved, which is the seed of the other: nothing of the house.
    assert hall.floor.ledger.held(pool_of(INTO, "grand")) == cents(10_005)
    assert hall.floor.jackpots.offered[INTO].levels["grand"].seeded == cents(10_000)


@clause("novo-unity", "4.1.1")
def test_what_is_less_than_a_cent_hits_nothing_that_runs_and_comes_with_the_next_pool() -> None:
    """Else a mystery would hit by what nobody has staked for it."""
    heir = mystery(level("grand", low=cents(10_001), high=cents(10_001), rates={B: 10_000}), lock_from=FREE)
    hall = both(progressive(), heir)
    bound = commitment_of(mystery_purpose(INTO, "grand", 1), SECRET)
    hall.give_all(ask.CommitMystery(INTO, "grand", 1, bound, "sealed", PROCESS))
    hall.spin(A, "5", a1=90)
    hall.spin(B, "5", b1=90)
    hall.give_all(decommission())
    there = hall.floor.jackpots.offered[INTO].levels["grand"]
    assert (there.carried, there.parts) == (900_000, 900_000)
    hall.spin(B, "5", b1=1)
    reveal = ask.RevealMystery(INTO, "grand", 1, SECRET)
    assert hall.refused(reveal).reason is Reason.NOT_REACHED
    hall.spin(B, "5", b2=9)
    assert [each.terminal for each in hall.give(reveal)] == ["b2"]  # type: ignore[union-attr]
    bound = commitment_of(mystery_purpose(INTO, "grand", 2), SECRET)
    hall.give_all(ask.CommitMystery(INTO, "grand", 2, bound, "sealed", PROCESS))
    assert (there.carried, there.parts) == (900_000, 0)


@clause("novo-unity", "4.1.1")
def test_when_the_instrument_was_amended_there_is_a_way_out() -> None:
    """The same rulebook in another version: what is in a pool goes on under that, by its end or by a change."""
    book = playable("novo-unity").rulebook
    newer = replace(book, about=replace(book.about, title=f"{book.about.title}, amended"))
    floor, known = hall(), rulebook_hash(newer)
    for wish in in_order(newer, "C", "automatic", terminals=("c1",), notes=(cents(10_000),), at_ms=START_MS):
        floor.give_all(wish)
    by = newer.equipment.approver.value if newer.equipment.approver else ""
    floor.give_all(*(ask.RecordApproval(known, thing, "ref", by, "", (PROCESS,)) for thing in THINGS))
    floor.give_all(ask.SetUpJackpot(*OPERATOR, J, progressive(lock_from=FREE)))
    changed = ask.ChangeJackpot(*OPERATOR, J, progressive(level(trigger=SEVENTEENS, rates={"C": 10_000})))
    floor.give_all(changed)
    floor.spin(A, "5")
    floor.spin(A, "17", a1=ON)
    floor.spin(A, "17", a1=ON)
    assert (floor.jackpot.pending, floor.jackpot.rulebook) == (None, known)
    floor.give_all(ask.CreditAward("a1", f"{J}.{MAIN}.1", "electronic_gaming_attendant", "ada"))
    heir = progressive(level("grand", trigger=SEVENTEENS, rates={B: 10_000}))
    floor.give_all(ask.SetUpJackpot(*OPERATOR, INTO, heir))
    floor.give_all(decommission())
    assert floor.floor.ledger.held(overflow_of(INTO, "grand")) == cents(10_005)


def test_it_is_fed_shown_and_spoken_of_no_more() -> None:
    hall = both(progressive())
    hall.give_all(ask.ReportJackpotLink(J, "a1", up=False))
    hall.give_all(decommission())
    hall.spin(A, "5", a1=ON)
    assert held_in(hall.floor, J, MAIN) == ZERO
    assert (jackpots_at(hall.floor, A), lines_at(hall.floor, A)) == ((), ())
    assert terminal_jackpots(hall.floor, "a1") is None
    assert [view.name for view in public_jackpots(hall.floor)] == [INTO]
    assert [(desk.name, desk.into) for desk in jackpot_desk(hall.floor).jackpots] == [(J, INTO), (INTO, "")]
    assert key_of(AlertKind.JACKPOT_LINK_LOST, f"jackpot/{J}/a1") not in hall.floor.alerts.lasting
    for wish in (
        decommission(),
        ask.ReportJackpotLink(J, "a1", up=True),
        ask.DeclareJackpotFault(*OPERATOR, J, "display", "why"),
        ask.AdjustJackpot(*OPERATOR, J, cents(1), "why", MAIN),
    ):
        assert hall.refused(wish).reason is Reason.UNKNOWN_JACKPOT


def test_of_a_mystery_the_secret_stays_one() -> None:
    hall = both(mystery())
    hall.commit()
    hall.spin(A, "5", a1=100)
    held = held_in(hall.floor, J, MAIN)
    hall.give_all(decommission())
    assert hall.floor.ledger.held(overflow_of(INTO, "grand")) == held
    assert hall.reveal().reason is Reason.UNKNOWN_JACKPOT  # type: ignore[union-attr]


def test_two_levels_may_go_into_one() -> None:
    minor = level("minor", trigger=SEVENTEENS)
    hall = both(progressive(level(trigger=SEVENTEENS), minor))
    hall.give_all(decommission({MAIN: "grand", "minor": "grand"}))
    assert hall.floor.ledger.held(overflow_of(INTO, "grand")) == cents(20_000)


@pytest.mark.parametrize(
    ("wish", "reason"),
    [
        (ask.DecommissionJackpot("cashier", "cas", J, INTO, {MAIN: "grand"}, "why"), Reason.NO_POWER),
        (decommission(why=" "), Reason.NO_REASON_GIVEN),
        (decommission(into="other"), Reason.OTHER_JACKPOT),
        (decommission({MAIN: MAIN}, into=J), Reason.OTHER_JACKPOT),
        (decommission({}), Reason.OTHER_JACKPOT),
        (decommission({MAIN: "minor"}), Reason.OTHER_JACKPOT),
        (decommission({MAIN: "grand", "minor": "grand"}), Reason.OTHER_JACKPOT),
    ],
)
def test_why_not(wish: ask.DecommissionJackpot, reason: Reason) -> None:
    assert both(progressive()).refused(wish).reason is reason


def test_not_into_one_that_was_decommissioned_itself() -> None:
    hall = both(progressive())
    hall.give_all(ask.DecommissionJackpot(*OPERATOR, INTO, J, {"grand": MAIN}, "why"))
    assert hall.refused(decommission()).reason is Reason.OTHER_JACKPOT


def test_not_while_it_does_not_work() -> None:
    hall = both(progressive())
    hall.give_all(ask.DeclareJackpotFault(*OPERATOR, J, "controller", "why"))
    assert hall.refused(decommission()) == Refusal(Reason.JACKPOT_FAULTY, "4.1.1")


def test_not_while_a_prize_is_owed_or_on_its_way_to_paper() -> None:
    hall = both(progressive(lock_from=cents(1_000_000)))
    hall.spin(A, "17", a1=ON)
    hall.spin(A, "17", a1=ON)
    first = f"{J}.{MAIN}.1"
    due = Refusal(Reason.AWARDS_DUE, "4.1.1", {"award": first})
    assert hall.refused(decommission()) == due
    hall.give_all(ask.PaperAward("electronic_gaming_attendant", "ada", first, ticket="K1"))
    assert hall.refused(decommission()) == due
    hall.give_all(ask.ReportPrint("a1", "K1", printed=True))
    hall.give_all(decommission())


def test_not_without_the_approved_procedure() -> None:
    floor = hall(approvals=THINGS[:1])
    other = progressive(level("grand", trigger=SEVENTEENS, rates={B: 10_000}))
    floor.give_all(ask.SetUpJackpot(*OPERATOR, J, progressive()), ask.SetUpJackpot(*OPERATOR, INTO, other))
    floor.floor.premises.approvals.clear()
    missing = Refusal(Reason.NOT_APPROVED, "4.1.1", {"thing": "progressive-procedure"})
    assert decide(floor.floor, decommission(), floor.at_ms) == missing
