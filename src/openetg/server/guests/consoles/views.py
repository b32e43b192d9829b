"""The views a console may watch: who may see each of them, and what it contains.

A view is read from the floor when everything in it is on record. Who may see it is asked of the roles and duties on
record, as the HTTP API asks; nothing that a console says of itself counts. A further view is one more line in `KINDS`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from openetg.floor.alerts.acknowledging import AlertsView, alerts_view
from openetg.floor.core.ledger import meter_of, play_of
from openetg.floor.jackpots.views import JackpotDesk, jackpot_desk
from openetg.floor.money.views import CageView, cage_view
from openetg.floor.people.staff import OPERATOR
from openetg.floor.people.staff_views import (
    SupervisorView,
    dealer_view,
    display_view,
    holdings_at,
    inspector_view,
    supervisor_view,
)
from openetg.floor.premises.closing import CLOSE
from openetg.floor.promotions.views import PromotionDesk
from openetg.floor.rounds.views import table_view
from openetg.floor.state import STANDING, Floor, StaffMember, Table
from openetg.server.acts.acts import holds, roles_at
from openetg.server.acts.allowed import acts_at, acts_of_duty
from openetg.server.acts.promotion_sight import desk_seen, names_seen
from openetg.server.acts.second_person import may_see
from openetg.server.acts.supervision import RECORDS, supervised, supervises
from openetg.server.api.office import Office
from openetg.server.api.views.jackpots import sees_jackpots
from openetg.server.api.views.reads import CAGE
from openetg.server.guests.consoles.gravity import tile_alerts
from openetg.server.guests.consoles.lobby import lobby_view
from openetg.wire.console import (
    AlertsNews,
    CageNews,
    CasesNews,
    DealerNews,
    DisplayNews,
    FloorNews,
    FloorTiles,
    HeldAt,
    InspectionNews,
    JackpotsNews,
    LobbyNews,
    LobbyView,
    MeNews,
    MeView,
    OpenCases,
    PromotionsNews,
    SupervisionNews,
    Tile,
    TileAlert,
    ViewNews,
    WaitingAct,
    WaitingNews,
    Waits,
)

Audience: TypeAlias = tuple[str, ...]
"""What a view depends on in its viewer: all of one audience see the same."""
ALL: Audience = ()
PAPERS_SHOWN = 100
"""So many papers and payments stand in the view of the cage, which is sent whole whenever it changes; the HTTP API has
more of them."""
FIGURES, ALERTS = "figures", "alerts"
"""What an audience may see on the tile of a table: `figures/A`."""
ALERTS_SHOWN = 4
"""So many alerts are told on a tile; of the others, how many there are."""
HOUR_LOOK_MS = 5_000
"""How often a view is looked at again in which something changes by itself."""


class Kind(Struct, frozen=True):
    """A kind of view."""

    news: type[ViewNews]
    of_table: bool
    """Whether there is one for each table: `dealer/A`."""
    audience: Callable[[Floor, StaffMember, Table | None], Audience | None]
    """The audience a person belongs to; None if the person may not see the view."""
    look: Callable[[Office, Floor, Table | None, Audience], Struct]
    private: bool = False
    """Whether private texts stand in it, to be opened for those who may see it."""
    of_record: bool = True
    """Whether it is a fold of the journal alone, so that the same number is the same view."""
    again_ms: int = 0
    """How long it is not looked at again while nothing came on record, where it is not."""


class AskedView(Struct, frozen=True):
    """A view by its name."""

    name: str
    kind: Kind
    table: str


def find_view(floor: Floor, name: str) -> AskedView | None:
    """The view of a name; None if there is none."""
    word, slash, table = name.partition("/")
    kind = KINDS.get(word)
    if kind is None or bool(slash) != kind.of_table or (kind.of_table and table not in floor.tables):
        return None
    return AskedView(name, kind, table)


def stamped(view: Struct, sequence: int) -> Struct:
    """A view that bears the number of an entry, where it bears one; so that two can be compared."""
    if isinstance(view, SupervisorView):
        return replace(view, sequence=sequence, dealer=replace(view.dealer, sequence=sequence))
    return replace(view, sequence=sequence) if "sequence" in view.__struct_fields__ else view


def _everybody(floor: Floor, member: StaffMember, table: Table | None) -> Audience | None:
    del floor, member, table
    return ALL


def _oneself(floor: Floor, member: StaffMember, table: Table | None) -> Audience | None:
    del floor, table
    return (member.person,)


def _with_a_role(floor: Floor, member: StaffMember, table: Table | None) -> Audience | None:
    return ALL if roles_at(floor, _there(table), member) else None


def _supervisors(floor: Floor, member: StaffMember, table: Table | None) -> Audience | None:
    return ALL if supervises(floor, member, _there(table)) else None


def _inspectors(floor: Floor, member: StaffMember, table: Table | None) -> Audience | None:
    del table
    return ALL if holds(floor, member, RECORDS) else None


def _of_the_cage(floor: Floor, member: StaffMember, table: Table | None) -> Audience | None:
    del table
    return ALL if holds(floor, member, CAGE) else None


def _of_jackpots(floor: Floor, member: StaffMember, table: Table | None) -> Audience | None:
    del table
    return ALL if sees_jackpots(floor, member) else None


def _of_promotions(floor: Floor, member: StaffMember, table: Table | None) -> Audience | None:
    """Of each rulebook, whether the person may see who the entrants are."""
    del table
    return names_seen(floor, member)


def _supervisors_somewhere(floor: Floor, member: StaffMember, table: Table | None) -> Audience | None:
    del table
    return supervised(floor, member) or None


def _at_tables(floor: Floor, member: StaffMember, table: Table | None) -> Audience | None:
    """Never None; of each table, whether the person may see its alerts and its figures."""
    del table
    reads = (FIGURES,) if holds(floor, member, RECORDS) else ()
    seen: list[str] = []
    for each in floor.tables.values():
        roles = roles_at(floor, each, member)
        seen += [f"{ALERTS}/{each.name}"] if roles or reads or OPERATOR in member.duties else []
        seen += [f"{FIGURES}/{each.name}"] if reads or supervises(floor, member, each) else []
    return tuple(seen)


def _floor_tiles(office: Office, floor: Floor, table: Table | None, audience: Audience) -> FloorTiles:
    del table
    titles = {plan.table: plan.title for plan in office.line.running.house.tables}
    alerts = tile_alerts(floor)
    tiles = tuple(_seen_tile(office, _tile(floor, each, titles), alerts, audience) for each in floor.tables.values())
    return FloorTiles(floor.premises.day, tiles)


def _seen_tile(office: Office, tile: Tile, alerts: dict[str, list[TileAlert]], audience: Audience) -> Tile:
    """A tile with what this audience may see besides."""
    line, figures = office.line, office.line.running.figures
    if f"{ALERTS}/{tile.table}" in audience:
        here = alerts.get(tile.table, [])
        tile = replace(tile, alerts=tuple(here[:ALERTS_SHOWN]), alerts_open=len(here))
    if figures is not None and f"{FIGURES}/{tile.table}" in audience:
        counted = figures.of(line.floor, line.floor.tables[tile.table], line.now_ms())
        tile = replace(tile, figures=counted, counting=counted is None)
    return tile


def _lobby(office: Office, floor: Floor, table: Table | None, audience: Audience) -> LobbyView:
    del table, audience
    return lobby_view(floor, office.line.running.house)


def _tile(floor: Floor, table: Table, titles: dict[str, str]) -> Tile:
    view, round_ = table_view(table), table.round
    standing = round_ is not None and round_.phase in STANDING
    notices = floor.premises.notices.get(table.name, {})
    return Tile(
        table=table.name,
        title=titles.get(table.name, table.name),
        rulebook=floor.rulebook_of(table).about.id,
        game=floor.game_of(table).name,
        dealer=table.dealer,
        is_open=table.is_open,
        round=view.round,
        phase=view.phase,
        opened_at_ms=view.opened_at_ms,
        closes_at_ms=view.closes_at_ms,
        launched=view.launched,
        outcome=view.outcome,
        outcomes=view.outcomes,
        cause=view.cause,
        terminals=len(table.terminals),
        playing=sum(map(bool, (*round_.wagers.values(), *round_.cloth.values()))) if round_ and standing else 0,
        cases=sum(not case.closed and case.table == table.name for case in floor.cases.values()),
        disputes=sum(each.closed is None and each.table == table.name for each in floor.people.disputes.values()),
        players=_players(floor, table),
        shuts_at_ms=notices[CLOSE].closes_at_ms if CLOSE in notices else 0,
    )


def _players(floor: Floor, table: Table) -> int:
    """Terminals that stand here with money on them or in play, and players at the cloth."""
    held = floor.ledger.held
    standing = [name for name in table.terminals if floor.terminals[name].table == table.name]
    with_money = sum(1 for name in standing if held(meter_of(name)) or held(play_of(table.name, name)))
    return with_money + len(table.cloth.players)


def _me(office: Office, floor: Floor, table: Table | None, audience: Audience) -> MeView:
    del office, table
    member = floor.people.staff[audience[0]]
    return MeView(
        person=member.person,
        full_name=member.full_name,
        roles=member.roles,
        duties=member.duties,
        tables=tuple(_held_at(floor, each, member) for each in floor.tables.values()),
        acts=acts_of_duty(floor, member),
        views=tuple(
            word for word, kind in KINDS.items() if not kind.of_table and kind.audience(floor, member, None) is not None
        ),
    )


def _held_at(floor: Floor, table: Table, member: StaffMember) -> HeldAt:
    return HeldAt(
        table=table.name,
        rulebook=floor.rulebook_of(table).about.id,
        roles=roles_at(floor, table, member),
        acts=acts_at(floor, table, member),
        views=tuple(
            f"{word}/{table.name}"
            for word, kind in KINDS.items()
            if kind.of_table and kind.audience(floor, member, table) is not None
        ),
    )


def _cases(office: Office, floor: Floor, table: Table | None, audience: Audience) -> OpenCases:
    del office, table
    here = {what for name in audience for what in _things_at(floor.tables[name])}
    return OpenCases(
        tuple(case for case in floor.cases.values() if not case.closed and case.table in audience),
        holdings_at(floor, here),
    )


def _things_at(table: Table) -> set[str]:
    return {table.name, *table.terminals, *table.cloth.players}


def _alerts(office: Office, floor: Floor, table: Table | None, audience: Audience) -> AlertsView:
    del office, table
    return alerts_view(floor, audience[0])


def _cage(office: Office, floor: Floor, table: Table | None, audience: Audience) -> CageView:
    del office, table, audience
    return cage_view(floor, PAPERS_SHOWN)


def _jackpots(office: Office, floor: Floor, table: Table | None, audience: Audience) -> JackpotDesk:
    del office, table, audience
    return jackpot_desk(floor)


def _promotions(office: Office, floor: Floor, table: Table | None, audience: Audience) -> PromotionDesk:
    del office, table
    return desk_seen(floor, audience)


def _waiting(office: Office, floor: Floor, table: Table | None, audience: Audience) -> Waits:
    del floor, table
    waiting = [each for each in office.seconds.all(office.line.now_ms()) if may_see(office.line, audience[0], each)]
    return Waits(
        tuple(
            WaitingAct(each.name, type(each.command).__name__, each.first, each.until_ms, each.digest)
            for each in waiting
        )
    )


def _there(table: Table | None) -> Table:
    assert table is not None, "the view is of a table"
    return table


def _of_table(look: Callable[[Floor, Table], Struct]) -> Callable[[Office, Floor, Table | None, Audience], Struct]:
    def looked(office: Office, floor: Floor, table: Table | None, audience: Audience) -> Struct:
        del office, audience
        return look(floor, _there(table))

    return looked


def _inspection(office: Office, floor: Floor, table: Table | None, audience: Audience) -> Any:
    del office, table, audience
    return inspector_view(floor)


KINDS: dict[str, Kind] = {
    "floor": Kind(
        FloorNews, of_table=False, audience=_at_tables, look=_floor_tiles, of_record=False, again_ms=HOUR_LOOK_MS
    ),
    "me": Kind(MeNews, of_table=False, audience=_oneself, look=_me, private=True),
    "cases": Kind(CasesNews, of_table=False, audience=_supervisors_somewhere, look=_cases, private=True),
    "alerts": Kind(AlertsNews, of_table=False, audience=_oneself, look=_alerts, private=True),
    "cage": Kind(CageNews, of_table=False, audience=_of_the_cage, look=_cage, private=True),
    "jackpots": Kind(JackpotsNews, of_table=False, audience=_of_jackpots, look=_jackpots, private=True),
    "promotions": Kind(PromotionsNews, of_table=False, audience=_of_promotions, look=_promotions, private=True),
    "waiting": Kind(WaitingNews, of_table=False, audience=_oneself, look=_waiting, of_record=False),
    "inspection": Kind(InspectionNews, of_table=False, audience=_inspectors, look=_inspection, private=True),
    "dealer": Kind(DealerNews, of_table=True, audience=_with_a_role, look=_of_table(dealer_view)),
    "supervision": Kind(
        SupervisionNews, of_table=True, audience=_supervisors, look=_of_table(supervisor_view), private=True
    ),
    "display": Kind(DisplayNews, of_table=True, audience=_with_a_role, look=_of_table(display_view)),
    "lobby": Kind(LobbyNews, of_table=False, audience=_everybody, look=_lobby),
}
"""Every view, by the word its name begins with."""
