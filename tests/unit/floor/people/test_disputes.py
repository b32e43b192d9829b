"""Disputes: first decision, review, advice on the right to complain, and an end after which nothing changes."""

from __future__ import annotations

import pytest

from openetg.floor.commands import RequestReview, StartVisit
from openetg.floor.core.authority import may
from openetg.floor.core.refusals import Reason, Refusal
from openetg.floor.events import DisputeRaised, RightsAdvised
from openetg.money import cents
from openetg.script.stage import Stage
from tests.marks import clause
from tests.payout_notation import playable
from tests.scripts import run_script


@clause("ministar", "8.14")
def test_ministar_a_supervisor_decides_and_another_person_reviews_on_request() -> None:
    run_script("""
        rulebook ministar roulette
        bets
        dispute D1 "the chip lay on 17" by T1
        expect cites 8.14
        review assistant_gaming_manager:ann D1 "no"
        expect refused NOT_DECIDED 8.14
        request-review D1 player
        expect refused NOT_DECIDED 8.14
        decide cashier D1 "no"
        expect refused NO_POWER 8.14
        decide casino_supervisor:bob D1 " "
        expect refused NO_REASON_GIVEN 8.14
        decide assistant_gaming_manager:ann D1 "the record stands"
        expect cites 8.14
        decide casino_supervisor:bob D1 "once more"
        expect refused ALREADY_DECIDED 8.15
        review assistant_gaming_manager:cid D1 "no"
        expect refused NOT_REQUESTED 8.14
        request-review D1 player
        expect cites 8.14
        review casino_supervisor:bob D1 "no"
        expect refused NO_POWER 8.14
        review assistant_gaming_manager:ann D1 "my own decision"
        expect refused SAME_PERSON 8.14
        review assistant_gaming_manager:cid D1 "the record stands"
        expect cites 8.14
        review assistant_gaming_manager:cid D1 "again"
        expect refused ALREADY_DECIDED 8.14
    """)


@clause("ministar", "8.14")
def test_ministar_a_casino_supervisor_decides_first() -> None:
    stage = run_script("""
        rulebook ministar roulette
        bets
        dispute D1 "the chip lay on 17"
        decide casino_supervisor:bob D1 "the record stands"
        expect cites 8.14
    """).stage
    decided = stage.floor.people.disputes["D1"].decided
    assert decided is not None
    assert (decided.role, decided.person, decided.at_ms) == ("casino_supervisor", "bob", stage.at_ms)


@clause("interblock", "9.15")
def test_interblock_a_host_decides_and_a_supervisor_reviews_on_request() -> None:
    run_script("""
        rulebook interblock roulette
        bets
        dispute D1 "the chip lay on 17" by T1
        expect cites 9.15
        review assistant_gaming_manager D1 "no"
        expect refused NOT_DECIDED 9.15
        decide casino_supervisor D1 "no"
        expect refused NO_POWER 9.15
        decide electronic_gaming_host:ann D1 "the record stands"
        expect cites 9.15
        review electronic_gaming_supervisor:bob D1 "no"
        expect refused NOT_REQUESTED 9.15
        request-review D1 house
        expect cites 9.15
        review electronic_gaming_host:cid D1 "no"
        expect refused NO_POWER 9.15
        review electronic_gaming_supervisor:ann D1 "the same person"
        expect refused SAME_PERSON 9.15
        review electronic_gaming_supervisor:bob D1 "the record stands"
        expect cites 9.15
    """)


@clause("novo-unity", "8.15")
def test_novo_unity_an_attendant_decides_and_a_supervisor_reviews_on_request() -> None:
    run_script("""
        rulebook novo-unity roulette
        bets
        dispute D1 "the chip lay on 17" by T1
        expect cites 8.15
        review electronic_gaming_supervisor D1 "no"
        expect refused NOT_DECIDED 8.15
        decide dealer D1 "no"
        expect refused NO_POWER 8.15
        decide electronic_gaming_attendant:ann D1 "the record stands"
        expect cites 8.15
        review electronic_gaming_supervisor:bob D1 "no"
        expect refused NOT_REQUESTED 8.15
        request-review D1 player
        expect cites 8.15
        review electronic_gaming_attendant:cid D1 "no"
        expect refused NO_POWER 8.15
        review electronic_gaming_supervisor:ann D1 "the same person"
        expect refused SAME_PERSON 8.15
        review electronic_gaming_supervisor:bob D1 "the record stands"
        expect cites 8.15
    """)


@clause("adelaide", "12(i)")
@pytest.mark.parametrize("party", ["player", "house"])
def test_adelaide_what_the_rules_do_not_cover_is_reviewed_only_if_asked_for(party: str) -> None:
    run_script(f"""
        rulebook adelaide roulette
        bets
        dispute D1 "who spoke first" uncovered
        expect cites 12(i)
        decide dealer D1 "nobody did"
        expect refused NO_POWER 12(i)
        decide pit_boss D1 "nobody did"
        expect cites 12(i)
        review manager_government_casino_inspectorate D1 "let us see"
        expect refused NOT_REQUESTED 12(i)
        request-review D1 {party}
        expect cites 12(i)
        review manager_government_casino_inspectorate D1 "nobody did"
        expect cites 12(i)
        close-dispute pit_boss D1 satisfied
        expect cites 12(i)
        decide pit_boss D1 "somebody did"
        expect refused DISPUTE_CLOSED 12(i)
    """)


@clause("adelaide", "12(j)")
def test_adelaide_what_arises_from_the_rules_is_open_to_review_at_any_time() -> None:
    run_script("""
        rulebook adelaide roulette
        bets
        dispute D1 "the chip lay on 17"
        expect cites 12(j)
        decide dealer D1 "no"
        expect refused NO_POWER 12(j)
        review manager_government_casino_inspectorate D1 "too soon"
        expect refused NOT_DECIDED 12(j)
        decide shift_manager D1 "it did not"
        expect cites 12(j)
        review shift_manager D1 "no"
        expect refused NO_POWER 12(j)
        review manager_government_casino_inspectorate D1 "it did not"
        expect cites 12(j)
    """)


@clause("money-wheel", "10.4")
def test_money_wheel_the_operator_decides_and_the_commission_reviews_on_request() -> None:
    run_script("""
        rulebook money-wheel money-wheel
        player P1
        bets
        dispute D1 "the indicator was on b" by P1
        expect cites 10.4
        decide dealer D1 "no"
        expect refused NO_POWER 10.4
        decide casino_supervisor D1 "it was on a"
        expect cites 10.4
        review act_gambling_and_racing_commission D1 "let us see"
        expect refused NOT_REQUESTED 10.4
        request-review D1 house
        review casino_supervisor D1 "no"
        expect refused NO_POWER 10.4
        review act_gambling_and_racing_commission D1 "it was on a"
        expect cites 10.4
        advise casino_supervisor D1
        expect refused NOT_IN_RULEBOOK 10.4
        close-dispute dealer D1 unsatisfied
        expect refused NO_POWER 10.4
        close-dispute casino_supervisor D1 unsatisfied
        expect cites 10.4
        decide casino_supervisor D1 "after all"
        expect refused DISPUTE_CLOSED 10.4
    """)


@clause("money-wheel", "10.4")
def test_money_wheel_the_commission_reads_what_nobody_else_outside_may() -> None:
    stage = run_script("""
        rulebook money-wheel money-wheel
        bets
        dispute D1 "the indicator was on b"
        decide casino_supervisor D1 "it was on a"
        close-dispute casino_supervisor D1 unsatisfied
        expect cites 10.4
    """).stage
    listed = {role for role in stage.rulebook.roles if listed_for(stage, role)}
    assert listed == {"act_gambling_and_racing_commission"}


SECTION_33 = "section 33, Gaming and Liquor Administration Act 2007"
ENDED = {
    "ministar": ("casino_supervisor", "assistant_gaming_manager", "8.15", "inspector", SECTION_33),
    "interblock": ("electronic_gaming_host", "electronic_gaming_supervisor", "9.16", "inspector", SECTION_33),
    "novo-unity": (
        "electronic_gaming_attendant", "electronic_gaming_supervisor", "8.16", "inspector",
        "section 33, Casino, Liquor and Gaming Control Authority Act 2007",
    ),
    "adelaide": ("pit_boss", "shift_manager", "12(k)", "authorised_officer", ""),
}  # fmt: skip
LAST_WORD = {"ministar": "8.15", "interblock": "9.16", "novo-unity": "8.16", "adelaide": "12(j)"}


def listed_for(stage: Stage, role: str) -> list[str]:
    """What ended with somebody not satisfied, if the role may read the records of the table."""
    return [
        dispute.number
        for dispute in stage.floor.people.disputes.values()
        if dispute.closed is not None
        and not dispute.satisfied
        and may(stage.floor, stage.floor.tables[dispute.table], "read_records", role)
    ]


def ended(rulebook: str) -> Stage:
    """A dispute that somebody lost and was not satisfied with, up to its end."""
    first, last, by, _, _ = ENDED[rulebook]
    return run_script(f"""
        rulebook {rulebook} roulette
        bets
        dispute D1 "the chip lay on 17" by T1
        close-dispute {last}:ann D1 unsatisfied
        expect refused NOT_DECIDED {LAST_WORD[rulebook]}
        decide {first}:bob D1 "the record stands"
        close-dispute {last}:ann D1 unsatisfied
        expect refused NOT_ADVISED {by}
        advise cashier D1
        expect refused NO_POWER
        advise {first}:bob D1
        expect cites {by}
        close-dispute {last}:ann D1 unsatisfied
        expect cites {LAST_WORD[rulebook]}
    """).stage


@clause("ministar", "8.15")
@clause("interblock", "9.16")
@clause("novo-unity", "8.16")
@clause("adelaide", "12(k)")
@pytest.mark.parametrize("rulebook", list(ENDED))
def test_nobody_is_sent_away_without_the_advice_on_the_right_to_complain(rulebook: str) -> None:
    _, last, _, official, law = ENDED[rulebook]
    stage = ended(rulebook)
    dispute = stage.floor.people.disputes["D1"]
    assert dispute.advised is not None
    assert dispute.closed is not None
    assert (dispute.advised.person, dispute.advised.text) == ("bob", law)
    assert (dispute.closed.role, dispute.closed.person, dispute.satisfied) == (last, "ann", False)
    assert dispute.official == official, "who may take it up from here"


READERS = {
    "adelaide": {"authorised_officer", "government_inspectorate", "manager_government_casino_inspectorate"},
    "ministar": {"inspector"},
    "interblock": {"inspector"},
    "novo-unity": {"inspector"},
}


@clause("ministar", "8.15")
@clause("interblock", "9.16")
@clause("novo-unity", "8.16")
@clause("adelaide", "12(k)")
@pytest.mark.parametrize("rulebook", list(ENDED))
def test_what_ended_so_is_listed_for_the_officials(rulebook: str) -> None:
    stage = ended(rulebook)
    for role in stage.rulebook.roles:
        assert listed_for(stage, role) == ["D1"] * (role in READERS[rulebook]), role


@clause("ministar", "8.15")
@clause("interblock", "9.16")
@clause("novo-unity", "8.16")
@clause("adelaide", "12(j)", "12(k)")
@pytest.mark.parametrize("rulebook", list(ENDED))
def test_the_advice_names_official_and_law(rulebook: str) -> None:
    first, _, by, official, law = ENDED[rulebook]
    stage = run_script(f"""
        rulebook {rulebook} roulette
        bets
        dispute D1 "the chip lay on 17" by T1
        decide {first}:bob D1 "the record stands"
        advise {first}:bob D1
        expect cites {by}
    """).stage
    assert isinstance(stage.verdict, tuple)
    (advised,) = stage.verdict
    assert isinstance(advised, RightsAdvised)
    assert (advised.official, advised.law) == (official, law)


@clause("ministar", "8.15")
@clause("interblock", "9.16")
@clause("novo-unity", "8.16")
@clause("adelaide", "12(j)")
@pytest.mark.parametrize("rulebook", list(ENDED))
def test_the_decision_is_final_and_nothing_changes_after_the_end(rulebook: str) -> None:
    first, last, _, _, _ = ENDED[rulebook]
    by = LAST_WORD[rulebook]
    # Where a review may be taken up without a request, it may be after the end as well.
    review = "" if rulebook == "adelaide" else f'review {last}:cid D1 "after all" \n expect refused DISPUTE_CLOSED {by}'
    run_script(f"""
        rulebook {rulebook} roulette
        bets
        dispute D1 "the chip lay on 17" by T1
        decide {first}:bob D1 "the record stands"
        close-dispute {first}:bob D1 satisfied
        expect cites {by}
        decide {first}:bob D1 "after all"
        expect refused DISPUTE_CLOSED {by}
        request-review D1 player
        expect refused DISPUTE_CLOSED {by}
        {review}
        advise {first}:bob D1
        expect refused DISPUTE_CLOSED {by}
        close-dispute {last}:ann D1 unsatisfied
        expect refused DISPUTE_CLOSED {by}
        dispute D1 "once more"
        expect refused ALREADY_THERE {by}
    """)


REVIEWED = {
    "ministar": ("casino_supervisor", "assistant_gaming_manager", "assistant_gaming_manager:cid", "8.14"),
    "interblock": (
        "electronic_gaming_host", "electronic_gaming_supervisor", "electronic_gaming_supervisor:cid", "9.15",
    ),
    "novo-unity": (
        "electronic_gaming_attendant", "electronic_gaming_supervisor", "electronic_gaming_supervisor:cid", "8.15",
    ),
    "adelaide": ("pit_boss", "shift_manager", "manager_government_casino_inspectorate:cid", "12(j)"),
    "money-wheel": ("casino_supervisor", "casino_supervisor", "act_gambling_and_racing_commission:cid", "10.4"),
}  # fmt: skip


@clause("ministar", "8.14")
@clause("interblock", "9.15")
@clause("novo-unity", "8.15")
@clause("adelaide", "12(j)")
@clause("money-wheel", "10.4")
@pytest.mark.parametrize("rulebook", list(REVIEWED))
def test_a_review_that_was_asked_for_is_not_cut_off_by_the_end(rulebook: str) -> None:
    first, last, reviewer, by = REVIEWED[rulebook]
    game = "money-wheel" if rulebook == "money-wheel" else "roulette"
    advised = "" if rulebook == "money-wheel" else f"advise {first}:bob D1"
    run_script(f"""
        rulebook {rulebook} {game}
        bets
        dispute D1 "the chip lay on 17"
        decide {first}:bob D1 "the record stands"
        request-review D1 player
        close-dispute {last}:ann D1 unsatisfied
        expect refused REVIEW_DUE {by}
        {advised}
        close-dispute {last}:ann D1 unsatisfied
        expect refused REVIEW_DUE {by}
        review {reviewer} D1 "the record stands"
        expect cites {by}
        close-dispute {last}:ann D1 unsatisfied
        expect cites {(LAST_WORD | {"money-wheel": "10.4"})[rulebook]}
        dispute D2 "the chip lay on 18"
        decide {first}:bob D2 "the record stands"
        request-review D2 player
        close-dispute {first}:bob D2 satisfied
        expect cites {(LAST_WORD | {"money-wheel": "10.4"})[rulebook]}
    """)


@clause("adelaide", "12(j)")
@pytest.mark.parametrize("content", ["satisfied", "unsatisfied"])
def test_adelaide_the_inspectorate_takes_up_a_review_after_the_end_as_well(content: str) -> None:
    stage = run_script(f"""
        rulebook adelaide roulette
        bets
        dispute D1 "the chip lay on 17"
        decide pit_boss D1 "it did not"
        advise pit_boss D1
        close-dispute shift_manager D1 {content}
        review manager_government_casino_inspectorate:cid D1 "it did"
        expect cites 12(j)
        review manager_government_casino_inspectorate:cid D1 "once more"
        expect refused ALREADY_DECIDED 12(j)
        dispute D2 "who spoke first" uncovered
        decide pit_boss D2 "nobody did"
        close-dispute pit_boss D2 satisfied
        review manager_government_casino_inspectorate:cid D2 "let us see"
        expect refused DISPUTE_CLOSED 12(i)
    """).stage
    dispute = stage.floor.people.disputes["D1"]
    assert dispute.closed is not None
    assert dispute.reviewed is not None
    assert dispute.reviewed.text == "it did"


@clause("ministar", "8.15")
@clause("interblock", "9.16")
@clause("novo-unity", "8.16")
@pytest.mark.parametrize("rulebook", ["ministar", "interblock", "novo-unity"])
def test_the_last_word_against_a_player_is_the_operators(rulebook: str) -> None:
    first, last, by, _, _ = ENDED[rulebook]
    run_script(f"""
        rulebook {rulebook} roulette
        bets
        dispute D1 "the chip lay on 17" by T1
        decide {first}:bob D1 "the record stands"
        advise {first}:bob D1
        close-dispute {first}:bob D1 unsatisfied
        expect refused NO_POWER {by}
        close-dispute cashier D1 satisfied
        expect refused NO_POWER
        close-dispute {last}:ann D1 unsatisfied
        expect cites {by}
    """)


@clause("ministar", "8.14")
@clause("interblock", "9.15")
@clause("novo-unity", "8.15")
@pytest.mark.parametrize(("rulebook", "by"), [("ministar", "8.15"), ("interblock", "9.16"), ("novo-unity", "8.16")])
def test_the_record_of_the_round_goes_with_the_dispute(rulebook: str, by: str) -> None:
    stage = run_script(f"""
        rulebook {rulebook} roulette
        note T1 50.00
        bets
        place T1 red 5.00
        drop
        rest 1
        dispute D0 "what round" by T1 round=2
        expect refused UNKNOWN_ROUND {by}
        dispute D0 " " by T1 round=1
        expect refused NO_REASON_GIVEN {by}
        dispute D1 "red was not mine" by T1 round=1
        expect meter T1 55.00
    """).stage
    assert isinstance(stage.verdict, tuple)
    (raised,) = stage.verdict
    assert isinstance(raised, DisputeRaised)
    assert (raised.outcome, raised.wagers) == ("1", {"red": cents(500)})
    assert raised.result is not None
    assert raised.result.returned == cents(1_000)


@clause("money-wheel", "10.4")
def test_only_a_party_asks_for_a_review() -> None:
    stage = run_script("""
        rulebook money-wheel money-wheel
        bets
        dispute D1 "the indicator was on b"
        decide casino_supervisor D1 "it was on a"
        expect balanced
    """).stage
    assert stage.ask(RequestReview("D1", "a spectator")) == Refusal(Reason.NOT_A_PARTY, "10.4", {"by": "a spectator"})
    assert stage.ask(RequestReview("D2", "player")) == Refusal(Reason.UNKNOWN_DISPUTE)
    assert not isinstance(stage.ask(RequestReview("D1", "player")), Refusal)


PROMOTED = {"ministar": ("assistant_gaming_manager", "casino_supervisor", "6.11"),
            "interblock": ("electronic_gaming_supervisor", "electronic_gaming_host", "7.11")}  # fmt: skip


@clause("ministar", "6.11")
@clause("interblock", "7.11")
@pytest.mark.parametrize("rulebook", list(PROMOTED))
def test_a_dispute_over_a_promotion_is_decided_once_by_the_operator(rulebook: str) -> None:
    operator, other, by = PROMOTED[rulebook]
    stage = run_script(f"""
        rulebook {rulebook} roulette
        bets
        dispute D1 "the draw was on Monday" promotion=spring
        expect cites {by}
        decide {other} D1 "no"
        expect refused NO_POWER {by}
        decide {operator}:ann D1 "it was on Sunday"
        expect cites {by}
        request-review D1 player
        expect refused FINAL {by}
        review {operator}:bob D1 "no"
        expect refused FINAL {by}
        decide {operator}:ann D1 "once more"
        expect refused ALREADY_DECIDED {by}
        close-dispute {operator}:ann D1 unsatisfied
        expect refused NOT_ADVISED {by}
        advise {operator}:ann D1
        expect cites {by}
        close-dispute {operator}:ann D1 unsatisfied
        expect cites {by}
        decide {operator}:ann D1 "after all"
        expect refused DISPUTE_CLOSED {by}
    """).stage
    dispute = stage.floor.people.disputes["D1"]
    assert dispute.advised is not None
    assert (dispute.official, dispute.advised.text) == ("inspector", SECTION_33)


def test_a_rulebook_without_promotions_knows_no_disputes_over_them() -> None:
    run_script(f"""
        rulebook adelaide roulette
        bets
        dispute D1 "the draw was on Monday" promotion=spring
        expect refused NOT_IN_RULEBOOK {LAST_WORD["adelaide"]}
    """)


@clause("novo-unity", "8.15", "8.16")
def test_without_a_rule_of_its_own_a_dispute_over_a_promotion_goes_as_all_others_do() -> None:
    stage = run_script("""
        rulebook novo-unity roulette
        bets
        dispute D1 "the draw was on Monday" promotion=spring
        decide electronic_gaming_attendant:ann D1 "It was not."
        request-review D1 player
        close-dispute casino_operator:olive D1 unsatisfied
        expect refused REVIEW_DUE 8.15
        review electronic_gaming_supervisor:bob D1 "It was not."
        advise electronic_gaming_supervisor:bob D1
        close-dispute casino_operator:olive D1 unsatisfied
    """).stage
    dispute = stage.floor.people.disputes["D1"]
    assert (dispute.promotion, dispute.official, dispute.satisfied) == ("spring", "inspector", False)


@clause("interblock", "9.15")
@clause("novo-unity", "8.15")
@pytest.mark.parametrize(
    ("rulebook", "role"), [("interblock", "electronic_gaming_host"), ("novo-unity", "electronic_gaming_attendant")]
)
def test_who_decides_first_is_an_employee_on_the_floor(rulebook: str, role: str) -> None:
    stage = run_script(f"rulebook {rulebook} roulette\nterminal T1\nbets\nexpect balanced").stage
    assert stage.rulebook.roles[role].of == "floor"
    stage.must(StartVisit(role, "ann", "T1", "the printer"))


@clause("adelaide", "12(i)")
@clause("money-wheel", "10.4")
def test_who_reviews_is_not_of_the_house() -> None:
    for rulebook, role in (
        ("adelaide", "manager_government_casino_inspectorate"),
        ("money-wheel", "act_gambling_and_racing_commission"),
    ):
        assert playable(rulebook).rulebook.roles[role].of == "authority"
