"""What the verbs of jackpots ask of the floor: set up, secrets, links, malfunctions, prizes, the end."""

from __future__ import annotations

from collections.abc import Callable

from openetg.floor.commands import (
    CreditAward,
    DecommissionJackpot,
    PaperAward,
    ReportPrint,
)
from openetg.floor.core.refusals import Refusal
from openetg.rulebook.schema.policies import PaperKind
from openetg.script.parse import ScriptLine
from openetg.script.saying import text, words
from openetg.script.stage import Stage
from openetg.script.verbs_money import paper_of

PAY = "pay_jackpot"


def _payer(stage: Stage, step: ScriptLine) -> tuple[str, str]:
    """Who pays: as said, or a person who may."""
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


def _decommission(stage: Stage, step: ScriptLine) -> None:
    """Each level with the one that gets its money: `main:grand`."""
    pairs = [each.partition(":") for each in words(step, "levels")]
    levels = {level: there for level, _, there in pairs}
    who, into = stage.person(text(step, "role")), text(step, "into")
    stage.ask(DecommissionJackpot(*who, text(step, "name"), into, levels, text(step, "why")))


VERBS: dict[str, Callable[[Stage, ScriptLine], None]] = {
    "award": _award,
    "award-paper": _award_paper,
    "decommission": _decommission,
}
