"""The rules in force at a table, for the public: no login, in every phase, as data and as a copy to be printed.

What the floor adopted is a rulebook without the words of its clauses; those stand in a register beside the rulebook on
the disk. They are shown only if that rulebook says exactly what the adopted one says; words of other rules mislead.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from textwrap import fill
from typing import Any

from litestar import Response, get
from litestar.params import FromPath
from msgspec import json

from openetg.floor.premises.documents import ClauseView, GameRules, RulesCopy, WagerLine, rules_copy
from openetg.floor.rounds.views import LimitView
from openetg.floor.state import Floor, Table
from openetg.rulebook.clauses import Register
from openetg.rulebook.load import Loaded, load, shipped
from openetg.rulebook.problems import RulebookProblems
from openetg.rulebook.schema.book import Rulebook
from openetg.server.api.acts.commands import ALWAYS, problems
from openetg.server.api.office import Office
from openetg.server.api.problems import edge
from openetg.server.api.views.documents import as_document, shelf_of

WIDTH = 96
"""Characters in a line of the printed copy."""
CENTS = 100
PARAPHRASE = "Clauses in the words of this software, not of the instrument"
NO_DOCUMENT = "No document of the instrument is attached here; ask the casino for it. The approved instrument counts."


class Registers:
    """The registers on this machine, read when rules are first asked for."""

    def __init__(self, named: tuple[str, ...]) -> None:
        """`named` are the rulebooks of the house, by name or by folder; those that ship are looked at too."""
        self._names = tuple(dict.fromkeys((*named, *shipped())))
        self._loaded: tuple[Loaded, ...] | None = None

    async def ready(self) -> None:
        """Reads the files, once, away from the loop."""
        if self._loaded is None:
            self._loaded = await asyncio.to_thread(lambda: tuple(_readable(self._names)))

    def of(self, rulebook: Rulebook) -> Register | None:
        """The register of exactly these rules.

        Compared is what they say and not their hash alone: a rulebook adopted by an older build has another hash, as
        soon as the schema has grown, and still says the same.
        """
        found = (each.register for each in self._loaded or () if each.rulebook == rulebook)
        return next(found, None)


def _readable(names: tuple[str, ...]) -> Iterator[Loaded]:
    for name in names:
        try:
            yield load(name)
        except RulebookProblems:
            # Its words cannot be vouched for; the copy says that they are missing.
            continue


def rules_handlers(office: Office) -> list[Any]:
    """Handlers that need no login."""
    registers = Registers(tuple(plan.rulebook for plan in office.line.running.house.tables))

    def copied(floor: Floor, name: str) -> RulesCopy:
        table = _table(floor, name)
        return rules_copy(floor, table, registers.of(floor.rulebook_of(table)), office.line.now_ms())

    @get("/api/rules/{table:str}", tags=["standing"], security=[{}], responses=problems(*ALWAYS))
    async def rules(table: FromPath[str]) -> Response[RulesCopy]:
        """The rules in force at a table: which they are, every clause, wagers with odds, limits."""
        await registers.ready()
        body = await office.line.read(lambda floor: json.encode(copied(floor, table)))
        return Response(body, media_type="application/json")  # type: ignore[arg-type]

    @get(
        "/api/rules/{table:str}/copy",
        tags=["standing"],
        security=[{}],
        media_type="text/plain",
        responses=problems(*ALWAYS),
    )
    async def copy(table: FromPath[str]) -> Response[bytes]:
        """The copy to be printed and handed out: the instrument itself where the site has attached it, byte for byte;
        else, and saying so, its rules in the words of this software.
        """
        await registers.ready()
        shown = await office.line.read(lambda floor: copied(floor, table))
        document = shown.rules.document
        if document is None:
            return Response(printed(shown).encode(), media_type="text/plain")
        data = await asyncio.to_thread(shelf_of(office).get, document.sha256)
        if data is None:
            raise edge("no_such_thing", "the document of these rules is not on this machine as it was attached")
        return as_document(data, document.name, document.media, document.sha256)

    return [rules, copy]


def _table(floor: Floor, name: str) -> Table:
    table = floor.tables.get(name)
    if table is None:
        raise edge("no_such_thing", "no such table")
    return table


def printed(copy: RulesCopy) -> str:
    """A copy as it comes out of a printer."""
    parts = [
        _head(copy),
        *(_game(game) for game in copy.games),
        _limits("Limits on terminals", copy.limits),
        *(_limits(f"Limits on terminal {name}", limits) for name, limits in copy.own_limits.items()),
        _limits("Limits on the cloth", copy.cloth_limits),
        _clauses(copy),
        _readings(copy),
    ]
    return "\n".join("\n".join(lines) + "\n" for lines in parts if lines)


def _head(copy: RulesCopy) -> list[str]:
    about = copy.rules
    lines = [
        about.title,
        "=" * len(about.title),
        f"Table         {copy.table}",
        f"Rulebook      {about.id}",
        f"Version       {about.rulebook}",
        f"Jurisdiction  {about.jurisdiction}",
        f"Casino        {about.casino}",
        f"Authority     {about.authority}",
        f"Dated         {about.signed or 'not dated'}",
        f"In force from {about.in_force_from or 'not entered'}",
        f"Copy under    clause {about.clause}",
        "",
        NO_DOCUMENT,
        "",
    ]
    if copy.period_ms:
        lines.append(f"Wagers        {copy.period_ms / 1000:g} seconds in each round")
    return lines


def _game(game: GameRules) -> list[str]:
    where = "played at this table" if game.is_here else "not played at this table"
    head = f"{game.title}: wagers and odds ({game.clause}), {where}"
    return [head, "-" * len(head), *(_wager(line) for line in game.wagers)]


def _wager(line: WagerLine) -> str:
    titles = line.titles[0] if len(line.titles) == 1 else f"{line.titles[0]} to {line.titles[-1]}"
    pieces = f", {line.units} pieces" if line.units > 1 else ""
    clauses = ", ".join(dict.fromkeys(each for each in (line.clause, line.odds_clause) if each))
    return f"{titles:<48} {line.odds}{pieces}  ({clauses}; {', '.join(line.channels)})"


def _limits(title: str, limits: tuple[LimitView, ...]) -> list[str]:
    if not limits:
        return []
    return [title, "-" * len(title), *(_limit(line) for line in limits)]


def _limit(line: LimitView) -> str:
    told = {"at least": line.min, "at most": line.max, "in steps of": line.step}
    parts = [f"{words} {_amount(cents)}" for words, cents in told.items() if cents is not None]
    parts += ["in multiples of the minimum"] if line.multiples else []
    return f"{line.kind:<14} {', '.join(parts) or 'no limit'}"


def _amount(cents: int) -> str:
    return f"{cents // CENTS}.{cents % CENTS:02}"


def _clauses(copy: RulesCopy) -> list[str]:
    head = [PARAPHRASE, "-" * len(PARAPHRASE)]
    if not copy.has_words:
        return [*head, "The words of these rules are not on this machine. Ask the casino for the instrument."]
    return head + [_clause(each) for each in copy.clauses]


def _clause(each: ClauseView) -> str:
    return fill(f"{each.id}  {each.says}", WIDTH, subsequent_indent="    ")


def _readings(copy: RulesCopy) -> list[str]:
    if not copy.readings:
        return []
    lines = [f"{each.clause}  {each.applied} ({each.why})" for each in copy.readings]
    head = ["How silent or misprinted clauses are applied", "--------------------------------------------"]
    return head + [fill(line, WIDTH, subsequent_indent="    ") for line in lines]
