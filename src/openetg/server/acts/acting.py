"""A person's act on its way to the floor and back: one path for the HTTP API and for consoles on sockets.

`prepare` says what becomes of it before the floor is asked: an order to send, an act that waits for a second person, or
a refusal. It must never send anything itself, and never take a role or a person from the request.
"""

from __future__ import annotations

from typing import Any

from openetg.floor.commands import AttachRules, Command, Order, PairTerminal, SellRulesCopy, UnpairTerminal
from openetg.floor.core.answers import earlier_answer
from openetg.floor.core.refusals import Reason, Refusal
from openetg.floor.events import AnyEvent
from openetg.floor.pipeline import decide
from openetg.floor.premises.rules_documents import document_of
from openetg.floor.state import RulesDocument
from openetg.server.access.logins import Identity
from openetg.server.acts.acts import SENDABLE, admit
from openetg.server.acts.line import FloorLine
from openetg.server.acts.second_person import HeldAct, Seconds, needs_second
from openetg.server.guests.sessions import Session
from openetg.server.plan.documents import DocumentShelf
from openetg.server.writer.writer import Decided
from openetg.wire.console import Fact

NAMING = ("table", "terminal", "round", "case", "payout", "breach", "dispute", "claim", "player", "person")
"""What of a fact says what it is about."""
LARGEST_NUMBER = 2**53 - 1
"""No number of an order is larger: a browser could not tell it from its neighbour."""
BY_NAME: dict[str, type[Command]] = {kind.__name__: kind for kind in SENDABLE}
"""Every command that people may send, by its name."""


class TooManyWait:
    """So many acts wait for a second person that one more is not taken."""


def prepare(
    line: FloorLine, seconds: Seconds, who: Identity, number: int, kind: type[Command], values: dict[str, Any]
) -> Order | HeldAct | Refusal | TooManyWait:
    """What becomes of a person's command: the order to be sent, the act that waits, or the floor's refusal."""
    admitted = admit(line, who.person, kind, values)
    if isinstance(admitted, Refusal):
        return admitted
    if isinstance(admitted.command, AttachRules) and not _is_here(line, admitted.command):
        return Refusal(Reason.NO_DOCUMENT, details={"name": admitted.command.name})
    order = Order(who.sender, who.login.boot, number, admitted.command)
    if earlier_answer(line.floor.senders, order) is not None:
        return order
    if line.is_turned_away(order):
        # The writer refuses. What waits for a second person, or is refused here, would tell right numbers from wrong.
        return order
    verdict = admitted.verdict
    if verdict is None:
        verdict = decide(line.floor, admitted.sealed, line.now_ms())
    if isinstance(admitted.command, SellRulesCopy) and not isinstance(verdict, Refusal):
        lost = _not_to_be_given(line, admitted.command)
        if lost is not None:
            return lost
    if not seconds.wants(line.floor, admitted.sealed, verdict):
        return order
    # No second person is called for what is refused anyway; and it must not be sent, since that may change.
    if isinstance(verdict, Refusal) and not needs_second(verdict):
        return verdict
    return seconds.put(who.person, order, admitted.sealed, line.now_ms()) or TooManyWait()


def _is_here(line: FloorLine, document: AttachRules | RulesDocument) -> bool:
    """Whether the bytes of a document are here as they are called: what the core knows by its hash alone."""
    shelf = DocumentShelf(line.running.place.documents)
    return shelf.fits(document.sha256, media=document.media, size=document.size)


def _not_to_be_given(line: FloorLine, command: SellRulesCopy) -> Refusal | None:
    """Why a copy that the floor would sell is not sold: its bytes are gone, and nothing could be handed over."""
    rulebook = line.floor.rulebook_of(line.floor.tables[command.table])
    document = document_of(line.floor, rulebook, line.now_ms())
    if document is None or _is_here(line, document):
        return None
    return Refusal(Reason.NO_DOCUMENT, rulebook.display.rules_copy.clause, {"name": document.name})


def facts_of(events: tuple[AnyEvent, ...]) -> tuple[Fact, ...]:
    """The facts of events, as told to the person who acted."""
    return tuple(_fact(event) for event in events)


def _fact(event: AnyEvent) -> Fact:
    about = {name: value for name in NAMING if isinstance(value := getattr(event, name, None), str | int) and value}
    return Fact(type(event).__name__, str(getattr(event, "clause", "")), about)


def cut_off(line: FloorLine, told: Decided) -> None:
    """Ends the session of a terminal whose key was withdrawn or replaced."""
    command = told.order.command
    if not isinstance(command, PairTerminal | UnpairTerminal):
        return
    for listener in line.running.exchange.listeners:
        if listener.terminal == command.terminal and isinstance(listener, Session):
            listener.end("unpaired", "this terminal is not paired any more; call an attendant")
