"""Holds what consoles offer against `decide`: while a script is played, every act of a person is asked of every role.

`run_script` does it for each script of the tests, so that a power which a decision asks for and the list of acts
(`server/acts/allowed.py`) does not know is found by the first script that needs it. Nothing of it is put on record.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any
from unittest.mock import patch

from msgspec.structs import replace

from openetg.floor.commands import AnyCommand
from openetg.floor.core import authority
from openetg.floor.core.authority import DEALER
from openetg.floor.core.refusals import Refusal
from openetg.floor.core.verdicts import Verdict
from openetg.floor.pipeline import decide
from openetg.floor.state import Floor, StaffMember, Table
from openetg.rulebook.roles import holders
from openetg.rulebook.schema.book import Rulebook
from openetg.script import stage
from openetg.server.acts.acts import BY_ROLE
from openetg.server.acts.allowed import acts_at, powers_for

Holders = Callable[..., frozenset[str]]
STRANGER = "nobody-on-record"


@contextmanager
def held_to_decide() -> Iterator[None]:
    """Every act that a script asks is held against the list of acts of every role, and of every power by itself."""
    with acts_watched(_hold):
        yield


@contextmanager
def acts_watched(watch: Callable[[Floor, AnyCommand, int], None]) -> Iterator[None]:
    """Shows every act of a person that a script asks to somebody, right before it is decided."""

    def watched(floor: Floor, command: AnyCommand, at_ms: int) -> Verdict:
        if type(command) in BY_ROLE and command.role:  # type: ignore[union-attr]
            watch(floor, command, at_ms)
        return decide(floor, command, at_ms)

    with patch.object(stage, "decide", watched):
        yield


def _hold(floor: Floor, command: AnyCommand, at_ms: int) -> None:
    hidden = [*hidden_from_roles(floor, command, at_ms), *hidden_from_powers(floor, command, at_ms)]
    assert not hidden, "\n".join(hidden)


def holds_power(floor: Floor, table: Table, role: str, power: str) -> bool:
    """Whether a role holds a power at a table."""
    return authority.may(floor, table, power, role)


def hidden_from_roles(floor: Floor, command: AnyCommand, at_ms: int) -> Iterator[str]:
    """Roles to which `decide` grants an act that no console of theirs shows."""
    act = type(command).__name__
    standing = {table.rulebook for table in floor.tables.values()}
    if not standing or getattr(command, "rulebook", "") in floor.rulebooks.keys() - standing:
        # Consoles offer acts at tables: what is settled before the first one stands is the floor file's.
        return
    roles = dict.fromkeys(role for each in standing for role in floor.rulebooks[each].roles)
    for role in roles:
        person = _in_role(floor, command, role)
        if isinstance(decide(floor, person, at_ms), Refusal):
            continue
        shown = [acts_at(floor, table, _member(floor, table, role)) for table in floor.tables.values()]
        if not any(act in acts for acts in shown):
            yield f"{act} is granted to {role}, and no console offers it"


def hidden_from_powers(floor: Floor, command: AnyCommand, at_ms: int) -> Iterator[str]:
    """Powers each of which is enough for an act by itself, and that its list does not name."""
    act = type(command)
    named = [powers_for(floor, table, act) for table in floor.tables.values()]
    if not named or None in named:
        return
    known = {power for powers in named for power in powers or ()}
    for power in sorted(asked_powers(floor, command, at_ms) - known):
        if granted_with(floor, command, power, at_ms):
            yield f"{act.__name__} is granted to who has {power} alone, and acts/allowed.py does not say so"


def asked_powers(floor: Floor, command: AnyCommand, at_ms: int) -> set[str]:
    """Every power a decision asks about, with those who hold them and with nobody holding any."""
    asked: set[str] = set()

    def truly(rulebook: Rulebook, power: str, *rest: Any, **named: Any) -> frozenset[str]:
        asked.add(power)
        return holders(rulebook, power, *rest, **named)

    def nobody(rulebook: Rulebook, power: str, *rest: Any, **named: Any) -> frozenset[str]:
        del rulebook, rest, named
        asked.add(power)
        return frozenset()

    for told in (truly, nobody):
        with _told_holders(told):
            decide(floor, command, at_ms)
    return asked


def granted_with(floor: Floor, command: AnyCommand, power: str, at_ms: int) -> bool:
    """Whether `decide` grants an act to a role that has this one power and no other."""
    verdicts = (answer_with(floor, command, power, role, at_ms) for role in plain_roles(floor))
    return any(not isinstance(verdict, Refusal) for verdict in verdicts)


def answer_with(floor: Floor, command: AnyCommand, power: str, role: str, at_ms: int) -> Verdict:
    """What `decide` answers to a role that has this one power and no other."""

    def only(rulebook: Rulebook, asked: str, *rest: Any, **named: Any) -> frozenset[str]:
        del rulebook, rest, named
        return frozenset({role}) if asked == power else frozenset()

    with _told_holders(only):
        return decide(floor, _in_role(floor, command, role), at_ms)


def plain_roles(floor: Floor) -> Iterator[str]:
    """For each rulebook a role to which nothing is granted but by its powers."""
    for rulebook in floor.rulebooks.values():
        last = rulebook.disputes.final.role
        yield from [
            name
            for name, role in rulebook.roles.items()
            if role.of == "floor" and name != DEALER and not authority.counts_as(rulebook, name, last)
        ][:1]


def _in_role(floor: Floor, command: AnyCommand, role: str) -> AnyCommand:
    """The same act by somebody of another role: in that of a dealer by who is signed on, in others by nobody who is."""
    person = getattr(command, "person", "")
    table = floor.tables.get(getattr(command, "table", ""))
    if table is not None and table.dealer:
        person = table.dealer if role == DEALER else STRANGER if person == table.dealer else person
    named = {"person": person} if "person" in command.__struct_fields__ else {}
    return replace(command, role=role, **named)


def _member(floor: Floor, table: Table, role: str) -> StaffMember:
    return StaffMember(STRANGER, "", {floor.rulebook_of(table).about.id: (role,)})


@contextmanager
def _told_holders(told: Holders) -> Iterator[None]:
    """Has every module of the floor ask this instead of the rulebook who holds a power."""
    asking = [
        module
        for name, module in sys.modules.items()
        if name.startswith("openetg.floor") and vars(module).get("holders") is holders
    ]
    try:
        for module in asking:
            vars(module)["holders"] = told
        yield
    finally:
        for module in asking:
            vars(module)["holders"] = holders
