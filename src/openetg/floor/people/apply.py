"""How the facts about people change the floor."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from msgspec.structs import replace

from openetg.floor.core.refusals import Reason
from openetg.floor.people import events
from openetg.floor.people.guessing import come_in, count_wrong, forget_wrong
from openetg.floor.state import (
    REPORTS_KEPT,
    Breach,
    Claim,
    Direction,
    Dispute,
    Floor,
    Instruction,
    Lock,
    Login,
    MeasureOnRecord,
    MessageShown,
    Pairing,
    Report,
    Said,
    StaffMember,
    Table,
    Tried,
)

ONE_EACH = frozenset({"totp", "recovery"})
"""Kinds of second factors of which a person has one."""


def count_idle(floor: Floor, table: Table, wagers: Mapping[str, object]) -> None:
    """Counts a completed round at a cloth as one more without a wager for players who made none."""
    seated = table.cloth.players
    full = 0 < table.cloth.places <= len(seated)
    for name in seated:
        player = floor.people.players[name]
        if wagers.get(name):
            player.idle.pop(table.name, None)
            player.crowded.pop(table.name, None)
            continue
        player.idle[table.name] = player.idle.get(table.name, 0) + 1
        player.crowded[table.name] = player.crowded.get(table.name, 0) + 1 if full else 0


def clear_idle(floor: Floor, table: Table, wagers: Mapping[str, object]) -> None:
    """A void round counts for no player, but a player who wagered in it did play."""
    for name in table.cloth.players:
        if wagers.get(name):
            floor.people.players[name].idle.pop(table.name, None)
            floor.people.players[name].crowded.pop(table.name, None)


def place_given_up(floor: Floor, table: Table, player: str) -> None:
    """Frees a place: a player who does not use it cannot keep it from another."""
    left = floor.people.players[player]
    left.idle.pop(table.name, None)
    left.crowded.pop(table.name, None)
    for name in table.cloth.players:
        floor.people.players[name].crowded.pop(table.name, None)


def limits_take_effect(floor: Floor, table: Table) -> None:
    """Puts an instruction not to play a terminal in force with the next round."""
    due = floor.people.limits_due
    for name in [name for name in due if floor.terminals[name].table == table.name]:
        floor.terminals[name].locks[Reason.LIMITED.value] = due.pop(name)


def _breach_recorded(floor: Floor, event: events.BreachRecorded) -> None:
    floor.people.breaches[event.breach] = Breach(
        number=event.breach,
        who=event.who,
        player=event.player,
        table=event.table,
        breached=event.breached,
        enables=event.enables,
        unprinted=event.unprinted,
        at_ms=floor.at_ms,
    )


def _measure_taken(floor: Floor, event: events.MeasureTaken) -> None:
    floor.people.measures.append(
        MeasureOnRecord(
            measure=event.measure,
            who=event.who,
            breach=event.breach,
            role=event.role,
            person=event.person,
            why=event.why,
            at_ms=floor.at_ms,
        )
    )


def _measure_lifted(floor: Floor, event: events.MeasureLifted) -> None:
    floor.people.limits_due.pop(event.who, None)
    floor.people.measures.append(
        MeasureOnRecord(
            measure=f"{event.measure} lifted",
            who=event.who,
            breach="",
            role=event.role,
            person=event.person,
            why=event.why,
            at_ms=floor.at_ms,
        )
    )


def _player_locked(floor: Floor, event: events.PlayerLocked) -> None:
    floor.people.players[event.player].locks[event.name] = Lock(event.reason, event.clause, event.stops)


def _player_unlocked(floor: Floor, event: events.PlayerUnlocked) -> None:
    del floor.people.players[event.player].locks[event.name]


def _player_limited(floor: Floor, event: events.PlayerLimited) -> None:
    floor.people.instructions.append(Instruction(event.terminals, event.role, event.person, event.why, floor.at_ms))
    for name in event.terminals:
        floor.people.limits_due[name] = Lock(Reason.LIMITED.value, event.clause, ("wager",))


def _directed_to_vacate(floor: Floor, event: events.DirectedToVacate) -> None:
    floor.people.directions[event.who] = Direction(event.who, event.table, event.position, event.person, floor.at_ms)


def _vacate_refused(floor: Floor, event: events.VacateRefused) -> None:
    floor.people.directions[event.who].refused = True


FAULT = "fault"
"""The kind of call that reports a malfunction."""


def _player_reported(floor: Floor, event: events.PlayerReported) -> None:
    if event.what != FAULT:
        return
    reports = floor.people.reports.setdefault(event.terminal, [])
    reports.append(Report(event.table, event.round, floor.at_ms))
    del reports[:-REPORTS_KEPT]


def _player_told(floor: Floor, event: events.PlayerTold) -> None:
    told = MessageShown(event.message, event.at_ms)
    if event.terminal:
        floor.terminals[event.terminal].told = told
    else:
        floor.people.players[event.player].told[event.table] = told


def _dispute_raised(floor: Floor, event: events.DisputeRaised) -> None:
    floor.people.disputes[event.dispute] = Dispute(
        number=event.dispute,
        table=event.table,
        about=event.about,
        round=event.round,
        who=event.who,
        covered=event.covered,
        promotion=event.promotion,
        raised_at_ms=floor.at_ms,
    )


def _dispute_decided(floor: Floor, event: events.DisputeDecided) -> None:
    floor.people.disputes[event.dispute].decided = Said(event.role, event.person, floor.at_ms, event.decision)
    _uphold(floor, event)


def _uphold(floor: Floor, event: events.DisputeDecided | events.DisputeReviewed) -> None:
    if event.upholds:
        floor.ledger.post(event.transfers)
        claim = floor.people.claims[event.upholds]
        claim.upheld = event.dispute
        won = floor.promotions.offered[claim.promotion].won[claim.prize]
        won.denied, won.refused = "", ""


def _review_requested(floor: Floor, event: events.ReviewRequested) -> None:
    floor.people.disputes[event.dispute].requested = event.by


def _dispute_reviewed(floor: Floor, event: events.DisputeReviewed) -> None:
    floor.people.disputes[event.dispute].reviewed = Said(event.role, event.person, floor.at_ms, event.decision)
    _uphold(floor, event)


def _rights_advised(floor: Floor, event: events.RightsAdvised) -> None:
    floor.people.disputes[event.dispute].advised = Said(event.role, event.person, floor.at_ms, event.law)


def _dispute_closed(floor: Floor, event: events.DisputeClosed) -> None:
    dispute = floor.people.disputes[event.dispute]
    dispute.closed = Said(event.role, event.person, floor.at_ms)
    dispute.satisfied, dispute.official = event.satisfied, event.official


def _claim_denied(floor: Floor, event: events.ClaimDenied) -> None:
    floor.people.claims[event.claim] = Claim(
        number=event.claim,
        table=event.table,
        prize=event.prize,
        kind=event.kind,
        value=event.value,
        claimant=event.claimant,
        address=event.address,
        why=event.why,
        denied=Said(event.role, event.person, floor.at_ms),
        promotion=event.promotion,
        entrant=event.entrant,
        kept_by=event.also[-1] if event.in_full and event.also else "",
    )
    if event.winner:
        floor.promotions.offered[event.promotion].won[event.prize].denied = event.claim


def _claimant_informed(floor: Floor, event: events.ClaimantInformed) -> None:
    floor.people.claims[event.claim].informed = Said(event.role, event.person, floor.at_ms, event.how)


def _staff_engaged(floor: Floor, event: events.StaffEngaged) -> None:
    known = floor.people.staff.get(event.person)
    if known is None or known.released:
        member = StaffMember(event.person, event.full_name, event.roles, event.duties)
        if known is not None:
            # A person who held a credential before still may; but what was valid before is no longer: the
            # second factor went with the release, and a password or code alone must not come back without it.
            member.handed, member.hands = known.handed, known.hands
            member.former, member.engaged_again_ms = known.password or known.former, floor.at_ms
        floor.people.staff[event.person] = member
        return
    known.full_name, known.roles, known.duties = event.full_name, event.roles, event.duties


def _staff_released(floor: Floor, event: events.StaffReleased) -> None:
    floor.people.staff[event.person].released = True


def _credential_handed(floor: Floor, event: events.CredentialHanded) -> None:
    member = floor.people.staff[event.person]
    member.handed[event.what] = event.hands
    take_in_hand(floor, member, event.what)


def take_in_hand(floor: Floor, member: StaffMember, what: str) -> None:
    """A credential that was handed out exists or is used: the account is in those hands, regardless of who vouched
    before."""
    member.hands |= dict.fromkeys(member.handed.get(what, ()), floor.at_ms)


def _person_vouched(floor: Floor, event: events.PersonVouched) -> None:
    hands = floor.people.staff[event.person].hands
    for name in event.hands:
        del hands[name]


def _password_set(floor: Floor, event: events.PasswordSet) -> None:
    member = floor.people.staff[event.person]
    member.password = event.mark
    if not event.by:
        # Set at the floor's own machine, whose owner is trusted with more than this: no other person knows it.
        member.hands.clear()
    elif event.by != event.person:
        take_in_hand(floor, member, "code")


def _password_withdrawn(floor: Floor, event: events.PasswordWithdrawn) -> None:
    floor.people.staff[event.person].password = ""


def _logged_in(floor: Floor, event: events.LoggedIn) -> None:
    member = floor.people.staff[event.person]
    come_in(member.wrongs, event.address)
    member.failures, member.locked_until_ms = 0, _last_wait(member)
    login = Login(
        person=event.person,
        desk=event.desk,
        boot=event.boot,
        at_ms=floor.at_ms,
        until_ms=event.until_ms,
        factor=event.factor,
        address=event.address,
    )
    floor.people.logins[event.session] = login


def _login_failed(floor: Floor, event: events.LoginFailed) -> None:
    member = floor.people.staff[event.person]
    here, elsewhere = Tried(event.failures, event.until_ms), Tried(event.elsewhere, event.elsewhere_until_ms)
    count_wrong(member.wrongs, event.address, here, elsewhere)
    member.failures += 1
    member.locked_until_ms = _last_wait(member)


def _last_wait(member: StaffMember) -> int:
    wrongs = member.wrongs
    return max((wrongs.elsewhere.until_ms, *(each.until_ms for each in wrongs.here.values())))


def _factor_enrolled(floor: Floor, event: events.FactorEnrolled) -> None:
    factors = floor.people.staff[event.person].factors
    if event.kind in ONE_EACH:
        for mark in [mark for mark, kind in factors.items() if kind == event.kind]:
            del factors[mark]
    factors[event.mark] = event.kind
    login = floor.people.logins.get(event.session)
    if login is not None:
        floor.people.logins[event.session] = replace(login, factor=event.kind)


def _factor_revoked(floor: Floor, event: events.FactorRevoked) -> None:
    del floor.people.staff[event.person].factors[event.mark]


def _logged_out(floor: Floor, event: events.LoggedOut) -> None:
    del floor.people.logins[event.session]


def _staff_unlocked(floor: Floor, event: events.StaffUnlocked) -> None:
    member = floor.people.staff[event.person]
    forget_wrong(member.wrongs)
    member.failures = member.locked_until_ms = 0


def _only_on_record(floor: Floor, event: events.SecondGiven | events.PairingOffered) -> None:
    del floor, event


def _second_above_set(floor: Floor, event: events.SecondAboveSet) -> None:
    floor.people.second_above = event.amount


def _terminal_paired(floor: Floor, event: events.TerminalPaired) -> None:
    floor.people.pairings[event.terminal] = Pairing(event.key, event.by, floor.at_ms)


def _terminal_unpaired(floor: Floor, event: events.TerminalUnpaired) -> None:
    del floor.people.pairings[event.terminal]


APPLIERS: dict[type, Callable[[Floor, Any], None]] = {
    events.BreachRecorded: _breach_recorded,
    events.MeasureTaken: _measure_taken,
    events.MeasureLifted: _measure_lifted,
    events.PlayerLocked: _player_locked,
    events.PlayerUnlocked: _player_unlocked,
    events.PlayerLimited: _player_limited,
    events.DirectedToVacate: _directed_to_vacate,
    events.VacateRefused: _vacate_refused,
    events.PlayerReported: _player_reported,
    events.PlayerTold: _player_told,
    events.DisputeRaised: _dispute_raised,
    events.DisputeDecided: _dispute_decided,
    events.ReviewRequested: _review_requested,
    events.DisputeReviewed: _dispute_reviewed,
    events.RightsAdvised: _rights_advised,
    events.DisputeClosed: _dispute_closed,
    events.ClaimDenied: _claim_denied,
    events.ClaimantInformed: _claimant_informed,
    events.StaffEngaged: _staff_engaged,
    events.StaffReleased: _staff_released,
    events.CredentialHanded: _credential_handed,
    events.PersonVouched: _person_vouched,
    events.PasswordSet: _password_set,
    events.LoggedIn: _logged_in,
    events.LoginFailed: _login_failed,
    events.LoggedOut: _logged_out,
    events.StaffUnlocked: _staff_unlocked,
    events.PasswordWithdrawn: _password_withdrawn,
    events.FactorEnrolled: _factor_enrolled,
    events.FactorRevoked: _factor_revoked,
    events.SecondGiven: _only_on_record,
    events.SecondAboveSet: _second_above_set,
    events.PairingOffered: _only_on_record,
    events.TerminalPaired: _terminal_paired,
    events.TerminalUnpaired: _terminal_unpaired,
}
