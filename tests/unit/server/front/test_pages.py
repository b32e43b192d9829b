"""Pages and documents: what is listed is served, what is not listed is not there."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from litestar import Litestar
from litestar.testing import TestClient

from openetg.server.api.guard import Guard
from openetg.server.api.office import ApiSettings
from openetg.server.front.pages import NO_DOCUMENTS, NOT_BUILT, document_handlers, page_handlers

ROOT = Path(__file__).parents[4]


@pytest.fixture
def place(tmp_path: Path) -> Path:
    """A repository with two documents and a secret beside them."""
    (tmp_path / "docs" / "guides").mkdir(parents=True)
    (tmp_path / "docs" / "guides" / "a.md").write_text("# How to <begin>\n\nText.\n", encoding="utf-8")
    (tmp_path / "docs" / "b.md").write_text("# Other\n", encoding="utf-8")
    (tmp_path / "secret.md").write_text("# Secret\n", encoding="utf-8")
    (tmp_path / "docs" / "keys.txt").write_text("not a document", encoding="utf-8")
    return tmp_path


def test_documents_are_listed_by_title_and_served_as_text(place: Path) -> None:
    with TestClient(Litestar(document_handlers(place / "docs"))) as client:
        listed = client.get("/docs")
        assert "How to &lt;begin&gt;" in listed.text
        assert 'href="/docs/b.md"' in listed.text
        assert "default-src 'self'" in listed.headers["content-security-policy"]
        shown = client.get("/docs/guides/a.md")
        assert shown.text == "# How to <begin>\n\nText.\n"
        assert shown.headers["content-type"].startswith("text/plain")


@pytest.mark.parametrize("name", ["../secret.md", "%2e%2e/secret.md", "keys.txt", "guides", "/etc/passwd"])
def test_what_is_not_listed_is_not_there(place: Path, name: str) -> None:
    with TestClient(Litestar(document_handlers(place / "docs"))) as client:
        assert client.get(f"/docs/{name}").status_code == 404


def test_without_documents_and_without_a_build_it_says_so(tmp_path: Path) -> None:
    with TestClient(Litestar(page_handlers(tmp_path / "web" / "dist", documents=True))) as client:
        assert client.get("/").text == NOT_BUILT
        assert NO_DOCUMENTS in client.get("/docs").text


def test_pages_are_served_by_folder_with_their_policy(tmp_path: Path) -> None:
    dist = tmp_path / "web" / "dist"
    (dist / "console").mkdir(parents=True)
    (dist / "index.html").write_text("start", encoding="utf-8")
    (dist / "console" / "index.html").write_text("console", encoding="utf-8")
    with TestClient(Litestar(page_handlers(dist, documents=True))) as client:
        assert client.get("/").text == "start"
        shown = client.get("/console/")
        assert shown.text == "console"
        assert shown.headers["x-content-type-options"] == "nosniff"
        policy = [each.strip() for each in shown.headers["content-security-policy"].split(";")]
        assert {"default-src 'self'", "connect-src 'self'", "base-uri 'none'", "form-action 'self'"} <= set(policy)
        assert {"object-src 'none'", "frame-ancestors 'none'"} <= set(policy)


@pytest.mark.parametrize("path", ["/%00", "/console/%00", "/" + "x" * 300, "/console/" + "%C3%A9" * 130])
def test_a_path_the_disk_would_not_take_is_no_page(tmp_path: Path, path: str) -> None:
    (tmp_path / "index.html").write_text("start", encoding="utf-8")
    pages = Litestar(page_handlers(tmp_path, documents=True))
    guard = Guard(pages, None, ApiSettings(), now_ms=lambda: 0)  # type: ignore[arg-type]
    with TestClient(guard, base_url="http://127.0.0.1", raise_server_exceptions=False) as client:
        assert client.get("/").text == "start"
        assert client.get(path).status_code == 404


def test_no_page_makes_a_document_or_a_program_out_of_text() -> None:
    """What somebody wrote is shown as text, wherever it is shown."""
    makes = re.compile(r"\{@html|innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\(|new Function\(")
    sources = [path for path in (ROOT / "web" / "src").rglob("*") if path.suffix in {".svelte", ".ts"}]
    assert len(sources) > 100
    assert [str(path) for path in sources if makes.search(path.read_text(encoding="utf-8"))] == []
