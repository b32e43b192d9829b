"""What may be used only with an approval in writing."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from openetg.floor import commands as ask
from openetg.floor.commands import AnyCommand
from openetg.floor.core.authority import may, power_clause
from openetg.floor.core.refusals import Reason
from openetg.floor.events import ApprovalRecorded, OfficialTold
from openetg.floor.premises.house_view import house_view
from openetg.floor.premises.opening import devices_of
from tests.marks import clause
from tests.one_table import TABLE
from tests.sites import SEGMENTS, Change, refused, site, without

COMMISSION = "act_gambling_and_racing_commission"
COMMISSIONER = "liquor_and_gambling_commissioner"


def unapproved(thing: str, *parts: str) -> Change:
    """Leaves out an approval, and the equipment that cannot come into use without it."""

    def change(step: AnyCommand) -> AnyCommand | None:
        of_thing = isinstance(step, ask.RecordApproval) and step.thing == thing
        resting = isinstance(step, ask.RecordEquipment) and step.part in parts
        return None if of_thing or resting else step

    return change


@clause("money-wheel", "A:approved", "1.1", "2.1", "2.2", "10.5(d)")
@pytest.mark.parametrize(
    ("thing", "resting", "cited"),
    [
        ("table", (), "1.1"),
        ("wheel", ("wheel",), "2.1"),
        ("symbols", ("symbols",), "2.2"),
        ("procedures", (), "10.5(d)"),
    ],
)
def test_money_wheel_no_table_opens_while_an_approval_is_missing(
    thing: str, resting: tuple[str, ...], cited: str
) -> None:
    play = site("money-wheel", change=unapproved(thing, *resting))
    refused(play.give(ask.OpenTable(TABLE)), Reason.NOT_APPROVED, cited, thing=thing)


@clause("money-wheel", "A:approved")
def test_money_wheel_an_approval_is_the_commissions_and_in_writing() -> None:
    play = site("money-wheel", change=unapproved("table"))
    approval = ask.RecordApproval(play.table.rulebook, "table", "GRC 7", COMMISSION)
    refused(play.give(replace(approval, by="casino_operator")), Reason.NO_POWER, "A:approved")
    refused(play.give(replace(approval, reference=" ")), Reason.NOT_APPROVED, "A:approved", thing="table")
    refused(play.give(replace(approval, thing="carpet")), Reason.NOT_IN_RULEBOOK)
    refused(play.give(replace(approval, rulebook="x")), Reason.UNKNOWN_RULEBOOK)
    refused(play.give(replace(approval, table="Z")), Reason.UNKNOWN_TABLE)
    play.give_all(approval, ask.OpenTable(TABLE))
    play.give_all(ask.NotifyOfficial("casino_operator", "ann", COMMISSION, TABLE, "a new wheel"))
    assert play.event(OfficialTold).clause == "A:approved"


@clause("money-wheel", "2.1", "2.2", "A:wheel")
def test_money_wheel_what_was_not_approved_does_not_come_into_use() -> None:
    play = site("money-wheel")
    other_wheel = ask.RecordEquipment(TABLE, "wheel", "another wheel", {"diameter": 15_000}, order=SEGMENTS)
    other_pictures = ask.RecordEquipment(TABLE, "symbols", "new pictures", order=tuple("abcdefg"))
    refused(play.give(other_wheel), Reason.NOT_APPROVED, "2.1", serial="another wheel")
    refused(play.give(other_pictures), Reason.NOT_APPROVED, "2.2", serial="new pictures")
    for wish in (other_wheel, other_pictures):
        papers = ("GRC 8", COMMISSION, TABLE, (wish.serial,))
        play.give_all(ask.RecordApproval(play.table.rulebook, wish.part, *papers), wish)
    play.give_all(ask.OpenTable(TABLE))


@clause("money-wheel", "2.2")
def test_money_wheel_all_seven_symbols_and_no_others() -> None:
    play = site("money-wheel")
    for letters in ("abcdef", "abcdefgh"):
        pictures = ask.RecordEquipment(TABLE, "symbols", f"symbols-{TABLE}", order=tuple(letters))
        refused(play.give(pictures), Reason.NOT_FIT, "2.2")


@clause("adelaide", "5.4(a)")
def test_adelaide_a_table_opens_only_with_versions_on_the_approved_list() -> None:
    play = site("adelaide", change=without(ask.RecordEquipment, part="wheel-interface"))
    refused(play.give(ask.OpenTable(TABLE)), Reason.EQUIPMENT_MISSING, "5.4(a)", part="wheel-interface")
    newer = ask.RecordEquipment(TABLE, "wheel-interface", "wheel-interface-2")
    refused(play.give(newer), Reason.NOT_APPROVED, "5.4(a)", serial="wheel-interface-2")
    play.give_all(replace(newer, serial="wheel-interface-1"), ask.OpenTable(TABLE))


@clause("adelaide", "5.4(a)")
@pytest.mark.parametrize("component", ["server", "terminal", "wheel-interface"])
def test_adelaide_each_part_of_the_game_system_states_its_version(component: str) -> None:
    play = site("adelaide", change=without(ask.RecordEquipment, part=component))
    refused(play.give(ask.OpenTable(TABLE)), Reason.EQUIPMENT_MISSING, "5.4(a)", part=component)


@clause("adelaide", "5.4(a)")
def test_adelaide_a_version_struck_off_the_list_keeps_the_table_closed() -> None:
    play = site("adelaide")
    listed = ("server-1", "terminal-1")
    struck = ask.RecordApproval(play.table.rulebook, "game-system", "LGC 2", COMMISSIONER, TABLE, listed)
    refused(play.give(replace(struck, by="house")), Reason.NO_POWER, "5.4(a)")
    play.give_all(ask.NotifyOfficial("house", "ann", COMMISSIONER, TABLE, "a new version"))
    play.give_all(struck)
    refused(play.give(ask.OpenTable(TABLE)), Reason.NOT_APPROVED, "5.4(a)", serial="wheel-interface-1")


@clause("adelaide", "5.4(a)")
def test_adelaide_without_an_approved_system_no_table_opens() -> None:
    play = site("adelaide", change=unapproved("game-system", "server", "terminal", "wheel-interface"))
    refused(play.give(ask.OpenTable(TABLE)), Reason.NOT_APPROVED, "5.4(a)", thing="game-system")


@clause("adelaide", "5.4(a)")
def test_adelaide_an_inspector_reads_versions_and_approvals() -> None:
    play = site("adelaide")
    (line,) = house_view(play.floor, play.table).approvals
    assert line.given is not None
    assert (line.thing, line.given.by) == ("game-system", COMMISSIONER)
    assert line.given.covers == ("server-1", "terminal-1", "wheel-interface-1")
    assert dict(devices_of(play.floor, play.table))["server"] == "server-1"
    assert may(play.floor, play.table, "read_records", "authorised_officer")
    assert not may(play.floor, play.table, "read_records", "dealer")
    assert power_clause(play.floor, play.table, "read_records") == "12(k)"


def test_what_a_jackpot_needs_keeps_no_table_closed_but_can_be_put_on_record() -> None:
    play = site("novo-unity")
    play.give_all(ask.RecordApproval(play.table.rulebook, "mystery-process", "A 1", "authority"))
    assert play.event(ApprovalRecorded).clause == "4.1.4"
    play.give_all(ask.OpenTable(TABLE))
