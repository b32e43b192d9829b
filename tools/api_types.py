"""Writes web/src/wire/api.ts from the handlers of the HTTP API: what each address takes and what it answers.

The app of a floor that is never started is asked for its addresses, and the types of their handlers are the only
source. Called by `tools/web.py types` and `check`. Never adds a type of its own.

    python tools/api_types.py            write the file
    python tools/api_types.py --check    end with exit code 1 if it is not what would be written
"""

from __future__ import annotations

import inspect
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Annotated, Any, get_args, get_origin

from litestar.handlers import HTTPRouteHandler
from litestar.response import File, Response
from msgspec import Struct

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from openetg.floor.state import Floor  # noqa: E402
from openetg.server.acts.line import Running  # noqa: E402
from openetg.server.api.app import make_floor_app  # noqa: E402
from openetg.server.api.office import ApiSettings  # noqa: E402
from openetg.server.guests.exchange import Exchange  # noqa: E402
from openetg.server.plan.floor_plan import House  # noqa: E402
from openetg.server.plan.folder import FloorFolder  # noqa: E402
from openetg.server.writer.writer import Writer  # noqa: E402
from tools import wire_types  # noqa: E402  (run as a script, the root is not on the path)

FILE = wire_types.FOLDER / "api.ts"
HEAD = "// Written by tools/api_types.py from the handlers in src/openetg/server/api. Change their types, not this.\n"
ANY_BODY = frozenset({"POST /api/preview/{act}"})
"""What takes the fields of any act: the pages learn them from the schema of the API."""
NOT_FOR_PAGES = ("/api/commands/", "/api/schema")
"""Pages send commands over their sockets."""
SCHEMA = "/api/schema/openapi.json"


class Address(Struct, frozen=True):
    """One way to ask: the method and the path, what goes along, what comes back."""

    key: str
    at: tuple[str, ...]
    """The names in the path."""
    query: dict[str, tuple[Any, bool]]
    """Per parameter its type, and whether it may be left out."""
    body: Any
    """The type of the body; None = there is none."""
    answers: tuple[Any, ...]
    """One, or one for each status."""
    sentence: str


def main(arguments: list[str]) -> int:
    """Writes the file, or says that it is stale."""
    wanted = text()
    if FILE.is_file() and FILE.read_text(encoding="utf-8") == wanted:
        return 0
    if "--check" in arguments:
        sys.stdout.write(f"{FILE.relative_to(ROOT)} is stale: run tools/web.py types\n")
        return 1
    FILE.write_text(wanted, encoding="utf-8")
    return 0


def text() -> str:
    """The whole file; what the files of the sockets have already is taken from there."""
    addresses = sorted(_addresses(), key=lambda each: each.key)
    answered = _structs(kind for each in addresses for kind in each.answers)
    taken = _structs(kind for each in addresses for kind in (each.body, *(hint for hint, _ in each.query.values())))
    known, every = _known(), list(dict.fromkeys((*answered, *taken)))
    _refuse_two_of_a_name(every)
    parts = [wire_types.interface(kind, may_omit=kind not in answered) for kind in every if kind not in known]
    lines = "".join(_line(each) for each in addresses)
    parts += [f"/** What each address takes and answers. */\nexport interface Addresses {{\n{lines}}}\n"]
    said = "\n".join(parts)
    used = [kind for kind in every if kind in known and _stands_in(said, kind)]
    return "\n".join([HEAD, *_imports(used, known), said])


def _stands_in(said: str, kind: type[Struct]) -> bool:
    return re.search(rf"(?<!\w){kind.__name__}(?=[;,\]\[>) |])", re.sub(r"/\*\*.*?\*/", "", said)) is not None


def _refuse_two_of_a_name(kinds: list[type[Struct]]) -> None:
    places: dict[str, set[str]] = {}
    for kind in kinds:
        places.setdefault(kind.__name__, set()).add(kind.__module__)
    twice = {name: sorted(found) for name, found in places.items() if len(found) > 1}
    assert not twice, f"two types of a name: {twice}"


def _known() -> dict[type[Struct], str]:
    """The types of the sockets' files, and in which one each stands."""
    found: dict[type[Struct], str] = {}
    for file in wire_types.FILES:
        for kind in wire_types.structs(file.directions.values()):
            found.setdefault(kind, file.name)
    return found


def _structs(kinds: Iterator[Any]) -> list[type[Struct]]:
    found: dict[type[Struct], None] = {}
    for kind in kinds:
        wire_types.collect(kind, found)
    return list(found)


def _imports(used: list[type[Struct]], known: dict[type[Struct], str]) -> list[str]:
    parts = []
    for name in dict.fromkeys(known.values()):
        theirs = sorted({kind.__name__ for kind in used if known[kind] == name})
        if theirs:
            names = ",\n  ".join(theirs)
            parts.append(f'import type {{\n  {names},\n}} from "./{name}";\n')
    return parts


def _line(address: Address) -> str:
    """One address; what it does not take is left out."""
    at = "; ".join(f"readonly {name}: string | number" for name in address.at)
    query = "; ".join(
        f"readonly {name}{'?' if may_omit else ''}: {wire_types.typed(hint)}"
        for name, (hint, may_omit) in address.query.items()
    )
    may_omit = "?" if all(may_omit for _, may_omit in address.query.values()) else ""
    answers = dict.fromkeys(wire_types.typed(each) for each in address.answers)
    lines = [f"readonly at: {{ {at} }};"] if at else []
    lines += [f"readonly query{may_omit}: {{ {query} }};"] if query else []
    if address.key in ANY_BODY:
        lines.append("readonly body: unknown;")
    elif address.body is not None:
        lines.append(f"readonly body: {wire_types.typed(address.body)};")
    lines.append(f"readonly answer: {' | '.join(answers)};")
    inner = "".join(f"    {line}\n" for line in lines)
    return f'{wire_types.comment(address.sentence, indent="  ")}  readonly "{address.key}": {{\n{inner}  }};\n'


def _addresses() -> Iterator[Address]:
    """Every address a page may ask for JSON."""
    yield Address(f"GET {SCHEMA}", (), {}, None, (Any,), "What this is, for programs: fields of acts, among others.")
    seen: set[str] = set()
    for path, handler in _handlers():
        address = _address(path, handler)
        if address is not None and address.key not in seen:
            seen.add(address.key)
            yield address


def _handlers() -> Iterator[tuple[str, HTTPRouteHandler]]:
    with TemporaryDirectory() as folder:
        writer = Writer(Floor())
        exchange = Exchange(writer, wake=lambda: None)
        house = House("site", (), ())
        running = Running(writer, exchange, lambda: None, lambda: 0, FloorFolder(Path(folder)), house)
        app = make_floor_app(running, b"", ApiSettings())
        app.close()
        for route in app.litestar.routes:
            for handler in getattr(route, "route_handlers", ()):
                if route.path.startswith("/api/") and not route.path.startswith(NOT_FOR_PAGES):
                    yield route.path, handler


def _address(path: str, handler: HTTPRouteHandler) -> Address | None:
    """What one handler takes and answers; None = no JSON of ours."""
    answers = _answers(handler)
    methods = sorted(handler.http_methods - {"HEAD", "OPTIONS"})
    if not methods or not answers:
        return None
    assert len(methods) == 1, "a handler has one method"
    path = re.sub(r"\{(\w+):\w+\}", r"{\1}", path)
    at = tuple(re.findall(r"\{(\w+)\}", path))
    data = handler.parsed_data_field
    return Address(
        f"{methods[0]} {path}", at, _query(handler, at), None if data is None else data.raw, answers,
        (inspect.getdoc(handler.fn) or ""),
    )  # fmt: skip


def _answers(handler: HTTPRouteHandler) -> tuple[Any, ...]:
    """The types of what is answered when all is well; empty where it is no JSON."""
    kind = handler.parsed_fn_signature.return_type.raw
    if get_origin(kind) is Response:
        kind = get_args(kind)[0]
    if kind is bytes or (inspect.isclass(kind) and issubclass(kind, (Response, File))):
        return ()
    said = handler.responses or {}
    return kind, *(said[status].data_container for status in sorted(said) if status < 300)


def _query(handler: HTTPRouteHandler, at: tuple[str, ...]) -> dict[str, tuple[Any, bool]]:
    found = {}
    for name, parameter in handler.parsed_fn_signature.parameters.items():
        if name in at or name in {"data", "request", "state"}:
            continue
        found[_asked_as(name, parameter.raw)] = parameter.raw, parameter.default is not inspect.Parameter.empty
    return found


def _asked_as(name: str, hint: Any) -> str:
    """What a parameter is called in an address."""
    if get_origin(hint) is Annotated:
        for each in get_args(hint)[1:]:
            name = getattr(each, "query", None) or getattr(each, "name", None) or name
    return name


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
