"""A terminal's own record held against the journal: what was true agrees, and whatever was not shows."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import json

from openetg.floor.commands import CloseWagers, RecordOutcome, ReportLaunch
from openetg.reports.audit.terminal_record import Chain, Comparison, Judged, Verdict, read_record
from openetg.rulebook.schema.policies import Closer
from openetg.wire.messages import Again, Clear, Note, Place, PlaceMany, TakeBack
from tests.unit.server.retaining_floor import Keeping, KeptStage
from tests.unit.server.stage import INTERBLOCK, MINISTAR

SHARED = Path(__file__).parents[3] / "data" / "terminal-record.jsonl"
"""Lines as the page writes them; its own tests write the same."""
TERMINAL = "I1"


@pytest.fixture(scope="module")
def evening(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[KeptStage, Keeping]]:
    """Two rounds of a terminal: wagers, a refusal, a gesture, something taken back, a loss of the line."""
    stage = KeptStage(tmp_path_factory.mktemp("evening"))
    line = stage.line(TERMINAL).hello()
    kept = Keeping(line).catch_up()
    other = stage.line("I2").hello()
    kept.say(Note(1, 10_000))
    other.say(Note(1, 5_000))
    stage.turn()
    kept.catch_up()
    other.say(Place(2, "red", 500))
    kept.say(Place(2, "straight:17", 500), Place(3, "nowhere", 500), Place(4, "red", 1_000))
    stage.turn(100)
    kept.say(PlaceMany(5, (("black", 500), ("odd", 500))), TakeBack(6, "black", 500), Place(4, "red", 1_000))
    stage.turn(100)
    run(stage, "17")
    kept.catch_up()
    kept.say(Place(7, "red", 500))
    stage.turn(100)
    kept.catch_up().say(Clear(8))
    stage.turn(100)
    kept.catch_up()
    run(stage, "4")
    line.say(Again())
    kept.catch_up()
    yield stage, kept
    stage.store.close()


def run(stage: KeptStage, outcome: str) -> None:
    spin = stage.round().spin
    stage.give(ReportLaunch(INTERBLOCK, spin, opposite=True, rotor_turning=True)).turn(20_000)
    stage.give(CloseWagers(INTERBLOCK, Closer.SENSOR, spin)).turn(10_000)
    stage.give(RecordOutcome(INTERBLOCK, spin, outcome)).turn(5_000)


def by_verdict(found: Comparison, verdict: Verdict) -> list[Judged]:
    return [each for each in found.judged if each.verdict is verdict]


def changed(lines: list[str], what: str, *, without: str = "", **fields: Any) -> list[str]:
    """The last line of a kind with other values, as somebody would have it who rewrote all hashes."""
    at = max(place for place, line in enumerate(lines) if json.decode(line)["what"] == what)
    line = {**json.decode(lines[at]), **fields}
    line.pop("h")
    line.pop(without, None)
    return [*lines[:at], json.encode(line).decode(), *lines[at + 1 :]]


def test_what_was_true_agrees(evening: tuple[KeptStage, Keeping]) -> None:
    stage, kept = evening
    found = stage.compare(TERMINAL, kept.lines)
    assert found.chain is Chain.intact
    assert found.lines == len(kept.lines)
    assert found.differs == 0
    assert set(found.counts) == {"agrees", "unverifiable"}
    refused = by_verdict(found, Verdict.unverifiable)
    assert {each.what for each in refused} == {"sent", "refused"}, "the wager that was refused, and nothing else"
    told = {json.decode(line)["what"] for line in kept.lines}
    assert told == {"welcome", "sent", "ack", "own", "refused", "known", "table"}


@pytest.mark.parametrize(
    ("what", "fields"),
    [
        ("ack", {"accepted": 400}),
        ("ack", {"meter": 1}),
        ("ack", {"staked": 123}),
        ("ack", {"spots": {}}),
        ("ack", {"spots": {"red": 400}}),
        ("ack", {"spots": {"red": 500, "black": 500}}),
        ("ack", {"spots": {"count": 1, "sum": 400}}),
        ("ack", {"table": MINISTAR}),
        ("ack", {"n": 2}),
        ("ack", {"seq": 3}),
        ("ack", {"seq": 10**9}),
        ("own", {"meter": 999_999}),
        ("own", {"staked": 7}),
        ("own", {"spots": {"red": 500}}),
        ("own", {"table": MINISTAR}),
        ("sent", {"said": {"type": "clear", "round": 99}}),
        ("sent", {"said": {"type": "undo", "round": 0}}),
        ("sent", {"said": {"type": "hello"}}),
        ("sent", {"said": {"type": 7}}),
        ("sent", {"table": MINISTAR}),
        ("refused", {"n": 4}),
        ("table", {"head": "00" * 32}),
        ("table", {"outcome": "36"}),
        ("table", {"round": 77}),
        ("table", {"table": "elsewhere"}),
        ("table", {"phase": "VOID"}),
        ("welcome", {"meter": 5}),
        ("welcome", {"spots": {"red": 500}}),
        ("known", {"accepted": 5}),
        ("known", {"n": 99}),
    ],
    ids=lambda value: value if isinstance(value, str) else "-".join(value),
)
def test_what_was_not_differs(evening: tuple[KeptStage, Keeping], what: str, fields: dict[str, Any]) -> None:
    stage, kept = evening
    found = stage.compare(TERMINAL, changed(kept.lines, what, **fields))
    assert [each.what for each in by_verdict(found, Verdict.differs)] == [what]
    assert found.chain is Chain.broken


@pytest.mark.parametrize(
    ("what", "name"),
    [
        *(("ack", name) for name in ("n", "accepted", "meter", "staked", "spots")),
        *(("own", name) for name in ("meter", "staked", "spots")),
        *(("table", name) for name in ("table", "round", "phase", "outcome", "head")),
        *(("sent", name) for name in ("said", "n", "boot")),
        ("welcome", "spots"),
        ("known", "accepted"),
    ],
)
def test_what_a_line_does_not_say_cannot_be_verified(evening: tuple[KeptStage, Keeping], what: str, name: str) -> None:
    stage, kept = evening
    found = stage.compare(TERMINAL, changed(kept.lines, what, without=name))
    (line,) = (each for each in by_verdict(found, Verdict.unverifiable) if "does not say" in each.words)
    assert line.what == what
    assert not by_verdict(found, Verdict.differs)


def test_a_terminal_with_one_table_need_not_say_which(evening: tuple[KeptStage, Keeping]) -> None:
    stage, kept = evening
    for what in ("sent", "ack", "own", "welcome"):
        found = stage.compare(TERMINAL, changed(kept.lines, what, without="table"))
        assert found.counts == stage.compare(TERMINAL, kept.lines).counts


def test_many_spots_agree_by_their_count_and_sum(evening: tuple[KeptStage, Keeping]) -> None:
    stage, kept = evening
    short = changed(kept.lines, "ack", spots={"count": 1, "sum": 500})
    assert not by_verdict(stage.compare(TERMINAL, short), Verdict.differs)


def test_what_was_told_must_have_been_so_at_one_moment(tmp_path: Path) -> None:
    """Two wagers in one group: after the first, or after both, but not the money of one and the spots of the other."""
    stage = KeptStage(tmp_path)
    kept = Keeping(stage.line(TERMINAL).hello()).catch_up().say(Note(1, 10_000))
    stage.turn()
    kept.catch_up().say(Place(2, "red", 500), Place(3, "red", 700))
    stage.turn(100)
    kept.catch_up()
    first = [line for line in kept.lines if json.decode(line).get("n") != 3]
    moments: dict[str, tuple[Any, Any]] = {
        "meter": (9_500, 8_800),
        "staked": (500, 1_200),
        "spots": ({"red": 500}, {"red": 1_200}),
    }
    for choice in range(8):
        at = {name: (choice >> place) & 1 for place, name in enumerate(moments)}
        told = changed(first, "ack", **{name: values[at[name]] for name, values in moments.items()})
        differs = by_verdict(stage.compare(TERMINAL, told), Verdict.differs)
        assert [each.what for each in differs] == ([] if len(set(at.values())) == 1 else ["ack"]), at
    stage.store.close()


def test_what_may_be_on_record_before_the_day_that_is_read_is_not_called_missing(tmp_path: Path) -> None:
    stage = KeptStage(tmp_path)
    kept = Keeping(stage.line(TERMINAL).hello()).catch_up()
    for number in (1, 2):
        kept.say(Note(number, 1_000))
        stage.turn()
    kept.catch_up()
    stage.new_day("2023-11-16")
    begun = len(kept.lines)
    kept.say(Note(2, 1_000), Note(3, 1_000))
    stage.turn()
    kept.catch_up()
    lines = [*kept.lines[begun:], json.encode({"k": 99, "what": "sent", "boot": kept.boot, "n": 10}).decode()]
    found = {(each.what, json.decode(each.line)["n"]): each for each in stage.compare(TERMINAL, lines).judged if each.k}
    assert {key: each.verdict for key, each in found.items()} == {
        ("sent", 2): Verdict.unverifiable,
        ("known", 2): Verdict.unverifiable,
        ("sent", 3): Verdict.agrees,
        ("own", 3): Verdict.agrees,
        ("sent", 10): Verdict.only_terminal,
    }
    assert "not after entry" in found["known", 2].words
    stage.store.close()


def test_a_wager_that_was_sent_and_never_came_is_the_terminals_alone(evening: tuple[KeptStage, Keeping]) -> None:
    stage, kept = evening
    sent = changed(kept.lines, "sent", n=50)
    found = stage.compare(TERMINAL, sent)
    (only,) = by_verdict(found, Verdict.only_terminal)
    assert only.what == "sent"


def test_what_the_terminal_did_not_keep_is_the_journals_alone(evening: tuple[KeptStage, Keeping]) -> None:
    stage, kept = evening
    lines = [line for line in kept.lines if json.decode(line)["what"] not in {"ack", "own"}]
    found = stage.compare(TERMINAL, lines)
    missing = by_verdict(found, Verdict.only_journal)
    assert {each.what for each in missing} >= {"PlaceWager", "PlaceWagers", "RecordOutcome"}
    assert all(each.k == 0 and each.sequence > 0 for each in missing)
    until = missing[0].sequence
    assert len(by_verdict(stage.compare(TERMINAL, lines, until=until), Verdict.only_journal)) == 1


def test_the_record_of_another_terminal_is_not_this_ones(evening: tuple[KeptStage, Keeping]) -> None:
    stage, kept = evening
    found = stage.compare("I2", kept.lines)
    assert found.differs > 10


def test_what_is_older_than_was_asked_for_is_not_looked_up(evening: tuple[KeptStage, Keeping]) -> None:
    stage, kept = evening
    since = stage.floor.sequence
    found = stage.compare(TERMINAL, kept.lines, since=since)
    for each in found.judged:
        old = each.what not in {"sent", "refused", "known"} and each.sequence < since
        assert not old or each.verdict is Verdict.unverifiable
    assert found.differs == 0


def test_nothing_kept_is_nothing_to_compare(evening: tuple[KeptStage, Keeping]) -> None:
    stage, _ = evening
    found = stage.compare(TERMINAL, [])
    assert (found.chain, found.lines, found.counts, found.judged) == (Chain.nothing, 0, {}, ())


def test_every_change_gap_and_exchange_breaks_the_chain(evening: tuple[KeptStage, Keeping]) -> None:
    _, kept = evening
    lines, chance = kept.lines, random.Random(7)
    assert read_record(lines).chain is Chain.intact
    for _ in range(60):
        at = chance.randrange(len(lines) - 1)
        swapped = [*lines[:at], lines[at + 1], lines[at], *lines[at + 2 :]]
        touched = [*lines[:at], lines[at].replace('"at":1', '"at":2', 1), *lines[at + 1 :]]
        for spoiled in (swapped, touched, lines[:at] + lines[at + 1 :]):
            assert read_record(spoiled).chain is Chain.broken


def test_a_part_is_checked_from_its_anchor_on(evening: tuple[KeptStage, Keeping]) -> None:
    stage, kept = evening
    before = json.decode(kept.lines[9])
    anchor = json.encode({"k": before["k"], "what": "anchor", "h": before["h"]}).decode()
    found = stage.compare(TERMINAL, [anchor, *kept.lines[10:]], since=1)
    assert (found.chain, found.lines, found.differs) == (Chain.intact, len(kept.lines) - 10, 0)
    assert read_record(kept.lines[10:]).chain is Chain.broken


def test_the_page_and_the_floor_mean_the_same_by_a_line() -> None:
    lines = SHARED.read_text(encoding="utf-8").splitlines()
    record = read_record(lines)
    assert record.chain is Chain.intact
    assert [line.what for _, line in record.lines if line] == [
        "welcome", "sent", "ack", "refused", "known", "own", "table", "lost",
    ]  # fmt: skip


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=6), inner, max_size=4),
    max_leaves=8,
)
KEYS = st.sampled_from(
    ["k", "what", "at", "boot", "n", "seq", "own_seq", "meter", "said", "head", "table", "spots", "h"]
)
WHATS = st.sampled_from(["sent", "ack", "own", "table", "welcome", "refused", "known", "lost", "anchor", "other"])
LIES = st.dictionaries(KEYS, JSON, max_size=8) | st.fixed_dictionaries(
    {"k": st.integers(1, 9), "what": WHATS, "seq": st.integers(-5, 400), "n": st.integers(-1, 9), "boot": st.integers()}
)


@pytest.mark.slow
@given(st.lists(st.text(max_size=80) | LIES.map(lambda lie: json.encode(lie).decode()), max_size=12))
def test_no_line_does_more_than_get_a_verdict(evening: tuple[KeptStage, Keeping], lines: list[str]) -> None:
    stage, kept = evening
    found = stage.compare(TERMINAL, [*kept.lines[:3], *lines])
    assert len([each for each in found.judged if each.verdict is not Verdict.only_journal]) == found.lines


def test_nesting_without_end_is_not_a_line(evening: tuple[KeptStage, Keeping]) -> None:
    stage, _ = evening
    deep = '{"k":1,"what":"sent","said":' + "[" * 1900 + "]" * 1900 + "}"
    found = stage.compare(TERMINAL, [deep, '{"k":1e400}', '{"k":' + "9" * 3000 + "}"])
    assert {each.verdict for each in found.judged} == {Verdict.unverifiable}
