"""A simulated monitoring system: sends credit until answered, pays tickets of other machines once, keeps events."""

from msgspec import Struct

from openetg.devices.line.signals import Identify
from openetg.devices.money.line import VERSION, Fine, MoneyHello
from openetg.devices.money.simulated import DeviceLife
from openetg.devices.monitoring.signals import (
    KIND,
    Answer,
    CreditAsked,
    CreditSent,
    Event,
    EventHeard,
    Meters,
    MetersAsked,
    MonitoringOrder,
    MonitoringSignal,
    RedeemTicket,
    ReverseTicket,
    TicketDenied,
    TicketPaid,
)


class OtherTicket(Struct):
    """A ticket of another machine of the site."""

    cents: int
    redeemed: str = ""
    """The id under which it is redeemed."""


class SimulatedMonitoring:
    """The one of a site, on virtual time; its memory is a database and outlives everything."""

    def __init__(self, serial: str = "MON-1") -> None:
        self.serial = serial
        self.tickets: dict[str, OtherTicket] = {}
        self.answers: dict[str, Answer] = {}
        self.meters: dict[str, Meters] = {}
        self.events: list[Event] = []
        self._asked: dict[str, CreditSent | CreditAsked] = {}
        self._running: DeviceLife[MonitoringSignal] = DeviceLife(self._repeat)
        self._introduce()

    def advance(self, to_ms: int) -> list[MonitoringSignal]:
        """Lets time pass; what it said until then."""
        return self._running.advance(to_ms)

    def next_event_ms(self) -> int:
        """When it will have something to say."""
        return self._running.next_event_ms()

    def issue_ticket(self, digits: str, cents: int) -> None:
        """Another machine of the site has issued a ticket."""
        self.tickets[digits] = OtherTicket(cents)

    def send_credit(self, transfer: str, terminal: str, cents: int) -> None:
        """Sends money to a terminal, until there is an answer."""
        self._ask(CreditSent(transfer, terminal, cents))

    def ask_credit(self, transfer: str, terminal: str, cents: int) -> None:
        """Wants money from a terminal, until there is an answer."""
        self._ask(CreditAsked(transfer, terminal, cents))

    def ask_meters(self, terminal: str) -> None:
        """Asks for the meters on record."""
        self._running.say(MetersAsked(terminal))

    def order(self, order: MonitoringOrder) -> None:
        """Takes what the floor tells."""
        match order:
            case Identify():
                self._introduce()
            case Answer():
                self.answers[order.transfer] = order
                self._asked.pop(order.transfer, None)
            case Meters():
                self.meters[order.terminal] = order
            case Event():
                if order not in self.events:
                    self.events.append(order)
                self._running.say(EventHeard(order.item))
            case RedeemTicket():
                self._running.say(self._redeem(order))
            case ReverseTicket():
                for ticket in self.tickets.values():
                    if ticket.redeemed == order.redemption:
                        ticket.redeemed = ""
            case _:
                pass

    def _ask(self, asked: CreditSent | CreditAsked) -> None:
        self._asked[asked.transfer] = asked
        self._running.say(asked)

    def _redeem(self, order: RedeemTicket) -> TicketPaid | TicketDenied:
        ticket = self.tickets.get(order.digits)
        if ticket is None:
            return TicketDenied(order.redemption, "unknown")
        if ticket.redeemed not in {"", order.redemption}:
            return TicketDenied(order.redemption, "redeemed")
        ticket.redeemed = order.redemption
        return TicketPaid(order.redemption, ticket.cents)

    def _introduce(self) -> None:
        self._running.say(MoneyHello(VERSION, KIND, self.serial, "sim-1", 1), Fine())
        self._repeat()

    def _repeat(self) -> None:
        self._running.say(*self._asked.values())
