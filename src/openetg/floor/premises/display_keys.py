"""Keys of public displays: which of them were revoked. What a key is made of is the server's secret."""

from __future__ import annotations

from typing import TYPE_CHECKING

from openetg.floor.commands import RevokeDisplayKey
from openetg.floor.core.refusals import Reason, Refusal
from openetg.floor.core.verdicts import Deciders, Verdict
from openetg.floor.events import DisplayKeyRevoked
from openetg.floor.people.staff import OPERATOR, has_duty

if TYPE_CHECKING:
    from openetg.floor.state import Floor


def key_number(floor: Floor, place: str) -> int:
    """How many keys of a place were revoked: the number of the one that is good now."""
    return floor.premises.display_keys.get(place, 0)


def decide_revoke_display_key(floor: Floor, command: RevokeDisplayKey, at_ms: int) -> Verdict:
    """Revokes the key of one place and disconnects every display that uses it; other keys stay valid."""
    if command.place and command.place not in floor.tables:
        return Refusal(Reason.UNKNOWN_TABLE)
    if not has_duty(floor, command.by, OPERATOR):
        return Refusal(Reason.NOT_THEIR_ROLE, details={"role": OPERATOR, "person": command.by})
    if not command.why.strip():
        return Refusal(Reason.NO_REASON_GIVEN)
    number = key_number(floor, command.place) + 1
    return (DisplayKeyRevoked(command.place, number, command.why, command.by, at_ms),)


DECIDERS: Deciders = {RevokeDisplayKey: decide_revoke_display_key}
