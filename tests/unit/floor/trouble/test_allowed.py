"""What may be decided now: everything the floor would grant is listed, and nothing that it would refuse.

The scripts of all five instruments are played; after each step about trouble or people every act that could be about
what stands is put together by hand, from the commands themselves, and held against the list, in every role.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain, product
from pathlib import Path
from typing import Any, get_args

import pytest
from msgspec.structs import asdict, replace

from openetg.floor import commands as ask
from openetg.floor.commands import AnyCommand
from openetg.floor.core.authority import DEALER
from openetg.floor.core.declaring import declaration_of
from openetg.floor.core.refusals import Reason, Refusal
from openetg.floor.core.verdicts import Verdict
from openetg.floor.events import WagersVoided
from openetg.floor.people.commands import PeopleCommand
from openetg.floor.pipeline import apply, decide
from openetg.floor.preview import changes_of
from openetg.floor.state import Case, Floor, Round, Table
from openetg.floor.trouble.allowed import (
    NOT_THEIRS,
    Asker,
    Candidate,
    Way,
    about_case,
    about_dispute,
    about_holding,
    about_person,
    about_round,
    allowed,
    granted_to,
    table_of_holding,
)
from openetg.floor.trouble.commands import TroubleCommand
from openetg.floor.trouble.corrections import newest_first
from openetg.money import cents
from openetg.rulebook.schema.policies import Cause
from openetg.script.grammar import script_of
from openetg.script.parse import ScriptLine
from openetg.script.run import play
from openetg.script.stage import Stage
from openetg.script.verbs_people import VERBS as PEOPLE
from openetg.script.verbs_trouble import VERBS as TROUBLE
from openetg.server.acts.acts import LACKING
from tests.marks import clause
from tests.one_table import copied
from tests.scripts import run_script
from tools import golden

SCRIPTS = sorted([*Path("tests/rounds").glob("*.round"), *golden.FOLDER.glob("*.round")])
SAID = {"why": "said", "decision": "said", "finding": "said"}
MEASURES = ("excluded", "limited", "wagers_refused")
LEAST = cents(1)
ALSO = frozenset({"rest", "drop", "withhold", "release", "hold"})
"""Steps about money and rounds after which it is looked as well."""
DECLARED = {script_of(kind)[0] for kind in get_args(TroubleCommand | PeopleCommand) if declaration_of(kind).script}
VERBS = ALSO | DECLARED | TROUBLE.keys() | PEOPLE.keys()
TURNS = 4

Wish = tuple[type[ask.Command], dict[str, Any]]


def candidates(floor: Floor, table: Table) -> Iterator[Candidate]:
    """Everything that may be listed about anything at a table."""
    cases = [case for case in floor.cases.values() if case.table == table.name and not case.closed]
    held = [what for what in floor.vault.holdings if table_of_holding(floor, what) is table]
    disputes = [each for each in floor.people.disputes.values() if each.table == table.name]
    return chain(
        chain.from_iterable(about_case(floor, case) for case in cases),
        chain.from_iterable(about_round(floor, table, round_.number) for round_ in rounds(table)),
        chain.from_iterable(about_dispute(each) for each in disputes),
        chain.from_iterable(about_holding(what) for what in held),
        chain.from_iterable(about_person(floor, who) for who in (*table.terminals, *table.cloth.players)),
    )


def rounds(table: Table) -> list[Round]:
    return list(newest_first(table))[:2]


def wishes(floor: Floor, table: Table) -> Iterator[Wish]:
    """Every act that could be about what stands at a table, with few values for each field."""
    game, people = floor.game_of(table), (*table.terminals[:3], *table.cloth.players[:2])
    for round_ in rounds(table):
        laid = {**round_.wagers, **round_.cloth}
        at: dict[str, Any] = {"table": table.name, "round": round_.number}
        for outcome in game.outcomes[:3]:
            yield ask.CorrectOutcome, {**at, "outcome": outcome}
            yield ask.EnterOutcome, {**at, "outcome": outcome}
        for cause in (None, *Cause):
            yield ask.VoidRound, {**at, "cause": cause}
        yield from _invalidations(floor, table, round_, at)
        for what in ("system", "device"):
            yield ask.DeclareFault, {"table": table.name, "rounds": (round_.number,), "what": what}
        for who, spots in laid.items():
            for some in ((), *([tuple(spots)[:1]] if len(spots) > 1 else [])):
                yield ask.VoidWagers, {**at, "who": who, "spots": some}
        for terminal in table.terminals[:3]:
            yield ask.VarySettlement, {**at, "terminal": terminal, "amount": LEAST}
            for spot, amount in round_.wagers.get(terminal, {}).items():
                ruled = {"terminal": terminal, "spot": spot, "amount": amount}
                yield ask.RuleOnWager, {**at, **ruled, "allow": False}
    for cause in (None, *Cause):
        yield ask.CallNoSpin, {"table": table.name, "cause": cause}
    yield from _of_cases(floor, table)
    yield from _of_disputes_and_holdings(floor, table)
    for who in people:
        yield from _of_people(who, is_terminal=who in floor.terminals)


def _invalidations(floor: Floor, table: Table, round_: Round, at: dict[str, Any]) -> Iterator[Wish]:
    blamed = floor.rulebook_of(table).invalidation.fraud_by
    for cause in Cause:
        for by in ("", *(blamed.value if blamed is not None else ())):
            yield ask.InvalidateOutcome, {**at, "cause": cause, "by": by}
        for who in (*round_.wagers, *round_.cloth):
            yield ask.InvalidateOutcome, {**at, "cause": cause, "forfeit": (who,)}


def _of_cases(floor: Floor, table: Table) -> Iterator[Wish]:
    for case in floor.cases.values():
        if case.closed or case.table != table.name:
            continue
        at = {"terminal": case.terminal, "table": table.name}
        round_ = next((each for each in newest_first(table) if each.number == case.round), None)
        spots = tuple(round_.wagers.get(case.terminal, {}))[:1] if round_ is not None else ()
        for confirmed, some in product((True, False), {(), spots}):
            if confirmed or not some:
                yield ask.Reconstruct, {**at, "confirmed": confirmed, "unconfirmed": some}
        yield ask.CloseCase, at
        for due in (True, False):
            yield ask.Withhold, {"terminal": case.terminal, "amount": LEAST, "due": due}


def _of_disputes_and_holdings(floor: Floor, table: Table) -> Iterator[Wish]:
    for dispute in floor.people.disputes.values():
        if dispute.table != table.name:
            continue
        it = {"dispute": dispute.number}
        yield ask.DecideDispute, it
        yield ask.ReviewDispute, it
        yield ask.AdviseOfRights, it
        for by, satisfied in (("player", True), ("house", False)):
            yield ask.RequestReview, {**it, "by": by}
            yield ask.CloseDispute, {**it, "satisfied": satisfied}
    for what in floor.vault.holdings:
        if table_of_holding(floor, what) is not table:
            continue
        for pay, by_hand in ((True, False), (True, True), (False, False)):
            yield ask.Release, {"what": what, "pay": pay, "by_hand": by_hand}
        yield ask.ReviewHolding, {"what": what}


def _of_people(who: str, *, is_terminal: bool) -> Iterator[Wish]:
    yield from ((kind, {"who": who}) for kind in (ask.ExcludeFromPlay, ask.RecommendExclusion, ask.RefuseWagers))
    yield from ((ask.LiftMeasure, {"who": who, "measure": measure}) for measure in MEASURES)
    yield from ((ask.DirectToVacate, {"who": who, "position": each}) for each in ("occupying", "adjacent"))
    yield ask.RecordRefusalToVacate, {"who": who}
    if is_terminal:
        yield ask.LimitPlayer, {"terminals": (who,)}


def made(wish: Wish, asker: Asker) -> AnyCommand:
    kind, values = wish
    said = {name: words for name, words in SAID.items() if name in kind.__struct_fields__}
    own = {"role": asker.roles[0], "person": asker.person} if "role" in kind.__struct_fields__ else {}
    return kind(**own, **said, **values)  # type: ignore[return-value]


def key_of(command: AnyCommand, *, free_amount: bool) -> tuple[Any, ...]:
    """What an act is apart from who does it and in which words; what is listed names its case, which may go unsaid."""
    left_out = {"role", "person", "case", *SAID, *(["amount"] if free_amount else [])}
    kept = {name: value for name, value in asdict(command).items() if name not in left_out}
    return type(command).__name__, tuple(sorted((name, repr(value)) for name, value in kept.items()))


FREE = (ask.VarySettlement, ask.RuleOnWager, ask.Withhold)


def check(floor: Floor, table: Table, at_ms: int, roles: Sequence[str]) -> int:
    """Holds the list against what the floor grants in these roles; how much was granted."""
    granted = 0
    every = list(candidates(floor, table))
    for role in roles:
        asker = Asker(table.dealer if role == DEALER else "", (role,))
        found = (one for each in every for one in granted_to(floor, each, asker, at_ms)[0])
        keys = {key_of(one.command, free_amount=isinstance(one.command, FREE)) for one in found}
        for wish in wishes(floor, table):
            command = made(wish, asker)
            verdict = decide(floor, command, at_ms)
            is_listed = key_of(command, free_amount=isinstance(command, FREE)) in keys
            is_granted = not isinstance(verdict, Refusal)
            assert is_listed is is_granted or _is_anothers(command, verdict), (role, command, verdict)
            granted += is_granted
    return granted


def _is_anothers(command: AnyCommand, verdict: Verdict) -> bool:
    """Whether what was granted is about another round than the one named: a failed case goes first, and is listed."""
    voided = [event for event in verdict if isinstance(event, WagersVoided)] if isinstance(verdict, tuple) else []
    return isinstance(command, ask.VoidWagers) and any(event.round != command.round for event in voided)


@pytest.mark.slow
@pytest.mark.parametrize("script", SCRIPTS, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_what_is_granted_is_listed_and_nothing_else(script: Path) -> None:
    looks = 0

    def watch(step: ScriptLine, stage: Stage) -> None:
        nonlocal looks
        if step.is_check or step.verb not in VERBS:
            return
        for table in stage.floor.tables.values():
            if table.round is not None:
                looks += 1
                # In turn, so that every role has its share of a script and none takes long.
                check(
                    stage.floor, table, stage.at_ms, list(stage.floor.rulebook_of(table).roles)[looks % TURNS :: TURNS]
                )

    run = play(script.read_text(encoding="utf-8"), watch)
    assert run.failure is None, run.failure


def ways(floor: Floor, table: Table, found: Iterator[Candidate], role: str, at_ms: int, person: str = "") -> set[Way]:
    """What is listed for somebody of that role."""
    asker = Asker(table.dealer if role == DEALER else person, (role,))
    return {each.candidate.way for each in allowed(floor, table, found, asker, at_ms) if not each.others}


def of_case(script: str, role: str, case: str = "case-1") -> set[Way]:
    stage = run_script(script).stage
    about = stage.floor.cases[case]
    return ways(stage.floor, stage.floor.tables[about.table], about_case(stage.floor, about), role, stage.at_ms)


def of_round(script: str, role: str, number: int = 1) -> set[Way]:
    stage = run_script(script).stage
    return ways(stage.floor, stage.table, about_round(stage.floor, stage.table, number), role, stage.at_ms)


FAULTY = """
    rulebook {rulebook} roulette
    note T1 50.00
    note T2 50.00
    bets
    place T1 straight:17 10.00
    place T2 black 10.00
    spin
    drop
    fault T1 crash
    expect held T1
    rest 17
    expect phase SETTLED
"""
WAGERS = {Way.ESTABLISH, Way.ESTABLISH_SOME, Way.NOT_ESTABLISHED}


@clause("interblock", "8.1", "8.3")
def test_interblock_gives_a_held_terminal_to_the_manager_who_establishes_first_and_voids_then() -> None:
    faulty = FAULTY.format(rulebook="interblock")
    assert of_case(faulty, "assistant_gaming_manager") == WAGERS
    tried = faulty + 'reconstruct assistant_gaming_manager T1 failed "the records differ"'
    assert of_case(tried, "assistant_gaming_manager") == WAGERS | {Way.VOID_WAGERS}
    assert of_case(tried, "electronic_gaming_host") == set()


@clause("ministar", "7.1", "7.3", "7.5", "3.3.8")
def test_ministar_lets_the_manager_withhold_and_rule_as_well() -> None:
    faulty = FAULTY.format(rulebook="ministar")
    own = {Way.WITHHOLD, Way.WITHHOLD_DUE, Way.LET_IN}
    assert of_case(faulty, "assistant_gaming_manager") == WAGERS | own
    assert of_case(faulty, "casino_supervisor") == {Way.LET_IN}, "a wager on 17 would be let out to the player's loss"


@clause("novo-unity", "7.1.10", "7.1.12", "3.3.17")
def test_novo_unity_splits_establishing_and_voiding_between_two_supervisors() -> None:
    faulty = FAULTY.format(rulebook="novo-unity") + 'reconstruct casino_supervisor T1 failed "the records differ"'
    by_gaming = of_case(faulty, "electronic_gaming_supervisor")
    assert Way.VOID_WAGERS not in by_gaming
    assert {Way.ESTABLISH, Way.NOT_ESTABLISHED, Way.VARY} <= by_gaming
    assert {Way.ESTABLISH_SOME, Way.VOID_WAGERS} <= of_case(faulty, "casino_supervisor")
    stage = run_script(faulty).stage
    about = about_case(stage.floor, stage.floor.cases["case-1"])
    (void,) = [
        each
        for each in allowed(
            stage.floor, stage.table, about, Asker("eve", ("electronic_gaming_supervisor",)), stage.at_ms
        )
        if each.candidate.way is Way.VOID_WAGERS
    ]
    assert "casino_supervisor" in void.others
    assert "electronic_gaming_supervisor" not in void.others


@clause("adelaide", "11(b)ii", "11(b)iii", "11(b)i")
def test_adelaide_leaves_it_to_the_dealer_after_the_close() -> None:
    closed = """
        rulebook adelaide roulette
        bets
        note T1 50.00
        place T1 straight:17 5.00
        finish
        close dealer
        spin
        fault T1 E17
        expect held T1
        rest 17
    """
    assert of_case(closed, "dealer") == WAGERS
    assert of_case(closed, "pit_boss") == set()


@clause("money-wheel", "10.1", "10.3", "7.1")
def test_a_round_of_the_money_wheel_is_corrected_invalid_or_void_and_nothing_is_forfeited() -> None:
    stage = run_script(
        """
        rulebook money-wheel money-wheel
        player P1
        buy P1 100.00
        bets
        place P1 a 10.00
        close
        spin revolutions=3
        rest a
        expect phase SETTLED
        """
    ).stage
    asker = Asker("", ("casino_operator",))
    found = list(allowed(stage.floor, stage.table, about_round(stage.floor, stage.table, 1), asker, stage.at_ms))
    listed = {each.candidate.way for each in found if not each.others}
    assert {Way.CORRECT, Way.INVALIDATE, Way.VOID_ROUND} <= listed
    assert not {Way.FORFEIT, Way.VARY, Way.LET_IN, Way.LET_OUT, Way.SYSTEM_FAULT} & listed
    causes = {one.fields["cause"] for each in found if each.candidate.way is Way.VOID_ROUND for one in each.tries}
    assert Cause.FRAUD in causes
    assert Cause.IMPRACTICAL not in causes, "going on is impractical only while a round goes on"


@clause("interblock", "8.1")
def test_a_preview_is_what_then_happens_to_the_cent() -> None:
    stage = run_script(FAULTY.format(rulebook="interblock")).stage
    table, asker = stage.table, Asker("ann", ("assistant_gaming_manager",))
    about = [*about_case(stage.floor, stage.floor.cases["case-1"]), *about_round(stage.floor, table, 1)]
    tried = 0
    for each in allowed(stage.floor, table, about, asker, stage.at_ms):
        for one in each.tries[:5]:
            seen = changes_of(stage.floor, one.events)
            after = copied(stage.floor)
            verdict = decide(after, one.command, stage.at_ms)
            assert not isinstance(verdict, Refusal), verdict
            for event in verdict:
                apply(after, event)
            assert [after.ledger.held(change.account) for change in seen] == [change.after for change in seen]
            moved = {name for name in after.ledger.accounts if after.ledger.held(name) != stage.floor.ledger.held(name)}
            assert moved == {change.account for change in seen}, one.command
            tried += 1
    assert tried > 10


@clause("ministar", "8.14")
def test_whoever_decided_a_dispute_first_is_told_who_may_review_it() -> None:
    stage = run_script("rulebook ministar roulette\nbets\nexpect phase OPEN").stage
    manager = ("assistant_gaming_manager",)
    for person in ("ann", "bob"):
        stage.ask(ask.EngageStaff(person, person, {"ministar": manager}))
    stage.ask(ask.RaiseDispute("D1", "A", "the ball jumped"))
    stage.ask(ask.DecideDispute(*manager, "ann", "D1", "it stands"))
    stage.ask(ask.RequestReview("D1", "player"))
    dispute = stage.floor.people.disputes["D1"]
    mine = list(allowed(stage.floor, stage.table, about_dispute(dispute), Asker("ann", manager), stage.at_ms))
    (review,) = [each for each in mine if each.candidate.way is Way.REVIEW]
    assert review.others["assistant_gaming_manager"] == ("bob",)
    by_bob = Asker("bob", manager)
    (own,) = [
        each
        for each in allowed(stage.floor, stage.table, about_dispute(dispute), by_bob, stage.at_ms)
        if each.candidate.way is Way.REVIEW
    ]
    assert not own.others


def test_what_is_about_the_one_who_acts_is_the_same_here_and_where_an_act_is_sent() -> None:
    assert NOT_THEIRS == LACKING


def test_a_later_case_waits_for_the_one_that_holds_wagers() -> None:
    stage = run_script(
        FAULTY.format(rulebook="interblock")
        + """
        bets
        fault T1 again
        expect phase OPEN
        """
    ).stage
    second = [case for case in stage.floor.cases.values() if case.round == 2]
    for case in second:
        found = ways(stage.floor, stage.table, about_case(stage.floor, case), "assistant_gaming_manager", stage.at_ms)
        assert not {Way.ESTABLISH, Way.CLOSE_CASE} & found, "the floor would take the first case"


AGAIN = """
    bets
    place T2 black 10.00
    spin
    drop
    rest 18
    expect phase SETTLED
"""


def void_causes(stage: Stage, role: str, number: int) -> set[Cause | None]:
    """For which causes a round is offered as void to somebody of that role."""
    found = allowed(
        stage.floor, stage.table, about_round(stage.floor, stage.table, number), Asker("", (role,)), stage.at_ms
    )
    tries = (one for each in found if each.candidate.way is Way.VOID_ROUND and not each.others for one in each.tries)
    return {one.fields["cause"] for one in tries}


@clause("interblock", "8.4", "8.4.1")
def test_a_held_round_of_dice_is_void_for_what_held_it_and_no_cause_of_another_game() -> None:
    stage = run_script("""
        rulebook interblock sic-bo
        bets
        note T1 50.00
        place T1 big 10.00
        shake
        close timer
        cocked
        expect phase HELD
    """).stage
    causes = stage.rulebook.invalidation.causes
    held = {cause for cause in Cause if stage.table.round is not None and cause.value == stage.table.round.cause}
    assert void_causes(stage, "assistant_gaming_manager", 1) == {None, *held, *causes}
    assert not {Cause.SAME_DIRECTION, Cause.ROTOR_STILL, Cause.BALL_LEFT} & {*causes, *held}


@clause("ministar", "7.4", "7.4.1.4")
def test_ministar_a_failure_of_the_wheel_voids_the_current_or_just_settled_round_and_no_older_one() -> None:
    faulty = FAULTY.format(rulebook="ministar") + AGAIN * 2
    stage = run_script(faulty).stage
    own = set(stage.floor.rules_of(stage.table).void_causes)
    assert own
    offered = {number: own & void_causes(stage, "assistant_gaming_manager", number) for number in (1, 2, 3)}
    assert offered == {1: set(), 2: own, 3: own}
    run_script(
        faulty
        + """
        void assistant_gaming_manager cause=ball-left "seen on the film" round=1
        expect refused WRONG_PHASE 7.4.1.2
        void assistant_gaming_manager cause=ball-left "seen on the film" round=2
        expect cites 7.4.1.2
        expect balanced
        """
    )


@clause("interblock", "8.1")
def test_a_decision_on_a_case_never_lands_on_another() -> None:
    """Two logins: one still looks at a case that the other has ended, with a later one open by now."""
    stage = run_script(FAULTY.format(rulebook="interblock")).stage
    manager = Asker("ann", ("assistant_gaming_manager",))
    listed = list(allowed(stage.floor, stage.table, about_case(stage.floor, _case(stage)), manager, stage.at_ms))
    acts = (ask.Reconstruct, ask.VoidWagers, ask.CloseCase)
    old = [one.command for each in listed for one in each.tries if isinstance(one.command, acts)]
    assert {type(command) for command in old} == {ask.Reconstruct}
    assert {command.case for command in old if isinstance(command, ask.Reconstruct)} == {"case-1"}
    by, operator = ("assistant_gaming_manager", "ben"), ("casino_operator", "ben")
    stage.ask(ask.Reconstruct(*by, "T1", confirmed=True, why="in the log"))
    stage.ask(ask.OpenCase(*operator, "T1", "again", round=1))
    assert not stage.floor.cases["case-2"].closed
    old += [ask.CloseCase(*operator, "T1", "x", case="case-1"), ask.VoidWagers(*by, "T1", "x", case="case-1")]
    for command in old:
        refused = decide(stage.floor, command, stage.at_ms)
        assert isinstance(refused, Refusal), command
        assert (refused.reason, refused.details) == (Reason.OTHER_CASE, {"case": "case-2"})
        assert refused.clause
    assert isinstance(decide(stage.floor, replace(old[-2], case="case-2"), stage.at_ms), tuple)
    stage.ask(ask.CloseCase(*operator, "T1", "quiet", case="case-2"))
    for command in old:
        refused = decide(stage.floor, command, stage.at_ms)
        assert isinstance(refused, Refusal)
        assert refused.reason is Reason.NO_CASE


def _case(stage: Stage, number: str = "case-1") -> Case:
    return stage.floor.cases[number]


@clause("interblock", "8.1", "8.3")
def test_wagers_void_for_a_breach_are_not_those_of_another_case() -> None:
    run_script(
        FAULTY.format(rulebook="interblock")
        + """
        breach assistant_gaming_manager T1 9.4 "shook the cabinet"
        void-wagers assistant_gaming_manager T1 "shook it" case=case-7
        expect refused OTHER_CASE
        void-wagers assistant_gaming_manager T1 "shook it" case=case-1
        expect balanced
        """
    )


@clause("interblock", "8.1", "8.2.7")
def test_where_no_wagers_are_in_doubt_nothing_is_offered_but_the_end_of_the_case() -> None:
    quiet = """
        rulebook interblock roulette
        note T1 50.00
        bets
        spin
        drop
        open-case casino_operator T1 "a dark screen"
        reconstruct assistant_gaming_manager T1 confirmed "nothing lay there"
        expect refused NOTHING_THERE 8.1
        reconstruct assistant_gaming_manager T1 failed "nothing lay there"
        expect refused NOTHING_THERE 8.1
    """
    assert of_case(quiet, "assistant_gaming_manager") == {Way.CLOSE_CASE}


@clause("interblock", "9.9")
def test_a_void_round_ends_the_cases_about_its_wagers() -> None:
    stage = run_script("""
        rulebook interblock roulette
        note T1 50.00
        note T2 50.00
        bets
        place T1 straight:17 10.00
        place T2 black 10.00
        spin
        drop
        fault T1 crash
        expect held T1
        void assistant_gaming_manager cause=fire "smoke"
        expect phase VOID
        expect meter T1 50.00
        expect meter T2 50.00
        expect balanced
    """).stage
    case = _case(stage)
    assert case.closed
    assert "case" not in stage.floor.terminals["T1"].locks
