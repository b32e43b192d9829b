"""What the sign of a table must show before play: the figures a rulebook wants displayed, and which tables lack them.

Asked when limits are set and when a table or round opens. Sets nothing: a sign is put up by `SetLimits` alone.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, assert_never

from msgspec.structs import replace

from openetg.floor.commands import Sign
from openetg.floor.core.refusals import Reason, Refusal
from openetg.floor.wagers.limits import sign_for
from openetg.games.paytable import kind_of
from openetg.money import cents
from openetg.rulebook.schema.policies import Channel

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from openetg.floor.state import Floor, Table
    from openetg.rulebook.schema.book import Rulebook
    from openetg.rulebook.schema.wagering import ChannelLimits

ANY, TOGETHER = "any", "sum"
LEAST, MOST = cents(1), cents(100_000_000)
"""The figures of a sign that binds no player."""


def unsigned(floor: Floor, table: Table) -> Refusal | None:
    """What the signs of a table lack that its rulebook wants shown; None if nothing."""
    spots = floor.game_of(table).spots
    for rules, is_cloth in channels_of(floor.rulebook_of(table), table.kind):
        place = table.cloth if is_cloth else table
        limits = place.limits if place.next_limits is None else place.next_limits
        lacking = sign_lacks(rules, limits, spots)
        if lacking is not None:
            return lacking
    return None


def channels_of(rulebook: Rulebook, kind: str) -> Iterator[tuple[ChannelLimits, bool]]:
    """The limits of each channel of a kind of table, and whether it is the cloth."""
    for channel in rulebook.tables[kind].channels.value:
        is_cloth = is_on_cloth(channel)
        rules = rulebook.limits.cloth if is_cloth else rulebook.limits.terminal
        if rules is not None:
            yield rules, is_cloth


def is_on_cloth(channel: Channel) -> bool:
    """Whether wagers of a channel lie on the cloth, in chips."""
    match channel:
        case Channel.CLOTH:
            return True
        case Channel.TERMINAL:
            return False
        case _:
            assert_never(channel)


def sign_lacks(rules: ChannelLimits, limits: Mapping[str, Sign], spots: Iterable[str]) -> Refusal | None:
    """The first figure that must be shown and is not on the sign, with its clause."""
    demanded = {"min": rules.minimum_shown, "max": rules.maximum_shown, "step": rules.multiples_shown}
    wanted = {figure: rule.clause for figure, rule in demanded.items() if rule is not None}
    if not wanted:
        return None
    if ANY not in limits:
        bare = next((spot for spot in spots if sign_for(limits, spot) is None), None)
        if bare is not None:
            return Refusal(Reason.NO_SIGN, next(iter(wanted.values())), {"kind": kind_of(bare)})
    for kind, sign in limits.items():
        for figure, clause in wanted.items():
            if kind != TOGETHER and not _shows(sign, figure):
                return Refusal(Reason.NO_SIGN, clause, {"kind": kind, "figure": figure})
    return None


def _shows(sign: Sign, figure: str) -> bool:
    """Whether a sign shows a figure; multiples of the minimum are a multiple."""
    return getattr(sign, figure) is not None or (figure == "step" and sign.multiples)


def as_wide(rules: ChannelLimits, limits: Mapping[str, Sign]) -> dict[str, Sign]:
    """These limits with every figure that must be shown; one that is missing binds no player."""
    demanded = (rules.minimum_shown, rules.maximum_shown, rules.multiples_shown)
    if demanded == (None, None, None):
        return dict(limits)
    filled = {kind: sign if kind == TOGETHER else _filled(rules, sign) for kind, sign in limits.items()}
    return filled if ANY in filled else {**filled, ANY: _filled(rules, Sign())}


def _filled(rules: ChannelLimits, sign: Sign) -> Sign:
    if rules.minimum_shown is not None and sign.min is None:
        sign = replace(sign, min=LEAST)
    if rules.maximum_shown is not None and sign.max is None:
        sign = replace(sign, max=MOST)
    if rules.multiples_shown is not None and not _shows(sign, "step"):
        sign = replace(sign, step=LEAST)
    return sign
