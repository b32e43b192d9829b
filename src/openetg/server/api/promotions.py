"""Promotions for whoever asks: their terms in every version and what was drawn, for anybody; everything of them, for
those who look after them.

Names and addresses of entrants are opened for those alone who run, decide or inspect promotions under the rulebook of
the promotion, and those of winners for who pays them. What anybody gets has numbers in the place of people, and all
that is needed to do a draw over.
"""

from __future__ import annotations

from typing import Annotated, Any

from litestar import Response, get
from litestar.params import FromPath, QueryParameter
from msgspec import Struct
from msgspec.structs import replace

from openetg.chance.drawing import draw_purpose
from openetg.floor.offering import OFFER
from openetg.floor.promotion_views import (
    PromotionDesk,
    PromotionLine,
    PublicPromotion,
    promotion_desk,
    public_promotion,
    public_promotions,
)
from openetg.floor.staff import staff_member
from openetg.floor.state import Floor, PromotionStage, StaffMember, Table
from openetg.server.access.acts import holds
from openetg.server.access.supervision import RECORDS, supervised
from openetg.server.api.commands import ALWAYS, problems
from openetg.server.api.guard import who_asks
from openetg.server.api.office import Office
from openetg.server.api.problems import Asked, edge
from openetg.server.api.reads import shown

RUN = (*RECORDS, OFFER, "file_promotion", "postpone_draw", "decide_promotion_dispute")
"""One of these lets see who the entrants of a promotion are."""
PAY = ("pay_by_hand",)
"""Lets see who the winners are."""
WINNERS = "winners/"
"""Begins, in an audience, the name of a rulebook under which somebody sees no names but those of winners."""
DESK = (*RUN, *PAY, "approve_promotion_change", "oversee_draw")
"""One of these lets see everything else of it; so does supervision of a table."""
Version = Annotated[int, QueryParameter(ge=0, le=10**6, description="One of its versions; zero for the one in force.")]


class DrawnPrize(Struct, frozen=True):
    """A prize that was drawn: for whom, by which entry, counted from nought over all entries in their order."""

    prize: str
    entrant: str
    entry: int


class DrawView(Struct, frozen=True):
    """A draw that was held, whole: whoever has this can do it over. Before its results are public, what binds the house
    and nothing else of it."""

    promotion: str
    process: str
    """The random process, by name and version; see the reference of draws."""
    commitment: str
    """On record before the first entry: the SHA-256 of `process`, `committed_for` and `secret`, a line each."""
    committed_for: str
    secret: str
    drawn_for: str
    """What the stream of numbers is made for: the commitment's purpose and the digest of the entries."""
    entries: tuple[tuple[str, int], ...]
    """Each entrant by number, in the order of registration, with so many entries."""
    entries_digest: str
    """The SHA-256 of the entries as JSON without blanks."""
    one_prize_each: bool
    draws: tuple[DrawnPrize, ...]
    """In the order in which they were drawn; a prize that was drawn again is there again, and the last one counts."""
    drawn_at_ms: int


def names_seen(floor: Floor, member: StaffMember | None) -> tuple[str, ...] | None:
    """The rulebooks of whose promotions somebody sees names of entrants; nothing if promotions are not for them."""
    if member is None or not (holds(floor, member, DESK) or supervised(floor, member)):
        return None
    tables: dict[str, Table] = {}
    for table in floor.tables.values():
        tables.setdefault(floor.rulebook_of(table).about.id, table)
    every = [name for name, table in tables.items() if holds(floor, member, RUN, table)]
    paid = [name for name, table in tables.items() if name not in every and holds(floor, member, PAY, table)]
    return (*every, *(f"{WINNERS}{name}" for name in paid))


def desk_seen(floor: Floor, named: tuple[str, ...]) -> PromotionDesk:
    """Every promotion; who the entrants are only as far as somebody sees names."""
    desk = promotion_desk(floor)
    return replace(desk, promotions=tuple(_seen(each, named) for each in desk.promotions))


def _seen(line: PromotionLine, named: tuple[str, ...]) -> PromotionLine:
    if line.rulebook in named:
        return line
    known = {won.entrant for won in line.won} if f"{WINNERS}{line.rulebook}" in named else set()
    return replace(
        line,
        entrants=tuple(each if each.entrant in known else replace(each, name="", contact="") for each in line.entrants),
        won=tuple(replace(won, attempts=tuple(replace(each, details="") for each in won.attempts)) for won in line.won),
    )


def draw_of(floor: Floor, name: str) -> DrawView | None:
    """The draw of a promotion, once it was held; who has won, once that was made public or all is done."""
    promotion = floor.promotions.offered.get(name)
    if promotion is None or not promotion.readable or not promotion.draws:
        return None
    if not promotion.results_at_ms and promotion.stage is not PromotionStage.CLOSED:
        bound = (name, promotion.process, promotion.commitment, draw_purpose(name))
        return DrawView(*bound, "", "", (), "", promotion.terms.one_prize_each, (), promotion.drawn_at_ms)
    return DrawView(
        promotion=name,
        process=promotion.process,
        commitment=promotion.commitment,
        committed_for=draw_purpose(name),
        secret=promotion.secret,
        drawn_for=draw_purpose(name, promotion.called_digest),
        entries=promotion.called,
        entries_digest=promotion.called_digest,
        one_prize_each=promotion.terms.one_prize_each,
        draws=tuple(DrawnPrize(*each) for each in promotion.draws),
        drawn_at_ms=promotion.drawn_at_ms,
    )


def promotion_handlers(office: Office) -> list[Any]:
    """The handlers."""

    @get("/api/promotions", tags=["standing"], security=[{}], responses=problems(*ALWAYS))
    async def promotions() -> Response[tuple[PublicPromotion, ...]]:
        """Every promotion whose terms are public, with the terms in force."""
        return await shown(office, public_promotions)

    @get("/api/promotions/desk", tags=["promotions"], responses=problems(*ALWAYS))
    async def desk(request: Asked) -> Response[PromotionDesk]:
        """Everything of promotions; who the entrants are, for those who need it."""
        who = who_asks(request)

        def look(floor: Floor) -> PromotionDesk:
            named = names_seen(floor, staff_member(floor, who.person))
            if named is None:
                raise edge("not_for_you")
            return desk_seen(floor, named)

        return await shown(office, look, private=True)

    @get("/api/promotions/{name:str}", tags=["standing"], security=[{}], responses=problems(*ALWAYS))
    async def promotion(name: FromPath[str], version: Version = 0) -> Response[PublicPromotion]:
        """The terms of a promotion, in force or in one of the versions that were public, and its results."""
        return await shown(office, lambda floor: _there(public_promotion(floor, name, version), "no such promotion"))

    @get("/api/promotions/{name:str}/draw", tags=["standing"], security=[{}], responses=problems(*ALWAYS))
    async def draw(name: FromPath[str]) -> Response[DrawView]:
        """The draw of a promotion, with all that is needed to do it over, once its results are public."""
        return await shown(office, lambda floor: _there(draw_of(floor, name), "no draw was held"))

    return [promotions, desk, promotion, draw]


def _there(found: Any, lacking: str) -> Any:
    if found is None:
        raise edge("no_such_thing", lacking)
    return found
