"""What one audience may see now: views of the floor, whole, ready to be numbered and sent.

Read from the floor after a commit, never before. A view has no names and shows no other terminal's money.
"""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, assert_never

from msgspec import Struct

from openetg.floor.core.ledger import meter_of, play_of
from openetg.floor.jackpots.views import JackpotLine, TerminalJackpots, terminal_jackpots
from openetg.floor.people.calls import open_calls
from openetg.floor.people.messages import message_now
from openetg.floor.premises.equipment import device_of
from openetg.floor.promotions.entrant_views import OwnEntries, entries_at
from openetg.floor.state import STANDING, Floor, Phase, Result, Table
from openetg.floor.wagers.bounds import bounds_of, kept_back
from openetg.money import ZERO, cents_of
from openetg.rulebook.schema.policies import Channel, Device
from openetg.rulebook.texts import split_numbers

if TYPE_CHECKING:
    from collections.abc import Mapping

    from openetg.floor.commands import Sign
    from openetg.floor.state import Terminal
    from openetg.floor.wagers.bounds import BoundsNow
    from openetg.games.paytable import Game, Spot, Wager
    from openetg.money import Money
    from openetg.rulebook.schema.book import Rulebook

OUTCOMES_SHOWN = 20
"""How many past outcomes go out to all with each news of a table; a welcome tells all that are kept."""

NOTHING_WON = Result(ZERO, ZERO)


class SpotView(Struct, frozen=True, gc=False):
    """A spot as a layout draws it."""

    name: str
    title: str
    covers: tuple[str, ...]
    """The outcomes that pay it."""
    odds: str
    clause: str
    units: int = 1
    """How many pieces it costs."""
    pieces: tuple[str, ...] = ()
    """The spots its pieces lie on, in the order the rules give them; empty where it is a spot itself."""


class LimitView(Struct, frozen=True, gc=False):
    """One line of the limits sign."""

    kind: str
    min: int | None
    max: int | None
    step: int | None
    multiples: bool


class LayoutView(Struct, frozen=True, gc=False):
    """Everything a screen needs to draw a game; the same for every round of a rulebook."""

    rulebook: str
    """The hash of the rulebook."""
    rulebook_id: str
    rulebook_title: str
    game: str
    title: str
    zeros: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    red: tuple[str, ...]
    black: tuple[str, ...]
    spots: tuple[SpotView, ...]
    specials: tuple[SpotView, ...]
    wheel: tuple[str, ...] = ()
    """The faces of the wheel, clockwise; empty for dice."""
    features: dict[str, str] = {}
    """What a screen may offer beyond placing, moving and taking back, each with its clause."""
    denied: dict[str, str] = {}
    """What the rules keep a screen from offering, each with its clause."""
    announced: str = ""
    """The clause by which 'no more bets' is announced and displayed: the terminal acknowledges it; empty where none."""
    least_volume: int = 0
    """The least volume, of five steps, at which the announcement is heard there; zero where it may be muted."""


class LockView(Struct, frozen=True, gc=False):
    """Something that a terminal may not do."""

    name: str
    reason: str
    """A reason of the floor, as in a refusal."""
    clause: str
    stops: tuple[str, ...]
    """What it stops: `wager`, `fund`, `collect`."""


class BoundsView(Struct, frozen=True, gc=False):
    """How far play at a terminal may go, by the house or by the player's own wish; a bound of zero does not bind."""

    loss_max: int
    lost: int
    """What this visit has lost so far; below zero it has won."""
    ends_at_ms: int
    """When this visit has lasted as long as it may."""
    begun_at_ms: int
    """When this visit began: with the money that opened the account."""
    is_own: bool
    """Whether the player has set a bound, which cannot be made wider before the visit ends."""


class TableView(Struct, frozen=True, gc=False):
    """What all at a table may see now."""

    table: str
    round: int
    phase: str
    """OPEN, FINISHING, CLOSED, HELD, SETTLED, VOID, or empty before the first round."""
    launched: bool
    opened_at_ms: int
    closes_at_ms: int
    """When the wagering period is planned to end, by the server's clock."""
    outcome: str | None
    """What fell in this round; None until it is known."""
    last_outcome: str | None
    """What fell last at this table, this round or an earlier one."""
    outcomes: tuple[str, ...]
    """What fell before, newest first: the last few."""
    cause: str
    """Why the round is void or held."""
    clause: str
    """The clause that says so."""
    limits: tuple[LimitView, ...]
    jackpots: tuple[JackpotLine, ...] = ()
    """What is played for at this table besides; empty where no jackpot is offered."""
    own_limits: dict[str, tuple[LimitView, ...]] = {}
    """Per terminal with limits of its own, the sign on its screen; the others show that of the table."""


class OwnView(Struct, frozen=True, gc=False):
    """What a terminal may see of itself now."""

    terminal: str
    meter: int
    staked: int
    win: int
    """What the last settlement won at the table this is about, without the wagers."""
    paid: int
    """Everything that settlement returned, the wagers included."""
    spots: dict[str, int]
    """What lies on the layout."""
    printing: bool
    """Whether a ticket is on its way."""
    ticket: str
    """The last ticket, if there is one: its name here. On the wire it is the number, and only where the paper comes out
    on the screen because the printer is simulated; empty where a printer has it, or the terminal has another key."""
    ticket_amount: int
    notes: tuple[int, ...]
    """The notes its acceptor takes."""
    elsewhere: dict[str, int] = {}
    """What it has staked at other tables, by table."""
    called: tuple[str, ...] = ()
    """For what an attendant has been called and has not yet taken note: `attendant`, `payout`, `fault`."""
    locks: tuple[LockView, ...] = ()
    withheld: int = 0
    """Money of this visit that is kept back until it is looked into."""
    bounds: BoundsView | None = None
    message: str = ""
    """What staff show to the player: one of the fixed messages, or nothing."""
    message_at_ms: int = 0
    """When it was shown: a page that has put one away knows it by this."""
    jackpots: TerminalJackpots | None = None
    """What it has to do with jackpots; None where none is offered."""
    entries: tuple[OwnEntries, ...] = ()
    """Where its player takes part in promotions: the number there, and what play has brought."""
    ticket_serial: int = 0
    """How many tickets have come out here, that one among them: a screen knows by it that one has."""


def layout_view(floor: Floor, table: Table, channel: Channel | None = None) -> LayoutView:
    """The layout of the game at a table, with the specials of one channel, or all of them."""
    rulebook, game = floor.rulebook_of(table), floor.game_of(table)
    drawn = rulebook.games.roulette.layout if game.name == "roulette" and rulebook.games.roulette else None
    wagers = [wager for wager in game.wagers.values() if len(wager.pieces) > 1 and _is_offered(wager, channel)]
    call = rulebook.wagers.terminal.close_announced if rulebook.wagers.terminal is not None else None
    return LayoutView(
        rulebook=table.rulebook,
        rulebook_id=rulebook.about.id,
        rulebook_title=rulebook.about.title,
        game=game.name,
        title=game.title,
        zeros=_words(drawn.zeros) if drawn else (),
        rows=tuple(_words(row) for row in drawn.rows) if drawn else (),
        red=_words(drawn.red or "") if drawn else (),
        black=_words(drawn.black or "") if drawn else (),
        spots=tuple(_spot_view(game, spot) for spot in game.spots.values()),
        specials=tuple(_special_view(game, wager) for wager in wagers),
        wheel=wheel_of(floor, table),
        features=_features(rulebook),
        denied=_denied(rulebook),
        announced=call.clause if call is not None else "",
        least_volume=call.least_volume if call is not None else 0,
    )


def wheel_of(floor: Floor, table: Table) -> tuple[str, ...]:
    """The faces of the wheel, clockwise: by the rulebook, or by the wheel on the register; empty for dice."""
    device = floor.kind_of(table).device.value
    match device:
        case Device.DICE_TUMBLER:
            return ()
        case Device.MONEY_WHEEL:
            wheel = floor.premises.equipment.get(table.name, {}).get(device_of(floor, table))
            return () if wheel is None else wheel.order
        case Device.AUTOMATIC_WHEEL | Device.LIVE_WHEEL:
            data = floor.rulebook_of(table).games.roulette
            return _words(data.wheel.order) if data else ()
        case _:
            assert_never(device)


def _is_offered(wager: Wager, channel: Channel | None) -> bool:
    return channel is None or wager.channels is None or channel in wager.channels


def _features(rulebook: Rulebook) -> dict[str, str]:
    """What a terminal may offer, by the name of each feature."""
    rules = rulebook.wagers.terminal
    return {} if rules is None else {feature.value: clause for feature, clause in rules.features.items()}


def _denied(rulebook: Rulebook) -> dict[str, str]:
    """What the rules keep from screens; of a game without terminals, from those that show its cloth."""
    rules = rulebook.wagers.terminal or rulebook.wagers.cloth
    return {} if rules is None else {feature.value: clause for feature, clause in rules.denied.items()}


def _words(text: str) -> tuple[str, ...]:
    return tuple(split_numbers(text) or ())


def _spot_view(game: Game, spot: Spot) -> SpotView:
    return SpotView(spot.name, spot.title, _paying(game, spot), spot.odds, spot.clause)


def _paying(game: Game, spot: Spot) -> tuple[str, ...]:
    """The outcomes that pay a spot; one on which only part of a lost wager comes back does not."""
    wager = game.wagers[spot.name]
    return tuple(outcome for outcome, back in zip(game.outcomes, wager.returns, strict=True) if back >= wager.scale)


def _special_view(game: Game, wager: Wager) -> SpotView:
    """A wager of several pieces: paid by every outcome that pays one of them."""
    paying = {outcome for piece in wager.pieces for outcome in _paying(game, game.spots[piece.spot])}
    covers = tuple(outcome for outcome in game.outcomes if outcome in paying)
    pieces = tuple(piece.spot for piece in wager.pieces for _ in range(piece.units))
    return SpotView(
        name=wager.name,
        title=wager.title,
        covers=covers,
        odds=wager.odds,
        clause=wager.clause,
        units=wager.units,
        pieces=pieces,
    )


def table_view(table: Table, jackpots: tuple[JackpotLine, ...] = ()) -> TableView:
    """What all at a table may see, with the jackpots that are played for there."""
    round_ = table.round
    shown = tuple(islice(reversed(table.outcomes.values()), OUTCOMES_SHOWN))
    return TableView(
        table=table.name,
        round=round_.number if round_ else 0,
        phase=round_.phase.value if round_ else "",
        launched=round_.launched if round_ else False,
        opened_at_ms=round_.closes_at_ms - table.period_ms if round_ else 0,
        closes_at_ms=round_.closes_at_ms if round_ else 0,
        outcome=round_.outcome if round_ else None,
        last_outcome=shown[0] if shown else None,
        outcomes=shown,
        cause=round_.cause if round_ and round_.phase in {Phase.VOID, Phase.HELD} else "",
        clause=round_.clause if round_ else "",
        limits=_limit_views(table.limits),
        jackpots=jackpots,
        own_limits={terminal: _limit_views(limits) for terminal, limits in table.limits_at.items()},
    )


def past_of(table: Table) -> tuple[str, ...]:
    """Everything that fell at a table before, as far back as it is kept, newest first."""
    return tuple(reversed(table.outcomes.values()))


def _limit_views(limits: Mapping[str, Sign]) -> tuple[LimitView, ...]:
    return tuple(_limit_view(kind, sign) for kind, sign in limits.items())


def _limit_view(kind: str, sign: Sign) -> LimitView:
    return LimitView(kind, _maybe(sign.min), _maybe(sign.max), _maybe(sign.step), sign.multiples)


def own_view(floor: Floor, name: str, at: str = "") -> OwnView:
    """What a terminal may see of itself, turned to one of its tables; if none is named, to the one it stands at."""
    terminal = floor.terminals[name]
    table = floor.tables[at or terminal.table]
    mine = table.round.wagers.get(name, {}) if table.round and table.round.phase in STANDING else {}
    held = floor.ledger.held
    # Of a terminal at one table, what it keeps itself.
    last = terminal if len(terminal.tables) == 1 else terminal.results.get(table.name, NOTHING_WON)
    told = message_now(floor, terminal, floor.at_ms) if terminal.told else None
    return OwnView(
        terminal=name,
        meter=cents_of(held(meter_of(name))),
        staked=cents_of(held(play_of(table.name, name))),
        win=cents_of(last.win),
        paid=cents_of(last.paid),
        spots={spot: cents_of(amount) for spot, amount in mine.items()},
        printing=terminal.printing is not None,
        ticket=terminal.ticket,
        ticket_amount=cents_of(floor.tickets[terminal.ticket].amount) if terminal.ticket else 0,
        ticket_serial=floor.tickets[terminal.ticket].serial if terminal.ticket else 0,
        notes=tuple(cents_of(note) for note in terminal.notes),
        # Looked for only where there may be some: a full room is told of every settlement.
        elsewhere=_elsewhere(floor, terminal, table) if len(terminal.tables) > 1 else {},
        called=open_calls(floor, name) if floor.alerts.standing else (),
        locks=_locks(terminal) if terminal.locks else (),
        withheld=cents_of(kept_back(floor, terminal)),
        bounds=_bounds_view(bounds_of(floor, name)),
        message=told.message.value if told else "",
        message_at_ms=told.at_ms if told else 0,
        jackpots=terminal_jackpots(floor, name) if floor.jackpots.offered else None,
        entries=tuple(entries_at(floor, name)) if floor.promotions.offered else (),
    )


def _elsewhere(floor: Floor, terminal: Terminal, table: Table) -> dict[str, int]:
    """What a terminal has staked at tables other than this one."""
    others = (name for name in terminal.tables if name != table.name)
    staked = {name: cents_of(floor.ledger.held(play_of(name, terminal.name))) for name in others}
    return {name: amount for name, amount in staked.items() if amount}


def _locks(terminal: Terminal) -> tuple[LockView, ...]:
    return tuple(LockView(name, lock.reason, lock.clause, lock.stops) for name, lock in terminal.locks.items())


def _bounds_view(now: BoundsNow | None) -> BoundsView | None:
    if now is None:
        return None
    return BoundsView(cents_of(now.loss_max), cents_of(now.lost), now.ends_at_ms, now.begun_at_ms, now.is_own)


def _maybe(amount: Money | None) -> int | None:
    return None if amount is None else cents_of(amount)
