"""The application of a floor: API and pages behind one guard, made from what a running floor has."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from litestar import Litestar, get
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.openapi.spec import Components, SecurityScheme
from litestar.types import ASGIApp
from msgspec import Struct

from openetg.floor.state import Floor
from openetg.server.access.credentials.factor_rules import FactorRules
from openetg.server.access.credentials.factors import FactorFile
from openetg.server.access.credentials.passwords import Hashing, PasswordFile
from openetg.server.access.displays import DisplayKeys
from openetg.server.access.logins import Logins
from openetg.server.access.origins import HEADER
from openetg.server.access.pairing import Codes, Passes
from openetg.server.acts.line import FloorLine, Running
from openetg.server.acts.second_person import SecondRules, Seconds
from openetg.server.api.acts.commands import ALWAYS, command_handlers, problems
from openetg.server.api.acts.forms import form_handlers
from openetg.server.api.acts.inquiry import inquiry_handlers
from openetg.server.api.acts.previews import preview_handlers
from openetg.server.api.acts.seconds import second_handlers
from openetg.server.api.guard import LARGEST_BODY, Guard, cookie_name
from openetg.server.api.health import standing_handlers
from openetg.server.api.journal.evidence import evidence_handlers
from openetg.server.api.journal.outcomes import outcome_handlers
from openetg.server.api.journal.records import record_handlers
from openetg.server.api.journal.reports import report_handlers
from openetg.server.api.journal.terminal_records import terminal_record_handlers
from openetg.server.api.journal.timeline import timeline_handlers
from openetg.server.api.office import ApiSettings, Office
from openetg.server.api.people.factors import factor_handlers
from openetg.server.api.people.logins import people_handlers
from openetg.server.api.people.sessions import session_handlers
from openetg.server.api.problems import HANDLERS, Asked
from openetg.server.api.views.alerts import alert_handlers
from openetg.server.api.views.cage import cage_handlers
from openetg.server.api.views.device_lines import device_line_handlers
from openetg.server.api.views.displays import display_handlers
from openetg.server.api.views.documents import document_handlers
from openetg.server.api.views.jackpots import jackpot_handlers
from openetg.server.api.views.notices_due import dues_handlers
from openetg.server.api.views.promotions import promotion_handlers
from openetg.server.api.views.reads import read_handlers
from openetg.server.api.views.rules import rules_handlers
from openetg.server.api.views.search import search_handlers
from openetg.server.api.views.terminals import terminal_view_handlers
from openetg.server.front.pages import page_handlers
from openetg.server.ops.metrics import Metrics
from openetg.server.ops.readiness import Readiness
from openetg.server.plan.demonstration import FloorShown

Describe = Callable[[Floor], FloorShown]
"""What the first page shows of a floor."""
ABOUT = (
    "Everything staff and other systems ask of a floor. Log in at `/api/login`; the cookie of the answer is the login."
    f" Every write bears the header `{HEADER}`, and every command an `Idempotency-Key`. A no is always problem+json."
)


class SiteView(Struct, frozen=True):
    """What is public before logging in."""

    site: str
    demonstration: bool
    """Whether this is the demonstration floor: everything is open, and nothing is real."""
    time_zone: str = "UTC"
    """In which times are told here."""
    rehearsal: bool = False
    """Whether this floor rehearses: it is run like any other, and nothing on it is real money."""


class FloorApp(Struct, frozen=True):
    """The application, and what others need of it."""

    asgi: ASGIApp
    """For the HTTP server."""
    litestar: Litestar
    """The same without its guard; for its schema."""
    office: Office
    hashing: Hashing
    metrics: Metrics

    def close(self) -> None:
        """Ends its thread and its processes."""
        self.hashing.close()
        self.office.asking.close()


def make_floor_app(  # noqa: PLR0913 - each is a part a caller may leave out
    running: Running,
    secret: bytes,
    settings: ApiSettings,
    *,
    describe: Describe | None = None,
    pages: Path | None = None,
    hashing: Hashing | None = None,
    more: tuple[Any, ...] = (),
    metrics: Metrics | None = None,
) -> FloorApp:
    """The application of a running floor.

    `secret` is what passes of terminals are sealed with and keys of displays are made from; `describe` says what the
    start page shows, `pages` where the built pages are; `more` are further handlers, which stand behind the same guard.
    `metrics`, and the readiness in them, know more of the floor than can be seen from here.
    """
    line, hashing = FloorLine(running), hashing or Hashing()
    passwords = PasswordFile(running.place.keys)
    factors, needed = FactorFile(running.place.keys), FactorRules(settings.factor_for)
    logins = Logins(line, passwords, hashing, factors, needed, idle_ms=settings.idle_ms, lasts_ms=settings.lasts_ms)
    rules = SecondRules(settings.second_acts, settings.second_above, settings.second_within_ms)
    office = _office(line, logins, Seconds(rules), secret, settings)
    metrics = metrics or _plain_metrics(running)
    handlers = [*standing_handlers(line, metrics), *_site_handlers(office, describe), *rules_handlers(office)]
    handlers += [*factor_handlers(office), *session_handlers(office)]
    handlers += [*people_handlers(office), *read_handlers(office), *display_handlers(office)]
    handlers += device_line_handlers(office)
    handlers += [*terminal_record_handlers(office), *preview_handlers(office), *inquiry_handlers(office)]
    handlers += [*report_handlers(office), *second_handlers(office)]
    handlers += [*record_handlers(office), *alert_handlers(office), *command_handlers(office), *more]
    handlers += [*timeline_handlers(office), *search_handlers(office), *terminal_view_handlers(office)]
    handlers += [*evidence_handlers(office), *dues_handlers(office), *outcome_handlers(office)]
    handlers += [*cage_handlers(office), *form_handlers(office), *document_handlers(office)]
    handlers += [*jackpot_handlers(office), *promotion_handlers(office)]
    handlers += page_handlers(pages, documents=settings.documents) if pages is not None else []
    app = Litestar(
        handlers,
        exception_handlers=HANDLERS,
        openapi_config=_openapi(settings),
        request_max_body_size=LARGEST_BODY,
        logging_config=None,
    )
    guard = Guard(app, logins, settings, now_ms=line.now_ms, answered=metrics.answered)
    return FloorApp(guard, app, office, hashing, metrics)


def _office(line: FloorLine, logins: Logins, seconds: Seconds, secret: bytes, settings: ApiSettings) -> Office:
    return Office(
        line=line,
        logins=logins,
        seconds=seconds,
        codes=Codes(),
        passes=Passes(secret),
        displays=DisplayKeys(secret),
        settings=settings,
    )


def _plain_metrics(running: Running) -> Metrics:
    readiness = Readiness(running.place, running.now_ms, is_alive=running.is_alive)
    return Metrics(running.writer, running.exchange, readiness, running.now_ms)


def _openapi(settings: ApiSettings) -> OpenAPIConfig:
    login = SecurityScheme(type="apiKey", name=cookie_name(settings.origins), security_scheme_in="cookie")
    return OpenAPIConfig(
        title="OpenETG",
        version="1",
        description=ABOUT,
        path="/api/schema",
        components=Components(security_schemes={"login": login}),
        security=[{"login": []}],
        # As a file: a page that shows it would load its script from elsewhere.
        render_plugins=[JsonRenderPlugin()],
    )


def _site_handlers(office: Office, describe: Describe | None) -> list[Any]:
    running = office.line.running

    @get("/api/site", sync_to_thread=False, tags=["standing"], security=[{}])
    def site() -> SiteView:
        """What the first page needs to know."""
        house, demonstration = running.house, office.settings.demonstration
        return SiteView(house.site, demonstration, house.time_zone, house.rehearsal and not demonstration)

    @get("/api/floor", tags=["floor"], responses=problems(*ALWAYS))
    async def floor(request: Asked) -> FloorShown:
        """The site, its tables and terminals, and where terminals connect, for the start page."""
        del request
        if describe is None:
            return FloorShown(running.house.site)
        return await office.line.read(describe)

    return [site, floor]
