"""Turnover is one figure: rounds as the floor remembers them, follower, consoles, reports and jackpots all agree."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from functools import partial

import pytest
from msgspec import json

from openetg.floor import events
from openetg.floor.core.stored import Recorded
from openetg.floor.fold import fold
from openetg.floor.jackpots import turnover as jackpots
from openetg.floor.state import Floor, Phase
from openetg.journal.entry import Entry
from openetg.journal.store import Reader
from openetg.money import ZERO, Money, cents_of, total
from openetg.reports.audit.tallies import Tally, Tallying
from openetg.server.guests.consoles.figures import DayCount
from tests.marks import clause
from tests.unit.reports.journals import NAMES, golden_journal
from tests.unit.reports.made import SEEDS, column, made, random_journal

JOURNALS: dict[str, Callable[[], Reader]] = {
    **{name: partial(golden_journal, name) for name in NAMES},
    **{f"random-{seed}": partial(random_journal, seed) for seed in SEEDS},
}
_verdict = json.Decoder(Recorded).decode


class Evening:
    """An evening, told to everybody who counts a turnover."""

    def __init__(self) -> None:
        self.floor = Floor()
        self.tallying = Tallying(Tally(), self.floor)
        self.console = DayCount()
        self.remembered: dict[tuple[str, int], tuple[Money, Money]] = {}
        """Of every round, at terminals and on the cloth, what was staked by the results the floor last had of it."""
        self.to_jackpots: Counter[str] = Counter()

    def take(self, entry: Entry) -> None:
        """The next entry, told to each as it learns of it."""
        told = _verdict(entry.verdict).events or ()
        self._count_for_jackpots(told)
        fold(self.floor, entry.at_ms, entry.command, entry.verdict)
        self.tallying.count(entry)
        # The figures of a console begin anew with each day; here the evening is one.
        self.console.count(
            entry.sequence, entry.at_ms, [each for each in told if not isinstance(each, events.DayBegun)]
        )
        self._remember()

    def _count_for_jackpots(self, told: tuple[events.AnyEvent, ...]) -> None:
        seen = jackpots.RoundsSeen(self.floor)
        for event in told:
            if isinstance(event, events.WagersReturned):
                seen.off(event.table, event.round, event.terminal, event.spots)
            turned = seen.turnover_of(event) if type(event) in jackpots.COUNTING else None
            if turned is not None:
                self.to_jackpots[turned.table] += sum(cents_of(amount) for _, amount in turned.staked)

    def _remember(self) -> None:
        for name, table in self.floor.tables.items():
            for round_ in (*table.past.values(), *(() if table.round is None else (table.round,))):
                staked = [
                    total(result.staked for result in results.values())
                    for results in (round_.results, round_.cloth_results)
                ]
                void = round_.phase is Phase.VOID
                self.remembered[name, round_.number] = (ZERO, ZERO) if void else (staked[0], staked[1])

    def staked(self, table: str, *, cloth: bool) -> int:
        """What the rounds of a table come to."""
        return sum(cents_of(staked[cloth]) for (name, _), staked in self.remembered.items() if name == table)


@pytest.mark.slow
@clause("novo-unity", "1.1:void")
@clause("novo-unity", "4.1.1")
@pytest.mark.parametrize("name", list(JOURNALS))
def test_everybody_says_the_same_turnover(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(jackpots, "_concerns", lambda *_: True)
    journal, evening = JOURNALS[name](), Evening()
    for entry in journal.entries(after_sequence=0):
        evening.take(entry)
    reported = column(made(journal, "tables"), "Tables", "turnover")
    for table_name, table in evening.floor.tables.items():
        terminals, cloth = (evening.staked(table_name, cloth=each) for each in (False, True))
        tallied = evening.tallying.tally.tables.get(table_name)
        assert evening.to_jackpots[table_name] == terminals, (table_name, "jackpots")
        assert reported[table_name] == terminals + cloth, (table_name, "the report")
        assert (cents_of(tallied.turnover) if tallied else 0) == terminals + cloth, (table_name, "the follower")
        figures = evening.console.figures(evening.floor, table, evening.floor.at_ms)
        assert cents_of(figures.turnover) == terminals + cloth, (table_name, "the console")


def test_what_is_void_and_what_lies_on_cloth_is_among_it() -> None:
    """Otherwise the test above would say nothing of them."""
    kinds: Counter[type[events.Event]] = Counter()
    for make in JOURNALS.values():
        settled: set[tuple[str, int]] = set()
        for entry in make().entries(after_sequence=0):
            for event in _verdict(entry.verdict).events or ():
                if isinstance(event, events.RoundSettled | events.ClothSettled):
                    settled.add((event.table, event.round))
                if not isinstance(event, events.RoundVoided) or (event.table, event.round) in settled:
                    kinds[type(event)] += 1
    wanted = (
        events.RoundSettled,
        events.RoundVoided,
        events.TerminalSettled,
        events.WagersVoided,
        events.WagerRuled,
        events.PayoutsSuspended,
        events.ClothSettled,
        events.SpotPaid,
        events.ClothCorrected,
        events.ClothWagersReturned,
    )
    assert [kind.__name__ for kind in wanted if not kinds[kind]] == []
