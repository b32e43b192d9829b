"""What a console offers is what `decide` would grant: for every act, at every kind of table, in every role.

Two sources say what `decide` asks for: every form an act can take on a floor that has everything (`matrix.situation`),
each field varied over all the words its decider knows; and every round script, with the state it has come to. The list
in `server/acts/allowed.py` must name exactly the powers that are enough in one form or another; at each kind of table
every role is offered what one of its powers is enough for there, and nothing else.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from openetg.floor import commands as ask
from openetg.floor.commands import AnyCommand, Command
from openetg.floor.core.authority import DEALER, counts_as
from openetg.floor.core.declaring import HeldBy
from openetg.floor.rounds.automatic import is_dealer_run
from openetg.floor.state import Floor, StaffMember
from openetg.rulebook.schema.policies import Closer
from openetg.script.run import play
from openetg.server.acts.acts import BY_ROLE, DECLARED
from openetg.server.acts.allowed import acts_at, powers_for
from tests import offered_acts as offered
from tests.marks import clause
from tests.unit.server.acts.matrix import TABLE, enough_at, is_no_such_thing, situation, tables

pytestmark = pytest.mark.slow

TESTS = Path(__file__).parents[3]
DEMANDED: dict[type[Command], frozenset[str]] = {ask.Release: frozenset({"end_claim"})}
"""What ends a demand, of which no script of every rulebook has one (`test_claims.py` has)."""
OTHERWISE: frozenset[type[Command]] = frozenset({ask.CloseWagers, ask.SetLimits})
"""Who closes is held against the rulebook below; limits are set in forms of several fields, which scripts have."""
SCRIPTS = [path for folder in ("rounds", "data/golden") for path in sorted((TESTS / folder).glob("*.round"))]


@cache
def enough_in_scripts() -> dict[tuple[str, type[Command]], set[str]]:
    """The same, of every act that is granted in a script, by the rulebook it is granted under."""
    found: dict[tuple[str, type[Command]], set[str]] = {}

    def noted(floor: Floor, command: AnyCommand, at_ms: int) -> None:
        table = floor.tables.get(getattr(command, "table", ""))
        rulebooks = floor.rulebooks.values() if table is None else (floor.rulebook_of(table),)
        for power in offered.asked_powers(floor, command, at_ms):
            if offered.granted_with(floor, command, power, at_ms):
                for rulebook in rulebooks:
                    found.setdefault((rulebook.about.id, type(command)), set()).add(power)

    for script in SCRIPTS:
        with offered.acts_watched(noted):
            run = play(script.read_text(encoding="utf-8"))
        assert run.failure is None, f"{script.name}: {run.failure}"
    return found


@pytest.mark.parametrize(("rulebook", "kind"), tables())
def test_every_power_that_is_enough_is_one_by_which_the_act_is_offered(rulebook: str, kind: str) -> None:
    floor = situation(rulebook, kind)
    for act, powers in enough_at(rulebook, kind).items():
        hidden = powers - set(powers_for(floor, floor.tables[TABLE], act) or ())
        assert not hidden, f"{act.__name__} is granted by {hidden}, and acts/allowed.py does not say so"


def test_no_act_is_offered_by_a_power_that_is_never_enough() -> None:
    enough: dict[type[Command], set[str]] = {}
    for (_, act), found in enough_in_scripts().items():
        enough.setdefault(act, set()).update(found)
    named: dict[type[Command], set[str]] = {}
    for rulebook, kind in tables():
        floor = situation(rulebook, kind)
        for act, powers in enough_at(rulebook, kind).items():
            enough.setdefault(act, set()).update(powers)
            named.setdefault(act, set()).update(powers_for(floor, floor.tables[TABLE], act) or ())
    idle = {act.__name__: powers - enough.get(act, set()) for act, powers in named.items()}
    assert {act: powers for act, powers in idle.items() if powers} == {}


@pytest.mark.parametrize(("rulebook", "kind"), tables())
def test_every_role_is_offered_exactly_what_its_powers_are_enough_for(rulebook: str, kind: str) -> None:
    floor = situation(rulebook, kind)
    table = floor.tables[TABLE]
    book = floor.rulebook_of(table)
    for role in book.roles:
        table.dealer = "somebody" if role == DEALER else ""
        shown = acts_at(floor, table, StaffMember("x", "", {rulebook: (role,)}))
        for act, powers in enough_at(rulebook, kind).items():
            may = any(offered.holds_power(floor, table, role, power) for power in powers)
            if may and act.__name__ not in shown:
                assert is_no_such_thing(floor, act, role), f"{act.__name__} is hidden from {role}"
            elsewhere = enough_in_scripts().get((rulebook, act), set()) | DEMANDED.get(act, frozenset())
            may = may or any(offered.holds_power(floor, table, role, power) for power in elsewhere)
            may = may or (DECLARED[act].held_by is HeldBy.LAST_WORD and counts_as(book, role, book.disputes.final.role))
            assert may or act.__name__ not in shown, f"{act.__name__} is offered to {role}, who is never granted it"


@pytest.mark.parametrize(("rulebook", "kind"), tables())
def test_nothing_is_offered_that_the_kind_of_table_does_not_know(rulebook: str, kind: str) -> None:
    floor = situation(rulebook, kind)
    table = floor.tables[TABLE]
    for role in floor.rulebook_of(table).roles:
        table.dealer = "somebody" if role == DEALER else ""
        shown = acts_at(floor, table, StaffMember("x", "", {rulebook: (role,)}))
        for act in (each for each in BY_ROLE - OTHERWISE if each.__name__ in shown):
            assert not is_no_such_thing(floor, act, role), f"{act.__name__} is offered to {role}, who can never do it"


@pytest.mark.parametrize(("rulebook", "kind"), tables())
def test_a_dealer_is_offered_what_a_dealer_does_at_that_table(rulebook: str, kind: str) -> None:
    floor = situation(rulebook, kind)
    table = floor.tables[TABLE]
    if DEALER not in floor.rulebook_of(table).roles:
        return
    shown = set(acts_at(floor, table, StaffMember("x", "", {rulebook: (DEALER,)})))
    assert ("CloseWagers" in shown) is (Closer.DEALER in floor.rules_of(table).closing.by)
    assert {act in shown for act in ("SignOn", "SignOff")} == {is_dealer_run(floor, table)}


def test_every_act_of_a_role_says_what_it_goes_by() -> None:
    """Those left are for everybody with a role at the table: `AcknowledgeAlert`, by who works there."""
    floor = situation("adelaide", "live")
    table = floor.tables[TABLE]
    for act in BY_ROLE - {ask.AcknowledgeAlert}:
        offers = {
            role for role in floor.rulebook_of(table).roles
            if act.__name__ in acts_at(floor, table, StaffMember("x", "", {"adelaide": (role,)}))
        }  # fmt: skip
        assert offers != set(floor.rulebook_of(table).roles), f"{act.__name__} is offered to everybody"


@clause("interblock", "9.14")
def test_interblock_who_may_close_a_table_gives_the_sign_at_the_console() -> None:
    """And so does the Casino Supervisor, who only announces the close of play."""
    floor = situation("interblock", "roulette")
    table = floor.tables[TABLE]
    for role in ("assistant_gaming_manager", "casino_supervisor"):
        shown = acts_at(floor, table, StaffMember("x", "", {"interblock": (role,)}))
        assert "GiveNotice" in shown, role
    assert "GiveNotice" not in acts_at(floor, table, StaffMember("x", "", {"interblock": ("inspector",)}))


@clause("money-wheel", "8.2")
def test_money_wheel_the_dealer_is_offered_to_declare_a_spin_void() -> None:
    floor = situation("money-wheel", "live")
    assert "VoidRound" in acts_at(floor, floor.tables[TABLE], StaffMember("x", "", {"money-wheel": (DEALER,)}))
