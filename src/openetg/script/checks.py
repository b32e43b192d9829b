"""What an `expect` looks at: the answer to the step before, or how things stand now."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from msgspec import Struct

from openetg.floor.cloth.settling import on_cloth
from openetg.floor.core.ledger import cloth_of, demanded_of, hand_of, meter_of, play_of, withheld_of
from openetg.floor.core.refusals import Refusal
from openetg.floor.rounds.views import table_view
from openetg.floor.state import STANDING
from openetg.money import ZERO, Money, cents, format_money
from openetg.script.parse import ScriptLine
from openetg.script.saying import amount, maybe_amount, number, text, words
from openetg.script.stage import Stage, StepFailed, spoken
from openetg.script.verbs_rounds import outcome_said
from openetg.script.verbs_wagers import wager_said


def _compare(expected: str, found: str) -> None:
    if expected != found:
        raise StepFailed(f"expected {expected}, found {found}")


def _compare_money(expected: Money, found: Money) -> None:
    _compare(format_money(expected), format_money(found))


def _accepted(stage: Stage, step: ScriptLine) -> None:
    verdict = stage.verdict
    if isinstance(verdict, Refusal):
        raise StepFailed(f"expected {format_money(amount(step))} accepted, found refused {spoken(verdict)}")
    _compare_money(amount(step), _moved_into_play(stage))


def _moved_into_play(stage: Stage) -> Money:
    """What went on to the layout; for money itself, what came on to the meter."""
    events = stage.verdict if isinstance(stage.verdict, tuple) else ()
    moves = [move for event in events for move in getattr(event, "transfers", ())]
    played, funded = ZERO, ZERO
    for move in moves:
        to, source = (name.partition("/")[0] for name in (move.destination, move.source))
        played += move.amount if to in {"play", "cloth"} else ZERO
        played -= move.amount if source in {"play", "cloth"} else ZERO
        funded += move.amount if to in {"meter", "hand"} and source not in {"play", "cloth"} else ZERO
    return played or funded


def _refused(stage: Stage, step: ScriptLine) -> None:
    verdict = stage.verdict
    wanted = " ".join(part for part in (text(step, "reason"), text(step, "clause")) if part)
    if not isinstance(verdict, Refusal):
        raise StepFailed(f"expected refused {wanted}".rstrip() + ", found accepted")
    reason, clause = text(step, "reason"), text(step, "clause")
    if (reason and reason != verdict.reason.name) or (clause and clause not in {verdict.clause, *verdict.also}):
        raise StepFailed(f"expected refused {wanted}, found refused {spoken(verdict)}")


def _cites(stage: Stage, step: ScriptLine) -> None:
    cited = sorted(set(_clauses(stage.verdict)))
    if text(step, "clause") not in cited:
        raise StepFailed(f"expected {text(step, 'clause')} cited, found {', '.join(cited) or 'none'}")


def _clauses(verdict: object) -> Iterator[str]:
    """Every clause that stands in an answer."""
    if isinstance(verdict, Refusal):
        yield from (verdict.clause, *verdict.also)
    for event in verdict if isinstance(verdict, tuple) else ():
        assert isinstance(event, Struct), "answers are events"
        for field in event.__struct_fields__:
            value = getattr(event, field)
            if field in {"clause", "trimmed"} and value:
                yield value
            elif field == "also":
                yield from value


def _is_player(stage: Stage, name: str) -> bool:
    if stage.is_player(name):
        return True
    if name not in stage.floor.terminals:
        raise StepFailed(f"no terminal or player {name}")
    return False


def _meter(stage: Stage, step: ScriptLine) -> None:
    name = text(step, "terminal")
    if _is_player(stage, name):
        raise StepFailed(f"{name} plays at the cloth and has no meter: expect chips {name}")
    _compare_money(amount(step), stage.floor.ledger.held(meter_of(name)))


def _chips(stage: Stage, step: ScriptLine) -> None:
    name = text(step, "player")
    if not _is_player(stage, name):
        raise StepFailed(f"{name} is no player at the cloth")
    _compare_money(amount(step), stage.floor.ledger.held(hand_of(stage.table.name, name)))


def _win(stage: Stage, step: ScriptLine) -> None:
    name = text(step, "seat")
    if _is_player(stage, name):
        _compare_money(amount(step), stage.table.cloth.wins.get(name, ZERO))
    else:
        _compare_money(amount(step), stage.floor.terminals[name].win)


def _staked(stage: Stage, step: ScriptLine) -> None:
    name = text(step, "seat")
    account = cloth_of if _is_player(stage, name) else play_of
    _compare_money(amount(step), stage.floor.ledger.held(account(stage.table.name, name)))


def _spot(stage: Stage, step: ScriptLine) -> None:
    name, spot = text(step, "seat"), wager_said(stage, text(step, "wager"))
    table = stage.table
    standing = table.round.wagers if table.round is not None and table.round.phase in STANDING else {}
    wagers = on_cloth(table) if _is_player(stage, name) else standing
    _compare_money(amount(step), wagers.get(name, {}).get(spot, ZERO))


def _round(stage: Stage, step: ScriptLine) -> None:
    _compare(str(number(step, "count")), str(stage.round.number))


def _phase(stage: Stage, step: ScriptLine) -> None:
    """The phase, and what brought the round there as far as that is said."""
    wanted = [text(step, blank) for blank in ("choice", "cause", "clause") if blank in step.said]
    found = [stage.round.phase.value, stage.round.cause, stage.round.clause][: len(wanted)]
    _compare(" ".join(wanted), " ".join(found))


def _outcome(stage: Stage, step: ScriptLine) -> None:
    table = stage.table
    newest = table.round.outcome if table.round else None
    found = newest or next(reversed(table.outcomes.values()), "none")
    _compare(outcome_said(stage, text(step, "outcome")), found)


def _outcomes(stage: Stage, step: ScriptLine) -> None:
    """All that fell at the table and stands, in order."""
    wanted = [outcome_said(stage, said) for said in words(step, "outcome")]
    _compare(" ".join(wanted) or "none", " ".join(stage.table.outcomes.values()) or "none")


def _ticket(stage: Stage, step: ScriptLine) -> None:
    ticket = stage.floor.tickets.get(text(step, "ticket"))
    if ticket is None:
        raise StepFailed(f"no ticket {text(step, 'ticket')}")
    expected = f"{format_money(amount(step))} {text(step, 'choice')}"
    _compare(expected, f"{format_money(ticket.amount)} {ticket.state.value}")


def _withheld(stage: Stage, step: ScriptLine) -> None:
    _compare_money(amount(step), stage.floor.ledger.held(withheld_of(text(step, "terminal"))))


def _demanded(stage: Stage, step: ScriptLine) -> None:
    _compare_money(amount(step), -stage.floor.ledger.held(demanded_of(text(step, "terminal"))))


def _held(stage: Stage, step: ScriptLine) -> None:
    name = text(step, "terminal")
    terminal = stage.floor.terminals.get(name)
    if terminal is None:
        raise StepFailed(f"no terminal {name}")
    rounds = [*stage.table.past.values(), *([stage.table.round] if stage.table.round else [])]
    if "case" not in terminal.locks and not any(name in round_.held for round_ in rounds):
        raise StepFailed(f"expected {name} held, found it free")


def _account(stage: Stage, step: ScriptLine) -> None:
    _compare_money(amount(step, "sum"), stage.floor.ledger.held(text(step, "account")))


def _balanced(stage: Stage, step: ScriptLine) -> None:
    del step
    if not stage.floor.ledger.is_balanced():
        raise StepFailed("the accounts do not sum to zero")


def _limits(stage: Stage, step: ScriptLine) -> None:
    """The sign on the screen of a terminal."""
    terminal, kind = text(step, "terminal"), text(step, "kind")
    view = table_view(stage.table)
    signs = view.own_limits.get(stage.terminal(terminal), view.limits)
    sign = next(((each.min, each.max, each.step) for each in signs if each.kind == kind), (None, None, None))
    found = tuple(None if each is None else cents(each) for each in sign)
    wanted = tuple(maybe_amount(step, blank) for blank in ("min", "max", "step"))
    if any(figure is not None and figure != shown for figure, shown in zip(wanted, found, strict=True)):
        raise StepFailed(f"expected limits {wanted}, found {found}")


CHECKS: dict[str, Callable[[Stage, ScriptLine], None]] = {
    "expect accepted": _accepted,
    "expect refused": _refused,
    "expect cites": _cites,
    "expect meter": _meter,
    "expect chips": _chips,
    "expect win": _win,
    "expect staked": _staked,
    "expect spot": _spot,
    "expect round": _round,
    "expect phase": _phase,
    "expect outcome": _outcome,
    "expect outcomes": _outcomes,
    "expect ticket": _ticket,
    "expect withheld": _withheld,
    "expect demanded": _demanded,
    "expect held": _held,
    "expect account": _account,
    "expect limits": _limits,
    "expect balanced": _balanced,
}
