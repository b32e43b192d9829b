"""The instrument itself: brought to the floor in pieces, attached on record, given byte for byte, and never run."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from pathlib import Path
from typing import Any

import httpx
import pytest

from openetg.floor.state import Floor, Table
from openetg.rulebook.days import begins_ms
from openetg.server.plan.documents import PARTS_MAX, STRAYS_MAX, DocumentShelf, NotADocument, media_of
from tests.marks import clause
from tests.unit.server.api.floor_app import Client, ServedFloor, served_floor

PDF = b"%PDF-1.7\n" + bytes(range(256)) * 300
TEXT = "1. The rules. § 1\n2. A copy is for anybody.\n".encode()
DAY = {"day": "2016-06-02", "from_ms": 1_464_825_600_000}


@pytest.fixture
def floor(tmp_path: Path) -> Iterator[ServedFloor]:
    with served_floor(tmp_path) as running:
        yield running


def bring(client: Client, data: bytes, *, named: str = "", piece: int = 30_000) -> httpx.Response:
    name = named or sha256(data).hexdigest()
    answers = []
    for offset in range(0, len(data), piece):
        part = b64encode(data[offset : offset + piece]).decode()
        answers.append(client.post("/api/documents", sha256=name, size=len(data), offset=offset, data=part))
        if answers[-1].status_code != 200:
            break
    return answers[-1]


def attach(client: Client, floor: ServedFloor, data: bytes, media: str, **more: object) -> httpx.Response:
    fields: dict[str, Any] = {
        "name": "rules",
        "media": media,
        "sha256": sha256(data).hexdigest(),
        "size": len(data),
        **DAY,
        **more,
    }
    return client.send("attach-rules", rulebook=table_of(floor).rulebook, **fields)


def table_of(floor: ServedFloor) -> Table:
    return next(iter(floor.floor.tables.values()))


def copy_of(floor: ServedFloor) -> httpx.Response:
    floor.ahead_ms += 10_000
    return httpx.get(f"http://127.0.0.1:{floor.port}/api/rules/{next(iter(floor.floor.tables))}/copy", timeout=60)


@pytest.mark.slow
@clause("ministar", "8.16")
@clause("interblock", "9.17")
@pytest.mark.parametrize(("data", "media"), [(PDF, "application/pdf"), (TEXT, "text/plain")])
def test_what_the_operator_attaches_is_given_to_anybody_byte_for_byte(
    floor: ServedFloor, data: bytes, media: str
) -> None:
    before = copy_of(floor)
    assert "No document of the instrument is attached here" in before.text
    assert "not of the instrument" in before.text
    olga = floor.client("olga")
    assert attach(olga, floor, data, media).json()["reason"] == "no_document", "its bytes are not here yet"
    answer = bring(olga, data)
    assert answer.json() == {"sha256": sha256(data).hexdigest(), "whole": True, "media": media}
    assert attach(olga, floor, data, media).status_code == 200
    copy = copy_of(floor)
    assert copy.content == data
    assert copy.headers["content-type"].startswith(media)
    assert copy.headers["x-content-type-options"] == "nosniff"
    assert "script-src 'none'" in copy.headers["content-security-policy"]
    assert copy.headers["x-document-sha256"] == sha256(data).hexdigest()


@pytest.mark.slow
def test_a_file_that_was_changed_on_the_disk_is_not_given(floor: ServedFloor, tmp_path: Path) -> None:
    olga = floor.client("olga")
    bring(olga, TEXT)
    assert attach(olga, floor, TEXT, "text/plain").status_code == 200
    (kept,) = tmp_path.rglob(sha256(TEXT).hexdigest())
    assert kept.stat().st_mode & 0o077 == 0, "for the floor alone"
    kept.write_bytes(TEXT.replace(b"anybody", b"nobody!"))
    assert copy_of(floor).status_code == 404
    assert DocumentShelf(kept.parent).lacking(floor.floor) == ["rules"]
    kept.write_bytes(TEXT)
    assert copy_of(floor).content == TEXT


@pytest.mark.slow
def test_a_document_is_given_until_its_last_day_is_over_though_nothing_happens_on_the_floor(floor: ServedFloor) -> None:
    olga, day_ms = floor.client("olga"), 86_400_000
    bring(olga, TEXT)
    last = datetime.fromtimestamp(floor.clock.now_ms() // 1000, UTC).date() + timedelta(days=1)
    until_ms = begins_ms(last) + day_ms
    answer = attach(olga, floor, TEXT, "text/plain", last_day=last.isoformat(), until_ms=until_ms)
    assert answer.status_code == 200, answer.text
    assert copy_of(floor).content == TEXT
    floor.ahead_ms += 2 * day_ms
    assert "No document of the instrument is attached here" in copy_of(floor).text


@pytest.mark.slow
@pytest.mark.parametrize("person", ["", "carl", "wim"])
def test_nobody_else_brings_or_attaches_one(floor: ServedFloor, person: str) -> None:
    client = floor.client(person)
    assert bring(client, TEXT).status_code in {401, 403}
    bring(floor.client("olga"), TEXT)
    assert attach(client, floor, TEXT, "text/plain").status_code in {400, 401, 403, 409, 422}
    assert floor.floor.premises.documents == {}


@pytest.mark.slow
@pytest.mark.parametrize(
    "data", [b"<!DOCTYPE html><script>alert(1)</script>", b"\xff\xfe\x00", b"  <svg onload=x>", b"\0\0", b" \n"]
)
def test_what_is_neither_text_nor_pdf_is_no_document(floor: ServedFloor, data: bytes, tmp_path: Path) -> None:
    with pytest.raises(NotADocument):
        media_of(data)
    assert bring(floor.client("olga"), data).status_code == 400
    assert not [path for path in tmp_path.rglob("documents/*") if path.suffix == ""]


def test_pieces_come_in_order_and_are_what_was_announced(tmp_path: Path) -> None:
    shelf, name = DocumentShelf(tmp_path / "documents"), sha256(TEXT).hexdigest()
    assert not shelf.add(name, TEXT[:10], offset=0, size=len(TEXT))
    with pytest.raises(NotADocument, match="expected the piece at 10"):
        shelf.add(name, TEXT[20:], offset=20, size=len(TEXT))
    assert shelf.get(name) is None
    assert not shelf.add(name, TEXT[:5], offset=0, size=len(TEXT)), "begun anew"
    assert shelf.add(name, TEXT[5:], offset=5, size=len(TEXT))
    assert shelf.get(name) == TEXT
    with pytest.raises(NotADocument, match="the hash that was announced"):
        shelf.add("0" * 64, TEXT, offset=0, size=len(TEXT))
    assert shelf.lacking(Floor()) == []


def on_record(client: Client) -> list[tuple[str, str]]:
    """The documents of the first rulebook, newest first, each with how it stands."""
    answer = client.get("/api/documents")
    assert answer.status_code == 200, answer.text
    return [(each["name"], each["standing"]) for each in answer.json()["rulebooks"][0]["documents"]]


@pytest.mark.slow
def test_a_document_is_not_attached_as_what_it_is_not(floor: ServedFloor) -> None:
    olga = floor.client("olga")
    bring(olga, PDF)
    for wrong in ({"media": "text/plain"}, {"size": len(PDF) - 1}, {"sha256": "../secret"}, {"sha256": "0" * 64}):
        fields = {"media": "application/pdf"} | wrong
        media = str(fields.pop("media"))
        refused = attach(olga, floor, PDF, media, **fields)
        assert refused.json()["reason"] == "no_document", wrong
    assert floor.floor.premises.documents == {}
    assert attach(olga, floor, PDF, "application/pdf").status_code == 200


@pytest.mark.slow
@clause("interblock", "9.17")
def test_what_is_withdrawn_is_not_given_and_stays_on_record(floor: ServedFloor) -> None:
    olga, ines = floor.client("olga"), floor.client("ines")
    bring(olga, TEXT)
    bring(olga, PDF)
    attach(olga, floor, TEXT, "text/plain", name="old.txt")
    attach(olga, floor, PDF, "application/pdf", name="new.pdf")
    later = {"day": "2400-01-01", "from_ms": 13_569_465_600_000}
    attach(olga, floor, TEXT, "text/plain", name="later.txt", **later)
    assert on_record(ines) == [("later.txt", "later"), ("new.pdf", "in_force"), ("old.txt", "replaced")]
    again = attach(olga, floor, TEXT, "text/plain", name="later.txt", **later)
    assert again.json()["facts"] == [], "the same again changes nothing"
    book, digest = table_of(floor).rulebook, sha256(PDF).hexdigest()
    assert ines.send("withdraw-rules", rulebook=book, sha256=digest).status_code == 403
    assert olga.send("withdraw-rules", rulebook=book, sha256=digest).status_code == 200
    assert olga.send("withdraw-rules", rulebook=book, sha256=digest).json()["reason"] == "no_document"
    assert on_record(olga) == [("later.txt", "later"), ("new.pdf", "withdrawn"), ("old.txt", "in_force")]
    assert copy_of(floor).content == TEXT
    kept = ines.get(f"/api/documents/{digest}")
    assert (kept.content, kept.headers["content-type"]) == (PDF, "application/pdf")
    assert "script-src 'none'" in kept.headers["content-security-policy"]


@pytest.mark.slow
def test_documents_on_record_are_for_the_operator_and_for_who_reads_records(floor: ServedFloor) -> None:
    for path in ("/api/documents", f"/api/documents/{'0' * 64}"):
        assert floor.client().get(path).status_code == 401
        assert floor.client("carl").get(path).status_code == 403
    assert floor.client("ines").get(f"/api/documents/{'0' * 64}").status_code == 404
    assert floor.client("ines").get("/api/documents/..%2Fsecret").status_code == 404


@pytest.mark.slow
def test_bytes_that_are_gone_are_said_to_be(floor: ServedFloor, tmp_path: Path) -> None:
    olga = floor.client("olga")
    bring(olga, TEXT)
    attach(olga, floor, TEXT, "text/plain")
    (kept,) = tmp_path.rglob(sha256(TEXT).hexdigest())
    kept.write_bytes(b"something else")
    (found,) = olga.get("/api/documents").json()["rulebooks"][0]["documents"]
    assert found["lacking"] is True
    assert olga.get(f"/api/documents/{found['sha256']}").status_code == 404


@pytest.mark.slow
def test_nobody_fills_the_disk_with_documents_that_are_attached_to_nothing(floor: ServedFloor) -> None:
    olga, folder = floor.client("olga"), floor.place.documents
    for number in range(PARTS_MAX + 3):
        begun = sha256(b"%d" % number).hexdigest()
        assert olga.post("/api/documents", sha256=begun, size=9_000_000, offset=0, data="aGVsbG8=").status_code == 200
    assert len(list(folder.glob("*.part"))) == PARTS_MAX, "the oldest have given way"
    assert bring(olga, TEXT).status_code == 200
    assert attach(olga, floor, TEXT, "text/plain").status_code == 200
    for number in range(STRAYS_MAX):
        assert bring(olga, b"words %d" % number).status_code == 200
    full = bring(olga, b"one more")
    assert (full.status_code, full.json()["reason"]) == (503, "busy"), full.text
    assert bring(olga, TEXT).status_code == 200, "what is on record may be brought again"
