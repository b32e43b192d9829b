"""A terminal is asked for what it kept: parts are gathered within bounds, and whoever inquires gets the comparison."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from types import SimpleNamespace
from typing import Any

import pytest
from msgspec import json

from openetg.floor.commands import InsertNote, Order, ReportRecord
from openetg.money import cents
from openetg.server.guests.records import LINES_MAX, PARTS_MAX, AskingEnd, Gathered, Records
from openetg.server.guests.sessions import Session, key_of, keys_from
from openetg.wire.codec import decode_to_terminal, encode
from openetg.wire.messages import PROTOCOL, AskRecord, FromTerminal, Hello, Note, Place, RecordPart
from tests.unit.server.api.floor_app import Client, ServedFloor, served_floor
from tests.unit.server.retaining_floor import Keeping
from tests.unit.server.stage import FakePipe

SECRET = b"of the test"
Answer = Callable[[int], list[RecordPart]]


class FakeLine:
    """A terminal that answers with whatever the test wants."""

    def __init__(self, answer: Answer, *, is_there: bool = True) -> None:
        self.answer, self.is_there = answer, is_there
        self.records = Records(self, lambda: 1_000, silence_s=0.05, patience_s=5)
        self.asked: list[AskRecord] = []

    def tell_terminal(self, terminal: str, data: bytes) -> bool:
        message = decode_to_terminal(data)
        assert isinstance(message, AskRecord)
        self.asked.append(message)
        if self.is_there:
            for part in self.answer(message.ask):
                asyncio.get_running_loop().call_soon(self.records.heard, terminal, part)
        return self.is_there


def gathered(answer: Answer, **kind: bool) -> Gathered:
    return asyncio.run(FakeLine(answer, **kind).records.ask("M1", 0))


def parts(ask: int, *lines: str) -> list[RecordPart]:
    return [RecordPart(ask, number, len(lines), (line,)) for number, line in enumerate(lines)]


def nothing(ask: int) -> list[RecordPart]:
    del ask
    return []


def test_parts_are_put_together_in_their_order() -> None:
    found = gathered(lambda ask: parts(ask, "a", "b", "c")[::-1])
    assert (found.told, found.lines) == (AskingEnd.complete, ("a", "b", "c"))


def test_every_asking_has_a_number_of_its_own() -> None:
    line = FakeLine(lambda ask: parts(ask, "a"))

    async def twice() -> None:
        await line.records.ask("M1", 5)
        await line.records.ask("M1", 6)

    asyncio.run(twice())
    assert [(asked.ask, asked.since) for asked in line.asked] == [(1_000, 5), (1_001, 6)]


@pytest.mark.parametrize(
    ("told", "answer"),
    [
        (AskingEnd.nothing_kept, lambda ask: [RecordPart(ask, 0, 0, ())]),
        (AskingEnd.silent, nothing),
        (AskingEnd.silent, lambda ask: parts(ask + 1, "of another asking")),
        (AskingEnd.silent, lambda ask: [RecordPart(ask, 0, PARTS_MAX + 1, ("too many parts",))]),
        (AskingEnd.silent, lambda ask: [RecordPart(ask, 0, -1, ("fewer than none",))]),
        (AskingEnd.silent, lambda ask: [RecordPart(ask, number, 2, ("x",)) for number in (-1, 2, 10**15)]),
        (AskingEnd.partly, lambda ask: [RecordPart(ask, 0, 2, ("x",))] * 50),
        (AskingEnd.partly, lambda ask: [RecordPart(ask, 0, 2, ("x",)), RecordPart(ask, 1, 3, ("y",))]),
        (
            AskingEnd.partly,
            lambda ask: [RecordPart(ask, number, 10, ("x",) * (LINES_MAX // 4)) for number in range(10)],
        ),
    ],
    ids=["none", "silent", "other", "many-parts", "minus", "misplaced", "twice", "other-count", "too-much"],
)
def test_whatever_a_terminal_sends_ends_in_an_answer(told: AskingEnd, answer: Answer) -> None:
    found = gathered(answer)
    assert found.told is told
    assert len(found.lines) <= LINES_MAX


def test_a_terminal_that_is_not_there_is_not_waited_for() -> None:
    assert gathered(nothing, is_there=False).told is AskingEnd.not_connected


def test_one_at_a_time_for_each_terminal() -> None:
    line = FakeLine(nothing)

    async def both() -> list[AskingEnd]:
        found = await asyncio.gather(*(line.records.ask(name, 0) for name in ("M1", "M1", "M2")))
        return [each.told for each in found]

    assert asyncio.run(both()) == [AskingEnd.silent, AskingEnd.under_way, AskingEnd.silent]


def test_what_nobody_asked_for_is_left_lying() -> None:
    records = Records(FakeLine(nothing), lambda: 1_000)
    for part in parts(7, "a", "b"):
        records.heard("M1", part)
    assert not records._askings


class Seated:
    """A terminal of a served floor with a real session, which keeps its record and answers when it is asked."""

    def __init__(self, floor: ServedFloor, terminal: str) -> None:
        self.floor, self.terminal = floor, terminal
        self.pipe = _Told(self)
        self.read = 0
        self.kept = Keeping(self)  # type: ignore[arg-type]  # a line as far as it needs one
        self.answers: Callable[[AskRecord], list[RecordPart]] = self.honest
        self.session = floor.call(lambda: Session(floor.engine.exchange, self.pipe, keys_from(SECRET)))
        self.say(Hello(PROTOCOL, terminal, key_of(SECRET, terminal)))

    @property
    def stage(self) -> Any:
        return SimpleNamespace(now_ms=self.floor.clock.now_ms())

    def say(self, message: FromTerminal) -> None:
        self.floor.call(lambda: self.session.receive(encode(message), self.floor.clock.now_ms))

    def play(self, *messages: FromTerminal) -> Seated:
        """Says something, and hears what comes of it once something said later is on record."""
        self.kept.catch_up().say(*messages)
        self.floor.granted(InsertNote("I3", cents(500)))
        self.kept.catch_up()
        return self

    def take(self) -> list[Any]:
        heard = [decode_to_terminal(data) for data in self.pipe.data[self.read :]]
        self.read += len(heard)
        return heard

    def honest(self, ask: AskRecord) -> list[RecordPart]:
        lines = self.kept.lines
        chunks = [tuple(lines[at : at + 5]) for at in range(0, len(lines), 5)]
        return [RecordPart(ask.ask, number, len(chunks), chunk) for number, chunk in enumerate(chunks)]


class _Told(FakePipe):
    def __init__(self, seated: Seated) -> None:
        super().__init__()
        self._seated = seated

    def send(self, data: bytes) -> bool:
        message = decode_to_terminal(data)
        if not isinstance(message, AskRecord):
            return super().send(data)
        loop = asyncio.get_running_loop()
        for part in self._seated.answers(message):
            loop.call_soon(self._seated.session.receive, encode(part), self._seated.floor.clock.now_ms)
        return True


@pytest.fixture(scope="module")
def floor(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServedFloor]:
    with served_floor(tmp_path_factory.mktemp("floor")) as running:
        yield running


@pytest.fixture
def seated(floor: ServedFloor) -> Iterator[Seated]:
    terminal = Seated(floor, "M1")
    yield terminal
    floor.call(terminal.session.closed)


def ask(client: Client, terminal: str = "M1", **fields: Any) -> Any:
    return client.post(f"/api/terminals/{terminal}/record", **fields)


@pytest.mark.slow
def test_an_inquiry_reads_the_record_beside_the_journal_and_is_on_record(floor: ServedFloor, seated: Seated) -> None:
    seated.play(Note(1, 10_000)).play(Place(2, "straight:17", 500), Place(3, "nowhere", 500))
    ann = floor.client("ann")
    answer = ask(ann, since=0)
    assert answer.status_code == 200, answer.text
    view = answer.json()
    compared = view["compared"]
    assert (view["told"], compared["chain"]) == ("complete", "intact")
    assert compared["lines"] == len(seated.kept.lines)
    assert compared["counts"].get("differs", 0) == 0
    assert {"ack", "own", "sent"} <= {each["what"] for each in compared["judged"] if each["verdict"] == "agrees"}
    entry = floor.entries()[view["sequence"] - 1]
    command = json.decode(entry.command, type=Order).command
    assert isinstance(command, ReportRecord)
    assert (command.person, command.terminal, command.ask) == ("ann", "M1", view["ask"])
    assert (command.lines, command.digest, command.differs) == (compared["lines"], compared["digest"], 0)


@pytest.mark.slow
def test_a_record_that_lies_is_told_as_what_it_is(floor: ServedFloor, seated: Seated) -> None:
    seated.play(Note(1, 10_000)).play(Place(2, "straight:17", 500))
    lines = [line.replace('"accepted":500', '"accepted":50000') for line in seated.kept.lines]
    seated.answers = lambda asked: [RecordPart(asked.ask, 0, 1, (*lines, "nonsense"))]
    view = ask(floor.client("ann")).json()
    assert view["compared"]["counts"]["differs"] == 1
    assert view["compared"]["chain"] == "broken"
    command = json.decode(floor.entries()[view["sequence"] - 1].command, type=Order).command
    assert isinstance(command, ReportRecord)
    assert command.differs == 3, "the ack, its broken hash, and what is no line"


@pytest.mark.slow
def test_no_record_is_normal_and_puts_nothing_on_record(floor: ServedFloor, seated: Seated) -> None:
    ann = floor.client("ann")
    nobody = ask(ann, "M2").json()
    assert nobody == {
        "terminal": "M2",
        "told": "not_connected",
        "ask": 0,
        "sequence": 0,
        "compared": None,
    }
    seated.answers = lambda asked: [RecordPart(asked.ask, 0, 0, ())]
    before = len(floor.entries())
    view = ask(ann).json()
    assert (view["told"], view["sequence"], view["compared"]) == ("nothing_kept", 0, None)
    assert len(floor.entries()) == before


@pytest.mark.slow
def test_only_those_who_inquire_may_read_it(floor: ServedFloor, seated: Seated) -> None:
    del seated
    assert ask(floor.client("ines")).status_code == 200
    assert ask(floor.client("carl")).status_code == 403
    assert ask(floor.client("olga")).status_code in {403, 404}
    assert ask(floor.client("ann"), "Z9").status_code == 404
    assert ask(floor.client("ann"), since=-1).status_code == 400
