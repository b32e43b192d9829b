"""The controller of jackpots and draws: commits to secrets, watches pools, and reveals what was reached or called.

The writer asks it after every order (`Writer.follow`) and decides what it answers at once, in the same group. It looks
at the floor as it stands and keeps nothing that the floor does not know, so that a new writer, or a standby that takes
over, first of all finishes what the one before has begun. A secret that cannot be opened is never passed over in
silence: the tables lose their link to the jackpot, a fault of the machine is on record, and staff are called.
"""

from __future__ import annotations

from collections.abc import Iterator

from openetg.chance.drawing import draw_purpose, mystery_purpose
from openetg.floor import events
from openetg.floor.commands import (
    AnyCommand,
    CommitDraw,
    CommitMystery,
    ReportJackpotLink,
    ReportMachineFault,
    RevealDraw,
    RevealMystery,
)
from openetg.floor.core.ledger import pool_of
from openetg.floor.core.refusals import Reason, Refusal
from openetg.floor.jackpots.kinds import is_mystery
from openetg.floor.jackpots.links import tables_of
from openetg.floor.jackpots.offering import value_of
from openetg.floor.jackpots.state import Jackpot, Level
from openetg.floor.pipeline import decide
from openetg.floor.promotions.state import Promotion, PromotionStage
from openetg.floor.state import Floor
from openetg.keys.keyring import Keyring
from openetg.keys.sealing import Shut
from openetg.money import Money
from openetg.server.writer.draw_secrets import DrawSecrets, Secret
from openetg.server.writer.retained_keys import KEEPING, keep_open
from openetg.server.writer.writer import Decided

FOLLOWED: frozenset[type] = frozenset(
    {
        events.WriterStarted,
        events.ApprovalRecorded,
        events.JackpotSetUp,
        events.JackpotChanged,
        events.LevelBegan,
        events.PoolFed,
        events.JackpotWon,
        events.JackpotAdjusted,
        events.JackpotFaultEnded,
        events.JackpotLinkReported,
        events.JackpotDecommissioned,
        events.AwardUpheld,
        events.MachineFaulted,
        events.PromotionPublished,
        events.PromotionStarted,
        events.PromotionAmended,
        events.PromotionValidated,
        events.DrawCommitted,
        events.DrawCalled,
        events.PromotionDrawn,
    }
)
"""Events after which something may be due."""
PART = "chance"
"""The part of the machine whose faults these are."""
LOST = "controller"
"""The cause of a link that is lost because the controller cannot open a secret."""
VALUE = "the value"
"""How the words of a fault begin that is about a mystery."""
COMMITTED_IN = frozenset({PromotionStage.FILED, PromotionStage.RUNNING})


class Controller:
    """Follows one floor; called by the writer."""

    def __init__(self, floor: Floor, keyring: Keyring) -> None:
        self._floor = floor
        self._keyring = keyring
        self._vault = DrawSecrets(keyring)
        self._values: dict[str, tuple[Secret, Money]] = {}
        """Secrets that were opened, with the value that follows from each; by sealed form."""
        self._said: set[tuple[str, str]] = set()
        """Faults on record and the jackpot or promotion of each: each is reported once until it is mended."""

    def follow(self, told: Decided) -> tuple[AnyCommand, ...]:
        """The next thing that is due; after it the writer asks again."""
        assert isinstance(told.verdict, tuple), "nothing follows from a no"
        if any(type(event) in KEEPING for event in told.verdict):
            keep_open(self._floor, self._keyring)
        for event in told.verdict:
            if type(event) in FOLLOWED:
                return tuple(self._first(told.at_ms))
        return ()

    def _first(self, at_ms: int) -> Iterator[AnyCommand]:
        """The first command due that the floor would grant: a refusal goes on record too, and no secret may."""
        for about, command in self._due():
            verdict = decide(self._floor, command, at_ms)
            if not isinstance(verdict, Refusal):
                is_mended = isinstance(command, ReportMachineFault) and command.mended
                self._mended(about, VALUE if is_mended else type(command).__name__)
                yield command
                return
            if verdict.reason is Reason.NOT_REACHED:
                continue  # no settlement yet, or no player plays for it: the next settlement decides
            words = f"{type(command).__name__} would be refused: {verdict.reason.value} {verdict.clause}".strip()
            fault = self._fault(about, words)
            if fault is not None:
                yield fault
                return

    def _due(self) -> Iterator[tuple[str, AnyCommand]]:
        """Everything the floor waits for, in order; each with the jackpot or promotion it is about."""
        self._forget()
        for jackpot in self._floor.jackpots.offered.values():
            if not jackpot.into and is_mystery(jackpot.rules.kind):
                about = f"jackpot/{jackpot.name}"
                yield from ((about, command) for command in self._of_mystery(jackpot, about))
        for promotion in self._floor.promotions.offered.values():
            about = f"promotion/{promotion.name}"
            yield from ((about, command) for command in self._of_promotion(promotion, about))

    def _of_mystery(self, jackpot: Jackpot, about: str) -> Iterator[AnyCommand]:
        shut: list[str] = []
        for level in jackpot.levels.values():
            if not level.live:
                yield from self._commit(jackpot, level, about)
                continue
            found = self._value(jackpot, level)
            if isinstance(found, Shut):
                shut.append(f"{VALUE} of level {level.rules.level} cannot be opened: {found.value}")
            else:
                yield from self._reveal(jackpot, level, *found)
        yield from self._links(jackpot, about, shut)

    def _commit(self, jackpot: Jackpot, level: Level, about: str) -> Iterator[AnyCommand]:
        """Gives a pool that is to begin its secret."""
        name, cycle = level.rules.level, level.cycle + 1
        purpose = mystery_purpose(jackpot.name, name, cycle)
        bound = self._vault.make(purpose, subject=about, said_in="CommitMystery.sealed")
        yield CommitMystery(
            jackpot=jackpot.name,
            level=name,
            cycle=cycle,
            commitment=bound.commitment,
            sealed=bound.sealed,
            process=bound.process,
        )

    def _reveal(self, jackpot: Jackpot, level: Level, secret: Secret, value: Money) -> Iterator[AnyCommand]:
        """The pool has reached the value by a settlement: reveals the secret."""
        held = self._floor.ledger.held(pool_of(jackpot.name, level.rules.level))
        if held >= value:
            yield RevealMystery(jackpot.name, level.rules.level, level.cycle, secret.told())

    def _value(self, jackpot: Jackpot, level: Level) -> tuple[Secret, Money] | Shut:
        """The secret of a level and the value at which it hits, opened once."""
        known = self._values.get(level.sealed)
        if known is None:
            purpose = mystery_purpose(jackpot.name, level.rules.level, level.cycle)
            secret = self._vault.open(level.sealed, purpose, level.commitment)
            if isinstance(secret, Shut):
                return secret
            known = self._values[level.sealed] = (secret, value_of(jackpot, level.rules.level, secret.told()))
        return known

    def _links(self, jackpot: Jackpot, about: str, shut: list[str]) -> Iterator[AnyCommand]:
        """Unlinks tables from a jackpot that cannot be won, so that no table feeds it; links them again once it can be
        opened."""
        if not shut:
            back = [member for member, cause in jackpot.lost.items() if cause == LOST]
            yield from (ReportJackpotLink(jackpot.name, member, up=True) for member in back)
            if any(each == about and words.startswith(VALUE) for each, words in self._said):
                yield ReportMachineFault(PART, "its secrets can be opened again", device=about, mended=True)
            return
        fault = self._fault(about, "; ".join(shut))
        if fault is not None:
            yield fault
        for table in tables_of(self._floor, jackpot):
            if table not in jackpot.lost:
                yield ReportJackpotLink(jackpot.name, table, up=False, cause=LOST)

    def _of_promotion(self, promotion: Promotion, about: str) -> Iterator[AnyCommand]:
        rules = self._floor.rulebook_of(self._floor.tables[promotion.table]).promotions
        is_drawn = rules is not None and promotion.terms.kind not in rules.without_draw
        may_bind = promotion.stage in COMMITTED_IN and promotion.published and not promotion.postponed
        if is_drawn and not promotion.commitment and may_bind:
            bound = self._vault.make(draw_purpose(promotion.name), subject=about, said_in="CommitDraw.sealed")
            yield CommitDraw(promotion.name, bound.commitment, bound.sealed, bound.process)
        if promotion.stage is not PromotionStage.CALLED or promotion.postponed:
            return
        secret = self._vault.open(promotion.sealed, draw_purpose(promotion.name), promotion.commitment)
        if not isinstance(secret, Shut):
            yield RevealDraw(promotion.name, secret.told())
            return
        fault = self._fault(about, f"the secret of its draw cannot be opened: {secret.value}")
        if fault is not None:
            yield fault

    def _forget(self) -> None:
        """Drops secrets that were revealed or are of no more use."""
        offered = self._floor.jackpots.offered.values()
        live = {level.sealed for jackpot in offered for level in jackpot.levels.values() if level.live}
        for sealed in self._values.keys() - live:
            del self._values[sealed]

    def _mended(self, about: str, words: str) -> None:
        """Forgets faults whose words begin so: if such a fault comes again, it goes on record again."""
        self._said = {each for each in self._said if each[0] != about or not each[1].startswith(words)}

    def _fault(self, about: str, words: str) -> ReportMachineFault | None:
        """The command that puts a fault on record; None if it already is."""
        if (about, words) in self._said:
            return None
        self._said.add((about, words))
        return ReportMachineFault(PART, words, device=about)
