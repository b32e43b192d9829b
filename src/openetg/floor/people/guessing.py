"""How long a person waits after wrong passwords and codes: counted for a person and an address together.

A stranger who guesses at one address keeps no person out at another. Addresses where the person has come in before are
known; what is guessed from all others together is counted as well, with a longer patience, so that many addresses do
not guess for ever, and even that keeps no person out at an address that is known. The server counts names that no
person has by the same functions, so that a wait tells nothing about who works here.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from openetg.floor.people.state import Tried

if TYPE_CHECKING:
    from openetg.floor.people.state import Wrongs

FREE_TRIES = 5
"""So many wrong tries in a row from one address are answered at once."""
FREE_ELSEWHERE = 25
"""And so many from all addresses together where the person never came in."""
FIRST_WAIT_MS = 30_000
LONGEST_WAIT_MS = 60 * 60 * 1000
ADDRESSES_KEPT = 64
KNOWN_KEPT = 16


def waits_until(wrongs: Wrongs, address: str) -> int:
    """Until when tries from an address for this person are not checked; zero if there is no wait."""
    here = wrongs.here.get(address)
    elsewhere = 0 if address in wrongs.known else wrongs.elsewhere.until_ms
    return max(elsewhere, 0 if here is None else here.until_ms)


def after_wrong(wrongs: Wrongs, address: str, at_ms: int) -> tuple[Tried, Tried]:
    """What is counted for an address, and for all that are not known, after one more wrong try."""
    before = wrongs.here.get(address)
    count = (0 if before is None else before.count) + 1
    here = Tried(count, _until(count, FREE_TRIES, at_ms))
    if not address or address in wrongs.known:
        return here, wrongs.elsewhere
    many = wrongs.elsewhere.count + 1
    return here, Tried(many, _until(many, FREE_ELSEWHERE, at_ms))


def count_wrong(wrongs: Wrongs, address: str, here: Tried, elsewhere: Tried) -> None:
    """Keeps what was counted; of many addresses the oldest are dropped."""
    wrongs.here.pop(address, None)
    wrongs.here[address] = here
    while len(wrongs.here) > ADDRESSES_KEPT:
        del wrongs.here[next(iter(wrongs.here))]
    wrongs.elsewhere = elsewhere


def come_in(wrongs: Wrongs, address: str) -> None:
    """A person logged in from an address: it is known, and what was wrong there is forgotten."""
    wrongs.here.pop(address, None)
    if not address:
        return
    if address not in wrongs.known:
        wrongs.elsewhere = Tried()
    wrongs.known = (*(each for each in wrongs.known if each != address), address)[-KNOWN_KEPT:]


def forget_wrong(wrongs: Wrongs) -> None:
    """Ends the waits of a person, who may log in at once, from anywhere."""
    wrongs.here.clear()
    wrongs.elsewhere = Tried()


def _until(count: int, free: int, at_ms: int) -> int:
    if count < free:
        return 0
    # The exponent is bounded before it is used: no sender should make the floor compute with huge numbers.
    return at_ms + min(FIRST_WAIT_MS << min(count - free, 20), LONGEST_WAIT_MS)
