"""How the facts about a cloth change the floor."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from openetg.floor.alerts.official_notices import keep
from openetg.floor.cloth import events
from openetg.floor.core.ledger import cloth_of, hand_of
from openetg.floor.money.apply import paid_out, taken_in
from openetg.floor.people.apply import place_given_up
from openetg.floor.rounds.apply import end_round, newest_round, round_of
from openetg.floor.state import ENDED, Buttons, Cloth, Colour, Floor, Laid, Phase, Player, Round
from openetg.money import ZERO, Money


def _player_seated(floor: Floor, event: events.PlaceTaken) -> None:
    player = floor.people.players.setdefault(event.player, Player(event.player))
    if event.table not in player.tables:
        player.tables.append(event.table)
        floor.tables[event.table].cloth.players.append(event.player)
    for name in event.terminals:
        player.terminals.append(name)
        floor.terminals[name].player = event.player


def _player_left(floor: Floor, event: events.PlayerLeft) -> None:
    """Everything that was kept for the player's stay at the table goes with the place."""
    name = event.player
    player = floor.people.players[name]
    player.tables.remove(event.table)
    player.told.pop(event.table, None)
    table = floor.tables[event.table]
    cloth = table.cloth
    cloth.players.remove(name)
    for names in (cloth.played, cloth.second_colours, cloth.colour_only, cloth.next_colour_only, cloth.advised):
        if name in names:
            names.remove(name)
    for kept in (cloth.maxima, cloth.personal, cloth.wins, cloth.next_maxima or {}):
        kept.pop(name, None)
    cloth.straight_only = [each for each in cloth.straight_only if each != name]
    _release_colours(cloth, name)
    place_given_up(floor, table, name)


def _places_set(floor: Floor, event: events.PlacesSet) -> None:
    floor.tables[event.table].cloth.places = event.places


def _chips_bought(floor: Floor, event: events.ChipsBought) -> None:
    cloth, name = floor.tables[event.table].cloth, event.player
    held = floor.ledger.held(hand_of(event.table, name))
    floor.ledger.post(event.transfers)
    if event.colour:
        cloth.value_chips.setdefault(name, held)
        cloth.colours[event.colour] = Colour(name, event.value, event.marker)
    elif name in cloth.value_chips:
        cloth.value_chips[name] += event.amount


def _chips_cashed_in(floor: Floor, event: events.ChipsCashedIn) -> None:
    floor.ledger.post(event.transfers)
    paid_out(floor, event.drawer, event.amount)
    if not floor.ledger.held(cloth_of(event.table, event.player)):
        _release_colours(floor.tables[event.table].cloth, event.player)


def _chips_sold(floor: Floor, event: events.ChipsSold) -> None:
    floor.ledger.post(event.transfers)
    taken_in(floor, event.drawer, event.amount)


def _chips_redeemed(floor: Floor, event: events.ChipsRedeemed) -> None:
    floor.ledger.post(event.transfers)
    paid_out(floor, event.drawer, event.amount)


def _release_colours(cloth: Cloth, player: str) -> None:
    cloth.colours = {name: colour for name, colour in cloth.colours.items() if colour.player != player}
    cloth.value_chips.pop(player, None)


def _cloth_wager_placed(floor: Floor, event: events.ClothWagerPlaced) -> None:
    floor.ledger.post(event.transfers)
    cloth, name = floor.tables[event.table].cloth, event.player
    round_ = newest_round(floor, event.table, event.round)
    for spot, amount in event.spots.items():
        _lay(round_, name, spot, amount)
    if name not in cloth.played:
        cloth.played.append(name)
    if name in cloth.value_chips:
        cloth.value_chips[name] -= event.value_chips


def _lay(round_: Round, player: str, wager: str, amount: Money) -> None:
    _change(round_.cloth.setdefault(player, {}), wager, amount)
    round_.laid.append(Laid(player, wager, amount))


def _lift(round_: Round, player: str, wager: str, amount: Money) -> None:
    """Takes chips off, those laid last first."""
    _change(round_.cloth[player], wager, -amount)
    for position in reversed(range(len(round_.laid))):
        laid = round_.laid[position]
        if (laid.player, laid.wager) != (player, wager) or not amount:
            continue
        off = min(laid.amount, amount)
        amount -= off
        if laid.amount > off:
            round_.laid[position] = Laid(player, wager, laid.amount - off)
        else:
            del round_.laid[position]


def _change(mine: dict[str, Money], spot: str, by: Money) -> None:
    left = mine.get(spot, ZERO) + by
    assert left >= ZERO, "nothing is taken off a spot that is not there"
    if left:
        mine[spot] = left
    else:
        mine.pop(spot, None)


def _cloth_wager_taken(floor: Floor, event: events.ClothWagerTaken) -> None:
    floor.ledger.post(event.transfers)
    cloth = floor.tables[event.table].cloth
    riding = cloth.riding.get(event.player, {})
    if event.wager in riding:
        _change(riding, event.wager, -event.amount)
        cloth.riding = {player: spots for player, spots in cloth.riding.items() if spots}
        return
    round_ = newest_round(floor, event.table, event.round)
    _lift(round_, event.player, event.wager, event.amount)
    _forget_empty(round_, event.player)


def _forget_empty(round_: Round, player: str) -> None:
    if not round_.cloth[player]:
        del round_.cloth[player]


def _cloth_wager_moved(floor: Floor, event: events.ClothWagerMoved) -> None:
    round_ = newest_round(floor, event.table, event.round)
    _lift(round_, event.player, event.wager, event.amount)
    _lay(round_, event.player, event.to, event.amount)


def _cloth_wagers_returned(floor: Floor, event: events.ClothWagersReturned) -> None:
    floor.ledger.post(event.transfers)
    cloth, player = floor.tables[event.table].cloth, event.player
    round_ = round_of(floor, event.table, event.round)
    for name in event.spots:
        del round_.cloth[player][name]
        round_.counted.get(player, {}).pop(name, None)
    round_.laid = [laid for laid in round_.laid if laid.player != player or laid.wager not in event.spots]
    _forget_empty(round_, player)
    if event.result is None:
        return
    round_.cloth_results[player] = event.result
    if not round_.counted.get(player):
        del round_.cloth_results[player]
    if event.riding is not None:
        cloth.wins[player] = event.result.won
        cloth.riding = {name: spots for name, spots in (cloth.riding | {player: dict(event.riding)}).items() if spots}


def _spot_paid(floor: Floor, event: events.SpotPaid) -> None:
    floor.ledger.post(event.transfers)
    cloth = floor.tables[event.table].cloth
    round_ = newest_round(floor, event.table, event.round)
    if not round_.paid_spots:
        cloth.wins = {}
    round_.paid_spots.append(event.spot)
    _take_in(cloth, round_, event.results, event.counted, event.riding)


def _cloth_settled(floor: Floor, event: events.ClothSettled) -> None:
    floor.ledger.post(event.transfers)
    cloth = floor.tables[event.table].cloth
    round_ = round_of(floor, event.table, event.round)
    if not round_.paid_spots:
        cloth.wins = {}
    _take_in(cloth, round_, event.results, event.counted, event.riding)
    cloth.advised += [player for player in event.advised if player not in cloth.advised]
    end_round(round_, Phase.SETTLED)


def _take_in(
    cloth: Cloth,
    round_: Round,
    results: Iterable[events.ClothResult],
    counted: Mapping[str, Mapping[str, Money]],
    riding: Mapping[str, Mapping[str, Money]],
) -> None:
    for result in results:
        before = round_.cloth_results.get(result.player)
        whole = result if before is None else _sum(before, result)
        round_.cloth_results[result.player] = whole
        cloth.wins[result.player] = whole.won
    for player, amounts in counted.items():
        round_.counted.setdefault(player, {}).update(amounts)
    for player, spots in riding.items():
        mine = cloth.riding.setdefault(player, {})
        for spot, amount in spots.items():
            mine[spot] = mine.get(spot, ZERO) + amount


def _sum(one: events.ClothResult, other: events.ClothResult) -> events.ClothResult:
    return events.ClothResult(
        one.player,
        one.staked + other.staked,
        one.won + other.won,
        one.returned + other.returned,
        one.rode + other.rode,
    )


def _cloth_corrected(floor: Floor, event: events.ClothCorrected) -> None:
    floor.ledger.post(event.transfers)
    cloth = floor.tables[event.table].cloth
    round_ = round_of(floor, event.table, event.round)
    round_.cloth_results = {result.player: result for result in event.results}
    if event.riding is not None:
        cloth.riding = {player: dict(spots) for player, spots in event.riding.items()}
        cloth.wins = {result.player: result.won for result in event.results}
    if round_.phase not in ENDED:
        round_.dolly, round_.collected = None, False


def _maximum_granted(floor: Floor, event: events.MaximumGranted) -> None:
    cloth = floor.tables[event.table].cloth
    coming = dict(cloth.maxima if cloth.next_maxima is None else cloth.next_maxima)
    coming.pop(event.player, None)
    if event.max is not None:
        coming[event.player] = event.max
    cloth.next_maxima = coming


def _limits_arranged(floor: Floor, event: events.LimitsArranged) -> None:
    for player in event.players:
        floor.tables[event.table].cloth.personal[player] = event.limits


def _straight_only_arranged(floor: Floor, event: events.StraightOnlyArranged) -> None:
    floor.tables[event.table].cloth.straight_only = list(event.players)
    by = (event.role, event.person)
    keep(floor, "straight_only", event.table, event.told, event.clause, about=", ".join(event.players), by=by)


def _neighbours_limited(floor: Floor, event: events.NeighboursLimited) -> None:
    buttons = Buttons(event.per_number, event.per_spin, event.players, event.minimum)
    floor.tables[event.table].cloth.buttons = buttons


def _colour_required(floor: Floor, event: events.ColourRequired) -> None:
    floor.tables[event.table].cloth.next_colour_only.append(event.player)


def _second_colour_approved(floor: Floor, event: events.SecondColourApproved) -> None:
    floor.tables[event.table].cloth.second_colours.append(event.player)


def _partners_linked(floor: Floor, event: events.PartnersLinked) -> None:
    floor.tables[event.table].cloth.partners.append(event.players)


def _float_set(floor: Floor, event: events.FloatSet) -> None:
    floor.tables[event.table].cloth.denominations = event.denominations


APPLIERS: dict[type, Callable[[Floor, Any], None]] = {
    events.PlaceTaken: _player_seated,
    events.PlayerLeft: _player_left,
    events.PlacesSet: _places_set,
    events.ChipsBought: _chips_bought,
    events.ChipsCashedIn: _chips_cashed_in,
    events.ChipsSold: _chips_sold,
    events.ChipsRedeemed: _chips_redeemed,
    events.ClothWagerPlaced: _cloth_wager_placed,
    events.ClothWagerTaken: _cloth_wager_taken,
    events.ClothWagerMoved: _cloth_wager_moved,
    events.ClothWagersReturned: _cloth_wagers_returned,
    events.SpotPaid: _spot_paid,
    events.ClothSettled: _cloth_settled,
    events.ClothCorrected: _cloth_corrected,
    events.MaximumGranted: _maximum_granted,
    events.LimitsArranged: _limits_arranged,
    events.StraightOnlyArranged: _straight_only_arranged,
    events.NeighboursLimited: _neighbours_limited,
    events.ColourRequired: _colour_required,
    events.SecondColourApproved: _second_colour_approved,
    events.PartnersLinked: _partners_linked,
    events.FloatSet: _float_set,
}
