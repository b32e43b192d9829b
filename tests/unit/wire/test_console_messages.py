"""Messages of consoles and displays: closed sets, strict types, and nothing that is read as something else."""

from __future__ import annotations

from typing import Any, get_args

import pytest

from openetg.wire import console
from openetg.wire.codec import Malformed
from openetg.wire.console import (
    Act,
    ConsoleHello,
    DisplayHello,
    Watch,
    decode_from_console,
    decode_from_display,
    decode_to_console,
    decode_to_display,
)
from openetg.wire.messages import Message, Ping

UNIONS = (console.FromConsole, console.ToConsole, console.FromDisplay, console.ToDisplay)


def test_every_message_goes_some_way() -> None:
    listed = {kind for union in UNIONS for kind in get_args(union)}
    assert {kind for kind in Message.__subclasses__() if kind.__module__ == console.__name__} <= listed


def test_a_message_is_what_it_says() -> None:
    assert decode_from_console(b'{"type":"hello","protocol":1}') == ConsoleHello(1, None, {})
    assert decode_from_display(b'{"type":"hello","protocol":1,"table":"A"}') == DisplayHello(1, "A", -1)
    assert decode_from_console(b'{"type":"watch","view":"me","new":[1]}') == Watch("me", -1), (
        "a newer page may say more"
    )
    assert decode_from_console(b'{"type":"ping","at":3}') == Ping(3)
    act = decode_from_console(b'{"type":"act","n":7,"act":"VoidRound","fields": {"table": "A"} }')
    assert isinstance(act, Act)
    assert bytes(act.fields) == b'{"table": "A"}', "read later, by the type of the command"


@pytest.mark.parametrize("more", [b"", b',"x":"\xff"', b',"x":{"\xff":1}', b',"x":[["' + b"y" * 999 + b'"]]'])
def test_what_a_console_says_twice_is_no_message_whatever_else_is_in_it(more: bytes) -> None:
    for fields in (b'{"table":"A","table":"B"}', b'{"table":"A","t\\u0061ble":"B"}', b'{"a":[{"b":1,"b":1}]}'):
        data = b'{"type":"act","n":7,"act":"VoidRound","fields":' + fields + more + b"}"
        with pytest.raises(Malformed, match="each key once"):
            decode_from_console(data)


@pytest.mark.parametrize("decode", [decode_from_console, decode_to_console, decode_from_display, decode_to_display])
@pytest.mark.parametrize(
    "data",
    [b"", b"null", b"[]", b"{}", b'{"type":"place"}', b'{"type":7}', b"\xff", b"[" * 10_000, b'{"type":"hello"}'],
)
def test_what_is_no_message_is_said_in_words(decode: Any, data: bytes) -> None:
    with pytest.raises(Malformed) as said:
        decode(data)
    assert str(said.value)
