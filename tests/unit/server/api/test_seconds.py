"""Acts of high value wait for a second person, who confirms with a login of their own; both are on record."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from msgspec import json
from msgspec.structs import replace

from openetg.floor.commands import (
    CloseWagers,
    Collect,
    EngageStaff,
    InsertNote,
    PlaceWager,
    RecordOutcome,
    ReportLaunch,
    ReportPrint,
)
from openetg.floor.core.refusals import Reason
from openetg.floor.state import Phase
from openetg.money import cents
from openetg.rulebook.schema.policies import Closer
from openetg.server.api.office import ApiSettings
from openetg.server.writer.sealing import WRONG_EVERY_MS, WRONG_MAX
from tests.unit.server.api.floor_app import PASSWORD, ServedFloor, code_of_two, served_floor
from tests.unit.server.api.test_pairing_api import Browser

pytestmark = pytest.mark.slow


@pytest.fixture
def own_floor(tmp_path: Path) -> Iterator[ServedFloor]:
    settings = ApiSettings(requests_per_s=10_000, second_above=cents(1_000))
    with served_floor(tmp_path, settings) as running:
        yield running


def test_a_void_round_waits_for_a_second_person(own_floor: ServedFloor) -> None:
    ann, bob = own_floor.client("ann"), own_floor.client("bob")
    asked = ann.send("void-round", table="A", cause="fire", why="the wheel was touched")
    assert asked.status_code == 202
    assert "touched" not in asked.text
    assert (
        ann.send("void-round", number=ann.number, table="A", cause="fire", why="the wheel was touched").json()
        == asked.json()
    )
    before = len(own_floor.entries())
    assert [each["act"] for each in bob.get("/api/confirmations").json()["waiting"]] == ["VoidRound"]
    name = asked.json()["confirmation"]
    alone = ann.post(f"/api/confirmations/{name}")
    assert (alone.status_code, alone.json()["reason"]) == (403, "same_person")
    assert ann.post(f"/api/confirmations/{name}", person="ann", password=PASSWORD).status_code == 403
    done = bob.post(f"/api/confirmations/{name}")
    assert done.status_code == 200, done.text
    assert own_floor.floor.tables["A"].past[1].phase is Phase.VOID
    second, act = [json.decode(entry.command) for entry in own_floor.entries()[before:]][-2:]
    assert second["command"]["type"] == "RecordSecond"
    assert (second["command"]["person"], second["command"]["first"]) == ("bob", "ann")
    assert second["command"]["digest"] == asked.json()["digest"]
    assert (act["sender"], act["command"]["type"]) == ("staff/ann/1", "VoidRound")
    assert bob.post(f"/api/confirmations/{name}").status_code == 404, "once"
    again = ann.send("void-round", number=ann.number, table="A", cause="fire", why="the wheel was touched")
    assert again.json() == {"sequence": done.json()["sequence"], "at_ms": 0, "facts": [], "repeated": True}


def wagered(floor: ServedFloor, terminal: str = "M1", table: str = "A", amount: int = 500) -> int:
    """A wager in the running round of a table; its number."""
    floor.granted(InsertNote(terminal, cents(5_000)))
    round_ = floor.floor.tables[table].round
    assert round_ is not None
    floor.granted(PlaceWager(terminal, table, "black", cents(amount)))
    return round_.number


def settled(floor: ServedFloor, table: str = "A", outcome: str = "17") -> None:
    round_ = floor.floor.tables[table].round
    assert round_ is not None
    floor.granted(ReportLaunch(table, round_.spin, opposite=True, rotor_turning=True))
    floor.granted(CloseWagers(table, Closer.SENSOR, round_.spin))
    floor.granted(RecordOutcome(table, round_.spin, outcome, 5))
    assert floor.floor.tables[table].past[round_.number].phase is Phase.SETTLED


@pytest.mark.parametrize(("table", "terminal"), [("A", "M1"), ("B", "I1")])
def test_a_round_is_void_by_no_other_name_without_a_second_person(
    own_floor: ServedFloor, table: str, terminal: str
) -> None:
    number = wagered(own_floor, terminal, table)
    settled(own_floor, table)
    meter = own_floor.floor.ledger.held(f"meter/{terminal}")
    ann, bob = own_floor.client("ann"), own_floor.client("bob")
    fault: dict[str, Any] = {"table": table, "what": "system", "why": "it says so", "rounds": [number]}
    assert ann.post("/api/preview/declare-fault", **fault).json()["second"] is True
    asked = ann.send("declare-fault", **fault)
    assert asked.status_code == 202, asked.text
    assert own_floor.floor.ledger.held(f"meter/{terminal}") == meter
    assert own_floor.floor.tables[table].past[number].phase is Phase.SETTLED
    assert bob.post(f"/api/confirmations/{asked.json()['confirmation']}").status_code == 200
    assert own_floor.floor.ledger.held(f"meter/{terminal}") < meter


def test_a_device_fault_with_wagers_waits_and_one_without_does_not(own_floor: ServedFloor) -> None:
    ann = own_floor.client("ann")
    fault: dict[str, Any] = {"table": "A", "what": "device", "why": "the wheel stands still"}
    wagered(own_floor)
    assert ann.post("/api/preview/declare-fault", **fault).json()["second"] is True
    assert ann.send("declare-fault", **fault).status_code == 202
    settled(own_floor)
    assert ann.post("/api/preview/declare-fault", **fault).json()["second"] is False
    done = ann.send("declare-fault", **fault)
    assert done.status_code == 200, done.text
    assert "RoundVoided" in {fact["type"] for fact in done.json()["facts"]}


def test_what_stops_a_game_at_once_waits_for_nobody(own_floor: ServedFloor) -> None:
    ann = own_floor.client("ann")
    wagered(own_floor, amount=2_000)
    opened = ann.send("open-case", terminal="M1", table="A", why="the screen is black")
    assert opened.status_code == 200, opened.text
    number = wagered(own_floor, "I1", "B", amount=2_000)
    own_floor.granted(ReportLaunch("B", f"B-{number}", rotor_turning=False))
    called = ann.send("call-no-spin", table="B", cause="rotor-still", why="the wheel stands")
    assert called.status_code == 200, called.text
    assert "RoundVoided" in {fact["type"] for fact in called.json()["facts"]}


def test_a_ruling_that_moves_much_waits_and_one_that_moves_little_does_not(own_floor: ServedFloor) -> None:
    wagered(own_floor, amount=500)
    settled(own_floor)
    ann = own_floor.client("ann")
    little = ann.send("withhold", terminal="M1", amount=1_000, why="under inquiry")
    assert little.status_code == 200, little.text
    assert ann.send("withhold", terminal="M1", amount=1_001, why="under inquiry").status_code == 202
    held = next(name for name in own_floor.floor.ledger.accounts if name.startswith("withheld/"))
    own_floor.app.office.seconds.rules = replace(own_floor.app.office.seconds.rules, above=cents(999))
    kept = ann.post("/api/preview/release", what=held.partition("/")[2], pay=False, why="it was not theirs")
    assert kept.json()["refused"] is None, kept.text
    assert kept.json()["second"] is True, "what is not paid out is taken for good"


def test_other_acts_may_come_between_an_act_and_its_confirmation(own_floor: ServedFloor) -> None:
    ann, bob = own_floor.client("ann"), own_floor.client("bob")
    asked = ann.send("void-round", table="A", cause="fire", why="x")
    number = ann.number
    assert ann.send("give-notice", table="A", kind="limits").status_code == 200
    done = bob.post(f"/api/confirmations/{asked.json()['confirmation']}")
    assert done.status_code == 200, done.text
    assert own_floor.floor.tables["A"].past[1].phase is Phase.VOID
    again = ann.send("void-round", number=number, table="A", cause="fire", why="x")
    assert (again.status_code, again.json()["reason"]) == (409, "stale"), "never a second time"


def test_a_second_person_types_name_and_password_at_the_same_console(own_floor: ServedFloor) -> None:
    ann = own_floor.client("ann")
    name = ann.send("void-round", table="A", cause="fire", why="x").json()["confirmation"]
    wrong = ann.post(f"/api/confirmations/{name}", person="wim", password="not the password")
    assert wrong.status_code == 401
    assert own_floor.floor.people.staff["wim"].failures == 1
    assert ann.post(f"/api/confirmations/{name}", person="wim", password=PASSWORD).status_code == 200


def test_who_has_neither_the_power_nor_the_duty_confirms_nothing(own_floor: ServedFloor) -> None:
    ann, carl = own_floor.client("ann"), own_floor.client("carl")
    name = ann.send("void-round", table="A", cause="fire", why="x").json()["confirmation"]
    refused = carl.post(f"/api/confirmations/{name}")
    assert (refused.status_code, refused.json()["reason"]) == (403, "not_for_you")
    assert carl.http.delete(f"/api/confirmations/{name}").status_code == 404
    assert ann.http.delete(f"/api/confirmations/{name}").status_code == 200
    assert own_floor.client("bob").post(f"/api/confirmations/{name}").status_code == 404


def test_one_person_of_the_staff_desk_makes_no_way_in_as_another(own_floor: ServedFloor) -> None:
    """The hole that was: a code for another, a login as that person, an act of the one confirmed as the other."""
    olga = own_floor.client("olga")
    asked = olga.post("/api/password/code", person="wim")
    assert asked.status_code == 202, asked.text
    name, half = asked.json()["confirmation"], asked.json()["part"]
    assert "code" not in asked.json()
    alone = olga.post(f"/api/confirmations/{name}")
    assert (alone.status_code, alone.json()["reason"]) == (403, "same_person")
    typed = olga.post(f"/api/confirmations/{name}", person="carl", password=PASSWORD)
    assert (typed.status_code, typed.json()["reason"]) == (403, "own_console"), "olga would see the other half"
    theirs = own_floor.client("wim").post(f"/api/confirmations/{name}")
    assert theirs.status_code == 403, "nor does the one it is for confirm it"
    for guess in (half, half + half):
        tried = olga.post("/api/password/setup", person="wim", code=guess, password="eleven black and odd")
        assert tried.status_code in {401, 429}, tried.text


def test_a_code_is_made_by_two_and_its_person_confirms_neither_of_them(own_floor: ServedFloor) -> None:
    code = code_of_two(own_floor, "carl")
    chosen = "eleven black and odd"
    assert own_floor.client().post("/api/password/setup", person="carl", code=code, password=chosen).status_code == 200
    carl = own_floor.client("carl", chosen)
    assert own_floor.floor.people.staff["carl"].hands.keys() == {"olga", "wim"}
    own_floor.granted(InsertNote("M1", cents(5_000)))
    name = carl.send("order-manual-payout", terminal="M1").json()["confirmation"]
    refused = own_floor.client("wim").post(f"/api/confirmations/{name}")
    assert (refused.status_code, refused.json()["reason"]) == (403, "same_person")
    assert own_floor.client("wim").send("vouch-for-person", person="carl").status_code == 200
    assert own_floor.client("olga").send("vouch-for-person", person="carl").status_code == 200
    assert own_floor.client("wim").post(f"/api/confirmations/{name}").status_code == 200


def test_nobody_of_the_house_makes_a_code_for_the_inspector(own_floor: ServedFloor) -> None:
    before = len(own_floor.entries())
    asked = own_floor.client("olga").post("/api/password/code", person="ines")
    assert (asked.status_code, asked.json()["reason"]) == (403, "not_their_role")
    refused = [entry for entry in own_floor.entries()[before:] if b"HandCredential" in entry.command]
    assert len(refused) == 1, "that somebody tried is on record"


def test_the_person_concerned_sees_it_at_the_next_login(own_floor: ServedFloor) -> None:
    code_of_two(own_floor, "carl")
    (alert,) = [
        each
        for each in own_floor.client("carl").get("/api/alerts").json()["open"]
        if each["kind"] == "account-changed" and "code: olga, wim" in each["said"]
    ]
    refused = own_floor.client("olga").send("acknowledge-alert", alert=alert["number"], words="nothing to see")
    assert (refused.status_code, refused.json()["reason"]) == (403, "same_person")


def test_an_act_waits_for_a_short_time_only(own_floor: ServedFloor) -> None:
    ann, bob = own_floor.client("ann"), own_floor.client("bob")
    name = ann.send("void-round", table="B", cause="fire", why="x").json()["confirmation"]
    own_floor.ahead_ms += 121_000
    assert bob.post(f"/api/confirmations/{name}").status_code == 404
    assert bob.get("/api/confirmations").json() == {"waiting": []}


def test_a_large_payment_waits_and_a_small_one_does_not(own_floor: ServedFloor) -> None:
    own_floor.granted(InsertNote("M1", cents(5_000)))
    ann = own_floor.client("ann")
    assert ann.send("order-manual-payout", terminal="M1", amount=1_000).status_code == 200
    assert ann.send("order-manual-payout", terminal="M1", amount=1_001).status_code == 202
    assert ann.send("order-manual-payout", terminal="M1").status_code == 202


def test_the_same_act_of_the_same_person_waits_once(own_floor: ServedFloor) -> None:
    own_floor.granted(InsertNote("M1", cents(5_000)))
    ann, bob = own_floor.client("ann"), own_floor.client("bob")
    first = ann.send("order-manual-payout", terminal="M1")
    again = ann.send("order-manual-payout", terminal="M1")
    assert (again.status_code, again.json()) == (202, first.json()), "the one that waits, whatever its number"
    assert ann.send("order-manual-payout", terminal="M1", amount=2_000).json() != first.json(), "another act"
    assert len(bob.get("/api/confirmations").json()["waiting"]) == 2
    name = first.json()["confirmation"]
    assert ann.post(f"/api/confirmations/{name}", person="bob", password=PASSWORD).status_code == 200
    after = ann.send("order-manual-payout", terminal="M1")
    assert (after.status_code, after.json()["reason"]) == (409, "nothing_to_collect")


def test_the_number_of_a_paper_that_waits_is_shown_to_nobody(own_floor: ServedFloor) -> None:
    own_floor.granted(InsertNote("M1", cents(5_000)))
    paper = own_floor.engine.exchange.name_paper("1")
    own_floor.granted(Collect("M1", paper))
    own_floor.granted(ReportPrint("M1", paper, True))
    number = own_floor.engine.writer.edge.printed(paper)
    carl, wim = own_floor.client("carl"), own_floor.client("wim")
    asked = carl.send("redeem-paper", ticket=number)
    assert asked.status_code == 202, asked.text
    listed = wim.get("/api/confirmations")
    assert number not in asked.text + listed.text
    assert [each["fields"]["ticket"] for each in listed.json()["waiting"]] == [paper]
    name = asked.json()["confirmation"]
    done = carl.post(f"/api/confirmations/{name}", person="wim", password=PASSWORD)
    assert (done.status_code, done.json()["facts"][0]["type"]) == (200, "PaperRedeemed")


def test_whoever_has_guessed_too_often_is_not_told_by_the_second_person_either(own_floor: ServedFloor) -> None:
    """That a number is of a large paper would show by its waiting for a second person."""
    own_floor.granted(InsertNote("M1", cents(5_000)))
    paper = own_floor.engine.exchange.name_paper("1")
    own_floor.granted(Collect("M1", paper))
    own_floor.granted(ReportPrint("M1", paper, True))
    number, carl = own_floor.engine.writer.edge.printed(paper), own_floor.client("carl")
    new = own_floor.engine.exchange.name_paper
    guesses = [own_floor.engine.writer.edge.printed(new("1")) for _ in range(WRONG_MAX)]
    assert {carl.send("redeem-paper", ticket=each).status_code for each in guesses} == {404}
    for each in (guesses[0], number):
        answer = carl.send("redeem-paper", ticket=each)
        assert (answer.status_code, answer.json()["reason"]) == (429, "must_wait"), each
    assert own_floor.client("wim").get("/api/confirmations").json() == {"waiting": []}
    own_floor.ahead_ms += WRONG_EVERY_MS
    assert carl.send("redeem-paper", ticket=number).status_code == 202


def test_whoever_changes_the_staff_is_confirmed_too(own_floor: ServedFloor) -> None:
    olga = own_floor.client("olga")
    new: dict[str, Any] = {"person": "zoe", "full_name": "Zoe Example", "roles": {"ministar": ["cashier"]}}
    name = olga.send("engage-staff", **new).json()["confirmation"]
    assert own_floor.client("bob").post(f"/api/confirmations/{name}").status_code == 403
    assert olga.post(f"/api/confirmations/{name}", person="wim", password=PASSWORD).status_code == 200
    assert own_floor.floor.people.staff["zoe"].roles == {"ministar": ("cashier",)}
    refused = olga.send("engage-staff", **new | {"person": "olga"})
    assert (refused.status_code, refused.json()["reason"]) == (403, "same_person")


def test_the_staff_desk_releases_and_sees_who_works_here(own_floor: ServedFloor) -> None:
    olga, carl = own_floor.client("olga"), own_floor.client("carl")
    names = {each["person"]: each["full_name"] for each in olga.get("/api/staff").json()["staff"]}
    assert names["carl"] == "Carl Example"
    assert own_floor.floor.people.staff["carl"].full_name.startswith("sealed:")
    assert carl.get("/api/staff").status_code == 403
    asked = olga.send("release-staff", person="carl", why="moved away")
    assert asked.status_code == 202, "it takes two people"
    assert own_floor.client("wim").post(f"/api/confirmations/{asked.json()['confirmation']}").status_code == 200
    assert carl.get("/api/me").status_code == 401
    assert own_floor.client().post("/api/login", person="carl", password=PASSWORD).status_code == 401
    own_floor.granted(EngageStaff("carl", "Carl Example", {"ministar": ("cashier",)}), sender="house-2")


def test_a_second_person_reads_every_field_in_words_and_private_texts_as_far_as_they_may(tmp_path: Path) -> None:
    """Who could ask for it and who reads the records read all of it; a witness reads everything else."""
    private = ("Zed Secretname", "9 Hidden Lane", "not of age")
    name, address, why = private
    settings = ApiSettings(requests_per_s=10_000, second_acts=frozenset({"RecordDeniedClaim"}))
    with served_floor(tmp_path, settings) as floor:
        ann = floor.client("ann")
        asked = ann.send(
            "record-denied-claim", claim="C-7", table="B", prize="a car", value=5_000_000, why=why, claimant=name,
            address=address,
        )  # fmt: skip
        assert asked.status_code == 202, asked.text
        assert [text for text in private if text in asked.text] == []
        for person, reads in {"ann": True, "bob": True, "ines": True, "wim": False}.items():
            answer = floor.client(person).get("/api/confirmations")
            (waiting,) = answer.json()["waiting"]
            said = {each["name"]: each["words"] for each in waiting["said"]}
            assert (said["claim"], said["value"]) == ("C-7", "50,000.00"), person
            told = (name, address, why) if reads else ("(sealed)",) * 3
            assert (said["claimant"], said["address"], said["why"]) == told, person
            assert {"person", "role"}.isdisjoint(said), "that stands above"
            (line,) = waiting["lines"]
            assert line.startswith("Ann Example denied claim C-7, "), line
            assert "to promotional prize a car, worth 50,000.00" in line
            assert all((text in line) is reads for text in private), line
        assert floor.client("bob").post(f"/api/confirmations/{asked.json()['confirmation']}").status_code == 200


def test_what_is_made_of_parts_is_told_in_words(own_floor: ServedFloor) -> None:
    new: dict[str, Any] = {"person": "dora", "full_name": "Dora Example", "roles": {"ministar": ["cashier"]}}
    olga = own_floor.client("olga")
    assert olga.send("engage-staff", **new).status_code == 202
    (waiting,) = own_floor.client("wim").get("/api/confirmations").json()["waiting"]
    said = {each["name"]: each["words"] for each in waiting["said"]}
    assert said == {"person": "dora", "full_name": "(sealed)", "roles": "ministar cashier"}
    (waiting,) = olga.get("/api/confirmations").json()["waiting"]
    assert {"name": "full_name", "words": "Dora Example"} in waiting["said"]


def test_whoever_guesses_the_password_of_a_second_person_is_counted_in_all_their_logins(own_floor: ServedFloor) -> None:
    ann, again = own_floor.client("ann"), own_floor.client("ann")
    name = ann.send("void-round", table="A", cause="fire", why="the wheel was touched").json()["confirmation"]
    tried = [
        client.post(f"/api/confirmations/{name}", person=second, password="a guess of ann")
        for client, second in ((ann, "bob"), (again, "ines"), (ann, "wim"), (again, "carl"), (ann, "bob"))
    ]
    assert [each.status_code for each in tried] == [401] * 5
    more = again.post(f"/api/confirmations/{name}", person="ines", password=PASSWORD)
    assert (more.status_code, more.json()["reason"]) == (429, "too_fast")
    assert own_floor.client("bob").post(f"/api/confirmations/{name}").status_code == 200, "bob is not kept out"


def test_what_waits_is_shown_to_who_asked_who_may_confirm_and_who_reads_the_records(own_floor: ServedFloor) -> None:
    """Olga asks to release Carl: Wim may confirm it and Ines reads the records; Ann, Bob and Carl are told nothing."""
    assert own_floor.client("olga").send("release-staff", person="carl", why="he drinks").status_code == 202
    seen = {
        person: len(own_floor.client(person).get("/api/confirmations").json()["waiting"])
        for person in ("olga", "wim", "ines", "ann", "bob", "carl")
    }
    assert seen == {"olga": 1, "wim": 1, "ines": 1, "ann": 0, "bob": 0, "carl": 0}


def test_the_sum_that_the_site_sets_takes_effect_at_once(own_floor: ServedFloor) -> None:
    own_floor.granted(InsertNote("M1", cents(5_000)))
    ann, olga = own_floor.client("ann"), own_floor.client("olga")
    assert ann.send("order-manual-payout", terminal="M1", amount=1_001).status_code == 202
    asked = olga.send("set-second-above", amount=2_000)
    assert asked.status_code == 202, "one person alone does not raise it"
    assert own_floor.client("wim").post(f"/api/confirmations/{asked.json()['confirmation']}").status_code == 200
    assert ann.send("order-manual-payout", terminal="M1", amount=1_001).status_code == 200
    assert ann.send("order-manual-payout", terminal="M1", amount=2_001).status_code == 202
    assert olga.get("/api/staff").json()["second_above"] == 2_000


def test_an_occupied_terminal_is_paired_by_two_and_its_meter_waits_for_two(own_floor: ServedFloor) -> None:
    own_floor.granted(InsertNote("M1", cents(5_000)))
    asked = own_floor.client("olga").post("/api/terminals/pairing-code", terminal="M1")
    assert asked.status_code == 202, asked.text
    done = own_floor.client("wim").post(f"/api/confirmations/{asked.json()['confirmation']}")
    assert done.status_code == 200, done.text
    browser = Browser(own_floor, "M1")
    assert browser.pair(asked.json()["part"]) == 401, "one half is no code"
    assert browser.pair(asked.json()["part"] + done.json()["part"]) == 200
    assert own_floor.give(Collect("M1", "paper")).reason is Reason.METER_LOCKED
    ann = own_floor.client("ann")
    name = ann.send("reopen-terminal", terminal="M1", why="the player is known").json()["confirmation"]
    assert own_floor.client("bob").post(f"/api/confirmations/{name}").status_code == 200
    own_floor.granted(Collect("M1", own_floor.engine.exchange.name_paper("1")))


def test_a_code_made_by_one_is_no_good_once_a_player_sits_there(own_floor: ServedFloor) -> None:
    made = own_floor.client("olga").post("/api/terminals/pairing-code", terminal="M1")
    assert made.status_code == 200, "nobody sits there"
    own_floor.granted(InsertNote("M1", cents(5_000)))
    browser = Browser(own_floor, "M1")
    spent = {"terminal": "M1", "code": made.json()["code"], "key": browser.public_key}
    answer = browser.client.post("/api/terminals/pair", **spent)
    assert (answer.status_code, answer.json()["reason"]) == (409, "needs_second")
    assert browser.pair(made.json()["code"]) == 401, "and it is used up"
    assert "M1" not in own_floor.floor.people.pairings
    own_floor.granted(Collect("M1", own_floor.engine.exchange.name_paper("1")))
