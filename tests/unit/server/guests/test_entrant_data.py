"""What is known of entrants and claimants: sealed, erased when its time is over, and kept where a rule says so.

With everything real: keys in a keyring, entries in a journal, and the commands that a person gives to erase.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from msgspec import json

from openetg.chance.drawing import PROCESS, commitment_of, draw_purpose
from openetg.cli.main import etg
from openetg.floor import commands as ask
from openetg.floor.commands import AnyCommand
from openetg.floor.core.refusals import Refusal
from openetg.keys.keyring import make_keyring, open_keyring
from openetg.keys.signing import KeyProblem
from openetg.money import cents
from openetg.server.writer.retained_keys import keep_open
from tests.marks import clause
from tests.promotions import DAY_MS, HOUR_MS, NAME, OPERATOR, whole_terms
from tests.unit.server.sealed_floor import SealedFloor
from tests.unit.server.stage import INTERBLOCK, MINISTAR

TABLES = {"ministar": MINISTAR, "interblock": INTERBLOCK}
KEPT_BY = {"ministar": "ministar 6.10.1", "interblock": "interblock 7.10.1"}
TOBACCO_TO_PRESCRIBED = ("tobacco", "firearm", "prohibited-weapon", "liquor-over-20-litres", "prescribed-item")
SECRET = "5e" * 32
NAMES = {"E1": "Ann Example", "E2": "Ben Example"}


@pytest.fixture
def floor(tmp_path: Path) -> Iterator[SealedFloor]:
    with closing(SealedFloor(tmp_path / "floor")) as stands:
        yield stands


def give(floor: SealedFloor, *wishes: AnyCommand) -> None:
    for command in wishes:
        decided = floor.give(command)
        assert decided is not None
        assert not isinstance(decided.verdict, Refusal), (command, decided.verdict)


def drawn(floor: SealedFloor, rulebook: str, before: Callable[[], None] = lambda: None) -> str:
    """A promotion with two entrants goes its way to the draw; who won."""
    start = floor.now_ms + DAY_MS
    terms = whole_terms(
        tables=(TABLES[rulebook],),
        earns="form",
        qualifying_wager=cents(0),
        starts_ms=start,
        entries_close_ms=start + HOUR_MS,
        award_from_ms=start + 2 * HOUR_MS,
        award_until_ms=start + DAY_MS,
        ends_ms=start + DAY_MS,
    )
    file = ask.FilePromotion(*OPERATOR, NAME, "F-1", TOBACCO_TO_PRESCRIBED, list_checked=True)
    give(floor, ask.DraftPromotion(*OPERATOR, NAME, terms), file, ask.PublishPromotion(*OPERATOR, NAME))
    floor.now_ms = start
    bound = ask.CommitDraw(NAME, commitment_of(draw_purpose(NAME), SECRET), "", PROCESS)
    give(floor, ask.StartPromotion(*OPERATOR, NAME), bound)
    for number, name in NAMES.items():
        give(floor, ask.RegisterEntrant(*OPERATOR, NAME, number, name, f"{number} Harbour Street"))
        give(floor, ask.EnterByForm(*OPERATOR, NAME, number))
    before()
    floor.now_ms = start + 2 * HOUR_MS
    give(floor, ask.CallDraw(*OPERATOR, NAME), ask.RevealDraw(NAME, SECRET))
    return floor.floor.promotions.offered[NAME].won["1"].entrant


def deny(floor: SealedFloor, rulebook: str, entrant: str, value: int = 50_000) -> ask.RecordDeniedClaim:
    prize, promotion = ("1", NAME) if entrant else ("a hat", "")
    name, table = NAMES.get(entrant, "Cleo Example"), TABLES[rulebook]
    return ask.RecordDeniedClaim(
        *OPERATOR,
        f"C-{value}",
        table,
        prize,
        cents(value),
        "under age",
        name,
        "1 Quay",
        promotion=promotion,
        entrant=entrant,
    )


def erase(floor: SealedFloor, *words: str) -> Result:
    line = ["keys", "erase", *words, "--why", "kept long enough", "--yes", "--keys", str(floor.place.keys)]
    return CliRunner().invoke(etg, line)


def verified(floor: SealedFloor) -> bool:
    return CliRunner().invoke(etg, ["journal", "verify", floor.place.journal]).exit_code == 0


def journal_text(floor: SealedFloor) -> bytes:
    return b"".join(entry.command + entry.verdict for entry in floor.entries())


def opened(floor: SealedFloor, entrant: str) -> tuple[str, str]:
    """Name and contact, for somebody who may read them."""
    found = floor.floor.promotions.offered[NAME].entrants[entrant]
    return floor.sealer.opened(found.name), floor.sealer.opened(found.contact)


@pytest.mark.parametrize("rulebook", list(TABLES))
def test_an_entrants_data_are_sealed_and_erased_without_breaking_the_chain(floor: SealedFloor, rulebook: str) -> None:
    winner = drawn(floor, rulebook)
    other = next(number for number in NAMES if number != winner)
    paid = {"cash": cents(50_000)}
    give(floor, ask.AttemptNotice(*OPERATOR, NAME, "1", winner, "telephone", "0400 123 456", reached=True))
    give(floor, ask.PayPrize("cashier", "cleo", NAME, "1", winner, paid, paid, signature="form 4711"))
    for text in (*NAMES.values(), "Harbour Street", "0400 123 456", "form 4711"):
        assert text.encode() not in journal_text(floor), text
    assert opened(floor, winner) == (NAMES[winner], f"{winner} Harbour Street")
    found = CliRunner().invoke(etg, ["keys", "find", NAMES[winner], "--keys", str(floor.place.keys)])
    assert found.output.split()[0] == f"entrant/{NAME}/{winner}"
    assert erase(floor, "--subject", f"entrant/{NAME}/{winner}").exit_code == 0
    assert opened(floor, winner) == ("erased", "erased")
    assert opened(floor, other) == (NAMES[other], f"{other} Harbour Street"), "another person's stay"
    assert verified(floor)
    signed = next(each for each in floor.entries() if b"PayPrize" in each.command)
    assert floor.sealer.opened(json.decode(signed.command)["command"]["signature"]) == "erased"


@clause("ministar", "6.10.1")
@clause("interblock", "7.10.1")
@pytest.mark.parametrize(("rulebook", "cited"), list(KEPT_BY.items()))
def test_a_denied_claim_above_the_value_is_kept_whatever_anybody_asks(
    floor: SealedFloor, rulebook: str, cited: str
) -> None:
    winner = drawn(floor, rulebook)
    give(floor, deny(floor, rulebook, winner))
    for subject in ("claim/C-50000", f"entrant/{NAME}/{winner}"):
        refused = erase(floor, "--subject", subject)
        assert refused.exit_code == 2
        assert f"kept by {cited}" in refused.output
    day = floor.floor.premises.day
    of_the_day = erase(floor, "--day", day)
    assert f"claim/C-50000 stays: it is kept by {cited}" in of_the_day.output
    claim = floor.floor.people.claims["C-50000"]
    texts = [floor.sealer.opened(each) for each in (claim.claimant, claim.address, claim.why)]
    assert texts == [NAMES[winner], "1 Quay", "under age"]
    other = next(number for number in NAMES if number != winner)
    assert opened(floor, winner)[0] == NAMES[winner]
    assert opened(floor, other) == ("erased", "erased")
    assert verified(floor)


@clause("ministar", "6.10.1")
@clause("interblock", "7.10.1")
@pytest.mark.parametrize("rulebook", list(TABLES))
def test_a_claim_at_the_value_or_one_that_was_refused_itself_may_be_erased(floor: SealedFloor, rulebook: str) -> None:
    give(floor, deny(floor, rulebook, "", 10_000))
    assert erase(floor, "--subject", "claim/C-10000").exit_code == 0
    nobody = ask.RecordDeniedClaim(
        "cashier", "cleo", "C-9", TABLES[rulebook], "a car", cents(90_000), "late", "Di", "Quay"
    )
    decided = floor.give(nobody)
    assert decided is not None
    assert isinstance(decided.verdict, Refusal)
    assert erase(floor, "--subject", "claim/C-9").exit_code == 0, "nobody has denied it, so nobody keeps it"


def test_the_mark_is_made_again_from_the_journal_at_the_next_start(tmp_path: Path) -> None:
    """A keyring that came back from a backup made before knows of no claim; the journal does."""
    with closing(SealedFloor(tmp_path / "floor")) as floor:
        give(floor, deny(floor, "ministar", "", 90_000))
        keys = floor.place.keys
        floor.sealer.keyring._connection.execute("DELETE FROM kept")
    with closing(open_keyring(keys)) as ring:
        assert ring.kept() == {}
    with closing(SealedFloor(tmp_path / "floor")) as floor:
        assert erase(floor, "--subject", "claim/C-90000").exit_code == 2


def test_two_promotions_number_their_entrants_without_regard_to_each_other(floor: SealedFloor) -> None:
    said = [
        floor.sealer.sealed(ask.RegisterEntrant(*OPERATOR, name, "1", "Ann Example", "here")) for name in ("a", "b")
    ]
    assert erase(floor, "--subject", "entrant/a/1").exit_code == 0
    assert [floor.sealer.opened(each.name) for each in said] == ["erased", "Ann Example"]


UNTIL_OVER = "ministar 6.7.1 until the promotion was closed or cancelled"


def test_everybody_who_may_still_win_is_kept_until_the_promotion_is_over(floor: SealedFloor) -> None:
    """Of a day too, and after the draw: a prize that is drawn again goes to somebody who has not won yet."""
    ring, day, seen = floor.sealer.keyring, floor.floor.premises.day, []

    def all_stay() -> None:
        keep_open(floor.floor, ring)
        for words in (("--subject", f"entrant/{NAME}/E1"), ("--promotion", NAME)):
            refused = erase(floor, *words)
            assert (refused.exit_code, f"kept by {UNTIL_OVER}" in refused.output) == (2, True)
        of_the_day = erase(floor, "--day", day)
        assert f"entrant/{NAME}/ stays: it is kept by {UNTIL_OVER}" in of_the_day.output
        seen.append([opened(floor, number)[0] for number in NAMES])

    winner = drawn(floor, "ministar", before=all_stay)
    all_stay()
    paid = {"cash": cents(50_000)}
    give(floor, ask.PayPrize("cashier", "cleo", NAME, "1", winner, paid, paid, signature="form 4711"))
    give(floor, ask.PublishResults(*OPERATOR, NAME, "on the notice board"))
    all_stay()
    assert seen == [list(NAMES.values())] * 3
    give(floor, ask.ClosePromotion(*OPERATOR, NAME))
    keep_open(floor.floor, ring)
    assert ring.kept() == {}


def test_the_entrants_of_a_promotion_that_is_over_are_forgotten_at_once_and_nobody_elses(floor: SealedFloor) -> None:
    winner = drawn(floor, "ministar")
    other = next(number for number in NAMES if number != winner)
    keep_open(floor.floor, floor.sealer.keyring)
    give(floor, deny(floor, "ministar", winner), ask.CancelPromotion(*OPERATOR, NAME, "a doubt about the entries"))
    keep_open(floor.floor, floor.sealer.keyring)
    elsewhere = floor.sealer.sealed(ask.RegisterEntrant(*OPERATOR, f"{NAME}-2", "E1", "Cleo Example", "here"))
    done = erase(floor, "--promotion", NAME)
    assert done.exit_code == 0, done.output
    assert "1 erased" in done.output
    assert f"entrant/{NAME}/{winner} stays: it is kept by ministar 6.10.1" in done.output
    assert opened(floor, other) == ("erased", "erased")
    assert opened(floor, winner)[0] == NAMES[winner]
    assert floor.sealer.opened(elsewhere.name) == "Cleo Example"
    assert verified(floor)
    assert erase(floor, "--promotion", NAME, "--subject", "claim/C1").exit_code == 2


def test_what_is_kept_for_ever_takes_the_place_of_what_is_kept_for_a_while(floor: SealedFloor) -> None:
    winner = drawn(floor, "ministar")
    keep_open(floor.floor, floor.sealer.keyring)
    give(floor, deny(floor, "ministar", winner))
    keep_open(floor.floor, floor.sealer.keyring)
    assert floor.sealer.keyring.kept()[f"entrant/{NAME}/{winner}"] == "ministar 6.10.1"


def test_a_keyring_refuses_what_must_be_kept(tmp_path: Path) -> None:
    with closing(make_keyring(tmp_path)) as ring:
        for subject in ("claim/C1", "claim/C2"):
            ring.key_for(subject, "2026-11-15")
        ring.keep("claim/C1", "ministar 6.10.1")
        with pytest.raises(KeyProblem, match=r'"claim/C1" are not erased: .* kept by ministar 6\.10\.1'):
            ring.erase("claim/C1", None, why="asked for")
        with pytest.raises(KeyProblem, match="not erased"):
            ring.erase("claim/C1", "2026-11-15", why="asked for")
        assert [each.subject for each in ring.erase(None, "2026-11-15", why="the day is over")] == ["claim/C2"]
        assert ring.kept() == {"claim/C1": "ministar 6.10.1"}
