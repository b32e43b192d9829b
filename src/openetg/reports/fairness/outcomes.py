"""What fell at a table, counted from the journal and held against the chances of the game's own layout.

For checking wheels, tumblers and those who spin them. A number here is no proof: it says how often chance
alone would differ as much. Nothing is decided by it, and nothing here may be asked before a round.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby, pairwise
from math import sqrt
from typing import TYPE_CHECKING, Any

from msgspec import DecodeError, Struct, json

from openetg.floor.alerts.improbable import total_of
from openetg.journal.reading import begin_of, groups_until
from openetg.journal.store import JournalProblem, Reader
from openetg.reports.export.export import ExportSpan
from openetg.reports.fairness.tails import ChiSquare, at_least, at_most, chi_square, two_sided
from openetg.rulebook.schema.layouts import Roulette
from openetg.rulebook.texts import split_numbers

if TYPE_CHECKING:
    from openetg.floor.state import Floor, Table

SECTOR = 5
"""How many places side by side on a wheel are looked at together."""
UNUSUAL, FLAGGED = 0.05, 0.005
"""Below the first a test is unusual; below the second a person should look at the device."""
PARTS_MAX = 64
"""How many dealers or devices are told apart."""
SPEAKS = (b'"OutcomeRecorded"', b'"OutcomeCorrected"', b'"OutcomeInvalidated"', b'"RoundVoided"', b'"BallLaunched"',
          b'"SpinStarted"', b'"DealerSigned', b'"OutcomeIgnored"')  # fmt: skip
"""A group without any of these says nothing of what fell."""


class Chances(Struct, frozen=True):
    """What may fall at a table, and how often."""

    game: str
    outcomes: tuple[str, ...]
    weights: tuple[int, ...]
    ring: tuple[str, ...] = ()
    """The places of a wheel in their order, the face of each; empty where nothing turns."""


class Fall(Struct, frozen=True):
    """One outcome that counts."""

    round: int
    outcome: str
    segment: int
    """The place on the wheel, counted from one, where it is told apart; otherwise zero."""
    dealer: str
    rotor: str
    device: str
    at_ms: int
    was_corrected: bool = False


class Fallen(Struct, frozen=True):
    """What fell in a span, in order, and how much was left out."""

    falls: tuple[Fall, ...]
    void: int
    """Outcomes of rounds that are void or whose outcome was declared invalid."""
    ignored: int
    """Readings of spins that did not count."""


class OutcomeRow(Struct, frozen=True):
    """Something that may fall."""

    name: str
    count: int
    expected: float
    deviation: float
    """From the expectation, in standard deviations."""


class Aspect(Struct, frozen=True):
    """Outcomes looked at in one way: as such, by place on the wheel, by total or by face of the dice."""

    name: str
    """`outcome`, `segment`, `total` or `face`."""
    is_ring: bool
    """Whether the rows stand in the order of a wheel."""
    rows: tuple[OutcomeRow, ...]
    test: ChiSquare


class Trial(Struct, frozen=True):
    """One test and what it found."""

    name: str
    """`chi_square`, `most`, `least`, `sector`, `repeats`."""
    aspect: str
    about: str
    """The outcome or sector it is about; empty for all of them."""
    found: float
    expected: float
    p: float
    """Corrected for how many were looked at."""


class OutcomePart(Struct, frozen=True):
    """The outcomes of one dealer, one direction of the rotor, or one device."""

    name: str
    count: int
    test: ChiSquare
    p: float
    """Corrected for how many parts there are."""
    most: str
    """What fell most above its expectation."""
    most_count: int
    most_expected: float


class Outcomes(Struct, frozen=True):
    """The report."""

    table: str
    game: str
    after: int
    until: int
    first_ms: int
    last_ms: int
    count: int
    void: int
    ignored: int
    corrected: int
    aspects: tuple[Aspect, ...]
    sectors: tuple[OutcomeRow, ...]
    """Places side by side on the wheel, named by the one in the middle."""
    sector: int
    """How many places one sector has."""
    repeats: OutcomeRow
    """How often an outcome was the same as the one before it."""
    longest: int
    """The longest run of one outcome."""
    longest_of: str
    trials: tuple[Trial, ...]
    by_dealer: tuple[OutcomePart, ...]
    by_rotor: tuple[OutcomePart, ...]
    by_device: tuple[OutcomePart, ...]
    least_p: float
    """The smallest of all, which decides whether it is flagged."""
    flagged: bool


def chances_at(floor: Floor, table: Table) -> Chances:
    """The chances at a table: weights of its game and order of its wheel, as the rulebook or the record says."""
    game = floor.game_of(table)
    data = floor.rulebook_of(table).games.named()[floor.kind_of(table).game]
    ring: tuple[str, ...] = ()
    if isinstance(data, Roulette):
        ring = tuple(split_numbers(data.wheel.order) or ())
    else:
        wheels = floor.premises.equipment.get(table.name, {}).values()
        ring = next((each.order for each in wheels if each.order), ())
    return Chances(game.name, game.outcomes, game.weights, ring)


def fallen_in(journal: Reader, table: str, span: ExportSpan, device: str = "") -> Fallen:
    """What fell at a table in a span; who dealt and which way the rotor turned is looked for before it, too."""
    reading = _Reading(table, device)
    for group in groups_until(journal, after=begin_of(journal), until=span.until):
        if any(word in group.body for word in SPEAKS):
            reading.take(group.body, span)
    return reading.fallen()


class _Facts(Struct, frozen=True):
    events: tuple[dict[str, Any], ...] | None = None


class _Line(Struct, frozen=True):
    sequence: int
    at_ms: int
    verdict: _Facts


_lines = json.Decoder(list[_Line]).decode


class _Reading:
    """Follows the events of one table."""

    def __init__(self, table: str, device: str) -> None:
        self.table = table
        self.device = device
        self.ignored = self.void = 0
        self._falls: dict[int, Fall] = {}
        """By round."""
        self._signed_on = ""
        self._spun: tuple[int, str] = (0, "")
        self._launched: tuple[int, str] = (0, "")

    def take(self, body: bytes, span: ExportSpan) -> None:
        try:
            lines = _lines(body)
        except DecodeError as problem:
            raise JournalProblem(f"expected entries, found something else: {problem}") from problem
        for line in lines:
            if line.sequence > span.until:
                return
            for event in line.verdict.events or ():
                if event.get("table") == self.table:
                    self._note(event, line.at_ms, counts=line.sequence > span.after)

    def _note(self, event: dict[str, Any], at_ms: int, *, counts: bool) -> None:
        round_ = event.get("round", 0)
        match event["type"]:
            case "DealerSignedOn":
                self._signed_on = event.get("person", "")
            case "DealerSignedOff":
                self._signed_on = ""
            case "SpinStarted":
                self._spun = (round_, event.get("person", ""))
            case "BallLaunched":
                self._launched = (round_, event.get("rotor", ""))
            case "OutcomeRecorded" if counts:
                self._fell(event, round_, at_ms)
            case "OutcomeCorrected" if round_ in self._falls:
                self._correct(round_, event)
            case "OutcomeInvalidated" | "RoundVoided" if self._falls.pop(round_, None) is not None:
                self.void += 1
            case "OutcomeIgnored" if counts:
                self.ignored += 1

    def _fell(self, event: dict[str, Any], round_: int, at_ms: int) -> None:
        device = event.get("device", "")
        if self.device and device != self.device:
            return
        dealer = self._spun[1] if self._spun[0] == round_ else self._signed_on
        rotor = self._launched[1] if self._launched[0] == round_ else ""
        segment = event.get("segment", 0)
        self._falls[round_] = Fall(
            round=round_,
            outcome=event["outcome"],
            segment=segment,
            dealer=dealer,
            rotor=rotor,
            device=device,
            at_ms=at_ms,
        )

    def _correct(self, round_: int, event: dict[str, Any]) -> None:
        was = self._falls[round_]
        # Where the indicator stood is not said of the actual outcome.
        self._falls[round_] = Fall(
            round=round_,
            outcome=event["outcome"],
            segment=0,
            dealer=was.dealer,
            rotor=was.rotor,
            device=was.device,
            at_ms=was.at_ms,
            was_corrected=True,
        )

    def fallen(self) -> Fallen:
        return Fallen(tuple(self._falls.values()), self.void, self.ignored)


def judged(table: str, chances: Chances, span: ExportSpan, fallen: Fallen) -> Outcomes:
    """Counts, expectations and tests of what fell."""
    falls = [each for each in fallen.falls if each.outcome in chances.outcomes]
    names = [each.outcome for each in falls]
    aspects = tuple(_aspects(chances, falls))
    sectors = _sectors(next((each for each in aspects if each.is_ring), None))
    repeats = _repeats(chances, names)
    longest, longest_of = _longest(names)
    trials = tuple(_trials(aspects, sectors, repeats))
    parts = [_parts(chances, falls, key) for key in ("dealer", "rotor", "device")]
    least_p = min([1.0, *(each.p for each in trials), *(part.p for each in parts for part in each)])
    return Outcomes(
        table=table,
        game=chances.game,
        after=span.after,
        until=span.until,
        first_ms=falls[0].at_ms if falls else 0,
        last_ms=falls[-1].at_ms if falls else 0,
        count=len(names),
        void=fallen.void,
        ignored=fallen.ignored,
        corrected=sum(each.was_corrected for each in falls),
        aspects=aspects,
        sectors=sectors,
        sector=SECTOR if sectors else 0,
        repeats=repeats,
        longest=longest,
        longest_of=longest_of,
        trials=trials,
        by_dealer=parts[0],
        by_rotor=parts[1],
        by_device=parts[2],
        least_p=least_p,
        flagged=least_p < FLAGGED,
    )


def _aspects(chances: Chances, falls: Sequence[Fall]) -> Iterator[Aspect]:
    names = [each.outcome for each in falls]
    turns_by_name = set(chances.ring) == set(chances.outcomes) and len(chances.ring) == len(chances.outcomes)
    order = chances.ring if turns_by_name else chances.outcomes
    weights = dict(zip(chances.outcomes, chances.weights, strict=True))
    yield _aspect("outcome", order, [weights[name] for name in order], names, is_ring=turns_by_name)
    segments = [str(each.segment) for each in falls if each.segment]
    if chances.ring and not turns_by_name and segments:
        places = [str(place) for place in range(1, len(chances.ring) + 1)]
        yield _aspect("segment", places, [1] * len(places), segments, is_ring=True)
    if chances.game == "sic-bo":
        totals: Counter[str] = Counter()
        for dice, weight in weights.items():
            totals[total_of(dice)] += weight
        order = tuple(sorted(totals, key=int))
        yield _aspect("total", order, [totals[name] for name in order], map(total_of, names), is_ring=False)
        faces = [face for dice in names for face in dice.split("-")]
        yield _aspect("face", tuple("123456"), [1] * 6, faces, is_ring=False)


def _aspect(name: str, order: Sequence[str], weights: Sequence[int], fell: Iterable[str], *, is_ring: bool) -> Aspect:
    counted = Counter(fell)
    counts = [counted[each] for each in order]
    rows = tuple(_rows(order, counts, weights))
    return Aspect(name, is_ring, rows, chi_square(counts, weights))


def _rows(names: Sequence[str], counts: Sequence[int], weights: Sequence[int]) -> Iterator[OutcomeRow]:
    number, whole = sum(counts), sum(weights)
    for name, count, weight in zip(names, counts, weights, strict=True):
        yield _row(name, count, number, weight / whole)


def _row(name: str, count: int, number: int, chance: float) -> OutcomeRow:
    expected, spread = number * chance, sqrt(number * chance * (1 - chance))
    return OutcomeRow(name, count, expected, (count - expected) / spread if spread else 0.0)


def _sectors(ring: Aspect | None) -> tuple[OutcomeRow, ...]:
    """So many places side by side, all the way round."""
    if ring is None or len(ring.rows) <= 2 * SECTOR:
        return ()
    rows, around = ring.rows, len(ring.rows)
    number = sum(row.count for row in rows)
    found = []
    for middle in range(around):
        inside = [rows[(middle + step) % around] for step in range(-(SECTOR // 2), SECTOR // 2 + 1)]
        found.append(_row(rows[middle].name, sum(row.count for row in inside), number, SECTOR / around))
    return tuple(found)


def _repeats(chances: Chances, names: Sequence[str]) -> OutcomeRow:
    """How often an outcome follows itself; neighbouring pairs share a spin, which the spread knows of."""
    whole = sum(chances.weights)
    second = sum((weight / whole) ** 2 for weight in chances.weights)
    third = sum((weight / whole) ** 3 for weight in chances.weights)
    pairs = max(len(names) - 1, 0)
    count = sum(one == other for one, other in pairwise(names))
    spread = sqrt(pairs * second * (1 - second) + 2 * max(pairs - 1, 0) * (third - second**2))
    expected = pairs * second
    return OutcomeRow("", count, expected, (count - expected) / spread if spread else 0.0)


def _longest(names: Sequence[str]) -> tuple[int, str]:
    return max(((len(list(run)), name) for name, run in groupby(names)), key=lambda each: each[0], default=(0, ""))


def _trials(aspects: Sequence[Aspect], sectors: Sequence[OutcomeRow], repeats: OutcomeRow) -> Iterator[Trial]:
    for aspect in aspects:
        test = aspect.test
        if test.degrees:
            yield Trial(
                name="chi_square", aspect=aspect.name, about="", found=test.statistic, expected=test.degrees, p=test.p
            )
            yield from _extremes(aspect)
    on_ring = sum(row.count for row in sectors) // SECTOR
    if on_ring:
        most = max(sectors, key=lambda row: row.deviation)
        p = at_least(most.count, on_ring, SECTOR / len(sectors))
        yield Trial(
            name="sector",
            aspect="sector",
            about=most.name,
            found=most.count,
            expected=most.expected,
            p=_corrected(p, len(sectors)),
        )
    if repeats.expected >= 1:
        yield Trial(
            name="repeats",
            aspect="outcome",
            about="",
            found=repeats.count,
            expected=repeats.expected,
            p=two_sided(repeats.deviation),
        )


def _extremes(aspect: Aspect) -> Iterator[Trial]:
    """What fell most above and most below its expectation."""
    rows, number = aspect.rows, sum(row.count for row in aspect.rows)
    most, least = max(rows, key=lambda row: row.deviation), min(rows, key=lambda row: row.deviation)
    high = at_least(most.count, number, most.expected / number)
    low = at_most(least.count, number, least.expected / number)
    yield Trial(
        name="most",
        aspect=aspect.name,
        about=most.name,
        found=most.count,
        expected=most.expected,
        p=_corrected(high, len(rows)),
    )
    yield Trial(
        name="least",
        aspect=aspect.name,
        about=least.name,
        found=least.count,
        expected=least.expected,
        p=_corrected(low, len(rows)),
    )


def _corrected(p: float, looked_at: int) -> float:
    """The chance that at least one of so many is as improbable; on the safe side, since they are not independent."""
    return min(1.0, p * looked_at)


def _parts(chances: Chances, falls: Sequence[Fall], key: str) -> tuple[OutcomePart, ...]:
    """The same by dealer, direction or device, where these are on record."""
    by_name: dict[str, list[str]] = {}
    for each in falls:
        name = getattr(each, key)
        if name:
            by_name.setdefault(name, []).append(each.outcome)
    names = sorted(by_name, key=lambda name: -len(by_name[name]))[:PARTS_MAX]
    return tuple(_part(chances, name, by_name[name], len(names)) for name in names)


def _part(chances: Chances, name: str, fell: Sequence[str], parts: int) -> OutcomePart:
    aspect = _aspect("outcome", chances.outcomes, chances.weights, fell, is_ring=False)
    most = max(aspect.rows, key=lambda row: row.deviation)
    p = _corrected(aspect.test.p, parts)
    return OutcomePart(
        name=name,
        count=len(fell),
        test=aspect.test,
        p=p,
        most=most.name,
        most_count=most.count,
        most_expected=most.expected,
    )
