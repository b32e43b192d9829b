"""'Finish betting' comes with the start of the spin at the latest, at a table that runs by itself."""

from __future__ import annotations

import pytest

from openetg.floor.commands import AnyCommand, CloseWagers, OpenTable, ReportLaunch, ReportReady, SpinWheel
from openetg.floor.events import FinishWarned, WagersClosed
from openetg.floor.premises.founding import in_order
from openetg.floor.state import Phase
from openetg.rulebook.schema.policies import Closer
from tests.marks import clause
from tests.one_table import NOTES, START_MS, Play, found
from tests.payout_notation import playable


@clause("adelaide", "7(h)ii")
@pytest.mark.parametrize("by_dealer", [True, False])
def test_adelaide_the_start_of_the_spin_warns_if_nobody_has(by_dealer: bool) -> None:
    rulebook = playable("adelaide").rulebook
    wishes = in_order(rulebook, "A", "stand-alone", terminals=("t1",), notes=NOTES, at_ms=START_MS)
    table = Play(*found(*wishes, OpenTable("A"), ReportReady("A")))
    dealer = "dealer", table.table.dealer
    spin: AnyCommand = SpinWheel(*dealer, "A") if by_dealer else ReportLaunch("A", "A-1", opposite=True)
    table.give_all(spin)
    assert table.event(FinishWarned).clause == "7(h)ii"
    assert table.round.phase is Phase.FINISHING
    table.give_all(CloseWagers("A", Closer.DEALER, None, *dealer))
    assert table.event(WagersClosed).by is Closer.DEALER
