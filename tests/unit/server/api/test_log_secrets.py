"""Real logins, codes, pairings, passes and tickets go through a running floor: none of their secrets is in its log."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from pathlib import Path

import pytest

from openetg.floor.commands import Collect, InsertNote, InsertTicket, ReportPrint
from openetg.money import cents
from openetg.server.access.origins import HEADER
from openetg.server.guests.sessions import key_of
from openetg.server.ops.logged import log_commit
from openetg.server.ops.logs import JsonLines, TextLines
from openetg.server.ops.metrics import read_token
from tests.unit.server.api.floor_app import PASSWORD, SECRET, ServedFloor, code_of_two, served_floor
from tests.unit.server.api.test_pairing_api import Browser, hello


class Everything(logging.Handler):
    """Keeps every record of every logger, as the log would have written it."""

    def __init__(self) -> None:
        super().__init__(logging.DEBUG)
        self.lines: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.lines += [JsonLines().format(record), TextLines().format(record)]

    @property
    def text(self) -> str:
        return "\n".join(self.lines)


@pytest.fixture
def everything() -> Iterator[Everything]:
    root, kept = logging.getLogger(), Everything()
    before = root.level
    root.addHandler(kept)
    root.setLevel(logging.DEBUG)
    yield kept
    root.removeHandler(kept)
    root.setLevel(before)


def ticket(floor: ServedFloor) -> str:
    """The number printed on a real ticket."""
    floor.granted(InsertNote("M1", cents(5_000)))
    paper = floor.engine.exchange.name_paper("1")
    floor.granted(Collect("M1", paper))
    floor.granted(ReportPrint("M1", paper, True))
    return floor.engine.writer.edge.printed(paper)


def secrets_of_logins(floor: ServedFloor) -> list[str]:
    ann, stranger, olga = floor.client("ann"), floor.client(), floor.client("olga")
    wrong, typed_as_name, chosen = "Wrong-horse-1", "My-Pa55word-as-name", "another horse, Plays dice 7"
    assert stranger.post("/api/login", person="ann", password=wrong).status_code == 401
    assert stranger.post("/api/login", person=typed_as_name, password=wrong).status_code == 401
    code = code_of_two(floor, "carl")
    assert stranger.post("/api/password/setup", person="carl", code="WRONG234", password=chosen).status_code == 401
    assert stranger.post("/api/password/setup", person="carl", code=code, password=chosen).status_code == 200
    assert stranger.http.get("/api/me", headers={"authorization": "Bearer my-bearer-word"}).status_code == 401
    cookies = [str(value) for client in (ann, olga) for value in client.http.cookies.values()]
    assert len(cookies) == 2
    return [PASSWORD, wrong, typed_as_name, chosen, code, "WRONG234", "my-bearer-word", *cookies]


def secrets_of_terminals(floor: ServedFloor) -> list[str]:
    code = floor.client("olga").post("/api/terminals/pairing-code", terminal="M2").json()["code"]
    browser = Browser(floor, "M2")
    browser.pair("WRONG567")
    assert browser.pair(code) == 200
    word = browser.word()
    assert word is not None
    hello(floor, "M2", word)
    hello(floor, "M2", "not-a-pass-word")
    hello(floor, "M3", key_of(SECRET, "M3"))
    floor.client().get(f"/terminal/?terminal=M3&key={key_of(SECRET, 'M3')}")
    return [code, "WRONG567", word, word.partition(".")[2], key_of(SECRET, "M3"), "not-a-pass-word"]


def secrets_of_tickets(floor: ServedFloor) -> list[str]:
    number, guess, ann = ticket(floor), "004217339180264415", floor.client("ann")
    assert ann.post("/api/tickets/find", number=number).status_code == 200
    assert ann.post("/api/tickets/find", number=guess).status_code == 404
    ann.get(f"/api/tickets/{number}")
    ann.get("/api/tickets", number=number)
    ann.send("RedeemPaper", ticket=number, role="cashier")
    floor.give(InsertTicket("M2", number))
    floor.give(InsertTicket("M2", guess))
    ann.send("NoSuchCommand", paper=number)
    ann.http.post("/api/commands/RedeemPaper", content=f'{{"ticket": "{number}"'.encode(), headers={HEADER: "1"})
    return [number, guess]


@pytest.mark.slow
def test_no_secret_is_in_the_log(tmp_path: Path, everything: Everything) -> None:
    with served_floor(tmp_path) as floor:
        floor.call(lambda: floor.engine.watchers.append(log_commit))
        known = [*secrets_of_logins(floor), *secrets_of_terminals(floor), *secrets_of_tickets(floor)]
        token = read_token(floor.place.keys)
        far = {"x-forwarded-for": "10.0.0.7"}
        client = floor.client()
        assert client.http.get("/metrics", headers=far | {"authorization": "Bearer wrong"}).status_code == 401
        assert client.http.get("/metrics", headers=far | {"authorization": f"Bearer {token}"}).status_code == 200
    text = everything.text
    for event in ("logged in", "login refused", "password set", "terminal paired", "answered"):
        assert f'"event":"{event}"' in text, event
    assert [secret for secret in [*known, token] if secret in text] == []
