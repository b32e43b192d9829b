"""What the verbs of money ask of the floor: notes, papers, transfers, payments by hand, what is withheld, drawers."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

from openetg.floor.commands import (
    AgreeDelay,
    AskIdentification,
    CloseDrawer,
    Collect,
    CountDrawer,
    HoldPaper,
    InsertNote,
    InsertTicket,
    MoveDrawerCash,
    OfferNote,
    OpenDrawer,
    OrderManualPayout,
    RecordIdentification,
    RedeemPaper,
    Release,
    ReportMeter,
    ReportPrint,
    ReturnNote,
    ReviewHolding,
    SignManualPayout,
    TransferCredit,
    Withhold,
)
from openetg.money import Money
from openetg.rulebook.schema.policies import PaperKind
from openetg.script.parse import ScriptLine
from openetg.script.saying import amount, maybe_amount, number, text
from openetg.script.stage import Stage, StepFailed


def _note(stage: Stage, step: ScriptLine) -> None:
    stage.ask(InsertNote(stage.terminal(text(step, "terminal")), amount(step)))


def _offer_note(stage: Stage, step: ScriptLine) -> None:
    stage.ask(OfferNote(stage.terminal(text(step, "terminal")), amount(step)))


def _return_note(stage: Stage, step: ScriptLine) -> None:
    stage.ask(ReturnNote(stage.terminal(text(step, "terminal"))))


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


def _ticket_in(stage: Stage, step: ScriptLine) -> None:
    stage.ask(InsertTicket(stage.terminal(text(step, "terminal")), text(step, "ticket")))


def _redeem(stage: Stage, step: ScriptLine) -> None:
    who = stage.person(text(step, "by", "cashier"))
    stage.ask(RedeemPaper(*who, text(step, "ticket"), *_forms(step)))


def _forms(step: ScriptLine) -> tuple[str, str, str]:
    """The form asked for, the form paid, and who chose another."""
    return text(step, "asked", "cash"), text(step, "paid"), text(step, "chosen")


def _report_meter(stage: Stage, step: ScriptLine) -> None:
    stage.ask(ReportMeter(stage.terminal(text(step, "terminal")), amount(step)))


def _pay_by_hand(stage: Stage, step: ScriptLine) -> None:
    who, terminal = stage.person(text(step, "role")), stage.terminal(text(step, "terminal"))
    stage.ask(OrderManualPayout(*who, terminal, maybe_amount(step, "amount")))


def _sign(stage: Stage, step: ScriptLine) -> None:
    """The player signs for the last payment by hand at a terminal."""
    who, terminal = stage.person(text(step, "role")), stage.terminal(text(step, "terminal"))
    payouts = [each.number for each in stage.floor.vault.payouts.values() if each.terminal == terminal]
    if not payouts:
        raise StepFailed(f"nothing is to be paid by hand at {terminal}")
    stage.ask(SignManualPayout(*who, payouts[-1], text(step, "form"), *_forms(step)))


def _ask_identity(stage: Stage, step: ScriptLine) -> None:
    stage.ask(AskIdentification(*stage.person(text(step, "role")), text(step, "ticket")))


def _identify(stage: Stage, step: ScriptLine) -> None:
    who = stage.person(text(step, "role"))
    stage.ask(RecordIdentification(*who, text(step, "ticket"), text(step, "document")))


def _delay(stage: Stage, step: ScriptLine) -> None:
    """Until so long from now; without a time, none was agreed."""
    who, until = stage.person(text(step, "role")), stage.at_ms + number(step, "duration")
    stage.ask(AgreeDelay(*who, text(step, "ticket"), until, text(step, "why")))


def _withhold(stage: Stage, step: ScriptLine) -> None:
    who, terminal = stage.person(text(step, "role")), stage.terminal(text(step, "terminal"))
    stage.ask(Withhold(*who, terminal, amount(step), text(step, "why"), due="due" in step.said))


def _hold(stage: Stage, step: ScriptLine) -> None:
    stage.ask(HoldPaper(*stage.person(text(step, "role")), text(step, "ticket"), text(step, "why")))


def _release(stage: Stage, step: ScriptLine) -> None:
    who, decided = stage.person(text(step, "role")), text(step, "choice", "pay")
    what, by_hand = text(step, "place"), "by-hand" in step.said
    stage.ask(Release(*who, what, pay=decided == "pay", by_hand=by_hand, why=f"determined: {decided}"))


def _review(stage: Stage, step: ScriptLine) -> None:
    stage.ask(ReviewHolding(*stage.person(text(step, "role")), text(step, "place"), text(step, "why")))


def _drawer(stage: Stage, step: ScriptLine) -> tuple[str, str, str, Money]:
    """Who, which drawer, and how much."""
    role, person = stage.person(text(step, "role"))
    return role, person, text(step, "name"), amount(step)


def _open_drawer(stage: Stage, step: ScriptLine) -> None:
    stage.ask(OpenDrawer(*_drawer(stage, step)))


def _move_cash(stage: Stage, step: ScriptLine) -> None:
    to: Literal["drawer", "cage"] = "drawer" if text(step, "choice") == "drawer" else "cage"
    stage.ask(MoveDrawerCash(*_drawer(stage, step), to, text(step, "why")))


def _count_drawer(stage: Stage, step: ScriptLine) -> None:
    stage.ask(CountDrawer(*_drawer(stage, step)))


def _close_drawer(stage: Stage, step: ScriptLine) -> None:
    stage.ask(CloseDrawer(*_drawer(stage, step), why=text(step, "why")))


VERBS: dict[str, Callable[[Stage, ScriptLine], None]] = {
    "note": _note,
    "offer-note": _offer_note,
    "return-note": _return_note,
    "transfer": _transfer,
    "collect": _collect,
    "ticket-in": _ticket_in,
    "redeem": _redeem,
    "report-meter": _report_meter,
    "pay-by-hand": _pay_by_hand,
    "sign": _sign,
    "ask-identity": _ask_identity,
    "identify": _identify,
    "delay": _delay,
    "withhold": _withhold,
    "hold": _hold,
    "release": _release,
    "review-hold": _review,
    "open-drawer": _open_drawer,
    "move-cash": _move_cash,
    "count-drawer": _count_drawer,
    "close-drawer": _close_drawer,
}
