"""What the browser believes of the HTTP API is what its handlers say: what goes along, what is answered."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from openetg.floor.commands import Sign
from tools import api_types, wire_types

TEXT = api_types.text()


def _address(key: str) -> str:
    found = re.search(rf'  readonly "{re.escape(key)}": {{\n(.*?)\n  }};', TEXT, re.DOTALL)
    assert found is not None, f"no {key}"
    return found[1]


@pytest.mark.slow
def test_the_file_is_what_the_handlers_say() -> None:
    assert api_types.main(["--check"]) == 0, "run `python tools/web.py types`"


@pytest.mark.parametrize(
    ("key", "line"),
    [
        ("GET /api/site", "readonly answer: SiteView;"),
        ("GET /api/tables/{table}/layout", "readonly at: { readonly table: string | number };"),
        ("POST /api/tickets/find", "readonly body: FindTicket;"),
        ("GET /api/evidence/proof", "readonly round?: number"),
        ("POST /api/terminals/pairing-code", "readonly answer: PairingCode | HalfOfCode;"),
        ("POST /api/preview/{act}", "readonly body: unknown;"),
    ],
)
def test_an_address_says_what_it_takes_and_answers(key: str, line: str) -> None:
    assert line in _address(key)


def test_what_is_no_json_is_no_address_of_a_page() -> None:
    assert "/api/forms/" not in TEXT
    assert "/api/commands/" not in TEXT
    assert '"GET /api/evidence/entries"' not in TEXT


def test_what_the_server_leaves_out_may_be_missing() -> None:
    assert "readonly href?: string;" in TEXT, "UNSET is not sent"
    assert "readonly min?: number | null;" in wire_types.interface(Sign, may_omit=False), "nor are defaults"
    assert "export type Laid = readonly [" in TEXT, "an array is no object"


@pytest.mark.slow
def test_a_stale_file_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(api_types, "ROOT", tmp_path)
    monkeypatch.setattr(api_types, "FILE", tmp_path / "api.ts")
    assert api_types.main(["--check"]) == 1
    assert "is stale" in capsys.readouterr().out
    assert api_types.main([]) == 0
    assert api_types.main(["--check"]) == 0
