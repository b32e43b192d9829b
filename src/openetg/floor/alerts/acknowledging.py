"""Decides who may acknowledge an alert, puts the lines of devices on record, and shows the alerts of the floor.

What raises an alert is in `apply.alerts`: alerts follow from what is on record and no command asks for them. Rulebooks
do not speak of them: a person who works at a place may acknowledge them, and nothing else follows from it.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from msgspec import Struct

from openetg.floor.commands import AcknowledgeAlert, CountRepeats, ReportDeviceLine
from openetg.floor.core.refusals import Reason, Refusal
from openetg.floor.core.verdicts import Deciders, Verdict
from openetg.floor.events import AlertAcknowledged, DeviceLineReported, RepeatsCounted
from openetg.floor.money.drawers import OVERSEEING, PAYING
from openetg.floor.money.printers import after_line
from openetg.floor.people.hands import one_behind, same_person
from openetg.floor.people.staff import OPERATOR, STAFF_DESK, staff_member
from openetg.floor.premises.registering import is_name
from openetg.floor.premises.visits import table_at
from openetg.floor.state import MACHINE, Acknowledgement, Alert, AlertKind, key_of
from openetg.money import say_money
from openetg.rulebook.roles import holders
from openetg.rulebook.schema.policies import sentences

if TYPE_CHECKING:
    from openetg.floor.state import Floor, StaffMember

OF_A_TABLE = frozenset({"wheel", "tumbler", "display", "sensors"})
OF_A_TERMINAL = frozenset({"acceptor", "printer", "sensors"})
PRIZES = frozenset({AlertKind.JACKPOT_WON, AlertKind.JACKPOT_QUESTIONED})
"""Alerts that come with the number of a prize."""
OF_ITS_OWN = frozenset({"kiosk", "monitoring"})
"""Devices that stand at no table and at no terminal."""


class AlertLine(Struct, frozen=True):
    """An alert as a person sees it."""

    number: int
    kind: str
    words: str
    """What it means, in a few words."""
    place: str
    table: str
    """The table that is the place, or at which the terminal stands; empty for the machine and the floor."""
    device: str
    said: tuple[str, ...]
    """Codes, causes or outcomes that came with it, the newest last."""
    since_ms: int
    last_ms: int
    count: int
    ended_at_ms: int | None
    """When its cause ended; None while it lasts."""
    clause: str
    entry: int
    """The entry of the journal that raised it."""
    acknowledged: Acknowledgement | None


class AlertsView(Struct, frozen=True):
    """The alerts a person may see."""

    sequence: int
    open: tuple[AlertLine, ...]
    """Those not acknowledged yet, newest first."""
    acknowledged: tuple[AlertLine, ...]
    """The last ones acknowledged, newest first; those whose cause lasts are all there."""


def alerts_view(floor: Floor, person: str = "") -> AlertsView:
    """The alerts a person may see, all of them if `person` is empty. Words of acknowledgements are as the record has
    them: sealed, where the floor seals.
    """
    seen = [alert for alert in floor.alerts.open.values() if _sees(floor, person, alert)]
    known = [alert for alert in floor.alerts.acknowledged.values() if _sees(floor, person, alert)]
    return AlertsView(
        floor.sequence,
        tuple(_line(floor, alert) for alert in reversed(seen)),
        tuple(_line(floor, alert) for alert in reversed(known)),
    )


def _sees(floor: Floor, person: str, alert: Alert) -> bool:
    """Whether a person sees an alert: one who may acknowledge it, or may read the records."""
    if not person:
        return True
    member = staff_member(floor, person)
    if member is None:
        return False
    return alert.person == person or bool(roles_for(floor, member, alert)) or _reads_records(floor, member)


def _reads_records(floor: Floor, member: StaffMember) -> bool:
    return any(
        not holders(rulebook, "read_records").isdisjoint(member.roles.get(rulebook.about.id, ()))
        for rulebook in floor.rulebooks.values()
    )


def _line(floor: Floor, alert: Alert) -> AlertLine:
    table = table_at(floor, alert.place)
    return AlertLine(
        number=alert.number,
        kind=alert.kind.value,
        words=_words()[alert.kind.value],
        place=alert.place,
        table="" if table is None else table.name,
        device=alert.device,
        said=tuple(_told(floor, alert.kind, said) for said in alert.said),
        since_ms=alert.since_ms,
        last_ms=alert.last_ms,
        count=alert.count,
        ended_at_ms=alert.ended_at_ms,
        clause=alert.clause,
        entry=alert.entry,
        acknowledged=alert.acknowledged,
    )


def _told(floor: Floor, kind: AlertKind, said: str) -> str:
    """What came with an alert; a prize by its jackpot, level and amount, not by its number alone."""
    award = floor.jackpots.awards.get(said) if kind in PRIZES else None
    if award is None:
        return said
    title = floor.jackpots.offered[award.jackpot].rules.title
    levels = dict.fromkeys(each for each in (title, award.title) if each)
    return f"{' '.join(levels)}, {say_money(award.amount)} ({said})"


@cache
def _words() -> dict[str, str]:
    return sentences(AlertKind)


def roles_for(floor: Floor, member: StaffMember, alert: Alert) -> tuple[str, ...]:
    """The roles and duties in which a person may acknowledge an alert.

    At a table and its terminals: any role there. For the machine: the operator. For a drawer: cashiers and overseers.
    For the floor: any role or duty. The operator may everywhere. For an account: see `_of_account`.
    """
    if alert.kind is AlertKind.ACCOUNT_CHANGED:
        return _of_account(floor, member, alert)
    duty = (OPERATOR,) if OPERATOR in member.duties else ()
    if alert.kind is AlertKind.DRAWER_DIFFERS:
        return (*_at_the_cage(floor, member), *duty)
    table = table_at(floor, alert.place)
    if table is not None:
        return (*member.roles.get(floor.rulebook_of(table).about.id, ()), *duty)
    if alert.place == MACHINE:
        return duty
    return every_role(member)


def _of_account(floor: Floor, member: StaffMember, alert: Alert) -> tuple[str, ...]:
    """For an account: its person, unless a person who brought it about may be behind that name. Of people who work here
    no longer: any person of the desk who did not bring it about.
    """
    concerned = staff_member(floor, alert.person)
    theirs = STAFF_DESK in member.duties if concerned is None else member.person == alert.person
    if not theirs or any(one_behind(floor, member.person, by) for by in alert.by):
        return ()
    return every_role(member)


def every_role(member: StaffMember) -> tuple[str, ...]:
    """All roles and duties of a person."""
    return (*dict.fromkeys(role for roles in member.roles.values() for role in roles), *member.duties)


def _at_the_cage(floor: Floor, member: StaffMember) -> tuple[str, ...]:
    """The roles in which a person may have a drawer, or count that of another: others are not told of its cash."""
    found = {
        role: None
        for rulebook in floor.rulebooks.values()
        for power in (*PAYING, OVERSEEING)
        for role in member.roles.get(rulebook.about.id, ())
        if role in holders(rulebook, power)
    }
    return tuple(found)


def decide_acknowledge_alert(floor: Floor, command: AcknowledgeAlert, at_ms: int) -> Verdict:
    """A person who works at the place takes note of one alert or several, all of them or none."""
    member = staff_member(floor, command.person)
    if member is None:
        return Refusal(Reason.UNKNOWN_PERSON, details={"person": command.person})
    numbers = tuple(dict.fromkeys((command.alert, *command.together_with)))
    for number in numbers:
        if number not in floor.alerts.open:
            return Refusal(Reason.UNKNOWN_ALERT, details={"alert": number})
    alerts = [floor.alerts.open[number] for number in numbers]
    for alert in alerts:
        if command.role not in roles_for(floor, member, alert):
            behind = next(filter(None, (same_person(floor, by, command.person) for by in alert.by)), None)
            if behind is not None:
                return behind
            details: dict[str, str | int] = {"role": command.role, "person": command.person, "alert": alert.number}
            return Refusal(Reason.NOT_THEIR_ROLE, details=details)
    if not command.words.strip():
        return Refusal(Reason.NO_REASON_GIVEN)
    by = (command.role, command.person, command.words, at_ms)
    return tuple(AlertAcknowledged(alert.number, alert.kind.value, alert.place, *by) for alert in alerts)


def decide_report_device_line(floor: Floor, command: ReportDeviceLine, at_ms: int) -> Verdict:
    """The line to a device was lost or is back: on record when that changes. What it means for a round is for the
    fault that the server reports besides.
    """
    kind, _, name = command.device.partition("/")
    if kind not in OF_A_TABLE | OF_A_TERMINAL | OF_ITS_OWN:
        return Refusal(Reason.NOT_A_NAME, details={"device": command.device})
    if not _stands(floor, kind, name):
        return Refusal(Reason.UNKNOWN_TERMINAL, details={"device": command.device})
    if command.up is not is_offline(floor, command.device):
        return Refusal(Reason.ALREADY_THERE, details={"device": command.device})
    reported = DeviceLineReported(command.device, command.up, at_ms, command.cause)
    return (reported, *after_line(floor, command.device, up=command.up))


def _stands(floor: Floor, kind: str, name: str) -> bool:
    """Whether a device of that kind may stand at a place of that name, or be called so if it is a thing of its own."""
    if kind in OF_ITS_OWN:
        return not name or is_name(name)
    return (kind in OF_A_TABLE and name in floor.tables) or (kind in OF_A_TERMINAL and name in floor.terminals)


def is_offline(floor: Floor, device: str) -> bool:
    """Whether the line to a device is lost, as far as is on record."""
    return key_of(AlertKind.DEVICE_OFFLINE, device) in floor.alerts.lasting


def is_faulty(floor: Floor, table: str) -> bool:
    """Whether the device of a table has said that something is wrong, and not yet that it is ready again."""
    return key_of(AlertKind.DEVICE_FAULT, table) in floor.alerts.lasting


def is_terminal_offline(floor: Floor, terminal: str) -> bool:
    """Whether the line to a terminal is lost, as far as is on record."""
    return key_of(AlertKind.TERMINAL_OFFLINE, terminal) in floor.alerts.lasting


def decide_count_repeats(floor: Floor, command: CountRepeats, at_ms: int) -> Verdict:
    """What was held back is on record as a number."""
    del floor
    if command.count <= 0 or not command.sender:
        return Refusal(Reason.NOT_A_NAME, details={"sender": command.sender})
    said = (command.sender, command.command, command.answer, command.count, command.since_ms)
    return (RepeatsCounted(*said, at_ms),)


DECIDERS: Deciders = {
    AcknowledgeAlert: decide_acknowledge_alert,
    ReportDeviceLine: decide_report_device_line,
    CountRepeats: decide_count_repeats,
}
