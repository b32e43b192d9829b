"""One round of every game in a real browser: a note, wagers, the close, what fell, the win, the ticket; then the
journal agrees."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect
from playwright.sync_api import TimeoutError as NothingCame

from openetg.floor.core.ledger import TICKETS, meter_of
from openetg.journal.sqlite import open_journal, read_journal
from openetg.money import ZERO, cents
from openetg.reports.audit.replay import Replayed, verify_floor
from openetg.server.writer.engine import read_floor
from tests.browser.conftest import MakePage
from tests.browser.floors import FAST, RunningFloor, running_floor
from tests.browser.play import WAIT_MS, open_terminal, put_in, shown, wait_for_phase

TAP_AGAIN_MS = 4_000


def collect(page: Page) -> None:
    """Taps until the ticket is out: some rulebooks pay out only at certain times of a round."""
    for _ in range(WAIT_MS // TAP_AGAIN_MS):
        with suppress(NothingCame):
            page.get_by_test_id("collect").tap(timeout=TAP_AGAIN_MS)
        with suppress(NothingCame):
            page.get_by_test_id("ticket-number").wait_for(timeout=TAP_AGAIN_MS)
            return
    pytest.fail("no ticket came out")


def roulette_win(outcome: str) -> int:
    """What 17, 0, red and black at 5.00 each return in units of 5.00; a zero has no colour."""
    return (36 if outcome in {"17", "0"} else 0) + (0 if outcome == "0" else 2)


def dice_win(outcome: str) -> int:
    """What big, small, any triple and a single 4 return in units."""
    dice = [int(face) for face in outcome.split("-")]
    triple = len(set(dice)) == 1
    fours = {0: 0, 1: 2, 2: 3, 3: 13}[dice.count(4)]
    return (32 if triple else 2) + fours


ROULETTE = ("straight:17", "straight:0", "red", "black")
DICE = ("big", "small", "any-triple", "single:4")
GAMES = {
    "M1": (ROULETTE, roulette_win),
    "I1": (ROULETTE, roulette_win),
    "S1": (DICE, dice_win),
    "N1": (ROULETTE, roulette_win),
    "R1": (ROULETTE, roulette_win),
}


@pytest.fixture(scope="module")
def tickets() -> dict[str, int]:
    """What each terminal was paid, in cents."""
    return {}


@pytest.fixture(scope="module")
def floor(tmp_path_factory: pytest.TempPathFactory, tickets: dict[str, int]) -> Iterator[RunningFloor]:
    """The demonstration floor; when it has stopped, its journal must agree with what players hold."""
    folder = tmp_path_factory.mktemp("floor")
    with running_floor(folder, *FAST) as running:
        yield running
        running.stop()
    check_journal(folder, tickets)


def check_journal(folder: Path, tickets: dict[str, int]) -> None:
    journal = read_journal(folder / "journal")
    assert isinstance(list(verify_floor(journal))[-1], Replayed)
    journal.close()
    store = open_journal(folder / "journal")
    state = read_floor(store)
    store.close()
    assert state.ledger.held(TICKETS) == cents(sum(tickets.values()))
    assert all(state.ledger.held(meter_of(terminal)) == ZERO for terminal in tickets)


@pytest.mark.parametrize("terminal", GAMES)
def test_a_newcomer_plays_a_round_and_leaves_with_a_ticket(
    make_page: MakePage, floor: RunningFloor, tickets: dict[str, int], terminal: str
) -> None:
    spots, win_of = GAMES[terminal]
    page = make_page()
    open_terminal(page, floor.address, terminal)
    put_in(page, 50)
    wait_for_phase(page, "CLOSED")
    wait_for_phase(page, "OPEN")
    page.get_by_test_id("chip-500").tap()
    for spot in spots:
        page.get_by_test_id(f"spot-{spot}").tap()
    expect(page.get_by_test_id("staked")).to_have_text("20.00", timeout=WAIT_MS)
    expect(page.get_by_test_id("meter")).to_have_text("30.00")
    wait_for_phase(page, "CLOSED")
    expect(page.get_by_test_id("staked")).to_have_text("0.00", timeout=WAIT_MS)
    wait_for_phase(page, "OPEN")
    outcome = page.get_by_test_id("outcome").get_attribute("data-outcome") or ""
    left = 30 + 5 * win_of(outcome)
    assert shown(page, "meter") == left, f"{outcome} fell"
    collect(page)
    expect(page.get_by_test_id("ticket-amount")).to_contain_text(f"{left}.00", timeout=WAIT_MS)
    tickets[terminal] = 100 * left
    expect(page.get_by_test_id("meter")).to_have_text("0.00")


def test_a_ticket_of_one_terminal_is_taken_by_another(
    make_page: MakePage, floor: RunningFloor, tickets: dict[str, int]
) -> None:
    first, second = make_page(), make_page()
    open_terminal(first, floor.address, "M5")
    put_in(first, 20)
    collect(first)
    number = first.get_by_test_id("ticket-number").inner_text(timeout=WAIT_MS)
    open_terminal(second, floor.address, "S5")
    second.get_by_test_id("ticket-in").fill(number)
    second.get_by_test_id("insert-ticket").tap()
    expect(second.get_by_test_id("meter")).to_have_text("20.00", timeout=WAIT_MS)
    second.get_by_test_id("tab-money").tap()
    second.get_by_test_id("ticket-in").fill(number)
    second.get_by_test_id("insert-ticket").tap()
    expect(second.get_by_test_id("refusal")).to_contain_text("paid already", timeout=WAIT_MS)
    collect(second)
    expect(second.get_by_test_id("ticket-amount")).to_contain_text("20.00", timeout=WAIT_MS)
    tickets["S5"] = 2_000


def test_a_refusal_is_a_sentence_with_its_clause(make_page: MakePage, floor: RunningFloor) -> None:
    page = make_page()
    open_terminal(page, floor.address, "M6")
    wait_for_phase(page, "OPEN")
    page.get_by_test_id("spot-red").tap()
    expect(page.get_by_test_id("refusal")).to_contain_text("Not placed: ", timeout=WAIT_MS)
    expect(page.get_by_test_id("refusal")).to_contain_text("(")
