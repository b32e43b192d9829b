"""Decides about second factors: which a person has, by a mark that tells nothing of the secret; all of it on record.

The floor never sees a secret, a code or a key: the server shows that a person has one, and says so in a command. A
factor that is not on record is not accepted, regardless of the files. A person who enrols or removes one does it for
themselves; leave to enrol anew, for a person who has lost theirs, is a credential handed out (`staff`).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from openetg.floor.commands import EnrolFactor, RevokeFactor
from openetg.floor.core.refusals import Reason, Refusal
from openetg.floor.core.verdicts import Deciders, Verdict
from openetg.floor.events import FactorEnrolled, FactorRevoked, LoggedOut
from openetg.floor.people.staff import staff_member
from openetg.floor.premises.registering import is_name

if TYPE_CHECKING:
    from openetg.floor.state import Floor

RECOVERY = "recovery"
"""A sheet of codes for a person who has lost the others: no factor by itself."""
FACTORS_MAX = 8


def decide_enrol_factor(floor: Floor, command: EnrolFactor, _at_ms: int) -> Verdict:
    """A person has another factor; other logins of that person have to show it."""
    member = staff_member(floor, command.person)
    if member is None:
        return Refusal(Reason.UNKNOWN_PERSON, details={"person": command.person})
    if not is_name(command.mark):
        return Refusal(Reason.NOT_A_NAME)
    if command.mark in member.factors:
        return Refusal(Reason.ALREADY_THERE)
    if command.kind == RECOVERY:
        if not has_factor(member.factors):
            return Refusal(Reason.NOTHING_THERE)
        return (FactorEnrolled(command.person, command.mark, command.kind),)
    if len(member.factors) >= FACTORS_MAX:
        return Refusal(Reason.TOO_MANY_FACTORS, details={"max": FACTORS_MAX})
    enrolled = FactorEnrolled(command.person, command.mark, command.kind, command.session)
    return (enrolled, *_others_out(floor, command.person, command.session))


def decide_revoke_factor(floor: Floor, command: RevokeFactor, _at_ms: int) -> Verdict:
    """A factor is no longer valid; other logins of the person end."""
    member = staff_member(floor, command.person)
    if member is None:
        return Refusal(Reason.UNKNOWN_PERSON, details={"person": command.person})
    if command.mark not in member.factors:
        return Refusal(Reason.NOTHING_THERE)
    removed = FactorRevoked(command.person, command.mark, member.factors[command.mark], command.cause)
    if member.factors[command.mark] == RECOVERY:
        return (removed,)
    return (removed, *_others_out(floor, command.person, command.session))


def has_factor(factors: dict[str, str]) -> bool:
    """Whether one of these is a factor by itself."""
    return any(kind != RECOVERY for kind in factors.values())


def _others_out(floor: Floor, person: str, session: str) -> Iterator[LoggedOut]:
    for each, login in floor.people.logins.items():
        if login.person == person and each != session:
            yield LoggedOut(person, each, "factor")


DECIDERS: Deciders = {EnrolFactor: decide_enrol_factor, RevokeFactor: decide_revoke_factor}
