"""The report of promotions: terms and filings, entries, draws that anyone can do over, notices, prizes, what is still
due.

Entrants are told by their numbers alone. What happened is of the span; how a promotion stands is of its end.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from openetg.chance.drawing import commitment_of, draw_purpose, is_secret
from openetg.floor import events
from openetg.floor.core.ledger import prize_of, promoting_of
from openetg.floor.core.stored import OpenEntry
from openetg.floor.people.state import Claim
from openetg.floor.promotions.drawing import drawn as drawn_over
from openetg.floor.promotions.needs import needs_of
from openetg.floor.promotions.preconditions import OfferedPromotion, found
from openetg.floor.promotions.state import Filing, Promotion, Won
from openetg.floor.state import Floor
from openetg.money import ZERO, Money, cents_of, format_money, total
from openetg.reports.frame.maker import Making
from openetg.reports.frame.report import ROWS_MAX, Check, Column, Row, Section, agree, bounded, in_all, summed
from openetg.reports.frame.walk import Fold, Walk
from openetg.reports.recall.telling import printable
from openetg.reports.sentences.form import at, plain
from openetg.rulebook.schema.prizes import Promotions as Rules

OFFERS = (
    Column("promotion", "Promotion"),
    Column("title", "Title"),
    Column("stage", "Stage"),
    Column("version", "Version", "count"),
    Column("reference", "Filed as"),
    Column("filed", "Filed", "time"),
    Column("started", "Started", "time"),
    Column("hours", "Hours before", "count"),
    Column("entrants", "Entrants", "count"),
    Column("entries", "Entries", "count"),
    Column("counted", "Play that counted", "money"),
)
DRAWS = (
    Column("promotion", "Promotion"),
    Column("drawn", "Drawn", "time"),
    Column("entries", "Entries", "count"),
    Column("scrutineer", "Scrutineer"),
    Column("witnessed", "Witnessed", "time"),
    Column("process", "Process"),
    Column("commitment", "Commitment"),
    Column("secret", "Secret"),
    Column("digest", "Digest of the entries"),
)
PRIZES = (
    Column("promotion", "Promotion"),
    Column("prize", "Prize"),
    Column("words", "What"),
    Column("value", "Value", "money"),
    Column("entrant", "Won by entrant"),
    Column("entry", "With entry", "count"),
    Column("passed", "Passed over"),
    Column("notify_by", "To be told by", "time"),
    Column("told", "Told", "time"),
    Column("by", "How"),
    Column("in_time", "In time"),
    Column("paid", "Paid", "time"),
    Column("amount", "Amount", "money"),
    Column("forms", "In which form"),
    Column("state", "State"),
)
CLAIMS = (
    Column("claim", "Claim"),
    Column("at", "When", "time"),
    Column("prize", "Prize"),
    Column("value", "Value", "money"),
    Column("promotion", "Promotion"),
    Column("told", "Claimant told", "time"),
    Column("clause", "Clause", "clause"),
)
DUTIES = (Column("promotion", "Promotion"), Column("what", "Still to be done"), Column("by", "By", "time"))
HAPPENED = (
    Column("at", "When", "time"),
    Column("entry", "Entry", "count"),
    Column("promotion", "Promotion"),
    Column("what", "What"),
    Column("more", "More"),
    Column("who", "Who"),
    Column("clause", "Clause", "clause"),
)
HOUR_MS = 3_600_000
OWED = {
    "file": "the terms are to be filed",
    "publish": "the terms are to be published",
    "validate": "its integrity is to be validated, or it is cancelled",
    "draw": "the prizes are to be awarded",
    "award": "the prizes are to be awarded",
    "presence": "whether the winner of prize {prize} was there is to be recorded",
    "notify": "the winner of prize {prize} is to be told",
    "pay": "prize {prize} is to be paid",
    "determine": "whose prize {prize} is, which is withheld, is to be determined",
    "draw-again": "prize {prize} is to be drawn again, or denied",
    "deny": "the denial of prize {prize} is to be recorded",
    "decide": "the dispute {which} is to be decided",
    "results": "the results are to be made public",
}
"""What of the things a promotion waits for is owed, in words; claimants stand beside it, for they outlast it."""


class PromotionFold(Fold):
    """Keeps what was done about promotions, in rows, and claims that were denied."""

    def __init__(self) -> None:
        self.rows: list[tuple[str, Row]] = []
        self.claims: list[tuple[str, Row]] = []
        self.count = 0

    def take(self, line: OpenEntry, floor: Floor) -> None:
        for event in line.verdict.events or ():
            if isinstance(event, events.ClaimDenied):
                self.claims.append((event.claim, _claim(event, line)))
            said = _happened(event)
            if said is None:
                continue
            self.count += 1
            if len(self.rows) < ROWS_MAX:
                promotion, what, more = said
                who = getattr(event, "person", "") or getattr(event, "role", "")
                row = (line.at_ms, line.sequence, promotion, what, printable(more), who, getattr(event, "clause", ""))
                self.rows.append((_table(floor, promotion), row))


def _table(floor: Floor, promotion: str) -> str:
    found = floor.promotions.offered.get(promotion)
    return "" if found is None else found.table


def _claim(event: events.ClaimDenied, line: OpenEntry) -> Row:
    promotion = getattr(event, "promotion", "")
    return event.claim, line.at_ms, printable(event.prize), cents_of(event.value), promotion, None, event.clause


def _happened(event: events.Event) -> tuple[str, str, str] | None:
    """Promotion, what was done, and more; None for entries by play, which are many, and for other events."""
    told = DONE.get(type(event))
    if told is None:
        return None
    what, more = told
    doing: Any = event
    return doing.promotion, what, more(doing)


def _forms(paid: dict[str, Money]) -> str:
    return ", ".join(f"{format_money(amount)} {plain(form)}" for form, amount in paid.items())


def _notice(event: events.NoticeAttempted) -> str:
    return f"prize {event.prize}, {plain(event.by)}, {'reached' if event.reached else 'not reached'}"


def _told(event: events.PromotionPostponed | events.PromotionCancelled) -> str:
    return f"{plain(event.official)} told" if event.official else ""


def _again(event: events.PrizeDrawnAgain) -> str:
    return f"{event.winner.prize}: {event.winner.entrant} instead of {event.before}"


def _nothing(event: object) -> str:
    del event
    return ""


DONE: dict[type[events.Event], tuple[str, Callable[[Any], str]]] = {
    events.PromotionDrafted: ("drafted", lambda event: f"version {event.version}"),
    events.PromotionFiled: ("filed", lambda event: f"version {event.version}, reference {event.reference}"),
    events.PromotionPublished: ("published", lambda event: f"version {event.version} at {event.address}"),
    events.PromotionAnnounced: (
        "announced",
        lambda event: f"no longer: {event.words}" if event.withdrawn else str(event.words),
    ),
    events.PromotionStarted: ("started", _nothing),
    events.PromotionChangeApproved: ("change approved", lambda event: str(event.reference)),
    events.PromotionAmended: ("amended", lambda event: f"version {event.version}, approval {event.approval}"),
    events.ScrutineerNamed: ("scrutineer named", lambda event: str(event.scrutineer)),
    events.EntriesHandedIn: ("entries by a form", lambda event: f"{event.entries} of entrant {event.entrant}"),
    events.DrawWitnessed: ("draw witnessed", _nothing),
    events.DrawCommitted: ("secret committed to", lambda event: str(event.commitment)),
    events.DrawCalled: ("draw called", lambda event: f"{sum(count for _, count in event.entries)} entries"),
    events.PromotionDrawn: (
        "drawn",
        lambda event: ", ".join(f"{each.prize}: {each.entrant}" for each in event.winners),
    ),
    events.PrizeDrawnAgain: ("drawn again", _again),
    events.NoticeAttempted: ("notice", _notice),
    events.ResultsPublished: ("results public", lambda event: str(event.how)),
    events.BonusAwarded: ("bonus awarded", lambda event: f"{event.prize}: {event.entrant}"),
    events.PrizePaid: ("prize paid", lambda event: f"{event.prize}: {_forms(event.paid)}"),
    events.PromotionPostponed: ("postponed", _told),
    events.PromotionValidated: ("validated", _nothing),
    events.PromotionCancelled: ("cancelled", _told),
    events.PromotionClosed: ("closed", _nothing),
    events.PromotionDeadlineCalled: ("deadline", lambda event: f"{plain(event.duty)}, due {at(event.due_ms)}"),
}
"""What is told of each event; who was seated where, was present and earned entries is told by the sums."""


class PromotionsReport:
    """Makes it."""

    def __init__(self, making: Making) -> None:
        self.making = making
        self.count = PromotionFold()
        self.folds = (self.count,)

    def sections(self, walk: Walk) -> list[Section]:
        floor, scope = walk.floor, self.making.scope
        shown = [each for each in floor.promotions.offered.values() if scope.has_place(floor, each.table)]
        happened = [row for table, row in self.count.rows if scope.has_place(floor, table)]
        rows, note = bounded(happened, in_all=self.count.count if scope.is_house else len(happened))
        return [
            _offers(floor, shown),
            _draws(shown),
            _prizes(floor, shown),
            *([self._claims(floor)] if scope.is_house else []),
            _duties(floor, shown, [each for each in _untold(floor) if scope.has_place(floor, each.table)]),
            Section("What was done", HAPPENED, rows, note=note),
        ]

    def _claims(self, floor: Floor) -> Section:
        """Claims that were denied in the span, and when the claimant was told why."""
        rows: list[Row] = []
        for number, row in self.count.claims:
            claim = floor.people.claims.get(number)
            told = None if claim is None or claim.informed is None else claim.informed.at_ms
            rows.append((*row[:5], told, row[6]))
        return Section("Denied claims", CLAIMS, tuple(rows), note="Names, addresses and reasons are in the journal.")


def _offers(floor: Floor, shown: list[Promotion]) -> Section:
    rows = tuple(_offer(each) for each in shown)
    late = [each.name for each in shown if each.started_at_ms and not _filed_before(floor, each)]
    said = "Every promotion that has started was filed so long before as its rules ask." if not late else ""
    said = said or f"{late[0]} was not."
    note = "" if rows else "There is no promotion."
    checks = (Check("Filed before the start", not late, said),) if rows else ()
    return Section("Promotions", OFFERS, rows, checks=checks, note=note)


def _offer(promotion: Promotion) -> Row:
    started, last = promotion.started_at_ms, promotion.filings[-1] if promotion.filings else None
    filing = _filing_at_start(promotion) if started else last
    reference, filed = ("", None) if filing is None else (printable(filing.reference), filing.at_ms)
    hours = None if filing is None or not started else (started - filing.at_ms) // HOUR_MS
    stage = plain(promotion.stage.value) + (", postponed" if promotion.postponed else "")
    entrants = promotion.entrants.values()
    return (
        promotion.name, printable(promotion.terms.title), stage, promotion.versions[-1].number,
        reference, filed, started or None, hours, len(entrants),
        sum(each.entries for each in entrants), cents_of(in_all(each.counted for each in entrants)),
    )  # fmt: skip


def _filing_at_start(promotion: Promotion) -> Filing | None:
    """The filing of the very terms with which a promotion has started; later ones came with an approval or filing."""
    version = [each for each in promotion.versions if not each.approval][-1]
    filed = (each for each in promotion.filings if (each.version, each.digest) == (version.number, version.digest))
    return next(filed, None)


def _filed_before(floor: Floor, promotion: Promotion) -> bool:
    rules, filing = _rules(floor, promotion), _filing_at_start(promotion)
    hours = 0 if rules is None or rules.filed_hours_before is None else rules.filed_hours_before.value
    return filing is not None and promotion.started_at_ms - filing.at_ms >= max(hours * HOUR_MS, 1)


def _rules(floor: Floor, promotion: Promotion) -> Rules | None:
    return floor.rulebook_of(floor.tables[promotion.table]).promotions


def _draws(shown: list[Promotion]) -> Section:
    drawn = [each for each in shown if each.commitment]
    wrong = [each.name for each in drawn if each.secret and not _is_bound(each)]
    revealed = sum(bool(each.secret) for each in drawn)
    said = f"{revealed} draws were made, each by the secret that was committed to."
    check = Check("Secrets were committed to before", not wrong, said if not wrong else f"That of {wrong[0]} was not.")
    other = [each.name for each in drawn if each.secret and not _is_same_drawn_over(each)]
    again = "Done over from secret and entries, each gives the same winners."
    over = Check("Draws done over", not other, again if not other else f"That of {other[0]} gives others.")
    rows = tuple(
        (
            each.name, each.drawn_at_ms or None, sum(count for _, count in each.called), each.scrutineer,
            each.witnessed_at_ms or None, each.process, each.commitment, each.secret, each.called_digest,
        )
        for each in drawn
    )  # fmt: skip
    note = "Whoever has the secret and the entries can do a draw over." if revealed else ""
    return Section("Draws", DRAWS, rows, checks=(check, over) if drawn else (), note=note)


def _is_bound(promotion: Promotion) -> bool:
    secret = promotion.secret
    return is_secret(secret) and commitment_of(draw_purpose(promotion.name), secret) == promotion.commitment


def _is_same_drawn_over(promotion: Promotion) -> bool:
    """Whether secret and entries give the winners on record, in the order in which they were drawn."""
    prizes, each = [prize for prize, _, _ in promotion.draws], promotion.terms.one_prize_each
    winners = drawn_over(promotion.name, promotion.secret, promotion.called, prizes, one_each=each)
    return [(won.prize, won.entrant, won.entry) for won in winners] == promotion.draws


def _prizes(floor: Floor, shown: list[Promotion]) -> Section:
    rows = tuple(_prize(each, won, floor.at_ms) for each in shown for won in each.won.values())
    owed = in_all(
        amount
        for name, amount in floor.ledger.accounts.items()
        for each in shown
        if name.startswith(prize_of(each.name, ""))
    )
    given = in_all(-floor.ledger.held(promoting_of(each.name)) for each in shown)
    paid = in_all(_in_money(won) for each in shown for won in each.won.values())
    words = "given by the house {}; paid in money and set aside {}."
    checks = (agree("Prizes in money", given, paid + owed, words),) if rows else ()
    totals = [
        None if column.name == "entry" else value for column, value in zip(PRIZES, summed(PRIZES, rows), strict=True)
    ]
    return Section("Prizes", PRIZES, rows, tuple(totals) if rows else None, checks)


def _in_money(won: Won) -> Money:
    """What a prize that was handed over took in money; zero for what was determined not to be the winner's."""
    return ZERO if won.refused else total(amount for form, amount in won.paid.items() if form != "goods")


def _prize(promotion: Promotion, won: Won, now_ms: int) -> Row:
    offered = next((each for each in promotion.terms.prizes if each.prize == won.prize), None)
    told = next((each for each in won.attempts if each.counts), won.attempts[-1] if won.attempts else None)
    late = "no" if now_ms > won.notify_by_ms else "not yet told"
    in_time = None if not won.notify_by_ms else "yes" if told is not None and told.counts else late
    denied = "denied" if won.denied else "refused" if won.refused else ""
    state = denied or ("paid" if won.paid_at_ms else "to be paid" if won.entrant else "nobody's")
    return (
        promotion.name, won.prize, "" if offered is None else printable(offered.words),
        None if offered is None else cents_of(offered.value), won.entrant, won.entry + 1, ", ".join(won.passed_over),
        won.notify_by_ms or None, None if told is None else told.at_ms, "" if told is None else plain(told.by), in_time,
        won.paid_at_ms or None, cents_of(total(won.paid.values())) if won.paid else None, _forms(won.paid), state,
    )  # fmt: skip


def _duties(floor: Floor, shown: list[Promotion], claims: list[Claim]) -> Section:
    rows = [(each.name, what, by or None) for each in shown for what, by in _duties_of(floor, each)]
    rows += [(each.promotion, f"the claimant of {each.number} is to be told why", None) for each in claims]
    note = "" if rows else "Nothing is left to be done."
    return Section("Open duties", DUTIES, tuple(rows), note=note)


def _duties_of(floor: Floor, promotion: Promotion) -> Iterator[tuple[str, int]]:
    """What is still to be done about a promotion, and until when: what its desk says, as far as it is a duty."""
    offer = found(floor, promotion.name)
    assert isinstance(offer, OfferedPromotion), "it is on record"
    for need in needs_of(floor, offer):
        if need.need in OWED:
            yield OWED[need.need].format(prize=need.prize, which=printable(need.which)), need.due_ms


def _untold(floor: Floor) -> Iterator[Claim]:
    """Claims that were denied, of promotions on record or not, over or not, whose claimants are to be told why."""
    for claim in floor.people.claims.values():
        rules = floor.rulebook_of(floor.tables[claim.table]).promotions
        if claim.informed is None and not claim.upheld and rules is not None and rules.refusal_reason is not None:
            yield claim
