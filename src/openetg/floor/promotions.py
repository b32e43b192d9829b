"""The life of a promotion: terms, filing, publication, start, change, postponement, end."""

from __future__ import annotations

from openetg.floor.verdicts import Deciders

DECIDERS: Deciders = {}
