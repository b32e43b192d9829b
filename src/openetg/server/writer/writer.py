"""The one writer: takes orders, has the floor decide and apply them, and hands groups of entries to be made durable.

Sans I/O: `submit` fills the inbox, `step` turns it into one group, `committed` says what may now be seen. One group
is in flight at a time and the floor is not stepped meanwhile, so after `committed` the floor is exactly what the
journal holds. An adapter owns the clock, the store and the thread. Nothing may be shown between `step` and
`committed`; if the append fails the writer is done for and a new one reads the journal.

What follows from an order by itself (`follow`: the value that a pool has reached is revealed, a draw that was called is
held) is decided right after it, before anything that waits, in the same group: no reader sees one without the other.

A bug that breaks a decision stops nothing: deciding only reads, so that one order is refused and put aside, with a
fault of the machine on record. A bug that breaks the applying leaves the floor in an unknown state: it stops the
writer.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator

from msgspec import Struct

from openetg.floor.alerts.noise import OF_A_THING, OF_DEVICES, noise_of
from openetg.floor.commands import AnyCommand, Order, ReportMachineFault
from openetg.floor.core.answers import Stale, answer_of, remember
from openetg.floor.core.refusals import Reason, Refusal
from openetg.floor.core.verdicts import Verdict
from openetg.floor.pipeline import DECIDERS, OF_PLAYERS, PUT_ASIDE, UNRECORDED, admit, record
from openetg.floor.state import Answer, Floor, Sender
from openetg.journal.entry import Entry
from openetg.server.writer.babbling import Babbling
from openetg.server.writer.quarantine import PutAside, put_aside, where
from openetg.server.writer.sealing import PLAIN, PLANS, Edge

LARGEST_INBOX = 20_000
"""More waiting orders than this are turned away: the terminal asks again."""
LARGEST_GROUP = 2_000
"""More entries than this wait for the next group, so that no commit takes long."""
QUARANTINE = "quarantine"
"""The sender of faults about orders that were put aside."""
CONTROLLER = "controller"
"""The sender of what follows from an order by itself."""
COUNTER = "counter"
"""The sender of what was counted instead of written."""
HELD_BACK = Refusal(Reason.ALREADY_THERE)
"""The answer to a device that repeats what is on record."""
FOLLOWED_MAX = 1_000
"""At most so many commands follow from one order: more would be an endless loop."""

Reply = Callable[["Decided | Answer | Stale"], None]
Prepare = Callable[[Reply, "Decided"], bool]
"""Called as soon as an order is decided, with the floor exactly as that left it; returns whether it sends the answer
itself. It shows nothing: what it has prepared may be told after the commit."""

Follow = Callable[["Decided"], Iterable[AnyCommand]]
"""Asked after every order that was applied, wagers aside: returns the commands the floor's own controllers want decided
next."""


class Decided(Struct, frozen=True, gc=False):
    """An order with its verdict; on record if its sequence is not zero."""

    sequence: int
    """The entry it is on record in; zero for a refusal that is not recorded."""
    at_ms: int
    order: Order
    verdict: Verdict


class DecidedGroup(Struct, frozen=True):
    """What one step made: entries for the journal, and what to answer once they are durable."""

    entries: tuple[Entry, ...]
    decided: tuple[Decided, ...]
    replies: tuple[tuple[Reply, Decided | Answer | Stale], ...]
    aside: tuple[PutAside, ...] = ()
    """Orders on which a decision broke, kept for the person who mends it."""


class Writer:
    """Turns orders into groups of entries."""

    def __init__(self, floor: Floor, edge: Edge = PLAIN) -> None:
        self.floor = floor
        self.edge = edge
        self.inbox: deque[tuple[Order, Reply | None]] = deque()
        """Orders that wait. Other modules may read it, never change it."""
        self._refused: dict[str, Sender] = {}
        self.refusals: Counter[Reason] = Counter()
        """Refusals since the writer began, by reason."""
        self._at_ms = 0
        self._aside: list[PutAside] = []
        self._faults: list[str] = []
        """Bugs that are on record: a bug that breaks a thousand orders is reported once."""
        self._life = 0
        """The boot number of the sender of those reports."""
        self.prepare: Prepare | None = None
        self.follow: Follow | None = None
        self._controlled = (0, 0)
        """Boot and last number of the sender of commands that follow from others."""
        self.babbling = Babbling()
        self._counts = (0, 0)
        """Boot and last number of the sender of counts."""
        self.in_flight = False
        """Whether the floor is ahead of the journal: then nothing read from it may be shown."""

    @property
    def waiting(self) -> int:
        """The number of orders that wait."""
        return len(self.inbox)

    @property
    def is_full(self) -> bool:
        """Whether the inbox is full: then no more orders are taken."""
        return len(self.inbox) >= LARGEST_INBOX

    def submit(self, order: Order, reply: Reply | None = None) -> bool:
        """Puts an order into the inbox, through the edge; False if it is full or the sender has to wait."""
        if len(self.inbox) >= LARGEST_INBOX:
            return False
        entered = self.edge.entering(order) if type(order.command) in PLANS else order
        if entered is None:
            return False
        self.inbox.append((entered, reply))
        return True

    def put_first(self, order: Order, reply: Reply) -> None:
        """Puts an order before everything that waits: used for what must be the next entry; never refused."""
        self.inbox.appendleft((order, reply))

    def step(self, at_ms: int, *, last: bool = False) -> DecidedGroup | None:
        """Decides and applies what waits; None if nothing did. With `last` every open count goes on record."""
        assert not self.in_flight, "one group in flight"
        at_ms = self._at_ms = max(self._at_ms, self.floor.at_ms, at_ms)
        entries: list[Entry] = []
        decided: list[Decided] = []
        replies: list[tuple[Reply, Decided | Answer | Stale]] = []
        inbox, prepare, follow = self.inbox, self.prepare, self.follow
        while inbox and len(entries) < LARGEST_GROUP:
            order, reply = inbox.popleft()
            told = self._take(order, at_ms, entries)
            taken = False
            if type(told) is Decided:
                decided.append(told)
                taken = reply is not None and prepare is not None and prepare(reply, told)
                if follow is not None and type(order.command) not in OF_PLAYERS:
                    self._follow(follow, told, entries, decided)
            if reply is not None and not taken:
                replies.append((reply, told))
        if self.babbling.held_back:
            decided.extend(self._count_repeats(at_ms, entries, last=last))
        aside, self._aside = tuple(self._aside), []
        if not entries and not replies and not aside:
            return None
        self.in_flight = True
        return DecidedGroup(tuple(entries), tuple(decided), tuple(replies), aside)

    def committed(self, group: DecidedGroup) -> tuple[Decided, ...]:
        """Called once the group is durable: answers its senders, and returns what may now be shown."""
        self.in_flight = False
        for reply, told in group.replies:
            reply(told)
        return group.decided

    def _take(self, order: Order, at_ms: int, entries: list[Entry]) -> Decided | Answer | Stale:
        floor, command = self.floor, order.command
        earlier = admit(floor.senders, order)
        if order.sender in self._refused:
            earlier = self._earlier_refusal(order) or earlier
        if earlier is not None:
            return earlier
        try:
            verdict = DECIDERS[type(command)](floor, command, at_ms)
        except Exception as fault:  # noqa: BLE001 - whatever it is, it concerns this order alone
            verdict = self._put_aside(put_aside(order, at_ms, fault))
        if not isinstance(verdict, tuple):
            self.refusals[verdict.reason] += 1
            if type(command) in UNRECORDED:
                return self._unrecorded(order, verdict, at_ms)
            if self._is_babble(order, verdict, at_ms) and type(command) not in OF_A_THING:
                return self._unrecorded(order, verdict, at_ms)
        elif type(command) in OF_DEVICES and self._is_babble(order, verdict, at_ms):
            return self._unrecorded(order, HELD_BACK, at_ms)
        floor.at_ms = at_ms
        asked, answered = record(floor, order, verdict)
        sequence = floor.sequence
        entries.append(Entry(sequence, at_ms, asked, answered))
        return Decided(sequence, at_ms, order, verdict)

    def _unrecorded(self, order: Order, refusal: Refusal, at_ms: int) -> Decided:
        """A refusal that is not journaled, remembered so that a repetition gets the same answer from this writer."""
        remember(self._refused, order, answer_of(0, refusal))
        return Decided(0, at_ms, order, refusal)

    def _is_babble(self, order: Order, verdict: Verdict, at_ms: int) -> bool:
        """Whether a decision is one too many of its kind: it is counted, and the count goes on record instead."""
        noise = noise_of(self.floor, order.command, verdict)
        return bool(noise) and self.babbling.holds_back((order.sender, type(order.command).__name__, noise), at_ms)

    def _count_repeats(self, at_ms: int, entries: list[Entry], *, last: bool) -> Iterator[Decided]:
        """Puts due counts on record; the first of a kind in the same group that began it."""
        for command in self.babbling.due(at_ms, last=last):
            life, number = self._counts
            self._counts = (life or self._life_after(COUNTER, at_ms), number + 1)
            told = self._take(Order(COUNTER, *self._counts, command), at_ms, entries)
            assert type(told) is Decided, f"the number of a count is new: {told}"
            yield told

    def _follow(self, follow: Follow, told: Decided, entries: list[Entry], decided: list[Decided]) -> None:
        """Decides what follows from an order, and what follows from that; the group may exceed its size limit by
        that."""
        asked, most = deque((told,)), len(decided) + FOLLOWED_MAX
        while asked:
            for command in self._followers(follow, asked.popleft()):
                next_ = self._take(self._controlled_order(command), told.at_ms, entries)
                assert type(next_) is Decided, f"the number of what follows is new: {next_}"
                decided.append(next_)
                asked.append(next_)
            if len(decided) > most:
                self._fault(f"{type(told.order.command).__name__}: what follows from it has no end", told.at_ms)
                return

    def _followers(self, follow: Follow, told: Decided) -> list[AnyCommand]:
        """The commands that follow from one order; none if the controller raised, which is reported and does not stop
        the floor."""
        try:
            return list(follow(told)) if isinstance(told.verdict, tuple) else []
        except Exception as fault:  # noqa: BLE001 - whatever it is, what was decided stands
            self._fault(f"nothing followed from {type(told.order.command).__name__}: {where(fault)}", told.at_ms)
            return []

    def _controlled_order(self, command: AnyCommand) -> Order:
        life, number = self._controlled
        if not life:
            life = self._life_after(CONTROLLER, self._at_ms)
        self._controlled = (life, number + 1)
        return Order(CONTROLLER, life, number + 1, command)

    def _put_aside(self, broken: PutAside) -> Refusal:
        """Refuses an order on which a decision broke, and puts the fault on record next."""
        self._aside.append(broken)
        self._fault(f"{type(broken.order.command).__name__} was put aside: {broken.broke}", broken.at_ms)
        return PUT_ASIDE

    def _fault(self, words: str, at_ms: int) -> None:
        """Puts a bug on record next, once."""
        if words in self._faults:
            return
        if not self._faults:
            self._life = self._life_after(QUARANTINE, at_ms)
        self._faults.append(words)
        # Under a name of its own, so that the next check of the software's files that finds no fault does not end the
        # alert.
        fault = ReportMachineFault("software", words, device=QUARANTINE)
        self.inbox.appendleft((Order(QUARANTINE, self._life, len(self._faults), fault), None))

    def _life_after(self, sender: str, at_ms: int) -> int:
        """A boot number that the sender has not used."""
        before = self.floor.senders.get(sender)
        return max(at_ms, before.boot + 1 if before is not None else 0)

    def _earlier_refusal(self, order: Order) -> Answer | Stale | None:
        refused = admit(self._refused, order)
        if type(refused) is Answer:
            return refused
        return admit(self.floor.senders, order) or refused
