"""Terminals acknowledge that 'no more bets' was shown: one entry for each round says who has and who has not."""

from __future__ import annotations

from openetg.floor.commands import CloseWagers, ReportLaunch
from openetg.floor.events import AnnouncementShown
from openetg.rulebook.policies import Closer
from openetg.server.announcements import Announcements
from openetg.server.writer import Decided
from openetg.wire.messages import ShownAnnouncement
from tests.marks import clause
from tests.unit.server.stage import MINISTAR, Stage

WITHIN_MS = 2_000


class Announcing(Stage):
    """A stage on which acknowledgements are collected."""

    def __init__(self) -> None:
        super().__init__()
        self.collected: list[AnnouncementShown] = []
        self.exchange.announcements = self.announcements = Announcements(
            self.writer, boot=self.boot, wake=self.wake, at_table=self.exchange.at_table
        )
        self.exchange.counters.append(self._note)

    def _note(self, decided: list[Decided]) -> None:
        for each in decided:
            assert isinstance(each.verdict, tuple)
            self.collected += [event for event in each.verdict if isinstance(event, AnnouncementShown)]

    def look(self, ms: int = 0) -> None:
        self.turn(ms)
        self.announcements.tick(self.now_ms)
        self.turn()


def closed(stage: Announcing) -> int:
    """A round whose period has ended with the ball running."""
    spin = stage.round(MINISTAR).spin
    stage.give(ReportLaunch(MINISTAR, spin, opposite=True), CloseWagers(MINISTAR, Closer.SENSOR, spin)).turn()
    assert stage.round(MINISTAR).announced
    stage.look()
    return stage.round(MINISTAR).number


@clause("ministar", "1.1.wagering-period", "3.14")
def test_all_that_have_shown_it_are_on_record_as_soon_as_the_last_has() -> None:
    stage = Announcing()
    one, two = stage.line("M1").hello(), stage.line("M2").hello()
    number = closed(stage)
    one.say(ShownAnnouncement(MINISTAR, number, heard=True))
    stage.look()
    assert stage.collected == []
    two.say(ShownAnnouncement(MINISTAR, number))
    stage.look()
    (shown,) = stage.collected
    assert (shown.heard, shown.seen, shown.missing) == (("M1",), ("M2",), ())
    stage.look(WITHIN_MS)
    assert len(stage.collected) == 1, "one entry for each round"


@clause("ministar", "1.1.wagering-period", "3.14")
def test_a_terminal_that_says_nothing_in_time_is_named() -> None:
    stage = Announcing()
    one, two = stage.line("M1").hello(), stage.line("M2").hello()
    number = closed(stage)
    one.say(
        ShownAnnouncement(MINISTAR, number),
        ShownAnnouncement(MINISTAR, number, heard=True),
        ShownAnnouncement(MINISTAR, number + 7),
    )
    two.say(ShownAnnouncement(MINISTAR, number - 1))
    stage.look(WITHIN_MS + 1)
    (shown,) = stage.collected
    assert (shown.heard, shown.seen, shown.missing) == ((), ("M1",), ("M2",))
    two.say(ShownAnnouncement(MINISTAR, number))
    stage.look(WITHIN_MS)
    assert len(stage.collected) == 1


def test_who_has_no_session_and_no_wager_is_not_asked() -> None:
    stage = Announcing()
    closed(stage)
    stage.look()
    (shown,) = stage.collected
    assert (shown.heard, shown.seen, shown.missing) == ((), (), ())
