"""The page and the document of the sockets say what the messages say: current, complete, and each reference leads."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, get_args

import jsonschema_rs
import pytest
from msgspec import json

from openetg.floor.core.refusals import Reason
from openetg.wire.codec import Malformed
from tools import protocol

DOCUMENT: dict[str, Any] = json.decode(protocol.DOCUMENT.read_bytes())
EDGE_REASONS = {"", "not_for_you", "logged_out"}


def references(value: Any) -> Iterator[str]:
    if isinstance(value, dict):
        if isinstance(value.get("$ref"), str):
            yield value["$ref"]
        for each in value.values():
            yield from references(each)
    elif isinstance(value, list):
        for each in value:
            yield from references(each)


def found(reference: str) -> Any:
    place: Any = DOCUMENT
    for word in reference.removeprefix("#/").split("/"):
        place = place[word]
    return place


@pytest.mark.slow
def test_page_and_document_are_what_the_messages_say(capsys: pytest.CaptureFixture[str]) -> None:
    assert protocol.main(["--check"]) == 0, capsys.readouterr().err


def test_every_reference_leads_somewhere() -> None:
    listed = list(references(DOCUMENT))
    assert len(listed) > 200
    for reference in listed:
        assert isinstance(found(reference), dict), reference


def test_the_document_has_the_form_of_asyncapi_3() -> None:
    assert DOCUMENT["asyncapi"] == "3.0.0"
    assert {"title", "version"} <= set(DOCUMENT["info"])
    assert set(DOCUMENT["channels"]) == {"terminal", "seat", "console", "display"}
    for name, channel in DOCUMENT["channels"].items():
        assert channel["address"] == f"/{name}"
        for message in channel["messages"].values():
            assert re.fullmatch(r"#/components/messages/\w+", message["$ref"])
    for operation in DOCUMENT["operations"].values():
        assert operation["action"] in {"send", "receive"}
        own = found(operation["channel"]["$ref"])["messages"]
        for message in operation["messages"]:
            assert message["$ref"].startswith(operation["channel"]["$ref"] + "/messages/")
            assert message["$ref"].rpartition("/")[2] in own
    for message in DOCUMENT["components"]["messages"].values():
        assert {"name", "title", "summary", "payload"} <= set(message)


def test_every_message_of_every_channel_is_in_both() -> None:
    page = protocol.PAGE.read_text(encoding="utf-8")
    for name, channel in protocol.CHANNELS.items():
        for way, union in (("from", channel.asks), ("to", channel.answers)):
            listed = {each["$ref"].rpartition("/")[2] for each in DOCUMENT["operations"][f"{way}_{name}"]["messages"]}
            assert listed == {message.__name__ for message in get_args(union)}
            for message in get_args(union):
                assert f"#### `{protocol.tag_of(message)}`" in page


def test_within_one_way_of_a_channel_no_type_stands_for_two_messages() -> None:
    for channel in protocol.CHANNELS.values():
        for union in (channel.asks, channel.answers):
            tags = [protocol.tag_of(message) for message in get_args(union)]
            assert len(tags) == len(set(tags))


EXAMPLES = [(name, line) for name, said in protocol.words()[1].items() for line in said.example]


@pytest.mark.parametrize(("name", "line"), EXAMPLES)
def test_examples_are_messages_without_a_word_too_many(name: str, line: protocol.Line) -> None:
    message = protocol.decoded(protocol.CHANNELS[name], line)
    said = json.decode(line.says)
    assert set(said) - {"type"} <= set(message.__struct_fields__)
    whole = json.decode(json.encode(message))
    assert {key: whole[key] for key in said} == said
    if "reason" in said:
        assert said["reason"] in {reason.value for reason in Reason} | EDGE_REASONS


@pytest.mark.parametrize(("name", "line"), EXAMPLES)
def test_examples_fit_their_schema(name: str, line: protocol.Line) -> None:
    message = protocol.decoded(protocol.CHANNELS[name], line)
    schema = {"$ref": f"#/components/schemas/{type(message).__name__}", "components": DOCUMENT["components"]}
    jsonschema_rs.validate(schema, json.decode(line.says))


def test_an_example_that_is_no_message_is_noticed() -> None:
    with pytest.raises(Malformed):
        protocol.decoded(protocol.CHANNELS["console"], protocol.Line("client", '{"type":"act","n":"1"}'))


def test_every_link_of_the_page_leads_somewhere() -> None:
    page = protocol.PAGE.read_text(encoding="utf-8")
    anchors = {protocol.slug(heading.strip("`")) for heading in re.findall(r"^#+ (.+)$", page, re.MULTILINE)}
    links = re.findall(r"\]\(#([^)]+)\)", page)
    assert links
    assert set(links) <= anchors
