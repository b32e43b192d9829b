"""What the verbs of promotions ask of the floor: terms and their filing, who takes part, the draw, the prizes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal, get_args

from msgspec import ValidationError, json

from openetg.floor.commands import (
    AmendPromotion,
    AnnouncePromotion,
    ApprovePromotionChange,
    AttemptNotice,
    AwardBonus,
    CallDraw,
    CallPromotionDeadline,
    CancelPromotion,
    ClosePromotion,
    CommitDraw,
    DraftPromotion,
    DrawAgain,
    EnterByForm,
    FilePromotion,
    NameScrutineer,
    PayPrize,
    PostponePromotion,
    PrescribeItem,
    PublishPromotion,
    PublishResults,
    RecordPresence,
    RegisterEntrant,
    RevealDraw,
    SeatEntrant,
    StartPromotion,
    ValidatePromotion,
    WitnessDraw,
)
from openetg.floor.promotions.commands import PromotionDuty, Terms
from openetg.money import Money, parse_money
from openetg.script.parse import ScriptLine
from openetg.script.saying import number, text, words
from openetg.script.stage import Stage, StepFailed

ACTS: dict[str, type[StartPromotion | ClosePromotion | WitnessDraw | CallDraw]] = {
    "start-promotion": StartPromotion,
    "close-promotion": ClosePromotion,
    "witness": WitnessDraw,
    "call-draw": CallDraw,
}
"""Acts about which there is nothing more to say."""
REASONED: dict[str, type[PostponePromotion | ValidatePromotion | CancelPromotion]] = {
    "postpone-promotion": PostponePromotion,
    "validate-promotion": ValidatePromotion,
    "cancel-promotion": CancelPromotion,
}
DUTIES: dict[str, PromotionDuty] = {each: each for each in get_args(PromotionDuty)}


def _who(stage: Stage, step: ScriptLine) -> tuple[str, str, str]:
    """Role and person who act, and the promotion it is about."""
    return *stage.person(text(step, "role")), text(step, "name")


def _terms(step: ScriptLine) -> Terms:
    """The terms, amounts in cents and times in milliseconds."""
    try:
        return json.decode(text(step, "json"), type=Terms)
    except ValidationError as wrong:
        raise StepFailed(str(wrong)) from None


def _prescribe(stage: Stage, step: ScriptLine) -> None:
    who, item = stage.person(text(step, "role")), text(step, "item")
    prescribed = "off" not in step.said
    stage.ask(PrescribeItem(*who, stage.table.name, item, text(step, "why"), prescribed))


def _draft(stage: Stage, step: ScriptLine) -> None:
    stage.ask(DraftPromotion(*_who(stage, step), _terms(step)))


def _file(stage: Stage, step: ScriptLine) -> None:
    declared, checked = words(step, "word"), "checked" in step.said
    stage.ask(FilePromotion(*_who(stage, step), text(step, "reference"), declared, checked))


def _publish(stage: Stage, step: ScriptLine) -> None:
    stage.ask(PublishPromotion(*_who(stage, step), words(step, "where")))


def _announce(stage: Stage, step: ScriptLine) -> None:
    stage.ask(AnnouncePromotion(*_who(stage, step), text(step, "why"), text(step, "reference")))


def _act(stage: Stage, step: ScriptLine) -> None:
    stage.ask(ACTS[step.verb](*_who(stage, step)))


def _reasoned(stage: Stage, step: ScriptLine) -> None:
    stage.ask(REASONED[step.verb](*_who(stage, step), text(step, "why")))


def _approve(stage: Stage, step: ScriptLine) -> None:
    stage.ask(ApprovePromotionChange(*_who(stage, step), text(step, "reference"), text(step, "hash")))


def _amend(stage: Stage, step: ScriptLine) -> None:
    """Who amends terms in a script declares everything that the rulebook asks for."""
    rules = stage.rulebook.promotions
    declared = tuple(rules.prohibited) if rules is not None else ()
    stage.ask(AmendPromotion(*_who(stage, step), _terms(step), text(step, "approval"), declared, bool(declared)))


def _scrutineer(stage: Stage, step: ScriptLine) -> None:
    stage.ask(NameScrutineer(*_who(stage, step), text(step, "person")))


def _entrant(stage: Stage, step: ScriptLine) -> None:
    known = text(step, "entrant"), text(step, "called"), text(step, "contact")
    stage.ask(RegisterEntrant(*_who(stage, step), *known, words(step, "condition")))


def _seat(stage: Stage, step: ScriptLine) -> None:
    stage.ask(SeatEntrant(*_who(stage, step), stage.terminal(text(step, "terminal")), text(step, "entrant")))


def _form(stage: Stage, step: ScriptLine) -> None:
    stage.ask(EnterByForm(*_who(stage, step), text(step, "entrant"), number(step, "entries", 1)))


def _commit(stage: Stage, step: ScriptLine) -> None:
    drawn = text(step, "commitment"), text(step, "sealed"), text(step, "process")
    stage.ask(CommitDraw(text(step, "name"), *drawn))


def _reveal(stage: Stage, step: ScriptLine) -> None:
    stage.ask(RevealDraw(text(step, "name"), text(step, "secret")))


def _draw_again(stage: Stage, step: ScriptLine) -> None:
    stage.ask(DrawAgain(*_who(stage, step), text(step, "prize"), text(step, "why")))


def _presence(stage: Stage, step: ScriptLine) -> None:
    stage.ask(RecordPresence(*_who(stage, step), text(step, "prize"), text(step, "choice") == "there"))


def _tell_winner(stage: Stage, step: ScriptLine) -> None:
    prize = text(step, "prize"), text(step, "entrant"), text(step, "way"), text(step, "why")
    stage.ask(AttemptNotice(*_who(stage, step), *prize, "reached" in step.said, number(step, "on")))


def _results(stage: Stage, step: ScriptLine) -> None:
    stage.ask(PublishResults(*_who(stage, step), text(step, "why")))


def _bonus(stage: Stage, step: ScriptLine) -> None:
    stage.ask(AwardBonus(*_who(stage, step), text(step, "prize"), text(step, "entrant")))


def _pay(stage: Stage, step: ScriptLine) -> None:
    """What is paid, form by form; what was asked for is the same unless said: `asked=cash:500.00,cheque:20.00`."""
    paid = _forms(words(step, "laid"), "=")
    asked = _forms(text(step, "asked").split(","), ":") if "asked" in step.said else paid
    payee: Literal["winner", "other"] = "other" if "to-other" in step.said else "winner"
    stage.ask(
        PayPrize(
            *_who(stage, step),
            prize=text(step, "prize"),
            entrant=text(step, "entrant"),
            asked=asked,
            paid=paid,
            payee=payee,
            crossed="uncrossed" not in step.said,
            signature=text(step, "signature"),
        )
    )


def _forms(said: tuple[str, ...] | list[str], between: str) -> dict[str, Money]:
    pairs = [each.partition(between) for each in said]
    try:
        return {form: parse_money(amount) for form, _, amount in pairs}
    except ValueError:
        raise StepFailed(f"no forms and amounts: {', '.join(said)}") from None


def _deadline(stage: Stage, step: ScriptLine) -> None:
    stage.ask(CallPromotionDeadline(text(step, "name"), DUTIES[text(step, "choice")], text(step, "prize")))


VERBS: dict[str, Callable[[Stage, ScriptLine], None]] = {
    "prescribe": _prescribe,
    "draft-promotion": _draft,
    "file-promotion": _file,
    "publish-promotion": _publish,
    "announce-promotion": _announce,
    "approve-change": _approve,
    "amend-promotion": _amend,
    **dict.fromkeys(ACTS, _act),
    **dict.fromkeys(REASONED, _reasoned),
    "scrutineer": _scrutineer,
    "entrant": _entrant,
    "seat-entrant": _seat,
    "entry-form": _form,
    "commit-draw": _commit,
    "reveal-draw": _reveal,
    "draw-again": _draw_again,
    "presence": _presence,
    "tell-winner": _tell_winner,
    "publish-results": _results,
    "award-bonus": _bonus,
    "pay-prize": _pay,
    "promotion-deadline": _deadline,
}
