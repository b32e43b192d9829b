"""Events at the cloth of a live table: chips, wagers that the dealer records, personal limits."""

from __future__ import annotations

from typing import TypeAlias

from msgspec import Struct

from openetg.floor.core.command import Private, Sign
from openetg.floor.core.declaring import fact
from openetg.floor.core.event import Event
from openetg.floor.core.ledger import Transfer
from openetg.money import ZERO, Money


@fact("{player} took a place at table {table}")
class PlaceTaken(Event, frozen=True):
    player: str
    table: str
    terminals: tuple[str, ...] = ()


@fact("{player} left table {table}")
class PlayerLeft(Event, frozen=True):
    player: str
    table: str


class PlacesSet(Event, frozen=True):
    table: str
    places: int


class ChipsBought(Event, frozen=True):
    """Chips for cash, or for chips brought from elsewhere."""

    table: str
    player: str
    amount: Money
    clause: str
    transfers: tuple[Transfer, ...]
    colour: str = ""
    value: Money = ZERO
    """What one chip of the colour is worth; zero if no value was ever stated and the table has no minimum."""
    marker: bool = False
    """Whether a marker shows the value, since it is above the table minimum."""
    person: str = ""


@fact("{person} exchanged {amount:money} in chips of {player}")
class ChipsCashedIn(Event, frozen=True):
    """The chips in a player's hand were exchanged for value, or taken to another place."""

    table: str
    player: str
    amount: Money
    at: str
    clause: str
    transfers: tuple[Transfer, ...]
    person: str = ""
    drawer: str = ""
    """The drawer they were paid out of; empty is the cage itself, or no cash at all."""


@fact("{person} sold {amount:money} in chips at the cage")
class ChipsSold(Event, frozen=True):
    """Chips of printed value were sold at the cage."""

    table: str
    amount: Money
    clause: str
    transfers: tuple[Transfer, ...]
    role: str
    person: str
    drawer: str = ""
    """The drawer the cash went into; empty is the cage itself."""


@fact("{person} paid {amount:money} for chips at the cage")
class ChipsRedeemed(Event, frozen=True):
    """Chips of printed value were paid for at the cage."""

    table: str
    amount: Money
    clause: str
    transfers: tuple[Transfer, ...]
    role: str
    person: str
    drawer: str = ""
    """The drawer they were paid out of; empty is the cage itself."""


class ClothWagerPlaced(Event, frozen=True):
    """Chips lie on the cloth; `neighbours:0` is one wager on the block under its button."""

    table: str
    round: int
    player: str
    spots: dict[str, Money]
    clause: str
    transfers: tuple[Transfer, ...]
    value_chips: Money = ZERO
    """How much of it is in chips of printed value, where the player holds a colour too."""
    verbal: bool = False
    helped: bool = False
    trimmed: str = ""
    also: tuple[str, ...] = ()
    """Clauses by which the dealer is prompted to have the amount put right."""
    person: str = ""


@fact("{player} took {amount:money} off {wager:spot} on the cloth")
class ClothWagerTaken(Event, frozen=True):
    """Chips were taken off the cloth."""

    table: str
    round: int
    player: str
    wager: str
    amount: Money
    clause: str
    transfers: tuple[Transfer, ...]
    person: str = ""


@fact("{player} moved {amount:money} from {wager:spot} to {to:spot} on the cloth")
class ClothWagerMoved(Event, frozen=True):
    """Chips went from one spot of the cloth to another."""

    table: str
    round: int
    player: str
    wager: str
    to: str
    amount: Money
    clause: str
    also: tuple[str, ...] = ()
    person: str = ""


@fact(ruling=True)
class ClothWagersReturned(Event, frozen=True):
    """Wagers of one player on the cloth are void and go back to hand; what was paid on them is taken back."""

    table: str
    round: int
    player: str
    clause: str
    transfers: tuple[Transfer, ...]
    spots: dict[str, Money] = {}
    result: ClothResult | None = None
    """What the round has brought with the wagers that are left, where some of these were paid already."""
    riding: dict[str, Money] | None = None
    """What of those that are left stays on its spot, where it was paid already and no further round has begun."""


class ClothResult(Struct, frozen=True, gc=False, array_like=True):
    """What a round brought one player at the cloth."""

    player: str
    staked: Money
    won: Money
    returned: Money
    """Everything that came to hand: winnings, and wagers that do not ride."""
    rode: Money
    """What stayed on the cloth as wagers of the next round."""


@fact("{person} paid {spot:spot} on the cloth")
class SpotPaid(Event, frozen=True):
    """All winning wagers on one outside spot are paid; they may be touched from now on."""

    table: str
    round: int
    spot: str
    person: str
    clause: str
    transfers: tuple[Transfer, ...]
    results: tuple[ClothResult, ...] = ()
    counted: dict[str, dict[str, Money]] = {}
    riding: dict[str, dict[str, Money]] = {}
    also: tuple[str, ...] = ()


class ClothSettled(Event, frozen=True):
    """The cloth is paid: what each player won, what rides, what comes back."""

    table: str
    round: int
    outcome: str
    clause: str
    transfers: tuple[Transfer, ...]
    riding: dict[str, dict[str, Money]] = {}
    """Per player, what stays on its spot as a wager of the next round."""
    results: tuple[ClothResult, ...] = ()
    """Without what was paid spot by spot before."""
    counted: dict[str, dict[str, Money]] = {}
    """Per player and wager, how much of it was settled; the rest came back with any outcome."""
    advised: tuple[str, ...] = ()
    """Players told now that further wagers below the minimum will be returned."""
    also: tuple[str, ...] = ()


@fact(ruling=True)
class ClothCorrected(Event, frozen=True):
    """The cloth of a settled round was put right by another outcome."""

    table: str
    round: int
    outcome: str
    clause: str
    transfers: tuple[Transfer, ...]
    results: tuple[ClothResult, ...]
    riding: dict[str, dict[str, Money]] | None = None
    """What rides now; None where the next round has begun, whose wagers stay untouched."""


class MaximumGranted(Event, frozen=True):
    """A marker with another maximum stands next to a player, from the next round on; or was taken away."""

    table: str
    player: str
    max: Money | None
    role: str
    person: str
    clause: str


class LimitsArranged(Event, frozen=True):
    table: str
    players: tuple[str, ...]
    limits: dict[str, Sign]
    role: str
    person: str
    clause: str


class StraightOnlyArranged(Event, frozen=True):
    """A player or group is held to straight-up wagers; the notice at the table shows those alone."""

    table: str
    players: tuple[str, ...]
    document: Private
    told: str
    role: str
    person: str
    clause: str


class NeighboursLimited(Event, frozen=True):
    table: str
    per_number: int
    per_spin: int
    players: tuple[str, ...]
    minimum: Money | None
    role: str
    person: str
    clause: str


class ColourRequired(Event, frozen=True):
    table: str
    player: str
    role: str
    person: str
    clause: str


class SecondColourApproved(Event, frozen=True):
    table: str
    player: str
    role: str
    person: str
    clause: str


class PartnersLinked(Event, frozen=True):
    table: str
    players: tuple[str, ...]
    why: Private
    role: str
    person: str
    clause: str


class FloatSet(Event, frozen=True):
    table: str
    denominations: tuple[Money, ...]


ClothEvent: TypeAlias = (
    PlaceTaken
    | PlayerLeft
    | PlacesSet
    | ChipsBought
    | ChipsCashedIn
    | ChipsSold
    | ChipsRedeemed
    | ClothWagerPlaced
    | ClothWagerTaken
    | ClothWagerMoved
    | ClothWagersReturned
    | SpotPaid
    | ClothSettled
    | ClothCorrected
    | MaximumGranted
    | LimitsArranged
    | StraightOnlyArranged
    | NeighboursLimited
    | ColourRequired
    | SecondColourApproved
    | PartnersLinked
    | FloatSet
)
