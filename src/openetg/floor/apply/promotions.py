"""The life of promotions."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from openetg.floor import events
from openetg.floor.apply.draws import end_all, end_duties
from openetg.floor.apply.notices import keep
from openetg.floor.commands.promotions import Terms
from openetg.floor.prizes import DRAW, FILING
from openetg.floor.state import (
    Approved,
    Filing,
    Floor,
    Prescribed,
    Promotion,
    PromotionStage,
    Version,
)


def _offered(floor: Floor, event: Any) -> Promotion:
    return floor.promotions.offered[event.promotion]


def _item_prescribed(floor: Floor, event: events.ItemPrescribed) -> None:
    listed = floor.promotions.prescribed.setdefault(event.rulebook, {})
    if event.prescribed:
        listed[event.item] = Prescribed(event.item, event.source, event.at_ms, event.person)
    else:
        del listed[event.item]


def _promotion_drafted(floor: Floor, event: events.PromotionDrafted) -> None:
    version = Version(event.version, event.digest, event.terms, floor.at_ms)
    promotion = floor.promotions.offered.get(event.promotion)
    if promotion is None:
        drafted = Promotion(event.promotion, event.table, PromotionStage.DRAFT, [version])
        floor.promotions.offered[event.promotion] = drafted
        return
    promotion.table, promotion.stage = event.table, PromotionStage.DRAFT
    before = promotion.versions[-1]
    if before.number not in (*promotion.readable, *(each.version for each in promotion.filings)):
        promotion.versions[-1] = replace(before, terms=Terms())
    promotion.versions.append(version)
    end_duties(floor, promotion, *FILING)


def _promotion_filed(floor: Floor, event: events.PromotionFiled) -> None:
    promotion = _offered(floor, event)
    by = (event.role, event.person, event.at_ms)
    promotion.filings.append(Filing(event.version, event.digest, event.reference, event.declared, *by))
    if promotion.stage is PromotionStage.DRAFT:
        promotion.stage = PromotionStage.FILED
    end_duties(floor, promotion, *FILING)


def _publish(promotion: Promotion, version: int) -> None:
    promotion.published = version
    if version not in promotion.readable:
        promotion.readable.append(version)


def _promotion_published(floor: Floor, event: events.PromotionPublished) -> None:
    promotion = _offered(floor, event)
    _publish(promotion, event.version)
    promotion.address, promotion.also_at = event.address, event.also_at


def _promotion_announced(floor: Floor, event: events.PromotionAnnounced) -> None:
    promotion = _offered(floor, event)
    others = [words for words in promotion.announcements if words != event.words]
    promotion.announcements = others if event.withdrawn else [*promotion.announcements, event.words]


def _promotion_started(floor: Floor, event: events.PromotionStarted) -> None:
    promotion = _offered(floor, event)
    promotion.stage, promotion.started_at_ms = PromotionStage.RUNNING, event.at_ms


def _promotion_change_approved(floor: Floor, event: events.PromotionChangeApproved) -> None:
    approved = Approved(event.reference, event.digest, event.person, event.at_ms)
    _offered(floor, event).approved.append(approved)


def _promotion_amended(floor: Floor, event: events.PromotionAmended) -> None:
    promotion = _offered(floor, event)
    promotion.versions.append(Version(event.version, event.digest, event.terms, event.at_ms, event.approval))
    _publish(promotion, event.version)
    _unwatched(promotion)
    end_duties(floor, promotion, *DRAW)


def _unwatched(promotion: Promotion) -> None:
    """The scrutineer was there for a draw that is not held now, or not by these terms: they are to be there again."""
    promotion.witnessed_at_ms = promotion.witnessed_at_ms if promotion.drawn_at_ms else 0
    promotion.witnessing = False


def _tell(floor: Floor, kind: str, event: events.PromotionPostponed | events.PromotionCancelled) -> None:
    """The official learns of it in the step it is about, and why."""
    if event.official:
        table = _offered(floor, event).table
        notice = keep(floor, kind, table, event.official, event.clause, about=event.promotion)
        notice.said = event.why


def _promotion_postponed(floor: Floor, event: events.PromotionPostponed) -> None:
    promotion = _offered(floor, event)
    promotion.postponed, promotion.postponed_why = True, event.why
    _unwatched(promotion)
    _tell(floor, "promotion_postponed", event)


def _promotion_validated(floor: Floor, event: events.PromotionValidated) -> None:
    promotion = _offered(floor, event)
    promotion.postponed, promotion.postponed_why = False, ""


def _promotion_cancelled(floor: Floor, event: events.PromotionCancelled) -> None:
    floor.ledger.post(event.transfers)
    promotion = _offered(floor, event)
    promotion.postponed, promotion.postponed_why = False, ""
    _end(floor, promotion, PromotionStage.CANCELLED)
    _tell(floor, "promotion_cancelled", event)


def _promotion_closed(floor: Floor, event: events.PromotionClosed) -> None:
    floor.ledger.post(event.transfers)
    _end(floor, _offered(floor, event), PromotionStage.CLOSED)


def _end(floor: Floor, promotion: Promotion, stage: PromotionStage) -> None:
    """Nobody's play counts for it any more, and nothing of it falls due."""
    promotion.stage, promotion.seats, promotion.stays, promotion.too_late = stage, {}, {}, {}
    end_all(floor, promotion.name)


APPLIERS: dict[type, Callable[[Floor, Any], None]] = {
    events.ItemPrescribed: _item_prescribed,
    events.PromotionDrafted: _promotion_drafted,
    events.PromotionFiled: _promotion_filed,
    events.PromotionPublished: _promotion_published,
    events.PromotionAnnounced: _promotion_announced,
    events.PromotionStarted: _promotion_started,
    events.PromotionChangeApproved: _promotion_change_approved,
    events.PromotionAmended: _promotion_amended,
    events.PromotionPostponed: _promotion_postponed,
    events.PromotionValidated: _promotion_validated,
    events.PromotionCancelled: _promotion_cancelled,
    events.PromotionClosed: _promotion_closed,
}
