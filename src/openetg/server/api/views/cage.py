"""By which rules the cage pays, and what is still to be paid: for those who pay and those who read the records.

Clauses come from the rulebooks of the tables, sums from the settings of the site. Papers stand here by name, as
everywhere: their numbers are on them alone.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from litestar import Response, get
from litestar.params import QueryParameter
from msgspec import Struct

from openetg.floor.core.ledger import TICKETS
from openetg.floor.money.redeeming import as_paid, is_expired
from openetg.floor.state import Floor, Table, Ticket, TicketState
from openetg.money import Money, total
from openetg.rulebook.schema.policies import Channel
from openetg.server.api.acts.commands import ALWAYS, problems
from openetg.server.api.guard import who_asks
from openetg.server.api.office import Office
from openetg.server.api.problems import Asked
from openetg.server.api.views.reads import CAGE, anywhere, shown

PAPERS_LISTED = 500
"""So many unredeemed papers stand in a list, newest first; the sums are of all of them."""
STANDINGS = ("payable", "held", "delayed", "identify", "expired")
Standing = Annotated[Literal["", "payable", "held", "delayed", "identify", "expired"], QueryParameter()]
Word = Annotated[str, QueryParameter(max_length=64)]
Number = Annotated[int, QueryParameter(ge=0, le=10**15)]


class WithholdingRule(Struct, frozen=True):
    """What may be kept back at a table, and who is told."""

    what: tuple[str, ...]
    duty: str
    official: str
    clause: str


class PaymentRules(Struct, frozen=True):
    """How what comes from a table is paid; a clause is empty where its rulebook does not speak of it."""

    rulebook: str
    papers: str
    """The clause on papers."""
    at_once: str
    delay: str
    identification: str
    other_form: str
    other_form_of: tuple[str, ...]
    """What may be paid in another form than asked for."""
    by_hand: str
    chips: str
    """The clause on chips of value; empty where there are none."""
    withholding: tuple[WithholdingRule, ...]


class CageRules(Struct, frozen=True):
    """Where the cage is, and by which rules it pays."""

    site: str
    currency: str
    time_zone: str
    ticket_days: int
    """For how long new papers are paid; zero is without end."""
    second_above: Money
    """Above this sum a second person has to confirm a payment."""
    second_within_ms: int
    drawers_required: bool
    """Whether cash is paid only out of a drawer of the person who pays."""
    terminals: dict[str, str]
    """The table each terminal stands at."""
    tables: dict[str, PaymentRules]


class UnredeemedSum(Struct, frozen=True):
    """Papers that stand alike."""

    kind: str
    standing: str
    """`payable`, `held`, `delayed`, `identify` (a document is asked for) or `expired`."""
    count: int
    amount: Money


class UnredeemedView(Struct, frozen=True):
    """What is still to be paid on papers."""

    sequence: int
    now_ms: int
    count: int
    amount: Money
    ledger: Money
    """The account of papers in the ledger: the same, or something is wrong."""
    sums: tuple[UnredeemedSum, ...]
    found: int
    """How many fit what was asked for."""
    found_amount: Money
    papers: tuple[Ticket, ...]
    """Of those, the newest."""


def cage_handlers(office: Office) -> list[Any]:
    """The handlers."""

    @get("/api/cage/rules", tags=["cage"], responses=problems(*ALWAYS))
    async def rules(request: Asked) -> Response[CageRules]:
        """The clauses by which papers and payments by hand are paid, table by table, and the sums of the site."""
        who = who_asks(request)

        def look(floor: Floor) -> CageRules:
            anywhere(floor, who, CAGE)
            return _rules(office, floor)

        return await shown(office, look)

    @get("/api/cage/unredeemed", tags=["cage"], responses=problems(*ALWAYS))
    async def unredeemed(
        request: Asked, terminal: Word = "", serial: Number = 0, amount: Number = 0, standing: Standing = ""
    ) -> Response[UnredeemedView]:
        """Papers that were not presented yet, with their sums; by terminal, serial number, amount in cents or
        standing."""
        who = who_asks(request)

        def look(floor: Floor) -> UnredeemedView:
            anywhere(floor, who, CAGE)
            now_ms = office.line.now_ms()
            wanted = _Wanted(terminal, serial, amount, standing)
            return _unredeemed(floor, now_ms, wanted)

        return await shown(office, look)

    return [rules, unredeemed]


def _rules(office: Office, floor: Floor) -> CageRules:
    house, settings = office.line.running.house, office.settings
    return CageRules(
        site=house.site,
        currency=house.currency,
        time_zone=house.time_zone,
        ticket_days=floor.vault.ticket_days,
        second_above=office.seconds.above(floor),
        second_within_ms=settings.second_within_ms,
        drawers_required=floor.vault.drawers_required,
        terminals={terminal.name: terminal.table for terminal in floor.terminals.values()},
        tables={table.name: _payment(floor, table) for table in floor.tables.values()},
    )


def _payment(floor: Floor, table: Table) -> PaymentRules:
    rulebook = floor.rulebook_of(table)
    money, payment = rulebook.money, rulebook.money.payment
    on_cloth = Channel.CLOTH in floor.kind_of(table).channels.value
    return PaymentRules(
        rulebook=rulebook.about.id,
        papers="" if money.collect is None else money.collect.papers.clause,
        at_once="" if payment is None else payment.at_once.clause,
        delay="" if payment is None else payment.delay.clause,
        identification="" if payment is None else payment.identification.clause,
        other_form="" if payment is None else payment.other_form.clause,
        other_form_of=() if payment is None else tuple(each.value for each in payment.other_form.of),
        by_hand="" if money.manual_payout is None else money.manual_payout.clause,
        chips=money.chips.value_chips.clause if money.chips is not None and on_cloth else "",
        withholding=tuple(
            WithholdingRule(tuple(what.value for what in each.what), each.duty.value, each.official, each.clause)
            for each in money.withholding
        ),
    )


class _Wanted(Struct, frozen=True):
    terminal: str
    serial: int
    amount: int
    standing: str

    def fits(self, paper: Ticket, standing: str) -> bool:
        return (
            self.terminal in {"", paper.terminal}
            and self.serial in {0, paper.serial}
            and self.amount in {0, paper.amount}
            and self.standing in {"", standing}
        )


def _unredeemed(floor: Floor, now_ms: int, wanted: _Wanted) -> UnredeemedView:
    papers = [
        (paper, _standing(floor, paper, now_ms))
        for paper in floor.tickets.values()
        if paper.state is TicketState.OUTSTANDING
    ]
    found = [paper for paper, standing in papers if wanted.fits(paper, standing)]
    return UnredeemedView(
        sequence=floor.sequence,
        now_ms=now_ms,
        count=len(papers),
        amount=total(paper.amount for paper, _ in papers),
        ledger=floor.ledger.held(TICKETS),
        sums=_sums(papers),
        found=len(found),
        found_amount=total(paper.amount for paper in found),
        papers=tuple(as_paid(floor, paper) for paper in reversed(found[-PAPERS_LISTED:])),
    )


def _standing(floor: Floor, paper: Ticket, now_ms: int) -> str:
    """How a paper stands; why it is or is not paid is the floor's to say when it is presented."""
    if paper.held:
        return "held"
    if is_expired(floor, paper, now_ms):
        return "expired"
    if now_ms < paper.payable_at_ms:
        return "delayed"
    return "identify" if paper.identify and not paper.document else "payable"


def _sums(papers: list[tuple[Ticket, str]]) -> tuple[UnredeemedSum, ...]:
    alike: dict[tuple[str, str], list[Money]] = {}
    for paper, standing in papers:
        alike.setdefault((paper.kind.value, standing), []).append(paper.amount)
    order = sorted(alike.items(), key=lambda each: (STANDINGS.index(each[0][1]), each[0][0]))
    return tuple(UnredeemedSum(kind, standing, len(each), total(each)) for (kind, standing), each in order)
