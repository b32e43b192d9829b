"""What staff are told of a jackpot before and behind it: what its set-up moves, and what was won where."""

from __future__ import annotations

from openetg.floor import commands as ask
from openetg.floor.alerts.acknowledging import alerts_view
from openetg.floor.core.refusals import Refusal
from openetg.floor.jackpots.views import condition_of
from openetg.floor.pipeline import decide
from openetg.floor.preview import changes_of, follows_of
from openetg.money import cents, say_money
from openetg.rulebook.schema.policies import JackpotKind
from tests.marks import clause
from tests.unit.floor.jackpots.build import MAIN, OPERATOR, A, J, hall, level, mystery, offered, progressive
from tests.unit.floor.jackpots.test_awards import FIRST, won

RULES = mystery(level(seed=cents(250_000_000), low=cents(260_000_000), high=cents(270_000_000)))


@clause("novo-unity", "4.1.3")
def test_whoever_sets_a_mystery_up_sees_the_seed_that_follows_in_the_same_moment() -> None:
    here = hall()
    wish = ask.SetUpJackpot(*OPERATOR, J, RULES)
    verdict = decide(here.floor, wish, here.at_ms)
    assert not isinstance(verdict, Refusal)
    assert changes_of(here.floor, verdict) == (), "the set-up itself moves nothing"
    told = {each.account: each.after for each in follows_of(here.floor, verdict)}
    here.give_all(wish)
    here.commit()
    assert told == {name: here.floor.ledger.held(name) for name in (f"pool/{J}/{MAIN}", f"seeding/{J}")}
    assert told[f"pool/{J}/{MAIN}"] == cents(250_000_000)


def test_of_a_progressive_nothing_is_left_to_follow() -> None:
    here = hall()
    verdict = decide(here.floor, ask.SetUpJackpot(*OPERATOR, J, progressive()), here.at_ms)
    assert not isinstance(verdict, Refusal)
    assert changes_of(here.floor, verdict)
    assert follows_of(here.floor, verdict) == ()


def test_an_alert_names_the_jackpot_and_the_amount() -> None:
    here = won()
    (line,) = alerts_view(here.floor).open
    title, amount = here.jackpot.rules.title, say_money(here.award(FIRST).amount)
    assert line.said == (f"{title} {here.award(FIRST).title}, {amount} ({FIRST})",)


def test_what_wins_it_is_told_with_thousands_set_apart() -> None:
    assert "between 2,600,000.00 and 2,700,000.00" in condition_of(JackpotKind.MYSTERY, RULES.levels[0])
    assert A in offered(RULES).jackpot.rules.levels[0].rates
