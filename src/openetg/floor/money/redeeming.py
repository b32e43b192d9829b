"""What every redemption of a paper asks: whose rulebook it is under, and what keeps it from being paid."""

from __future__ import annotations

from typing import TYPE_CHECKING, assert_never

from msgspec.structs import replace

from openetg.floor.core.refusals import Reason, Refusal, first_of
from openetg.floor.state import TicketState
from openetg.rulebook.schema.policies import Holdable, PaperKind

if TYPE_CHECKING:
    from openetg.floor.state import Floor, Table, Ticket
    from openetg.rulebook.schema.book import Rulebook
    from openetg.rulebook.schema.funds import Collect, Withholding
    from openetg.rulebook.schema.shape import Count, Value

NO_TICKET: dict[str, Reason] = {"misread": Reason.TICKET_MISREAD, "other-floor": Reason.OTHER_FLOOR}
"""What the server calls a number that cannot be one of this floor's tickets, and what that is refused as."""
DAY_MS = 86_400_000


def form_of(paper: PaperKind) -> Holdable | None:
    """As which form of money a paper may be withheld; None for a slip, which never is."""
    match paper:
        case PaperKind.TICKET:
            return Holdable.TICKET
        case PaperKind.VOUCHER:
            return Holdable.VOUCHER
        case PaperKind.SLIP:
            return None
        case _:
            assert_never(paper)


def is_machine_read(paper: PaperKind) -> bool:
    """Whether a machine reads a paper and pays it; every other is paid by a person."""
    match paper:
        case PaperKind.TICKET:
            return True
        case PaperKind.VOUCHER | PaperKind.SLIP:
            return False
        case _:
            assert_never(paper)


def no_ticket(name: str, clause: str = "") -> Refusal:
    """The refusal of a paper that is unknown to the floor."""
    return Refusal(NO_TICKET.get(name, Reason.UNKNOWN_TICKET), clause)


def expires_at_ms(floor: Floor, terminal: str, at_ms: int) -> int:
    """Until when a paper issued now is paid; zero = for ever, also where the rulebook lets no paper expire.

    The days were set for the tables there at that time: a table added later uses its rulebook's days if those are more.
    """
    days, least = floor.vault.ticket_days, _expiry(floor, terminal)
    return at_ms + max(days, least.value) * DAY_MS if days and least is not None else 0


def _expiry(floor: Floor, terminal: str) -> Value[Count] | None:
    """What the rulebook at which a terminal stands says of papers that expire."""
    return collect_rules(rulebook_of(floor, terminal)).expiry_days_min


def is_expired(floor: Floor, ticket: Ticket, at_ms: int) -> bool:
    """Whether a paper is paid no longer; one for which staff have agreed a time of payment stays good.

    A time that was once printed counts for nothing where the rulebook lets no paper expire.
    """
    over = bool(ticket.expires_at_ms) and not ticket.payable_at_ms and at_ms >= ticket.expires_at_ms
    return over and _expiry(floor, ticket.terminal) is not None


def table_of(floor: Floor, terminal: str) -> Table:
    """The table at which a terminal stands."""
    return floor.tables[floor.terminals[terminal].table]


def no_terminal(floor: Floor, name: str) -> Refusal:
    """Why a table without meters takes and pays no meter money: a player at a cloth has chips, by the rulebook."""
    for table in floor.tables.values():
        rules = floor.rulebook_of(table).money.chips
        if name in table.cloth.players and rules is not None:
            return Refusal(Reason.NOT_IN_RULEBOOK, rules.value_chips.clause)
    return Refusal(Reason.UNKNOWN_TERMINAL)


def rulebook_of(floor: Floor, terminal: str) -> Rulebook:
    """The rulebook of the table at which a terminal stands."""
    return floor.rulebook_of(table_of(floor, terminal))


def collect_rules(rulebook: Rulebook) -> Collect:
    """How a meter is paid out; every rulebook with terminals says so."""
    collect = rulebook.money.collect
    assert collect is not None, "terminals stand only at tables with meters"
    return collect


def shortfall_clause(rulebook: Rulebook, reversal: str) -> str:
    """The clause a demand rests on: the rule on demands, or, where there is none, that of what reversed the payment."""
    return reversal if rulebook.money.demand_rests_on == "reversal" else rulebook.money.shortfall.clause


def withholding_of(rulebook: Rulebook, form: Holdable | None) -> Withholding | None:
    """What the rulebook says of withholding a form of money; None if it may not be."""
    return next((each for each in rulebook.money.withholding if form in each.what), None)


def unpayable(floor: Floor, ticket: Ticket, at_ms: int) -> Refusal | None:
    """Why a paper is paid nowhere now: not outstanding, expired, held, put off, or waiting for identification."""
    return first_of(not_outstanding(floor, ticket), _expired(floor, ticket, at_ms), _waiting(floor, ticket, at_ms))


def as_paid(floor: Floor, ticket: Ticket) -> Ticket:
    """A paper as people are shown it: without an end where the rulebook lets none expire, regardless of what was
    printed."""
    if not ticket.expires_at_ms or _expiry(floor, ticket.terminal) is not None:
        return ticket
    return replace(ticket, expires_at_ms=0)


def _expired(floor: Floor, ticket: Ticket, at_ms: int) -> Refusal | None:
    rule = _expiry(floor, ticket.terminal)
    if rule is None or not is_expired(floor, ticket, at_ms):
        return None
    return Refusal(Reason.TICKET_EXPIRED, rule.clause, {"at_ms": ticket.expires_at_ms})


def not_outstanding(floor: Floor, ticket: Ticket) -> Refusal | None:
    """Why a paper is not outstanding; an earlier redemption is quoted."""
    clause = collect_rules(rulebook_of(floor, ticket.terminal)).papers.clause
    if ticket.state is TicketState.ORDERED:
        return Refusal(Reason.UNKNOWN_TICKET, clause)
    if ticket.state is TicketState.VOID:
        return Refusal(Reason.TICKET_VOID, clause)
    if ticket.state is TicketState.REDEEMED:
        earlier = ticket.redeemed
        assert earlier is not None, "a redeemed paper says where"
        quoted: dict[str, str | int] = {"where": earlier.where, "person": earlier.person, "at_ms": earlier.at_ms}
        return Refusal(Reason.TICKET_REDEEMED, clause, quoted)
    if ticket.held:
        holding = floor.vault.holdings[ticket.number]
        return Refusal(Reason.TICKET_HELD, holding.clause, {"case": holding.case})
    return None


def _waiting(floor: Floor, ticket: Ticket, at_ms: int) -> Refusal | None:
    payment = rulebook_of(floor, ticket.terminal).money.payment
    if payment is None:
        return None
    if at_ms < ticket.payable_at_ms:
        return Refusal(Reason.PAYMENT_DELAYED, payment.delay.clause, {"until_ms": ticket.payable_at_ms})
    if ticket.identify and not ticket.document:
        return Refusal(Reason.NOT_IDENTIFIED, payment.identification.clause)
    return None
