"""What the device of a table was seen to do is told to the consoles that watch its dealer's view, and to no others."""

from __future__ import annotations

from openetg.floor.commands import EngageStaff
from openetg.wire.codec import encode as encode_message
from openetg.wire.console import ToConsole, Unwatch, Watch
from openetg.wire.messages import Spin
from tests.unit.server.guests.consoles.console_stage import ConsoleStage

TURN = Spin("A", 1, "turn", 3, 800, "cw", 5)


def spins(heard: list[ToConsole]) -> list[Spin]:
    """The motions among what was heard."""
    return [message for message in heard if isinstance(message, Spin)]


def test_whoever_watches_the_dealers_view_of_a_table_sees_its_ball() -> None:
    stage = ConsoleStage()
    here, there = stage.console("ann").hello("dealer/A"), stage.console("bob").hello("dealer/B", "supervision/A")
    here.take(), there.take()
    stage.room.spun("A", encode_message(TURN))
    assert spins(here.take()) == [TURN]
    assert spins(there.take()) == []


def test_it_ends_with_the_watching_and_with_the_role() -> None:
    stage = ConsoleStage()
    ann = stage.console("ann").hello("dealer/A").say(Unwatch("dealer/A"))
    carl = stage.console("carl").hello("floor").say(Watch("dealer/A"))
    ann.take(), carl.take()
    stage.room.spun("A", encode_message(TURN))
    assert (spins(ann.take()), spins(carl.take())) == ([], [TURN])
    stage.give(EngageStaff("carl", "Carl Example", {})).pass_time()
    stage.room.spun("A", encode_message(TURN))
    assert spins(carl.take()) == []
