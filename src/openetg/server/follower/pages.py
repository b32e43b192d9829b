"""What a follower serves: how far it is, accounts, the state hash, figures of the tables. Reads only.

Everything shown is of the follower's own floor, which holds nothing that is not durable in the journal. Only for this
machine, by its own names, and with the token of the folder of keys for all but how far the follower is. No page
that describes the API: those load scripts from elsewhere.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from litestar import Litestar, Request, Response, get
from litestar.datastructures import ResponseHeader
from litestar.exceptions import HTTPException
from msgspec import Struct

from openetg.floor.state import state_hash
from openetg.journal import places
from openetg.money import Money
from openetg.reports.audit.second_opinion import Alarm
from openetg.reports.audit.tallies import TableFigures, figures
from openetg.server.access.origins import LOOPBACK, Origins
from openetg.server.api.guard import HEADERS
from openetg.server.follower.follower import Follower
from openetg.server.follower.mirror import Mirror
from openetg.server.follower.process import read_alarms
from openetg.server.ops.metrics import TOKEN, read_token, shows_token
from openetg.server.plan.folder import FloorFolder

UNWELL = 503
OPEN = "/health"
"""What needs no token: monitoring asks it, and it tells nothing of the money."""
NOT_KEPT = {"cache-control": "no-store", "content-security-policy": "default-src 'none'; frame-ancestors 'none'"}


class MirrorHealth(Struct, frozen=True):
    """How far the mirror is."""

    address: str
    entry: int
    lag_entries: int
    trouble: str


class Health(Struct, frozen=True):
    """How far a follower is, and what it has found."""

    journal: str
    head: int
    """The last entry of the journal."""
    entry: int
    """The last entry taken in."""
    lag_entries: int
    lag_ms: int
    """From the time of the last entry taken in to that of the last one."""
    checkpoint: int
    """The last entry under a signed checkpoint."""
    snapshot: int
    states_compared: int
    mirror: MirrorHealth | None
    alarms: list[Alarm]


class StateHash(Struct, frozen=True):
    """The state at an entry, as one hash."""

    entry: int
    state: str


class TablesReport(Struct, frozen=True):
    """The tables at an entry."""

    entry: int
    since: int
    """Rounds, turnover and paid are counted from the entry after this one."""
    tables: list[TableFigures]


def make_app(follower: Follower, mirror: Mirror | None, host: str = "127.0.0.1") -> Litestar:
    """The application; `host` is where it listens."""

    @get("/health", sync_to_thread=False)
    def health() -> Response[Health]:
        """How far the follower is; 503 while there is an alarm that no person has removed."""
        found = health_of(follower, mirror, follower.place)
        return Response(found, status_code=UNWELL if found.alarms else 200)

    @get("/accounts", sync_to_thread=False)
    def accounts() -> dict[str, Money]:
        """What every account holds, in cents."""
        return {name: held for name, held in sorted(follower.opinion.floor.ledger.accounts.items()) if held}

    @get("/state-hash", sync_to_thread=False)
    def state() -> StateHash:
        """The state hash of the floor."""
        return StateHash(follower.opinion.sequence, state_hash(follower.opinion.floor))

    @get("/reports/tables", sync_to_thread=False)
    def tables() -> TablesReport:
        """Figures of every table."""
        tally = follower.tally
        return TablesReport(tally.sequence, tally.since, figures(follower.opinion.floor, tally))

    handlers: list[Any] = [health, accounts, state, tables]
    admitted = _admission(Origins(LOOPBACK | {host}), follower.place.keys)
    headers = [ResponseHeader(name=name, value=value) for name, value in (HEADERS | NOT_KEPT).items()]
    return Litestar(
        handlers, before_request=admitted, response_headers=headers, openapi_config=None, logging_config=None
    )


def _admission(origins: Origins, keys: Path) -> Callable[[Request[Any, Any, Any]], None]:
    """Raises for a request that is meant for another host, or that shows no token where one is asked for."""

    def admit(request: Request[Any, Any, Any]) -> None:
        if not origins.knows_host(request.headers.get("host")):
            raise HTTPException(status_code=421, detail="this follower is not called that")
        if request.url.path != OPEN and not shows_token(request.headers.get("authorization", ""), read_token(keys)):
            words = f"shown with a bearer token; it is in {keys.name}/{TOKEN}"
            raise HTTPException(status_code=401, detail=words, headers={"www-authenticate": "Bearer"})

    return admit


def health_of(follower: Follower, mirror: Mirror | None, place: FloorFolder) -> Health:
    """How far a follower is now."""
    head = follower.journal.head()
    signed = follower.notary.signed
    floor = follower.opinion.floor
    return Health(
        journal=follower.journal.journal_id,
        head=head.sequence,
        entry=follower.sequence,
        lag_entries=head.sequence - follower.sequence,
        lag_ms=max(head.at_ms - floor.at_ms, 0),
        checkpoint=signed.size if signed is not None else 0,
        snapshot=follower.snapshot,
        states_compared=follower.opinion.states_compared,
        mirror=_mirror_health(mirror, head.sequence) if mirror is not None else None,
        alarms=read_alarms(place),
    )


def _mirror_health(mirror: Mirror, head: int) -> MirrorHealth:
    return MirrorHealth(places.shown(mirror.target), mirror.sequence, max(head - mirror.sequence, 0), mirror.trouble)
