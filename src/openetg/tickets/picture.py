"""A ticket as a picture (SVG) and as a page to print (PDF): 156 by 65 mm, the paper that ticket printers hold.

The validation number stands twice: along the leading edge, which is out of the printer first and stays readable when
the rest jams, and above the barcode. A copy has DUPLICATE across it and no barcode.
"""

from __future__ import annotations

from xml.sax.saxutils import escape, quoteattr

import typst

from openetg.tickets.bars import bars, width_of
from openetg.tickets.face import TicketFace

WIDTH_MM, HEIGHT_MM = 156, 65
EDGE_MM = 14
"""How much of the leading edge is for the number alone."""
MIDDLE_MM = (WIDTH_MM + EDGE_MM) / 2
BARCODE_MM, BARCODE_HIGH_MM = 100.0, 12.6
FONTS = "Liberation Sans, Arial, Helvetica, DejaVu Sans, DejaVu Sans Mono, sans-serif"
FIGURE_FONTS = "DejaVu Sans Mono, Liberation Mono, Menlo, Consolas, monospace"


def svg(face: TicketFace) -> str:
    """The picture, in millimetres; it needs nothing from anywhere else."""
    drawn = [
        _text(MIDDLE_MM, 7.6, face.site.name, 5.0, bold=True, fit_mm=130),
        _text(MIDDLE_MM, 12.0, face.site.address, 2.9, fit_mm=130) if face.site.address else "",
        _text(MIDDLE_MM, 17.8, face.title.value, 4.2, bold=True, spaced=True),
        _text(MIDDLE_MM, 22.2, f"Validation  {face.validation}", 3.4, figures=True),
        _barcode(face, 24.6) if face.machine_readable else _no_barcode(face, 24.6),
        _text(MIDDLE_MM, 42.2, face.words, 3.0, fit_mm=134),
        _text(MIDDLE_MM, 50.6, face.figures, 8.4, bold=True),
        _text(EDGE_MM + 4, 56.4, f"{face.day}  {face.time}", 2.9, figures=True, anchor="start"),
        _text(WIDTH_MM - 4, 56.4, _issued_by(face), 2.9, figures=True, anchor="end"),
        _text(EDGE_MM + 4, 61.4, face.where, 2.5, anchor="start"),
        _text(WIDTH_MM - 4, 61.4, face.expiry, 2.9, bold=True, anchor="end"),
        _edge(face),
        _duplicate() if face.duplicate else "",
    ]
    title = escape(f"{face.title.value} {face.figures}")
    body = "\n".join(line for line in drawn if line)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH_MM}mm" height="{HEIGHT_MM}mm"'
        f' viewBox="0 0 {WIDTH_MM} {HEIGHT_MM}" role="img">\n<title>{title}</title>\n'
        f'<rect width="{WIDTH_MM}" height="{HEIGHT_MM}" fill="#fff"/>\n{body}\n</svg>\n'
    )


def pdf(face: TicketFace) -> bytes:
    """A page of the size of the ticket; the same face gives the same bytes."""
    page = f"""
#set document(title: "{face.title.value}", date: none)
#set page(width: {WIDTH_MM}mm, height: {HEIGHT_MM}mm, margin: 0mm)
#image(bytes(sys.inputs.picture), format: "svg", width: {WIDTH_MM}mm, height: {HEIGHT_MM}mm)
"""
    return typst.compile(page.encode(), sys_inputs={"picture": svg(face)}, timestamp=face.issued_at_ms // 1000)


def _issued_by(face: TicketFace) -> str:
    return f"Ticket {face.serial:06d}   Machine {face.terminal}"


def _text(  # noqa: PLR0913 -- what a line of print has
    x_mm: float,
    y_mm: float,
    words: str,
    size_mm: float,
    *,
    bold: bool = False,
    figures: bool = False,
    spaced: bool = False,
    anchor: str = "middle",
    fit_mm: float = 0,
) -> str:
    fonts = FIGURE_FONTS if figures else FONTS
    # A long line is drawn smaller rather than beyond the paper: a letter is at most 0.62 of its size wide on average.
    size_mm = min(size_mm, fit_mm / (0.62 * len(words))) if fit_mm and words else size_mm
    weight = ' font-weight="700"' if bold else ""
    spacing = f' letter-spacing="{size_mm * 0.12:.2f}"' if spaced else ""
    return (
        f'<text x="{x_mm:g}" y="{y_mm:g}" text-anchor="{anchor}" font-family={quoteattr(fonts)}'
        f' font-size="{size_mm:.2f}"{weight}{spacing} xml:space="preserve">{escape(words)}</text>'
    )


def _barcode(face: TicketFace, top_mm: float) -> str:
    code = bars(face.number)
    module = BARCODE_MM / width_of(code)
    left = MIDDLE_MM - BARCODE_MM / 2
    path = "".join(
        f"M{left + bar.at * module:.3f} {top_mm:g}h{wide:.3f}v{BARCODE_HIGH_MM:g}h-{wide:.3f}z"
        for bar in code
        for wide in (bar.width * module,)
    )
    return f'<path d="{path}" fill="#000"/>'


def _no_barcode(face: TicketFace, top_mm: float) -> str:
    """Ruled lines where the barcode would be, so that none can be added."""
    left, right = MIDDLE_MM - BARCODE_MM / 2, MIDDLE_MM + BARCODE_MM / 2
    ruled = "".join(f"M{left:g} {top_mm + step:g}H{right:g}" for step in range(1, int(BARCODE_HIGH_MM), 2))
    words = "NO BARCODE: COPY" if face.duplicate else "PAID BY A PERSON ONLY"
    return (
        f'<path d="{ruled}" stroke="#bbb" stroke-width="0.2" fill="none"/>\n'
        f'<rect x="{MIDDLE_MM - 34:g}" y="{top_mm + 3.4:g}" width="68" height="6.4" fill="#fff"/>\n'
        + _text(MIDDLE_MM, top_mm + 7.8, words, 3.4, bold=True, spaced=True)
    )


def _edge(face: TicketFace) -> str:
    """The number along the leading edge, and a line where the edge ends."""
    middle = HEIGHT_MM / 2
    number = _text(0, 0, face.validation, 3.2, figures=True, bold=True)
    label = _text(0, 4.2, f"{face.title.value}  {face.figures}", 2.4, figures=True)
    return (
        f'<g transform="translate(6.4 {middle:g}) rotate(-90)">\n{number}\n{label}\n</g>\n'
        f'<path d="M{EDGE_MM:g} 3V{HEIGHT_MM - 3:g}" stroke="#000" stroke-width="0.2" stroke-dasharray="1 1"/>'
    )


def _duplicate() -> str:
    drawn = _text(0, 0, "DUPLICATE", 20, bold=True)
    return (
        f'<g transform="translate({MIDDLE_MM:g} {HEIGHT_MM / 2 + 9:g}) rotate(-14)" fill="#000" fill-opacity="0.16">\n'
        f"{drawn}\n</g>"
    )
