"""The number of a ticket is where its paper comes out, and nowhere else: no route, view, display, report, log or file.

Named, with the reason: the terminal whose screen is the paper, and the files of simulated printers, which are paper and
printer. The cage that was given a paper types its number, and the answer does not say it again.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterator
from pathlib import Path

import httpx

from tests.browser.floors import FAST, RunningFloor, running_floor
from tests.faults.players import collected
from tests.faults.walking import OverheardTerminal, Walk, files_in, said_by

TOKEN = 8
"""A number of so many digits that stands by itself and is part of one on paper is no chance."""
RUN = 12
"""So many digits of one in a row are none either, whatever stands around them: seals and hashes are full of digits."""


DIGITS = re.compile(rb"(?<![0-9A-Za-z])\d{8,18}(?![0-9A-Za-z])")


class Papers:
    """Numbers of papers, and where they were seen."""

    def __init__(self, numbers: list[str]) -> None:
        assert numbers
        assert all(re.fullmatch(r"\d{18}", number) for number in numbers)
        self._tokens = {part for length in range(TOKEN, 19) for part in parts(numbers, length)}
        self._runs = re.compile(b"|".join(sorted(parts(numbers, RUN))))
        self.seen: list[str] = []
        self.read = 0

    def look(self, where: str, data: bytes) -> None:
        """Whether a part of one stands there, with or without dashes and spaces."""
        self.read += 1
        for text in (data, data.replace(b"-", b"").replace(b" ", b"")):
            tokens = (found for found in DIGITS.finditer(text) if found[0] in self._tokens)
            found = self._runs.search(text) or next(tokens, None)
            if found is not None:
                around = text[max(0, found.start() - 80) : found.end() + 20]
                self.seen.append(f"{where}: {around!r}")
                return


def parts(numbers: list[str], length: int) -> set[bytes]:
    """Every so many digits of them in a row."""
    return {number[at : at + length].encode() for number in numbers for at in range(len(number) - length + 1)}


async def paper_of(client: OverheardTerminal, dollars: int) -> str:
    """A note goes in, its ticket comes out."""
    await client.note(100 * dollars)
    await client.until(lambda each: each.own is not None and each.own.meter == 100 * dollars)
    assert client.own is not None
    before = client.own.ticket
    await collected(client)
    await client.until(lambda each: each.own is not None and each.own.ticket not in {"", before})
    return client.own.ticket.replace("-", "")


async def look_up(walk: Walk, papers: Papers, number: str) -> None:
    """People who were given a paper, or only pretend so, look it up: the answer does not say the number again."""
    for person in walk.people:
        headers = {"cookie": await walk.cookie(person), "x-openetg": "test"}
        async with httpx.AsyncClient(base_url=walk.address, headers=headers, timeout=60) as http:
            for path, asked in (("api/tickets/find", {"number": number}), ("api/search", {"words": number})):
                answer = await http.post(path, json=asked)
                papers.look(f"{person} {path}", answer.content)
                if person == "cas" and path.startswith("api/tickets"):
                    assert answer.status_code == httpx.codes.OK, answer.text


async def walk_through(walk: Walk, papers: Papers, issuing: list[OverheardTerminal]) -> None:
    other = await walk.terminal("M3")
    papers.look("another terminal", b"".join(other.frames))
    await other.close()
    for client in issuing:
        client.frames.clear()
    for path, data in (await walk.read_routes("")).items():
        papers.look(f"nobody {path}", data)
    for person in walk.people:
        cookie = await walk.cookie(person)
        for path, data in (await walk.read_routes(cookie, slow=person in {"ira", "cas"})).items():
            papers.look(f"{person} {path}", data)
        papers.look(f"views of {person}", b"".join(await walk.read_views(cookie)))
    displays = await walk.displays(await walk.cookie("ann"))
    papers.look("displays", b"".join(frame for each in displays for frame in each.frames))
    for each in displays:
        await each.close()


def walk_the_shell(folder: Path, papers: Papers) -> None:
    journal = str(folder / "journal")
    for words in (
        ("show", journal, "--raw", "--most", "100000"),
        ("show", journal, "--most", "100000", "--keys", str(folder / "keys")),
        ("recall", journal, "--terminal", "M1"),
        ("recall", journal, "--table", "A", "--script"),
        ("export", journal, "--to", "jsonl", "-o", str(folder / "exported.jsonl")),
        ("export", journal, "--to", "beancount", "-o", str(folder / "exported.beancount")),
        ("at", journal),
    ):
        papers.look(" ".join(("journal", *words[:1])), said_by("journal", *words))
    for kind in ("day", "cage", "exceptions"):
        papers.look(f"report {kind}", said_by("report", kind, journal, "--json"))
    for name, data in written(folder):
        papers.look(f"file {name}", data)


def test_the_number_of_a_paper_is_told_where_it_comes_out_and_nowhere_else(tmp_path: Path) -> None:
    with running_floor(tmp_path, "--tables", "A,B", *FAST) as floor:
        papers = asyncio.run(walked(floor))
        for name, data in written(tmp_path):
            papers.look(f"file {name}, running", data)
        floor.server.terminate()
        assert floor.server.stdout is not None
        papers.look("what the floor says", floor.server.stdout.read().encode())
        assert floor.server.wait(60) == 0
        floor.server.stdout.close()
    walk_the_shell(tmp_path, papers)
    assert (tmp_path / "exported.jsonl").exists()
    assert papers.read > 300, "it was a walk"
    assert "\n".join(papers.seen) == ""


async def walked(floor: RunningFloor) -> Papers:
    walk = Walk(floor.address)
    first, second = await walk.terminal("M1"), await walk.terminal("I1")
    numbers = [await paper_of(first, 20), await paper_of(second, 50), await paper_of(first, 10)]
    papers = Papers(numbers)
    await look_up(walk, papers, numbers[1])
    await second.ticket(numbers[2])
    await walk_through(walk, papers, [first, second])
    for client in (first, second):
        await client.close()
    return papers


def written(folder: Path) -> Iterator[tuple[str, bytes]]:
    """Every file of a floor but those of its simulated printers: they are the paper and what prints it."""
    return ((name, data) for name, data in files_in(folder) if not name.startswith("printers/"))
