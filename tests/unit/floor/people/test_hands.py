"""Nobody alone: accounts handed out, chains of them, the authority's own people, and who takes note of it."""

from __future__ import annotations

from typing import Any

import pytest

from openetg.floor import commands as ask
from openetg.floor.alerts.acknowledging import alerts_view
from openetg.floor.commands import AnyCommand
from openetg.floor.core.refusals import Reason, Refusal
from openetg.floor.people.hands import in_hands_of, one_behind
from openetg.floor.state import AlertKind
from tests.one_table import Play, play

PEOPLE = (
    ask.EngageStaff("ann", "Ann", {"ministar": ("assistant_gaming_manager",)}),
    ask.EngageStaff("cas", "Cas", {"ministar": ("cashier",)}),
    ask.EngageStaff("dora", "Dora", {}, ("staff_desk",)),
    ask.EngageStaff("olga", "Olga", {}, ("staff_desk",)),
    ask.EngageStaff("wim", "Wim", {}, ("witness",)),
    ask.EngageStaff("ira", "Ira", {"ministar": ("inspector",)}),
    ask.EngageStaff("ivo", "Ivo", {"ministar": ("inspector", "authority")}),
)


def staffed() -> Play:
    stage = play("ministar", "open-table by-itself \n ready")
    granted(stage, *PEOPLE)
    return stage


def granted(stage: Play, *commands: AnyCommand) -> list[Any]:
    events: list[Any] = []
    for command in commands:
        verdict = stage.give(command)
        assert isinstance(verdict, tuple), (command, verdict)
        events += verdict
    return events


def refused(stage: Play, command: AnyCommand) -> Reason:
    verdict = stage.give(command)
    assert isinstance(verdict, Refusal), verdict
    return verdict.reason


def code(person: str, by: str, second: str = "") -> ask.HandCredential:
    return ask.HandCredential(person, "code", by, second)


def second(person: str, first: str) -> ask.RecordSecond:
    return ask.RecordSecond(person, first, "EngageStaff", "digest")


def test_a_code_is_made_by_two_people_neither_of_whom_it_is_for() -> None:
    stage = staffed()
    assert refused(stage, code("cas", "olga")) is Reason.NEEDS_SECOND
    assert refused(stage, code("cas", "olga", "olga")) is Reason.SAME_PERSON
    assert refused(stage, code("cas", "olga", "ann")) is Reason.NOT_THEIR_ROLE, "neither of the desk nor a witness"
    assert refused(stage, code("cas", "ann", "olga")) is Reason.NOT_THEIR_ROLE
    assert refused(stage, code("olga", "olga", "wim")) is Reason.SAME_PERSON
    assert refused(stage, code("wim", "olga", "wim")) is Reason.SAME_PERSON
    (handed,) = granted(stage, code("cas", "olga", "wim"))
    assert handed.hands == ("olga", "wim")


@pytest.mark.parametrize(("first", "other"), [("olga", "dora"), ("dora", "olga"), ("wim", "dora"), ("dora", "wim")])
def test_who_had_a_code_made_and_whom_it_was_for_are_not_two_people_either_way(first: str, other: str) -> None:
    stage = staffed()
    granted(stage, code("dora", "olga", "wim"), ask.RecordPassword("dora", "m1", "olga"))
    assert refused(stage, second(other, first)) is Reason.SAME_PERSON
    granted(stage, ask.RecordPassword("dora", "m2", "dora"))
    assert refused(stage, second(other, first)) is Reason.SAME_PERSON, "who took the account may choose anew"
    stage.at_ms += 400 * 24 * 60 * 60 * 1000
    assert refused(stage, second(other, first)) is Reason.SAME_PERSON, "time shows nothing"


def test_a_chain_of_codes_is_followed_to_its_end() -> None:
    """Ann made the code of Dora, Dora that of Cas: Ann may be behind all three."""
    stage = staffed()
    granted(stage, code("dora", "olga", "wim"), code("ann", "olga", "wim"))
    assert refused(stage, code("cas", "dora", "wim")) is Reason.SAME_PERSON, "wim had a hand in dora's account"
    granted(stage, ask.EngageStaff("will", "Will", {}, ("witness",)), code("cas", "dora", "will"))
    assert in_hands_of(stage.floor, "cas") == {"cas", "dora", "will", "olga", "wim"}
    for first, other in (("olga", "cas"), ("cas", "wim"), ("cas", "dora"), ("cas", "ann"), ("ann", "dora")):
        assert refused(stage, second(other, first)) is Reason.SAME_PERSON, (first, other)
    granted(stage, second("will", "olga"))


def test_a_credential_made_before_an_account_was_taken_is_not_in_those_hands() -> None:
    stage = staffed()
    granted(stage, code("cas", "dora", "wim"), code("dora", "olga", "wim"))
    assert one_behind(stage.floor, "olga", "cas") == ""


def test_somebody_vouches_who_cannot_be_the_one_who_has_it_in_hand() -> None:
    stage = staffed()
    granted(stage, code("cas", "olga", "wim"), ask.RecordPassword("cas", "m1", "olga"))
    assert refused(stage, ask.VouchForPerson("cas", "cas")) is Reason.NOT_THEIR_ROLE
    granted(stage, ask.VouchForPerson("cas", "wim"))
    assert in_hands_of(stage.floor, "cas") == {"cas", "wim"}, "wim rules olga out, not himself"
    assert refused(stage, ask.VouchForPerson("cas", "wim")) is Reason.SAME_PERSON
    granted(stage, second("cas", "olga"), ask.VouchForPerson("cas", "olga"))
    assert in_hands_of(stage.floor, "cas") == {"cas"}
    assert refused(stage, ask.VouchForPerson("cas", "olga")) is Reason.NOTHING_THERE


def test_a_code_used_after_somebody_vouched_is_in_the_same_hands_again() -> None:
    stage = staffed()
    granted(stage, code("cas", "olga", "wim"), ask.VouchForPerson("cas", "wim"), ask.VouchForPerson("cas", "olga"))
    assert in_hands_of(stage.floor, "cas") == {"cas"}
    granted(stage, ask.RecordPassword("cas", "m1", "olga"))
    assert in_hands_of(stage.floor, "cas") == {"cas", "olga", "wim"}


def test_nobody_is_freed_of_other_hands_by_being_released_and_engaged_again() -> None:
    stage = staffed()
    granted(stage, code("cas", "olga", "wim"), ask.ReleaseStaff("cas", "left", "olga", "wim"), PEOPLE[1])
    assert in_hands_of(stage.floor, "cas") == {"cas", "olga", "wim"}


def test_a_password_set_at_the_machine_is_nobody_elses() -> None:
    stage = staffed()
    granted(stage, code("cas", "olga", "wim"), ask.RecordPassword("cas", "m1"))
    assert in_hands_of(stage.floor, "cas") == {"cas"}


def test_nobody_gives_powers_to_an_account_in_their_own_hands() -> None:
    stage = staffed()
    raised = ask.EngageStaff("cas", "Cas", {"ministar": ("assistant_gaming_manager",)}, (), "olga", "wim")
    granted(stage, code("cas", "olga", "wim"))
    assert refused(stage, raised) is Reason.SAME_PERSON
    granted(stage, ask.VouchForPerson("cas", "wim"), ask.VouchForPerson("cas", "olga"), raised)


def test_people_are_engaged_and_released_by_two() -> None:
    stage = staffed()
    zoe = ask.EngageStaff("zoe", "Zoe", {"ministar": ("cashier",)}, (), "olga")
    assert refused(stage, zoe) is Reason.NEEDS_SECOND
    assert refused(stage, ask.ReleaseStaff("cas", "left", "olga")) is Reason.NEEDS_SECOND
    granted(stage, ask.EngageStaff("zoe", "Zoe", {"ministar": ("cashier",)}, (), "olga", "dora"))
    granted(stage, ask.ReleaseStaff("cas", "left", "olga", "wim"))


AUTHORITYS: list[AnyCommand] = [
    code("ira", "olga", "dora"),
    ask.ReleaseStaff("ira", "away", "olga", "dora"),
    ask.EngageStaff("ira", "Ira", {"ministar": ("cashier",)}, (), "olga", "dora"),
    ask.EngageStaff("ira", "Ira", {"ministar": ("inspector",)}, ("witness",), "olga", "dora"),
    ask.EngageStaff("zoe", "Zoe", {"ministar": ("inspector",)}, (), "olga", "dora"),
]


@pytest.mark.parametrize("act", AUTHORITYS)
def test_the_authoritys_people_are_managed_by_the_authority_alone(act: AnyCommand) -> None:
    stage = staffed()
    verdict = stage.give(act)
    assert isinstance(verdict, Refusal)
    assert (verdict.reason, verdict.details["role"]) == (Reason.NOT_THEIR_ROLE, "authority")


def test_the_authority_manages_its_own_people_and_no_others() -> None:
    stage = staffed()
    official: dict[str, tuple[str, ...]] = {"ministar": ("inspector",)}
    granted(stage, ask.EngageStaff("ida", "Ida", official, (), "ira", "ivo"), code("ida", "ira", "ivo"))
    assert refused(stage, ask.EngageStaff("ian", "Ian", official, (), "ira", "wim")) is Reason.NOT_THEIR_ROLE
    assert refused(stage, ask.EngageStaff("ian", "Ian", official, ("operator",), "ira", "ivo")) is Reason.NOT_THEIR_ROLE
    assert refused(stage, code("cas", "ira", "ivo")) is Reason.NOT_THEIR_ROLE
    assert refused(stage, ask.VouchForPerson("ida", "olga")) is Reason.NOT_THEIR_ROLE
    granted(stage, ask.VouchForPerson("ida", "ivo"), ask.ReleaseStaff("ida", "left", "ira", "ivo"))


def account_alerts(stage: Play, person: str) -> list[int]:
    seen = alerts_view(stage.floor, person).open
    return [each.number for each in seen if each.kind == AlertKind.ACCOUNT_CHANGED.value]


def test_the_person_concerned_is_alerted_and_nobody_who_acted_takes_note_of_it() -> None:
    stage = staffed()
    assert account_alerts(stage, "cas") == [], "to be engaged for the first time is no change"
    granted(stage, code("cas", "olga", "wim"), ask.RecordPassword("cas", "m1", "olga"))
    (number,) = account_alerts(stage, "cas")
    assert account_alerts(stage, "ira") == [number], "who reads the records sees it"
    assert account_alerts(stage, "dora") == []
    alert = stage.floor.alerts.open[number]
    assert (alert.said, alert.by) == (["code: olga, wim", "password: olga"], ["olga", "wim"])

    def note(person: str, role: str) -> ask.AcknowledgeAlert:
        return ask.AcknowledgeAlert(role, person, number, "known")

    assert refused(stage, note("olga", "staff_desk")) is Reason.SAME_PERSON
    assert refused(stage, note("ira", "inspector")) is Reason.NOT_THEIR_ROLE
    assert refused(stage, note("cas", "cashier")) is Reason.SAME_PERSON, "olga may be behind that name"
    granted(stage, ask.VouchForPerson("cas", "wim"), ask.VouchForPerson("cas", "olga"), note("cas", "cashier"))
    assert account_alerts(stage, "cas") == []


def test_own_changes_and_those_at_the_machine_are_told_too() -> None:
    stage = staffed()
    granted(stage, ask.RecordPassword("cas", "m1"), ask.RecordPassword("cas", "m2", "cas"))
    (number,) = account_alerts(stage, "cas")
    assert stage.floor.alerts.open[number].said == ["password: at the machine", "password: cas"]
    granted(stage, ask.AcknowledgeAlert("cashier", "cas", number, "it was me"))


def test_of_somebody_who_works_here_no_longer_another_of_the_desk_takes_note() -> None:
    stage = staffed()
    granted(stage, ask.ReleaseStaff("cas", "left", "olga", "wim"))
    (number,) = account_alerts(stage, "dora")
    assert refused(stage, ask.AcknowledgeAlert("staff_desk", "olga", number, "known")) is Reason.SAME_PERSON
    granted(stage, ask.AcknowledgeAlert("staff_desk", "dora", number, "known"))


def test_a_login_with_a_passkey_from_before_frees_nobody_of_other_hands() -> None:
    """It shows that the owner of the passkey is there, not that nobody else knows what was handed out."""
    stage = staffed()
    granted(stage, ask.EnrolFactor("cas", "key", "passkey"), code("cas", "olga", "wim"))
    granted(stage, ask.RecordPassword("cas", "m1", "olga"), ask.RecordLogin("cas", "s1", 3_600_000, "", "passkey"))
    assert in_hands_of(stage.floor, "cas") == {"cas", "olga", "wim"}
    granted(stage, ask.RecordPassword("cas", "m2", "cas"), ask.RecordLogin("cas", "s2", 3_600_000, "", "passkey"))
    assert in_hands_of(stage.floor, "cas") == {"cas", "olga", "wim"}, "nor does a password chosen in that login"
    assert refused(stage, second("cas", "olga")) is Reason.SAME_PERSON
    granted(stage, ask.VouchForPerson("cas", "wim"), ask.VouchForPerson("cas", "olga"))
    assert in_hands_of(stage.floor, "cas") == {"cas"}


def test_a_reset_second_factor_is_in_the_hands_of_both_who_reset_it() -> None:
    stage = staffed()
    granted(stage, ask.EnrolFactor("cas", "key", "passkey"), ask.HandCredential("cas", "second_factor", "olga", "wim"))
    assert in_hands_of(stage.floor, "cas") == {"cas", "olga", "wim"}
    assert stage.floor.people.staff["cas"].factors == {}


def test_a_password_taken_away_at_the_machine_leaves_hands_ends_logins_and_is_told() -> None:
    stage = staffed()
    granted(stage, code("cas", "olga", "wim"), ask.RecordPassword("cas", "m1", "olga"))
    granted(stage, ask.RecordLogin("cas", "s1", 3_600_000))
    gone = granted(stage, ask.WithdrawPassword("cas"))
    assert [type(each).__name__ for each in gone] == ["PasswordWithdrawn", "LoggedOut"]
    assert in_hands_of(stage.floor, "cas") == {"cas", "olga", "wim"}
    (number,) = account_alerts(stage, "cas")
    assert stage.floor.alerts.open[number].said[-1] == "password taken away: at the machine"
    assert refused(stage, ask.WithdrawPassword("nobody")) is Reason.UNKNOWN_PERSON
