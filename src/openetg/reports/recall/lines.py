"""Commands of a journal as lines of a round script, in the words people use.

What a command declares of its line (`floor/core/declaring.py`) is said as declared; the others are written out here.
A line here is only a proposal: the writer of the script checks what command it would make, and takes the command word
for word (`ask`) wherever that is not exactly the same.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec import json

from openetg.floor import commands as ask
from openetg.floor.commands import AnyCommand
from openetg.money import Money, format_money
from openetg.script.declared import declared_line

_money = format_money


def line_for(command: AnyCommand) -> str | None:
    """What a person might write for a command, if there are words for it."""
    words = LINES.get(type(command))
    return declared_line(command) if words is None else " ".join(words(command).split())


def _by(command: Any) -> str:
    """Role and person who act."""
    return command.role if command.person == command.role else f"{command.role}:{command.person}"


def _why(command: Any) -> str:
    return f'"{command.why}"'


def _quoted(words: str) -> str:
    return f'"{words}"' if words else ""


def _option(key: str, value: object) -> str:
    """A named option, if there is something to say."""
    return f"{key}={value}" if value not in ("", 0, None, ()) else ""


def _flag(word: str, said: bool) -> str:
    return word if said else ""


def _amount(amount: Money | None) -> str:
    return "" if amount is None else _money(amount)


def _launch(command: ask.ReportLaunch) -> str:
    direction = {True: "opposite", False: "same-direction", None: ""}[command.opposite]
    rotor = {True: "turning", False: "rotor-still", None: ""}[command.rotor_turning]
    return f"launch {direction} {rotor}"


def _rest(command: ask.RecordOutcome) -> str:
    counted = "" if command.revolutions is None else f"revolutions={command.revolutions}"
    return f"rest {command.outcome} {_option('segment', command.segment)} {counted}"


def _lay(command: ask.PlaceOnCloth) -> str:
    how = (_flag(each, getattr(command, each)) for each in ("block", "verbal", "helped"))
    options = f"{_flag('cash', command.means == 'cash')} {_option('colour', command.colour)} by={_by(command)}"
    return f"lay {command.player} {command.wager} {_money(command.amount)} {' '.join(how)} {options}"


def _buy(command: ask.BuyChips) -> str:
    colour = f"colour {command.colour}" if command.colour else ""
    value = "" if command.value is None else f"value {_money(command.value)}"
    return (
        f"{'bring' if command.means == 'chips' else 'buy'} {command.player} {_money(command.amount)} {colour} {value}"
    )


def _cash_in(command: ask.CashInChips) -> str:
    return declared_line(command) or "" if command.at else f"cash-in {command.player}"


def _invalidate(command: ask.InvalidateOutcome) -> str:
    cause = _option("cause", command.cause.value if command.cause else "")
    forfeit = f"forfeit {command.forfeit[0]}" if len(command.forfeit) == 1 else ""
    options = f"{_option('by', command.by)} {_option('round', command.round)} {forfeit}"
    return f"invalidate {_by(command)} {cause} {_why(command)} {options}"


def _collect(command: ask.Collect) -> str:
    paper = _option("paper", command.paper.value if command.paper else "")
    return f"collect {command.terminal} {_amount(command.amount)} as {command.ticket} {paper}"


def _forms(command: ask.RedeemPaper) -> str:
    options = {"asked": command.asked, "paid": command.paid, "chosen": command.chosen_by}
    return " ".join(_option(key, value) for key, value in options.items())


def _shows(command: ask.ReportWagersShown) -> str:
    spots = [f"{spot} {_money(amount)}" for spot, amount in command.spots.items()]
    return f"shows {command.terminal} {' '.join(spots)}"


def _case(command: ask.OpenCase) -> str:
    return f"open-case {_by(command)} {command.terminal} {_why(command)} {_option('ground', command.ground)}"


def _release(command: ask.Release) -> str:
    decided = "pay" if command.pay else "refuse"
    return f"release {_by(command)} {command.what} {decided} {_flag('by-hand', command.by_hand)}"


def _redeem(command: ask.RedeemPaper) -> str:
    return f"redeem {command.ticket} by={_by(command)} {_forms(command)}"


def _of(command: Any) -> str:
    """Who acts, and on which promotion."""
    return f"{_by(command)} {command.promotion}"


def _terms(command: ask.AmendPromotion) -> str:
    return json.encode(command.terms).decode()


def _pay_prize(command: ask.PayPrize) -> str:
    paid = " ".join(f"{form}={_money(amount)}" for form, amount in command.paid.items())
    asked = ",".join(f"{form}:{_money(amount)}" for form, amount in command.asked.items())
    how = f"{_flag('to-other', command.payee == 'other')} {_flag('uncrossed', not command.crossed)}"
    options = f"{_option('asked', asked)} {_option('signature', _quoted(command.signature))}"
    return f"pay-prize {_of(command)} {_quoted(command.prize)} {_quoted(command.entrant)} {how} {options} {paid}"


def _decommission(command: ask.DecommissionJackpot) -> str:
    levels = " ".join(f"{level}:{there}" for level, there in command.levels.items())
    return f"decommission {_by(command)} {command.jackpot} into {command.into} {_why(command)} {levels}"


LINES: dict[type, Callable[[Any], str]] = {
    ask.PlaceWager: lambda c: f"place {c.terminal} {c.wager} {_money(c.amount)}",
    ask.PlaceWagers: lambda c: f"place-several {c.terminal} {' '.join(f'{w}={_money(a)}' for w, a in c.wagers)}",
    ask.TakeBackWager: lambda c: f"take {c.terminal} {c.spot} {_money(c.amount)}",
    ask.MoveWager: lambda c: f"move {c.terminal} {c.spot} {c.to} {_money(c.amount)}",
    ask.TransferCredit: lambda c: f"transfer {c.terminal} {_money(c.amount)} id={c.transfer} by={c.role}",
    ask.Collect: _collect,
    ask.ReportPrint: lambda c: f"printed {c.terminal} {c.ticket} {_flag('jam', not c.printed)}",
    ask.RedeemPaper: _redeem,
    ask.TellPlayer: lambda c: f"tell {_by(c)} {c.terminal} {c.message.value}",
    ask.Release: _release,
    ask.OpenRound: lambda _: "bets",
    ask.WarnFinish: lambda _: "finish",
    ask.CloseWagers: lambda c: f"close {c.by.value}",
    ask.SpinWheel: lambda _: "spin",
    ask.ReportLaunch: _launch,
    ask.RecordOutcome: _rest,
    ask.ReportUnread: lambda _: "rest unread",
    ask.ReportCocked: lambda _: "cocked",
    ask.ReportFault: lambda c: f"fault table {c.code}",
    ask.ReportTerminalFault: lambda c: f"fault {c.terminal} {c.code}",
    ask.InvalidateOutcome: _invalidate,
    ask.PlaceOnCloth: _lay,
    ask.TakeFromCloth: lambda c: f"take {c.player} {c.wager} {_money(c.amount)}",
    ask.MoveOnCloth: lambda c: f"move {c.player} {c.wager} {c.to} {_money(c.amount)}",
    ask.BuyChips: _buy,
    ask.CashInChips: _cash_in,
    ask.SignOn: lambda c: f"sign-on {_by(c)}",
    ask.SignOff: lambda c: f"sign-off {_by(c)}",
    ask.LinkTerminal: lambda c: f"link {c.terminal}",
    ask.ReportWagersShown: _shows,
    ask.OpenCase: _case,
    ask.ReportShown: lambda c: f"display-shows {c.outcome} {_option('round', c.round)}",
    ask.CreditAward: lambda c: f"award {c.terminal} {c.award} by={_by(c)}",
    ask.PaperAward: lambda c: f"award-paper {c.award} as {c.ticket} paper={c.paper.value} by={_by(c)}",
    ask.DecommissionJackpot: _decommission,
    ask.AmendPromotion: lambda c: f"amend-promotion {_of(c)} {c.approval} {_terms(c)}",
    ask.PayPrize: _pay_prize,
}
"""Per command whose line is not declared, or not its only one, the words for it."""
