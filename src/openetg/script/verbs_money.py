"""What the verbs of money ask of the floor: notes, papers, transfers, payments by hand, what is withheld, drawers."""

from __future__ import annotations

from collections.abc import Callable

from openetg.floor.commands import (
    AgreeDelay,
    Collect,
    RedeemPaper,
    Release,
    ReportPrint,
    SignManualPayout,
    TransferCredit,
)
from openetg.rulebook.schema.policies import PaperKind
from openetg.script.parse import ScriptLine
from openetg.script.saying import amount, maybe_amount, number, text
from openetg.script.stage import Stage, StepFailed


def _transfer(stage: Stage, step: ScriptLine) -> None:
    stage.transfers += 1
    terminal, known_as = stage.terminal(text(step, "terminal")), text(step, "id", f"transfer-{stage.transfers}")
    role = text(step, "by", "monitoring_system")
    stage.ask(TransferCredit(terminal, known_as, amount(step), role))


def _collect(stage: Stage, step: ScriptLine) -> None:
    terminal, ticket = stage.terminal(text(step, "terminal")), text(step, "ticket")
    paper = paper_of(text(step, "paper")) if "paper" in step.said else None
    command = Collect(terminal, ticket, maybe_amount(step, "amount"), paper)
    collect(stage, command, printed="jam" not in step.said)


def paper_of(said: str) -> PaperKind:
    """A kind of paper by its name."""
    if said not in {kind.value for kind in PaperKind}:
        raise StepFailed(f"no paper {said}: there are {', '.join(kind.value for kind in PaperKind)}")
    return PaperKind(said)


def collect(stage: Stage, command: Collect, *, printed: bool = True) -> None:
    """A collect, and the paper comes out of the printer, or does not; nothing is printed where a person is called."""
    verdict = stage.ask(command)
    order = stage.last
    if stage.floor.terminals[command.terminal].printing is not None and not stage.verbatim:
        stage.must(ReportPrint(command.terminal, command.ticket, printed=printed))
        stage.recall(order, verdict)


def _redeem(stage: Stage, step: ScriptLine) -> None:
    who = stage.person(text(step, "by", "cashier"))
    stage.ask(RedeemPaper(*who, text(step, "ticket"), *_forms(step)))


def _forms(step: ScriptLine) -> tuple[str, str, str]:
    """The form asked for, the form paid, and who chose another."""
    return text(step, "asked", "cash"), text(step, "paid"), text(step, "chosen")


def _sign(stage: Stage, step: ScriptLine) -> None:
    """The player signs for the last payment by hand at a terminal."""
    who, terminal = stage.person(text(step, "role")), stage.terminal(text(step, "terminal"))
    payouts = [each.number for each in stage.floor.vault.payouts.values() if each.terminal == terminal]
    if not payouts:
        raise StepFailed(f"nothing is to be paid by hand at {terminal}")
    stage.ask(SignManualPayout(*who, payouts[-1], text(step, "form"), *_forms(step)))


def _delay(stage: Stage, step: ScriptLine) -> None:
    """Until so long from now; without a time, none was agreed."""
    who, until = stage.person(text(step, "role")), stage.at_ms + number(step, "duration")
    stage.ask(AgreeDelay(*who, text(step, "ticket"), until, text(step, "why")))


def _release(stage: Stage, step: ScriptLine) -> None:
    who, decided = stage.person(text(step, "role")), text(step, "choice", "pay")
    what, by_hand = text(step, "place"), "by-hand" in step.said
    stage.ask(Release(*who, what, pay=decided == "pay", by_hand=by_hand, why=f"determined: {decided}"))


VERBS: dict[str, Callable[[Stage, ScriptLine], None]] = {
    "transfer": _transfer,
    "collect": _collect,
    "redeem": _redeem,
    "sign": _sign,
    "delay": _delay,
    "release": _release,
}
