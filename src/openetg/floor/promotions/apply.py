"""How the facts about promotions change the floor: their life, entrants, draws, prizes, alerts about what is due."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from openetg.floor import events
from openetg.floor.alerts.apply import about_promotion, end_notices
from openetg.floor.alerts.official_notices import keep
from openetg.floor.alerts.raising import end_cause, raise_alert
from openetg.floor.promotions.commands import Terms
from openetg.floor.promotions.prizes import (
    BONUS,
    DRAW,
    DRAW_NEAR,
    DRAW_OVERDUE,
    FILING,
    FILING_NEAR,
    FILING_OVERDUE,
    NEAR,
    OVERDUE,
    RESULTS_OVERDUE,
)
from openetg.floor.state import (
    AlertKind,
    Approved,
    Attempt,
    Credit,
    Entrant,
    Filing,
    Floor,
    Prescribed,
    Promotion,
    PromotionStage,
    Version,
    Won,
    key_of_round,
)
from openetg.money import ZERO


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
    """Ends the scrutineer's presence when a draw is not held now, or not by these terms: it must be recorded again."""
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
    """No play counts for it any more, and nothing of it falls due."""
    promotion.stage, promotion.seats, promotion.stays, promotion.too_late = stage, {}, {}, {}
    end_all(floor, promotion.name)


ALERTS = {
    FILING_NEAR: AlertKind.PROMOTION_FILING_NEAR,
    FILING_OVERDUE: AlertKind.PROMOTION_FILING_OVERDUE,
    DRAW_NEAR: AlertKind.PROMOTION_DRAW_NEAR,
    DRAW_OVERDUE: AlertKind.PROMOTION_DRAW_OVERDUE,
    NEAR: AlertKind.PROMOTION_NOTICE_NEAR,
    OVERDUE: AlertKind.PROMOTION_NOTICE_OVERDUE,
    RESULTS_OVERDUE: AlertKind.PROMOTION_RESULTS_OVERDUE,
}


def _promotion(floor: Floor, name: str) -> Promotion:
    return floor.promotions.offered[name]


def _entrant_registered(floor: Floor, event: events.EntrantRegistered) -> None:
    entrants = _promotion(floor, event.promotion).entrants
    known = entrants.get(event.entrant)
    if known is not None:
        known.meets = tuple(dict.fromkeys((*known.meets, *event.meets)))
        return
    entrants[event.entrant] = Entrant(event.entrant, event.name, event.contact, event.at_ms, meets=event.meets)


def _entrant_seated(floor: Floor, event: events.EntrantSeated) -> None:
    promotion = _promotion(floor, event.promotion)
    if event.entrant:
        promotion.seats[event.terminal], promotion.stays[event.terminal] = event.entrant, event.stay_ms
        promotion.too_late[event.terminal] = event.too_late
        return
    for kept in (promotion.seats, promotion.stays, promotion.too_late):
        kept.pop(event.terminal, None)


def _entries_earned(floor: Floor, event: events.EntriesEarned) -> None:
    promotion = _promotion(floor, event.promotion)
    key = key_of_round(event.table, event.round)
    staked, credits_ = promotion.earned.setdefault(key, {}), promotion.credits.setdefault(key, {})
    for line in event.earned:
        entrant = promotion.entrants[line.entrant]
        entrant.entries += line.entries
        entrant.counted += line.counted
        entrant.carried = line.carried
        staked[line.terminal] = line.entrant, staked.get(line.terminal, ("", ZERO))[1] + line.staked
        credits_[line.terminal] = Credit(line.version, *line.stands)
    _forget_old(floor, promotion, event.table)
    for number in {line.entrant for line in event.earned}:
        _judge_best(promotion, promotion.entrants[number])


def _forget_old(floor: Floor, promotion: Promotion, table: str) -> None:
    """Of rounds that can no longer change, only the largest stake is kept."""
    present = floor.tables[table]
    numbers = {*present.past, *(() if present.round is None else (present.round.number,))}
    kept = {key_of_round(table, number) for number in numbers}
    own = key_of_round(table, 0).removesuffix("0")
    for key in [key for key in promotion.earned if key.startswith(own) and key not in kept]:
        for number, amount in promotion.earned.pop(key).values():
            entrant = promotion.entrants[number]
            entrant.best_before = max(entrant.best_before, amount)
        promotion.credits.pop(key, None)


def _judge_best(promotion: Promotion, entrant: Entrant) -> None:
    counted = [
        amount for staked in promotion.earned.values() for number, amount in staked.values() if number == entrant.number
    ]
    entrant.best = max([entrant.best_before, *counted])


def _entries_handed_in(floor: Floor, event: events.EntriesHandedIn) -> None:
    _promotion(floor, event.promotion).entrants[event.entrant].entries += event.entries


def _scrutineer_named(floor: Floor, event: events.ScrutineerNamed) -> None:
    promotion = _promotion(floor, event.promotion)
    promotion.scrutineer, promotion.witnessing = event.scrutineer, False
    if not promotion.drawn_at_ms:
        promotion.witnessed_at_ms = 0


def _draw_witnessed(floor: Floor, event: events.DrawWitnessed) -> None:
    promotion = _promotion(floor, event.promotion)
    promotion.witnessing = True
    if not promotion.drawn_at_ms:
        promotion.witnessed_at_ms = event.at_ms


def _draw_committed(floor: Floor, event: events.DrawCommitted) -> None:
    promotion = _promotion(floor, event.promotion)
    promotion.commitment, promotion.sealed, promotion.process = event.commitment, event.sealed, event.process


def _draw_called(floor: Floor, event: events.DrawCalled) -> None:
    promotion = _promotion(floor, event.promotion)
    promotion.stage = PromotionStage.CALLED
    promotion.called, promotion.called_digest = event.entries, event.digest


def _promotion_drawn(floor: Floor, event: events.PromotionDrawn) -> None:
    floor.ledger.post(event.transfers)
    promotion = _promotion(floor, event.promotion)
    promotion.stage, promotion.secret, promotion.drawn_at_ms = PromotionStage.DRAWN, event.secret, event.at_ms
    promotion.witnessing = False
    end_duties(floor, promotion, *DRAW)
    for winner in event.winners:
        promotion.draws.append((winner.prize, winner.entrant, winner.entry))
        won = Won(winner.prize, winner.entrant, winner.entry, event.at_ms, event.notify_by_ms)
        promotion.won[winner.prize] = won


def _prize_drawn_again(floor: Floor, event: events.PrizeDrawnAgain) -> None:
    floor.ledger.post(event.transfers)
    promotion, winner = _promotion(floor, event.promotion), event.winner
    before = promotion.won[winner.prize]
    if winner.entrant:
        promotion.draws.append((winner.prize, winner.entrant, winner.entry))
    won = Won(winner.prize, winner.entrant, winner.entry, event.at_ms, event.notify_by_ms)
    won.passed_over = [*before.passed_over, event.before]
    promotion.won[winner.prize] = won
    promotion.witnessing = False
    # The results changed after they were made public: they must be made public again.
    promotion.results_at_ms, promotion.results_how = 0, ""
    end_duties(floor, promotion, RESULTS_OVERDUE)
    end_notices(floor, promotion.name, winner.prize)


def _presence_recorded(floor: Floor, event: events.PresenceRecorded) -> None:
    _promotion(floor, event.promotion).won[event.prize].present = event.present


def _notice_attempted(floor: Floor, event: events.NoticeAttempted) -> None:
    promotion = _promotion(floor, event.promotion)
    attempt = Attempt(
        by=event.by,
        details=event.details,
        reached=event.reached,
        counts=event.counts,
        person=event.person,
        at_ms=event.at_ms,
        noted_ms=event.noted_ms,
    )
    promotion.won[event.prize].attempts.append(attempt)
    if event.counts or event.listed:
        end_notices(floor, promotion.name, event.prize)


def _results_published(floor: Floor, event: events.ResultsPublished) -> None:
    promotion = _promotion(floor, event.promotion)
    promotion.results_at_ms, promotion.results_how = event.at_ms, event.how
    end_duties(floor, promotion, RESULTS_OVERDUE)


def _bonus_awarded(floor: Floor, event: events.BonusAwarded) -> None:
    floor.ledger.post(event.transfers)
    promotion = _promotion(floor, event.promotion)
    won, before = Won(event.prize, event.entrant, BONUS, event.at_ms), promotion.won.get(event.prize)
    if before is not None:
        won.passed_over = [*before.passed_over, before.entrant]
    promotion.won[event.prize] = won


def _prize_paid(floor: Floor, event: events.PrizePaid) -> None:
    floor.ledger.post(event.transfers)
    promotion = _promotion(floor, event.promotion)
    won = promotion.won[event.prize]
    won.paid_at_ms, won.paid = event.at_ms, event.paid
    end_notices(floor, promotion.name, event.prize)


def _promotion_deadline_called(floor: Floor, event: events.PromotionDeadlineCalled) -> None:
    promotion = _promotion(floor, event.promotion)
    if event.prize:
        won = promotion.won[event.prize]
        won.called = (*won.called, event.duty)
        end_notices(floor, promotion.name, event.prize)
    else:
        # A deadline that is overdue no longer counts as near.
        before = next((each for each in (FILING, DRAW) if event.duty in each), ())
        _end_alerts(floor, promotion, before)
        promotion.deadlines_called = (*promotion.deadlines_called, event.duty)
    where = about_promotion(promotion.name, event.prize)
    raise_alert(floor, ALERTS[event.duty], promotion.table, said=promotion.name, device=where, clause=event.clause)


def _end_alerts(floor: Floor, promotion: Promotion, duties: tuple[str, ...]) -> None:
    for duty in duties:
        end_cause(floor, ALERTS[duty], about_promotion(promotion.name))


def end_duties(floor: Floor, promotion: Promotion, *duties: str) -> None:
    """Ends these duties: they are done, or begin anew, and are not reminded of as they were."""
    promotion.deadlines_called = tuple(each for each in promotion.deadlines_called if each not in duties)
    _end_alerts(floor, promotion, duties)


def end_all(floor: Floor, name: str) -> None:
    """A promotion is over, in any way: nothing of it falls due any more."""
    promotion = _promotion(floor, name)
    end_duties(floor, promotion, *FILING, *DRAW, RESULTS_OVERDUE)
    for prize in promotion.won:
        end_notices(floor, promotion.name, prize)


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
    events.EntrantRegistered: _entrant_registered,
    events.EntrantSeated: _entrant_seated,
    events.EntriesEarned: _entries_earned,
    events.EntriesHandedIn: _entries_handed_in,
    events.ScrutineerNamed: _scrutineer_named,
    events.DrawWitnessed: _draw_witnessed,
    events.DrawCommitted: _draw_committed,
    events.DrawCalled: _draw_called,
    events.PromotionDrawn: _promotion_drawn,
    events.PrizeDrawnAgain: _prize_drawn_again,
    events.PresenceRecorded: _presence_recorded,
    events.NoticeAttempted: _notice_attempted,
    events.ResultsPublished: _results_published,
    events.BonusAwarded: _bonus_awarded,
    events.PrizePaid: _prize_paid,
    events.PromotionDeadlineCalled: _promotion_deadline_called,
}
