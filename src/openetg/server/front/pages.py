"""The pages: what a browser loads, and the documents beside them. Knows no floor and shows nothing of one."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from html import escape
from pathlib import Path
from typing import Any

import uvicorn
from litestar import MediaType, Response, get
from litestar.exceptions import NotFoundException
from litestar.params import FromPath
from litestar.static_files import create_static_files_router
from litestar.types import ASGIApp

from openetg.server.checks.manifest import web_folder as web_folder

POLICY = (
    # 'self' is also the WebSocket of the same host and port; a page that was tampered with can send nowhere else.
    "default-src 'self'; connect-src 'self'; img-src 'self' data:; style-src 'self' 'unsafe-inline';"
    " base-uri 'none'; form-action 'self'; object-src 'none'; frame-ancestors 'none'"
)
NO_DOCUMENTS = "The documents are not part of this installation; they stand in the repository."
NOT_BUILT = "The pages are not built yet: run `make web`, then load this page again."


def page_handlers(folder: Path, *, documents: bool) -> list[Any]:
    """Handlers for the files of the pages, or for a hint if none are built; `documents`: the guides beside them too."""
    guides = document_handlers(folder.parent.parent / "docs") if documents else []
    if not (folder / "index.html").is_file():
        return [_not_built(), *guides]
    headers = {"content-security-policy": POLICY, "x-content-type-options": "nosniff", "cache-control": "no-cache"}
    pages = create_static_files_router(path="/", directories=[folder], html_mode=True, after_request=_with(headers))
    return [pages, _promotion_page(folder / "promotions" / "index.html", headers), *guides]


def _promotion_page(page: Path, headers: dict[str, str]) -> Any:
    # Terms are published under an address that stays, so every name below leads to the page; it asks for what it shows.
    places = ["/promotions", "/promotions/{name:str}"]

    @get(places, media_type=MediaType.HTML, sync_to_thread=False, include_in_schema=False)
    def promotion() -> Response[bytes]:
        """The page of all promotions, or of one."""
        if not page.is_file():
            raise NotFoundException
        return Response(page.read_bytes(), headers=headers, media_type=MediaType.HTML)

    return promotion


def document_handlers(folder: Path) -> list[Any]:
    """The guides and references as they stand in the repository, and a list of them."""
    found = {path.relative_to(folder).as_posix(): path for path in sorted(folder.rglob("*.md"))}

    @get("/docs", media_type=MediaType.HTML, sync_to_thread=False, include_in_schema=False)
    def listed() -> Response[str]:
        """Every document by its title."""
        headers = {"content-security-policy": POLICY, "cache-control": "no-cache"}
        return Response(_list_of(found), headers=headers, media_type=MediaType.HTML)

    @get("/docs/{name:path}", media_type=MediaType.TEXT, sync_to_thread=False, include_in_schema=False)
    def document(name: FromPath[str]) -> str:
        """One document, as plain text."""
        # A name that is not on the list is no document, wherever it leads.
        path = found.get(name.removeprefix("/"))
        if path is None:
            raise NotFoundException
        return path.read_text(encoding="utf-8")

    return [listed, document]


def _list_of(found: dict[str, Path]) -> str:
    lines = "".join(
        f'<li><a href="/docs/{escape(name)}">{escape(_title(path))}</a> <small>{escape(name)}</small></li>'
        for name, path in found.items()
    )
    body = f"<ul>{lines}</ul>" if found else f"<p>{NO_DOCUMENTS}</p>"
    look = "body{font:1.05rem/1.7 system-ui,sans-serif;max-width:46rem;margin:2rem auto;padding:0 1rem}"
    head = '<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">'
    shown = f"<title>Documents · OpenETG</title><style>{look}:root{{color-scheme:light dark}}</style>"
    return f'{head}{shown}<h1>Documents</h1>{body}<p><a href="/">Start page</a></p>'


def _title(path: Path) -> str:
    """The first line of a document, as its title."""
    with path.open(encoding="utf-8") as lines:
        return next(lines, "").removeprefix("#").strip() or path.stem


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
    # Without a log of its own: what it has to say goes where the floor's log goes.
    config = uvicorn.Config(
        app, host=host, port=port, log_config=None, log_level="warning", access_log=False, lifespan="off"
    )
    return PageServer(config)
