"""What becomes of prizes, links and malfunctions of jackpots."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from openetg.floor import events
from openetg.floor.state import Floor


def _award_credited(floor: Floor, event: events.AwardCredited) -> None:
    floor.ledger.post(event.transfers)


APPLIERS: dict[type, Callable[[Floor, Any], None]] = {events.AwardCredited: _award_credited}
