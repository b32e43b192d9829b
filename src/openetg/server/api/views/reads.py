"""What staff may see, as it is on record now: views of the floor for those whom their roles and duties let see them.

Everything is made into bytes while the floor is what the journal holds. Private texts are opened for those alone who
may see the view they stand in; numbers of papers are never shown.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from litestar import Response, get, post
from litestar.params import FromPath, JSONBody
from msgspec import Struct, json

from openetg.floor.commands import Sign
from openetg.floor.core.command import Private
from openetg.floor.money.redeeming import as_paid
from openetg.floor.money.views import CageView, cage_view
from openetg.floor.people.staff import STAFF_DESK, WITNESS, is_official, staff_member
from openetg.floor.people.staff_views import (
    DealerView,
    DisplayView,
    InspectorView,
    SupervisorView,
    TerminalLine,
    dealer_view,
    display_view,
    inspector_view,
    supervisor_view,
    terminal_line,
)
from openetg.floor.rounds.views import LayoutView, TableView, layout_view, table_view
from openetg.floor.state import Case, Equipment, Floor, Notice, Round, Signal, Table, Ticket
from openetg.money import Money
from openetg.rulebook.roles import holders
from openetg.server.access.logins import Identity
from openetg.server.acts.acts import holds, roles_at
from openetg.server.acts.supervision import RECORDS, supervised, supervises
from openetg.server.api.acts.commands import ALWAYS, problems, strictly
from openetg.server.api.guard import who_asks
from openetg.server.api.office import Office
from openetg.server.api.people.logins import Body, Name
from openetg.server.api.problems import Asked, edge
from openetg.server.guests.private_texts import unsealed
from openetg.server.writer.sealing import Sealer

CAGE = (*RECORDS, "redeem_paper", "pay_by_hand", "withhold_paper", "delay_payment", "ask_identification")
"""One of these lets see papers and payments by hand."""
PAPERS_KEPT = 500
"""How many papers and payments a list shows, newest last."""


class FloorView(Struct, frozen=True):
    """The floor as all staff may see it."""

    sequence: int
    site: str
    currency: str
    day: str
    """The gaming day."""
    now_ms: int
    tables: tuple[TableLine, ...]
    duties: dict[str, tuple[str, ...]]
    """Per rulebook of the floor, every role it knows."""


class TableLine(Struct, frozen=True):
    """A table in the list."""

    title: str
    rulebook: str
    dealer: str
    is_open: bool
    terminals: int
    view: TableView


class LimitsView(Struct, frozen=True):
    """The limits of a table: in force, and to come."""

    sequence: int
    terminal: dict[str, Sign]
    cloth: dict[str, Sign]
    next_terminal: dict[str, Sign] | None
    next_cloth: dict[str, Sign] | None
    unannounced: dict[str, dict[str, Sign]]
    """Those that wait for a notice."""
    own: dict[str, dict[str, Sign]] = {}
    """Per terminal, those set for it alone."""
    next_own: dict[str, dict[str, Sign]] | None = None


class RoundsView(Struct, frozen=True):
    """The rounds of a table that can still be put right, newest first; older ones are recalled from the journal."""

    sequence: int
    rounds: tuple[Round, ...]


class TicketView(Struct, frozen=True):
    """A paper that was presented."""

    sequence: int
    paper: Ticket


class FindTicket(Body, frozen=True):
    """A number as it is printed."""

    number: Name


class CasesView(Struct, frozen=True):
    """Cases at tables one may supervise."""

    sequence: int
    cases: tuple[Case, ...]


class EquipmentView(Struct, frozen=True):
    """What is in use, by table and part."""

    sequence: int
    equipment: dict[str, dict[str, Equipment]]


class NoticesView(Struct, frozen=True):
    """Notices by table and kind, and signals of the floor."""

    sequence: int
    notices: dict[str, dict[str, Notice]]
    signals: tuple[Signal, ...]


class AccountsView(Struct, frozen=True):
    """Every account of the ledger, in cents; together they are zero."""

    sequence: int
    accounts: dict[str, Money]


class StaffLine(Struct, frozen=True):
    """A member of staff."""

    person: str
    full_name: Private
    roles: dict[str, tuple[str, ...]]
    duties: tuple[str, ...]
    released: bool
    has_password: bool
    failures: int
    locked_until_ms: int
    logins: int
    hands: tuple[str, ...]
    """Who else may know how to come in as this person, until a person vouches for it."""


class StaffView(Struct, frozen=True):
    """All staff, and which terminals have keys."""

    sequence: int
    staff: tuple[StaffLine, ...]
    paired: tuple[str, ...]
    unpaired: tuple[str, ...]
    second_above: Money
    """Above this sum payments and rulings take two people."""


class PowerLine(Struct, frozen=True):
    """A power under a rulebook."""

    power: str
    clause: str
    roles: tuple[str, ...]


class PowersView(Struct, frozen=True):
    """Who may do what, by rulebook."""

    rulebooks: dict[str, tuple[PowerLine, ...]]


def read_handlers(office: Office) -> list[Any]:
    """The handlers."""
    tables = [*_table_handlers(office), *_supervision_handlers(office)]
    return [
        *_floor_handlers(office),
        *tables,
        *_money_handlers(office),
        *_house_handlers(office),
        *_record_handlers(office),
    ]


async def shown(office: Office, look: Callable[[Floor], Any], *, private: bool = False) -> Response[Any]:
    """What a look gives, as bytes made while everything in it is on record."""

    def encoded(floor: Floor) -> bytes:
        seen = look(floor)
        return json.encode(unsealed(seen, office.line.opened) if private else seen)

    return Response(await office.line.read(encoded), media_type="application/json")


def table_for(floor: Floor, who: Identity, name: str, powers: tuple[str, ...] = ()) -> Table:
    """A table the person may look at: with one of these powers, or with any role there if none is named."""
    table = floor.tables.get(name)
    member = staff_member(floor, who.person)
    if table is None or member is None:
        raise edge("no_such_thing", "no such table")
    if not (holds(floor, member, powers, table) if powers else roles_at(floor, table, member)):
        raise edge("not_for_you")
    return table


def table_supervised(floor: Floor, who: Identity, name: str, others: tuple[str, ...] = ()) -> Table:
    """A table the person supervises, or may look at by one of these other powers."""
    table = floor.tables.get(name)
    member = staff_member(floor, who.person)
    if table is None or member is None:
        raise edge("no_such_thing", "no such table")
    if not supervises(floor, member, table) and not holds(floor, member, others, table):
        raise edge("not_for_you")
    return table


def anywhere(floor: Floor, who: Identity, powers: tuple[str, ...]) -> None:
    """Only for those who have one of these powers under some rulebook."""
    member = staff_member(floor, who.person)
    if member is None or not holds(floor, member, powers):
        raise edge("not_for_you")


def _floor_handlers(office: Office) -> list[Any]:
    house = office.line.running.house
    titles = {plan.table: plan.title for plan in house.tables}

    def line(floor: Floor, table: Table) -> TableLine:
        rulebook = floor.rulebook_of(table).about.id
        title = titles.get(table.name, table.name)
        return TableLine(
            title=title,
            rulebook=rulebook,
            dealer=table.dealer,
            is_open=table.is_open,
            terminals=len(table.terminals),
            view=table_view(table),
        )

    def view(floor: Floor) -> FloorView:
        tables = tuple(line(floor, table) for table in floor.tables.values())
        roles = {rulebook.about.id: tuple(rulebook.roles) for rulebook in floor.rulebooks.values()}
        now_ms, day = office.line.now_ms(), floor.premises.day
        return FloorView(
            sequence=floor.sequence,
            site=house.site,
            currency=house.currency,
            day=day,
            now_ms=now_ms,
            tables=tables,
            duties=roles,
        )

    @get("/api/tables", tags=["floor"], responses=problems(*ALWAYS))
    async def tables(request: Asked) -> Response[FloorView]:
        """Every table with its round."""
        who_asks(request)
        return await shown(office, view)

    @get("/api/powers", tags=["floor"], responses=problems(*ALWAYS))
    async def powers(request: Asked) -> Response[PowersView]:
        """Who may do what, by rulebook, as `etg powers` says it."""
        who_asks(request)
        return await shown(office, _powers)

    return [tables, powers]


def _powers(floor: Floor) -> PowersView:
    return PowersView(
        {
            rulebook.about.id: tuple(
                PowerLine(name, power.clause, tuple(sorted(holders(rulebook, name))))
                for name, power in rulebook.powers.items()
            )
            for rulebook in floor.rulebooks.values()
        }
    )


def _table_handlers(office: Office) -> list[Any]:
    @get("/api/tables/{table:str}", tags=["tables"], responses=problems(*ALWAYS))
    async def dealer(table: FromPath[str], request: Asked) -> Response[DealerView]:
        """What the dealer of a table sees; for every person with a role there."""
        who = who_asks(request)
        return await shown(office, lambda floor: dealer_view(floor, table_for(floor, who, table)))

    @get("/api/tables/{table:str}/display", tags=["tables"], responses=problems(*ALWAYS))
    async def display(table: FromPath[str], request: Asked) -> Response[DisplayView]:
        """What a display above the table shows to the public."""
        who = who_asks(request)
        return await shown(office, lambda floor: display_view(floor, table_for(floor, who, table)))

    @get("/api/tables/{table:str}/layout", tags=["tables"], responses=problems(*ALWAYS))
    async def layout(table: FromPath[str], request: Asked) -> Response[LayoutView]:
        """Every spot and special of the game, with its odds and clause."""
        who = who_asks(request)
        return await shown(office, lambda floor: layout_view(floor, table_for(floor, who, table)))

    @get("/api/tables/{table:str}/limits", tags=["tables"], responses=problems(*ALWAYS))
    async def limits(table: FromPath[str], request: Asked) -> Response[LimitsView]:
        """The limits of a table."""
        who = who_asks(request)
        return await shown(office, lambda floor: _limits(floor, table_for(floor, who, table)))

    return [dealer, display, layout, limits]


def _supervision_handlers(office: Office) -> list[Any]:
    @get("/api/tables/{table:str}/supervision", tags=["tables"], responses=problems(*ALWAYS))
    async def supervision(table: FromPath[str], request: Asked) -> Response[SupervisorView]:
        """What a supervisor sees: terminals with their money, cases, breaches, disputes."""
        who = who_asks(request)
        look = lambda floor: supervisor_view(floor, table_supervised(floor, who, table))  # noqa: E731
        return await shown(office, look, private=True)

    @get("/api/tables/{table:str}/rounds", tags=["tables"], responses=problems(*ALWAYS))
    async def rounds(table: FromPath[str], request: Asked) -> Response[RoundsView]:
        """The last rounds of a table with the wagers of all; for a supervisor."""
        who = who_asks(request)
        return await shown(office, lambda floor: _rounds(floor, table_supervised(floor, who, table)))

    @get("/api/terminals/{terminal:str}", tags=["terminals"], responses=problems(*ALWAYS))
    async def terminal(terminal: FromPath[str], request: Asked) -> Response[TerminalLine]:
        """A terminal with its money; for a supervisor of its table, or the cage."""
        who = who_asks(request)

        def look(floor: Floor) -> TerminalLine:
            if terminal not in floor.terminals:
                raise edge("no_such_thing", "no such terminal")
            table_supervised(floor, who, floor.terminals[terminal].table, CAGE)
            return terminal_line(floor, terminal)

        return await shown(office, look)

    return [supervision, rounds, terminal]


def _limits(floor: Floor, table: Table) -> LimitsView:
    cloth = table.cloth
    return LimitsView(
        sequence=floor.sequence,
        terminal=table.limits,
        cloth=cloth.limits,
        next_terminal=table.next_limits,
        next_cloth=cloth.next_limits,
        unannounced=table.unannounced,
        own=table.own_limits,
        next_own=table.next_own_limits,
    )


def _rounds(floor: Floor, table: Table) -> RoundsView:
    running = (table.round,) if table.round is not None else ()
    return RoundsView(floor.sequence, (*running, *reversed(table.past.values())))


def _money_handlers(office: Office) -> list[Any]:
    tries = office.papers

    @get("/api/cage", tags=["cage"], responses=problems(*ALWAYS))
    async def cage(request: Asked) -> Response[CageView]:
        """Papers, payments by hand, what is withheld, and the drawers; for those who pay them."""
        who = who_asks(request)

        def look(floor: Floor) -> CageView:
            anywhere(floor, who, CAGE)
            return cage_view(floor, PAPERS_KEPT)

        return await shown(office, look, private=True)

    @post("/api/tickets/find", status_code=200, tags=["cage"], responses=problems(*ALWAYS))
    async def find(data: JSONBody[FindTicket], request: Asked) -> Response[TicketView]:
        """The paper with a printed number; a person who tries many wrong ones has to wait."""
        del data
        who, asked = who_asks(request), await strictly(request, FindTicket)
        wait_ms = tries.wait_ms(who.person, office.line.now_ms())
        if wait_ms:
            raise edge("too_fast", wait_ms=wait_ms)
        edge_ = office.line.running.writer.edge
        name = edge_.tickets.name_of(asked.number) if isinstance(edge_, Sealer) else asked.number

        def look(floor: Floor) -> TicketView:
            anywhere(floor, who, CAGE)
            if name not in floor.tickets:
                raise edge("no_such_thing", "no paper of this floor has that number")
            # A person with the paper in hand guesses nothing, and a queue is waiting.
            tries.give_back(who.person)
            return TicketView(floor.sequence, as_paid(floor, floor.tickets[name]))

        return await shown(office, look)

    @get("/api/accounts", tags=["records"], responses=problems(*ALWAYS))
    async def accounts(request: Asked) -> Response[AccountsView]:
        """The ledger; for those who may read the records."""
        who = who_asks(request)

        def look(floor: Floor) -> AccountsView:
            anywhere(floor, who, RECORDS)
            return AccountsView(floor.sequence, floor.ledger.accounts)

        return await shown(office, look)

    return [cage, find, accounts]


def _house_handlers(office: Office) -> list[Any]:
    @get("/api/cases", tags=["records"], responses=problems(*ALWAYS))
    async def cases(request: Asked) -> Response[CasesView]:
        """Cases of malfunction at the tables one may supervise, closed ones too."""
        who = who_asks(request)

        def look(floor: Floor) -> CasesView:
            mine = supervised(floor, staff_member(floor, who.person))
            return CasesView(floor.sequence, tuple(case for case in floor.cases.values() if case.table in mine))

        return await shown(office, look, private=True)

    @get("/api/equipment", tags=["records"], responses=problems(*ALWAYS))
    async def equipment(request: Asked) -> Response[EquipmentView]:
        """What is in use at each table, as it was measured."""
        who_asks(request)
        return await shown(office, lambda floor: EquipmentView(floor.sequence, floor.premises.equipment))

    @get("/api/notices", tags=["records"], responses=problems(*ALWAYS))
    async def notices(request: Asked) -> Response[NoticesView]:
        """Notices at tables, and signals of terminals, devices and the machine."""
        who_asks(request)
        return await shown(
            office, lambda floor: NoticesView(floor.sequence, floor.premises.notices, tuple(floor.premises.signals))
        )

    return [cases, equipment, notices]


def _record_handlers(office: Office) -> list[Any]:
    @get("/api/inspection", tags=["records"], responses=problems(*ALWAYS))
    async def inspection(request: Asked) -> Response[InspectorView]:
        """The whole floor; for those who may read the records."""
        who = who_asks(request)

        def look(floor: Floor) -> InspectorView:
            anywhere(floor, who, RECORDS)
            return inspector_view(floor)

        return await shown(office, look, private=True)

    @get("/api/staff", tags=["people"], responses=problems(*ALWAYS))
    async def staff(request: Asked) -> Response[StaffView]:
        """Who works here, and which terminals have keys; for the staff desk."""
        who = who_asks(request)

        def look(floor: Floor) -> StaffView:
            if {STAFF_DESK, WITNESS}.isdisjoint(who.member.duties) and not is_official(floor, who.member):
                raise edge("not_for_you")
            return _staff(floor, office.seconds.above(floor))

        return await shown(office, look, private=True)

    return [inspection, staff]


def _staff(floor: Floor, above: Money) -> StaffView:
    people = floor.people
    lines = tuple(
        StaffLine(
            person=each.person,
            full_name=each.full_name,
            roles=each.roles,
            duties=each.duties,
            released=each.released,
            has_password=bool(each.password),
            failures=each.failures,
            locked_until_ms=each.locked_until_ms,
            logins=sum(login.person == each.person for login in people.logins.values()),
            hands=tuple(each.hands),
        )
        for each in people.staff.values()
    )
    unpaired = tuple(name for name in floor.terminals if name not in people.pairings)
    return StaffView(floor.sequence, lines, tuple(people.pairings), unpaired, above)
