"""What came by itself with the command of docs/guides/add-a-command.md: run inside a copy of the tree that has it.

Each check is called as a row of the last table of the guide, where it says what it proves.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import get_args

from msgspec import json
from msgspec.structs import fields

from openetg.floor import commands as ask
from openetg.floor import events as said
from openetg.floor.core.refusals import Reason, Refusal
from openetg.floor.events import AnyEvent
from openetg.floor.pipeline import APPLIERS, DECIDERS, UNRECORDED, decide
from openetg.floor.state import StaffMember
from openetg.reports.recall.lines import line_for
from openetg.reports.sentences import Form, say_event
from openetg.rulebook.load import load
from openetg.rulebook.roles import holders
from openetg.script.grammar import VERBS
from openetg.script.parse import parse
from openetg.script.run import would_ask
from openetg.server.acts.acting import BY_NAME
from openetg.server.acts.acts import BY_ROLE, admit, asked_fields
from openetg.server.acts.allowed import POWER, acts_at
from openetg.server.acts.second_person import SecondRules, Seconds
from openetg.server.api.acts.bodies import body_of, path_of, sentence_of
from openetg.server.api.acts.previews import BY_PATH
from tests.unit.floor.test_whole_floor import TYPES, Picker
from tests.unit.script.test_declared import stage
from tests.unit.server.acts.matrix import ACTS, TABLE, line_to, situation, verdict_of

KIND = ask.InspectTable  # type: ignore[attr-defined]
POWERFUL = ask.InspectTable("casino_employee", "casino_employee-1", TABLE)  # type: ignore[attr-defined]
FOLLOWS = said.TableInspected(TABLE, "casino_employee", "casino_employee-1", "8.6")  # type: ignore[attr-defined]


def dispatch() -> None:
    """Decided, applied, and its refusals journaled."""
    assert decide(situation("ministar", "electronic"), POWERFUL, 0) == (FOLLOWS,)
    assert KIND in DECIDERS
    assert type(FOLLOWS) in APPLIERS
    assert type(FOLLOWS) in get_args(AnyEvent)
    assert KIND not in UNRECORDED


def authority() -> None:
    """The server finds the role, the floor asks for the power."""
    line = line_to(situation("ministar", "electronic"))
    admitted = admit(line, "casino_employee-1", KIND, {"table": TABLE})
    assert not isinstance(admitted, Refusal)
    assert admitted.command == POWERFUL
    refused = decide(line.floor, KIND("casino_operator", "casino_operator-1", TABLE), 0)
    assert refused == Refusal(Reason.NO_POWER, "8.6", {"role": "casino_operator"})


def access_matrix() -> None:
    """On the page of who may do what, for exactly the roles with the power."""
    assert KIND in BY_ROLE
    assert KIND in ACTS
    assert POWER[KIND] == "service_equipment"
    line, book = line_to(situation("ministar", "electronic")), load("ministar").rulebook
    may = {role for role in book.roles if verdict_of(line, role, KIND) == "yes"}
    assert may == holders(book, "service_equipment") & set(book.roles)


def second_person() -> None:
    """It waits where the site says so, and not for what follows."""
    floor = situation("ministar", "electronic")
    assert not Seconds(SecondRules()).wants(floor, POWERFUL)
    assert Seconds(SecondRules(acts=frozenset({"InspectTable"}))).wants(floor, POWERFUL)


def api() -> None:
    """An address, a body, a sentence; and a preview."""
    assert path_of(KIND) == "inspect-table"
    assert BY_PATH["inspect-table"] is KIND
    assert [each.name for each in fields(body_of(KIND))] == ["table"]
    assert sentence_of(KIND) == "Somebody has looked a table over, and it is as it should be."


def socket() -> None:
    """Consoles may send it."""
    assert BY_NAME["InspectTable"] is KIND
    assert "InspectTable" in Path("src/openetg/wire/asyncapi.json").read_text(encoding="utf-8")


def script_line() -> None:
    """A line asks it."""
    assert VERBS["inspect"] == "ROLE"
    (step,) = parse("inspect casino_employee:ann")
    assert would_ask(stage(), step) == [KIND("casino_employee", "ann", "A")]


def recalled_line() -> None:
    """It is said as this line."""
    assert line_for(KIND("casino_employee", "ann", "A")) == "inspect casino_employee:ann"


def sentence() -> None:
    """What followed, for people."""
    told = say_event(FOLLOWS, Form(people={"casino_employee-1": "Ann"}))
    assert told == "Ann looked over table A: it is as it should be"


def console() -> None:
    """Offered at the table to who holds the power, with the form of the body."""
    floor = situation("ministar", "electronic")
    for role, is_offered in (("casino_employee", True), ("casino_operator", False)):
        member = StaffMember("x", "", {"ministar": (role,)})
        assert ("InspectTable" in acts_at(floor, floor.tables[TABLE], member)) is is_offered
    assert asked_fields(KIND) == ("table",)


def random_walk() -> None:
    """Made from its type like all others, and decided."""
    assert KIND in TYPES
    floor = situation("ministar", "electronic")
    made = Picker(Random(1), floor, floor.tables[TABLE]).command(KIND)
    assert isinstance(made, KIND)
    assert json.decode(json.encode(made), type=ask.AnyCommand) == made


CHECKS: dict[str, Callable[[], None]] = {
    each.__name__.replace("_", " "): each
    for each in (
        dispatch, authority, access_matrix, second_person, api, socket, script_line, recalled_line, sentence, console,
        random_walk,
    )
}  # fmt: skip
"""By the row of the table."""

if __name__ == "__main__":
    for row, check in CHECKS.items():
        check()
        sys.stdout.write(f"{row}\n")
