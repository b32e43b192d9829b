"""What is printed: all fields regulators ask for, in the site's time and words, on every kind of output."""

from __future__ import annotations

import re
import zlib
from xml.etree import ElementTree as ET

import pytest
from msgspec.structs import replace

from openetg.rulebook.schema.policies import PaperKind
from openetg.tickets.bars import bars, width_of
from openetg.tickets.escpos import COLUMNS, escpos
from openetg.tickets.face import TicketFace, Title
from openetg.tickets.picture import HEIGHT_MM, WIDTH_MM, pdf, svg
from tests.unit.tickets.papers import FACE, NUMBER

SVG = "{http://www.w3.org/2000/svg}"
VALIDATION = "41-1502-9338-1746-0278"
ASKED_FOR = (
    "Grand <Casino> & Sons",
    "CASH-OUT TICKET",
    "AUD 1,237.50",
    "One thousand two hundred and thirty-seven",
    "2026-11-07",
    "08:20:00 AEDT",
    "000017",
    "Machine M1",
    "Void after 2027-05-08 07:20",
)
"""Site, type, amount in figures and in words, day and time at the site, sequence number, machine, expiry."""


def drawn(face: TicketFace) -> list[str]:
    return [element.text or "" for element in ET.fromstring(svg(face)).iter(f"{SVG}text")]


def printed(face: TicketFace) -> str:
    """What a receipt printer puts on paper: the bytes without the orders among them."""
    return re.sub(rb"\x1b[@!EatdJ].|\x1d[hwfHkV].|\x1b@", b"", escpos(face)).decode("latin-1")


@pytest.mark.parametrize("field", ASKED_FOR)
def test_every_field_is_in_the_picture_and_on_the_roll(field: str) -> None:
    assert any(field in text for text in drawn(FACE))
    assert field in printed(FACE)


def test_the_validation_number_stands_twice_and_first_on_the_leading_edge() -> None:
    assert sum(VALIDATION in text for text in drawn(FACE)) == 2
    assert printed(FACE).count(VALIDATION) == 2
    assert printed(FACE).index(VALIDATION) < printed(FACE).index("Grand")


def decoded(modules: str) -> str:
    """The digits of an interleaved 2 of 5 code, as a scanner reads it: bars make one digit, the gaps the next."""
    codes = ["00110", "10001", "01001", "11000", "00101", "10100", "01100", "00011", "10010", "01010"]
    runs = [len(run.group()) for run in re.finditer(r"1+|0+", modules)]
    narrow = min(runs)
    wide = ["1" if run > narrow else "0" for run in runs]
    assert wide[:4] == ["0"] * 4, "it starts with two narrow bars and gaps"
    assert wide[-3:] == ["1", "0", "0"], "it stops with a wide bar and a narrow one"
    body, digits = wide[4:-3], ""
    for at in range(0, len(body), 10):
        pair = body[at : at + 10]
        digits += str(codes.index("".join(pair[0::2]))) + str(codes.index("".join(pair[1::2])))
    return digits


def test_a_scanner_reads_the_number_off_the_picture() -> None:
    code = bars(NUMBER)
    modules = "".join(
        "1" if any(bar.at <= at < bar.at + bar.width for bar in code) else "0" for at in range(width_of(code))
    )
    assert decoded(modules) == NUMBER
    (path,) = [each for each in ET.fromstring(svg(FACE)).iter(f"{SVG}path") if "fill" in each.attrib]
    starts = [float(start) for start in re.findall(r"M([\d.]+)", path.attrib["d"])]
    widths = [float(width) for width in re.findall(r"h([\d.]+)v", path.attrib["d"])]
    module = (starts[-1] + widths[-1] - starts[0]) / width_of(code)
    assert [round((start - starts[0]) / module) for start in starts] == [bar.at for bar in code]
    assert [round(width / module) for width in widths] == [bar.width for bar in code]
    assert module * 2 >= 0.5, "a narrow bar is at least half a millimetre"


def test_the_roll_has_the_barcode_of_the_number_as_the_printer_draws_it() -> None:
    assert b"\x1dk\x05" + NUMBER.encode() + b"\x00" in escpos(FACE)
    assert escpos(FACE).endswith(b"\x1dV\x00"), "and is cut"


def test_a_copy_says_so_and_no_machine_can_read_it() -> None:
    copy = replace(FACE, duplicate=True)
    assert "DUPLICATE" in drawn(copy)
    assert "DUPLICATE" in printed(copy)
    assert b"\x1dk" not in escpos(copy)
    assert not any("fill" in each.attrib and "v" in each.attrib["d"] for each in paths(copy))
    assert any("Not redeemable" in text for text in drawn(copy))


@pytest.mark.parametrize("title", [Title.voucher, Title.slip, Title.receipt])
def test_what_a_person_pays_has_no_barcode_and_says_so(title: Title) -> None:
    face = replace(FACE, title=title)
    assert not any("v" in each.attrib["d"] for each in paths(face))
    assert b"\x1dk" not in escpos(face)
    assert "PAID BY A PERSON ONLY" in drawn(face)


def paths(face: TicketFace) -> list[ET.Element]:
    return list(ET.fromstring(svg(face)).iter(f"{SVG}path"))


def test_every_kind_of_paper_of_the_rulebooks_has_a_title() -> None:
    assert {kind.value for kind in PaperKind} == set(Title.__members__) - {"receipt"}


def test_a_ticket_without_end_says_so() -> None:
    assert "Does not expire" in drawn(replace(FACE, expires_at_ms=0))


def unpacked(stream: bytes) -> bytes:
    try:
        return zlib.decompress(stream)
    except zlib.error:
        return b""


def test_the_page_is_of_the_size_of_the_ticket_and_the_same_each_time() -> None:
    page = pdf(FACE)
    assert page.startswith(b"%PDF-")
    inside = b"".join(unpacked(stream) for stream in re.findall(rb"stream\n(.*?)\nendstream", page, re.DOTALL))
    (box,) = re.findall(rb"/MediaBox\s*\[\s*0 0 ([\d.]+) ([\d.]+)\s*\]", page + inside)
    points = [float(number) for number in box]
    assert points == pytest.approx([WIDTH_MM / 25.4 * 72, HEIGHT_MM / 25.4 * 72], abs=0.1)
    assert pdf(FACE) == page


def test_a_long_name_of_the_site_is_drawn_smaller_and_cut_to_the_columns_of_the_roll() -> None:
    face = replace(FACE, site=replace(FACE.site, name="The Very Grand Imperial Casino and Entertainment Centre " * 2))
    sizes = [float(each.attrib["font-size"]) for each in ET.fromstring(svg(face)).iter(f"{SVG}text")]
    assert sizes[0] < 3
    assert all(len(line) <= COLUMNS for line in printed(face).splitlines())


def test_letters_the_printer_does_not_have_do_not_stop_it() -> None:
    face = replace(FACE, site=replace(FACE.site, name="Casino Zoë ☃"))
    assert "Casino Zo?" in printed(face)
    assert "Casino Zoë ☃" in drawn(face)
