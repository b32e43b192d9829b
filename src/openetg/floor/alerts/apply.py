"""Which facts raise an alert, which end its cause, and how one is acknowledged.

Each note is made right behind the applier of its event, so that events without one, wagers above all, cost nothing
more. Nothing here decides: the same events raise the same alerts, at every reading of the journal.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from openetg.floor import events
from openetg.floor.alerts.improbable import improbable
from openetg.floor.alerts.raising import alert_acknowledged, end_cause, place_of, raise_alert
from openetg.floor.jackpots.links import tables_of
from openetg.floor.jackpots.state import UNPAID, AwardState
from openetg.floor.premises.equipment import device_of, is_automatic_wheel
from openetg.floor.rounds.apply import round_of
from openetg.floor.rounds.device_readings import disagreement
from openetg.floor.state import (
    CALLS,
    FLOOR,
    MACHINE,
    AlertKind,
    Floor,
    Launch,
    Table,
    is_mended,
    key_of,
    mended_by,
    service_kind,
)
from openetg.money import format_money

ROTOR_TURN_MS = (1_500, 6_000)
"""How long one turn of an automatic wheel's rotor takes at least and at most, where its own figures say nothing."""
LEAST_TURN, MOST_TURN, REVERSES = "rotor_turn_least_ms", "rotor_turn_most_ms", "rotor_reverses"
"""Figures of a wheel on the register of equipment: its band, and whether (1) or not (0) it reverses with every spin."""
SIGNALS = {
    "door": AlertKind.DOOR,
    "tilt": AlertKind.TILT,
    "tamper": AlertKind.TAMPER,
    "acceptor": AlertKind.ACCEPTOR_CHEAT,
    "unknown-client": AlertKind.UNKNOWN_CLIENT,
    "guessing": AlertKind.GUESSING,
}
"""What sensors, acceptors and the door of the server report."""
OF_A_CASE = (
    AlertKind.CASE_WAITING,
    AlertKind.TERMINAL_FAULT,
    AlertKind.METER_MISMATCH,
    AlertKind.SCREEN_MISMATCH,
)
"""What has ended once no case about the terminal is open."""
OF_A_ROUND = (AlertKind.ROUND_HELD, AlertKind.IRREGULAR_SPIN)
"""Alerts whose cause ends once a person has decided about the round."""


def device_line_reported(floor: Floor, event: events.DeviceLineReported) -> None:
    """A device is offline, or online again."""
    if event.up:
        end_cause(floor, AlertKind.DEVICE_OFFLINE, event.device)
    else:
        raise_alert(
            floor, AlertKind.DEVICE_OFFLINE, place_of(floor, event.device), said=event.cause, device=event.device
        )


def repeats_counted(floor: Floor, event: events.RepeatsCounted) -> None:
    """Raises an alert, so that a person looks what is wrong with a sender."""
    said = f"{event.command}: {event.answer} x{event.count}"
    raise_alert(floor, AlertKind.BABBLING, place_of(floor, event.sender), said=said, device=event.sender, lasts=False)


def _device_faulted(floor: Floor, event: events.DeviceFaulted) -> None:
    raise_alert(floor, AlertKind.DEVICE_FAULT, event.table, said=event.code)


def _device_ready(floor: Floor, event: events.DeviceReady) -> None:
    if floor.alerts.lasting:
        end_cause(floor, AlertKind.DEVICE_FAULT, event.table)


def _device_taken_out(floor: Floor, event: events.DeviceTakenOut) -> None:
    raise_alert(floor, AlertKind.DEVICE_OUT, event.table, clause=event.clause)


def _device_restored(floor: Floor, event: events.DeviceRestored) -> None:
    end_cause(floor, AlertKind.DEVICE_OUT, event.table)


def _ball_launched(floor: Floor, event: events.BallLaunched) -> None:
    """How the rotor of an automatic wheel turned, held against the spin before and against its band."""
    if not event.rotor and not event.rotor_turn_ms:
        return
    table = floor.tables[event.table]
    if not is_automatic_wheel(floor.kind_of(table).device.value):
        return
    figures = _figures(floor, table)
    if event.rotor and figures.get(REVERSES, 1):
        _judge_direction(floor, event)
    if event.rotor_turn_ms:
        least, most = figures.get(LEAST_TURN, ROTOR_TURN_MS[0]), figures.get(MOST_TURN, ROTOR_TURN_MS[1])
        if least <= event.rotor_turn_ms <= most:
            end_cause(floor, AlertKind.SPEED_OUT_OF_BAND, table.name)
        else:
            said = f"{event.rotor_turn_ms} ms a turn"
            raise_alert(floor, AlertKind.SPEED_OUT_OF_BAND, table.name, said=said)


def _figures(floor: Floor, table: Table) -> dict[str, int]:
    wheel = floor.premises.equipment.get(table.name, {}).get(device_of(floor, table))
    return {} if wheel is None else wheel.figures


def _judge_direction(floor: Floor, event: events.BallLaunched) -> None:
    """Held against the spin right before: if a spin in between was not reported, its direction is unknown."""
    launches = floor.alerts.launches
    before = launches.get(event.table)
    launches[event.table] = Launch(event.round, event.rotor)
    if before is not None and before.rotor == event.rotor and event.round - before.round <= 1:
        raise_alert(floor, AlertKind.DIRECTION_UNCHANGED, event.table, said=event.rotor)
    else:
        end_cause(floor, AlertKind.DIRECTION_UNCHANGED, event.table)


def _what_fell(floor: Floor, event: events.OutcomeRecorded | events.OutcomeCorrected) -> None:
    table = floor.tables[event.table]
    fallen = [table.outcomes[number] for number in sorted(table.outcomes)]
    found = improbable(floor.game_of(table), fallen)
    if found:
        for run in found:
            raise_alert(floor, AlertKind.IMPROBABLE_REPEAT, table.name, said=run)
    elif floor.alerts.lasting:
        end_cause(floor, AlertKind.IMPROBABLE_REPEAT, table.name)


def _recorded(floor: Floor, event: events.OutcomeRecorded | events.OutcomeCorrected) -> None:
    _what_fell(floor, event)
    _judge_numbers(floor, event)


def _judge_numbers(
    floor: Floor,
    event: events.OutcomeIgnored | events.OutcomeRecorded | events.OutcomeCorrected | events.DollyMarked,
) -> None:
    """What a person entered is held against what the device read, whichever came first."""
    table = floor.tables[event.table]
    found = disagreement(round_of(floor, event.table, event.round))
    if found is not None:
        said = f"round {event.round}: {found.said}, read {found.read}"
        raise_alert(floor, AlertKind.NUMBER_MISMATCH, table.name, said=said, clause=event.clause)
    else:
        _numbers_agree(floor, table)


def _numbers_agree(floor: Floor, table: Table) -> None:
    """The cause has ended once no round that is kept has two numbers."""
    rounds = [*table.past.values(), *([table.round] if table.round is not None else [])]
    if floor.alerts.lasting and all(disagreement(round_) is None for round_ in rounds):
        end_cause(floor, AlertKind.NUMBER_MISMATCH, table.name)


def note_other_number(floor: Floor, name: str, outcome: str, clause: str) -> None:
    """Raises an alert for a number keyed that is not on record: it was refused, but staff must know."""
    table = floor.tables[name]
    round_ = table.round
    if round_ is None:
        return
    if outcome != (round_.outcome if round_.outcome is not None else round_.registered):
        round_.keyed = outcome
    found = disagreement(round_)
    if found is not None:
        said = f"round {round_.number}: {found.said}, read {found.read}"
        raise_alert(floor, AlertKind.NUMBER_MISMATCH, name, said=said, clause=clause)


def _no_spin_called(floor: Floor, event: events.NoSpinCalled) -> None:
    _decided(floor, event)
    _numbers_agree(floor, floor.tables[event.table])


def _round_held(floor: Floor, event: events.RoundHeld) -> None:
    raise_alert(floor, AlertKind.ROUND_HELD, event.table, said=event.cause, clause=event.clause)


def _signal_shown(floor: Floor, event: events.SignalShown) -> None:
    raise_alert(floor, AlertKind.IRREGULAR_SPIN, event.table, said=event.cause, clause=event.clause)


def _decided(floor: Floor, event: events.RoundSettled | events.RoundResolved | events.NoSpinCalled) -> None:
    if floor.alerts.lasting:
        for kind in OF_A_ROUND:
            end_cause(floor, kind, event.table)


def _round_voided(floor: Floor, event: events.RoundVoided) -> None:
    for kind in OF_A_ROUND:
        end_cause(floor, kind, event.table)
    _numbers_agree(floor, floor.tables[event.table])
    said = f"{event.round}: {event.cause}"
    raise_alert(floor, AlertKind.ROUND_VOID, event.table, said=said, clause=event.clause, lasts=False)


def _wagers_closed(floor: Floor, event: events.WagersClosed) -> None:
    if event.irregular:
        raise_alert(floor, AlertKind.IRREGULAR_CLOSE, event.table, clause=event.clause, lasts=False)


def _announcement_shown(floor: Floor, event: events.AnnouncementShown) -> None:
    """One alert for a terminal that stays silent, counted; it has ended with its next acknowledgement."""
    if floor.alerts.lasting:
        for name in (*event.heard, *event.seen):
            end_cause(floor, AlertKind.ANNOUNCEMENT_UNSHOWN, name)
    for name in event.silent:
        said = f"{event.table}, round {event.round}"
        raise_alert(floor, AlertKind.ANNOUNCEMENT_UNSHOWN, name, said=said, clause=event.clause)


def _terminal_faulted(floor: Floor, event: events.TerminalFaulted) -> None:
    if not event.service:
        raise_alert(floor, AlertKind.TERMINAL_FAULT, event.terminal, said=event.code)
    elif is_mended(event.code):
        for kind in mended_by(event.code):
            end_cause(floor, kind, event.terminal)
    else:
        kind = service_kind(event.code)
        lasts = kind not in {AlertKind.SERVICE_NOTICE, AlertKind.NOTE_LOST}
        raise_alert(floor, kind, event.terminal, said=event.code, lasts=lasts)


def _line_reported(floor: Floor, event: events.LineReported) -> None:
    if event.up:
        end_cause(floor, AlertKind.TERMINAL_OFFLINE, event.terminal)
    else:
        raise_alert(floor, AlertKind.TERMINAL_OFFLINE, event.terminal, clause=event.clause)


def _case_opened(floor: Floor, event: events.CaseOpened) -> None:
    raise_alert(floor, AlertKind.CASE_WAITING, event.terminal, said=event.case, clause=event.clause)


def _case_closed(floor: Floor, event: events.CaseClosed) -> None:
    terminal = floor.cases[event.case].terminal
    if all(case.closed for case in floor.cases.values() if case.terminal == terminal):
        for kind in OF_A_CASE:
            end_cause(floor, kind, terminal)


def _meter_compared(floor: Floor, event: events.MeterCompared) -> None:
    raise_alert(floor, AlertKind.METER_MISMATCH, event.terminal, clause=event.clause)


def _screen_compared(floor: Floor, event: events.ScreenCompared) -> None:
    if not event.agrees:
        said = f"{event.table}, round {event.round}"
        raise_alert(floor, AlertKind.SCREEN_MISMATCH, event.terminal, said=said, clause=event.clause)


def _display_compared(floor: Floor, event: events.DisplayCompared) -> None:
    device = f"display/{event.table}"
    if event.agrees:
        end_cause(floor, AlertKind.DISPLAY_MISMATCH, device)
    else:
        said = f"round {event.round}: {event.shown}, on record {event.outcome or 'nothing'}"
        kind, clause = AlertKind.DISPLAY_MISMATCH, event.clause
        raise_alert(floor, kind, event.table, said=said, device=device, clause=clause)


def _note_lost(floor: Floor, event: events.NoteLost) -> None:
    raise_alert(floor, AlertKind.NOTE_LOST, event.terminal, clause=event.clause)


def _note_found(floor: Floor, event: events.NoteReturned | events.NoteCredited) -> None:
    if event.person:
        end_cause(floor, AlertKind.NOTE_LOST, event.terminal)


def _ticket_failed(floor: Floor, event: events.TicketFailed) -> None:
    if event.award:
        raise_alert(floor, AlertKind.JACKPOT_WON, event.terminal, said=event.award)
        if floor.jackpots.awards[event.award].state is AwardState.QUESTIONED:
            # It was put in doubt while it was on its way to paper.
            kind, device = AlertKind.JACKPOT_QUESTIONED, f"award/{event.award}"
            raise_alert(floor, kind, event.terminal, said=event.award, device=device)
    else:
        raise_alert(floor, AlertKind.TICKET_FAILED, event.terminal, lasts=False)


def _jackpot_won(floor: Floor, event: events.JackpotWon) -> None:
    raise_alert(floor, AlertKind.JACKPOT_WON, event.terminal, said=event.award, clause=event.clause)


def _award_dealt_with(
    floor: Floor, event: events.JackpotCleared | events.AwardCredited | events.AwardPapered | events.AwardUpheld
) -> None:
    """The cause has ended once nothing that the terminal has won is owed, and none of it locks it."""
    if isinstance(event, events.AwardUpheld):
        end_cause(floor, AlertKind.JACKPOT_QUESTIONED, f"award/{event.award}")
    _if_nothing_is_owed(floor, event.terminal)


def _if_nothing_is_owed(floor: Floor, terminal: str) -> None:
    mine = (each for each in floor.jackpots.awards.values() if each.terminal == terminal)
    if not any(each.locked or each.state in UNPAID for each in mine):
        end_cause(floor, AlertKind.JACKPOT_WON, terminal)


def _holding_released(floor: Floor, event: events.HoldingReleased) -> None:
    """A prize that was withheld and is not the player's: it is not paid and needs no more decision."""
    award = floor.jackpots.awards.get(event.what)
    if award is not None and award.state not in UNPAID:
        end_cause(floor, AlertKind.JACKPOT_QUESTIONED, f"award/{award.number}")
        _if_nothing_is_owed(floor, award.terminal)


def _award_restored(floor: Floor, event: events.AwardRestored) -> None:
    end_cause(floor, AlertKind.JACKPOT_QUESTIONED, f"award/{event.award}")


def _award_questioned(floor: Floor, event: events.AwardQuestioned) -> None:
    """A prize that was paid needs no decision any more, but staff must know."""
    award = floor.jackpots.awards[event.award]
    kind, lasts = AlertKind.JACKPOT_QUESTIONED, award.state is AwardState.QUESTIONED
    device = f"award/{event.award}"
    raise_alert(floor, kind, award.terminal, said=event.award, device=device, clause=event.clause, lasts=lasts)


def _jackpot_fault_declared(floor: Floor, event: events.JackpotFaultDeclared) -> None:
    place, device = tables_of(floor, floor.jackpots.offered[event.jackpot])[0], f"jackpot/{event.jackpot}"
    raise_alert(floor, AlertKind.JACKPOT_FAULT, place, said=event.part, device=device, clause=event.clause)


def _jackpot_fault_ended(floor: Floor, event: events.JackpotFaultEnded) -> None:
    end_cause(floor, AlertKind.JACKPOT_FAULT, f"jackpot/{event.jackpot}")


def _jackpot_link_reported(floor: Floor, event: events.JackpotLinkReported) -> None:
    device = f"jackpot/{event.jackpot}/{event.member}"
    if event.up:
        end_cause(floor, AlertKind.JACKPOT_LINK_LOST, device)
    else:
        said, clause = event.cause, event.clause
        raise_alert(floor, AlertKind.JACKPOT_LINK_LOST, event.member, said=said, device=device, clause=clause)


def _jackpot_decommissioned(floor: Floor, event: events.JackpotDecommissioned) -> None:
    """It is not played for any longer, with a link or without."""
    for member in floor.jackpots.offered[event.jackpot].lost:
        end_cause(floor, AlertKind.JACKPOT_LINK_LOST, f"jackpot/{event.jackpot}/{member}")


def _player_reported(floor: Floor, event: events.PlayerReported) -> None:
    said = f"{event.table}, round {event.round}"
    raise_alert(floor, CALLS[event.what], event.terminal, said=said, clause=event.clause, lasts=False)


def _signal_reported(floor: Floor, event: events.SignalReported) -> None:
    """Unknown senders choose their own names: alerts from unknown places are kept together, as the floor's."""
    if not event.alarm:
        return
    known = event.place in floor.terminals or event.place in floor.tables
    place, said = (event.place, "") if known else (FLOOR, event.place)
    raise_alert(floor, SIGNALS[event.signal], place, said=said, clause=event.clause, lasts=False)


def _login_failed(floor: Floor, event: events.LoginFailed) -> None:
    if event.until_ms or event.elsewhere_until_ms:
        raise_alert(floor, AlertKind.LOGIN_LOCKED, FLOOR, said=event.person, lasts=False)


def _drawer_counted(floor: Floor, event: events.DrawerCounted | events.DrawerClosed) -> None:
    """A difference lasts until a count agrees with the books, or the drawer is closed."""
    device = f"drawer/{event.drawer}"
    closed = isinstance(event, events.DrawerClosed)
    if closed or not event.difference:
        end_cause(floor, AlertKind.DRAWER_DIFFERS, device)
    if event.difference:
        said = f"{format_money(event.counted)} counted, {format_money(event.expected)} expected"
        raise_alert(floor, AlertKind.DRAWER_DIFFERS, FLOOR, said=said, device=device, lasts=not closed)


def _dispute_raised(floor: Floor, event: events.DisputeRaised) -> None:
    raise_alert(floor, AlertKind.DISPUTE_WAITING, event.table, said=event.dispute, clause=event.clause)


def _dispute_closed(floor: Floor, event: events.DisputeClosed) -> None:
    disputes = floor.people.disputes
    table = disputes[event.dispute].table
    if all(each.closed is not None for each in disputes.values() if each.table == table):
        end_cause(floor, AlertKind.DISPUTE_WAITING, table)


def about_promotion(promotion: str, prize: str = "") -> str:
    """What an alert is about: a promotion, or one of its prizes."""
    return f"promotion/{promotion}/{prize}" if prize else f"promotion/{promotion}"


def end_notices(floor: Floor, promotion: str, prize: str) -> None:
    """Nothing more is to be done to tell the winner of a prize."""
    for kind in (AlertKind.PROMOTION_NOTICE_NEAR, AlertKind.PROMOTION_NOTICE_OVERDUE):
        end_cause(floor, kind, about_promotion(promotion, prize))


def _claim_denied(floor: Floor, event: events.ClaimDenied) -> None:
    if event.winner:
        end_notices(floor, event.promotion, event.prize)


def _machine_faulted(floor: Floor, event: events.MachineFaulted) -> None:
    part = f"{event.part}/{event.device}" if event.device else event.part
    if event.mended:
        end_cause(floor, AlertKind.MACHINE_FAULT, part)
    else:
        # A clock that has jumped does not last: it happened in a moment.
        lasts = event.part != "clock"
        raise_alert(floor, AlertKind.MACHINE_FAULT, MACHINE, said=event.why, device=part, lasts=lasts)


def _software_checked(floor: Floor, event: events.SoftwareChecked) -> None:
    if event.same:
        end_cause(floor, AlertKind.MACHINE_FAULT, SOFTWARE)
    else:
        raise_alert(floor, AlertKind.MACHINE_FAULT, MACHINE, said=event.manifest, device=SOFTWARE)


SOFTWARE = "software"


def restarted(floor: Floor, event: events.WriterStarted) -> None:
    """Called before the applier, which forgets whether the previous writer had said that it would stop.

    What was wrong with the machine is checked anew by the new writer.
    """
    machine = key_of(AlertKind.MACHINE_FAULT, "")
    for key in [key for key in floor.alerts.lasting if key.startswith(machine)]:
        end_cause(floor, AlertKind.MACHINE_FAULT, key.removeprefix(machine))
    if floor.tables and not floor.premises.winding_down:
        raise_alert(floor, AlertKind.RESTARTED, MACHINE, said=event.build, lasts=False)


BEFORE: dict[type, Callable[[Floor, Any], None]] = {events.WriterStarted: restarted}
"""Notes made before the applier of the event."""
AFTER: dict[type, Callable[[Floor, Any], None]] = {
    events.DeviceFaulted: _device_faulted,
    events.DeviceReady: _device_ready,
    events.DeviceTakenOut: _device_taken_out,
    events.DeviceRestored: _device_restored,
    events.BallLaunched: _ball_launched,
    events.OutcomeRecorded: _recorded,
    events.OutcomeCorrected: _recorded,
    events.OutcomeIgnored: _judge_numbers,
    events.DollyMarked: _judge_numbers,
    events.RoundHeld: _round_held,
    events.SignalShown: _signal_shown,
    events.RoundSettled: _decided,
    events.RoundResolved: _decided,
    events.NoSpinCalled: _no_spin_called,
    events.RoundVoided: _round_voided,
    events.WagersClosed: _wagers_closed,
    events.AnnouncementShown: _announcement_shown,
    events.TerminalFaulted: _terminal_faulted,
    events.LineReported: _line_reported,
    events.CaseOpened: _case_opened,
    events.CaseClosed: _case_closed,
    events.MeterCompared: _meter_compared,
    events.ScreenCompared: _screen_compared,
    events.DisplayCompared: _display_compared,
    events.NoteLost: _note_lost,
    events.NoteReturned: _note_found,
    events.NoteCredited: _note_found,
    events.TicketFailed: _ticket_failed,
    events.PlayerReported: _player_reported,
    events.SignalReported: _signal_reported,
    events.LoginFailed: _login_failed,
    events.DrawerCounted: _drawer_counted,
    events.DrawerClosed: _drawer_counted,
    events.DisputeRaised: _dispute_raised,
    events.DisputeClosed: _dispute_closed,
    events.ClaimDenied: _claim_denied,
    events.MachineFaulted: _machine_faulted,
    events.SoftwareChecked: _software_checked,
    events.JackpotWon: _jackpot_won,
    events.JackpotCleared: _award_dealt_with,
    events.AwardCredited: _award_dealt_with,
    events.AwardPapered: _award_dealt_with,
    events.AwardQuestioned: _award_questioned,
    events.AwardRestored: _award_restored,
    events.HoldingReleased: _holding_released,
    events.AwardUpheld: _award_dealt_with,
    events.JackpotFaultDeclared: _jackpot_fault_declared,
    events.JackpotFaultEnded: _jackpot_fault_ended,
    events.JackpotLinkReported: _jackpot_link_reported,
    events.JackpotDecommissioned: _jackpot_decommissioned,
}
"""Notes made behind the applier of the event."""
APPLIERS: dict[type, Callable[[Floor, Any], None]] = {
    events.AlertAcknowledged: alert_acknowledged,
    events.DeviceLineReported: device_line_reported,
    events.RepeatsCounted: repeats_counted,
}


Notes = dict[type, Callable[[Floor, Any], None]]


def with_notes(appliers: Notes, *, before: Notes = BEFORE, after: Notes = AFTER) -> Notes:
    """Appliers, each with the note that its event makes."""
    noted = dict(appliers)
    for kind, note in after.items():
        noted[kind] = _both(appliers[kind], note)
    for kind, note in before.items():
        noted[kind] = _both(note, appliers[kind])
    return noted


def _both(first: Callable[[Floor, Any], None], second: Callable[[Floor, Any], None]) -> Callable[[Floor, Any], None]:
    def apply_both(floor: Floor, event: Any) -> None:
        first(floor, event)
        second(floor, event)

    return apply_both
