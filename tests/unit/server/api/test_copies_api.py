"""A copy of the rules bought at the cage: the price on record, the drawer, the receipt, the report (Adelaide 12(m))."""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path

import pytest
from msgspec.structs import replace

from openetg.floor.commands import AttachRules, EngageStaff
from openetg.money import cents
from openetg.server.access.credentials.passwords import PasswordFile
from openetg.server.plan.demonstration import demonstration
from openetg.server.plan.documents import DocumentShelf
from tests.marks import clause
from tests.pdf_text import text_of
from tests.unit.server.api.floor_app import PASSWORD, Client, ServedFloor, cheap_hashing, served_floor

HOUSE = replace(demonstration(terminals=2, tables=("A", "B", "E")), staff=(), drawers=True, second_above=None)
TEXT = b"1. The rules.\n"
DIGEST = sha256(TEXT).hexdigest()


@pytest.fixture
def floor(tmp_path: Path) -> Iterator[ServedFloor]:
    with served_floor(tmp_path, house=HOUSE) as running:
        running.granted(EngageStaff("cora", "Cora Example", {"adelaide": ("cashier",)}))
        PasswordFile(running.place.keys).keep("cora", cheap_hashing().hash(PASSWORD), by="")
        yield running


def attach(floor: ServedFloor, price: int) -> None:
    DocumentShelf(floor.place.documents).put(TEXT)
    book = floor.floor.tables["E"].rulebook
    floor.granted(
        AttachRules(
            book, "rules.txt", "text/plain", DIGEST, len(TEXT), "2003-05-20", 1_053_388_800_000, price=cents(price)
        )
    )


def offered(client: Client) -> list[tuple[str, str, int]]:
    cage = client.get("/api/cage").json()
    return [(each["rulebook"], each["name"], each["price"]) for each in cage["copies"]]


@pytest.mark.slow
@clause("adelaide", "12(m)")
def test_a_copy_is_sold_out_of_a_drawer_with_a_receipt_and_stands_in_the_report(floor: ServedFloor) -> None:
    cora = floor.client("cora")
    assert offered(cora) == [("adelaide", "", 0)], "nothing is attached yet; the others speak of no purchase"
    assert cora.send("sell-rules-copy", table="E").json()["reason"] == "no_document"
    attach(floor, 550)
    assert offered(cora) == [("adelaide", "rules.txt", 550)]
    assert cora.send("sell-rules-copy", table="E", price=550).json()["reason"] == "no_drawer"
    assert cora.send("open-drawer", drawer="7", counted=10_000).status_code == 200
    assert cora.send("sell-rules-copy", table="E", price=500).json()["reason"] == "other_state"
    assert cora.send("sell-rules-copy", table="E", price=550).status_code == 200
    cage = cora.get("/api/cage").json()
    assert (cage["in_drawers"], cage["drawers"][0]["sold"]) == ({"7": 10_550}, 550)
    (sold,) = cage["copies_sold"]
    assert (sold["number"], sold["sha256"], sold["price"], sold["drawer"]) == (1, DIGEST, 550, "7")
    receipt = cora.get("/api/forms/copies/1")
    assert receipt.headers["content-type"] == "application/pdf"
    said = text_of(receipt.content)
    for words in ("rules.txt", "AUD 5.50", "clause 12(m)", "drawer 7"):
        assert words in said
    sheet = text_of(cora.get("/api/forms/drawers/7").content)
    assert "Taken for chips and copies of rules" in sheet
    assert "105.50" in sheet


@pytest.mark.slow
def test_the_same_sale_sent_twice_is_one(floor: ServedFloor) -> None:
    cora = floor.client("cora")
    attach(floor, 550)
    cora.send("open-drawer", drawer="7", counted=10_000)
    number = cora.number + 1
    first = cora.send("sell-rules-copy", number=number, table="E", price=550)
    again = cora.send("sell-rules-copy", number=number, table="E", price=550)
    assert (first.status_code, again.status_code, again.json()["repeated"]) == (200, 200, True)
    assert floor.floor.premises.copies_sold == 1


@pytest.mark.slow
def test_a_copy_whose_document_is_gone_from_this_machine_is_not_sold(floor: ServedFloor) -> None:
    cora = floor.client("cora")
    attach(floor, 550)
    cora.send("open-drawer", drawer="7", counted=10_000)
    number = cora.number + 1
    assert cora.send("sell-rules-copy", number=number, table="E", price=550).status_code == 200
    (floor.place.documents / DIGEST).unlink()
    again = cora.send("sell-rules-copy", number=number, table="E", price=550)
    assert again.status_code == 200, "what was sold before is answered as before"
    refused = cora.send("sell-rules-copy", number=number + 1, table="E", price=550).json()
    assert (refused["reason"], refused["clause"]) == ("no_document", "12(m)")
    assert cora.get("/api/cage").json()["in_drawers"] == {"7": 10_550}, "paid once"


@pytest.mark.slow
def test_receipts_are_for_the_cage_and_for_those_that_were_sold(floor: ServedFloor) -> None:
    assert floor.client().get("/api/forms/copies/1").status_code == 401
    assert floor.client("wim").get("/api/forms/copies/1").status_code == 403
    assert floor.client("cora").get("/api/forms/copies/1").status_code == 404
    assert floor.client("carl").send("sell-rules-copy", table="E").status_code == 403


@pytest.mark.slow
@clause("adelaide", "6(c)")
def test_the_cage_sees_chips_outside_the_tables_and_those_issued_elsewhere(floor: ServedFloor) -> None:
    cora = floor.client("cora")

    def chips() -> tuple[int, int]:
        cage = cora.get("/api/cage").json()
        return cage["chips_outstanding"], cage["chips_elsewhere"]

    cora.send("open-drawer", drawer="7", counted=10_000)
    assert chips() == (0, 0)
    assert cora.send("sell-chips", table="E", amount=5_000).status_code == 200
    assert chips() == (5_000, 0)
    assert cora.send("redeem-chips", table="E", amount=8_000).status_code == 200
    assert chips() == (0, 3_000), "more came in than was issued here"
    assert cora.get("/api/cage").json()["in_drawers"] == {"7": 7_000}
    for wrong in ({"table": "A", "amount": 100}, {"table": "Z", "amount": 100}, {"table": "E", "amount": 0}):
        assert cora.send("sell-chips", **wrong).status_code in {403, 404, 409, 422}, wrong  # type: ignore[arg-type]
    assert chips() == (0, 3_000)
    assert cora.get("/api/cage/rules").json()["tables"]["E"]["chips"] != ""
    assert cora.get("/api/cage/rules").json()["tables"]["A"]["chips"] == "", "no cloth, no chips"
