"""Promotions over HTTP: their terms in every version and what was drawn, public; everything of them, for
those who look after them.

Who sees names is in `access.promotion_sight`. What is public has numbers in the place of people, and all that is
needed to do a draw over.
"""

from __future__ import annotations

from typing import Annotated, Any

from litestar import Response, get
from litestar.params import FromPath, QueryParameter
from msgspec import Struct

from openetg.chance.drawing import draw_purpose
from openetg.floor.people.staff import staff_member
from openetg.floor.promotions.views import PromotionDesk, PublicPromotion, public_promotion, public_promotions
from openetg.floor.state import Floor, PromotionStage
from openetg.server.acts.promotion_sight import desk_seen, names_seen
from openetg.server.api.acts.commands import ALWAYS, problems
from openetg.server.api.guard import who_asks
from openetg.server.api.office import Office
from openetg.server.api.problems import Asked, edge
from openetg.server.api.views.reads import shown

Version = Annotated[int, QueryParameter(ge=0, le=10**6, description="One of its versions; zero for the one in force.")]


class DrawnPrize(Struct, frozen=True):
    """A prize that was drawn: for whom, by which entry, counted from nought over all entries in their order."""

    prize: str
    entrant: str
    entry: int


class DrawView(Struct, frozen=True):
    """A draw that was held, whole: a reader of this can do it over. Before its results are public, what binds the house
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


def draw_of(floor: Floor, name: str) -> DrawView | None:
    """The draw of a promotion, once it was held; who has won, once that was made public or all is done."""
    promotion = floor.promotions.offered.get(name)
    if promotion is None or not promotion.readable or not promotion.draws:
        return None
    if not promotion.results_at_ms and promotion.stage is not PromotionStage.CLOSED:
        return DrawView(
            promotion=name,
            process=promotion.process,
            commitment=promotion.commitment,
            committed_for=draw_purpose(name),
            secret="",
            drawn_for="",
            entries=(),
            entries_digest="",
            one_prize_each=promotion.terms.one_prize_each,
            draws=(),
            drawn_at_ms=promotion.drawn_at_ms,
        )
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
