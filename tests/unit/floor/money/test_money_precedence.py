"""Of two things that are wrong with a money command, the earlier reason is given."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from openetg.floor import commands as ask
from openetg.floor.commands import AnyCommand
from openetg.money import cents
from tests.precedence import Change, check_order

MONEY = """
    rulebook ministar roulette
    note T1 50.00
    collect T1 as K1
    note T1 50.00
    collect T1 as V1 paper=voucher
    note T1 50.00
    collect T1 as H1
    hold casino_operator H1 "why"
    note T1 20.00
    collect T1 as D1
    ask-identity cashier D1
    delay cashier D1 for 1h "why"
    note T1 20.00
    collect T1 as R1
    redeem R1
    note T1 50.00
    transfer T1 5.00 id=X1
    pay-by-hand cashier T1 5.00
    pay-by-hand cashier T1 5.00
    sign cashier T1 form=F1
    note T2 20.00
    report-meter T2 21.00
"""
DRAWERS = MONEY + 'ask {"type": "RequireDrawers", "required": true}\n'
PLAYED = MONEY + "bets\nplace T1 red 5.00\n"
REDEEM = ask.RedeemPaper("cashier", "ann", "K1")
INSERT = ask.InsertTicket("T1", "K1")
COLLECT = ask.Collect("T1", "K9")
TRANSFER = ask.TransferCredit("T1", "X9", cents(100))
BY_HAND = ask.OrderManualPayout("cashier", "ann", "T1", cents(100))
SIGN = ask.SignManualPayout("cashier", "ann", "payout-1", "F1")
WITHHOLD = ask.Withhold("casino_operator", "ann", "T1", cents(100), "why")
HOLD = ask.HoldPaper("casino_operator", "ann", "K1", "why")
RELEASE = ask.Release("casino_operator", "ann", "H1", why="why")
DELAY = ask.AgreeDelay("cashier", "ann", "K1", 2_000_000_000_000, "why")
UNKNOWN_ROLE, NO_POWER = {"role": "nobody"}, {"role": "inspector"}
NOTHING, MUCH = {"amount": cents(0)}, {"amount": cents(10**9)}

PAIRS: list[tuple[str, AnyCommand, Change, Change]] = [
    (MONEY, REDEEM, UNKNOWN_ROLE, {"ticket": "R1"}),
    (MONEY, REDEEM, NO_POWER, {"ticket": "H1"}),
    (MONEY, REDEEM, NO_POWER, {"ticket": "D1"}),
    (MONEY, REDEEM, {"role": "ticket_machine", "paid": "cheque"}, {"ticket": "V1", "role": "ticket_machine"}),
    (MONEY, INSERT, {"terminal": "T9"}, {"ticket": "R1"}),
    (MONEY, INSERT, {"terminal": "T2"}, {"ticket": "V1"}),
    (MONEY, INSERT, {"terminal": "T2"}, {"ticket": "H1"}),
    (MONEY, COLLECT, {"terminal": "T9"}, {"ticket": "K1"}),
    (MONEY, COLLECT, {"ticket": ""}, {"terminal": "T2"}),
    (MONEY, COLLECT, {"ticket": "K1"}, {"terminal": "T2"}),
    (MONEY, COLLECT, {"terminal": "T2"}, MUCH),
    (PLAYED, COLLECT, {"ticket": "K1"}, {}),
    (PLAYED, COLLECT, NOTHING, {}),
    (PLAYED, COLLECT, MUCH, {}),
    (PLAYED, COLLECT, {"amount": cents(100)}, {}),
    (MONEY, TRANSFER, {"terminal": "T9"}, UNKNOWN_ROLE),
    (MONEY, TRANSFER, UNKNOWN_ROLE, NOTHING),
    (MONEY, TRANSFER, NO_POWER, {"transfer": "X1"}),
    (MONEY, TRANSFER, {"transfer": " "}, {"terminal": "T2"}),
    (MONEY, TRANSFER, {"terminal": "T2"}, NOTHING),
    (MONEY, BY_HAND, {"terminal": "T9"}, NO_POWER),
    (MONEY, BY_HAND, NO_POWER, MUCH),
    (MONEY, BY_HAND, {"terminal": "T2"}, MUCH),
    (PLAYED, BY_HAND, NOTHING, {}),
    (MONEY, SIGN, NO_POWER, {"signature": ""}),
    (MONEY, SIGN, {"payout": "payout-2"}, {"signature": ""}),
    (DRAWERS, REDEEM, NO_POWER, {}),
    (DRAWERS, REDEEM, {"ticket": "R1"}, {}),
    (DRAWERS, replace(SIGN, asked="cheque"), {"asked": "cash"}, {"signature": ""}),
    (MONEY, WITHHOLD, {"terminal": "T9"}, NO_POWER),
    (MONEY, WITHHOLD, NO_POWER, {"why": ""}),
    (MONEY, WITHHOLD, {"why": ""}, NOTHING),
    (MONEY, HOLD, NO_POWER, {"why": ""}),
    (MONEY, HOLD, {"why": ""}, {"ticket": "H1"}),
    (MONEY, RELEASE, {"by_hand": True}, NO_POWER),
    (MONEY, RELEASE, NO_POWER, {"why": ""}),
    (MONEY, RELEASE, {"why": ""}, {"what": "K1"}),
    (MONEY, DELAY, NO_POWER, {"why": ""}),
    (MONEY, DELAY, {"why": ""}, {"until_ms": 0}),
    (MONEY, DELAY, {"ticket": "R1"}, {"until_ms": 0}),
    (MONEY, DELAY, {"ticket": "H1"}, {"until_ms": 0}),
]


@pytest.mark.parametrize(("before", "command", "earlier", "later"), PAIRS)
def test_of_two_reasons_the_earlier_is_given(before: str, command: AnyCommand, earlier: Change, later: Change) -> None:
    check_order(before, command, earlier, later)
