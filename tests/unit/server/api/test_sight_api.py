"""What somebody may not see over HTTP: dealers no money, supervisors nobody's shift, nobody other tables."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from msgspec.structs import replace

from openetg.floor.commands import (
    Collect,
    EngageStaff,
    InsertNote,
    InsertTicket,
    OpenDrawer,
    PlaceWager,
    ReportPrint,
)
from openetg.floor.events import NoteCredited, TicketIssued, WagerPlaced
from openetg.money import cents
from openetg.reports.kinds.kinds import KINDS
from openetg.server.access.credentials.passwords import PasswordFile
from openetg.server.plan.demonstration import demonstration
from tests.unit.server.api.floor_app import PASSWORD, Client, ServedFloor, cheap_hashing, served_floor

pytestmark = pytest.mark.slow

HOUSE = replace(demonstration(terminals=2, tables=("A", "B", "E")), staff=())
MORE = (
    EngageStaff("dan", "Dan Example", {"adelaide": ("dealer",)}),
    EngageStaff("pia", "Pia Example", {"adelaide": ("pit_boss",)}),
    EngageStaff("mia", "Mia Example", {"ministar": ("assistant_gaming_manager",)}),
)
OF_SUPERVISORS = (
    "tables/E/supervision",
    "tables/E/rounds",
    "tables/E/rounds/1/remedies",
    "terminals/R1",
    "terminals/R1/standing",
    "conduct/R1",
    "notices/due",
    "reports",
)


@pytest.fixture(scope="module")
def floor(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServedFloor]:
    with served_floor(tmp_path_factory.mktemp("floor"), house=HOUSE) as running:
        file, hashed = PasswordFile(running.place.keys), cheap_hashing().hash(PASSWORD)
        for person in MORE:
            running.granted(person)
            file.keep(person.person, hashed, by="")
        running.granted(OpenDrawer("cashier", "carl", "till-7", cents(100_000)))
        yield running


@pytest.fixture(scope="module")
def dan(floor: ServedFloor) -> Client:
    return floor.client("dan")


@pytest.fixture(scope="module")
def pia(floor: ServedFloor) -> Client:
    return floor.client("pia")


@pytest.mark.parametrize("path", OF_SUPERVISORS)
def test_a_dealer_sees_nothing_of_a_supervisors(dan: Client, pia: Client, path: str) -> None:
    assert dan.get(f"/api/{path}").status_code == 403
    assert pia.get(f"/api/{path}").status_code == 200


def test_a_dealer_recalls_no_round(dan: Client, pia: Client) -> None:
    assert (dan.get("/api/recall", table="E").status_code, pia.get("/api/recall", table="E").status_code) == (403, 200)


@pytest.mark.parametrize("kind", KINDS)
def test_a_dealer_sees_no_report(dan: Client, kind: str) -> None:
    assert dan.get(f"/api/reports/{kind}").status_code == 403


def test_a_dealer_sees_the_table_and_does_what_the_rulebook_gives(floor: ServedFloor, dan: Client, pia: Client) -> None:
    assert dan.get("/api/tables/E").status_code == 200
    assert dan.send("sign-on", table="E").status_code == 200
    opened = dan.send("open-case", terminal="R2", why="nobody can read this screen")
    assert opened.status_code == 200, opened.text
    assert dan.get("/api/tables/E").json()["faulty"] == ["R2"]
    (case,) = pia.get("/api/cases").json()["cases"]
    inquiry = pia.get(f"/api/cases/{case['number']}/inquiry")
    assert "nobody can read this screen" in inquiry.text
    assert dan.get("/api/cases").json()["cases"] == []
    assert dan.get(f"/api/cases/{case['number']}/inquiry").status_code == 403
    assert dan.get("/api/inquiries").json()["waiting"] == []
    told = dan.get("/api/timeline", table="E").json()["lines"]
    assert told
    assert not any(followed["moves"] for line in told for followed in line["followed"])
    assert "nobody can read" not in str(told)


@pytest.mark.parametrize("who", ["carl", "ann", "till-7", "nobody"])
@pytest.mark.parametrize("kind", ["shift", "day", "tables"])
def test_nobody_elses_shift_is_told_to_who_supervises_a_table(pia: Client, kind: str, who: str) -> None:
    assert pia.get(f"/api/reports/{kind}", person=who).status_code == 403
    assert pia.get(f"/api/reports/{kind}", hours=who).status_code == 403
    assert pia.get(f"/api/reports/{kind}", person="pia", hours=who).status_code == 403


def test_ones_own_shift_is_told(pia: Client) -> None:
    assert pia.get("/api/reports").json()["people"] == ["pia"]
    own = pia.get("/api/reports/shift", person="pia", hours="pia").json()
    assert {row[0] for each in own["sections"] for row in each["rows"]} == {"pia"}
    whole = pia.get("/api/reports/shift")
    assert whole.status_code == 200
    assert "carl" not in whole.text


def test_who_reads_the_records_is_told_of_everybody_and_every_drawer(floor: ServedFloor) -> None:
    ines = floor.client("ines")
    floor.client("carl")
    assert ines.get("/api/reports/shift", person="carl", hours="till-7").status_code == 200


def entry_of(floor: ServedFloor, kind: str, terminal: str) -> int:
    """The last entry that asked for this at a terminal."""
    name, place = f'"{kind}"'.encode(), f'"{terminal}"'.encode()
    return next(each.sequence for each in reversed(floor.entries()) if name in each.verdict and place in each.verdict)


@pytest.fixture(scope="module")
def carried(floor: ServedFloor) -> str:
    """The name of a paper of M1, table A, that was put into I1, table B, and wagered there."""
    floor.granted(InsertNote("M1", cents(5_000)))
    paper = str(floor.engine.exchange.name_paper(""))
    floor.granted(Collect("M1", paper))
    floor.granted(ReportPrint("M1", paper, True))
    floor.granted(InsertTicket("I1", floor.engine.writer.edge.printed(paper)))
    floor.granted(PlaceWager("I1", "B", "red", cents(2_000)))
    return paper


def test_money_is_followed_to_where_ones_tables_end(floor: ServedFloor, carried: str) -> None:
    mia, ines = floor.client("mia"), floor.client("ines")
    entry = entry_of(floor, TicketIssued.__name__, "M1")
    whole = ines.get("/api/trace", entry=entry).json()
    assert {"meter/I1", "play/B/I1"} <= {step["destination"] for step in whole["after"]}
    for asked in ({"entry": entry}, {"paper": carried}):
        answer = mia.get("/api/trace", **asked)
        assert answer.status_code == 200, answer.text
        seen: dict[str, Any] = answer.json()
        assert (seen["amount"], seen["origins"], seen["here"]) == (5_000, whole["origins"], whole["here"])
        assert [(each["amount"], each["account"]) for each in seen["ends"]] == [(5_000, "elsewhere")]
        assert [(each["source"], each["destination"]) for each in seen["after"]] == [
            (f"tickets/{carried}", "elsewhere")
        ]
        assert "I1" not in answer.text


def test_what_was_moved_at_another_table_is_not_told(floor: ServedFloor, carried: str) -> None:
    del carried
    mia, dan = floor.client("mia"), floor.client("dan")
    wagered = entry_of(floor, WagerPlaced.__name__, "I1")
    assert mia.get("/api/trace", entry=wagered).status_code == 403
    assert dan.get("/api/trace", entry=wagered).status_code == 403
    assert floor.client("ines").get("/api/trace", entry=wagered).status_code == 200
    floor.granted(InsertNote("R1", cents(2_000)))
    assert mia.get("/api/trace", entry=entry_of(floor, NoteCredited.__name__, "R1")).status_code == 403


def test_a_no_has_no_full_stop_of_its_own(floor: ServedFloor) -> None:
    answer = floor.client("ines").get("/api/trace", entry=99_999)
    assert answer.json()["detail"] == "expected an entry of this journal, found 99999"
