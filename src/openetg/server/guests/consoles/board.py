"""The board: every view that a session watches, made once for each audience, sent when it has changed.

Sans I/O. Reads the floor only when the caller knows that all of it is on record. A view is made a few times a
second at the most, one that takes long less often; what has not changed is not sent. It must never show a view to a
person who may not see it any longer: that is checked anew each time.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import Protocol

from msgspec import Raw, json

from openetg.floor.state import Floor
from openetg.server.api.office import Office
from openetg.server.guests.consoles.views import AskedView, Audience, find_view, stamped
from openetg.server.guests.private_texts import unsealed
from openetg.wire.console import NOTHING_BEFORE, NotWatched, ViewNews, encode

PAUSE_MS = 200
"""A view is not made more often than this."""
SHARE = 20
"""A view that takes long rests so many times as long as it took."""
BYTES_A_MS = 400
"""A view that is long rests as well, so that a watcher is not sent more than this."""
UNWATCHED_MAX = 256
"""So many views are kept that no session watches at the moment, for sessions that come back."""
NO_SUCH_VIEW = ("no_such_view", "there is no view of that name")
FAULT = ("fault", "the view cannot be made; it is in the log of the floor")
NOT_FOR_YOU = ("not_for_you", "that is not for your roles and duties")

_log = logging.getLogger("openetg.consoles")


class Watcher(Protocol):
    """A session as the board sees it."""

    def audience(self, floor: Floor, asked: AskedView) -> Audience | None:
        """The audience of a view it belongs to; None if it may not see it."""
        ...

    def tell(self, data: bytes) -> None:
        """Sends bytes, or closes the connection of a slow reader."""
        ...


class Shared:
    """A view as one audience sees it."""

    __slots__ = ("asked", "audience", "content", "looked", "looked_ms", "plain", "rests_until_ms", "seq", "watchers")

    def __init__(self, asked: AskedView, audience: Audience) -> None:
        self.asked = asked
        self.audience = audience
        self.watchers: dict[Watcher, None] = {}
        self.seq = NOTHING_BEFORE
        """The entry at which it was first seen to be as it is."""
        self.looked = NOTHING_BEFORE
        """The entry at which it was last looked at."""
        self.looked_ms = 0
        self.plain = b""
        """The view without the number of its entry: what is compared."""
        self.content = Raw()
        """The view as it is sent."""
        self.rests_until_ms = 0

    def message(self, prev: int, now_ms: int) -> bytes:
        """The view on its way."""
        news: ViewNews = self.asked.kind.news(self.asked.name, self.seq, prev, now_ms, self.content)  # type: ignore[arg-type]
        return encode(news)


class Board:
    """Views by name and audience, and who watches them."""

    def __init__(self, office: Office, clock_ns: Callable[[], int]) -> None:
        self._office = office
        self._clock_ns = clock_ns
        """Measures how long a view takes; what time it is is not asked of it."""
        self._shared: dict[tuple[str, Audience], Shared] = {}
        self._watched: dict[Watcher, dict[str, Shared]] = {}

    def watch(self, watcher: Watcher, name: str, now_ms: int, *, seen: int = NOTHING_BEFORE) -> bytes:
        """Adds a watcher of a view; the message to send it now, which is empty if it has seen this view already."""
        floor = self._office.line.floor
        asked = find_view(floor, name)
        if asked is None:
            return _not_watched(name, NO_SUCH_VIEW)
        audience = watcher.audience(floor, asked)
        if audience is None:
            self.unwatch(watcher, name)
            return _not_watched(name, NOT_FOR_YOU)
        return self._join(watcher, asked, audience, now_ms, seen=seen)

    def unwatch(self, watcher: Watcher, name: str) -> None:
        """Removes a watcher of a view."""
        shared = self._watched.get(watcher, {}).pop(name, None)
        if shared is not None:
            del shared.watchers[watcher]

    def leave(self, watcher: Watcher) -> None:
        """A session has ended."""
        for shared in self._watched.pop(watcher, {}).values():
            del shared.watchers[watcher]
        unwatched = [key for key, shared in self._shared.items() if not shared.watchers]
        for key in unwatched[: max(len(unwatched) - UNWATCHED_MAX, 0)]:
            del self._shared[key]

    def watchers_of(self, name: str) -> tuple[Watcher, ...]:
        """The watchers of a view, in every audience."""
        return tuple(
            watcher for shared in self._shared.values() if shared.asked.name == name for watcher in shared.watchers
        )

    def refresh(self, now_ms: int) -> None:
        """Looks at every view that is watched and may have changed, unless it rests."""
        sequence = self._office.line.floor.sequence
        for shared in list(self._shared.values()):
            kind = shared.asked.kind
            stale = shared.looked != sequence or (not kind.of_record and now_ms >= shared.looked_ms + kind.again_ms)
            if shared.watchers and stale and now_ms >= shared.rests_until_ms:
                self._send_off(shared, now_ms)
                self._look_at(shared, now_ms)

    def _join(self, watcher: Watcher, asked: AskedView, audience: Audience, now_ms: int, *, seen: int) -> bytes:
        self.unwatch(watcher, asked.name)
        shared = self._shared.setdefault((asked.name, audience), Shared(asked, audience))
        rests = shared.looked != NOTHING_BEFORE and now_ms < shared.rests_until_ms
        if not rests and not self._look_at(shared, now_ms):
            return _not_watched(asked.name, FAULT)
        shared.watchers[watcher] = None
        self._watched.setdefault(watcher, {})[asked.name] = shared
        is_same = seen == shared.seq and asked.kind.of_record
        return b"" if is_same else shared.message(NOTHING_BEFORE, now_ms)

    def _send_off(self, shared: Shared, now_ms: int) -> None:
        """Moves watchers that do not belong to the audience any longer to theirs, or removes them."""
        floor = self._office.line.floor
        for watcher in list(shared.watchers):
            audience = watcher.audience(floor, shared.asked)
            if audience is None:
                self.unwatch(watcher, shared.asked.name)
                watcher.tell(_not_watched(shared.asked.name, NOT_FOR_YOU))
            elif audience != shared.audience:
                watcher.tell(self._join(watcher, shared.asked, audience, now_ms, seen=NOTHING_BEFORE))

    def _look_at(self, shared: Shared, now_ms: int) -> bool:
        """Makes a view; one that cannot be made is shown no longer, and must not stop the floor it is of."""
        try:
            self._make(shared, now_ms)
        except Exception:  # noqa: BLE001 - it is in the log, and whoever watches is told
            _log.exception("the view %s cannot be made", shared.asked.name)
            del self._shared[shared.asked.name, shared.audience]
            for watcher in list(shared.watchers):
                self.unwatch(watcher, shared.asked.name)
                watcher.tell(_not_watched(shared.asked.name, FAULT))
            return False
        return True

    def _make(self, shared: Shared, now_ms: int) -> None:
        """Makes a view, and sends it to its watchers if it has changed."""
        began_ns = self._clock_ns()
        floor, asked = self._office.line.floor, shared.asked
        view = asked.kind.look(self._office, floor, floor.tables.get(asked.table), shared.audience)
        shared.looked, shared.looked_ms = floor.sequence, now_ms
        plain = json.encode(stamped(view, 0))
        if plain != shared.plain:
            prev, shared.seq, shared.plain = shared.seq, floor.sequence, plain
            now = stamped(view, floor.sequence)
            data = json.encode(unsealed(now, self._office.line.opened) if asked.kind.private else now)
            shared.content = Raw(data)
            message = shared.message(prev, now_ms) if shared.watchers else b""
            for watcher in list(shared.watchers):
                watcher.tell(message)
        took_ms = (self._clock_ns() - began_ns) // 1_000_000
        shared.rests_until_ms = now_ms + max(PAUSE_MS, SHARE * took_ms, len(plain) // BYTES_A_MS)


def _not_watched(name: str, why: tuple[str, str]) -> bytes:
    return encode(NotWatched(name, *why))
