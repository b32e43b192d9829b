"""The kinds of behaviour a rulebook chooses from where devices of a terminal are out of order; see `policies`."""

from __future__ import annotations

from enum import Enum


class PrinterOut(Enum):
    """What a terminal does while its printer cannot print."""

    NO_NEW_MONEY = "no_new_money"
    """It takes no notes, tickets or transfers until the printer works again; who collects meanwhile gets a person."""
    OUT_OF_SERVICE = "out_of_service"
    """As before, and it takes no wagers either."""
