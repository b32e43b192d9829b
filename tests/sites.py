"""A floor founded step by step, so that a test can leave a step out, change it, or ask who may take it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from datetime import UTC, datetime

from openetg.floor import commands as ask
from openetg.floor.commands import AnyCommand
from openetg.floor.core.refusals import Reason, Refusal
from openetg.floor.pipeline import decide
from openetg.floor.premises.founding import in_order
from openetg.floor.premises.rulebooks import rulebook_hash
from openetg.rulebook.schema.book import Rulebook
from openetg.rulebook.schema.policies import Channel
from tests.one_table import LAUNCH_MS, NOTES, PERIOD_MS, START_MS, TABLE, TERMINALS, Play, found
from tests.payout_notation import playable

ORDER = "0 32 15 19 4 21 2 25 17 34 6 27 13 36 11 30 8 23 10 5 24 16 33 1 20 14 31 9 22 18 29 7 28 12 35 3 26"
NUMBERS = tuple(ORDER.split())
SEGMENTS = tuple("a" * 24 + "b" * 12 + "c" * 8 + "d" * 4 + "e" * 2 + "f" + "g")
KINDS = {
    "ministar": "electronic",
    "interblock": "roulette",
    "novo-unity": "automatic",
    "adelaide": "live",
    "money-wheel": "live",
}

Change = Callable[[AnyCommand], AnyCommand | None]


def book_of(name: str) -> Rulebook:
    """A rulebook that ships."""
    return playable(name).rulebook


def steps(
    rulebook: Rulebook, kind: str, *, table: str = TABLE, terminals: tuple[str, ...] = TERMINALS, adopted: bool = False
) -> list[AnyCommand]:
    """Everything that has a table in order."""
    with_terminals = Channel.TERMINAL in rulebook.tables[kind].channels.value
    return in_order(
        rulebook,
        table,
        kind,
        terminals=terminals if with_terminals else (),
        notes=NOTES,
        period_ms=PERIOD_MS,
        launch_ms=LAUNCH_MS,
        at_ms=START_MS,
        adopted=(rulebook_hash(rulebook),) if adopted else (),
    )


def site(
    name: str | Rulebook,
    kind: str = "",
    change: Change = lambda step: step,
    *,
    terminals: tuple[str, ...] = TERMINALS,
) -> Play:
    """A floor with one table in order but for what the change leaves out or replaces; not open yet."""
    rulebook = book_of(name) if isinstance(name, str) else name
    kind = kind or KINDS[rulebook.about.id]
    changed = (change(step) for step in steps(rulebook, kind, terminals=terminals))
    return Play(*found(*(step for step in changed if step is not None)))


def open_site(name: str, kind: str = "", *, terminals: tuple[str, ...] = TERMINALS) -> Play:
    """The same, in order, open and with a device that is ready."""
    play = site(name, kind, terminals=terminals)
    play.give_all(ask.OpenTable(TABLE), ask.ReportReady(TABLE))
    return play


def without(*kinds: type[AnyCommand], **fields: object) -> Change:
    """Leaves out the steps of these kinds that have all of these fields."""

    def change(step: AnyCommand) -> AnyCommand | None:
        named = type(step) in kinds and all(getattr(step, name) == value for name, value in fields.items())
        return None if named else step

    return change


def refused(verdict: object, reason: Reason, clause: str = "", **details: object) -> None:
    """The verdict is this refusal, with at least these details."""
    assert isinstance(verdict, Refusal), verdict
    assert (verdict.reason, verdict.clause) == (reason, clause), verdict
    assert details.items() <= verdict.details.items(), verdict


def who_may(play: Play, asks: Callable[[str, str], AnyCommand]) -> set[str]:
    """Every role of the rulebook that does not lack the power; nothing goes on record."""
    able = set()
    for role in play.floor.rulebook_of(play.table).roles:
        person = play.table.dealer if role == "dealer" and play.table.dealer else role
        verdict = decide(play.floor, asks(role, person), play.at_ms)
        if not isinstance(verdict, Refusal) or verdict.reason is not Reason.NO_POWER:
            able.add(role)
    return able


def day_ms(day: str) -> int:
    """When a day begins in Greenwich."""
    return int(datetime.fromisoformat(day).replace(tzinfo=UTC).timestamp()) * 1_000


def all_of(play: Play, wishes: Iterable[AnyCommand]) -> Play:
    """Every wish is granted."""
    play.give_all(*wishes)
    return play
