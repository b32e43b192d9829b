"""A ticket as bytes for a receipt printer that speaks ESC/POS: 80 mm of paper, 48 columns, cut at the end.

The bytes are made by python-escpos on a printer that only collects them; who has a line to a real one sends them as
they are. The order is that of the picture: number on the leading edge first, so that a broken print can be told.
"""

from __future__ import annotations

from escpos.printer import Dummy  # type: ignore[import-untyped]

from openetg.tickets.face import TicketFace

COLUMNS = 48
NARROW_DOTS = 3
"""Width of a narrow bar: at eight dots a millimetre the code of 18 digits is about 56 mm wide."""
BARCODE_DOTS = 100


def escpos(face: TicketFace) -> bytes:
    """Everything from the first line to the cut."""
    printer = Dummy()
    printer.hw("INIT")
    printer.set(align="center", normal_textsize=True, bold=False)
    _line(printer, face.validation)
    if face.duplicate:
        _line(printer, "*** DUPLICATE - NOT REDEEMABLE ***", bold=True)
    _line(printer, face.site.name, bold=True)
    if face.site.address:
        _line(printer, face.site.address)
    printer.ln()
    _line(printer, face.title.value, bold=True)
    printer.ln()
    if face.machine_readable:
        printer.barcode(face.number, "ITF", height=BARCODE_DOTS, width=NARROW_DOTS, pos="OFF", align_ct=True)
        printer.ln()
    _line(printer, f"Validation {face.validation}")
    printer.ln()
    printer.set(align="center", bold=True, double_width=True, double_height=True)
    printer.textln(_plain(face.figures))
    printer.set(align="center", normal_textsize=True, bold=False)
    for line in _wrapped(face.words):
        _line(printer, line)
    printer.ln()
    _line(printer, f"{face.day} {face.time}")
    _line(printer, f"Ticket {face.serial:06d}  Machine {face.terminal}")
    _line(printer, face.expiry, bold=True)
    for line in _wrapped(face.where):
        _line(printer, line)
    printer.cut()
    return bytes(printer.output)


def _line(printer: Dummy, words: str, *, bold: bool = False) -> None:
    printer.set(bold=bold)
    printer.textln(_plain(words[:COLUMNS]))


def _plain(words: str) -> str:
    """Letters every printer has, with any code page."""
    return words.encode("ascii", "replace").decode("ascii")


def _wrapped(words: str) -> list[str]:
    lines = [""]
    for word in words.split():
        if lines[-1] and len(lines[-1]) + 1 + len(word) > COLUMNS:
            lines.append(word)
        else:
            lines[-1] = f"{lines[-1]} {word}".strip()
    return lines
