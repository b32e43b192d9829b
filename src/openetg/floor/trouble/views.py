"""What waits for a decision at tables, and what is on record about the people there, each numbered by the last entry.

For those who decide about malfunctions, rounds that are held, money that is withheld, disputes and breaches. Read from
the floor after a commit, never before; what may be decided is asked of `allowed`, not of these.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator

from msgspec import Struct
from msgspec.structs import replace

from openetg.floor.core.ledger import cloth_of, demanded_of, play_of, prize_of, withheld_of
from openetg.floor.core.refusals import Refusal
from openetg.floor.money.state import Holding
from openetg.floor.money.withholding import is_claim, set_against
from openetg.floor.people import disputes
from openetg.floor.people.conduct import LIFTING, enabling, place_of, player_behind
from openetg.floor.people.idling import is_flagged, rounds_idle
from openetg.floor.people.state import Breach, Claim, Direction, MeasureOnRecord
from openetg.floor.promotions.preconditions import prize_named
from openetg.floor.state import Case, Dispute, Floor, Phase, Round, Table
from openetg.floor.trouble.allowed import table_of_holding
from openetg.money import ZERO, Money, total
from openetg.rulebook.citations import citations
from openetg.rulebook.schema.book import Rulebook

CLOSED_KEPT = 20
"""How many disputes and cases that have ended are shown, the last ones."""


class QueueLine(Struct, frozen=True):
    """Something that waits for a person's decision."""

    kind: str
    """`round`, `case`, `holding`, `dispute` or `claim`."""
    name: str
    """What it is called: the number of the case or dispute, the terminal or paper withheld."""
    table: str
    who: str
    """The terminal or player; empty if it is about all."""
    round: int
    since_ms: int
    """Since when; zero if that is not kept."""
    gravity: int
    """Lower is graver."""
    money: Money
    """What is in doubt: wagers that lie, money withheld or demanded."""
    clause: str
    ground: str
    """Why, in the word of the floor."""
    stage: str
    """How far it has come."""


class QueueView(Struct, frozen=True):
    """What waits for a decision, the gravest and oldest first, and what ended of late."""

    sequence: int
    waiting: tuple[QueueLine, ...]
    ended: tuple[QueueLine, ...]


class Ground(Struct, frozen=True):
    """A clause that a person can be in breach of."""

    clause: str
    enables: bool
    """Whether a measure may follow."""
    unprinted: bool
    """Whether it rests on a reading alone."""
    kinds: tuple[str, ...]
    """What the breach may have consisted in, where the rulebook says."""
    persons_min: int
    """How many the breach takes, the offender among them; zero where others need not be named."""


class MeasureLine(Struct, frozen=True):
    """What may follow a breach."""

    measure: str
    clause: str
    after: int
    """After how many instances."""


class DisputeRules(Struct, frozen=True):
    """The levels of a dispute under a rulebook."""

    decide_clause: str
    review: str
    """How it is reviewed; empty where the first decision is the last."""
    review_clause: str
    differs_clause: str
    """The clause by which the reviewer is another person; empty where that is not asked."""
    final_role: str
    final_clause: str
    official: str
    """Whom the person is told of; empty if none."""
    advice_clause: str


class PersonLine(Struct, frozen=True):
    """A terminal or player, as far as their conduct goes."""

    who: str
    is_terminal: bool
    player: str
    """The player known behind the terminal; empty if none is."""
    idle: int
    """Rounds in a row without a wager, as the rulebook counts them."""
    flagged: bool
    """Whether they may be told to leave for it."""
    locks: dict[str, str]
    """Measures in force, each with its clause."""
    breaches: int
    directed: str
    """`told` to leave, or `refused` to; empty if not."""


class TableConduct(Struct, frozen=True):
    """Conduct at a table: what the rulebook knows, who is there, what is on record."""

    table: str
    rulebook: str
    grounds: tuple[Ground, ...]
    measures: tuple[MeasureLine, ...]
    positions: dict[str, str]
    """Where a person may be who is told to leave, each with its clause."""
    idle_rounds: int
    """After how many rounds; zero where they are not counted."""
    idle_clause: str
    disputes: DisputeRules
    claim_kinds: tuple[str, ...]
    """What may be offered as a prize; empty if the rulebook knows no promotions."""
    people: tuple[PersonLine, ...]


class ConductView(Struct, frozen=True):
    """Breaches, measures, directions, disputes and denied claims at the tables one may supervise."""

    sequence: int
    tables: tuple[TableConduct, ...]
    breaches: tuple[Breach, ...]
    measures: tuple[MeasureOnRecord, ...]
    directions: tuple[Direction, ...]
    disputes: tuple[Dispute, ...]
    claims: tuple[Claim, ...]


def queue_view(floor: Floor, tables: Iterable[Table]) -> QueueView:
    """What waits for a decision at these tables."""
    mine = {table.name: table for table in tables}
    waiting = [*_held_rounds(floor, mine), *_cases(floor, mine, closed=False), *_holdings(floor, mine, ended=False)]
    waiting += [*_disputes(floor, mine, closed=False), *_claims(floor, mine)]
    ended = [*_cases(floor, mine, closed=True), *_holdings(floor, mine, ended=True)]
    ended += _disputes(floor, mine, closed=True)
    return QueueView(
        floor.sequence,
        tuple(sorted(waiting, key=lambda line: (line.gravity, line.since_ms, line.name))),
        tuple(sorted(ended, key=lambda line: -line.since_ms)[:CLOSED_KEPT]),
    )


def _held_rounds(floor: Floor, tables: dict[str, Table]) -> Iterator[QueueLine]:
    for table in tables.values():
        round_ = table.round
        if round_ is not None and round_.phase is Phase.HELD:
            money = _lies(floor, table, round_)
            name, stage = f"{table.name}-{round_.number}", "only_void" if round_.only_void else "held"
            since, cause = round_.closes_at_ms, round_.cause
            yield QueueLine(
                kind="round",
                name=name,
                table=table.name,
                who="",
                round=round_.number,
                since_ms=since,
                gravity=0,
                money=money,
                clause=round_.clause,
                ground=cause,
                stage=stage,
            )


def _lies(floor: Floor, table: Table, round_: Round) -> Money:
    """Every wager of a round that was neither paid nor returned."""
    held = floor.ledger.held
    on_terminals = total(held(play_of(table.name, name)) for name in round_.wagers)
    return on_terminals + total(held(cloth_of(table.name, player)) for player in round_.cloth)


def _cases(floor: Floor, tables: dict[str, Table], *, closed: bool) -> Iterator[QueueLine]:
    for case in floor.cases.values():
        table = tables.get(case.table)
        if table is None or case.closed is not closed:
            continue
        held = held_for(table, case)
        stage = "closed" if closed else "failed" if case.failed else "open"
        yield QueueLine(
            kind="case",
            name=case.number,
            table=table.name,
            who=case.terminal,
            round=case.round,
            since_ms=case.opened_at_ms,
            gravity=1 if held else 2,
            money=held,
            clause=case.clause,
            ground=case.ground,
            stage=stage,
        )


def held_for(table: Table, case: Case) -> Money:
    """The wagers that a case holds back from settlement, or that still lie in its round."""
    rounds = (*([table.round] if table.round else ()), *table.past.values())
    round_ = next((each for each in rounds if each.number == case.round), None)
    if round_ is None or round_.phase is Phase.VOID or case.terminal in round_.results or case.closed:
        return ZERO
    return total(round_.wagers.get(case.terminal, {}).values())


def _holdings(floor: Floor, tables: dict[str, Table], *, ended: bool) -> Iterator[QueueLine]:
    for holding in floor.vault.holdings.values():
        table = table_of_holding(floor, holding.what)
        if table is None or table.name not in tables or bool(holding.determined) is not ended:
            continue
        open_as = "demanded" if is_claim(floor, holding.what) else "reviewed" if holding.reviews else "withheld"
        stage, ground = holding.determined or open_as, holding.duty.value if holding.official else "untold"
        yield QueueLine(
            kind="holding",
            name=holding.what,
            table=table.name,
            who=holding.what,
            round=0,
            since_ms=0,
            gravity=3,
            money=withheld(floor, holding),
            clause=holding.clause,
            ground=ground,
            stage=stage,
        )


def withheld(floor: Floor, holding: Holding) -> Money:
    """What is kept back or demanded, of a meter, a paper, a payment by hand or a prize; nothing is counted twice."""
    held, what = floor.ledger.held, holding.what
    ticket, payout = floor.tickets.get(what), floor.vault.payouts.get(what)
    paper = ticket.amount if ticket is not None and ticket.held else ZERO
    by_hand = payout.amount if payout is not None and payout.held else ZERO
    award = floor.jackpots.awards.get(what)
    by_hand += award.amount if award is not None and award.held else ZERO
    promotion, won = prize_named(floor, what)
    if promotion is not None and won is not None and not holding.determined:
        by_hand += held(prize_of(promotion.name, won.prize))
    return held(withheld_of(what)) - held(demanded_of(what)) - set_against(floor, holding) + paper + by_hand


def _disputes(floor: Floor, tables: dict[str, Table], *, closed: bool) -> Iterator[QueueLine]:
    for each in floor.people.disputes.values():
        if each.table not in tables or (each.closed is not None) is not closed:
            continue
        rulebook = floor.rulebook_of(tables[each.table])
        final = disputes.final_clause(each.promotion, rulebook, covered=each.covered)
        yield QueueLine(
            kind="dispute",
            name=each.number,
            table=each.table,
            who=each.who,
            round=each.round,
            since_ms=each.raised_at_ms,
            gravity=4,
            money=ZERO,
            clause=final,
            ground="promotion" if each.promotion else "covered" if each.covered else "uncovered",
            stage=stage_of(each),
        )


def stage_of(dispute: Dispute) -> str:
    """How far a dispute has come."""
    if dispute.closed is not None:
        return "satisfied" if dispute.satisfied else "unsatisfied"
    if dispute.reviewed is not None:
        return "reviewed"
    if dispute.requested:
        return "review_asked"
    return "decided" if dispute.decided is not None else "raised"


def _claims(floor: Floor, tables: dict[str, Table]) -> Iterator[QueueLine]:
    for claim in floor.people.claims.values():
        if claim.table in tables and claim.informed is None and claim.denied is not None:
            since = claim.denied.at_ms
            yield QueueLine(
                kind="claim",
                name=claim.number,
                table=claim.table,
                who="",
                round=0,
                since_ms=since,
                gravity=5,
                money=claim.value,
                clause="",
                ground=claim.kind,
                stage="to_inform",
            )


def conduct_view(floor: Floor, tables: Iterable[Table], named: Container[str]) -> ConductView:
    """Conduct at these tables; who claimed a prize and why it was denied, under the rulebooks named."""
    mine, people = {table.name: table for table in tables}, floor.people
    disputes = [each for each in people.disputes.values() if each.table in mine]
    closed = [each for each in disputes if each.closed is not None]
    shown = [each for each in disputes if each.closed is None] + closed[-CLOSED_KEPT:]
    return ConductView(
        sequence=floor.sequence,
        tables=tuple(_table_conduct(floor, table) for table in mine.values()),
        breaches=tuple(each for each in people.breaches.values() if each.table in mine),
        measures=tuple(each for each in people.measures if _is_at(floor, each.who, mine)),
        directions=tuple(each for each in people.directions.values() if each.table in mine),
        disputes=tuple(shown),
        claims=tuple(
            each if floor.rulebook_of(mine[each.table]).about.id in named else _nobodys(each)
            for each in people.claims.values()
            if each.table in mine
        ),
    )


def _nobodys(claim: Claim) -> Claim:
    """A denied claim without anything by which the claimant could be known."""
    informed = None if claim.informed is None else replace(claim.informed, text="")
    return replace(claim, claimant="", address="", why="", informed=informed)


def _is_at(floor: Floor, who: str, tables: dict[str, Table]) -> bool:
    place = place_of(floor, who)
    return not isinstance(place, Refusal) and place.name in tables


def _table_conduct(floor: Floor, table: Table) -> TableConduct:
    rulebook = floor.rulebook_of(table)
    conduct, promotions = rulebook.conduct, rulebook.promotions
    idle = conduct.idle
    return TableConduct(
        table=table.name,
        rulebook=rulebook.about.id,
        grounds=tuple(_grounds(rulebook)),
        measures=tuple(MeasureLine(each.measure.value, each.clause, each.after_instances) for each in conduct.measures),
        positions={position.value: clause for position, clause in idle.positions.items()} if idle is not None else {},
        idle_rounds=(idle.rounds or 0) if idle is not None else 0,
        idle_clause=idle.clause if idle is not None else "",
        disputes=dispute_rules(rulebook),
        claim_kinds=tuple(promotions.kinds) if promotions is not None else (),
        people=tuple(person_line(floor, table, who) for who in (*table.terminals, *table.cloth.players)),
    )


def _grounds(rulebook: Rulebook) -> Iterator[Ground]:
    """Every clause that a person can be in breach of under a rulebook, in the order it names them."""
    conduct = rulebook.conduct
    named = [*conduct.grounds, *conduct.recorded_only]
    if conduct.any_clause:
        named += [cited.clause for cited in citations(rulebook)]
    least = conduct.syndicate_min.value if conduct.syndicate_min is not None else 0
    for clause in dict.fromkeys(named):
        kinds = tuple(kind for kind, forbids in conduct.kinds.items() if forbids == clause)
        together = least if clause == conduct.syndicated else 0
        unprinted = clause in conduct.unprinted_grounds
        yield Ground(clause, enabling(rulebook, clause), unprinted, kinds, together)


def dispute_rules(rulebook: Rulebook, promotion: str = "", *, covered: bool = True) -> DisputeRules:
    """The levels of a dispute under a rulebook; over a promotion, those of its own rule, which knows no review."""
    rules, own = rulebook.disputes, disputes.own_rule(promotion, rulebook)
    review = rules.review if covered or rules.uncovered is None else rules.uncovered
    differs, advice = rules.reviewer_differs, own or rules.advice
    return DisputeRules(
        decide_clause=disputes.first_clause(promotion, rulebook, covered=covered),
        review=review.policy.value if own is None else "",
        review_clause=review.clause if own is None else "",
        differs_clause=differs.clause if own is None and differs is not None and differs.value else "",
        final_role=rules.final.role,
        final_clause=disputes.final_clause(promotion, rulebook, covered=covered),
        official=advice.official if advice is not None else "",
        advice_clause=advice.clause if advice is not None else "",
    )


def breaches_about(floor: Floor, who: str) -> tuple[Breach, ...]:
    """The breaches on record against a terminal, or the player known there."""
    behind, known = player_behind(floor, who), floor.people.breaches.values()
    return tuple(each for each in known if each.who == who or (behind and each.player == behind))


def person_line(floor: Floor, table: Table, who: str) -> PersonLine:
    """A terminal or player at a table, as far as their conduct goes."""
    terminal, player = floor.terminals.get(who), floor.people.players.get(who)
    locks = terminal.locks if terminal is not None else player.locks if player is not None else {}
    behind = player_behind(floor, who)
    direction = floor.people.directions.get(who)
    return PersonLine(
        who=who,
        is_terminal=terminal is not None,
        player=behind if terminal is not None else "",
        idle=rounds_idle(floor, table, who),
        flagged=is_flagged(floor, table, who),
        locks={name: lock.clause for name, lock in locks.items() if name in LIFTING},
        breaches=len(breaches_about(floor, who)),
        directed="" if direction is None else "refused" if direction.refused else "told",
    )
