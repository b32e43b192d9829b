"""Who worked along a walk: logins and drawers as hours, and what each person did, by name of the act."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec import Struct

from openetg.floor import events
from openetg.floor.core.stored import OpenEntry
from openetg.floor.state import Floor
from openetg.reports.frame.walk import Fold
from openetg.reports.recall.telling import name_in_words

HOURS_MAX = 2_000


class Hours(Struct):
    """A person was here: at a desk, at a table or with a drawer."""

    person: str
    what: str
    from_ms: int
    until_ms: int = 0
    """Zero while it lasts."""
    how: str = ""


class StaffFold(Fold):
    """Counts hours and acts along a walk."""

    def __init__(self) -> None:
        self.hours: list[Hours] = []
        self.acts: dict[str, dict[str, int]] = {}
        """Per person and act, how often it was granted."""
        self.refused: dict[str, int] = {}
        self._open: dict[str, Hours] = {}

    def begin(self, floor: Floor) -> None:
        for session, login in floor.people.logins.items():
            self._came(session, login.person, "logged in", login.at_ms)
        for name, table in floor.tables.items():
            if table.dealer:
                self._came(f"{name}/{table.dealer}", table.dealer, f"dealer at {name}", floor.at_ms)
        for name, drawer in floor.vault.drawers.items():
            self._came(f"drawer/{name}", drawer.person, f"drawer {name}", drawer.opened_at_ms)

    def take(self, line: OpenEntry, floor: Floor) -> None:
        del floor
        command: Any = line.command.command
        person = getattr(command, "person", "") if "role" in command.__struct_fields__ else ""
        if person and line.verdict.events is not None:
            acts = self.acts.setdefault(person, {})
            name = name_in_words(command)
            acts[name] = acts.get(name, 0) + 1
        elif person:
            self.refused[person] = self.refused.get(person, 0) + 1
        for event in line.verdict.events or ():
            act = _ACTS.get(type(event))
            if act is not None:
                act(self, event, line.at_ms)

    def _came(self, key: str, person: str, what: str, at_ms: int) -> None:
        hours = self._open[key] = Hours(person, what, at_ms)
        if len(self.hours) < HOURS_MAX:
            self.hours.append(hours)

    def _went(self, key: str, at_ms: int, how: str = "") -> None:
        hours = self._open.pop(key, None)
        if hours is not None:
            hours.until_ms, hours.how = at_ms, how

    def _logged_in(self, event: events.LoggedIn, at_ms: int) -> None:
        self._came(event.session, event.person, "logged in", at_ms)

    def _logged_out(self, event: events.LoggedOut, at_ms: int) -> None:
        self._went(event.session, at_ms, event.cause)

    def _signed_on(self, event: events.DealerSignedOn, at_ms: int) -> None:
        self._came(f"{event.table}/{event.person}", event.person, f"dealer at {event.table}", at_ms)

    def _signed_off(self, event: events.DealerSignedOff, at_ms: int) -> None:
        self._went(f"{event.table}/{event.person}", at_ms)

    def _drawer_opened(self, event: events.DrawerOpened, at_ms: int) -> None:
        self._came(f"drawer/{event.drawer}", event.person, f"drawer {event.drawer}", at_ms)

    def _drawer_closed(self, event: events.DrawerClosed, at_ms: int) -> None:
        self._went(f"drawer/{event.drawer}", at_ms)


_ACTS: dict[type[events.Event], Callable[[StaffFold, Any, int], None]] = {
    events.LoggedIn: StaffFold._logged_in,
    events.LoggedOut: StaffFold._logged_out,
    events.DealerSignedOn: StaffFold._signed_on,
    events.DealerSignedOff: StaffFold._signed_off,
    events.DrawerOpened: StaffFold._drawer_opened,
    events.DrawerClosed: StaffFold._drawer_closed,
}
