"""What a jackpot owes: paid, cleared, questioned; its links, malfunctions, adjustments and its end."""

from __future__ import annotations

from openetg.floor.cash import fed_by
from openetg.floor.commands import CreditAward
from openetg.floor.events import AwardCredited
from openetg.floor.ledger import Transfer, award_of, meter_of
from openetg.floor.refusals import Reason, Refusal
from openetg.floor.state import Floor
from openetg.floor.verdicts import Deciders, Verdict


def decide_credit_award(floor: Floor, command: CreditAward, at_ms: int) -> Verdict:
    """An award that was set aside at the win goes to the meter, whole."""
    del at_ms
    terminal = floor.terminals.get(command.terminal)
    if terminal is None:
        return Refusal(Reason.UNKNOWN_TERMINAL)
    funds = fed_by(floor, terminal, "jackpots")
    if isinstance(funds, Refusal):
        return funds
    due = floor.ledger.held(award_of(command.award))
    if not due:
        return Refusal(Reason.NO_AWARD, funds.clause)
    moved = Transfer(award_of(command.award), meter_of(terminal.name), due)
    return (AwardCredited(terminal.name, command.award, due, funds.clause, (moved,)),)


DECIDERS: Deciders = {CreditAward: decide_credit_award}
