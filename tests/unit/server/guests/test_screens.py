"""How the house has set up each screen, from the floor file to the welcome of a terminal."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path

import pytest
from msgspec.structs import replace

from openetg.floor.commands import SetBounds
from openetg.floor.state import Floor
from openetg.money import ZERO, cents
from openetg.rulebook.load import load
from openetg.rulebook.problems import Problems
from openetg.server.guests.screens import Screens
from openetg.server.plan.demonstration import demonstration
from openetg.server.plan.floor_plan import CHIPS, House, PlayPlan, founding_commands
from openetg.server.plan.floorfile import house_of, read
from openetg.wire.messages import TableAt
from tests.houses import founded
from tests.marks import clause
from tests.unit.server.stage import HOUSE, Stage

SHIPPED = files("openetg.server.plan").joinpath("floor.toml").read_text()


def screens(house: House, *, demonstration: bool = True) -> Screens:
    return Screens(house, founded(house), demonstration=demonstration)


@clause("ministar", "diagram-B", "diagram-C", "diagram-D")
def test_the_demonstration_floor_shows_every_look_of_ministar_in_turn() -> None:
    seen = screens(demonstration(terminals=4, tables=("A",)))
    looks = [seen(name, "A") for name in ("M1", "M2", "M3", "M4")]
    assert [each.look for each in looks] == ["ribbon", "ribbon-and-run", "diamond", "ribbon"]
    assert [each.racetrack for each in looks] == ["ribbon", "ribbon-and-run", "oval", "ribbon"]
    assert [each.look_clause for each in looks] == ["diagram-B", "diagram-C", "diagram-D", "diagram-B"]
    assert looks[2].look_title == "G5 Diamond"


@clause("interblock", "diagram.C", "diagram.D", "diagram.E")
@clause("novo-unity", "Diagram A")
@clause("adelaide", "4")
@pytest.mark.parametrize(
    ("table", "terminal", "look", "told"),
    [
        ("B", "I1", "roulette", ("roulette", "Roulette screen", "diagram.C", "oval")),
        ("B", "I1", "racetrack", ("racetrack", "Roulette racetrack", "diagram.D", "oval")),
        ("B", "I1", "sic-bo", ("roulette", "Roulette screen", "diagram.C", "oval")),
        ("C", "S1", "roulette", ("", "Sic Bo screen", "diagram.E", "none")),
        ("D", "N1", "", ("", "Novo Unity II player terminal", "Diagram A", "none")),
        ("E", "R1", "", ("", "Electronic terminal", "4", "none")),
    ],
)
def test_a_screen_has_the_look_that_was_chosen_if_the_diagrams_of_its_game_have_it(
    table: str, terminal: str, look: str, told: tuple[str, str, str, str]
) -> None:
    house = demonstration(terminals=2, tables=(table,))
    (plan,) = (each for each in house.terminals if each.terminal == terminal)
    others = tuple(each for each in house.terminals if each is not plan)
    screen = screens(replace(house, terminals=(replace(plan, look=look), *others)))(terminal, table)
    assert (screen.look, screen.look_title, screen.look_clause, screen.racetrack) == told


def test_a_screen_names_every_table_one_may_turn_to_its_own_first() -> None:
    seen = screens(demonstration(terminals=2, tables=("B", "C")))
    at = (TableAt("B", "Interblock Roulette", "roulette"), TableAt("C", "Interblock Sic Bo", "sic-bo"))
    assert seen("I1", "B").tables == at
    assert seen("I1", "C").tables == at
    assert seen("S1", "C").tables == at[1:]


def test_a_look_is_one_of_the_game_at_the_table_that_is_shown() -> None:
    seen = screens(demonstration(terminals=2, tables=("B", "C")))
    assert (seen("I1", "B").look, seen("I1", "B").racetrack) == ("roulette", "oval")
    dice = seen("I1", "C")
    assert (dice.look, dice.look_clause, dice.racetrack) == ("", "diagram.E", "none"), "there the rules know only one"


def test_slots_on_the_screen_are_there_only_where_no_money_and_no_acceptor_is_real() -> None:
    house = demonstration(terminals=2, tables=("A",))
    real = replace(house, terminals=(replace(house.terminals[0], acceptor="tcp://10.0.0.1:1"), house.terminals[1]))
    assert [screens(real)(name, "A").simulated for name in ("M1", "M2")] == [False, True]
    assert screens(house, demonstration=False)("M1", "A").simulated, "a rehearsal is played with such notes too"
    real = replace(house, rehearsal=False)
    assert not screens(real, demonstration=False)("M1", "A").simulated


def test_a_terminal_the_plan_does_not_know_has_a_screen_all_the_same() -> None:
    house = demonstration(terminals=1, tables=("A",))
    seen = Screens(replace(house, terminals=()), founded(house), demonstration=True)
    assert tuple(cents(chip) for chip in seen("M1", "A").chips) == CHIPS


def test_a_welcome_brings_the_screen_with_the_layout_and_not_again() -> None:
    stage = Stage()
    stage.exchange.screen_of = Screens(HOUSE, stage.floor, demonstration=True)
    line = stage.line("I1").hello()
    first = line.welcome()
    assert first.screen is not None
    assert (first.screen.site, first.screen.chips) == ("OpenETG demonstration floor", (100, 500, 2_500, 10_000))
    again = stage.line("I1").hello(first.boot, first.own_seq, first.table_seq).welcome()
    assert again.screen is None


@pytest.mark.slow
def test_what_the_file_says_about_play_is_on_every_screen(tmp_path: Path) -> None:
    path = tmp_path / "floor.toml"
    text = SHIPPED.replace('languages = ["en", "zh-Hans", "vi", "it"]', 'languages = ["vi", "en"]')
    text = text.replace("remind_every_min = 60", "remind_every_min = 30").replace(
        "autoplay_max = 100", "autoplay_max = 7"
    )
    text = text.replace('chips = ["1.00", "5.00", "25.00", "100.00"]', 'chips = ["20.00", "2.00"]', 1)
    path.write_text(
        text.replace('# loss_max = "1000.00" ', 'loss_max = "500.00"').replace("# visit_max_min", "visit_max_min")
    )
    house = house_of(read(path))
    assert (house.play.loss_max, house.play.lasts_ms) == (cents(50_000), 480 * 60_000)
    screen = Screens(house, founded(house), demonstration=False)("M1", "A")
    assert (screen.languages, screen.autoplay_max, screen.chips) == (("vi", "en"), 7, (200, 2_000))
    assert (screen.remind_every_ms, screen.break_after_ms) == (30 * 60_000, 120 * 60_000)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('looks = ["ribbon",', 'looks = ["rainbow",', "terminals[0].looks: a look of ministar, one of diamond"),
        ('tables = ["C"]', 'tables = ["C"]\nlooks = ["roulette"]', "terminals[2].looks: a look of interblock, one of"),
        ('chips = ["1.00",', 'chips = ["0.00",', "terminals[0].chips: at least one chip, each worth something"),
        ('["en", "zh-Hans"', '["en", "de"', "play.languages: one of en, it, vi, zh-Hans"),
        ('["en", "zh-Hans", "vi", "it"]', "[]", "play.languages: at least one language, each once"),
        ('["en", "zh-Hans"', '["vi", "zh-Hans"', "play.languages: at least one language, each once"),
        ("autoplay_max = 100", "autoplay_max = -1", "play.autoplay_max: a number of rounds from 0 to 1000"),
        ("remind_every_min = 60", "remind_every_min = 9999", "play.remind_every_min: a number of minutes"),
        ("break_after_min = 120", "break_after_min = -5", "play.break_after_min: a number of minutes"),
        ('# loss_max = "1000.00"', 'loss_max = "much"', "play.loss_max: an amount such as 5.00"),
    ],
)  # fmt: skip
def test_what_is_wrong_with_it_is_named(tmp_path: Path, old: str, new: str, said: str) -> None:
    path = tmp_path / "floor.toml"
    assert old in SHIPPED
    path.write_text(SHIPPED.replace(old, new, 1))
    with pytest.raises(Problems) as wrong:
        read(path)
    found = [f"{problem.key}: {problem.expected}" for problem in wrong.value.problems]
    assert any(problem.startswith(said) for problem in found), found


def test_bounds_of_the_house_come_on_record_once_and_go_when_they_are_planned_no_longer() -> None:
    books = {plan.rulebook: load(plan.rulebook).rulebook for plan in HOUSE.tables}
    bounded = replace(HOUSE, play=PlayPlan(loss_max=cents(20_000), lasts_ms=3_600_000))
    stage = Stage()
    *wishes, noted = founding_commands(stage.floor, bounded, books)
    assert wishes == [SetBounds(plan.terminal, cents(20_000), 3_600_000) for plan in HOUSE.terminals]
    stage.give(*wishes, noted).turn()
    assert list(founding_commands(stage.floor, bounded, books)) == []
    *wishes, _ = founding_commands(stage.floor, HOUSE, books)
    assert wishes == [SetBounds(plan.terminal, ZERO, 0) for plan in HOUSE.terminals]
    fresh = [each for each in founding_commands(Floor(), bounded, books) if isinstance(each, SetBounds)]
    assert len(fresh) == len(HOUSE.terminals)


def test_a_bound_of_the_house_is_on_the_screen_of_a_terminal() -> None:
    stage = Stage()
    stage.give(SetBounds("I1", cents(20_000), 0)).fund("I1")
    own = stage.line("I1").hello().welcome().own
    assert own is not None
    assert own.bounds is not None
    assert (own.bounds.loss_max, own.bounds.is_own, own.bounds.begun_at_ms) == (20_000, False, stage.now_ms)
