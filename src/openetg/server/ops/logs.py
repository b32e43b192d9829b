"""The log: diagnostics for operators of the machine, one line a record, as text for people or as JSON for programs.

It may be lost; the journal is the truth. Written in a thread of its own, so that a slow disk holds up no wager. Nothing
secret gets through, in any record: passwords, cookies, keys, codes and the numbers of tickets are struck out
by the name of their field and by how they look. No code may rely on that: records must be written without them.
"""

from __future__ import annotations

import logging
import os
import queue
import re
import sys
import time
from collections import Counter
from collections.abc import Callable
from datetime import UTC, datetime
from io import TextIOWrapper
from logging import Formatter, Handler, LogRecord, NullHandler, StreamHandler
from logging.handlers import QueueHandler, QueueListener, RotatingFileHandler
from pathlib import Path
from typing import Any, Literal

from msgspec import json

Form = Literal["text", "json"]

OURS = "openetg"
FILE = "floor.log"
LARGEST_FILE = 10 * 1024 * 1024
FILES_KEPT = 10
LARGEST_QUEUE = 10_000
"""So many records wait for the disk; what comes then is dropped and counted: the floor does not wait for its log."""
BURST = 100
"""So many records of one kind are written at once."""
EARNED_S = 10.0
"""After these a kind has earned another one: a flood of one kind writes some 2 MB a day."""
KINDS_MAX = 5_000
"""So many kinds are told apart; all others count as one."""
PAGE_SERVER = ("uvicorn", "uvicorn.error", "uvicorn.access")
STRUCK = "[secret]"
SECRET_NAMES = frozenset(
    {"password", "passwords", "cookie", "cookies", "key", "keys", "code", "codes", "secret", "secrets", "token", "pin"}
    | {"pass", "authorization", "ticket", "voucher", "validation", "number", "challenge", "signature", "body"}
)
"""A field with one of these words in its name is struck out."""
HASH_NAMES = frozenset({"software", "manifest", "digest", "root", "state", "hash", "rulebook"})
"""Fields whose hash is public, for comparison."""
STANDARD = frozenset(vars(logging.makeLogRecord({}))) | {"message", "asctime", "taskName", "color_message"}

_NAMED = re.compile(
    r"(?i)(authorization|set-cookie|cookie|password|passwd|secret|token|api[-_]?key|\bkey|\bcode|\bpass|\bpin)"
    r"""(["']?\s*(?:[:=]|,(?=\s*b?["']))\s*(?:b?["'])?)((?:(?:bearer|basic|digest)\s+)?[^\s"'&,;)}\]]+)"""
)
"""`password: …`, `key=…`, `(b'cookie', b'…')`."""
_IN_ADDRESS = re.compile(r"(://[^\s:/@]+):[^\s@/]+@")
_NUMBER = re.compile(r"(?<![\w.])\d(?:[ -]?\d){15,}(?!\w)")
"""Sixteen digits or more, written in groups or not: what a ticket bears. A time in milliseconds has fewer."""
_LONG = re.compile(r"[A-Za-z0-9_-]{20,}")
_HEX = re.compile(r"(?<![0-9A-Za-z])[0-9a-fA-F]{24,}(?![0-9A-Za-z])")
_CASES = (re.compile("[a-z]"), re.compile("[A-Z]"), re.compile("[0-9]"))


def struck_out(text: str) -> str:
    """A text without what looks like a secret."""
    text = _IN_ADDRESS.sub(rf"\1:{STRUCK}@", text)
    text = _NAMED.sub(rf"\1\2{STRUCK}", text)
    text = _HEX.sub(STRUCK, _NUMBER.sub(STRUCK, text))
    return _LONG.sub(lambda found: STRUCK if _is_random(found[0]) else found[0], text)


def _is_random(word: str) -> bool:
    """Small letters, capitals and digits in one long word, or capitals all over it: no person writes so."""
    capitals, small = sum(map(str.isupper, word)), sum(map(str.islower, word))
    # One secret in 1,400 has no digit; a name that is written together has a capital in six letters.
    return all(case.search(word) for case in _CASES) or min(capitals, small) * 4 >= len(word)


def _field(name: str, value: object) -> object:
    words = set(name.lower().split("_"))
    if words & SECRET_NAMES:
        return STRUCK
    if value is None or isinstance(value, (bool, int, float)):
        return value
    if isinstance(value, (list, tuple)):
        return [_field(name, each) for each in value]
    return str(value) if words & HASH_NAMES else struck_out(str(value))


def _fields(record: LogRecord) -> dict[str, object]:
    """What a record says beside its words, in `extra`."""
    return {name: _field(name, value) for name, value in vars(record).items() if name not in STANDARD}


def _event(formatter: Formatter, record: LogRecord) -> tuple[str, str]:
    """The words of a record in one line, and the trace of its fault if it has one."""
    words = record.getMessage()
    if record.exc_info and not record.exc_text:
        record.exc_text = formatter.formatException(record.exc_info)
    first, _, rest = words.partition("\n")
    return struck_out(first), struck_out("\n".join(filter(None, (rest, record.exc_text, record.stack_info))))


def _time(record: LogRecord) -> str:
    return datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


class JsonLines(Formatter):
    """One object a line: time, level, logger, event, and fields where there are any."""

    def format(self, record: LogRecord) -> str:
        """A record as a line."""
        event, trace = _event(self, record)
        line: dict[str, Any] = {
            "time": _time(record),
            "level": record.levelname.lower(),
            "logger": record.name,
            "event": event,
        }
        fields = _fields(record)
        if fields:
            line["fields"] = fields
        if trace:
            line["trace"] = trace
        return json.encode(line).decode()


class TextLines(Formatter):
    """One line for people: time, level, event, fields; a trace below it."""

    def format(self, record: LogRecord) -> str:
        """A record as a line."""
        event, trace = _event(self, record)
        fields = " ".join(f"{name}={value}" for name, value in _fields(record).items())
        words = "  ".join(filter(None, (_time(record), f"{record.levelname.lower():<7}", event, fields)))
        # Text from outside must not look like a line of ours.
        shown = words.translate({number: f"\\x{number:02x}" for number in range(32)})
        return f"{shown}\n{trace}" if trace else shown


class LogFile(RotatingFileHandler):
    """A file for its owner's eyes, and the ones before it."""

    lost = 0
    """Records that could not be written."""

    def handleError(self, record: LogRecord) -> None:  # noqa: N802 - the name is given
        """A log that cannot be written, on a full disk say, must not stop anything; it is counted."""
        del record
        self.lost += 1

    def _open(self) -> TextIOWrapper:
        return open(self.baseFilename, "a", encoding="utf-8", opener=lambda path, flags: os.open(path, flags, 0o600))


class Moderation:
    """Lets so many records of one kind through; those held back are counted in the next that gets through.

    A kind is what our own code says at one place; what other libraries say is one kind each, since some of them put
    what they were sent into their words, or the number of a connection into the name they write under. A client that
    can make the floor write lines cannot crowd out other lines.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._credit: dict[tuple[str, str], tuple[float, float]] = {}
        self._held: Counter[tuple[str, str]] = Counter()

    def takes(self, record: LogRecord) -> bool:
        """Whether a record is to be written."""
        kind = _kind(record)
        if kind not in self._credit and len(self._credit) >= KINDS_MAX:
            kind = ("", "")
        now = self._clock()
        credit, since = self._credit.get(kind, (float(BURST), now))
        credit = min(credit + (now - since) / EARNED_S, float(BURST))
        self._credit[kind] = (credit - 1 if credit >= 1 else credit, now)
        if credit < 1:
            self._held[kind] += 1
            return False
        held = self._held.pop(kind, 0)
        if held:
            record.held_back = held
        return True

    @property
    def held_back(self) -> int:
        """Records that were dropped, and that no later one has counted yet."""
        return self._held.total()


def _kind(record: LogRecord) -> tuple[str, str]:
    stem, _, last = record.name.rpartition(".")
    if last.isdigit():
        return stem, ""  # a library about one of our connections, in loggers of its own below ours
    return record.name, str(record.msg) if record.name.startswith(OURS) else ""


class WaitingRecords(QueueHandler):
    """Hands records to the thread that writes them, as long as there is room."""

    dropped = 0

    def __init__(self, waiting: queue.Queue[LogRecord]) -> None:
        super().__init__(waiting)
        self._moderation = Moderation()

    def emit(self, record: LogRecord) -> None:
        """Hands a record on, unless there were too many like it."""
        if self._moderation.takes(record):
            super().emit(record)

    def enqueue(self, record: LogRecord) -> None:
        """Never waits."""
        try:
            self.queue.put_nowait(record)
        except queue.Full:
            self.dropped += 1


class Logs:
    """The log of this process, from `set_up` to `close`."""

    def __init__(self, written: Handler, *, level: int) -> None:
        self._waiting = WaitingRecords(queue.Queue(LARGEST_QUEUE))
        self._thread = QueueListener(self._waiting.queue, written)
        self._written = written
        root, ours = logging.getLogger(), logging.getLogger(OURS)
        self._before = (root.level, ours.level)
        root.addHandler(self._waiting)
        # Others are heard when something is wrong.
        root.setLevel(logging.WARNING)
        ours.setLevel(level)
        logging.captureWarnings(True)
        for name in PAGE_SERVER:
            # Its own handlers, from a log of its own that was set up before, would write past this one.
            logging.getLogger(name).handlers.clear()
            logging.getLogger(name).propagate = True
        self._thread.start()

    @property
    def dropped(self) -> int:
        """How many records found no room, or could not be written."""
        return self._waiting.dropped + getattr(self._written, "lost", 0)

    def close(self) -> None:
        """Writes what waits, and ends the log."""
        root, ours = logging.getLogger(), logging.getLogger(OURS)
        root.removeHandler(self._waiting)
        root.setLevel(self._before[0])
        ours.setLevel(self._before[1])
        logging.captureWarnings(False)
        self._thread.stop()
        self._written.close()


def set_up(path: Path | None = None, form: Form | None = None) -> Logs:
    """Begins the log of this process: in a file that is rotated, or on stderr. Raises `OSError` if it cannot be
    written."""
    written: Handler
    if path is None:
        written = StreamHandler(sys.stderr)
        form = form or ("text" if sys.stderr.isatty() else "json")
    else:
        written = LogFile(path, maxBytes=LARGEST_FILE, backupCount=FILES_KEPT, encoding="utf-8")
    written.setFormatter(TextLines() if form == "text" else JsonLines())
    return Logs(written, level=logging.INFO)


def set_up_in(folder: Path) -> Logs:
    """Begins the log in the folder of a floor; where that fails, nothing is kept, and the floor itself reports the
    folder."""
    try:
        # The log is the first to need the folder; the floor does not start in one that others can look into.
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        return set_up(folder / FILE)
    except OSError:
        return Logs(NullHandler(), level=logging.INFO)


def also_logged(say: Callable[[str], None]) -> Callable[[str], None]:
    """Prints a line for the person who started the floor, and logs it."""
    log = logging.getLogger(f"{OURS}.floor")

    def both(words: str) -> None:
        say(words)
        log.info("%s", " ".join(words.split()))

    return both
