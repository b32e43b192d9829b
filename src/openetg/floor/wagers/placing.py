"""Wagers on a terminal: place one or several, take back, clear. Judged in order: terminal, table, phase, spot, limits,
meter. Of several wagers each is judged beside those before it, and one that is refused refuses them all.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, assert_never

from msgspec.structs import replace

from openetg.floor.cloth.limits import not_for_group
from openetg.floor.commands import ClearWagers, PlaceWager, PlaceWagers, Sign, TakeBackWager
from openetg.floor.core.ledger import Transfer, meter_of, play_of
from openetg.floor.core.refusals import Reason, Refusal, earliest, first_of
from openetg.floor.core.verdicts import Deciders
from openetg.floor.events import WagerPlaced, WagersTakenBack
from openetg.floor.state import Floor, Phase, Round, Table, stopped
from openetg.floor.wagers.bounds import out_of_bounds
from openetg.floor.wagers.limits import limits_of, permitted, room_under_total, sign_for
from openetg.money import ZERO, Money, total
from openetg.rulebook.schema.policies import AboveMaximum, Channel, Feature, SpecialAcceptance

if TYPE_CHECKING:
    from collections.abc import Mapping

    from openetg.rulebook.schema.wagering import ChannelLimits, ChannelWagers


OPEN, FINISHING = Phase.OPEN, Phase.FINISHING
"""The phases of `BETTING`, to be asked one by one: asking the set costs more than all other questions of a wager."""

NOTHING: Mapping[str, Money] = {}
SEVERAL = "several"
"""What the wagers of one gesture are called together."""


def open_round(floor: Floor, terminal: str, table: str, meant: int) -> tuple[Table, Round] | Refusal:
    """The round of a terminal's table in which wagers may change now, or why they may not."""
    at = floor.tables.get(table)
    if at is None:
        return Refusal(Reason.UNKNOWN_TABLE)
    found = floor.terminals.get(terminal)
    if found is None:
        return Refusal(Reason.UNKNOWN_TERMINAL)
    if table not in found.tables:
        return Refusal(Reason.NOT_AT_TABLE)
    round_ = at.round
    if round_ is None:
        return Refusal(Reason.TABLE_NOT_OPEN, wager_rules(floor, at).after_close.clause)
    lock = stopped(found.locks, "wager") if found.locks else None
    if lock is not None:
        return Refusal(Reason(lock.reason), lock.clause)
    phase = round_.phase
    if (phase is not OPEN and phase is not FINISHING) or (meant and meant != round_.number):
        return _after_close(floor, at)
    if terminal in round_.held:
        return Refusal(Reason.OUT_OF_SERVICE, floor.cases[round_.held[terminal]].clause)
    if terminal in round_.barred:
        return Refusal(Reason.OUT_OF_SERVICE, round_.barred[terminal])
    return at, round_


def _after_close(floor: Floor, table: Table) -> Refusal:
    rules = wager_rules(floor, table)
    also = (rules.after_close_also.clause,) if rules.after_close_also else ()
    return Refusal(Reason.AFTER_CLOSE, rules.after_close.clause, also=also)


def decide_place_wager(floor: Floor, command: PlaceWager, at_ms: int) -> tuple[WagerPlaced] | Refusal:
    """Places an amount on each piece: whole, trimmed as the rulebook says, or refused."""
    here = open_round(floor, command.terminal, command.table, command.round)
    if not isinstance(here, tuple):
        return here
    table, round_ = here
    terminal, wager, amount = command.terminal, command.wager, command.amount
    accepted = _accepted(floor, table, terminal, round_.wagers.get(terminal, NOTHING), wager, amount)
    if not isinstance(accepted, tuple):
        return accepted
    return placed(floor, here, terminal, wager, amount, accepted, at_ms)


def decide_place_wagers(floor: Floor, command: PlaceWagers, at_ms: int) -> tuple[WagerPlaced] | Refusal:
    """Places several wagers as one step, each judged after those before it.

    The first that would be refused refuses them all and is named: half of a gesture is not what the player chose.
    """
    terminal = command.terminal
    here = open_round(floor, terminal, command.table, command.round)
    if not isinstance(here, tuple):
        return here
    table, round_ = here
    if not command.wagers:
        return Refusal(Reason.NO_AMOUNT, wager_rules(floor, table).funded.clause)
    standing = dict(round_.wagers.get(terminal, NOTHING))
    game = floor.game_of(table)
    spots: dict[str, Money] = {}
    asked, cost, trimmed = ZERO, ZERO, ""
    for position, (wager, amount) in enumerate(command.wagers, start=1):
        accepted = _accepted(floor, table, terminal, standing, wager, amount)
        if isinstance(accepted, tuple):
            cost += total(accepted[0].values())
            refused = unpaid(floor, table, terminal, cost, at_ms)
        else:
            refused = accepted
        if refused is not None or not isinstance(accepted, tuple):
            assert refused is not None, "what is not accepted is refused"
            return replace(refused, details={**refused.details, "wager": wager, "position": position})
        for spot, on in accepted[0].items():
            standing[spot] = standing.get(spot, ZERO) + on
            spots[spot] = spots.get(spot, ZERO) + on
        asked += amount * game.wagers[wager].units
        trimmed = trimmed or accepted[1]
    return placed(floor, here, terminal, SEVERAL, asked, (spots, trimmed), at_ms)


def _accepted(
    floor: Floor, table: Table, terminal: str, mine: Mapping[str, Money], name: str, amount: Money
) -> tuple[dict[str, Money], str] | Refusal:
    """What of a wager may stand beside those of the terminal, and the clause by which something was trimmed."""
    game = floor.game_of(table)
    wager = game.wagers.get(name)
    if wager is None:
        return Refusal(Reason.UNKNOWN_WAGER, game.clause)
    if wager.channels is not None and Channel.TERMINAL not in wager.channels:
        return Refusal(Reason.NOT_ON_TERMINAL, wager.clause)
    if table.cloth.straight_only:
        refused = reserved(floor, table, terminal, wager.kind)
        if refused is not None:
            return refused
    if amount <= ZERO:
        return Refusal(Reason.NO_AMOUNT, wager_rules(floor, table).funded.clause)
    return accept(floor, table, terminal, mine, [(piece.spot, amount * piece.units) for piece in wager.pieces])


def placed(
    floor: Floor,
    here: tuple[Table, Round],
    terminal: str,
    wager: str,
    asked: Money,
    accepted: tuple[dict[str, Money], str],
    at_ms: int,
) -> tuple[WagerPlaced] | Refusal:
    """The wager, if no bound stands in its way and the meter covers it."""
    table, round_ = here
    spots, clause = accepted
    cost = total(spots.values())
    meter = meter_of(terminal)
    # Asked only where the answer may be a refusal: this is the path of every wager.
    if cost > floor.ledger.accounts.get(meter, ZERO) or floor.terminals[terminal].bounds:
        refused = unpaid(floor, table, terminal, cost, at_ms)
        if refused is not None:
            return refused
    moved = (Transfer(meter, play_of(table.name, terminal), cost),) if cost else ()
    return (
        WagerPlaced(
            terminal=terminal,
            table=table.name,
            round=round_.number,
            wager=wager,
            asked=asked,
            spots=spots,
            trimmed=clause,
            transfers=moved,
        ),
    )


def unpaid(floor: Floor, table: Table, terminal: str, cost: Money, at_ms: int) -> Refusal | None:
    """Why so much is not wagered from a meter: a bound of the house or the player, or there is not enough on it."""
    found = floor.terminals[terminal]
    return first_of(
        out_of_bounds(floor, found, cost, at_ms) if found.bounds else None,
        not_covered(floor, table, terminal) if cost > floor.ledger.held(meter_of(terminal)) else None,
    )


def not_covered(floor: Floor, table: Table, terminal: str) -> Refusal:
    """The refusal of a wager the meter does not cover; another reason if no account was ever opened."""
    rules = wager_rules(floor, table)
    if rules.account is not None and not floor.terminals[terminal].account_open:
        return Refusal(Reason.NO_ACCOUNT, rules.account.clause)
    return Refusal(Reason.NOT_ENOUGH_CREDIT, rules.funded.clause)


def accept(
    floor: Floor, table: Table, terminal: str, mine: Mapping[str, Money], asked: list[tuple[str, Money]]
) -> tuple[dict[str, Money], str] | Refusal:
    """How much of each spot is accepted beside wagers that are there or would be, and the clause by which
    something was trimmed."""
    limits = limits_of(table, terminal)
    if not limits:
        return _summed(asked), ""
    rules, whole = limit_rules(floor, table), limits.get("sum")
    standing = ZERO if whole is None else total(mine.values())
    if len(asked) == 1:
        # Nearly every wager is on one spot: it needs no more than its own answer.
        spot, amount = asked[0]
        part = _accepted_piece(sign_for(limits, spot), whole, rules, mine.get(spot, ZERO), standing, amount)
        return ({spot: part[0]} if part[0] else {}, part[1]) if isinstance(part, tuple) else part
    spots: dict[str, Money] = {}
    refused: list[Refusal] = []
    trimmed = ""
    for spot, amount in asked:
        present = mine.get(spot, ZERO) + spots.get(spot, ZERO)
        part = _accepted_piece(sign_for(limits, spot), whole, rules, present, standing, amount)
        if not isinstance(part, tuple):
            refused.append(part)
            continue
        added, clause = part
        trimmed = trimmed or clause
        if added:
            spots[spot] = spots.get(spot, ZERO) + added
            standing += added
    if refused:
        return earliest(refused)
    if trimmed and not _may_trim(floor, table):
        return Refusal(Reason.ABOVE_MAXIMUM, trimmed)
    return spots, trimmed


def _summed(asked: list[tuple[str, Money]]) -> dict[str, Money]:
    spots: dict[str, Money] = {}
    for spot, amount in asked:
        spots[spot] = spots.get(spot, ZERO) + amount
    return spots


def _accepted_piece(
    sign: Sign | None, whole: Sign | None, rules: ChannelLimits, present: Money, standing: Money, asked: Money
) -> tuple[Money, str] | Refusal:
    allowed = permitted(sign, rules, present + asked)
    if not isinstance(allowed, tuple):
        return allowed
    sum_, clause = allowed
    added = sum_ - present if sum_ > present else ZERO
    if whole is None:
        return added, clause
    fitting = room_under_total(whole, rules, standing, added)
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
    special = wager_rules(floor, table).special
    trims = _trims(limit_rules(floor, table).above_maximum.policy)
    return trims and special is not None and _trims_pieces(special.policy)


def _trims(above: AboveMaximum) -> bool:
    """Whether a wager above the maximum is cut when it is placed."""
    match above:
        case AboveMaximum.TRIM:
            return True
        case AboveMaximum.REFUSE | AboveMaximum.SETTLE_TO_MAXIMUM:
            return False
        case _:
            assert_never(above)


def _trims_pieces(special: SpecialAcceptance) -> bool:
    """Whether each piece of a wager is cut by itself."""
    match special:
        case SpecialAcceptance.TRIM_EACH_PIECE:
            return True
        case SpecialAcceptance.ALL_OR_NONE | SpecialAcceptance.MARKER:
            return False
        case _:
            assert_never(special)


def decide_take_back_wager(floor: Floor, command: TakeBackWager, _at_ms: int) -> tuple[WagersTakenBack] | Refusal:
    """Takes an amount off a spot. What is left must be permitted, or is cut down to a permitted sum: then more comes
    back."""
    here = open_round(floor, command.terminal, command.table, command.round)
    if not isinstance(here, tuple):
        return here
    table, round_ = here
    off = taken_off(floor, table, round_, command.terminal, command.spot, command.amount)
    if isinstance(off, Refusal):
        return off
    return _taken_back(command.terminal, table, round_, {command.spot: off})


def taken_off(floor: Floor, table: Table, round_: Round, terminal: str, spot: str, amount: Money) -> Money | Refusal:
    """How much comes off a spot when so much is asked for: at least that, or a refusal."""
    rules = wager_rules(floor, table)
    if amount <= ZERO:
        return Refusal(Reason.NO_AMOUNT, rules.funded.clause)
    present = round_.wagers.get(terminal, {}).get(spot, ZERO)
    if amount > present:
        return Refusal(Reason.NOTHING_THERE, rules.funded.clause)
    left = present - amount
    if left:
        allowed = permitted(sign_for(limits_of(table, terminal), spot), limit_rules(floor, table), left)
        if not isinstance(allowed, tuple):
            return allowed
        left = allowed[0]
    return present - left


def decide_clear_wagers(floor: Floor, command: ClearWagers, _at_ms: int) -> tuple[WagersTakenBack] | Refusal:
    """Everything of the terminal off the layout."""
    here = open_round(floor, command.terminal, command.table, command.round)
    if not isinstance(here, tuple):
        return here
    table, round_ = here
    refused = not_offered(floor, table, Feature.CLEAR)
    if refused is not None:
        return refused
    mine = round_.wagers.get(command.terminal)
    if not mine:
        return Refusal(Reason.NOTHING_THERE, wager_rules(floor, table).funded.clause)
    return _taken_back(command.terminal, table, round_, dict(mine))


def _taken_back(terminal: str, table: Table, round_: Round, spots: dict[str, Money]) -> tuple[WagersTakenBack]:
    moved = Transfer(play_of(table.name, terminal), meter_of(terminal), total(spots.values()))
    return (WagersTakenBack(terminal, table.name, round_.number, spots, (moved,)),)


def not_offered(floor: Floor, table: Table, feature: Feature) -> Refusal | None:
    """Why a terminal does not offer a button: by the clause that keeps it from it, where there is one."""
    rules = wager_rules(floor, table)
    if feature in rules.features:
        return None
    return Refusal(Reason.NOT_OFFERED, rules.denied.get(feature, rules.funded.clause))


def reserved(floor: Floor, table: Table, terminal: str, kind: str) -> Refusal | None:
    """Why a terminal may not wager this at a table that a group has to itself for straight-up wagers."""
    return not_for_group(table, floor.terminals[terminal].player, kind, limit_rules(floor, table).straight_only)


def wager_rules(floor: Floor, table: Table) -> ChannelWagers:
    """What holds for wagers of terminals at a table."""
    rules = floor.rulebooks[table.rulebook].wagers.terminal
    assert rules is not None, "terminals stand only at tables that take wagers from them"
    return rules


def limit_rules(floor: Floor, table: Table) -> ChannelLimits:
    """How limits work for terminals at a table."""
    rules = floor.rulebooks[table.rulebook].limits.terminal
    assert rules is not None, "terminals stand only at tables that take wagers from them"
    return rules


DECIDERS: Deciders = {
    PlaceWager: decide_place_wager,
    PlaceWagers: decide_place_wagers,
    TakeBackWager: decide_take_back_wager,
    ClearWagers: decide_clear_wagers,
}
