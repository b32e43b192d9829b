"""Events when something went wrong: faults, cases, corrected and invalid outcomes, rulings in the player's favour."""

from __future__ import annotations

from typing import TypeAlias

from openetg.floor.core.command import Private
from openetg.floor.core.declaring import fact
from openetg.floor.core.event import Event
from openetg.floor.core.ledger import Transfer
from openetg.floor.rounds.events import Settled
from openetg.money import Money


@fact("{terminal} shows the error message {code}")
class TerminalFaulted(Event, frozen=True):
    """A terminal showed an error message or a service notice."""

    terminal: str
    code: str
    service: bool = False


class LineReported(Event, frozen=True):
    """The line to a terminal was lost or is back."""

    terminal: str
    up: bool
    clause: str
    lasted_ms: int = 0


class ScreenCompared(Event, frozen=True):
    """What a terminal shows on its layout was held against the wagers on record."""

    terminal: str
    table: str
    round: int
    agrees: bool
    clause: str


@fact("{person} read what {terminal} kept by itself: {lines} lines, {differs} differ")
class RecordRead(Event, frozen=True):
    """What a terminal kept by itself was read by a person and held against the journal; it moves nothing."""

    terminal: str
    ask: int
    lines: int
    digest: str
    differs: int
    since: int
    until: int
    role: str
    person: str
    clause: str


class CaseOpened(Event, frozen=True):
    """A terminal is thought faulty: its wagers of the round named are not settled with the others."""

    case: str
    terminal: str
    table: str
    round: int
    ground: str
    clause: str
    why: Private = ""
    role: str = ""
    person: str = ""
    also: tuple[str, ...] = ()
    code: str = ""
    """The error message that opened it, where one did."""


@fact("{terminal} takes no more wagers in round {round}")
class TerminalBarred(Event, frozen=True):
    """A terminal takes no more wagers in this round."""

    terminal: str
    table: str
    round: int
    clause: str


@fact("{person} established the wagers of {terminal} in round {round}{why:because}")
class WagersEstablished(Event, frozen=True):
    """The wagers of a terminal stand as recorded: it is settled with the others, or at once behind this."""

    case: str
    terminal: str
    table: str
    round: int
    role: str
    person: str
    why: Private
    clause: str


@fact("{person} could not establish the wagers of case {case}{why:because}")
class WagersNotEstablished(Event, frozen=True):
    """A person tried to establish the wagers from the records, and could not."""

    case: str
    role: str
    person: str
    why: Private
    clause: str


@fact(ruling=True)
class TerminalSettled(Event, frozen=True):
    """One terminal is paid after the others, by the outcome of its round."""

    table: str
    round: int
    terminal: str
    outcome: str
    clause: str
    result: Settled
    transfers: tuple[Transfer, ...]
    also: tuple[str, ...] = ()


@fact(ruling=True)
class WagersVoided(Event, frozen=True):
    """Wagers of one terminal are void: they come back, and what was paid on them is taken back."""

    table: str
    round: int
    terminal: str
    spots: dict[str, Money]
    clause: str
    transfers: tuple[Transfer, ...]
    role: str = ""
    person: str = ""
    why: Private = ""
    result: Settled | None = None
    """What the round has brought with the wagers that are left, where it was paid already."""


@fact("What round {round} paid {terminal} was taken back until a person has decided", ruling=True)
class PayoutsSuspended(Event, frozen=True):
    """What a round has paid a terminal is taken back, and its wagers are in play again until a person has decided."""

    table: str
    round: int
    terminal: str
    clause: str
    transfers: tuple[Transfer, ...]


class CaseClosed(Event, frozen=True):
    """A case has ended."""

    case: str
    clause: str
    why: Private = ""
    role: str = ""
    person: str = ""


@fact("{person} declared a fault of the {what:plain} at table {table}{why:because}")
class FaultDeclared(Event, frozen=True):
    """A person found that the game system or the device does not work properly."""

    table: str
    what: str
    rounds: tuple[int, ...]
    role: str
    person: str
    why: Private
    clause: str


@fact("The device of table {table} is out of service")
class DeviceTakenOut(Event, frozen=True):
    """A device is out of service until a person puts it back."""

    table: str
    clause: str


@fact("{person} put the device of table {table} back into service{why:because}")
class DeviceRestored(Event, frozen=True):
    """A device is back in service."""

    table: str
    role: str
    person: str
    why: Private
    clause: str


@fact(ruling=True)
class OutcomeCorrected(Event, frozen=True):
    """The outcome on record was not the actual one. What was paid by it is put right here; the first record stays."""

    table: str
    round: int
    first: str
    outcome: str
    role: str
    person: str
    why: Private
    clause: str
    transfers: tuple[Transfer, ...] = ()
    results: tuple[Settled, ...] = ()
    also: tuple[str, ...] = ()


@fact("{person} invalidated the outcome of round {round} ({cause:plain}){why:because}")
class OutcomeInvalidated(Event, frozen=True):
    """The outcome of a game does not stand; the void behind it moves the money."""

    table: str
    round: int
    cause: str
    role: str
    person: str
    why: Private
    clause: str
    by: str = ""
    """Who committed a fraud, empty if not stated."""
    concerned: tuple[str, ...] = ()
    """The terminals or players concerned in it."""


@fact(ruling=True)
class WagerRuled(Event, frozen=True):
    """A wager was let in or out after the close, in the player's favour; what stood at the close stays on record."""

    terminal: str
    table: str
    round: int
    allow: bool
    spots: dict[str, Money]
    role: str
    person: str
    why: Private
    clause: str
    transfers: tuple[Transfer, ...]
    known: bool = False
    """Whether the outcome was known already."""
    result: Settled | None = None
    """What the round has brought with it, where it was paid already."""


@fact("{person} gave {terminal} {amount:money} more than strict settlement in round {round}{why:because}", ruling=True)
class SettlementVaried(Event, frozen=True):
    """A terminal got more than strict settlement gave."""

    terminal: str
    table: str
    round: int
    amount: Money
    role: str
    person: str
    why: Private
    clause: str
    transfers: tuple[Transfer, ...]


TroubleEvent: TypeAlias = (
    TerminalFaulted
    | LineReported
    | ScreenCompared
    | RecordRead
    | CaseOpened
    | TerminalBarred
    | WagersEstablished
    | WagersNotEstablished
    | TerminalSettled
    | WagersVoided
    | PayoutsSuspended
    | CaseClosed
    | FaultDeclared
    | DeviceTakenOut
    | DeviceRestored
    | OutcomeCorrected
    | OutcomeInvalidated
    | WagerRuled
    | SettlementVaried
)
