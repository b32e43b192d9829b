"""Who may be one and the same: whether two names on record may have one person behind them, and who may second whom.

A person who hands out a credential of another (a code to choose a password, leave to enrol a second factor) may use it.
From then on the account is in their hands, and in the hands of all in whose hands theirs was at that moment: chains
are followed when they arise. Two people count as two only while no person may be behind both.

No length of time ends it, since time shows nothing: a thief of an account may wait while its person is away. What
ends it is a person who vouches and cannot be the same as any who has it in hand; or a password set at the
floor's own machine, whose owner is trusted with everything. A second factor that was enrolled before does not end it:
it shows that its owner is there, not that no other person knows what was handed out. It must never be asked whether two
names are equal where another person is demanded: `one_behind` is what is asked.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from openetg.floor.core.refusals import Reason, Refusal

if TYPE_CHECKING:
    from openetg.floor.state import Floor, StaffMember


def in_hands_of(floor: Floor, person: str) -> frozenset[str]:
    """All who may be able to act as a person; the person is one of them."""
    member = floor.people.staff.get(person)
    return frozenset({person, *(() if member is None else member.hands)})


def one_behind(floor: Floor, first: str, second: str) -> str:
    """A person who may be behind both names, the same name among them; empty if they are two people."""
    return min(in_hands_of(floor, first) & in_hands_of(floor, second), default="")


def same_person(floor: Floor, first: str, second: str, clause: str = "") -> Refusal | None:
    """The refusal of one person where two are demanded; None if they are two."""
    behind = one_behind(floor, first, second)
    if not behind:
        return None
    details: dict[str, str | int] = {"person": second}
    return Refusal(Reason.SAME_PERSON, clause, details if behind == first == second else details | {"behind": behind})


def hands_of_both(floor: Floor, person: str, *handing: str) -> tuple[str, ...]:
    """In whose hands a credential of a person is that these hand out together."""
    return tuple(sorted({name for each in handing for name in in_hands_of(floor, each)} - {person}))


def may_vouch_against(floor: Floor, member: StaffMember, by: str) -> tuple[str, ...]:
    """Of those who have an account in hand, those a voucher may rule out: none who may be the same person."""
    if member.person in in_hands_of(floor, by):
        return ()
    return tuple(name for name in sorted(member.hands) if not one_behind(floor, by, name))


def unseconded(floor: Floor, first: str, second: str, may: Callable[[StaffMember], bool]) -> Refusal | None:
    """Why an act that takes two people has not two: it is not confirmed, or by a person who may not, or by the same
    one."""
    if not second:
        return Refusal(Reason.NEEDS_SECOND, details={"person": first})
    member = floor.people.staff.get(second)
    if member is None or member.released:
        return Refusal(Reason.UNKNOWN_PERSON, details={"person": second})
    if not may(member):
        return Refusal(Reason.NOT_THEIR_ROLE, details={"person": second})
    return same_person(floor, first, second)
