"""Chips of printed value and the world outside a table: sold and cashed at the cage, brought in from elsewhere.

Which chips a floor has issued cannot be told from the chip: what comes in is first what is outstanding here, and what
goes beyond that was issued elsewhere and stands on an account of its own.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from openetg.floor.commands import RedeemChips, SellChips
from openetg.floor.core.authority import powerless
from openetg.floor.core.ledger import CHIPS, ISSUED_ELSEWHERE, Transfer
from openetg.floor.core.refusals import Reason, Refusal, first_of
from openetg.floor.core.verdicts import Deciders, Verdict
from openetg.floor.events import ChipsRedeemed, ChipsSold
from openetg.floor.money.paid_from import CASH, drawer_short, no_drawer, paid_out_of, paying_account
from openetg.money import ZERO, Money
from openetg.rulebook.schema.policies import Channel

if TYPE_CHECKING:
    from openetg.floor.state import Floor, Table

CASHIERS = "redeem_paper"
"""The power of those who pay at the cage."""


def cage_power(floor: Floor, table: Table) -> str:
    """The role at the cage: the cashier where the rulebook knows one, otherwise the dealer."""
    return CASHIERS if CASHIERS in floor.rulebook_of(table).powers else "run_round"


def brought_in(floor: Floor, to: str, amount: Money) -> tuple[Transfer, ...]:
    """Chips of value that come to an account: outstanding ones first, then such as were issued elsewhere."""
    ours = min(floor.ledger.held(CHIPS), amount)
    parts = ((CHIPS, ours), (ISSUED_ELSEWHERE, amount - ours))
    return tuple(Transfer(source, to, part) for source, part in parts if part)


def decide_sell_chips(floor: Floor, command: SellChips, _at_ms: int) -> Verdict:
    """Chips of value for cash at the cage: they are outstanding until a table or the cage takes them."""
    judged = _at_cage(floor, command)
    if isinstance(judged, Refusal):
        return judged
    clause, drawer = judged
    moved = Transfer(paying_account(drawer), CHIPS, command.amount)
    return (
        ChipsSold(
            table=command.table,
            amount=command.amount,
            clause=clause,
            transfers=(moved,),
            role=command.role,
            person=command.person,
            drawer=drawer,
        ),
    )


def decide_redeem_chips(floor: Floor, command: RedeemChips, _at_ms: int) -> Verdict:
    """Cash for chips of value that are presented at the cage."""
    judged = _at_cage(floor, command)
    if isinstance(judged, Refusal):
        return judged
    clause, drawer = judged
    short = drawer_short(floor, drawer, command.amount)
    if short is not None:
        return short
    moved = brought_in(floor, paying_account(drawer), command.amount)
    return (
        ChipsRedeemed(
            table=command.table,
            amount=command.amount,
            clause=clause,
            transfers=moved,
            role=command.role,
            person=command.person,
            drawer=drawer,
        ),
    )


def _at_cage(floor: Floor, command: SellChips | RedeemChips) -> tuple[str, str] | Refusal:
    """The clause on chips and the drawer of the person who handles them, or why they may not."""
    table = floor.tables.get(command.table)
    if table is None:
        return Refusal(Reason.UNKNOWN_TABLE)
    chips, power = floor.rulebook_of(table).money.chips, cage_power(floor, table)
    channels = floor.kind_of(table).channels
    if chips is None or Channel.CLOTH not in channels.value:
        return Refusal(Reason.NOT_IN_RULEBOOK, channels.clause)
    drawer, clause = paid_out_of(floor, command.person, CASH), chips.value_chips.clause
    refused = first_of(
        powerless(floor, table, power, command.role, command.person),
        None if command.amount > ZERO else Refusal(Reason.NO_AMOUNT, clause),
        # Where a rulebook knows no cashier the dealer is there, who can have no drawer.
        no_drawer(floor, drawer, CASH) if power == CASHIERS else None,
    )
    return (clause, drawer) if refused is None else refused


DECIDERS: Deciders = {SellChips: decide_sell_chips, RedeemChips: decide_redeem_chips}
