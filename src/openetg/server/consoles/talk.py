"""What sessions of consoles and displays have in common: bytes in and out, how long and how often, and the end."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from openetg.server.access.rates import Rate
from openetg.server.sessions import Pipe
from openetg.wire.codec import Malformed
from openetg.wire.console import LARGEST_CONSOLE_MESSAGE, ConsoleBye, encode

PER_S, BURST = 10.0, 60
"""So many messages a second from one login, or one display; so many at once."""

Said = TypeVar("Said")


class Talk:
    """One connection's talk, until it ends."""

    def __init__(self, pipe: Pipe, rate: Rate, asker: str, *, when_ended: Callable[[], None]) -> None:
        self.has_ended = False
        self._pipe = pipe
        self._rate = rate
        self._asker = asker
        """Who is counted for what comes over this connection."""
        self._when_ended = when_ended

    def heard(self, data: bytes, decode: Callable[[bytes], Said], now_ms: int) -> Said | None:
        """The message in some bytes; nothing if the talk has ended, or ends because of them."""
        if self.has_ended:
            return None
        if len(data) > LARGEST_CONSOLE_MESSAGE:
            self.end("too_long", f"a message has at most {LARGEST_CONSOLE_MESSAGE} bytes")
        elif self._rate.wait_ms(self._asker, now_ms):
            self.end("too_fast", "too many messages a second")
        else:
            try:
                return decode(data)
            except Malformed as wrong:
                self.end("malformed", str(wrong))
        return None

    def tell(self, data: bytes) -> None:
        """Sends bytes; a reader who does not read is let go and may come back."""
        if not self.has_ended and not self._pipe.send(data):
            self._finish()

    def end(self, reason: str, words: str) -> None:
        """Says goodbye, and why."""
        if not self.has_ended:
            self._pipe.send(encode(ConsoleBye(reason, words)))
            self._finish()

    def closed(self) -> None:
        """The connection is gone."""
        if not self.has_ended:
            self.has_ended = True
            self._when_ended()

    def _finish(self) -> None:
        self.closed()
        self._pipe.close()
