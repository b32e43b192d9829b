"""The edge: who reads the database cashes no ticket and reads no name; who erases a key leaves the journal whole."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from click.testing import CliRunner
from msgspec import json

from openetg.cli.main import etg
from openetg.floor.commands import (
    AnyCommand,
    CloseTerminal,
    EngageStaff,
    EnterOutcome,
    HoldPaper,
    InsertTicket,
    Order,
    PairTerminal,
    PlaceWager,
    RecordBreach,
    RecordDeniedClaim,
    RecordIdentification,
    RedeemPaper,
    ReopenTerminal,
    SignManualPayout,
)
from openetg.floor.core.refusals import Reason, Refusal
from openetg.floor.money.redeeming import NO_TICKET
from openetg.floor.pipeline import UNRECORDED
from openetg.floor.state import TicketState
from openetg.keys.keyring import make_keyring
from openetg.keys.sealing import is_sealed
from openetg.keys.tickets import DRAWN, MISREAD, NO_NUMBER, OTHER_FLOOR, TicketKeys, grouped, with_check_digits
from openetg.money import cents
from openetg.server.writer.sealing import PLAIN, PLANS, WRONG_EVERY_MS, WRONG_MAX, Tries, in_clear
from openetg.wire.messages import CollectMeter, Note, OwnNews, Refused, TicketIn
from tests.unit.server.sealed_floor import Player, SealedFloor

CASHIER = ("cashier", "cleo")
CLAIM = RecordDeniedClaim(
    "casino_operator", "ann", "C-1", "B", "a hat", cents(9_000), "not a member", "Zoë Müller", "Grenfell Street 5"
)
SECRETS = ("not a member", "Zoë Müller", "Grenfell Street 5", "coin left in the chute", "screen went dark")


@pytest.fixture
def floor(tmp_path: Path) -> Iterator[SealedFloor]:
    with closing(SealedFloor(tmp_path / "floor")) as stands:
        yield stands


def bytes_of(place: Path) -> bytes:
    """Everything under a path, as it lies on the disk."""
    files = [place] if place.is_file() else sorted(each for each in place.rglob("*") if each.is_file())
    return b"".join(file.read_bytes() for file in files)


def journal_bytes(floor: SealedFloor) -> bytes:
    path = Path(floor.place.journal)
    beside = [each for each in path.parent.iterdir() if each.name.startswith(path.name)]
    return b"".join(bytes_of(each) for each in beside)


def ticket(floor: SealedFloor, terminal: str = "I1") -> tuple[str, str]:
    """A ticket for 50.00, issued at a terminal: the number on it and its name."""
    player = Player(floor, terminal)
    player.say(Note(1, 5_000))
    player.say(CollectMeter(2))
    (number,) = floor.print_tickets()
    player.heard()
    assert player.own is not None
    assert player.own.ticket == number, "its own terminal shows what the printer printed"
    return number, floor.floor.terminals[terminal].ticket


def guess(floor: SealedFloor, drawn: int = 0, *, prefix: int | None = None) -> str:
    """A number that could be a ticket's."""
    return with_check_digits(((prefix or floor.sealer.tickets.prefix) * 10 + 1) * DRAWN + drawn)


def reason(told: object) -> Reason | None:
    verdict = getattr(told, "verdict", None)
    return verdict.reason if isinstance(verdict, Refusal) else None


def test_with_a_real_printer_no_screen_has_the_number_of_a_ticket(floor: SealedFloor) -> None:
    floor.exchange.papers.real_printers = frozenset({"I1"})
    player = Player(floor, "I1")
    player.say(Note(1, 5_000))
    player.say(CollectMeter(2))
    (number,) = floor.print_tickets()
    player.heard()
    assert player.own is not None
    assert (player.own.ticket, player.own.ticket_amount, player.own.ticket_serial) == ("", 5_000, 1)
    assert number not in repr(player.own)


def test_whoever_has_a_key_that_came_later_is_not_shown_the_number(floor: SealedFloor) -> None:
    number, _ = ticket(floor)
    floor.give(EngageStaff("olga", "Olga Example", {}, ("staff_desk",)), sender="house")
    floor.now_ms += 1_000
    floor.give(PairTerminal("I1", "another key", "olga"), sender="access")
    stranger = Player(floor, "I1")
    assert stranger.own is not None
    assert stranger.own.ticket == ""
    assert number not in repr(stranger.own)


def test_nobody_who_can_read_the_database_can_cash_a_ticket(floor: SealedFloor, tmp_path: Path) -> None:
    number, name = ticket(floor)
    stolen = tmp_path / "stolen"
    journal = Path(floor.place.journal)
    shutil.copytree(journal, stolen) if journal.is_dir() else shutil.copy(journal, stolen)
    everything = journal_bytes(floor)
    assert name.encode() in everything, "the ticket is on record"
    for form in (number, grouped(number), number[1:]):
        assert form.encode() not in everything
    with closing(make_keyring(tmp_path / "keys of their own")) as own:
        assert TicketKeys(own).number_of(name) is None
    thief = Player(floor, "I2")
    for at, stolen_text in enumerate((name, name.partition("-")[2], guess(floor)), start=1):
        (answer,) = thief.say(TicketIn(at, stolen_text))
        assert isinstance(answer, Refused)
        assert answer.reason == "unknown_ticket"
    assert reason(floor.give(RedeemPaper(*CASHIER, name))) is Reason.UNKNOWN_TICKET
    assert floor.floor.tickets[name].state is TicketState.OUTSTANDING
    bearer = Player(floor, "I3")
    (answer,) = bearer.say(TicketIn(1, grouped(number)))
    assert isinstance(answer, OwnNews)
    assert (answer.why, answer.own.meter) == ("ticket", 5_000)


def test_the_cage_pays_by_the_number_and_once(floor: SealedFloor) -> None:
    number, name = ticket(floor)
    paid = floor.give(RedeemPaper(*CASHIER, number))
    assert reason(paid) is None
    assert floor.floor.tickets[name].state is TicketState.REDEEMED
    assert reason(floor.give(RedeemPaper(*CASHIER, number))) is Reason.TICKET_REDEEMED
    assert number.encode() not in journal_bytes(floor)


def test_a_wrong_number_is_refused_on_record_without_the_number(floor: SealedFloor) -> None:
    wrong = guess(floor)
    for _ in range(2):
        assert reason(floor.give(RedeemPaper(*CASHIER, wrong))) is Reason.UNKNOWN_TICKET
    floor.give(RedeemPaper(*CASHIER, "no number at all: 4711"))
    tried = [json.decode(entry.command)["command"]["ticket"] for entry in floor.entries()[-3:]]
    assert tried[0] == tried[1] != tried[2] == NO_NUMBER, "the same number twice shows"
    assert wrong.encode() not in journal_bytes(floor)
    assert b"4711" not in journal_bytes(floor)
    assert InsertTicket not in UNRECORDED
    assert RedeemPaper not in UNRECORDED


def test_an_act_about_a_paper_may_name_it_either_way(floor: SealedFloor) -> None:
    number, name = ticket(floor)
    for given in (number, name):
        entered = floor.sealer.sealed(HoldPaper("manager", "ann", given, "looked odd"))
        assert isinstance(entered, HoldPaper)
        assert entered.ticket == name
    assert floor.sealer.sealed(HoldPaper("manager", "ann", "payout-1", "x")).ticket == "payout-1"


def test_after_a_restart_the_same_number_is_printed(floor: SealedFloor) -> None:
    """The crash came between "ordered" and "printed"."""
    player = Player(floor, "I1")
    player.say(Note(1, 5_000))
    player.say(CollectMeter(2))
    ordered = floor.floor.terminals["I1"].printing
    assert ordered is not None
    number = floor.sealer.printed(ordered.ticket)
    folder = floor.place.path
    floor.close()
    with closing(SealedFloor(folder)) as again:
        assert again.print_tickets() == [number]
        assert reason(again.give(RedeemPaper(*CASHIER, number))) is None


def test_after_a_rotation_old_tickets_are_paid_and_new_ones_begin_otherwise(floor: SealedFloor) -> None:
    old, _ = ticket(floor)
    folder = floor.place.path
    floor.close()
    rotated = CliRunner().invoke(etg, ["keys", "rotate", "--keys", str(floor.place.keys)])
    assert rotated.exit_code == 0, rotated.output
    with closing(SealedFloor(folder)) as again:
        new, name = ticket(again, "I2")
        assert (old[2], new[2]) == ("1", "2")
        assert reason(again.give(RedeemPaper(*CASHIER, old))) is None
        asked = CliRunner().invoke(etg, ["keys", "ticket", grouped(new), "--keys", str(again.place.keys)])
        assert asked.output == f"{name}\n"


def test_whoever_guesses_waits_and_a_right_number_waits_with_them(floor: SealedFloor) -> None:
    number, _ = ticket(floor)
    for drawn in range(WRONG_MAX):
        assert reason(floor.give(RedeemPaper(*CASHIER, guess(floor, drawn)))) is Reason.UNKNOWN_TICKET
    before = len(floor.entries())
    assert list(floor.sealer.alarms()) == ["person/ann"]
    assert floor.give(RedeemPaper(*CASHIER, guess(floor, 99))) is None
    assert floor.give(RedeemPaper(*CASHIER, number)) is None
    assert len(floor.entries()) == before, "who has to wait is not heard"
    assert reason(floor.give(RedeemPaper(*CASHIER, guess(floor)), sender="person/ben")) is Reason.UNKNOWN_TICKET
    player = Player(floor, "I2")
    for at in range(1, WRONG_MAX + 1):
        player.say(TicketIn(at, guess(floor)))
    assert list(floor.sealer.alarms()) == ["person/ann", "terminal/I2"]
    (told,) = player.say(TicketIn(WRONG_MAX + 1, number))
    assert isinstance(told, Refused)
    assert told.reason == "must_wait"
    floor.now_ms += WRONG_EVERY_MS
    assert reason(floor.give(RedeemPaper(*CASHIER, number))) is None


def test_a_misread_and_a_ticket_of_another_floor_are_refused_as_such(floor: SealedFloor) -> None:
    number, _ = ticket(floor)
    own = floor.sealer.tickets.prefix
    misread = number[:-1] + str((int(number[-1]) + 1) % 10)
    elsewhere = guess(floor, prefix=10 + (own - 9) % 90)
    player = Player(floor, "I2")
    for at, (presented, expected) in enumerate(
        ((misread, Reason.TICKET_MISREAD), (elsewhere, Reason.OTHER_FLOOR)), start=1
    ):
        (answer,) = player.say(TicketIn(at, presented))
        assert isinstance(answer, Refused)
        assert answer.reason == expected.value
        assert reason(floor.give(RedeemPaper(*CASHIER, presented))) is expected
    assert {MISREAD, OTHER_FLOOR} == set(NO_TICKET)


def test_tries_are_forgotten_one_at_a_time() -> None:
    tries = Tries()
    for _ in range(WRONG_MAX):
        assert not tries.must_wait("a", 1_000)
        tries.count("a", 1_000)
    assert tries.must_wait("a", 1_000)
    assert tries.must_wait("a", 1_000 + WRONG_EVERY_MS - 1)
    assert not tries.must_wait("a", 1_000 + WRONG_EVERY_MS)
    tries.count("a", 1_000 + WRONG_EVERY_MS)
    assert tries.must_wait("a", 1_000 + WRONG_EVERY_MS)
    assert not tries.must_wait("b", 1_000)


def test_a_command_sent_again_is_no_second_try(floor: SealedFloor) -> None:
    """A terminal that comes back after a cut repeats what was not answered, with the same number."""
    order = Order("terminal/I1", 1, 1, InsertTicket("I1", "1" * 18))
    for _ in range(WRONG_MAX + 3):
        assert floor.writer.submit(order)
        floor.turn()


def said(floor: SealedFloor) -> None:
    """Everything private that a small floor can be told, accepted or refused."""
    accepted: list[AnyCommand] = [
        CloseTerminal("casino_operator", "ann", "I1", "screen went dark"),
        ReopenTerminal("casino_operator", "ann", "I1", "screen went dark"),
        RecordBreach("assistant_gaming_manager", "ann", "I2", "9.6", "coin left in the chute"),
        CLAIM,
    ]
    for command in accepted:
        assert reason(floor.give(command)) is None, command
    assert reason(floor.give(SignManualPayout(*CASHIER, "payout-9", "Zoë Müller"))) is Reason.UNKNOWN_PAYOUT


def test_no_private_text_is_in_the_journal_and_who_has_the_keys_reads_it(floor: SealedFloor) -> None:
    said(floor)
    everything = journal_bytes(floor)
    for text in SECRETS:
        assert text.encode() not in everything
        assert json.encode(text)[1:-1] not in everything
    assert CLAIM.claim.encode() in everything
    line = ["journal", "show", floor.place.journal, "--most", "1000"]
    shown = CliRunner().invoke(etg, [*line, "--json"])
    opened = CliRunner().invoke(etg, ["keys", "open", "--keys", str(floor.place.keys)], input=shown.output)
    read = CliRunner().invoke(etg, [*line, "--keys", str(floor.place.keys)])
    assert (opened.exit_code, read.exit_code) == (0, 0), opened.output + read.output
    for text in SECRETS:
        assert text not in shown.output
        assert text in opened.output
        assert text in read.output


def test_what_the_floor_remembers_opens_for_who_may_see_it(floor: SealedFloor) -> None:
    said(floor)
    (event,) = [
        each for entry in floor.entries() for each in json.decode(entry.verdict).get("events") or ()
        if each["type"] == "BreachRecorded"
    ]  # fmt: skip
    assert is_sealed(event["why"])
    assert floor.sealer.opened(event["why"]) == "coin left in the chute"
    assert floor.sealer.opened("shows 5.00, holds 7.00") == "shows 5.00, holds 7.00", "the floor's own words"


def test_a_blank_reason_stays_blank_and_a_forged_seal_is_sealed_again(floor: SealedFloor) -> None:
    assert reason(floor.give(RecordBreach("assistant_gaming_manager", "ann", "I2", "9.6", " "))) is (
        Reason.NO_REASON_GIVEN
    )
    forged = floor.sealer.sealed(CloseTerminal("casino_operator", "ann", "I1", "dark"))
    assert isinstance(forged, CloseTerminal)
    twice = floor.sealer.sealed(forged)
    assert isinstance(twice, CloseTerminal)
    assert twice.why != forged.why
    assert floor.sealer.opened(twice.why) == forged.why


@pytest.mark.parametrize("nothing", ["\u200b", "\u2060\ufeff", "\u3164", "\u2800 ", "\t"], ids=ascii)
def test_what_nobody_can_see_is_no_reason(floor: SealedFloor, nothing: str) -> None:
    breach = RecordBreach("assistant_gaming_manager", "ann", "I2", "9.6", nothing)
    assert reason(floor.give(breach)) is Reason.NO_REASON_GIVEN


def test_after_erasure_nothing_holds_the_text_and_the_journal_still_verifies(floor: SealedFloor) -> None:
    said(floor)
    keys = str(floor.place.keys)
    found = CliRunner().invoke(etg, ["keys", "find", "zoë müller", "--keys", keys])
    assert found.output.split()[0] == "claim/C-1"
    erased = CliRunner().invoke(
        etg, ["keys", "erase", "--subject", "claim/C-1", "--why", "asked for", "--yes", "--keys", keys]
    )
    assert (erased.exit_code, erased.output.splitlines()[-1]) == (0, "1 erased")
    everything = journal_bytes(floor) + bytes_of(floor.place.keys)
    for text in ("not a member", "Zoë Müller", "Grenfell Street 5"):
        assert text.encode() not in everything
    (entry,) = [each for each in floor.entries() if b"RecordDeniedClaim" in each.command]
    command = json.decode(entry.command)["command"]
    assert [floor.sealer.opened(command[field]) for field in ("why", "claimant", "address")] == ["erased"] * 3
    signed = next(each for each in floor.entries() if b"SignManualPayout" in each.command)
    assert floor.sealer.opened(json.decode(signed.command)["command"]["signature"]) == "Zoë Müller", "another subject"
    assert CliRunner().invoke(etg, ["keys", "find", "Zoë Müller", "--keys", keys]).exit_code == 1
    verified = CliRunner().invoke(etg, ["journal", "verify", floor.place.journal])
    assert verified.exit_code == 0, verified.output
    shown = CliRunner().invoke(etg, ["keys", "show", "--keys", keys])
    assert "asked for" in shown.output


def test_a_gaming_day_can_be_erased_as_a_whole(floor: SealedFloor) -> None:
    floor.floor.premises.day = "2026-11-15"
    first = floor.sealer.sealed(CloseTerminal("casino_operator", "ann", "I1", "dark"))
    floor.floor.premises.day = "2026-11-16"
    second = floor.sealer.sealed(CloseTerminal("casino_operator", "ann", "I1", "dark"))
    keys = str(floor.place.keys)
    line = ["keys", "erase", "--day", "2026-11-15", "--why", "kept long enough", "--keys", keys]
    assert CliRunner().invoke(etg, line, input="n\n").exit_code == 1
    assert floor.sealer.opened(first.why) == "dark"
    assert CliRunner().invoke(etg, line, input="y\n").exit_code == 0
    assert floor.sealer.opened(first.why) == "erased"
    assert floor.sealer.opened(second.why) == "dark"
    assert CliRunner().invoke(etg, line).exit_code == 1, "nothing left to erase"


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (["ticket", "4711"], 'expected a number of 18 digits, found "4711"'),
        (["erase", "--why", "x"], "expected --subject, --promotion or --day, found none"),
        (["erase", "--why", " ", "--day", "d"], "--why: expected a reason, found nothing"),
        (["erase", "--why", "x", "--subject", "tickets"], "never erased"),
    ],
)
def test_a_bad_question_about_keys_is_said_in_words(tmp_path: Path, words: list[str], expected: str) -> None:
    make_keyring(tmp_path).close()
    result = CliRunner().invoke(etg, ["keys", *words, "--keys", str(tmp_path)])
    assert result.exit_code == 2
    assert expected in result.output


def test_a_folder_without_keys_is_named_by_every_command(tmp_path: Path) -> None:
    lines = (["show"], ["open"], ["find", "x"], ["erase", "--day", "d", "--why", "x"], ["ticket", "1" * 18], ["rotate"])
    for line in lines:
        result = CliRunner().invoke(etg, ["keys", *line, "--keys", str(tmp_path)])
        assert result.exit_code == 2, line
        assert "expected the keyring of a floor" in result.output
    assert list(tmp_path.iterdir()) == []


def test_a_wager_passes_the_edge_untouched(floor: SealedFloor) -> None:
    assert PlaceWager not in PLANS
    order = Order("terminal/I1", 1, 1, PlaceWager("I1", "B", "red", cents(500)))
    assert floor.sealer.entering(order) is order
    assert floor.sealer.sealed(order.command) is order.command


def test_the_plain_edge_leaves_texts_as_they_are() -> None:
    order = Order("test", 1, 1, EnterOutcome("dealer", "bob", "B", "17", "seen"))
    assert PLAIN.entering(order) is order
    assert in_clear(order.command) == ["why"]
    assert in_clear(RecordIdentification("cashier", "cleo", "t1-x", "passport")) == ["document"]


def test_a_person_guesses_in_all_their_logins_together(floor: SealedFloor) -> None:
    number, _ = ticket(floor)
    for drawn in range(WRONG_MAX):
        told = floor.give(RedeemPaper(*CASHIER, guess(floor, drawn)), sender=f"staff/ann/{drawn % 3 + 1}")
        assert reason(told) is Reason.UNKNOWN_TICKET
    assert floor.give(RedeemPaper(*CASHIER, number), sender="staff/ann/8") is None, "another login is the same person"
    assert list(floor.sealer.alarms()) == ["staff/ann"]
    assert reason(floor.give(RedeemPaper(*CASHIER, guess(floor, 77)), sender="staff/anna/1")) is Reason.UNKNOWN_TICKET
