"""The instrument itself beside its rulebook: attached by the operator, in force from a day on, shown, given and sold.

The core knows a document by the hash of its bytes; the server checks them against that. What is attached later
goes before what was attached earlier, on the days on which both are in force.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from openetg.floor.commands import AttachRules, SellRulesCopy, WithdrawRules
from openetg.floor.core.authority import acting_at
from openetg.floor.core.ledger import Transfer, sales_of
from openetg.floor.core.refusals import Reason, Refusal, first_of
from openetg.floor.core.verdicts import Deciders, Verdict
from openetg.floor.events import RulesAttached, RulesCopySold, RulesWithdrawn
from openetg.floor.money.paid_from import CASH, no_drawer, paid_out_of, paying_account
from openetg.floor.premises.opening import FARTHEST_EAST_MS, FARTHEST_WEST_MS
from openetg.floor.state import is_in_force
from openetg.money import LARGEST_CENTS, ZERO, cents, cents_of
from openetg.rulebook.days import DAY_MS, begins_ms, parse_day

if TYPE_CHECKING:
    from openetg.floor.state import Floor, RulesDocument, Table
    from openetg.rulebook.schema.book import Rulebook

LARGEST_BYTES = 32 * 1024 * 1024
"""No document is larger."""
LONGEST_NAME = 120
COPIES = "rules"
"""The account of what copies of rules have brought."""
_HASH = re.compile(r"[0-9a-f]{64}", re.ASCII)


def document_of(floor: Floor, rulebook: Rulebook, at_ms: int) -> RulesDocument | None:
    """The document that is in force for a rulebook; the one attached last, of several, and none that was withdrawn."""
    known = floor.premises.documents.get(rulebook.about.id, ())
    return next((each for each in reversed(known) if is_in_force(each, at_ms)), None)


def decide_attach_rules(floor: Floor, command: AttachRules, at_ms: int) -> Verdict:
    """The document goes on record by its hash; the same twice changes nothing."""
    rulebook = floor.rulebooks.get(command.rulebook)
    if rulebook is None:
        return Refusal(Reason.UNKNOWN_RULEBOOK)
    clause = rulebook.display.rules_copy.clause
    refused = first_of(_not_a_document(command, clause), _not_days(command, clause))
    if refused is not None:
        return refused
    attached = RulesAttached(
        rulebook=rulebook.about.id,
        name=command.name,
        media=command.media,
        sha256=command.sha256,
        size=command.size,
        day=command.day,
        from_ms=command.from_ms,
        last_day=command.last_day,
        until_ms=command.until_ms,
        price=command.price,
        at_ms=at_ms,
        clause=clause,
    )
    known = floor.premises.documents.get(rulebook.about.id)
    return () if known and _is_same(known[-1], attached) else (attached,)


def _is_same(document: RulesDocument, attached: RulesAttached) -> bool:
    fields = ("name", "media", "sha256", "size", "from_ms", "until_ms", "price")
    return not document.withdrawn_at_ms and all(
        getattr(document, field) == getattr(attached, field) for field in fields
    )


def _not_a_document(command: AttachRules, clause: str) -> Refusal | None:
    name = command.name
    is_named = name == name.strip() and name.isprintable() and 0 < len(name) <= LONGEST_NAME and "/" not in name
    if not is_named:
        return Refusal(Reason.NOT_A_NAME, clause)
    if not _HASH.fullmatch(command.sha256) or not 0 < command.size <= LARGEST_BYTES:
        return Refusal(Reason.NO_DOCUMENT, clause, {"name": name})
    if not ZERO <= command.price <= cents(LARGEST_CENTS):
        return Refusal(Reason.NO_AMOUNT, clause)
    return None


def _not_days(command: AttachRules, clause: str) -> Refusal | None:
    """Days that are none, or whose beginnings are not theirs anywhere on earth, or that end before they begin."""
    first = parse_day(command.day)
    last = parse_day(command.last_day) if command.last_day else None
    if first is None or (last is None and bool(command.last_day)) or bool(command.last_day) != bool(command.until_ms):
        return Refusal(Reason.NOT_A_DAY, clause, {"day": command.last_day if first else command.day})
    after = DAY_MS + begins_ms(last) if last is not None else 0
    if not _begins(begins_ms(first), command.from_ms) or (after and not _begins(after, command.until_ms)):
        return Refusal(Reason.NOT_A_DAY, clause, {"day": command.day, "from_ms": command.from_ms})
    if command.until_ms and command.until_ms <= command.from_ms:
        return Refusal(Reason.NOT_A_DAY, clause, {"day": command.last_day})
    return None


def _begins(midnight: int, at_ms: int) -> bool:
    return midnight - FARTHEST_EAST_MS <= at_ms <= midnight + FARTHEST_WEST_MS


def decide_withdraw_rules(floor: Floor, command: WithdrawRules, at_ms: int) -> Verdict:
    """A document that was attached and is not withdrawn yet."""
    rulebook = floor.rulebooks.get(command.rulebook)
    if rulebook is None:
        return Refusal(Reason.UNKNOWN_RULEBOOK)
    clause = rulebook.display.rules_copy.clause
    known = floor.premises.documents.get(rulebook.about.id, ())
    found = next((each for each in known if each.sha256 == command.sha256 and not each.withdrawn_at_ms), None)
    if found is None:
        return Refusal(Reason.NO_DOCUMENT, clause)
    return (RulesWithdrawn(rulebook.about.id, found.name, found.sha256, at_ms, clause),)


def decide_sell_rules_copy(floor: Floor, command: SellRulesCopy, at_ms: int) -> Verdict:
    """Cash for a copy, into the seller's drawer or the cage; the receipt has a number and says what was sold."""
    table = acting_at(floor, command.table, command)
    if isinstance(table, Refusal):
        return table
    rulebook = floor.rulebook_of(table)
    document = document_of(floor, rulebook, at_ms)
    clause = rulebook.display.rules_copy.clause
    drawer = paid_out_of(floor, command.person, CASH)
    refused = first_of(
        Refusal(Reason.NOT_OFFERED, clause) if rulebook.display.rules_sale is None else None,
        Refusal(Reason.NO_DOCUMENT, clause) if document is None else None,
        Refusal(Reason.NO_AMOUNT, clause) if document is not None and not document.price else None,
        _other_price(document, command, clause),
        no_drawer(floor, drawer, CASH),
    )
    if refused is not None:
        return refused
    assert document is not None, "a refusal was given above"
    return (_sold(floor, command, table, document, drawer, at_ms),)


def _other_price(document: RulesDocument | None, command: SellRulesCopy, clause: str) -> Refusal | None:
    if document is None or command.price is None or command.price == document.price:
        return None
    return Refusal(Reason.OTHER_STATE, clause, {"amount": cents_of(document.price)})


def _sold(
    floor: Floor, command: SellRulesCopy, table: Table, document: RulesDocument, drawer: str, at_ms: int
) -> RulesCopySold:
    rulebook = floor.rulebook_of(table)
    rule = rulebook.display.rules_sale
    assert rule is not None, "a refusal was given above"
    moved = Transfer(paying_account(drawer), sales_of(COPIES), document.price)
    number = floor.premises.copies_sold + 1
    return RulesCopySold(
        copy=number,
        table=table.name,
        rulebook=rulebook.about.id,
        sha256=document.sha256,
        price=document.price,
        role=command.role,
        person=command.person,
        clause=rule.clause,
        transfers=(moved,),
        at_ms=at_ms,
        drawer=drawer,
    )


DECIDERS: Deciders = {
    AttachRules: decide_attach_rules,
    WithdrawRules: decide_withdraw_rules,
    SellRulesCopy: decide_sell_rules_copy,
}
