"""Who the instruments name, and what each may do: roles that supervise, deal, inspect, or only receive reports."""

from __future__ import annotations

from enum import Enum
from typing import Any, get_args, get_type_hints

import pytest
from msgspec import NODEFAULT, Struct
from msgspec.structs import fields

from openetg.floor import commands as ask
from openetg.floor.commands import Act, AnyCommand
from openetg.floor.core.authority import may, power_clause
from openetg.floor.core.refusals import Reason, Refusal
from openetg.floor.pipeline import decide
from openetg.money import Money, cents
from openetg.rulebook.clauses import Register
from openetg.rulebook.load import load
from openetg.rulebook.roles import acts_as, holders
from openetg.rulebook.schema.policies import Closer
from tests.marks import clause
from tests.one_table import TABLE, Play
from tests.sites import book_of, open_site, refused, who_may

ACTS = sorted((each for each in get_args(AnyCommand) if issubclass(each, Act)), key=lambda each: each.__name__)
NOVO_SUPERVISORS = ("casino_supervisor", "games_supervisor")
HERE = {"table": TABLE, "terminal": "t1", "place": "t1", "who": "t1", "why": "why", "purpose": "work", "outcome": "17"}


def powers_of(name: str, role: str) -> set[str]:
    """Everything a role may do under a rulebook, in rounds of any kind."""
    book = book_of(name)
    return {power for kind in book.rounds for power in book.powers if role in holders(book, power, round_kind=kind)}


def counts_as(name: str, role: str) -> set[str]:
    return set(acts_as(book_of(name), role)) - {role}


def wish_of(act: type[Act], play: Play, role: str) -> AnyCommand:
    """An act with whatever fits its fields."""
    hints = get_type_hints(act)
    said: dict[str, Any] = {"role": role, "person": role}
    for field in fields(act):
        if field.name in HERE and hints[field.name] is str:
            said[field.name] = HERE[field.name]
        elif field.name == "rulebook":
            said[field.name] = play.table.rulebook
        elif field.name not in said and field.default is NODEFAULT and field.default_factory is NODEFAULT:
            said[field.name] = _anything(hints[field.name])
    return act(**said)  # type: ignore[return-value]


def _anything(kind: Any) -> Any:
    if kind is Money:
        return cents(100)
    if isinstance(kind, type) and issubclass(kind, Enum):
        return next(iter(kind))
    if isinstance(kind, type) and issubclass(kind, Struct):
        hints = get_type_hints(kind)
        wanted = [each.name for each in fields(kind) if each.default is NODEFAULT and each.default_factory is NODEFAULT]
        return kind(**{name: _anything(hints[name]) for name in wanted})
    plain = {str: "x", int: 1, bool: True}
    return plain[kind] if kind in plain else () if "tuple" in str(kind) else {}


def granted_to(play: Play, role: str) -> set[str]:
    """The acts of people that the floor grants to a role, of all there are."""
    answers = {act.__name__: decide(play.floor, wish_of(act, play, role), play.at_ms) for act in ACTS}
    return {name for name, answer in answers.items() if not isinstance(answer, Refusal)}


@clause("ministar", "1.1.inspector")
@clause("interblock", "1.1.inspector")
@clause("novo-unity", "1.1:inspector")
@pytest.mark.parametrize(
    ("name", "cited"), [("ministar", "1.1.inspector"), ("interblock", "1.1.inspector"), ("novo-unity", "1.1:inspector")]
)
def test_an_inspector_reads_everything_reviews_what_is_withheld_and_moves_nothing(name: str, cited: str) -> None:
    assert book_of(name).roles["inspector"].of == "authority"
    assert counts_as(name, "inspector") == set()
    assert powers_of(name, "inspector") == {"read_records", "review_withholding", "service_equipment"}
    play = open_site(name).say("note t1 20.00 \n place t1 red 5.00")
    assert granted_to(play, "inspector") == {"ReportRecord", "StartVisit"}
    assert may(play.floor, play.table, "read_records", "inspector")
    assert not may(play.floor, play.table, "read_records", "cashier")
    assert power_clause(play.floor, play.table, "read_records") == cited


@clause("ministar", "1.1.authority")
@clause("interblock", "1.1.authority")
@clause("novo-unity", "1.1:authority")
@pytest.mark.parametrize(
    ("name", "called"),
    [
        ("ministar", "Independent Liquor & Gaming Authority"),
        ("interblock", "Independent Liquor and Gaming Authority"),
        ("novo-unity", "Casino, Liquor and Gaming Control Authority"),
    ],
)
def test_the_authority_is_told_and_approves_and_does_nothing_at_a_table(name: str, called: str) -> None:
    book = book_of(name)
    assert (book.about.authority, book.roles["authority"].of) == (called, "authority")
    assert counts_as(name, "authority") == set()
    assert powers_of(name, "authority") <= {"approve_promotion_change"}
    assert book.promotions is not None
    assert (book.promotions.filed.official, book.roles["inspector"].of) == ("authority", "authority")
    play = open_site(name).say("note t1 20.00 \n place t1 red 5.00")
    assert granted_to(play, "authority") == set()


@clause("ministar", "1.1.assistant-gaming-manager")
def test_ministar_an_assistant_gaming_manager_holds_the_powers_of_sections_7_and_8_alone() -> None:
    own = {
        "confirm_wagers", "void_unconfirmed_wagers", "correct_outcome", "void_round", "limit_player",
        "void_wagers_for_breach", "exclude_from_play", "recommend_exclusion", "invalidate_outcome", "forfeit_wager",
        "direct_to_vacate", "review_dispute",
    }  # fmt: skip
    book = book_of("ministar")
    assert {power for power in own if holders(book, power) == {"assistant_gaming_manager"}} == own
    assert {"declare_system_fault", "declare_device_fault"} <= powers_of("ministar", "assistant_gaming_manager")
    assert counts_as("ministar", "assistant_gaming_manager") == {
        "casino_supervisor", "casino_employee", "casino_operator",
    }  # fmt: skip
    assert book.roles["assistant_gaming_manager"].of == "floor"
    assert book.roles["assistant_gaming_manager"].acts_as == ("casino_supervisor", "casino_employee")
    play = open_site("ministar")
    void = ask.VoidRound("casino_supervisor", "sue", TABLE, None, "why")
    refused(play.give(void), Reason.NO_POWER, "7.3")
    assert who_may(play, lambda role, person: ask.VoidRound(role, person, TABLE, None, "why")) == {
        "assistant_gaming_manager"
    }


@clause("ministar", "1.1.casino-supervisor")
def test_ministar_a_games_supervisor_counts_as_a_casino_supervisor() -> None:
    book = book_of("ministar")
    supervisors = {"casino_supervisor", "games_supervisor", "assistant_gaming_manager"}
    assert holders(book, "rule_on_late_wager") == supervisors
    assert holders(book, "decide_dispute") == supervisors
    assert counts_as("ministar", "games_supervisor") == {"casino_supervisor", "casino_employee"}
    assert counts_as("ministar", "casino_supervisor") == {"casino_employee"}
    roles = {name: (role.of, role.acts_as) for name, role in book.roles.items() if "supervisor" in name}
    assert roles == {
        "casino_supervisor": ("floor", ("casino_employee",)),
        "games_supervisor": ("floor", ("casino_supervisor", "casino_employee")),
    }
    assert powers_of("ministar", "casino_supervisor") == {"rule_on_late_wager", "decide_dispute", "service_equipment"}


@clause("interblock", "1.1.assistant_gaming_manager", "1.1.electronic_gaming_supervisor")
def test_interblock_two_names_and_one_set_of_powers() -> None:
    book = book_of("interblock")
    equals = ("assistant_gaming_manager", "electronic_gaming_supervisor", "electronic_game_supervisor")
    for role in equals:
        assert powers_of("interblock", role) == powers_of("interblock", equals[0])
        assert (book.roles[role].of, book.roles[role].acts_as) == ("floor", ("casino_employee",))
        play = open_site("interblock").say("launch opposite")
        play.give_all(ask.CallNoSpin(role, "sue", TABLE, None, "why"))
        assert any(f'"role":"{role}"'.encode() in entry[2] for entry in play.entries[-1:])
    assert [book.roles[role].same_as for role in equals] == [None, equals[0], equals[0]]
    play = open_site("interblock")
    able = who_may(play, lambda role, person: ask.VoidRound(role, person, TABLE, None, "why"))
    assert able == {*equals, "electronic_supervisor"}
    for role in ("dealer", "electronic_gaming_host", "cashier"):
        refused(play.give(ask.VoidRound(role, "sue", TABLE, None, "why")), Reason.NO_POWER, "8.3")


@clause("novo-unity", "1.1:casino_supervisor")
def test_novo_unity_a_games_supervisor_counts_as_a_casino_supervisor() -> None:
    book = book_of("novo-unity")
    assert powers_of("novo-unity", "games_supervisor") == powers_of("novo-unity", "casino_supervisor")
    assert powers_of("novo-unity", "casino_supervisor") >= {
        "call_no_spin", "examine_ball", "correct_outcome", "confirm_wagers", "void_unconfirmed_wagers",
    }  # fmt: skip
    assert counts_as("novo-unity", "games_supervisor") == {"casino_supervisor", "casino_employee"}
    roles = {name: (role.of, role.acts_as) for name, role in book.roles.items() if name in NOVO_SUPERVISORS}
    assert roles == {
        "casino_supervisor": ("floor", ("casino_employee",)),
        "games_supervisor": ("floor", ("casino_supervisor", "casino_employee")),
    }
    play = open_site("novo-unity", "live")
    void = ask.VoidRound("dealer", play.table.dealer, TABLE, None, "why")
    refused(play.give(void), Reason.NO_POWER, "7.1.12")
    able = who_may(play, lambda role, person: ask.VoidRound(role, person, TABLE, None, "why"))
    assert able == {"casino_supervisor", "games_supervisor"}


@clause("novo-unity", "1.1:dealer")
def test_novo_unity_a_dealer_spins_confirms_and_corrects_and_has_no_power_over_money() -> None:
    dealing = {"run_round", "confirm_outcome", "call_no_spin", "correct_outcome", "enter_outcome"}
    book = book_of("novo-unity")
    assert powers_of("novo-unity", "dealer") == dealing | {"service_equipment"}
    assert (book.roles["dealer"].of, book.roles["dealer"].acts_as) == ("floor", ("casino_employee",))
    assert holders(book, "run_round") == {"dealer"}
    play = open_site("novo-unity", "live")
    spin = ask.SpinWheel("dealer", "somebody else", TABLE)
    refused(play.give(spin), Reason.NOT_SIGNED_ON, "1.1:dealer")
    refused(play.give(ask.SpinWheel("casino_supervisor", "sue", TABLE)), Reason.NO_POWER, "1.1:dealer")
    play.give_all(ask.SpinWheel("dealer", play.table.dealer, TABLE))


@clause("novo-unity", "1.1:electronic_gaming_supervisor")
def test_novo_unity_an_electronic_gaming_supervisor_alone_varies_invalidates_and_sanctions() -> None:
    book = book_of("novo-unity")
    both = {"electronic_gaming_supervisor", "electronic_game_supervisor"}
    for power in (
        "vary_settlement", "invalidate_outcome", "void_wagers_for_breach", "exclude_from_play", "recommend_exclusion",
        "limit_player", "direct_to_vacate", "review_dispute",
    ):  # fmt: skip
        assert holders(book, power) == both
    roles = {name: (book.roles[name].of, book.roles[name].acts_as, book.roles[name].same_as) for name in both}
    assert roles == {
        "electronic_gaming_supervisor": ("floor", ("casino_employee",), None),
        "electronic_game_supervisor": ("floor", ("casino_employee",), "electronic_gaming_supervisor"),
    }
    assert "casino_supervisor" not in counts_as("novo-unity", "electronic_gaming_supervisor")


@clause("money-wheel", "A:casino_operator", "A:casino_supervisor")
def test_money_wheel_the_operator_acts_through_its_supervisors_and_they_have_nothing_of_their_own() -> None:
    book = book_of("money-wheel")
    assert powers_of("money-wheel", "casino_supervisor") == powers_of("money-wheel", "casino_operator")
    operators = {
        "change_limits", "invalidate_outcome", "void_round", "exclude_from_play", "close_table", "decide_dispute",
    }  # fmt: skip
    for power in operators:
        assert holders(book, power) == {"casino_operator", "casino_supervisor"}
    assert book.roles["casino_operator"].delegated_to == ("casino_supervisor",)
    assert (book.roles["casino_operator"].of, book.roles["casino_supervisor"].of) == ("operator", "floor")
    assert book.roles["casino_supervisor"].acts_as == ("casino_employee",)
    assert not any("casino_supervisor" in power.roles for power in book.powers.values())
    assert holders(book, "close_table", {"casino_operator": ("dealer",)}) == {"casino_operator", "dealer"}
    play = open_site("money-wheel")
    close = ask.CloseTable("dealer", play.table.dealer, TABLE)
    refused(play.give(close), Reason.NO_POWER, "9.2")
    play.give_all(ask.GiveNotice("casino_supervisor", "sue", TABLE, "close"))
    play.give_all(ask.CloseTable("casino_supervisor", "sue", TABLE))
    assert b'"person":"sue"' in play.entries[-1][2]


@clause("money-wheel", "A:dealer", "10.5(d)", "10.5")
def test_money_wheel_the_dealer_of_the_table_runs_the_round_in_the_approved_order() -> None:
    book = book_of("money-wheel")
    assert holders(book, "run_round") == {"dealer"}
    assert holders(book, "enter_outcome") == {"dealer"}
    assert (book.roles["dealer"].of, book.roles["dealer"].acts_as) == ("floor", ("casino_employee",))
    play = open_site("money-wheel")
    dealer, other = ("dealer", play.table.dealer), ("dealer", "somebody else")
    refused(play.give(ask.OpenRound(*other, TABLE)), Reason.NOT_SIGNED_ON, "A:dealer")
    refused(play.give(ask.OpenRound("casino_supervisor", "sue", TABLE)), Reason.NO_POWER, "A:dealer")
    refused(play.give(ask.EnterOutcome("casino_supervisor", "sue", TABLE, "a", "seen")), Reason.NO_POWER, "A:dealer")
    refused(play.give(ask.SpinWheel(*dealer, TABLE)), Reason.WRONG_PHASE, "5.1")
    play.give_all(ask.OpenRound(*dealer, TABLE))
    refused(play.give(ask.SpinWheel(*dealer, TABLE)), Reason.OUT_OF_ORDER, "5.1")
    refused(play.give(ask.OpenRound(*dealer, TABLE)), Reason.WRONG_PHASE, "A:round_of_play")
    close = ask.CloseWagers(TABLE, Closer.DEALER, None, *dealer)
    refused(play.give(ask.CloseWagers(TABLE, close.by, None, *other)), Reason.NOT_SIGNED_ON, "A:dealer")
    play.give_all(close)
    refused(play.give(ask.SpinWheel(*other, TABLE)), Reason.NOT_SIGNED_ON, "A:dealer")
    play.give_all(ask.SpinWheel(*dealer, TABLE))


@clause("ministar", "1.1")
@clause("interblock", "1.1")
@clause("novo-unity", "1.1")
@pytest.mark.parametrize("name", ["ministar", "interblock", "novo-unity"])
def test_every_person_the_terms_define_is_a_role_that_cites_its_term(name: str) -> None:
    """The other terms are proved where the thing they name is used; each has a clause of its own in the register."""
    register: Register = load(name).register
    terms = {entry.id[4:].replace("-", "_") for entry in register.clause if entry.id.startswith(("1.1.", "1.1:"))}
    assert terms, "the list is not empty"
    people = {term for term in terms if term in book_of(name).roles}
    wanted = {
        "ministar": {"assistant_gaming_manager", "authority", "casino_supervisor", "inspector"},
        "interblock": {"assistant_gaming_manager", "authority", "electronic_gaming_supervisor", "inspector"},
        "novo-unity": {"authority", "casino_supervisor", "dealer", "electronic_gaming_supervisor", "inspector"},
    }
    assert people == wanted[name]
    for person in people:
        cited = book_of(name).roles[person].clause
        assert cited[4:].replace("-", "_") == person, "a role cites the term that defines it"
