"""Writes what travels over the sockets of a floor, for people and for programs, from the messages themselves.

    python tools/protocol.py            write docs/reference/sockets.md and src/openetg/wire/asyncapi.json
    python tools/protocol.py --check    end with exit code 1 if one of them is not what would be written

The structs of `openetg.wire` are the only source, with the sentences that stand in them; how a talk goes is said in
`tools/protocol.toml`, whose examples are decoded before they are shown.
"""

from __future__ import annotations

import sys
import tomllib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, get_args

from msgspec import UNSET, Struct, convert, json
from msgspec import inspect as shapes
from msgspec.json import schema_components

from openetg.server.acts.acting import BY_NAME
from openetg.server.api.acts.bodies import field_sentences, sentence_of
from openetg.server.guests import seats, sessions
from openetg.server.guests.consoles import console_room as room
from openetg.server.guests.consoles.sockets import UNREAD_MAX as CONSOLE_UNREAD_MAX
from openetg.server.guests.sockets import UNREAD_MAX
from openetg.wire import codec, console, messages, seat

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs" / "reference" / "sockets.md"
DOCUMENT = ROOT / "src" / "openetg" / "wire" / "asyncapi.json"
WORDS = ROOT / "tools" / "protocol.toml"
SCHEMAS = "#/components/schemas/{name}"

Decode = Callable[[bytes], Struct]
PLAIN: dict[type[shapes.Type], str] = {
    shapes.StrType: "text",
    shapes.IntType: "whole number",
    shapes.BoolType: "true or false",
    shapes.NoneType: "null",
    shapes.FloatType: "number",
    shapes.RawType: "an object",
    shapes.AnyType: "anything",
}
COMMON = {
    "n": "The number of the wish.",
    "seq": "The entry of the journal behind it.",
    "prev": "The `seq` before it.",
    "now_ms": "What the clock of the floor shows.",
    "at_ms": "When it went on record.",
    "protocol": "The protocol the client speaks.",
    "boot": "The life of the client, within which its numbers rise.",
    "view": "The name of the view.",
    "content": "The view, whole.",
    "reason": "One word for programs.",
    "clause": "The clause of the rulebook that says so; empty where none does.",
    "words": "A sentence for people.",
    "details": "What the reason speaks of: a limit, an amount, a name.",
    "own_seq": "The `seq` of its own stream.",
    "table_seq": "The `seq` of its table's stream.",
    "until_ms": "Until when.",
    "act": "The name of a command.",
    "amount": "In cents.",
    "sequence": "The entry at which it came to be so.",
}
"""What a field means where its struct does not say."""


class Line(Struct, frozen=True):
    """One line of an example: who says what."""

    by: str
    """`client` or `floor`."""
    says: str
    """The message as it travels."""


class Said(Struct, frozen=True):
    """What people have to know of a channel besides its messages."""

    title: str
    about: str
    order: tuple[str, ...]
    """How a talk goes, step by step."""
    example: tuple[Line, ...]


class Channel(Struct, frozen=True):
    """A path, and what is said there each way."""

    path: str
    client: str
    """Who connects."""
    asks: Any
    answers: Any
    decode_ask: Decode
    decode_answer: Decode
    largest: int
    per_s: float
    burst: int
    unread_max: int


CHANNELS: dict[str, Channel] = {
    "terminal": Channel(
        "/terminal", "terminal", messages.FromTerminal, messages.ToTerminal, codec.decode_from_terminal,
        codec.decode_to_terminal, messages.LARGEST_MESSAGE, sessions.MESSAGES_PER_S_MAX, sessions.BURST_MAX, UNREAD_MAX,
    ),
    "seat": Channel(
        "/seat", "seat", seat.FromSeat, seat.ToSeat, seat.decode_from_seat, seat.decode_to_seat,
        messages.LARGEST_MESSAGE, seats.MESSAGES_PER_S_MAX, seats.BURST_MAX, UNREAD_MAX,
    ),
    "console": Channel(
        "/console", "console", console.FromConsole, console.ToConsole, console.decode_from_console,
        console.decode_to_console, console.LARGEST_CONSOLE_MESSAGE, room.PER_S, room.BURST, CONSOLE_UNREAD_MAX,
    ),
    "display": Channel(
        "/display", "display", console.FromDisplay, console.ToDisplay, console.decode_from_display,
        console.decode_to_display, console.LARGEST_CONSOLE_MESSAGE, room.PER_S, room.BURST, CONSOLE_UNREAD_MAX,
    ),
}  # fmt: skip


def main(arguments: list[str]) -> int:
    """Writes both files, or with `--check` compares them."""
    stale = 0
    for file, text in ((PAGE, page()), (DOCUMENT, document_text())):
        found = file.read_text(encoding="utf-8") if file.is_file() else ""
        if found == text:
            continue
        if "--check" in arguments:
            sys.stderr.write(f"{file.relative_to(ROOT).as_posix()} is stale: run python tools/protocol.py\n")
            stale = 1
        else:
            file.write_text(text, encoding="utf-8")
    return stale


def words() -> tuple[str, dict[str, Said]]:
    """What is said of the sockets in general, and of each channel."""
    found = tomllib.loads(WORDS.read_text(encoding="utf-8"))
    return str(found.pop("about")), convert(found, dict[str, Said])


def decoded(channel: Channel, line: Line) -> Struct:
    """The message of an example; it must be one."""
    decode = channel.decode_ask if line.by == "client" else channel.decode_answer
    return decode(line.says.encode())


# The page


def page() -> str:
    """The whole page."""
    about, said = words()
    lines = [about, *_contents(said)]
    for name, channel in CHANNELS.items():
        lines += [*_chapter(channel, said[name])]
    lines += ["## Parts of messages", "", "What stands inside the messages above, by name.", ""]
    lines += [line for part in parts() for line in _struct(part, "###", part.__name__)]
    return "\n".join(lines).rstrip() + "\n"


def _contents(said: dict[str, Said]) -> Iterator[str]:
    for name, channel in CHANNELS.items():
        yield f"- [{said[name].title}](#{slug(said[name].title)}): `{channel.path}`"
    yield "- [Parts of messages](#parts-of-messages)"
    yield ""


def _chapter(channel: Channel, said: Said) -> Iterator[str]:
    yield from (f"## {said.title}", "", said.about, "")
    yield from (f"{number}. {step}" for number, step in enumerate(said.order, start=1))
    yield ""
    yield from _limits(channel)
    yield from ("", f"An example; `>` is what the {channel.client} says, `<` what the floor says.", "", "```text")
    for line in said.example:
        decoded(channel, line)
        yield f"{'>' if line.by == 'client' else '<'} {line.says}"
    yield from ("```", "")
    for title, union in ((f"From the {channel.client}", channel.asks), ("From the floor", channel.answers)):
        yield from (f"### {title}, at `{channel.path}`", "")
        for message in get_args(union):
            yield from _struct(message, "####", f"`{tag_of(message)}`")


def _limits(channel: Channel) -> Iterator[str]:
    yield "| limit | |"
    yield "|---|---|"
    yield f"| longest message | {channel.largest} bytes, one whole text frame |"
    yield f"| messages | {channel.burst} at once, then {channel.per_s:g} a second |"
    yield f"| unread | who leaves more than {channel.unread_max} bytes unread is let go |"


def _struct(struct: type[Struct], level: str, title: str) -> Iterator[str]:
    yield from (f"{level} {title}", "", sentence_of(struct), "")
    fields = type_of(struct).fields
    if not fields:
        return
    said = COMMON | field_sentences(struct)
    yield "| field | | what stands there | meaning |"
    yield "|---|---|---|---|"
    for field in fields:
        yield f"| `{field.encode_name}` | {_need(field)} | {words_of(field.type)} | {said.get(field.name, '')} |"
    yield ""


def _need(field: shapes.Field) -> str:
    if field.required:
        return "always"
    if isinstance(field.default, str | int | None) and field.default not in ("", None):
        return f"else `{str(field.default).lower()}`"
    return "may be left out"


def words_of(shape: shapes.Type) -> str:
    """What may stand somewhere, for a person."""
    if isinstance(shape, shapes.Metadata):
        return words_of(shape.type)
    if type(shape) in PLAIN:
        return PLAIN[type(shape)]
    if isinstance(shape, shapes.StructType):
        return f"[{shape.cls.__name__}](#{slug(shape.cls.__name__)})"
    if isinstance(shape, shapes.UnionType):
        return " or ".join(words_of(each) for each in shape.types)
    if isinstance(shape, shapes.DictType):
        return f"an object: for each name, {words_of(shape.value_type)}"
    if isinstance(shape, shapes.VarTupleType | shapes.ListType | shapes.SetType | shapes.FrozenSetType):
        return f"list of {words_of(shape.item_type)}"
    if isinstance(shape, shapes.TupleType):
        return f"[{', '.join(words_of(each) for each in shape.item_types)}]"
    if isinstance(shape, shapes.EnumType):
        return "one of " + ", ".join(f"`{member.value}`" for member in shape.cls)
    if isinstance(shape, shapes.LiteralType):
        return "one of " + ", ".join(f"`{value}`" for value in shape.values)
    raise AssertionError(f"no words for {shape!r}")


def tag_of(struct: type[Struct]) -> str:
    """The `type` of a message."""
    return str(type_of(struct).tag)


def type_of(struct: type[Struct]) -> shapes.StructType:
    """What msgspec knows of a struct."""
    found = shapes.type_info(struct)
    assert isinstance(found, shapes.StructType), struct
    return found


def every_message() -> list[type[Struct]]:
    """Every message of every channel, each once."""
    listed = [
        message for each in CHANNELS.values() for union in (each.asks, each.answers) for message in get_args(union)
    ]
    return list(dict.fromkeys(listed))


def parts() -> list[type[Struct]]:
    """Every struct inside a message, in the order in which they are met, each once."""
    found: dict[type[Struct], None] = {}
    for message in every_message():
        for field in type_of(message).fields:
            _collect(field.type, found)
    return list(found)


def _collect(shape: shapes.Type, found: dict[type[Struct], None]) -> None:
    if isinstance(shape, shapes.StructType):
        if shape.cls not in found:
            found[shape.cls] = None
            for field in shape.fields:
                _collect(field.type, found)
        return
    inner = [getattr(shape, name, None) for name in ("type", "item_type", "key_type", "value_type")]
    for each in (*inner, *getattr(shape, "types", ()), *getattr(shape, "item_types", ())):
        if isinstance(each, shapes.Type):
            _collect(each, found)


def slug(heading: str) -> str:
    """The anchor of a heading, as Sphinx and code hosts make it."""
    return "".join(letter for letter in heading.lower().replace(" ", "-") if letter.isalnum() or letter in "-_")


# The document


def document_text() -> str:
    """The AsyncAPI document as it is stored."""
    return json.format(json.encode(document()), indent=1).decode() + "\n"


def document() -> dict[str, Any]:
    """The AsyncAPI document. It speaks for the floor: what it receives, and what it sends."""
    about, said = words()
    _, schemas = schema_components(every_message(), ref_template=SCHEMAS)
    schemas["Act"]["properties"]["act"]["enum"] = sorted(BY_NAME)
    return {
        "asyncapi": "3.0.0",
        "info": {"title": "OpenETG sockets", "version": str(messages.PROTOCOL), "description": _plain(about)},
        "defaultContentType": "application/json",
        "servers": {"floor": {"host": "127.0.0.1:8400", "protocol": "ws", "description": "wss with a certificate."}},
        "channels": {name: _channel(channel, said[name]) for name, channel in CHANNELS.items()},
        "operations": dict(operation for name, each in CHANNELS.items() for operation in _operations(name, each)),
        "components": {"messages": {each.__name__: _message(each) for each in every_message()}, "schemas": schemas},
    }


def _plain(about: str) -> str:
    """The paragraphs behind the heading."""
    return "\n\n".join(part for part in about.strip().split("\n\n") if not part.startswith(("#", "<!--")))


def _channel(channel: Channel, said: Said) -> dict[str, Any]:
    listed = [*get_args(channel.asks), *get_args(channel.answers)]
    return {
        "address": channel.path,
        "title": said.title,
        "description": " ".join([said.about, *said.order]),
        "messages": {each.__name__: {"$ref": f"#/components/messages/{each.__name__}"} for each in listed},
    }


def _operations(name: str, channel: Channel) -> Iterator[tuple[str, dict[str, Any]]]:
    for action, way, union in (("receive", "from", channel.asks), ("send", "to", channel.answers)):
        listed = [{"$ref": f"#/channels/{name}/messages/{each.__name__}"} for each in get_args(union)]
        operation = {"action": action, "channel": {"$ref": f"#/channels/{name}"}, "messages": listed}
        yield f"{way}_{name}", operation


def _message(struct: type[Struct]) -> dict[str, Any]:
    examples = [
        {"payload": json.decode(line.says)}
        for name, each in words()[1].items()
        for line in each.example
        if type(decoded(CHANNELS[name], line)) is struct
    ]
    message = {
        "name": tag_of(struct),
        "title": struct.__name__,
        "summary": sentence_of(struct),
        "payload": {"$ref": SCHEMAS.format(name=struct.__name__)},
        "examples": examples or UNSET,
    }
    return {key: value for key, value in message.items() if value is not UNSET}


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
