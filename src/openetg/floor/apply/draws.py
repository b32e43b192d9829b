"""Entrants, entries, draws and prizes of promotions."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from openetg.floor.state import Floor

APPLIERS: dict[type, Callable[[Floor, Any], None]] = {}
