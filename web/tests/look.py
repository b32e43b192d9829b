"""Shows the built terminal page against a scripted floor and takes pictures of it, to be looked at by a person.

The floor is a few lines that answer as the real one does, with the layout of a real rulebook; it proves nothing.
Needs `tools/web.py build` and Chromium. Writes `<state>-<screen>.png` into the folder given.

    python web/tests/look.py /tmp/look [--rulebook ministar] [--only open,win]
"""

from __future__ import annotations

import argparse
import json
import mimetypes
import shutil
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from msgspec import to_builtins
from playwright.sync_api import Page, Route, WebSocketRoute, sync_playwright

from openetg.floor.founding import rulebook_hash
from openetg.floor.state import Floor, Table
from openetg.floor.views import layout_view
from openetg.games.compile import compile_games
from openetg.rulebook.load import load

DIST = Path(__file__).resolve().parent.parent / "dist"
ORIGIN = "http://floor.test"
SCREENS = {"landscape": (1920, 1080), "portrait": (1080, 1920), "phone": (390, 844)}
QUIET = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--force-color-profile=srgb"]
OUTCOMES = [str(number) for number in (17, 32, 0, 5, 5, 14, 36, 2, 21, 8, 11, 30, 26, 3, 19, 4, 15, 28, 9, 22)]
LIMITS = [
    ("straight", 100, 10000), ("split", 100, 20000), ("street", 100, 30000), ("corner", 100, 40000),
    ("sixline", 100, 60000), ("column", 500, 100000), ("dozen", 500, 100000), ("red", 500, 200000),
    ("sum", 500, 500000),
]  # fmt: skip
FLOOR = {
    "site": "The Example Casino",
    "sockets": "ws://floor.test",
    "tables": [
        {
            "table": name, "title": title, "rulebook": rulebook,
            "terminals": [{"terminal": t, "href": f"/terminal/#terminal={t}&key=k"} for t in terminals],
        }
        for name, title, rulebook, terminals in (
            ("M1", "Interblock MiniStar Roulette", "ministar", ("T1", "T2", "T3", "T4")),
            ("I1", "Interblock Roulette", "interblock", ("T5", "T6", "T7", "T8")),
        )
    ],
}  # fmt: skip


def layout_of(rulebook_id: str) -> dict[str, Any]:
    """The layout of a table of a shipped rulebook, as the server would send it."""
    rulebook = load(rulebook_id).rulebook
    floor, name = Floor(), rulebook_hash(rulebook)
    floor.rulebooks[name], floor.games[name] = rulebook, compile_games(rulebook)
    kind = next(kind for kind, table in rulebook.tables.items() if table.game in floor.games[name])
    shown: dict[str, Any] = to_builtins(layout_view(floor, Table("M1", name, kind, 30_000, 20_000)))
    return shown


class ScriptedFloor:
    """One terminal at one table, moved on by hand."""

    def __init__(self, layout: dict[str, Any]) -> None:
        self.layout = layout
        self.socket: WebSocketRoute | None = None
        self.answers = self.is_there = True
        self.seq = {"own": 1, "table": 1}
        self.own: dict[str, Any] = {
            "terminal": "T1", "meter": 0, "staked": 0, "win": 0, "paid": 0, "spots": {}, "printing": False,
            "ticket": "", "ticket_amount": 0, "notes": [500, 1000, 2000, 5000, 10000],
        }  # fmt: skip
        self.table: dict[str, Any] = {
            "table": "M1", "round": 1042, "phase": "OPEN", "launched": False, "opened_at_ms": now_ms() - 8_000,
            "closes_at_ms": now_ms() + 22_000, "outcome": None, "last_outcome": OUTCOMES[0], "outcomes": OUTCOMES,
            "cause": "", "clause": "",
            "limits": [
                {"kind": kind, "min": low, "max": high, "step": None, "multiples": False} for kind, low, high in LIMITS
            ],
        }  # fmt: skip

    def accept(self, socket: WebSocketRoute) -> None:
        """A terminal connects."""
        if not self.is_there:
            socket.close()
            return
        self.socket = socket
        socket.on_message(lambda text: self.hear(json.loads(text)))

    def tell(self, kind: str, **fields: Any) -> None:
        """Sends a message."""
        assert self.socket is not None, "nobody is connected"
        self.socket.send(json.dumps({"type": kind, **fields}))

    def hear(self, message: dict[str, Any]) -> None:
        """Answers a message of the terminal."""
        kind, n = message["type"], message.get("n", 0)
        if kind in {"hello", "again"}:
            views = {"layout": self.layout, "own": self.own, "table": self.table}
            numbers = {"own_seq": self.seq["own"], "table_seq": self.seq["table"]}
            self.tell("welcome", boot=7, last=0, now_ms=now_ms(), **numbers, **views)
        elif kind == "ping":
            self.tell("pong", at=message["at"], now_ms=now_ms())
        elif kind == "place":
            self.place(n, message["wager"], message["amount"])
        elif kind == "note":
            self.news("note", n=n, meter=self.own["meter"] + message["amount"])
        elif kind == "collect":
            amount = self.own["meter"]
            self.news("ticket_ordered", n=n, meter=0, printing=True)
            self.news("ticket_issued", printing=False, ticket="123456789012345678", ticket_amount=amount)

    def place(self, n: int, wager: str, amount: int) -> None:
        """Takes a wager, refuses it, or leaves it without an answer."""
        if not self.answers:
            return
        if self.table["phase"] not in {"OPEN", "FINISHING"}:
            self.tell("refused", n=n, reason="after_close", clause="3.3.6", details={})
            return
        own = self.own
        spots = own["spots"] | {wager: own["spots"].get(wager, 0) + amount}
        self.own = own | {"meter": own["meter"] - amount, "staked": own["staked"] + amount, "spots": spots}
        money = {"meter": self.own["meter"], "staked": self.own["staked"], "spots": {wager: spots[wager]}}
        self.tell("ack", n=n, **self.step("own"), accepted=amount, **money, trimmed="")

    def step(self, stream: str) -> dict[str, int]:
        """The numbers of the next message of a stream."""
        prev = self.seq[stream]
        self.seq[stream] = max(self.seq.values()) + 1
        return {"seq": self.seq[stream], "prev": prev}

    def news(self, why: str, *, n: int | None = None, clause: str = "", **changes: Any) -> None:
        """Changes the terminal's own view."""
        self.own |= changes
        self.tell("own", **self.step("own"), now_ms=now_ms(), own=self.own, why=why, clause=clause, n=n)

    def move(self, **changes: Any) -> None:
        """Changes the table."""
        self.table |= changes
        self.tell("table", **self.step("table"), now_ms=now_ms(), table=self.table)


def now_ms() -> int:
    """The floor's clock."""
    return int(time.time() * 1000)


def touch(page: Page, *names: str) -> None:
    """Touches things in turn, as a player would."""
    for name in names:
        page.get_by_test_id(name).click()


def wager(page: Page, floor: ScriptedFloor) -> None:
    """A note, and chips on some spots."""
    touch(page, "note-10000", "note-2000", "chip-500", "spot-straight:17", "spot-straight:20", "spot-red")
    touch(page, "chip-2500", "spot-dozen:2", "chip-100", "spot-straight:17", "spot-straight:17", "spot-column:1")
    page.get_by_test_id("staged-column:1").wait_for(state="detached")
    del floor


def show_open(page: Page, floor: ScriptedFloor) -> None:
    wager(page, floor)
    floor.answers = False
    touch(page, "chip-500", "spot-straight:8", "spot-black")


def show_closed(page: Page, floor: ScriptedFloor) -> None:
    wager(page, floor)
    floor.move(phase="CLOSED", launched=True)


def show_finishing(page: Page, floor: ScriptedFloor) -> None:
    wager(page, floor)
    # A dealer ends this wagering period: there is no time to count down.
    floor.move(phase="FINISHING", opened_at_ms=0, closes_at_ms=0)


def show_win(page: Page, floor: ScriptedFloor) -> None:
    show_closed(page, floor)
    floor.news("settled", clause="3.4.1", meter=38500, staked=0, win=24500, paid=29700, spots={})
    outcomes = ["17", *floor.table["outcomes"]]
    opened = {"phase": "OPEN", "launched": False, "opened_at_ms": now_ms(), "closes_at_ms": now_ms() + 30_000}
    floor.move(round=1043, outcomes=outcomes, last_outcome="17", **opened)


def show_refused(page: Page, floor: ScriptedFloor) -> None:
    show_closed(page, floor)
    touch(page, "spot-straight:5")


def show_void(page: Page, floor: ScriptedFloor) -> None:
    wager(page, floor)
    floor.news("void", clause="3.6.2", meter=12000, staked=0, spots={})
    floor.move(phase="VOID", cause="early-rest", clause="3.6.2")


def show_held(page: Page, floor: ScriptedFloor) -> None:
    show_closed(page, floor)
    floor.move(phase="HELD", cause="unread", clause="7.3")


def show_ticket(page: Page, floor: ScriptedFloor) -> None:
    show_win(page, floor)
    touch(page, "collect")


def show_lost(page: Page, floor: ScriptedFloor) -> None:
    wager(page, floor)
    floor.is_there = False
    assert floor.socket is not None, "connected"
    floor.socket.close()
    page.get_by_test_id("link").wait_for()


def show_start(page: Page, floor: ScriptedFloor) -> None:
    del floor
    page.goto(f"{ORIGIN}/")
    page.get_by_test_id("terminal-T1").wait_for()


STATES: dict[str, Callable[[Page, ScriptedFloor], None]] = {
    "open": show_open, "finishing": show_finishing, "closed": show_closed, "win": show_win,
    "refused": show_refused, "void": show_void, "held": show_held, "ticket": show_ticket, "lost": show_lost,
    "start": show_start,
}  # fmt: skip


def serve(route: Route) -> None:
    """A file of the build, or what the floor says about itself."""
    path = route.request.url.removeprefix(ORIGIN).partition("?")[0].partition("#")[0]
    if path == "/api/floor":
        route.fulfill(json=FLOOR)
        return
    file = DIST / path.lstrip("/")
    file = file / "index.html" if file.is_dir() else file
    kind = mimetypes.guess_type(file.name)[0] or "application/octet-stream"
    route.fulfill(body=file.read_bytes(), content_type=kind) if file.is_file() else route.abort()


def main() -> None:
    """Takes the pictures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--rulebook", default="ministar")
    parser.add_argument("--only", default=",".join(STATES))
    parser.add_argument("--screens", default=",".join(SCREENS))
    asked = parser.parse_args()
    asked.folder.mkdir(parents=True, exist_ok=True)
    layout = layout_of(asked.rulebook)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=QUIET)
        for screen in asked.screens.split(","):
            width, height = SCREENS[screen]
            for state in asked.only.split(","):
                page = browser.new_page(viewport={"width": width, "height": height})
                page.on("console", lambda said: print("console:", said.text) if said.type == "error" else None)
                page.on("pageerror", lambda wrong: print("error:", wrong))
                floor = ScriptedFloor(layout)
                page.route("**/*", serve)
                page.route_web_socket("ws://floor.test/terminal", floor.accept)
                page.goto(f"{ORIGIN}/terminal/#terminal=T1&key=k")
                page.get_by_test_id("note-500").wait_for()
                STATES[state](page, floor)
                page.wait_for_timeout(700)
                page.screenshot(path=asked.folder / f"{state}-{screen}.png", full_page=screen == "phone")
                page.close()
        browser.close()


if __name__ == "__main__":
    main()
