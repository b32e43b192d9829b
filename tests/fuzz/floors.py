"""Floors to throw bytes at: one for each kind of table there is, with a round under way; made once and only copied."""

from __future__ import annotations

from functools import cache

from openetg.floor.commands import AnyCommand, InsertNote, OpenTable, Order, PlaceWager, ReportReady, StartWriter
from openetg.floor.core.ledger import meter_of, play_of
from openetg.floor.core.refusals import Refusal
from openetg.floor.core.verdicts import LOGIC
from openetg.floor.premises.founding import in_order
from openetg.floor.rounds.clockwork import due
from openetg.floor.state import Floor
from openetg.money import Money, cents
from openetg.rulebook.load import load, shipped
from openetg.rulebook.schema.policies import Channel
from openetg.server.writer.writer import Writer
from tests.one_table import copied

START_MS = 1_700_000_000_000
TABLE = "T"
GUEST, HONEST = "P1", "P2"
"""Who sends whatever comes, and who plays beside it."""
NOTES = tuple(cents(100 * dollars) for dollars in (5, 10, 20, 50, 100))
HELD = cents(100_00)
"""What the honest terminal has, on its meter and on the layout."""
EVERY_KIND = tuple((name, kind) for name in sorted(shipped()) for kind in load(name).rulebook.tables)


def _decided(writer: Writer, at_ms: int) -> None:
    group = writer.step(at_ms)
    assert group is not None, "something was asked"
    refused = [each for each in writer.committed(group) if isinstance(each.verdict, Refusal)]
    assert not refused, refused


@cache
def founded(rulebook: str, kind: str) -> Floor:
    """A floor of one table of that kind, its device ready and whatever the clock does then done."""
    book = load(rulebook).rulebook
    at_terminals = Channel.TERMINAL in book.tables[kind].channels.value
    terminals, notes = ((GUEST, HONEST), NOTES) if at_terminals else ((), ())
    wishes = in_order(
        book, TABLE, kind, terminals=terminals, notes=notes, period_ms=30_000, launch_ms=18_000, at_ms=START_MS
    )
    writer = Writer(Floor())
    commands: list[AnyCommand] = [StartWriter(LOGIC, "test"), *wishes, OpenTable(TABLE), ReportReady(TABLE)]
    for number, command in enumerate(commands, start=1):
        writer.submit(Order("house", 1, number, command))
    _decided(writer, START_MS)
    for number, command in enumerate(due(writer.floor, START_MS + 1_000), start=1):
        writer.submit(Order("clock", 1, number, command))
        _decided(writer, START_MS + 1_000)
    return writer.floor


@cache
def _played() -> Floor:
    writer = Writer(copied(founded("interblock", "roulette")))
    writer.submit(Order("test", 1, 1, InsertNote(HONEST, HELD)))
    writer.submit(Order("test", 1, 2, PlaceWager(HONEST, TABLE, "red", cents(10_00))))
    _decided(writer, START_MS + 2_000)
    return writer.floor


def played() -> Floor:
    """A floor of its own, on which wagers are taken and the honest terminal has placed one."""
    return copied(_played())


def honest_money(floor: Floor) -> Money:
    """What belongs to the honest terminal."""
    return floor.ledger.held(meter_of(HONEST)) + floor.ledger.held(play_of(TABLE, HONEST))
