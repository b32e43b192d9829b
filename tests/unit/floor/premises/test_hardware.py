"""Hardware that a table has any number of: network devices and server terminals, on the register with the rest."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from openetg.floor import commands as ask
from openetg.floor.core.refusals import Reason
from openetg.floor.events import ConfigurationSet, EquipmentRecorded
from openetg.floor.premises.equipment import pieces_of
from openetg.floor.premises.house_view import PartView, house_view
from openetg.floor.premises.opening import devices_of
from openetg.reports.sentences import Form, say_event
from tests.marks import clause
from tests.one_table import TABLE, Play
from tests.powers import told
from tests.scripts import run_script
from tests.sites import open_site, refused, site

HARDWARE = {"interblock": "1.1.game_hardware", "ministar": "1.1.game-hardware"}
SWITCH = ask.RecordEquipment(TABLE, "network-device", "SW-1", person="ann")
SERVER = ask.RecordEquipment(TABLE, "server-terminal", "SRV-1", person="ann")

each_kind = pytest.mark.parametrize(
    ("name", "kind"), [(name, kind) for name in HARDWARE for kind in ("network-device", "server-terminal")]
)


def part_of(play: Play, part: str) -> PartView:
    return next(each for each in house_view(play.floor, play.table).parts if each.part == part)


def inventory(play: Play) -> dict[str, str]:
    """What stands at the table and its terminals."""
    return dict(devices_of(play.floor, play.table))


@clause("interblock", "1.1.game_hardware")
@clause("ministar", "1.1.game-hardware")
@each_kind
def test_network_devices_and_server_terminals_are_game_hardware_and_on_the_register(name: str, kind: str) -> None:
    play = site(name)
    for serial in ("X-1", "X-2"):
        play.give_all(replace(SWITCH, part=kind, serial=serial))
        recorded = play.event(EquipmentRecorded)
        assert (recorded.clause, recorded.person, recorded.at_ms) == (HARDWARE[name], "ann", play.at_ms)
    line = part_of(play, kind)
    assert (line.clause, line.several, [each.serial for each in line.pieces]) == (HARDWARE[name], True, ["X-1", "X-2"])
    assert {f"{kind}/X-1": "X-1", f"{kind}/X-2": "X-2"}.items() <= inventory(play).items()


@clause("interblock", "1.1.game_hardware")
@clause("ministar", "1.1.game-hardware")
@each_kind
def test_a_piece_that_goes_is_off_the_register_and_one_that_is_not_there_cannot_go(name: str, kind: str) -> None:
    play, cited = site(name), HARDWARE[name]
    piece = replace(SWITCH, part=kind)
    gone = replace(piece, taken_out=True)
    refused(play.give(gone), Reason.EQUIPMENT_MISSING, cited, part=kind, serial="SW-1")
    play.give_all(piece, replace(piece, serial="SW-2"), gone)
    assert play.event(EquipmentRecorded).taken_out
    assert [each.serial for each in part_of(play, kind).pieces] == ["SW-2"]
    assert f"{kind}/SW-1" not in inventory(play)
    refused(play.give(gone), Reason.EQUIPMENT_MISSING, cited, part=kind, serial="SW-1")
    refused(play.give(replace(piece, serial=" ")), Reason.NOT_FIT, cited, part=kind)
    other = replace(SWITCH, part="wheel", serial=f"wheel-{TABLE}", taken_out=True)
    assert part_of(play, "wheel").here is not None
    refused(play.give(other), Reason.NOT_IN_RULEBOOK, part_of(play, "wheel").clause, part="wheel")


@clause("interblock", "1.1.game_hardware", "1.1.game_system")
@clause("ministar", "1.1.game-hardware", "1.1.game-system")
@pytest.mark.parametrize("name", HARDWARE)
def test_a_table_opens_without_them_and_what_comes_or_goes_is_a_new_configuration_of_the_next_round(name: str) -> None:
    play = open_site(name)
    first = play.floor.premises.configurations[TABLE].version
    play.give_all(SWITCH, SERVER)
    assert not play.events(ConfigurationSet), "a round runs"
    play.say("launch opposite \n drop \n rest 17")
    second = play.event(ConfigurationSet)
    assert second.version == first + 1
    assert {"network-device/SW-1": "SW-1", "server-terminal/SRV-1": "SRV-1"}.items() <= second.devices.items()
    play.give_all(replace(SWITCH, taken_out=True))
    play.say("launch opposite \n drop \n rest 17")
    third = play.event(ConfigurationSet)
    assert second.devices.items() - third.devices.items() == {("network-device/SW-1", "SW-1")}


@clause("adelaide", "5.4(a)")
def test_adelaide_a_network_device_is_used_only_if_the_approval_of_the_game_system_names_it() -> None:
    play = site("adelaide")
    refused(play.give(SWITCH), Reason.NOT_APPROVED, "5.4(a)", thing="game-system", serial="SW-1")
    by = "liquor_and_gambling_commissioner"
    components = ("server-1", "terminal-1", "wheel-interface-1")
    approval = ask.RecordApproval(play.table.rulebook, "game-system", "LGC 7", by, TABLE, (*components, "SW-1"))
    play.give_all(approval, SWITCH)
    line = part_of(play, "network-device")
    assert (line.needs_approval, line.approved, len(line.pieces)) == ("5.4(a)", True, 1)
    play.give_all(replace(approval, covers=components))
    assert not part_of(play, "network-device").approved
    refused(play.give(ask.OpenTable(TABLE)), Reason.NOT_APPROVED, "5.4(a)", thing="game-system", serial="SW-1")
    play.give_all(replace(SWITCH, taken_out=True), ask.OpenTable(TABLE))


@pytest.mark.parametrize(("name", "part"), [("novo-unity", "network-device"), ("adelaide", "server-terminal")])
def test_what_an_instrument_does_not_speak_of_is_not_on_its_register(name: str, part: str) -> None:
    refused(site(name).give(replace(SWITCH, part=part)), Reason.NOT_IN_RULEBOOK, part=part)


TAKEN_OUT = """
    rulebook interblock roulette
    equip network-device SW-1
    expect cites 1.1.game_hardware
    equip network-device SW-2
    restart
    take-out network-device SW-1
    expect cites 1.1.game_hardware
"""


@clause("interblock", "1.1.game_hardware")
def test_the_journal_says_in_words_what_came_and_what_went_and_a_restart_loses_none() -> None:
    run = run_script("rulebook interblock roulette \n equip network-device SW-1 \n expect cites 1.1.game_hardware")
    said = "the network device of table A, serial number SW-1"
    assert [say_event(event, Form()).endswith(f"recorded {said}") for event in told(run, EquipmentRecorded)] == [True]
    run = run_script(TAKEN_OUT)
    assert [say_event(event, Form()).endswith(f"took out {said}") for event in told(run, EquipmentRecorded)] == [True]
    assert list(pieces_of(run.stage.floor, run.stage.table, "network-device")) == ["SW-2"]
    again = "take-out network-device SW-1 \n expect refused EQUIPMENT_MISSING 1.1.game_hardware"
    run_script(TAKEN_OUT + again)
