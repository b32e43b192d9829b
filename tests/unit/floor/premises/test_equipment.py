"""The equipment register: balls, wheels, chips, and the devices of each terminal."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from openetg.floor import commands as ask
from openetg.floor.commands import AnyCommand
from openetg.floor.core.refusals import Reason
from openetg.floor.events import ConfigurationSet, EquipmentRecorded, OutcomeRecorded, RoundHeld, RoundVoided
from openetg.floor.premises.opening import devices_of
from openetg.money import cents
from openetg.rulebook.schema.policies import Closer
from tests.marks import clause
from tests.one_table import TABLE, Play
from tests.sites import NUMBERS, SEGMENTS, Change, book_of, open_site, refused, site, steps, who_may, without

RED = {str(number) for number in (1, 3, 5, 7, 9, 12, 14, 16, 18, 19, 21, 23, 25, 27, 30, 32, 34, 36)}
BALL = ask.RecordEquipment(TABLE, "ball", "a ball", {"diameter": 180}, person="ann")
WHEEL = ask.RecordEquipment(TABLE, "wheel", f"wheel-{TABLE}", order=NUMBERS)


@clause("ministar", "2.2")
@pytest.mark.parametrize(("tenths", "fits"), [(169, False), (170, True), (230, True), (231, False)])
def test_ministar_a_ball_measures_17_to_23_mm(tenths: int, fits: bool) -> None:
    play = site("ministar")
    verdict = play.give(replace(BALL, figures={"diameter": tenths}))
    if not fits:
        refused(verdict, Reason.NOT_FIT, "2.2", diameter=tenths)
        return
    recorded = play.event(EquipmentRecorded)
    assert (recorded.person, recorded.at_ms, recorded.clause) == ("ann", play.at_ms, "2.2")


@clause("adelaide", "9(a)")
@pytest.mark.parametrize(("tenths", "fits"), [(169, False), (170, True), (220, True), (221, False)])
def test_adelaide_a_ball_measures_17_to_22_mm(tenths: int, fits: bool) -> None:
    play = site("adelaide")
    verdict = play.give(replace(BALL, figures={"diameter": tenths}))
    if not fits:
        refused(verdict, Reason.NOT_FIT, "9(a)", diameter=tenths)
        return
    assert play.event(EquipmentRecorded).clause == "9(a)"


@clause("ministar", "2.2")
@clause("adelaide", "9(a)")
@pytest.mark.parametrize(("name", "cited"), [("ministar", "2.2"), ("adelaide", "9(a)")])
def test_a_ball_has_no_metal_and_is_there(name: str, cited: str) -> None:
    play = site(name, change=without(ask.RecordEquipment, part="ball"))
    refused(play.give(replace(BALL, metal=True)), Reason.NOT_FIT, cited, metal="yes")
    refused(play.give(replace(BALL, figures={})), Reason.NOT_FIT, cited)
    refused(play.give(replace(BALL, serial=" ")), Reason.NOT_FIT, cited)
    refused(play.give(ask.OpenTable(TABLE)), Reason.EQUIPMENT_MISSING, cited, part="ball")
    play.give_all(BALL, ask.OpenTable(TABLE))


@clause("ministar", "2.3", "2.3.1", "2.3.2")
@pytest.mark.parametrize(("figure", "millimetres", "cited"), [("housing", 730, "2.3.1"), ("insert", 560, "2.3.2")])
def test_ministar_a_wheel_has_two_figures_within_their_limits(figure: str, millimetres: int, cited: str) -> None:
    play = site("ministar", change=without(ask.RecordEquipment, part="wheel"))
    figures = {"housing": 7_300, "insert": 5_600}
    too_much = replace(WHEEL, figures=figures | {figure: millimetres * 10 + 1})
    refused(play.give(too_much), Reason.NOT_FIT, cited)
    play.give_all(replace(WHEEL, figures={name: value for name, value in figures.items() if name != figure}))
    refused(play.give(ask.OpenTable(TABLE)), Reason.EQUIPMENT_MISSING, cited, part="wheel", figure=figure)
    play.give_all(replace(WHEEL, figures=figures), ask.OpenTable(TABLE))


@clause("ministar", "2.4.1", "2.4.2", "2.5.1")
def test_ministar_a_wheel_has_37_compartments_in_the_printed_order() -> None:
    play = site("ministar", change=without(ask.RecordEquipment, part="wheel"))
    refused(play.give(ask.OpenTable(TABLE)), Reason.EQUIPMENT_MISSING, "2.5.1", part="wheel")
    wheel = replace(WHEEL, figures={"housing": 7_000, "insert": 5_000})
    swapped = (NUMBERS[1], NUMBERS[0], *NUMBERS[2:])
    refused(play.give(replace(wheel, order=swapped)), Reason.NOT_FIT, "2.4.2")
    refused(play.give(replace(wheel, order=NUMBERS[::-1])), Reason.NOT_FIT, "2.4.2")
    for order in ((), NUMBERS[:-1], (*NUMBERS, "00"), (*NUMBERS[:-1], "37"), (*NUMBERS[:-1], "0")):
        refused(play.give(replace(wheel, order=order)), Reason.NOT_FIT, "2.4.1", compartments=len(order))
    play.give_all(replace(wheel, order=NUMBERS[9:] + NUMBERS[:9]), ask.OpenTable(TABLE))


@clause("ministar", "2.4.1")
def test_ministar_colours_alternate_round_the_wheel_and_another_number_is_no_outcome() -> None:
    layout = book_of("ministar").games.roulette
    assert layout is not None
    red, black = set(str(layout.layout.red).split()), set(str(layout.layout.black).split())
    assert red == RED
    assert red | black | {"0"} == set(NUMBERS)
    assert [row.split() for row in layout.layout.rows] == [
        [str(first), str(first + 1), str(first + 2)] for first in range(1, 37, 3)
    ]
    assert ["red" if number in red else "black" for number in NUMBERS[1:]] == ["red", "black"] * 18
    play = open_site("ministar").say("launch opposite \n close sensor")
    play.give(ask.RecordOutcome(TABLE, play.round.spin, "37"))
    assert play.event(RoundVoided).cause == "unknown-outcome"


@clause("adelaide", "5.2(b)")
def test_adelaide_a_wheel_has_37_compartments_in_the_printed_order() -> None:
    play = site("adelaide", change=without(ask.RecordEquipment, part="wheel"))
    swapped = (*NUMBERS[:5], NUMBERS[6], NUMBERS[5], *NUMBERS[7:])
    refused(play.give(replace(WHEEL, order=(*NUMBERS, "00"))), Reason.NOT_FIT, "5.2(b)", compartments=38)
    refused(play.give(replace(WHEEL, order=swapped)), Reason.NOT_FIT, "1")
    play.give_all(WHEEL, ask.OpenTable(TABLE))
    layout = book_of("adelaide").games.roulette
    assert layout is not None
    assert set(str(layout.layout.red).split()) == RED
    assert set(str(layout.layout.black).split()) == set(NUMBERS) - RED - {"0"}


@clause("interblock", "2.1")
def test_interblock_roulette_has_one_wheel_in_the_printed_order() -> None:
    play = site("interblock", change=without(ask.RecordEquipment, part="wheel"))
    refused(play.give(ask.OpenTable(TABLE)), Reason.EQUIPMENT_MISSING, "2.1", part="wheel")
    refused(play.give(replace(WHEEL, order=NUMBERS[::-1])), Reason.NOT_FIT, "diagram.A")
    refused(play.give(replace(WHEEL, part="tumbler", order=())), Reason.NOT_IN_RULEBOOK, part="tumbler")
    refused(play.give(ask.SignOn("dealer", "ann", TABLE)), Reason.NOT_IN_RULEBOOK, "2.1")
    play.give_all(WHEEL, ask.OpenTable(TABLE))


@clause("interblock", "2.2")
def test_interblock_sic_bo_has_one_tumbler() -> None:
    play = site("interblock", "sic-bo", without(ask.RecordEquipment, part="tumbler"))
    refused(play.give(ask.OpenTable(TABLE)), Reason.EQUIPMENT_MISSING, "2.2", part="tumbler")
    refused(play.give(WHEEL), Reason.NOT_IN_RULEBOOK, part="wheel")
    play.give_all(ask.RecordEquipment(TABLE, "tumbler", "tumbler 1"), ask.OpenTable(TABLE))


@clause("money-wheel", "2.1")
def test_money_wheel_a_wheel_is_large_enough_and_its_segments_are_the_printed_ones() -> None:
    play = site("money-wheel")
    wheel = replace(WHEEL, figures={"diameter": 15_000}, order=SEGMENTS)
    refused(play.give(replace(wheel, figures={"diameter": 14_999})), Reason.NOT_FIT, "2.1", diameter=14_999)
    refused(play.give(replace(wheel, order=SEGMENTS[:-1])), Reason.NOT_FIT, "2.1", segments=51)
    refused(play.give(replace(wheel, order=("b", *SEGMENTS[1:]))), Reason.NOT_FIT, "2.1(a)", symbol="a", segments=23)
    play.give_all(replace(wheel, order=SEGMENTS[::-1]))
    play.give_all(replace(wheel, figures={}))
    refused(play.give(ask.OpenTable(TABLE)), Reason.EQUIPMENT_MISSING, "2.1", figure="diameter")
    play.give_all(wheel, ask.OpenTable(TABLE))


@clause("money-wheel", "A:indicator", "A:wheel")
def test_money_wheel_the_indicator_names_a_segment_of_the_wheel_in_use() -> None:
    play = closed_money_wheel()
    play.give_all(ask.RecordOutcome(TABLE, play.round.spin, "b", 5, segment=24))
    recorded = play.event(OutcomeRecorded)
    assert (recorded.segment, recorded.outcome, recorded.device) == (24, "b", f"wheel-{TABLE}")


@clause("money-wheel", "A:indicator", "A:wheel")
@pytest.mark.parametrize("segment", [25, 53, -1])
def test_money_wheel_a_symbol_that_does_not_stand_there_is_no_outcome(segment: int) -> None:
    play = closed_money_wheel()
    play.give(ask.RecordOutcome(TABLE, play.round.spin, "b", 5, segment=segment))
    assert play.event(RoundVoided).cause == "unknown-outcome"


def closed_money_wheel() -> Play:
    play = open_site("money-wheel")
    dealer = ("dealer", f"dealer-{TABLE}")
    play.give_all(ask.OpenRound(*dealer, TABLE), ask.CloseWagers(TABLE, Closer.DEALER, None, *dealer))
    play.give_all(ask.ReportLaunch(TABLE, play.round.spin))
    return play


@clause("money-wheel", "10.5(c)", "10.5")
def test_money_wheel_no_equipment_changes_inside_a_round_nor_by_a_dealer() -> None:
    play = closed_money_wheel()
    wheel = replace(WHEEL, figures={"diameter": 15_000}, order=SEGMENTS)
    refused(play.give(wheel), Reason.WRONG_PHASE, "10.5(c)")
    by_dealer = replace(wheel, role="dealer", person=f"dealer-{TABLE}")
    refused(play.give(by_dealer), Reason.NO_POWER, "10.5(c)")
    refused(play.give(replace(wheel, role="croupier")), Reason.UNKNOWN_ROLE, "10.5(c)")
    play.give_all(ask.RecordOutcome(TABLE, play.round.spin, "a", 5))
    refused(play.give(by_dealer), Reason.NO_POWER, "10.5(c)")
    able = who_may(play, lambda role, person: replace(wheel, role=role, person=person))
    assert able == {"casino_operator", "casino_supervisor"}
    play.give_all(replace(wheel, role="casino_supervisor", person="sue"))
    assert play.event(EquipmentRecorded).role == "casino_supervisor"


@clause("ministar", "2.2")
def test_ministar_a_ball_is_changed_between_rounds() -> None:
    play = open_site("ministar")
    refused(play.give(BALL), Reason.WRONG_PHASE, "2.2")
    play.give_all(ask.ReportFault(TABLE, "BALL_LOST", play.round.spin), BALL, ask.ReportReady(TABLE))
    assert play.event(ConfigurationSet).devices["ball"] == "a ball"


def second_live_table(emblem: str) -> list[AnyCommand]:
    """Another table of the same rulebook, with chips of that emblem."""
    wishes = steps(book_of("adelaide"), "live", table="B", terminals=("u1", "u2"), adopted=True)
    return [
        replace(wish, emblem=emblem) if isinstance(wish, ask.RecordEquipment) and wish.part == "chips" else wish
        for wish in wishes
    ]


@clause("adelaide", "6(c)")
def test_adelaide_chips_of_one_table_bear_no_emblem_of_another_that_is_open() -> None:
    play = open_site("adelaide")
    wishes = second_live_table("swan")
    play.give_all(*wishes)
    chips = ask.RecordEquipment("B", "chips", "set 2", emblem=f"emblem-{TABLE}")
    refused(play.give(chips), Reason.DEVICE_TAKEN, "6(c)", table=TABLE)
    refused(play.give(replace(chips, emblem="")), Reason.NOT_FIT, "6(c)")
    play.give_all(ask.OpenTable("B"))


@clause("adelaide", "6(c)")
def test_adelaide_a_table_does_not_open_with_the_emblem_of_one_that_is_open() -> None:
    play = site("adelaide")
    play.give_all(*second_live_table(f"emblem-{TABLE}"), ask.OpenTable(TABLE))
    refused(play.give(ask.OpenTable("B")), Reason.DEVICE_TAKEN, "6(c)", table=TABLE)


@clause("adelaide", "5.7(a)")
def test_adelaide_a_stand_alone_table_has_no_chips() -> None:
    play = site("adelaide", "stand-alone")
    chips = ask.RecordEquipment(TABLE, "chips", "set 1", emblem="swan")
    refused(play.give(chips), Reason.NOT_IN_RULEBOOK, part="chips")


def lacking(terminal: str, **devices: str) -> Change:
    """One terminal comes with other devices."""

    def change(step: AnyCommand) -> AnyCommand:
        named = isinstance(step, ask.RegisterTerminal) and step.terminal == terminal
        return replace(step, **devices) if named else step

    return change


@clause("ministar", "2.5", "2.5.3", "2.5.4")
@clause("interblock", "2.3", "2.3.3", "2.3.4")
@pytest.mark.parametrize(
    ("name", "device", "cited"),
    [
        ("ministar", "stacker", "2.5.3"),
        ("ministar", "printer", "2.5.4"),
        ("interblock", "stacker", "2.3.3"),
        ("interblock", "printer", "2.3.4"),
    ],
)
def test_a_terminal_without_a_device_of_its_own_is_out_of_service_and_the_others_play(
    name: str, device: str, cited: str
) -> None:
    play = site(name, change=lacking("t3", **{device: ""}))
    play.give_all(ask.OpenTable(TABLE), ask.ReportReady(TABLE), ask.InsertNote("t1", cents(2_000)))
    refused(play.give(ask.InsertNote("t3", cents(2_000))), Reason.OUT_OF_SERVICE, cited)
    refused(play.give(ask.PlaceWager("t3", TABLE, "red", cents(500))), Reason.OUT_OF_SERVICE, cited)
    play.give_all(ask.PlaceWager("t1", TABLE, "red", cents(500)))
    stopped = {name: terminal.locks.values() for name, terminal in play.floor.terminals.items()}
    assert {name: [lock.clause for lock in locks] for name, locks in stopped.items() if locks} == {"t3": [cited]}
    assert dict(devices_of(play.floor, play.table))[f"t3/{device}"] == ""
    play.give_all(ask.RecordEquipment(TABLE, device, "a new one", terminal="t3"))
    play.give_all(ask.InsertNote("t3", cents(2_000)), ask.PlaceWager("t3", TABLE, "red", cents(500)))


@clause("ministar", "2.5.3", "2.5.4")
@clause("interblock", "2.3.3", "2.3.4")
@pytest.mark.parametrize(
    ("name", "device", "cited"),
    [
        ("ministar", "stacker", "2.5.3"),
        ("ministar", "printer", "2.5.4"),
        ("interblock", "stacker", "2.3.3"),
        ("interblock", "printer", "2.3.4"),
    ],
)
def test_two_terminals_never_share_a_device(name: str, device: str, cited: str) -> None:
    play = site(name)
    fourth = ask.RegisterTerminal("t4", TABLE, (cents(500),), "stacker-t4", "printer-t4")
    refused(play.give(replace(fourth, **{device: f"{device}-t1"})), Reason.DEVICE_TAKEN, cited, terminal="t1")
    shared = ask.RecordEquipment(TABLE, device, f"{device}-t1", terminal="t2")
    refused(play.give(shared), Reason.DEVICE_TAKEN, cited, terminal="t1")
    play.give_all(fourth, ask.RecordEquipment(TABLE, device, "", terminal="t1"), shared)
    refused(play.give(ask.InsertNote("t1", cents(500))), Reason.OUT_OF_SERVICE, cited)


@clause("ministar", "2.5.3")
def test_ministar_a_note_raises_the_meter_of_its_own_terminal_alone() -> None:
    play = open_site("ministar").say("note t3 20.00")
    assert [play.meter(name) for name in ("t1", "t2", "t3")] == [cents(0), cents(0), cents(2_000)]


def test_where_nothing_is_asked_of_terminals_they_need_nothing() -> None:
    play = site("adelaide", change=lacking("t3", stacker="", printer=""))
    play.give_all(ask.OpenTable(TABLE), ask.InsertNote("t3", cents(2_000)))


def test_the_register_knows_its_tables_and_terminals() -> None:
    play = site("ministar")
    refused(play.give(replace(BALL, table="Z")), Reason.UNKNOWN_TABLE)
    refused(play.give(replace(BALL, part="printer", terminal="z")), Reason.UNKNOWN_TERMINAL)
    refused(play.give(replace(BALL, part="printer")), Reason.NOT_IN_RULEBOOK, part="printer")
    refused(play.give(replace(BALL, terminal="t1")), Reason.NOT_IN_RULEBOOK, part="ball")
    play.give_all(*steps(book_of("ministar"), "electronic", table="B", terminals=("u1",), adopted=True))
    elsewhere = ask.RecordEquipment("B", "printer", "p", terminal="t1")
    refused(play.give(elsewhere), Reason.NOT_AT_TABLE, "2.5.4")


@clause("interblock", "2.1")
def test_interblock_a_wheel_that_reads_another_number_is_looked_at() -> None:
    play = open_site("interblock").say("launch opposite \n close sensor")
    play.give(ask.RecordOutcome(TABLE, play.round.spin, "37"))
    assert play.events(RoundHeld)
