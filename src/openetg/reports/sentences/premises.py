"""Sentences about what stands on the floor: tables, terminals, equipment, notices, signals, alerts, the machine."""

from __future__ import annotations

from typing import Any

from openetg.floor import events as said
from openetg.reports.sentences.form import Form, Sentences, at, listed, money, plain


def _limits(event: Any, form: Form) -> str:
    where = event.terminal or f"the {'cloth' if event.cloth else 'terminals'}"
    wait = ", once a notice was given" if event.until_notice else " from the next round"
    kinds = listed([plain(kind) for kind in event.limits])
    return f"{form.person(event)} set limits of {where} at table {event.table}{wait}: {kinds or 'none'}"


def _notice(event: Any, form: Form) -> str:
    closes = f": closes at {at(event.closes_at_ms)}" if event.closes_at_ms else ""
    where = event.terminal or f"table {event.table}"
    return f"{form.person(event)} gave notice at {where} ({plain(event.kind)}){closes}"


def _signal(event: Any, form: Form) -> str:
    duty = f", while {form.name(event.by)} is there on duty" if event.by else ""
    alarm = "; it is an alarm" if event.alarm else ""
    return f"{event.place} reported {plain(event.signal)}{duty}{alarm}"


def _display(event: Any, form: Form) -> str:
    del form
    if event.agrees:
        return f"The display of table {event.table} shows {event.shown or 'nothing'}, as is on record"
    on_record = event.outcome or "nothing"
    return f"The display of table {event.table} shows {event.shown}, on record is {on_record}; nothing is settled by it"


def _machine(event: Any, form: Form) -> str:
    del form
    state = "is well again" if event.mended else "is not as it should be"
    return f"The {plain(event.part)} of the floor's machine {state}: {event.why}"


def _checked(event: Any, form: Form) -> str:
    del form
    return f"The software was read again: {'it is the same' if event.same else 'it has changed'}"


def _day(event: Any, form: Form) -> str:
    del form
    return f"The gaming day {event.day} began"


PREMISES: Sentences = {
    said.MachineFaulted: _machine,
    said.SoftwareChecked: _checked,
    said.DayBegun: _day,
    said.RulebookAdopted: lambda event, _: f"A rulebook was adopted ({event.hash[:12]})",
    said.RulesAttached: lambda event, _: (
        f"The document {event.name} was attached to the rulebook {event.rulebook}, in force from {event.day}"
        + (f" until {event.last_day}" if event.last_day else "")
        + f" (SHA-256 {event.sha256[:12]})"
    ),
    said.RulesWithdrawn: lambda event, _: (
        f"The document {event.name} was withdrawn from the rulebook {event.rulebook} (SHA-256 {event.sha256[:12]})"
    ),
    said.EquipmentRecorded: lambda event, form: (
        f"{form.person(event)} {'took out' if event.taken_out else 'recorded'} the"
        f" {plain(event.part.partition('/')[0])} of {event.terminal or f'table {event.table}'},"
        f" serial number {event.serial}"
    ),
    said.LimitsSet: _limits,
    said.DisplayCompared: _display,
    said.NoticeGiven: _notice,
    said.OfficialTold: lambda event, form: (
        f"{form.person(event)} told the {plain(event.official)}"
        f" about {f'{event.terminal} at ' if event.terminal else ''}table {event.table}{form.why(event, 'about')}"
    ),
    said.TerminalClosed: lambda event, form: (
        f"{form.person(event)} closed {event.terminal}"
        + (f", {money(event.unsettled)} to be settled first" if event.unsettled else "")
        + form.why(event)
    ),
    said.SignalReported: _signal,
    said.DisplayKeyRevoked: lambda event, form: (
        f"{form.name(event.by)} revoked the key of the displays of "
        f"{f'table {event.place}' if event.place else 'the floor'}{form.why(event)}"
    ),
    said.TerminalLocked: lambda event, _: (
        f"{event.terminal} is locked ({plain(event.name)}): it may not {listed([plain(act) for act in event.stops])}"
    ),
    said.DeviceLineReported: lambda event, _: (
        f"The line to {event.device} {'is back' if event.up else 'was lost'}"
        + (f" ({plain(event.cause)})" if event.cause else "")
    ),
}
