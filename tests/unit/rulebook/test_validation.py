"""Every mistake in a rulebook is answered in words: file, key, what was expected, what was found; never a traceback.

The table makes one mistake at a time in a real rulebook. `…` in a message stands for any words. Below the table, the
files themselves; at the end, any single key of a shipped rulebook removed or replaced by anything TOML can say.
"""

from __future__ import annotations

import json
import re
import shutil
import sys
import tomllib
from collections.abc import Callable, Iterator
from copy import deepcopy
from datetime import date, datetime, time
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from openetg.cli.main import main
from openetg.games.compile import open_rulebook
from openetg.rulebook.load import LARGEST_FILE, shipped
from openetg.rulebook.problems import Problem, RulebookProblems

INVENTED = Path(__file__).parents[2] / "data" / "rulebooks"
FORM = re.compile(r"\S+: (?:\S.*: )?expected \S.*, found \S.*")

Answer = tuple[int, str]
"""The exit code and everything printed."""
Ask = Callable[..., Answer]


@pytest.fixture
def etg(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Ask:
    """The command line as installed, in this process: an exception nobody expected fails the test."""

    def ask(*words: object) -> Answer:
        monkeypatch.setattr(sys, "argv", ["etg", *map(str, words)])
        with pytest.raises(SystemExit) as ended:
            main()
        shown = capsys.readouterr()
        code = ended.value.code
        assert isinstance(code, int)
        return code, shown.out + shown.err

    return ask


def copy(rulebook: str, to: Path) -> Path:
    """A rulebook of ours to make mistakes in."""
    source = shipped().get(rulebook, INVENTED / rulebook)
    return Path(shutil.copytree(source, to / rulebook))


class Mistake(NamedTuple):
    what: str
    rulebook: str
    old: str
    """What stands in the file, once."""
    new: str
    message: str
    """What is said about it, from the key on."""
    file: str = "rulebook.toml"


WHEEL, ROULETTE, SIC_BO, FRENCH = "money-wheel", "novo-unity", "interblock", "la-partage"
REGISTER = "clauses.toml"
DEALER = 'dealer = { title = "dealer", of = "floor", acts_as = ["casino_employee"], clause = "A:dealer" }'
CLOSE_TABLE = 'close_table = { roles = ["casino_operator"], '
DELEGATED = 'delegated_to = ["casino_supervisor"]'
SIGN = 'marker_maximum = { clause = "3.2" }'
SYMBOL_E = 'segments_clause = "2.1(e)", odds = "23 to 1"'
LAST_ROW = '"31 32 33", "34 35 36",'
LAST_POCKETS = "12 35 3 26"
BALL = 'ball = { diameter_min_mm = 21, diameter_max_mm = 18, metal = false, clause = "2.1" }'
RED = 'covers = "red", odds = "1 to 1", clause = "5.3", part_returns = [{ on = "0", part = "1/2"'
NEIGHBOURS = 'family = "wheel-neighbours", reach = 1'

# fmt: off
MISTAKES = [
    # keys
    Mistake("unknown section", WHEEL, "[equipment]", "[equipmnt]",
            "equipmnt: expected no such key but one of … (perhaps equipment), found an unknown key"),
    Mistake("unknown key", WHEEL, "cash = {", "cahs = {",
            "wagers.cloth.cahs: expected no such key but one of …, found an unknown key"),
    Mistake("unknown key beside a value", WHEEL, "{ value = 52, clause", "{ value = 52, clauses",
            "games.money-wheel.segments.clauses: expected no such key but one of clause, …, found an unknown key"),
    Mistake("key with a blank in it", WHEEL, 'currency = "AUD"', 'currency = "AUD"\n"paid in" = "chips"',
            'about."paid in": expected no such key but one of …, found an unknown key'),
    Mistake("unknown key of a clause", WHEEL, 'id = "NI.1"', 'id = "NI.1"\nsay = "x"',
            "clause[0].say: expected no such key but one of … (perhaps says), found an unknown key", REGISTER),
    Mistake("required key missing", WHEEL, 'casino = "Casino Canberra"\n', "",
            "about.casino: expected text, found nothing"),
    Mistake("required section missing", WHEEL, "[disputes]", "[conduct.disputes]",
            "disputes: expected …, found nothing"),
    Mistake("clause missing", WHEEL, '{ value = 1500, clause = "2.1" }', "{ value = 1500 }",
            "equipment.wheel_diameter_min_mm.clause: expected a clause of the register, found nothing"),
    # clauses
    Mistake("unknown clause", WHEEL, 'policy = "printed", clause = "6.1"', 'policy = "printed", clause = "61"',
            'games.money-wheel.odds.clause: expected a clause of this rulebook\'s register, found "61"'),
    Mistake("unknown clause of a cause", WHEEL, 'divider = "8.3"', 'divider = "83"',
            'rounds.dealer.void_causes.divider: expected a clause of …, found "83"'),
    Mistake("unknown clause in a list", WHEEL, 'grounds = ["5.4", ', 'grounds = ["5.4", "ten", ',
            'conduct.grounds[1]: expected a clause of …, found "ten"'),
    Mistake("reading of an unknown clause", WHEEL, 'clause = "10.5"', 'clause = "105"',
            'reading[0].clause: expected a clause of …, found "105"'),
    Mistake("clause twice in the register", WHEEL, 'id = "NI.2"', 'id = "NI.1"',
            'clause: expected each clause id once, found "NI.1" 2 times', REGISTER),
    Mistake("see leads nowhere", WHEEL, 'see = ["1.1", "2.1", "2.2", "10.5(d)"]', 'see = ["1.1", "11.1"]',
            'clause "A:approved".see: expected clauses of this register, found "11.1"', REGISTER),
    Mistake("unknown kind of clause", WHEEL, 'id = "NI.1"\nkind = "record"', 'id = "NI.1"\nkind = "recrd"',
            'clause[0].kind: expected one of … (perhaps record), found "recrd"', REGISTER),
    # people
    Mistake("unknown power", WHEEL, "close_table = {", "close_tables = {",
            "powers.close_tables: expected a power: one of … (perhaps close_table), found an unknown power"),
    Mistake("power with an empty list of roles", WHEEL, CLOSE_TABLE, "close_table = { roles = [], ",
            "powers.close_table.roles: expected at least one role that holds the power, found none"),
    Mistake("power without roles", WHEEL, CLOSE_TABLE, "close_table = { ",
            "powers.close_table.roles: expected …, found nothing"),
    Mistake("power of an unknown role", WHEEL, 'run_round = { roles = ["dealer"]', 'run_round = { roles = ["dealers"]',
            'powers.run_round.roles[0]: expected a role of this rulebook, one of … (perhaps dealer), found "dealers"'),
    Mistake("acts as an unknown role", WHEEL, DEALER, DEALER.replace("casino_employee", "boss"),
            'roles.dealer.acts_as[0]: expected a role of this rulebook, one of …, found "boss"'),
    Mistake("same as an unknown role", WHEEL, DEALER, DEALER[:-1] + ', same_as = "boss" }',
            'roles.dealer.same_as: expected a role of …, found "boss"'),
    Mistake("delegated to an unknown role", WHEEL, DELEGATED, 'delegated_to = ["boss"]',
            'roles.casino_operator.delegated_to[0]: expected a role of …, found "boss"'),
    Mistake("role that acts as itself", WHEEL, DEALER, DEALER.replace("casino_employee", "dealer"),
            "roles.dealer: expected roles that do not include themselves, found dealer → dealer"),
    Mistake("role that is the same as itself", WHEEL, DEALER, DEALER[:-1] + ', same_as = "dealer" }',
            "roles.dealer: expected roles that do not include themselves, found dealer → dealer"),
    Mistake("role that acts as itself through others", WHEEL, DEALER,
            DEALER.replace("casino_employee", "second") + "\n"
            'second = { title = "second", of = "floor", acts_as = ["third"], clause = "A:dealer" }\n'
            'third = { title = "third", of = "floor", acts_as = ["dealer"], clause = "A:dealer" }',
            "roles.dealer: expected roles that do not include themselves, found dealer → second → third → dealer"),
    Mistake("role that delegates to itself", WHEEL, DELEGATED, 'delegated_to = ["casino_operator"]',
            "roles.casino_operator: expected roles that do not include themselves, found …"),
    # plain types
    Mistake("text that is a number", WHEEL, 'casino = "Casino Canberra"', "casino = 7",
            "about.casino: expected text, found 7"),
    Mistake("text that is empty", WHEEL, 'casino = "Casino Canberra"', 'casino = " "',
            "about.casino: expected text, found an empty text"),
    Mistake("text that is a list", WHEEL, 'casino = "Casino Canberra"', 'casino = ["Casino Canberra"]',
            "about.casino: expected text, found a list"),
    Mistake("whole number that is text", WHEEL, "segments = 24", 'segments = "24"',
            'games.money-wheel.symbols.a.segments: expected a whole number, found "24"'),
    Mistake("whole number that is true", WHEEL, "segments = 24", "segments = true",
            "games.money-wheel.symbols.a.segments: expected a whole number, found true"),
    Mistake("whole number with a fraction", WHEEL, "segments = 24", "segments = 24.0",
            "games.money-wheel.symbols.a.segments: expected a whole number, found 24.0"),
    Mistake("count of nothing", WHEEL, "segments = 24", "segments = 0",
            "games.money-wheel.symbols.a.segments: expected a whole number from 1 to 1000000, found 0"),
    Mistake("negative count", WHEEL, "value = 1500", "value = -1500",
            "equipment.wheel_diameter_min_mm.value: expected a whole number from 1 to 1000000, found -1500"),
    Mistake("true or false that is text", WHEEL, "any_clause = true", 'any_clause = "true"',
            'conduct.any_clause: expected true or false, found "true"'),
    Mistake("true or false that is a number", WHEEL, "any_clause = true", "any_clause = 1",
            "conduct.any_clause: expected true or false, found 1"),
    Mistake("day that is text", WHEEL, "signed = 2016-05-06", 'signed = "6 May 2016"',
            'about.signed: expected a day such as 2016-06-02, found "6 May 2016"'),
    Mistake("day with a time", WHEEL, "signed = 2016-05-06", "signed = 2016-05-06T12:00:00",
            "about.signed: expected a day such as 2016-06-02, found 2016-05-06 12:00:00"),
    Mistake("list that is text", WHEEL, 'grounds = ["5.4", "10.6", "10.8"]', 'grounds = "10.6"',
            'conduct.grounds: expected a list, found "10.6"'),
    Mistake("table that is text", WHEEL, 'refund = { clause = "A:void" }', 'refund = "A:void"',
            'invalidation.refund: expected a table, found "A:void"'),
    Mistake("table that is a list", WHEEL, "approvals = {", "approvals = []\nnumber_display = {",
            "equipment.approvals: expected a table, found an empty list"),
    Mistake("choice that is none", WHEEL, 'policy = "settle_to_maximum"', 'policy = "settle_to_maximun"',
            "limits.cloth.above_maximum.policy: expected one of … (perhaps settle_to_maximum), found …"),
    Mistake("choice that is a number", WHEEL, 'notice = "shown_first"', "notice = 20",
            "closing.notice: expected one of none, …, found 20"),
    Mistake("unknown cause", WHEEL, "divider = ", "dividers = ",
            'rounds.dealer.void_causes.dividers: expected a key that is one of … (perhaps divider), found "dividers"'),
    Mistake("another format", WHEEL, "format = 1", "format = 2", "format: expected one of 1, found 2"),
    # sections that do not agree
    Mistake("name with capitals", WHEEL, 'id = "money-wheel"', 'id = "Money Wheel"',
            'about.id: expected lower case letters, digits and dashes, found "Money Wheel"'),
    Mistake("table for a game there is not", WHEEL, 'game = "money-wheel"', 'game = "moneywheel"',
            'tables.live.game: expected a game of this rulebook, one of money-wheel …, found "moneywheel"'),
    Mistake("device of another game", WHEEL, 'value = "money_wheel"', 'value = "dice_tumbler"',
            'tables.live.device.value: expected for money-wheel one of money_wheel, found "dice_tumbler"'),
    Mistake("round there is not", WHEEL, 'round = "dealer"', 'round = "live"',
            'tables.live.round: expected a section of rounds, one of dealer, found "live"'),
    Mistake("table without a channel", WHEEL, 'value = ["cloth"]', "value = []",
            "tables.live.channels.value: expected at least one channel, found none"),
    Mistake("channel without its sections", WHEEL, 'value = ["cloth"]', 'value = ["cloth", "terminal"]',
            "money.funding: expected this section, since tables.live takes wagers on a terminal, found nothing"),
    Mistake("measures without grounds", WHEEL, 'any_clause = true\ngrounds = ["5.4", "10.6", "10.8"]', "grounds = []",
            "conduct.grounds: expected the clauses whose breach allows a measure, found none"),
    Mistake("rounds not counted", WHEEL, "rounds = 3, ", "",
            "conduct.idle.rounds: expected a number of rounds if counted (…), found …"),
    Mistake("minutes without a sign", WHEEL, 'notice = "shown_first"', 'notice = "shown_first"\nnotice_minutes = 20',
            "closing.notice_minutes: expected minutes if a sign must stand (…), found …"),
    Mistake("ball that cannot be", ROULETTE, "signals = {", BALL + "\nsignals = {",
            "equipment.ball.diameter_max_mm: expected at least 21, found 18"),
    # limits
    Mistake("negative minimum", WHEEL, SIGN, 'sign = { any = { min = "-5.00" } }',
            'limits.cloth.sign.any.min: expected an amount such as 5.00, not negative, found "-5.00"'),
    Mistake("limit of three decimals", WHEEL, SIGN, 'sign = { any = { max = "5.001" } }',
            'limits.cloth.sign.any.max: expected an amount such as 5.00, not negative, found "5.001"'),
    Mistake("limit that is a number", WHEEL, SIGN, "sign = { any = { min = 5 } }",
            "limits.cloth.sign.any.min: expected …, found 5"),
    Mistake("minimum above maximum", WHEEL, SIGN, 'sign = { any = { min = "10.00", max = "9.99" } }',
            'limits.cloth.sign.any.max: expected at least the minimum, 10.00, found "9.99"'),
    Mistake("step of nothing", WHEEL, SIGN, 'sign = { any = { step = "0.00" } }',
            'limits.cloth.sign.any.step: expected a step above nothing, found "0.00"'),
    Mistake("multiples of nothing", WHEEL, SIGN, "sign = { any = { multiples = true } }",
            "limits.cloth.sign.any.multiples: expected a minimum above nothing to be a multiple of, found nothing"),
    Mistake("limit of a wager there is not", WHEEL, SIGN, 'sign = { straight = { min = "5.00" } }',
            'limits.cloth.sign.straight: expected a kind of wager, one of any, sum, symbol, found "straight"'),
    # odds
    Mistake("odds missing", WHEEL, SYMBOL_E, 'segments_clause = "2.1(e)"',
            "games.money-wheel.symbols.e.odds: expected odds such as 35 to 1, found nothing"),
    Mistake("odds of another form", WHEEL, SYMBOL_E, SYMBOL_E.replace("23 to 1", "23/1"),
            'games.money-wheel.symbols.e.odds: expected odds such as 35 to 1, found "23/1"'),
    Mistake("odds of nothing", WHEEL, SYMBOL_E, SYMBOL_E.replace("23 to 1", "0 to 1"),
            'games.money-wheel.symbols.e.odds: expected odds such as 35 to 1, found "0 to 1"'),
    Mistake("odds to nothing", WHEEL, SYMBOL_E, SYMBOL_E.replace("23 to 1", "23 to 0"),
            'games.money-wheel.symbols.e.odds: expected odds such as 35 to 1, found "23 to 0"'),
    Mistake("odds for two dice missing", SIC_BO, 'odds_two = "2 to 1", ', "",
            "games.sic-bo.spots.single.odds_two: expected odds such as 35 to 1, found nothing"),
    # money wheel and dice
    Mistake("segments that do not sum", WHEEL, "segments = 24", "segments = 23",
            "games.money-wheel.symbols: expected 52 segments in all, found 51"),
    Mistake("symbol with a capital", WHEEL, "g = { title", "G = { title",
            'games.money-wheel.symbols: expected names of lower case letters, digits and dashes, found "G"'),
    Mistake("total of 19", SIC_BO, '17 = "62 to 1"', '19 = "62 to 1"',
            'games.sic-bo.spots.total.odds.19: expected a total from 3 to 18, found "19"'),
    Mistake("total that is a word", SIC_BO, '17 = "62 to 1"', 'high = "62 to 1"',
            'games.sic-bo.spots.total.odds.high: expected a total from 3 to 18, found "high"'),
    Mistake("small with a total of 2", SIC_BO, 'totals = "4..10"', 'totals = "2..10"',
            'games.sic-bo.spots.small.totals: expected totals from 3 to 18, found "2"'),
    # wheel and layout
    Mistake("wheel with a repeated number", ROULETTE, LAST_POCKETS, "12 35 3 26 3",
            "games.roulette.wheel.order: expected each number once, found 3 more than once"),
    Mistake("wheel with a missing number", ROULETTE, LAST_POCKETS, "12 35 3",
            "games.roulette.wheel.order: expected every number of the layout, found no 26"),
    Mistake("wheel with a foreign number", ROULETTE, LAST_POCKETS, "12 35 3 26 00",
            "games.roulette.wheel.order: expected only numbers of the layout, found 00"),
    Mistake("wheel with a word", ROULETTE, LAST_POCKETS, "12 35 3 twenty-six",
            "games.roulette.wheel.order: expected numbers with spaces between them, …, found …"),
    Mistake("wheel with a colour", ROULETTE, LAST_POCKETS, "12 35 3 26 red",
            'games.roulette.wheel.order: expected plain numbers, found "red"'),
    Mistake("number twice on the layout", ROULETTE, LAST_ROW, '"31 32 33", "34 35 1",',
            "games.roulette.layout.rows: expected each number once on the layout, found 1 more than once"),
    Mistake("rows of different lengths", ROULETTE, LAST_ROW, '"31 32 33", "34 35", "36",',
            "games.roulette.layout.rows: expected rows of equal length, found rows of different lengths"),
    Mistake("red number that is black", ROULETTE, 'red = "1 3', 'red = "1 2 3',
            "games.roulette.layout.black: expected no number that is red too, found 2"),
    Mistake("red zero", ROULETTE, 'red = "1 3', 'red = "0 1 3',
            "games.roulette.layout.red: expected numbers of the rows, found 0"),
    # spots and specials
    Mistake("spot not on the layout", ROULETTE, 'covers = "0 3"', 'covers = "0 37"',
            "games.roulette.spots.split: expected numbers of the layout, found 37"),
    Mistake("dozen beyond the layout", ROULETTE, '"25..36"', '"25..37"',
            "games.roulette.spots.dozen: expected numbers of the layout, found 37"),
    Mistake("spot twice", ROULETTE, 'covers = "0 3"', 'covers = "2 1"',
            "games.roulette.spots.split: expected each spot once, found split:1-2 more than once"),
    Mistake("two of each, covers and parts", ROULETTE, 'each = "column"', 'each = "column", covers = "red"',
            "games.roulette.spots.column: expected exactly one of each, covers and parts, found each and covers"),
    Mistake("none of each, covers and parts", ROULETTE, 'each = "column", ', "",
            "games.roulette.spots.column: expected exactly one of each, covers and parts, found none of them"),
    Mistake("each of something unknown", ROULETTE, 'each = "column"', 'each = "columns"',
            'games.roulette.spots.column.each: expected one of … (perhaps column), found "columns"'),
    Mistake("piece not on the layout", SIC_BO, '"split:31-34"', '"split:31-35"',
            'games.roulette.specials.orphans.pieces[4]: expected a spot on the layout: one of …, found "split:31-35"'),
    Mistake("piece of an unknown kind", SIC_BO, '"split:31-34"', '"cheval:31-34"',
            'games.roulette.specials.orphans.pieces[4]: expected a spot on the layout: one of …, found "cheval:31-34"'),
    Mistake("special with pieces and a family", SIC_BO, NEIGHBOURS, NEIGHBOURS + ', pieces = ["straight:1"]',
            "games.roulette.specials.neighbours: expected either pieces or a family, found pieces and family"),
    Mistake("special with neither", SIC_BO, NEIGHBOURS, "reach = 1",
            "games.roulette.specials.neighbours.reach: expected only with family wheel-neighbours, found otherwise"),
    Mistake("neighbours without a reach", SIC_BO, ", reach = 1", "",
            "games.roulette.specials.neighbours.reach: expected a number of neighbours on each side, found nothing"),
    Mistake("neighbours round the wheel", SIC_BO, "reach = 1", "reach = 19",
            "games.roulette.specials.neighbours.reach: expected a number of neighbours on each side, found 19"),
    Mistake("spots of number without kinds", SIC_BO, NEIGHBOURS, 'family = "spots-of-number"',
            "games.roulette.specials.neighbours.kinds: expected the kinds of spot that count, found none"),
    Mistake("special with the name of a spot", SIC_BO, "orphans = {", "red = {",
            'games.roulette.specials.red: expected a name no kind of spot has, found "red"'),
    Mistake("specials without an acceptance", SIC_BO, 'special = { policy = "trim_each_piece", clause = "5.2" }\n', "",
            "wagers.terminal.special: expected how specials meet the limits, found nothing"),
    # parts of a wager
    Mistake("rounding missing", FRENCH, 'rounding = { policy = "down", clause = "5.4" }\n', "",
            "money.rounding: expected a rounding, since roulette returns fractions of a wager, found nothing"),
    Mistake("part above the whole", FRENCH, RED, RED.replace("1/2", "3/2"),
            'games.roulette.spots.red.part_returns[0].part: expected a part such as 1/2, found "3/2"'),
    Mistake("special with the name of a wager", SIC_BO, "orphans = {", '"straight:17" = {',
            'games.roulette.specials.straight:17: expected a name of lower case …, found "straight:17"'),
    Mistake("special with a name of the sign", SIC_BO, "orphans = {", "sum = {",
            'games.roulette.specials.sum: expected a name of …, found "sum"'),
    Mistake("special for no channel", SIC_BO, NEIGHBOURS, NEIGHBOURS + ", channels = []",
            "games.roulette.specials.neighbours.channels: expected at least one channel, found none"),
    Mistake("number in two dozens", ROULETTE, '"13..24"', '"12..24"',
            "games.roulette.spots.dozen.parts: expected at least one part, and no number in two, found 12 in …"),
    Mistake("no dozens", ROULETTE, 'parts = ["1..12", "13..24", "25..36"]', "parts = []",
            "games.roulette.spots.dozen.parts: expected at least one part, and no number in two, found none"),
    Mistake("number without a colour", ROULETTE, 'red = "1 3 5', 'red = "1 5',
            "games.roulette.layout: expected every number of the rows red or black, found 3 neither"),
    Mistake("symbol without a name", WHEEL, "g = { title", '"" = { title',
            'games.money-wheel.symbols: expected names of lower case letters, digits and dashes, found ""'),
    Mistake("enormous count", WHEEL, "value = 1500", "value = 15000000000",
            "equipment.wheel_diameter_min_mm.value: expected a whole number from 1 to 1000000, found 15000000000"),
    Mistake("nobody to run the round", WHEEL, 'run_round = { roles = ["dealer"], clause = "A:dealer" }\n', "",
            "rounds.dealer: expected somebody with the power run_round, which its policies need, found nobody"),
    Mistake("part back on a foreign number", FRENCH, RED, RED.replace('on = "0"', 'on = "00"'),
            "games.roulette.spots.red.part_returns…: expected numbers of the layout, found 00"),
]
# fmt: on


@pytest.mark.slow
@pytest.mark.parametrize("mistake", MISTAKES, ids=lambda mistake: mistake.what)
def test_a_mistake_is_named(mistake: Mistake, tmp_path: Path, etg: Ask) -> None:
    folder = copy(mistake.rulebook, tmp_path)
    path = folder / mistake.file
    text = path.read_text(encoding="utf-8")
    assert text.count(mistake.old) == 1, f"{text.count(mistake.old)} times in the file: {mistake.old}"
    path.write_text(text.replace(mistake.old, mistake.new), encoding="utf-8")
    check_said(etg, folder, f"{path}: {mistake.message}")


def check_said(etg: Ask, folder: object, message: str) -> None:
    """`etg check` and `etg wagers` say it, with exit code 2, and nothing but problems in the form of all."""
    wanted = re.compile(".*".join(map(re.escape, message.split("…"))))
    for command in ("check", "wagers"):
        code, shown = etg(command, folder)
        assert code == 2
        assert any(wanted.fullmatch(line) for line in shown.splitlines()), shown
        assert [line for line in shown.splitlines() if not FORM.fullmatch(line)] == []


def test_every_mistake_is_listed_once() -> None:
    assert len({mistake.what for mistake in MISTAKES}) == len(MISTAKES)


def test_all_mistakes_are_named_at_once(tmp_path: Path, etg: Ask) -> None:
    folder = copy(WHEEL, tmp_path)
    path = folder / "rulebook.toml"
    text = path.read_text(encoding="utf-8")
    path.write_text(text.replace("segments = 24", "segments = 0").replace("format = 1", "format = 3"), encoding="utf-8")
    code, shown = etg("check", folder)
    assert (code, len(shown.splitlines())) == (2, 2)


def test_several_rulebooks_are_checked_one_after_another(tmp_path: Path, etg: Ask) -> None:
    code, shown = etg("check", WHEEL, tmp_path / "nowhere", ROULETTE)
    assert code == 2
    assert shown.splitlines()[:2] == [f"{WHEEL}: whole", f"{ROULETTE}: whole"]


# Files that are not what they should be


@pytest.mark.parametrize("file", ["rulebook.toml", "clauses.toml"])
def test_a_missing_file_is_named(file: str, tmp_path: Path, etg: Ask) -> None:
    folder = copy(WHEEL, tmp_path)
    (folder / file).unlink()
    check_said(etg, folder, f"{folder / file}: expected this file, found nothing")


@pytest.mark.parametrize("file", ["rulebook.toml", "clauses.toml"])
def test_a_folder_in_place_of_a_file_is_named(file: str, tmp_path: Path, etg: Ask) -> None:
    folder = copy(WHEEL, tmp_path)
    (folder / file).unlink()
    (folder / file).mkdir()
    check_said(etg, folder, f"{folder / file}: expected a file, found something else")


@pytest.mark.parametrize("file", ["rulebook.toml", "clauses.toml"])
@pytest.mark.parametrize(
    ("body", "message"),
    [
        (b"format = \n", "expected TOML, found text that is none: … (at line 1, column 10)"),
        (b"a = 1\na = 2\n", "expected TOML, found text that is none: … (at line 2, …"),
        (b"%PDF-1.7", "expected TOML, found text that is none: …"),
        (b"title = '\xe9'\n", "expected text in UTF-8, found byte 0xe9 at 9"),
        (b"\xff\xfef\x00", "expected text in UTF-8, found byte 0xff at 0"),
        (b"a = " + b"[" * 5000, "expected TOML, found tables nested too deeply"),
        (b"#" * (LARGEST_FILE + 1), f"expected a file of at most {LARGEST_FILE} bytes, found a larger one"),
    ],
    ids=["not TOML", "key twice", "PDF", "Latin-1", "UTF-16", "nested", "large"],
)
def test_what_is_no_rulebook_is_named(file: str, body: bytes, message: str, tmp_path: Path, etg: Ask) -> None:
    folder = copy(WHEEL, tmp_path)
    (folder / file).write_bytes(body)
    check_said(etg, folder, f"{folder / file}: {message}")


def test_an_empty_rulebook_lacks_every_section(tmp_path: Path, etg: Ask) -> None:
    folder = copy(WHEEL, tmp_path)
    (folder / "rulebook.toml").write_bytes(b"")
    for section in ("format", "about", "roles", "powers", "games"):
        check_said(etg, folder, f"{folder / 'rulebook.toml'}: {section}: expected …, found nothing")


def test_an_empty_register_has_no_clause(tmp_path: Path, etg: Ask) -> None:
    folder = copy(WHEEL, tmp_path)
    (folder / REGISTER).write_bytes(b"")
    check_said(etg, folder, f"{folder / REGISTER}: clause: expected …, found nothing")
    (folder / REGISTER).write_bytes(b"clause = []\n")
    check_said(etg, folder, f"{folder / REGISTER}: clause: expected at least one clause, found none")


def test_a_file_is_no_rulebook(tmp_path: Path, etg: Ask) -> None:
    path = copy(WHEEL, tmp_path) / "rulebook.toml"
    check_said(etg, path, f'rulebook: expected one of …, or the path of a folder, found "{str(path)[:59]}…')


def test_a_name_that_is_nearly_right_is_helped(etg: Ask) -> None:
    names = "adelaide, interblock, ministar, money-wheel, novo-unity (perhaps ministar)"
    check_said(etg, "minister", f'rulebook: expected one of {names}, or the path of a folder, found "minister"')


def test_a_name_that_no_disk_can_hold_is_no_rulebook(etg: Ask) -> None:
    check_said(etg, "a" * 300, "rulebook: expected one of …, or the path of a folder, found …")


@pytest.mark.parametrize("number", ["9" * 5000, "0x" + "f" * 5000], ids=["decimal", "hexadecimal"])
def test_a_number_of_thousands_of_digits_is_named(number: str, tmp_path: Path, etg: Ask) -> None:
    folder = copy(WHEEL, tmp_path)
    path = folder / "rulebook.toml"
    path.write_text(path.read_text(encoding="utf-8").replace("format = 1", f"format = {number}"), encoding="utf-8")
    check_said(etg, folder, f"{path}: …")


@pytest.mark.parametrize("total", ["²", "١٧"])
def test_a_total_is_written_in_plain_digits(total: str, tmp_path: Path, etg: Ask) -> None:
    folder = copy(SIC_BO, tmp_path)
    path = folder / "rulebook.toml"
    text = path.read_text(encoding="utf-8").replace('17 = "62 to 1"', f'"{total}" = "62 to 1"')
    path.write_text(text, encoding="utf-8")
    check_said(etg, folder, f"{path}: games.sic-bo.spots.total.odds.…: expected a total from 3 to 18, found …")


# Anything at all

Raw = dict[str, Any]

PLAIN_VALUES = st.one_of(
    st.booleans(),
    st.integers(min_value=-(2**70), max_value=2**70),
    st.floats(),
    st.dates(min_value=date(1, 1, 1)),
    st.datetimes(),
    st.times(),
    st.text(st.characters(codec="utf-8", exclude_characters="\x7f"), max_size=12),
    st.sampled_from(["0", "1..999", "36..1", "00", "²", "٣", "red black", "1 to 1", "999999 to 1", "1/999999", "any"]),
)
VALUES = st.recursive(
    PLAIN_VALUES,
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text("ab1²-", min_size=1, max_size=3), inner, max_size=3)
    ),
    max_leaves=4,
)


@cache
def raw(rulebook: str, file: str) -> Raw:
    return tomllib.loads((shipped()[rulebook] / file).read_text(encoding="utf-8"))


def written(value: object) -> str:
    """The value as TOML, all on one line."""
    if isinstance(value, dict):
        return "{" + ", ".join(f"{json.dumps(name)} = {written(each)}" for name, each in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(written, value)) + "]"
    if isinstance(value, (datetime, date, time)):
        return value.isoformat()
    return repr(value) if isinstance(value, float) else json.dumps(value, ensure_ascii=False)


def document(value: Raw) -> str:
    return "".join(f"{json.dumps(name)} = {written(each)}\n" for name, each in value.items())


def places(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The way to everything in a file."""
    inside = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for step, each in inside:
        yield (*path, step)
        yield from places(each, (*path, step))


@cache
def all_places(rulebook: str, file: str) -> list[tuple[Any, ...]]:
    return [path for path in places(raw(rulebook, file)) if path[0] != "reading"]


@pytest.mark.slow
@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture], database=None)
@given(data=st.data())
def test_a_rulebook_with_anything_in_it_loads_or_says_what_is_wrong(data: st.DataObject, tmp_path: Path) -> None:
    rulebook = data.draw(st.sampled_from([WHEEL, SIC_BO, ROULETTE]))
    file = data.draw(st.sampled_from(["rulebook.toml", "rulebook.toml", "rulebook.toml", REGISTER]))
    changed = deepcopy(raw(rulebook, file))
    *way, last = data.draw(st.sampled_from(all_places(rulebook, file)))
    inside = changed
    for step in way:
        inside = inside[step]
    if data.draw(st.booleans()):
        del inside[last]
    else:
        inside[last] = data.draw(VALUES)
    folder = Path(shutil.copytree(shipped()[rulebook], tmp_path / rulebook, dirs_exist_ok=True))
    (folder / file).write_text(document(changed), encoding="utf-8")
    assert [
        problem for problem in problems_of(folder) if not (problem.file and problem.expected and problem.found)
    ] == []


def problems_of(folder: Path) -> tuple[Problem, ...]:
    try:
        open_rulebook(str(folder))
    except RulebookProblems as wrong:
        return wrong.problems
    return ()


@pytest.mark.parametrize("rulebook", [WHEEL, SIC_BO, ROULETTE])
def test_what_this_test_writes_is_what_was_read(rulebook: str) -> None:
    for file in ("rulebook.toml", REGISTER):
        assert tomllib.loads(document(raw(rulebook, file))) == raw(rulebook, file)
