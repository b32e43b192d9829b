"""What a screen draws of a game is what the floor settles by: every spot of every game, on every outcome."""

from __future__ import annotations

import pytest
from msgspec import json

from openetg.floor.commands import RecordEquipment
from openetg.floor.rounds.views import LayoutView, layout_view, past_of, table_view
from openetg.games.paytable import Game
from openetg.games.settle import settle
from openetg.money import cents
from openetg.rulebook.schema.policies import Channel
from openetg.wire.codec import encode
from openetg.wire.messages import Welcome
from tests.marks import clause
from tests.one_table import play
from tests.payout_notation import game_of
from tests.sites import KINDS, NUMBERS, SEGMENTS, site

GAMES = [*KINDS.items(), ("interblock", "sic-bo")]
every_game = pytest.mark.parametrize(("rulebook", "kind"), GAMES)
ROULETTE = [rulebook for rulebook in KINDS if rulebook != "money-wheel"]


def shown(rulebook: str, kind: str, channel: Channel | None = None) -> tuple[LayoutView, Game]:
    """The layout of a table, and the game that is settled there."""
    table = site(rulebook, kind)
    return layout_view(table.floor, table.table, channel), game_of(rulebook, "sic-bo" if kind == "sic-bo" else None)


@every_game
def test_a_spot_covers_exactly_the_outcomes_that_pay_it(rulebook: str, kind: str) -> None:
    layout, game = shown(rulebook, kind)
    assert [spot.name for spot in layout.spots] == list(game.spots)
    for spot in layout.spots:
        for position, outcome in enumerate(game.outcomes):
            settled = settle(game, game.wagers[spot.name], cents(100), position, None)
            assert (outcome in spot.covers) == (settled.won > cents(0)), f"{spot.name} on {outcome}"
        assert spot.covers, f"{spot.name} can win"
        assert not spot.pieces


@every_game
def test_a_special_is_the_pieces_it_is_settled_by(rulebook: str, kind: str) -> None:
    layout, game = shown(rulebook, kind)
    for special in layout.specials:
        wager = game.wagers[special.name]
        assert len(special.pieces) == special.units == wager.units, "a piece for each unit it costs"
        assert list(dict.fromkeys(special.pieces)) == [piece.spot for piece in wager.pieces], (
            "in the order of the rules"
        )
        for position, outcome in enumerate(game.outcomes):
            settled = settle(game, wager, cents(100), position, None)
            assert (outcome in special.covers) == (settled.won > cents(0)), f"{special.name} on {outcome}"


def test_a_piece_that_costs_twice_is_there_twice() -> None:
    layout, _ = shown("ministar", "electronic")
    (zero,) = (special for special in layout.specials if special.name == "neighbours-of-zero")
    assert zero.pieces[:3] == ("street:0-2-3", "street:0-2-3", "split:4-7")


@pytest.mark.parametrize("rulebook", ["novo-unity", "adelaide"])
def test_a_terminal_is_not_offered_specials_that_only_the_cloth_takes(rulebook: str) -> None:
    """Adelaide's neighbours are spoken to the dealer; novo-unity has none at all."""
    on_terminals, _ = shown(rulebook, KINDS[rulebook], Channel.TERMINAL)
    anywhere, game = shown(rulebook, KINDS[rulebook])
    assert on_terminals.specials == ()
    assert {special.name for special in anywhere.specials} == set(game.wagers) - set(game.spots)


@clause("novo-unity", "Diagram A")
@clause("interblock", "diagram.A")
@pytest.mark.parametrize("rulebook", ROULETTE)
def test_the_wheel_of_a_roulette_is_in_the_order_of_the_rulebook(rulebook: str) -> None:
    layout, _ = shown(rulebook, KINDS[rulebook])
    assert layout.wheel == NUMBERS


RED = {"1", "3", "5", "7", "9", "12", "14", "16", "18", "19", "21", "23", "25", "27", "30", "32", "34", "36"}


@clause("interblock", "diagram.B")
def test_the_layout_of_interblock_roulette_is_zero_above_twelve_rows_of_three() -> None:
    layout, _ = shown("interblock", "roulette")
    rows = tuple((str(first), str(first + 1), str(first + 2)) for first in range(1, 37, 3))
    assert (layout.zeros, layout.rows) == (("0",), rows)
    assert len(layout.red) == len(layout.black) == 18
    assert (set(layout.red), set(layout.black)) == (RED, set(NUMBERS) - RED - {"0"})


def test_the_money_wheel_is_the_one_on_the_register() -> None:
    table = site("money-wheel")
    assert sorted(layout_view(table.floor, table.table).wheel) == sorted(SEGMENTS)

    def unregistered(step: object) -> object:
        return None if isinstance(step, RecordEquipment) else step

    bare = site("money-wheel", "", unregistered)  # type: ignore[arg-type]
    assert layout_view(bare.floor, bare.table).wheel == (), "nobody has said which wheel stands there"


def test_dice_have_no_wheel() -> None:
    layout, _ = shown("interblock", "sic-bo")
    assert layout.wheel == ()


@every_game
def test_features_and_what_is_denied_are_those_of_the_rulebook_each_with_its_clause(rulebook: str, kind: str) -> None:
    table = site(rulebook, kind)
    wagers = table.floor.rulebook_of(table.table).wagers
    layout, rules = layout_view(table.floor, table.table), wagers.terminal or wagers.cloth
    assert rules is not None
    assert layout.features == {feature.value: clause for feature, clause in rules.features.items()}
    assert layout.denied == {feature.value: clause for feature, clause in rules.denied.items()}
    assert not set(layout.features) & set(layout.denied)


@clause("interblock", "2.4.2")
@clause("ministar", "2.6.2")
@clause("adelaide", "7(c)v")
@pytest.mark.parametrize(
    ("rulebook", "kind", "offered"),
    [
        ("interblock", "roulette", {"statistics": "2.4.2", "favourites": "2.4.2", "hot-cold": "2.4.2"}),
        ("interblock", "sic-bo", {"statistics": "2.4.2", "favourites": "2.4.2", "hot-cold": "2.4.2"}),
        ("ministar", "electronic", {"statistics": "2.6.2", "favourites": "2.6.2", "hot-cold": "2.6.2"}),
        ("adelaide", "live", {"statistics": "7(c)v", "favourites": "7(f)"}),
    ],
)
def test_a_screen_is_told_to_offer_favourites_and_counts_of_what_fell_by_the_clause_that_allows_them(
    rulebook: str, kind: str, offered: dict[str, str]
) -> None:
    """The page offers what it is told and nothing else; the tests in a browser see that it does."""
    layout, _ = shown(rulebook, kind)
    wanted = ("statistics", "favourites", "hot-cold")
    assert {name: layout.features[name] for name in wanted if name in layout.features} == offered


def test_the_rules_of_adelaide_let_a_screen_undo_and_keep_it_from_playing_by_itself() -> None:
    layout, _ = shown("adelaide", "live")
    assert layout.features["undo"] == "7(g)"
    assert layout.denied == {"autoplay": "7(f)", "hot-cold": "12(l)"}


def test_what_the_rules_of_a_game_without_terminals_deny_is_denied_to_every_screen() -> None:
    layout, _ = shown("money-wheel", "live")
    assert (layout.features, layout.denied) == ({}, {"hot-cold": "10.5(b)"})


@every_game
def test_a_welcome_is_small_enough_for_any_line(rulebook: str, kind: str) -> None:
    layout, _ = shown(rulebook, kind)
    table = site(rulebook, kind).table
    welcome = Welcome(1, 0, 0, 0, 0, layout, None, table_view(table))
    assert len(encode(welcome)) < 64 * 1024


def test_everybody_hears_the_last_twenty_and_who_comes_in_everything_that_is_kept() -> None:
    table = play(
        "interblock",
        "open-table by-itself \n ready \n "
        + "\n".join(f"launch opposite \n drop \n rest {number % 37}" for number in range(1, 26)),
    )
    fell = tuple(str(number % 37) for number in range(25, 0, -1))
    assert table_view(table.table).outcomes == fell[:20]
    assert past_of(table.table) == fell
    assert len(json.encode(table_view(table.table))) < 1_000
