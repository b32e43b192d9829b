"""Acts of high value: they wait, for a short time, until a second person has confirmed them.

Which acts, and above which sum, is set for the site; beyond that an act waits for what it would do, by any name it
is asked for: a round with wagers void, payouts suspended, an outcome changed. Some acts the floor itself grants to two
people only (`NEEDS_SECOND`): they carry their second person. What waits is in memory alone: nothing of it is done, and
after a restart it is simply asked again. The second person is another person, who cannot be the same human
under another name (`floor.hands`), has the power for the act too or the duty of a witness, and goes on record right
before the act.
"""

from __future__ import annotations

import secrets
from collections.abc import Awaitable, Callable
from hashlib import sha256
from typing import Any, get_args

from msgspec import Struct, json
from msgspec.structs import replace

from openetg.floor import commands as ask
from openetg.floor import events as said
from openetg.floor.cloth.chips import AT_CAGE
from openetg.floor.commands import AnyCommand
from openetg.floor.core.declaring import TakesTwo, fact_of
from openetg.floor.core.ledger import award_of, demanded_of, hand_of, meter_of, pool_of, withheld_of
from openetg.floor.core.refusals import Reason, Refusal
from openetg.floor.core.verdicts import Verdict
from openetg.floor.events import AnyEvent
from openetg.floor.jackpots.pools import held_in
from openetg.floor.people.hands import one_behind
from openetg.floor.people.staff import WITNESS, staff_member
from openetg.floor.pipeline import decide
from openetg.floor.preview import changes_of
from openetg.floor.state import Floor, Round, StaffMember, Table
from openetg.money import ZERO, Money, cents, total
from openetg.server.acts.acts import DECLARED, LACKING, holds
from openetg.server.acts.line import FloorLine
from openetg.server.writer.sealing import PLANS

WAITING_MAX = 256
OF_ONE_MAX = 16
"""At most so many acts of one person wait: no person keeps the acts of all others from waiting."""
RULINGS = tuple(kind for kind in get_args(AnyEvent) if fact_of(kind).ruling)
"""What gives players money, or takes it from them, by the word of a person and not by the course of a round."""
THEIRS = frozenset({"prize", "award", "meter", "hand", "tickets", "payable", "withheld", "contested", "demanded"})
"""The kinds of accounts that belong to players."""


class SecondRules(Struct, frozen=True):
    """Which acts need a second person at this site."""

    acts: frozenset[str] = frozenset(
        kind.__name__ for kind, says in DECLARED.items() if says.takes_two is TakesTwo.ALWAYS
    )
    """Acts that always need one, by the names of their commands."""
    above: Money = cents(500_000)
    """Payments by a person above this, and rulings that move more than this to players or away from them.

    For a site that has set no sum of its own.
    """
    within_ms: int = 120_000
    """How long an act waits."""


class HeldAct(Struct, frozen=True):
    """An act that waits."""

    name: str
    """The name it is confirmed under."""
    first: str
    sender: str
    boot: int
    number: int
    command: AnyCommand
    sealed: AnyCommand
    digest: str
    until_ms: int
    part: str = ""
    """Half of a secret that takes two people: for the requester alone."""
    then: Callable[[], Awaitable[str]] | None = None
    """What is done once the act is on record; gives the other half, for the second person alone."""


def confirmed_by(command: AnyCommand, second: str) -> AnyCommand:
    """An act with its second person, where it carries one."""
    return replace(command, second=second) if "second" in command.__struct_fields__ else command


def would(line: FloorLine, command: AnyCommand, second: str = "") -> Verdict:
    """What the floor would answer to an act once a second person has confirmed it: `second` if that person may confirm,
    otherwise any person who may.

    What no person may confirm gets the floor's refusal.
    """
    verdict = decide(line.floor, command, line.now_ms())
    if not needs_second(verdict):
        return verdict
    for person in dict.fromkeys((second, *line.floor.people.staff)):
        tried = decide(line.floor, confirmed_by(command, person), line.now_ms()) if person else verdict
        if not isinstance(tried, Refusal):
            return tried
    return verdict


def needs_second(verdict: Verdict | None) -> bool:
    """Whether an act is refused for want of a second person alone."""
    return isinstance(verdict, Refusal) and verdict.reason is Reason.NEEDS_SECOND


class Seconds:
    """Acts that wait for a second person."""

    def __init__(self, rules: SecondRules) -> None:
        self.rules = rules
        self._waiting: dict[str, HeldAct] = {}

    def wants(self, floor: Floor, command: AnyCommand, verdict: Verdict | None = None) -> bool:
        """Whether an act of a person, as the floor will see it, needs a second one.

        `verdict` is what the floor answers to it now, for those who have asked already. Of what is refused nothing
        follows: there the name and the sum named decide.
        """
        above = self.above(floor)
        if type(command).__name__ in self.rules.acts or amount_of(floor, command) > above:
            return True
        if DECLARED[type(command)].takes_two is TakesTwo.BY_SUM_NAMED:
            return False
        would = decide(floor, command, floor.at_ms) if verdict is None else verdict
        if isinstance(would, Refusal):
            return needs_second(would)
        return any(_is_grave(floor, event) for event in would) or moved_by(floor, would) > above

    def above(self, floor: Floor) -> Money:
        """The sum above which it takes two people: the site's, or that of the software if the site has set none."""
        return self.rules.above if floor.people.second_above is None else floor.people.second_above

    def put(
        self,
        first: str,
        order: ask.Order,
        sealed: AnyCommand,
        now_ms: int,
        *,
        part: str = "",
        then: Callable[[], Awaitable[str]] | None = None,
    ) -> HeldAct | None:
        """Keeps an act waiting, or finds the one that waits under the same number; None if too many wait.

        The same act of a person waits once, however often a button is pressed.
        """
        self._forget(now_ms)
        for waiting in self._waiting.values():
            if (waiting.sender, waiting.boot, waiting.number) == (order.sender, order.boot, order.number):
                return waiting
            if (waiting.first, waiting.command) == (first, order.command):
                return waiting
        own = sum(waiting.first == first for waiting in self._waiting.values())
        if len(self._waiting) >= WAITING_MAX or own >= OF_ONE_MAX:
            return None
        until_ms = now_ms + self.rules.within_ms
        waiting = HeldAct(
            name=secrets.token_urlsafe(12),
            first=first,
            sender=order.sender,
            boot=order.boot,
            number=order.number,
            command=order.command,
            sealed=sealed,
            digest=digest_of(sealed),
            until_ms=until_ms,
            part=part,
            then=then,
        )
        self._waiting[waiting.name] = waiting
        return waiting

    def all(self, now_ms: int) -> tuple[HeldAct, ...]:
        """Everything that waits."""
        self._forget(now_ms)
        return tuple(self._waiting.values())

    def get(self, name: str, now_ms: int) -> HeldAct | None:
        """The act that waits under a name; None if none does."""
        self._forget(now_ms)
        return self._waiting.get(name)

    def take(self, name: str, now_ms: int) -> HeldAct | None:
        """The act that waited under a name, taken out; None if none did."""
        self._forget(now_ms)
        return self._waiting.pop(name, None)

    def _forget(self, now_ms: int) -> None:
        for name in [each.name for each in self._waiting.values() if each.until_ms <= now_ms]:
            del self._waiting[name]


def may_second(line: FloorLine, person: str, waiting: HeldAct) -> bool:
    """Whether a person may confirm an act: a witness, or a person who could do it."""
    member = staff_member(line.floor, person)
    if member is None or one_behind(line.floor, person, waiting.first):
        return False
    if needs_second(decide(line.floor, waiting.sealed, line.now_ms())):
        # The floor itself says who may confirm it.
        verdict = decide(line.floor, confirmed_by(waiting.sealed, person), line.now_ms())
        return not isinstance(verdict, Refusal) or verdict.reason not in LACKING | {Reason.SAME_PERSON}
    return WITNESS in member.duties or could_do(line, member, waiting)


def may_see(line: FloorLine, person: str, waiting: HeldAct) -> bool:
    """Whether a person may know of an act that waits: its requester, those who may confirm it, readers of the
    records."""
    member = staff_member(line.floor, person)
    if member is None:
        return False
    return person == waiting.first or may_second(line, person, waiting) or holds(line.floor, member, ("read_records",))


def could_do(line: FloorLine, member: StaffMember, waiting: HeldAct) -> bool:
    """Whether a person has the power for an act that waits."""
    person = member.person
    if "role" not in waiting.sealed.__struct_fields__:
        own = replace(waiting.sealed, by=person)
        verdict = decide(line.floor, own, line.now_ms())
        return not isinstance(verdict, Refusal) or verdict.reason not in LACKING
    for role in dict.fromkeys(role for roles in member.roles.values() for role in roles):
        verdict = decide(line.floor, replace(waiting.sealed, role=role, person=person), line.now_ms())
        if not isinstance(verdict, Refusal) or verdict.reason not in LACKING:
            return True
    return False


def shown(command: AnyCommand) -> AnyCommand:
    """An act as the floor sees it, without its private texts: for a second person's list, and to be hashed.

    Only of a sealed act: there a paper has its name, and a reader of its number could cash the paper.
    """
    plan = PLANS.get(type(command))
    return command if plan is None else replace(command, **{text.field: "" for text in plan.texts})


def digest_of(command: AnyCommand) -> str:
    """A hash over a sealed act; private texts are left out, since a short one could be guessed from it."""
    return sha256(json.encode(shown(command))).hexdigest()


def _is_grave(floor: Floor, event: AnyEvent) -> bool:
    """Whether an event undoes what a round has brought or would bring, or changes the winner of a prize.

    A round without wagers brings nothing.
    """
    match event:
        case said.OutcomeCorrected() | said.OutcomeInvalidated() | said.PayoutsSuspended() | said.WagersReturned():
            return True
        case said.PrizeDrawnAgain():
            return True
        case said.PromotionCancelled():
            won = floor.promotions.offered[event.promotion].won
            return any(each.entrant and not each.paid_at_ms for each in won.values())
        case said.ClaimDenied():
            return event.winner
        case said.RoundVoided():
            return bool(event.transfers or event.forfeited) or _has_wagers(floor.tables[event.table], event.round)
    return False


def _has_wagers(table: Table, number: int) -> bool:
    round_: Round | None = table.round
    if round_ is None or round_.number != number:
        round_ = table.past.get(number)
    return round_ is not None and any(
        any(spots.values()) for spots in (*round_.wagers.values(), *round_.cloth.values())
    )


def moved_by(floor: Floor, events: tuple[AnyEvent, ...]) -> Money:
    """How much money a person's ruling moves to players or away from them, whichever is more."""
    changes = changes_of(floor, tuple(event for event in events if isinstance(event, RULINGS)))
    theirs = [each.after - each.before for each in changes if each.account.partition("/")[0] in THEIRS]
    return max(total(by for by in theirs if by > ZERO), -total(by for by in theirs if by < ZERO))


def amount_of(floor: Floor, command: AnyCommand) -> Money:
    """How much money an act of a person is said to give away at once, also one that is refused now."""
    held = floor.ledger.held
    match command:
        case ask.OrderManualPayout():
            return held(meter_of(command.terminal)) if command.amount is None else command.amount
        case ask.CashInChips() if command.at == AT_CAGE:
            return held(hand_of(command.table, command.player))
        case ask.AdjustJackpot():
            account = award_of(command.award) if command.award else pool_of(command.jackpot, command.level)
            return max(command.value - held(account), held(account) - command.value)
        case ask.DecommissionJackpot():
            return total(held_in(floor, command.jackpot, level) for level in command.levels)
        case ask.PayPrize():
            return total((command.paid or command.asked).values())
        case ask.Release():
            kept = held(withheld_of(command.what))
            return (kept or -held(demanded_of(command.what))) if command.pay else ZERO
    field = DECLARED[type(command)].worth
    return _worth(floor, field, getattr(command, field)) if field else ZERO


def _worth(floor: Floor, field: str, value: Any) -> Money:
    """The sum in a field: the amount itself, or that of the payment, paper or award it names."""
    named: dict[str, dict[str, Any]] = {
        "payout": floor.vault.payouts,
        "ticket": floor.tickets,
        "award": floor.jackpots.awards,
    }
    if field not in named:
        return cents(value)
    found = named[field].get(value)
    return found.amount if found else ZERO
