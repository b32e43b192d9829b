"""A paper that a printer is to print: of a meter, or of a jackpot."""

from __future__ import annotations

from openetg.floor import events
from openetg.floor.state import Floor, Printing, Ticket, TicketState


def paper_ordered(floor: Floor, event: events.TicketOrdered | events.AwardPapered, award: str = "") -> None:
    """The printer of the terminal has yet to confirm it."""
    terminal = floor.terminals[event.terminal]
    terminal.printing = Printing(event.ticket, event.amount, award)
    terminal.papers = max(event.serial, terminal.papers)
    floor.tickets[event.ticket] = Ticket(
        event.ticket,
        event.terminal,
        event.amount,
        TicketState.ORDERED,
        event.paper,
        serial=event.serial,
        at_ms=event.at_ms,
        expires_at_ms=event.expires_at_ms,
    )
