"""Shows the built pages against a scripted floor and takes pictures of them, to be looked at by a person.

The floor is a few lines that answer as the real one does, with the layout of a real rulebook; it proves nothing.
Needs `tools/web.py build` and Chromium. Writes `<game>-<state>-<screen>.png` into the folder given.

    python web/tests/look.py /tmp/look [--game sic-bo] [--only open,win] [--screens phone]

With the address of a running demonstration floor it shows every page of that instead, with what happens there:

    python web/tests/look.py /tmp/look --floor http://127.0.0.1:8400/
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

from msgspec import Struct, to_builtins
from playwright.sync_api import Browser, Page, Route, WebSocketRoute, sync_playwright

from openetg.floor.founding import rulebook_hash
from openetg.floor.state import Floor, Table
from openetg.floor.views import layout_view
from openetg.games.compile import compile_games
from openetg.rulebook.load import load

DIST = Path(__file__).resolve().parent.parent / "dist"
ORIGIN = "http://floor.test"
SCREENS = {"landscape": (1920, 1080), "portrait": (1080, 1920), "phone": (390, 844), "desk": (1366, 768)}
QUIET = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--force-color-profile=srgb"]
TABLES = (
    ("A", "MiniStar Roulette", "ministar", "electronic", "roulette", "M"),
    ("B", "Interblock Roulette", "interblock", "roulette", "roulette", "I"),
    ("C", "Interblock Sic Bo", "interblock", "sic-bo", "sic-bo", "S"),
    ("D", "Novo Unity Roulette", "novo-unity", "automatic", "roulette", "N"),
    ("E", "Roulette, cloth and terminals", "adelaide", "live", "roulette", "R"),
    ("F", "Money Wheel", "money-wheel", "live", "money-wheel", "W"),
)
SITE = {"site": "OpenETG demonstration floor", "demonstration": True}


def described(table: str, title: str, rulebook: str, kind: str, game: str, letter: str) -> dict[str, Any]:
    """A table as the start page is told of it."""
    place = "seat" if game == "money-wheel" else "terminal"
    places = [{place: f"{letter}{n}", "href": f"/{place}/#{place}={letter}{n}&key=k"} for n in range(1, 9)]
    about = {"table": table, "title": title, "rulebook": rulebook, "kind": kind, "game": game, "open": table != "D"}
    return about | {"terminals": places if place == "terminal" else [], "seats": places if place == "seat" else []}


FLOOR = {"site": SITE["site"], "tables": [described(*table) for table in TABLES]}


class Played(Struct, frozen=True):
    """A game as it is shown."""

    rulebook: str
    kind: str
    outcomes: tuple[str, ...]
    limits: tuple[tuple[str, int, int], ...]
    spots: tuple[str, ...]
    """Five spots that are wagered on, then two that stay staged, then one that is refused."""


GAMES = {
    "roulette": Played(
        "ministar",
        "electronic",
        tuple(map(str, (17, 32, 0, 5, 5, 14, 36, 2, 21, 8, 11, 30, 26, 3, 19, 4, 15, 28, 9, 22))),
        (
            ("straight", 100, 10000), ("split", 100, 20000), ("street", 100, 30000), ("corner", 100, 40000),
            ("sixline", 100, 60000), ("column", 500, 100000), ("dozen", 500, 100000), ("red", 500, 200000),
            ("sum", 500, 500000),
        ),
        ("straight:17", "straight:20", "red", "dozen:2", "column:1", "straight:8", "black", "straight:5"),
    ),
    "sic-bo": Played(
        "interblock",
        "sic-bo",
        ("2-4-5", "1-1-6", "3-3-3", "2-5-6", "1-2-3", "4-4-6", "1-3-5", "2-2-6", "1-5-6", "3-4-5"),
        (("small", 100, 20000), ("triple", 100, 2000), ("total", 100, 10000), ("any", 100, 20000)),
        ("total:11", "double:4", "big", "combination:2-5", "single:4", "triple:6", "small", "total:4"),
    ),
}  # fmt: skip


def layout_of(rulebook_id: str, kind: str) -> dict[str, Any]:
    """The layout of a table of a shipped rulebook, as the server would send it."""
    rulebook = load(rulebook_id).rulebook
    floor, name = Floor(), rulebook_hash(rulebook)
    floor.rulebooks[name], floor.games[name] = rulebook, compile_games(rulebook)
    shown: dict[str, Any] = to_builtins(layout_view(floor, Table("A", name, kind, 30_000, 20_000)))
    return shown


class ScriptedFloor:
    """One terminal at one table, moved on by hand."""

    def __init__(self, played: Played) -> None:
        self.played = played
        self.layout = layout_of(played.rulebook, played.kind)
        self.socket: WebSocketRoute | None = None
        self.answers = self.is_there = True
        self.seq = {"own": 1, "table": 1}
        self.own: dict[str, Any] = {
            "terminal": "M1", "meter": 0, "staked": 0, "win": 0, "paid": 0, "spots": {}, "printing": False,
            "ticket": "", "ticket_amount": 0, "notes": [500, 1000, 2000, 5000, 10000],
        }  # fmt: skip
        self.table: dict[str, Any] = {
            "table": "A", "round": 1042, "phase": "OPEN", "launched": False, "opened_at_ms": now_ms() - 8_000,
            "closes_at_ms": now_ms() + 22_000, "outcome": None, "last_outcome": played.outcomes[0],
            "outcomes": list(played.outcomes),
            "cause": "", "clause": "",
            "limits": [
                {"kind": kind, "min": low, "max": high, "step": None, "multiples": False}
                for kind, low, high in played.limits
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
    first, second, third, fourth, fifth = (f"spot-{spot}" for spot in floor.played.spots[:5])
    touch(page, "note-10000", "note-2000", "chip-500", first, second, third)
    touch(page, "chip-2500", fourth, "chip-100", first, first, fifth)
    page.get_by_test_id(f"staged-{floor.played.spots[4]}").wait_for(state="detached")


def show_open(page: Page, floor: ScriptedFloor) -> None:
    wager(page, floor)
    floor.answers = False
    touch(page, "chip-500", *(f"spot-{spot}" for spot in floor.played.spots[5:7]))


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
    outcomes = [floor.played.outcomes[0], *floor.table["outcomes"]]
    opened = {"phase": "OPEN", "launched": False, "opened_at_ms": now_ms(), "closes_at_ms": now_ms() + 30_000}
    floor.move(round=1043, outcomes=outcomes, last_outcome=outcomes[0], **opened)


def show_refused(page: Page, floor: ScriptedFloor) -> None:
    show_closed(page, floor)
    touch(page, f"spot-{floor.played.spots[7]}")


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
    page.get_by_test_id("terminal-M1").wait_for()


def show_pair(page: Page, floor: ScriptedFloor) -> None:
    del floor
    page.goto(f"{ORIGIN}/pair/")
    page.get_by_test_id("demonstration").wait_for()


STATES: dict[str, Callable[[Page, ScriptedFloor], None]] = {
    "open": show_open, "finishing": show_finishing, "closed": show_closed, "win": show_win,
    "refused": show_refused, "void": show_void, "held": show_held, "ticket": show_ticket, "lost": show_lost,
    "start": show_start, "pair": show_pair,
}  # fmt: skip


def real_terminal(page: Page, terminal: str) -> None:
    page.get_by_test_id(f"terminal-{terminal}").click()
    page.get_by_test_id("note-5000").click()
    page.get_by_test_id("chip-500").click()
    page.locator('[data-phase="OPEN"]').first.wait_for(timeout=120_000)
    page.locator('[data-testid^="spot-"]').nth(20).click()


def real_seat(page: Page) -> None:
    page.get_by_test_id("seat-W1").click()
    touch(page, "buy-5000", "spot-symbol:a", "spot-symbol:d")


def real_console(page: Page, person: str, table: str) -> None:
    page.get_by_role("link", name="Consoles").click()
    page.get_by_test_id(f"as-{person}").click()
    page.get_by_test_id(f"tile-{table}").click()


REAL: dict[str, Callable[[Page], object]] = {
    "start": lambda page: page.get_by_test_id("terminal-M1").wait_for(),
    "pair": lambda page: page.get_by_role("link", name="Pair").click(),
    "login": lambda page: page.get_by_role("link", name="Consoles").click(),
    "terminal-roulette": lambda page: real_terminal(page, "M8"),
    "terminal-sic-bo": lambda page: real_terminal(page, "S8"),
    "seat": real_seat,
    "console-supervisor": lambda page: real_console(page, "ann", "A"),
    "console-dealer": lambda page: real_console(page, "dan", "F"),
    "console-inspector": lambda page: real_console(page, "ira", "B"),
}


def show_real(browser: Browser, address: str, folder: Path, screens: list[str]) -> None:
    """Every page of a running floor, on each screen."""
    for screen in screens:
        width, height = SCREENS[screen]
        for name, show in REAL.items():
            page = browser.new_page(viewport={"width": width, "height": height})
            page.on("pageerror", lambda wrong: print("error:", wrong))
            page.goto(address)
            show(page)
            page.wait_for_timeout(1_500)
            page.evaluate("scrollTo(0, 0)")
            page.screenshot(path=folder / f"real-{name}-{screen}.png", full_page=screen in {"phone", "desk"})
            page.close()


def serve(route: Route) -> None:
    """A file of the build, or what the floor says about itself."""
    path = route.request.url.removeprefix(ORIGIN).partition("?")[0].partition("#")[0]
    answers = {"/api/floor": FLOOR, "/api/site": SITE}
    if path in answers:
        route.fulfill(json=answers[path])
        return
    file = DIST / path.lstrip("/")
    file = file / "index.html" if file.is_dir() else file
    kind = mimetypes.guess_type(file.name)[0] or "application/octet-stream"
    route.fulfill(body=file.read_bytes(), content_type=kind) if file.is_file() else route.abort()


def main() -> None:
    """Takes the pictures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--game", default="roulette", choices=GAMES)
    parser.add_argument("--floor", default="", help="the address of a running demonstration floor")
    parser.add_argument("--only", default=",".join(STATES))
    parser.add_argument("--screens", default="landscape,portrait,phone")
    asked = parser.parse_args()
    asked.folder.mkdir(parents=True, exist_ok=True)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=QUIET)
        if asked.floor:
            show_real(browser, asked.floor, asked.folder, asked.screens.split(","))
            return
        for screen in asked.screens.split(","):
            width, height = SCREENS[screen]
            for state in asked.only.split(","):
                page = browser.new_page(viewport={"width": width, "height": height})
                page.on("console", lambda said: print("console:", said.text) if said.type == "error" else None)
                page.on("pageerror", lambda wrong: print("error:", wrong))
                floor = ScriptedFloor(GAMES[asked.game])
                page.route("**/*", serve)
                page.route_web_socket("ws://floor.test/terminal", floor.accept)
                page.goto(f"{ORIGIN}/terminal/#terminal=M1&key=k")
                page.get_by_test_id("note-500").wait_for()
                STATES[state](page, floor)
                page.wait_for_timeout(700)
                page.screenshot(
                    path=asked.folder / f"{asked.game}-{state}-{screen}.png", full_page=screen in {"phone", "desk"}
                )
                page.close()
        browser.close()


if __name__ == "__main__":
    main()
