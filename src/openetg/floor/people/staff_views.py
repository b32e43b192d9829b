"""What the dealer, a supervisor, an inspector and a public display may see now, each numbered by the last entry.

The dealer sees the table and the cloth but no meter; a supervisor every terminal of the table with its money, cases and
locks; an inspector the whole floor, and changes nothing; a public display what is public. Read from the floor
after a commit, never before.
"""

from __future__ import annotations

from collections.abc import Container, Mapping

from msgspec import Struct

from openetg.floor.alerts.acknowledging import is_terminal_offline
from openetg.floor.cloth.dealer_plan import Plan, plan_of
from openetg.floor.cloth.views import ClothLine, ClothView, cloth_line, cloth_view
from openetg.floor.commands import Sign
from openetg.floor.core.ledger import demanded_of, meter_of, play_of, withheld_of
from openetg.floor.jackpots.views import JackpotView, jackpots_at
from openetg.floor.money.state import Holding, Payout
from openetg.floor.people.state import Breach, Claim, Direction, Dispute
from openetg.floor.premises.house_view import HouseView, house_view
from openetg.floor.premises.state import Approval, Effect, Equipment, Notice, Signal, Told, Visit
from openetg.floor.rounds.dealer_rules import DealingRules, NextStep, dealing_rules, next_steps, steps_of
from openetg.floor.rounds.device_readings import disagreement
from openetg.floor.rounds.views import TableView, past_of, table_view
from openetg.floor.state import ENDED, STANDING, Case, Floor, Phase, Round, Table
from openetg.floor.wagers.odds_notice import OddsLine, odds_notice
from openetg.money import ZERO, Money


class TwoNumbers(Struct, frozen=True):
    """What a person says fell, and what was read; or what a person keyed, and what is on record."""

    said: str
    read: str


class DealerView(Struct, frozen=True):
    """What the dealer of a table sees."""

    sequence: int
    table: TableView
    dealer: str
    registered: str | None
    """What the device read and is to be confirmed."""
    asks: str
    """The cause for which the signals ask for a no spin."""
    next: tuple[str, ...]
    """What may be done now, in the words of the commands."""
    players: tuple[ClothLine, ...]
    cloth_limits: dict[str, Sign]
    faulty: tuple[str, ...]
    """Terminals with an open case."""
    idle: tuple[str, ...]
    """Terminals that let enough rounds pass to be told to leave."""
    notices: dict[str, Notice]
    is_open: bool = True
    """Whether the table is open for play."""
    steps: tuple[NextStep, ...] = ()
    """What may be done now, in order, with clause, words to be said, and what must come first."""
    rules: DealingRules | None = None
    cloth: ClothView | None = None
    """The cloth of the table; None if it has none."""
    dolly: str | None = None
    """Where the marker stands."""
    collected: bool = False
    """Whether the losing wagers were taken off the cloth."""
    warned: bool = False
    """Whether 'finish betting' was said."""
    plan: Plan | None = None
    """What to take and what to pay, once something has fallen."""
    differ: TwoNumbers | None = None
    """Two numbers for the spin, until a person has decided: nothing is paid on the cloth meanwhile."""


class TerminalLine(Struct, frozen=True):
    """A terminal as a supervisor sees it."""

    terminal: str
    meter: Money
    staked: Money
    win: Money
    withheld: Money
    demanded: Money
    spots: dict[str, Money]
    locks: dict[str, str]
    """What it may not do, each with its clause."""
    cases: tuple[str, ...]
    idle: int
    wagered_at_ms: int
    reports: int
    """How often the player has pressed the control that reports a fault."""
    player: str


class SupervisorView(Struct, frozen=True):
    """What a supervisor sees of a table."""

    sequence: int
    dealer: DealerView
    terminals: tuple[TerminalLine, ...]
    cases: tuple[Case, ...]
    holdings: tuple[Holding, ...]
    breaches: tuple[Breach, ...]
    directions: tuple[Direction, ...]
    disputes: tuple[Dispute, ...]
    signals: tuple[Signal, ...]
    visits: dict[str, Visit]
    payouts: tuple[Payout, ...]
    credit_left: tuple[str, ...]
    """Terminals whose credits are not cleared."""
    house: HouseView
    """The table as the house runs it: times, signs, what its closing needs, its equipment."""
    offline: tuple[str, ...]
    """Terminals whose line is lost, as far as is on record."""


class InspectorView(Struct, frozen=True):
    """What an inspector sees of the floor: everything on record, and nothing that changes it."""

    sequence: int
    accounts: dict[str, Money]
    tables: tuple[TableView, ...]
    terminals: tuple[TerminalLine, ...]
    rulebooks: dict[str, str]
    """Per hash, the name of the rulebook."""
    effect: dict[str, Effect]
    approvals: dict[str, dict[str, dict[str, Approval]]]
    equipment: dict[str, dict[str, Equipment]]
    cases: dict[str, Case]
    holdings: dict[str, Holding]
    told: dict[str, tuple[Told, ...]]
    """Per table, which officials were told of what."""
    disputes: dict[str, Dispute]
    breaches: dict[str, Breach]
    claims: dict[str, Claim]
    signals: tuple[Signal, ...]


PRIZES_MAX = 12
"""How many wins of a round a display shows."""


class Prize(Struct, frozen=True):
    """What a terminal won in the last round that was settled."""

    terminal: str
    won: Money
    paid: Money


class DisplayView(Struct, frozen=True):
    """What the public may see above a table."""

    sequence: int
    table: TableView
    cloth_limits: dict[str, Sign]
    notices: dict[str, int]
    """What is announced, with the closing time where there is one."""
    past: tuple[str, ...] = ()
    """What fell before, newest first, as far back as it is kept."""
    round_paid: int = 0
    """The round the prizes are of; zero where the rulebook has no display of prizes."""
    prizes: tuple[Prize, ...] = ()
    """The largest first."""
    jackpots: tuple[JackpotView, ...] = ()
    is_open: bool = True
    """Whether the table is open for play."""
    odds: tuple[OddsLine, ...] = ()
    """The notice of bets and odds that may be made now, where the rulebook wants one."""
    void_round: int = 0
    """The last round that has ended, if it was void: the next may open in the same entry, so that no phase says it."""


def dealer_view(floor: Floor, table: Table) -> DealerView:
    """What the dealer of a table sees."""
    round_ = table.round
    idle_after = floor.rulebook_of(table).conduct.idle
    rounds = idle_after.rounds if idle_after is not None else None
    return DealerView(
        sequence=floor.sequence,
        table=table_view(table),
        dealer=table.dealer,
        registered=round_.registered if round_ else None,
        asks=round_.shown if round_ else "",
        next=next_steps(floor, table),
        players=tuple(cloth_line(floor, table, player) for player in table.cloth.players),
        cloth_limits=table.cloth.limits,
        faulty=tuple(sorted({case.terminal for case in _open_cases(floor, table)})),
        idle=tuple(name for name in table.terminals if rounds and floor.terminals[name].idle >= rounds),
        notices=floor.premises.notices.get(table.name, {}),
        is_open=table.is_open,
        steps=steps_of(floor, table),
        rules=dealing_rules(floor, table),
        cloth=cloth_view(floor, table),
        dolly=round_.dolly if round_ else None,
        collected=round_ is not None and round_.collected,
        warned=round_ is not None and round_.warned_at_ms is not None,
        plan=plan_of(floor, table),
        differ=_differ(table),
    )


def _differ(table: Table) -> TwoNumbers | None:
    found = None if table.round is None else disagreement(table.round)
    return None if found is None else TwoNumbers(found.said, found.read)


def _open_cases(floor: Floor, table: Table) -> list[Case]:
    return [case for case in floor.cases.values() if not case.closed and case.table == table.name]


def _cases_by_terminal(floor: Floor) -> dict[str, tuple[str, ...]]:
    """The open cases of each terminal that has one: found once for all, since closed ones are kept for good."""
    found: dict[str, tuple[str, ...]] = {}
    for case in floor.cases.values():
        if not case.closed:
            found[case.terminal] = (*found.get(case.terminal, ()), case.number)
    return found


def terminal_line(floor: Floor, name: str, cases: Mapping[str, tuple[str, ...]] | None = None) -> TerminalLine:
    """A terminal with its money, what it may not do, and what is open about it; `cases` if they were found before."""
    terminal, held = floor.terminals[name], floor.ledger.held
    spots: dict[str, Money] = {}
    staked = ZERO
    for at in terminal.tables:
        round_ = floor.tables[at].round
        staked += held(play_of(at, name))
        if round_ is not None and round_.phase in STANDING:
            spots |= {f"{at}/{spot}": amount for spot, amount in round_.wagers.get(name, {}).items()}
    return TerminalLine(
        terminal=name,
        meter=held(meter_of(name)),
        staked=staked,
        win=terminal.win,
        withheld=held(withheld_of(name)),
        demanded=-held(demanded_of(name)),
        spots=spots,
        locks={lock_name: lock.clause for lock_name, lock in terminal.locks.items()},
        cases=(_cases_by_terminal(floor) if cases is None else cases).get(name, ()),
        idle=terminal.idle,
        wagered_at_ms=terminal.wagered_at_ms,
        reports=len(floor.people.reports.get(name, ())),
        player=terminal.player,
    )


def supervisor_view(floor: Floor, table: Table) -> SupervisorView:
    """What a supervisor sees of a table."""
    people, vault, premises = floor.people, floor.vault, floor.premises
    here = {table.name, *table.terminals, *table.cloth.players}
    cases = _cases_by_terminal(floor)
    return SupervisorView(
        sequence=floor.sequence,
        dealer=dealer_view(floor, table),
        terminals=tuple(terminal_line(floor, name, cases) for name in table.terminals),
        cases=tuple(_open_cases(floor, table)),
        holdings=holdings_at(floor, here),
        breaches=tuple(each for each in people.breaches.values() if each.table == table.name),
        directions=tuple(each for each in people.directions.values() if each.table == table.name),
        disputes=tuple(each for each in people.disputes.values() if each.table == table.name and each.closed is None),
        signals=tuple(each for each in premises.signals if each.place in here),
        visits={place: visit for place, visit in premises.visits.items() if place in here},
        payouts=tuple(each for each in vault.payouts.values() if each.terminal in here and not each.signature),
        credit_left=tuple(name for name in table.terminals if floor.ledger.held(meter_of(name))),
        house=house_view(floor, table),
        offline=tuple(name for name in table.terminals if is_terminal_offline(floor, name)),
    )


def holdings_at(floor: Floor, here: Container[str]) -> tuple[Holding, ...]:
    """What is withheld at these places and of these people, papers that came from there included.

    Few things are withheld and many papers are on record: each holding is asked what it is of, not each paper.
    """

    def is_here(what: str) -> bool:
        paper = floor.tickets.get(what) or floor.jackpots.awards.get(what)
        return what in here or (paper is not None and paper.terminal in here)

    return tuple(each for each in floor.vault.holdings.values() if not each.determined and is_here(each.what))


def inspector_view(floor: Floor) -> InspectorView:
    """What an inspector sees of the floor."""
    people, premises, cases = floor.people, floor.premises, _cases_by_terminal(floor)
    return InspectorView(
        sequence=floor.sequence,
        accounts=dict(floor.ledger.accounts),
        tables=tuple(table_view(table) for table in floor.tables.values()),
        terminals=tuple(terminal_line(floor, name, cases) for name in floor.terminals),
        rulebooks={name: rulebook.about.id for name, rulebook in floor.rulebooks.items()},
        effect=premises.effect,
        approvals=premises.approvals,
        equipment=premises.equipment,
        cases=floor.cases,
        holdings=floor.vault.holdings,
        told={table: tuple(told) for table, told in premises.told.items()},
        disputes=people.disputes,
        breaches=people.breaches,
        claims=people.claims,
        signals=tuple(premises.signals),
    )


def display_view(floor: Floor, table: Table) -> DisplayView:
    """What the public may see above a table."""
    notices = floor.premises.notices.get(table.name, {})
    paid = _last_paid(table) if floor.rulebook_of(table).display.prize_display is not None else None
    return DisplayView(
        sequence=floor.sequence,
        table=table_view(table),
        cloth_limits=table.cloth.limits,
        is_open=table.is_open,
        notices={kind: notice.closes_at_ms for kind, notice in notices.items() if "/" not in kind},
        past=past_of(table),
        round_paid=paid.number if paid is not None else 0,
        prizes=_prizes(paid) if paid is not None else (),
        odds=odds_notice(floor, table),
        void_round=_last_void(table),
        jackpots=jackpots_at(floor, table.name),
    )


def _last_void(table: Table) -> int:
    """The number of the last round that has ended, if it is void; otherwise zero."""
    rounds = (each for each in (table.round, *reversed(table.past.values())) if each is not None)
    ended = next((each for each in rounds if each.phase in ENDED), None)
    return ended.number if ended is not None and ended.phase is Phase.VOID else 0


def _last_paid(table: Table) -> Round | None:
    """The last round that was settled; one whose cloth the dealer has yet to pay counts once its terminals are."""
    rounds = (each for each in (table.round, *reversed(table.past.values())) if each is not None)
    paid = (each for each in rounds if each.phase is Phase.SETTLED or (each.results and each.phase is not Phase.VOID))
    return next(paid, None)


def _prizes(paid: Round) -> tuple[Prize, ...]:
    """What terminals won in a round, from the record by which they were paid."""
    won = [Prize(each.terminal, each.won, each.returned) for each in paid.results.values() if each.won]
    return tuple(sorted(won, key=lambda prize: (-prize.won, prize.terminal))[:PRIZES_MAX])
