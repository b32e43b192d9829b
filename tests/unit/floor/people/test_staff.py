"""Staff on record: who works here, who is logged in, wrong passwords, second persons, keys of terminals."""

from __future__ import annotations

from typing import Any

import pytest

from openetg.floor import commands as ask
from openetg.floor.commands import AnyCommand
from openetg.floor.core.refusals import Reason, Refusal
from openetg.floor.events import FactorEnrolled, LoggedIn, LoggedOut, LoginFailed
from openetg.floor.people.factors import FACTORS_MAX
from openetg.floor.people.guessing import FIRST_WAIT_MS, FREE_ELSEWHERE, FREE_TRIES, LONGEST_WAIT_MS
from openetg.floor.people.staff import DESKS, LONGEST_LOGIN_MS, sender_at
from openetg.floor.state import Sender
from tests.one_table import TABLE, Play, play
from tests.precedence import Change, check_order

ROLE = "assistant_gaming_manager"
ANN = ask.EngageStaff("ann", "Ann Example", {"ministar": (ROLE,)})
OLGA = ask.EngageStaff("olga", "Olga Example", {}, ("staff_desk",))
WIM = ask.EngageStaff("wim", "Wim Example", {}, ("witness",))
HOUR_MS = 60 * 60 * 1000


def staffed() -> Play:
    stage = play("ministar", "open-table by-itself \n ready")
    granted(stage, ANN, OLGA, WIM)
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


def test_a_person_acts_only_in_roles_they_hold() -> None:
    stage = staffed()
    case = ask.OpenCase(ROLE, "ann", "t1", "smokes")
    granted(stage, case, ask.EngageStaff("ann", "Ann Example", {"ministar": ("cashier",)}))
    assert refused(stage, ask.CloseCase(ROLE, "ann", "t1", "works")) is Reason.NOT_THEIR_ROLE
    assert refused(stage, ask.CloseCase("cashier", "ann", "t1", "works")) is Reason.NO_POWER
    granted(stage, ask.CloseCase(ROLE, "nightingale", "t1", "works"))  # of whom nothing is on record


def test_who_was_released_acts_no_more_and_is_logged_out() -> None:
    stage = staffed()
    granted(stage, ask.RecordLogin("ann", "s1", HOUR_MS), ask.RecordLogin("ann", "s2", HOUR_MS))
    events = granted(stage, ask.ReleaseStaff("ann", "left", "olga", "wim"))
    assert events[1:] == [LoggedOut("ann", "s1", "released"), LoggedOut("ann", "s2", "released")]
    assert refused(stage, ask.RecordLogin("ann", "s3", HOUR_MS)) is Reason.UNKNOWN_PERSON
    assert refused(stage, ask.OpenCase(ROLE, "ann", "t1", "smokes")) is Reason.NOT_THEIR_ROLE
    granted(stage, ANN, ask.RecordLogin("ann", "s3", HOUR_MS))


def test_the_password_somebody_had_when_released_is_never_taken_again() -> None:
    """The second factor goes with the release; the password alone must not come back without it, whenever that is."""
    stage = staffed()
    granted(stage, ask.RecordPassword("ann", "m1", "ann"), ask.ReleaseStaff("ann", "left", "olga", "wim"), ANN)
    assert refused(stage, ask.RecordPassword("ann", "m1", "ann")) is Reason.ALREADY_THERE
    granted(stage, ask.ReleaseStaff("ann", "left again", "olga", "wim"), ANN)
    assert refused(stage, ask.RecordPassword("ann", "m1", "ann")) is Reason.ALREADY_THERE
    granted(stage, ask.RecordPassword("ann", "m2", "ann"))


def test_each_login_has_a_desk_and_a_life_of_its_own() -> None:
    stage = staffed()
    logins = [granted(stage, ask.RecordLogin("ann", f"s{number}", HOUR_MS))[-1] for number in range(3)]
    assert [login.desk for login in logins] == [1, 2, 3]
    granted(stage, ask.RecordLogout("s1"))
    stage.floor.senders[sender_at("ann", 2)] = stage.twin.senders[sender_at("ann", 2)] = Sender(stage.at_ms + 7)
    (login,) = granted(stage, ask.RecordLogin("ann", "s9", HOUR_MS))
    assert (login.desk, login.boot) == (2, stage.at_ms + 8)


def test_one_login_too_many_ends_the_oldest() -> None:
    stage = staffed()
    for number in range(DESKS):
        granted(stage, ask.RecordLogin("ann", f"s{number}", HOUR_MS))
    out, last = granted(stage, ask.RecordLogin("ann", "more", HOUR_MS))
    assert out == LoggedOut("ann", "s0", "replaced")
    assert isinstance(last, LoggedIn)
    assert last.desk == 1
    assert len(stage.floor.people.logins) == DESKS


def test_a_login_ends_with_its_time_and_none_is_longer_than_a_day() -> None:
    stage = staffed()
    (login,) = granted(stage, ask.RecordLogin("ann", "s1", 10 * LONGEST_LOGIN_MS))
    assert login.until_ms == stage.at_ms + LONGEST_LOGIN_MS
    stage.at_ms = login.until_ms
    out, _ = granted(stage, ask.RecordLogin("ann", "s2", HOUR_MS))
    assert out == LoggedOut("ann", "s1", "expired")


def test_wrong_passwords_make_for_longer_and_longer_waits() -> None:
    stage = staffed()
    waits = []
    for _ in range(20):
        (failed,) = granted(stage, ask.RecordFailedLogin("ann"))
        assert isinstance(failed, LoginFailed)
        waits.append(failed.until_ms - stage.at_ms if failed.until_ms else 0)
        if failed.until_ms:
            assert refused(stage, ask.RecordLogin("ann", "s", HOUR_MS)) is Reason.LOCKED_OUT
            assert refused(stage, ask.RecordFailedLogin("ann")) is Reason.LOCKED_OUT
            stage.at_ms = failed.until_ms
    free = FREE_TRIES - 1
    assert waits[: free + 2] == [0] * free + [FIRST_WAIT_MS, 2 * FIRST_WAIT_MS]
    assert waits[-1] == LONGEST_WAIT_MS
    granted(stage, ask.RecordLogin("ann", "s", HOUR_MS))
    assert stage.floor.people.staff["ann"].failures == 0


def test_a_stranger_who_guesses_keeps_nobody_out_elsewhere() -> None:
    stage = staffed()
    granted(stage, ask.RecordLogin("ann", "s0", HOUR_MS, "10.0.0.1"))
    for _ in range(FREE_TRIES):
        granted(stage, ask.RecordFailedLogin("ann", "10.0.0.9"))
    assert refused(stage, ask.RecordLogin("ann", "s", HOUR_MS, "10.0.0.9")) is Reason.LOCKED_OUT
    granted(stage, ask.RecordLogin("ann", "s1", HOUR_MS, "10.0.0.1"))
    granted(stage, ask.RecordLogin("ann", "s2", HOUR_MS, "10.0.0.2"))
    assert refused(stage, ask.RecordLogin("ann", "s3", HOUR_MS, "10.0.0.9")) is Reason.LOCKED_OUT, (
        "and the stranger waits on"
    )


def test_many_addresses_do_not_guess_for_ever_and_keep_nobody_out_where_they_are_known() -> None:
    stage = staffed()
    granted(stage, ask.RecordLogin("ann", "s0", HOUR_MS, "10.0.0.1"))
    for number in range(FREE_ELSEWHERE - 1):
        granted(stage, ask.RecordFailedLogin("ann", f"10.0.1.{number}"))
    (failed,) = granted(stage, ask.RecordFailedLogin("ann", "10.0.1.99"))
    assert isinstance(failed, LoginFailed)
    assert failed.elsewhere_until_ms == stage.at_ms + FIRST_WAIT_MS
    assert refused(stage, ask.RecordFailedLogin("ann", "10.0.2.1")) is Reason.LOCKED_OUT
    granted(stage, ask.RecordLogin("ann", "s1", HOUR_MS, "10.0.0.1"))
    assert refused(stage, ask.RecordLogin("ann", "s2", HOUR_MS, "10.0.2.1")) is Reason.LOCKED_OUT
    granted(stage, ask.UnlockStaff("ann"), ask.RecordLogin("ann", "s3", HOUR_MS, "10.0.2.1"))


def test_a_factor_is_enrolled_once_and_ends_the_logins_elsewhere() -> None:
    stage = staffed()
    granted(stage, ask.RecordLogin("ann", "s1", HOUR_MS), ask.RecordLogin("ann", "s2", HOUR_MS))
    enrolled, out = granted(stage, ask.EnrolFactor("ann", "m1", "totp", "s2"))
    assert enrolled == FactorEnrolled("ann", "m1", "totp", "s2")
    assert out == LoggedOut("ann", "s1", "factor")
    assert refused(stage, ask.EnrolFactor("ann", "m1", "passkey")) is Reason.ALREADY_THERE
    assert refused(stage, ask.EnrolFactor("nobody", "m1", "passkey")) is Reason.UNKNOWN_PERSON
    assert refused(stage, ask.EnrolFactor("olga", "m9", "recovery")) is Reason.NOTHING_THERE, "no factor by itself"
    granted(stage, ask.EnrolFactor("ann", "m2", "totp", "s2"))
    assert stage.floor.people.staff["ann"].factors == {"m2": "totp"}, "a new generator takes the place of the old one"
    for number in range(FACTORS_MAX - 1):
        granted(stage, ask.EnrolFactor("ann", f"p{number}", "passkey", "s2"))
    assert refused(stage, ask.EnrolFactor("ann", "p9", "passkey")) is Reason.TOO_MANY_FACTORS
    granted(stage, ask.RevokeFactor("ann", "m2", "asked", "s2"))
    assert refused(stage, ask.RevokeFactor("ann", "m2")) is Reason.NOTHING_THERE
    assert list(stage.floor.people.logins) == ["s2"]


def test_the_staff_desk_lifts_a_lock_of_somebody_else() -> None:
    stage = staffed()
    for _ in range(FREE_TRIES):
        granted(stage, ask.RecordFailedLogin("ann"))
    assert refused(stage, ask.UnlockStaff("ann", "ann")) is Reason.NOT_THEIR_ROLE
    granted(stage, ask.UnlockStaff("ann", "olga"), ask.RecordLogin("ann", "s", HOUR_MS))
    assert refused(stage, ask.UnlockStaff("ann", "olga")) is Reason.NOTHING_THERE
    granted(stage, ask.RecordFailedLogin("olga"))
    assert refused(stage, ask.UnlockStaff("olga", "olga")) is Reason.SAME_PERSON


def test_another_password_ends_every_login() -> None:
    stage = staffed()
    granted(stage, ask.RecordPassword("ann", "m1"), ask.RecordLogin("ann", "s1", HOUR_MS))
    assert refused(stage, ask.RecordPassword("ann", "m1")) is Reason.ALREADY_THERE
    events = granted(stage, ask.RecordPassword("ann", "m2", "ann"))
    assert events[-1] == LoggedOut("ann", "s1", "password")
    assert refused(stage, ask.RecordLogout("s1")) is Reason.NOT_LOGGED_IN


def test_a_second_person_is_another() -> None:
    stage = staffed()
    granted(stage, ask.RecordSecond("olga", "ann", "VoidRound", "digest"))
    assert refused(stage, ask.RecordSecond("ann", "ann", "VoidRound", "digest")) is Reason.SAME_PERSON
    assert refused(stage, ask.RecordSecond("nobody", "ann", "VoidRound", "digest")) is Reason.UNKNOWN_PERSON


def test_a_terminal_is_paired_and_unpaired_by_the_staff_desk() -> None:
    stage = staffed()
    granted(stage, ask.OfferPairing("t1", "olga"), ask.PairTerminal("t1", "key", "olga"))
    assert stage.floor.people.pairings["t1"].key == "key"
    granted(stage, ask.PairTerminal("t1", "another", "olga"))
    assert stage.floor.people.pairings["t1"].key == "another"
    granted(stage, ask.UnpairTerminal("t1", "stolen", "olga"))
    assert "t1" not in stage.floor.people.pairings


PAIRS: list[tuple[AnyCommand, Change, Change]] = [
    (ANN, {"person": "a/b"}, {"roles": {"x": ()}}),
    (ANN, {"roles": {"x": ()}}, {"roles": {"ministar": ("x",)}}),
    (ANN, {"duties": ("x",)}, {"by": "ann"}),
    (ask.ReleaseStaff("ann", "left"), {"person": "x"}, {"by": "ann"}),
    (ask.ReleaseStaff("ann", "left"), {"by": "ann"}, {"why": ""}),
    (ask.ReleaseStaff("ann", "left", "olga"), {"second": "olga"}, {"why": ""}),
    (ask.ReleaseStaff("ann", "left", "olga", "wim"), {"second": ""}, {"why": ""}),
    (ask.HandCredential("ann", "code", "olga", "wim"), {"person": "x"}, {"by": "ann"}),
    (ask.HandCredential("ann", "code", "olga", "wim"), {"by": "ann"}, {"second": ""}),
    (ask.HandCredential("ann", "code", "olga", "wim"), {"second": "x"}, {"by": "ann"}),
    (ask.VouchForPerson("ann", "wim"), {"person": "x"}, {"by": "ann"}),
    (ask.VouchForPerson("wim", "olga"), {"by": "ann"}, {}),
    (ask.RecordLogin("ann", "s", 1), {"person": "x"}, {"session": ""}),
    (ask.RecordLogin("ann", "s", 1), {"session": ""}, {"lasts_ms": 0}),
    (ask.UnlockStaff("ann"), {"person": "x"}, {"by": "ann"}),
    (ask.UnlockStaff("ann"), {"by": "ann"}, {}),
    (ask.OfferPairing("t1", "olga"), {"terminal": "x"}, {"by": "ann"}),
    (ask.PairTerminal("t1", "k", "olga"), {"terminal": "x"}, {"key": ""}),
    (ask.UnpairTerminal("t1", "lost", "olga"), {"terminal": "x"}, {"by": "ann"}),
    (ask.UnpairTerminal("t1", "lost", "olga"), {"by": "ann"}, {"why": ""}),
    (ask.UnpairTerminal("t1", "lost", "olga"), {"why": ""}, {}),
    (ask.RecordSecond("olga", "ann", "a", "d"), {"person": "x"}, {"person": "ann"}),
]


@pytest.mark.parametrize(("command", "earlier", "later"), PAIRS)
def test_of_two_reasons_the_earlier_is_given(
    command: AnyCommand, earlier: Change, later: Change, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tests.precedence.play", lambda *_: staffed())
    check_order("", command, earlier, later)


def test_a_dealer_who_is_staff_still_has_to_sign_on() -> None:
    assert TABLE in staffed().floor.tables
    stage = play("ministar", "open-table by-itself \n ready")
    granted(stage, ask.EngageStaff("dan", "Dan Example", {}))
    assert refused(stage, ask.SetLimits(TABLE, {}, role=ROLE, person="dan")) is Reason.NOT_THEIR_ROLE
