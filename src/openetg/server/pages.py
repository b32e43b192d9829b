"""The pages: what a browser loads, and where it finds its floor. Reads no state that is not on record."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import uvicorn
from litestar import Litestar, MediaType, Response, get
from litestar.openapi import OpenAPIConfig
from litestar.static_files import create_static_files_router
from litestar.types import ASGIApp

from openetg.server.manifest import web_folder as web_folder

POLICY = "default-src 'self'; connect-src 'self' ws: wss:; img-src 'self' data:; style-src 'self' 'unsafe-inline'"
NOT_BUILT = "The pages are not built yet: run `make web`, then load this page again."


def make_app(describe: Callable[[], dict[str, Any]], folder: Path) -> Litestar:
    """The application of a floor without an API: its description, and the files of the pages."""

    @get("/api/floor", sync_to_thread=False)
    def floor() -> dict[str, Any]:
        """The site, its tables and terminals, and where terminals connect."""
        return describe()

    @get("/api/health", sync_to_thread=False)
    def health() -> dict[str, str]:
        """Whether the floor runs."""
        return {"floor": "running"}

    return Litestar(
        [floor, health, *page_handlers(folder)],
        openapi_config=OpenAPIConfig(title="OpenETG", version="0", path="/api/schema"),
        logging_config=None,
    )


def page_handlers(folder: Path) -> list[Any]:
    """The files of the pages, or what to do if there are none."""
    if not (folder / "index.html").is_file():
        return [_not_built()]
    headers = {"content-security-policy": POLICY, "x-content-type-options": "nosniff", "cache-control": "no-cache"}
    return [create_static_files_router(path="/", directories=[folder], html_mode=True, after_request=_with(headers))]


def _with(headers: dict[str, str]) -> Callable[[Response[Any]], Response[Any]]:
    def add(response: Response[Any]) -> Response[Any]:
        for name, value in headers.items():
            response.headers[name] = value
        return response

    return add


def _not_built() -> Any:
    @get("/", media_type=MediaType.TEXT, sync_to_thread=False)
    def not_built() -> str:
        """What to do when there are no pages."""
        return NOT_BUILT

    return not_built


class PageServer(uvicorn.Server):
    """Uvicorn inside the floor's loop: the floor handles signals, not the page server."""

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Leaves signals to the floor."""
        yield


def make_server(app: ASGIApp, host: str, port: int) -> PageServer:
    """A page server for that address, not yet running."""
    config = uvicorn.Config(app, host=host, port=port, log_level="warning", access_log=False, lifespan="off")
    return PageServer(config)
