"""Sentences about jackpots: what they are made of, what feeds them, who won, what was paid."""

from __future__ import annotations

from typing import Any

from openetg.floor import events as said
from openetg.floor.core.ledger import overflow_of, pool_of, reserve_of
from openetg.floor.jackpots.commands import PER_TURNOVER, JackpotRules, LevelRules
from openetg.money import ZERO, Money, total
from openetg.reports.recall.telling import printable
from openetg.reports.sentences.form import Form, Sentences, listed, money, plain


def _pool(event: Any) -> str:
    """A level of a jackpot, by their names."""
    return f"level {printable(event.level)} of jackpot {printable(event.jackpot)}"


def share(millionths: int) -> str:
    """Millionths of the turnover as a percentage, with as many digits as it takes: `0.5 %`."""
    whole, rest = divmod(millionths * 100, PER_TURNOVER)
    digits = f"{rest:06}".rstrip("0")
    return f"{whole}.{digits} %" if digits else f"{whole} %"


def _level(rules: LevelRules) -> str:
    rates = listed(
        [f"{share(rate)} of the turnover of table {printable(table)}" for table, rate in rules.rates.items()]
    )
    parts = [f"begins with {money(rules.seed)}, gains {rates or 'nothing'}"]
    if rules.reserve_rate:
        parts.append(f"{share(rules.reserve_rate)} into the reserve")
    if rules.ceiling:
        parts.append(f"at most {money(rules.ceiling)}")
    if rules.trigger is None:
        parts.append(f"hits between {money(rules.low)} and {money(rules.high)}")
    else:
        parts.append(f"is won by {trigger_in_words(rules)}")
    return f"{printable(rules.title)} ({printable(rules.level)}) {', '.join(parts)}"


def trigger_in_words(rules: LevelRules) -> str:
    """What wins a progressive level: `the same outcome 3 times in a row, with straight won in every round`."""
    trigger = rules.trigger
    if trigger is None:
        return f"a hidden value between {money(rules.low)} and {money(rules.high)}"
    which = listed([printable(each) for each in trigger.outcomes]).replace(" and ", " or ")
    what = which or ("any outcome" if trigger.run == 1 else "the same outcome")
    often = f" {trigger.run} times in a row" if trigger.run > 1 else ""
    kinds = listed([plain(each) for each in trigger.wagers]).replace(" and ", " or ")
    rounds = " in the last round" if trigger.laid == "last" else " in every round"
    least = f" of at least {money(trigger.least)}" if trigger.least else ""
    return f"{what}{often}, with {kinds}{least} won{rounds if trigger.run > 1 else ''}"


def _made_of(rules: JackpotRules) -> str:
    return "; ".join(_level(each) for each in rules.levels)


def _set_up(event: Any, form: Form) -> str:
    rules: JackpotRules = event.rules
    kind = plain(rules.kind.value)
    return (
        f"{form.person(event)} set up the {kind} jackpot {printable(event.jackpot)}, {printable(rules.title)}:"
        f" {_made_of(rules)}"
    )


def _changed(event: Any, form: Form) -> str:
    return (
        f"{form.person(event)} changed jackpot {printable(event.jackpot)}, for each level once its prize was won:"
        f" {_made_of(event.rules)}"
    )


def _sum(event: Any, *, source: str = "", destination: str = "") -> Money:
    """What an event moved out of some account, or into it."""
    return total(
        move.amount
        for move in event.transfers
        if (not source or move.source == source) and (not destination or move.destination == destination)
    )


def _began(event: Any, form: Form) -> str:
    del form
    pool = _sum(event, destination=pool_of(event.jackpot, event.level))
    parts = {
        "carried over": _sum(event, source=overflow_of(event.jackpot, event.level)),
        "from the reserve": _sum(event, source=reserve_of(event.jackpot, event.level)),
    }
    house = pool - total(parts.values())
    shown = [f"{money(amount)} {name}" for name, amount in {**parts, "from the house": house}.items() if amount]
    bound = "; the value at which it hits is committed to" if event.commitment else ""
    return f"Pool {event.cycle} of {_pool(event)} began with {money(pool)}: {listed(shown) or 'nothing'}{bound}"


def _fed(event: Any, form: Form) -> str:
    del form
    gained = _sum(event)
    where = f"Round {event.round} of table {printable(event.table)}"
    whose = f", for what it has of {printable(event.of)}" if event.of else ""
    if event.turnover < ZERO:
        return f"{where}: {money(-event.turnover)} of turnover no longer counts for {_pool(event)}{whose}"
    without = f"; {listed(list(event.out))} did not play for it" if event.out else ""
    return f"{where} brought {_pool(event)} {money(gained)} of {money(event.turnover)} turnover{whose}{without}"


def _won(event: Any, form: Form) -> str:
    del form
    run = f"rounds {listed([str(each) for each in event.rounds])}" if len(event.rounds) > 1 else f"round {event.round}"
    locked = "; the terminal waits for a person" if event.locks else ""
    hand = "; it is paid by hand" if event.by_hand else ""
    return (
        f"{event.terminal} won {money(event.amount)}, {_pool(event)}, with {run} of table"
        f" {printable(event.table)}: award {event.award}{locked}{hand}"
    )


def _run(event: Any, form: Form) -> str:
    del form
    there = f"{_pool(event)} in round {event.round} of table {printable(event.table)}"
    where, who = f"to {there}", listed(list(event.terminals))
    if event.broken:
        return f"Nobody came nearer {where}, and no run goes across it: it is void after it was known what fell"
    if event.rounds:
        return f"{who} met what wins {there}, and there was nothing to have"
    if not event.terminals:
        return f"Nobody came nearer {where}, as the round stands now"
    return f"{who} came nearer {where}, by {printable(event.outcome)}"


def _link(event: Any, form: Form) -> str:
    del form
    member, jackpot = printable(event.member), printable(event.jackpot)
    if event.up:
        return f"The link of {member} to jackpot {jackpot} is back: it plays for it again"
    cause = f" ({plain(event.cause)})" if event.cause else ""
    return f"The link of {member} to jackpot {jackpot} was lost{cause}: it neither contributes nor plays for it"


def _adjusted(event: Any, form: Form) -> str:
    what = f"award {event.award}" if event.award else _pool(event)
    locked = "; the terminal waits for a person" if event.locks else ""
    return (
        f"{form.person(event)} adjusted {what} from {money(event.before)} to {money(event.after)},"
        f" approval {printable(event.approval)}{locked}{form.why(event)}"
    )


def _credited(event: Any, form: Form) -> str:
    paid = f"{form.person(event)} paid the" if event.person else "The"
    verb = "to the meter of" if event.person else "went to"
    return f"{paid} award {event.award} of {money(event.amount)} {verb} {event.terminal}"


def _papered(event: Any, form: Form) -> str:
    serial = f" number {event.serial} of this terminal" if event.serial else ""
    who = form.person(event) if event.person else event.terminal
    return (
        f"{who} put the award {event.award} of {money(event.amount)} on a {plain(event.paper.value)}{serial},"
        f" printed at {event.terminal}"
    )


def _upheld(event: Any, form: Form) -> str:
    end = "it stands" if event.stands else "it went back into the pool"
    return f"{form.person(event)} decided about award {event.award}: {end}{form.why(event)}"


def _ended(event: Any, form: Form) -> str:
    return (
        f"{form.person(event)} took jackpot {printable(event.jackpot)} out of use:"
        f" {money(_sum(event))} went into {printable(event.into)}{form.why(event)}"
    )


JACKPOTS: Sentences = {
    said.JackpotSetUp: _set_up,
    said.JackpotChanged: _changed,
    said.LevelBegan: _began,
    said.PoolFed: _fed,
    said.JackpotWon: _won,
    said.RunNoted: _run,
    said.JackpotLinkReported: _link,
    said.JackpotFaultDeclared: lambda event, form: (
        f"{form.person(event)} declared that the {plain(event.part)} of jackpot {printable(event.jackpot)} does not"
        f" work: nobody plays for it{form.why(event)}"
    ),
    said.JackpotFaultEnded: lambda event, form: (
        f"{form.person(event)} declared that the {plain(event.part)} of jackpot {printable(event.jackpot)} works"
        f" again{form.why(event)}"
    ),
    said.JackpotAdjusted: _adjusted,
    said.AwardCredited: _credited,
    said.AwardPapered: _papered,
    said.AwardUpheld: _upheld,
    said.JackpotDecommissioned: _ended,
}
