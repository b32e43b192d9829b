"""What a floor checks before anybody is let in: each step passes as it should, and refuses in words when it may not."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from msgspec.structs import replace

from openetg.floor.commands import Order, StartWriter
from openetg.floor.core.verdicts import LOGIC
from openetg.floor.pipeline import decide, record
from openetg.floor.state import Floor, Ticket, TicketState
from openetg.journal import places
from openetg.journal.entry import Entry
from openetg.journal.proofs.checkpoint import SignedNote, checkpoint_of, origin_of, signed, write_checkpoint
from openetg.journal.store import Store
from openetg.keys.keyring import MASTER, RING
from openetg.keys.signing import PRIVATE, PUBLIC, SigningKey, signing_key
from openetg.money import cents
from openetg.reports.audit.recovery import recover
from openetg.rulebook.load import load
from openetg.server.checks import manifest, selfcheck
from openetg.server.checks.manifest import Manifest
from openetg.server.checks.selfcheck import SECRET, CheckFailed, SelfCheck
from openetg.server.plan.folder import FloorFolder, open_store
from tests.one_table import copied
from tests.unit.journal.samples import fill
from tests.unit.server.stage import HOUSE, founded

SOFTWARE = Manifest("1", "3.11", {"openetg/money.py": "1" * 64})
SHIPPED = [load(plan.rulebook).rulebook for plan in HOUSE.tables]
NAME = "floor-1"


@pytest.fixture
def place(tmp_path: Path) -> FloorFolder:
    return FloorFolder(tmp_path / "floor")


@pytest.fixture
def journal(place: FloorFolder) -> Iterator[Store]:
    """A journal of six entries in three groups."""
    place.path.mkdir()
    with closing(places.create(place.journal, journal_id=NAME)) as store:
        fill(store, sizes=[1, 2, 3])
        yield store


def sign(place: FloorFolder, journal: Store, size: int, key: SigningKey | None = None) -> SignedNote:
    """What a follower does: a checkpoint at the end of a group, kept."""
    group = next(each for each in journal.groups(after_sequence=0) if each.last == size)
    note = signed(checkpoint_of(NAME, group, b"r" * 32), key or signing_key(place.keys, name=origin_of(NAME)))
    write_checkpoint(place.checkpoints, note)
    return note


# Software and machine.


def test_steps_are_told_and_kept() -> None:
    told: list[str] = []
    check = SelfCheck(told.append)
    check.passed("disk", "free")
    assert told == ["check    disk: free"]
    assert check.lines == ["disk: free"]


def test_software_other_than_approved_is_refused_with_the_files(tmp_path: Path) -> None:
    approved = tmp_path / "approved.json"
    manifest.write(SOFTWARE, approved)
    assert "as in approved.json" in selfcheck.check_software(SOFTWARE, approved)
    assert "no manifest" in selfcheck.check_software(SOFTWARE, None)
    with pytest.raises(CheckFailed, match=r"self-check, software: .*openetg/money\.py: changed"):
        selfcheck.check_software(replace(SOFTWARE, files={"openetg/money.py": "2" * 64}), approved)
    with pytest.raises(CheckFailed, match=r"self-check, software: .*expected a manifest"):
        selfcheck.check_software(SOFTWARE, tmp_path / "none.json")


def test_a_change_of_software_since_the_last_start_is_told() -> None:
    floor = Floor()
    assert selfcheck.check_changed(floor, SOFTWARE) == "nothing on record yet"
    floor.premises.software = SOFTWARE.digest
    assert selfcheck.check_changed(floor, SOFTWARE) == "as at the last start"
    assert SOFTWARE.digest[:12] in selfcheck.check_changed(floor, replace(SOFTWARE, build="2"))


def test_a_full_disk_is_refused_before_anything_is_written(tmp_path: Path) -> None:
    assert "MiB free" in selfcheck.check_room(tmp_path / "not" / "there", least=1)
    with pytest.raises(CheckFailed, match=r"self-check, disk: .*make room"):
        selfcheck.check_room(tmp_path, least=1 << 62)


def test_a_journal_that_is_gone_is_not_begun_anew(place: FloorFolder, journal: Store) -> None:
    assert selfcheck.check_there(FloorFolder(place.path / "new")).startswith("to be made at ")
    assert selfcheck.check_there(place).startswith("at ")
    place.keys.mkdir()
    (place.keys / RING).write_bytes(b"")
    gone = FloorFolder(place.path, store=str(place.path / "gone"))
    with pytest.raises(CheckFailed, match=r"self-check, journal: .*gone: expected the journal that the keys"):
        selfcheck.check_there(gone)


# What was signed.


def test_a_floor_that_signed_nothing_needs_no_key(place: FloorFolder) -> None:
    assert selfcheck.check_signed(place) == "none signed yet"


def test_a_journal_that_has_what_was_signed_passes(place: FloorFolder, journal: Store) -> None:
    sign(place, journal, 3)
    assert selfcheck.check_signed(place) == "signed at entry 3, and so it stands"
    sign(place, journal, 6)
    assert selfcheck.check_signed(place) == "signed at entry 6, and so it stands"


@pytest.mark.parametrize("name", [PRIVATE, PUBLIC])
def test_a_lost_signing_key_is_not_replaced(place: FloorFolder, journal: Store, name: str) -> None:
    sign(place, journal, 6)
    (place.keys / name).unlink()
    with pytest.raises(CheckFailed, match=r"self-check, keys: .*expected the signing key.*backup"):
        selfcheck.check_signed(place)
    assert not (place.keys / name).exists(), "nothing was made"


def test_another_floors_key_is_refused(place: FloorFolder, journal: Store, tmp_path: Path) -> None:
    sign(place, journal, 6, signing_key(tmp_path / "other", name="another"))
    signing_key(place.keys, name=origin_of(NAME))
    with pytest.raises(CheckFailed, match=r"self-check, keys: .*put the floor's own key back"):
        selfcheck.check_signed(place)


def test_a_journal_rolled_back_to_an_older_copy_is_refused(place: FloorFolder, journal: Store, tmp_path: Path) -> None:
    sign(place, journal, 6)
    older = FloorFolder(tmp_path / "older")
    older.path.mkdir()
    with closing(places.create(older.journal, journal_id=NAME)) as store:
        fill(store, sizes=[1, 2])
    rolled_back = FloorFolder(place.path, store=older.journal)
    with pytest.raises(CheckFailed, match=r"self-check, journal: .*expected 6 entries or more.*found 3.*rolled back"):
        selfcheck.check_signed(rolled_back)


@pytest.mark.parametrize("sizes", [[3, 3], [2, 2, 2], [1, 5]])
def test_another_history_of_the_same_length_is_refused(
    place: FloorFolder, journal: Store, tmp_path: Path, sizes: list[int]
) -> None:
    sign(place, journal, 3)
    with closing(places.create(str(tmp_path / "other"), journal_id=NAME)) as store:
        fill(store, sizes=sizes)
    with pytest.raises(CheckFailed, match=r"self-check, journal: .*not the journal that was signed"):
        selfcheck.check_signed(FloorFolder(place.path, store=str(tmp_path / "other")))


def test_the_journal_of_another_floor_and_no_journal_are_refused(
    place: FloorFolder, journal: Store, tmp_path: Path
) -> None:
    sign(place, journal, 6)
    with closing(places.create(str(tmp_path / "other"), journal_id="floor-2")) as store:
        fill(store, sizes=[1, 2, 3])
    with pytest.raises(CheckFailed, match=r"self-check, journal: .*another floor's"):
        selfcheck.check_signed(FloorFolder(place.path, store=str(tmp_path / "other")))
    with pytest.raises(CheckFailed, match=r"self-check, journal: .*found nothing: restore it"):
        selfcheck.check_signed(FloorFolder(place.path, store=str(tmp_path / "none")))


def test_a_checkpoint_that_was_changed_is_refused(place: FloorFolder, journal: Store) -> None:
    sign(place, journal, 6)
    latest = place.checkpoints / "latest"
    latest.write_bytes(latest.read_bytes().replace(b"\n6\n", b"\n7\n"))
    with pytest.raises(CheckFailed, match=r"self-check, checkpoints: .*changed"):
        selfcheck.check_signed(place)


# What was read.


def test_a_sound_floor_passes() -> None:
    floor = copied(founded())
    assert selfcheck.check_rulebooks(floor, SHIPPED) == "2 adopted, 2 in use"
    assert selfcheck.check_ledger(floor).endswith("sum 0")


def test_a_rulebook_that_is_not_the_shipped_one_is_told() -> None:
    words = selfcheck.check_rulebooks(copied(founded()), SHIPPED[:1])
    assert "other than those of this build, until a table is changed: interblock" in words


def test_a_rulebook_whose_bytes_are_not_what_its_name_says_is_refused() -> None:
    floor = copied(founded())
    name = next(iter(floor.adopted))
    floor.adopted = floor.adopted | {name: floor.adopted[name] + b" "}
    with pytest.raises(CheckFailed, match=r"self-check, rulebooks: "):
        selfcheck.check_rulebooks(floor, SHIPPED)


def test_money_from_nowhere_is_refused() -> None:
    floor = copied(founded())
    floor.ledger.accounts["meter/M1"] = cents(5)
    with pytest.raises(CheckFailed, match=r"self-check, ledger: expected accounts that sum to 0, found 5"):
        selfcheck.check_ledger(floor)


def test_a_meter_below_zero_is_refused() -> None:
    floor = copied(founded())
    floor.ledger.accounts.update({"meter/M1": cents(-5), "meter/M2": cents(5)})
    with pytest.raises(CheckFailed, match=r"self-check, ledger: expected nothing owed below zero, found meter/M1"):
        selfcheck.check_ledger(floor)


@pytest.mark.parametrize("name", [MASTER, RING, SECRET])
def test_lost_keys_are_not_replaced_once_a_floor_has_run(place: FloorFolder, name: str) -> None:
    assert selfcheck.check_keys(place) == "none needed yet"
    place.keys.mkdir(parents=True)
    for folder, each in ((place.keys, MASTER), (place.keys, RING), (place.path, SECRET)):
        (folder / each).write_bytes(b"")
    assert str(place.keys) in selfcheck.check_keys(place)
    lost = (place.path if name == SECRET else place.keys) / name
    lost.unlink()
    start(place, manifest="")
    assert selfcheck.check_keys(place) == "none needed yet", "an older build has run, which made no keys"
    start(place, manifest=SOFTWARE.digest)
    with pytest.raises(CheckFailed, match=rf"self-check, keys: .*{name}: expected .* found nothing: put"):
        selfcheck.check_keys(place)


def start(place: FloorFolder, *, manifest: str) -> None:
    """A writer puts its start on record."""
    with closing(open_store(place)) as store:
        lease = store.claim()
        floor = recover(store).floor
        command = StartWriter(LOGIC, "test", manifest)
        order = Order("house", lease.head.epoch, 1, command)
        store.append(lease, [Entry(floor.sequence + 1, 1, *record(floor, order, decide(floor, command, 1)))])


def test_tickets_named_with_other_keys_are_refused() -> None:
    floor = copied(founded())
    floor.tickets["t1-abc"] = Ticket("t1-abc", "M1", cents(500), TicketState.OUTSTANDING)
    floor.tickets["t1-def"] = Ticket("t1-def", "M1", cents(700), TicketState.REDEEMED)
    floor.tickets["M1-1"] = Ticket("M1-1", "M1", cents(900), TicketState.OUTSTANDING)
    assert selfcheck.check_tickets(floor, {"t1-abc": "1" * 18}.__getitem__) == "2 outstanding, worth 1400 cents"
    with pytest.raises(CheckFailed, match=r"self-check, keys: .*1 of 1 tickets"):
        selfcheck.check_tickets(floor, {"t1-abc": ""}.__getitem__)
