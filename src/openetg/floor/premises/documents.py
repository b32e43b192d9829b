"""What anybody may read of a table: the rules in force and the instrument itself.

Read from the floor after a commit. What stands at the table is for staff: `house_view.py`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from msgspec import Struct

from openetg.floor.premises.rules_documents import document_of
from openetg.floor.rounds.views import LimitView
from openetg.money import cents_of

if TYPE_CHECKING:
    from openetg.floor.commands import Sign
    from openetg.floor.state import Floor, RulesDocument, Table
    from openetg.games.paytable import Game, Wager
    from openetg.money import Money
    from openetg.rulebook.clauses import Register
    from openetg.rulebook.schema.book import Rulebook


class RulesDocumentView(Struct, frozen=True, gc=False):
    """The instrument itself, as the site has attached it."""

    name: str
    media: str
    """`text/plain` or `application/pdf`."""
    sha256: str
    size: int
    day: str
    """The first day on which it is in force."""
    last_day: str
    """The last one; empty is without end."""
    price: int
    """What a copy costs its buyer, in cents; zero where none is sold."""


DocumentStanding = Literal["in_force", "replaced", "later", "over", "withdrawn"]


class AttachedView(Struct, frozen=True, gc=False):
    """A document that is or was attached to a rulebook, and how it stands."""

    name: str
    media: str
    sha256: str
    size: int
    day: str
    last_day: str
    price: int
    """In cents."""
    attached_at_ms: int
    withdrawn_at_ms: int
    standing: DocumentStanding
    """`in_force` is what patrons get; otherwise `replaced` by a later one, `later`, `over` or `withdrawn`."""
    lacking: bool = False
    """Whether its bytes are missing on this machine, or were changed."""


class RulesView(Struct, frozen=True, gc=False):
    """Which rules a table is run by."""

    rulebook: str
    """The hash of the rulebook, as rounds name it."""
    id: str
    title: str
    jurisdiction: str
    casino: str
    authority: str
    signed: str
    """The day printed on it."""
    commencement: str
    """How the day is found from which it is in force."""
    in_force_from: str
    """The day entered by the operator."""
    clause: str
    """The clause by which anyone may ask for a copy."""
    document: RulesDocumentView | None = None
    """The instrument itself, which counts; None if the site has attached none."""


class ClauseView(Struct, frozen=True, gc=False):
    """A clause in our own words."""

    id: str
    kind: str
    """What it is about."""
    says: str
    see: tuple[str, ...] = ()
    """Clauses to read with it."""


class ReadingView(Struct, frozen=True, gc=False):
    """How a silent or misprinted clause is applied, and why."""

    clause: str
    printed: str
    applied: str
    why: str


class WagerLine(Struct, frozen=True, gc=False):
    """Wagers of one kind that pay alike."""

    kind: str
    wagers: tuple[str, ...]
    """Their names, in the order of the layout."""
    titles: tuple[str, ...]
    odds: str
    """As printed, and as they are settled by."""
    clause: str
    odds_clause: str
    """The clause that gives the odds; empty where each piece pays by its own spot."""
    units: int
    """How many pieces one of them costs."""
    channels: tuple[str, ...]
    """Where they are taken: `terminal`, `cloth`."""


class GameRules(Struct, frozen=True, gc=False):
    """A game under the rulebook, with everything that may be wagered on."""

    game: str
    title: str
    clause: str
    """The closed list of wagers."""
    is_here: bool
    """Whether it is the one played at the table."""
    wagers: tuple[WagerLine, ...]


class RulesCopy(Struct, frozen=True, gc=False):
    """A copy of the rules for the public."""

    table: str
    rules: RulesView
    games: tuple[GameRules, ...]
    limits: tuple[LimitView, ...]
    """The limits in force on terminals."""
    cloth_limits: tuple[LimitView, ...]
    """The limits in force on the cloth, where the table has one."""
    period_ms: int
    """How long the wagering period is planned to last; zero where a person ends it."""
    has_words: bool
    """Whether the clauses can be shown: the register that says them must belong to exactly these rules."""
    clauses: tuple[ClauseView, ...]
    readings: tuple[ReadingView, ...]
    own_limits: dict[str, tuple[LimitView, ...]] = {}
    """Per terminal with limits of its own, those in force there."""


def rules_view(floor: Floor, table: Table, at_ms: int | None = None) -> RulesView:
    """The rules in force at a table, for the public; without a time, as of the last entry."""
    rulebook, effect = floor.rulebook_of(table), floor.premises.effect.get(table.rulebook)
    about = rulebook.about
    return RulesView(
        rulebook=table.rulebook,
        id=about.id,
        title=about.title,
        jurisdiction=about.jurisdiction,
        casino=about.casino,
        authority=about.authority,
        signed=about.signed.isoformat() if about.signed else "",
        commencement=rulebook.effect.commencement.policy.value,
        in_force_from=effect.day if effect else "",
        clause=rulebook.display.rules_copy.clause,
        document=_document(floor, rulebook, floor.at_ms if at_ms is None else at_ms),
    )


def _document(floor: Floor, rulebook: Rulebook, at_ms: int) -> RulesDocumentView | None:
    found = document_of(floor, rulebook, at_ms)
    if found is None:
        return None
    price = (_cents(found.price) or 0) if rulebook.display.rules_sale is not None else 0
    return RulesDocumentView(
        name=found.name,
        media=found.media,
        sha256=found.sha256,
        size=found.size,
        day=found.day,
        last_day=found.last_day,
        price=price,
    )


def attached_views(floor: Floor, rulebook: Rulebook, at_ms: int) -> tuple[AttachedView, ...]:
    """What was attached to a rulebook, newest first."""
    known = floor.premises.documents.get(rulebook.about.id, ())
    given = document_of(floor, rulebook, at_ms)
    return tuple(
        AttachedView(
            name=each.name,
            media=each.media,
            sha256=each.sha256,
            size=each.size,
            day=each.day,
            last_day=each.last_day,
            price=_cents(each.price) or 0,
            attached_at_ms=each.attached_at_ms,
            withdrawn_at_ms=each.withdrawn_at_ms,
            standing=_standing(each, given, at_ms),
        )
        for each in reversed(known)
    )


def _standing(document: RulesDocument, given: RulesDocument | None, at_ms: int) -> DocumentStanding:
    if document.withdrawn_at_ms:
        return "withdrawn"
    if document is given:
        return "in_force"
    if at_ms < document.from_ms:
        return "later"
    return "over" if document.until_ms and at_ms >= document.until_ms else "replaced"


def rules_copy(floor: Floor, table: Table, register: Register | None, at_ms: int | None = None) -> RulesCopy:
    """Everything that applies at a table now; the clauses in words only if their register is given."""
    rulebook, here = floor.rulebook_of(table), floor.game_of(table)
    games = floor.games[table.rulebook].values()
    entries = register.clause if register is not None else ()
    return RulesCopy(
        table=table.name,
        rules=rules_view(floor, table, at_ms),
        games=tuple(_game_rules(game, floor, table) for game in sorted(games, key=lambda game: game is not here)),
        limits=_limit_lines(table.limits),
        cloth_limits=_limit_lines(table.cloth.limits),
        own_limits={terminal: _limit_lines(limits) for terminal, limits in table.limits_at.items()},
        period_ms=table.period_ms,
        has_words=register is not None,
        clauses=tuple(ClauseView(each.id, each.kind.value, each.says, each.see) for each in entries),
        readings=tuple(ReadingView(each.clause, each.printed, each.applied, each.why) for each in rulebook.reading),
    )


def _game_rules(game: Game, floor: Floor, table: Table) -> GameRules:
    offered = {
        channel.value
        for kind in floor.rulebook_of(table).tables.values()
        if kind.game == game.name
        for channel in kind.channels.value
    }
    alike: dict[tuple[str, str, str, int], list[Wager]] = {}
    for wager in game.wagers.values():
        alike.setdefault((wager.kind, wager.odds, wager.clause, wager.units), []).append(wager)
    lines = tuple(_wager_line(game, wagers, offered) for wagers in alike.values())
    return GameRules(game.name, game.title, game.clause, game is floor.game_of(table), lines)


def _wager_line(game: Game, wagers: list[Wager], offered: set[str]) -> WagerLine:
    first = wagers[0]
    spot = game.spots.get(first.name)
    taken = offered if first.channels is None else offered & {channel.value for channel in first.channels}
    return WagerLine(
        kind=first.kind,
        wagers=tuple(wager.name for wager in wagers),
        titles=tuple(wager.title for wager in wagers),
        odds=first.odds,
        clause=first.clause,
        odds_clause=spot.odds_clause if spot is not None else "",
        units=first.units,
        channels=tuple(sorted(taken)),
    )


def _limit_lines(limits: dict[str, Sign]) -> tuple[LimitView, ...]:
    return tuple(
        LimitView(kind, _cents(sign.min), _cents(sign.max), _cents(sign.step), sign.multiples)
        for kind, sign in limits.items()
    )


def _cents(amount: Money | None) -> int | None:
    return None if amount is None else cents_of(amount)
