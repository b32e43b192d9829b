"""Paying a cloth, undoing it and putting it right: chips to hand, winning wagers that ride, what comes back."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, assert_never

from openetg.floor.cloth.limits import cloth_rules, cloth_wagers, counted, is_marker, needs_multiples, own_sign
from openetg.floor.core.ledger import Transfer, bank_of, cloth_of, demanded_of, forfeited_of, hand_of
from openetg.floor.events import ClothCorrected, ClothResult, ClothSettled, ClothWagersReturned, SpotPaid
from openetg.floor.state import ENDED, Phase
from openetg.money import ZERO, Money, Rounding, floor_to_step, fraction_of, next_payable, remainder, share_of, total
from openetg.rulebook.schema.policies import FloatShortage, WinningWager

if TYPE_CHECKING:
    from collections.abc import Collection, Container, Mapping

    from openetg.floor.state import Floor, Round, Table


class ClothOutcome(NamedTuple):
    """What becomes of one wager of one player."""

    wager: str
    placed: Money
    """What lies there."""
    counted: Money
    """How much of it is settled; the rest comes back, win or lose."""
    spot: str = ""
    """Where it is paid: of a button, the number that fell; empty if it loses."""
    share: Money = ZERO
    """How much of it wins."""
    exact: Money = ZERO
    """What that pays by the odds."""
    won: Money = ZERO
    """What is paid, as far as the float can make it."""
    rode: Money = ZERO
    """What stays on the spot as a wager of the next round."""
    rounded: tuple[str, ...] = ()
    """The clause by which the float could not pay exactly."""

    @property
    def back(self) -> Money:
        """What goes back to hand besides the winnings."""
        return self.placed - self.counted + self.share - self.rode

    @property
    def lost(self) -> Money:
        """What the house takes."""
        return self.placed - self.back - self.rode


class _Outcome(NamedTuple):
    """What one player gets: the sums, what rides where, and the clause by which the float could not pay exactly."""

    result: ClothResult
    riding: dict[str, Money]
    rounded: tuple[str, ...] = ()


class _Settlement(NamedTuple):
    """What all players get."""

    results: tuple[ClothResult, ...]
    transfers: tuple[Transfer, ...]
    riding: dict[str, dict[str, Money]]
    rounded: tuple[str, ...]


def unpaid(round_: Round) -> dict[str, dict[str, Money]]:
    """The wagers on the cloth that are not settled yet."""
    if round_.phase in ENDED:
        return {}
    done = round_.paid_spots
    left = {player: {name: sum_ for name, sum_ in spots.items() if name not in done}
            for player, spots in round_.cloth.items()}  # fmt: skip
    return {player: spots for player, spots in left.items() if spots}


def on_cloth(table: Table) -> dict[str, dict[str, Money]]:
    """Per player, everything that lies on the cloth now: wagers of the round, and winning ones that ride."""
    there = unpaid(table.round) if table.round is not None else {}
    for player, spots in table.cloth.riding.items():
        mine = there.setdefault(player, {})
        for spot, amount in spots.items():
            mine[spot] = mine.get(spot, ZERO) + amount
    return there


def settle_cloth(floor: Floor, table: Table, round_: Round, outcome: str) -> ClothSettled:
    """What the outcome brings every player at the cloth, less what was paid spot by spot already."""
    left = unpaid(round_)
    count = counted(floor, table, round_, left)
    # A player who was below the minimum on a spot paid before is told with the others: of one round all are settled
    # alike.
    advised = counted(floor, table, round_, round_.cloth).advised
    paid = _settled(floor, table, left, count.amounts, outcome)
    rules = cloth_wagers(floor, table)
    winning = (rules.winning.clause,) if any(result.rode or result.won for result in paid.results) else ()
    release = tuple(each.clause for each in (rules.release_each, rules.release_inside) if each is not None)
    return ClothSettled(
        table=table.name,
        round=round_.number,
        outcome=outcome,
        clause=rules.settled_as_placed.clause,
        transfers=paid.transfers,
        riding=paid.riding,
        results=paid.results,
        counted=count.amounts,
        advised=advised,
        also=_once(count.clauses + paid.rounded + winning + release),
    )


def pay_spot(floor: Floor, table: Table, round_: Round, spot: str, person: str, clause: str) -> SpotPaid:
    """All winning wagers on one outside spot are paid."""
    assert round_.outcome is not None, "the cloth is paid by what is on record"
    left = {player: {spot: spots[spot]} for player, spots in unpaid(round_).items() if spot in spots}
    count = counted(floor, table, round_, left)
    paid = _settled(floor, table, left, count.amounts, round_.outcome)
    return SpotPaid(
        table=table.name,
        round=round_.number,
        spot=spot,
        person=person,
        clause=clause,
        transfers=paid.transfers,
        results=paid.results,
        counted=count.amounts,
        riding=paid.riding,
        also=_once(count.clauses + paid.rounded),
    )


def _once(clauses: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(clauses))


def wins(floor: Floor, table: Table, wager: str, outcome: str) -> bool:
    """Whether a wager wins by an outcome."""
    game = floor.game_of(table)
    return bool(game.wagers[wager].returns[game.outcomes.index(outcome)])


def _settled(
    floor: Floor,
    table: Table,
    wagers: Mapping[str, Mapping[str, Money]],
    amounts: Mapping[str, Mapping[str, Money]],
    outcome: str,
) -> _Settlement:
    results: list[ClothResult] = []
    transfers: list[Transfer] = []
    riding: dict[str, dict[str, Money]] = {}
    rounded: tuple[str, ...] = ()
    bank = bank_of(table.name)
    for player, placed in wagers.items():
        result, rides, clauses = _outcome_of(floor, table, player, placed, amounts.get(player, {}), outcome)
        rounded += clauses
        results.append(result)
        if rides:
            riding[player] = rides
        cloth, hand = cloth_of(table.name, player), hand_of(table.name, player)
        back = result.returned - result.won
        lost = result.staked - back - result.rode
        moves = ((cloth, bank, lost), (bank, hand, result.won), (cloth, hand, back))
        transfers += [Transfer(source, to, amount) for source, to, amount in moves if amount]
    return _Settlement(tuple(results), tuple(transfers), riding, rounded)


def _outcome_of(
    floor: Floor,
    table: Table,
    player: str,
    placed: Mapping[str, Money],
    amounts: Mapping[str, Money],
    outcome: str,
) -> _Outcome:
    """What these wagers of one player bring: winnings, what rides, and what comes back to hand."""
    lines = lines_of(floor, table, player, placed, amounts, outcome)
    won, rode = total(line.won for line in lines), total(line.rode for line in lines)
    returned = won + total(line.back for line in lines)
    rides: dict[str, Money] = {}
    for line in lines:
        if line.rode:
            rides[line.spot] = rides.get(line.spot, ZERO) + line.rode
    result = ClothResult(player, total(placed.values()), won, returned, rode)
    return _Outcome(result, rides, tuple(clause for line in lines for clause in line.rounded))


def lines_of(
    floor: Floor,
    table: Table,
    player: str,
    placed: Mapping[str, Money],
    amounts: Mapping[str, Money],
    outcome: str,
) -> tuple[ClothOutcome, ...]:
    """What becomes of each of these wagers of one player, of which so much is settled."""
    riding: dict[str, Money] = {}
    stays = _rides(cloth_wagers(floor, table).winning.policy)
    lines = []
    for name, amount in placed.items():
        count = amounts.get(name, ZERO)
        if not count or not wins(floor, table, name, outcome):
            lines.append(ClothOutcome(name, amount, count))
            continue
        spot, share = _winning_spot(floor, table, name, count, outcome)
        exact = _winnings(floor, table, spot, share, outcome)
        paid, clauses = _payable(floor, table, player, spot, share, exact)
        there = riding.get(spot, ZERO)
        is_cut = count < amount
        rode = _room_to_ride(floor, table, player, spot, there, share, is_cut=is_cut) if stays else ZERO
        riding[spot] = there + rode
        lines.append(
            ClothOutcome(
                wager=name,
                placed=amount,
                counted=count,
                spot=spot,
                share=share,
                exact=exact,
                won=paid,
                rode=rode,
                rounded=clauses,
            )
        )
    return tuple(lines)


def _rides(winning: WinningWager) -> bool:
    """Whether a winning wager stays on its spot for the next round."""
    match winning:
        case WinningWager.RIDES:
            return True
        case WinningWager.TO_METER | WinningWager.TO_HAND:
            return False
        case _:
            assert_never(winning)


def _room_to_ride(
    floor: Floor, table: Table, player: str, spot: str, there: Money, share: Money, *, is_cut: bool
) -> Money:
    """How much of a winning wager stays on its spot beside what rides there: the player's maximum, in whole chips.

    Where a maximum has cut the wager already, what is settled of it need not be whole chips.
    """
    most = own_sign(floor, table, player, floor.game_of(table).wagers[spot]).max
    room = share if most is None else min(share, max(most - there, ZERO))
    if room == share and not is_cut:
        return share
    colours = (colour.value for colour in table.cloth.colours.values() if colour.player == player)
    return room - remainder(room, next(colours, ZERO))


def _winning_spot(floor: Floor, table: Table, name: str, count: Money, outcome: str) -> tuple[str, Money]:
    """Where a winning wager is paid, and how much of it: of a button, the share of the number that fell."""
    game = floor.game_of(table)
    wager = game.wagers[name]
    if not is_marker(floor, table, wager):
        return name, count
    position = game.outcomes.index(outcome)
    spot = next(piece.spot for piece in wager.pieces if game.spots[piece.spot].returns[position])
    share = share_of(count, wager.units)
    assert share is not None, "a button's wager divides by its numbers"
    return spot, share


def _winnings(floor: Floor, table: Table, spot: str, share: Money, outcome: str) -> Money:
    """What a winning spot pays on top."""
    game = floor.game_of(table)
    odds = game.spots[spot].returns[game.outcomes.index(outcome)] - 1
    return fraction_of(share, odds.numerator, odds.denominator, Rounding.DOWN)


def _payable(
    floor: Floor, table: Table, player: str, spot: str, share: Money, exact: Money
) -> tuple[Money, tuple[str, ...]]:
    """What is paid of exact winnings as far as the float can make them, and the clause where it cannot."""
    shortage, denominations = floor.rulebook_of(table).money.float_shortage, table.cloth.denominations
    if not denominations or shortage is None:
        return exact, ()
    payable = next_payable(exact, denominations)
    sign = own_sign(floor, table, player, floor.game_of(table).wagers[spot])
    if payable == exact:
        return exact, ()
    match shortage.policy:
        case FloatShortage.DOWN_WITH_MULTIPLES_ELSE_UP:
            if not needs_multiples(cloth_rules(floor, table), sign):
                return payable, (shortage.clause,)
            least = sign.min or ZERO
            if remainder(share, least):
                return floor_to_step(exact, ZERO, least), (shortage.clause,)
            # A wager that keeps to the multiples is paid in full; the float is filled first.
            return exact, ()
        case _:
            assert_never(shortage.policy)


def adjust_hand(floor: Floor, table: Table, player: str, due: Money, arriving: Money = ZERO) -> tuple[Transfer, ...]:
    """Moves what is due to a hand, or takes it back; what is not there is demanded. `arriving` is on its way there."""
    bank, hand = bank_of(table.name), hand_of(table.name, player)
    if due >= ZERO:
        return (Transfer(bank, hand, due),) if due else ()
    there = min(floor.ledger.held(hand) + arriving, -due)
    short = -due - there
    moves = ((hand, bank, there), (demanded_of(player), bank, short))
    return tuple(Transfer(source, to, amount) for source, to, amount in moves if amount)


def returned_from_cloth(floor: Floor, table: Table, round_: Round, forfeit: Container[str]) -> tuple[Transfer, ...]:
    """What goes back to hand when a round is void: the wagers, less what was paid on them already.

    Winning wagers that ride come back too, unless they are wagers of the next round by now: those stay untouched.
    """
    transfers: list[Transfer] = []
    left = unpaid(round_)
    newest = round_ is table.round
    for player in round_.cloth:
        rides = total(table.cloth.riding.get(player, {}).values()) if newest else ZERO
        back = total(left.get(player, {}).values()) + rides
        to = forfeited_of(table.name) if player in forfeit else hand_of(table.name, player)
        if back:
            transfers.append(Transfer(cloth_of(table.name, player), to, back))
        result = round_.cloth_results.get(player)
        if result is None or round_.phase is Phase.VOID:
            continue
        if player in forfeit:
            kept = result.staked - rides
            transfers += adjust_hand(floor, table, player, rides - result.returned - result.rode)
            transfers += [Transfer(bank_of(table.name), to, kept)] if kept else []
        else:
            due = result.staked - result.returned - result.rode
            transfers += adjust_hand(floor, table, player, due, back)
    return tuple(transfers)


def void_on_cloth(
    floor: Floor, table: Table, round_: Round, player: str, chosen: Collection[str], clause: str
) -> ClothWagersReturned | None:
    """Wagers of one player go back to hand, all or those chosen; None if they are not there.

    What was paid on them already is taken back: what is not in hand is demanded.
    """
    placed = round_.cloth.get(player, {})
    spots = {name: placed[name] for name in chosen or placed if name in placed}
    if round_.phase is Phase.VOID or not spots or len(spots) < len(set(chosen)):
        return None
    left = unpaid(round_).get(player, {})
    back = total(amount for name, amount in spots.items() if name in left)
    transfers = [Transfer(cloth_of(table.name, player), hand_of(table.name, player), back)] if back else []
    paid = {name: amount for name, amount in spots.items() if name not in left}
    before = round_.cloth_results.get(player)
    if before is None or not paid:
        return ClothWagersReturned(
            table=table.name, round=round_.number, player=player, clause=clause, transfers=tuple(transfers), spots=spots
        )
    assert round_.outcome is not None, "paid by what is on record"
    amounts = {name: sum_ for name, sum_ in round_.counted.get(player, {}).items() if name not in paid}
    after, rides, _ = _outcome_of(
        floor, table, player, {name: placed[name] for name in amounts}, amounts, round_.outcome
    )
    off = ZERO
    riding: dict[str, Money] | None = None
    if round_ is table.round:
        now = table.cloth.riding.get(player, {})
        riding = {spot: min(now[spot], amount) for spot, amount in rides.items() if spot in now}
        off = total(now.values()) - total(riding.values())
    # As if those wagers had never been laid: what the rest brings, and the wagers themselves.
    due = total(paid.values()) + after.returned + after.rode - before.returned - before.rode
    transfers += [Transfer(cloth_of(table.name, player), hand_of(table.name, player), off)] if off else []
    transfers += adjust_hand(floor, table, player, due, back + off)
    return ClothWagersReturned(
        table=table.name,
        round=round_.number,
        player=player,
        clause=clause,
        transfers=tuple(transfers),
        spots=spots,
        result=after,
        riding=riding,
    )


def recomputed_cloth(
    floor: Floor, table: Table, round_: Round, outcome: str, clause: str = ""
) -> tuple[ClothCorrected, ...]:
    """What puts the cloth of a paid round right by another outcome; empty if nothing was paid there yet.

    As long as no further round has begun, what rides is put right too; later the adjustment is made in hand alone.
    """
    if not round_.cloth_results or round_.outcome is None:
        return ()
    newest = round_ is table.round
    results: list[ClothResult] = []
    transfers: list[Transfer] = []
    riding: dict[str, dict[str, Money]] = {}
    for player, before in round_.cloth_results.items():
        amounts = round_.counted.get(player, {})
        placed = {name: round_.cloth[player][name] for name in amounts}
        after, rides, _ = _outcome_of(floor, table, player, placed, amounts, outcome)
        change = ZERO
        if newest:
            was = _outcome_of(floor, table, player, placed, amounts, round_.outcome).riding
            now = dict(table.cloth.riding.get(player, {}))
            # What the player has taken off a spot that wins either way stays off.
            then = {spot: now.get(spot, ZERO) if spot in was else amount for spot, amount in rides.items()}
            then = {spot: amount for spot, amount in then.items() if amount}
            change = total(then.values()) - total(now.values())
            riding |= {player: then} if then else {}
        results.append(after)
        due = after.returned + after.rode - before.returned - before.rode
        transfers += _to_cloth(table, player, change)
        transfers += adjust_hand(floor, table, player, due - change)
    cited = clause or cloth_wagers(floor, table).settled_as_placed.clause
    return (
        ClothCorrected(
            table=table.name,
            round=round_.number,
            outcome=outcome,
            clause=cited,
            transfers=tuple(transfers),
            results=tuple(results),
            riding=riding if newest else None,
        ),
    )


def _to_cloth(table: Table, player: str, change: Money) -> tuple[Transfer, ...]:
    bank, cloth = bank_of(table.name), cloth_of(table.name, player)
    if change > ZERO:
        return (Transfer(bank, cloth, change),)
    return (Transfer(cloth, bank, -change),) if change else ()
