"""What would follow from an act, in the sentences of the journal: for the person about to do or to confirm it."""

from __future__ import annotations

from msgspec import Struct

from openetg.floor.commands import AnyCommand
from openetg.floor.events import AnyEvent
from openetg.floor.state import Floor
from openetg.reports.recall.telling import Opener, clauses_of, tell_fields
from openetg.reports.sentences import Form, say_event
from openetg.server.acts.line import FloorLine
from openetg.server.writer.sealing import PLANS


class FieldSaid(Struct, frozen=True):
    """A field of an act, in words: amounts as money, what is made of parts with all of them."""

    name: str
    words: str
    """Empty if the field only says that something is so."""


def in_fields(command: AnyCommand, asker: str, open_text: Opener) -> tuple[FieldSaid, ...]:
    """The fields of an act in words, without the requester and without signatures, which are not text."""
    plan = PLANS.get(type(command))
    signed = () if plan is None else (text.field for text in plan.texts if text.signature)
    asking = (name for name in ("person", "by") if getattr(command, name, "") == asker)
    without = frozenset({"role", *signed, *asking})
    return tuple(FieldSaid(*each) for each in tell_fields(command, without=without, open_text=open_text))


def in_sentences(line: FloorLine, floor: Floor, events: tuple[AnyEvent, ...], open_text: Opener) -> tuple[str, ...]:
    """Each event with its clauses."""
    names = {person: line.opened(member.full_name) for person, member in floor.people.staff.items()}
    form = Form(names, open_text)
    return tuple(say_event(event, form) + _cited(event) for event in events)


def _cited(event: AnyEvent) -> str:
    clauses = ", ".join(clauses_of(event))
    return f" ({clauses})" if clauses else ""
