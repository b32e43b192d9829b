"""What a jackpot must be before it is offered, who offers it, and how its parameters change."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from openetg.chance.drawing import PROCESS, commitment_of, mystery_purpose
from openetg.floor import commands as ask
from openetg.floor.core.refusals import Reason, Refusal
from openetg.floor.events import JackpotAdjusted, JackpotChanged, JackpotSetUp, JackpotWon, LevelBegan, PoolFed
from openetg.floor.jackpots.commands import JackpotRules, LevelRules, Trigger
from openetg.floor.pipeline import decide
from openetg.floor.state import OUTCOMES_KEPT
from openetg.money import ZERO, cents
from openetg.rulebook.roles import holders
from openetg.rulebook.schema.policies import JackpotKind
from tests.marks import clause
from tests.one_table import play
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
    sixth,
)

HITS = {"low": cents(10_100), "high": cents(11_000)}


def asked(rules: JackpotRules, name: str = J) -> ask.SetUpJackpot:
    return ask.SetUpJackpot(*OPERATOR, name, rules)


@clause("novo-unity", "4.1")
def test_without_a_jackpot_nothing_is_taken_and_nothing_is_said() -> None:
    here = hall()
    here.spin(A, "17", a1=5_000)
    assert not here.events(PoolFed)
    kinds = {name.partition("/")[0] for name in here.floor.ledger.accounts}
    assert kinds.isdisjoint({"pool", "reserve", "overflow", "seeding", "award"})
    here.give_all(asked(progressive()))
    here.over()
    here.spin(B, "17", b1=5_000)
    assert not here.events(PoolFed), "a table that is no member feeds nothing"
    assert here.pool() == 10_000


@clause("novo-unity", "4.1.1", "4.1.3", "4.1.4", "1.1:authority")
@pytest.mark.parametrize(
    ("rules", "thing", "cited"),
    [
        (progressive(), "progressive-procedure", "4.1.1"),
        (mystery(), "mystery-procedure", "4.1.3"),
        (mystery(), "mystery-process", "4.1.4"),
    ],
)
def test_nothing_is_offered_or_changed_without_the_approvals_on_record(
    rules: JackpotRules, thing: str, cited: str
) -> None:
    here = hall(approvals=tuple(each for each in THINGS if each != thing))
    refused = here.refused(asked(rules))
    assert (refused.reason, refused.clause, refused.details) == (
        Reason.NOT_APPROVED,
        cited,
        {"thing": thing, "table": A},
    )
    here = hall()
    here.give_all(asked(rules))
    wanted = {f"ref {each}" for each in THINGS if each.startswith(rules.kind.value)}
    assert set(here.event(JackpotSetUp).approvals) == wanted
    here.give_all(ask.ChangeJackpot(*OPERATOR, J, rules))
    assert set(here.event(JackpotChanged).approvals) == wanted


@clause("novo-unity", "4.1.1")
def test_a_change_without_an_approval_is_refused() -> None:
    """An approval for one table does not cover the table that a change would add."""
    here = hall(approvals=())
    known = here.table.rulebook
    approves = here.floor.rulebook_of(here.table).equipment.approver
    by = approves.value if approves else ""
    here.give_all(ask.RecordApproval(known, "progressive-procedure", "ref 1", by, A))
    here.give_all(asked(progressive()))
    wider = progressive(level(trigger=SEVENTEENS, rates={A: 10_000, B: 10_000}))
    refused = here.refused(ask.ChangeJackpot(*OPERATOR, J, wider))
    assert (refused.reason, refused.clause) == (Reason.NOT_APPROVED, "4.1.1")
    assert refused.details == {"thing": "progressive-procedure", "table": B}


@clause("novo-unity", "4.1")
@pytest.mark.parametrize(
    ("rulebook", "kind"),
    [("ministar", "electronic"), ("interblock", "roulette"), ("adelaide", None), ("money-wheel", None)],
)
@pytest.mark.parametrize("rules", [progressive(), mystery()], ids=["progressive", "mystery"])
def test_the_other_rulebooks_know_no_jackpots(rulebook: str, kind: str | None, rules: JackpotRules) -> None:
    table = play(rulebook, kind=kind or next(iter(playable(rulebook).rulebook.tables)))
    for role in playable(rulebook).rulebook.roles:
        verdict = table.give(ask.SetUpJackpot(role, "somebody", J, rules))
        assert isinstance(verdict, Refusal)
        assert verdict.reason is Reason.NOT_IN_RULEBOOK


@clause("novo-unity", "4.1.1", "4.1.3")
@pytest.mark.parametrize("rules", [progressive(), mystery()], ids=["progressive", "mystery"])
def test_the_operator_and_who_acts_for_it_set_up_and_change(rules: JackpotRules) -> None:
    here, there = hall(), offered(rules)
    book = here.floor.rulebook_of(here.table)
    able = holders(book, "configure_jackpot")
    assert OPERATOR[0] in able
    assert able.isdisjoint({"dealer", "cashier", "inspector", "player"})
    for role in book.roles:
        wishes = (here, ask.SetUpJackpot(role, "x", J, rules)), (there, ask.ChangeJackpot(role, "x", J, rules))
        for floor, wish in wishes:
            verdict = decide(floor.floor, wish, floor.at_ms)
            may = not isinstance(verdict, Refusal)
            assert may is (role in able)
            if isinstance(verdict, Refusal):
                assert (verdict.reason, verdict.clause) == (Reason.NO_POWER, "4.1.1")


@clause("novo-unity", "4.1.1", "4.1.3")
def test_a_progressive_begins_with_its_seed_and_a_mystery_waits_for_its_secret() -> None:
    here = hall()
    here.give_all(
        asked(progressive(level("mini", trigger=SEVENTEENS), level("major", seed=cents(50_000), trigger=SEVENTEENS)))
    )
    assert [(began.level, began.cycle, began.clause) for began in here.events(LevelBegan)] == [
        ("mini", 1, "4.1.1"),
        ("major", 1, "4.1.1"),
    ]
    assert (here.pool("mini"), here.pool("major")) == (10_000, 50_000)
    assert here.floor.ledger.held(f"seeding/{J}") == cents(-60_000)
    here = hall()
    here.give_all(asked(mystery()))
    assert not here.events(LevelBegan)
    assert here.event(JackpotSetUp).also == ("4.1.4",)
    here.over()
    here.spin(A, "17", a1=5_000)
    assert (here.level().live, here.level().turnover, here.pool()) == (False, ZERO, 0)


NAMES = ["", "a/b", "a.b", " a", "a\n"]


@pytest.mark.parametrize("name", NAMES)
def test_names_are_names(name: str) -> None:
    here = hall()
    assert here.refused(asked(progressive(), name)).reason is Reason.NOT_A_NAME
    assert here.refused(asked(progressive(level(name, trigger=SEVENTEENS)))).reason is Reason.NOT_A_NAME


def test_a_name_is_used_once_and_tables_are_known() -> None:
    here = offered(progressive())
    assert here.refused(asked(progressive())).reason is Reason.ALREADY_THERE
    strange = progressive(level(trigger=SEVENTEENS, rates={A: 1, "Z": 1}))
    assert here.refused(asked(strange, "other")).reason is Reason.UNKNOWN_TABLE
    assert here.refused(asked(progressive(level(trigger=SEVENTEENS, rates={})), "other")).reason is Reason.UNKNOWN_TABLE
    assert here.refused(ask.ChangeJackpot(*OPERATOR, "none", progressive())).reason is Reason.UNKNOWN_JACKPOT


def trigger(**given: Any) -> LevelRules:
    known: dict[str, Any] = {"wagers": ("straight",)}
    return level(trigger=Trigger(**(known | given)))


P, M = progressive, mystery
WRONG: list[tuple[JackpotRules, str]] = [
    (P(title=" ", kind=JackpotKind.PROGRESSIVE), "no title"),
    (P(title="G" * 41, kind=JackpotKind.PROGRESSIVE), "a title longer than 40 characters"),
    (P(level("x", trigger=SEVENTEENS), level("x", trigger=SEVENTEENS)), "two levels of one name"),
    (P(level(trigger=SEVENTEENS), lock_from=cents(-1)), "amounts of locking or paying by hand"),
    (P(level(trigger=SEVENTEENS, title="")), "no title"),
    (P(level(trigger=SEVENTEENS, title="M" * 41)), "a title longer than 40 characters"),
    (P(level(trigger=SEVENTEENS, seed=cents(-1))), "an amount below zero, or beyond any pool"),
    (P(level(trigger=SEVENTEENS, seed=cents(10**12 + 1))), "an amount below zero, or beyond any pool"),
    (P(level(trigger=SEVENTEENS, ceiling=cents(10_000))), "the ceiling is not above the seed"),
    (P(level(trigger=SEVENTEENS, rates={A: -1})), "a rate below nothing, or above the turnover"),
    (P(level(trigger=SEVENTEENS, rates={A: 1_000_001})), "a rate below nothing, or above the turnover"),
    (P(level(trigger=SEVENTEENS, rates={A: 0})), "a table that feeds it with nothing"),
    (
        P(level(trigger=SEVENTEENS, rates={A: 999_999}, reserve_rate=1)),
        "all contributions together are not below the turnover",
    ),
    (
        P(level("x", trigger=SEVENTEENS, rates={A: 500_000}), level("y", trigger=SEVENTEENS, rates={A: 500_000})),
        "all contributions together are not below the turnover",
    ),
    (P(level()), "no condition that wins it"),
    (P(level(trigger=SEVENTEENS, low=cents(1))), "a progressive has no hidden value"),
    (P(trigger(run=0)), "a run of that many rounds"),
    (P(trigger(run=101)), "a run of that many rounds"),
    (P(trigger(least=cents(-1))), "the least wager"),
    (P(trigger(wagers=())), "a kind of wager that the game does not know"),
    (P(trigger(wagers=("any-triple",))), "a kind of wager that the game does not know"),
    (P(trigger(outcomes=("37",))), "an outcome that the game does not know"),
    (P(trigger(wagers=("red",), outcomes=("0",))), "a condition under which nobody wins"),
    (M(level(trigger=SEVENTEENS, **HITS)), "a mystery has no condition"),
    (M(level(**HITS, rates={A: 10_000, B: 0}, reserve_rate=1)), "a table that feeds only the reserve cannot win it"),
    (M(level()), "it hits between a low and a high value, neither below the seed"),
    (M(level(low=cents(9_999), high=cents(11_000))), "it hits between a low and a high value, neither below the seed"),
    (M(level(low=cents(11_000), high=cents(10_999))), "it hits between a low and a high value, neither below the seed"),
    (M(level(**HITS, ceiling=cents(10_999))), "it hits beyond the ceiling"),
    (M(level(low=cents(11_000), high=cents(11_000), ceiling=cents(11_000))), "it hits beyond the ceiling"),
]


@pytest.mark.parametrize(("rules", "problem"), WRONG, ids=[str(number) for number in range(len(WRONG))])
def test_parameters_that_do_not_hold_together_are_named(rules: JackpotRules, problem: str) -> None:
    here = hall()
    refused = here.refused(asked(rules))
    assert refused.reason is Reason.JACKPOT_WRONG
    assert refused.details["problem"] == problem
    assert refused.clause in {"4.1.1", "4.1.3"}


def test_what_is_just_allowed_is_allowed() -> None:
    here = hall()
    edge = level(low=cents(10_000), high=cents(11_000), ceiling=cents(11_000), rates={A: 999_998}, reserve_rate=1)
    here.give_all(asked(mystery(edge)))
    more = progressive(level(trigger=SEVENTEENS, rates={A: 1}))
    refused = here.refused(asked(more, "second"))
    assert refused.details == {"table": A, "problem": "all contributions together are not below the turnover"}
    here.give_all(asked(replace(more, levels=(level(trigger=SEVENTEENS, rates={B: 1}),)), "second"))


@pytest.mark.parametrize(("now", "later"), [(400_000, 900_000), (900_000, 400_000)])
def test_another_jackpot_takes_what_it_takes_now_or_from_its_next_pool_on(now: int, later: int) -> None:
    here = offered(progressive(level(trigger=SEVENTEENS, rates={A: now})))
    changed = progressive(level(trigger=SEVENTEENS, rates={A: later}))
    here.give_all(ask.ChangeJackpot(*OPERATOR, J, changed))
    assert (here.level().rules.rates, here.jackpot.pending) == ({A: now}, changed)
    refused = here.refused(asked(progressive(level(trigger=SEVENTEENS, rates={A: 100_000})), "second"))
    assert refused.details == {"table": A, "problem": "all contributions together are not below the turnover"}
    here.give_all(asked(progressive(level(trigger=SEVENTEENS, rates={A: 99_999})), "second"))


@clause("novo-unity", "4.1.1")
def test_a_change_waits_until_the_prize_was_won_and_then_for_the_next_round() -> None:
    here = offered(
        progressive(
            level("x", trigger=SEVENTEENS),
            level("y", trigger=Trigger(("straight",), outcomes=("5",))),
            lock_from=FREE,
        )
    )
    later = Trigger(("straight",), outcomes=("6",))
    other = progressive(
        level("x", trigger=SEVENTEENS, rates={A: 20_000, B: 30_000}, seed=cents(20_000)),
        level("y", trigger=later),
        title="Better",
        lock_from=FREE,
    )
    here.give_all(ask.ChangeJackpot(*OPERATOR, J, other))
    assert here.event(JackpotChanged).clause == "4.1.1"
    here.spin(A, "17", a1={"straight:17": 1_000, "red": 9_000})
    here.spin(B, "17", b1=10_000)
    assert (here.pool("x"), here.pool("y"), here.jackpot.rules.title) == (10_100, 10_100, "Fortune")
    here.lay(B, b2=10_000)
    here.spin(A, "17", a1={"straight:17": 1_000})
    assert here.pool("x") == 20_010, "won; the seed is the new one, the round was played at the old rate"
    assert here.level("x").rules == other.levels[0]
    assert here.jackpot.pending == other, "the other level still waits"
    here.spin(A, "18", a1=10_000)
    assert here.pool("x") == 20_110, "a round that was open at the change is at the old rate"
    here.spin(B, "18")
    assert here.pool("x") == 20_110, "nor was the new table a member when its round opened"
    here.spin(A, "18", a1=10_000)
    here.spin(B, "18", b1=10_000)
    assert here.pool("x") == 20_110 + 200 + 300
    here.spin(A, "6", a1={"straight:6": 100})
    assert here.level("y").cycle == 1, "nor does the new condition hold before the old one was won"
    here.spin(A, "5", a1={"straight:5": 100})
    assert here.level("y").cycle == 2
    assert not here.jackpot.waits
    assert here.jackpot.rules == other
    here.spin(A, "5", a1={"straight:5": 100})
    assert here.level("y").cycle == 3, "the round was open under the condition it was played by"
    here.spin(A, "5", a1={"straight:5": 100})
    assert here.level("y").cycle == 3
    here.spin(A, "6", a1={"straight:6": 100})
    assert here.level("y").cycle == 4


def test_a_run_is_under_one_condition() -> None:
    here = offered(progressive(lock_from=FREE))
    other = progressive(level(trigger=Trigger(("red",), run=2)), lock_from=FREE)
    here.give_all(ask.ChangeJackpot(*OPERATOR, J, other))
    here.spin(A, "9", a1={"straight:9": 100})
    here.spin(A, "9", a1={"straight:9": 100})
    assert here.level().cycle == 2
    here.spin(A, "5", a1={"straight:5": 100})
    here.spin(A, "5", a1={"red": 100})
    assert here.level().cycle == 2, "one round by each of the two conditions is a run by neither"
    here.spin(A, "5", a1={"red": 100})
    assert here.level().cycle == 3


@pytest.mark.parametrize(
    ("rules", "details"),
    [
        (mystery(), {"kind": "mystery"}),
        (progressive(level("second", trigger=SEVENTEENS)), None),
        (
            progressive(level(trigger=SEVENTEENS, ceiling=cents(1))),
            {"level": MAIN, "problem": "the ceiling is not above the seed"},
        ),
    ],
    ids=["kind", "levels", "wrong"],
)
def test_what_a_change_cannot_change(rules: JackpotRules, details: dict[str, str] | None) -> None:
    here = offered(progressive())
    refused = here.refused(ask.ChangeJackpot(*OPERATOR, J, rules))
    assert refused.reason is Reason.JACKPOT_WRONG
    if details is None:
        assert refused.details["problem"] == "levels stay the same"
    else:
        assert refused.details == details


@clause("novo-unity", "4.1")
def test_a_sixth_rulebook_may_allow_them() -> None:
    here: Hall = hall("sixth")
    triples = Trigger(("any-triple", "triple"), run=2, outcomes=tuple(f"{die}-{die}-{die}" for die in range(1, 7)))
    by = next(iter(sixth().roles)), "somebody"
    here.give_all(ask.SetUpJackpot(*by, J, progressive(level(trigger=triples))))
    here.over()
    here.spin(A, "2-2-2", a1={"any-triple": 500}, a2={"triple:2": 500})
    here.spin(A, "5-5-5", a1={"any-triple": 500}, a2={"triple:2": 500})
    assert {each.terminal: each.amount for each in here.floor.jackpots.awards.values()} == {"a1": cents(10_010)}
    here.spin(A, "5-5-5", a2={"any-triple": 500})
    here.spin(A, "1-2-3", a2={"any-triple": 500})
    here.spin(A, "5-5-5", a2={"any-triple": 500})
    assert len(here.floor.jackpots.awards) == 1


# A round is played under the rules it was opened under, however often they change meanwhile.


def changed(here: Hall, number: str, **rates: int) -> None:
    """Other rates, in force since the next prize, which a1 wins with a number at the first table."""
    here.give_all(ask.ChangeJackpot(*OPERATOR, J, feeding(**rates)))
    for _ in range(2):
        here.spin(A, number, a1={f"straight:{number}": 100})


def feeding(**rates: int) -> JackpotRules:
    return progressive(level(trigger=SEVENTEENS, rates=rates), lock_from=FREE)


@clause("novo-unity", "4.1.1")
def test_a_round_that_was_open_through_two_changes_counts_at_the_rate_it_was_opened_under() -> None:
    here = offered(feeding(A=10_000, B=10_000))
    here.lay(B, b1=10_000)
    changed(here, "17", A=10_000, B=20_000)
    changed(here, "18", A=10_000, B=30_000)
    here.spin(B, "5")
    assert here.event(PoolFed).rate == 10_000
    here.spin(B, "5", b1=10_000)
    assert here.event(PoolFed).rate == 30_000


def test_a_round_that_was_open_before_its_table_joined_counts_for_nothing() -> None:
    here = offered(feeding(A=10_000))
    here.lay(B, b1=10_000)
    changed(here, "17", A=10_000, B=20_000)
    changed(here, "18", A=10_000, B=30_000)
    here.spin(B, "5")
    assert not here.events(PoolFed)


def test_wagers_that_were_held_since_before_it_was_offered_count_for_nothing() -> None:
    here = hall()
    here.over()
    here.lay(A, a1=1_000)
    here.closed(A)
    here.hold("a1")
    round_ = here.floor.tables[A].round
    assert round_ is not None
    here.give_all(ask.RecordOutcome(A, round_.spin, "5"), asked(feeding(A=10_000)))
    here.over()
    for number, rate in (("17", 20_000), ("18", 30_000)):
        here.give_all(ask.ChangeJackpot(*OPERATOR, J, feeding(A=rate)))
        for _ in range(2):
            here.spin(A, number, a2={f"straight:{number}": 100})
    here.establish("a1")
    assert not here.events(PoolFed)


def test_former_rules_are_forgotten_with_the_rounds_that_were_opened_under_them() -> None:
    here = offered(feeding(A=10_000, B=10_000))
    here.lay(B, b1=10_000)
    for each in range(1, 8):
        changed(here, str(each), A=10_000, B=10_000 + each)
    assert len(here.level().eras) == 8, "each was in force for rounds of the first table"
    for _ in range(OUTCOMES_KEPT):
        here.spin(A, "5")
    changed(here, "9", A=10_000, B=99)
    assert len(here.level().eras) == 3
    here.spin(B, "5")
    assert here.event(PoolFed).rate == 10_000, "of the second table one round is open since the first"


@clause("novo-unity", "4.1.4")
def test_a_pool_that_other_tables_are_to_feed_begins_only_if_the_process_is_approved_for_them() -> None:
    here = hall(approvals=("mystery-procedure",))
    known = here.floor.tables[A].rulebook
    approver = here.floor.rulebooks[known].equipment.approver
    by = approver.value if approver else ""
    here.give_all(ask.RecordApproval(known, "mystery-process", "ref A", by, A, (PROCESS,)))
    hits = {"low": cents(10_001), "high": cents(10_001)}
    here.give_all(asked(mystery(level(**hits), lock_from=FREE)))
    here.over()
    here.commit()
    both = mystery(level(rates={A: 10_000, B: 10_000}, **hits), lock_from=FREE)
    approval = ask.RecordApproval(known, "mystery-process", "ref B", by, B, ("another/9",))
    here.give_all(approval, ask.ChangeJackpot(*OPERATOR, J, both))
    here.spin(A, "5", a1=200)
    here.reveal()
    commitment = commitment_of(mystery_purpose(J, MAIN, 2), SECRET)
    wish = ask.CommitMystery(J, MAIN, 2, commitment, "sealed", PROCESS)
    refused = here.refused(wish)
    assert (refused.reason, refused.clause) == (Reason.NOT_APPROVED, "4.1.4")
    here.give_all(replace(approval, covers=(PROCESS,), reference="ref B 2"), wish)


@clause("novo-unity", "4.1.1")
def test_a_change_never_takes_more_than_the_turnover_whichever_level_is_won_first() -> None:
    one, other = (Trigger(("straight",), outcomes=(number,)) for number in ("17", "5"))

    def taking(a: int, b: int) -> JackpotRules:
        return progressive(level("a", trigger=one, rates={A: a}), level("b", trigger=other, rates={A: b}))

    here = offered(taking(600_000, 300_000))
    refusal = here.refused(ask.ChangeJackpot(*OPERATOR, J, taking(100_000, 800_000)))
    assert (refusal.reason, refusal.details["table"]) == (Reason.JACKPOT_WRONG, A)
    here.give_all(ask.ChangeJackpot(*OPERATOR, J, taking(100_000, 399_999)))


@clause("novo-unity", "4.1.5")
def test_who_waits_for_a_person_changes_level_by_level() -> None:
    levels = [level(name, trigger=Trigger(("straight",), outcomes=(fell,))) for name, fell in (("a", "17"), ("b", "5"))]
    here = offered(progressive(*levels, lock_from=FREE))
    here.give_all(ask.ChangeJackpot(*OPERATOR, J, progressive(*levels, lock_from=cents(1), by_hand_above=cents(1))))
    found = []
    for terminal in ("a1", "a2"):
        here.spin(A, "5", **{terminal: {"straight:5": 100}})
        found.append((here.event(JackpotWon).locks, here.event(JackpotWon).by_hand))
    assert found == [(False, False), (True, True)]
    # Another change waits again; what has come in force for a level stays until then.
    here.give_all(ask.ChangeJackpot(*OPERATOR, J, progressive(*levels, lock_from=FREE)))
    here.spin(A, "5", a3={"straight:5": 100})
    assert here.event(JackpotWon).by_hand
    here.give_all(ask.DeclareJackpotFault(*OPERATOR, J, "display", "it is dark"))
    here.give_all(ask.AdjustJackpot(*OPERATOR, J, cents(20_000), "as displayed", award=f"{J}.b.1"))
    assert not here.event(JackpotAdjusted).locks, "won when no prize waited"
