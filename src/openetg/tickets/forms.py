"""The forms of the cage as pages to print (PDF): a payment by hand to be signed for, the sheet of a drawer, and the
receipt of a copy of the rules.

Plain data in, bytes out: the same data gives the same bytes. Every word of a person goes in as data, never as markup.
"""

from __future__ import annotations

import re
from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

import typst
from msgspec import Struct, json

from openetg.money import ZERO, Money, cents, format_money
from openetg.tickets.face import IssuingSite
from openetg.tickets.words import amount_in_words

SIGNATURE = re.compile(r"M\d{1,3} \d{1,3}(l[-\d ]+)?(M\d{1,3} \d{1,3}(l[-\d ]+)?)*")
"""A signature as the pages draw it: SVG's own path in a box of 600 by 200, nothing but moves and lines."""
SIGNED_BOX = (600, 200)

_HEAD = """
#let data = json(bytes(sys.inputs.data))
#set document(title: data.title, date: none)
#set page(paper: "a4", margin: (x: 20mm, y: 18mm), footer: text(8pt, fill: luma(90), data.foot))
#set text(11pt, lang: "en", number-type: "lining", number-width: "tabular")
#align(center)[
  #text(16pt, weight: "bold", data.site) \\
  #text(9pt, data.address)
  #v(3mm)
  #text(14pt, weight: "bold", tracking: 1pt, upper(data.title))
]
#let rows(pairs) = table(
  columns: (1fr, auto), stroke: (x, y) => (bottom: 0.4pt + luma(180)), inset: (x: 2pt, y: 5pt), align: (left, right),
  ..pairs.map(pair => (pair.at(0), text(weight: if pair.at(2) { "bold" } else { "regular" }, pair.at(1)))).flatten()
)
#let to_fill(words) = [#v(11mm) #line(length: 100%, stroke: 0.5pt) #v(-2.6mm) #text(8pt, words)]
"""
_PAYOUT = (
    _HEAD
    + """
#v(6mm)
#align(center)[#text(30pt, weight: "bold", data.figures) \\ #data.words]
#v(4mm)
#rows(data.lines)
#v(6mm)
#data.says
#v(3mm)
#box(width: 100%, height: 42mm, stroke: 0.8pt, inset: 2mm)[
  #if data.picture != "" [#align(center + horizon, image(bytes(data.picture), format: "svg", height: 36mm))]
  #if data.picture == "" [#align(center + horizon, text(14pt, data.signature))]
]
#text(8pt, [Signature of the player])
#if data.blanks.len() > 0 [
  #v(3mm)
  #grid(columns: (1fr, 1fr), column-gutter: 10mm, ..data.blanks.map(to_fill))
]
"""
)
_DRAWER = (
    _HEAD
    + """
#v(5mm)
#rows(data.lines)
#v(4mm)
#rows(data.sums)
#if data.why != "" [#v(3mm) #strong[What was said of the difference:] #data.why]
#if data.pieces.len() > 0 [
  #v(5mm)
  #table(
    columns: (1fr, 1fr, 1fr), align: right, stroke: 0.4pt + luma(180),
    [*Note or coin*], [*How many*], [*Together*], ..data.pieces.flatten()
  )
]
#if data.counts.len() > 0 [
  #v(5mm)
  #table(
    columns: (1.8fr, 0.8fr, 1fr, 1fr, 1.1fr), align: (left, left, right, right, right), stroke: 0.4pt + luma(180),
    [*Counted at*], [*by*], [*in the ledger*], [*counted*], [*difference*], ..data.counts.flatten()
  )
]
#grid(columns: (1fr, 1fr), column-gutter: 10mm, ..data.blanks.map(to_fill))
"""
)

_COPY = (
    _HEAD
    + """
#v(6mm)
#align(center)[#text(30pt, weight: "bold", data.figures) \\ #data.words]
#v(4mm)
#rows(data.lines)
#v(3mm)
#text(8pt)[SHA-256 of the document: #raw(data.sha256)]
"""
)


class PayoutForm(Struct, frozen=True):
    """A payment by hand."""

    number: str
    terminal: str
    table: str
    rulebook: str
    clause: str
    amount: Money
    signature: str = ""
    """What was signed: a path as the pages draw it, the number of a form, or nothing yet."""
    standing: str = ""
    """Why it is not to be paid, in words; empty if nothing stands in the way."""
    witness: bool = False
    """Whether a second person has to confirm it."""


class CountLine(Struct, frozen=True):
    """One count of a drawer."""

    at_ms: int
    person: str
    expected: Money
    counted: Money
    pieces: dict[str, int] = {}


class DrawerSheet(Struct, frozen=True):
    """A drawer, from its opening until now or until it was closed."""

    name: str
    person: str
    opened_at_ms: int
    opened_with: Money
    moved_in: Money
    moved_out: Money
    paid: Money
    payments: int
    ledger: Money
    """The cash in it as the ledger has it, or had it when it was closed."""
    counts: tuple[CountLine, ...] = ()
    closed_at_ms: int = 0
    closed_by: str = ""
    why: str = ""
    sold: Money = ZERO
    """What players paid into it, for chips and copies of rules."""

    @property
    def reckoned(self) -> Money:
        """The cash in it by what went in and out."""
        return self.opened_with + self.moved_in + self.sold - self.moved_out - self.paid


class CopyReceipt(Struct, frozen=True):
    """A copy of the rules that a player bought."""

    number: int
    title: str
    """What the instrument is called."""
    table: str
    rulebook: str
    clause: str
    name: str
    """The document, as it was attached."""
    sha256: str
    price: Money
    person: str
    drawer: str
    """Whose cash it went into; empty is the cage itself."""
    at_ms: int


class Stamp(Struct, frozen=True):
    """Who printed a page, when, and after which entry of the journal it shows the record."""

    person: str
    at_ms: int
    entry: int


def payout_pdf(form: PayoutForm, site: IssuingSite, stamp: Stamp) -> bytes:
    """The form of a payment by hand: to be signed, or as it was signed."""
    return _page(_PAYOUT, payout_said(form, site, stamp), stamp)


def payout_said(form: PayoutForm, site: IssuingSite, stamp: Stamp) -> dict[str, Any]:
    """Everything that stands on the form of a payment by hand."""
    is_drawn = SIGNATURE.fullmatch(form.signature) is not None
    lines = [
        ("Number", form.number, True),
        ("Terminal", f"{form.terminal} at table {form.table}", False),
        ("By the rules", f"{form.rulebook}, clause {form.clause}", False),
        ("Stands", form.standing or ("signed and paid" if form.signature else "to be signed and paid"), True),
    ]
    blanks = ["Paid in: cash, cheque, transfer", "Document shown, if any", "Paid by", "Date and time"]
    blanks += ["Second person"] if form.witness else []
    return _head("Payment by hand", site, stamp) | {
        "figures": _figures(form.amount, site.currency),
        "words": _capital(amount_in_words(form.amount, site.currency)),
        "lines": lines,
        "says": "I have checked the amount above and have received it.",
        "picture": _drawn(form.signature) if is_drawn else "",
        "signature": "" if is_drawn else form.signature,
        "blanks": [] if form.signature else blanks,
    }


def drawer_pdf(sheet: DrawerSheet, site: IssuingSite, stamp: Stamp) -> bytes:
    """The sheet of a drawer: what went in and out, what the ledger says, what was counted."""
    return _page(_DRAWER, drawer_said(sheet, site, stamp), stamp)


def drawer_said(sheet: DrawerSheet, site: IssuingSite, stamp: Stamp) -> dict[str, Any]:
    """Everything that stands on the sheet of a drawer."""
    last = sheet.counts[-1] if sheet.counts else None
    closed = f"{_when(site, sheet.closed_at_ms)} by {sheet.closed_by}" if sheet.closed_at_ms else "still open"
    lines = [
        ("Drawer", sheet.name, True),
        ("Answered for by", sheet.person, True),
        ("Opened", _when(site, sheet.opened_at_ms), False),
        ("Closed", closed, True),
    ]
    return _head("Sheet of a drawer" if sheet.closed_at_ms else "Sheet of a drawer, so far", site, stamp) | {
        "lines": lines,
        "sums": _sums(sheet),
        "why": sheet.why,
        "pieces": [] if last is None else [_piece(int(value), count) for value, count in _by_value(last.pieces)],
        "counts": [
            [_when(site, each.at_ms), each.person, *map(_plain, (each.expected, each.counted)), _signed(each)]
            for each in sheet.counts
        ],
        "blanks": ["Signed by who answered for it", "Received in the cage by"],
    }


def copy_pdf(receipt: CopyReceipt, site: IssuingSite, stamp: Stamp) -> bytes:
    """The receipt of a copy of the rules, for the player who bought it."""
    return _page(_COPY, copy_said(receipt, site, stamp), stamp)


def copy_said(receipt: CopyReceipt, site: IssuingSite, stamp: Stamp) -> dict[str, Any]:
    """Everything that stands on the receipt of a copy."""
    into = f"drawer {receipt.drawer}" if receipt.drawer else "the cage"
    return _head("Receipt for a copy of the rules", site, stamp) | {
        "figures": _figures(receipt.price, site.currency),
        "words": _capital(amount_in_words(receipt.price, site.currency)),
        "lines": [
            ("Receipt", str(receipt.number), True),
            ("Rules", receipt.title, False),
            ("Document", receipt.name, True),
            ("Table", f"{receipt.table}, {receipt.rulebook}, clause {receipt.clause}", False),
            ("Paid in cash", _when(site, receipt.at_ms), False),
            ("Sold by", f"{receipt.person}, into {into}", False),
        ],
        "sha256": receipt.sha256,
    }


def _sums(sheet: DrawerSheet) -> list[tuple[str, str, bool]]:
    payments = "payment" if sheet.payments == 1 else "payments"
    sums = [
        ("Counted into it at the opening", _plain(sheet.opened_with), False),
        ("From the cage since", f"+ {_plain(sheet.moved_in)}", False),
        ("Back into the cage", f"− {_plain(sheet.moved_out)}", False),
        ("Taken for chips and copies of rules", f"+ {_plain(sheet.sold)}", False),
        (f"Paid to players, {sheet.payments} {payments}", f"− {_plain(sheet.paid)}", False),
        ("Should be in it by these", _plain(sheet.reckoned), True),
        ("Is in it by the ledger", _plain(sheet.ledger), True),
    ]
    if not sheet.closed_at_ms:
        return sums
    last = sheet.counts[-1]
    return [*sums, ("Counted", _plain(last.counted), True), ("Difference", _signed(last), True)]


def _signed(count: CountLine) -> str:
    difference = count.counted - count.expected
    if difference == ZERO:
        return "0.00"
    return f"+ {_plain(difference)} over" if difference > ZERO else f"− {_plain(ZERO - difference)} short"


def _by_value(pieces: dict[str, int]) -> list[tuple[str, int]]:
    return sorted(pieces.items(), key=lambda each: -int(each[0]))


def _piece(value: int, count: int) -> list[str]:
    return [_plain(cents(value)), str(count), _plain(cents(value * count))]


def _plain(amount: Money) -> str:
    whole, _, part = format_money(amount).partition(".")
    return f"{int(whole):,}.{part}"


def _figures(amount: Money, currency: str) -> str:
    return f"{currency} {_plain(amount)}"


def _capital(words: str) -> str:
    return words[0].upper() + words[1:]


def _drawn(path: str) -> str:
    """A signature as a picture; it was checked letter by letter."""
    wide, high = SIGNED_BOX
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide} {high}">'
        f'<path d="{path}" fill="none" stroke="#111" stroke-width="3" stroke-linecap="round" stroke-linejoin="round"/>'
        "</svg>"
    )


def _when(site: IssuingSite, at_ms: int) -> str:
    return f"{datetime.fromtimestamp(at_ms // 1000, ZoneInfo(site.time_zone)):%Y-%m-%d %H:%M:%S %Z}"


def _head(title: str, site: IssuingSite, stamp: Stamp) -> dict[str, Any]:
    foot = f"Printed {_when(site, stamp.at_ms)} by {stamp.person}, as on record after entry {stamp.entry}."
    return {"title": title, "site": site.name, "address": site.address, "foot": foot}


def _page(template: str, said: dict[str, Any], stamp: Stamp) -> bytes:
    inputs = {"data": json.encode(said).decode()}
    return typst.compile(template.encode(), sys_inputs=inputs, timestamp=stamp.at_ms // 1000)
