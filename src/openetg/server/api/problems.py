"""A refusal in one shape: problem+json with the reason, the clause and a sentence, from every part of the API.

What the floor refuses keeps its reason; what is refused before it comes to the floor has a reason of its own, from the
list below. It must never show what was sent, since that may be a secret, nor what went wrong inside.
"""

from __future__ import annotations

import logging
from http import HTTPStatus
from typing import Any, TypeAlias

from litestar import Request, Response
from litestar.exceptions import HTTPException
from msgspec import Struct, field, json

from openetg.floor.core.refusals import Reason, Refusal, sentence
from openetg.keys.signing import KeyProblem
from openetg.server.access.proving import Denied, SecondNeeded
from openetg.server.acts.line import NoAnswer, TurnedAway

MEDIA_TYPE = "application/problem+json"
Asked: TypeAlias = Request[Any, Any, Any]

_log = logging.getLogger("openetg.api")


class Problem(Struct, frozen=True):
    """Why not."""

    type: str
    """Where the reason is explained."""
    title: str
    """The kind of no, in a few words."""
    http: int = field(name="status")
    """The number of the HTTP answer."""
    reason: str
    """One word for programs."""
    detail: str
    """A sentence for people."""
    clause: str = ""
    """The clause of the rulebook that says so; empty where no rulebook does."""
    details: dict[str, str | int] = {}
    """What the sentence speaks of: a limit, an amount, a name."""


EDGE: dict[str, tuple[int, str]] = {
    "malformed": (400, "the request cannot be read"),
    "two_lengths": (400, "expected one way to tell the length of the body, found two"),
    "repeated_key": (400, "expected each key once in an object"),
    "no_such_thing": (404, "there is no such thing here"),
    "no_such_way": (405, "this cannot be done in that way"),
    "too_large": (413, "the request is too large"),
    "not_json": (415, "expected a body of JSON"),
    "not_logged_in": (401, "log in first"),
    "wrong_login": (401, "no such person, or not the password"),
    "second_factor": (401, "show the second factor as well"),
    "wrong_factor": (401, "that is not a second factor of yours, or it was used before"),
    "factor_needed": (403, "enrol a second factor first"),
    "last_factor": (409, "that is the last one, and this floor asks you for one"),
    "password_needed": (403, "type your password again for that"),
    "locked_out": (429, "too many wrong passwords or codes from here"),
    "too_fast": (429, "too many requests"),
    "must_wait": (429, "the floor takes no more for the moment; ask again with the same number"),
    "busy": (503, "too many at this moment; try again"),
    "no_answer": (503, "the floor has not answered; whether it was done is not known; ask again with the same number"),
    "other_origin": (403, "this did not come from a page of this floor"),
    "other_host": (421, "this floor is not called that"),
    "not_for_you": (403, "that is not for your roles and duties"),
    "stale": (409, "that number is of an earlier login, or too old to be remembered; look at what stands, then decide"),
    "unfit_password": (422, "the password will not do"),
    "wrong_code": (401, "not the code, or not any more"),
    "not_a_key": (422, "expected a P-256 public key in SPKI form, in base64"),
    "wrong_signature": (401, "not signed with the key of this terminal"),
    "own_console": (403, "the second person confirms this at a console of their own"),
    "not_possible": (422, "the question cannot be answered as it stands"),
    "fault": (500, "something broke; it is in the log of the floor"),
}
"""Reasons that are not the floor's, with the number of the answer and the sentence."""

NOT_FOUND = frozenset(reason for reason in Reason if reason.value.startswith("unknown_"))
FORBIDDEN = frozenset(
    {Reason.UNKNOWN_ROLE, Reason.NO_POWER, Reason.NOT_THEIR_ROLE, Reason.NOT_SIGNED_ON, Reason.SAME_PERSON}
)
NOT_SENSIBLE = frozenset(
    {
        Reason.NOT_A_NAME,
        Reason.NOT_A_DAY,
        Reason.NO_REASON_GIVEN,
        Reason.NO_AMOUNT,
        Reason.NOT_THE_SUM,
        Reason.NOT_A_KIND,
        Reason.NOT_A_GROUND,
        Reason.NOT_A_CAUSE,
        Reason.NO_CAUSE,
        Reason.NOT_IN_WRITING,
        Reason.NOT_SIGNED,
        Reason.NOT_IN_FULL,
    }
)


def number_of(reason: Reason) -> int:
    """The number of the HTTP answer for a refusal of the floor."""
    if reason in FORBIDDEN:
        return HTTPStatus.FORBIDDEN
    if reason in NOT_FOUND:
        return HTTPStatus.NOT_FOUND
    return HTTPStatus.UNPROCESSABLE_ENTITY if reason in NOT_SENSIBLE else HTTPStatus.CONFLICT


class RefusedRequest(Exception):
    """A refusal, raised by a handler."""

    def __init__(self, problem: Problem, *, wait_ms: int = 0) -> None:
        super().__init__(problem.reason)
        self.problem = problem
        self.wait_ms = wait_ms


def edge(reason: str, detail: str = "", *, wait_ms: int = 0) -> RefusedRequest:
    """A refusal that is not the floor's."""
    number, words = EDGE[reason]
    return RefusedRequest(_problem(number, reason, detail or words), wait_ms=wait_ms)


def of_floor(refusal: Refusal) -> RefusedRequest:
    """A refusal of the floor."""
    return of_reason(refusal.reason, refusal.clause, refusal.details)


def of_reason(reason: Reason, clause: str, details: dict[str, str | int] | None = None) -> RefusedRequest:
    """A refusal of the floor, as it is remembered."""
    return RefusedRequest(_problem(number_of(reason), reason.value, sentence(reason), clause, details))


def _problem(
    number: int, reason: str, detail: str, clause: str = "", details: dict[str, str | int] | None = None
) -> Problem:
    title = HTTPStatus(number).phrase
    return Problem(
        type=f"urn:openetg:reason:{reason}",
        title=title,
        http=number,
        reason=reason,
        detail=detail,
        clause=clause,
        details=details or {},
    )


def answered(refused: RefusedRequest) -> tuple[int, dict[str, str], bytes]:
    """The HTTP answer: its number, headers and body."""
    headers = {"content-type": MEDIA_TYPE}
    if refused.wait_ms > 0:
        headers["retry-after"] = str(-(-refused.wait_ms // 1000))
    return refused.problem.http, headers, json.encode(refused.problem)


def _response(refused: RefusedRequest) -> Response[bytes]:
    number, headers, body = answered(refused)
    return Response(body, status_code=number, headers=headers, media_type=MEDIA_TYPE)


def _on_refused(request: Asked, refused: RefusedRequest) -> Response[bytes]:
    del request
    return _response(refused)


def _on_denied(request: Asked, denied: Denied) -> Response[bytes]:
    del request
    more: dict[str, str | int] | None = (
        {"step": denied.step, "kinds": " ".join(denied.kinds)} if isinstance(denied, SecondNeeded) else None
    )
    number, _ = EDGE[denied.reason]
    return _response(RefusedRequest(_problem(number, denied.reason, denied.words, "", more), wait_ms=denied.wait_ms))


def _on_no_answer(request: Asked, fault: NoAnswer) -> Response[bytes]:
    del request, fault
    return _response(edge("no_answer"))


def _on_turned_away(request: Asked, fault: TurnedAway) -> Response[bytes]:
    del request, fault
    return _response(edge("must_wait", wait_ms=1_000))


def _on_keys(request: Asked, fault: KeyProblem) -> Response[bytes]:
    _log.error("%s %s: %s", request.method, request.url.path, fault)
    return _response(edge("fault"))


REASONS = {400: "malformed", 404: "no_such_thing", 405: "no_such_way", 413: "too_large", 415: "not_json"}


def _on_http(request: Asked, wrong: HTTPException) -> Response[bytes]:
    """A refusal of the framework, in our shape; where in the body it is wrong, but not what was sent there."""
    del request
    reason = REASONS.get(wrong.status_code, "malformed" if wrong.status_code < 500 else "fault")
    where = [f"{each.get('key')}: {each.get('message')}" for each in wrong.extra or () if isinstance(each, dict)]
    told = "; ".join(where) or (wrong.detail if reason == "malformed" else "")
    return _response(edge(reason, told))


def _on_depth(request: Asked, wrong: RecursionError) -> Response[bytes]:
    del request, wrong
    return _response(edge("malformed", "expected JSON that is not nested so deep"))


def _on_no_text(request: Asked, wrong: UnicodeDecodeError) -> Response[bytes]:
    del request, wrong
    return _response(edge("malformed", "expected text in UTF-8"))


def _on_fault(request: Asked, fault: Exception) -> Response[bytes]:
    _log.error("%s %s: %s", request.method, request.url.path, type(fault).__name__, exc_info=fault)
    return _response(edge("fault"))


HANDLERS: dict[int | type[Exception], Any] = {
    RefusedRequest: _on_refused,
    Denied: _on_denied,
    NoAnswer: _on_no_answer,
    TurnedAway: _on_turned_away,
    KeyProblem: _on_keys,
    HTTPException: _on_http,
    RecursionError: _on_depth,
    UnicodeDecodeError: _on_no_text,
    Exception: _on_fault,
}
