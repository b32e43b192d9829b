"""The part of the floor file about people: who works here, and what takes two of them."""

from __future__ import annotations

from openetg.rulebook.schema.shape import Amount
from openetg.server.plan.floorfile_jackpots import Part


class SecondPersonSection(Part, frozen=True):
    """What takes two people."""

    above: Amount | None = None
    """Payments by a person and rulings about more than this wait for a second person; 5000.00 where nothing is said."""


class StaffSection(Part, frozen=True):
    """A person who works here."""

    name: str
    roles: dict[str, tuple[str, ...]] = {}
    """Per rulebook, the roles of the person."""
    duties: tuple[str, ...] = ()
    """For the house: `operator`, `staff_desk`, `witness`."""
