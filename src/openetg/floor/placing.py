"""Wagers on a terminal: place, take back, clear. Judged in order: terminal, phase, spot, limits, meter."""

from __future__ import annotations

from typing import TYPE_CHECKING

from openetg.floor.commands import ClearWagers, PlaceWager, Sign, TakeBackWager
from openetg.floor.events import WagerPlaced, WagersTakenBack
from openetg.floor.ledger import Transfer, meter_of, play_of
from openetg.floor.limits import permitted, room_under_total, sign_for
from openetg.floor.refusals import Reason, Refusal, earliest
from openetg.floor.state import BETTING, Floor, Round, Table
from openetg.money import ZERO, Money, total
from openetg.rulebook.policies import AboveMaximum, Channel, SpecialAcceptance

if TYPE_CHECKING:
    from openetg.games.paytable import Piece, Wager
    from openetg.rulebook.wagering import ChannelLimits, ChannelWagers


def open_round(floor: Floor, terminal: str, table: str, meant: int) -> tuple[Table, Round] | Refusal:
    """The round of a terminal's table in which wagers may change now, or why they may not."""
    at = floor.tables.get(table)
    if at is None:
        return Refusal(Reason.UNKNOWN_TABLE)
    found = floor.terminals.get(terminal)
    if found is None:
        return Refusal(Reason.UNKNOWN_TERMINAL)
    if found.table != table:
        return Refusal(Reason.NOT_AT_TABLE)
    rules = _wager_rules(floor, at)
    if at.round is None:
        return Refusal(Reason.TABLE_NOT_OPEN, rules.after_close.clause)
    if at.round.phase not in BETTING or meant not in (0, at.round.number):
        return Refusal(Reason.AFTER_CLOSE, rules.after_close.clause)
    return at, at.round


def decide_place_wager(floor: Floor, command: PlaceWager, at_ms: int) -> tuple[WagerPlaced] | Refusal:
    """So much on each piece: all of it, what the rulebook trims it to, or a refusal."""
    del at_ms
    here = open_round(floor, command.terminal, command.table, command.round)
    if not isinstance(here, tuple):
        return here
    table, round_ = here
    game = floor.game_of(table)
    wager = game.wagers.get(command.wager)
    if wager is None:
        return Refusal(Reason.UNKNOWN_WAGER, game.clause)
    if wager.channels is not None and Channel.TERMINAL not in wager.channels:
        return Refusal(Reason.NOT_ON_TERMINAL, wager.clause)
    if command.amount <= ZERO:
        return Refusal(Reason.NO_AMOUNT, _wager_rules(floor, table).funded.clause)
    accepted = _accepted(floor, table, round_, wager, command)
    if not isinstance(accepted, tuple):
        return accepted
    spots, clause = accepted
    return _placed(floor, table, round_, command, spots, clause)


def _placed(
    floor: Floor, table: Table, round_: Round, command: PlaceWager, spots: dict[str, Money], clause: str
) -> tuple[WagerPlaced] | Refusal:
    terminal = command.terminal
    cost = total(spots.values())
    if cost > floor.ledger.held(meter_of(terminal)):
        return Refusal(Reason.NOT_ENOUGH_CREDIT, _wager_rules(floor, table).funded.clause)
    moved = (Transfer(meter_of(terminal), play_of(table.name, terminal), cost),) if cost else ()
    return (WagerPlaced(terminal, table.name, round_.number, command.wager, command.amount, spots, clause, moved),)


def _accepted(
    floor: Floor, table: Table, round_: Round, wager: Wager, command: PlaceWager
) -> tuple[dict[str, Money], str] | Refusal:
    """What of each piece may stand, and the clause by which something was trimmed."""
    limits, rules = table.limits, _limit_rules(floor, table)
    mine = round_.wagers.get(command.terminal, {})
    if not limits:
        return {piece.spot: command.amount * piece.units for piece in wager.pieces}, ""
    standing = total(mine.values())
    spots: dict[str, Money] = {}
    refused: list[Refusal] = []
    trimmed = ""
    for piece in wager.pieces:
        part = _accepted_piece(table, rules, mine.get(piece.spot, ZERO), standing, piece, command.amount)
        if not isinstance(part, tuple):
            refused.append(part)
            continue
        amount, clause = part
        trimmed = trimmed or clause
        if amount:
            spots[piece.spot] = amount
            standing += amount
    if refused:
        return earliest(refused)
    if len(wager.pieces) > 1 and not _may_trim(floor, table) and trimmed:
        return Refusal(Reason.ABOVE_MAXIMUM, trimmed)
    return spots, trimmed


def _accepted_piece(
    table: Table, rules: ChannelLimits, present: Money, standing: Money, piece: Piece, amount: Money
) -> tuple[Money, str] | Refusal:
    asked = amount * piece.units
    sign = sign_for(table.limits, piece.spot)
    allowed = permitted(sign, rules, present + asked)
    if not isinstance(allowed, tuple):
        return allowed
    added, clause = max(allowed[0] - present, ZERO), allowed[1]
    fitting = room_under_total(table.limits, rules, standing, added)
    if not isinstance(fitting, tuple):
        return fitting
    if fitting[0] == added:
        return added, clause
    return _on_lower_step(rules, sign, present, fitting)


def _on_lower_step(
    rules: ChannelLimits, sign: Sign | None, present: Money, fitting: tuple[Money, str]
) -> tuple[Money, str] | Refusal:
    """What fits under the total, cut to a permitted sum; an empty spot takes nothing below its minimum."""
    room, clause = fitting
    if sign is not None and sign.min is not None and present + room < sign.min:
        return ZERO, clause
    again = permitted(sign, rules, present + room)
    if not isinstance(again, tuple):
        return again
    return max(again[0] - present, ZERO), clause


def _may_trim(floor: Floor, table: Table) -> bool:
    special = _wager_rules(floor, table).special
    trims = _limit_rules(floor, table).above_maximum.policy is AboveMaximum.TRIM
    return trims and special is not None and special.policy is SpecialAcceptance.TRIM_EACH_PIECE


def decide_take_back_wager(floor: Floor, command: TakeBackWager, at_ms: int) -> tuple[WagersTakenBack] | Refusal:
    """So much off a spot. What is left must be permitted, or is cut down to what is: then more comes back."""
    del at_ms
    here = open_round(floor, command.terminal, command.table, command.round)
    if not isinstance(here, tuple):
        return here
    table, round_ = here
    if command.amount <= ZERO:
        return Refusal(Reason.NO_AMOUNT, _wager_rules(floor, table).funded.clause)
    present = round_.wagers.get(command.terminal, {}).get(command.spot, ZERO)
    if command.amount > present:
        return Refusal(Reason.NOTHING_THERE, _wager_rules(floor, table).funded.clause)
    left = present - command.amount
    if left:
        allowed = permitted(sign_for(table.limits, command.spot), _limit_rules(floor, table), left)
        if not isinstance(allowed, tuple):
            return allowed
        left = allowed[0]
    return _taken_back(command.terminal, table, round_, {command.spot: present - left})


def decide_clear_wagers(floor: Floor, command: ClearWagers, at_ms: int) -> tuple[WagersTakenBack] | Refusal:
    """Everything of the terminal off the layout."""
    del at_ms
    here = open_round(floor, command.terminal, command.table, command.round)
    if not isinstance(here, tuple):
        return here
    table, round_ = here
    mine = round_.wagers.get(command.terminal)
    if not mine:
        return Refusal(Reason.NOTHING_THERE, _wager_rules(floor, table).funded.clause)
    return _taken_back(command.terminal, table, round_, dict(mine))


def _taken_back(terminal: str, table: Table, round_: Round, spots: dict[str, Money]) -> tuple[WagersTakenBack]:
    moved = Transfer(play_of(table.name, terminal), meter_of(terminal), total(spots.values()))
    return (WagersTakenBack(terminal, table.name, round_.number, spots, (moved,)),)


def _wager_rules(floor: Floor, table: Table) -> ChannelWagers:
    rules = floor.rulebook_of(table).wagers.terminal
    assert rules is not None, "terminals stand only at tables that take wagers from them"
    return rules


def _limit_rules(floor: Floor, table: Table) -> ChannelLimits:
    rules = floor.rulebook_of(table).limits.terminal
    assert rules is not None, "terminals stand only at tables that take wagers from them"
    return rules
