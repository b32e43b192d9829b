"""How grave each kind of alert is, so that the table that needs a person comes first; and the alerts of each table.

Rulebooks do not rank alerts: this is the house's order of what to look at, and nothing is decided by it.
"""

from __future__ import annotations

from openetg.floor.premises.visits import table_at
from openetg.floor.state import Alert, AlertKind, Floor
from openetg.rulebook.schema.policies import sentences
from openetg.wire.console import TileAlert

BREACHED, WAITS, BROKEN, TO_KNOW = 3, 2, 1, 0
GRAVITY: dict[AlertKind, int] = {
    # Money may be stolen, or may not be what it seems: never left as it is.
    AlertKind.TAMPER: BREACHED,
    AlertKind.DOOR: BREACHED,
    AlertKind.ACCEPTOR_CHEAT: BREACHED,
    AlertKind.GUESSING: BREACHED,
    AlertKind.METER_MISMATCH: BREACHED,
    AlertKind.SCREEN_MISMATCH: BREACHED,
    AlertKind.DRAWER_DIFFERS: BREACHED,
    AlertKind.UNKNOWN_CLIENT: BREACHED,
    AlertKind.LOGIN_LOCKED: BREACHED,
    AlertKind.BABBLING: BROKEN,
    AlertKind.ACCOUNT_CHANGED: BREACHED,
    AlertKind.METER_LOCKED: BREACHED,
    # A round, money or a player waits for a person who decides.
    AlertKind.ROUND_HELD: WAITS,
    AlertKind.IRREGULAR_SPIN: WAITS,
    AlertKind.NUMBER_MISMATCH: WAITS,
    AlertKind.CASE_WAITING: WAITS,
    AlertKind.NOTE_LOST: WAITS,
    AlertKind.DISPUTE_WAITING: WAITS,
    AlertKind.PAYOUT_CALL: WAITS,
    AlertKind.PLAYER_CALL: WAITS,
    AlertKind.ATTENDANT_CALL: WAITS,
    AlertKind.DEVICE_OUT: WAITS,
    AlertKind.MACHINE_FAULT: WAITS,
    AlertKind.JACKPOT_WON: WAITS,
    AlertKind.JACKPOT_QUESTIONED: WAITS,
    AlertKind.PROMOTION_FILING_OVERDUE: WAITS,
    AlertKind.PROMOTION_DRAW_OVERDUE: WAITS,
    AlertKind.PROMOTION_NOTICE_OVERDUE: WAITS,
    AlertKind.PROMOTION_RESULTS_OVERDUE: WAITS,
    # Something does not work, or may not.
    AlertKind.DEVICE_FAULT: BROKEN,
    AlertKind.DEVICE_OFFLINE: BROKEN,
    AlertKind.TERMINAL_FAULT: BROKEN,
    AlertKind.TERMINAL_OFFLINE: BROKEN,
    AlertKind.ANNOUNCEMENT_UNSHOWN: BROKEN,
    AlertKind.PRINTER_FAULT: BROKEN,
    AlertKind.ACCEPTOR_FAULT: BROKEN,
    AlertKind.PAPER_OUT: BROKEN,
    AlertKind.TILT: BROKEN,
    AlertKind.IMPROBABLE_REPEAT: BROKEN,
    AlertKind.DISPLAY_MISMATCH: BROKEN,
    AlertKind.IRREGULAR_CLOSE: BROKEN,
    AlertKind.JACKPOT_FAULT: BROKEN,
    AlertKind.JACKPOT_LINK_LOST: BROKEN,
    # It is over, or it can wait.
    AlertKind.ROUND_VOID: TO_KNOW,
    AlertKind.DIRECTION_UNCHANGED: TO_KNOW,
    AlertKind.SPEED_OUT_OF_BAND: TO_KNOW,
    AlertKind.SERVICE_NOTICE: TO_KNOW,
    AlertKind.PAPER_LOW: TO_KNOW,
    AlertKind.TICKET_FAILED: TO_KNOW,
    AlertKind.RESTARTED: TO_KNOW,
    AlertKind.PROMOTION_FILING_NEAR: TO_KNOW,
    AlertKind.PROMOTION_DRAW_NEAR: TO_KNOW,
    AlertKind.PROMOTION_NOTICE_NEAR: TO_KNOW,
}
"""Every kind has its place; a test demands it."""
SETTLED = frozenset({
    AlertKind.METER_MISMATCH, AlertKind.SCREEN_MISMATCH, AlertKind.ROUND_HELD, AlertKind.IRREGULAR_SPIN,
    AlertKind.CASE_WAITING, AlertKind.DISPUTE_WAITING, AlertKind.DEVICE_OUT, AlertKind.MACHINE_FAULT,
    AlertKind.DEVICE_FAULT, AlertKind.DEVICE_OFFLINE, AlertKind.TERMINAL_FAULT, AlertKind.TERMINAL_OFFLINE,
    AlertKind.PRINTER_FAULT, AlertKind.ACCEPTOR_FAULT, AlertKind.PAPER_OUT, AlertKind.DISPLAY_MISMATCH,
    AlertKind.PROMOTION_FILING_OVERDUE, AlertKind.PROMOTION_DRAW_OVERDUE,
    AlertKind.PROMOTION_NOTICE_OVERDUE, AlertKind.PROMOTION_RESULTS_OVERDUE, AlertKind.JACKPOT_WON,
    AlertKind.JACKPOT_FAULT, AlertKind.JACKPOT_LINK_LOST, AlertKind.ANNOUNCEMENT_UNSHOWN,
})  # fmt: skip
"""Kinds of which nothing is left to do once their cause has ended. A call, an alarm or a run of the same number is over
as soon as it is there, and a person has to go and look all the same.
"""

WORDS = sentences(AlertKind)


def tile_alerts(floor: Floor) -> dict[str, list[TileAlert]]:
    """The open alerts at each table and its terminals, the gravest first, then the oldest."""
    found: dict[str, list[TileAlert]] = {}
    for alert in floor.alerts.open.values():
        table = table_at(floor, alert.place)
        if table is not None:
            found.setdefault(table.name, []).append(_line(alert))
    for alerts in found.values():
        alerts.sort(key=lambda alert: (-alert.gravity, alert.since_ms, alert.number))
    return found


def _line(alert: Alert) -> TileAlert:
    kind = alert.kind
    # What has only to be taken note of must not hide what still waits.
    gravity = TO_KNOW if alert.ended_at_ms is not None and kind in SETTLED else GRAVITY[kind]
    return TileAlert(
        number=alert.number,
        kind=kind.value,
        words=WORDS[kind.value],
        place=alert.place,
        since_ms=alert.since_ms,
        gravity=gravity,
    )
