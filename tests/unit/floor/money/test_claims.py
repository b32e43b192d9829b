"""What a reversal cannot take back: the case that opens with it, who is told, what it is set against, how it ends."""

from __future__ import annotations

import pytest

from openetg.floor.alerts.dues import dues
from openetg.floor.commands import Release
from openetg.floor.core.ledger import contested_of, demanded_of
from openetg.floor.events import HoldingReleased, HoldNotified, MoneyWithheld, OutcomeCorrected
from openetg.floor.trouble.allowed import Asker, Way, about_holding, allowed, table_of_holding
from openetg.floor.trouble.views import queue_view, withheld
from openetg.money import ZERO, Money, cents
from openetg.rulebook.schema.policies import HoldDuty
from openetg.script.run import PlayedScript
from openetg.script.stage import Stage
from tests.marks import clause
from tests.powers import told
from tests.scripts import run_script

WON = "bets \n note T1 10.00 \n place T1 red 10.00 \n spin \n drop \n rest 1 \n expect meter T1 20.00 \n"
CORRECT = 'correct assistant_gaming_manager 0 "camera 4" \n'
MINISTAR = "rulebook ministar roulette \n" + WON
NOVO = """
    rulebook novo-unity roulette
    bets
    note T1 10.00
    place T1 red 10.00
    spin
    drop
    rest 1
"""
INTERBLOCK = "rulebook interblock roulette \n" + WON + "collect T1 as K1 \n"
WHEEL = """
    rulebook money-wheel money-wheel
    buy P1 100.00
    bets
    place P1 c 10.00
    close
    rest c
    cash-in P1
    void casino_supervisor cause=fraud "dealer paid a friend"
"""


def claimed(stage: Stage, what: str) -> Money:
    return -stage.floor.ledger.held(demanded_of(what))


def _release(decided: str) -> Release:
    return Release("casino_operator", "ann", "T1", pay=decided == "pay", why="looked into")


def ways(stage: Stage, what: str, role: str) -> set[Way]:
    table = table_of_holding(stage.floor, what)
    assert table is not None
    asker = Asker("ann", (role,))
    return {each.candidate.way for each in allowed(stage.floor, table, about_holding(what), asker, stage.at_ms)}


def waiting(run: PlayedScript) -> list[tuple[str, str, str, Money, str]]:
    """The lines about money in the queue of decisions."""
    floor = run.stage.floor
    lines = queue_view(floor, floor.tables.values()).waiting
    return [(each.name, each.stage, each.clause, each.money, each.ground) for each in lines if each.kind == "holding"]


@clause("ministar", "7.5", "7.2.3.1")
def test_money_cashed_out_before_a_correction_is_a_case_of_which_the_inspector_is_told_at_once() -> None:
    run = run_script(MINISTAR + "collect T1 as K1 \n" + CORRECT + "expect demanded T1 20.00 \n expect balanced")
    opened, told_of = told(run, MoneyWithheld)[0], told(run, HoldNotified)
    assert (opened.demanded, opened.clause, opened.transfers, opened.table) == (cents(2_000), "7.5", (), "A")
    assert told_of == [HoldNotified("T1", "inspector", "camera 4", "7.5", HoldDuty.NOTICE)]
    assert waiting(run) == [("T1", "demanded", "7.5", cents(2_000), "notice")]
    due = [each for each in dues(run.stage.floor) if each.duty == "withheld"]
    assert [(each.about, each.official, each.clause, each.is_open) for each in due] == [
        ("T1", "inspector", "7.5", True)
    ]


@clause("ministar", "7.4")
def test_a_void_that_finds_a_meter_empty_opens_the_case_too() -> None:
    run = run_script(
        MINISTAR
        + """
        collect T1 as K1
        declare assistant_gaming_manager system "the disk of the server"
        expect demanded T1 10.00
        """
    )
    assert waiting(run) == [("T1", "demanded", "7.5", cents(1_000), "notice")]
    assert [each.official for each in told(run, HoldNotified)] == ["inspector"]


@clause("novo-unity", "7.1.13")
def test_novo_unity_opens_a_case_and_tells_the_inspector() -> None:
    run = run_script(NOVO + 'collect T1 as K1 \n correct casino_supervisor 0 "camera 4" \n expect demanded T1 20.00')
    assert [(each.what, each.clause) for each in told(run, HoldNotified)] == [("T1", "7.1.13")]
    assert waiting(run) == [("T1", "demanded", "7.1.13", cents(2_000), "notice")]


@clause("interblock", "8.6")
def test_interblock_keeps_a_claim_though_it_lets_no_meter_money_be_withheld_and_has_nobody_told() -> None:
    run = run_script(
        INTERBLOCK
        + """
        declare casino_operator system "the disk of the server"
        expect demanded T1 10.00
        """
    )
    assert waiting(run) == [("T1", "demanded", "8.6", cents(1_000), "untold")]
    assert not told(run, HoldNotified)
    assert not [each for each in dues(run.stage.floor) if each.duty == "withheld"]
    assert ways(run.stage, "T1", "casino_operator") >= {Way.GIVE_UP, Way.RECOVER}


@clause("money-wheel", "A:void", "10.3")
def test_a_payout_that_has_left_the_wheel_is_a_claim_on_the_player() -> None:
    run = run_script(WHEEL + "expect demanded P1 50.00 \n expect balanced")
    assert waiting(run) == [("P1", "demanded", "A:void", cents(5_000), "untold")]
    run_script(
        WHEEL
        + """
        release dealer P1 refuse
        expect refused NO_POWER A:void
        release casino_operator P1 refuse
        expect cites A:void
        expect demanded P1 0.00
        release casino_operator P1 refuse
        expect refused NOTHING_WITHHELD A:void
        expect balanced
        """
    )


@clause("interblock", "8.1")
def test_interblock_demands_after_a_corrected_number_by_the_clause_on_corrections_for_no_server_failed() -> None:
    run = run_script(INTERBLOCK + CORRECT + "expect cites 8.1 \n expect demanded T1 20.00")
    (opened,) = told(run, MoneyWithheld)
    assert opened.clause == "8.1"
    assert waiting(run) == [("T1", "demanded", "8.1", cents(2_000), "untold")]
    assert all("8.6" not in (event.clause, *getattr(event, "also", ())) for event in told(run, OutcomeCorrected))


@clause("interblock", "8.6", "8.1")
@pytest.mark.parametrize(
    ("reversal", "cites"),
    [
        pytest.param(CORRECT, "8.1", id="corrected-number"),
        pytest.param('declare casino_operator system "the disk of the server" \n', "8.6", id="failed-server"),
    ],
)
def test_who_may_not_end_a_claim_is_told_the_clause_by_which_the_payment_was_reversed(
    reversal: str, cites: str
) -> None:
    run_script(
        INTERBLOCK
        + reversal
        + f"""
        release inspector T1 refuse
        expect refused NO_POWER {cites}
        release nobody T1 refuse
        expect refused UNKNOWN_ROLE {cites}
        release casino_operator T1 pay by-hand
        expect refused NOTHING_WITHHELD {cites}
        """
    )


@clause("ministar", "7.5")
@clause("interblock", "8.1")
@pytest.mark.parametrize(
    ("decided", "bank", "cage"),
    [pytest.param("refuse", 1_000, -2_000, id="recovered"), pytest.param("pay", -1_000, 0, id="given-up")],
)
@pytest.mark.parametrize(("book", "cites"), [("ministar", "7.5"), ("interblock", "8.1")])
def test_a_claim_ends_when_it_has_come_back_or_is_given_up(
    book: str, cites: str, decided: str, bank: int, cage: int
) -> None:
    run = run_script(
        f"rulebook {book} roulette \n {WON} collect T1 as K1 \n {CORRECT}"
        f"""
        release inspector T1 {decided}
        expect refused NO_POWER {cites}
        release casino_operator T1 pay by-hand
        expect refused NOTHING_WITHHELD {cites}
        restart
        release casino_operator T1 {decided}
        expect cites {cites}
        expect demanded T1 0.00
        expect meter T1 0.00
        expect balanced
        """
    )
    floor = run.stage.floor
    assert (floor.ledger.held("bank/A"), floor.ledger.held("cage")) == (cents(bank), cents(cage))
    assert floor.vault.holdings["T1"].determined == decided
    assert not waiting(run)
    assert ways(run.stage, "T1", "casino_operator") == {Way.REVIEW_HOLDING}


@clause("ministar", "7.5")
def test_only_what_ends_a_claim_is_offered_for_one() -> None:
    stage = run_script(MINISTAR + "collect T1 as K1 \n" + CORRECT + "expect demanded T1 20.00").stage
    assert ways(stage, "T1", "casino_operator") - {Way.REVIEW_HOLDING} == {Way.GIVE_UP, Way.RECOVER}


@clause("ministar", "7.5")
@clause("novo-unity", "7.1.13")
@pytest.mark.parametrize(("decided", "meter", "bank"), [("pay", "30.00", 1_000), ("refuse", "0.00", 4_000)])
@pytest.mark.parametrize(("book", "corrector"), [("ministar", "assistant_gaming_manager"), ("novo-unity", "")])
def test_what_lies_withheld_goes_first_against_what_is_demanded_after_it(
    book: str, corrector: str, decided: str, meter: str, bank: int
) -> None:
    """By the registers nothing but a determination moves withheld money: it is set against the demand in that step."""
    played = MINISTAR if book == "ministar" else NOVO
    run = run_script(
        played
        + f"""
        note T1 20.00
        note T1 10.00
        withhold casino_operator T1 50.00 "a meter that jumped"
        correct {corrector or "casino_supervisor"} 0 "camera 4"
        expect withheld T1 50.00
        expect demanded T1 20.00
        """
    )
    floor = run.stage.floor
    assert withheld(floor, floor.vault.holdings["T1"]) == cents(5_000)
    assert {Way.PAY, Way.REFUSE} <= ways(run.stage, "T1", "casino_operator")
    assert not {Way.GIVE_UP, Way.RECOVER} & ways(run.stage, "T1", "casino_operator")
    run.stage.must(_release(decided))
    assert floor.ledger.held("meter/T1") == cents(int(meter.replace(".", "")))
    assert (claimed(run.stage, "T1"), floor.ledger.held("withheld/T1")) == (ZERO, ZERO)
    assert floor.ledger.held("bank/A") == cents(bank)
    assert floor.vault.holdings["T1"].determined == decided


@clause("ministar", "7.5")
def test_what_is_withheld_later_is_not_set_against_an_older_claim() -> None:
    """Whoever plays there now does not pay for whoever has gone."""
    run = run_script(
        MINISTAR
        + "collect T1 as K1 \n"
        + CORRECT
        + """
        note T1 50.00
        withhold casino_operator T1 50.00 "a meter that jumped"
        release casino_operator T1 pay
        expect meter T1 50.00
        expect demanded T1 20.00
        expect balanced
        """
    )
    assert waiting(run) == [("T1", "demanded", "7.5", cents(2_000), "notice")]


@clause("ministar", "7.5", "7.2.3.1")
def test_a_correction_that_is_itself_put_right_ends_the_case() -> None:
    again = 'correct assistant_gaming_manager 1 "the camera was read wrongly" \n expect demanded T1 0.00 \n'
    run = run_script(MINISTAR + "collect T1 as K1 \n" + CORRECT + again + "expect meter T1 0.00 \n expect balanced")
    assert [(each.what, each.pay, each.amount) for each in told(run, HoldingReleased)] == [("T1", True, ZERO)]
    assert not waiting(run)


@clause("ministar", "7.5")
@clause("novo-unity", "7.1.13")
@pytest.mark.parametrize("book", ["ministar", "novo-unity"])
def test_what_was_contested_and_is_the_houses_is_a_claim_until_it_has_come_back(book: str) -> None:
    run = run_script(f"""
        rulebook {book} roulette
        note T1 5.00
        withhold casino_operator T1 20.00 "a meter that jumped"
        release casino_operator T1 refuse
        expect demanded T1 15.00
    """)
    floor = run.stage.floor
    assert [line[:2] for line in waiting(run)] == [("T1", "demanded")]
    run.stage.must(_release("refuse"))
    assert (claimed(run.stage, "T1"), floor.ledger.held(contested_of("T1"))) == (ZERO, ZERO)
    assert (floor.ledger.held("cage"), floor.ledger.held("bank/A")) == (cents(-1_500), cents(2_000))
    assert not waiting(run)
