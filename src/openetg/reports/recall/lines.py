"""Commands of a journal as lines of a round script, in the words people use.

A line here is only a proposal: whoever writes the script listens to what it would ask, and takes the command word for
word (`ask`) wherever that is not exactly the same.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec import json

from openetg.floor import commands as ask
from openetg.floor.commands import AnyCommand
from openetg.money import Money, format_money

_money = format_money


def line_for(command: AnyCommand) -> str | None:
    """What a person might write for a command, if there are words for it."""
    words = LINES.get(type(command))
    return None if words is None else " ".join(words(command).split())


def _by(command: Any) -> str:
    """Role and person who act."""
    return command.role if command.person == command.role else f"{command.role}:{command.person}"


def _why(command: Any) -> str:
    return f'"{command.why}"'


def _quoted(words: str) -> str:
    return f'"{words}"' if words else ""


def _said(command: Any) -> str:
    return _quoted(command.words)


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
    return f"present {_by(command)} {command.player} at {command.at}" if command.at else f"cash-in {command.player}"


def _no_spin(command: ask.CallNoSpin) -> str:
    counted = "" if command.revolutions is None else f"revolutions={command.revolutions}"
    cause = _option("cause", command.cause.value if command.cause else "")
    return f"no-spin {_by(command)} {cause} {_why(command)} {counted} {_option('incident', command.incident)}"


def _void(command: ask.VoidRound) -> str:
    cause = _option("cause", command.cause.value if command.cause else "")
    return f"void {_by(command)} {cause} {_why(command)} {_option('round', command.round)}"


def _invalidate(command: ask.InvalidateOutcome) -> str:
    cause = _option("cause", command.cause.value if command.cause else "")
    forfeit = f"forfeit {command.forfeit[0]}" if len(command.forfeit) == 1 else ""
    options = f"{_option('by', command.by)} {_option('round', command.round)} {forfeit}"
    return f"invalidate {_by(command)} {cause} {_why(command)} {options}"


def _correct(command: ask.CorrectOutcome) -> str:
    return f"correct {_by(command)} {command.outcome} {_why(command)} {_option('round', command.round)}"


def _collect(command: ask.Collect) -> str:
    paper = _option("paper", command.paper.value if command.paper else "")
    return f"collect {command.terminal} {_amount(command.amount)} as {command.ticket} {paper}"


def _forms(command: ask.RedeemPaper) -> str:
    options = {"asked": command.asked, "paid": command.paid, "chosen": command.chosen_by}
    return " ".join(_option(key, value) for key, value in options.items())


def _line_of(command: ask.ReportLine) -> str:
    lasted = f"{command.lasted_ms}ms" if command.lasted_ms else ""
    return f"line {command.terminal} {'back' if command.up else 'lost'} {lasted}"


def _shows(command: ask.ReportWagersShown) -> str:
    spots = [f"{spot} {_money(amount)}" for spot, amount in command.spots.items()]
    return f"shows {command.terminal} {' '.join(spots)}"


def _report(command: ask.ReportByPlayer) -> str:
    what = "" if command.what == "fault" else command.what
    return f"report {command.terminal} {what} {_option('table', command.table)}"


def _bounds(command: ask.SetBounds) -> str:
    loss = f"loss {_money(command.loss_max)}" if command.loss_max else ""
    whole = not command.lasts_ms % 1_000
    lasts = f"lasts {command.lasts_ms // 1_000}s" if whole else f"lasts {command.lasts_ms}ms"
    return f"bounds {command.terminal} {'own' if command.own else 'house'} {loss} {lasts if command.lasts_ms else ''}"


def _record(command: ask.ReportRecord) -> str:
    counts = " ".join(_option(key, getattr(command, key)) for key in ("lines", "differs", "since", "until"))
    return f"read-record {_by(command)} {command.terminal} ask={command.ask} digest={command.digest} {counts}"


def _only(word: str, spots: tuple[str, ...]) -> str:
    return f"{word} {' '.join(spots)}" if spots else ""


def _reconstruct(command: ask.Reconstruct) -> str:
    found = "confirmed" if command.confirmed else "failed"
    some = f"{_option('case', command.case)} {_only('without', command.unconfirmed)}"
    return f"reconstruct {_by(command)} {command.terminal} {found} {_why(command)} {some}"


def _void_wagers(command: ask.VoidWagers) -> str:
    some = f"{_option('case', command.case)} {_only('only', command.spots)}"
    return f"void-wagers {_by(command)} {command.who} {_why(command)} {some}"


def _ruling(command: ask.RuleOnWager) -> str:
    allow = "allow" if command.allow else "withdraw"
    return f"ruling {_by(command)} {command.terminal} {allow} {command.spot} {_money(command.amount)} {_why(command)}"


def _case(command: ask.OpenCase) -> str:
    return f"open-case {_by(command)} {command.terminal} {_why(command)} {_option('ground', command.ground)}"


def _declare(command: ask.DeclareFault) -> str:
    rounds = _only("rounds", tuple(str(each) for each in command.rounds))
    return f"declare {_by(command)} {command.what} {_why(command)} {rounds}"


def _release(command: ask.Release) -> str:
    decided = "pay" if command.pay else "refuse"
    return f"release {_by(command)} {command.what} {decided} {_flag('by-hand', command.by_hand)}"


def _redeem(command: ask.RedeemPaper) -> str:
    return f"redeem {command.ticket} by={_by(command)} {_forms(command)}"


def _move_cash(command: ask.MoveDrawerCash) -> str:
    why = _why(command) if command.why else ""
    return f"move-cash {_by(command)} {command.drawer} {_money(command.amount)} to {command.to} {why}"


def _withhold(command: ask.Withhold) -> str:
    due = _flag("due", command.due)
    return f"withhold {_by(command)} {command.terminal} {_money(command.amount)} {_why(command)} {due}"


def _of(command: Any) -> str:
    """Who acts, and on which promotion."""
    return f"{_by(command)} {command.promotion}"


def _terms(command: ask.DraftPromotion | ask.AmendPromotion) -> str:
    return json.encode(command.terms).decode()


def _listed(word: str, said: tuple[str, ...]) -> str:
    return _only(word, tuple(_quoted(each) for each in said))


def _prescribe(command: ask.PrescribeItem) -> str:
    off = _flag("off", not command.prescribed)
    return f"prescribe {_by(command)} {_quoted(command.item)} {_quoted(command.source)} {off}"


def _file(command: ask.FilePromotion) -> str:
    checked, declared = _flag("checked", command.list_checked), _only("declared", command.declared)
    return f"file-promotion {_of(command)} {_quoted(command.reference)} {checked} {declared}"


def _entrant(command: ask.RegisterEntrant) -> str:
    known = " ".join(_quoted(each) for each in (command.entrant, command.name, command.contact))
    return f"entrant {_of(command)} {known} {_listed('meets', command.meets)}"


def _drawn(command: ask.CommitDraw) -> str:
    return f"commitment={command.commitment} sealed={command.sealed} process={command.process}"


def _tell_winner(command: ask.AttemptNotice) -> str:
    reached = _flag("reached", command.reached)
    whom = f"{_quoted(command.prize)} {_quoted(command.entrant)} {command.by} {_quoted(command.details)}"
    return f"tell-winner {_of(command)} {whom} {reached}"


def _pay_prize(command: ask.PayPrize) -> str:
    paid = " ".join(f"{form}={_money(amount)}" for form, amount in command.paid.items())
    asked = ",".join(f"{form}:{_money(amount)}" for form, amount in command.asked.items())
    how = f"{_flag('to-other', command.payee == 'other')} {_flag('uncrossed', not command.crossed)}"
    options = f"{_option('asked', asked)} {_option('signature', _quoted(command.signature))}"
    return f"pay-prize {_of(command)} {_quoted(command.prize)} {_quoted(command.entrant)} {how} {options} {paid}"


def _rules(command: ask.SetUpJackpot | ask.ChangeJackpot) -> str:
    return json.encode(command.rules).decode()


def _commit_mystery(command: ask.CommitMystery) -> str:
    drawn = f"commitment={command.commitment} sealed={command.sealed} process={command.process}"
    return f"commit-mystery {command.jackpot} {command.level} cycle={command.cycle} {drawn}"


def _jackpot_link(command: ask.ReportJackpotLink) -> str:
    up = "back" if command.up else "lost"
    return f"jackpot-link {command.jackpot} {command.member} {up} {_option('cause', command.cause)}"


def _adjust_jackpot(command: ask.AdjustJackpot) -> str:
    which = f"{_option('level', command.level)} {_option('award', command.award)}"
    return f"adjust-jackpot {_by(command)} {command.jackpot} {_money(command.value)} {_why(command)} {which}"


def _uphold(command: ask.UpholdAward) -> str:
    return f"uphold-award {_by(command)} {command.award} {'stands' if command.stands else 'withdrawn'} {_why(command)}"


def _decommission(command: ask.DecommissionJackpot) -> str:
    levels = " ".join(f"{level}:{there}" for level, there in command.levels.items())
    return f"decommission {_by(command)} {command.jackpot} into {command.into} {_why(command)} {levels}"


LINES: dict[type, Callable[[Any], str]] = {
    ask.PlaceWager: lambda c: f"place {c.terminal} {c.wager} {_money(c.amount)}",
    ask.PlaceWagers: lambda c: f"place-several {c.terminal} {' '.join(f'{w}={_money(a)}' for w, a in c.wagers)}",
    ask.TakeBackWager: lambda c: f"take {c.terminal} {c.spot} {_money(c.amount)}",
    ask.MoveWager: lambda c: f"move {c.terminal} {c.spot} {c.to} {_money(c.amount)}",
    ask.ClearWagers: lambda c: f"clear {c.terminal}",
    ask.UndoWager: lambda c: f"undo {c.terminal}",
    ask.DoubleWagers: lambda c: f"double {c.terminal}",
    ask.RepeatWagers: lambda c: f"repeat {c.terminal} {_flag('auto', c.auto)}",
    ask.MaxWager: lambda c: f"max {c.terminal} {c.spot}",
    ask.InsertNote: lambda c: f"note {c.terminal} {_money(c.amount)}",
    ask.OfferNote: lambda c: f"offer-note {c.terminal} {_money(c.amount)}",
    ask.ReturnNote: lambda c: f"return-note {c.terminal}",
    ask.TransferCredit: lambda c: f"transfer {c.terminal} {_money(c.amount)} id={c.transfer} by={c.role}",
    ask.Collect: _collect,
    ask.ReportPrint: lambda c: f"printed {c.terminal} {c.ticket} {_flag('jam', not c.printed)}",
    ask.InsertTicket: lambda c: f"ticket-in {c.terminal} {c.ticket}",
    ask.RedeemPaper: _redeem,
    ask.ReportMeter: lambda c: f"report-meter {c.terminal} {_money(c.shown)}",
    ask.OrderManualPayout: lambda c: f"pay-by-hand {_by(c)} {c.terminal} {_amount(c.amount)}",
    ask.OpenDrawer: lambda c: f"open-drawer {_by(c)} {c.drawer} {_money(c.counted)}",
    ask.MoveDrawerCash: _move_cash,
    ask.CountDrawer: lambda c: f"count-drawer {_by(c)} {c.drawer} {_money(c.counted)}",
    ask.CloseDrawer: lambda c: f"close-drawer {_by(c)} {c.drawer} {_money(c.counted)} {_why(c) if c.why else ''}",
    ask.TellPlayer: lambda c: f"tell {_by(c)} {c.terminal} {c.message.value}",
    ask.Withhold: _withhold,
    ask.Release: _release,
    ask.OpenRound: lambda _: "bets",
    ask.WarnFinish: lambda _: "finish",
    ask.CloseWagers: lambda c: f"close {c.by.value}",
    ask.ReportReady: lambda _: "ready",
    ask.SpinWheel: lambda _: "spin",
    ask.ReportLaunch: _launch,
    ask.RecordOutcome: _rest,
    ask.ReportUnread: lambda _: "rest unread",
    ask.ReportCocked: lambda _: "cocked",
    ask.ReportFault: lambda c: f"fault table {c.code}",
    ask.ReportTerminalFault: lambda c: f"fault {c.terminal} {c.code}",
    ask.ConfirmOutcome: lambda c: f"confirm {_by(c)} {c.outcome or ''}",
    ask.EnterOutcome: lambda c: f"enter {_by(c)} {c.outcome} {_why(c) if c.why else ''}",
    ask.CorrectOutcome: _correct,
    ask.InvalidateOutcome: _invalidate,
    ask.CallNoSpin: _no_spin,
    ask.VoidRound: _void,
    ask.ResetTerminals: lambda c: f"reset {_by(c)}",
    ask.ExamineBall: lambda c: f"examine {_by(c)} {_flag('lost', not c.found)}",
    ask.MarkDolly: lambda c: f"dolly {_by(c)} {c.outcome}",
    ask.CollectLosers: lambda c: f"collect-losers {_by(c)}",
    ask.PayWinners: lambda c: f"pay-winners {_by(c)} {c.spot}",
    ask.PlaceOnCloth: _lay,
    ask.TakeFromCloth: lambda c: f"take {c.player} {c.wager} {_money(c.amount)}",
    ask.MoveOnCloth: lambda c: f"move {c.player} {c.wager} {c.to} {_money(c.amount)}",
    ask.BuyChips: _buy,
    ask.CashInChips: _cash_in,
    ask.SellChips: lambda command: f"sell-chips {_by(command)} {_money(command.amount)}",
    ask.RedeemChips: lambda command: f"redeem-chips {_by(command)} {_money(command.amount)}",
    ask.TakePlace: lambda c: f"sit {c.player} {_only('at', c.terminals)}",
    ask.LeavePlace: lambda c: f"leave {c.player}",
    ask.SignOn: lambda c: f"sign-on {_by(c)}",
    ask.SignOff: lambda c: f"sign-off {_by(c)}",
    ask.LinkTerminal: lambda c: f"link {c.terminal}",
    ask.ReportLine: _line_of,
    ask.ReportWagersShown: _shows,
    ask.OpenCase: _case,
    ask.CloseCase: lambda c: f"close-case {_by(c)} {c.terminal} {_why(c)} {_option('case', c.case)}",
    ask.DeclareFault: _declare,
    ask.RestoreDevice: lambda c: f"restore {_by(c)} {_why(c)}",
    ask.Reconstruct: _reconstruct,
    ask.VoidWagers: _void_wagers,
    ask.RuleOnWager: _ruling,
    ask.VarySettlement: lambda c: f"vary {_by(c)} {c.terminal} {_money(c.amount)} {_why(c)}",
    ask.GrantMaximum: lambda c: f"grant {_by(c)} {c.player} {'' if c.max is None else 'max ' + _money(c.max)}",
    ask.ReportByPlayer: _report,
    ask.SetBounds: _bounds,
    ask.ReportShown: lambda c: f"display-shows {c.outcome} {_option('round', c.round)}",
    ask.ReportRecord: _record,
    ask.NotifyOfficial: lambda c: f"notify {_by(c)} {c.official} {_quoted(c.about)} {_option('about', c.terminal)}",
    ask.NoteNotice: lambda c: f"note-notice {_by(c)} {c.told} {_said(c)}",
    ask.CloseTerminal: lambda c: f"close-terminal {_by(c)} {c.terminal}",
    ask.ReopenTerminal: lambda c: f"reopen-terminal {_by(c)} {c.terminal} {_why(c)}",
    ask.CloseTable: lambda c: f"close-table {_by(c)}",
    ask.MarkCleared: lambda c: f"clear-table {_by(c)}",
    ask.SetUpJackpot: lambda c: f"jackpot {_by(c)} {c.jackpot} {_rules(c)}",
    ask.ChangeJackpot: lambda c: f"change-jackpot {_by(c)} {c.jackpot} {_rules(c)}",
    ask.CommitMystery: _commit_mystery,
    ask.RevealMystery: lambda c: f"reveal-mystery {c.jackpot} {c.level} cycle={c.cycle} secret={c.secret}",
    ask.ReportJackpotLink: _jackpot_link,
    ask.DeclareJackpotFault: lambda c: f"jackpot-fault {_by(c)} {c.jackpot} {c.part} {_why(c)}",
    ask.EndJackpotFault: lambda c: f"jackpot-works {_by(c)} {c.jackpot} {_why(c)}",
    ask.AdjustJackpot: _adjust_jackpot,
    ask.CreditAward: lambda c: f"award {c.terminal} {c.award} by={_by(c)}",
    ask.PaperAward: lambda c: f"award-paper {c.award} as {c.ticket} paper={c.paper.value} by={_by(c)}",
    ask.ClearJackpot: lambda c: f"clear-award {_by(c)} {c.award}",
    ask.UpholdAward: _uphold,
    ask.DecommissionJackpot: _decommission,
    ask.PrescribeItem: _prescribe,
    ask.DraftPromotion: lambda c: f"draft-promotion {_of(c)} {_terms(c)}",
    ask.FilePromotion: _file,
    ask.PublishPromotion: lambda c: f"publish-promotion {_of(c)} {_listed('also', c.also_at)}",
    ask.AnnouncePromotion: lambda c: f"announce-promotion {_of(c)} {_quoted(c.reference)} {_said(c)}",
    ask.StartPromotion: lambda c: f"start-promotion {_of(c)}",
    ask.ApprovePromotionChange: lambda c: f"approve-change {_of(c)} {_quoted(c.reference)} {c.digest}",
    ask.AmendPromotion: lambda c: f"amend-promotion {_of(c)} {c.approval} {_terms(c)}",
    ask.NameScrutineer: lambda c: f"scrutineer {_of(c)} {c.scrutineer}",
    ask.WitnessDraw: lambda c: f"witness {_of(c)}",
    ask.RegisterEntrant: _entrant,
    ask.SeatEntrant: lambda c: f"seat-entrant {_of(c)} {c.terminal} {_quoted(c.entrant)}",
    ask.EnterByForm: lambda c: f"entry-form {_of(c)} {_quoted(c.entrant)} entries={c.entries}",
    ask.CommitDraw: lambda c: f"commit-draw {c.promotion} {_drawn(c)}",
    ask.CallDraw: lambda c: f"call-draw {_of(c)}",
    ask.RevealDraw: lambda c: f"reveal-draw {c.promotion} {c.secret}",
    ask.DrawAgain: lambda c: f"draw-again {_of(c)} {_quoted(c.prize)} {_why(c)}",
    ask.RecordPresence: lambda c: f"presence {_of(c)} {_quoted(c.prize)} {'there' if c.present else 'absent'}",
    ask.AttemptNotice: _tell_winner,
    ask.PublishResults: lambda c: f"publish-results {_of(c)} {_quoted(c.how)}",
    ask.AwardBonus: lambda c: f"award-bonus {_of(c)} {_quoted(c.prize)} {_quoted(c.entrant)}",
    ask.PayPrize: _pay_prize,
    ask.PostponePromotion: lambda c: f"postpone-promotion {_of(c)} {_why(c)}",
    ask.ValidatePromotion: lambda c: f"validate-promotion {_of(c)} {_why(c)}",
    ask.CancelPromotion: lambda c: f"cancel-promotion {_of(c)} {_why(c)}",
    ask.ClosePromotion: lambda c: f"close-promotion {_of(c)}",
    ask.CallPromotionDeadline: lambda c: f"promotion-deadline {c.promotion} {c.duty} {_quoted(c.prize)}",
}
"""Per command, the words for it."""
