"""Alerts about people's accounts and the keys of terminals: the person concerned is told, and takes note of it.

The person who brought a change about never takes note of it in the other's name (`floor.alerts`). The first engagement
of a person needs no alert; the first password does, since it is a way in.
"""

from __future__ import annotations

from openetg.floor.alerts.apply import Notes
from openetg.floor.alerts.raising import end_cause, raise_alert
from openetg.floor.events import TerminalLocked, TerminalUnlocked
from openetg.floor.people import events
from openetg.floor.people.staff import PAIRED
from openetg.floor.state import FLOOR, AlertKind, Floor

DEMONSTRATION = "demonstration"
"""The name on record for passwords of a demonstration floor, which its first page shows to all."""
MACHINE_SHELL = "at the machine"
"""The name on record for acts without a named person: those by the floor file or at the machine's shell."""


def account_of(person: str) -> str:
    """What an alert about an account is about."""
    return f"account/{person}"


def _changed(floor: Floor, person: str, what: str, *by: str) -> None:
    named = tuple(name for name in by if name)
    said = f"{what}: {', '.join(named) or MACHINE_SHELL}"
    raise_alert(floor, AlertKind.ACCOUNT_CHANGED, FLOOR, said=said, device=account_of(person), lasts=False)
    alert = floor.alerts.open[floor.alerts.standing[f"{AlertKind.ACCOUNT_CHANGED.value} {account_of(person)}"]]
    alert.person = person
    alert.by += [name for name in named if name not in {person, *alert.by}]


def _staff_engaged(floor: Floor, event: events.StaffEngaged) -> None:
    known = floor.people.staff.get(event.person)
    if known is not None:
        what = "roles and duties" if not known.released else "engaged again"
        _changed(floor, event.person, what, event.by, event.second)


def _staff_released(floor: Floor, event: events.StaffReleased) -> None:
    _changed(floor, event.person, "released", event.by, event.second)


def _credential_handed(floor: Floor, event: events.CredentialHanded) -> None:
    _changed(floor, event.person, event.what.replace("_", " "), event.by, event.second)


def _person_vouched(floor: Floor, event: events.PersonVouched) -> None:
    _changed(floor, event.person, "vouched for", event.by)


def _password_set(floor: Floor, event: events.PasswordSet) -> None:
    if event.by != DEMONSTRATION:
        _changed(floor, event.person, "password", event.by)


def _password_withdrawn(floor: Floor, event: events.PasswordWithdrawn) -> None:
    _changed(floor, event.person, "password taken away")


def _staff_unlocked(floor: Floor, event: events.StaffUnlocked) -> None:
    _changed(floor, event.person, "lock-out lifted", event.by)


def _terminal_locked(floor: Floor, event: TerminalLocked) -> None:
    if event.name == PAIRED:
        raise_alert(floor, AlertKind.METER_LOCKED, event.terminal, clause=event.clause)


def _terminal_unlocked(floor: Floor, event: TerminalUnlocked) -> None:
    if event.name == PAIRED:
        end_cause(floor, AlertKind.METER_LOCKED, event.terminal)


def _factor_enrolled(floor: Floor, event: events.FactorEnrolled) -> None:
    _changed(floor, event.person, f"second factor enrolled ({event.kind})", event.person)


def _factor_revoked(floor: Floor, event: events.FactorRevoked) -> None:
    if event.cause != "handed":  # that it was handed out is told already, with who did it
        _changed(floor, event.person, f"second factor {event.cause} ({event.kind})", event.person)


BEFORE: Notes = {events.StaffEngaged: _staff_engaged}
"""Made before the applier: whether the person was known is forgotten by that."""
AFTER: Notes = {
    events.StaffReleased: _staff_released,
    events.CredentialHanded: _credential_handed,
    events.PersonVouched: _person_vouched,
    events.PasswordSet: _password_set,
    events.PasswordWithdrawn: _password_withdrawn,
    events.StaffUnlocked: _staff_unlocked,
    TerminalLocked: _terminal_locked,
    TerminalUnlocked: _terminal_unlocked,
    events.FactorEnrolled: _factor_enrolled,
    events.FactorRevoked: _factor_revoked,
}
