"""A ticket over a power cut: paid by the number on it at another terminal, and by nothing the database holds."""

from __future__ import annotations

import asyncio
from contextlib import closing
from pathlib import Path

from openetg.client.terminal import TerminalClient, connect
from openetg.journal import places
from openetg.keys.tickets import with_check_digits
from openetg.server.guests.sessions import key_of
from openetg.server.writer.engine import read_floor
from openetg.wire.messages import OwnNews, Refused
from tests.faults.floors import address_of, ended, kill, start, start_floor
from tests.faults.players import collected


async def terminal(folder: Path, address: str, name: str) -> TerminalClient:
    return await connect(address, name, key_of((folder / "secret").read_bytes(), name))


def under(folder: Path) -> bytes:
    return b"".join(path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file())


def test_a_ticket_outlives_the_floor_and_is_paid_by_its_number_alone(tmp_path: Path) -> None:
    async def night() -> None:
        async with asyncio.timeout(120):
            floor = await start_floor(tmp_path)
            player = await terminal(tmp_path, await address_of(floor), "M1")
            await player.note(50_00)
            await collected(player)
            await player.until(lambda client: client.own is not None and bool(client.own.ticket))
            assert player.own is not None
            number = player.own.ticket
            await kill(floor)
            with closing(places.open_to_read(str(tmp_path / "journal"))) as journal:
                name = read_floor(journal).terminals["M1"].ticket
            database = under(tmp_path / "journal")
            assert name.encode() in database
            assert number.encode() not in database
            floor = await start_floor(tmp_path)
            other = await terminal(tmp_path, await address_of(floor), "M2")
            wrong = with_check_digits(int(number[:-2]) ^ 1)
            for stolen, reason in ((name, "unknown_ticket"), (wrong, "unknown_ticket"), ("9" * 18, "ticket_misread")):
                answer = await other.ticket(stolen)
                assert isinstance(answer, Refused), answer
                assert answer.reason == reason
            answer = await other.ticket(number)
            assert isinstance(answer, OwnNews), answer
            assert (answer.why, answer.own.meter) == ("ticket", 50_00)
            again = await other.ticket(number)
            assert isinstance(again, Refused), again
            assert again.reason == "ticket_redeemed"
            floor.terminate()
            assert await ended(floor) == (0, "")
            assert number.encode() not in under(tmp_path / "journal")
            code, words = await ended(await start("journal", "verify", tmp_path / "journal"))
            assert code == 0, words

    asyncio.run(night())
