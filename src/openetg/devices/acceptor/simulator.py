"""A simulated acceptor that behaves like the thing: escrow, box, jam, loss of power with a note inside.

What a real one keeps in permanent memory is kept over `cut`: the count of items, the word that was not heard, and what
lies in the box. It never stacks what it was not told to stack, and takes nothing while it has something to say.
"""

from enum import Enum
from functools import partial
from typing import Any, ClassVar

from msgspec import Struct

from openetg.devices.acceptor.signals import (
    KIND,
    TAKE_MS,
    AcceptorOrder,
    AcceptorSignal,
    Empty,
    Lost,
    NoteHeld,
    Refuse,
    Rejected,
    Return,
    Returned,
    Stack,
    Stacked,
    Take,
    TicketHeld,
    TroubleCode,
)
from openetg.devices.line.signals import Identify
from openetg.devices.money.line import VERSION, DeviceTrouble, Fine, Heard, MoneyHello
from openetg.devices.money.simulated import DeviceLife

MOVE_MS = 600
"""How long a note takes into the box."""
PATIENCE_MS = 10_000
"""How long it is held in escrow when no order comes."""


class Fate(Enum):
    """What a loss of power does to an item in escrow, or on its way into the box."""

    KEPT = "kept"
    RETURNED = "returned"
    RETURNED_UNSEEN = "returned unseen"
    STACKED = "stacked"
    STACKED_UNSEEN = "stacked unseen"


MOVING_ONLY = frozenset({Fate.STACKED, Fate.STACKED_UNSEEN})
"""What can happen only to an item that was on its way into the box."""


class EscrowItem(Struct, frozen=True):
    """A note, or a ticket with its number and no cents."""

    item: int
    cents: int
    digits: str = ""


class SimulatedAcceptor:
    """One acceptor, on virtual time."""

    MEMORY: ClassVar[dict[str, Any]] = {
        "box": list[EscrowItem],
        "returned": list[EscrowItem],
        "inside": EscrowItem | None,
        "word": Stacked | Returned | Lost | None,
        "count": int,
        "life": int,
        "trouble": TroubleCode | None,
    }

    def __init__(
        self, serial: str = "ACC-1", *, room: int = 600, notes: frozenset[int] | None = None, life: int = 1
    ) -> None:
        """`notes` are those it knows; without them it knows all. `life` is that of a memory that begins now."""
        self.serial = serial
        self.room = room
        """How many items the box holds."""
        self.notes = notes
        self.box: list[EscrowItem] = []
        self.returned: list[EscrowItem] = []
        """Everything that the player has got back."""
        self.inside: EscrowItem | None = None
        self.word: Stacked | Returned | Lost | None = None
        self.life = life
        self.moving = False
        self.trouble: TroubleCode | None = None
        self.count = 0
        self._take_until_ms = 0
        self._powered = False
        self._running: DeviceLife[AcceptorSignal] = DeviceLife(self._repeat)
        self.switch_on()

    def advance(self, to_ms: int) -> list[AcceptorSignal]:
        """Lets time pass; what it said until then."""
        return self._running.advance(to_ms) if self._powered else []

    def next_event_ms(self) -> int:
        """When it will have something to say."""
        return self._running.next_event_ms()

    def switch_on(self) -> None:
        """Power is there: says who it is and where it stands."""
        self._running = DeviceLife(self._repeat)
        self._powered = True
        self._take_until_ms = 0
        if self.inside is not None:
            self._running.later(PATIENCE_MS, partial(self._tire, self.inside.item))
        self._introduce()

    def cut(self, fate: Fate = Fate.KEPT) -> None:
        """Power is gone, with this fate for what is inside."""
        item = self.inside
        self._running.stop()
        self._powered = False
        if item is not None:
            assert self.moving or fate not in MOVING_ONLY, "what was not on its way does not arrive"
            if fate is Fate.STACKED:
                self._put_into_box(item)
            elif fate is Fate.STACKED_UNSEEN:
                self._put_into_box(item)
                self.word = Lost(item.item, item.cents)
            elif fate is Fate.RETURNED:
                self._give_back(item)
            elif fate is Fate.RETURNED_UNSEEN:
                self._give_back(item)
                self.word = Lost(item.item, item.cents)
        self.moving = False

    def insert_note(self, cents: int) -> bool:
        """A player puts a note in; whether it was not given straight back."""
        known = self.notes is None or cents in self.notes
        return self._insert(EscrowItem(self.count + 1, cents), "unknown-note" if not known else "")

    def insert_ticket(self, digits: str) -> bool:
        """A player puts a ticket in; an empty number is a barcode that cannot be read."""
        return self._insert(EscrowItem(self.count + 1, 0, digits), "" if digits else "unread")

    def jam(self) -> None:
        """Anything inside is stuck, on its way or not."""
        self.moving = False
        self._running.stop()
        self._fail(TroubleCode.JAM)

    def clear_jam(self) -> None:
        """A person has opened it and taken out what was stuck; it does not know what they found."""
        if self.inside is not None:
            self.word = Lost(self.inside.item, self.inside.cents)
            self.returned.append(self.inside)
            self.inside = None
        self._mend()

    def open_box(self) -> list[EscrowItem]:
        """A person takes the box out and counts it; it is back, empty, at once."""
        taken, self.box = self.box, []
        if self.trouble is TroubleCode.FULL:
            self._mend()
        return taken

    def cheat(self) -> None:
        """A string on the note, a strip of plastic."""
        self._fail(TroubleCode.CHEAT)

    def order(self, order: AcceptorOrder) -> None:
        """Takes an order now."""
        match order:
            case Take():
                self._take_until_ms = self._running.now_ms + TAKE_MS
            case Refuse():
                self._take_until_ms = 0
            case Identify():
                self._introduce()
            case Heard():
                if self.word is not None and self.word.item == order.item:
                    self.word = None
            case Stack() | Return():
                self._move(order)

    def _move(self, order: Stack | Return) -> None:
        if self.inside is None or self.inside.item != order.item:
            self._say_where()
        elif self.trouble is TroubleCode.JAM:
            pass  # nothing has become of it; where it is, is said with every beat
        elif isinstance(order, Return):
            if not self.moving:
                self._give_back(self.inside)
                self._say_where()
        elif not self.moving:
            self.moving = True
            self._running.later(MOVE_MS, self._arrive)

    def _insert(self, item: EscrowItem, wrong: str) -> bool:
        free = self._running.now_ms < self._take_until_ms and self.trouble is None
        if not self._powered or self.inside is not None or self.word is not None or wrong or not free:
            self.returned.append(item)
            if self._powered:
                self._running.say(Rejected(wrong or "not-taking"))
            return False
        self.count = item.item
        self.inside = item
        self._running.later(PATIENCE_MS, partial(self._tire, self.inside.item))
        self._say_where()
        return True

    def _arrive(self) -> None:
        if self.inside is None or not self.moving:
            return
        self._put_into_box(self.inside)
        self._say_where()
        if len(self.box) >= self.room:
            self._fail(TroubleCode.FULL)

    def _tire(self, item: int) -> None:
        """Returns the item in escrow when no order has come, unless another item came since."""
        waits = self.inside is not None and self.inside.item == item and not self.moving
        if waits and self.inside is not None and self.trouble is not TroubleCode.JAM:
            self._give_back(self.inside)
            self._say_where()

    def _put_into_box(self, item: EscrowItem) -> None:
        self.box.append(item)
        self.word = Stacked(item.item, item.cents)
        self.inside, self.moving = None, False

    def _give_back(self, item: EscrowItem) -> None:
        self.returned.append(item)
        self.word = Returned(item.item, item.cents)
        self.inside, self.moving = None, False

    def _fail(self, code: TroubleCode) -> None:
        self.trouble = code
        self._running.say(DeviceTrouble(code, code.lower()))

    def _mend(self) -> None:
        self.trouble = None
        self._running.say(Fine())

    def _introduce(self) -> None:
        self._running.say(MoneyHello(VERSION, KIND, self.serial, "sim-1", self.life))
        self._running.say(Fine() if self.trouble is None else DeviceTrouble(self.trouble, self.trouble.lower()))
        self._say_where()

    def _say_where(self) -> None:
        if self.word is not None:
            self._running.say(self.word)
        elif self.inside is None:
            self._running.say(Empty())
        elif self.inside.digits:
            self._running.say(TicketHeld(self.inside.item, self.inside.digits))
        else:
            self._running.say(NoteHeld(self.inside.item, self.inside.cents))

    def _repeat(self) -> None:
        if self.word is not None or (self.inside is not None and not self.moving):
            self._say_where()
