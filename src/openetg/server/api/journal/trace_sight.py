"""Who may follow money, and how far: through everything with the records, else through the tables one investigates.

A rulebook that lets a person withhold money at its tables says nothing of the tables of another. What went on there is
shown as one amount that was elsewhere: the cents still add up, and no player's play is told.
"""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from openetg.floor.people.staff import staff_member
from openetg.floor.state import Floor
from openetg.money import Money, total
from openetg.reports.recall.trace import MoneyStep, Point, Trace
from openetg.server.access.logins import Identity
from openetg.server.acts.acts import holds
from openetg.server.acts.supervision import RECORDS
from openetg.server.api.problems import edge

INVESTIGATION = ("withhold_paper", "withhold_meter")
"""One of these lets follow what was moved at a table."""
OF_THE_HOUSE = frozenset({"cage", "drawer", "monitoring", "chips"})
"""Accounts that are of no table."""
ELSEWHERE = "elsewhere"
ELSEWHERE_IN_WORDS = "elsewhere in the house"


def may_follow(floor: Floor, who: Identity, paper: str) -> None:
    """Raises if the person may not follow money, or not the money on this paper."""
    mine = tables_investigated(floor, who)
    if mine is not None and paper in floor.tickets and table_named(floor, paper) not in mine:
        raise edge("not_for_you")


def tables_investigated(floor: Floor, who: Identity) -> frozenset[str] | None:
    """Tables at which the person may follow money; None = all; raises if the person may see none."""
    member = staff_member(floor, who.person)
    if member is None:
        raise edge("not_for_you")
    if holds(floor, member, RECORDS):
        return None
    mine = frozenset(name for name, table in floor.tables.items() if holds(floor, member, INVESTIGATION, table))
    if not mine:
        raise edge("not_for_you")
    return mine


def trace_seen(floor: Floor, who: Identity, trace: Trace) -> Trace:
    """As much of a trace as the person may see; raises if the entry itself is of a table that person may not follow."""
    mine = tables_investigated(floor, who)
    if mine is None:
        return trace
    tables = {_table_of_step(floor, step) for step in trace.here}
    if not tables or not tables <= mine:
        raise edge("not_for_you")
    return replace(
        trace,
        origins=tuple(_points(floor, trace.origins, mine)),
        before=tuple(_steps(floor, trace.before, mine)),
        after=tuple(_steps(floor, trace.after, mine)),
        ends=tuple(_points(floor, trace.ends, mine)),
        # What was won elsewhere is other money: it belongs to no sum here.
        wins=tuple(point for point in trace.wins if _is_seen(floor, point, mine)),
    )


def table_named(floor: Floor, name: str) -> str:
    """The table that a name in an account belongs to: its own, a terminal's, a paper's, a payment's, a player's."""
    if name in floor.tables:
        return name
    paper = floor.tickets.get(name) or floor.vault.payouts.get(name) or floor.jackpots.awards.get(name)
    terminal = floor.terminals.get(name if paper is None else paper.terminal)
    if terminal is not None:
        return terminal.table
    player = floor.people.players.get(name)
    return player.tables[0] if player and len(player.tables) == 1 else ""


def _table_of(floor: Floor, account: str) -> str:
    return next(filter(None, (table_named(floor, name) for name in account.split("/")[1:])), "")


def _table_of_step(floor: Floor, step: MoneyStep) -> str:
    return step.table or _table_of(floor, step.source) or _table_of(floor, step.destination)


def _account_seen(floor: Floor, account: str, mine: frozenset[str]) -> bool:
    return account.partition("/")[0] in OF_THE_HOUSE or _table_of(floor, account) in mine


def _is_seen(floor: Floor, point: Point, mine: frozenset[str]) -> bool:
    return (not point.table or point.table in mine) and _account_seen(floor, point.account, mine)


def _points(floor: Floor, points: Iterable[Point], mine: frozenset[str]) -> list[Point]:
    """Those at one's own tables and of the house, and one for all others."""
    told = list(points)
    seen = [point for point in told if _is_seen(floor, point, mine)]
    rest: Money = total(point.amount for point in told) - total(point.amount for point in seen)
    return (
        [
            *seen,
            Point(
                kind="other",
                amount=rest,
                words=ELSEWHERE_IN_WORDS,
                account=ELSEWHERE,
                sequence=0,
                at_ms=0,
                table="",
                round=0,
                clause="",
            ),
        ]
        if rest
        else seen
    )


def _steps(floor: Floor, steps: Iterable[MoneyStep], mine: frozenset[str]) -> list[MoneyStep]:
    """Steps at one's own tables; of a way that leads there or away, the end at these tables; none of others."""
    found = []
    for step in steps:
        source, destination = (
            account if _account_seen(floor, account, mine) else ELSEWHERE for account in (step.source, step.destination)
        )
        is_here = step.table in mine or not step.table
        if is_here and ELSEWHERE not in {source, destination}:
            found.append(step)
        elif {source, destination} != {ELSEWHERE}:
            found.append(
                MoneyStep(
                    sequence=0,
                    at_ms=step.at_ms,
                    event="",
                    source=source,
                    destination=destination,
                    amount=step.amount,
                    moved=step.amount,
                    words=ELSEWHERE_IN_WORDS,
                    table="",
                    round=0,
                    clause="",
                )
            )
    return found
