"""Every spot of every layout, touched where it lies on the screen: the floor has that wager and no other."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from openetg.journal.sqlite import read_journal
from tests.browser.conftest import MakePage
from tests.browser.floors import RunningFloor, running_floor
from tests.browser.play import WAIT_MS, centres, game_of, open_terminal, placed, put_in
from tests.marks import clause

LONG = ["--tables", "A,B,C,D,E", "--period", "600", "--launch", "590", "--terminals", "3"]
"""A wagering period in which every spot can be touched."""
ROULETTE_SPOTS = 157
DICE_SPOTS = 50
SMALL = (1366, 768)
"""The smallest screen on which all of a layout is in sight: half the pixels to draw anew for each touch."""
TEST_IDS = "(all) => all.map((each) => each.dataset.testid)"
CHIP = {"R2": 500}
"""Where the limits sign asks for more than the smallest chip."""


@pytest.fixture(scope="module")
def floor(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningFloor]:
    with running_floor(tmp_path_factory.mktemp("floor"), *LONG) as running:
        yield running


@pytest.mark.parametrize(
    ("terminal", "rulebook", "game"),
    [
        pytest.param("I2", "interblock", "roulette", id="interblock", marks=clause("interblock", "diagram.B")),
        pytest.param("S2", "interblock", "sic-bo", id="sic-bo", marks=clause("interblock", "diagram.E")),
        pytest.param("R2", "adelaide", "roulette", id="adelaide", marks=clause("adelaide", "4", "7(b)")),
    ],
)
def test_every_spot_is_touched_where_it_lies(
    make_page: MakePage, floor: RunningFloor, terminal: str, rulebook: str, game: str
) -> None:
    page, spots = make_page(SMALL), game_of(rulebook, game).spots
    open_terminal(page, floor.address, terminal)
    chip = CHIP.get(terminal, 100)
    for _ in range(chip // 100):
        put_in(page, 100)
        put_in(page, 100)
    page.get_by_test_id(f"chip-{chip}").tap()
    where = centres(page)
    assert set(where) == set(spots), "the layout shows the spots of the rulebook and nothing else"
    assert len(where) == (DICE_SPOTS if game == "sic-bo" else ROULETTE_SPOTS)
    for index, (x, y) in enumerate(where.values(), start=1):
        page.touchscreen.tap(x, y)
        if index % 20 == 0:  # as many as the floor lets a finger send; the rest waits for its answers
            expect(page.get_by_test_id("staked")).to_have_text(f"{index * chip // 100:,}.00", timeout=WAIT_MS)
    expect(page.get_by_test_id("staked")).to_have_text(f"{len(where) * chip // 100:,}.00", timeout=WAIT_MS)
    assert placed(page) == dict.fromkeys(spots, chip)
    assert wagers_on_record(floor.folder, terminal) == list(where), "each touch is on record as the wager it was"


@clause("interblock", "diagram.D")
def test_every_sector_and_every_centre_of_the_racetrack_is_the_wager_it_says(
    make_page: MakePage, floor: RunningFloor
) -> None:
    page, game = make_page(), game_of("interblock", "roulette")
    specials = {name: wager for name, wager in game.wagers.items() if len(wager.pieces) > 1}
    open_terminal(page, floor.address, "I3")
    put_in(page, 100)
    put_in(page, 100)
    track = page.get_by_test_id("racetrack")
    names = [name.removeprefix("spot-") for name in track.locator("[data-testid^=spot-]").evaluate_all(TEST_IDS)]
    assert set(names) == set(specials), "the sectors, and every number as the centre of its neighbours"
    cost = 0
    for name in names:
        track.get_by_test_id(f"spot-{name}").click()
        cost += specials[name].units
        expect(page.get_by_test_id("staked")).to_have_text(f"{cost}.00", timeout=WAIT_MS)
    on_record = [(event["wager"], event["spots"]) for event in placings(floor.folder, "I3")]
    assert on_record == [(name, {piece.spot: 100 * piece.units for piece in specials[name].pieces}) for name in names]


def wagers_on_record(folder: Path, terminal: str) -> list[str]:
    """The wagers of a terminal in the order in which they were placed."""
    return [spot for event in placings(folder, terminal) for spot in event["spots"]]


def placings(folder: Path, terminal: str) -> list[dict[str, Any]]:
    """What a terminal placed, as the journal has it."""
    journal = read_journal(folder / "journal")
    verdicts = [json.loads(entry.verdict) for entry in journal.entries(after_sequence=0)]
    journal.close()
    events = [event for verdict in verdicts for event in verdict.get("events", ())]
    return [event for event in events if event["type"] == "WagerPlaced" and event["terminal"] == terminal]
