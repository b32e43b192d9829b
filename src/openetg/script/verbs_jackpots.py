"""What the verbs of jackpots ask of the floor: set up, secrets, links, malfunctions, prizes, the end."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

from msgspec import ValidationError, json

from openetg.floor.commands import (
    AdjustJackpot,
    ChangeJackpot,
    ClearJackpot,
    CommitMystery,
    CreditAward,
    DeclareJackpotFault,
    DecommissionJackpot,
    EndJackpotFault,
    PaperAward,
    ReportJackpotLink,
    ReportPrint,
    RevealMystery,
    SetUpJackpot,
    UpholdAward,
)
from openetg.floor.core.refusals import Refusal
from openetg.floor.jackpots.commands import JackpotRules
from openetg.rulebook.schema.policies import PaperKind
from openetg.script.parse import ScriptLine
from openetg.script.saying import amount, number, text, words
from openetg.script.stage import Stage, StepFailed
from openetg.script.verbs_money import paper_of

PAY = "pay_jackpot"


def _jackpot(stage: Stage, step: ScriptLine) -> None:
    stage.ask(SetUpJackpot(*stage.person(text(step, "role")), text(step, "name"), _rules(step)))


def _change(stage: Stage, step: ScriptLine) -> None:
    stage.ask(ChangeJackpot(*stage.person(text(step, "role")), text(step, "name"), _rules(step)))


def _rules(step: ScriptLine) -> JackpotRules:
    """What it is made of, amounts in cents."""
    try:
        return json.decode(text(step, "json"), type=JackpotRules)
    except ValidationError as wrong:
        raise StepFailed(str(wrong)) from None


def _commit(stage: Stage, step: ScriptLine) -> None:
    drawn = text(step, "commitment"), text(step, "sealed"), text(step, "process")
    stage.ask(CommitMystery(text(step, "name"), text(step, "level"), number(step, "cycle"), *drawn))


def _reveal(stage: Stage, step: ScriptLine) -> None:
    secret = text(step, "secret")
    stage.ask(RevealMystery(text(step, "name"), text(step, "level"), number(step, "cycle"), secret))


def _link(stage: Stage, step: ScriptLine) -> None:
    up = text(step, "choice") == "back"
    stage.ask(ReportJackpotLink(text(step, "name"), text(step, "place"), up, text(step, "cause")))


def _fault(stage: Stage, step: ScriptLine) -> None:
    part: Literal["display", "controller"] = "display" if text(step, "choice") == "display" else "controller"
    who = stage.person(text(step, "role"))
    stage.ask(DeclareJackpotFault(*who, text(step, "name"), part, text(step, "why")))


def _works(stage: Stage, step: ScriptLine) -> None:
    stage.ask(EndJackpotFault(*stage.person(text(step, "role")), text(step, "name"), text(step, "why")))


def _adjust(stage: Stage, step: ScriptLine) -> None:
    who, named = stage.person(text(step, "role")), (text(step, "level"), text(step, "award"))
    stage.ask(AdjustJackpot(*who, text(step, "name"), amount(step), text(step, "why"), *named))


def _payer(stage: Stage, step: ScriptLine) -> tuple[str, str]:
    """Who pays: as said, or somebody who may."""
    return stage.person(text(step, "by")) if "by" in step.said else stage.somebody(PAY)


def _award(stage: Stage, step: ScriptLine) -> None:
    terminal = stage.terminal(text(step, "terminal"))
    stage.ask(CreditAward(terminal, text(step, "award"), *_payer(stage, step)))


def _award_paper(stage: Stage, step: ScriptLine) -> None:
    """The paper comes out of the printer of the terminal that won, or does not."""
    award, ticket = text(step, "award"), text(step, "ticket")
    paper = paper_of(text(step, "paper")) if "paper" in step.said else PaperKind.VOUCHER
    verdict = stage.ask(PaperAward(*_payer(stage, step), award, paper, ticket))
    order = stage.last
    if not isinstance(verdict, Refusal) and not stage.verbatim:
        terminal = stage.floor.tickets[ticket].terminal
        stage.must(ReportPrint(terminal, ticket, printed="jam" not in step.said))
        stage.recall(order, verdict)


def _clear(stage: Stage, step: ScriptLine) -> None:
    stage.ask(ClearJackpot(*stage.person(text(step, "role")), text(step, "award")))


def _uphold(stage: Stage, step: ScriptLine) -> None:
    who, stands = stage.person(text(step, "role")), text(step, "choice") == "stands"
    stage.ask(UpholdAward(*who, text(step, "award"), stands, text(step, "why")))


def _decommission(stage: Stage, step: ScriptLine) -> None:
    """Each level with the one that gets its money: `main:grand`."""
    pairs = [each.partition(":") for each in words(step, "levels")]
    levels = {level: there for level, _, there in pairs}
    who, into = stage.person(text(step, "role")), text(step, "into")
    stage.ask(DecommissionJackpot(*who, text(step, "name"), into, levels, text(step, "why")))


VERBS: dict[str, Callable[[Stage, ScriptLine], None]] = {
    "jackpot": _jackpot,
    "change-jackpot": _change,
    "commit-mystery": _commit,
    "reveal-mystery": _reveal,
    "jackpot-link": _link,
    "jackpot-fault": _fault,
    "jackpot-works": _works,
    "adjust-jackpot": _adjust,
    "award": _award,
    "award-paper": _award_paper,
    "clear-award": _clear,
    "uphold-award": _uphold,
    "decommission": _decommission,
}
