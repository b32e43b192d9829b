"""Pools, levels and prizes of jackpots, as facts change them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from openetg.floor.state import Floor

APPLIERS: dict[type, Callable[[Floor, Any], None]] = {}
