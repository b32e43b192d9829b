"""What sessions of seats, consoles and displays have in common: bytes in and out, how long and how often, and the end.

A terminal's session does the same by itself: on the path of a wager every call counts.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from openetg.server.access.rates import Rate
from openetg.server.guests.sessions import Pipe
from openetg.wire.codec import Malformed

Said = TypeVar("Said")
Goodbye = Callable[[str, str], bytes]
"""The message that ends a session, from its reason and its words."""


class Talk:
    """One connection, until it ends."""

    def __init__(self, pipe: Pipe, rate: Rate, asker: str, *, largest: int, goodbye: Goodbye) -> None:
        """`largest` is how many bytes a message may have."""
        self.has_ended = False
        self._pipe = pipe
        self._rate = rate
        self._asker = asker
        """The name under which messages over this connection are counted."""
        self._largest = largest
        self._goodbye = goodbye

    def left(self) -> None:
        """Called when it has ended: owners of the session drop it."""
        raise NotImplementedError

    def heard(self, data: bytes, decode: Callable[[bytes], Said], now_ms: int) -> Said | None:
        """The message in some bytes; None if it has ended, or ends because of them."""
        if self.has_ended:
            return None
        if len(data) > self._largest:
            self.end("too_long", f"a message has at most {self._largest} bytes")
        elif self._rate.wait_ms(self._asker, now_ms):
            self.end("too_fast", "too many messages a second")
        else:
            try:
                return decode(data)
            except Malformed as wrong:
                self.end("malformed", str(wrong))
        return None

    def tell(self, data: bytes) -> None:
        """Sends bytes; a reader who does not read is disconnected and may come back."""
        if not self.has_ended and not self._pipe.send(data):
            self._finish()

    def end(self, reason: str, words: str) -> None:
        """Says goodbye, and why."""
        if not self.has_ended:
            self._pipe.send(self._goodbye(reason, words))
            self._finish()

    def closed(self) -> None:
        """The connection is gone."""
        if not self.has_ended:
            self.has_ended = True
            self.left()

    def _finish(self) -> None:
        self.closed()
        self._pipe.close()
