"""What a jackpot owes: a prize that was won goes to the meter or to paper, once; its lock ends; what is questioned is
decided. Never decides what is won.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from openetg.floor.commands import ClearJackpot, CreditAward, PaperAward, UpholdAward
from openetg.floor.core.authority import clause_of_power, powerless, unauthorized
from openetg.floor.core.ledger import Transfer, award_of, meter_of, overflow_of, pool_of, printing_of
from openetg.floor.core.refusals import Reason, Refusal, first_of
from openetg.floor.core.verdicts import Deciders, Verdict
from openetg.floor.events import AwardCredited, AwardPapered, AwardUpheld, HoldNotified, JackpotCleared
from openetg.floor.jackpots.kinds import is_mystery
from openetg.floor.jackpots.links import LOCK_OF_AWARD
from openetg.floor.jackpots.state import Award, AwardState
from openetg.floor.jackpots.triggers import instead_of
from openetg.floor.money.cash import fed_by, unfit_number
from openetg.floor.money.printers import LOCKS as PRINTER_LOCKS
from openetg.floor.money.redeeming import collect_rules, expires_at_ms, is_machine_read, table_of, withholding_of
from openetg.floor.state import Floor, stopped
from openetg.money import ZERO
from openetg.rulebook.schema.policies import Holdable, JackpotPayment, PaperKind

if TYPE_CHECKING:
    from openetg.floor.state import Terminal
    from openetg.money import Money
    from openetg.rulebook.schema.book import Rulebook

PAY = "pay_jackpot"
DECIDE = "withhold_paper"
"""The power to decide whether a player has a right to a prize."""
NO_LONGER = {AwardState.WITHDRAWN: Reason.NO_AWARD, AwardState.REFUSED: Reason.PAYOUT_REFUSED}


def rulebook_of(floor: Floor, award: Award) -> Rulebook:
    """The rulebook a prize was offered under."""
    return floor.rulebooks[floor.jackpots.offered[award.jackpot].rulebook]


def payment_clause(floor: Floor, award: Award, way: JackpotPayment) -> str | None:
    """The clause by which prizes are paid in a way; None if they are not."""
    jackpots = rulebook_of(floor, award).jackpots
    assert jackpots is not None, "a jackpot is offered only where the rulebook knows them"
    cited = jackpots.payment.get(way)
    return None if cited is None else cited.clause


def papers_for(floor: Floor, award: Award) -> tuple[PaperKind, ...]:
    """The papers that a prize may go to; for a prize that only a person pays, none that a machine pays."""
    if payment_clause(floor, award, JackpotPayment.PAPER) is None:
        return ()
    kinds = collect_rules(rulebook_of(floor, award)).papers.value
    return tuple(kind for kind in kinds if not (award.by_hand and is_machine_read(kind)))


def decide_credit_award(floor: Floor, command: CreditAward, _at_ms: int) -> Verdict:
    """An award that was set aside at the win goes to the meter, whole."""
    terminal = floor.terminals.get(command.terminal)
    if terminal is None:
        return Refusal(Reason.UNKNOWN_TERMINAL)
    funds = fed_by(floor, terminal, "jackpots")
    if isinstance(funds, Refusal):
        return funds
    award = floor.jackpots.awards.get(command.award)
    if award is None:
        refused = powerless(floor, table_of(floor, terminal.name), PAY, command.role, command.person)
        return refused or Refusal(Reason.NO_AWARD, funds.clause)
    clause = payment_clause(floor, award, JackpotPayment.METER)
    elsewhere = award.terminal != terminal.name
    refused = first_of(
        powerless(floor, floor.tables[award.table], PAY, command.role, command.person),
        Refusal(Reason.NOT_IN_RULEBOOK, funds.clause) if clause is None else None,
        _locked_otherwise(terminal),
        not_payable(floor, award, clause or funds.clause),
        Refusal(Reason.OTHER_TERMINAL, funds.clause, {"terminal": award.terminal}) if elsewhere else None,
        Refusal(Reason.AWARD_BY_HAND, clause or "") if award.by_hand else None,
    )
    if refused is not None:
        return refused
    assert clause is not None, "a refusal was given above"
    moved = Transfer(award_of(award.number), meter_of(terminal.name), award.amount)
    return (
        AwardCredited(
            terminal=terminal.name,
            award=award.number,
            amount=award.amount,
            clause=clause,
            transfers=(moved,),
            role=command.role,
            person=command.person,
            also=(funds.clause,),
        ),
    )


def _locked_otherwise(terminal: Terminal) -> Refusal | None:
    """Why its meter takes no money for now; having won, or a printer that cannot print, is no reason."""
    others = {
        name: lock
        for name, lock in terminal.locks.items()
        if not name.startswith(LOCK_OF_AWARD) and name not in PRINTER_LOCKS
    }
    lock = stopped(others, "fund")
    return None if lock is None else Refusal(Reason(lock.reason), lock.clause)


def not_payable(floor: Floor, award: Award, clause: str) -> Refusal | None:
    """Why a prize is not paid now, in any way: it was already, is questioned, withheld or no longer one."""
    if award.state is AwardState.PAID:
        how: dict[str, str | int] = {"how": award.paid_by, "at_ms": award.paid_at_ms}
        return Refusal(Reason.ALREADY_PAID, _either_way(floor, award), how)
    if award.state in NO_LONGER:
        return Refusal(NO_LONGER[award.state], clause)
    if award.held:
        holding = floor.vault.holdings[award.number]
        return Refusal(Reason.PAYOUT_HELD, holding.clause, {"case": holding.case})
    if award.state is AwardState.QUESTIONED:
        return Refusal(Reason.AWARD_QUESTIONED, clause)
    return None


def _either_way(floor: Floor, award: Award) -> str:
    """The clause by which a prize was paid and is done with."""
    way = JackpotPayment.METER if award.paid_by == JackpotPayment.METER.value else JackpotPayment.PAPER
    return payment_clause(floor, award, way) or ""


def decide_paper_award(floor: Floor, command: PaperAward, at_ms: int) -> Verdict:
    """An award goes to a paper, and off every display in the same step; the meter is not touched."""
    award = floor.jackpots.awards.get(command.award)
    if award is None:
        return Refusal(Reason.NO_AWARD)
    terminal, papers = floor.terminals[award.terminal], collect_rules(rulebook_of(floor, award)).papers
    clause = payment_clause(floor, award, JackpotPayment.PAPER)
    by_hand = award.by_hand and is_machine_read(command.paper)
    refused = first_of(
        unauthorized(floor, floor.tables[award.table], command),
        Refusal(Reason.NOT_IN_RULEBOOK, papers.clause) if clause is None else None,
        unfit_number(floor, command.ticket, papers.clause),
        not_payable(floor, award, clause or papers.clause),
        Refusal(Reason.AWARD_BY_HAND, clause or "") if by_hand else None,
        None if command.paper in papers.value else Refusal(Reason.PAPER_NOT_OFFERED, papers.clause),
        Refusal(Reason.PRINTING, papers.clause) if terminal.printing is not None else None,
    )
    if refused is not None:
        return refused
    assert clause is not None, "a refusal was given above"
    moved = Transfer(award_of(award.number), printing_of(terminal.name), award.amount)
    return (
        AwardPapered(
            terminal=terminal.name,
            award=award.number,
            ticket=command.ticket,
            amount=award.amount,
            paper=command.paper,
            clause=clause,
            transfers=(moved,),
            role=command.role,
            person=command.person,
            serial=terminal.papers + 1,
            at_ms=at_ms,
            expires_at_ms=expires_at_ms(floor, terminal.name, at_ms),
            also=(papers.clause,),
        ),
    )


def decide_clear_jackpot(floor: Floor, command: ClearJackpot, _at_ms: int) -> Verdict:
    """A person has been at the terminal that won: it plays again, whether the prize is paid yet or not."""
    award = floor.jackpots.awards.get(command.award)
    if award is None:
        return Refusal(Reason.NO_AWARD)
    table = floor.tables[award.table]
    clause = clause_of_power(floor.rulebook_of(table), PAY)
    refused = first_of(
        unauthorized(floor, table, command),
        None if award.locked else Refusal(Reason.NOT_LOCKED, clause, {"terminal": award.terminal}),
    )
    return refused or (JackpotCleared(award.number, award.terminal, command.role, command.person, clause),)


def decide_uphold_award(floor: Floor, command: UpholdAward, _at_ms: int) -> Verdict:
    """What was questioned stands, or goes back to its pool; officials are told of what is taken back."""
    award = floor.jackpots.awards.get(command.award)
    if award is None:
        return Refusal(Reason.NO_AWARD)
    table = floor.tables[award.table]
    rulebook = floor.rulebook_of(table)
    clause = clause_of_power(rulebook, DECIDE)
    refused = first_of(
        unauthorized(floor, table, command),
        None if command.why.strip() else Refusal(Reason.NO_REASON_GIVEN, clause),
        _not_questioned(floor, award, clause),
        _decided_otherwise(floor, award, clause) if command.stands else None,
    )
    if refused is not None:
        return refused
    moved = () if command.stands else back_to_pool(floor, award)
    why = command.why
    upheld = AwardUpheld(
        award=award.number,
        stands=command.stands,
        role=command.role,
        person=command.person,
        why=why,
        clause=clause,
        transfers=moved,
        terminal=award.terminal,
    )
    rule = withholding_of(rulebook, Holdable.PRIZE)
    if command.stands or rule is None:
        return (upheld,)
    return upheld, HoldNotified(award.number, rule.official, command.why, rule.clause, rule.duty)


def _not_questioned(floor: Floor, award: Award, clause: str) -> Refusal | None:
    if award.state is AwardState.QUESTIONED and not award.held:
        return None
    return not_payable(floor, award, clause) or Refusal(Reason.ALREADY_DECIDED, clause)


def _decided_otherwise(floor: Floor, award: Award, clause: str) -> Refusal | None:
    """No round counts twice for a terminal: what it has instead is taken back first."""
    other = instead_of(floor, award)
    return None if other is None else Refusal(Reason.ALREADY_DECIDED, clause, {"award": other.number})


def back_to_pool(floor: Floor, award: Award) -> tuple[Transfer, ...]:
    """Where a prize goes that is taken back: a progressive pool up to its ceiling, the rest to the next one.

    Of a mystery all of it waits for the next pool: the present one hits at a value that only turnover may reach.
    """
    jackpot = floor.jackpots.offered[award.jackpot]
    rules = jackpot.levels[award.level].rules
    pool, overflow = pool_of(jackpot.name, award.level), overflow_of(jackpot.name, award.level)
    room = award.amount
    if is_mystery(jackpot.rules.kind) or not jackpot.levels[award.level].live:
        room = ZERO
    elif rules.ceiling:
        room = _room(rules.ceiling, floor.ledger.held(pool), award.amount)
    source = award_of(award.number)
    shares = ((pool, room), (overflow, award.amount - room))
    return tuple(Transfer(source, account, amount) for account, amount in shares if amount)


def _room(ceiling: Money, held: Money, amount: Money) -> Money:
    return min(amount, max(ZERO, ceiling - held))


DECIDERS: Deciders = {
    CreditAward: decide_credit_award,
    PaperAward: decide_paper_award,
    ClearJackpot: decide_clear_jackpot,
    UpholdAward: decide_uphold_award,
}
