"""Decides who works here, who is logged in, and which key a terminal has: all of it on record.

The floor never sees a password or a secret: the server shows that a person knew one, and says so in a command. What a
person may do under a rulebook is the rulebook's (`authority`); where no rulebook speaks of it, it is a duty. The
authority's people are managed by the authority alone. Who works here, and with what they come in, takes two people to
change (`hands`): the floor file and the shell of its machine are the operator's own and need no second person.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from msgspec import Struct

from openetg.floor.commands import (
    EngageStaff,
    HandCredential,
    OfferPairing,
    PairTerminal,
    RecordFailedLogin,
    RecordLogin,
    RecordLogout,
    RecordPassword,
    RecordSecond,
    ReleaseStaff,
    SetSecondAbove,
    UnlockStaff,
    UnpairTerminal,
    VouchForPerson,
    WithdrawPassword,
)
from openetg.floor.core.authority import AUTHORITY, official_roles, power_clause
from openetg.floor.core.ledger import meter_of, play_of, withheld_of
from openetg.floor.core.refusals import Reason, Refusal, first_of
from openetg.floor.core.verdicts import Deciders, Verdict
from openetg.floor.events import (
    AnyEvent,
    CredentialHanded,
    FactorRevoked,
    LoggedIn,
    LoggedOut,
    LoginFailed,
    PairingOffered,
    PasswordSet,
    PasswordWithdrawn,
    PersonVouched,
    SecondAboveSet,
    SecondGiven,
    StaffEngaged,
    StaffReleased,
    StaffUnlocked,
    TerminalLocked,
    TerminalPaired,
    TerminalUnpaired,
)
from openetg.floor.jackpots.state import UNPAID
from openetg.floor.people.guessing import after_wrong, waits_until
from openetg.floor.people.hands import hands_of_both, in_hands_of, may_vouch_against, same_person, unseconded
from openetg.floor.premises.registering import is_name
from openetg.money import ZERO

if TYPE_CHECKING:
    from openetg.floor.state import Floor, Login, StaffMember

OPERATOR, STAFF_DESK, WITNESS = "operator", "staff_desk", "witness"
DUTIES: dict[str, str] = {
    OPERATOR: "sets up what the floor file sets up: tables, terminals, hours, approvals",
    STAFF_DESK: "engages and releases people of the house, makes codes, lifts locks, pairs terminals",
    WITNESS: "confirms, as the second person, acts of high value without holding their power",
}
"""What people do for the house where no rulebook speaks of it."""

LONGEST_LOGIN_MS = 24 * 60 * 60 * 1000
DESKS = 8
"""At so many places a person may be logged in at a time; one more ends the oldest login."""
LONGEST_PERSON = 64
PAIRED = "paired"
"""The lock on a terminal that was paired anew while a player's money was there."""


def staff_member(floor: Floor, person: str) -> StaffMember | None:
    """A member of staff by name; None if no such person works here now."""
    member = floor.people.staff.get(person)
    return None if member is None or member.released else member


def has_duty(floor: Floor, person: str, duty: str) -> bool:
    """Whether a member of staff has a duty."""
    member = staff_member(floor, person)
    return member is not None and duty in member.duties


def sender_at(person: str, desk: int) -> str:
    """The name under which the orders of a login are on record; few per person, so that the floor can remember all."""
    return f"staff/{person}/{desk}"


def is_official(floor: Floor, member: StaffMember) -> bool:
    """Whether a person is of the authority: such people are managed by the authority alone."""
    return bool(official_roles(floor, member.roles))


def _no_desk_duty(floor: Floor, by: str) -> Refusal | None:
    """Why a person may not change which terminals are ours; the floor file may."""
    if not by or has_duty(floor, by, STAFF_DESK):
        return None
    return Refusal(Reason.NOT_THEIR_ROLE, details={"role": STAFF_DESK, "person": by})


class _Desk(Struct, frozen=True):
    """Who manages an account: the staff desk, the authority, or both where it is of both."""

    house: bool
    authority: bool

    def lacks(self, floor: Floor, member: StaffMember) -> str:
        """What a person lacks to manage it; empty if nothing."""
        if self.authority and not is_official(floor, member):
            return AUTHORITY
        return STAFF_DESK if self.house and STAFF_DESK not in member.duties else ""

    def may_confirm(self, floor: Floor, member: StaffMember) -> bool:
        """Whether a person may be the second one: who may manage it; of the house's people also a witness."""
        return not self.lacks(floor, member) or (not self.authority and WITNESS in member.duties)


def _desk_of(floor: Floor, member: StaffMember) -> _Desk:
    official = is_official(floor, member)
    return _Desk(house=not official, authority=official)


def _desk_for(floor: Floor, command: EngageStaff) -> _Desk:
    """The desk that may engage a person so: the house for roles of the house, the authority for roles of the
    authority."""
    known = staff_member(floor, command.person)
    roles, duties = ({}, ()) if known is None else (known.roles, known.duties)
    before, after = official_roles(floor, roles), official_roles(floor, command.roles)
    houses = _pairs(roles) - before != _pairs(command.roles) - after or set(duties) != set(command.duties)
    official = bool(before or after)
    return _Desk(house=houses or not official, authority=official)


def _pairs(roles: dict[str, tuple[str, ...]]) -> frozenset[tuple[str, str]]:
    return frozenset((book, role) for book, held in roles.items() for role in held)


def _not_in_charge(floor: Floor, desk: _Desk, by: str, person: str) -> Refusal | None:
    """Why `by` may not manage the account of a person: not theirs to manage, or their own under another name."""
    if not by:
        return None
    member = staff_member(floor, by)
    lacking = STAFF_DESK if member is None else desk.lacks(floor, member)
    if lacking:
        return Refusal(Reason.NOT_THEIR_ROLE, details={"role": lacking, "person": by})
    return _their_own(floor, person, by)


def _their_own(floor: Floor, person: str, by: str) -> Refusal | None:
    """The refusal if `by` may be, under another name, the person it is about."""
    return same_person(floor, person, by) if person in in_hands_of(floor, by) else None


def _not_two(floor: Floor, desk: _Desk, command: EngageStaff | ReleaseStaff | HandCredential) -> Refusal | None:
    """Why an act about an account lacks two people, neither of them its owner."""
    if not command.by:
        return None
    return first_of(
        unseconded(floor, command.by, command.second, lambda member: desk.may_confirm(floor, member)),
        _their_own(floor, command.person, command.second),
    )


def decide_engage_staff(floor: Floor, command: EngageStaff, _at_ms: int) -> Verdict:
    """A person works here, in roles that the rulebooks of this floor know."""
    if not is_name(command.person) or len(command.person) > LONGEST_PERSON or not command.full_name.strip():
        return Refusal(Reason.NOT_A_NAME)
    rulebooks = {rulebook.about.id: rulebook for rulebook in floor.rulebooks.values()}
    for name, roles in command.roles.items():
        if name not in rulebooks:
            return Refusal(Reason.UNKNOWN_RULEBOOK, details={"rulebook": name})
        for role in roles:
            if role not in rulebooks[name].roles:
                return Refusal(Reason.UNKNOWN_ROLE, details={"rulebook": name, "role": role})
    for duty in command.duties:
        if duty not in DUTIES:
            return Refusal(Reason.UNKNOWN_ROLE, details={"role": duty})
    desk = _desk_for(floor, command)
    refused = first_of(
        _not_in_charge(floor, desk, command.by, command.person),
        _not_two(floor, desk, command),
        *(_raises_own(floor, command.person, by) for by in (command.by, command.second)),
    )
    if refused is not None:
        return refused
    return (
        StaffEngaged(
            person=command.person,
            full_name=command.full_name,
            roles=command.roles,
            duties=command.duties,
            by=command.by,
            second=command.second,
        ),
    )


def _raises_own(floor: Floor, person: str, by: str) -> Refusal | None:
    """The refusal if `by` gives powers to an account in their own hands: another must vouch for its person first."""
    return same_person(floor, person, by) if by else None


def decide_release_staff(floor: Floor, command: ReleaseStaff, _at_ms: int) -> Verdict:
    """A person works here no longer; what they did stays on record."""
    member = staff_member(floor, command.person)
    if member is None:
        return Refusal(Reason.UNKNOWN_PERSON, details={"person": command.person})
    desk = _desk_of(floor, member)
    refused = first_of(
        _not_in_charge(floor, desk, command.by, command.person),
        _not_two(floor, desk, command),
        None if command.why.strip() else Refusal(Reason.NO_REASON_GIVEN),
    )
    if refused is not None:
        return refused
    released = StaffReleased(command.person, command.why, command.by, command.second)
    return (released, *_all_out(floor, command.person, "released"))


def decide_hand_credential(floor: Floor, command: HandCredential, _at_ms: int) -> Verdict:
    """A credential of a person passes through the hands of two others, of the desk that manages the person."""
    member = staff_member(floor, command.person)
    if member is None:
        return Refusal(Reason.UNKNOWN_PERSON, details={"person": command.person})
    desk = _desk_of(floor, member)
    refused = first_of(_not_in_charge(floor, desk, command.by, command.person), _not_two(floor, desk, command))
    if refused is not None:
        return refused
    hands = hands_of_both(floor, command.person, *filter(None, (command.by, command.second)))
    handed = CredentialHanded(command.person, command.what, command.by, command.second, hands)
    if command.what != "second_factor":
        return (handed,)
    gone = (FactorRevoked(command.person, mark, kind, "handed") for mark, kind in member.factors.items())
    return (handed, *gone, *_all_out(floor, command.person, "factor"))


def looks_after(floor: Floor, by: str, person: str) -> Refusal | None:
    """Why a person may not see and end the logins of a person; None if they may."""
    member = staff_member(floor, person)
    if member is None:
        return Refusal(Reason.UNKNOWN_PERSON, details={"person": person})
    return _not_in_charge(floor, _desk_of(floor, member), by, person)


def decide_vouch_for_person(floor: Floor, command: VouchForPerson, _at_ms: int) -> Verdict:
    """A person who may confirm for that desk has met the owner: hands that cannot be the voucher's are ruled out."""
    member = staff_member(floor, command.person)
    if member is None:
        return Refusal(Reason.UNKNOWN_PERSON, details={"person": command.person})
    by = staff_member(floor, command.by)
    if by is None or not _desk_of(floor, member).may_confirm(floor, by):
        return Refusal(Reason.NOT_THEIR_ROLE, details={"role": WITNESS, "person": command.by})
    refused = _their_own(floor, command.person, command.by)
    if refused is not None:
        return refused
    if not member.hands:
        return Refusal(Reason.NOTHING_THERE)
    cleared = may_vouch_against(floor, member, command.by)
    if not cleared:
        return Refusal(Reason.SAME_PERSON, details={"person": command.by})
    return (PersonVouched(command.person, command.by, cleared),)


def _logins_of(floor: Floor, person: str) -> list[tuple[str, Login]]:
    return [(session, login) for session, login in floor.people.logins.items() if login.person == person]


def _all_out(floor: Floor, person: str, cause: str) -> Iterator[LoggedOut]:
    for session, _ in _logins_of(floor, person):
        yield LoggedOut(person, session, cause)


def decide_record_password(floor: Floor, command: RecordPassword, _at_ms: int) -> Verdict:
    """Another password: logins with the one before have to show the new one.

    One that a person had when they were released is never taken again.
    """
    member = staff_member(floor, command.person)
    if member is None:
        return Refusal(Reason.UNKNOWN_PERSON, details={"person": command.person})
    if not is_name(command.mark):
        return Refusal(Reason.NOT_A_NAME)
    if command.mark in {member.password, member.former}:
        return Refusal(Reason.ALREADY_THERE)
    return (PasswordSet(command.person, command.mark, command.by), *_all_out(floor, command.person, "password"))


def decide_withdraw_password(floor: Floor, command: WithdrawPassword, _at_ms: int) -> Verdict:
    """No password: logins with the one before end. Hands that held a credential still hold the account."""
    if staff_member(floor, command.person) is None:
        return Refusal(Reason.UNKNOWN_PERSON, details={"person": command.person})
    return (PasswordWithdrawn(command.person), *_all_out(floor, command.person, "password"))


def decide_record_login(floor: Floor, command: RecordLogin, at_ms: int) -> Verdict:
    """Logs a person in at the first of their places that is free; if none is, in place of the oldest login."""
    member = staff_member(floor, command.person)
    if member is None:
        return Refusal(Reason.UNKNOWN_PERSON, details={"person": command.person})
    if not is_name(command.session):
        return Refusal(Reason.NOT_A_NAME)
    if command.session in floor.people.logins:
        return Refusal(Reason.ALREADY_THERE)
    locked = _locked_out(member, command.address, at_ms)
    if locked is not None:
        return locked
    if command.lasts_ms <= 0:
        return Refusal(Reason.NO_AMOUNT)
    logins = _logins_of(floor, command.person)
    over = [(session, "expired") for session, login in logins if login.until_ms <= at_ms]
    live = [(session, login) for session, login in logins if login.until_ms > at_ms]
    if len(live) >= DESKS:
        over.append((live[0][0], "replaced"))
        del live[0]
    taken = {login.desk for _, login in live}
    desk = next(number for number in range(1, DESKS + 1) if number not in taken)
    known = floor.senders.get(sender_at(command.person, desk))
    boot = at_ms if known is None else max(at_ms, known.boot + 1)
    until_ms = at_ms + min(command.lasts_ms, LONGEST_LOGIN_MS)
    ended: list[AnyEvent] = [LoggedOut(command.person, session, cause) for session, cause in over]
    return (
        *ended,
        LoggedIn(
            person=command.person,
            session=command.session,
            desk=desk,
            boot=boot,
            until_ms=until_ms,
            address=command.address,
            factor=command.factor,
        ),
    )


def decide_record_failed_login(floor: Floor, command: RecordFailedLogin, at_ms: int) -> Verdict:
    """A wrong password or code; after a few each makes the wait at that address twice as long (`guessing`)."""
    member = staff_member(floor, command.person)
    if member is None:
        return Refusal(Reason.UNKNOWN_PERSON)
    locked = _locked_out(member, command.address, at_ms)
    if locked is not None:
        return locked
    here, elsewhere = after_wrong(member.wrongs, command.address, at_ms)
    failed = LoginFailed(
        person=command.person,
        failures=here.count,
        until_ms=here.until_ms,
        address=command.address,
        elsewhere=elsewhere.count,
        elsewhere_until_ms=elsewhere.until_ms,
        what=command.what,
    )
    return (failed,)


def _locked_out(member: StaffMember, address: str, at_ms: int) -> Refusal | None:
    until_ms = waits_until(member.wrongs, address)
    return Refusal(Reason.LOCKED_OUT, details={"until_ms": until_ms}) if at_ms < until_ms else None


def decide_record_logout(floor: Floor, command: RecordLogout, _at_ms: int) -> Verdict:
    """A login ends before its time."""
    login = floor.people.logins.get(command.session)
    if login is None:
        return Refusal(Reason.NOT_LOGGED_IN)
    return (LoggedOut(login.person, command.session, command.cause, command.by),)


def decide_unlock_staff(floor: Floor, command: UnlockStaff, _at_ms: int) -> Verdict:
    """The wait after wrong passwords ends."""
    member = staff_member(floor, command.person)
    if member is None:
        return Refusal(Reason.UNKNOWN_PERSON, details={"person": command.person})
    refused = _not_in_charge(floor, _desk_of(floor, member), command.by, command.person)
    if refused is not None:
        return refused
    guessed = member.failures or member.wrongs.here or member.wrongs.elsewhere.count
    return (StaffUnlocked(command.person, command.by),) if guessed else Refusal(Reason.NOTHING_THERE)


def decide_record_second(floor: Floor, command: RecordSecond, _at_ms: int) -> Verdict:
    """Refuses unless two people are on record who cannot be the same."""
    for person in (command.person, command.first):
        if staff_member(floor, person) is None:
            return Refusal(Reason.UNKNOWN_PERSON, details={"person": person})
    refused = same_person(floor, command.first, command.person)
    if refused is not None:
        return refused
    return (SecondGiven(command.person, command.first, command.act, command.digest),)


def decide_set_second_above(floor: Floor, command: SetSecondAbove, _at_ms: int) -> Verdict:
    """The operator and a second person set the sum above which it takes two; the floor file does too."""
    if command.by and not has_duty(floor, command.by, OPERATOR):
        return Refusal(Reason.NOT_THEIR_ROLE, details={"role": OPERATOR, "person": command.by})
    if command.by:
        refused = unseconded(
            floor, command.by, command.second, lambda member: not {OPERATOR, WITNESS}.isdisjoint(member.duties)
        )
        if refused is not None:
            return refused
    if command.amount < ZERO:
        return Refusal(Reason.NO_AMOUNT)
    if command.amount == floor.people.second_above:
        return Refusal(Reason.ALREADY_THERE)
    return (SecondAboveSet(command.amount, command.by, command.second),)


def decide_offer_pairing(floor: Floor, command: OfferPairing, _at_ms: int) -> Verdict:
    """A person of the staff desk lets a terminal be paired; with a player's money on it, two people do."""
    if command.terminal not in floor.terminals:
        return Refusal(Reason.UNKNOWN_TERMINAL)
    refused = _no_desk_duty(floor, command.by)
    if refused is None and is_occupied(floor, command.terminal):
        desk = _Desk(house=True, authority=False)
        refused = unseconded(floor, command.by, command.second, lambda member: desk.may_confirm(floor, member))
    return refused or (PairingOffered(command.terminal, command.by, command.second),)


def is_occupied(floor: Floor, name: str) -> bool:
    """Whether a player's money is at a terminal: on its meter, in play, on its way to paper, or on its way to the meter
    (a note in escrow, what is withheld, a prize that is not paid).
    """
    held, terminal = floor.ledger.held, floor.terminals[name]
    on_its_way = terminal.printing is not None or terminal.escrow is not None
    owed = any(award.terminal == name and award.state in UNPAID for award in floor.jackpots.awards.values())
    in_play = (play_of(table, name) for table in terminal.tables)
    return on_its_way or owed or any(map(held, (meter_of(name), withheld_of(name), *in_play)))


def decide_pair_terminal(floor: Floor, command: PairTerminal, _at_ms: int) -> Verdict:
    """A terminal has a key of its own from now on. Its user is not known to be the player whose money is there: with
    any on it the meter is locked, until two people have seen whose it is.
    """
    terminal = floor.terminals.get(command.terminal)
    if terminal is None:
        return Refusal(Reason.UNKNOWN_TERMINAL)
    if not command.key.strip():
        return Refusal(Reason.NOT_A_NAME)
    refused = _no_desk_duty(floor, command.by)
    if refused is not None:
        return refused
    paired = TerminalPaired(terminal.name, command.key, command.by)
    if PAIRED in terminal.locks or not is_occupied(floor, terminal.name):
        return (paired,)
    clause = power_clause(floor, floor.tables[terminal.table], "close_terminal")
    stops = ("wager", "collect", "fund")
    return (paired, TerminalLocked(terminal.name, PAIRED, Reason.METER_LOCKED.value, clause, stops))


def decide_unpair_terminal(floor: Floor, command: UnpairTerminal, _at_ms: int) -> Verdict:
    """A terminal has no key any more, until it is paired again; its money stays where it is."""
    if command.terminal not in floor.terminals:
        return Refusal(Reason.UNKNOWN_TERMINAL)
    refused = _no_desk_duty(floor, command.by)
    if refused is not None:
        return refused
    if not command.why.strip():
        return Refusal(Reason.NO_REASON_GIVEN)
    if command.terminal not in floor.people.pairings:
        return Refusal(Reason.NOTHING_THERE)
    return (TerminalUnpaired(command.terminal, command.why, command.by),)


DECIDERS: Deciders = {
    EngageStaff: decide_engage_staff,
    ReleaseStaff: decide_release_staff,
    HandCredential: decide_hand_credential,
    VouchForPerson: decide_vouch_for_person,
    RecordPassword: decide_record_password,
    WithdrawPassword: decide_withdraw_password,
    RecordLogin: decide_record_login,
    RecordFailedLogin: decide_record_failed_login,
    RecordLogout: decide_record_logout,
    UnlockStaff: decide_unlock_staff,
    RecordSecond: decide_record_second,
    SetSecondAbove: decide_set_second_above,
    OfferPairing: decide_offer_pairing,
    PairTerminal: decide_pair_terminal,
    UnpairTerminal: decide_unpair_terminal,
}
