"""Sentences about rounds, wagers and the cloth."""

from __future__ import annotations

from typing import Any

from openetg.floor import events as said
from openetg.money import ZERO, total
from openetg.reports.sentences.form import SPOTS_NAMED, Form, Sentences, lasting, listed, money, plain, spot, spots

BUTTONS = {"double": "doubled its wagers", "repeat": "repeated its wagers", "max": "wagered the most it may"}
"""Wagers that one button placed."""


def _opened(event: Any, form: Form) -> str:
    del form
    left = event.closes_at_ms - event.opened_at_ms
    period = f", bets are taken for {lasting(left)}" if event.opened_at_ms and left > 0 else ""
    return f"Round {event.round} opened{period}"


def _placed(event: Any, form: Form) -> str:
    del form
    trimmed = f", trimmed from {money(event.asked)}" if event.trimmed else ""
    if event.wager == "auto":
        return f"{event.terminal} repeated by itself, as its player had chosen: {spots(event.spots)}{trimmed}"
    if event.wager in BUTTONS:
        return f"{event.terminal} {BUTTONS[event.wager]}: {spots(event.spots)}{trimmed}"
    if len(event.spots) > 1 and event.wager != "several":
        return f"{event.terminal} placed {spot(event.wager)}: {spots(event.spots)}{trimmed}"
    return f"{event.terminal} placed {spots(event.spots)}{trimmed}"


def _changed(event: Any, form: Form) -> str:
    del form
    name = "moved" if isinstance(event, said.WagerMoved) else "undid its last step"
    off = f"{spots(event.taken)} came off" if event.taken else ""
    back_on = f"{spots(event.placed)} went on" if event.placed else ""
    return f"{event.terminal} {name}: {listed([part for part in (off, back_on) if part]) or 'nothing changed'}"


def _closed(event: Any, form: Form) -> str:
    del form
    late = " because nobody else had" if event.irregular else ""
    return f"No more bets in round {event.round}: closed by the {plain(event.by.value)}{late}"


def _recorded(event: Any, form: Form) -> str:
    if event.person or event.role:
        return f"{form.person(event)} recorded {event.outcome} as the outcome of round {event.round}{form.why(event)}"
    return f"The outcome of round {event.round} is {event.outcome}" + (
        f", read by {event.device}" if event.device else ""
    )


def _settled(event: Any, form: Form) -> str:
    del form
    if not event.results:
        return f"Round {event.round} was settled by {event.outcome}; nobody had wagered"
    staked, returned = (
        total(each.staked for each in event.results),
        total(each.returned for each in event.results),
    )
    winners = [f"{each.terminal} {money(each.returned)}" for each in event.results if each.returned]
    paid = f"paid {listed(winners)}" if winners else "paid nothing"
    if len(winners) > SPOTS_NAMED:
        paid = f"paid {money(returned)} to {len(winners)} terminals"
    return f"Round {event.round} was settled by {event.outcome}: {money(staked)} wagered, {paid}"


def _voided(event: Any, form: Form) -> str:
    del form
    kept = f"; the wagers of {listed(list(event.forfeited))} were not returned" if event.forfeited else ""
    back = total(move.amount for move in event.transfers if move.source.startswith(("play/", "cloth/")))
    money_back = f", {money(back)} went back" if back else ""
    return f"Round {event.round} is void ({plain(event.cause)}){money_back}{kept}"


def _no_spin(event: Any, form: Form) -> str:
    counted = f" after {event.revolutions} revolutions" if event.revolutions is not None else ""
    then = "the same round is spun again" if event.spin else "the round is void"
    cause = plain(event.cause)
    return f"{form.person(event)} called no spin in round {event.round}{counted} ({cause}){form.why(event)}; {then}"


def _launched(event: Any, form: Form) -> str:
    del form
    way = {"cw": ", the rotor clockwise", "ccw": ", the rotor anticlockwise"}.get(event.rotor, "")
    same = ", the same way as the wheel" if event.opposite is False else ""
    return f"Round {event.round} is in motion{same}{way}"


def _bought(event: Any, form: Form) -> str:
    colour = f" in {event.colour} at {money(event.value)} a chip" if event.colour and event.value else ""
    return f"{form.person(event)} sold {event.player} chips for {money(event.amount)}{colour}"


def _cloth_placed(event: Any, form: Form) -> str:
    how = " by word of mouth" if event.verbal else ""
    return f"{event.player} has {spots(event.spots)} on the cloth{how}, recorded by {form.person(event)}"


def _cloth_settled(event: Any, form: Form) -> str:
    del form
    paid = total(each.returned for each in event.results)
    rode = total(each.rode for each in event.results)
    rides = f", {money(rode)} rides" if rode > ZERO else ""
    return f"The cloth of round {event.round} was settled by {event.outcome}: {money(paid)} to hand{rides}"


ROUNDS: Sentences = {
    said.RoundOpened: _opened,
    said.BallLaunched: _launched,
    said.WagersClosed: _closed,
    said.CloseAnnounced: lambda event, form: (
        f"'No more bets' was announced in round {event.round} by "
        f"{form.person(event) if event.person else f'the {plain(event.by.value)}'}"
    ),
    said.AnnouncementShown: lambda event, _: (
        f"The announcement of round {event.round} was played by {len(event.heard)} terminals and shown by"
        f" {len(event.heard) + len(event.seen)}"
        + (f"; not acknowledged by {', '.join(event.missing)}" if event.missing else "")
        + (f" (not connected: {', '.join(event.away)})" if event.away else "")
    ),
    said.WagersReturned: lambda event, _: f"{event.terminal} got {spots(event.spots)} back",
    said.OutcomeRecorded: _recorded,
    said.RoundSettled: _settled,
    said.RoundVoided: _voided,
    said.NoSpinCalled: _no_spin,
    said.BallExamined: lambda event, form: (
        f"{form.person(event)} examined the ball: {'something was found' if event.found else 'it is as it should be'}"
    ),
    said.WagerPlaced: _placed,
    said.WagersTakenBack: lambda event, _: f"{event.terminal} took back {spots(event.spots)}",
    said.WagerMoved: _changed,
    said.WagersUndone: _changed,
    said.ChipsBought: _bought,
    said.ClothWagerPlaced: _cloth_placed,
    said.ClothWagersReturned: lambda event, _: f"{event.player} got {spots(event.spots)} back from the cloth",
    said.ClothSettled: _cloth_settled,
    said.TerminalSettled: lambda event, _: (
        f"{event.terminal} was settled for round {event.round} by {event.outcome}:"
        f" {money(event.result.staked)} wagered, {money(event.result.returned)} paid"
    ),
}
