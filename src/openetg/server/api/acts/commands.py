"""One address for each command that people may send, made from the types of the commands.

The sender and the role are filled in by `access.acts`; the number in `Idempotency-Key` makes it the same order
when it is sent again, also to a server that has started anew. What is answered is on record.
"""

from __future__ import annotations

from typing import Annotated, Any

from litestar import Response, post
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import HeaderParameter, JSONBody
from msgspec import DecodeError, Struct, ValidationError, json, to_builtins

from openetg.floor.commands import Command, Order
from openetg.floor.core.answers import Stale
from openetg.floor.core.refusals import Reason, Refusal
from openetg.floor.state import Answer
from openetg.server.access.logins import Identity
from openetg.server.acts.acting import LARGEST_NUMBER, TooManyWait, cut_off, facts_of, prepare
from openetg.server.acts.acts import SENDABLE
from openetg.server.acts.line import Told
from openetg.server.acts.second_person import HeldAct, shown
from openetg.server.api.acts.bodies import body_of, path_of, sentence_of, values_of
from openetg.server.api.guard import who_asks
from openetg.server.api.office import Office
from openetg.server.api.problems import MEDIA_TYPE, Asked, Problem, edge, of_floor, of_reason
from openetg.wire.console import Fact

KEY_PATTERN = r"^[1-9][0-9]{0,15}\.[1-9][0-9]{0,15}$"
KEY_WORDS = (
    "The number of this order: the `boot` of your login, a point, and a number that rises with each order of the login."
    " Sent again, it is the same order and gets the same answer."
)


class Done(Struct, frozen=True):
    """It is on record."""

    sequence: int
    """The entry it is on record in."""
    at_ms: int
    """When; zero where the answer is an earlier one."""
    facts: tuple[Fact, ...]
    """What followed; empty if the answer is an earlier one."""
    repeated: bool = False
    """Whether this number was answered before."""


class ToConfirm(Struct, frozen=True):
    """It waits until a second person has confirmed it."""

    confirmation: str
    act: str
    first: str
    until_ms: int
    digest: str
    """The hash over the act, which goes on record with the second person."""
    fields: dict[str, Any]
    """The act, without its private texts."""


class HalfOfCode(ToConfirm, frozen=True):
    """A code is made by two people, and waits for the second one."""

    part: str
    """The half of the requester; the second person gets the other, and the two together are the code."""


def problems(*numbers: int) -> dict[int, ResponseSpec]:
    """The refusals a handler may answer with, for OpenAPI."""
    said = ResponseSpec(Problem, generate_examples=False, description="Why not.", media_type=MEDIA_TYPE)
    return dict.fromkeys(numbers, said)


ALWAYS = (400, 401, 403, 404, 405, 413, 415, 421, 429, 500, 503)
"""What any request may be answered with."""


def command_handlers(office: Office) -> list[Any]:
    """A handler for each command that people may send."""
    return [_handler(office, kind) for kind in sorted(SENDABLE, key=lambda each: each.__name__)]


def _handler(office: Office, kind: type[Command]) -> Any:
    body = body_of(kind)

    async def act(data: Any, key: str, request: Asked) -> Response[Any]:
        del data  # it only declares the body; the strict reading below is used
        who = who_asks(request)
        number = _number(key, who)
        return await sent(office, who, number, kind, values_of(kind, await strictly(request, body)))

    act.__name__ = path_of(kind).replace("-", "_")
    act.__annotations__ = {
        "data": JSONBody[body],  # type: ignore[misc, valid-type]
        "key": Annotated[str, HeaderParameter(name="Idempotency-Key", pattern=KEY_PATTERN, description=KEY_WORDS)],
        "request": Asked,
        "return": Response[Done],
    }
    waits = ResponseSpec(ToConfirm, generate_examples=False, description="A second person has to confirm it.")
    return post(
        f"/api/commands/{path_of(kind)}",
        status_code=200,
        tags=["commands"],
        summary=sentence_of(kind),
        operation_id=kind.__name__,
        responses={202: waits, **problems(*ALWAYS, 409, 422)},
    )(act)


async def strictly(request: Asked, body: type[Struct]) -> Any:
    """The body of a request, read as it stands: a number in quotes is no number."""
    try:
        return json.decode(await request.body(), type=body)
    except ValidationError as wrong:
        raise edge("malformed", str(wrong)) from None
    except (DecodeError, UnicodeDecodeError, RecursionError):
        raise edge("malformed", "expected JSON") from None


def _number(key: str, who: Identity) -> int:
    boot, _, number = key.partition(".")
    if max(int(boot), int(number)) > LARGEST_NUMBER:
        raise edge("malformed", f"a number lies between 1 and {LARGEST_NUMBER}")
    if int(boot) != who.login.boot:
        raise edge("stale")
    return int(number)


async def sent(
    office: Office, who: Identity, number: int, kind: type[Command], values: dict[str, Any]
) -> Response[Any]:
    """What is answered to a person's command, once it is on record or waits for a second person."""
    prepared = prepare(office.line, office.seconds, who, number, kind, values)
    if isinstance(prepared, Refusal):
        raise of_floor(prepared)
    if isinstance(prepared, TooManyWait):
        raise edge("busy", wait_ms=1_000)
    if isinstance(prepared, HeldAct):
        return Response(to_confirm(prepared), status_code=202)
    return Response(done(await office.line.ask(prepared), office, prepared), status_code=200)


def to_confirm(waiting: HeldAct) -> ToConfirm:
    """An act that waits, as it is shown."""
    act = to_builtins(shown(waiting.sealed))
    assert isinstance(act, dict), "a command is an object"
    name = act.pop("type")
    return ToConfirm(
        confirmation=waiting.name,
        act=name,
        first=waiting.first,
        until_ms=waiting.until_ms,
        digest=waiting.digest,
        fields=act,
    )


def done(told: Told, office: Office, order: Order) -> Done:
    """The answer to an order on record; raises the floor's refusal."""
    if isinstance(told, Stale):
        raise edge("stale")
    if isinstance(told, Answer):
        if told.reason:
            raise of_reason(Reason(told.reason), told.clause)
        return Done(told.sequence, 0, (), repeated=True)
    if isinstance(told.verdict, Refusal):
        raise of_floor(told.verdict)
    cut_off(office.line, told)
    assert type(told.order.command) is type(order.command), "an answer is to what was asked"
    return Done(told.sequence, told.at_ms, facts_of(told.verdict))
