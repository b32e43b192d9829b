"""Specials: wagers of several pieces, from the lists a rulebook prints or from a family it names."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from openetg.games.paytable import RESERVED, Piece, Spot, Wager, kind_of, special
from openetg.rulebook.problems import Problem, RulebookProblems, one_of, show
from openetg.rulebook.texts import is_name

if TYPE_CHECKING:
    from openetg.rulebook.schema.layouts import Roulette, Special

_PIECE = re.compile(r"(\S+?)(?: x([1-9]\d?))?")
KEY = "games.roulette.specials"
USED_BY = {"reach": "wheel-neighbours", "kinds": "spots-of-number"}
"""Keys that only one family reads."""


class Expansion:
    """The specials of one rulebook on their way to wagers, with everything found wrong."""

    def __init__(self, numbers: tuple[str, ...], wheel: tuple[str, ...], spots: dict[str, Spot]) -> None:
        self.numbers = numbers
        self.wheel = wheel
        self.spots = spots
        self.problems: list[Problem] = []
        self.wagers: dict[str, Wager] = {}

    def add(self, kind: str, data: Special) -> None:
        """Adds the wager, or the family of wagers, of one special."""
        key = f"{KEY}.{kind}"
        chosen = [name for name in ("pieces", "family") if getattr(data, name) is not None]
        unused = [name for name, family in USED_BY.items() if getattr(data, name) is not None and data.family != family]
        if not is_name(kind) or kind in RESERVED:
            self.problems.append(Problem(key, "a name of lower case letters, digits and dashes", show(kind)))
        elif unused:
            self.problems.append(Problem(f"{key}.{unused[0]}", f"only with family {USED_BY[unused[0]]}", "otherwise"))
        elif data.channels == ():
            self.problems.append(Problem(f"{key}.channels", "at least one channel", "none"))
        elif len(chosen) != 1:
            self.problems.append(Problem(key, "either pieces or a family", " and ".join(chosen) or "neither"))
        elif kind in {kind_of(name) for name in self.spots}:
            self.problems.append(Problem(key, "a name no kind of spot has", show(kind)))
        elif data.pieces is not None:
            self._add_wager(kind, data.title, data, self._printed_pieces(key, data.pieces))
        else:
            for label, spots in self._family(key, data).items():
                pieces = tuple(Piece(spot, 1) for spot in spots)
                self._add_wager(f"{kind}:{label}", f"{data.title} {label}", data, pieces)

    def _add_wager(self, name: str, title: str, data: Special, pieces: tuple[Piece, ...]) -> None:
        if all(piece.spot in self.spots for piece in pieces) and pieces:
            self.wagers[name] = special(
                name, title=title, clause=data.clause, pieces=pieces, spots=self.spots, channels=data.channels
            )

    def _printed_pieces(self, key: str, texts: tuple[str, ...]) -> tuple[Piece, ...]:
        pieces = []
        if not texts:
            self.problems.append(Problem(f"{key}.pieces", "at least one piece", "none"))
        for position, text in enumerate(texts):
            match = _PIECE.fullmatch(text)
            name = match[1] if match else text
            if name not in self.spots:
                near = [each for each in self.spots if kind_of(each) == kind_of(name)] or list(self.spots)
                expected = f"a spot on the layout: {one_of(near, name)}"
                self.problems.append(Problem(f"{key}.pieces[{position}]", expected, show(text)))
            pieces.append(Piece(name, int(match[2] or 1) if match else 1))
        return tuple(pieces)

    def _family(self, key: str, data: Special) -> dict[str, list[str]]:
        """The wagers of a family: behind the colon, and the spots that take one unit each."""
        if data.family == "wheel-neighbours":
            return self._neighbours(key, data.reach)
        if data.family == "spots-of-number":
            return self._spots_of_numbers(key, data.kinds)
        digits: dict[str, list[str]] = {}
        for number in sorted(self.numbers, key=int):
            digits.setdefault(number[-1], []).append(f"straight:{number}")
        return {digit: self._all_known(key, spots) for digit, spots in sorted(digits.items())}

    def _neighbours(self, key: str, reach: int | None) -> dict[str, list[str]]:
        size = len(self.wheel)
        if reach is None or 2 * reach + 1 > size:
            self.problems.append(Problem(f"{key}.reach", "a number of neighbours on each side", show(reach)))
            return {}
        sectors = {}
        for number in self.numbers:
            middle = self.wheel.index(number)
            steps = [0, *(side * step for step in range(1, reach + 1) for side in (-1, 1))]
            sector = [self.wheel[(middle + step) % size] for step in steps]
            sectors[number] = self._all_known(key, [f"straight:{each}" for each in sector])
        return sectors

    def _spots_of_numbers(self, key: str, kinds: tuple[str, ...] | None) -> dict[str, list[str]]:
        known = {kind_of(name) for name in self.spots}
        for position, kind in enumerate(kinds or ()):
            if kind not in known:
                self.problems.append(Problem(f"{key}.kinds[{position}]", one_of(known, kind), show(kind)))
        if not kinds:
            self.problems.append(Problem(f"{key}.kinds", "the kinds of spot that count", "none"))
        chosen = [spot for spot in self.spots.values() if kind_of(spot.name) in (kinds or ())]
        return {number: [spot.name for spot in chosen if number in spot.covers] for number in self.numbers}

    def _all_known(self, key: str, spots: list[str]) -> list[str]:
        unknown = [spot for spot in spots if spot not in self.spots]
        if unknown:
            self.problems.append(Problem(key, "straight spots on the layout for a family of this kind", unknown[0]))
        return spots


def expand_specials(
    data: Roulette, numbers: tuple[str, ...], wheel: tuple[str, ...], spots: dict[str, Spot]
) -> dict[str, Wager]:
    """Every special as a wager, or `RulebookProblems`."""
    expansion = Expansion(numbers, wheel, spots)
    for kind, each in data.specials.items():
        expansion.add(kind, each)
    if expansion.problems:
        raise RulebookProblems(expansion.problems)
    return expansion.wagers
