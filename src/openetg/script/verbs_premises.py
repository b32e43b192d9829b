"""What the verbs that describe tables and people on duty ask of the floor."""

from __future__ import annotations

from collections.abc import Callable
from hashlib import sha256
from typing import Literal

from msgspec.structs import replace

from openetg.floor.commands import (
    AttachRules,
    GiveNotice,
    LinkTerminal,
    OpenTable,
    RecordApproval,
    RecordEquipment,
    ReportSignal,
    SetEffect,
    SetFloat,
    SetHours,
    SetPeriod,
    Sign,
    SignOff,
    SignOn,
    WithdrawRules,
)
from openetg.floor.core.refusals import Refusal
from openetg.floor.events import AnyEvent
from openetg.floor.premises.visits import STRANGER
from openetg.money import ZERO
from openetg.rulebook.days import DAY_MS, begins_ms, parse_day
from openetg.rulebook.schema.policies import Channel, Device
from openetg.script.parse import ScriptLine
from openetg.script.saying import maybe_amount, number, text, words
from openetg.script.stage import ScriptTable, Stage, StepFailed, kind_for, opened
from openetg.script.verbs_trouble import place_said
from openetg.script.verbs_wagers import wager_said

FOREVER_MS = 10**14
CHANNELS = {"cloth": "cloth", "terminals": "terminal"}
NO_LIMITS = "none"
"""Instead of a kind of wager: a terminal has no limits of its own any more."""
WHEELS = {"automatic": Device.AUTOMATIC_WHEEL, "live": Device.LIVE_WHEEL}


def _rulebook(stage: Stage, step: ScriptLine) -> None:
    name = text(step, "name", "A")
    if name in stage.plans:
        raise StepFailed(f"table {name} is there already: call the other one by another name, as B")
    rulebook, game = text(step, "id"), text(step, "game")
    stage.plans[name] = ScriptTable(name, rulebook, game, kind_for(opened(rulebook).rulebook, game))
    stage.table_name = name


def _on(stage: Stage, step: ScriptLine) -> None:
    name = text(step, "name")
    if name not in stage.plans:
        raise StepFailed(f"no table {name}: there are {', '.join(stage.plans)}")
    stage.table_name = name


def _table(stage: Stage, step: ScriptLine) -> None:
    plan = stage.describing()
    plan.kind = kind_for(stage.rulebook, plan.game, wanted=text(step, "choice"))


def _wheel(stage: Stage, step: ScriptLine) -> None:
    plan = stage.describing()
    plan.kind = kind_for(stage.rulebook, plan.game, device=WHEELS[text(step, "choice")])


def _period(stage: Stage, step: ScriptLine) -> None:
    stage.describing().period_ms = number(step, "duration")


def _float(stage: Stage, step: ScriptLine) -> None:
    plan = stage.plan()
    plan.floats = words(step, "amount")  # type: ignore[assignment]
    if plan.name in stage.founded:
        stage.ask(SetFloat(plan.name, plan.floats))


def _limit(stage: Stage, step: ScriptLine) -> None:
    plan = stage.plan()
    figures = (maybe_amount(step, "min"), maybe_amount(step, "max"), maybe_amount(step, "step"))
    sign = Sign(*figures, multiples="multiples" in step.said)
    changed = _with_limit(stage, plan, step, sign)
    # A table that is only described yet is tried out, so that a bad sign is named at its own line.
    at = stage if plan.name in stage.founded else stage.rehearsal(changed)
    announced: list[AnyEvent] = []
    for order in at.limit_orders(changed, *_acting(stage, step)):
        verdict = at.ask(order)
        if isinstance(verdict, Refusal):
            stage.verdict = verdict
            return
        announced.extend(verdict)
    plan.limits, plan.channel_limits = changed.limits, changed.channel_limits
    plan.own_limits, plan.terminals = changed.own_limits, changed.terminals
    if at is stage:
        stage.recall(stage.last, tuple(announced))


def _with_limit(stage: Stage, plan: ScriptTable, step: ScriptLine, sign: Sign) -> ScriptTable:
    """The plan with one more line on a sign: of the whole table, of one channel, or of one terminal."""
    kind, terminal = _kind_said(stage, text(step, "kind")), text(step, "terminal")
    channel = _channel_said(plan, step)
    if terminal:
        own = {} if kind == NO_LIMITS else plan.own_limits.get(terminal, {}) | {kind: sign}
        known = (
            plan.terminals if terminal in plan.terminals or plan.name in stage.founded else [*plan.terminals, terminal]
        )
        return replace(plan, own_limits=plan.own_limits | {terminal: own}, terminals=known)
    if channel:
        there = plan.channel_limits.get(channel, {}) | {kind: sign}
        return replace(plan, channel_limits=plan.channel_limits | {channel: there})
    return replace(plan, limits=plan.limits | {kind: sign})


def _channel_said(plan: ScriptTable, step: ScriptLine) -> str:
    """The channel whose sign is meant, if only one is; a line is about one of them, and about one the table has."""
    said = [word for word in CHANNELS if word in step.said]
    if len(said) + bool(text(step, "terminal")) > 1:
        raise StepFailed("a limit is for the cloth, for the terminals or for one terminal: say one of them")
    channel = CHANNELS[said[0]] if said else ""
    if channel and Channel(channel) not in opened(plan.rulebook).rulebook.tables[plan.kind].channels.value:
        raise StepFailed(f"table {plan.name} takes no wagers on {said[0]}")
    return channel


def _kind_said(stage: Stage, said: str) -> str:
    """A kind of wager as the sign names it: the total of a terminal, or a symbol called by its letter."""
    return {"total": "sum", NO_LIMITS: NO_LIMITS}.get(said) or wager_said(stage, said)


def _acting(stage: Stage, step: ScriptLine) -> tuple[str, str]:
    """Who acts; an empty name means the floor file, which is the operator's."""
    by = text(step, "by")
    return stage.person(by) if by else ("", "")


def _terminal(stage: Stage, step: ScriptLine) -> None:
    plan, name = stage.plan(), text(step, "terminal")
    if stage.founded:
        stage.terminal(name)
    else:
        plan.terminals.append(name)


def _player(stage: Stage, step: ScriptLine) -> None:
    stage.player(text(step, "player"), words(step, "terminal"))


def _notice(stage: Stage, step: ScriptLine) -> None:
    who = stage.person(text(step, "role"))
    stage.ask(GiveNotice(*who, stage.table.name, "close", number(step, "duration"), text(step, "at")))


def _stays_open(stage: Stage, step: ScriptLine) -> None:
    stage.ask(GiveNotice(*stage.person(text(step, "role")), stage.table.name, "open"))


def _announce_limits(stage: Stage, step: ScriptLine) -> None:
    stage.ask(GiveNotice(*stage.person(text(step, "role")), stage.table.name, "limits"))


def _signal(stage: Stage, step: ScriptLine) -> None:
    place, code, table = text(step, "place"), text(step, "code"), stage.table
    # An unknown client is at no table, and does not come to stand there by being reported.
    known = code != STRANGER or place == "table" or place in table.terminals
    stage.ask(ReportSignal(place_said(stage, place) if known else place, code))


def _sign_on(stage: Stage, step: ScriptLine) -> None:
    stage.own_dealers = True
    role, _, name = text(step, "role").partition(":")
    stage.ask(SignOn(role, name or role, stage.table.name))


def _sign_off(stage: Stage, step: ScriptLine) -> None:
    stage.own_dealers = True
    role, _, name = text(step, "role").partition(":")
    stage.ask(SignOff(role, name or stage.table.dealer or role, stage.table.name))


def _open_table(stage: Stage, step: ScriptLine) -> None:
    stage.ask(OpenTable(stage.table.name, by_hand="by-itself" not in step.said))


def _link(stage: Stage, step: ScriptLine) -> None:
    stage.found_all()
    stage.ask(LinkTerminal(text(step, "terminal"), stage.table.name))


def _effect(stage: Stage, step: ScriptLine) -> None:
    day = text(step, "day")
    known = parse_day(day)
    stage.ask(SetEffect(stage.table.rulebook, day, begins_ms(known) if known else 0))


def _attach_rules(stage: Stage, step: ScriptLine) -> None:
    """A document of that name stands for bytes that say its name."""
    name, day, last = text(step, "document"), text(step, "day"), text(step, "until")
    said, first, end = name.encode(), parse_day(day), parse_day(last) if last else None
    from_ms, until_ms = (begins_ms(first) if first else 0), (begins_ms(end) + DAY_MS if end else 0)
    digest, price = sha256(said).hexdigest(), maybe_amount(step, "price") or ZERO
    media: Literal["text/plain", "application/pdf"] = "application/pdf" if name.endswith(".pdf") else "text/plain"
    stage.ask(
        AttachRules(
            rulebook=stage.table.rulebook,
            name=name,
            media=media,
            sha256=digest,
            size=len(said),
            day=day,
            from_ms=from_ms,
            last_day=last,
            until_ms=until_ms,
            price=price,
        )
    )


def _withdraw_rules(stage: Stage, step: ScriptLine) -> None:
    name = text(step, "document").encode()
    stage.ask(WithdrawRules(stage.table.rulebook, sha256(name).hexdigest()))


def _hours(stage: Stage, step: ScriptLine) -> None:
    """From and until so long from now; without an end, for ever."""
    first, last = stage.at_ms + number(step, "from"), stage.at_ms + number(step, "until", FOREVER_MS)
    stage.ask(SetHours(stage.table.name, ((first, last),)))


def _times(stage: Stage, step: ScriptLine) -> None:
    said = (number(step, each) for each in ("period", "launch", "least-open", "least-warned"))
    stage.ask(SetPeriod(*_acting(stage, step), stage.table.name, *said))


def _approve(stage: Stage, step: ScriptLine) -> None:
    table, covers = stage.table, words(step, "word")
    reference, by = text(step, "reference"), text(step, "official")
    stage.ask(
        RecordApproval(
            rulebook=table.rulebook,
            thing=text(step, "thing"),
            reference=reference,
            by=by,
            table=table.name,
            covers=covers,
        )
    )


def _equip(stage: Stage, step: ScriptLine) -> None:
    """Another piece of equipment; what is not said of it is as it was with the one before."""
    table, part = stage.table, text(step, "part")
    usual = stage.floor.premises.equipment.get(table.name, {}).get(part)
    figures = dict(usual.figures) if usual else {}
    if "mm" in step.said:
        figures["diameter"] = number(step, "mm")
    order = words(step, "outcome") or (usual.order if usual else ())
    emblem = text(step, "emblem", usual.emblem if usual else "")
    role, person = _acting(stage, step)
    stage.ask(
        RecordEquipment(
            table=table.name,
            part=part,
            serial=text(step, "serial"),
            figures=figures,
            metal="metal" in step.said,
            order=order,
            emblem=emblem,
            person=person,
            role=role,
            terminal=text(step, "at"),
        )
    )


def _take_out(stage: Stage, step: ScriptLine) -> None:
    role, person = _acting(stage, step)
    table, part, serial = stage.table.name, text(step, "part"), text(step, "serial")
    stage.ask(RecordEquipment(table, part, serial, person=person, role=role, taken_out=True))


VERBS: dict[str, Callable[[Stage, ScriptLine], None]] = {
    "rulebook": _rulebook,
    "on": _on,
    "table": _table,
    "wheel": _wheel,
    "period": _period,
    "float": _float,
    "limit": _limit,
    "terminal": _terminal,
    "player": _player,
    "notice": _notice,
    "announce-limits": _announce_limits,
    "signal": _signal,
    "sign-on": _sign_on,
    "sign-off": _sign_off,
    "open-table": _open_table,
    "link": _link,
    "effect": _effect,
    "attach-rules": _attach_rules,
    "withdraw-rules": _withdraw_rules,
    "hours": _hours,
    "times": _times,
    "approve": _approve,
    "equip": _equip,
    "take-out": _take_out,
    "stays-open": _stays_open,
}
