"""What every report is made with: what was asked for, where, what may be shown; and what a maker of one is."""

from __future__ import annotations

from typing import Protocol

from msgspec import Struct

from openetg.reports.frame.report import Section, Setting
from openetg.reports.frame.scope import Scope
from openetg.reports.frame.span import Asking
from openetg.reports.frame.walk import Fold, Walk


class Making(Struct, frozen=True):
    """What a report is made with."""

    asking: Asking
    scope: Scope
    setting: Setting


class Maker(Protocol):
    """Makes one kind of report."""

    @property
    def folds(self) -> tuple[Fold, ...]:
        """What counts along the walk."""
        ...

    def sections(self, walk: Walk) -> list[Section]:
        """The report as the walk stands; the walk may go on behind it."""
        ...
