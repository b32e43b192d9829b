"""What a request about a prize may say, what the server adds to it, and which of them wait for a second person."""

from __future__ import annotations

import pytest

from openetg.floor import commands as ask
from openetg.floor.core.ledger import Transfer, award_of, pool_of
from openetg.floor.core.refusals import Refusal
from openetg.money import cents
from openetg.server.acts.acts import admit, asked_fields
from openetg.server.acts.second_person import SecondRules, Seconds
from tests.unit.server.acts.matrix import AWARD, JACKPOT, TABLE, TERMINAL, line_to, situation

SUPERVISOR = ("electronic_gaming_supervisor", "electronic_gaming_supervisor-1")
OPERATOR = ("casino_operator", "casino_operator-1")


def test_the_number_of_the_paper_is_drawn_by_the_server() -> None:
    assert asked_fields(ask.PaperAward) == ("award", "paper")
    line = line_to(situation("novo-unity", "live"))
    admitted = admit(line, SUPERVISOR[1], ask.PaperAward, {"award": AWARD})
    assert not isinstance(admitted, Refusal)
    assert isinstance(admitted.command, ask.PaperAward)
    assert admitted.command.ticket
    assert admitted.command.ticket != AWARD
    assert isinstance(admitted.verdict, tuple)


@pytest.mark.parametrize(
    "act",
    [
        ask.CreditAward(TERMINAL, AWARD, *SUPERVISOR),
        ask.PaperAward(*SUPERVISOR, AWARD, ticket="K2"),
        ask.UpholdAward(*OPERATOR, AWARD, stands=False, why="why"),
        ask.AdjustJackpot(*OPERATOR, JACKPOT, cents(1), "why", award=AWARD),
        ask.AdjustJackpot(*OPERATOR, JACKPOT, cents(1_000_000), "why", "main"),
        ask.DecommissionJackpot(*OPERATOR, JACKPOT, "moon", {"main": "main"}, "why"),
    ],
    ids=lambda act: type(act).__name__,
)
def test_what_moves_much_waits_for_a_second_person(act: ask.AnyCommand) -> None:
    floor = situation("novo-unity", "live")
    much = cents(600_000)
    floor.jackpots.awards[AWARD].amount = much
    bank = f"bank/{TABLE}"
    floor.ledger.post((Transfer(bank, award_of(AWARD), much), Transfer(bank, pool_of(JACKPOT, "main"), cents(499_000))))
    little = isinstance(act, ask.DecommissionJackpot)
    assert Seconds(SecondRules()).wants(floor, act) is not little
    assert Seconds(SecondRules(above=cents(400_000))).wants(floor, act)
    assert not Seconds(SecondRules(above=cents(700_000))).wants(floor, act)
