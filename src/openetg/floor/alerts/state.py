"""What the floor remembers of alerts: those not acknowledged yet, the last ones acknowledged, and those whose cause
lasts.

Only `apply` changes it. An alert is never taken away but by a named person; when its cause ends, that is noted on it
and it stays.
"""

from __future__ import annotations

from enum import Enum

from msgspec import Struct

from openetg.floor.core.command import Private

ACKNOWLEDGED_KEPT = 64
"""How many acknowledged alerts are kept to be shown, besides those whose cause lasts; the journal has them all."""
SAID_KEPT = 8
"""How many different things that were said while an alert was open are kept with it, the newest last."""
FLOOR = "/floor"
"""The place of what belongs to no table and no terminal; no table or terminal may be called that."""


class AlertKind(Enum):
    """What a person is to know of. Names are in the state and on the wire: never renamed, never reused.

    Below each stands what is shown to a person.
    """

    # The device of a table.
    DEVICE_FAULT = "device-fault"
    """the device of the table reported a fault"""
    DEVICE_OFFLINE = "device-offline"
    """the line to a device is lost"""
    DEVICE_OUT = "device-out"
    """the device of the table was taken out of service"""
    DIRECTION_UNCHANGED = "direction-unchanged"
    """the wheel turned the same way as in the spin before"""
    SPEED_OUT_OF_BAND = "speed-out-of-band"
    """the wheel turned faster or slower than it should"""
    IMPROBABLE_REPEAT = "improbable-repeat"
    """the same outcome repeats more often than chance explains"""
    DISPLAY_MISMATCH = "display-mismatch"
    """the winning-number display shows another outcome than is on record"""
    # A round.
    ROUND_HELD = "round-held"
    """a round is held until a person has decided"""
    ROUND_VOID = "round-void"
    """a round is void"""
    IRREGULAR_SPIN = "irregular-spin"
    """the signals ask for a no spin"""
    NUMBER_MISMATCH = "number-mismatch"
    """a person and the device say two numbers for one spin"""
    IRREGULAR_CLOSE = "irregular-close"
    """the system had to close the bets because the dealer had not"""
    # A terminal.
    TERMINAL_FAULT = "terminal-fault"
    """a terminal shows an error message"""
    TERMINAL_OFFLINE = "terminal-offline"
    """the line to a terminal is lost"""
    CASE_WAITING = "case-waiting"
    """a case about a terminal waits for a person"""
    METER_MISMATCH = "meter-mismatch"
    """a terminal shows another credit than the books hold"""
    METER_LOCKED = "meter-locked"
    """a terminal was paired anew with a player's money on it"""
    SCREEN_MISMATCH = "screen-mismatch"
    """a terminal shows other wagers than are on record"""
    ANNOUNCEMENT_UNSHOWN = "announcement-unshown"
    """a connected terminal does not acknowledge that it shows 'no more bets'"""
    SERVICE_NOTICE = "service-notice"
    """a terminal asks for service"""
    PLAYER_CALL = "player-call"
    """a player reported a fault"""
    ATTENDANT_CALL = "attendant-call"
    """a player called for an attendant"""
    PAYOUT_CALL = "payout-call"
    """a player asks to be paid by hand"""
    # Its printer and acceptor.
    PAPER_LOW = "paper-low"
    """a printer is low on paper"""
    PAPER_OUT = "paper-out"
    """a printer has no paper"""
    PRINTER_FAULT = "printer-fault"
    """a printer does not work"""
    ACCEPTOR_FAULT = "acceptor-fault"
    """a note acceptor does not work"""
    TICKET_FAILED = "ticket-failed"
    """a ticket was not printed; its money went back to the meter"""
    NOTE_LOST = "note-lost"
    """nobody knows where a note is that was let in"""
    # Security.
    DOOR = "door"
    """a door was opened while nobody was on duty there"""
    TILT = "tilt"
    """a terminal or device was tilted or moved"""
    TAMPER = "tamper"
    """somebody tampered with a device"""
    ACCEPTOR_CHEAT = "acceptor-cheat"
    """a note acceptor suspects a trick"""
    UNKNOWN_CLIENT = "unknown-client"
    """something unknown tried to speak to the floor"""
    GUESSING = "guessing"
    """somebody presents wrong ticket numbers one after the other"""
    BABBLING = "babbling"
    """a device, a terminal or a person asks for the same thing again and again"""
    LOGIN_LOCKED = "login-locked"
    """too many wrong passwords for one person"""
    ACCOUNT_CHANGED = "account-changed"
    """somebody changed the account of a person"""
    # The cage.
    DRAWER_DIFFERS = "drawer-differs"
    """the cash in a drawer is not what the books say"""
    # Jackpots.
    JACKPOT_WON = "jackpot-won"
    """a terminal has won a jackpot and waits for a person"""
    JACKPOT_QUESTIONED = "jackpot-questioned"
    """the round that won a jackpot was corrected or is void"""
    JACKPOT_FAULT = "jackpot-fault"
    """the display or controller of a jackpot does not work"""
    JACKPOT_LINK_LOST = "jackpot-link-lost"
    """a table or terminal has lost its link to a jackpot and does not play for it"""
    # Promotions.
    PROMOTION_FILING_NEAR = "promotion-filing-near"
    """terms have yet to be filed, and the time for it is nearly over"""
    PROMOTION_FILING_OVERDUE = "promotion-filing-overdue"
    """terms were not filed in time for the promotion to start when they say"""
    PROMOTION_DRAW_NEAR = "promotion-draw-near"
    """a draw has yet to be held, and the time for it is nearly over"""
    PROMOTION_DRAW_OVERDUE = "promotion-draw-overdue"
    """a draw was not held in the time that the terms name"""
    PROMOTION_NOTICE_NEAR = "promotion-notice-near"
    """the winner of a prize has yet to be told, and the time for it is nearly over"""
    PROMOTION_NOTICE_OVERDUE = "promotion-notice-overdue"
    """the winner of a prize was not told in time"""
    PROMOTION_RESULTS_OVERDUE = "promotion-results-overdue"
    """the results of a draw have not been published"""
    # People who wait, and the machine.
    DISPUTE_WAITING = "dispute-waiting"
    """a dispute waits for a person"""
    MACHINE_FAULT = "machine-fault"
    """the floor's own machine is not as it should be"""
    RESTARTED = "restarted"
    """the floor has started again without having been stopped"""


CALLS = {"fault": AlertKind.PLAYER_CALL, "attendant": AlertKind.ATTENDANT_CALL, "payout": AlertKind.PAYOUT_CALL}
"""What a player may call staff for, and the alert that it raises."""


class Acknowledgement(Struct, frozen=True):
    """Who took note of an alert, when, and what they said."""

    role: str
    person: str
    words: Private
    at_ms: int


class Alert(Struct):
    """Something a person is to know of, until one has said that they do."""

    number: int
    kind: AlertKind
    place: str
    """A table, a terminal, `/machine` or `/floor`."""
    device: str
    """The device or part it is about, where there are several: `printer/T1`, `kiosk/K1`, `disk`."""
    entry: int
    """The entry of the journal that raised it."""
    since_ms: int
    last_ms: int
    """When it was last seen."""
    count: int = 1
    """How often it was seen while it was open."""
    said: list[str] = []
    """Codes, causes or outcomes that came with it."""
    clause: str = ""
    ended_at_ms: int | None = None
    """When its cause ended; None while it lasts. What happens in a moment has ended at once."""
    acknowledged: Acknowledgement | None = None
    person: str = ""
    """Whose account it is about: that person takes note of it."""
    by: list[str] = []
    """The people who brought it about: none of them may acknowledge it, under any name."""


class Launch(Struct, frozen=True):
    """How the rotor of an automatic wheel turned in a round."""

    round: int
    rotor: str


class Alerts(Struct):
    """Everything on record about alerts."""

    raised: int = 0
    """How many there have been: the number of the newest."""
    open: dict[int, Alert] = {}
    """By number, oldest first; those not acknowledged yet."""
    acknowledged: dict[int, Alert] = {}
    """By number, in the order in which they were acknowledged."""
    standing: dict[str, int] = {}
    """By kind and place, the open alert: the same at the same place is counted on it."""
    lasting: dict[str, list[int]] = {}
    """By kind and place, the alerts whose cause lasts, acknowledged or not."""
    launches: dict[str, Launch] = {}
    """By table with an automatic wheel, its last launch."""


def key_of(kind: AlertKind, where: str) -> str:
    """What makes two alerts the same: their kind, and the device or place they are about."""
    return f"{kind.value} {where}"


FINE = "_FINE"
"""How the code ends by which a device says that it is in order again."""
MENDED = {
    "PAPER_FINE": (AlertKind.PAPER_LOW, AlertKind.PAPER_OUT),
    "PRINTER_FINE": (AlertKind.PRINTER_FAULT,),
    "ACCEPTOR_FINE": (AlertKind.ACCEPTOR_FAULT,),
}
"""What a device in order again puts an end to."""
SERVICE = {
    "PAPER_LOW": AlertKind.PAPER_LOW,
    "PAPER_OUT": AlertKind.PAPER_OUT,
    "NOTE_LOST": AlertKind.NOTE_LOST,
}


def _plain(code: str) -> str:
    return code.upper().replace("-", "_")


def is_mended(code: str) -> bool:
    """Whether a service notice says that something is in order again."""
    return _plain(code).endswith(FINE)


def mended_by(code: str) -> tuple[AlertKind, ...]:
    """What such a notice puts an end to."""
    return MENDED.get(_plain(code), ())


def service_kind(code: str) -> AlertKind:
    """What a service notice is about, by the codes that the desk puts on record."""
    code = _plain(code)
    if code in SERVICE:
        return SERVICE[code]
    if code.startswith("PRINTER_"):
        return AlertKind.PRINTER_FAULT
    return AlertKind.ACCEPTOR_FAULT if code.startswith("ACCEPTOR_") else AlertKind.SERVICE_NOTICE
