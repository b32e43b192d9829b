"""How the facts about the drawers of the cage change the floor."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from openetg.floor.events import drawers as events
from openetg.floor.state import COUNTS_KEPT, DRAWERS_KEPT, Drawer, DrawerCount, Floor
from openetg.money import Money


def paid_out(floor: Floor, drawer: str, amount: Money) -> None:
    """Somebody was paid, out of a drawer if one is named."""
    if drawer:
        open_ = floor.vault.drawers[drawer]
        open_.paid += amount
        open_.papers += 1


def taken_in(floor: Floor, drawer: str, amount: Money) -> None:
    """Somebody paid for chips, into a drawer if one is named."""
    if drawer:
        floor.vault.drawers[drawer].sold += amount


def _drawers_required(floor: Floor, event: events.DrawersRequired) -> None:
    floor.vault.drawers_required = event.required


def _drawer_opened(floor: Floor, event: events.DrawerOpened) -> None:
    floor.ledger.post(event.transfers)
    opened = Drawer(event.drawer, event.person, event.role, event.at_ms, event.counted)
    floor.vault.drawers[event.drawer] = opened


def _drawer_cash_moved(floor: Floor, event: events.DrawerCashMoved) -> None:
    floor.ledger.post(event.transfers)
    drawer = floor.vault.drawers[event.drawer]
    if event.to == "drawer":
        drawer.moved_in += event.amount
    else:
        drawer.moved_out += event.amount


def _drawer_counted(floor: Floor, event: events.DrawerCounted) -> None:
    _keep_count(floor.vault.drawers[event.drawer], event)


def _keep_count(drawer: Drawer, event: events.DrawerCounted | events.DrawerClosed) -> None:
    found = (event.expected, event.counted, event.difference, event.pieces)
    drawer.counts.append(DrawerCount(event.at_ms, event.person, *found))
    del drawer.counts[:-COUNTS_KEPT]


def _drawer_closed(floor: Floor, event: events.DrawerClosed) -> None:
    floor.ledger.post(event.transfers)
    vault = floor.vault
    drawer = vault.drawers.pop(event.drawer)
    _keep_count(drawer, event)
    drawer.closed_at_ms, drawer.closed_by = event.at_ms, event.person
    drawer.difference, drawer.why = event.difference, event.why
    vault.closed_drawers.append(drawer)
    del vault.closed_drawers[:-DRAWERS_KEPT]


APPLIERS: dict[type, Callable[[Floor, Any], None]] = {
    events.DrawersRequired: _drawers_required,
    events.DrawerOpened: _drawer_opened,
    events.DrawerCashMoved: _drawer_cash_moved,
    events.DrawerCounted: _drawer_counted,
    events.DrawerClosed: _drawer_closed,
}
