"""The places of a demonstration floor, read from what it says of itself at `/api/floor`, and who gets which.

At every table the first terminal and the first seat are left to people: no simulated player ever takes them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from enum import Enum
from random import Random
from urllib.error import URLError
from urllib.parse import parse_qs, urlsplit, urlunsplit
from urllib.request import urlopen

from msgspec import DecodeError, Struct, ValidationError, json

FLOOR_PATH = "/api/floor"
ANSWER_S = 10.0
LARGEST_ANSWER = 16_777_216
SCHEMES = {"http": "ws", "https": "wss"}


class PlacesProblem(Exception):
    """What keeps players from the floor, in words."""


class PlaceKind(Enum):
    """Where a player sits."""

    TERMINAL = "terminal"
    SEAT = "seat"


class PlayerPlace(Struct, frozen=True):
    """One place, with the key that opens it."""

    kind: PlaceKind
    name: str
    table: str
    key: str
    address: str
    """Where its socket is."""


class _TerminalLink(Struct, frozen=True):
    terminal: str
    href: str = ""


class _SeatLink(Struct, frozen=True):
    seat: str
    href: str = ""


class _TableLink(Struct, frozen=True):
    table: str
    terminals: tuple[_TerminalLink, ...] = ()
    seats: tuple[_SeatLink, ...] = ()


class _FloorLinks(Struct, frozen=True):
    """As much of a floor's description as players need."""

    tables: tuple[_TableLink, ...]


def ask_floor(address: str) -> list[PlayerPlace]:
    """The places of the floor at an address such as http://127.0.0.1:8400/; raises `PlacesProblem` if there are
    none."""
    parts = urlsplit(address)
    if parts.scheme not in SCHEMES or not parts.netloc:
        raise PlacesProblem(f"expected the address of a floor, such as http://127.0.0.1:8400/, found {address!r}")
    url = urlunsplit((parts.scheme, parts.netloc, FLOOR_PATH, "", ""))
    try:
        with urlopen(url, timeout=ANSWER_S) as answer:  # noqa: S310 - the scheme was checked above
            text = answer.read(LARGEST_ANSWER)
    except URLError as fault:
        raise PlacesProblem(f"{url}: expected a floor that runs: {fault.reason}") from None
    except OSError as fault:
        raise PlacesProblem(f"{url}: expected a floor that runs: {fault}") from None
    return places_in(text, f"{SCHEMES[parts.scheme]}://{parts.netloc}")


def places_in(text: bytes, sockets: str) -> list[PlayerPlace]:
    """The places in a floor's description; raises `PlacesProblem` if it has none with a key."""
    try:
        links = json.decode(text, type=_FloorLinks)
    except (DecodeError, ValidationError, UnicodeDecodeError) as wrong:
        raise PlacesProblem(f"expected the description of a floor: {wrong}") from None
    places = []
    for table in links.tables:
        named = [(PlaceKind.TERMINAL, link.terminal, link.href) for link in table.terminals]
        named += [(PlaceKind.SEAT, link.seat, link.href) for link in table.seats]
        for kind, name, href in named:
            key = parse_qs(urlsplit(href).fragment).get("key", [""])[0]
            if key:
                places.append(PlayerPlace(kind, name, table.table, key, f"{sockets}/{kind.value}"))
    if not places:
        raise PlacesProblem("expected a demonstration floor, with a key in the link of each place; found none")
    return places


class PlayerPlaces:
    """Which places simulated players may take, and which are taken."""

    def __init__(self, places: list[PlayerPlace]) -> None:
        kept = {(place.table, place.kind): place for place in reversed(places)}
        self._open = [place for place in places if place is not kept[place.table, place.kind]]
        self._taken: dict[str, PlayerPlace] = {}

    @property
    def size(self) -> int:
        """How many players there is room for."""
        return len(self._open)

    def take(self, chance: Random, *, suits: Callable[[PlayerPlace], bool] = lambda _: True) -> PlayerPlace | None:
        """A free place at the table with the fewest players; None if there is none."""
        free = [place for place in self._open if _id(place) not in self._taken and suits(place)]
        if not free:
            return None
        at = Counter(place.table for place in self._taken.values())
        fewest = min(at[place.table] for place in free)
        place = chance.choice([each for each in free if at[each.table] == fewest])
        self._taken[_id(place)] = place
        return place

    def leave(self, place: PlayerPlace) -> None:
        """The place is free again."""
        self._taken.pop(_id(place), None)

    def give_up(self, place: PlayerPlace) -> None:
        """A person has taken it: it is left to people from now on."""
        self.leave(place)
        self._open = [each for each in self._open if each != place]


def _id(place: PlayerPlace) -> str:
    return f"{place.kind.value}/{place.name}"
