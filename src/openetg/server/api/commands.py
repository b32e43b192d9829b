"""One address for each command that people may send, made from the types of the commands.

Who sends it and in which role is filled in by `access.acts`; the number in `Idempotency-Key` makes it the same order
when it is sent again, also to a server that has started anew. What is answered is on record.
"""

from __future__ import annotations

from typing import Annotated, Any

from litestar import Response, post
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import HeaderParameter, JSONBody
from msgspec import DecodeError, Struct, ValidationError, json, to_builtins

from openetg.floor.commands import Command, Order
from openetg.floor.decide import Stale, decide, earlier_answer
from openetg.floor.refusals import Reason, Refusal
from openetg.floor.state import Answer
from openetg.server.access.acts import SENDABLE, admit
from openetg.server.access.line import Told
from openetg.server.access.logins import Identity
from openetg.server.access.seconds import Waiting, shown
from openetg.server.api.bodies import body_of, path_of, sentence_of, values_of
from openetg.server.api.desk import Desk
from openetg.server.api.guard import who_asks
from openetg.server.api.problems import MEDIA_TYPE, Asked, Problem, edge, of_floor, of_reason
from openetg.server.sessions import Session
from openetg.server.writer import Decided

KEY_PATTERN = r"^[1-9][0-9]{0,15}\.[1-9][0-9]{0,15}$"
KEY_WORDS = (
    "The number of this order: the `boot` of your login, a point, and a number that rises with each order of the login."
    " Sent again, it is the same order and gets the same answer."
)
NAMING = ("table", "terminal", "round", "case", "payout", "breach", "dispute", "claim", "player", "person")
"""What of a fact says what it is about."""
LARGEST_KEY = 2**53 - 1


class Fact(Struct, frozen=True):
    """Something that followed."""

    type: str
    """The name of the event."""
    clause: str
    """The clause by which it followed."""
    about: dict[str, str | int]
    """Table, terminal, and the numbers that were given to what came of it."""


class Done(Struct, frozen=True):
    """It is on record."""

    sequence: int
    """The entry it is on record in."""
    at_ms: int
    """When; zero where the answer is an earlier one."""
    facts: tuple[Fact, ...]
    """What followed; none where the answer is an earlier one."""
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


def problems(*numbers: int) -> dict[int, ResponseSpec]:
    """The ways in which something may be refused, for OpenAPI."""
    said = ResponseSpec(Problem, generate_examples=False, description="Why not.", media_type=MEDIA_TYPE)
    return dict.fromkeys(numbers, said)


ALWAYS = (400, 401, 403, 404, 405, 413, 415, 421, 429, 500, 503)
"""What any request may be answered with."""


def command_handlers(desk: Desk) -> list[Any]:
    """A handler for each command that people may send."""
    return [_handler(desk, kind) for kind in sorted(SENDABLE, key=lambda each: each.__name__)]


def _handler(desk: Desk, kind: type[Command]) -> Any:
    body = body_of(kind)

    async def act(data: Any, key: str, request: Asked) -> Response[Any]:
        del data  # it says what the body is; what counts is the strict reading below
        who = who_asks(request)
        number = _number(key, who)
        return await sent(desk, who, number, kind, values_of(kind, await strictly(request, body)))

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
    except (DecodeError, RecursionError):
        raise edge("malformed", "expected JSON") from None


def _number(key: str, who: Identity) -> int:
    boot, _, number = key.partition(".")
    if max(int(boot), int(number)) > LARGEST_KEY:
        raise edge("malformed", f"a number lies between 1 and {LARGEST_KEY}")
    if int(boot) != who.login.boot:
        raise edge("stale")
    return int(number)


async def sent(desk: Desk, who: Identity, number: int, kind: type[Command], values: dict[str, Any]) -> Response[Any]:
    """What is answered to a person's command, once it is on record or waits for a second person."""
    line = desk.line
    admitted = admit(line, who.person, kind, values)
    if isinstance(admitted, Refusal):
        raise of_floor(admitted)
    order = Order(who.sender, who.login.boot, number, admitted.command)
    is_new = earlier_answer(line.floor.senders, order) is None
    if is_new and desk.seconds.wants(line.floor, admitted.sealed):
        # Nobody is called for something that is refused anyway; and it must not be sent, since that may change.
        verdict = decide(line.floor, admitted.sealed, line.now_ms())
        if isinstance(verdict, Refusal):
            raise of_floor(verdict)
        waiting = desk.seconds.put(who.person, order, admitted.sealed, line.now_ms())
        if waiting is None:
            raise edge("busy", wait_ms=1_000)
        return Response(to_confirm(waiting), status_code=202)
    return Response(done(await line.ask(order), desk, order), status_code=200)


def to_confirm(waiting: Waiting) -> ToConfirm:
    """An act that waits, as it is shown."""
    act = to_builtins(shown(waiting.command))
    assert isinstance(act, dict), "a command is an object"
    name = act.pop("type")
    return ToConfirm(waiting.name, name, waiting.first, waiting.until_ms, waiting.digest, act)


def done(told: Told, desk: Desk, order: Order) -> Done:
    """What is told of an order; raises the floor's no."""
    if isinstance(told, Stale):
        raise edge("stale")
    if isinstance(told, Answer):
        if told.reason:
            raise of_reason(Reason(told.reason), told.clause)
        return Done(told.sequence, 0, (), repeated=True)
    if isinstance(told.verdict, Refusal):
        raise of_floor(told.verdict)
    _cut_off(desk, told)
    facts = tuple(_fact(event) for event in told.verdict)
    assert told.order.sender == order.sender, "an answer is for the one who asked"
    return Done(told.sequence, told.at_ms, facts)


def _fact(event: Any) -> Fact:
    about = {name: value for name in NAMING if isinstance(value := getattr(event, name, None), str | int) and value}
    return Fact(type(event).__name__, str(getattr(event, "clause", "")), about)


def _cut_off(desk: Desk, told: Decided) -> None:
    """A terminal whose key is worth nothing any more is let go at once."""
    name = getattr(told.order.command, "terminal", "")
    if type(told.order.command).__name__ != "UnpairTerminal":
        return
    for listener in desk.line.running.exchange.listeners:
        if listener.terminal == name and isinstance(listener, Session):
            listener.end("unpaired", "this terminal is not paired any more; call an attendant")
