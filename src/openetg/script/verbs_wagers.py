"""What the verbs of players ask of the floor: wagers on terminals and on the cloth, chips."""

from __future__ import annotations

from collections.abc import Callable

from openetg.floor.commands import (
    AnyCommand,
    ArrangeLimits,
    BuyChips,
    CashInChips,
    ClearWagers,
    DoubleWagers,
    GrantMaximum,
    MaxWager,
    MoveOnCloth,
    MoveWager,
    PlaceOnCloth,
    PlaceWager,
    PlaceWagers,
    RepeatWagers,
    SetBounds,
    Sign,
    TakeBackWager,
    TakeFromCloth,
    UndoWager,
)
from openetg.floor.core.authority import DEALER
from openetg.money import ZERO, Money, parse_money
from openetg.script.parse import ScriptLine
from openetg.script.saying import amount, maybe_amount, number, text, words
from openetg.script.stage import Stage


def wager_said(stage: Stage, said: str) -> str:
    """A wager as the game names it: a symbol may be called by its letter."""
    symbol = f"symbol:{said}"
    return symbol if said not in stage.game.wagers and symbol in stage.game.wagers else said


def _place(stage: Stage, step: ScriptLine) -> None:
    who, wager, sum_ = text(step, "seat"), wager_said(stage, text(step, "wager")), amount(step)
    if stage.is_player(who):
        _on_cloth(stage, who, wager, sum_)
    else:
        stage.ask(PlaceWager(stage.terminal(who), stage.table.name, wager, sum_))


def _place_several(stage: Stage, step: ScriptLine) -> None:
    laid = [each.partition("=") for each in words(step, "laid")]
    wagers = tuple((wager_said(stage, wager), parse_money(sum_)) for wager, _, sum_ in laid)
    stage.ask(PlaceWagers(_terminal_said(stage, step), stage.table.name, wagers))


def _special(stage: Stage, step: ScriptLine) -> None:
    who, name, sum_ = text(step, "seat"), text(step, "wager"), amount(step)
    if not stage.is_player(who):
        stage.ask(PlaceWager(stage.terminal(who), stage.table.name, name, sum_))
        return
    wager = stage.game.wagers.get(name)
    _on_cloth(stage, who, name, sum_ * (wager.units if wager else 1))


def _on_cloth(stage: Stage, player: str, name: str, sum_: Money) -> None:
    wager = stage.game.wagers.get(name)
    block = wager is not None and len(wager.pieces) > 1
    stage.ask(PlaceOnCloth(*stage.person(DEALER), stage.table.name, player, name, sum_, block=block))


def _move(stage: Stage, step: ScriptLine) -> None:
    who, sum_ = text(step, "seat"), amount(step)
    spot, to = (wager_said(stage, text(step, blank)) for blank in ("from", "to"))
    if stage.is_player(who):
        stage.ask(
            MoveOnCloth(*stage.person(DEALER), table=stage.table.name, player=who, wager=spot, to=to, amount=sum_)
        )
    else:
        stage.ask(MoveWager(stage.terminal(who), stage.table.name, spot, to, sum_))


def _take(stage: Stage, step: ScriptLine) -> None:
    who, spot, sum_ = text(step, "seat"), wager_said(stage, text(step, "wager")), amount(step)
    if stage.is_player(who):
        stage.ask(TakeFromCloth(*stage.person(DEALER), stage.table.name, who, spot, sum_))
    else:
        stage.ask(TakeBackWager(stage.terminal(who), stage.table.name, spot, sum_))


def _button(command: Callable[[str, str], AnyCommand]) -> Callable[[Stage, ScriptLine], None]:
    def verb(stage: Stage, step: ScriptLine) -> None:
        stage.ask(command(_terminal_said(stage, step), stage.table.name))

    return verb


def _terminal_said(stage: Stage, step: ScriptLine) -> str:
    """A terminal; a player at the cloth has no buttons, and the floor says so."""
    name = text(step, "terminal")
    return name if stage.is_player(name) else stage.terminal(name)


def _repeat(stage: Stage, step: ScriptLine) -> None:
    stage.ask(RepeatWagers(_terminal_said(stage, step), stage.table.name, auto="auto" in step.said))


def _bounds(stage: Stage, step: ScriptLine) -> None:
    terminal, own = stage.terminal(text(step, "terminal")), text(step, "choice") == "own"
    stage.ask(SetBounds(terminal, maybe_amount(step, "loss") or ZERO, number(step, "lasts"), own))


def _max(stage: Stage, step: ScriptLine) -> None:
    terminal, spot = _terminal_said(stage, step), wager_said(stage, text(step, "wager"))
    stage.ask(MaxWager(terminal, stage.table.name, spot))


def _buy(stage: Stage, step: ScriptLine) -> None:
    _exchange(stage, step, "cash")


def _bring(stage: Stage, step: ScriptLine) -> None:
    _exchange(stage, step, "chips")


def _exchange(stage: Stage, step: ScriptLine, means: str) -> None:
    player = stage.player(text(step, "player"))
    who, value = stage.person(DEALER), maybe_amount(step, "value")
    stage.ask(
        BuyChips(
            *who,
            table=stage.table.name,
            player=player,
            amount=amount(step),
            colour=text(step, "colour"),
            value=value,
            means=means,
        )
    )


def _cash_in(stage: Stage, step: ScriptLine) -> None:
    stage.ask(CashInChips(*stage.person(DEALER), stage.table.name, stage.player(text(step, "player"))))


def _marker(stage: Stage, step: ScriptLine) -> None:
    player, sum_ = stage.player(text(step, "player")), amount(step)
    if "grant_personal_maximum" in stage.rulebook.powers:
        stage.ask(GrantMaximum(*stage.somebody("grant_personal_maximum"), stage.table.name, player, sum_))
        return
    who = stage.somebody("arrange_personal_limits")
    stage.ask(ArrangeLimits(*who, stage.table.name, (player,), {"any": Sign(max=sum_)}))


VERBS: dict[str, Callable[[Stage, ScriptLine], None]] = {
    "place": _place,
    "place-several": _place_several,
    "special": _special,
    "move": _move,
    "take": _take,
    "undo": _button(UndoWager),
    "clear": _button(ClearWagers),
    "double": _button(DoubleWagers),
    "repeat": _repeat,
    "max": _max,
    "bounds": _bounds,
    "buy": _buy,
    "bring": _bring,
    "cash-in": _cash_in,
    "marker": _marker,
}
