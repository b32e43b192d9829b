"""A simulated player's head: sees what a screen shows, and says the next act. Sans I/O; chance and time arrive inside.

Places nothing after 'no more bets', nothing below the minimum on the sign, nothing the meter does not cover, always in
whole chips, and never two acts faster than a finger. Knows no rulebook: what is refused here is not tried again.
"""

from __future__ import annotations

from random import Random

from openetg.players.choosing import Covering, amount_for, chip_for, least_wager, wagers_for
from openetg.players.sight import Act, CashOut, PlaceChips, PlayerSight, PutNote, PutTicket, TakeChips, WalkAway
from openetg.players.tempers import Temper

FASTEST_MS = 350
"""No finger is faster."""
LAST_MOMENT_MS = 700
"""No player begins an act so shortly before the wagering period is planned to end."""
PATIENCE_MS = 60_000
"""How long a player waits for a ticket, or for the moment at which it may be had."""
REFUSALS_MAX = 12
"""After so many refusals in a row a player has enough of the place."""


class Person:
    """One simulated player, from sitting down to walking away."""

    def __init__(self, temper: Temper, chance: Random, *, cash: int, ticket: str = "", pace: float = 1.0) -> None:
        """`cash` is in the purse, `ticket` in the pocket; `pace` is for rehearsals: how much faster than people."""
        self.temper = temper
        self.cash = cash
        self.due_ms: int | None = None
        """When the next act may come; None before the first look."""
        self._chance = chance
        self._pace = pace
        self._ticket = ticket
        self._brought = 0
        """What has gone into the meter so far, counted as notes and tickets go in."""
        self._rounds_left = chance.randint(*temper.rounds)
        self._round = 0
        self._wagers_left = 0
        self._favourites: Covering = {}
        self._layout = ""
        self._disliked: set[str] = set()
        """Wagers that were refused here."""
        self._refusals = 0
        self._leaving_since_ms: int | None = None
        self._why = "enough"
        self._ticket_before = ""

    def think(self, sight: PlayerSight, now_ms: int) -> Act | None:
        """What to do now, if anything; the next act comes after a pause."""
        self._look(sight, now_ms)
        assert self.due_ms is not None, "whoever has looked takes a moment"
        if now_ms < self.due_ms:
            return None
        act = self._act(sight, now_ms)
        if act is not None:
            self.due_ms = now_ms + self._pause_ms()
        return act

    def refused(self, act: Act, reason: str) -> None:
        """The floor said no to an act of this player."""
        self._refusals += 1
        if isinstance(act, PlaceChips):
            if reason == "after_close":
                self._wagers_left = 0
            else:
                self._disliked.add(act.wager)
        elif isinstance(act, PutNote):
            self.cash += act.amount
            self._brought -= act.amount
        elif isinstance(act, PutTicket):
            self._ticket = ""

    def done(self) -> None:
        """The floor did what this player asked for."""
        self._refusals = 0

    def _look(self, sight: PlayerSight, now_ms: int) -> None:
        """Takes in what is new: another layout, another round."""
        if self.due_ms is None:
            self._brought = sight.meter + sight.staked
            self.due_ms = now_ms + self._pause_ms()
        if sight.layout.rulebook + sight.layout.game != self._layout:
            self._layout = sight.layout.rulebook + sight.layout.game
            self._choose_favourites(sight)
        if sight.table.round != self._round and sight.takes_wagers:
            self._round = sight.table.round
            self._rounds_left -= 1
            sits_out = self._chance.random() < self.temper.sits_out
            self._wagers_left = 0 if sits_out else self._chance.randint(1, self.temper.wagers_max)
            self.due_ms = max(self.due_ms, now_ms + self._pause_ms())

    def _choose_favourites(self, sight: PlayerSight) -> None:
        every = wagers_for(sight.layout, self.temper.taste)
        pool = {name: units for name, units in every.items() if name not in self._disliked}
        chosen = self._chance.sample(sorted(pool), min(self.temper.favourites, len(pool)))
        self._favourites = {name: pool[name] for name in chosen}

    def _pause_ms(self) -> int:
        """People take now more, now less time."""
        spread = self._chance.uniform(0.5, 1.8)
        return max(FASTEST_MS, round(self.temper.pause_ms * spread / self._pace))

    def _act(self, sight: PlayerSight, now_ms: int) -> Act | None:
        if self._leaving_since_ms is not None:
            return self._go(sight, now_ms, self._leaving_since_ms)
        if sight.printing:
            return None
        why = self._has_enough(sight)
        if why and not sight.staked:
            self._why = why
            self._leaving_since_ms = now_ms
            self._ticket_before = sight.ticket
            return self._go(sight, now_ms, now_ms)
        if why:
            return self._gather(sight)
        return self._fund(sight) or self._wager(sight, now_ms)

    # Leaving

    def _has_enough(self, sight: PlayerSight) -> str:
        """Why it is time to go; empty if it is not."""
        has = sight.meter + sight.staked
        if self._rounds_left < 0 or self._refusals >= REFUSALS_MAX:
            return "enough"
        if self._brought and has >= self._brought * self.temper.goal:
            return "enough"
        poor = has < least_wager(sight) and not self._ticket
        return "broke" if poor and self._note(sight) is None else ""

    def _gather(self, sight: PlayerSight) -> Act | None:
        """Winning chips that stay on a cloth are taken along; on a terminal the round is waited for."""
        if sight.tickets or not sight.takes_wagers or not sight.spots:
            return None
        spot, amount = next(iter(sight.spots.items()))
        return TakeChips(spot, amount, sight.table.round)

    def _go(self, sight: PlayerSight, now_ms: int, since_ms: int) -> Act | None:
        """Collects what is there, waits for the ticket, and leaves."""
        if sight.printing:
            return WalkAway("gave up") if now_ms - since_ms > PATIENCE_MS else None
        if sight.meter:
            return WalkAway("gave up") if now_ms - since_ms > PATIENCE_MS else CashOut()
        new = sight.ticket if sight.ticket != self._ticket_before else ""
        return WalkAway(self._why, new or self._ticket)

    # Money in

    def _fund(self, sight: PlayerSight) -> Act | None:
        """A ticket, or a note, once the meter does not reach for a wager."""
        if self._ticket and sight.tickets:
            number, self._ticket = self._ticket, ""
            return PutTicket(number)
        if sight.meter + sight.staked >= least_wager(sight):
            return None
        note = self._note(sight)
        if note is None:
            return None
        self.cash -= note
        self._brought += note
        return PutNote(note)

    def _note(self, sight: PlayerSight) -> int | None:
        """The largest note in the purse that is taken here."""
        return max((note for note in sight.notes if 0 < note <= self.cash), default=None)

    # Wagers

    def _wager(self, sight: PlayerSight, now_ms: int) -> Act | None:
        if not sight.takes_wagers or not self._wagers_left or sight.table.round != self._round:
            return None
        if sight.table.closes_at_ms and now_ms >= sight.table.closes_at_ms - LAST_MOMENT_MS:
            return None
        self._wagers_left -= 1
        if sight.spots and self._chance.random() < self.temper.repents:
            spot = self._chance.choice(sorted(sight.spots))
            return TakeChips(spot, sight.spots[spot], sight.table.round)
        return self._place(sight)

    def _place(self, sight: PlayerSight) -> PlaceChips | None:
        liked = [name for name in self._favourites if name not in self._disliked]
        if not liked:
            self._choose_favourites(sight)
            return None
        name = self._chance.choice(liked)
        chip = chip_for(sight.meter, self.temper.share)
        amount = amount_for(sight, name, self._favourites[name], chip, self._chance)
        if not amount:
            return None
        if self._favourites[name] > 1:
            self._wagers_left = min(self._wagers_left, 1)
        return PlaceChips(name, amount, sight.table.round)
