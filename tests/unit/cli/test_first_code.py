"""The code for the first password of a floor: said to a person at a terminal, and kept out of what is kept."""

from __future__ import annotations

import stat
from pathlib import Path

import pytest

from openetg.cli.floor import run


def test_under_a_service_manager_the_code_goes_into_a_file_of_the_floors_own_user(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdout.isatty", lambda: True)
    monkeypatch.setenv("INVOCATION_ID", "5c1a")
    run._whisper(tmp_path)("the code is ABCD-EFGH")
    path = tmp_path / "first-code"
    assert path.read_text() == "the code is ABCD-EFGH\n"
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    said = capsys.readouterr().out
    assert "ABCD" not in said
    assert str(path) in said


def test_without_a_terminal_it_is_not_said_either(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run._whisper(tmp_path)("the code is ABCD-EFGH")
    assert "ABCD" not in capsys.readouterr().out


def test_a_person_at_a_terminal_is_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdout.isatty", lambda: True)
    for name in run.KEPT_OUTPUT:
        monkeypatch.delenv(name, raising=False)
    run._whisper(tmp_path)("the code is ABCD-EFGH")
    assert "ABCD-EFGH" in capsys.readouterr().out
    assert not (tmp_path / "first-code").exists()
