"""Jackpots: set up, changed, fed by turnover, committed, won."""

from __future__ import annotations

from openetg.floor.verdicts import Deciders

DECIDERS: Deciders = {}
