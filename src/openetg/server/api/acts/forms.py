"""What the cage prints: forms of payments by hand, sheets of drawers and receipts of copies, as pages to print.

For those who pay and for those who read the records. A page is set aside, so that no wager waits for it.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Annotated, Any

from litestar import Response, get
from litestar.params import FromPath, QueryParameter

from openetg.floor.money.cage import by_hand
from openetg.floor.money.paid_from import held_in
from openetg.floor.money.redeeming import table_of
from openetg.floor.state import Drawer, Floor, Payout, SoldCopy
from openetg.server.access.logins import Identity
from openetg.server.api.acts.commands import ALWAYS, problems
from openetg.server.api.guard import who_asks
from openetg.server.api.office import Office
from openetg.server.api.problems import Asked, edge
from openetg.server.api.views.reads import CAGE, anywhere
from openetg.tickets.face import IssuingSite
from openetg.tickets.forms import (
    CopyReceipt,
    CountLine,
    DrawerSheet,
    PayoutForm,
    Stamp,
    copy_pdf,
    drawer_pdf,
    payout_pdf,
)

PDF = "application/pdf"
Since = Annotated[int, QueryParameter(ge=0, le=10**15, description="When it was opened; zero for the last one.")]


def form_handlers(office: Office) -> list[Any]:
    """The handlers."""

    @get("/api/forms/payouts/{payout:str}", tags=["cage"], responses=problems(*ALWAYS), media_type=PDF)
    async def payout_form(payout: FromPath[str], request: Asked) -> Response[bytes]:
        """The form of a payment by hand, to be signed or as it was signed; a page to print."""
        who = who_asks(request)

        def look(floor: Floor) -> Callable[[], bytes]:
            anywhere(floor, who, CAGE)
            found = floor.vault.payouts.get(payout)
            if found is None:
                raise edge("no_such_thing", "no such payment by hand")
            form, stamp = _payout(office, floor, found), _stamp(office, floor, who)
            return lambda: payout_pdf(form, _site(office), stamp)

        return await _printed(office, look, payout)

    @get("/api/forms/drawers/{drawer:str}", tags=["cage"], responses=problems(*ALWAYS), media_type=PDF)
    async def drawer_sheet(drawer: FromPath[str], request: Asked, opened_at_ms: Since = 0) -> Response[bytes]:
        """The sheet of a drawer: what went in and out, what the ledger has, what was counted; a page to print."""
        who = who_asks(request)

        def look(floor: Floor) -> Callable[[], bytes]:
            anywhere(floor, who, CAGE)
            sheet, stamp = _drawer(office, floor, _find(floor, drawer, opened_at_ms)), _stamp(office, floor, who)
            return lambda: drawer_pdf(sheet, _site(office), stamp)

        return await _printed(office, look, f"drawer-{drawer}")

    @get("/api/forms/copies/{number:int}", tags=["cage"], responses=problems(*ALWAYS), media_type=PDF)
    async def copy_receipt(number: FromPath[int], request: Asked) -> Response[bytes]:
        """The receipt of a copy of the rules that was sold; a page to print."""
        who = who_asks(request)

        def look(floor: Floor) -> Callable[[], bytes]:
            anywhere(floor, who, CAGE)
            sold = next((each for each in floor.premises.sold_copies if each.number == number), None)
            if sold is None:
                raise edge("no_such_thing", "no such receipt, or sold too long ago: the journal has it")
            receipt, stamp = _copy(floor, sold), _stamp(office, floor, who)
            return lambda: copy_pdf(receipt, _site(office), stamp)

        return await _printed(office, look, f"copy-{number}")

    return [payout_form, drawer_sheet, copy_receipt]


async def _printed(office: Office, look: Callable[[Floor], Callable[[], bytes]], name: str) -> Response[bytes]:
    """What is on record goes into the page; the page is set in a thread of its own."""
    page = await asyncio.to_thread(await office.line.read(look))
    # A name a person chose for a drawer may have letters that no header has.
    plain = "".join(letter if letter.isascii() and letter.isalnum() else "-" for letter in name)
    headers = {"content-disposition": f'inline; filename="{plain}.pdf"'}
    return Response(page, media_type=PDF, headers=headers)


def _site(office: Office) -> IssuingSite:
    house = office.line.running.house
    return IssuingSite(house.site, house.address, house.currency, house.time_zone)


def _stamp(office: Office, floor: Floor, who: Identity) -> Stamp:
    return Stamp(who.person, office.line.now_ms(), floor.sequence)


def _payout(office: Office, floor: Floor, payout: Payout) -> PayoutForm:
    table = table_of(floor, payout.terminal)
    refused = "determined not to be the player's" if payout.refused else ""
    return PayoutForm(
        number=payout.number,
        terminal=payout.terminal,
        table=table.name,
        rulebook=floor.rulebook_of(table).about.id,
        clause=by_hand(floor, floor.terminals[payout.terminal]),
        amount=payout.amount,
        signature=office.line.opened(payout.signature),
        standing="withheld until it is determined: not to be paid" if payout.held else refused,
        witness=payout.amount > office.seconds.above(floor),
    )


def _copy(floor: Floor, sold: SoldCopy) -> CopyReceipt:
    title = floor.rulebook_of(floor.tables[sold.table]).about.title
    return CopyReceipt(
        number=sold.number,
        title=title,
        table=sold.table,
        rulebook=sold.rulebook,
        clause=sold.clause,
        name=sold.name,
        sha256=sold.sha256,
        price=sold.price,
        person=sold.person,
        drawer=sold.drawer,
        at_ms=sold.at_ms,
    )


def _find(floor: Floor, name: str, opened_at_ms: int) -> Drawer:
    """The drawer of a name that was opened then, or the last of that name."""
    is_open = floor.vault.drawers.get(name)
    of_name = [each for each in floor.vault.closed_drawers if each.name == name] + ([is_open] if is_open else [])
    found = [each for each in of_name if opened_at_ms in {0, each.opened_at_ms}]
    if not found:
        raise edge("no_such_thing", "no such drawer, or closed too long ago: the journal has it")
    return found[-1]


def _drawer(office: Office, floor: Floor, drawer: Drawer) -> DrawerSheet:
    counts = tuple(
        CountLine(each.at_ms, each.person, each.expected, each.counted, each.pieces) for each in drawer.counts
    )
    ledger = counts[-1].expected if drawer.closed_at_ms else held_in(floor, drawer.name)
    return DrawerSheet(
        name=drawer.name,
        person=drawer.person,
        opened_at_ms=drawer.opened_at_ms,
        opened_with=drawer.opened_with,
        moved_in=drawer.moved_in,
        moved_out=drawer.moved_out,
        paid=drawer.paid,
        sold=drawer.sold,
        payments=drawer.papers,
        ledger=ledger,
        counts=counts,
        closed_at_ms=drawer.closed_at_ms,
        closed_by=drawer.closed_by,
        why=office.line.opened(drawer.why),
    )
