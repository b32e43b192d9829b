"""Outcomes put right, and outcomes that do not stand."""

from __future__ import annotations

import pytest

from openetg.floor.commands import CorrectOutcome, EnterOutcome, InvalidateOutcome
from openetg.floor.core.ledger import forfeited_of
from openetg.floor.core.refusals import Reason, Refusal
from openetg.floor.events import OutcomeCorrected, OutcomeInvalidated
from openetg.money import cents
from openetg.rulebook.roles import holders
from openetg.rulebook.schema.policies import Cause
from openetg.script.run import PlayedScript
from tests.marks import clause
from tests.payout_notation import playable
from tests.powers import told, who_may
from tests.scripts import run_script
from tests.unit.floor.trouble.test_terminals import ADELAIDE, AGM, FINISHED, INTERBLOCK, MINISTAR, NO_MORE, NOVO

EGS = {"electronic_gaming_supervisor", "electronic_game_supervisor"}
HOUSE = {"house", "pit_boss", "shift_manager"}
SIX = {Cause.CIVIL_COMMOTION, Cause.FIRE, Cause.RIOT, Cause.BRAWL, Cause.ROBBERY, Cause.ACT_OF_GOD}
MONEY_WHEEL = """
    rulebook money-wheel money-wheel
    player P1
    buy P1 50.00
    bets
    place P1 symbol:a 10.00
    close
    spin
"""


@clause("ministar", "7.2.3.1")
def test_ministar_settles_again_by_the_number_the_ball_lies_in() -> None:
    run = run_script(
        MINISTAR
        + NO_MORE
        + """
        rest 34
        expect meter T1 50.00
        expect meter T2 40.00
        correct assistant_gaming_manager 17 ""
        expect refused NO_REASON_GIVEN 7.2.3.1
        correct assistant_gaming_manager 37 "camera 4"
        expect refused UNKNOWN_OUTCOME 7.2.3.1
        correct assistant_gaming_manager 34 "camera 4"
        expect refused SAME_OUTCOME 7.2.3.1
        correct assistant_gaming_manager 17 "camera 4"
        expect cites 7.2.3.1
        expect outcome 17
        expect meter T1 220.00
        expect win T1 175.00
        expect meter T2 60.00
        expect balanced
        """
    )
    assert run.stage.round.corrections == ["34"]
    assert run.stage.table.outcomes == {1: "17"}
    asks = who_may(run, lambda role, person: CorrectOutcome(role, person, "A", "3", "seen"))
    assert asks == {"assistant_gaming_manager"}


@clause("ministar", "7.2.3.1", "7.5")
def test_a_correction_takes_what_the_meter_holds_and_demands_the_rest() -> None:
    run = run_script(
        """
        rulebook ministar roulette
        bets
        note T1 10.00
        place T1 straight:34 1.00
        spin
        drop
        rest 34
        expect meter T1 45.00
        bets
        place T1 red 35.00
        correct assistant_gaming_manager 17 "camera 4"
        expect cites 7.5
        expect meter T1 0.00
        expect staked T1 35.00
        expect demanded T1 26.00
        expect phase OPEN
        expect balanced
        correct assistant_gaming_manager 34 "the camera was read wrongly"
        expect demanded T1 0.00
        expect meter T1 10.00
        """
    )
    assert run.stage.table.past[1].corrections == ["34", "17"]


@clause("interblock", "8.1")
def test_interblock_corrects_by_the_actual_outcome() -> None:
    run = run_script(
        INTERBLOCK
        + NO_MORE
        + """
        rest 34
        correct electronic_gaming_supervisor 17 "the ball lies in 17"
        expect cites 8.1
        expect meter T1 220.00
        expect meter T2 60.00
        """
    )
    assert who_may(run, lambda role, person: CorrectOutcome(role, person, "A", "3", "seen")) == AGM


LIVE = NOVO.replace("roulette", "roulette \n wheel live")


@clause("novo-unity", "7.1.9")
def test_novo_unity_replaces_a_registered_number_before_it_is_paid() -> None:
    run = run_script(
        LIVE
        + NO_MORE
        + """
        rest 17
        expect phase CLOSED
        correct electronic_gaming_supervisor 25 "it lies in 25"
        expect refused NO_POWER 7.1.9
        correct dealer 25 "it lies in 25"
        expect cites 7.1.9
        expect phase SETTLED
        expect outcome 25
        expect meter T1 50.00
        expect meter T2 40.00
        expect balanced
        """
    )
    corrected = told(run, OutcomeCorrected)[0]
    assert (corrected.first, corrected.outcome, corrected.person) == ("17", "25", run.stage.table.dealer)
    asks = who_may(run, lambda role, person: CorrectOutcome(role, person, "A", "3", "seen"))
    assert asks == {"dealer", "casino_supervisor", "games_supervisor"}


@clause("novo-unity", "7.1.9", "7.1.13")
def test_novo_unity_corrects_after_payout_too_and_demands_what_is_gone() -> None:
    run_script(
        LIVE
        + NO_MORE
        + """
        rest 17
        confirm dealer
        expect meter T1 220.00
        collect T1 as K1
        correct casino_supervisor 25 "it lies in 25"
        expect cites 7.1.9
        expect cites 7.1.13
        expect meter T1 0.00
        expect demanded T1 170.00
        expect meter T2 40.00
        expect balanced
        """
    )


@clause("novo-unity", "7.1.10")
def test_on_the_automatic_wheel_the_supervisors_correct() -> None:
    run = run_script(
        NOVO
        + NO_MORE
        + """
        rest 34
        correct casino_supervisor 17 "it lies in 17"
        expect cites 7.1.10
        expect meter T1 220.00
        """
    )
    asks = who_may(run, lambda role, person: CorrectOutcome(role, person, "A", "3", "seen"))
    assert asks == {*EGS, "casino_supervisor", "games_supervisor"}


@clause("adelaide", "11(e)")
def test_adelaide_has_a_wrong_number_corrected_by_pit_boss_or_shift_manager_cloth_included() -> None:
    run = run_script(
        ADELAIDE
        + """
        player P1
        buy P1 50.00
        place P1 straight:17 10.00
        """
        + FINISHED
        + """
        rest 34
        expect chips P1 40.00
        expect meter T1 50.00
        correct dealer 17 "it lies in 17"
        expect refused NO_POWER 11(e)
        correct pit_boss 17 "it lies in 17"
        expect cites 11(e)
        expect outcome 17
        expect meter T1 220.00
        expect meter T2 60.00
        expect chips P1 390.00
        expect balanced
        """
    )
    assert list(run.stage.table.outcomes.values()) == ["17"]
    asks = who_may(run, lambda role, person: CorrectOutcome(role, person, "A", "3", "seen"))
    assert asks == {"pit_boss", "shift_manager"}
    assert who_may(run, lambda role, person: InvalidateOutcome(role, person, "A", Cause.FIRE, "smoke")) == HOUSE


@clause("adelaide", "11(e)")
def test_adelaide_demands_what_a_meter_no_longer_holds() -> None:
    run_script(
        ADELAIDE
        + FINISHED
        + """
        rest 17
        collect T1 as K1
        correct shift_manager 34 "it lies in 34"
        expect cites 11(e)
        expect meter T1 0.00
        expect demanded T1 170.00
        expect balanced
        """
    )


@clause("adelaide", "11(c)")
def test_adelaide_has_a_missing_number_entered_by_the_dealer_and_a_wrong_one_not() -> None:
    run_script(
        ADELAIDE
        + FINISHED
        + """
        enter pit_boss 17
        expect refused NO_POWER 11(c)
        enter inspector_in_charge 17
        expect refused WRONG_PHASE 11(c)
        ask {"type":"ReportDeviceLine","device":"wheel/A","up":false}
        enter inspector_in_charge 17
        expect refused NO_REASON_GIVEN 11(c)
        enter inspector_in_charge 17 "the wheel's line is lost"
        expect cites 11(c)
        expect phase SETTLED
        expect meter T1 220.00
        enter dealer 34
        expect refused WRONG_PHASE 11(e)
        """
    )
    run = run_script(ADELAIDE + FINISHED + "rest unread \n expect phase HELD \n expect cites 11(c)")
    asks = who_may(run, lambda role, person: EnterOutcome(role, person, "A", "3"))
    assert asks == {"dealer", "inspector_in_charge"}


@clause("money-wheel", "7.1")
def test_money_wheel_settles_again_by_the_segment_the_indicator_rests_in() -> None:
    run = run_script(
        MONEY_WHEEL
        + """
        rest b
        expect chips P1 40.00
        correct dealer a "the indicator rests in a"
        expect refused NO_POWER 7.1
        correct casino_supervisor a "the indicator rests in a"
        expect cites 7.1
        expect chips P1 60.00
        expect balanced
        """
    )
    asks = who_may(run, lambda role, person: CorrectOutcome(role, person, "A", "3", "seen"))
    assert asks == {"casino_operator", "casino_supervisor"}


def test_a_held_terminal_is_settled_later_by_the_corrected_number() -> None:
    run_script(
        MINISTAR
        + NO_MORE
        + """
        fault T1 E17
        rest 34
        correct assistant_gaming_manager 17 "camera 4"
        expect meter T1 40.00
        reconstruct assistant_gaming_manager T1 confirmed "the log agrees"
        expect meter T1 220.00
        """
    )


def test_nothing_can_be_corrected_before_there_is_an_outcome() -> None:
    run_script(
        MINISTAR
        + NO_MORE
        + """
        correct assistant_gaming_manager 17 "too early"
        expect refused WRONG_PHASE 7.2.3.1
        """
    )


INVALID = {
    "ministar": ("8.8", "8.8.1", "8.8.2", "8.9", {"assistant_gaming_manager"}),
    "interblock": ("9.9", "9.9.1", "9.9.2", "9.10", AGM),
    "novo-unity": ("8.8", "8.8.1", "8.8.2", "8.9", EGS),
    "adelaide": ("12(b)", "12(b)i", "12(b)ii", "12(b)", HOUSE),
}
EACH = pytest.mark.parametrize("rulebook", list(INVALID))


def settled(rulebook: str) -> str:
    """A round in which T1 has won 170.00 and T2 10.00."""
    closing = FINISHED if rulebook == "adelaide" else NO_MORE
    return MINISTAR.replace("ministar", rulebook) + closing + "rest 17 \n"


def without_cause(run: PlayedScript, role: str) -> tuple[Reason, str]:
    """The answer to somebody who names no cause."""
    verdict = run.stage.ask(InvalidateOutcome(role, role, "A", None, "it just does not stand"))
    assert isinstance(verdict, Refusal)
    return verdict.reason, verdict.clause


@clause("ministar", "8.8", "8.8.1", "8.8.2", "8.9")
@clause("interblock", "9.9", "9.9.1", "9.9.2", "9.10")
@clause("novo-unity", "8.8", "8.8.1", "8.8.2", "8.9")
@clause("adelaide", "12(b)", "12(b)i", "12(b)ii")
@EACH
def test_an_outcome_is_invalidated_for_its_causes_alone_and_by_the_right_person(rulebook: str) -> None:
    power, disruption, fraud, refund, able = INVALID[rulebook]
    who = min(able)
    run = run_script(
        settled(rulebook)
        + f"""
        invalidate {who} cause=impractical "not in the list"
        expect refused NOT_A_CAUSE {power}
        invalidate {who} cause=fire ""
        expect refused NO_REASON_GIVEN {power}
        """
    )
    assert without_cause(run, who) == (Reason.NO_CAUSE, power)
    asks = who_may(run, lambda role, person: InvalidateOutcome(role, person, "A", Cause.FIRE, "smoke"))
    assert asks == able
    causes = playable(rulebook).rulebook.invalidation.causes
    assert causes == dict.fromkeys(SIX, disruption) | {Cause.FRAUD: fraud}
    for cause in causes:
        run_script(
            settled(rulebook)
            + f"""
            invalidate {who} cause={cause.value} "seen by all"
            expect phase VOID
            expect cites {power}
            expect cites {causes[cause]}
            expect cites {refund}
            expect meter T1 50.00
            expect meter T2 50.00
            expect balanced
            """
        )


@clause("ministar", "8.8", "8.8.1", "8.8.2", "8.9")
@clause("interblock", "9.9", "9.9.1", "9.9.2", "9.10")
@clause("novo-unity", "8.8", "8.8.1", "8.8.2", "8.9")
@clause("adelaide", "12(b)", "12(b)i", "12(b)ii")
@EACH
def test_an_open_round_is_ended_by_it_and_a_closed_one_too(rulebook: str) -> None:
    power, _, _, refund, able = INVALID[rulebook]
    who = min(able)
    before = MINISTAR.replace("ministar", rulebook)
    for closing in ("", "finish \n close dealer \n" if rulebook == "adelaide" else NO_MORE):
        run_script(
            before
            + closing
            + f"""
            invalidate {who} cause=fire "smoke"
            expect phase VOID
            expect cites {power}
            expect cites {refund}
            expect meter T1 50.00
            expect meter T2 50.00
            invalidate {who} cause=fire "still smoke"
            expect refused WRONG_PHASE {power}
            """
        )


@clause("ministar", "8.8.2", "8.9")
@clause("interblock", "9.9.2", "9.10")
@clause("novo-unity", "8.8.2", "8.9")
@pytest.mark.parametrize(
    ("rulebook", "who", "forfeits"),
    [
        ("ministar", "assistant_gaming_manager", "8.9"),
        ("interblock", "electronic_supervisor", "9.10"),
        ("novo-unity", "electronic_game_supervisor", "8.9"),
    ],
)
def test_with_fraud_the_wager_of_those_concerned_may_be_forfeited(rulebook: str, who: str, forfeits: str) -> None:
    run = run_script(
        settled(rulebook)
        + f"""
        invalidate {who} cause=fire "smoke" forfeit T1
        expect refused NOT_FORFEITABLE {forfeits}
        invalidate {who} cause=fraud "a magnet" forfeit T3
        expect refused NOT_FORFEITABLE {forfeits}
        invalidate {who} cause=fraud "a magnet" forfeit T1
        expect cites {forfeits}
        expect phase VOID
        expect meter T1 40.00
        expect meter T2 50.00
        expect balanced
        """
    )
    assert run.stage.floor.ledger.held(forfeited_of("A")) == cents(1_000)
    invalid = told(run, OutcomeInvalidated)[0]
    assert invalid.concerned == ("T1",)
    asks = who_may(
        run, lambda role, person: InvalidateOutcome(role, person, "A", Cause.FRAUD, "a magnet", forfeit=("T1",))
    )
    assert asks == holders(playable(rulebook).rulebook, "forfeit_wager") == INVALID[rulebook][4]


@clause("adelaide", "12(b)", "12(b)ii")
def test_adelaide_returns_the_bets_of_a_fraud_too_and_names_who_committed_it() -> None:
    run_script(
        settled("adelaide")
        + """
        invalidate pit_boss cause=fraud "past posting" forfeit T1
        expect refused NO_POWER 12(b)
        invalidate pit_boss cause=fraud "past posting" by=passer-by
        expect refused NOT_A_CAUSE 12(b)ii
        invalidate pit_boss cause=fire "smoke" by=player
        expect refused NOT_A_CAUSE 12(b)ii
        """
    )
    for by in ("player", "dealer"):
        run = run_script(
            settled("adelaide")
            + f"""
            invalidate pit_boss cause=fraud "past posting" by={by}
            expect cites 12(b)ii
            expect meter T1 50.00
            """
        )
        invalid = told(run, OutcomeInvalidated)[0]
        assert invalid.by == by


@clause("adelaide", "12(b)")
def test_adelaide_invalidates_cloth_and_terminals_alike() -> None:
    run_script(
        ADELAIDE
        + "player P1 \n buy P1 50.00 \n place P1 straight:17 10.00 \n"
        + FINISHED
        + """
        rest 17
        expect chips P1 390.00
        invalidate shift_manager cause=riot "tables overturned"
        expect chips P1 50.00
        expect meter T1 50.00
        expect balanced
        """
    )


def test_what_an_invalid_outcome_cannot_take_back_is_demanded_while_the_next_round_goes_on() -> None:
    run_script(
        settled("ministar")
        + """
        bets
        place T1 red 200.00
        collect T2 as K2
        invalidate assistant_gaming_manager cause=robbery "the cage"
        expect phase OPEN
        expect staked T1 200.00
        expect meter T1 0.00
        expect demanded T1 150.00
        expect demanded T2 10.00
        expect balanced
        """
    )


@clause("money-wheel", "10.1", "10.3")
def test_money_wheel_invalidates_for_disturbances_and_forfeits_nothing() -> None:
    run = run_script(
        MONEY_WHEEL
        + """
        rest a
        invalidate casino_supervisor cause=fraud "a magnet"
        expect refused NOT_A_CAUSE 10.1
        invalidate casino_supervisor cause=fire "smoke" forfeit P1
        expect refused NO_POWER 10.3
        """
    )
    assert without_cause(run, "casino_operator") == (Reason.NO_CAUSE, "10.1")
    asks = who_may(run, lambda role, person: InvalidateOutcome(role, person, "A", Cause.FIRE, "smoke"))
    assert asks == {"casino_operator", "casino_supervisor"}
    causes = playable("money-wheel").rulebook.invalidation.causes
    assert causes == dict.fromkeys(SIX - {Cause.ACT_OF_GOD} | {Cause.LIKE_DISTURBANCE}, "10.1")
    for cause in causes:
        run_script(
            MONEY_WHEEL
            + f"""
            rest a
            expect chips P1 60.00
            invalidate casino_supervisor cause={cause.value} "all ran out"
            expect cites 10.1
            expect phase VOID
            expect chips P1 50.00
            expect balanced
            """
        )


@clause("money-wheel", "10.3")
def test_money_wheel_voids_a_round_that_cannot_go_on_or_was_touched_by_fraud() -> None:
    for cause in ("impractical", "fraud"):
        run_script(
            MONEY_WHEEL
            + f"""
            void dealer cause={cause} "seen"
            expect refused NO_POWER 10.3
            void casino_supervisor cause={cause} "seen"
            expect cites 10.3
            expect chips P1 50.00
            """
        )
    run_script(
        MONEY_WHEEL
        + """
        rest a
        void casino_supervisor cause=ball-left "no cause of this game"
        expect refused NOT_A_CAUSE 10.3
        void casino_supervisor cause=impractical "it is over"
        expect refused WRONG_PHASE 10.3
        void casino_supervisor cause=fraud "found later"
        expect cites 10.3
        expect chips P1 50.00
        expect balanced
        """
    )


@clause("ministar", "8.9")
@clause("interblock", "9.10")
@clause("novo-unity", "8.9")
@pytest.mark.parametrize(
    ("rulebook", "who", "forfeits"),
    [
        ("ministar", "assistant_gaming_manager", "8.9"),
        ("interblock", "electronic_supervisor", "9.10"),
        ("novo-unity", "electronic_game_supervisor", "8.9"),
    ],
)
def test_whoever_has_taken_the_wager_back_forfeits_nothing(rulebook: str, who: str, forfeits: str) -> None:
    run = run_script(
        MINISTAR.replace("ministar", rulebook)
        + "take T2 black 10.00 \n"
        + NO_MORE
        + f"""
        rest 17
        invalidate {who} cause=fraud "a magnet" forfeit T2
        expect refused NOT_FORFEITABLE {forfeits}
        expect phase SETTLED
        """
    )
    assert not run.stage.floor.ledger.held(forfeited_of("A"))
