"""What holds for every simulated player, whatever is on the screen."""

from __future__ import annotations

from itertools import pairwise
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from openetg.floor.rounds.views import LayoutView, LimitView, SpotView, TableView
from openetg.players.choosing import CHIPS, Taste, fits, least_wager, odds_of, wagers_for
from openetg.players.person import FASTEST_MS, LAST_MOMENT_MS, PATIENCE_MS, REFUSALS_MAX, Person
from openetg.players.sight import Act, CashOut, PlaceChips, PlayerSight, PutNote, PutTicket, TakeChips, WalkAway
from openetg.players.tempers import HIGH_ROLLER, NUMBER_LOVER, SLOW_CLICKER, TEMPERS, WANDERER, Temper, some_temper

NOTES = (500, 1_000, 2_000, 5_000)
PHASES = ("", "OPEN", "FINISHING", "CLOSED", "HELD", "SETTLED", "VOID")


def spot(name: str, odds: str, units: int = 1) -> SpotView:
    return SpotView(name, name, ("1",), odds, "1.1", units)


LAYOUT = LayoutView(
    rulebook="hash", rulebook_id="r", rulebook_title="R", game="g", title="G", zeros=(), rows=(), red=(), black=(),
    spots=(spot("red", "1 to 1"), spot("dozen:1", "2 to 1"), spot("line:1", "5 to 1"), spot("straight:1", "35 to 1"),
           spot("straight:2", "35 to 1")),
    specials=(spot("sector:1", "varies", 5), spot("complete:1", "varies", 40)),
)  # fmt: skip


def sight(
    *,
    meter: int = 10_000,
    phase: str = "OPEN",
    round_: int = 1,
    closes_at_ms: int = 0,
    limits: tuple[LimitView, ...] = (LimitView("any", 100, 50_000, None, multiples=False),),
    spots: dict[str, int] | None = None,
    tickets: bool = True,
    printing: bool = False,
    ticket: str = "",
) -> PlayerSight:
    table = TableView(
        table="A", round=round_, phase=phase, launched=False, opened_at_ms=0, closes_at_ms=closes_at_ms, outcome=None,
        last_outcome=None, outcomes=(), cause="", clause="", limits=limits,
    )  # fmt: skip
    lies = spots or {}
    return PlayerSight(
        layout=LAYOUT, table=table, meter=meter, staked=sum(lies.values()), spots=lies, notes=NOTES, tickets=tickets,
        printing=printing, ticket=ticket,
    )  # fmt: skip


def acts_of(person: Person, shown: PlayerSight, *, ms: int = 60_000, step_ms: int = 50, from_ms: int = 0) -> list[Act]:
    """What somebody does while the screen stays as it is."""
    thoughts = (person.think(shown, now_ms) for now_ms in range(from_ms, from_ms + ms, step_ms))
    return [act for act in thoughts if act is not None]


figures = st.one_of(st.none(), st.sampled_from([1, 50, 100, 200, 250, 500, 700, 2_500, 10_000, 1_000_000]))
lines = st.builds(
    LimitView,
    kind=st.sampled_from(["any", "straight", "red", "dozen", "sum", "line:1"]),
    min=figures, max=figures, step=figures, multiples=st.booleans(),
)  # fmt: skip
sights = st.builds(
    sight,
    meter=st.integers(0, 300_000),
    phase=st.sampled_from(PHASES),
    round_=st.integers(0, 3),
    closes_at_ms=st.sampled_from([0, 500, 3_000, 100_000]),
    limits=st.lists(lines, max_size=4).map(tuple),
    spots=st.dictionaries(st.sampled_from(["red", "straight:1"]), st.integers(1, 60_000), max_size=2),
    tickets=st.booleans(),
    printing=st.booleans(),
    ticket=st.sampled_from(["", "1", "2"]),
)
persons = st.builds(
    lambda temper, seed, cash, ticket, pace: Person(temper, Random(seed), cash=cash, ticket=ticket, pace=pace),
    st.sampled_from(TEMPERS), st.integers(), st.integers(0, 50_000), st.sampled_from(["", "77"]),
    st.sampled_from([1.0, 50.0]),
)  # fmt: skip


@pytest.mark.slow
@settings(max_examples=300, deadline=None)
@given(person=persons, seen=st.lists(st.tuples(sights, st.integers(1, 5_000), st.booleans()), max_size=40))
def test_whatever_is_seen_every_act_is_one_that_may_be_done(
    person: Person, seen: list[tuple[PlayerSight, int, bool]]
) -> None:
    now_ms, acted_ms, purse = 0, -FASTEST_MS, person.cash
    for shown, later_ms, refused in seen:
        now_ms += later_ms
        act = person.think(shown, now_ms)
        assert 0 <= person.cash <= purse
        if act is None:
            continue
        assert now_ms - acted_ms >= FASTEST_MS, "faster than a finger"
        acted_ms = now_ms
        check(act, shown, now_ms)
        if refused:
            person.refused(act, "above_maximum")


def check(act: Act, shown: PlayerSight, now_ms: int) -> None:
    table = shown.table
    if isinstance(act, PlaceChips | TakeChips):
        assert table.phase in {"OPEN", "FINISHING"}, "after the close"
        assert act.round == table.round
    if isinstance(act, PlaceChips):
        assert not table.closes_at_ms or now_ms < table.closes_at_ms - LAST_MOMENT_MS
        check_wager(act, shown)
    elif isinstance(act, TakeChips):
        assert act.amount == shown.spots[act.spot]
    elif isinstance(act, PutNote):
        assert act.amount in shown.notes
    elif isinstance(act, PutTicket):
        assert shown.tickets
    elif isinstance(act, CashOut):
        assert shown.meter > 0
        assert not shown.printing


def check_wager(act: PlaceChips, shown: PlayerSight) -> None:
    """Held against the sign in another way than the player does it."""
    units = {each.name: each.units for each in (*LAYOUT.spots, *LAYOUT.specials)}[act.wager]
    assert act.amount * units <= shown.meter
    assert any(act.amount % chip == 0 and act.amount // chip <= 5 for chip in CHIPS)
    signs = {line.kind: line for line in shown.table.limits}
    together = signs.get("sum")
    if together is not None and together.max is not None:
        assert shown.staked + act.amount * units <= together.max
    sign = signs.get(act.wager) or signs.get(act.wager.split(":")[0]) or signs.get("any")
    if sign is not None:
        sum_ = shown.spots.get(act.wager, 0) + act.amount
        assert sum_ >= (sign.min or 0)
        assert sign.max is None or sum_ <= sign.max
        assert not sign.step or sum_ % sign.step == 0
        assert not (sign.multiples and sign.min) or sum_ % sign.min == 0


@pytest.mark.parametrize("temper", TEMPERS, ids=lambda temper: temper.name)
def test_everybody_plays(temper: Temper) -> None:
    placed: list[Act] = []
    for seed in range(10):
        person = Person(temper, Random(seed), cash=0)
        placed += acts_of(person, sight(meter=200_000))
    wagers = {act.wager for act in placed if isinstance(act, PlaceChips)}
    assert len(wagers) >= 1
    assert wagers <= wagers_for(LAYOUT, temper.taste).keys()


@pytest.mark.parametrize(
    ("taste", "suits"),
    [
        (Taste.SAFE, {"red", "dozen:1"}),
        (Taste.NUMBERS, {"straight:1", "straight:2"}),
        (Taste.SECTORS, {"sector:1", "complete:1"}),
        (Taste.BETWEEN, {"line:1"}),
        (Taste.ANYTHING, {"red", "dozen:1", "line:1", "straight:1", "straight:2"}),
    ],
)
def test_a_taste_goes_by_the_odds(taste: Taste, suits: set[str]) -> None:
    assert wagers_for(LAYOUT, taste).keys() == suits


def test_odds_are_read_as_they_are_printed() -> None:
    assert [odds_of(text) for text in ("35 to 1", "1 to 1, 2 to 1, 12 to 1", "varies")] == [35, 1, 1]


def test_pauses_are_those_of_a_person() -> None:
    person = Person(NUMBER_LOVER, Random(3), cash=0)
    times = [
        now_ms
        for round_ in range(1, 9)
        for now_ms in range(round_ * 40_000, round_ * 40_000 + 30_000, 50)
        if person.think(sight(meter=100_000, round_=round_), now_ms) is not None
    ]
    pauses = [later - earlier for earlier, later in pairwise(times)]
    assert len(pauses) > 10
    assert min(pauses) >= NUMBER_LOVER.pause_ms * 0.5 - 50
    assert len(set(pauses)) > 5


def test_money_goes_in_when_there_is_none_and_only_what_the_purse_holds() -> None:
    person = Person(SLOW_CLICKER, Random(1), cash=7_300)
    notes = [act.amount for act in acts_of(person, sight(meter=0)) if isinstance(act, PutNote)]
    assert notes[:1] == [5_000]
    assert sum(notes) == 7_000
    assert person.cash == 300


def test_who_is_broke_leaves() -> None:
    (left,) = acts_of(Person(SLOW_CLICKER, Random(1), cash=400), sight(meter=0, phase="SETTLED"), ms=6_000)[:1]
    assert left == WalkAway("broke")


def test_who_is_broke_with_a_rest_collects_it_first() -> None:
    person = Person(SLOW_CLICKER, Random(1), cash=0)
    first = acts_of(person, sight(meter=50, phase="SETTLED"), ms=8_000)[0]
    assert first == CashOut()
    later = acts_of(person, sight(meter=0, phase="SETTLED", ticket="9"), from_ms=8_000)[0]
    assert later == WalkAway("broke", "9")


def test_a_note_that_came_back_is_in_the_purse_again() -> None:
    person = Person(SLOW_CLICKER, Random(1), cash=500)
    note = acts_of(person, sight(meter=0), ms=8_000)[0]
    assert (note, person.cash) == (PutNote(500), 0)
    person.refused(note, "note_not_accepted")
    assert person.cash == 500


def test_who_has_won_enough_waits_for_the_round_collects_and_takes_the_ticket_along() -> None:
    person = Person(WANDERER, Random(1), cash=0)
    assert not any(isinstance(act, CashOut) for act in acts_of(person, sight(meter=10_000), ms=10_000))
    rich = 40_000
    assert acts_of(person, sight(meter=rich, spots={"red": 500}), from_ms=10_000) == []
    collect, *_ = acts_of(person, sight(meter=rich, phase="SETTLED", ticket="1"), from_ms=70_000, ms=5_000)
    assert collect == CashOut()
    assert acts_of(person, sight(meter=0, printing=True, ticket="1"), from_ms=75_000, ms=20_000) == []
    assert acts_of(person, sight(meter=0, ticket="2"), from_ms=95_000, ms=9_000)[0] == WalkAway("enough", "2")


def test_a_printer_that_never_prints_is_not_waited_for_for_ever() -> None:
    person = Person(WANDERER, Random(1), cash=0)
    acts_of(person, sight(meter=50, phase="SETTLED"), ms=8_000)
    assert acts_of(person, sight(meter=50, printing=True), from_ms=8_000, ms=PATIENCE_MS + 9_000)[0] == WalkAway(
        "gave up"
    )


def test_who_comes_back_puts_the_ticket_in() -> None:
    person = Person(WANDERER, Random(1), cash=0, ticket="77")
    assert acts_of(person, sight(meter=0), ms=8_000)[0] == PutTicket("77")


def test_a_ticket_that_is_refused_is_not_tried_again() -> None:
    person = Person(WANDERER, Random(1), cash=0, ticket="77")
    person.refused(acts_of(person, sight(meter=0), ms=8_000)[0], "ticket_redeemed")
    assert acts_of(person, sight(meter=0), from_ms=8_000, ms=9_000)[0] == WalkAway("broke")


def test_a_wager_that_is_not_taken_here_is_not_tried_again() -> None:
    person, refused, placed = Person(NUMBER_LOVER, Random(1), cash=0), False, 0
    for round_ in range(1, 12):
        acts = acts_of(person, sight(meter=90_000, round_=round_), from_ms=round_ * 60_000)
        wagers = [act for act in acts if isinstance(act, PlaceChips)]
        placed += len(wagers)
        for act in wagers:
            assert not (refused and act.wager == "straight:1")
        for act in wagers:
            if act.wager == "straight:1":
                person.refused(act, "not_on_terminal")
                refused = True
    assert refused
    assert placed > 10


def test_after_the_close_was_heard_nobody_tries_again_in_that_round() -> None:
    person = Person(NUMBER_LOVER, Random(3), cash=0)
    act = next(act for act in acts_of(person, sight(), ms=20_000) if isinstance(act, PlaceChips))
    person.refused(act, "after_close")
    assert acts_of(person, sight(), from_ms=20_000) == []


def test_who_hears_nothing_but_no_has_enough_of_it() -> None:
    person = Person(HIGH_ROLLER, Random(1), cash=0)
    for _ in range(REFUSALS_MAX):
        person.refused(CashOut(), "busy")
    assert acts_of(person, sight(meter=500, phase="SETTLED"))[0] == CashOut()
    calm = Person(HIGH_ROLLER, Random(1), cash=0)
    for _ in range(REFUSALS_MAX):
        calm.refused(CashOut(), "busy")
        calm.done()
    assert CashOut() not in acts_of(calm, sight(meter=500, phase="SETTLED"))


def test_chips_that_stay_on_a_cloth_are_taken_along() -> None:
    person = Person(SLOW_CLICKER, Random(1), cash=0)
    person.think(sight(meter=100, tickets=False), 0)
    rich = sight(meter=90_000, spots={"red": 500}, tickets=False)
    assert acts_of(person, rich, from_ms=20_000, ms=9_000)[0] == TakeChips("red", 500, 1)


def test_below_the_least_wager_nobody_can_play() -> None:
    limits = (
        LimitView("any", 150, None, None, multiples=False),
        LimitView("straight", 100, None, None, multiples=False),
        LimitView("sum", 450, None, None, multiples=False),
    )
    assert least_wager(sight(limits=limits)) == 500
    assert least_wager(sight(limits=())) == 100


def test_a_sector_keeps_to_every_line_of_the_sign() -> None:
    limits = (
        LimitView("straight", 100, 500, None, multiples=False),
        LimitView("split", 200, 900, None, multiples=False),
    )
    shown = sight(limits=limits)
    assert [fits(shown, "sector:1", 5, amount) for amount in (100, 200, 300)] == [False, True, False]


def test_the_same_seed_is_the_same_person() -> None:
    def diary(seed: int) -> list[Act]:
        chance = Random(seed)
        return acts_of(Person(some_temper(chance), chance, cash=20_000), sight())

    assert diary(5) == diary(5)
    assert len({str(diary(seed)) for seed in range(10)}) > 3
