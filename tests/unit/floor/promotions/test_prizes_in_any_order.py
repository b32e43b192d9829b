"""Whatever is asked of a promotion in whatever order: the books balance, and nobody is paid twice."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest

from openetg.floor import commands as ask
from openetg.floor.commands import AnyCommand
from openetg.floor.core.ledger import prize_of, promoting_of
from openetg.floor.core.refusals import Reason, Refusal
from openetg.floor.events import Event, PrizePaid
from openetg.floor.pipeline import decide
from openetg.floor.promotions.needs import needs_of
from openetg.floor.promotions.preconditions import OfferedPromotion, found, prize_name
from openetg.floor.state import Phase, PromotionStage
from openetg.money import ZERO, Money, cents, total
from openetg.rulebook.schema.policies import Cause
from tests.entrants import CALL, CASHIER, REVEAL, SCRUTINEER, SIGNED, commit, form, prize, register, seat
from tests.one_table import TABLE, Play
from tests.promotions import AWARD_MS, HOUR_MS, NAME, OPERATOR, OTHER, offered, running, whole_terms

PRIZES = (prize("1", 1_200_000), prize("2", 50_000), prize("3", 9_000, "goods"), prize("4", 20_000))
NUMBERS, ENTRANTS, TERMINALS = ("1", "2", "3", "4"), ("E1", "E2", "E3"), ("t1", "t2")
MANAGER, INSPECTOR = ("assistant_gaming_manager", "mia"), ("inspector", "ines")
WHYS = ("seen", "")


def parts(chance: Random, number: str) -> dict[str, Money]:
    value = next(each.value for each in PRIZES if each.prize == number)
    half = cents(chance.choice((500_000, 25_000, 4_500)))
    ways: list[dict[str, Money]] = [{"cash": value}, {"cash": half, "transfer": value - half}, {"goods": value}, {}]
    return chance.choice(ways)


def _winner(chance: Random, play: Play, number: str) -> str:
    won = offered(play).won.get(number)
    return won.entrant if won is not None and chance.random() < 0.8 else chance.choice(ENTRANTS)


def _pay(chance: Random, play: Play) -> AnyCommand:
    number = chance.choice(NUMBERS)
    asked, who = parts(chance, number), _winner(chance, play, number)
    paid = asked if chance.random() < 0.7 else parts(chance, number)
    return ask.PayPrize(*CASHIER, NAME, number, who, asked, paid, signature=chance.choice((SIGNED, SIGNED, "")))


def _tell(chance: Random, play: Play) -> AnyCommand:
    number = chance.choice(NUMBERS)
    by = chance.choice(("email", "mail", "pigeon"))
    return ask.AttemptNotice(*OPERATOR, NAME, number, _winner(chance, play, number), by, "here", reached=False)


def _deny(chance: Random, play: Play) -> AnyCommand:
    number = chance.choice(NUMBERS)
    value = next(each.value for each in PRIZES if each.prize == number)
    who = (_winner(chance, play, number), "C" + str(play.number))
    return ask.RecordDeniedClaim(
        *OPERATOR, who[1], TABLE, number, value, "late", "Ann", "Quay", promotion=NAME, entrant=who[0]
    )


Wish = Callable[[Random, Play], AnyCommand]
WISHES: list[Wish] = [
    lambda c, _: register(c.choice(ENTRANTS)),
    lambda c, _: seat(c.choice(TERMINALS), c.choice((*ENTRANTS, ""))),
    lambda c, _: form(c.choice(ENTRANTS), c.choice((1, 3))),
    lambda *_: commit(),
    lambda *_: ask.NameScrutineer(*OPERATOR, NAME, SCRUTINEER[1]),
    lambda *_: ask.WitnessDraw(*SCRUTINEER, NAME),
    lambda *_: CALL,
    lambda *_: REVEAL,
    lambda c, _: ask.RecordPresence(*OPERATOR, NAME, c.choice(NUMBERS), c.random() < 0.5),
    lambda c, _: ask.DrawAgain(*c.choice((OPERATOR, OTHER, OTHER)), NAME, c.choice(NUMBERS), c.choice(WHYS)),
    lambda c, _: ask.DrawAgain(*OTHER, NAME, c.choice(NUMBERS), "denied"),
    lambda *_: ask.WitnessDraw(*SCRUTINEER, NAME),
    lambda c, _: ask.PostponePromotion(*OPERATOR, NAME, c.choice(WHYS)),
    lambda *_: ask.ValidatePromotion(*OPERATOR, NAME, "checked"),
    lambda *_: ask.ValidatePromotion(*OPERATOR, NAME, "checked again"),
    lambda *_: ask.PublishResults(*OPERATOR, NAME, "on the board"),
    lambda *_: ask.ClosePromotion(*OPERATOR, NAME),
    lambda c, _: ask.AwardBonus(*OPERATOR, NAME, c.choice(NUMBERS), c.choice(ENTRANTS)),
    _pay,
    _pay,
    _tell,
    _deny,
    lambda c, p: ask.InformClaimant(*OPERATOR, c.choice([*p.floor.people.claims, "C0"]), "by letter"),
    lambda c, _: ask.HoldPaper(*OPERATOR, prize_name(NAME, c.choice(NUMBERS)), "forged?"),
    lambda c, _: ask.Release(*OPERATOR, prize_name(NAME, c.choice(NUMBERS)), pay=c.random() < 0.5, why="found"),
    lambda c, _: ask.ReviewHolding(*INSPECTOR, prize_name(NAME, c.choice(NUMBERS)), "seen"),
    lambda c, p: ask.InvalidateOutcome(*MANAGER, TABLE, Cause.FIRE, "smoke", round=c.choice((*p.table.past, 99))),
    lambda c, _: ask.InsertNote(c.choice(TERMINALS), cents(5_000)),
    lambda c, _: ask.PlaceWager(c.choice(TERMINALS), TABLE, "red", cents(c.choice((400, 1_000)))),
]


AT_THE_DRAW = (ask.NameScrutineer(*OPERATOR, NAME, SCRUTINEER[1]), ask.WitnessDraw(*SCRUTINEER, NAME), CALL, REVEAL)


def holds(play: Play, paid: dict[str, int]) -> None:
    """What is always true of a promotion."""
    promotion, held = offered(play), play.floor.ledger.held
    assert all(each.entries >= 0 and each.carried >= ZERO for each in promotion.entrants.values())
    assert all(count == 1 for count in paid.values()), paid
    for offering in PRIZES:
        account, won = prize_of(NAME, offering.prize), promotion.won.get(offering.prize)
        owed = won is not None and won.entrant and not (won.paid_at_ms or won.denied or won.refused)
        running_ = promotion.stage not in {PromotionStage.CLOSED, PromotionStage.CANCELLED}
        if owed and running_ and offering.kind == "cash":
            assert held(account) == offering.value
        if won is None or won.paid_at_ms or not running_:
            assert held(account) == ZERO
    given = [
        total(each.paid.values())
        for each in promotion.won.values()
        if each.paid_at_ms and "goods" not in each.paid and not each.refused
    ]
    aside = total(held(prize_of(NAME, number)) for number in NUMBERS)
    assert -held(promoting_of(NAME)) == total(given) + aside
    needs_hold(play)


REFUSED = {Reason.POSTPONED, Reason.WRONG_STAGE, Reason.PAYOUT_HELD, Reason.NOT_PRESENT, Reason.PRIZE_DENIED}


def needs_hold(play: Play) -> None:
    """What the desk says is to be done can be done: it ends when the floor lets it end, and pays what may be paid."""
    floor, promotion = play.floor, offered(play)
    offer = found(floor, NAME)
    assert isinstance(offer, OfferedPromotion)
    needs = list(needs_of(floor, offer))
    said = any(each.need == "close" and each.from_ms <= floor.at_ms for each in needs)
    closed = decide(floor, ask.ClosePromotion(*OPERATOR, NAME), floor.at_ms)
    assert said == (not isinstance(closed, Refusal)), (needs, closed)
    for each in needs:
        if each.need == "pay":
            nothing = ask.PayPrize(*CASHIER, NAME, each.prize, promotion.won[each.prize].entrant, {}, {})
            paid = decide(floor, nothing, floor.at_ms)
            assert isinstance(paid, Refusal)
            assert paid.reason not in REFUSED, paid


def asked_anything(name: str, seed: int, presence: str) -> set[str]:
    """So many wishes of any kind, half of them before the draw; which events came of it."""
    chance = Random(f"{name} {seed} {presence}")
    kind = "reward-bonus" if name == "novo-unity" and presence == "required" else "promotional-prize"
    terms = whole_terms(
        kind=kind, earns=chance.choice(("round", "form")), qualifying_wager=cents(0), presence=presence, prizes=PRIZES
    )
    play = running(name, terms, opened=True)
    play.give(commit())
    for number in ENTRANTS:
        play.give(register(number))
    paid: dict[str, int] = {}
    seen: set[str] = set()
    for step in range(300):
        play.at_ms += chance.choice((0, 1_000, HOUR_MS // 60))
        wishes = [chance.choice(WISHES)(chance, play)]
        if step == 100:
            play.at_ms = AWARD_MS
            wishes = [ask.ValidatePromotion(*OPERATOR, NAME, "checked"), *AT_THE_DRAW]
        elif step % 9 == 0 and play.round.phase is Phase.OPEN:
            play.say("launch opposite \n drop \n rest 17")
            seen |= {type(event).__name__ for event in play.events(Event)}
        for wish in wishes:
            verdict = play.give(wish)
            for event in () if isinstance(verdict, Refusal) else verdict:
                seen.add(type(event).__name__)
                if isinstance(event, PrizePaid):
                    paid[event.prize] = paid.get(event.prize, 0) + 1
            holds(play, paid)
    return seen


SEED = {"required": 1, "not-required": 5}
"""With these, every kind of end is reached within the three rulebooks."""


@pytest.mark.parametrize("presence", list(SEED))
def test_the_books_hold_whatever_is_asked(presence: str) -> None:
    names = ("ministar", "interblock", "novo-unity")
    seen = {event for name in names for event in asked_anything(name, SEED[presence], presence)}
    assert {"EntriesEarned", "PrizePaid", "PrizeDrawnAgain", "HoldingReleased"} <= seen, "it comes so far"


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(2, 12))
def test_the_books_hold_whatever_is_asked_for_long(seed: int) -> None:
    for name in ("ministar", "interblock", "novo-unity"):
        for presence in ("required", "not-required"):
            asked_anything(name, seed, presence)
