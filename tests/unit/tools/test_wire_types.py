"""The types of the browser are what the Python messages say: current, closed, each message told apart by its type."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import get_args

import pytest
from msgspec import Struct

from openetg.devices.wheel.signals import FaultCode
from openetg.floor.core.refusals import Reason, sentence
from openetg.floor.rounds.automatic import EARLY_REST
from openetg.rulebook.schema.policies import Cause
from openetg.wire import messages
from tools import wire_types

TEXT = wire_types.text()
ENGLISH = wire_types.ROOT / "web" / "src" / "texts" / "en" / "words.ts"
FLOOR = wire_types.ROOT / "src" / "openetg" / "floor"
GIVES_CAUSE = {"VoidGround", "RoundHeld", "device_fault"}
"""What is called with the cause of a round that is void or held."""


@pytest.mark.slow
def test_the_file_is_what_the_messages_say() -> None:
    assert wire_types.main(["--check"]) == 0, "run `python tools/web.py types`"


@pytest.mark.parametrize("message", [*get_args(messages.FromTerminal), *get_args(messages.ToTerminal)])
def test_every_message_is_told_apart_by_its_type(message: type[Struct]) -> None:
    body = re.search(rf"export interface {message.__name__} {{\n(.*?)\n}}", TEXT, re.DOTALL)
    assert body is not None
    assert f'readonly type: "{message.__struct_config__.tag}";' in body[1]
    assert all(f" {name}" in body[1] for name in message.__struct_fields__)


def test_every_reason_is_known_to_the_browser() -> None:
    assert all(f'  "{reason.value}",\n' in TEXT for reason in Reason)
    assert all(f'  {reason.value}: "{sentence(reason)}",\n' in TEXT for reason in Reason)


def test_every_cause_of_a_rulebook_is_known_to_the_browser() -> None:
    assert all(f'  "{cause.value}",\n' in TEXT for cause in Cause)


def _own_causes() -> Iterator[str]:
    """The causes that stand as plain words in the code of the floor."""
    for file in FLOOR.rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in GIVES_CAUSE:
                given = [*node.args, *(each.value for each in node.keywords if each.arg == "cause")]
                yield from (str(each.value) for each in given if isinstance(each, ast.Constant) and each.value)


@pytest.mark.slow
def test_players_are_told_every_cause_in_words() -> None:
    causes = {*_own_causes(), EARLY_REST, *FaultCode, *(cause.value for cause in Cause)}
    assert {"no-launch", "system-fault"} < causes, "the floor is read"
    told = ENGLISH.read_text(encoding="utf-8")
    assert [cause for cause in sorted(causes) if not re.search(rf'^  "?{cause}"?: "[A-Z]', told, re.MULTILINE)] == []


def test_a_default_may_be_left_out_by_the_terminal_only() -> None:
    assert "readonly own_seen?: number;" in TEXT
    assert "readonly trimmed: string;" in TEXT


@pytest.mark.slow
def test_a_stale_file_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(wire_types, "ROOT", tmp_path)
    monkeypatch.setattr(wire_types, "FOLDER", tmp_path / "web")
    assert wire_types.main(["--check"]) == 1
    assert "is stale" in capsys.readouterr().out
    assert wire_types.main([]) == 0
    assert wire_types.main(["--check"]) == 0


def test_a_type_nobody_has_thought_of_is_an_error() -> None:
    with pytest.raises(TypeError, match="no TypeScript is known"):
        wire_types.typed(bytes)
