"""Settlement on the floor is the paytable times what stands, whatever was wagered and whatever falls."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from openetg.floor.commands import PlaceWager
from openetg.games.settle import settle
from openetg.money import cents, total
from tests.one_table import TABLE, TERMINALS, play
from tests.payout_notation import game_of

Wagers = list[tuple[str, str, int]]


def wagers_of(rulebook: str) -> st.SearchStrategy[Wagers]:
    """Who wagers what, in cents on each piece."""
    names = st.sampled_from(sorted(game_of(rulebook).wagers))
    return st.lists(st.tuples(st.sampled_from(TERMINALS), names, st.integers(1, 300)), max_size=12)


@pytest.mark.slow
@pytest.mark.parametrize("rulebook", ["ministar", "interblock"])
@settings(max_examples=60, deadline=None)
@given(data=st.data())
def test_a_round_pays_what_the_games_say(rulebook: str, data: st.DataObject) -> None:
    game = game_of(rulebook)
    wagers = data.draw(wagers_of(rulebook))
    outcome = data.draw(st.sampled_from(game.outcomes))
    table = play(
        rulebook,
        "open-table by-itself \n ready"
        + "".join(f"\n note {name} 100.00 \n note {name} 100.00" * 3 for name in TERMINALS),
    )
    meters = {name: table.meter(name) for name in TERMINALS}
    won = dict.fromkeys(TERMINALS, cents(0))
    for name, wager, amount in wagers:
        table.give_all(PlaceWager(name, TABLE, wager, cents(amount)))
        expected = settle(game, game.wagers[wager], cents(amount), game.outcomes.index(outcome), None)
        meters[name] += expected.returned - expected.staked
        won[name] += expected.won
    table.say(f"launch opposite \n drop \n rest {outcome}")
    assert {name: table.meter(name) for name in TERMINALS} == meters
    assert {name: table.floor.terminals[name].win for name in TERMINALS} == won
    paid_in = cents(3 * 60_000)
    assert table.floor.ledger.held("bank/A") == paid_in - total(meters.values())
    assert not any(table.floor.ledger.held(f"play/A/{name}") for name in TERMINALS)
