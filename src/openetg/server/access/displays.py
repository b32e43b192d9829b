"""Keys of public displays: a screen on the wall has no person to log in, and shows nothing that is not public.

A key is good for one place, a table or the lobby of the whole floor, and for looking only: no command goes with it. It
is made from the floor's secret and from how many keys of that place were revoked, which is on record: nothing is kept
of the key itself, and it is good until it is revoked or the secret is another.
"""

from __future__ import annotations

import hmac
from hashlib import sha256
from urllib.parse import urlencode

LOBBY = ""
"""The place of a display that shows the whole floor; no table has this name."""
KEY_LENGTH = 32
SHOWN_OF_TABLE = ("numbers", "sign")
"""What a display above a table may show."""
SHOWN_OF_FLOOR = ("lobby", "jackpots")
"""What a display of the whole floor may show."""


class DisplayKeys:
    """Makes keys of displays, and checks them."""

    def __init__(self, secret: bytes) -> None:
        self._secret = secret

    def key(self, place: str, number: int = 0) -> str:
        """The key of a table, or of `LOBBY`, after so many of them were revoked."""
        # Names of tables hold no null character, so that no key of one place is another's.
        again = f"\0{number}" if number else ""
        return hmac.digest(self._secret, f"display/{place}{again}".encode(), sha256).hex()[:KEY_LENGTH]

    def fits(self, place: str, key: str, number: int = 0) -> bool:
        """Whether this is the key of that place."""
        return hmac.compare_digest(self.key(place, number).encode(), key.encode())

    def link(self, place: str, show: str, number: int = 0) -> str:
        """The path of a display's page, below the address of the floor."""
        says = {"table": place} if place else {}
        return f"/display/#{urlencode(says | {'show': show, 'key': self.key(place, number)})}"
