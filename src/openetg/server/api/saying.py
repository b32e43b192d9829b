"""What would follow from an act, in the sentences of the journal: for whoever is about to do it or to confirm it."""

from __future__ import annotations

from collections.abc import Collection

from openetg.floor.events import AnyEvent
from openetg.floor.state import Floor
from openetg.reports.telling import clauses_of, opened
from openetg.reports.words import Form, say_event
from openetg.server.access.line import FloorLine


def in_sentences(
    line: FloorLine, floor: Floor, events: tuple[AnyEvent, ...], typed: Collection[object] = ()
) -> tuple[str, ...]:
    """Each event with its clauses; of private texts those that were typed just now, by whoever reads it."""

    def own(text: str) -> str:
        said = line.opened(text)
        return said if said in typed else opened(text)

    names = {person: line.opened(member.full_name) for person, member in floor.people.staff.items()}
    form = Form(names, own)
    return tuple(say_event(event, form) + _cited(event) for event in events)


def _cited(event: AnyEvent) -> str:
    clauses = ", ".join(clauses_of(event))
    return f" ({clauses})" if clauses else ""
