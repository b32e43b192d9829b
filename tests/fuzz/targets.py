"""Everything that reads bytes from outside, by name: what to run on them, and which files to begin with."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from msgspec import Struct

from tests.fuzz import devices, edges, files, records, seats, terminals

HERE = Path(__file__).resolve().parent
SEEDS = HERE / "seeds"
TREE = HERE.parent.parent


class Target(Struct, frozen=True):
    """One reader."""

    name: str
    run: Callable[[bytes], None]
    """Raises if the reader did anything but read, or say what is wrong."""
    also: tuple[str, ...] = ()
    """Files of the tree to begin with, beside its own seeds."""
    words: tuple[str, ...] = ()
    """What stands in good input, for who makes up more of it."""

    def seeds(self) -> list[Path]:
        """The inputs to begin with."""
        own = sorted(path for path in (SEEDS / self.name).glob("*") if path.is_file())
        return own + [path for pattern in self.also for path in sorted(TREE.glob(pattern))]


_JSON = (
    '{"type":"',
    '","n":',
    '"amount":',
    '"round":',
    '"boot":',
    "9007199254740992",
    "-1",
    "1e308",
    "\\ud800",
    "[[[[",
)
_LINE = ("HELLO,", "READY,", "KEY,", "FAULT,", "T-1", "T-1.2", "-", "$", "*", "0", "17", "99999999999999")
_TOML = ('"""', "'''", "[[", "]]", " = ", "true", "1979-05-27", "inf", "nan", "{}", "0x", "\\U0010ffff")

ALL = (
    Target("terminal", terminals.terminal, words=_JSON),
    Target("seat", seats.seat, words=(*_JSON, "lay", "lift", "buy", "hand_in", "symbol:a")),
    Target("console", seats.console, words=(*_JSON, "watch", "unwatch", "act", '"view":"', '"command":{')),
    Target("wheel", devices.wheel, words=(*_LINE, "LAUNCHED,", "LAP,", "DROP,", "REST,", "UNREAD,")),
    Target("tumbler", devices.tumbler, words=(*_LINE, "SHAKEN,", "SETTLING,", "DICE,", "COCKED,", "1 2 3")),
    Target("money_wheel", devices.money_wheel, words=(*_LINE, "TURNED,", "STOPPED,", "DIVIDER,")),
    Target("status_line", devices.status_line, words=("*X;", ";", "\r\n", "000", " 0")),
    Target("orders", devices.orders, words=("LAUNCH,", "EXPECT,", "HOLD", "RELEASE", "IDENTIFY", "$", "*")),
    Target("proof", devices.proof, words=("CHALLENGE,", "PROOF,", "ANSWER,", "0" * 32)),
    Target(
        "money_devices",
        devices.money_devices,
        words=(
            "acceptor/P1 ",
            "printer/P1 ",
            "sensors/P1 ",
            "kiosk/K1 ",
            "monitoring ",
            "NOTE,1,",
            "STACKED,",
            "SEND,",
        ),
    ),
    Target("entries", records.entries, words=('{"sequence":', '"at_ms":', '"command":', '"verdict":', '"events":[')),
    Target("notes", records.notes, words=("openetg.org/journal/", "chain ", "epoch ", "at_ms ", "\n\n", "— ", "old ")),
    Target("proofs", records.proofs, words=('"openetg proof 1"', '"checkpoint"', '"entries"', '"path"', '"growth"')),
    Target("floor_file", files.floor_file, also=("src/openetg/server/plan/floor.toml",), words=_TOML),
    Target("rulebook", files.rulebook, also=("tests/data/rulebooks/la-partage/rulebook.toml",), words=_TOML),
    Target(
        "script", files.script, also=("tests/rounds/*.round",), words=("expect ", "refused ", "rulebook ", "open", "#")
    ),
    Target("doorway", edges.doorway, words=("GET ", " HTTP/1.1\r\n", "/terminal", "?", "\r\n")),
    Target(
        "headers", edges.headers, words=("host: ", "origin: ", "cookie: openetg=", "127.0.0.1", "[::1]", "https://")
    ),
    Target("pairing", edges.pairing, words=("=", "0" * 16, ".")),
    Target("tickets", edges.tickets, words=("411", "-", " ", "000000000000000000")),
)
TARGETS = {target.name: target for target in ALL}
