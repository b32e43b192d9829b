"""Every draw of a journal done over, from its entries alone: what bound the house, what was told, what follows from it.

Nothing recorded is trusted: contributions follow from settlements and rules (`contributions`), pools are added up from
what moved (`fair_pools`), entries from what was handed in or earned, values and winners are drawn again from the
secrets (`fair_draws`). A commitment must stand before the first cent or entry that it is about, and is followed by no
other until its secret was told. It reads entries in their order, of a journal or of a file of entries, and must never
need a key, a floor or a network.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec import DecodeError, json

from openetg.floor import events
from openetg.floor.core.stored import Recorded
from openetg.journal.entry import Entry
from openetg.reports.fairness.checked import CheckedDraw, HonestTrouble
from openetg.reports.fairness.contributions import Contributions
from openetg.reports.fairness.draws import MONEY_CAME, Draws
from openetg.reports.fairness.pools import Pools

__all__ = ["CheckedDraw", "Fairness", "FairnessProblem", "check_draws"]

SPEAKS = (
    *(b'"Jackpot', b'"LevelBegan"', b'"PoolFed"', b'"Promotion', b'"Draw', b'"Prize', b'"Entr', b"pool/"),
    *(b'Settled"', b'"RoundOpened"', b'"RoundVoided"', b'"WagersVoided"', b'"WagerRuled"', b'"PayoutsSuspended"'),
    *(b'"LineReported"', b'"MachineFaulted"', b'"Scrutineer', b'"RulebookAdopted"', b'"TableRegistered"'),
    b"\\",
)
"""An entry without any of these says nothing of draws, nor of what feeds them; the last one may be any letter."""
OF_STAYS = tuple(f'"{each.__name__}"'.encode() for each in MONEY_CAME)
"""What counts only while an entrant is seated for a promotion."""
FOLLOWS = (events.JackpotWon, events.LevelBegan, events.DrawCommitted, events.PromotionDrawn)
"""What the floor says by itself behind an order, in the same group."""


class FairnessProblem(Exception):
    """The entries cannot be read. The message is for a person."""


class Fairness:
    """A walk over entries; `take` each of them, then `ended` once."""

    def __init__(self, *, after: int = 0) -> None:
        whole = after == 0
        """Whether it sees everything from the beginning on."""
        self._come, self._trouble = Contributions(whole=whole), HonestTrouble()
        self._pools = Pools(self._come, self._trouble, whole=whole)
        self._draws = Draws(self._come, self._trouble, whole=whole)
        self._last = after
        """The last entry that did not follow from another by itself: behind it a secret may still be told."""

    def take(self, entry: Entry) -> Iterator[CheckedDraw]:
        """The findings about an entry."""
        if not self._speaks(entry.verdict):
            self._last = entry.sequence
            return
        try:
            recorded = json.decode(entry.verdict, type=Recorded)
        except (DecodeError, UnicodeDecodeError) as wrong:
            raise FairnessProblem(f"entry {entry.sequence} cannot be read by this build: {wrong}") from None
        said = recorded.events or ()
        if not said or not all(isinstance(event, FOLLOWS) for event in said):
            self._last = entry.sequence
        self._come.begin_entry()
        self._draws.begin_entry()
        for event in said:
            if isinstance(event, events.MachineFaulted):
                self._trouble.machine(entry.sequence, event)
            yield from self._pools.take(entry.sequence, event)
            yield from self._draws.take(entry.sequence, event, entry.at_ms)
            self._come.see(event)
        yield from self._pools.entry_ended(entry.sequence)
        yield from self._draws.entry_ended(entry.sequence, entry.at_ms)

    def _speaks(self, verdict: bytes) -> bool:
        return any(each in verdict for each in SPEAKS) or (
            self._draws.has_seats and any(each in verdict for each in OF_STAYS)
        )

    def ended(self) -> Iterator[CheckedDraw]:
        """What is still bound by a secret that was not told."""
        yield from self._pools.ended(self._last)
        yield from self._draws.ended(self._last)


def check_draws(entries: Iterable[Entry], *, after: int = 0) -> Iterator[CheckedDraw]:
    """The findings about every commitment, reveal and draw; `after` is the last entry before these."""
    walk = Fairness(after=after)
    for entry in entries:
        yield from walk.take(entry)
    yield from walk.ended()
