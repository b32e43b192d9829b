"""The guard before every request: the right host, our own pages, not too often, and a login for all but a named few.

It stands outside the framework, so that a new path is shut until it is named here. It must never let a path
through because it was not named here.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Callable, Iterable
from http.cookies import CookieError, SimpleCookie
from typing import Any, cast

from litestar.types import ASGIApp, Message, Receive, Scope, Send

from openetg.server.access.credentials.factors import Site
from openetg.server.access.logins import Identity, Logins
from openetg.server.access.origins import Origins, name_in, neighbourhood
from openetg.server.access.rates import Rate
from openetg.server.acts.line import NoAnswer, TurnedAway
from openetg.server.api.office import ApiSettings
from openetg.server.api.problems import Asked, RefusedRequest, answered, edge
from openetg.wire.repeated_keys import repeated_key

API = "/api/"
LARGEST_BODY = 65_536
"""Bytes of a request's body."""
OPEN = frozenset(
    {
        "/api/health",
        "/api/ready",
        "/api/metrics",
        "/api/site",
        "/api/login",
        "/api/login/passkey",
        "/api/login/factor",
        "/api/password/setup",
        "/api/terminals/pair",
        "/api/terminals/challenge",
        "/api/terminals/pass",
    }
)
"""What needs no login: how the floor is, and the ways to come in. Metrics ask for a token of their own."""
ENROLLING = frozenset({"/api/me", "/api/logout", "/api/password"})
ENROLLING_BELOW = "/api/factors"
"""What is open to a person who has no second factor yet and must have one: to enrol it, and to leave."""
METRICS = "/metrics"
"""No page but figures, which cost more than one: not too often either."""
SCHEMA = "/api/schema"
"""The description of the API, for authors of clients: public where the floor file opens its documents."""
RULES = re.compile(r"/api/rules/[^/]+(/copy)?")
"""The rules of a table: public, and no more than read."""
OFFERED = re.compile(r"/api/(jackpots|promotions(/(?!desk(/|$))[^/]+(/draw)?)?)")
"""Jackpots, promotions with their terms, and draws that were held: likewise; the desks of staff are not among them."""
LONGEST_PAGE = 255
"""No page has a longer path, and no disk likes to be asked for one."""
READING = frozenset({"GET", "HEAD", "OPTIONS"})
WHO = "openetg.who"
"""The key of a request's state that holds its sender."""
REFUSED, TOO_FAST = 400, 429
BURST = 60
STRANGERS_PER_S, STRANGERS_BURST = 5.0, 30
HEADERS = {
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "x-frame-options": "DENY",
    "cross-origin-resource-policy": "same-origin",
}
API_HEADERS = {"cache-control": "no-store", "content-security-policy": "default-src 'none'; frame-ancestors 'none'"}
"""An answer of the API is no document: opened as one it loads nothing. Files that are given say more of themselves."""
TLS_HEADERS = {"strict-transport-security": "max-age=31536000"}

_log = logging.getLogger("openetg.api")


class Guard:
    """An ASGI application before another."""

    def __init__(
        self,
        app: ASGIApp,
        logins: Logins,
        settings: ApiSettings,
        *,
        now_ms: Any,
        answered: Callable[[int], None] = lambda _: None,
    ) -> None:
        """`answered` is told the status of every answer of the API."""
        self._app = app
        self._logins = logins
        origins = self._origins = settings.origins
        self._open = OPEN | ({"/api/floor"} if settings.demonstration else set())
        self._documents = settings.documents
        self._now_ms = now_ms
        self._rate = Rate(per_s=settings.requests_per_s, burst=BURST)
        self._strangers = Rate(per_s=STRANGERS_PER_S, burst=STRANGERS_BURST)
        self._answered = answered
        self._headers = HEADERS | (TLS_HEADERS if origins.tls else {})

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One request, or the start and end of the server."""
        if str(scope["type"]) != "http":
            await self._app(scope, receive, send)
            return
        path = scope["path"]
        sending = self._with_headers(send, str(cast("dict[str, Any]", scope)["method"]), path)
        try:
            await self._admit(cast("dict[str, Any]", scope), path)
            receive = await _read_once(cast("dict[str, Any]", scope), receive)
        except RefusedRequest as refused:
            await _refuse(sending, refused)
            return
        except (NoAnswer, TurnedAway):
            await _refuse(sending, edge("no_answer"))
            return
        await self._app(scope, receive, sending)

    async def _admit(self, scope: dict[str, Any], path: str) -> None:
        headers = {name.decode("latin-1").lower(): value.decode("latin-1") for name, value in scope["headers"]}
        if not self._origins.knows_host(headers.get("host")):
            raise edge("other_host")
        if "content-length" in headers and "transfer-encoding" in headers:
            # A proxy in front may have believed the other one, and taken the rest for another client's request.
            raise edge("two_lengths")
        # The framework takes two slashes for one: what is not written as it is meant goes no further.
        if "//" in path or "\0" in path:
            raise edge("no_such_thing")
        self._check_write(scope["method"], headers)
        if not path.startswith(API):
            if len(path.encode(errors="replace")) > LONGEST_PAGE:
                raise edge("no_such_thing")
            if path == METRICS:
                self._check_rate(scope, None)
            return
        who = await self._who(headers)
        self._check_rate(scope, who)
        if who is None and path not in self._open and not self._is_public(scope["method"], path):
            raise edge("not_logged_in")
        if who is not None and who.owes_factor and not self._is_for_enrolling(scope["method"], path):
            raise edge("factor_needed")
        scope[WHO] = who

    def _is_for_enrolling(self, method: str, path: str) -> bool:
        below = path == ENROLLING_BELOW or path.startswith(f"{ENROLLING_BELOW}/")
        return below or path in ENROLLING or path in self._open or self._is_public(method, path)

    def _check_write(self, method: str, headers: dict[str, str]) -> None:
        if method in READING:
            return
        why = self._origins.why_not(headers)
        if why is not None:
            raise edge("other_origin", why)
        kind = headers.get("content-type", "").partition(";")[0].strip().lower()
        has_body = headers.get("content-length", "0") != "0" or "transfer-encoding" in headers
        if has_body and kind != "application/json":
            raise edge("not_json")

    def _is_public(self, method: str, path: str) -> bool:
        is_schema = path == SCHEMA or path.startswith(f"{SCHEMA}/")
        if is_schema:
            return self._documents
        return method in READING and any(each.fullmatch(path) for each in (RULES, OFFERED))

    def _check_rate(self, scope: dict[str, Any], who: Identity | None) -> None:
        now_ms = self._now_ms()
        address = _address_in(scope)
        wait_ms = self._strangers.wait_ms(address, now_ms) if who is None else self._rate.wait_ms(who.person, now_ms)
        if wait_ms:
            raise edge("too_fast", wait_ms=wait_ms)

    async def _who(self, headers: dict[str, str]) -> Identity | None:
        secret = cookie_in(headers.get("cookie", ""), cookie_name(self._origins))
        return await self._logins.known(secret) if secret else None

    def _tell(self, method: str, path: str, number: int) -> None:
        """Counts an answer, and has a refusal in the log by the first part of its path: the rest may be a secret."""
        self._answered(number)
        # What came too fast is counted alone, or it would fill the log.
        if number >= REFUSED and number != TOO_FAST:
            _log.info("answered", extra={"method": method, "path": "/".join(path.split("/")[:3]), "status": number})

    def _with_headers(self, send: Send, method: str, path: str) -> Send:
        is_api = path.startswith(API)

        async def sending(message: Message) -> None:
            if message["type"] == "http.response.start":
                if is_api:
                    self._tell(method, path, message["status"])
                added = self._headers | (API_HEADERS if is_api else {})
                added = {name: value for name, value in added.items() if not _has(message["headers"], name)}
                more = [(name.encode(), value.encode()) for name, value in added.items()]
                message["headers"] = [*message["headers"], *more]
            await send(message)

        return sending


def _has(headers: Iterable[tuple[bytes, bytes]], name: str) -> bool:
    return any(each.decode("latin-1").lower() == name for each, _ in headers)


async def _read_once(scope: dict[str, Any], receive: Receive) -> Receive:
    """What reads the body of a request that would change something, once it is known to say nothing twice."""
    if scope["method"] in READING:
        return receive
    parts: list[Any] = []
    size, more = 0, True
    while more and size <= LARGEST_BODY:
        parts.append(await receive())
        size += len(parts[-1].get("body", b""))
        more = parts[-1]["type"] == "http.request" and parts[-1].get("more_body", False)
    # What is too large, or was cut off, is refused by the reader.
    try:
        repeated = None if more else repeated_key(b"".join(part.get("body", b"") for part in parts))
    except RecursionError:
        raise edge("malformed", "expected JSON that is not nested so deep") from None
    if repeated is not None:
        raise edge("repeated_key", f"expected each key once in an object, found {repeated!r} twice")
    waiting = iter(parts)

    async def again() -> Any:
        part = next(waiting, None)
        return await receive() if part is None else part

    return again


def cookie_name(origins: Origins) -> str:
    """What the cookie is called; with TLS by a name that no other host may set."""
    return "__Host-openetg" if origins.tls else "openetg"


def cookie_with(origins: Origins, secret: str) -> str:
    """The Set-Cookie header that gives a secret to a browser, or takes it away if it is empty."""
    parts = [f"{cookie_name(origins)}={secret}", "Path=/", "HttpOnly", "SameSite=Strict"]
    parts += ["Secure"] if origins.tls else []
    parts += [] if secret else ["Max-Age=0"]
    return "; ".join(parts)


def cookie_in(header: str, name: str) -> str:
    """The value of the cookie of that name; empty if there is none."""
    try:
        found = SimpleCookie(header).get(name)
    except CookieError:
        return ""
    return found.value if found is not None else ""


def site_of(request: Asked, settings: ApiSettings, title: str) -> Site:
    """The name of the floor that a request was meant for, as passkeys know it."""
    host, scheme = request.headers.get("host", ""), "https" if settings.origins.tls else "http"
    return Site(name_in(host), f"{scheme}://{host}", title)


def address_of(request: Asked) -> str:
    """From where a request comes, for the counts of wrong tries."""
    return _address_in(cast("dict[str, Any]", request.scope))


def _address_in(scope: dict[str, Any]) -> str:
    """The address of the other side, as it is counted."""
    return neighbourhood(str((scope.get("client") or ("",))[0]))


def who_asks(request: Asked) -> Identity:
    """Who sent a request behind the guard."""
    who = cast("dict[str, Any]", request.scope).get(WHO)
    if not isinstance(who, Identity):
        raise edge("not_logged_in")
    return who


async def _refuse(send: Send, refused: RefusedRequest) -> None:
    number, headers, body = answered(refused)
    headers["content-length"] = str(len(body))
    if refused.problem.reason == "two_lengths":
        # Anything behind it is taken for no request.
        headers["connection"] = "close"
    raw = [(name.encode(), value.encode()) for name, value in headers.items()]
    begin: Any = {"type": "http.response.start", "status": number, "headers": raw}
    end: Any = {"type": "http.response.body", "body": body, "more_body": False}
    await send(begin)
    await send(end)
