"""How facts about premises change the floor."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from openetg.floor.alerts.official_notices import keep, note
from openetg.floor.cloth.next_round import cloth_limits_in_force
from openetg.floor.commands import Sign
from openetg.floor.core.ledger import play_of
from openetg.floor.core.refusals import Reason
from openetg.floor.premises import events
from openetg.floor.rounds.apply import limits_in_force
from openetg.floor.rounds.events import RoundOpened
from openetg.floor.rounds.results import came_to, left
from openetg.floor.state import (
    ALARMS_KEPT,
    CLOSED,
    COPIES_KEPT,
    DOCUMENTS_KEPT,
    MACHINE,
    Approval,
    Configuration,
    Effect,
    Equipment,
    Floor,
    Lock,
    Notice,
    RulesDocument,
    Shown,
    Signal,
    SoldCopy,
    Table,
    Terminal,
    Timing,
    Told,
    Visit,
    is_in_force,
)


def _writer_started(floor: Floor, event: events.WriterStarted) -> None:
    floor.logic, floor.premises.build, floor.premises.software = event.logic, event.build, event.manifest
    floor.premises.winding_down = False
    if event.manifest:
        floor.premises.checked_at_ms = floor.at_ms
    for table in floor.tables.values():
        # A new writer has not heard from any device yet.
        table.device_ready = False


def _machine_faulted(floor: Floor, event: events.MachineFaulted) -> None:
    _keep_signal(floor, Signal(MACHINE, event.part, event.at_ms, alarm=not event.mended, clause="", by=""))


def _software_checked(floor: Floor, event: events.SoftwareChecked) -> None:
    floor.premises.checked_at_ms = event.at_ms


def _wind_down_begun(floor: Floor, event: events.WindDownBegun) -> None:
    del event
    floor.premises.winding_down = True


def _day_begun(floor: Floor, event: events.DayBegun) -> None:
    floor.premises.day = event.day


def _plan_recorded(floor: Floor, event: events.PlanRecorded) -> None:
    floor.premises.plan = event.plan


def _rulebook_adopted(floor: Floor, event: events.RulebookAdopted) -> None:
    floor.adopt(event.hash, bytes(event.rulebook))


def _table_registered(floor: Floor, event: events.TableRegistered) -> None:
    table = Table(event.table, event.rulebook, event.kind, event.period_ms, event.launch_ms)
    table.line_grace_ms = event.line_grace_ms
    floor.tables[event.table] = table


def _terminal_registered(floor: Floor, event: events.TerminalRegistered) -> None:
    floor.terminals[event.terminal] = Terminal(
        name=event.terminal,
        table=event.table,
        notes=event.notes,
        tables=[event.table],
        stacker=event.stacker,
        printer=event.printer,
    )
    floor.tables[event.table].terminals.append(event.terminal)


def _terminal_linked(floor: Floor, event: events.TerminalLinked) -> None:
    came_to(floor.terminals[event.terminal], event.table)
    floor.tables[event.table].terminals.append(event.terminal)


def _terminal_unlinked(floor: Floor, event: events.TerminalUnlinked) -> None:
    left(floor.terminals[event.terminal], event.table)
    table = floor.tables[event.table]
    table.terminals.remove(event.terminal)
    # A terminal that comes back later has the limits of the table.
    for kept in (table.own_limits, table.limits_at, table.next_own_limits or {}):
        kept.pop(event.terminal, None)
    table.unannounced.pop(f"terminal/{event.terminal}", None)


def _effect_set(floor: Floor, event: events.EffectSet) -> None:
    floor.premises.effect[event.rulebook] = Effect(event.day, event.from_ms)


def _approval_recorded(floor: Floor, event: events.ApprovalRecorded) -> None:
    things = floor.premises.approvals.setdefault(event.rulebook, {})
    approval = Approval(event.reference, event.by, event.at_ms, event.covers)
    things.setdefault(event.thing, {})[event.table] = approval


def _rules_attached(floor: Floor, event: events.RulesAttached) -> None:
    kept = floor.premises.documents.setdefault(event.rulebook, [])
    kept.append(
        RulesDocument(
            name=event.name,
            media=event.media,
            sha256=event.sha256,
            size=event.size,
            day=event.day,
            from_ms=event.from_ms,
            last_day=event.last_day,
            until_ms=event.until_ms,
            price=event.price,
            attached_at_ms=event.at_ms,
        )
    )
    in_force = next((each for each in reversed(kept) if is_in_force(each, event.at_ms)), None)
    while len(kept) > DOCUMENTS_KEPT:
        del kept[1 if kept[0] is in_force else 0]


def _rules_withdrawn(floor: Floor, event: events.RulesWithdrawn) -> None:
    """Withdraws a document under every attachment; that it was attached stays on record."""
    kept = floor.premises.documents[event.rulebook]
    for index, each in enumerate(kept):
        if each.sha256 == event.sha256 and not each.withdrawn_at_ms:
            kept[index] = replace(each, withdrawn_at_ms=event.at_ms)


def _rules_copy_sold(floor: Floor, event: events.RulesCopySold) -> None:
    floor.ledger.post(event.transfers)
    premises = floor.premises
    premises.copies_sold = event.copy
    known = premises.documents.get(event.rulebook, ())
    name = next((each.name for each in reversed(known) if each.sha256 == event.sha256), "")
    premises.sold_copies.append(
        SoldCopy(
            number=event.copy,
            table=event.table,
            rulebook=event.rulebook,
            name=name,
            sha256=event.sha256,
            price=event.price,
            role=event.role,
            person=event.person,
            drawer=event.drawer,
            clause=event.clause,
            at_ms=event.at_ms,
        )
    )
    del premises.sold_copies[:-COPIES_KEPT]
    if event.drawer:
        floor.vault.drawers[event.drawer].sold += event.price


def _equipment_recorded(floor: Floor, event: events.EquipmentRecorded) -> None:
    if event.terminal:
        setattr(floor.terminals[event.terminal], event.part, event.serial)
        return
    if event.taken_out:
        del floor.premises.equipment[event.table][event.part]
        return
    floor.premises.equipment.setdefault(event.table, {})[event.part] = Equipment(
        serial=event.serial,
        at_ms=event.at_ms,
        figures=event.figures,
        metal=event.metal,
        order=event.order,
        emblem=event.emblem,
        person=event.person,
    )


def _limits_set(floor: Floor, event: events.LimitsSet) -> None:
    table = floor.tables[event.table]
    channel = "cloth" if event.cloth else "terminal"
    channel = f"{channel}/{event.terminal}" if event.terminal else channel
    table.unannounced.pop(channel, None)
    if event.until_notice:
        table.unannounced[channel] = event.limits
    elif event.terminal:
        _own_limits_announced(table, {event.terminal: event.limits})
    elif event.cloth:
        table.cloth.next_limits = event.limits
    else:
        table.next_limits = event.limits


def _own_limits_announced(table: Table, changed: dict[str, dict[str, Sign]]) -> None:
    """Limits of single terminals are in force from the next round; a terminal without a line has none of its own."""
    coming = {**(table.own_limits if table.next_own_limits is None else table.next_own_limits), **changed}
    table.next_own_limits = {terminal: limits for terminal, limits in coming.items() if limits}


def _hours_set(floor: Floor, event: events.HoursSet) -> None:
    floor.premises.hours[event.table] = event.spans


def _period_set(floor: Floor, event: events.PeriodSet) -> None:
    times = Timing(event.period_ms, event.launch_ms, event.least_open_ms, event.least_warned_ms)
    floor.tables[event.table].next_timing = times


def _choice_of_wheel_offered(floor: Floor, event: events.ChoiceOfWheelOffered) -> None:
    floor.premises.choice_of_wheel[event.rulebook] = event.offered


def _display_key_revoked(floor: Floor, event: events.DisplayKeyRevoked) -> None:
    floor.premises.display_keys[event.place] = event.number


def _display_fitted(floor: Floor, event: events.DisplayFitted) -> None:
    floor.premises.displays[event.table] = event.fitted


def _display_compared(floor: Floor, event: events.DisplayCompared) -> None:
    if event.agrees:
        floor.premises.shown.pop(event.table, None)
    else:
        floor.premises.shown[event.table] = Shown(event.round, event.shown, floor.tables[event.table].rounds)


def _configuration_set(floor: Floor, event: events.ConfigurationSet) -> None:
    floor.premises.configurations[event.table] = Configuration(event.version, event.content)


def _notice_given(floor: Floor, event: events.NoticeGiven) -> None:
    notice = Notice(event.at_ms, event.closes_at_ms, event.role, event.person)
    kind = f"{event.kind}/{event.terminal}" if event.terminal else event.kind
    shown = floor.premises.notices.setdefault(event.table, {})
    shown[kind] = notice
    if event.kind == "open":
        shown.pop("close", None)
    if event.kind == "limits":
        table = floor.tables[event.table]
        table.next_limits = table.unannounced.pop("terminal", table.next_limits)
        table.cloth.next_limits = table.unannounced.pop("cloth", table.cloth.next_limits)
        own = {key.partition("/")[2]: limits for key, limits in table.unannounced.items()}
        if own:
            table.unannounced = {}
            _own_limits_announced(table, own)


def _official_told(floor: Floor, event: events.OfficialTold) -> None:
    # A terminal in words, as journals once had it, counts as that terminal; sealed words are none.
    told = Told(event.official, event.terminal or event.about, event.at_ms, event.person)
    floor.premises.told.setdefault(event.table, []).append(told)
    by = (event.role, event.person)
    notice = keep(floor, "told", event.table, event.official, event.clause, about=told.about, by=by)
    notice.said = event.about if event.terminal else ""


def _use_up(floor: Floor, table: str, *about: str) -> None:
    """A closing took place: whom the rulebook wanted told of it was told, and must be told anew of another."""
    told, official = floor.premises.told.get(table, []), floor.rulebook_of(floor.tables[table]).closing.official
    for name in about:
        used = next((each for each in told if each.official == official and each.about == name), None)
        if used is not None:
            told.remove(used)
            return


def _table_closing(floor: Floor, event: events.TableClosing) -> None:
    floor.tables[event.table].closing = True
    _use_up(floor, event.table, "")


def _table_closed(floor: Floor, event: events.TableClosed) -> None:
    table = floor.tables[event.table]
    table.is_open = table.closing = False
    # Statements about this closing do not count for the next.
    floor.premises.told.pop(event.table, None)
    floor.premises.notices.pop(event.table, None)


def _table_cleared(floor: Floor, event: events.TableCleared) -> None:
    """Kept for the record."""


def _terminal_closed(floor: Floor, event: events.TerminalClosed) -> None:
    """With nothing unsettled the lock beside it does it; otherwise the terminal plays on until all is settled."""
    _use_up(floor, floor.terminals[event.terminal].table, event.terminal, "")
    if event.unsettled:
        lock = Lock(Reason.OUT_OF_SERVICE.value, event.clause, ("wager", "fund"))
        floor.premises.closing[event.terminal] = lock


def _terminal_reopened(floor: Floor, event: events.TerminalReopened) -> None:
    """The locks lifted beside it do it, for a terminal that was not still waiting to close."""
    floor.premises.closing.pop(event.terminal, None)


def close_settled(floor: Floor, event: object) -> None:
    """Terminals that were to close do so once nothing is unsettled; until then they play in no round that opens."""
    waiting = floor.premises.closing
    for name in list(waiting):
        terminal = floor.terminals[name]
        if not any(floor.ledger.held(play_of(table, name)) for table in terminal.tables):
            terminal.locks[CLOSED] = waiting.pop(name)
        elif isinstance(event, RoundOpened) and event.table in terminal.tables:
            opened = floor.tables[event.table].round
            assert opened is not None, "a round has just opened"
            opened.barred[name] = waiting[name].clause


def _signal_reported(floor: Floor, event: events.SignalReported) -> None:
    _keep_signal(
        floor,
        Signal(
            place=event.place,
            signal=event.signal,
            at_ms=event.at_ms,
            alarm=event.alarm,
            clause=event.clause,
            by=event.by,
        ),
    )


def _keep_signal(floor: Floor, signal: Signal) -> None:
    floor.premises.signals.append(signal)
    del floor.premises.signals[:-ALARMS_KEPT]


def _visit_started(floor: Floor, event: events.VisitStarted) -> None:
    floor.premises.visits[event.place] = Visit(event.purpose, event.role, event.person, event.at_ms)


def _visit_ended(floor: Floor, event: events.VisitEnded) -> None:
    del floor.premises.visits[event.place]


def _table_opened(floor: Floor, event: events.TableOpened) -> None:
    table = floor.tables[event.table]
    table.is_open, table.by_hand, table.closing = True, event.by_hand, False
    if table.round is None:
        # Signs hang from the opening of a table, not only from its first round.
        limits_in_force(table)
        cloth_limits_in_force(table.cloth)


def _dealer_signed_on(floor: Floor, event: events.DealerSignedOn) -> None:
    floor.tables[event.table].dealer = event.person


def _dealer_signed_off(floor: Floor, event: events.DealerSignedOff) -> None:
    floor.tables[event.table].dealer = ""


def _terminal_locked(floor: Floor, event: events.TerminalLocked) -> None:
    floor.terminals[event.terminal].locks[event.name] = Lock(event.reason, event.clause, event.stops)


def _terminal_unlocked(floor: Floor, event: events.TerminalUnlocked) -> None:
    del floor.terminals[event.terminal].locks[event.name]


APPLIERS: dict[type, Callable[[Floor, Any], None]] = {
    events.WriterStarted: _writer_started,
    events.MachineFaulted: _machine_faulted,
    events.SoftwareChecked: _software_checked,
    events.WindDownBegun: _wind_down_begun,
    events.DayBegun: _day_begun,
    events.PlanRecorded: _plan_recorded,
    events.RulebookAdopted: _rulebook_adopted,
    events.TableRegistered: _table_registered,
    events.TerminalRegistered: _terminal_registered,
    events.TerminalLinked: _terminal_linked,
    events.LimitsSet: _limits_set,
    events.TableOpened: _table_opened,
    events.TerminalUnlinked: _terminal_unlinked,
    events.EffectSet: _effect_set,
    events.RulesAttached: _rules_attached,
    events.RulesWithdrawn: _rules_withdrawn,
    events.RulesCopySold: _rules_copy_sold,
    events.ApprovalRecorded: _approval_recorded,
    events.EquipmentRecorded: _equipment_recorded,
    events.HoursSet: _hours_set,
    events.PeriodSet: _period_set,
    events.ChoiceOfWheelOffered: _choice_of_wheel_offered,
    events.DisplayFitted: _display_fitted,
    events.DisplayKeyRevoked: _display_key_revoked,
    events.DisplayCompared: _display_compared,
    events.ConfigurationSet: _configuration_set,
    events.NoticeGiven: _notice_given,
    events.OfficialTold: _official_told,
    events.NoticeNoted: note,
    events.TableClosing: _table_closing,
    events.TableClosed: _table_closed,
    events.TableCleared: _table_cleared,
    events.TerminalClosed: _terminal_closed,
    events.TerminalReopened: _terminal_reopened,
    events.SignalReported: _signal_reported,
    events.VisitStarted: _visit_started,
    events.VisitEnded: _visit_ended,
    events.DealerSignedOn: _dealer_signed_on,
    events.DealerSignedOff: _dealer_signed_off,
    events.TerminalLocked: _terminal_locked,
    events.TerminalUnlocked: _terminal_unlocked,
}
