"""The forms of the cage: what stands on them, to the cent, and that no word of a person becomes markup."""

from __future__ import annotations

from openetg.money import cents
from openetg.tickets.face import IssuingSite
from openetg.tickets.forms import (
    CopyReceipt,
    CountLine,
    DrawerSheet,
    PayoutForm,
    Stamp,
    copy_pdf,
    copy_said,
    drawer_pdf,
    drawer_said,
    payout_pdf,
    payout_said,
)
from tests.marks import clause

SITE = IssuingSite("Example Casino", "1 Example Street", "AUD", "Australia/Sydney")
STAMP = Stamp("cas", 1_800_000_000_000, 341)
TO_SIGN = PayoutForm("payout-3", "M1", "A", "ministar", "5.1", cents(123_450))
SIGNED = PayoutForm("payout-3", "M1", "A", "ministar", "5.1", cents(123_450), "M10 150l30-90 40 80M100 60l300 10")
COUNTED = CountLine(STAMP.at_ms, "cas", cents(103_500), cents(103_400), {"10000": 10, "200": 17})
CLOSED = DrawerSheet(
    name="2",
    person="cas",
    opened_at_ms=STAMP.at_ms,
    opened_with=cents(100_000),
    moved_in=cents(50_000),
    moved_out=cents(10_000),
    paid=cents(37_600),
    payments=3,
    ledger=cents(103_500),
    sold=cents(1_100),
    counts=(COUNTED,),
    closed_at_ms=STAMP.at_ms + 5_000,
    closed_by="cas",
    why="one coin #strong[fell] $x$",
)


def test_a_form_to_be_signed_has_the_amount_twice_and_room_for_who_pays_and_signs() -> None:
    said = payout_said(TO_SIGN, SITE, STAMP)
    assert (said["figures"], said["words"]) == (
        "AUD 1,234.50",
        "One thousand two hundred and thirty-four dollars and fifty cents",
    )
    assert ("By the rules", "ministar, clause 5.1", False) in said["lines"]
    assert ("Stands", "to be signed and paid", True) in said["lines"]
    assert len(said["blanks"]) == 4
    assert (said["picture"], said["signature"]) == ("", "")
    witnessed = PayoutForm("payout-4", "M1", "A", "ministar", "5.1", cents(900_000), witness=True)
    assert "Second person" in payout_said(witnessed, SITE, STAMP)["blanks"]


def test_a_signature_is_drawn_if_it_is_a_path_and_printed_as_it_is_if_not() -> None:
    drawn = payout_said(SIGNED, SITE, STAMP)
    assert 'd="M10 150l30-90 40 80M100 60l300 10"' in drawn["picture"]
    assert (drawn["signature"], drawn["blanks"]) == ("", [])
    for text in ("F17", 'M0 0"/><script>', "M0 0L5 5"):
        other = payout_said(PayoutForm("p", "M1", "A", "ministar", "5.1", cents(1), text), SITE, STAMP)
        assert (other["picture"], other["signature"]) == ("", text)


def test_the_sheet_of_a_drawer_adds_up_to_the_ledger_and_tells_the_difference() -> None:
    said = drawer_said(CLOSED, SITE, STAMP)
    assert CLOSED.reckoned == CLOSED.ledger
    assert said["sums"] == [
        ("Counted into it at the opening", "1,000.00", False),
        ("From the cage since", "+ 500.00", False),
        ("Back into the cage", "− 100.00", False),
        ("Taken for chips and copies of rules", "+ 11.00", False),
        ("Paid to players, 3 payments", "− 376.00", False),
        ("Should be in it by these", "1,035.00", True),
        ("Is in it by the ledger", "1,035.00", True),
        ("Counted", "1,034.00", True),
        ("Difference", "− 1.00 short", True),
    ]
    assert said["pieces"] == [["100.00", "10", "1,000.00"], ["2.00", "17", "34.00"]]
    assert said["counts"] == [["2027-01-15 19:00:00 AEDT", "cas", "1,035.00", "1,034.00", "− 1.00 short"]]


def test_a_drawer_that_is_open_has_a_sheet_without_an_end() -> None:
    empty = DrawerSheet("1", "cas", 0, cents(100), cents(0), cents(0), cents(0), 0, cents(100))
    said = drawer_said(empty, SITE, STAMP)
    assert said["title"].endswith("so far")
    assert ("Closed", "still open", True) in said["lines"]
    assert said["sums"][-1] == ("Is in it by the ledger", "1.00", True)


def test_pages_are_the_same_for_the_same_words_whatever_the_words_are() -> None:
    for page in (payout_pdf(TO_SIGN, SITE, STAMP), payout_pdf(SIGNED, SITE, STAMP), drawer_pdf(CLOSED, SITE, STAMP)):
        assert page.startswith(b"%PDF-")
    assert drawer_pdf(CLOSED, SITE, STAMP) == drawer_pdf(CLOSED, SITE, STAMP)
    assert payout_pdf(TO_SIGN, SITE, STAMP) != payout_pdf(SIGNED, SITE, STAMP)


@clause("adelaide", "12(m)")
def test_the_receipt_of_a_copy_says_what_was_sold_by_whom_and_for_how_much() -> None:
    sold = CopyReceipt(7, "Roulette", "A", "adelaide", "12(m)", "a #strong[b].pdf", "a" * 64, cents(550), "cas", "2", 0)
    said = copy_said(sold, SITE, STAMP)
    assert (said["figures"], said["words"]) == ("AUD 5.50", "Five dollars and fifty cents")
    assert ("Receipt", "7", True) in said["lines"]
    assert ("Table", "A, adelaide, clause 12(m)", False) in said["lines"]
    assert ("Sold by", "cas, into drawer 2", False) in said["lines"]
    assert said["sha256"] == "a" * 64
    assert copy_pdf(sold, SITE, STAMP).startswith(b"%PDF-")
    assert copy_pdf(sold, SITE, STAMP) == copy_pdf(sold, SITE, STAMP)
