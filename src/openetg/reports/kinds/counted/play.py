"""What tables turned over, paid and held, by table and hour, counted from results and held against their banks.

Turnover is that of `floor/rounds/turned_over.py`; what is void later is taken off in the span in which it was void.
Payments are those of rounds as they were settled; what was moved later to put a round right is counted apart, and so is
what went to jackpots, so that turnover less paid, with corrections, comes to what the bank of the table holds more.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec import Struct

from openetg.floor import events
from openetg.floor.core.ledger import bank_of
from openetg.floor.core.stored import OpenEntry
from openetg.floor.rounds.turned_over import SETTLING, TurnoverChange, TurnoverCount, paid_by
from openetg.floor.state import Floor
from openetg.money import ZERO, Money
from openetg.reports.frame.walk import Fold

HOUR_MS = 3_600_000
BANK = "bank/"
CORRECTING: frozenset[type[events.Event]] = frozenset(
    {
        events.OutcomeCorrected,
        events.ClothCorrected,
        events.RoundVoided,
        events.WagersVoided,
        events.ClothWagersReturned,
        events.PayoutsSuspended,
        events.WagerRuled,
        events.SettlementVaried,
    }
)
"""What puts a round right that was paid; every other event that moves a bank is counted as other."""


class Turned(Struct):
    """What was turned over in one hour."""

    rounds: int = 0
    turnover: Money = ZERO
    won: Money = ZERO
    """By rounds as they were settled."""
    contributed: Money = ZERO


class TablePlay(Struct):
    """What one table did since the span began."""

    opening: Money = ZERO
    """What its bank held before."""
    opened: int = 0
    settled: int = 0
    void: int = 0
    no_spins: int = 0
    held: int = 0
    corrected: int = 0
    invalid: int = 0
    turnover: Money = ZERO
    paid: Money = ZERO
    cloth_turnover: Money = ZERO
    cloth_paid: Money = ZERO
    corrections: Money = ZERO
    """What corrections brought the bank beyond the turnover they changed; below zero what they took."""
    contributed: Money = ZERO
    """What went to jackpots."""
    other: Money = ZERO
    """What else came to the bank: decisions about money withheld."""
    playing_ms: int = 0
    """How long rounds ran, from their opening to settled or void."""
    opened_at_ms: int = 0
    """When the round opened that runs; zero if none does."""
    by_results: Money = ZERO
    """What the bank won by the results of rounds."""
    by_transfers: Money = ZERO
    """What the bank won by the transfers of the same events."""
    first_wrong: int = 0
    """The first entry at which those two differ."""
    hours: dict[int, Turned] = {}

    def hour(self, at_ms: int) -> Turned:
        """The hour of a time."""
        number = at_ms // HOUR_MS
        found = self.hours.get(number)
        if found is None:
            found = self.hours[number] = Turned()
        return found

    @property
    def expected(self) -> Money:
        """What the bank should have won: turnover less paid and contributed, with corrections and the rest."""
        return self.turnover - self.paid - self.contributed + self.corrections + self.other

    @property
    def per_hour(self) -> int | None:
        """Rounds settled in an hour of play, to the whole round."""
        return (2 * self.settled * HOUR_MS + self.playing_ms) // (2 * self.playing_ms) if self.playing_ms else None


class PlayFold(Fold):
    """Counts tables along a walk."""

    def __init__(self) -> None:
        self.tables: dict[str, TablePlay] = {}
        self._turnover = TurnoverCount()

    def begin(self, floor: Floor) -> None:
        self._turnover = TurnoverCount(floor)
        for name, table in floor.tables.items():
            running = table.round is not None and table.round.outcome is None and table.round.phase.value != "VOID"
            played = self.tables[name] = TablePlay(opening=floor.ledger.held(bank_of(name)))
            played.opened_at_ms = floor.at_ms if running else 0

    def take(self, line: OpenEntry, floor: Floor) -> None:
        for event in line.verdict.events or ():
            changed = self._turnover.take(event)
            if changed is not None:
                self._turned(changed, event, line)
                self._turnover.keep_only(floor, changed.table)
            act = _ACTS.get(type(event))
            if act is not None:
                act(self, event, line)
            if getattr(event, "transfers", None):
                self._bank(event, line)

    def played(self, table: str) -> TablePlay:
        """What a table did; one that was registered on the way begins with nothing."""
        found = self.tables.get(table)
        if found is None:
            found = self.tables[table] = TablePlay()
        return found

    def _bank(self, event: Any, line: OpenEntry) -> None:
        """What an event moved to a bank, by its transfers."""
        kind = type(event)
        for each in event.transfers:
            for account, amount in ((each.source, -each.amount), (each.destination, each.amount)):
                if account.startswith(BANK):
                    played = self.played(account[len(BANK) :])
                    if kind in _RESULTS:
                        played.by_transfers += amount
                    elif kind is events.PoolFed:
                        played.contributed -= amount
                        played.hour(line.at_ms).contributed -= amount
                    elif kind in CORRECTING:
                        played.corrections += amount
                    else:
                        played.other += amount
        if kind in _RESULTS:
            played = self.played(event.table)
            if played.by_transfers != played.by_results and not played.first_wrong:
                played.first_wrong = line.sequence

    def _opened(self, event: events.RoundOpened, line: OpenEntry) -> None:
        played = self.played(event.table)
        played.opened += 1
        played.opened_at_ms = line.at_ms

    def _settled(self, event: events.RoundSettled, line: OpenEntry) -> None:
        played = self.played(event.table)
        played.settled += 1
        self._ended(played, line.at_ms)
        played.hour(line.at_ms).rounds += 1

    def _turned(self, changed: TurnoverChange, event: Any, line: OpenEntry) -> None:
        played, paid, kind = self.played(changed.table), paid_by(event), type(event)
        hour = played.hour(line.at_ms)
        played.turnover += changed.amount
        played.cloth_turnover += changed.cloth
        played.paid += paid
        hour.turnover += changed.amount
        if kind in CORRECTING:
            played.corrections -= changed.amount
            return
        if kind in CLOTH:
            played.cloth_paid += paid
        played.by_results += changed.amount - paid
        hour.won += changed.amount - paid

    def _voided(self, event: events.RoundVoided, line: OpenEntry) -> None:
        played = self.played(event.table)
        played.void += 1
        self._ended(played, line.at_ms)

    @staticmethod
    def _ended(played: TablePlay, at_ms: int) -> None:
        if played.opened_at_ms:
            played.playing_ms += at_ms - played.opened_at_ms
            played.opened_at_ms = 0

    def _no_spin(self, event: events.NoSpinCalled, line: OpenEntry) -> None:
        del line
        self.played(event.table).no_spins += 1

    def _held(self, event: events.RoundHeld, line: OpenEntry) -> None:
        del line
        self.played(event.table).held += 1

    def _corrected(self, event: events.OutcomeCorrected, line: OpenEntry) -> None:
        del line
        self.played(event.table).corrected += 1

    def _invalid(self, event: events.OutcomeInvalidated, line: OpenEntry) -> None:
        del line
        self.played(event.table).invalid += 1


_RESULTS = SETTLING
"""What is told with results, which its transfers must come to."""
CLOTH: frozenset[type[events.Event]] = frozenset({events.ClothSettled, events.SpotPaid})
_ACTS: dict[type[events.Event], Callable[[PlayFold, Any, OpenEntry], None]] = {
    events.RoundOpened: PlayFold._opened,
    events.RoundSettled: PlayFold._settled,
    events.RoundVoided: PlayFold._voided,
    events.NoSpinCalled: PlayFold._no_spin,
    events.RoundHeld: PlayFold._held,
    events.OutcomeCorrected: PlayFold._corrected,
    events.OutcomeInvalidated: PlayFold._invalid,
}
