"""Roulette from data: any wheel, any layout of rows with zeros at its head, any odds.

Spots come from the layout by geometry (numbers that touch, rows, squares) or from sets the rulebook writes
out. Nothing here knows a number, a colour or an odd by heart.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise
from typing import TYPE_CHECKING

from msgspec import Struct

from openetg.games.paytable import RESERVED, Game, Spot, kind_of, wager_on
from openetg.games.specials import expand_specials
from openetg.rulebook.problems import Problem, RulebookProblems, show
from openetg.rulebook.texts import is_name, parse_odds, parse_part, split_numbers

if TYPE_CHECKING:
    from collections.abc import Iterator

    from openetg.rulebook.schema.layouts import PartReturn, Roulette, RouletteSpot

KEY = "games.roulette"


class Layout(Struct, frozen=True):
    """Where the numbers lie, and in which order a person reads them."""

    zeros: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    groups: dict[str, tuple[str, ...]]
    """`red`, `black`, `even` and `odd`, each with its numbers."""

    @property
    def numbers(self) -> tuple[str, ...]:
        """Every number, zeros first, then row by row."""
        return (*self.zeros, *(number for row in self.rows for number in row))


class Area(Struct, frozen=True):
    """A spot before its odds are known: its name, its numbers, its clause."""

    label: str
    """The name behind the colon; empty if the kind is the whole name."""
    numbers: tuple[str, ...]
    clause: str


def compile_roulette(data: Roulette) -> Game:
    """The game, or `RulebookProblems` with everything that does not hold together."""
    layout = _layout(data)
    wheel = tuple(split_numbers(data.wheel.order) or ())
    _raise_if(list(_check_layout(data, layout)) or list(_check_wheel(layout, wheel)))
    problems: list[Problem] = []
    spots: dict[str, Spot] = {}
    for kind, spot_data in data.spots.items():
        problems.extend(_add_spots(kind, spot_data, layout, data.odds.clause, spots))
    if not spots and not problems:
        problems = [Problem(f"{KEY}.spots", "at least one spot", "none")]
    _raise_if(problems)
    wagers = {name: wager_on(spot) for name, spot in spots.items()}
    wagers |= expand_specials(data, layout.numbers, wheel, spots)
    return Game(
        name="roulette",
        title=data.title,
        clause=data.clause,
        outcomes=layout.numbers,
        weights=(1,) * len(wheel),
        spots=spots,
        wagers=wagers,
    )


def _raise_if(problems: list[Problem]) -> None:
    if problems:
        raise RulebookProblems(problems)


def _layout(data: Roulette) -> Layout:
    rows = tuple(tuple(split_numbers(row) or ()) for row in data.layout.rows)
    inside = [number for row in rows for number in row]
    groups = {
        "red": tuple(split_numbers(data.layout.red or "") or ()),
        "black": tuple(split_numbers(data.layout.black or "") or ()),
        "even": tuple(number for number in inside if number.isdigit() and int(number) % 2 == 0),
        "odd": tuple(number for number in inside if number.isdigit() and int(number) % 2 == 1),
    }
    return Layout(tuple(split_numbers(data.layout.zeros) or ()), rows, groups)


def _check_layout(data: Roulette, layout: Layout) -> Iterator[Problem]:
    key = f"{KEY}.layout"
    if not layout.rows:
        yield Problem(f"{key}.rows", "at least one row", "none")
        return
    yield from _check_plain_numbers(data)
    repeated = _repeated(layout.numbers)
    if repeated:
        yield Problem(f"{key}.rows", "each number once on the layout", f"{repeated} more than once")
    if len({len(row) for row in layout.rows}) > 1:
        yield Problem(f"{key}.rows", "rows of equal length", "rows of different lengths")
    yield from _check_colours(layout)


def _check_colours(layout: Layout) -> Iterator[Problem]:
    """No colours at all, or every number of the rows in exactly one."""
    red, black = layout.groups["red"], layout.groups["black"]
    if not red and not black:
        return
    inside = [number for row in layout.rows for number in row]
    for colour, numbers in (("red", red), ("black", black)):
        foreign = [number for number in numbers if number not in inside]
        if foreign:
            yield Problem(f"{KEY}.layout.{colour}", "numbers of the rows", ", ".join(foreign))
        if _repeated(numbers):
            yield Problem(f"{KEY}.layout.{colour}", "each number once", f"{_repeated(numbers)} more than once")
    both = [number for number in red if number in black]
    if both:
        yield Problem(f"{KEY}.layout.black", "no number that is red too", ", ".join(both))
    neither = [number for number in inside if number not in red and number not in black]
    if neither:
        yield Problem(f"{KEY}.layout", "every number of the rows red or black", f"{', '.join(neither)} neither")


def _check_plain_numbers(data: Roulette) -> Iterator[Problem]:
    texts = {"wheel.order": data.wheel.order, "layout.zeros": data.layout.zeros}
    texts |= {"layout.red": data.layout.red or "", "layout.black": data.layout.black or ""}
    texts |= {f"layout.rows[{position}]": row for position, row in enumerate(data.layout.rows)}
    for name, text in texts.items():
        words = [word for word in split_numbers(text) or () if not word.isdigit()]
        if words:
            yield Problem(f"{KEY}.{name}", "plain numbers", show(words[0]))


def _check_wheel(layout: Layout, wheel: tuple[str, ...]) -> Iterator[Problem]:
    key = f"{KEY}.wheel.order"
    repeated = _repeated(wheel)
    if repeated:
        yield Problem(key, "each number once", f"{repeated} more than once")
    missing = [number for number in layout.numbers if number not in wheel]
    if missing:
        yield Problem(key, "every number of the layout", f"no {', '.join(missing)}")
    foreign = [number for number in wheel if number not in layout.numbers]
    if foreign:
        yield Problem(key, "only numbers of the layout", ", ".join(foreign))


def _repeated(numbers: tuple[str, ...]) -> str:
    return ", ".join(sorted({number for number in numbers if numbers.count(number) > 1}, key=_number))


def _number(text: str) -> tuple[int, int]:
    return (int(text), len(text))


def _add_spots(
    kind: str, data: RouletteSpot, layout: Layout, odds_clause: str, spots: dict[str, Spot]
) -> Iterator[Problem]:
    """Adds the spots of one kind; yields what is wrong with it."""
    key = f"{KEY}.spots.{kind}"
    if not is_name(kind) or kind in RESERVED:
        yield Problem(key, f"a name of lower case letters, digits and dashes, not {' or '.join(RESERVED)}", show(kind))
    chosen = [name for name in ("each", "covers", "parts") if getattr(data, name) is not None]
    if len(chosen) != 1:
        yield Problem(key, "exactly one of each, covers and parts", " and ".join(chosen) or "none of them")
        return
    yield from _check_sets(key, data)
    areas = _areas(data, layout)
    for area in [*areas, *_extra_areas(data, layout)]:
        unknown = [number for number in area.numbers if number not in layout.numbers]
        if unknown or not area.numbers:
            yield Problem(key, "numbers of the layout", ", ".join(unknown) or "none")
            continue
        size = _size(data, layout)
        if size is not None and len(area.numbers) != size:
            yield Problem(f"{key}.also", f"{size} numbers, as every {kind} has", " ".join(area.numbers))
        spot = _spot(kind, data, area, layout, odds_clause)
        if spot.name in spots:
            yield Problem(key, "each spot once", f"{spot.name} more than once")
        spots[spot.name] = spot
    for position, part in enumerate(data.part_returns):
        yield from _check_part_return(f"{key}.part_returns[{position}].on", kind, part, layout, spots)


def _check_sets(key: str, data: RouletteSpot) -> Iterator[Problem]:
    """Sets that are written out name each number once, and parts share none."""
    texts = [text for text in (data.covers, *(extra.covers for extra in data.also)) if text is not None]
    for text in texts:
        twice = _repeated(tuple(split_numbers(text) or ()))
        if twice:
            yield Problem(key, "each number once", f"{twice} more than once")
    if data.parts is not None:
        shared = _repeated(tuple(number for part in data.parts for number in split_numbers(part) or ()))
        if shared or not data.parts:
            found = f"{shared} in more than one" if shared else "none"
            yield Problem(f"{key}.parts", "at least one part, and no number in two", found)
    on = _repeated(tuple(number for part in data.part_returns for number in split_numbers(part.on) or ()))
    if on:
        yield Problem(f"{key}.part_returns", "each number once", f"{on} more than once")


def _size(data: RouletteSpot, layout: Layout) -> int | None:
    """How many numbers every spot of a kind covers, where its geometry says so."""
    across = len(layout.rows[0])
    down = len(layout.rows)
    sizes = {"number": 1, "pair": 2, "row": across, "square": 4, "row-pair": 2 * across, "column": down}
    return sizes.get(data.each or "")


def _check_part_return(
    key: str, kind: str, part: PartReturn, layout: Layout, spots: dict[str, Spot]
) -> Iterator[Problem]:
    numbers = _numbers(part.on, layout)
    unknown = [number for number in numbers if number not in layout.numbers]
    if unknown:
        yield Problem(key, "numbers of the layout", ", ".join(unknown))
    winning = {number for spot in spots.values() if kind_of(spot.name) == kind for number in spot.covers}
    both = [number for number in numbers if number in winning]
    if both:
        yield Problem(key, "numbers on which the wager loses", ", ".join(both))


def _areas(data: RouletteSpot, layout: Layout) -> list[Area]:
    clause = data.row_clause or data.clause
    if data.covers is not None:
        return [Area("", _numbers(data.covers, layout), clause)]
    if data.parts is not None:
        sets = [_numbers(part, layout) for part in data.parts]
        return [Area(str(position), numbers, clause) for position, numbers in enumerate(sets, start=1)]
    rows = layout.rows
    if data.each == "number":
        return [Area(number, (number,), clause) for number in layout.numbers]
    if data.each == "column":
        columns = list(zip(*rows, strict=True))
        return [Area(str(position), column, clause) for position, column in enumerate(columns, start=1)]
    if data.each == "row-pair":
        return [Area(_span((*upper, *lower)), (*upper, *lower), clause) for upper, lower in pairwise(rows)]
    touching = {"pair": _pairs(rows), "row": list(rows), "square": _squares(rows)}[str(data.each)]
    return [Area(_joined(numbers), numbers, clause) for numbers in touching]


def _extra_areas(data: RouletteSpot, layout: Layout) -> list[Area]:
    sets = [(_numbers(extra.covers, layout), extra.clause) for extra in data.also]
    label = _span if data.each == "row-pair" else _joined
    return [Area(label(numbers), numbers, clause) for numbers, clause in sets]


def _joined(numbers: tuple[str, ...]) -> str:
    """A spot is named by its numbers, ascending."""
    return "-".join(sorted(numbers, key=_number))


def _span(numbers: tuple[str, ...]) -> str:
    """A long spot is named by its lowest and highest number."""
    ascending = sorted(numbers, key=_number)
    return f"{ascending[0]}-{ascending[-1]}" if ascending else ""


def _numbers(text: str, layout: Layout) -> tuple[str, ...]:
    """The numbers a text means, groups written out, in the order of the layout."""
    words = split_numbers(text) or []
    found = {number for word in words for number in layout.groups.get(word, (word,))}
    known = [number for number in layout.numbers if number in found]
    return (*known, *sorted(found - set(known)))


def _pairs(rows: tuple[tuple[str, ...], ...]) -> list[tuple[str, ...]]:
    beside = [pair for row in rows for pair in pairwise(row)]
    below = [pair for upper, lower in pairwise(rows) for pair in zip(upper, lower, strict=True)]
    return [*beside, *below]


def _squares(rows: tuple[tuple[str, ...], ...]) -> list[tuple[str, ...]]:
    return [
        (*upper_pair, *lower_pair)
        for upper, lower in pairwise(rows)
        for upper_pair, lower_pair in zip(pairwise(upper), pairwise(lower), strict=True)
    ]


def _spot(kind: str, data: RouletteSpot, area: Area, layout: Layout, odds_clause: str) -> Spot:
    odds = parse_odds(data.odds)
    assert odds is not None, "the form of odds was checked on loading"
    returns = {number: Fraction(0) for number in layout.numbers}
    part_clauses: dict[int, str] = {}
    for part_return in data.part_returns:
        part = parse_part(part_return.part)
        assert part is not None, "the form of a part was checked on loading"
        numbers = _numbers(part_return.on, layout)
        returns |= dict.fromkeys(numbers, part)
        part_clauses |= {
            layout.numbers.index(number): part_return.clause for number in numbers if number in layout.numbers
        }
    returns |= dict.fromkeys(area.numbers, odds + 1)
    name = f"{kind}:{area.label}" if area.label else kind
    title = f"{data.title} {area.label}" if area.label else data.title
    in_order = tuple(returns[number] for number in layout.numbers)
    return Spot(
        name=name,
        title=title,
        clause=area.clause,
        odds=data.odds,
        odds_clause=odds_clause,
        returns=in_order,
        covers=area.numbers,
        part_clauses=part_clauses,
    )
