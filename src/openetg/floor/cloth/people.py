"""Who sits at a cloth, and what was arranged for them: personal limits, markers, partners, colours."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from openetg.floor.cloth.chips import chip_rules, players_clause
from openetg.floor.cloth.limits import cloth_rules
from openetg.floor.commands import (
    ApproveSecondColour,
    ArrangeLimits,
    ArrangeStraightOnly,
    GrantMaximum,
    LeavePlace,
    LimitNeighbours,
    LinkPartners,
    RequireColour,
    SetFloat,
    SetPlaces,
    TakePlace,
)
from openetg.floor.core.authority import powerless
from openetg.floor.core.ledger import cloth_of, hand_of, meter_of
from openetg.floor.core.refusals import Reason, Refusal, first_of
from openetg.floor.core.verdicts import Deciders, Verdict
from openetg.floor.events import (
    ColourRequired,
    FloatSet,
    LimitsArranged,
    MaximumGranted,
    NeighboursLimited,
    PartnersLinked,
    PlacesSet,
    PlaceTaken,
    PlayerLeft,
    SecondColourApproved,
    StraightOnlyArranged,
)
from openetg.floor.premises.registering import is_name
from openetg.floor.state import stopped
from openetg.floor.wagers.limits import permits_something
from openetg.games.paytable import kind_of
from openetg.money import ZERO
from openetg.rulebook.schema.policies import Channel

if TYPE_CHECKING:
    from collections.abc import Callable

    from openetg.floor.commands import Act
    from openetg.floor.state import Floor, Table
    from openetg.rulebook.schema.book import Rulebook
    from openetg.rulebook.schema.shape import Cited, Told

    _Rule: TypeAlias = Cited | Told

PARTNERS_MIN = 2
LONGEST_PLAYER = 64
"""How long what a player is called at a place may be, as of people who work here."""


def _no(holds: bool, reason: Reason, clause: str = "") -> Refusal | None:
    return Refusal(reason, clause) if holds else None


# Places


def decide_take_place(floor: Floor, command: TakePlace, _at_ms: int) -> Verdict:
    """A player takes a place, or terminals are linked to one."""
    table = floor.tables.get(command.table)
    if table is None:
        return Refusal(Reason.UNKNOWN_TABLE)
    cloth, terminals = table.cloth, [floor.terminals.get(name) for name in command.terminals]
    there, player = command.player in cloth.players, floor.people.players.get(command.player)
    lock = stopped(player.locks, "wager") if player is not None else None
    alone = cloth_rules(floor, table).straight_only if cloth.straight_only else None
    refused = first_of(
        _no(None in terminals, Reason.UNKNOWN_TERMINAL),
        _no(not is_name(command.player) or len(command.player) > LONGEST_PLAYER, Reason.NOT_A_NAME),
        _no(any(each.player for each in terminals if each is not None), Reason.ALREADY_THERE),
        _no(there and not terminals, Reason.ALREADY_THERE),
        _no(any(table.name not in each.tables for each in terminals if each is not None), Reason.NOT_AT_TABLE),
        _no(not there and 0 < cloth.places <= len(cloth.players), Reason.NO_PLACE_FREE, players_clause(floor, table)),
        _no(not there and alone is not None, Reason.TABLE_RESERVED, alone.clause if alone else ""),
        Refusal(Reason(lock.reason), lock.clause) if lock is not None else None,
    )
    if refused is not None:
        return refused
    return (PlaceTaken(command.player, table.name, tuple(dict.fromkeys(command.terminals))),)


def decide_give_up_place(floor: Floor, command: LeavePlace, _at_ms: int) -> Verdict:
    """A player gives the place up, with no chips left in hand or on the cloth."""
    table = floor.tables.get(command.table)
    if table is None:
        return Refusal(Reason.UNKNOWN_TABLE)
    if command.player not in floor.people.players:
        return Refusal(Reason.UNKNOWN_PLAYER, players_clause(floor, table))
    if command.player not in table.cloth.players:
        return Refusal(Reason.NOT_AT_TABLE, players_clause(floor, table))
    accounts = hand_of(table.name, command.player), cloth_of(table.name, command.player)
    if any(floor.ledger.held(account) for account in accounts):
        rules = chip_rules(floor, table)
        return Refusal(Reason.CHIPS_OUT, (rules.only_at_table or rules.value_chips).clause)
    return (PlayerLeft(command.player, table.name),)


def decide_set_places(floor: Floor, command: SetPlaces, _at_ms: int) -> Verdict:
    """How many places a table has: at least as many as are taken."""
    table = floor.tables.get(command.table)
    if table is None:
        return Refusal(Reason.UNKNOWN_TABLE)
    if command.places < max(len(table.cloth.players), 1):
        return Refusal(Reason.NO_PLACE_FREE, players_clause(floor, table))
    return (PlacesSet(table.name, command.places),)


def decide_set_float(floor: Floor, command: SetFloat, _at_ms: int) -> Verdict:
    """What the dealer's float can pay with."""
    table = floor.tables.get(command.table)
    if table is None:
        return Refusal(Reason.UNKNOWN_TABLE)
    if any(each <= ZERO for each in command.denominations):
        return Refusal(Reason.NO_AMOUNT)
    return (FloatSet(table.name, tuple(sorted(set(command.denominations)))),)


# What is arranged


class _Arranging(NamedTuple):
    """A table with a cloth, the clause of the rule by which something is arranged, and the refusal if one speaks
    against it."""

    table: Table
    clause: str
    against: tuple[Refusal | None, ...]


def _arranging(
    floor: Floor, name: str, power: str, act: Act, players: tuple[str, ...], rule_of: Callable[[Rulebook], _Rule | None]
) -> _Arranging | Refusal:
    """Where a person arranges something for these players, by a rule that the rulebook must know."""
    table = floor.tables.get(name)
    if table is None:
        return Refusal(Reason.UNKNOWN_TABLE)
    channels, rule = floor.kind_of(table).channels, rule_of(floor.rulebook_of(table))
    cloth, playing = Channel.CLOTH in channels.value, players_clause(floor, table)
    against = (
        _no(any(each not in floor.people.players for each in players), Reason.UNKNOWN_PLAYER, playing),
        _no(not cloth or rule is None, Reason.NOT_IN_RULEBOOK, "" if cloth else channels.clause),
        powerless(floor, table, power, act.role, act.person),
        _no(any(each not in table.cloth.players for each in players), Reason.NOT_AT_TABLE, playing),
    )
    if rule is None:
        return first_of(*against) or Refusal(Reason.NOT_IN_RULEBOOK)
    return _Arranging(table, rule.clause, against)


def decide_grant_maximum(floor: Floor, command: GrantMaximum, _at_ms: int) -> Verdict:
    """Another maximum for one player, from the round after its marker is shown."""
    here = _arranging(
        floor, command.table, "grant_personal_maximum", command, (command.player,),
        lambda book: book.limits.cloth.marker_maximum if book.limits.cloth else None,
    )  # fmt: skip
    if isinstance(here, Refusal):
        return here
    table, clause, against = here
    cloth = table.cloth
    coming = cloth.maxima if cloth.next_maxima is None else cloth.next_maxima
    refused = first_of(
        *against,
        _no(command.max is not None and command.max <= ZERO, Reason.NO_AMOUNT, clause),
        _no(command.max is None and command.player not in coming, Reason.NOTHING_THERE, clause),
    )
    if refused is not None:
        return refused
    return (
        MaximumGranted(
            table=table.name,
            player=command.player,
            max=command.max,
            role=command.role,
            person=command.person,
            clause=clause,
        ),
    )


def decide_arrange_limits(floor: Floor, command: ArrangeLimits, _at_ms: int) -> Verdict:
    """Limits for one player or group, before their play begins."""
    here = _arranging(
        floor, command.table, "arrange_personal_limits", command, command.players,
        lambda book: book.limits.cloth.personal if book.limits.cloth else None,
    )  # fmt: skip
    if isinstance(here, Refusal):
        return here
    table, clause, against = here
    known = {kind_of(spot) for spot in floor.game_of(table).spots} | {"any"}
    sensible = command.players and all(permits_something(sign) for sign in command.limits.values())
    refused = first_of(
        *against,
        _no(any(player in table.cloth.played for player in command.players), Reason.PLAY_HAS_BEGUN, clause),
        _no(any(kind not in known for kind in command.limits), Reason.UNKNOWN_WAGER, clause),
        _no(not sensible, Reason.NO_AMOUNT, clause),
    )
    if refused is not None:
        return refused
    return (
        LimitsArranged(
            table=table.name,
            players=command.players,
            limits=command.limits,
            role=command.role,
            person=command.person,
            clause=clause,
        ),
    )


def decide_arrange_straight_only(floor: Floor, command: ArrangeStraightOnly, _at_ms: int) -> Verdict:
    """A group is held to straight-up wagers: in writing, with the official told, before play, alone at the table."""
    here = _arranging(
        floor, command.table, "arrange_straight_only", command, command.players,
        lambda book: book.limits.cloth.straight_only if book.limits.cloth else None,
    )  # fmt: skip
    if isinstance(here, Refusal):
        return here
    table, clause, against = here
    cloth, group = table.cloth, command.players
    rules = [getattr(floor.rulebook_of(table).limits, each.value) for each in floor.kind_of(table).channels.value]
    told = [each.straight_only for each in rules]
    others = any(player not in group for player in (*cloth.players, *_at_terminals(floor, table)))
    began = any(player in cloth.played or _on_terminals(floor, table, player) for player in group)
    refused = first_of(
        *against,
        _no(not group, Reason.UNKNOWN_PLAYER, clause),
        _no(None in told, Reason.NOT_IN_RULEBOOK, clause),
        _no(others, Reason.OTHERS_AT_TABLE, clause),
        _no(not command.document.strip(), Reason.NOT_IN_WRITING, clause),
        _no(began, Reason.PLAY_HAS_BEGUN, clause),
        _no(any(each and command.told != each.official for each in told), Reason.OFFICIAL_NOT_TOLD, clause),
    )
    if refused is not None:
        return refused
    return (
        StraightOnlyArranged(
            table=table.name,
            players=group,
            document=command.document,
            told=command.told,
            role=command.role,
            person=command.person,
            clause=clause,
        ),
    )


def _on_terminals(floor: Floor, table: Table, player: str) -> bool:
    """Whether a player has wagers on terminals in the running round."""
    known = floor.people.players.get(player)
    mine = known.terminals if known is not None else []
    return table.round is not None and any(table.round.wagers.get(name) for name in mine)


def _at_terminals(floor: Floor, table: Table) -> list[str]:
    """Who plays at the terminals of a table: players linked to them, and an empty name where there is only credit."""
    terminals = [floor.terminals[name] for name in table.terminals]
    return [each.player for each in terminals if each.player or floor.ledger.held(meter_of(each.name))]


def decide_limit_neighbours(floor: Floor, command: LimitNeighbours, _at_ms: int) -> Verdict:
    """Marker buttons: so many per number or per spin, for chosen players, or with another least amount."""
    here = _arranging(
        floor, command.table, "limit_neighbours", command, command.players,
        lambda book: book.limits.cloth.neighbours_counts if book.limits.cloth else None,
    )  # fmt: skip
    if isinstance(here, Refusal):
        return here
    table, clause, against = here
    least = command.minimum
    senseless = min(command.per_number, command.per_spin) < 0 or (least is not None and least <= ZERO)
    refused = first_of(*against, _no(senseless, Reason.NO_AMOUNT, clause))
    if refused is not None:
        return refused
    return (
        NeighboursLimited(
            table=table.name,
            per_number=command.per_number,
            per_spin=command.per_spin,
            players=command.players,
            minimum=least,
            role=command.role,
            person=command.person,
            clause=clause,
        ),
    )


def decide_require_colour(floor: Floor, command: RequireColour, _at_ms: int) -> Verdict:
    """A player must wager with colour chips, from the next round on."""
    here = _arranging(
        floor, command.table, "require_colour_chips", command, (command.player,),
        lambda book: book.money.chips.colour_required if book.money.chips else None,
    )  # fmt: skip
    if isinstance(here, Refusal):
        return here
    table, clause, against = here
    already = command.player in (*table.cloth.colour_only, *table.cloth.next_colour_only)
    refused = first_of(*against, _no(already, Reason.ALREADY_THERE, clause))
    if refused is not None:
        return refused
    return (ColourRequired(table.name, command.player, command.role, command.person, clause),)


def decide_approve_second_colour(floor: Floor, command: ApproveSecondColour, _at_ms: int) -> Verdict:
    """One player may hold a second colour."""
    here = _arranging(
        floor, command.table, "approve_second_colour", command, (command.player,),
        lambda book: book.money.chips.second_colour if book.money.chips else None,
    )  # fmt: skip
    if isinstance(here, Refusal):
        return here
    table, clause, against = here
    refused = first_of(*against, _no(command.player in table.cloth.second_colours, Reason.ALREADY_THERE, clause))
    if refused is not None:
        return refused
    return (SecondColourApproved(table.name, command.player, command.role, command.person, clause),)


def decide_link_partners(floor: Floor, command: LinkPartners, _at_ms: int) -> Verdict:
    """Players who act together are tested together against the maximum."""
    here = _arranging(
        floor, command.table, "link_partnership", command, command.players,
        lambda book: book.limits.cloth.partnerships if book.limits.cloth else None,
    )  # fmt: skip
    if isinstance(here, Refusal):
        return here
    table, clause, against = here
    players = tuple(dict.fromkeys(command.players))
    linked = any(player in group for group in table.cloth.partners for player in players)
    refused = first_of(
        *against,
        _no(linked, Reason.ALREADY_THERE, clause),
        _no(not command.why.strip(), Reason.NO_REASON_GIVEN, clause),
        _no(len(players) < PARTNERS_MIN, Reason.TOO_FEW_PERSONS, clause),
    )
    if refused is not None:
        return refused
    return (
        PartnersLinked(
            table=table.name, players=players, why=command.why, role=command.role, person=command.person, clause=clause
        ),
    )


DECIDERS: Deciders = {
    TakePlace: decide_take_place,
    LeavePlace: decide_give_up_place,
    SetPlaces: decide_set_places,
    SetFloat: decide_set_float,
    GrantMaximum: decide_grant_maximum,
    ArrangeLimits: decide_arrange_limits,
    ArrangeStraightOnly: decide_arrange_straight_only,
    LimitNeighbours: decide_limit_neighbours,
    RequireColour: decide_require_colour,
    ApproveSecondColour: decide_approve_second_colour,
    LinkPartners: decide_link_partners,
}
