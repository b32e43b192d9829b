"""Money in and out at a terminal: tickets, and the meter as a paper in two steps; notes are in `escrow`."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, assert_never

from openetg.floor.commands import (
    Collect,
    InsertTicket,
    ReportMeter,
    ReportPrint,
    SetTicketLife,
)
from openetg.floor.core.ledger import TICKETS, Transfer, award_of, meter_of, play_of, printing_of
from openetg.floor.core.refusals import Reason, Refusal, first_of
from openetg.floor.core.verdicts import Deciders, Verdict
from openetg.floor.events import (
    CaseOpened,
    HoldNotified,
    MeterCompared,
    TerminalLocked,
    TicketFailed,
    TicketInserted,
    TicketIssued,
    TicketLifeSet,
    TicketOrdered,
)
from openetg.floor.money.printers import cannot_print
from openetg.floor.money.redeeming import (
    collect_rules,
    expires_at_ms,
    is_machine_read,
    no_terminal,
    no_ticket,
    rulebook_of,
    table_of,
    unpayable,
    withholding_of,
)
from openetg.floor.people.calls import call_to_pay, called_to_pay, is_called
from openetg.floor.premises.opening import after_last_spin
from openetg.floor.state import BETTING, ENDED, Floor, Table, Terminal, stopped
from openetg.money import ZERO, Money, format_money
from openetg.rulebook.schema.policies import CollectAmount, CollectTime, Holdable, PaperKind

if TYPE_CHECKING:
    from openetg.floor.events import AnyEvent
    from openetg.rulebook.schema.book import Rulebook
    from openetg.rulebook.schema.funds import Funding
    from openetg.rulebook.schema.shape import Value


MISMATCH = "mismatch"
"""What a terminal is locked as that displays another meter than the ledger holds."""


DAYS_MAX = 36_500
"""The longest a paper may be good, unless it is good without end."""
PAYOUT = "payout-"
"""How the numbers of payments by hand begin; those of papers never do."""


class Funds(NamedTuple):
    """The clause by which a source feeds a meter, and whether it opens the account."""

    clause: str
    opens: bool


class IssuablePaper(NamedTuple):
    """A paper that may be issued, and by which clause."""

    kind: PaperKind
    clause: str


def fundings(floor: Floor, terminal: Terminal) -> tuple[Funding, ...]:
    """What may feed the meter of a terminal: one set of rules for each table it plays at."""
    found = (floor.rulebook_of(floor.tables[name]).money.funding for name in terminal.tables)
    return tuple(each for each in found if each is not None)


def fed_by(floor: Floor, terminal: Terminal, source: str) -> Funds | Refusal:
    """How notes, tickets, transfers or jackpots feed this meter; no table it plays at may refuse them."""
    rules = fundings(floor, terminal)
    for funding in rules:
        if getattr(funding, source) is None:
            return Refusal(Reason.SOURCE_NOT_ACCEPTED, funding.clause)
    opened_by = rules[0].account_opened_by
    opens = opened_by is None or source.removesuffix("s") in opened_by.value
    return Funds(getattr(rules[0], source).clause, opens)


def locked(terminal: Terminal, act: str) -> Refusal | None:
    """Why a terminal may not do something for now."""
    lock = stopped(terminal.locks, act)
    return Refusal(Reason(lock.reason), lock.clause) if lock is not None else None


def not_to_fund(floor: Floor, terminal: Terminal, at_ms: int) -> Refusal | None:
    """Why a terminal takes no money for now."""
    return locked(terminal, "fund") or after_last_spin(floor, terminal, at_ms)


def decide_insert_ticket(floor: Floor, command: InsertTicket, at_ms: int) -> Verdict:
    """A ticket becomes credit, once; anything that is no ticket, or not payable, goes back to the player."""
    terminal = floor.terminals.get(command.terminal)
    if terminal is None:
        return no_terminal(floor, command.terminal)
    barred = not_to_fund(floor, terminal, at_ms)
    funds = fed_by(floor, terminal, "tickets")
    if isinstance(funds, Refusal):
        return barred or funds
    ticket = floor.tickets.get(command.ticket)
    if ticket is None:
        return barred or no_ticket(command.ticket, funds.clause)
    other = None
    if not is_machine_read(ticket.kind):
        other = Refusal(Reason.SOURCE_NOT_ACCEPTED, fundings(floor, terminal)[0].clause)
    refused = first_of(barred, other, unpayable(floor, ticket, at_ms))
    if refused is not None:
        return refused
    moved = Transfer(TICKETS, meter_of(terminal.name), ticket.amount)
    also = (collect_rules(rulebook_of(floor, ticket.terminal)).papers.clause,)
    return (
        TicketInserted(
            terminal=terminal.name,
            ticket=ticket.number,
            amount=ticket.amount,
            clause=funds.clause,
            transfers=(moved,),
            at_ms=at_ms,
            opens=funds.opens,
            also=also,
        ),
    )


def decide_collect(floor: Floor, command: Collect, at_ms: int) -> Verdict:
    """The meter, or a part where every rulebook of the terminal allows one, goes to paper.

    Where nothing can be printed the meter stays as it is, and a person is called who pays by hand.
    """
    terminal = floor.terminals.get(command.terminal)
    if terminal is None:
        return no_terminal(floor, command.terminal)
    papers = collect_rules(rulebook_of(floor, terminal.name)).papers
    paper = _paper(floor, terminal, command.paper)
    held = floor.ledger.held(meter_of(terminal.name))
    amount = held if command.amount is None else command.amount
    refused = first_of(
        unfit_number(floor, command.ticket, papers.clause),
        locked(terminal, "collect"),
        why_not_now(floor, terminal),
        Refusal(Reason.PRINTING, papers.clause) if terminal.printing is not None else None,
        paper if isinstance(paper, Refusal) else None,
        _why_not_so_much(floor, terminal, command.amount, held),
        _called_already(floor, terminal),
    )
    if refused is not None:
        return refused
    unprintable = cannot_print(terminal)
    if unprintable is not None:
        return (called_to_pay(floor, terminal, unprintable.clause),)
    assert not isinstance(paper, Refusal), "a refusal was given above"
    moved = Transfer(meter_of(terminal.name), printing_of(terminal.name), amount)
    whole = collect_rules(rulebook_of(floor, terminal.name)).amount.clause
    return (
        TicketOrdered(
            terminal=terminal.name,
            ticket=command.ticket,
            amount=amount,
            clause=paper.clause,
            transfers=(moved,),
            paper=paper.kind,
            also=(whole,),
            serial=terminal.papers + 1,
            at_ms=at_ms,
            expires_at_ms=expires_at_ms(floor, terminal.name, at_ms),
        ),
    )


def _called_already(floor: Floor, terminal: Terminal) -> Refusal | None:
    """The refusal when nothing can be printed and a person is already on the way to pay."""
    lock = cannot_print(terminal)
    if lock is None or not is_called(floor, terminal.name, call_to_pay(floor, terminal)):
        return None
    return Refusal(Reason.PRINTER_OUT, lock.clause)


def decide_set_ticket_life(floor: Floor, command: SetTicketLife, _at_ms: int) -> Verdict:
    """New papers are paid for so many days, where a rulebook lets them expire; those that are out keep their time."""
    if not 0 <= command.days <= DAYS_MAX:
        return Refusal(Reason.NOT_A_DAY, details={"days": command.days})
    refused = _without_end(floor, command.days) if command.days else None
    if refused is not None:
        return refused
    return () if command.days == floor.vault.ticket_days else (TicketLifeSet(command.days),)


def _without_end(floor: Floor, days: int) -> Refusal | None:
    """Why papers may not expire so soon, or at all: as the rulebooks of this floor's tables have it."""
    rulebooks = [floor.rulebook_of(table) for table in floor.tables.values()]
    rules = [rulebook.money.collect for rulebook in rulebooks if rulebook.money.collect is not None]
    granted = [rule.expiry_days_min for rule in rules if rule.expiry_days_min is not None]
    if not granted:
        return Refusal(Reason.NO_EXPIRY, rules[0].papers.clause if rules else "", {"days": days})
    longest = max(granted, key=lambda each: each.value)
    if days < longest.value:
        return Refusal(Reason.NO_EXPIRY, longest.clause, {"days": days, "least": longest.value})
    return None


def unfit_number(floor: Floor, number: str, clause: str) -> Refusal | None:
    """Why a new paper may not bear this number: it is not a number, or is taken on this floor."""
    if not _is_number(number):
        return Refusal(Reason.NOT_A_NAME, clause)
    known = floor.tickets, floor.terminals, floor.jackpots.awards
    taken = any(number in names for names in known) or number.startswith(PAYOUT)
    return Refusal(Reason.ALREADY_THERE, clause) if taken else None


def _is_number(text: str) -> bool:
    """Whether a text may be a paper's number: it becomes part of account names, so it may hold no slash."""
    return bool(text) and text.isprintable() and "/" not in text and text == text.strip()


def _paper(floor: Floor, terminal: Terminal, asked: PaperKind | None) -> IssuablePaper | Refusal:
    """The paper to be issued: as asked, or the first that may be."""
    rules = _naming_papers(floor, terminal)
    own = collect_rules(rulebook_of(floor, terminal.name)).papers
    for kind in rules[0].value if asked is None else (asked,):
        if all(kind in each.value for each in rules):
            return IssuablePaper(kind, own.clause if kind in own.value else rules[0].clause)
    return Refusal(Reason.PAPER_NOT_OFFERED, next(each for each in rules if asked not in each.value).clause)


def _naming_papers(floor: Floor, terminal: Terminal) -> list[Value[tuple[PaperKind, ...]]]:
    """The tables that decide about the paper: every table with an unfinished round; where they agree on none, the own
    table.

    Instruments may name different papers, and none of them wants a meter that cannot be paid out at all.
    """
    tables = [floor.tables[name] for name in terminal.tables]
    running = [table for table in tables if table.round is not None and table.round.phase not in ENDED]
    rules = [collect_rules(floor.rulebook_of(table)).papers for table in running]
    agreed = rules and any(all(kind in each.value for each in rules) for kind in rules[0].value)
    return rules if agreed else [collect_rules(rulebook_of(floor, terminal.name)).papers]


def _why_not_so_much(floor: Floor, terminal: Terminal, asked: Money | None, held: Money) -> Refusal | None:
    rules = [collect_rules(floor.rulebook_of(floor.tables[name])).amount for name in terminal.tables]
    if not held:
        return Refusal(Reason.NOTHING_TO_COLLECT, rules[0].clause)
    if asked is None or asked == held:
        return None
    if asked <= ZERO:
        return Refusal(Reason.NO_AMOUNT, rules[0].clause)
    if asked > held:
        return Refusal(Reason.NOT_ENOUGH_CREDIT, rules[0].clause)
    whole = next((each for each in rules if _only_whole(each.policy)), None)
    return Refusal(Reason.WHOLE_ONLY, whole.clause) if whole is not None else None


def _only_whole(amount: CollectAmount) -> bool:
    """Whether no part of the meter is collected."""
    match amount:
        case CollectAmount.WHOLE:
            return True
        case CollectAmount.WHOLE_OR_PART:
            return False
        case _:
            assert_never(amount)


def why_not_now(floor: Floor, terminal: Terminal) -> Refusal | None:
    """A terminal at several tables obeys the rulebook of every round that is not over."""
    for name in terminal.tables:
        table = floor.tables[name]
        when = collect_rules(floor.rulebook_of(table)).when
        if not _may_collect(floor, table, terminal.name, when.policy):
            return Refusal(Reason.COLLECT_NOT_NOW, when.clause)
    return None


def _may_collect(floor: Floor, table: Table, terminal: str, when: CollectTime) -> bool:
    # Wagers that are held stay in play when their round is over for the others.
    match when:
        case CollectTime.ANY_TIME:
            return True
        case CollectTime.WITHOUT_OWN_WAGERS:
            return not floor.ledger.held(play_of(table.name, terminal))
        case CollectTime.WAGERING_PERIOD_WITHOUT_WAGERS:
            apart = table.round is None or table.round.phase in ENDED or table.round.phase in BETTING
            return apart and not floor.ledger.held(play_of(table.name, terminal))
        case _:
            assert_never(when)


def decide_report_print(floor: Floor, command: ReportPrint, _at_ms: int) -> Verdict:
    """The printer's word: the paper is issued, or its money is back where it came from."""
    terminal = floor.terminals.get(command.terminal)
    if terminal is None:
        return Refusal(Reason.UNKNOWN_TERMINAL)
    printing = terminal.printing
    if printing is None or printing.ticket != command.ticket:
        return Refusal(Reason.UNKNOWN_TICKET, collect_rules(rulebook_of(floor, terminal.name)).papers.clause)
    source = printing_of(terminal.name)
    if command.printed:
        moved = Transfer(source, TICKETS, printing.amount)
        closes = not printing.award and closes_account(floor, terminal, ZERO)
        return (TicketIssued(terminal.name, printing.ticket, printing.amount, (moved,), closes),)
    back = award_of(printing.award) if printing.award else meter_of(terminal.name)
    moved = Transfer(source, back, printing.amount)
    return (TicketFailed(terminal.name, printing.ticket, printing.amount, (moved,), printing.award),)


def closes_account(floor: Floor, terminal: Terminal, paid: Money) -> bool:
    """Whether the account of a terminal ends when so much leaves its meter: with the last, where it was opened."""
    if not any(each.account_opened_by is not None for each in fundings(floor, terminal)):
        return False
    playing = any(floor.ledger.held(play_of(name, terminal.name)) for name in terminal.tables)
    return floor.ledger.held(meter_of(terminal.name)) == paid and not playing


def decide_report_meter(floor: Floor, command: ReportMeter, _at_ms: int) -> Verdict:
    """What a terminal displays is what the ledger holds, or the terminal is locked and a case opened."""
    terminal = floor.terminals.get(command.terminal)
    if terminal is None:
        return Refusal(Reason.UNKNOWN_TERMINAL)
    held = floor.ledger.held(meter_of(terminal.name))
    if command.shown == held or MISMATCH in terminal.locks:
        return ()
    return _mismatch(floor, terminal, command.shown, held)


def _mismatch(floor: Floor, terminal: Terminal, shown: Money, held: Money) -> tuple[AnyEvent, ...]:
    table = table_of(floor, terminal.name)
    rulebook = floor.rulebook_of(table)
    assert rulebook.faults is not None, "a rulebook with terminals says what their malfunctions do"
    rule = rulebook.faults.meter_mismatch
    why = f"shows {format_money(shown)}, holds {format_money(held)}"
    case = f"case-{len(floor.cases) + 1}"
    return (
        MeterCompared(terminal.name, shown, held, rule.clause),
        CaseOpened(
            case=case, terminal=terminal.name, table=table.name, round=0, ground=MISMATCH, clause=rule.clause, why=why
        ),
        TerminalLocked(terminal.name, MISMATCH, Reason.METER_MISMATCH.value, rule.clause, rule.stops),
        *_notice(rulebook, terminal.name, why),
    )


def _notice(rulebook: Rulebook, terminal: str, why: str) -> tuple[HoldNotified, ...]:
    """Where meter money may be withheld, a meter that cannot be collected is: its official is told at once."""
    rule = withholding_of(rulebook, Holdable.METER)
    return () if rule is None else (HoldNotified(terminal, rule.official, why, rule.clause, rule.duty),)


DECIDERS: Deciders = {
    InsertTicket: decide_insert_ticket,
    Collect: decide_collect,
    SetTicketLife: decide_set_ticket_life,
    ReportPrint: decide_report_print,
    ReportMeter: decide_report_meter,
}
