"""What officials of the authority are to be told or asked, by which clause and until when; and how they note it.

A duty here is one to an official: what players, claimants or staff are to be told is in the areas concerned. Read
from the floor, never kept beside it. Another duty is another function in `DUTIES`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct

from openetg.floor.commands import NoteNotice
from openetg.floor.core.authority import AUTHORITY, clause_of_power, counts_as, not_theirs
from openetg.floor.core.command import Private
from openetg.floor.core.refusals import Reason, Refusal
from openetg.floor.core.verdicts import Deciders, Verdict
from openetg.floor.events import NoticeNoted
from openetg.floor.money.redeeming import table_of
from openetg.floor.premises.closing import CLOSE, needs_officer
from openetg.floor.promotions.preconditions import HOUR_MS, prize_named
from openetg.floor.state import PromotionStage, awaits_review
from openetg.rulebook.roles import holders

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from openetg.floor.state import Floor, Holding, OfficialNotice, Table
    from openetg.rulebook.schema.book import Rulebook


class Due(Struct, frozen=True, kw_only=True):
    """One duty to an official: what it is about, whom, by which clause, and how far it has come."""

    duty: str
    """To be told: `closing`, `told`, `withheld`, `straight_only`, `promotion_postponed`, `promotion_cancelled`; to be
    given: `file_promotion`; reviewed: `review_withheld`, `review_dispute`."""
    table: str
    rulebook: str
    official: str
    title: str
    """What the rulebook calls the official."""
    about: Private
    """The terminal, paper, players, dispute or promotion, or else what was said; empty for the whole table."""
    clause: str
    since_ms: int
    deadline_ms: int = 0
    """Until when the official must have been told; zero where the clause names no time."""
    notice: str = ""
    """The number of the notice, once it was given."""
    told_ms: int = 0
    """When the official was told; zero as long as that is to be done."""
    told_role: str = ""
    told_by: str = ""
    """Who told; empty if the floor did by itself, in the step it is about."""
    noted_ms: int = 0
    noted_role: str = ""
    noted_by: str = ""
    words: Private = ""
    """What the official said of it."""
    said: Private = ""
    """What the official was told besides."""

    @property
    def is_open(self) -> bool:
        """Whether a person has still to tell, note or review."""
        return not self.noted_ms

    def is_overdue(self, now_ms: int) -> bool:
        """Whether the official should have been told by now, and was not."""
        return bool(self.deadline_ms) and not self.told_ms and now_ms >= self.deadline_ms


def dues(floor: Floor) -> tuple[Due, ...]:
    """Every duty to an official that is on record, oldest first."""
    found = [due for duty in DUTIES for due in duty(floor)]
    return tuple(sorted(found, key=lambda due: (due.since_ms, due.table, due.duty, due.about)))


def _due(
    floor: Floor, table: str, duty: str, official: str, about: str, clause: str, since_ms: int, **more: object
) -> Due:
    rulebook = floor.rulebook_of(floor.tables[table])
    role = rulebook.roles.get(official)
    return Due(
        duty=duty,
        table=table,
        rulebook=rulebook.about.id,
        official=official,
        title=role.title if role else official,
        about=about,
        clause=clause,
        since_ms=since_ms,
        **more,  # type: ignore[arg-type]
    )


def notices_given(floor: Floor) -> Iterator[Due]:
    """Notices that were given, to be noted by the official or noted already."""
    for each in floor.premises.official_notices.values():
        yield _due(
            floor, each.table, each.kind, each.official, each.about, each.clause, each.at_ms,
            notice=each.number, told_ms=each.at_ms, told_role=each.role, told_by=each.person,
            noted_ms=each.noted_at_ms, noted_role=each.noted_role, noted_by=each.noted_by, words=each.words,
            said=each.said,
        )  # fmt: skip


def closings_announced(floor: Floor) -> Iterator[Due]:
    """Tables and terminals that are to close, of which an official must have been told before."""
    for name, table in floor.tables.items():
        closing = floor.rulebook_of(table).closing
        if not needs_officer(closing.notice) or closing.official is None or table.closing:
            continue
        told = {each.about for each in floor.premises.told.get(name, ()) if each.official == closing.official}
        for kind, sign in floor.premises.notices.get(name, {}).items():
            about, is_close = kind.removeprefix(CLOSE).lstrip("/"), kind.partition("/")[0] == CLOSE
            if is_close and not told & {"", about}:
                clause = closing.terminal.clause if about and closing.terminal else closing.clause
                until = sign.closes_at_ms
                yield _due(floor, name, "closing", closing.official, about, clause, sign.at_ms, deadline_ms=until)


def reviews_of_withholdings(floor: Floor) -> Iterator[Due]:
    """What is withheld and has yet to be reviewed by the official, or was."""
    for holding in floor.vault.holdings.values():
        if awaits_review(holding):
            table = _table_of(floor, holding)
            told = _told_of(floor, holding)
            since = told.at_ms if told else 0
            yield _due(
                floor, table.name, "review_withheld", holding.official, holding.what, holding.clause, since,
                notice=told.number if told else "", told_ms=since,
            )  # fmt: skip


def _table_of(floor: Floor, holding: Holding) -> Table:
    what = holding.what
    promotion, _ = prize_named(floor, what)
    if promotion is not None:
        return floor.tables[promotion.table]
    paper = floor.tickets.get(what) or floor.vault.payouts.get(what) or floor.jackpots.awards.get(what)
    return table_of(floor, holding.what if paper is None else paper.terminal)


def _told_of(floor: Floor, holding: Holding) -> OfficialNotice | None:
    """The last notice of something withheld; it may have been noted long ago and be kept in the journal alone."""
    given = floor.premises.official_notices.values()
    return next((each for each in reversed(given) if each.kind == "withheld" and each.about == holding.what), None)


def reviews_of_disputes(floor: Floor) -> Iterator[Due]:
    """Disputes whose review by an official was asked for and has yet to come."""
    for dispute in floor.people.disputes.values():
        if dispute.decided is None or not dispute.requested or dispute.reviewed or dispute.closed:
            continue
        rulebook = floor.rulebook_of(floor.tables[dispute.table])
        official = _reviewing_official(rulebook)
        if official:
            clause = clause_of_power(rulebook, "review_dispute")
            since, about = dispute.decided.at_ms, dispute.number
            yield _due(floor, dispute.table, "review_dispute", official, about, clause, since, told_ms=since)


def _reviewing_official(rulebook: Rulebook) -> str:
    able = holders(rulebook, "review_dispute")
    return next((name for name, role in rulebook.roles.items() if role.of == AUTHORITY and name in able), "")


def terms_to_file(floor: Floor) -> Iterator[Due]:
    """Terms of promotions that are to start and have not been given to the authority; not what is wrong with them."""
    for promotion in floor.promotions.offered.values():
        rules = floor.rulebook_of(floor.tables[promotion.table]).promotions
        if rules is None or promotion.stage is not PromotionStage.DRAFT:
            continue
        hours, starts = rules.filed_hours_before, promotion.terms.starts_ms
        until = starts - hours.value * HOUR_MS if starts and hours is not None else starts
        filed, since = rules.filed, promotion.versions[-1].at_ms
        yield _due(
            floor, promotion.table, "file_promotion", filed.official, promotion.name, filed.clause, since,
            deadline_ms=max(0, until),
        )  # fmt: skip


DUTIES: tuple[Callable[[Floor], Iterator[Due]], ...] = (
    notices_given,
    closings_announced,
    reviews_of_withholdings,
    reviews_of_disputes,
    terms_to_file,
)
"""Everything that officials are to be told or asked."""


def decide_note_notice(floor: Floor, command: NoteNotice, at_ms: int) -> Verdict:
    """The official, or a person who acts as that official, notes a notice; once."""
    table = floor.tables.get(command.table)
    if table is None:
        return Refusal(Reason.UNKNOWN_TABLE)
    rulebook = floor.rulebook_of(table)
    notice = floor.premises.official_notices.get(command.told)
    if notice is None or notice.table != table.name:
        notice = None
    elif notice.noted_at_ms:
        return Refusal(Reason.ALREADY_THERE, notice.clause, {"told": notice.number, "person": notice.noted_by})
    refused = _not_to_note(floor, rulebook, command, notice)
    if refused is not None:
        return refused
    if notice is None:
        return Refusal(Reason.NOTHING_THERE, details={"told": command.told})
    return (
        NoticeNoted(
            table=table.name,
            told=notice.number,
            official=notice.official,
            role=command.role,
            person=command.person,
            at_ms=at_ms,
            clause=notice.clause,
            words=command.words,
        ),
    )


def _not_to_note(
    floor: Floor, rulebook: Rulebook, command: NoteNotice, notice: OfficialNotice | None
) -> Refusal | None:
    role = rulebook.roles.get(command.role)
    clause = notice.clause if notice else ""
    if role is None:
        return Refusal(Reason.UNKNOWN_ROLE, clause, {"role": command.role})
    is_theirs = counts_as(rulebook, command.role, notice.official) if notice else True
    if role.of != AUTHORITY or not is_theirs:
        return Refusal(Reason.NO_POWER, clause or role.clause, {"role": command.role})
    return not_theirs(floor, rulebook, command.role, command.person)


DECIDERS: Deciders = {NoteNotice: decide_note_notice}
