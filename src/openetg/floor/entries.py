"""Who takes part in a promotion, and the entries that play or a form brings."""

from __future__ import annotations

from openetg.floor.verdicts import Deciders

DECIDERS: Deciders = {}
