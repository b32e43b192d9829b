"""What a reversal could not take back: the case that opens with it, who is told, and its end when it is set off.

A reversal (round void, outcome corrected, payout taken back) takes what is there; the rest is demanded.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from openetg.floor.core.ledger import demanded_of, withheld_of
from openetg.floor.events import (
    AnyEvent,
    ClothCorrected,
    ClothWagersReturned,
    HoldingReleased,
    HoldNotified,
    MoneyWithheld,
    OutcomeCorrected,
    PayoutsSuspended,
    RoundVoided,
    TerminalSettled,
    WagerRuled,
    WagersVoided,
)
from openetg.floor.money.redeeming import shortfall_clause, withholding_of
from openetg.floor.money.withholding import case_of
from openetg.floor.state import awaits_review
from openetg.money import ZERO, Money
from openetg.rulebook.schema.policies import Holdable, HoldDuty

if TYPE_CHECKING:
    from collections.abc import Iterator

    from openetg.floor.state import Floor

REVERSING = frozenset(
    {
        ClothCorrected,
        ClothWagersReturned,
        OutcomeCorrected,
        PayoutsSuspended,
        RoundVoided,
        TerminalSettled,
        WagerRuled,
        WagersVoided,
    }
)
"""Events that may demand what was paid, or set something off against what is demanded; each is of one table."""
DEMANDED = demanded_of("")


def followed(floor: Floor, command: Any, verdict: tuple[AnyEvent, ...], _at_ms: int) -> Iterator[AnyEvent]:
    """A case for everything demanded, and the end of one of which nothing is left."""
    tables: dict[str, str] = {}
    reversals: dict[str, str] = {}
    asked: dict[str, Money] = {}
    for event in verdict:
        if type(event) not in REVERSING:
            continue
        for moved in getattr(event, "transfers", ()):
            for account, amount in ((moved.source, moved.amount), (moved.destination, -moved.amount)):
                if account.startswith(DEMANDED):
                    what = account.removeprefix(DEMANDED)
                    tables.setdefault(what, getattr(event, "table", ""))
                    reversals.setdefault(what, getattr(event, "clause", ""))
                    asked[what] = asked.get(what, ZERO) + amount
    for what, amount in asked.items():
        if amount > ZERO:
            clause = shortfall_clause(floor.rulebook_of(floor.tables[tables[what]]), reversals[what])
            yield from _demanded(floor, command, tables[what], what, amount, clause)
        elif amount < ZERO:
            yield from _set_off(floor, command, what, amount)


def _by(command: Any) -> tuple[str, str, str]:
    """Role, person and reason of a reversal; empty where the floor did it by itself."""
    return getattr(command, "role", ""), getattr(command, "person", ""), getattr(command, "why", "")


def _demanded(floor: Floor, command: Any, table: str, what: str, amount: Money, clause: str) -> Iterator[AnyEvent]:
    """The case, by the clause a demand rests on; the official told of withheld meter money is told of this."""
    rulebook = floor.rulebook_of(floor.tables[table])
    rule = withholding_of(rulebook, Holdable.METER) if what in floor.terminals else None
    official, duty = ("", HoldDuty.NOTICE) if rule is None else (rule.official, rule.duty)
    case, by = case_of(floor, what), _by(command)
    yield MoneyWithheld(
        case, what, amount, *by, clause=clause, official=official, duty=duty, transfers=(), demanded=amount, table=table
    )
    if rule is not None:
        yield HoldNotified(what, official, by[2], rule.clause, duty)


def _set_off(floor: Floor, command: Any, what: str, amount: Money) -> Iterator[AnyEvent]:
    """Ends the case once nothing is demanded any more, unless money is kept back in it."""
    holding, held = floor.vault.holdings.get(what), floor.ledger.held
    if holding is None or holding.determined or held(withheld_of(what)) or what in floor.vault.due:
        return
    if held(demanded_of(what)) != amount:
        return
    by, review = _by(command), awaits_review(holding)
    yield HoldingReleased(what, holding.case, True, ZERO, *by, clause=holding.clause, transfers=(), review_open=review)
