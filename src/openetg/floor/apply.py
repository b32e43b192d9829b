"""`apply`: a fact changes the floor. Never refuses, never decides; an assertion that fires here is a bug."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec import json

from openetg.floor import events
from openetg.floor.commands import Order
from openetg.floor.events import AnyEvent
from openetg.floor.state import (
    ANSWERS_KEPT,
    OUTCOMES_KEPT,
    Answer,
    Floor,
    Phase,
    Printing,
    Round,
    Sender,
    Table,
    Terminal,
    Ticket,
    TicketState,
)
from openetg.games.compile import compile_games
from openetg.money import ZERO
from openetg.rulebook.book import Rulebook


def apply(floor: Floor, event: AnyEvent) -> None:
    """Makes a fact part of what the floor remembers."""
    APPLIERS[type(event)](floor, event)


def remember(senders: dict[str, Sender], order: Order, answer: Answer) -> None:
    """Keeps the answer to a command for the case that its sender asks again."""
    sender = senders.get(order.sender)
    if sender is None or sender.boot != order.boot:
        sender = senders[order.sender] = Sender(order.boot)
    sender.last = order.number
    answers = sender.answers
    answers[order.number] = answer
    if len(answers) > ANSWERS_KEPT:
        del answers[next(iter(answers))]


def _writer_started(floor: Floor, event: events.WriterStarted) -> None:
    floor.logic = event.logic
    for table in floor.tables.values():
        # A new writer has not heard from any device yet.
        table.device_ready = False


def _rulebook_adopted(floor: Floor, event: events.RulebookAdopted) -> None:
    rulebook = floor.rulebooks[event.hash] = json.decode(event.rulebook, type=Rulebook)
    floor.games[event.hash] = compile_games(rulebook)


def _table_registered(floor: Floor, event: events.TableRegistered) -> None:
    floor.tables[event.table] = Table(event.table, event.rulebook, event.kind, event.period_ms, event.launch_ms)


def _terminal_registered(floor: Floor, event: events.TerminalRegistered) -> None:
    floor.terminals[event.terminal] = Terminal(event.terminal, event.table, event.notes)
    floor.tables[event.table].terminals.append(event.terminal)


def _limits_set(floor: Floor, event: events.LimitsSet) -> None:
    floor.tables[event.table].next_limits = event.limits


def _table_opened(floor: Floor, event: events.TableOpened) -> None:
    floor.tables[event.table].is_open = True


def _device_ready(floor: Floor, event: events.DeviceReady) -> None:
    floor.tables[event.table].device_ready = True


def _device_faulted(floor: Floor, event: events.DeviceFaulted) -> None:
    floor.tables[event.table].device_ready = False


def _round_opened(floor: Floor, event: events.RoundOpened) -> None:
    table = floor.tables[event.table]
    assert table.round is None or table.round.phase in {Phase.SETTLED, Phase.VOID}, "one round at a time"
    if table.next_limits is not None:
        table.limits, table.next_limits = table.next_limits, None
    table.rounds = event.round
    table.round = Round(event.round, event.spin, event.launch_at_ms, event.closes_at_ms, event.rulebook)


def _round_resumed(floor: Floor, event: events.RoundResumed) -> None:
    round_ = _round(floor, event.table, event.round)
    round_.launch_at_ms, round_.closes_at_ms = event.launch_at_ms, event.closes_at_ms


def _ball_launched(floor: Floor, event: events.BallLaunched) -> None:
    _round(floor, event.table, event.round).launched = True


def _wagers_closed(floor: Floor, event: events.WagersClosed) -> None:
    _round(floor, event.table, event.round).phase = Phase.CLOSED


def _wagers_returned(floor: Floor, event: events.WagersReturned) -> None:
    floor.ledger.post(event.transfers)
    mine = _round(floor, event.table, event.round).wagers[event.terminal]
    for spot in event.spots:
        del mine[spot]


def _outcome_recorded(floor: Floor, event: events.OutcomeRecorded) -> None:
    table = floor.tables[event.table]
    _round(floor, event.table, event.round).outcome = event.outcome
    table.outcomes.append(event.outcome)
    del table.outcomes[:-OUTCOMES_KEPT]


def _round_settled(floor: Floor, event: events.RoundSettled) -> None:
    floor.ledger.post(event.transfers)
    for name in floor.tables[event.table].terminals:
        terminal = floor.terminals[name]
        terminal.win = terminal.paid = ZERO
    for result in event.results:
        terminal = floor.terminals[result.terminal]
        terminal.win, terminal.paid = result.won, result.returned
    round_ = _round(floor, event.table, event.round)
    round_.phase, round_.clause = Phase.SETTLED, event.clause


def _round_voided(floor: Floor, event: events.RoundVoided) -> None:
    floor.ledger.post(event.transfers)
    round_ = _round(floor, event.table, event.round)
    round_.phase, round_.cause, round_.clause, round_.outcome = Phase.VOID, event.cause, event.clause, None


def _round_held(floor: Floor, event: events.RoundHeld) -> None:
    round_ = _round(floor, event.table, event.round)
    round_.phase, round_.cause, round_.clause = Phase.HELD, event.cause, event.clause


def _round_resolved(floor: Floor, event: events.RoundResolved) -> None:
    _round(floor, event.table, event.round).clause = event.clause


def _note_credited(floor: Floor, event: events.NoteCredited) -> None:
    floor.ledger.post(event.transfers)


def _wager_placed(floor: Floor, event: events.WagerPlaced) -> None:
    floor.ledger.post(event.transfers)
    wagers = _round(floor, event.table, event.round).wagers
    mine = wagers.get(event.terminal)
    if mine is None:
        mine = wagers[event.terminal] = {}
    for spot, amount in event.spots.items():
        mine[spot] = mine.get(spot, ZERO) + amount


def _wagers_taken_back(floor: Floor, event: events.WagersTakenBack) -> None:
    floor.ledger.post(event.transfers)
    mine = _round(floor, event.table, event.round).wagers[event.terminal]
    for spot, amount in event.spots.items():
        left = mine[spot] - amount
        if left:
            mine[spot] = left
        else:
            del mine[spot]


def _ticket_ordered(floor: Floor, event: events.TicketOrdered) -> None:
    floor.ledger.post(event.transfers)
    floor.terminals[event.terminal].printing = Printing(event.ticket, event.amount)
    floor.tickets[event.ticket] = Ticket(event.ticket, event.terminal, event.amount, TicketState.ORDERED)


def _ticket_issued(floor: Floor, event: events.TicketIssued) -> None:
    floor.ledger.post(event.transfers)
    terminal = floor.terminals[event.terminal]
    terminal.printing, terminal.ticket = None, event.ticket
    floor.tickets[event.ticket] = Ticket(event.ticket, event.terminal, event.amount, TicketState.OUTSTANDING)


def _ticket_failed(floor: Floor, event: events.TicketFailed) -> None:
    floor.ledger.post(event.transfers)
    floor.terminals[event.terminal].printing = None
    floor.tickets[event.ticket] = Ticket(event.ticket, event.terminal, event.amount, TicketState.VOID)


def _round(floor: Floor, table: str, number: int) -> Round:
    round_ = floor.tables[table].round
    assert round_ is not None, "an event of a round needs the round"
    assert round_.number == number, "an event belongs to the newest round"
    return round_


APPLIERS: dict[type, Callable[[Floor, Any], None]] = {
    events.WriterStarted: _writer_started,
    events.RulebookAdopted: _rulebook_adopted,
    events.TableRegistered: _table_registered,
    events.TerminalRegistered: _terminal_registered,
    events.LimitsSet: _limits_set,
    events.TableOpened: _table_opened,
    events.DeviceReady: _device_ready,
    events.DeviceFaulted: _device_faulted,
    events.RoundOpened: _round_opened,
    events.RoundResumed: _round_resumed,
    events.BallLaunched: _ball_launched,
    events.WagersClosed: _wagers_closed,
    events.WagersReturned: _wagers_returned,
    events.OutcomeRecorded: _outcome_recorded,
    events.RoundSettled: _round_settled,
    events.RoundVoided: _round_voided,
    events.RoundHeld: _round_held,
    events.RoundResolved: _round_resolved,
    events.NoteCredited: _note_credited,
    events.WagerPlaced: _wager_placed,
    events.WagersTakenBack: _wagers_taken_back,
    events.TicketOrdered: _ticket_ordered,
    events.TicketIssued: _ticket_issued,
    events.TicketFailed: _ticket_failed,
}
