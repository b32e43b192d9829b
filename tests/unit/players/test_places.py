"""The places of a floor, as it describes them itself, and who gets which."""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import json

from openetg.players.places import PlaceKind, PlacesProblem, PlayerPlace, PlayerPlaces, ask_floor, places_in
from openetg.server.plan.demonstration import demonstration, describe
from tests.houses import founded

HOUSE = demonstration(terminals=3)
FOUNDED = founded(HOUSE)
FLOOR = json.encode(describe(FOUNDED, HOUSE, b"secret"))


def test_every_terminal_and_seat_of_the_demonstration_floor_is_a_place_with_its_key() -> None:
    house = demonstration(terminals=3)
    places = places_in(FLOOR, "ws://floor:1")
    terminals = [(place.table, place.name) for place in places if place.kind is PlaceKind.TERMINAL]
    assert terminals == [(plan.table, name) for plan in house.tables for name in plan.terminals]
    seats = [(place.table, place.name) for place in places if place.kind is PlaceKind.SEAT]
    assert seats == [(plan.table, name) for plan in house.tables for name in plan.seats]
    assert {place.address for place in places} == {"ws://floor:1/terminal", "ws://floor:1/seat"}
    assert len({place.key for place in places}) == len(places)


@pytest.mark.parametrize("text", [b"", b"[]", b'{"tables":1}', b'{"site":"x"}', b"\xff", b'{"tables":[]}'])
def test_what_is_no_demonstration_floor_is_said_in_words(text: bytes) -> None:
    with pytest.raises(PlacesProblem, match="expected"):
        places_in(text, "ws://floor:1")


def test_a_floor_whose_terminals_are_paired_shows_no_keys_and_has_no_places() -> None:
    with pytest.raises(PlacesProblem, match="demonstration floor"):
        places_in(json.encode(describe(FOUNDED, HOUSE, None)), "ws://floor:1")


@pytest.mark.parametrize("address", ["", "floor", "file:///etc/hosts", "ftp://127.0.0.1/", "http:///x"])
def test_what_is_no_address_is_said_in_words(address: str) -> None:
    with pytest.raises(PlacesProblem, match="expected the address of a floor"):
        ask_floor(address)


def test_a_floor_that_does_not_run_is_said_in_words() -> None:
    with pytest.raises(PlacesProblem, match="expected a floor that runs"):
        ask_floor("http://127.0.0.1:1/")


@contextmanager
def answering(code: int, body: bytes) -> Iterator[str]:
    """A server that answers every question alike."""

    class Answers(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            assert self.path == "/api/floor"
            self.send_response(code)
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_: object) -> None:
            """Says nothing."""

    with HTTPServer(("127.0.0.1", 0), Answers) as server:
        thread = threading.Thread(target=server.serve_forever, args=(0.01,))
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.server_port}/terminal/?x=1"
        finally:
            server.shutdown()
            thread.join()


def test_a_floor_is_asked_over_http() -> None:
    with answering(200, FLOOR) as address:
        places = ask_floor(address)
    assert places[0].address == address.replace("http", "ws").partition("/terminal")[0] + "/terminal"
    with answering(503, b"") as address, pytest.raises(PlacesProblem, match="Service Unavailable"):
        ask_floor(address)


def places_of(sizes: dict[str, tuple[int, int]]) -> list[PlayerPlace]:
    """Tables with so many terminals and seats."""
    named = [
        (table, kind, number)
        for table, (terminals, seats) in sizes.items()
        for kind, count in ((PlaceKind.TERMINAL, terminals), (PlaceKind.SEAT, seats))
        for number in range(count)
    ]
    return [PlayerPlace(kind, f"{table}{number}", table, "key", "ws://") for table, kind, number in named]


tables = st.dictionaries(st.sampled_from("ABCDEF"), st.tuples(st.integers(0, 5), st.integers(0, 5)), max_size=6)


@given(sizes=tables, seed=st.integers())
def test_players_are_spread_and_the_first_of_each_kind_at_each_table_is_left_to_people(
    sizes: dict[str, tuple[int, int]], seed: int
) -> None:
    places, chance = places_of(sizes), Random(seed)
    room = PlayerPlaces(places)
    taken: list[PlayerPlace] = []
    while place := room.take(chance):
        full = {table for table, (t, s) in sizes.items() if max(t - 1, 0) + max(s - 1, 0) == _at(taken)[table]}
        fewest = min((_at(taken)[table] for table in sizes.keys() - full), default=0)
        assert _at(taken)[place.table] == fewest, "another table has fewer players"
        taken.append(place)
    assert len(taken) == room.size == sum(max(t - 1, 0) + max(s - 1, 0) for t, s in sizes.values())
    assert len({(place.kind, place.name) for place in taken}) == len(taken)
    assert all(not place.name.endswith("0") for place in taken), "the first is left to people"


def _at(taken: list[PlayerPlace]) -> Counter[str]:
    return Counter(place.table for place in taken)


def test_a_place_that_was_left_is_free_and_one_that_a_person_took_is_not() -> None:
    room = PlayerPlaces(places_of({"A": (2, 0)}))
    chance = Random(1)
    place = room.take(chance)
    assert place is not None
    assert room.take(chance) is None
    room.leave(place)
    assert room.take(chance) == place
    room.give_up(place)
    assert room.take(chance) is None
    assert room.size == 0
