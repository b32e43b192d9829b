"""A jackpot as a person writes it down: amounts as `100.00`, contributions in percent of the turnover, in TOML."""

from __future__ import annotations

from collections.abc import Mapping
from decimal import Decimal, InvalidOperation
from pathlib import Path
from typing import Literal

from msgspec import DecodeError, Struct, ValidationError, toml

from openetg.cli.arguments import BadQuestionError
from openetg.floor.jackpots.commands import PER_TURNOVER, JackpotRules, LevelRules, Trigger
from openetg.maths.jackpots import Play
from openetg.money import Money, parse_money
from openetg.rulebook.schema.policies import JackpotKind


class TriggerFile(Struct, forbid_unknown_fields=True):
    """What wins a progressive level."""

    wagers: tuple[str, ...]
    run: int = 1
    outcomes: tuple[str, ...] = ()
    laid: Literal["every", "last"] = "every"
    least: str = "0"


class LevelFile(Struct, forbid_unknown_fields=True):
    """One level."""

    level: str
    seed: str
    rates: dict[str, str]
    title: str = ""
    reserve: str = "0"
    ceiling: str = "0"
    low: str = "0"
    high: str = "0"
    trigger: TriggerFile | None = None


class TableFile(Struct, forbid_unknown_fields=True):
    """How a table is played."""

    turnover: str
    game: str = ""
    wagers: dict[str, str] = {}


class JackpotFile(Struct, forbid_unknown_fields=True):
    """A jackpot, and the tables it is asked of."""

    kind: JackpotKind
    levels: tuple[LevelFile, ...]
    tables: dict[str, TableFile]
    title: str = ""

    @property
    def rules(self) -> JackpotRules:
        """As the floor has it."""
        return JackpotRules(self.title, self.kind, tuple(_level(each) for each in self.levels))

    @property
    def plays(self) -> dict[str, Play]:
        """How each table is played."""
        return {
            name: Play(_amount(table.turnover, f"turnover of table {name}"), amounts(table.wagers, f"table {name}"))
            for name, table in self.tables.items()
        }


def read_file(path: Path) -> JackpotFile:
    """The content of a file; raises with words for what is wrong with it."""
    try:
        return toml.decode(path.read_bytes(), type=JackpotFile)
    except (DecodeError, ValidationError, UnicodeDecodeError) as wrong:
        raise BadQuestionError(f"{path}: {wrong}") from None
    except OSError as fault:
        raise BadQuestionError(f"{path}: expected a file with a jackpot, found: {fault.strerror}") from None


def _level(level: LevelFile) -> LevelRules:
    name = f"level {level.level}"
    return LevelRules(
        level=level.level,
        title=level.title or level.level,
        seed=_amount(level.seed, f"seed of {name}"),
        rates={table: millionths(rate, f"rate of table {table}, {name}") for table, rate in level.rates.items()},
        reserve_rate=millionths(level.reserve, f"reserve of {name}"),
        ceiling=_amount(level.ceiling, f"ceiling of {name}"),
        low=_amount(level.low, f"low of {name}"),
        high=_amount(level.high, f"high of {name}"),
        trigger=_trigger(level.trigger, name),
    )


def _trigger(trigger: TriggerFile | None, name: str) -> Trigger | None:
    if trigger is None:
        return None
    least = _amount(trigger.least, f"least wager of {name}")
    return Trigger(trigger.wagers, trigger.run, trigger.outcomes, trigger.laid, least)


def amounts(texts: Mapping[str, str], where: str) -> dict[str, Money]:
    """Amounts by wager."""
    return {wager: _amount(text, f"{wager} at {where}") for wager, text in texts.items()}


def _amount(text: str, what: str) -> Money:
    try:
        return parse_money(text)
    except ValueError as wrong:
        raise BadQuestionError(f"{what}: {wrong}") from None


def millionths(text: str, what: str) -> int:
    """A percentage of the turnover in millionths of it: it must come out whole."""
    try:
        counted = Decimal(text.removesuffix("%").strip()) * PER_TURNOVER / 100
        whole = int(counted)
    except (InvalidOperation, OverflowError, ValueError):
        raise BadQuestionError(f"{what}: expected a percentage such as 0.5, found {text}") from None
    if whole != counted or not 0 <= whole <= PER_TURNOVER:
        raise BadQuestionError(f"{what}: expected a percentage with at most four digits after the point, found {text}")
    return whole
