"""Whether a terminal's screen shows the number of its last paper: only where the screen is the paper.

Called by the exchange for every own view. It must never give out a number that a printer has put on paper, or that was
made for the holder of the terminal's previous key.
"""

from __future__ import annotations

from msgspec.structs import replace

from openetg.floor.rounds.views import OwnView
from openetg.server.writer.writer import Writer


class PapersShown:
    """What screens show of papers."""

    def __init__(self, writer: Writer) -> None:
        self._writer = writer
        self.real_printers: frozenset[str] = frozenset()
        """Terminals whose tickets come out of a printer: the screen never shows their numbers."""

    def on_screen(self, own: OwnView) -> OwnView:
        """A terminal's own view with the number of its last paper, or without, in the place of the paper's name."""
        return replace(own, ticket=self._number(own)) if own.ticket else own

    def _number(self, own: OwnView) -> str:
        if own.terminal in self.real_printers:
            return ""
        floor = self._writer.floor
        pairing = floor.people.pairings.get(own.terminal)
        if pairing is not None and floor.tickets[own.ticket].at_ms < pairing.at_ms:
            return ""
        return self._writer.edge.printed(own.ticket)
