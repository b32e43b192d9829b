"""Private texts are opened where a type says they are, in views and in what is told of entries, and nowhere else."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct, inspect

from openetg.floor.alerts.acknowledging import AlertsView
from openetg.floor.alerts.dues import Due
from openetg.floor.commands import ChangeJackpot, DeclareJackpotFault
from openetg.reports.recall.telling import tell_one
from openetg.server.api.acts.inquiry import DisputeView, HoldingView, InquiryView, PersonView
from openetg.server.api.views.reads import CasesView, StaffView
from openetg.server.guests.consoles.views import KINDS
from openetg.server.guests.private_texts import _parts, unsealed
from openetg.wire.console import MeView
from tests.unit.floor.jackpots.build import OPERATOR, level, mystery

SEALED = "sealed:1:0123456789ab:AAAA"
NAMES = {"why", "decision", "finding", "document", "signature", "claimant", "contact", "full_name", "purpose", "about"}
"""What private texts are called wherever they stand."""


def opening(text: str) -> str:
    return f"opened {text}"


def structs_in(found: inspect.Type, seen: set[type]) -> Iterator[inspect.StructType]:
    if isinstance(found, inspect.StructType) and found.cls not in seen:
        seen.add(found.cls)
        yield found
        for each in found.fields:
            yield from structs_in(each.type, seen)
    for part in _parts(found):
        yield from structs_in(part, seen)


def test_every_private_text_of_a_view_is_marked() -> None:
    """One that is not would reach the screen as ciphertext."""
    news = [kind.news for kind in KINDS.values() if kind.private]
    views: list[type[Struct]] = [*news, AlertsView, Due, InquiryView, DisputeView, HoldingView, PersonView, CasesView]
    seen: set[type] = set()
    found = [each for view in (*views, StaffView) for each in structs_in(inspect.type_info(view), seen)]
    assert len(found) > 50
    plain = {
        f"{each.cls.__name__}.{field.name}"
        for each in found
        for field in each.fields
        if field.name in NAMES and isinstance(field.type, inspect.StrType)
    }
    assert plain == set()


def test_a_view_is_opened_where_it_is_marked_and_nowhere_else() -> None:
    me = MeView(SEALED, SEALED, {"novo-unity": (SEALED,)}, (), (), (), ())
    shown = unsealed(me, opening)
    assert (shown.person, shown.full_name, shown.roles) == (SEALED, opening(SEALED), {"novo-unity": (SEALED,)})
    assert me.full_name == SEALED, "what the floor holds stays as it is"


def test_what_is_told_of_an_entry_is_opened_where_it_is_marked_and_nowhere_else() -> None:
    fault = DeclareJackpotFault(*OPERATOR, "fortune", SEALED, SEALED)  # type: ignore[arg-type]
    told = tell_one(fault, open_text=opening)
    assert f"why {opening(SEALED)}" in told
    assert "part (sealed)" in told
    rules = mystery(level(low=1, high=2, title=SEALED), title=SEALED)
    for text in (SEALED, "secret:2:0123456789ab:AAAA"):
        changed = tell_one(ChangeJackpot(*OPERATOR, text, rules), open_text=opening)
        assert "opened" not in changed
        assert "AAAA" not in changed
