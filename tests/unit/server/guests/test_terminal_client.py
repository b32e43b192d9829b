"""The small client: what was not answered is sent again under its number, or given up, never sent as something new."""

from __future__ import annotations

import asyncio

from openetg.client.terminal import TerminalClient
from openetg.wire.messages import Known, Note, OwnNews, Welcome
from tests.unit.server.stage import Screen, Stage


def welcome(boot: int) -> Welcome:
    return Welcome(boot, 0, 0, 0, 0, None, None, None)


def test_an_unanswered_command_is_given_up_when_a_new_life_begins() -> None:
    """Under the new life the floor would take it for a new command, and a note or wager could count twice."""

    async def scene() -> None:
        client = TerminalClient("", "I1", "")
        client.receive(welcome(7))
        asked = asyncio.ensure_future(client.note(500))
        await asyncio.sleep(0)
        client.receive(welcome(7))
        assert client.unanswered == [1], "the same life: it is still to be answered"
        client.receive(welcome(8))
        assert client.unanswered == []
        assert await asked == Known(1, 0, "stale", "")

    asyncio.run(scene())


def test_an_unanswered_command_is_answered_under_its_number_after_the_line_was_cut() -> None:
    stage = Stage()
    screen = Screen(stage.line("I1").hello())
    screen.catch_up()
    screen.line.say(Note(1, 500))
    stage.turn()
    # The line was cut before the answer came: what it said is never read.
    client = screen.client
    screen.line = stage.line("I1").hello(client.boot, client.own_seq, client.table_seq).say(Note(1, 500))
    stage.turn()
    told = screen.line.take()
    assert isinstance(told[0], Welcome)
    assert told[1:] == [Known(1, 0, "", "")]
    assert not [message for message in told if isinstance(message, OwnNews)]
    assert told[0].own is not None
    assert told[0].own.meter == 500
