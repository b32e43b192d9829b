"""The draw of a promotion, and what becomes of its prizes."""

from __future__ import annotations

from openetg.floor.verdicts import Deciders

DECIDERS: Deciders = {}
