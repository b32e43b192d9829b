"""What the verbs of a cloth ask of the floor: how chips were laid, who sits there, what was arranged for them."""

from __future__ import annotations

from collections.abc import Callable

from openetg.floor.commands import (
    ApproveSecondColour,
    ArrangeLimits,
    ArrangeStraightOnly,
    BuyChips,
    CashInChips,
    GrantMaximum,
    LeavePlace,
    LimitNeighbours,
    LinkPartners,
    PlaceOnCloth,
    RedeemChips,
    RequireColour,
    SellChips,
    SetPlaces,
    Sign,
    TakePlace,
)
from openetg.floor.core.authority import DEALER
from openetg.script.parse import ScriptLine
from openetg.script.saying import amount, maybe_amount, number, text, words
from openetg.script.stage import Stage
from openetg.script.verbs_wagers import wager_said


def _who(stage: Stage, step: ScriptLine) -> tuple[str, str]:
    return stage.person(text(step, "role"))


def _lay(stage: Stage, step: ScriptLine) -> None:
    said = step.said
    who = stage.person(text(step, "by", DEALER))
    stage.ask(
        PlaceOnCloth(
            *who,
            table=stage.table.name,
            player=text(step, "player"),
            wager=wager_said(stage, text(step, "wager")),
            amount=amount(step),
            colour=text(step, "colour"),
            means="cash" if "cash" in said else "chips",
            verbal="verbal" in said,
            helped="helped" in said,
            block="block" in said,
        )
    )


def _sit(stage: Stage, step: ScriptLine) -> None:
    stage.ask(TakePlace(text(step, "player"), stage.table.name, words(step, "terminal")))


def _leave(stage: Stage, step: ScriptLine) -> None:
    stage.ask(LeavePlace(text(step, "player"), stage.table.name))


def _places(stage: Stage, step: ScriptLine) -> None:
    stage.ask(SetPlaces(stage.table.name, number(step, "count")))


def _chips_for(stage: Stage, step: ScriptLine) -> None:
    means = "chips" if "brought" in step.said else "cash"
    who = stage.person(DEALER)
    player, colour = stage.player(text(step, "player")), text(step, "colour")
    stage.ask(
        BuyChips(
            *who, table=stage.table.name, player=player, amount=amount(step), colour=colour, value=None, means=means
        )
    )


def _present(stage: Stage, step: ScriptLine) -> None:
    stage.ask(CashInChips(*_who(stage, step), stage.table.name, text(step, "player"), text(step, "place")))


def _sell_chips(stage: Stage, step: ScriptLine) -> None:
    stage.ask(SellChips(*_who(stage, step), stage.table.name, amount(step)))


def _redeem_chips(stage: Stage, step: ScriptLine) -> None:
    stage.ask(RedeemChips(*_who(stage, step), stage.table.name, amount(step)))


def _second_colour(stage: Stage, step: ScriptLine) -> None:
    stage.ask(ApproveSecondColour(*_who(stage, step), stage.table.name, text(step, "player")))


def _require_colour(stage: Stage, step: ScriptLine) -> None:
    stage.ask(RequireColour(*_who(stage, step), stage.table.name, text(step, "player")))


def _grant(stage: Stage, step: ScriptLine) -> None:
    most = maybe_amount(step, "max")
    stage.ask(GrantMaximum(*_who(stage, step), stage.table.name, text(step, "player"), most))


def _arrange(stage: Stage, step: ScriptLine) -> None:
    sign = Sign(maybe_amount(step, "min"), maybe_amount(step, "max"))
    limits = {text(step, "kind", "any"): sign}
    stage.ask(ArrangeLimits(*_who(stage, step), stage.table.name, words(step, "player"), limits))


def _straight_only(stage: Stage, step: ScriptLine) -> None:
    players, document = words(step, "player"), text(step, "document")
    told = text(step, "told")
    stage.ask(ArrangeStraightOnly(*_who(stage, step), stage.table.name, players, document, told))


def _limit_buttons(stage: Stage, step: ScriptLine) -> None:
    counts = number(step, "per-number"), number(step, "per-spin")
    least, players = maybe_amount(step, "min"), words(step, "player")
    stage.ask(LimitNeighbours(*_who(stage, step), stage.table.name, *counts, players, least))


def _partners(stage: Stage, step: ScriptLine) -> None:
    stage.ask(LinkPartners(*_who(stage, step), stage.table.name, words(step, "player"), text(step, "why")))


VERBS: dict[str, Callable[[Stage, ScriptLine], None]] = {
    "lay": _lay,
    "sit": _sit,
    "leave": _leave,
    "places": _places,
    "chips-for": _chips_for,
    "present": _present,
    "sell-chips": _sell_chips,
    "redeem-chips": _redeem_chips,
    "second-colour": _second_colour,
    "require-colour": _require_colour,
    "grant": _grant,
    "arrange": _arrange,
    "straight-only": _straight_only,
    "limit-buttons": _limit_buttons,
    "partners": _partners,
}
