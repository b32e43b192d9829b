"""Terminals acknowledge that 'no more bets' was shown: one entry for each round says who has and who has not."""

from __future__ import annotations

from msgspec.structs import replace

from openetg.floor.commands import (
    AnyCommand,
    CallNoSpin,
    CloseWagers,
    PlaceWager,
    RecordOutcome,
    ReportLaunch,
    ReportReady,
    ResetTerminals,
    SpinWheel,
    WarnFinish,
)
from openetg.floor.core.authority import DEALER
from openetg.floor.core.refusals import Refusal
from openetg.floor.events import AnnouncementShown
from openetg.floor.state import AlertKind, Floor
from openetg.money import cents
from openetg.rulebook.schema.policies import Cause, Closer
from openetg.server.guests.announcements import Announcements
from openetg.server.plan.demonstration import demonstration
from openetg.server.writer.writer import Decided
from openetg.wire.messages import ShownAnnouncement
from tests.marks import clause
from tests.unit.server.guests.test_several_tables import floor_of
from tests.unit.server.stage import MINISTAR, Stage

LIVE = "E"

WITHIN_MS = 1_000
"""Of this rulebook: by its 3.14 every terminal shows the notice within a second."""


class Announcing(Stage):
    """A stage on which acknowledgements are collected."""

    def __init__(self, floor: Floor | None = None) -> None:
        super().__init__(floor)
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


class Silent(Announcing):
    """A terminal that is connected and says nothing of announcements, beside one that does."""

    def __init__(self) -> None:
        super().__init__()
        self.good, self.bad = self.line("M1").hello(), self.line("M2").hello()

    def round_without(self, *acknowledging: str) -> AnnouncementShown:
        """One whole round, in which only those named acknowledge."""
        number = closed(self)
        for name in acknowledging:
            {"M1": self.good, "M2": self.bad}[name].say(ShownAnnouncement(MINISTAR, number))
        self.look(WITHIN_MS + 1)
        self.give(RecordOutcome(MINISTAR, self.round(MINISTAR).spin, "17"), ReportReady(MINISTAR)).turn()
        return self.collected[-1]

    def alert(self) -> tuple[str, int, bool] | None:
        """Where the alert is, how often it was counted, and whether its cause lasts."""
        alerts = [each for each in self.floor.alerts.open.values() if each.kind is AlertKind.ANNOUNCEMENT_UNSHOWN]
        assert len(alerts) <= 1, "one alert, counted"
        return (alerts[0].place, alerts[0].count, alerts[0].ended_at_ms is None) if alerts else None


@clause("ministar", "3.14")
def test_a_connected_terminal_that_stays_silent_is_one_alert_counted() -> None:
    stage = Silent()
    seen = [(stage.round_without("M1").silent, stage.alert()) for _ in range(5)]
    assert seen == [
        ((), None),
        ((), None),
        (("M2",), ("M2", 1, True)),
        (("M2",), ("M2", 2, True)),
        (("M2",), ("M2", 3, True)),
    ]
    stage.round_without("M1", "M2")
    assert stage.alert() == ("M2", 3, False), "it acknowledges again: the cause has ended, and is still to be seen"


@clause("ministar", "3.14")
def test_one_acknowledgement_between_is_enough() -> None:
    stage = Silent()
    for acknowledging in (("M1",), ("M1",), ("M1", "M2"), ("M1",), ("M1",)):
        stage.round_without(*acknowledging)
    assert stage.alert() is None


@clause("ministar", "3.14")
def test_a_terminal_without_a_line_is_named_and_is_no_silent_one() -> None:
    stage = Silent()
    stage.fund("M2").give(PlaceWager("M2", MINISTAR, "red", cents(500))).turn()
    stage.bad.session.closed()
    shown = stage.round_without("M1")
    assert (shown.missing, shown.away, shown.silent) == (("M2",), ("M2",), ())
    assert stage.floor.terminals["M2"].unshown == 0


class Dealt(Announcing):
    """A table that a dealer runs, with two terminals at it."""

    def __init__(self) -> None:
        super().__init__(floor_of(replace(demonstration(terminals=2, tables=(LIVE,)), staff=())))
        self.one, self.two = self.line("R1").hello(), self.line("R2").hello()

    def act(self, *wishes: AnyCommand) -> None:
        for wish in wishes:
            self.give(wish).turn(20_000)
            told = self.told[-1]
            assert isinstance(told, Decided)
            assert not isinstance(told.verdict, Refusal), (wish, told.verdict)

    def closed(self) -> None:
        """The period of the spin that counts now has ended."""
        by, spin = (DEALER, self.table(LIVE).dealer), self.round(LIVE).spin
        self.act(SpinWheel(*by, LIVE), ReportLaunch(LIVE, spin, opposite=True, rotor_turning=True))
        self.act(WarnFinish(*by, LIVE), CloseWagers(LIVE, Closer.DEALER, spin, *by))
        self.announcements.tick(self.now_ms)

    def called_off(self) -> None:
        by = (DEALER, self.table(LIVE).dealer)
        self.act(CallNoSpin(*by, LIVE, Cause.FOREIGN_OBJECT, "a coin"), ResetTerminals(*by, LIVE))


@clause("adelaide", "7(g)", "11(d)")
def test_after_a_no_spin_terminals_acknowledge_the_second_announcement_of_the_round() -> None:
    stage = Dealt()
    shown = ShownAnnouncement(LIVE, stage.round(LIVE).number)
    stage.closed()
    first = stage.round(LIVE).spin
    stage.one.say(shown), stage.two.say(shown)
    stage.look()
    assert [(each.seen, each.missing, each.spin) for each in stage.collected] == [(("R1", "R2"), (), "")]
    stage.called_off()
    stage.closed()
    assert stage.round(LIVE).spin != first
    stage.one.say(shown)
    stage.look(10_000)
    assert (stage.collected[-1].seen, stage.collected[-1].missing) == (("R1",), ("R2",)), "the first says nothing of it"


@clause("adelaide", "7(g)", "11(d)")
def test_what_terminals_said_of_a_spin_called_off_is_on_record_for_that_spin() -> None:
    stage = Dealt()
    shown = ShownAnnouncement(LIVE, stage.round(LIVE).number)
    stage.closed()
    first = stage.round(LIVE).spin
    stage.one.say(shown)
    stage.called_off()
    stage.two.say(shown)
    stage.closed()
    stage.look()
    assert [(each.seen, each.missing, each.spin) for each in stage.collected] == [(("R1", "R2"), (), first)]
    stage.one.say(shown), stage.two.say(shown)
    stage.look()
    assert [(each.seen, each.missing, each.spin) for each in stage.collected[1:]] == [(("R1", "R2"), (), "")]
