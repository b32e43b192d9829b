"""Commands at the cloth of a live table: chips, wagers that the dealer records, personal limits."""

from __future__ import annotations

from typing import TypeAlias

from openetg.floor.core.command import Act, Command, Private, Sign
from openetg.floor.core.declaring import Needs, SentBy, declared
from openetg.money import Money


@declared(SentBy.ANY_STAFF, script="sit PLAYER [at NAME:terminals …]")
class TakePlace(Command, frozen=True):
    """A player takes a place at a table, or terminals are linked to a player."""

    player: str
    table: str
    terminals: tuple[str, ...] = ()


@declared(SentBy.ANY_STAFF, script="leave PLAYER")
class LeavePlace(Command, frozen=True):
    """A player gives the place up."""

    player: str
    table: str


@declared(SentBy.OPERATOR, script="places COUNT:places")
class SetPlaces(Command, frozen=True):
    """How many places a table has."""

    table: str
    places: int


@declared(power="run_round", needs=Needs.CLOTH)
class BuyChips(Act, frozen=True):
    """Chips for cash: of printed value, or of a colour with a declared value."""

    table: str
    player: str
    amount: Money
    colour: str = ""
    """Empty for chips of printed value."""
    value: Money | None = None
    """What one colour chip is worth; None means the rulebook's own."""
    means: str = "cash"
    """`cash`, or `chips` for chips of value that the player brings: of this floor, of another, or of the cage."""


@declared(one_of=("run_round", "redeem_paper"), needs=Needs.CLOTH, script="present ROLE PLAYER at NAME:at")
class CashInChips(Act, frozen=True):
    """All chips in a player's hand are given back for value."""

    table: str
    player: str
    at: str = ""
    """Where: empty for the table itself, another table's name, or `cage`."""


@declared(one_of=("redeem_paper", "run_round"), needs=Needs.CLOTH, script="sell-chips ROLE AMOUNT")
class SellChips(Act, frozen=True):
    """Chips of printed value for cash, at the cage."""

    table: str
    """The table by whose rules chips are used."""
    amount: Money


@declared(one_of=("redeem_paper", "run_round"), needs=Needs.CLOTH, worth="amount", script="redeem-chips ROLE AMOUNT")
class RedeemChips(Act, frozen=True):
    """Cash for chips of printed value presented at the cage, from any table."""

    table: str
    """The table by whose rules chips are used."""
    amount: Money


@declared(power="run_round", needs=Needs.CLOTH)
class PlaceOnCloth(Act, frozen=True):
    """So much on a spot of the cloth, or on the block under a marker button."""

    table: str
    player: str
    wager: str
    amount: Money
    colour: str = ""
    """The colour wagered; empty means the one the player holds."""
    means: str = "chips"
    """`chips`; anything else is refused."""
    verbal: bool = False
    """Whether it was spoken and placed by the dealer."""
    helped: bool = False
    """Whether the dealer placed it for the player."""
    block: bool = False
    """Whether it lies on the block with a marker button."""
    round: int = 0
    """The round it is meant for; zero means whichever is open. A late wager never slips into the next round."""


@declared(power="run_round", needs=Needs.CLOTH)
class TakeFromCloth(Act, frozen=True):
    """So much off the cloth, back to hand."""

    table: str
    player: str
    wager: str
    amount: Money
    round: int = 0
    """The round it is meant for; zero means whichever is open."""


@declared(power="run_round", needs=Needs.CLOTH)
class MoveOnCloth(Act, frozen=True):
    """So much from one spot of the cloth to another."""

    table: str
    player: str
    wager: str
    to: str
    amount: Money


@declared(power="grant_personal_maximum", needs=Needs.CLOTH, script="grant ROLE PLAYER [max AMOUNT:max]")
class GrantMaximum(Act, frozen=True):
    """One player may wager up to another maximum, while a marker shows it."""

    table: str
    player: str
    max: Money | None
    """Nothing takes the marker away."""


@declared(power="arrange_personal_limits", needs=Needs.CLOTH)
class ArrangeLimits(Act, frozen=True):
    """Limits for one player or group, arranged before play."""

    table: str
    players: tuple[str, ...]
    limits: dict[str, Sign]


@declared(
    power="arrange_straight_only",
    needs=Needs.CLOTH,
    script="straight-only ROLE [document=WORD] [told=OFFICIAL] for PLAYER:players …",
)
class ArrangeStraightOnly(Act, frozen=True):
    """A player or group is held to straight-up wagers by written arrangement."""

    table: str
    players: tuple[str, ...]
    document: Private
    told: str = ""
    """The official who was told."""


@declared(
    power="limit_neighbours",
    needs=Needs.CLOTH,
    script=(
        "limit-buttons ROLE [per-number=COUNT:per_number] [per-spin=COUNT:per_spin] [min AMOUNT:minimum]"
        " [for PLAYER:players …]"
    ),
)
class LimitNeighbours(Act, frozen=True):
    """The use of marker buttons is limited."""

    table: str
    per_number: int = 0
    """Greatest number of such wagers per number; zero for no limit."""
    per_spin: int = 0
    players: tuple[str, ...] = ()
    """Chosen players; empty = all."""
    minimum: Money | None = None
    """Another least amount, stated on a notice."""


@declared(power="require_colour_chips", needs=Needs.CLOTH, script="require-colour ROLE PLAYER")
class RequireColour(Act, frozen=True):
    """A player is told to use colour chips, from the next round on."""

    table: str
    player: str


@declared(power="approve_second_colour", needs=Needs.CLOTH, script="second-colour ROLE PLAYER")
class ApproveSecondColour(Act, frozen=True):
    """One player may hold a second colour."""

    table: str
    player: str


@declared(power="link_partnership", needs=Needs.CLOTH, script='partners ROLE "why" PLAYER:players …')
class LinkPartners(Act, frozen=True):
    """Players who act together are tested together against the maximum."""

    table: str
    players: tuple[str, ...]
    why: Private


@declared(SentBy.OPERATOR)
class SetFloat(Command, frozen=True):
    """The denominations the dealer's float can pay with; none means any amount."""

    table: str
    denominations: tuple[Money, ...]


ClothCommand: TypeAlias = (
    TakePlace
    | LeavePlace
    | SetPlaces
    | BuyChips
    | CashInChips
    | SellChips
    | RedeemChips
    | PlaceOnCloth
    | TakeFromCloth
    | MoveOnCloth
    | GrantMaximum
    | ArrangeLimits
    | ArrangeStraightOnly
    | LimitNeighbours
    | RequireColour
    | ApproveSecondColour
    | LinkPartners
    | SetFloat
)
