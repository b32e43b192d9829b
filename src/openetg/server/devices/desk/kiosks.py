"""Kiosks: a ticket is redeemed on record before a note leaves the machine, once for each item of the kiosk.

The item's own number is the number of the command, so a kiosk that asks again, because the server stopped or the line
broke, gets the answer it got before and pays once; another item with the same ticket is another command, and refused.
"""

from __future__ import annotations

from collections import deque
from functools import partial

from openetg.devices.kiosk.signals import (
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
from openetg.devices.money.line import DeviceTrouble, Fine, Heard, MoneyHello
from openetg.floor.commands import Order, RedeemPaper, ReportMachineFault
from openetg.floor.core.answers import earlier_answer
from openetg.floor.core.refusals import Refusal
from openetg.floor.pipeline import decide
from openetg.money import cents, cents_of, format_money
from openetg.server.devices.desk.clerk import Clerk, Told, Troubles, refusal

ROLE = "ticket_machine"
"""What rulebooks call such a machine among the roles."""
LOST_COUNT = "lost-count"
"""Why a ticket goes back under the number of an item that was another, or has ended: the kiosk forgot its items."""


def device_of(kiosk: str) -> str:
    """The name of a kiosk among the devices, and among those who send commands."""
    return f"kiosk/{kiosk}"


class KioskKeeper:
    """Keeps one kiosk."""

    def __init__(self, kiosk: str, clerk: Clerk, troubles: Troubles) -> None:
        self._kiosk = kiosk
        self._clerk = clerk
        self._troubles = troubles
        self._signals: deque[KioskSignal] = deque()
        self._busy = False
        self._life: int | None = None
        self._held: TicketHeld | None = None
        self._done = 0
        """The last item whose end was heard."""

    def hear(self, signal: KioskSignal) -> None:
        """Keeps a signal until its turn."""
        if not self._signals or self._signals[-1] != signal:
            self._signals.append(signal)

    def turn(self, at_ms: int) -> None:
        """Looks at what was said."""
        while self._signals and not self._busy and self._take(self._signals[0], at_ms):
            self._signals.popleft()

    def _take(self, signal: KioskSignal, at_ms: int) -> bool:
        match signal:
            case MoneyHello():
                if signal.life != self._life:
                    self._life, self._done = signal.life, 0
                return True
            case TicketHeld():
                return self._ticket(signal, at_ms)
            case Payable():
                return self._redeem(signal)
            case Short():
                return self._short(signal)
            case Paid() | Returned() | Unpayable():
                self._done = signal.item
                self._send(Heard(signal.item))
                return True
            case DeviceTrouble() | Fine():
                return self.trouble(signal.code if isinstance(signal, DeviceTrouble) else "", at_ms)
            case _:
                return True

    def _ticket(self, held: TicketHeld, at_ms: int) -> bool:
        """Asks the floor what a ticket is worth, unless it was answered before: then repeats that answer."""
        self._held = held
        order = self._order(held)
        if order is None:
            return True
        if held.item == self._done:
            self._send(Return(held.item, LOST_COUNT))
            return True
        earlier = earlier_answer(self._clerk.floor.senders, order)
        if earlier is not None:
            self._answered(held, earlier)
            return True
        edge = self._clerk.writer.edge
        if edge.waits(order.sender):
            self._send(Return(held.item, "wait"))
            return True
        name = edge.name_of(held.digits)
        would = decide(self._clerk.floor, RedeemPaper(ROLE, self._kiosk, name), at_ms)
        if isinstance(would, Refusal):
            return self._submit(held)  # on record, with everything that follows from presenting a wrong number
        self._send(Offer(held.item, cents_of(self._clerk.floor.tickets[name].amount)))
        return True

    def _redeem(self, payable: Payable) -> bool:
        held = self._held
        if held is None or held.item != payable.item:
            return True  # it will say again what it holds
        return self._submit(held)

    def _submit(self, held: TicketHeld) -> bool:
        order = self._order(held)
        if order is None:
            return True
        self._busy = True
        if not self._clerk.submit_item(order, partial(self._decided, held)):
            self._busy = False
            self._send(Return(held.item, "busy"))
        return True

    def _decided(self, held: TicketHeld, told: Told) -> None:
        self._busy = False
        self._answered(held, told)

    def _answered(self, held: TicketHeld, told: Told) -> None:
        no = refusal(told)
        if no is not None:
            self._send(Return(held.item, no))
            return
        ticket = self._clerk.floor.tickets.get(self._clerk.writer.edge.name_of(held.digits))
        if ticket is None or ticket.redeemed is None or ticket.redeemed.person != self._kiosk:
            # The acceptance was of another ticket under the number of this item.
            self._send(Return(held.item, LOST_COUNT))
            return
        self._send(Pay(held.item, cents_of(ticket.amount)))

    def _short(self, short: Short) -> bool:
        """The floor has paid all of it; what did not come out is owed on the receipt, and that is visible to all
        staff."""
        if short.item == self._done:
            self._send(Heard(short.item))
            return True
        paid, owed = format_money(cents(short.paid_cents)), format_money(cents(short.owed_cents))
        why = f"{self._kiosk} paid {paid} for item {short.item} and owes {owed} on a receipt"
        self._busy = self._clerk.submit(device_of(self._kiosk), self._fault(why), partial(self._on_record, short.item))
        return self._busy

    def _on_record(self, item: int, told: Told) -> None:
        del told
        self._busy = False
        self._done = item
        self._send(Heard(item))

    def _fault(self, why: str, *, mended: bool = False) -> ReportMachineFault:
        return ReportMachineFault("kiosk", why, self._kiosk, mended)

    def trouble(self, code: str, at_ms: int) -> bool:
        """Puts on record what is wrong with it, an empty code means nothing is; False if that has to wait."""
        name = device_of(self._kiosk)
        if not self._troubles.is_news(name, code, at_ms):
            return True
        taken = self._clerk.submit(name, self._fault(f"{self._kiosk}: {code or 'in order again'}", mended=not code))
        if taken:
            self._troubles.note(name, code, at_ms)
        return taken

    def _order(self, held: TicketHeld) -> Order | None:
        """The command of an item; None before the kiosk has said in which life it counts."""
        if self._life is None:
            return None
        return Order(f"payer/{self._kiosk}", self._life, held.item, RedeemPaper(ROLE, self._kiosk, held.digits))

    def _send(self, order: KioskOrder) -> None:
        self._clerk.send(device_of(self._kiosk), order)
