"""Which events of the floor are told to whom: to all at a table, to one terminal, to those who play for a jackpot.

Tables only; `exchange` reads them after each commit.
"""

from __future__ import annotations

from typing import get_args

from openetg.floor import events

NOT_FOR_PLAYERS: frozenset[type] = frozenset(
    {
        events.DeviceReady,
        events.DeviceFaulted,
        events.SignalShown,
        events.CloseAnnounced,
        events.AnnouncementShown,
        events.OutcomeRegistered,
        events.OutcomeIgnored,
        events.WagersReturned,
    }
)
"""Events of a round that change nothing on the screens of the table."""
TABLE_EVENTS: frozenset[type] = frozenset(get_args(events.RoundEvent)) - NOT_FOR_PLAYERS | {
    events.LimitsSet,
    events.OutcomeCorrected,
}
"""Events all guests at the table are told of."""

WHY: dict[type, str] = {
    events.NoteCredited: "note",
    events.WagerPlaced: "",
    events.WagersTakenBack: "taken_back",
    events.WagerMoved: "moved",
    events.WagersUndone: "undone",
    events.TicketOrdered: "ticket_ordered",
    events.TicketIssued: "ticket_issued",
    events.TicketFailed: "ticket_failed",
    events.WagersReturned: "returned",
    events.TicketInserted: "ticket",
    events.CreditTransferred: "transfer",
    events.RoundVoided: "void",
    events.WagersVoided: "wagers_void",
    events.OutcomeCorrected: "corrected",
    events.CaseOpened: "held",
    events.MoneyWithheld: "withheld",
    events.HoldingReleased: "released",
    events.PlayerReported: "called",
    events.AlertAcknowledged: "noted",
    events.PlayerTold: "told",
    events.BoundsSet: "bound",
    events.JackpotWon: "jackpot",
    events.JackpotCleared: "jackpot_cleared",
    events.AwardCredited: "jackpot_credited",
    events.AwardPapered: "jackpot_papered",
}
"""Events of one terminal, in the words of the wire."""
WHO_PLAYS: frozenset[type] = frozenset(
    {
        events.JackpotSetUp,
        events.JackpotChanged,
        events.LevelBegan,
        events.JackpotLinkReported,
        events.JackpotFaultDeclared,
        events.JackpotFaultEnded,
        events.JackpotDecommissioned,
    }
)
"""Events after which terminals may play for something else than before."""
JACKPOT_EVENTS: frozenset[type] = frozenset(get_args(events.JackpotEvent)) - {events.RunNoted}
"""Events that change what is shown of a jackpot, at all of its tables."""
