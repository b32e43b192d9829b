"""The floor a script is played on: tables founded in order, one clock, one sender, and the answer to the last step.

Nothing happens here by itself. Every step goes through `decide` and `record` like a live command, and a restart reads
the entries back, so that a script tells the truth about the floor.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from msgspec import Struct
from msgspec.structs import replace

from openetg.floor.commands import (
    AnyCommand,
    LinkTerminal,
    OpenTable,
    Order,
    RegisterTerminal,
    ReportReady,
    SetFloat,
    SetLimits,
    Sign,
    SignOff,
    SignOn,
    StartWriter,
    TakePlace,
)
from openetg.floor.core.answers import Stale, answer_of, earlier_answer
from openetg.floor.core.authority import DEALER
from openetg.floor.core.refusals import Reason, Refusal
from openetg.floor.core.verdicts import LOGIC, Verdict
from openetg.floor.fold import fold
from openetg.floor.pipeline import UNRECORDED, decide, record
from openetg.floor.premises.founding import in_order
from openetg.floor.rounds.automatic import is_dealer_run
from openetg.floor.rounds.clockwork import due
from openetg.floor.state import Floor, Round, Table
from openetg.floor.wagers.signs import as_wide, is_on_cloth
from openetg.games.compile import Playable, open_rulebook
from openetg.games.paytable import Game
from openetg.money import Money, cents
from openetg.rulebook.roles import holders
from openetg.rulebook.schema.book import Rulebook
from openetg.rulebook.schema.policies import Channel, Device

START_MS = 1_893_456_000_000
"""When scripts begin: 1 January 2030, after every instrument has come into force."""
NOTES = tuple(cents(100 * dollars) for dollars in (5, 10, 20, 50, 100))
SENDER = "script"

Entry = tuple[int, bytes, bytes]
"""Time, command and verdict as a journal stores them."""


class StepFailed(Exception):
    """A step that could not be made, or a check that does not hold."""


class StepRefused(Exception):
    """What a step needs beforehand was refused: that is its answer, and nothing else is asked."""


class ScriptTable(Struct):
    """A table as the script describes it, until the first step is made there."""

    name: str
    rulebook: str
    game: str
    kind: str
    period_ms: int = 0
    limits: dict[str, Sign] = {}
    """The limits on every sign of the table."""
    channel_limits: dict[str, dict[str, Sign]] = {}
    """The limits on those of the `terminal` or of the `cloth` alone."""
    own_limits: dict[str, dict[str, Sign]] = {}
    """Per terminal, what was set for it alone."""
    floats: tuple[Money, ...] = ()
    terminals: list[str] = []
    players: list[str] = []


@cache
def opened(rulebook: str) -> Playable:
    """A rulebook, opened once for all scripts of a run."""
    return open_rulebook(rulebook)


class Stage:
    """A floor, a clock, and what was last asked and answered."""

    def __init__(self) -> None:
        self.floor = Floor()
        self.entries: list[Entry] = []
        self.at_ms = START_MS
        self.number = 0
        self.plans: dict[str, ScriptTable] = {}
        self.table_name = ""
        self.described = ""
        """The table that the lines of a description are about: the one added last, until a step is made."""
        self.founded: set[str] = set()
        self.revolutions: dict[str, int | None] = {}
        self.verdict: Verdict | None = None
        self.last: Order | None = None
        self.answered: Verdict | None = None
        """The answer to the last order."""
        self.own_dealers = False
        """Whether the script itself says who signs on and off."""
        self.transfers = 0
        self.assumed = ""
        """The spin that was assumed and not spoken of yet."""
        self.verbatim = False
        """Whether nothing goes without saying any more."""
        self.given = False
        """Whether something stands on the floor that no entry has brought about."""
        self.heard: list[AnyCommand] | None = None
        """What was asked, while it is only listened to."""

    # What the script describes.

    def plan(self) -> ScriptTable:
        """The table the script is at, not yet founded."""
        if not self.table_name:
            raise StepFailed("no table yet: a script begins with a line such as: rulebook ministar roulette")
        return self.plans[self.table_name]

    def describing(self) -> ScriptTable:
        """The plan, while it can still be changed."""
        plan = self.plan()
        if plan.name in self.founded:
            raise StepFailed(f"table {plan.name} is already in play: describe it before the first step")
        return plan

    def describe(self, line: Callable[[], None]) -> None:
        """Takes in a line of a description; the steps that follow are about the same table as before."""
        at = self.table_name
        self.table_name = self.described or at
        line()
        self.described, self.table_name = self.table_name, at or self.table_name

    # Where things stand.

    @property
    def table(self) -> Table:
        """The table the script is at, in order and open."""
        plan = self.plan()
        if plan.name not in self.founded:
            self._found(plan)
        return self.floor.tables[plan.name]

    @property
    def round(self) -> Round:
        """The newest round at the table."""
        round_ = self.table.round
        if round_ is None:
            raise StepFailed("no round yet: bets opens one")
        return round_

    @property
    def rulebook(self) -> Rulebook:
        """The rulebook of the table."""
        return opened(self.plan().rulebook).rulebook

    @property
    def game(self) -> Game:
        """The game at the table."""
        return opened(self.plan().rulebook).games[self.plan().game]

    def is_player(self, name: str) -> bool:
        """Whether a name is a player at the cloth, and not a terminal."""
        player = self.floor.people.players.get(name)
        return player is not None and name in self.table.cloth.players

    def terminal(self, name: str) -> str:
        """A terminal; one that was never spoken of before stands at the table from now on."""
        table = self.table
        player = self.floor.people.players.get(name)
        if player is not None and player.terminals:
            name = player.terminals[0]
        if name not in self.floor.terminals:
            if Channel.TERMINAL not in self.floor.kind_of(table).channels.value:
                raise StepFailed(f"{name} is no player at table {table.name}: player {name} seats one")
            serials = f"stacker-{name}", f"printer-{name}"
            self.must(RegisterTerminal(name, table.name, NOTES, *serials))
        elif table.name not in self.floor.terminals[name].tables:
            self._link(name, table.name)
        return name

    def _link(self, terminal: str, table: str) -> None:
        if isinstance(self.ask(LinkTerminal(terminal, table)), Refusal):
            raise StepRefused

    def player(self, name: str, terminals: tuple[str, ...] = ()) -> str:
        """A player; one that was never spoken of before takes a place at the table."""
        table = self.table
        if name not in table.cloth.players or terminals:
            self.must(TakePlace(name, table.name, tuple(self.terminal(each) for each in terminals)))
        return name

    def somebody(self, power: str) -> tuple[str, str]:
        """A role of the floor that holds a power, and a person of that name."""
        table = self.table
        held = holders(self.rulebook, power, round_kind=self.floor.kind_of(table).round)
        staff = [role for role in self.rulebook.roles if role in held]
        on_floor = [role for role in staff if self.rulebook.roles[role].of == "floor"]
        role = next(iter(on_floor or staff), DEALER)
        return role, table.dealer if role == DEALER and table.dealer else role

    def person(self, said: str) -> tuple[str, str]:
        """Role and person of `ROLE` or `ROLE:name`; another dealer takes the table over first."""
        role, _, name = said.partition(":")
        table = self.table
        if role != DEALER or not is_dealer_run(self.floor, table):
            return role, name or role
        person = name or table.dealer or DEALER
        if person != table.dealer and not self.own_dealers:
            if table.dealer:
                self.must(SignOff(DEALER, table.dealer, table.name))
            self.must(SignOn(DEALER, person, table.name))
        return role, person

    # Asking.

    def begin_step(self) -> None:
        """Nothing was answered in this step yet."""
        self.verdict = None

    def ask(self, command: AnyCommand) -> Verdict:
        """One command, as an order of its own; its answer is that of the step."""
        if self.heard is not None:
            self.heard.append(command)
            return ()
        self.number += 1
        self.last = Order(SENDER, 1, self.number, command)
        return self._put(self.last)

    def must(self, command: AnyCommand) -> None:
        """What goes without saying in a script, and must be granted."""
        verdict = self.ask(command)
        if isinstance(verdict, Refusal):
            raise StepFailed(f"{type(command).__name__} was refused: {spoken(verdict)}")

    def again(self) -> None:
        """The last order with the same id: the same answer, and nothing moves."""
        if self.last is None:
            raise StepFailed("nothing was asked yet")
        answer = earlier_answer(self.floor.senders, self.last)
        if isinstance(answer, Stale):
            raise StepFailed("the answer is no longer remembered")
        if answer is None:
            self._put(self.last)
        elif answer.reason:
            self.verdict = Refusal(Reason(answer.reason), answer.clause)
        else:
            assert self.answered is not None, "what is remembered was answered"
            assert answer.accepted == answer_of(0, self.answered).accepted, "the same id gets the same answer"
            self.verdict = self.answered

    def recall(self, order: Order | None, verdict: Verdict | None) -> None:
        """What went without saying is done; the step was this order, with this answer."""
        self.last, self.verdict, self.answered = order, verdict, verdict

    def _put(self, order: Order) -> Verdict:
        floor = self.floor
        verdict = self.verdict = self.answered = decide(floor, order.command, self.at_ms)
        if isinstance(verdict, Refusal) and type(order.command) in UNRECORDED:
            return verdict
        floor.at_ms = self.at_ms
        self.entries.append((self.at_ms, *record(floor, order, verdict)))
        assert floor.ledger.is_balanced(), "the books balance after every entry"
        return verdict

    def wait(self, ms: int) -> None:
        """Time passes; what it brings about happens at its time."""
        until = self.at_ms + ms
        while commands := due(self.floor, until):
            when = min(self._due_at(until), until)
            self.at_ms = max(self.at_ms, when)
            for command in commands:
                self.ask(command)
        self.at_ms = until

    def _due_at(self, until: int) -> int:
        low, high = self.at_ms, until
        while low < high:
            middle = (low + high) // 2
            low, high = (low, middle) if due(self.floor, middle) else (middle + 1, high)
        return low

    def restart(self) -> None:
        """Power loss: all that is left are the entries; a writer reads them and takes over."""
        if self.given:
            raise StepFailed("what was given is not in the entries, so that a restart would lose it")
        floor = Floor()
        for entry in self.entries:
            fold(floor, *entry)
        self.floor = floor
        self.ask(StartWriter(LOGIC, "script"))

    def found_all(self) -> None:
        """Every table the script has described stands."""
        for plan in self.plans.values():
            if plan.name not in self.founded:
                self._found(plan)

    def ready(self) -> None:
        """The device goes on, if it was waiting."""
        if not self.table.device_ready:
            self.must(ReportReady(self.table.name))

    # Founding.

    def limit_orders(self, plan: ScriptTable, role: str = "", person: str = "") -> list[SetLimits]:
        """What puts a plan's limits on the signs of its table; the total of a terminal stands on that of terminals."""
        book = opened(plan.rulebook).rulebook
        channels = book.tables[plan.kind].channels.value
        orders = []
        for channel in channels:
            cloth = is_on_cloth(channel)
            left_out = {"sum"} if cloth and Channel.TERMINAL in channels else set()
            said = {kind: sign for kind, sign in plan.limits.items() if kind not in left_out}
            said |= plan.channel_limits.get(channel.value, {})
            rules = book.limits.cloth if cloth else book.limits.terminal
            limits = said if rules is None else as_wide(rules, said)
            orders += [SetLimits(plan.name, limits, cloth, role, person)] if said else []
        own = plan.own_limits.items()
        return orders + [
            SetLimits(table=plan.name, limits=limits, cloth=False, role=role, person=person, terminal=terminal)
            for terminal, limits in own
        ]

    def rehearsal(self, plan: ScriptTable) -> Stage:
        """Another stage with the same table and no limits, to try something out."""
        other = Stage()
        other.plans[plan.name] = replace(plan, limits={}, channel_limits={}, own_limits={})
        other.table_name = plan.name
        other.found_all()
        return other

    def _found(self, plan: ScriptTable) -> None:
        last, verdict, answered = self.last, self.verdict, self.answered
        if not self.founded:
            self.must(StartWriter(LOGIC, "script"))
        self.founded.add(plan.name)
        playable = opened(plan.rulebook)
        least = playable.rulebook.tables[plan.kind].terminals_min
        missing = max((least.value if least else 0) - len(plan.terminals), 0)
        extra = [f"{plan.name}-spare-{number}" for number in range(1, missing + 1)]
        # A terminal that another table has had in play by now stands there, and plays here too.
        there = [name for name in plan.terminals if name in self.floor.terminals]
        here = [name for name in plan.terminals if name not in there]
        for command in in_order(
            playable.rulebook,
            plan.name,
            plan.kind,
            terminals=(*here, *extra),
            notes=NOTES,
            period_ms=plan.period_ms,
            launch_ms=plan.period_ms // 2,
            at_ms=self.at_ms,
            adopted=tuple(self.floor.rulebooks),
        ):
            self.must(command)
        for name in there:
            self.must(LinkTerminal(name, plan.name))
        self._describe(plan)
        self.must(OpenTable(plan.name, by_hand=True))
        self.must(ReportReady(plan.name))
        self.last, self.verdict, self.answered = last, verdict, answered

    def _describe(self, plan: ScriptTable) -> None:
        for order in self.limit_orders(plan):
            self.must(order)
        if plan.floats:
            self.must(SetFloat(plan.name, plan.floats))
        for player in plan.players:
            self.must(TakePlace(player, plan.name))


def kind_for(rulebook: Rulebook, game: str, *, wanted: str = "", device: Device | None = None) -> str:
    """The kind of table a script means: by name, by wheel, or the first of the game."""
    kinds = {name: kind for name, kind in rulebook.tables.items() if kind.game == game}
    if not kinds:
        raise StepFailed(f"no game {game} in {rulebook.about.id}: it has {', '.join(rulebook.games.named())}")
    if wanted:
        if wanted not in kinds:
            raise StepFailed(f"no table {wanted} in {rulebook.about.id}: it has {', '.join(kinds)}")
        return wanted
    if device is not None:
        found = next((name for name, kind in kinds.items() if kind.device.value is device), None)
        if found is None:
            raise StepFailed(f"no such wheel in {rulebook.about.id}")
        return found
    return next(iter(kinds))


def spoken(refusal: Refusal) -> str:
    """A refusal in a few words."""
    return " ".join(part for part in (refusal.reason.name, refusal.clause) if part)
