"""What follows from an order is decided right after it, in its group, whatever else waits."""

from __future__ import annotations

import pytest

from openetg.floor.commands import AnyCommand, InsertNote, Order, PlaceWager, ReportMachineFault, RevealMystery
from openetg.floor.core.refusals import Refusal
from openetg.floor.pipeline import DECIDERS
from openetg.floor.state import Floor
from openetg.money import cents
from openetg.server.writer.writer import CONTROLLER, FOLLOWED_MAX, LARGEST_GROUP, QUARANTINE, Decided, Writer
from tests.one_table import copied
from tests.unit.server.stage import MINISTAR, founded

NOTE = InsertNote("M1", cents(500))
WORD = ReportMachineFault("follower", "a word")


def order(number: int, command: AnyCommand = NOTE) -> Order:
    return Order("terminal/M1", 1, number, command)


def asked(group: tuple[Decided, ...]) -> list[tuple[str, str]]:
    return [(each.order.sender, type(each.order.command).__name__) for each in group]


def writer() -> Writer:
    return Writer(copied(founded()))


def after_notes(told: Decided) -> list[AnyCommand]:
    return [WORD] if type(told.order.command) is InsertNote else []


def test_what_follows_comes_before_what_waits() -> None:
    one = writer()
    one.follow = after_notes
    one.submit(order(1))
    one.submit(order(2))
    group = one.step(1)
    assert group is not None
    terminal, controller = ("terminal/M1", "InsertNote"), (CONTROLLER, "ReportMachineFault")
    assert asked(one.committed(group)) == [terminal, controller, terminal, controller]
    assert [entry.sequence for entry in group.entries] == list(range(group.entries[0].sequence, one.floor.sequence + 1))


def test_the_boundary_of_a_group_does_not_come_between() -> None:
    one = writer()
    one.follow = after_notes
    for number in range(1, LARGEST_GROUP + 1):
        one.submit(order(number))
    sizes = []
    while one.waiting:
        group = one.step(1)
        assert group is not None
        decided = one.committed(group)
        assert asked(decided[:1]) == [("terminal/M1", "InsertNote")]
        assert asked(decided[-1:]) == [(CONTROLLER, "ReportMachineFault")]
        sizes.append(len(decided))
    assert sum(sizes) == 2 * LARGEST_GROUP


def test_what_follows_from_what_follows() -> None:
    one = writer()
    steps: list[AnyCommand] = [ReportMachineFault("follower", f"step {n}") for n in range(3)]
    one.follow = lambda _told: [steps.pop(0)] if steps else []
    one.submit(order(1))
    group = one.step(1)
    assert group is not None
    assert [each.order.number for each in one.committed(group)] == [1, 1, 2, 3]


def test_nobody_is_asked_about_wagers_or_about_a_no() -> None:
    one = writer()
    seen: list[type] = []

    def follow(told: Decided) -> list[AnyCommand]:
        assert isinstance(told.verdict, tuple)
        seen.append(type(told.order.command))
        return []

    one.follow = follow
    round_ = one.floor.tables[MINISTAR].round
    assert round_ is not None
    one.submit(order(1))
    one.submit(order(2, PlaceWager("M1", MINISTAR, "red", cents(100), round_.number)))
    one.submit(order(3, InsertNote("M1", cents(3))))
    group = one.step(1)
    assert group is not None
    assert isinstance(group.decided[2].verdict, Refusal)
    assert seen == [InsertNote]


def test_a_bug_in_who_follows_costs_no_order_and_is_on_record_once() -> None:
    one = writer()

    def broken(told: Decided) -> list[AnyCommand]:
        if type(told.order.command) is InsertNote:
            raise ZeroDivisionError("with a secret in its words")
        return []

    one.follow = broken
    one.submit(order(1))
    one.submit(order(2))
    group = one.step(1)
    assert group is not None
    decided = one.committed(group)
    assert all(isinstance(each.verdict, tuple) for each in decided)
    faults = [each.order for each in decided if each.order.sender == QUARANTINE]
    assert len(faults) == 1
    assert "ZeroDivisionError at " in str(faults[0].command)
    assert "secret" not in str(faults[0].command)


def test_what_has_no_end_is_cut_off() -> None:
    one = writer()
    one.follow = lambda _told: [WORD]
    one.submit(order(1))
    group = one.step(1)
    assert group is not None
    decided = one.committed(group)
    assert FOLLOWED_MAX < len(decided) < 3 * FOLLOWED_MAX
    assert any("has no end" in str(each.order.command) for each in decided)


def test_the_numbers_of_a_later_life_are_new() -> None:
    first = writer()
    first.follow = after_notes
    first.submit(order(1))
    group = first.step(1)
    assert group is not None
    life = group.decided[1].order.boot
    second = Writer(first.floor)
    second.follow = after_notes
    second.submit(order(2))
    group = second.step(1)
    assert group is not None
    assert group.decided[1].order.boot > life
    assert isinstance(group.decided[1].verdict, tuple)


def test_a_reveal_that_breaks_tells_the_quarantine_no_secret(monkeypatch: pytest.MonkeyPatch) -> None:
    secret = "ab" * 32

    def broken(floor: Floor, command: RevealMystery, at_ms: int) -> tuple[()]:
        raise ValueError(f"{command.secret} at {at_ms} of {floor.sequence}")

    monkeypatch.setitem(DECIDERS, RevealMystery, broken)
    one = writer()
    one.submit(order(1, RevealMystery("lucky", "mini", 1, secret)))
    group = one.step(1)
    assert group is not None
    (aside,) = group.aside
    assert secret not in str(aside)
    assert "hidden" in str(aside)
    assert not any(secret in str(each.order.command) for each in group.decided[1:])
