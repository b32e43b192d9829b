"""The page of promotions: under its own address, and under that of every promotion, whatever its name."""

from __future__ import annotations

from pathlib import Path

import pytest
from litestar import Litestar
from litestar.testing import TestClient

from openetg.server.front.pages import POLICY, page_handlers


def served(folder: Path) -> TestClient[Litestar]:
    (folder / "index.html").write_text("start")
    return TestClient(Litestar(page_handlers(folder, documents=True)))


@pytest.mark.parametrize("path", ["/promotions", "/promotions/", "/promotions/spring", "/promotions/spring?version=2"])
def test_terms_are_read_under_an_address_that_stays(tmp_path: Path, path: str) -> None:
    (tmp_path / "promotions").mkdir()
    (tmp_path / "promotions" / "index.html").write_text("terms")
    with served(tmp_path) as browser:
        answer = browser.get(path)
        assert (answer.status_code, answer.text) == (200, "terms")
        assert answer.headers["content-type"].startswith("text/html")
        assert answer.headers["content-security-policy"] == POLICY
        assert browser.get("/").text == "start"


@pytest.mark.parametrize("path", ["/promotions/spring", "/promotions/a/b"])
def test_without_the_page_there_is_nothing_there(tmp_path: Path, path: str) -> None:
    with served(tmp_path) as browser:
        assert browser.get(path).status_code == 404
