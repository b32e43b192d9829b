"""Draws done over from the entries alone: honest ones hold, and every way to cheat is named."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from msgspec.structs import replace

from openetg.floor.commands import (
    AdjustJackpot,
    CancelPromotion,
    DeclareJackpotFault,
    DecommissionJackpot,
    DrawAgain,
    EndJackpotFault,
    RecordApproval,
    RecordOutcome,
    RecordPresence,
    ReportJackpotLink,
    SetUpJackpot,
)
from openetg.floor.events import (
    DrawCalled,
    DrawCommitted,
    EntriesHandedIn,
    JackpotDecommissioned,
    JackpotWon,
    LevelBegan,
    PoolFed,
    PromotionDrawn,
    RoundSettled,
)
from openetg.journal.entry import Entry
from openetg.money import cents
from openetg.reports.fairness.fairness import CheckedDraw, check_draws
from openetg.server.plan.jackpot_plan import JackpotPlan, jackpot_commands
from tests.entrants import REVEAL, by_form, called, entered
from tests.marks import clause
from tests.promotions import NAME, OTHER
from tests.unit.floor.jackpots.build import (
    FREE,
    OPERATOR,
    SEVENTEENS,
    A,
    B,
    Hall,
    J,
    level,
    mystery,
    offered,
    progressive,
)
from tests.unit.reports.forging import changed, wrong
from tests.unit.server.jackpot_floor import APPROVALS, TABLE, JackpotFloor, founded, lucky

LARGE = {"N1": 500, "N2": 40_000}


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> list[Entry]:
    """Two mysteries that were won and a third that runs, from the set-up on."""
    floor = JackpotFloor(tmp_path_factory.mktemp("keys"), founded())
    rulebook = floor.floor.rulebook_of(floor.floor.tables[TABLE])
    for command in jackpot_commands(floor.floor, JackpotPlan("lucky", lucky(), APPROVALS), rulebook):
        assert isinstance(command, RecordApproval | SetUpJackpot)
        floor.give(command)
    for _ in range(2):
        floor.play({"N1": 300, "N3": 100})
        floor.play(LARGE)
    floor.play({"N1": 10})
    assert len(floor.awards) >= 2
    return floor.entries


@pytest.fixture(scope="module")
def drawn() -> list[Entry]:
    """A promotion from its draft to the draw."""
    play = called("ministar", {"E1": 3, "E2": 2, "E3": 1})
    play.give_all(REVEAL)
    return [Entry(number, *entry) for number, entry in enumerate(play.entries, start=1)]


@clause("novo-unity", "4.1.4")
def test_honest_mysteries_hold_and_the_running_one_is_open(played: list[Entry]) -> None:
    found = list(check_draws(played))
    assert [each.kind for each in found[:2]] == ["mystery", "mystery"]
    assert {each.state for each in found[:-1]} == {"holds"}
    assert (found[-1].kind, found[-1].state) == ("commitment", "open")
    assert found[0].about == "lucky/mini/1"


OTHER_SECRET = "0f" * 32


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda won: replace(won, secret=OTHER_SECRET), "is not the one"),
        (lambda won: replace(won, amount=won.amount + cents(1)), "was won"),
        (lambda won: replace(won, terminal="N3"), "brought the pool to the value"),
        (lambda won: replace(won, round=won.round - 1), "brought the pool to the value in round"),
        (lambda won: replace(won, cycle=won.cycle + 5), "no pool of that number"),
        (lambda won: replace(won, process="dice/1"), "does not know"),
    ],
)
def test_a_hit_that_is_not_what_was_committed_to(
    played: list[Entry], change: Callable[[JackpotWon], JackpotWon], words: str
) -> None:
    (said,) = wrong(changed(played, JackpotWon, change))[:1]
    assert words in said


def test_a_hit_that_tells_no_secret(played: list[Entry]) -> None:
    """Whoever leaves it out could name any winner and any amount."""
    silent = lambda won: replace(won, secret="", process="", terminal="N3", amount=won.amount - cents(3))  # noqa: E731
    assert "without telling the secret" in wrong(changed(played, JackpotWon, silent))[0]


def test_a_second_commitment_before_the_first_was_told(played: list[Entry]) -> None:
    """Put in right before the settlement that hits, with a secret that fits."""
    bound = next(each for each in played if b'"LevelBegan"' in each.verdict)
    fed = next(n for n, each in enumerate(played) if b'"PoolFed"' in each.verdict)
    said = wrong([*played[:fed], bound, *played[fed:]])
    assert any("was never told" in each for each in said)
    assert any("pool 1 begins" in each for each in said)


def test_the_first_commitment_after_the_first_turnover(played: list[Entry]) -> None:
    bound = next(n for n, each in enumerate(played) if b'"LevelBegan"' in each.verdict)
    fed = next(n for n, each in enumerate(played) if b'"PoolFed"' in each.verdict)
    moved = [*played[:bound], *played[bound + 1 : fed + 1], played[bound], *played[fed + 1 :]]
    assert any("before it was bound" in said for said in wrong(moved))


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda fed: replace(fed, rate=fed.rate * 2), "rates are not those of the rules"),
        (lambda fed: replace(fed, carried=fed.carried + 1), "what is left of the cents"),
        (lambda fed: replace(fed, turnover=fed.turnover + cents(10)), "not what was settled"),
        (lambda fed: replace(fed, out=("N3",), turnover=fed.turnover - cents(100)), "neither its line nor its link"),
        (lambda fed: replace(fed, transfers=()), "not what its turnover brings"),
    ],
)
def test_a_contribution_that_does_not_follow_from_the_settlement(
    played: list[Entry], change: Callable[[PoolFed], PoolFed], words: str
) -> None:
    assert any(words in said for said in wrong(changed(played, PoolFed, change)))


def honest(hall: Hall) -> list[CheckedDraw]:
    found = list(check_draws([Entry(number, *entry) for number, entry in enumerate(hall.entries, start=1)]))
    assert [each for each in found if each.state == "wrong"] == []
    return found


def test_parts_of_a_cent_of_a_jackpot_that_was_decommissioned_hit_nothing_and_count_from_the_next_pool_on() -> None:
    hall = offered(mystery(level(low=cents(10_001), high=cents(10_001)), lock_from=FREE))
    hall.give_all(SetUpJackpot(*OPERATOR, "old", progressive(level(rates={B: 9_900}, trigger=SEVENTEENS))))
    hall.over()
    hall.commit()
    hall.spin(B, "5", b1=100)
    hall.give_all(DecommissionJackpot(*OPERATOR, "old", J, {"main": "main"}, "no longer wanted"))
    hall.spin(A, "5", a1=50, a2=50)
    hall.reveal()
    (hit,) = [each for each in honest(hall) if each.kind == "mystery"]
    assert (hit.state, "won by a2" in hit.words) == ("holds", True)
    hall.commit(secret="17" * 32)
    assert (hall.level().carried, hall.pool()) == (990_000, 10_000)
    hall.spin(A, "5", a1=1)
    assert hall.pool() == 10_001
    honest(hall)
    entries = [Entry(number, *entry) for number, entry in enumerate(hall.entries, start=1)]
    less = lambda event: replace(event, parts={"main": 1})  # noqa: E731
    assert any("hands over" in said for said in wrong(changed(entries, JackpotDecommissioned, less)))


def test_voids_lost_links_late_settlements_and_adjustments_are_honest() -> None:
    rules = level(low=cents(10_050), high=cents(10_050), rates={A: 10_000, B: 10_000})
    hall = offered(mystery(rules, lock_from=FREE))
    hall.commit()
    hall.spin(A, "5", a1=2_000, a2=1_000)
    hall.void(2)
    hall.spin(B, "5", b1=3_000, b2=1_900)
    hall.give_all(ReportJackpotLink(J, "a1", up=False, cause="cable"))
    hall.spin(A, "6", a1=3_000, a2=3_000)
    hall.reveal()
    hall.commit()
    hall.give_all(DeclareJackpotFault(*OPERATOR, J, "display", "dark"))
    hall.give_all(AdjustJackpot(*OPERATOR, J, cents(10_050), "as approved", "main"))
    hall.give_all(EndJackpotFault(*OPERATOR, J, "bright"))
    hall.spin(B, "5", b1=100)
    hall.reveal()
    hall.commit()
    hall.give_all(ReportJackpotLink(J, "a1", up=True))
    hall.lay(A, a1=4_000, a2=2_000)
    hall.closed(A)
    hall.hold("a1")
    round_ = hall.floor.tables[A].round
    assert round_ is not None
    hall.give_all(RecordOutcome(A, round_.spin, "5"))
    hall.establish("a1")
    hall.reveal()
    found = honest(hall)
    assert [each.state for each in found if each.kind == "mystery"] == ["holds"] * 3


def test_a_commitment_that_was_changed_later(played: list[Entry]) -> None:
    assert "is not the one" in wrong(changed(played, LevelBegan, lambda each: replace(each, commitment="0" * 64)))[0]


def test_contributions_before_the_commitment(played: list[Entry]) -> None:
    """The second pool is bound only after its first settlement."""
    bound = next(n for n, each in enumerate(played) if b'"LevelBegan"' in each.verdict and b'"cycle":2' in each.verdict)
    fed = next(n for n, each in enumerate(played) if n > bound and b'"PoolFed"' in each.verdict)
    moved = [*played[:bound], *played[bound + 1 : fed + 1], played[bound], *played[fed + 1 :]]
    assert any("before it was bound" in said for said in wrong(moved))


def test_stakes_that_were_others_make_another_the_winner(played: list[Entry]) -> None:
    """Where the settlement says that who won laid nothing."""
    hit = next(each for each in check_draws(played) if each.kind == "mystery")
    winner = hit.words.split("won by ")[1].split()[0]

    def nothing_laid(event: RoundSettled) -> RoundSettled:
        results = tuple(replace(each, staked=cents(0)) if each.terminal == winner else each for each in event.results)
        return replace(event, results=results)

    entry = next(each for each in played if each.sequence == hit.sequence)
    nth = sum(b'"RoundSettled"' in each.verdict for each in played if each.sequence < entry.sequence) - 1
    assert any("brought the pool" in said for said in wrong(changed(played, RoundSettled, nothing_laid, nth=nth)))


def test_an_honest_draw_holds(drawn: list[Entry]) -> None:
    (found,) = check_draws(drawn)
    assert isinstance(found, CheckedDraw)
    assert (found.kind, found.about, found.state) == ("draw", "spring", "holds"), found
    assert "6 entries" in found.words


@pytest.mark.parametrize(
    ("kind", "change", "words"),
    [
        (PromotionDrawn, lambda each: replace(each, secret=OTHER_SECRET), "is not the one"),
        (
            PromotionDrawn,
            lambda each: replace(each, winners=tuple(replace(won, entrant="E9") for won in each.winners)),
            "other winners",
        ),
        (DrawCalled, lambda each: replace(each, digest="0" * 64), "digest"),
        (DrawCalled, lambda each: replace(each, entries=each.entries[1:]), "those that were handed in"),
        (EntriesHandedIn, lambda _: None, "those that were handed in"),
        (DrawCalled, lambda each: replace(each, left_out=("E9",)), "E9 is left out, who has no entries"),
        (DrawCalled, lambda each: replace(each, left_out=("E3",)), "E3 is left out, who meets the terms"),
    ],
)
def test_a_draw_that_is_not_what_follows(
    drawn: list[Entry], kind: type, change: Callable[[Any], Any], words: str
) -> None:
    assert any(words in said for said in wrong(changed(drawn, kind, change)))


@pytest.mark.parametrize(
    ("kind", "words"),
    [
        (DrawCommitted, "was never told"),
        (DrawCalled, "called before"),
        (PromotionDrawn, "drawn before"),
    ],
)
def test_what_is_done_once_and_not_again(drawn: list[Entry], kind: type, words: str) -> None:
    """Bound anew, called anew or drawn anew: whoever knows the secret could do it until it suits."""
    nth = next(n for n, each in enumerate(drawn) if f'"{kind.__name__}"'.encode() in each.verdict)
    assert any(words in said for said in wrong([*drawn[: nth + 1], *drawn[nth:]]))


def test_entries_before_the_commitment(drawn: list[Entry]) -> None:
    bound = next(n for n, each in enumerate(drawn) if b'"DrawCommitted"' in each.verdict)
    first = next(n for n, each in enumerate(drawn) if b'"EntriesHandedIn"' in each.verdict)
    late = replace(drawn[bound], sequence=drawn[first].sequence + 1)
    moved = [*drawn[:bound], *drawn[bound + 1 : first + 1], late, *drawn[first + 1 :]]
    assert any("came before the commitment" in said for said in wrong(moved))


def test_what_began_before_the_entries_cannot_be_told(played: list[Entry]) -> None:
    began = next(each.sequence for each in played if b'"LevelBegan"' in each.verdict)
    later = [each for each in played if each.sequence > began]
    found = list(check_draws(later, after=began))
    assert "wrong" not in {each.state for each in found}
    assert "unknown" in {each.state for each in found}


def test_a_prize_for_which_nobody_was_left_is_honest() -> None:
    play = called("ministar", {"E1": 1}, by_form(presence="required", notification=("announcement",)))
    play.give_all(
        REVEAL, RecordPresence(*OPERATOR, NAME, "1", present=False), DrawAgain(*OTHER, NAME, "1", "not there")
    )
    entries = [Entry(number, *entry) for number, entry in enumerate(play.entries, start=1)]
    *_, found = check_draws(entries)
    assert (found.kind, found.state) == ("drawn again", "holds"), found
    assert "nobody" in found.words


def test_a_commitment_of_a_promotion_that_was_cancelled_says_so() -> None:
    play = entered("ministar", {"E1": 1})
    play.give_all(CancelPromotion(*OTHER, NAME, "a doubt"))
    (found,) = check_draws([Entry(number, *entry) for number, entry in enumerate(play.entries, start=1)])
    assert (found.state, found.words) == ("open", "cancelled, and never drawn")
