"""How the floor is, for machines that watch it: health, readiness, metrics.

Health and readiness are for every client that reaches the port. Metrics are for programs on this machine, and elsewhere
for a client that shows the token of the folder of keys; what came through a proxy is never taken for a request of this
machine.
"""

from __future__ import annotations

import asyncio
from ipaddress import ip_address
from pathlib import Path
from typing import Any

from litestar import Response, get
from litestar.openapi.datastructures import ResponseSpec
from prometheus_client.exposition import CONTENT_TYPE_PLAIN_0_0_4 as CONTENT_TYPE

from openetg.server.acts.line import FloorLine, NoAnswer
from openetg.server.api.problems import Asked, edge
from openetg.server.ops.metrics import Metrics, read_token, shows_token
from openetg.server.ops.readiness import Readiness, SignedByFollower, Standing, read_signed, seen_of

FORWARDED = ("forwarded", "x-forwarded-for", "x-real-ip")
"""Headers of a proxy: then the client is another machine."""
NOT_READY = 503


def standing_handlers(line: FloorLine, metrics: Metrics) -> list[Any]:
    """Handlers that need no login."""
    readiness = metrics.readiness

    @get("/api/health", sync_to_thread=False, tags=["standing"], security=[{}])
    def health() -> Standing:
        """Whether this process answers."""
        return Standing("running")

    @get("/api/ready", tags=["standing"], security=[{}], responses={NOT_READY: _spec(Standing, "Not now.")})
    async def ready() -> Response[Standing]:
        """Whether the floor decides, its journal takes entries and they are signed; and why not."""
        standing = await stands(line, readiness)
        return Response(standing, status_code=200 if standing.is_ready else NOT_READY)

    @get(
        "/api/metrics",
        tags=["standing"],
        security=[{}],
        media_type="text/plain",
        operation_id="metrics",
    )
    async def api_metrics(request: Asked) -> Response[bytes]:
        """Figures for Prometheus; from another machine with the token of the folder of keys."""
        return await _measured(request, line, metrics)

    @get("/metrics", include_in_schema=False)
    async def root_metrics(request: Asked) -> Response[bytes]:
        """The same, where Prometheus looks first."""
        return await _measured(request, line, metrics)

    return [health, ready, api_metrics, root_metrics]


async def stands(line: FloorLine, readiness: Readiness) -> Standing:
    """How the floor is, as far as it can be seen from here."""
    down = readiness.down()
    if down is not None:
        return down
    try:
        seen = await line.read(seen_of)
    except NoAnswer:
        return readiness.down() or Standing("silent", why="a commit takes very long")
    return readiness.judge(seen, await _signed(readiness))


async def _signed(readiness: Readiness) -> SignedByFollower:
    return await asyncio.to_thread(read_signed, readiness.place) if readiness.follows else SignedByFollower(0)


async def _measured(request: Asked, line: FloorLine, metrics: Metrics) -> Response[bytes]:
    if not is_near(request):
        await asyncio.to_thread(_refuse_without_token, request, metrics.readiness.place.keys)
    figures = await line.read(metrics.look)
    metrics.complete(figures, await _signed(metrics.readiness))
    text = await asyncio.to_thread(metrics.render, figures)
    return Response(text, headers={"content-type": CONTENT_TYPE})


def is_near(request: Asked) -> bool:
    """Whether a request comes from this machine, and not from a proxy on it."""
    if any(name in request.headers for name in FORWARDED) or request.client is None:
        return False
    try:
        address = ip_address(request.client.host)
    except ValueError:
        return False
    mapped = getattr(address, "ipv4_mapped", None)
    return (mapped or address).is_loopback


def _refuse_without_token(request: Asked, keys: Path) -> None:
    if not shows_token(request.headers.get("authorization", ""), read_token(keys)):
        raise edge("not_logged_in", f"metrics are read with a bearer token; it is in {keys.name}/metrics.token")


def _spec(kind: type, words: str) -> ResponseSpec:
    return ResponseSpec(kind, generate_examples=False, description=words)
