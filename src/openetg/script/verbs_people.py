"""What the verbs about people ask of the floor."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

from openetg.floor.commands import (
    AdviseOfRights,
    CloseDispute,
    DecideDispute,
    DirectToVacate,
    ExcludeFromPlay,
    InformClaimant,
    LiftMeasure,
    LimitPlayer,
    RaiseDispute,
    RecommendExclusion,
    RecordBreach,
    RecordDeniedClaim,
    RecordRefusalToVacate,
    RefuseWagers,
    ReportByPlayer,
    ReportRecord,
    RequestReview,
    ReviewDispute,
    StaffMessage,
    TellPlayer,
)
from openetg.script.parse import ScriptLine
from openetg.script.saying import amount, number, text, words
from openetg.script.stage import Stage, StepFailed
from openetg.script.verbs_trouble import who_said

ORDERS: dict[str, type[ExcludeFromPlay | RecommendExclusion | RefuseWagers]] = {
    "exclude": ExcludeFromPlay,
    "recommend": RecommendExclusion,
    "refuse-wagers": RefuseWagers,
}
"""What may follow a breach, by verb."""


CALLED: dict[str, Literal["fault", "attendant", "payout"]] = {
    "fault": "fault",
    "attendant": "attendant",
    "payout": "payout",
}
"""What a player may call somebody for."""


def _who(stage: Stage, step: ScriptLine) -> tuple[str, str, str]:
    """Role and person who act, and the terminal or player it is about."""
    return *stage.person(text(step, "role")), who_said(stage, text(step, "terminal"))


def _breach(stage: Stage, step: ScriptLine) -> None:
    persons, kind = words(step, "word"), text(step, "kind")
    who, case, kept = _who(stage, step), text(step, "case"), amount(step, "kept")
    clause, why = text(step, "clause"), text(step, "why")
    stage.ask(RecordBreach(*who, clause, why, persons=persons, kind=kind, case=case, kept=kept))


def _measure(stage: Stage, step: ScriptLine) -> None:
    stage.ask(ORDERS[step.verb](*_who(stage, step), text(step, "why")))


def _limit_player(stage: Stage, step: ScriptLine) -> None:
    terminals = tuple(stage.terminal(name) for name in words(step, "terminal"))
    stage.ask(LimitPlayer(*stage.person(text(step, "role")), terminals, text(step, "why")))


def _lift(stage: Stage, step: ScriptLine) -> None:
    stage.ask(LiftMeasure(*_who(stage, step), text(step, "choice"), text(step, "why")))


def _vacate(stage: Stage, step: ScriptLine) -> None:
    stage.ask(DirectToVacate(*_who(stage, step), text(step, "choice", "occupying")))


def _vacate_refused(stage: Stage, step: ScriptLine) -> None:
    stage.ask(RecordRefusalToVacate(*_who(stage, step)))


def _report(stage: Stage, step: ScriptLine) -> None:
    what = CALLED[text(step, "choice", "fault")]
    stage.ask(ReportByPlayer(stage.terminal(text(step, "terminal")), what, text(step, "table")))


def _tell(stage: Stage, step: ScriptLine) -> None:
    said, known = text(step, "message"), [each.value for each in StaffMessage]
    if said not in known:
        raise StepFailed(f"no message {said}: there are {', '.join(known)}")
    who, seat = stage.person(text(step, "role")), text(step, "seat")
    place = stage.terminal(seat) if seat in stage.floor.terminals else stage.player(seat)
    stage.ask(TellPlayer(*who, place, StaffMessage(said)))


def _read_record(stage: Stage, step: ScriptLine) -> None:
    role, person = stage.person(text(step, "role"))
    counts = {key: number(step, key) for key in ("ask", "lines", "differs", "since", "until")}
    terminal = stage.terminal(text(step, "terminal"))
    stage.ask(ReportRecord(role, person, terminal, digest=text(step, "digest"), **counts))


def _dispute(stage: Stage, step: ScriptLine) -> None:
    by = text(step, "seat")
    stage.ask(
        RaiseDispute(
            text(step, "name"),
            stage.table.name,
            text(step, "why"),
            round=number(step, "round"),
            who=who_said(stage, by) if by else "",
            covered="uncovered" not in step.said,
            promotion=text(step, "promotion"),
        )
    )


def _decide(stage: Stage, step: ScriptLine) -> None:
    decided = text(step, "name"), text(step, "why"), text(step, "upholds")
    stage.ask(DecideDispute(*stage.person(text(step, "role")), *decided))


def _request_review(stage: Stage, step: ScriptLine) -> None:
    stage.ask(RequestReview(text(step, "name"), text(step, "choice")))


def _review(stage: Stage, step: ScriptLine) -> None:
    reviewed = text(step, "name"), text(step, "why"), text(step, "upholds")
    stage.ask(ReviewDispute(*stage.person(text(step, "role")), *reviewed))


def _advise(stage: Stage, step: ScriptLine) -> None:
    stage.ask(AdviseOfRights(*stage.person(text(step, "role")), text(step, "name")))


def _close_dispute(stage: Stage, step: ScriptLine) -> None:
    satisfied = text(step, "choice") == "satisfied"
    stage.ask(CloseDispute(*stage.person(text(step, "role")), text(step, "name"), satisfied=satisfied))


def _deny_claim(stage: Stage, step: ScriptLine) -> None:
    role, person = stage.person(text(step, "role"))
    stage.ask(
        RecordDeniedClaim(
            role=role,
            person=person,
            claim=text(step, "name"),
            table=stage.table.name,
            prize="prize",
            value=amount(step),
            why=text(step, "why"),
            claimant=text(step, "claimant"),
            address=text(step, "address"),
            kind=text(step, "kind", "promotional-prize"),
        )
    )


def _inform(stage: Stage, step: ScriptLine) -> None:
    stage.ask(InformClaimant(*stage.person(text(step, "role")), text(step, "name"), text(step, "why")))


VERBS: dict[str, Callable[[Stage, ScriptLine], None]] = {
    "breach": _breach,
    **dict.fromkeys(ORDERS, _measure),
    "limit-player": _limit_player,
    "lift": _lift,
    "vacate": _vacate,
    "vacate-refused": _vacate_refused,
    "report": _report,
    "tell": _tell,
    "read-record": _read_record,
    "dispute": _dispute,
    "decide": _decide,
    "request-review": _request_review,
    "review": _review,
    "advise": _advise,
    "close-dispute": _close_dispute,
    "deny-claim": _deny_claim,
    "inform": _inform,
}
