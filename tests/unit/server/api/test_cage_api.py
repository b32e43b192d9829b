"""What the cage asks of the floor: rules of payment, papers not yet redeemed, forms to print; and who may ask."""

from __future__ import annotations

from typing import Any

import pytest

from openetg.floor.commands import Collect, InsertNote, ReportPrint
from openetg.floor.core.ledger import TICKETS
from openetg.money import cents
from tests.marks import clause
from tests.unit.server.api.floor_app import Client, ServedFloor

pytestmark = pytest.mark.slow

ADDRESSES = ("cage/rules", "cage/unredeemed", "forms/payouts/payout-1", "forms/drawers/9")
SIGNATURE = "M10 150l30-90 40 80"


@pytest.fixture(scope="module")
def carl(floor: ServedFloor) -> Client:
    return floor.client("carl")


def ticket(floor: ServedFloor, terminal: str = "M1", dollars: int = 50) -> str:
    """The number printed on a new ticket."""
    floor.granted(InsertNote(terminal, cents(100 * dollars)))
    paper = floor.engine.exchange.name_paper("")
    floor.granted(Collect(terminal, paper))
    floor.granted(ReportPrint(terminal, paper, True))
    return floor.engine.writer.edge.printed(paper)


def unredeemed(client: Client, **asked: Any) -> dict[str, Any]:
    answer = client.get("/api/cage/unredeemed", **asked)
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    return found


@pytest.mark.parametrize(
    ("person", "answers"), [("carl", {200, 404}), ("ines", {200, 404}), ("wim", {403}), ("olga", {403})]
)
def test_only_those_who_pay_or_read_the_records_are_told(floor: ServedFloor, person: str, answers: set[int]) -> None:
    client = floor.client(person)
    assert {client.get(f"/api/{path}").status_code for path in ADDRESSES} <= answers
    assert floor.client().get("/api/cage/rules").status_code == 401


def test_the_rules_of_payment_are_those_of_the_rulebooks(floor: ServedFloor, carl: Client) -> None:
    rules = carl.get("/api/cage/rules").json()
    payment = floor.floor.rulebooks
    for table in floor.floor.tables.values():
        money = floor.floor.rulebook_of(table).money
        assert money.payment is not None
        told = rules["tables"][table.name]
        assert told["identification"] == money.payment.identification.clause
        assert (told["other_form"], told["delay"]) == (money.payment.other_form.clause, money.payment.delay.clause)
        assert [each["clause"] for each in told["withholding"]] == [each.clause for each in money.withholding]
    assert payment
    assert rules["terminals"]["M1"] == "A"
    assert rules["second_above"] == 500_000


def test_papers_not_yet_redeemed_add_up_to_the_ledger_and_are_found(floor: ServedFloor, carl: Client) -> None:
    number = ticket(floor, "M2", 20)
    ticket(floor, "M3", 50)
    held = unredeemed(carl, terminal="M3")["papers"][0]
    before = unredeemed(carl)
    assert before["amount"] == before["ledger"] == floor.floor.ledger.held(TICKETS)
    assert before["count"] == sum(each["count"] for each in before["sums"])
    assert before["amount"] == sum(each["amount"] for each in before["sums"])
    by_amount = unredeemed(carl, amount=2_000, terminal="M2")
    assert [(each["terminal"], each["amount"]) for each in by_amount["papers"]] == [("M2", 2_000)]
    assert unredeemed(carl, terminal="M2", serial=99)["found"] == 0
    assert number not in carl.get("/api/cage/unredeemed").text
    assert carl.send("ask-identification", ticket=held["number"]).status_code == 200
    waiting = unredeemed(carl, standing="identify")
    assert [each["number"] for each in waiting["papers"]] == [held["number"]]
    assert carl.get("/api/cage/unredeemed", standing="lost").status_code == 400
    assert carl.get("/api/cage/unredeemed", amount=-1).status_code == 400


def test_a_queue_with_real_papers_does_not_wait_and_a_guesser_does(floor: ServedFloor) -> None:
    """Papers that are found are no guesses; with the guesses used up, a right number waits as well."""
    busy, number = floor.client("carl"), ticket(floor)
    assert [busy.post("/api/tickets/find", number=number).status_code for _ in range(9)] == [200] * 9
    wrong = [busy.post("/api/tickets/find", number=f"{each:018}").status_code for each in range(6)]
    assert wrong == [404] * 5 + [429]
    assert busy.post("/api/tickets/find", number=number).status_code == 429


def test_a_payment_by_hand_has_a_form_before_and_after_it_is_signed(floor: ServedFloor, carl: Client) -> None:
    floor.granted(InsertNote("M1", cents(5_000)))
    assert carl.send("order-manual-payout", terminal="M1").status_code == 200
    payout = next(reversed(floor.floor.vault.payouts))
    before = carl.get(f"/api/forms/payouts/{payout}")
    assert (before.status_code, before.headers["content-type"]) == (200, "application/pdf")
    assert before.headers["content-disposition"] == f'inline; filename="{payout}.pdf"'
    signed = carl.send("sign-manual-payout", payout=payout, signature=SIGNATURE)
    assert signed.status_code == 200, signed.text
    assert floor.floor.vault.payouts[payout].signature.startswith("sealed:"), "kept for those alone who may see it"
    (shown,) = [each for each in carl.get("/api/cage").json()["payouts"] if each["number"] == payout]
    assert shown["signature"] == SIGNATURE
    after = carl.get(f"/api/forms/payouts/{payout}").content
    assert after.startswith(b"%PDF-")
    assert after != before.content
    assert carl.get("/api/forms/payouts/payout-99").status_code == 404


@clause("ministar", "5.1")
@pytest.mark.parametrize(
    "nothing", ["\u200b", "\u200b \u2060", "\u3164", "M0 0", "M0 0l0 0", "M5 5l9 9M7 7", "M1 1M2 2M3 3"], ids=ascii
)
def test_a_signature_of_nothing_is_none_before_and_when_it_is_sent(
    floor: ServedFloor, carl: Client, nothing: str
) -> None:
    floor.granted(InsertNote("M2", cents(500)))
    assert carl.send("order-manual-payout", terminal="M2", amount=500).status_code == 200
    payout = next(reversed(floor.floor.vault.payouts))
    would = carl.post("/api/preview/sign-manual-payout", payout=payout, signature=nothing).json()
    assert (would["refused"]["reason"], would["refused"]["clause"]) == ("not_signed", "5.1")
    sent = carl.send("sign-manual-payout", payout=payout, signature=nothing)
    assert (sent.status_code, sent.json()["reason"]) == (422, "not_signed")
    assert not floor.floor.vault.payouts[payout].signature


def test_who_signs_again_is_not_shown_the_first_signature(floor: ServedFloor, carl: Client) -> None:
    floor.granted(InsertNote("M2", cents(500)))
    assert carl.send("order-manual-payout", terminal="M2", amount=500).status_code == 200
    payout = next(reversed(floor.floor.vault.payouts))
    assert carl.send("sign-manual-payout", payout=payout, signature=SIGNATURE).status_code == 200
    again = carl.send("sign-manual-payout", payout=payout, signature="form 2")
    assert (again.status_code, again.json()["reason"]) == (409, "already_paid")
    assert "sealed:" not in again.text


def test_the_sheet_of_a_drawer_is_printed_while_it_is_open_and_when_it_was_closed(
    floor: ServedFloor, carl: Client
) -> None:
    assert carl.get("/api/forms/drawers/7").status_code == 404
    assert carl.send("open-drawer", drawer="7", counted=10_000).status_code == 200
    assert carl.get("/api/forms/drawers/7").content.startswith(b"%PDF-")
    closed = carl.send("close-drawer", drawer="7", counted=9_900, pieces={"10000": 0, "100": 99}, why="one is lost")
    assert closed.status_code == 200, closed.text
    assert carl.get("/api/forms/drawers/7").content.startswith(b"%PDF-")
    opened_at_ms = floor.floor.vault.closed_drawers[-1].opened_at_ms
    assert carl.get("/api/forms/drawers/7", opened_at_ms=opened_at_ms).status_code == 200
    assert carl.get("/api/forms/drawers/7", opened_at_ms=opened_at_ms + 1).status_code == 404
    assert carl.get("/api/forms/drawers/7", opened_at_ms=-1).status_code == 400
