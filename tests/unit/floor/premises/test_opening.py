"""Everything must be there before a table opens, and before every round."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from msgspec.structs import replace

from openetg.floor import commands as ask
from openetg.floor.cloth.seat_views import seat_table_view
from openetg.floor.commands import AnyCommand
from openetg.floor.core.refusals import PRECEDENCE, Reason, Refusal
from openetg.floor.events import DealerSignedOn, HoursSet, RoundOpened, RoundSettled, TableOpened
from openetg.floor.premises.opening import devices_of
from openetg.floor.rounds.views import TableView, table_view
from openetg.floor.state import Table
from openetg.money import cents
from openetg.rulebook.schema.policies import Closer
from tests.marks import clause
from tests.one_table import START_MS, TABLE
from tests.sites import book_of, open_site, refused, site, steps, without

DEALER = ("dealer", f"dealer-{TABLE}")


@clause("ministar", "2.5", "2.5.2")
def test_ministar_a_table_opens_with_one_terminal_and_not_with_none() -> None:
    play = site("ministar", terminals=())
    refused(play.give(ask.OpenTable(TABLE)), Reason.TOO_FEW_TERMINALS, "2.5.2", terminals=0, needed=1)
    play.give_all(ask.RegisterTerminal("t1", TABLE, (cents(500),), "s", "p"), ask.OpenTable(TABLE))
    stranger = play.give(ask.PlaceWager("t9", TABLE, "red", cents(500)))
    refused(stranger, Reason.UNKNOWN_TERMINAL)


@clause("interblock", "2.1", "2.2", "1.1.game_hardware")
@pytest.mark.parametrize(("kind", "cited"), [("roulette", "2.1"), ("sic-bo", "2.2")])
def test_interblock_a_table_opens_with_two_terminals(kind: str, cited: str) -> None:
    play = site("interblock", kind, terminals=("t1",))
    refused(play.give(ask.OpenTable(TABLE)), Reason.TOO_FEW_TERMINALS, cited, terminals=1, needed=2)
    play.give_all(ask.RegisterTerminal("t2", TABLE, (cents(500),), "s", "p"), ask.OpenTable(TABLE))


@clause("ministar", "1.1.game-hardware")
@clause("interblock", "1.1.game_hardware")
@pytest.mark.parametrize(("name", "cited"), [("ministar", "1.1.game-hardware"), ("interblock", "1.1.game_hardware")])
def test_without_any_printer_no_table_opens(name: str, cited: str) -> None:
    play = site(name, change=lambda step: replace(step, printer="") if isinstance(step, ask.RegisterTerminal) else step)
    refused(play.give(ask.OpenTable(TABLE)), Reason.EQUIPMENT_MISSING, cited, part="printer")


@clause("ministar", "2.5", "2.5.3")
def test_ministar_terminals_that_are_out_of_service_do_not_count() -> None:
    play = site("ministar", change=_without_stacker)
    refused(play.give(ask.OpenTable(TABLE)), Reason.TOO_FEW_TERMINALS, "2.5.3", terminals=0, needed=1)


def _without_stacker(step: AnyCommand) -> AnyCommand:
    return replace(step, stacker="") if isinstance(step, ask.RegisterTerminal) else step


@clause("interblock", "1.1.game_hardware")
def test_interblock_an_open_table_plays_on_with_one_terminal_in_service() -> None:
    play = open_site("interblock")
    for name in ("t2", "t3"):
        play.give_all(ask.RecordEquipment(TABLE, "printer", "", terminal=name))
    play.say("launch opposite \n drop \n rest 17")
    assert play.events(RoundOpened)


@clause("ministar", "1.1.game-hardware")
@clause("interblock", "1.1.game_hardware")
@pytest.mark.parametrize("name", ["ministar", "interblock"])
def test_an_inspector_reads_the_inventory(name: str) -> None:
    play = site(name)
    every = {"wheel", "t1", "t1/stacker", "t1/printer", "t2", "t2/stacker", "t2/printer"}
    assert every <= set(dict(devices_of(play.floor, play.table)))


@clause("ministar", "2.5.1", "2.5.5")
@clause("interblock", "2.3", "2.3.1")
@pytest.mark.parametrize("name", ["ministar", "interblock"])
def test_no_round_opens_until_the_wheel_was_heard_by_this_writer(name: str) -> None:
    play = site(name)
    play.give_all(ask.OpenTable(TABLE))
    assert not play.events(RoundOpened)
    play.give_all(ask.ReportReady(TABLE))
    assert play.events(RoundOpened)
    play.say("launch opposite \n close sensor")
    play.restart()
    play.give_all(ask.RecordOutcome(TABLE, play.round.spin, "17"))
    assert play.events(RoundSettled)
    assert not play.events(RoundOpened)


@clause("money-wheel", "9.1")
def test_money_wheel_rounds_open_within_the_hours_and_end_when_they_end() -> None:
    play = site("money-wheel", change=without(ask.SetHours))
    refused(play.give(ask.OpenTable(TABLE)), Reason.OUTSIDE_HOURS, "9.1")
    first, last = START_MS + 1_000, START_MS + 5_000
    play.give_all(ask.SetHours(TABLE, ((first, last),)))
    assert play.event(HoursSet).clause == "9.1"
    play.at_ms = first - 1
    refused(play.give(ask.OpenTable(TABLE)), Reason.OUTSIDE_HOURS, "9.1")
    play.at_ms = first
    play.give_all(ask.OpenTable(TABLE), ask.ReportReady(TABLE), ask.OpenRound(*DEALER, TABLE))
    play.at_ms = last
    play.give_all(ask.CloseWagers(TABLE, Closer.DEALER, None, *DEALER), ask.ReportLaunch(TABLE, play.round.spin))
    play.give_all(ask.RecordOutcome(TABLE, play.round.spin, "a", 5))
    assert play.round.phase.value == "SETTLED"
    refused(play.give(ask.OpenRound(*DEALER, TABLE)), Reason.OUTSIDE_HOURS, "9.1")


def test_hours_are_spans_and_only_where_the_rules_know_them() -> None:
    play = site("money-wheel")
    refused(play.give(ask.SetHours(TABLE, ((5, 5),))), Reason.NOT_A_DAY, "9.1")
    refused(play.give(ask.SetHours("Z", ())), Reason.UNKNOWN_TABLE)
    refused(site("ministar").give(ask.SetHours(TABLE, ((0, 1),))), Reason.NOT_IN_RULEBOOK)


LIVE = [("novo-unity", "live", "1.1:dealer"), ("adelaide", "live", "9(b)"), ("money-wheel", "live", "A:dealer")]


@clause("novo-unity", "1.1:dealer", "1.1:live_roulette_wheel")
@clause("adelaide", "5.6(a)")
@clause("money-wheel", "A:dealer")
@pytest.mark.parametrize(("name", "kind", "cited"), LIVE)
def test_a_table_that_a_dealer_runs_opens_with_one_signed_on(name: str, kind: str, cited: str) -> None:
    play = site(name, kind, without(ask.SignOn))
    refused(play.give(ask.OpenTable(TABLE)), Reason.NO_DEALER, cited)
    play.give_all(ask.SignOn("dealer", "ann", TABLE), ask.OpenTable(TABLE))
    assert play.table.dealer == "ann"


@clause("novo-unity", "1.1:dealer")
@clause("money-wheel", "A:dealer")
@pytest.mark.parametrize(("name", "kind", "cited"), LIVE)
def test_a_dealer_is_at_one_table_at_a_time(name: str, kind: str, cited: str) -> None:
    play = open_site(name, kind)
    wishes = steps(book_of(name), kind, table="B", terminals=("u1", "u2"), adopted=True)
    play.give_all(*(wish for wish in wishes if not isinstance(wish, ask.SignOn)))
    refused(play.give(ask.SignOn(*DEALER, "B")), Reason.ALREADY_THERE, cited, table=TABLE)
    play.give_all(ask.SignOff(*DEALER, TABLE), ask.SignOn(*DEALER, "B"), ask.OpenTable("B"))
    refused(play.give(ask.SignOff(*DEALER, TABLE)), Reason.NOT_SIGNED_ON, book_of(name).powers["run_round"].clause)


@clause("novo-unity", "1.1:live_roulette_wheel", "1.1:dealer")
def test_novo_unity_a_live_table_waits_for_its_dealer_between_rounds() -> None:
    play = open_site("novo-unity", "live")
    play.give_all(ask.ReportLaunch(TABLE, play.round.spin), ask.CloseWagers(TABLE, Closer.SENSOR, play.round.spin))
    play.give_all(ask.RecordOutcome(TABLE, play.round.spin, "17", 5), ask.SignOff(*DEALER, TABLE))
    confirm = ask.ConfirmOutcome(*DEALER, TABLE)
    refused(play.give(confirm), Reason.NOT_SIGNED_ON, "1.1:dealer")
    play.give_all(ask.SignOn("dealer", "ann", TABLE))
    assert not play.events(RoundOpened)
    play.give_all(replace(confirm, person="ann"))
    assert play.events(RoundOpened)
    assert play.round.number == 2


@clause("novo-unity", "1.1:live_roulette_wheel")
def test_novo_unity_with_no_dealer_nothing_opens_and_nothing_spins() -> None:
    play = open_site("novo-unity", "live")
    play.give_all(ask.SignOff(*DEALER, TABLE))
    refused(play.give(ask.ReportLaunch(TABLE, play.round.spin)), Reason.NOT_SIGNED_ON, "1.1:dealer")
    idle = site("novo-unity", "live")
    idle.give_all(ask.OpenTable(TABLE, by_hand=True), ask.SignOff(*DEALER, TABLE), ask.ReportReady(TABLE))
    refused(idle.give(ask.OpenRound("", "", TABLE)), Reason.NO_DEALER, "1.1:dealer")


@clause("novo-unity", "1.1:automated_wheel")
def test_novo_unity_an_automated_wheel_knows_no_dealer() -> None:
    play = open_site("novo-unity", "automatic")
    refused(play.give(ask.SignOn("dealer", "ann", TABLE)), Reason.NOT_IN_RULEBOOK, "1.1:automated_wheel")
    before = len(play.entries)
    play.say("launch opposite \n close sensor \n rest 17")
    spoken = [entry[1] + entry[2] for entry in play.entries[before:]]
    assert not any(b"dealer" in each for each in spoken)
    assert play.events(RoundSettled)


def test_a_dealer_opens_the_round_that_had_to_wait() -> None:
    play = open_site("novo-unity", "live")
    play.give_all(ask.ReportLaunch(TABLE, play.round.spin), ask.CloseWagers(TABLE, Closer.SENSOR, play.round.spin))
    play.give_all(ask.ReportUnread(TABLE, play.round.spin), ask.SignOff(*DEALER, TABLE))
    play.give_all(ask.EnterOutcome("casino_supervisor", "sue", TABLE, "17", "seen"))
    assert not play.events(RoundOpened)
    play.give_all(ask.SignOn("dealer", "ann", TABLE))
    assert play.events(RoundOpened)


def test_roles_that_do_not_run_rounds_do_not_sign_on() -> None:
    play = site("money-wheel", change=without(ask.SignOn))
    refused(play.give(ask.SignOn("casino_supervisor", "sue", TABLE)), Reason.NO_POWER, "A:dealer")
    refused(play.give(ask.SignOn("croupier", "sue", TABLE)), Reason.UNKNOWN_ROLE, "A:dealer")
    refused(play.give(ask.SignOn("dealer", "sue", "Z")), Reason.UNKNOWN_TABLE)
    play.give_all(ask.SignOn("dealer", "sue", TABLE))
    assert play.event(DealerSignedOn).person == "sue"


# What is asked for first is said first: the later things are missing too.
STEPS: list[tuple[type[AnyCommand], dict[str, object], Reason]] = [
    (ask.SetEffect, {}, Reason.NOT_IN_EFFECT),
    (ask.RecordApproval, {"thing": "procedures"}, Reason.NOT_APPROVED),
    (ask.RecordEquipment, {"part": "wheel"}, Reason.EQUIPMENT_MISSING),
    (ask.SetHours, {}, Reason.OUTSIDE_HOURS),
    (ask.SignOn, {}, Reason.NO_DEALER),
]


@pytest.mark.parametrize("first", range(len(STEPS)))
def test_of_all_that_is_missing_the_first_is_named(first: int) -> None:
    left_out = STEPS[first:]

    def change(step: Any) -> Any:
        for kind, fields, _ in left_out:
            if type(step) is kind and all(getattr(step, name) == value for name, value in fields.items()):
                return None
        return step

    verdict = site("money-wheel", change=change).give(ask.OpenTable(TABLE))
    assert isinstance(verdict, Refusal)
    assert verdict.reason is STEPS[first][2]


def test_what_is_asked_for_before_a_table_opens_has_the_order_of_its_reasons() -> None:
    named = [Reason.TABLE_NOT_OPEN, Reason.NOT_IN_EFFECT, Reason.SUPERSEDED, Reason.NOT_APPROVED]
    named += [Reason.EQUIPMENT_MISSING, Reason.TOO_FEW_TERMINALS, Reason.OUTSIDE_HOURS, Reason.NO_DEALER]
    assert sorted(named, key=PRECEDENCE.__getitem__) == named


@pytest.mark.parametrize("name", ["ministar", "interblock", "novo-unity", "adelaide", "money-wheel"])
def test_a_table_in_order_opens_whatever_its_rulebook(name: str) -> None:
    for kind in book_of(name).tables:
        play = site(name, kind)
        play.give_all(ask.OpenTable(TABLE))
        assert play.events(TableOpened)


@clause("money-wheel", "3.1", "3.3")
@clause("ministar", "3.1")
@clause("interblock", "4.1")
@clause("adelaide", "6(k)", "7(c)i")
@pytest.mark.parametrize(
    ("name", "kind", "cloth", "figure", "cited"),
    [
        ("money-wheel", "live", True, "min", "3.1"),
        ("money-wheel", "live", True, "max", "3.1"),
        ("money-wheel", "live", True, "step", "3.3"),
        ("ministar", "electronic", False, "min", "3.1"),
        ("ministar", "electronic", False, "max", "3.1"),
        ("interblock", "roulette", False, "min", "4.1"),
        ("interblock", "sic-bo", False, "max", "4.1"),
        ("adelaide", "live", False, "min", "7(c)i"),
        ("adelaide", "live", False, "max", "7(c)i"),
        ("adelaide", "live", True, "min", "6(k)"),
    ],
)
def test_a_table_does_not_open_without_the_figures_that_must_be_displayed(
    name: str, kind: str, cloth: bool, figure: str, cited: str
) -> None:
    unsigned = site(name, kind, change=lambda step: None if _is_sign(step, cloth=cloth) else step)
    refusal = unsigned.give(ask.OpenTable(TABLE))
    assert isinstance(refusal, Refusal)
    assert refusal.reason is Reason.NO_SIGN
    whole = ask.Sign(min=cents(100), max=cents(5_000), step=cents(100))
    lacking = ask.SetLimits(TABLE, {"any": replace(whole, **{figure: None})}, cloth=cloth)
    refused(unsigned.give(lacking), Reason.NO_SIGN, cited, kind="any", figure=figure)
    unsigned.give_all(ask.SetLimits(TABLE, {"any": whole}, cloth=cloth), ask.OpenTable(TABLE))
    refused(unsigned.give(lacking), Reason.NO_SIGN, cited, kind="any", figure=figure)


@clause("money-wheel", "3.1", "3.3")
@clause("ministar", "3.1")
@clause("interblock", "4.1")
@clause("adelaide", "6(k)", "7(c)i")
@pytest.mark.parametrize(
    ("name", "kind", "view"),
    [
        ("money-wheel", "live", seat_table_view),
        ("adelaide", "live", seat_table_view),
        ("adelaide", "live", table_view),
        ("ministar", "electronic", table_view),
        ("interblock", "roulette", table_view),
    ],
)
def test_the_figures_are_displayed_from_the_opening_of_the_table_not_only_from_its_first_round(
    name: str, kind: str, view: Callable[[Table], TableView]
) -> None:
    play = site(name, kind)
    play.give_all(ask.OpenTable(TABLE, by_hand=True))
    assert play.table.round is None
    (shown,) = (limit for limit in view(play.table).limits if limit.kind == "any")
    assert shown.min is not None
    assert shown.max is not None
    if name == "money-wheel":
        assert shown.step is not None or shown.multiples


def _is_sign(step: AnyCommand, *, cloth: bool) -> bool:
    return isinstance(step, ask.SetLimits) and step.cloth is cloth


@clause("ministar", "3.1")
def test_every_wager_has_its_figures_on_the_sign() -> None:
    play = site("ministar", change=lambda step: None if _is_sign(step, cloth=False) else step)
    some = ask.SetLimits(TABLE, {"straight": ask.Sign(min=cents(100), max=cents(5_000))})
    refused(play.give(some), Reason.NO_SIGN, "3.1", kind="split")


def test_where_no_rule_wants_a_sign_a_table_opens_without_one() -> None:
    play = site("novo-unity", "automatic")
    assert not play.table.limits
    play.give_all(ask.OpenTable(TABLE))
