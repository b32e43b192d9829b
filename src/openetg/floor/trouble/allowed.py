"""What may be decided now about a case, a round, a dispute, something withheld or a person: found by asking `decide`.

This module holds no rule. Candidates are every act that could be about a thing, filled in from what is on record and
what the rulebook names; what is listed is what the floor would grant, to the requester or to others, and nothing else.
"""

from __future__ import annotations

from enum import Enum
from itertools import product
from typing import TYPE_CHECKING, Any, NamedTuple

from openetg.floor import commands as ask
from openetg.floor.core.authority import DEALER
from openetg.floor.core.ledger import meter_of
from openetg.floor.core.refusals import Reason, Refusal
from openetg.floor.events import HoldingReleased, WagersVoided
from openetg.floor.money.redeeming import table_of
from openetg.floor.people.conduct import LIFTING, place_of
from openetg.floor.people.disputes import PARTIES
from openetg.floor.pipeline import decide
from openetg.floor.rounds.settling import winning_row
from openetg.floor.state import round_of
from openetg.floor.trouble.corrections import newest_first
from openetg.floor.wagers.limits import limits_of, sign_for
from openetg.games.paytable import kind_of
from openetg.money import cents
from openetg.rulebook.schema.policies import Cause, Position

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from openetg.floor.commands import AnyCommand, Command
    from openetg.floor.events import AnyEvent
    from openetg.floor.state import Case, Dispute, Floor, Round, Table
    from openetg.money import Money

SAID = "?"
"""A placeholder for words that a person has yet to say: no decision reads more of them than whether there are any."""
LEAST = cents(1)
NOT_THEIRS = frozenset({Reason.UNKNOWN_ROLE, Reason.NO_POWER, Reason.NOT_THEIR_ROLE, Reason.NOT_SIGNED_ON})
"""Reasons that are about the one who acts in a role: in another role of theirs it may be otherwise."""
FOR_OTHERS = NOT_THEIRS | {Reason.SAME_PERSON}
"""Reasons for which another person may be granted what this person is not."""


class Way(Enum):
    """What an act comes to. Below each stands what a person reads."""

    ESTABLISH = "establish"
    """The wagers are established from the records as they stand, and count."""
    ESTABLISH_SOME = "establish_some"
    """Some wagers are established and count; those that are not are void and come back."""
    NOT_ESTABLISHED = "not_established"
    """It is put on record that the wagers cannot be established; nothing moves yet, and they may then be void."""
    VOID_WAGERS = "void_wagers"
    """All wagers of the terminal or player in that round are void and come back, less what was paid on them."""
    VOID_SOME_WAGERS = "void_some_wagers"
    """One wager of the terminal or player is void and comes back, less what was paid on it."""
    CLOSE_CASE = "close_case"
    """The case ends and the terminal goes back into service; no money moves."""
    VARY = "vary"
    """The terminal gets more than strict settlement gave, from the bank of the table."""
    LET_IN = "let_in"
    """A wager that came too late is let in, in the player's favour."""
    LET_OUT = "let_out"
    """A wager is let out after the close, in the player's favour."""
    CORRECT = "correct"
    """Another number is the actual one: what was paid is worked out anew, and only the difference moves."""
    ENTER = "enter"
    """A number that was not read is entered, and the round is paid by it."""
    VOID_ROUND = "void_round"
    """The whole round is void: every wager comes back, and what was paid on it is taken back."""
    INVALIDATE = "invalidate"
    """The outcome does not stand: every wager of the round is refunded."""
    FORFEIT = "forfeit"
    """The outcome does not stand for a fraud: those concerned in it forfeit their wagers, the others are refunded."""
    NO_SPIN = "no_spin"
    """The spin does not count; the rulebook says whether the round is spun again."""
    SYSTEM_FAULT = "system_fault"
    """Not one terminal but the game system is at fault; the rulebook says what becomes of the round."""
    DEVICE_FAULT = "device_fault"
    """The device of the table is at fault; the rulebook says what becomes of the round."""
    WITHHOLD = "withhold"
    """So much of the credit is kept back, or demanded, until the investigation has ended."""
    WITHHOLD_DUE = "withhold_due"
    """So much of what the running wagers bring is kept back until the investigation has ended."""
    PAY = "pay"
    """What was withheld is the player's, and goes where it came from."""
    PAY_BY_HAND = "pay_by_hand"
    """What was withheld is the player's, and is paid by hand against a signature."""
    REFUSE = "refuse"
    """What was withheld is not the player's, and goes to the house."""
    RECOVER = "recover"
    """What was demanded has come back, in cash at the cage, and the case ends."""
    GIVE_UP = "give_up"
    """What was demanded is given up: the bank of the table bears it, and the case ends."""
    REVIEW_HOLDING = "review_holding"
    """The official's finding is kept with what is withheld; no money moves."""
    DECIDE = "decide"
    """The first decision in the dispute is given."""
    ASK_REVIEW = "ask_review"
    """A party is not content, and asks for a review."""
    REVIEW = "review"
    """The decision is reviewed."""
    ADVISE = "advise"
    """The person was told to whom they may turn."""
    SETTLE_DISPUTE = "settle_dispute"
    """The dispute ends with the person satisfied."""
    END_DISPUTE = "end_dispute"
    """The dispute ends inside the casino with the person not satisfied."""
    EXCLUDE = "exclude"
    """No further wagers of that person in this game; what is theirs can still be collected."""
    RECOMMEND = "recommend"
    """Exclusion from the casino is recommended; it is on record, and nothing else happens."""
    REFUSE_WAGERS = "refuse_wagers"
    """The person's future wagers in this game are refused."""
    LIMIT = "limit"
    """The terminal may not be played besides the player's others, from the next round on."""
    LIFT = "lift"
    """A measure ends: the person may wager again."""
    VACATE = "vacate"
    """Somebody who does not play is told to leave; credit and wagers stay as they are."""
    REFUSED_TO_VACATE = "refused_to_vacate"
    """It is put on record that the direction was not followed."""


class Candidate(NamedTuple):
    """An act that may be allowed, in each of the forms it may take; all of them need the same powers."""

    way: Way
    act: type[Command]
    fields: dict[str, Any]
    tries: tuple[dict[str, Any], ...] = ({},)
    """What may be chosen."""
    says: tuple[str, ...] = ("why",)
    """Words that a person has yet to say."""
    free: tuple[str, ...] = ()
    """Fields that a person fills in as they find right; what a form has there only shows that it can be done."""
    fits: Callable[[tuple[AnyEvent, ...]], bool] | None = None
    """Whether what would follow is about the thing at all; acts on a terminal take the case that goes first."""


class Try(NamedTuple):
    """A form of an act that is granted now, with all that would follow."""

    fields: dict[str, Any]
    events: tuple[AnyEvent, ...]
    command: AnyCommand


class Allowed(NamedTuple):
    """An act that the rules allow now."""

    candidate: Candidate
    tries: tuple[Try, ...]
    others: dict[str, tuple[str, ...]]
    """Where the requester may not: the roles that may, each with the people who hold it; empty where they may."""


class Asker(NamedTuple):
    """The requester, with their roles at the table."""

    person: str
    roles: tuple[str, ...]


def allowed(floor: Floor, table: Table, candidates: Iterable[Candidate], asker: Asker, at_ms: int) -> Iterator[Allowed]:
    """What of these is granted now: to the requester, or, where another person is needed, to others."""
    for candidate in candidates:
        mine, lacking = granted_to(floor, candidate, asker, at_ms)
        if mine:
            yield Allowed(candidate, mine, {})
        elif lacking:
            theirs, others = _for_others(floor, table, candidate, at_ms)
            if theirs:
                yield Allowed(candidate, theirs, others)


def granted_to(floor: Floor, candidate: Candidate, asker: Asker, at_ms: int) -> tuple[tuple[Try, ...], bool]:
    """The forms that are granted to a person, and whether only another person is missing."""
    found: list[Try] = []
    lacking = False
    for fields in candidate.tries:
        verdict, command = _answer(floor, candidate, fields, asker, at_ms)
        if isinstance(verdict, Refusal):
            lacking = lacking or verdict.reason in FOR_OTHERS
            if verdict.reason in NOT_THEIRS:
                break
        elif candidate.fits is None or candidate.fits(verdict):
            found.append(Try(fields, verdict, command))
    return tuple(found), lacking


def _answer(
    floor: Floor, candidate: Candidate, fields: dict[str, Any], asker: Asker, at_ms: int
) -> tuple[tuple[AnyEvent, ...] | Refusal, AnyCommand]:
    """What the floor answers in the first role that does not lack the power, as it is when the act is sent."""
    values = dict.fromkeys(candidate.says, SAID) | candidate.fields | fields
    if "role" not in candidate.act.__struct_fields__:
        command: AnyCommand = candidate.act(**values)  # type: ignore[assignment]
        return decide(floor, command, at_ms), command
    answers = []
    for role in asker.roles or ("",):
        command = candidate.act(role=role, person=asker.person, **values)  # type: ignore[assignment]
        verdict = decide(floor, command, at_ms)
        if not isinstance(verdict, Refusal) or verdict.reason not in NOT_THEIRS:
            return verdict, command
        answers.append((verdict, command))
    return answers[0]


def _for_others(
    floor: Floor, table: Table, candidate: Candidate, at_ms: int
) -> tuple[tuple[Try, ...], dict[str, tuple[str, ...]]]:
    """The forms that are granted in some role of the rulebook, and who holds such a role."""
    found: tuple[Try, ...] = ()
    roles: dict[str, tuple[str, ...]] = {}
    for role in floor.rulebook_of(table).roles:
        # Of a person who is not on record as staff nothing is known but the role; a dealer is the one signed on.
        nobody = Asker(table.dealer if role == DEALER else "", (role,))
        # Which forms there are is the same for all who hold the powers: one of them is enough for the next.
        asked = candidate._replace(tries=(found[0].fields,)) if found else candidate
        granted, _ = granted_to(floor, asked, nobody, at_ms)
        if granted:
            found = found or granted
            roles[role] = tuple(_people(floor, table, asked._replace(tries=(granted[0].fields,)), role, at_ms))
    return found, roles


def _people(floor: Floor, table: Table, candidate: Candidate, role: str, at_ms: int) -> Iterator[str]:
    rulebook = floor.rulebook_of(table).about.id
    for member in floor.people.staff.values():
        if not member.released and role in member.roles.get(rulebook, ()):
            granted, _ = granted_to(floor, candidate, Asker(member.person, (role,)), at_ms)
            if granted:
                yield member.person


def about_case(floor: Floor, case: Case) -> Iterator[Candidate]:
    """What may become of a case about a terminal: its wagers, its settlement, its end."""
    table, terminal = floor.tables[case.table], case.terminal
    # Each names the case: another person may have ended it by the time that it is done.
    here, round_ = {"terminal": terminal, "table": table.name, "case": case.number}, round_of(table, case.round)
    mine = {} if round_ is None else round_.wagers.get(terminal, {})
    fits = _about(case)

    def reconstruct(way: Way, *, confirmed: bool, tries: tuple[dict[str, Any], ...] = ({},)) -> Candidate:
        return Candidate(way, ask.Reconstruct, {**here, "confirmed": confirmed}, tries, fits=fits)

    voided = {"who": terminal, "table": table.name, "round": case.round, "case": case.number}
    yield reconstruct(Way.ESTABLISH, confirmed=True)
    yield reconstruct(Way.ESTABLISH_SOME, confirmed=True, tries=tuple({"unconfirmed": (spot,)} for spot in mine))
    yield reconstruct(Way.NOT_ESTABLISHED, confirmed=False)
    yield Candidate(Way.VOID_WAGERS, ask.VoidWagers, voided, fits=fits)
    if len(mine) > 1:
        one = tuple({"spots": (spot,)} for spot in mine)
        yield Candidate(Way.VOID_SOME_WAGERS, ask.VoidWagers, voided, one, fits=fits)
    yield Candidate(Way.CLOSE_CASE, ask.CloseCase, here, fits=fits)
    if round_ is not None:
        yield from _rulings(floor, table, round_, (terminal,))
    yield from _withholding(floor, terminal)


def _about(case: Case) -> Callable[[tuple[AnyEvent, ...]], bool]:
    """Whether events are about this case: with several open, the floor takes the one that holds wagers first."""

    def fits(events: tuple[AnyEvent, ...]) -> bool:
        named = {number for event in events if (number := getattr(event, "case", ""))}
        rounds = {event.round for event in events if isinstance(event, WagersVoided)}
        return named <= {case.number} and rounds <= {case.round}

    return fits


def _withholding(floor: Floor, terminal: str) -> Iterator[Candidate]:
    there = max(floor.ledger.held(meter_of(terminal)), LEAST)
    whole = ({"amount": there},)
    yield Candidate(Way.WITHHOLD, ask.Withhold, {"terminal": terminal}, whole, free=("amount",))
    least = ({"amount": LEAST},)
    yield Candidate(Way.WITHHOLD_DUE, ask.Withhold, {"terminal": terminal, "due": True}, least, free=("amount",))


def _rulings(floor: Floor, table: Table, round_: Round, terminals: tuple[str, ...]) -> Iterator[Candidate]:
    """Departures in the player's favour: more than strict settlement gave, wagers let in and out."""
    where = {"table": table.name, "round": round_.number}
    each = tuple({"terminal": terminal, "amount": LEAST} for terminal in terminals)
    yield Candidate(Way.VARY, ask.VarySettlement, where, each, free=("amount",))
    laid = ((terminal, spot, amount) for terminal in terminals for spot, amount in _laid(round_, terminal))
    out = tuple({"terminal": terminal, "spot": spot, "amount": amount} for terminal, spot, amount in laid)
    yield Candidate(Way.LET_OUT, ask.RuleOnWager, {**where, "allow": False}, out, free=("amount",))
    into = tuple(
        {"terminal": terminal, "spot": spot, "amount": _least_on(table, terminal, spot)}
        for terminal, spot in product(terminals, _worth_letting_in(floor, table, round_))
    )
    yield Candidate(Way.LET_IN, ask.RuleOnWager, {**where, "allow": True}, into, free=("spot", "amount"))


def _worth_letting_in(floor: Floor, table: Table, round_: Round) -> tuple[str, ...]:
    """One spot of each kind; once the outcome is known, one that wins, since a ruling is never to the player's loss."""
    game = floor.game_of(table)
    row = winning_row(floor, table, round_.outcome) if round_.outcome is not None else None
    wins = {*game.spots} if row is None else {*row.odds, *row.parts}
    kinds: dict[str, str] = {}
    for spot in game.spots:
        if spot in wins:
            kinds.setdefault(kind_of(spot), spot)
    return tuple(kinds.values())


def _laid(round_: Round, terminal: str) -> tuple[tuple[str, Money], ...]:
    return tuple(round_.wagers.get(terminal, {}).items())


def _least_on(table: Table, terminal: str, spot: str) -> Money:
    sign = sign_for(limits_of(table, terminal), spot)
    return sign.min if sign is not None and sign.min else cents(100)


def about_round(floor: Floor, table: Table, number: int) -> Iterator[Candidate]:
    """What may become of a round: its number, its validity, what its terminals get beyond strict settlement."""
    round_ = round_of(table, number)
    if round_ is None:
        return
    where: dict[str, Any] = {"table": table.name, "round": number}
    numbers = tuple({"outcome": outcome} for outcome in floor.game_of(table).outcomes)
    yield Candidate(Way.CORRECT, ask.CorrectOutcome, where, numbers)
    yield Candidate(Way.ENTER, ask.EnterOutcome, where, numbers)
    for cause in (None, *Cause):
        # Each by itself: which power it takes depends on the cause.
        yield Candidate(Way.VOID_ROUND, ask.VoidRound, where, ({"cause": cause},))
    yield from _invalidations(floor, table, round_)
    if round_ is table.round:
        causes = tuple({"cause": cause} for cause in (None, *floor.rules_of(table).no_spin_causes))
        yield Candidate(Way.NO_SPIN, ask.CallNoSpin, {"table": table.name}, causes)
    at_fault = {"table": table.name, "rounds": (number,)}
    yield Candidate(Way.SYSTEM_FAULT, ask.DeclareFault, {**at_fault, "what": "system"})
    yield Candidate(Way.DEVICE_FAULT, ask.DeclareFault, {**at_fault, "what": "device"})
    yield from _rulings(floor, table, round_, tuple(table.terminals))


def _invalidations(floor: Floor, table: Table, round_: Round) -> Iterator[Candidate]:
    where = {"table": table.name, "round": round_.number}
    rules = floor.rulebook_of(table).invalidation
    blamed = rules.fraud_by.value if rules.fraud_by is not None else ()
    causes = tuple({"cause": cause, "by": ""} for cause in rules.causes)
    frauds = tuple({"cause": Cause.FRAUD, "by": by} for by in blamed if Cause.FRAUD in rules.causes)
    yield Candidate(Way.INVALIDATE, ask.InvalidateOutcome, where, (*causes, *frauds))
    with_wagers = [who for laid in (round_.wagers, round_.cloth) for who, spots in laid.items() if spots]
    concerned = tuple({"cause": Cause.FRAUD, "forfeit": (who,)} for who in dict.fromkeys(with_wagers))
    yield Candidate(Way.FORFEIT, ask.InvalidateOutcome, where, concerned)


def about_dispute(dispute: Dispute) -> Iterator[Candidate]:
    """What may become of a dispute, in the order of its levels."""
    it = {"dispute": dispute.number}
    yield Candidate(Way.DECIDE, ask.DecideDispute, it, says=("decision",))
    yield Candidate(Way.ASK_REVIEW, ask.RequestReview, it, tuple({"by": party} for party in PARTIES), ())
    yield Candidate(Way.REVIEW, ask.ReviewDispute, it, says=("decision",))
    yield Candidate(Way.ADVISE, ask.AdviseOfRights, it, says=())
    yield Candidate(Way.SETTLE_DISPUTE, ask.CloseDispute, {**it, "satisfied": True}, says=())
    yield Candidate(Way.END_DISPUTE, ask.CloseDispute, {**it, "satisfied": False}, says=())


def about_holding(what: str) -> Iterator[Candidate]:
    """What may become of something withheld or demanded: the player's, the house's, and the official's review."""
    it = {"what": what}
    for is_claim, pay, refuse in ((False, Way.PAY, Way.REFUSE), (True, Way.GIVE_UP, Way.RECOVER)):
        fits = _ends_claim if is_claim else _ends_no_claim
        yield Candidate(pay, ask.Release, {**it, "pay": True, "by_hand": False}, fits=fits)
        if not is_claim:
            yield Candidate(Way.PAY_BY_HAND, ask.Release, {**it, "pay": True, "by_hand": True})
        yield Candidate(refuse, ask.Release, {**it, "pay": False, "by_hand": False}, fits=fits)
    yield Candidate(Way.REVIEW_HOLDING, ask.ReviewHolding, it, says=("finding",))


def _ends_claim(events: tuple[AnyEvent, ...]) -> bool:
    """Whether it is about what is demanded, all that is left of the case."""
    return any(event.demand for event in events if isinstance(event, HoldingReleased))


def _ends_no_claim(events: tuple[AnyEvent, ...]) -> bool:
    return not _ends_claim(events)


def table_of_holding(floor: Floor, what: str) -> Table | None:
    """The table by whose rulebook something was withheld: of the terminal, paper or payment by hand, or of a round."""
    holding = floor.vault.holdings.get(what)
    if holding is not None and holding.table:
        return floor.tables[holding.table]
    ticket, payout = floor.tickets.get(what), floor.vault.payouts.get(what)
    terminal = what if what in floor.terminals else ticket.terminal if ticket else payout.terminal if payout else ""
    return table_of(floor, terminal) if terminal in floor.terminals else None


def about_person(floor: Floor, who: str) -> Iterator[Candidate]:
    """What may be done about a terminal or player: measures after a breach, their end, directions to leave."""
    it = {"who": who}
    yield Candidate(Way.EXCLUDE, ask.ExcludeFromPlay, it)
    yield Candidate(Way.RECOMMEND, ask.RecommendExclusion, it)
    yield Candidate(Way.REFUSE_WAGERS, ask.RefuseWagers, it)
    if who in floor.terminals:
        yield Candidate(Way.LIMIT, ask.LimitPlayer, {"terminals": (who,)})
    table = place_of(floor, who)
    if not isinstance(table, Refusal):
        yield from _void_for_breach(table, who)
    for measure in LIFTING:
        yield Candidate(Way.LIFT, ask.LiftMeasure, it, ({"measure": measure},))
    yield Candidate(Way.VACATE, ask.DirectToVacate, it, tuple({"position": each.value} for each in Position))
    yield Candidate(Way.REFUSED_TO_VACATE, ask.RecordRefusalToVacate, it, says=())


def _void_for_breach(table: Table, who: str) -> Iterator[Candidate]:
    for round_ in newest_first(table):
        laid = round_.wagers.get(who) or round_.cloth.get(who) or {}
        where = {"who": who, "table": table.name, "round": round_.number}
        if laid:
            yield Candidate(Way.VOID_WAGERS, ask.VoidWagers, where, fits=_in_round(round_))
        if len(laid) > 1:
            one = tuple({"spots": (spot,)} for spot in laid)
            yield Candidate(Way.VOID_SOME_WAGERS, ask.VoidWagers, where, one, fits=_in_round(round_))


def _in_round(round_: Round) -> Callable[[tuple[AnyEvent, ...]], bool]:
    """Whether wagers of this round become void: while a case about others has failed, the floor takes those first."""
    return lambda events: all(event.round == round_.number for event in events if isinstance(event, WagersVoided))
