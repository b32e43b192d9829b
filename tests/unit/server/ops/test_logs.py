"""The log: one line a record, in text or JSON, in a file that is rotated; nothing that looks like a secret."""

from __future__ import annotations

import logging
import os
import secrets
import stat
import warnings
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as some
from msgspec import json

from openetg.devices.line.signals import Hello, LinkLost, LinkOpened, LossReason
from openetg.floor.commands import Order, RecordFailedLogin, StartWriter
from openetg.floor.core.verdicts import LOGIC
from openetg.floor.state import Floor
from openetg.server.guests.sessions import key_of
from openetg.server.ops import logs
from openetg.server.ops.logged import LOGGED, log_commit, log_link
from openetg.server.ops.logs import STRUCK, JsonLines, TextLines, also_logged, set_up, struck_out
from openetg.server.writer.writer import Writer

LOG = logging.getLogger("openetg.test")
TICKET = "004217339180264415"


def record(said: str, /, *about: object, **fields: object) -> logging.LogRecord:
    return LOG.makeRecord("openetg.test", logging.INFO, "", 0, said, about, None, extra=fields)


def lines_of(path: Path) -> list[dict[str, object]]:
    return [json.decode(line, type=dict[str, object]) for line in path.read_text(encoding="utf-8").splitlines()]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "floor.log"


def test_a_record_is_one_object_with_time_level_logger_event_and_fields() -> None:
    line = json.decode(JsonLines().format(record("round %s held", 7, table="A", round=7, seconds=0.5, clause=None)))
    assert line.pop("time").endswith("Z")
    assert line == {
        "level": "info",
        "logger": "openetg.test",
        "event": "round 7 held",
        "fields": {"table": "A", "round": 7, "seconds": 0.5, "clause": None},
    }


def test_text_is_one_line_whatever_somebody_puts_into_it() -> None:
    text = TextLines().format(record("table", words="a\n2026-11-15T00:00:00.000Z  error  forged\x1b[2J"))
    assert "\n" not in text
    assert "\x1b" not in text
    assert "words=a\\x0a2026" in text


def test_a_fault_comes_with_its_trace(path: Path) -> None:
    log = set_up(path)
    try:
        raise ValueError("password: hunter2")  # noqa: TRY301 - what is logged
    except ValueError:
        LOG.exception("broken")
    log.close()
    (line,) = lines_of(path)
    assert line["event"] == "broken"
    trace = str(line["trace"])
    assert trace.startswith("Traceback")
    assert "ValueError" in trace
    assert "password: hunter2" not in trace.splitlines()[-1]


@pytest.mark.parametrize(
    "words",
    [
        "GET /api/tickets/{}",
        "number {}",
        "paper {} is not known",
        "{}",
    ],
)
@pytest.mark.parametrize("number", [TICKET, "0042 1733 9180 2644 15", "00-4217-3391-8026-4415"])
def test_the_number_of_a_ticket_is_struck_out(words: str, number: str) -> None:
    assert number not in struck_out(words.format(number))
    assert STRUCK in struck_out(words.format(number))


@given(some.sampled_from(["password", "Cookie", "Authorization", "key", "code", "secret", "token"]), some.integers())
def test_what_is_named_as_a_secret_is_struck_out(name: str, seed: int) -> None:
    word = f"w{seed}x"
    for form in (f"{name}: {word}", f"{name}={word}&b=1", f'"{name}": "{word}"', f"(b'{name}', b'{word}')"):
        assert word not in struck_out(form), form
    assert word not in struck_out(f"Authorization: Bearer {word}")
    assert json.decode(JsonLines().format(record("x", **{f"the_{name.lower()}": word})))["fields"] == {
        f"the_{name.lower()}": STRUCK
    }


@given(some.binary(min_size=24, max_size=48))
def test_keys_and_random_words_are_struck_out_wherever_they_stand(raw: bytes) -> None:
    assert raw.hex() not in struck_out(f"connected with {raw.hex()} from 10.0.0.7")
    key = key_of(raw, "M1")
    assert key not in struck_out(f"/terminal/#terminal=M1&key={key}")
    assert key not in struck_out(f"said {key}.")


def test_a_secret_without_a_digit_is_struck_out_and_a_long_name_is_not() -> None:
    word = "MSnkPKVYjpccrJjLNoB-LVwgbNvyX-smzHwAphXMRQg"
    assert word not in struck_out(f"session {word} has ended")
    name = "TestThatSomethingIsWrittenTogetherWithoutSpaces"
    assert name in struck_out(f"in {name}")


def test_words_drawn_as_secrets_are_struck_out() -> None:
    for _ in range(200):
        word = secrets.token_urlsafe(32)
        assert word not in struck_out(f"session {word} has ended"), word


def test_the_password_of_a_database_is_struck_out() -> None:
    words = struck_out("cannot reach postgresql://etg:s3cret-word@db.example:5432/floor")
    assert words == f"cannot reach postgresql://etg:{STRUCK}@db.example:5432/floor"


@pytest.mark.parametrize(
    "words",
    [
        "the wall clock jumped 3600000 ms back; the floor's went on",
        "journal floor/journal at entry 1234567 at 1763222000123",
        "/usr/lib/python3.11/asyncio/base_events.py, line 1936",
        "finishing rounds at A, D; again to stop now",
        "test_a_long_name_without_capitals_or_digits",
    ],
)
def test_what_is_no_secret_stays(words: str) -> None:
    assert struck_out(words) == words


def test_a_digest_is_for_everybody() -> None:
    line = json.decode(JsonLines().format(record("software checked", manifest="ab" * 32)))
    assert line["fields"] == {"manifest": "ab" * 32}


def test_a_file_is_for_its_owner_and_is_rotated(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(logs, "LARGEST_FILE", 2_000)
    monkeypatch.setattr(logs, "FILES_KEPT", 2)
    log = set_up(path)
    for number in range(90):
        LOG.info("line %s", number)
    log.close()
    kept = sorted(path.parent.iterdir())
    assert [each.name for each in kept] == ["floor.log", "floor.log.1", "floor.log.2"]
    assert all(stat.S_IMODE(each.stat().st_mode) == 0o600 for each in kept)
    assert lines_of(path)[-1]["event"] == "line 89"


def test_a_file_that_cannot_be_written_is_said_at_once(tmp_path: Path) -> None:
    with pytest.raises(OSError, match="nowhere"):
        set_up(tmp_path / "nowhere" / "floor.log")


def test_others_are_heard_when_something_is_wrong(path: Path) -> None:
    log = set_up(path)
    for name in ("uvicorn.error", "picows", "litestar", "asyncio"):
        logging.getLogger(name).info("fine")
        logging.getLogger(name).warning("not fine")
    with warnings.catch_warnings():
        warnings.simplefilter("always")
        warnings.warn("old", stacklevel=1)
    LOG.info("ours")
    log.close()
    loggers = [line["logger"] for line in lines_of(path)]
    assert loggers == ["uvicorn.error", "picows", "litestar", "asyncio", "py.warnings", "openetg.test"]
    LOG.info("after the end")
    assert len(lines_of(path)) == 6


def test_a_log_that_cannot_keep_up_loses_records_and_counts_them(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(logs, "LARGEST_QUEUE", 3)
    log = set_up(path)
    log._thread.stop()
    for number in range(10):
        LOG.info("line %s", number)
    assert log.dropped == 7
    log._thread.start()
    log.close()
    assert [line["event"] for line in lines_of(path)] == ["line 0", "line 1", "line 2"]


def test_what_is_said_is_also_logged(path: Path) -> None:
    said: list[str] = []
    log = set_up(path)
    also_logged(said.append)("floor    http://127.0.0.1:8400/")
    log.close()
    assert said == ["floor    http://127.0.0.1:8400/"]
    assert lines_of(path)[0]["event"] == "floor http://127.0.0.1:8400/"


def test_a_commit_is_logged_by_what_it_made_true(path: Path) -> None:
    writer = Writer(Floor())
    writer.submit(Order("house", 1, 1, StartWriter(LOGIC, "test", "ab" * 32)))
    writer.submit(Order("access", 1, 1, RecordFailedLogin("nobody")))
    group = writer.step(1_000)
    assert group is not None
    log = set_up(path)
    log_commit(writer.committed(group))
    log.close()
    (started,) = lines_of(path)
    assert started["event"] == "writer started"
    assert started["fields"] == {"logic": LOGIC, "build": "test", "manifest": "ab" * 32, "entry": 1}


def test_every_field_that_is_logged_is_there() -> None:
    for event, (_, _, names) in LOGGED.items():
        assert set(names) <= set(event.__struct_fields__), event


def test_links_are_logged_and_what_a_device_saw_is_not(path: Path) -> None:
    log = set_up(path)
    log_link("A", LinkOpened())
    log_link("A", LinkLost(LossReason.CLOSED, "cut"))
    log_link("A", object())
    log.close()
    assert [line["event"] for line in lines_of(path)] == ["link opened", "link lost"]
    assert "kind" in Hello.__struct_fields__


@pytest.mark.slow
def test_a_flood_of_one_kind_does_not_flush_the_others() -> None:
    now = [0.0]
    moderation = logs.Moderation(lambda: now[0])
    written = sum(
        moderation.takes(record("a connection of %s was turned away", str(number))) for number in range(5_000)
    )
    assert written == logs.BURST
    assert moderation.takes(record("round held")), "another kind"
    now[0] += 2 * logs.EARNED_S
    later = record("a connection of %s was turned away", "again")
    assert moderation.takes(later)
    assert vars(later)["held_back"] == 5_000 - logs.BURST
    assert moderation.held_back == 0
    day = 24 * 60 * 60
    lines = 0
    for _ in range(day):
        now[0] += 1
        lines += moderation.takes(record("a connection of %s was turned away", "x"))
    assert lines * 250 < logs.LARGEST_FILE * logs.FILES_KEPT / 20, "weeks of a flood fit beside everything else"


def test_what_a_library_says_is_one_kind_whatever_it_puts_into_its_words() -> None:
    moderation = logs.Moderation(lambda: 0.0)
    said = (logging.makeLogRecord({"name": "picows", "msg": f"bad frame {number}"}) for number in range(1_000))
    assert sum(map(moderation.takes, said)) == logs.BURST


def test_what_a_library_says_of_each_connection_is_one_kind_though_each_has_a_logger_of_its_own() -> None:
    moderation = logs.Moderation(lambda: 0.0)
    said = (logging.makeLogRecord({"name": f"openetg.sockets.{n}", "msg": f"from {n}"}) for n in range(1_000))
    assert sum(map(moderation.takes, said)) == logs.BURST
    assert moderation.takes(logging.makeLogRecord({"name": "openetg.sockets", "msg": "no room"})), "our own words"


def test_kinds_without_end_are_one_in_the_end() -> None:
    moderation = logs.Moderation(lambda: 0.0)
    written = sum(map(moderation.takes, (record(f"words {number}") for number in range(3 * logs.KINDS_MAX))))
    assert written == logs.KINDS_MAX + logs.BURST


def test_the_folder_of_a_floor_that_the_log_makes_is_for_its_owner_whatever_the_umask(tmp_path: Path) -> None:
    before = os.umask(0o022)
    try:
        logs.set_up_in(tmp_path / "new").close()
    finally:
        os.umask(before)
    assert stat.S_IMODE((tmp_path / "new").stat().st_mode) == 0o700
