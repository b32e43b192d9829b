"""The number on a ticket and the name the floor knows it by: each from the other with the key, neither without."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from openetg.keys.keyring import Keyring, make_keyring
from openetg.keys.signing import KeyProblem
from openetg.keys.tickets import (
    DIGITS,
    DRAWN,
    MISREAD,
    NO_KEY,
    NO_NUMBER,
    OTHER_FLOOR,
    TicketKeys,
    grouped,
    is_whole,
    read_number,
    with_check_digits,
)

PREFIX = 41


@pytest.fixture(scope="module")
def ring() -> Iterator[Keyring]:
    with TemporaryDirectory() as folder, closing(make_keyring(Path(folder))) as made:
        yield made


@pytest.fixture(scope="module")
def tickets(ring: Keyring) -> TicketKeys:
    return TicketKeys(ring, PREFIX)


def numbered(label: int, drawn: int) -> str:
    return with_check_digits(label * DRAWN + drawn)


DRAWN_NUMBERS = st.integers(0, DRAWN - 1)


@given(drawn=DRAWN_NUMBERS)
def test_every_number_has_one_name_and_every_name_its_number(tickets: TicketKeys, drawn: int) -> None:
    number = numbered(411, drawn)
    name = tickets.name_of(number)
    assert tickets.number_of(name) == number
    assert tickets.name_of(grouped(number)) == name
    assert number not in name


def test_names_and_numbers_of_new_tickets_do_not_come_back(tickets: TicketKeys) -> None:
    names = [tickets.new_name() for _ in range(500)]
    numbers = [tickets.number_of(name) for name in names]
    assert len(set(names)) == len(set(numbers)) == 500
    assert {len(number or "") for number in numbers} == {DIGITS}
    assert {(number or "")[:3] for number in numbers} == {"411"}


def test_numbers_are_spread_over_all_there_are(tickets: TicketKeys) -> None:
    """Each tenth gets its share: with 2,000 numbers a share below 130 or above 270 comes once in 100,000 times."""
    shares = [0] * 10
    for _ in range(2_000):
        shares[int((tickets.number_of(tickets.new_name()) or "")[3])] += 1
    assert min(shares) > 130
    assert max(shares) < 270


def test_the_same_number_is_printed_again_after_a_crash(ring: Keyring, tickets: TicketKeys) -> None:
    """From the name in the journal and the key alone."""
    name = tickets.new_name()
    assert TicketKeys(ring).number_of(name) == tickets.number_of(name)


def test_another_floors_key_makes_other_names_and_reads_none(tickets: TicketKeys, tmp_path: Path) -> None:
    name = tickets.new_name()
    number = tickets.number_of(name)
    assert number is not None
    with closing(make_keyring(tmp_path)) as other:
        assert TicketKeys(other, PREFIX).name_of(number) != name, "the same prefix by chance"
        assert TicketKeys(other).number_of(name) is None


@pytest.mark.parametrize(
    "text", ["", "17", "1" * 17, "1" * 19, "t1-abc", "١" * 18, "1" * 17 + "x", "+" + "1" * 17, "²" * 18]
)
def test_what_is_no_number_has_the_name_of_no_ticket(tickets: TicketKeys, text: str) -> None:
    assert read_number(text) is None
    assert tickets.name_of(text) == NO_NUMBER


def test_a_name_is_no_number(tickets: TicketKeys) -> None:
    assert tickets.name_of(tickets.new_name()) == NO_NUMBER


@pytest.mark.parametrize(
    "name", ["", "T-1", "t", "t1-", "t411-abc", "t419-aaaa", "t411-é", "t١١١-aaaa", "M1-1700000000000-3", NO_KEY]
)
def test_a_name_that_no_key_made_has_no_number(tickets: TicketKeys, name: str) -> None:
    assert tickets.number_of(name) is None


def test_a_changed_name_has_no_number(tickets: TicketKeys) -> None:
    name = tickets.new_name()
    for at in range(5, len(name) - 1):
        other = "a" if name[at] != "a" else "b"
        assert tickets.number_of(name[:at] + other + name[at + 1 :]) is None


def test_with_a_new_key_old_tickets_are_still_known(tmp_path: Path) -> None:
    with closing(make_keyring(tmp_path)) as ring:
        floor, person = TicketKeys(ring, PREFIX), TicketKeys(ring)
        old = floor.new_name()
        number = floor.number_of(old)
        assert number is not None
        assert person.rotate() == 2
        new = person.number_of(person.new_name())
        assert new is not None
        assert new[:3] == "412"
        assert person.name_of(number) == old
        assert floor.name_of(new) != NO_KEY, "a floor that runs meanwhile knows the new key when it meets it"
        assert floor.name_of(numbered(413, 0)) == NO_KEY
        while person.newest < 9:
            person.rotate()
        with pytest.raises(KeyProblem, match="no digit left"):
            person.rotate()
        assert person.number_of(old) == number


def test_groups_as_people_read_them() -> None:
    assert grouped("123456789012345678") == "12-3456-7890-1234-5678"
    assert read_number("12 3456-7890 1234-5678") == 123456789012345678


@given(drawn=DRAWN_NUMBERS, at=st.integers(0, DIGITS - 1), digit=st.integers(1, 9))
def test_every_wrong_digit_is_a_misread(tickets: TicketKeys, drawn: int, at: int, digit: int) -> None:
    right = numbered(411, drawn)
    wrong = right[:at] + str((int(right[at]) + digit) % 10) + right[at + 1 :]
    assert tickets.name_of(wrong) == MISREAD


@given(drawn=DRAWN_NUMBERS, first=st.integers(0, DIGITS - 1), second=st.integers(0, DIGITS - 1))
def test_two_digits_that_changed_places_are_a_misread(tickets: TicketKeys, drawn: int, first: int, second: int) -> None:
    right = list(numbered(411, drawn))
    right[first], right[second] = right[second], right[first]
    swapped = "".join(right)
    assume(swapped != numbered(411, drawn))
    assert tickets.name_of(swapped) == MISREAD


@given(drawn=DRAWN_NUMBERS)
def test_check_digits_have_one_form(drawn: int) -> None:
    """98 fits as well as 01 would: only one of them is ever printed, and only that one is taken."""
    number = int(numbered(411, drawn))
    assert is_whole(number)
    fitting = [number - number % 100 + check for check in range(100) if is_whole(number - number % 100 + check)]
    assert fitting == [number]


def test_the_prefix_of_another_floor_is_told_from_an_unknown_ticket(tickets: TicketKeys) -> None:
    assert tickets.name_of(numbered(421, 5)) == OTHER_FLOOR
    assert tickets.name_of(numbered(412, 5)) == NO_KEY


def test_a_prefix_is_drawn_once_and_kept(tmp_path: Path) -> None:
    with closing(make_keyring(tmp_path)) as ring:
        drawn = TicketKeys(ring).prefix
        assert 10 <= drawn <= 99
        assert TicketKeys(ring).prefix == drawn
        other = 10 + (drawn - 10 + 1) % 90
        number = TicketKeys(ring).number_of(TicketKeys(ring).new_name())
        assert number is not None
        moved = TicketKeys(ring, other)
        assert moved.prefix == TicketKeys(ring).prefix == other, "the one used last"
        assert moved.name_of(number) not in {OTHER_FLOOR, NO_KEY}, "papers of the earlier prefix are still known"


@pytest.mark.parametrize("prefix", [-1, 0, 9, 100])
def test_a_prefix_has_two_digits_and_no_leading_zero(ring: Keyring, prefix: int) -> None:
    with pytest.raises(KeyProblem, match="expected a prefix of tickets from 10 to 99"):
        TicketKeys(ring, prefix)
