"""`[rules.*]` of the floor file, end to end: attached at the start, given to anybody; people may decide otherwise."""

from __future__ import annotations

import asyncio
import os
import sys
from asyncio.subprocess import PIPE
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from hashlib import sha256
from importlib.resources import files
from pathlib import Path
from typing import Any

import httpx
from click.testing import CliRunner

from openetg.cli.main import etg
from openetg.server.access.origins import HEADER
from tests.faults.floors import ETG, ended, start, word_after
from tests.marks import clause

SHIPPED = files("openetg.server.plan").joinpath("floor.toml").read_text()
RULES = b"%PDF-1.7\n" + bytes(range(256)) * 400
PASSWORD = "a horse that plays roulette"
SECTION = """
[rules.adelaide]
file = "rules/roulette.pdf"
in_force_from = "2003-05-20"
price = "5.50"
"""


def written(folder: Path, section: str = SECTION) -> Path:
    """A floor file with this section, and the document beside it."""
    (folder / "rules").mkdir(exist_ok=True)
    (folder / "rules" / "roulette.pdf").write_bytes(RULES)
    plain = SHIPPED.replace('second_factor = ["duties", "powers"]', "second_factor = []")
    assert plain != SHIPPED
    file = folder / "floor.toml"
    file.write_text(plain.replace("\n[cage]\n", f"{section}\n[cage]\n"))
    return file


@asynccontextmanager
async def floor_of(file: Path) -> AsyncIterator[str]:
    """A floor of this file, and where it listens; at the end its plug is pulled."""
    floor = await start("floor", "run", file, "--port", 0, "--no-follow")
    try:
        address = await word_after(floor, "floor")
        assert address, await ended(floor)
        assert await word_after(floor, "journal")
        yield address.rstrip("/")
    finally:
        floor.kill()
        await floor.communicate()


async def copy_at(address: str) -> httpx.Response:
    async with httpx.AsyncClient(base_url=address) as anybody:
        return await anybody.get("/api/rules/E/copy")


async def documents(ann: httpx.AsyncClient) -> list[dict[str, Any]]:
    found = (await ann.get("/api/documents")).raise_for_status().json()
    return next(list(each["documents"]) for each in found["rulebooks"] if each["id"] == "adelaide")


@asynccontextmanager
async def as_ann(address: str) -> AsyncIterator[httpx.AsyncClient]:
    async with httpx.AsyncClient(base_url=address, headers={HEADER: "1"}) as ann:
        login = (await ann.post("/api/login", json={"person": "ann", "password": PASSWORD})).raise_for_status().json()
        ann.headers["Idempotency-Key"] = f"{login['boot']}.{login['last'] + 1}"
        yield ann


async def password_for_ann(folder: Path) -> None:
    words = ("floor", "password", "ann", "--folder", str(folder))
    process = await asyncio.create_subprocess_exec(
        sys.executable, str(ETG), *words, stdin=PIPE, stdout=PIPE, stderr=PIPE, env=os.environ
    )
    said = await process.communicate(f"{PASSWORD}\n".encode())
    assert process.returncode == 0, said


def checked(file: Path) -> tuple[int, str]:
    """The exit code of `etg floor check`, and what it said."""
    ran = CliRunner().invoke(etg, ["floor", "check", str(file)])
    return ran.exit_code, " ".join(ran.output.split())


@clause("adelaide", "12(m)")
def test_a_document_of_the_file_is_given_and_who_withdraws_it_has_the_last_word(tmp_path: Path) -> None:
    asyncio.run(withdrawn_and_restarted(tmp_path))


async def withdrawn_and_restarted(tmp_path: Path) -> None:
    file = written(tmp_path)
    async with floor_of(file) as address:
        copy = await copy_at(address)
        assert (copy.content, copy.headers["content-type"]) == (RULES, "application/pdf")
        assert copy.headers["x-document-sha256"] == sha256(RULES).hexdigest()
    await password_for_ann(tmp_path)
    async with floor_of(file) as address, as_ann(address) as ann:
        (attached,) = await documents(ann)
        assert (attached["standing"], attached["price"], attached["day"]) == ("in_force", 550, "2003-05-20")
        listed = (await ann.get("/api/documents")).json()["rulebooks"]
        book = next(each["rulebook"] for each in listed if each["id"] == "adelaide")
        asked = {"rulebook": book, "sha256": attached["sha256"]}
        (await ann.post("/api/commands/withdraw-rules", json=asked)).raise_for_status()
        assert (await copy_at(address)).headers["content-type"].startswith("text/plain")
    async with floor_of(file) as address, as_ann(address) as ann:
        assert [each["standing"] for each in await documents(ann)] == ["withdrawn"], "the file says nothing new"
        assert "No document of the instrument is attached here" in (await copy_at(address)).text
    written(tmp_path, SECTION.replace("5.50", "6.00"))
    async with floor_of(file) as address, as_ann(address) as ann:
        found = [(each["standing"], each["price"]) for each in await documents(ann)]
        assert found == [("in_force", 600), ("withdrawn", 550)], "what the file says anew counts"
        assert (await copy_at(address)).content == RULES


def test_what_is_wrong_with_a_document_of_the_file_is_named(tmp_path: Path) -> None:
    wrong = {
        'file = "rules/none.pdf"': "rules.adelaide.file",
        'in_force_from = "2003-13-20"': "rules.adelaide.in_force_from",
        'in_force_until = "2001-01-01"': "rules: roulette.pdf",
        'price = "-1.00"': "rules.adelaide.price",
    }
    for line, key in wrong.items():
        name = line.partition(" ")[0]
        kept = [each for each in SECTION.splitlines() if not each.startswith(name)]
        code, said = checked(written(tmp_path, "\n".join([*kept, line, ""])))
        assert code == 2, line
        assert key in said, said
    (tmp_path / "rules" / "page.pdf").write_text("<html>")
    code, said = checked(written(tmp_path, SECTION.replace("roulette.pdf", "page.pdf")))
    assert (code, "found a page with markup" in said) == (2, True), said
    code, said = checked(written(tmp_path, SECTION.replace("rules.adelaide", "rules.ministarr")))
    assert (code, "a rulebook of this floor" in said) == (2, True), said
