"""Which commands people may send, and in which role: the one place where a login becomes a role on record.

What a request says of a role or a person is never read: both are filled in here, from who is logged in and what the
floor remembers of them. Of several roles the first is taken with which the floor would not lack the power; the floor
then judges by the rulebook, and checks against its own record that the person holds the role. Commands of devices,
terminals and the server itself are sent by no person.
"""

from __future__ import annotations

from typing import Any, get_args

from msgspec import Struct
from msgspec.structs import replace

from openetg.floor import commands as ask
from openetg.floor.commands import AnyCommand, Command
from openetg.floor.core.declaring import Declaration, SentBy, declaration_of
from openetg.floor.core.refusals import Reason, Refusal
from openetg.floor.core.verdicts import Verdict
from openetg.floor.people.staff import OPERATOR, STAFF_DESK, is_official, staff_member
from openetg.floor.pipeline import decide
from openetg.floor.state import Floor, StaffMember, Table
from openetg.rulebook.roles import holders, named_power
from openetg.rulebook.schema.policies import Closer
from openetg.server.acts.line import FloorLine

DECLARED: dict[type[Command], Declaration] = {kind: declaration_of(kind) for kind in get_args(AnyCommand)}
"""What each command declares of itself."""


def _sent_by(sender: SentBy) -> frozenset[type[Command]]:
    return frozenset(kind for kind, each in DECLARED.items() if each.by is sender)


BY_ROLE = _sent_by(SentBy.ROLE)
ANY_STAFF = _sent_by(SentBy.ANY_STAFF)
BY_OPERATOR = _sent_by(SentBy.OPERATOR)
BY_STAFF_DESK = _sent_by(SentBy.STAFF_DESK)
INSIDE = _sent_by(SentBy.INSIDE)
SENDABLE = BY_ROLE | ANY_STAFF | BY_OPERATOR | BY_STAFF_DESK

FILLED = frozenset({"role", "person", "by", "second"})
LACKING = frozenset({Reason.UNKNOWN_ROLE, Reason.NO_POWER, Reason.NOT_THEIR_ROLE, Reason.NOT_SIGNED_ON})


def asked_fields(kind: type[Command]) -> tuple[str, ...]:
    """The fields of a command that a request may fill."""
    return tuple(name for name in kind.__struct_fields__ if _is_asked(kind, name))


def _is_asked(kind: type[Command], name: str) -> bool:
    says = DECLARED[kind]
    if name in says.fills:
        return False
    # The staff desk says whom it engages, which is not the requester.
    return name not in FILLED or name in says.leaves or (name == "person" and says.by is SentBy.STAFF_DESK)


class Admitted(Struct, frozen=True):
    """A command with everything filled in, and as the floor will see it."""

    command: AnyCommand
    sealed: AnyCommand
    verdict: Verdict | None = None
    """What the floor answers to it now; None if it was not asked yet."""


def admit(line: FloorLine, person: str, kind: type[Command], values: dict[str, Any]) -> Admitted | Refusal:
    """The command of a person, or the refusal if they may send none of that kind here."""
    member = staff_member(line.floor, person)
    assert kind in SENDABLE, f"{kind.__name__} is sent by nobody"
    if member is None:
        return Refusal(Reason.UNKNOWN_PERSON, details={"person": person})
    if kind in BY_ROLE:
        return _in_a_role(line, member, kind, values)
    refused = _no_duty(line.floor, member, kind, values)
    if refused is not None:
        return refused
    own = {"by": person} if "by" in kind.__struct_fields__ and "by" not in DECLARED[kind].leaves else {}
    return _admitted(line, kind(**values, **own))  # type: ignore[arg-type]


def _admitted(line: FloorLine, command: AnyCommand) -> Admitted:
    return Admitted(command, line.sealed(command))


def _no_duty(floor: Floor, member: StaffMember, kind: type[Command], values: dict[str, Any]) -> Refusal | None:
    if kind in ANY_STAFF:
        table = floor.tables.get(values.get("table") or _table_of_dispute(floor, values.get("dispute", "")))
        held = tuple(member.roles) if table is None else roles_at(floor, table, member)
        return None if held else Refusal(Reason.NOT_THEIR_ROLE, details={"person": member.person})
    duty = STAFF_DESK if kind in BY_STAFF_DESK else OPERATOR
    if duty in member.duties or (kind in BY_STAFF_DESK and is_official(floor, member)):
        return None
    if set(member.duties) & set(DECLARED[kind].duties):
        return None
    return Refusal(Reason.NOT_THEIR_ROLE, details={"role": duty, "person": member.person})


def _table_of_dispute(floor: Floor, number: str) -> str:
    dispute = floor.people.disputes.get(number)
    return "" if dispute is None else dispute.table


def roles_at(floor: Floor, table: Table, member: StaffMember) -> tuple[str, ...]:
    """The roles a person holds under the rulebook of a table."""
    return member.roles.get(floor.rulebook_of(table).about.id, ())


def _candidates(floor: Floor, member: StaffMember, kind: type[Command], values: dict[str, Any]) -> tuple[str, ...]:
    """The roles in which a person may act: of the table or rulebook named, or of any, for the floor to judge."""
    name = values.get("table", "")
    if "person" not in kind.__struct_fields__ and not name:
        # The floor cannot hold the role against the person where it is not told who it is.
        terminal = floor.terminals.get(values.get("terminal", ""))
        name = terminal.table if terminal else ""
    table = floor.tables.get(name)
    if table is not None:
        return roles_at(floor, table, member)
    rulebook = floor.rulebooks.get(values.get("rulebook", ""))
    if rulebook is not None:
        return member.roles.get(rulebook.about.id, ())
    return tuple(dict.fromkeys(role for roles in member.roles.values() for role in roles))


def _in_a_role(line: FloorLine, member: StaffMember, kind: type[Command], values: dict[str, Any]) -> Admitted | Refusal:
    floor = line.floor
    roles = _candidates(floor, member, kind, values)
    if DECLARED[kind].duties:
        # Rulebooks speak neither of alerts nor of drawers: the floor says which duty for the house lets do it.
        roles = (*roles, *member.duties)
    if not roles:
        return Refusal(Reason.NOT_THEIR_ROLE, details={"person": member.person})
    own = {"person": member.person} if "person" in kind.__struct_fields__ else {}
    if kind is ask.CloseWagers:
        own["by"] = Closer.DEALER  # type: ignore[assignment]  # a person closes by their own word, not a device's
    if kind is ask.PaperAward:
        own["ticket"] = line.name_paper(f"{values['award']}-{line.now_ms()}")
    if kind is ask.RecordEquipment and not _names_equipment(floor, values) and OPERATOR not in member.duties:
        return Refusal(Reason.NOT_THEIR_ROLE, details={"role": OPERATOR, "person": member.person})
    first: AnyCommand = kind(role=roles[0], **own, **values)  # type: ignore[assignment]
    sealed = line.sealed(first)
    for role in roles:
        tried = replace(sealed, role=role)
        verdict = decide(floor, tried, line.now_ms())
        if not isinstance(verdict, Refusal) or verdict.reason not in LACKING:
            return Admitted(replace(first, role=role), tried, verdict)
    # In none of them: the floor says so, on record.
    return Admitted(first, sealed)


def _names_equipment(floor: Floor, values: dict[str, Any]) -> bool:
    """Whether a rulebook says who changes equipment; where it is silent, the operator does."""
    table = floor.tables.get(values.get("table", ""))
    if table is None:
        return True
    rulebook = floor.rulebook_of(table)
    power = "change_equipment"
    return named_power(rulebook, power, floor.kind_of(table).round) is not None or power in rulebook.denied


def holds(floor: Floor, member: StaffMember, powers: tuple[str, ...], table: Table | None = None) -> bool:
    """Whether a person has one of these powers: at a table, or under some rulebook of the floor."""
    if table is not None:
        rulebook, kind = floor.rulebook_of(table), floor.kind_of(table).round
        mine = set(roles_at(floor, table, member))
        return any(mine & holders(rulebook, power, round_kind=kind) for power in powers)
    return any(
        set(member.roles.get(rulebook.about.id, ())) & holders(rulebook, power)
        for rulebook in floor.rulebooks.values()
        for power in powers
    )
