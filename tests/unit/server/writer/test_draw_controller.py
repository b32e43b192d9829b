"""The controller of mysteries: bound before the first contribution, revealed with the settlement that gets there, once,
never in clear before its time, and never silent when it cannot go on."""

from __future__ import annotations

import pickle
from pathlib import Path

import pytest
from msgspec.structs import replace

from openetg.chance.drawing import PROCESS, commitment_of, hit_value, mystery_purpose
from openetg.floor.commands import (
    ChangeJackpot,
    CommitMystery,
    DecommissionJackpot,
    EngageStaff,
    RecordApproval,
    ReportJackpotLink,
    ReportMachineFault,
    RevealMystery,
    SetUpJackpot,
)
from openetg.floor.core.snapshot import encode_snapshot
from openetg.floor.events import JackpotLinkReported, JackpotWon, LevelBegan, MachineFaulted, PoolFed
from openetg.floor.fold import fold
from openetg.floor.jackpots.views import FaultLine, jackpot_desk, public_jackpots
from openetg.floor.state import AlertKind
from openetg.keys.keyring import make_keyring
from openetg.keys.sealing import Shut, is_sealed, open_sealed, seal
from openetg.money import cents
from openetg.rulebook.load import load
from openetg.server.guests.private_texts import unsealed
from openetg.server.plan.floor_plan import founding_commands
from openetg.server.plan.jackpot_plan import JackpotPlan
from openetg.server.writer.draw_controller import LOST
from openetg.server.writer.draw_secrets import DrawSecrets, Secret
from openetg.server.writer.writer import CONTROLLER
from tests.marks import clause
from tests.unit.server.jackpot_floor import (
    APPROVALS,
    LUCKY,
    SUPERVISOR,
    TABLE,
    JackpotFloor,
    events_of,
    founded,
    house_with,
    kinds,
    lucky,
    mini,
)

SMALL, LARGE = {"N1": 500, "N2": 300}, {"N1": 500, "N2": 40_000}
"""Wagers that bring 0.80 to the pool, and 40.50: more than any value can be away."""


@pytest.fixture
def floor(tmp_path: Path) -> JackpotFloor:
    return JackpotFloor(tmp_path / "keys")


def secret_of(floor: JackpotFloor) -> str:
    """The secret of the running pool, as only the holder of the keys can know it."""
    level = floor.level
    found = DrawSecrets(floor.ring).open(level.sealed, mystery_purpose("lucky", "mini", level.cycle), level.commitment)
    assert isinstance(found, Secret)
    return found.told()


@clause("novo-unity", "4.1.4")
def test_the_house_is_bound_before_the_first_contribution(floor: JackpotFloor) -> None:
    assert kinds(floor.decided) == ["StartWriter", "CommitMystery"]
    level = floor.level
    assert level.live
    assert level.process == PROCESS
    assert commitment_of(mystery_purpose("lucky", "mini", 1), secret_of(floor)) == level.commitment
    floor.play(SMALL)
    entries = [each.verdict for each in floor.decided if isinstance(each.verdict, tuple)]
    began = next(n for n, verdict in enumerate(entries) if any(type(event) is LevelBegan for event in verdict))
    fed = next(n for n, verdict in enumerate(entries) if any(type(event) is PoolFed for event in verdict))
    assert began < fed


@clause("novo-unity", "4.1.4")
def test_the_settlement_that_reaches_the_value_and_the_reveal_are_one_group(floor: JackpotFloor) -> None:
    level = floor.level
    secret, commitment = secret_of(floor), level.commitment
    value = hit_value(secret, "lucky", "mini", 1, 1_050, 1_400)
    decided = floor.play(LARGE)
    assert kinds(decided) == ["RecordOutcome", "RevealMystery", "CommitMystery"]
    (won,) = events_of(decided, JackpotWon)
    assert isinstance(won, JackpotWon)
    assert (won.amount, won.secret, won.process) == (cents(value), secret, PROCESS)
    assert commitment_of(mystery_purpose("lucky", "mini", 1), won.secret) == commitment
    assert won.terminal == ("N1" if value <= 1_050 else "N2"), "who brought the pool to the value"
    assert floor.level.cycle == 2
    assert floor.level.live
    assert floor.level.commitment != commitment


def test_as_long_as_the_value_is_not_reached_nothing_is_told(floor: JackpotFloor) -> None:
    value = hit_value(secret_of(floor), "lucky", "mini", 1, 1_050, 1_400)
    while not floor.awards:
        before = floor.pool()
        decided = floor.play(SMALL)
        reached = before + cents(80) >= cents(value)
        assert ("RevealMystery" in kinds(decided)) == reached
    assert [each.amount for each in floor.awards] == [cents(value)]


@clause("novo-unity", "4.1.4")
def test_a_pool_that_comes_to_its_value_exactly_is_told_in_that_settlement(tmp_path: Path) -> None:
    rules = lucky(mini(low=1_050, high=1_050))
    floor = JackpotFloor(tmp_path / "keys", founded(JackpotPlan("lucky", rules, APPROVALS)))
    assert kinds(floor.play({"N1": 499})) == ["RecordOutcome"]
    assert kinds(floor.play({"N2": 1})) == ["RecordOutcome", "RevealMystery", "CommitMystery"]
    assert [(each.terminal, each.amount) for each in floor.awards] == [("N2", cents(1_050))]


def test_a_secret_is_nowhere_in_clear_before_the_hit(floor: JackpotFloor) -> None:
    secret = secret_of(floor)
    value = hit_value(secret, "lucky", "mini", 1, 1_050, 1_400)
    shown = [
        *(entry.command + entry.verdict for entry in floor.entries),
        encode_snapshot(floor.floor),
        str(public_jackpots(floor.floor)).encode(),
        str(jackpot_desk(floor.floor)).encode(),
        str(vars(floor.controller)).encode(),
    ]
    floor.play({"N1": 10})
    shown.append(str(vars(floor.controller)).encode())
    for each in shown:
        assert secret.encode() not in each
    assert f"{value}" not in str(jackpot_desk(floor.floor)).replace("1050", "").replace("1400", "")


def test_whoever_opens_private_texts_does_not_open_a_secret(floor: JackpotFloor) -> None:
    """Not as it stands, and not under the mark or in the field of a private text either."""
    sealed = floor.level.sealed
    assert sealed.startswith("secret:2:")
    assert not is_sealed(sealed)
    relabelled = "sealed:1:" + sealed.removeprefix("secret:2:")
    assert open_sealed(floor.ring, relabelled) is Shut.CHANGED
    rules = lucky(replace(mini(), title=relabelled))
    desk = jackpot_desk(floor.floor)
    shown = replace(desk.jackpots[0], title=relabelled, pending=rules, faults=(FaultLine("display", "eve", "x", 1, 0),))
    said = unsealed(replace(desk, jackpots=(shown,)), lambda text: f"opened {text}")
    assert (said.jackpots[0].title, said.jackpots[0].pending) == (relabelled, rules)
    assert said.jackpots[0].faults[0].why == "opened x"


def test_secrets_of_before_are_found_again_and_opened_for_nobody_else(floor: JackpotFloor) -> None:
    """Those were sealed as private texts are, under a mark of their own."""
    secret, purpose = "ab" * 32, mystery_purpose("lucky", "mini", 1)
    text = seal(floor.ring, secret, said_in="CommitMystery.sealed", subject="jackpot/lucky")
    assert open_sealed(floor.ring, text) is Shut.HIDDEN
    before = "secret:1:" + text.removeprefix("sealed:1:")
    found = DrawSecrets(floor.ring).open(before, purpose, commitment_of(purpose, secret))
    assert isinstance(found, Secret)
    assert found.told() == secret
    private = seal(floor.ring, secret, said_in="RecordDeniedClaim.why", subject="jackpot/lucky")
    other = "secret:1:" + private.removeprefix("sealed:1:")
    assert DrawSecrets(floor.ring).open(other, purpose, commitment_of(purpose, secret)) is Shut.CHANGED


def test_a_secret_says_nothing_of_itself() -> None:
    secret = Secret("ab" * 32)
    assert "ab" not in repr(secret)
    assert "ab" not in f"{secret}"
    with pytest.raises(TypeError):
        pickle.dumps(secret)


def test_after_a_restart_the_same_value_counts(floor: JackpotFloor) -> None:
    secret, commitment = secret_of(floor), floor.level.commitment
    floor.play({"N1": 10})
    after = floor.restart()
    assert kinds(after.decided) == ["StartWriter"], "nothing was open"
    assert after.level.commitment == commitment
    after.play(LARGE)
    assert [each.amount for each in after.awards] == [cents(hit_value(secret, "lucky", "mini", 1, 1_050, 1_400))]


@pytest.mark.parametrize("durable", [0, 1, 2, 3])
def test_whatever_of_a_crossing_was_durable_there_is_one_award(floor: JackpotFloor, durable: int) -> None:
    """A group is durable whole or not at all; were it cut anywhere, the next writer would still finish it once."""
    value = hit_value(secret_of(floor), "lucky", "mini", 1, 1_050, 1_400)
    settle = floor.open_round(LARGE)
    floor.submit(settle)
    group = floor.step()
    assert group is not None
    assert len(group.entries) == 3
    for entry in group.entries[:durable]:
        fold(floor.twin, entry.at_ms, entry.command, entry.verdict)
    after = floor.restart()
    if durable == 0:
        assert kinds(after.decided) == ["StartWriter"]
        after.give(settle)
    else:
        still = ["RevealMystery", "CommitMystery"][durable - 1 :]
        assert kinds(after.decided) == ["StartWriter", *still], "before any other order"
    assert [(each.amount, each.cycle) for each in after.awards] == [(cents(value), 1)]
    assert (after.level.cycle, after.level.live) == (2, True)


def test_a_jackpot_set_up_while_the_floor_runs_is_committed_at_once(floor: JackpotFloor) -> None:
    decided = floor.give(SetUpJackpot(SUPERVISOR, "sue", "more", lucky(mini(rate=1_000))))
    assert kinds(decided) == ["SetUpJackpot", "CommitMystery"]
    assert floor.floor.jackpots.offered["more"].levels["mini"].live


def test_other_parameters_hold_from_the_next_commitment_on(floor: JackpotFloor) -> None:
    floor.give(ChangeJackpot(SUPERVISOR, "sue", "lucky", lucky(mini(low=1_500, high=1_600))))
    assert floor.level.rules.low == cents(1_050)
    decided = floor.play(LARGE)
    assert kinds(decided)[1:] == ["RevealMystery", "CommitMystery"]
    assert floor.level.rules.low == cents(1_500)
    value = hit_value(secret_of(floor), "lucky", "mini", 2, 1_500, 1_600)
    floor.play(LARGE)
    assert floor.awards[-1].amount == cents(value)


def test_what_was_decommissioned_is_followed_no_longer(floor: JackpotFloor) -> None:
    floor.give(SetUpJackpot(SUPERVISOR, "sue", "more", lucky(mini(rate=1_000))))
    floor.give(DecommissionJackpot(SUPERVISOR, "sue", "lucky", "more", {"mini": "mini"}, "it moves"))
    decided = floor.play({"N1": 10})
    assert "CommitMystery" not in kinds(decided)
    assert not floor.restart().awards


def test_levels_hit_each_on_its_own(tmp_path: Path) -> None:
    major = mini(low=10_000, high=20_000, seed=9_000)
    rules = lucky(mini(), replace(major, level="major", title="Major"))
    floor = JackpotFloor(tmp_path / "keys", founded(JackpotPlan("lucky", rules, APPROVALS)))
    assert kinds(floor.decided) == ["StartWriter", "CommitMystery", "CommitMystery"]
    decided = floor.play({"N1": 200_000})
    assert sorted(kinds(decided)[1:]) == ["CommitMystery", "CommitMystery", "RevealMystery", "RevealMystery"]
    assert sorted(each.level for each in floor.awards) == ["major", "mini"]


def test_a_process_that_is_not_approved_waits_and_staff_are_called(tmp_path: Path) -> None:
    plan = JackpotPlan("lucky", lucky(), APPROVALS)
    begun = founded(plan)
    approvals = begun.premises.approvals[begun.tables[TABLE].rulebook]["mystery-process"]
    approvals[""] = replace(approvals[""], covers=("another/1",))
    floor = JackpotFloor(tmp_path / "keys", begun)
    assert kinds(floor.decided) == ["StartWriter", "ReportMachineFault"]
    assert not floor.level.live
    floor.play({"N1": 10})
    assert kinds(floor.decided).count("ReportMachineFault") == 1, "told once"
    rulebook = floor.floor.tables[TABLE].rulebook
    told = floor.give(RecordApproval(rulebook, "mystery-process", "A/9", approvals[""].by, covers=(PROCESS,)))
    assert kinds(told) == ["RecordApproval", "CommitMystery"]
    assert floor.level.live


def machine_alerts(floor: JackpotFloor) -> list[str]:
    alerts = floor.floor.alerts.open.values()
    return [said for each in alerts if each.kind is AlertKind.MACHINE_FAULT for said in each.said]


@pytest.mark.parametrize("how", ["lost", "erased"])
def test_a_secret_that_cannot_be_opened_stops_the_jackpot_and_calls_staff(
    floor: JackpotFloor, tmp_path: Path, how: str
) -> None:
    floor.play({"N1": 10})
    pool = floor.pool()
    if how == "erased":
        floor.ring._connection.execute("DELETE FROM kept")  # with the file in hand: nobody is let to by the tools
        floor.ring.erase("jackpot/lucky", None, why="by mistake")
    after = floor.restart(keys=tmp_path / "others" if how == "lost" else None)
    assert kinds(after.decided) == ["StartWriter", "ReportMachineFault", "ReportJackpotLink"]
    (fault,) = events_of(after.decided, MachineFaulted)
    assert isinstance(fault, MachineFaulted)
    assert (fault.part, fault.device) == ("chance", "jackpot/lucky")
    assert after.jackpot.lost == {TABLE: LOST}
    assert any("cannot be opened" in said for said in machine_alerts(after))
    decided = after.play(LARGE)
    assert kinds(decided) == ["RecordOutcome"]
    assert after.pool() == pool, "nobody feeds what cannot be won"
    assert not after.awards
    again = after.restart()
    assert kinds(again.decided) == ["StartWriter", "ReportMachineFault"], "each new writer says so"


def test_with_the_keys_back_it_is_played_for_again(floor: JackpotFloor, tmp_path: Path) -> None:
    keys = floor.keys
    without = floor.restart(keys=tmp_path / "others")
    assert without.jackpot.lost
    back = without.restart(keys=keys)
    assert kinds(back.decided)[:2] == ["StartWriter", "ReportJackpotLink"]
    assert not back.jackpot.lost
    assert [each.up for each in events_of(back.decided, JackpotLinkReported) if isinstance(each, JackpotLinkReported)]
    back.play(LARGE)
    assert len(back.awards) == 1


def test_a_fault_that_comes_again_goes_on_record_again(floor: JackpotFloor, monkeypatch: pytest.MonkeyPatch) -> None:
    """In the life of one writer: the keys cannot be had, can be had, and cannot be had again."""
    is_shut = [True]
    opened = DrawSecrets.open

    def sometimes(vault: DrawSecrets, sealed: str, purpose: str, commitment: str) -> Secret | Shut:
        return Shut.NO_KEY if is_shut[0] else opened(vault, sealed, purpose, commitment)

    monkeypatch.setattr(DrawSecrets, "open", sometimes)

    def faults() -> list[bool]:
        told = events_of(floor.decided, MachineFaulted)
        return [each.mended for each in told if isinstance(each, MachineFaulted)]

    before = len(faults())
    for shut in (True, False, True):
        is_shut[0] = shut
        floor.controller._values.clear()
        reference = f"A/9{len(faults())}"
        floor.give(RecordApproval(floor.jackpot.rulebook, "jackpot-adjustment", reference, "commission"))
    assert faults()[before:] == [False, True, False]


def test_secrets_that_were_told_are_not_kept(floor: JackpotFloor) -> None:
    for _ in range(4):
        floor.play(LARGE)
    assert len(floor.awards) == 4
    assert len(floor.controller._values) <= 1


def test_a_link_that_somebody_else_reported_lost_stays_lost(floor: JackpotFloor) -> None:
    floor.give(ReportJackpotLink("lucky", TABLE, up=False, cause="cable"))
    after = floor.restart()
    assert after.jackpot.lost == {TABLE: "cable"}


def test_a_sealed_secret_put_in_anothers_place_is_not_taken_for_it(floor: JackpotFloor) -> None:
    vault, level = DrawSecrets(floor.ring), floor.level
    other = vault.make("mystery/lucky/mini/9", subject="jackpot/lucky", said_in="CommitMystery.sealed")
    purpose = mystery_purpose("lucky", "mini", 1)
    assert not isinstance(vault.open(other.sealed, purpose, level.commitment), Secret)
    assert not isinstance(vault.open(level.sealed, "mystery/lucky/mini/2", level.commitment), Secret)
    assert not isinstance(vault.open(level.sealed.removeprefix("secret:2:"), purpose, level.commitment), Secret)
    assert isinstance(vault.open(level.sealed, purpose, level.commitment), Secret)


def test_its_orders_are_its_own(floor: JackpotFloor) -> None:
    floor.play(LARGE)
    by_controller = {type(each.order.command) for each in floor.decided if each.order.sender == CONTROLLER}
    assert by_controller == {CommitMystery, RevealMystery}
    assert ReportMachineFault not in by_controller


def test_two_secrets_are_never_the_same(tmp_path: Path) -> None:
    vault = DrawSecrets(make_keyring(tmp_path / "keys"))
    made = [vault.make("p", subject="jackpot/x", said_in="CommitMystery.sealed") for _ in range(50)]
    assert len({each.commitment for each in made}) == 50
    assert len({each.sealed for each in made}) == 50


def test_what_the_floor_file_says_counts_once(floor: JackpotFloor) -> None:
    """What an operator has changed since stays so at the next start, until the file says something else."""
    house, rulebooks = house_with(LUCKY), {"novo-unity": load("novo-unity").rulebook}
    floor.give(EngageStaff("ole", "Ole Example", {"novo-unity": ("casino_operator",)}))
    floor.give(ChangeJackpot("casino_operator", "ole", "lucky", lucky(mini(rate=50_000))))
    assert [each for each in founding_commands(floor.floor, house, rulebooks) if isinstance(each, ChangeJackpot)] == []
    floor.play(LARGE)
    assert floor.level.rules.rates == {TABLE: 50_000}
    assert [each for each in founding_commands(floor.floor, house, rulebooks) if isinstance(each, ChangeJackpot)] == []
    other = house_with(replace(LUCKY, rules=lucky(mini(rate=60_000))))
    (change,) = [each for each in founding_commands(floor.floor, other, rulebooks) if isinstance(each, ChangeJackpot)]
    assert change.rules.levels[0].rates == {TABLE: 60_000}


def test_the_plan_sets_it_up_once(floor: JackpotFloor) -> None:
    assert floor.jackpot.rules == LUCKY.rules
    assert set(floor.jackpot.approvals) == {"A/1", "A/2"}
