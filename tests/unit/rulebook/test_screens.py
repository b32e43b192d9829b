"""What each instrument lets a screen offer, what it keeps from it, and the looks that its diagrams show."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from openetg.rulebook.load import load
from openetg.rulebook.meaning import check_meaning
from openetg.rulebook.schema.book import Rulebook
from openetg.rulebook.schema.policies import Channel, Feature, Racetrack
from openetg.rulebook.schema.premises import Look
from openetg.rulebook.schema.wagering import ChannelWagers

TERMINALS = ["ministar", "interblock", "novo-unity", "adelaide"]
BUTTONS = {Feature.UNDO, Feature.CLEAR, Feature.DOUBLE, Feature.REPEAT, Feature.MAX_BET}


def book(name: str) -> Rulebook:
    return load(name).rulebook


def on_terminals(name: str) -> ChannelWagers:
    wagers = book(name).wagers.terminal
    assert wagers is not None
    return wagers


@pytest.mark.parametrize("name", TERMINALS)
def test_every_feature_is_either_offered_or_denied_on_terminals(name: str) -> None:
    wagers = on_terminals(name)
    assert wagers.features.keys() | wagers.denied.keys() == set(Feature)
    assert not wagers.features.keys() & wagers.denied.keys()
    assert wagers.features.keys() >= BUTTONS | {Feature.FAVOURITES, Feature.STATISTICS}


def test_what_each_instrument_keeps_a_screen_from_offering() -> None:
    denied = {name: {each.value: said for each, said in on_terminals(name).denied.items()} for name in TERMINALS}
    assert denied == {
        "ministar": {"autoplay": "3.2"},
        "interblock": {},
        "novo-unity": {},
        "adelaide": {"autoplay": "7(f)", "hot-cold": "12(l)"},
    }
    cloth = book("money-wheel").wagers.cloth
    assert cloth is not None
    assert cloth.denied == {Feature.HOT_COLD: "10.5(b)"}


def test_what_each_instrument_lets_a_screen_offer_by_which_clause() -> None:
    for name, said in (("ministar", "2.6.2"), ("interblock", "2.4.2")):
        assert set(on_terminals(name).features.values()) == {said}
    novo, adelaide = on_terminals("novo-unity").features, on_terminals("adelaide").features
    history = {Feature.STATISTICS: "2.1", Feature.HOT_COLD: "2.1"}
    assert novo == {**dict.fromkeys(novo, "3.2"), Feature.MAX_BET: "1.1:max_bet", **history}
    undoing = {Feature.UNDO: "7(g)", Feature.CLEAR: "7(g)"}
    assert adelaide == {**dict.fromkeys(adelaide, "7(f)"), **undoing, Feature.STATISTICS: "7(c)v"}


@pytest.mark.parametrize("channel", Channel, ids=lambda channel: channel.value)
def test_a_feature_cannot_be_both_offered_and_denied(channel: Channel) -> None:
    rulebook = book("adelaide")
    rules = getattr(rulebook.wagers, channel.value)
    both = replace(rules, features={Feature.UNDO: "7(g)"}, denied={Feature.UNDO: "7(g)"})
    wrong = replace(rulebook, wagers=replace(rulebook.wagers, **{channel.value: both}))
    assert [problem.key for problem in check_meaning(wrong)] == [f"wagers.{channel.value}.denied.undo"]


def test_what_repeats_by_itself_needs_the_button_that_repeats() -> None:
    rulebook = book("interblock")
    alone = replace(on_terminals("interblock"), features={Feature.AUTOPLAY: "2.4.2"})
    wrong = replace(rulebook, wagers=replace(rulebook.wagers, terminal=alone))
    assert [problem.key for problem in check_meaning(wrong)] == ["wagers.terminal.features.autoplay"]


def test_each_look_says_how_it_shows_the_wheel_and_of_which_games_it_is() -> None:
    looks = {name: book(name).display.looks for name in (*TERMINALS, "money-wheel")}
    assert {name: look.racetrack for name, look in looks["ministar"].items()} == {
        "ribbon": Racetrack.RIBBON,
        "ribbon-and-run": Racetrack.RIBBON_AND_RUN,
        "diamond": Racetrack.OVAL,
    }
    assert {name: [look.clause for look in each.values()] for name, each in looks.items()} == {
        "ministar": ["diagram-B", "diagram-C", "diagram-D"],
        "interblock": ["diagram.C", "diagram.D", "diagram.E"],
        "novo-unity": ["Diagram A"],
        "adelaide": ["4"],
        "money-wheel": [],
    }
    assert [look.racetrack for look in looks["interblock"].values()] == [Racetrack.OVAL] * 2 + [Racetrack.NONE]
    assert {name: look.games for name, look in looks["interblock"].items()} == {
        "roulette": ("roulette",),
        "racetrack": ("roulette",),
        "sic-bo": ("sic-bo",),
    }
    for name in ("novo-unity", "adelaide"):
        assert [look.racetrack for look in looks[name].values()] == [Racetrack.NONE]
    assert looks["money-wheel"] == {}


@pytest.mark.parametrize(
    ("name", "look", "key"),
    [
        ("dark", Look("Dark", "diagram-B", games=("sic-bo",)), "display.looks.dark.games[0]"),
        ("Dark Look", Look("Dark", "diagram-B"), "display.looks.Dark Look"),
    ],
    ids=["game", "name"],
)
def test_a_look_is_of_a_game_that_the_rulebook_has_and_has_a_plain_name(name: str, look: Look, key: str) -> None:
    rulebook = book("ministar")
    wrong = replace(rulebook, display=replace(rulebook.display, looks={name: look}))
    assert [problem.key for problem in check_meaning(wrong)] == [key]
