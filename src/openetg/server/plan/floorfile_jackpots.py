"""The part of the floor file that tells of jackpots: its schema, what must hold of it, and the plan it makes."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from typing import Literal

from msgspec import Struct

from openetg.floor.jackpots.commands import PER_TURNOVER, JackpotRules, LevelRules, Trigger
from openetg.money import ZERO, Money, parse_money
from openetg.rulebook.problems import Problem, one_of, show
from openetg.rulebook.schema.policies import JackpotKind
from openetg.rulebook.schema.shape import Amount
from openetg.server.plan.jackpot_plan import JackpotPlan

_PERCENT = re.compile(r"(\d{1,2})(?:\.(\d{1,4}))?", re.ASCII)
PER_PERCENT = PER_TURNOVER // 100
DECIMALS = 4


class Part(Struct, frozen=True, forbid_unknown_fields=True):
    """A table of keys."""


class LevelSection(Part, frozen=True):
    """One prize of a jackpot."""

    title: str
    seed: Amount
    """What the pool begins with, and begins with again after every win."""
    rates: dict[str, str]
    """Per table, how many percent of its turnover go into the pool: `"0.25"`, four decimals at most."""
    reserve: str = "0"
    """How many percent of the turnover of every table go into the hidden reserve, which pays later seeds."""
    ceiling: Amount | None = None
    """What the pool never exceeds; what comes beyond waits for the next one."""
    low: Amount | None = None
    """Of a mystery, the least value at which it hits."""
    high: Amount | None = None
    """Of a mystery, the largest."""
    wagers: tuple[str, ...] = ()
    """Of a progressive, the kinds of wagers one of which the winner has laid and wins with: `straight`."""
    run: int = 1
    """Of a progressive, so many rounds in a row."""
    outcomes: tuple[str, ...] = ()
    """What must fall in each of them; without any, the same outcome every time."""
    laid: Literal["every", "last"] = "every"
    """Whether the winner has won with such a wager in every round of the run, or in the last alone."""
    least: Amount | None = None
    """How much the wager must be."""
    several: Literal["share", "in_order"] = "share"
    """Where several win in one round: they share it, or the first has it and the next what it begins with again."""


class JackpotSection(Part, frozen=True):
    """A jackpot."""

    title: str
    kind: JackpotKind
    """`mystery` or `progressive`."""
    levels: dict[str, LevelSection]
    lock_from: Amount | None = None
    """From this prize on the winning terminal is locked until a person has cleared it; without one, always."""
    by_hand_above: Amount | None = None
    """Above this, a prize is paid by a person, against a voucher; without one, never."""
    approvals: dict[str, str] = {}
    """What the authority has approved, by the names the rulebook has for it, each with the reference."""


def check_jackpots(jackpots: dict[str, JackpotSection], tables: Collection[str]) -> Iterator[Problem]:
    """What of the form does not fit; whether the rulebook allows it, the floor says when it is tried out."""
    for name, jackpot in jackpots.items():
        if not jackpot.levels:
            yield Problem(f"jackpots.{name}.levels", "at least one level", "none")
        for level_name, level in jackpot.levels.items():
            key = f"jackpots.{name}.levels.{level_name}"
            if not level.rates:
                yield Problem(f"{key}.rates", "at least one table", "none")
            for table, rate in level.rates.items():
                if table not in tables:
                    yield Problem(f"{key}.rates.{table}", one_of(tables, table), show(table))
                yield from _check_percent(f"{key}.rates.{table}", rate)
            yield from _check_percent(f"{key}.reserve", level.reserve)


def _check_percent(key: str, text: str) -> Iterator[Problem]:
    if _PERCENT.fullmatch(text) is None:
        yield Problem(key, 'a percentage with at most four decimals, such as "0.25"', show(text))


def millionths(percent: str) -> int:
    """A percentage as whole millionths: `0.25` is 2,500."""
    found = _PERCENT.fullmatch(percent)
    assert found is not None, "checked before"
    return int(found[1]) * PER_PERCENT + int((found[2] or "").ljust(DECIMALS, "0"))


def jackpot_plans(jackpots: dict[str, JackpotSection]) -> tuple[JackpotPlan, ...]:
    """The same as a plan."""
    return tuple(_plan(name, section) for name, section in jackpots.items())


def _plan(name: str, section: JackpotSection) -> JackpotPlan:
    rules = JackpotRules(
        section.title,
        section.kind,
        tuple(_level(level, each, section.kind) for level, each in section.levels.items()),
        _money(section.lock_from),
        _money(section.by_hand_above),
    )
    return JackpotPlan(name, rules, section.approvals)


def _level(name: str, section: LevelSection, kind: JackpotKind) -> LevelRules:
    trigger = None
    if kind is JackpotKind.PROGRESSIVE or section.wagers:
        trigger = Trigger(section.wagers, section.run, section.outcomes, section.laid, _money(section.least))
    return LevelRules(
        level=name,
        title=section.title,
        seed=parse_money(section.seed),
        rates={table: millionths(rate) for table, rate in section.rates.items()},
        reserve_rate=millionths(section.reserve),
        ceiling=_money(section.ceiling),
        low=_money(section.low),
        high=_money(section.high),
        trigger=trigger,
        several=section.several,
    )


def _money(text: str | None) -> Money:
    return ZERO if text is None else parse_money(text)
