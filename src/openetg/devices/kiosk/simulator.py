"""A simulated kiosk: cassettes of notes and coins, a cap, an escrow, a dispenser that counts in permanent memory.

It pays piece by piece and writes down each before it leaves, so that after a loss of power it knows how much is out.
The ticket it was told to pay never goes back; the ticket it was not told to pay always can.
"""

from typing import Any, ClassVar

from msgspec import Struct

from openetg.devices.kiosk.signals import (
    KIND,
    CannotPay,
    KioskOrder,
    KioskSignal,
    Offer,
    Paid,
    Pay,
    Payable,
    Return,
    Returned,
    Short,
    TicketHeld,
    Unpayable,
)
from openetg.devices.line.signals import Identify
from openetg.devices.money.line import VERSION, DeviceTrouble, Fine, Heard, MoneyHello
from openetg.devices.money.simulated import DeviceLife

PIECE_MS = 150
"""How long one note or coin takes."""


class Paying(Struct):
    """A payment under way; kept over a loss of power."""

    item: int
    cents: int
    left: list[int]
    """The pieces that have yet to go out."""
    paid: int = 0


class SimulatedKiosk:
    """One kiosk, on virtual time."""

    MEMORY: ClassVar[dict[str, Any]] = {
        "cassettes": dict[int, int],
        "dispensed": list[int],
        "receipts": list[Short],
        "kept": list[str],
        "returned": list[str],
        "inside": TicketHeld | None,
        "paying": Paying | None,
        "word": Paid | Short | Returned | Unpayable | None,
        "jammed": bool,
        "count": int,
        "life": int,
    }

    def __init__(
        self, serial: str = "KSK-1", *, cassettes: dict[int, int] | None = None, cap: int = 200_000, life: int = 1
    ) -> None:
        """`life` is that of a memory that begins now."""
        self.serial = serial
        self.cassettes = dict(cassettes or {})
        """Per value in cents, how many pieces are there."""
        self.cap = cap
        self.dispensed: list[int] = []
        """Every piece that went out."""
        self.receipts: list[Short] = []
        self.kept: list[str] = []
        """The numbers of tickets it keeps."""
        self.returned: list[str] = []
        self.inside: TicketHeld | None = None
        self.paying: Paying | None = None
        self.word: Paid | Short | Returned | Unpayable | None = None
        self.jammed = False
        self.life = life
        self.count = 0
        self._powered = False
        self._running: DeviceLife[KioskSignal] = DeviceLife(self._repeat)
        self.switch_on()

    def advance(self, to_ms: int) -> list[KioskSignal]:
        """Lets time pass; what it said until then."""
        return self._running.advance(to_ms) if self._powered else []

    def next_event_ms(self) -> int:
        """When it will have something to say."""
        return self._running.next_event_ms()

    def switch_on(self) -> None:
        """Power is there: a payment that was broken off ends with a receipt for the rest."""
        self._running = DeviceLife(self._repeat)
        self._powered = True
        if self.paying is not None:
            self._end_payment()
        self._introduce()

    def cut(self) -> None:
        """Power is gone; a ticket in escrow stays there."""
        self._running.stop()
        self._powered = False

    def insert(self, digits: str) -> bool:
        """A person puts a ticket in; whether it was not given straight back."""
        busy = self.inside is not None or self.paying is not None or self.word is not None or self.jammed
        if not self._powered or busy or not digits:
            self.returned.append(digits)
            return False
        self.count += 1
        self.inside = TicketHeld(self.count, digits)
        self._running.say(self.inside)
        return True

    def jam(self) -> None:
        """The dispenser is stuck; what it is paying ends here."""
        self.jammed = True
        self._running.say(DeviceTrouble("JAM", "dispenser jam"))
        if self.paying is not None:
            self._end_payment()

    def mend(self) -> None:
        """A person has cleared it."""
        self.jammed = False
        self._running.say(Fine())

    def order(self, order: KioskOrder) -> None:
        """Takes an order now."""
        match order:
            case Identify():
                self._introduce()
            case Heard():
                if self.word is not None and self.word.item == order.item:
                    self.word = None
            case Offer() | Pay() | Return():
                if self.inside is None or self.inside.item != order.item:
                    self._repeat()
                elif isinstance(order, Offer):
                    self._consider(order)
                elif isinstance(order, Pay):
                    self._begin(order)
                else:
                    self._give_back(Returned(order.item))

    def _consider(self, offer: Offer) -> None:
        if offer.cents > self.cap:
            self._give_back(Unpayable(offer.item, CannotPay.ABOVE_CAP))
        elif self._pieces(offer.cents) is None:
            self._give_back(Unpayable(offer.item, CannotPay.NO_CHANGE))
        else:
            self._running.say(Payable(offer.item, offer.cents))

    def _begin(self, pay: Pay) -> None:
        assert self.inside is not None, "it pays what it holds"
        self.kept.append(self.inside.digits)
        self.inside = None
        # The cassettes may have changed since: then what is there goes out, and the rest is owed.
        pieces = self._pieces(pay.cents)
        self.paying = Paying(pay.item, pay.cents, [] if pieces is None else pieces)
        self._next_piece()

    def _next_piece(self) -> None:
        if self.paying is None:
            return
        if not self.paying.left or self.jammed:
            self._end_payment()
            return
        self._running.later(PIECE_MS, self._dispense)

    def _dispense(self) -> None:
        if self.paying is None or self.jammed:
            return
        piece = self.paying.left.pop(0)
        self.cassettes[piece] -= 1
        self.paying.paid += piece
        self.dispensed.append(piece)
        self._next_piece()

    def _end_payment(self) -> None:
        assert self.paying is not None, "only a payment ends"
        item, paid, cents = self.paying.item, self.paying.paid, self.paying.cents
        self.paying = None
        if paid == cents:
            self.word = Paid(item, paid)
        else:
            self.word = Short(item, paid, cents - paid)
            self.receipts.append(self.word)
        self._running.say(self.word)

    def _give_back(self, word: Returned | Unpayable) -> None:
        assert self.inside is not None, "it gives back what it holds"
        self.returned.append(self.inside.digits)
        self.inside, self.word = None, word
        self._running.say(word)

    def _pieces(self, cents: int) -> list[int] | None:
        """The pieces that make an amount, the largest first; None if it cannot be made of what is there."""
        values = sorted((value for value, there in self.cassettes.items() if there), reverse=True)
        # By amount, the pieces that make it; larger pieces first, so that few go out.
        ways: dict[int, list[int]] = {0: []}
        for value in values:
            for sum_, pieces in sorted(ways.items(), reverse=True):
                for more in range(min(self.cassettes[value], (cents - sum_) // value), 0, -1):
                    if sum_ + more * value not in ways:
                        ways[sum_ + more * value] = [*pieces, *[value] * more]
            if cents in ways:
                break
        return ways.get(cents)

    def _introduce(self) -> None:
        self._running.say(MoneyHello(VERSION, KIND, self.serial, "sim-1", self.life))
        self._running.say(DeviceTrouble("JAM", "dispenser jam") if self.jammed else Fine())
        self._repeat()

    def _repeat(self) -> None:
        if self.word is not None:
            self._running.say(self.word)
        elif self.inside is not None:
            self._running.say(self.inside)
