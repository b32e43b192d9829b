"""What a well-formed rulebook must also be: its sections agree with one another.

Looks only at the rulebook itself. Whether the games hold together (wheel, layout, pieces) is for the games
to say when they are compiled.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from openetg.money import parse_money
from openetg.rulebook.policies import Channel, ClosingNotice, Device, Idle
from openetg.rulebook.powers import POWERS
from openetg.rulebook.problems import Problem, one_of, show
from openetg.rulebook.roles import inclusion_cycles

if TYPE_CHECKING:
    from collections.abc import Iterator

    from openetg.rulebook.book import Rulebook
    from openetg.rulebook.tables import Table
    from openetg.rulebook.wagering import Sign

DEVICES = {
    "roulette": {Device.AUTOMATIC_WHEEL, Device.LIVE_WHEEL},
    "sic-bo": {Device.DICE_TUMBLER},
    "money-wheel": {Device.MONEY_WHEEL},
}
"""What can decide the outcome of each game."""


def check_meaning(rulebook: Rulebook) -> Iterator[Problem]:
    """Every disagreement between the sections of a rulebook."""
    yield from _check_identity(rulebook)
    yield from _check_people(rulebook)
    yield from _check_tables(rulebook)
    yield from _check_limits(rulebook)
    yield from _check_conduct(rulebook)
    yield from _check_equipment(rulebook)


def _check_identity(rulebook: Rulebook) -> Iterator[Problem]:
    name = rulebook.about.id
    if not all(letter.islower() or letter.isdigit() or letter == "-" for letter in name) or not name.isascii():
        yield Problem("about.id", "lower case letters, digits and dashes", show(name))
    if not rulebook.games.named():
        yield Problem("games", "at least one game", "none")


def _check_people(rulebook: Rulebook) -> Iterator[Problem]:
    for name, power in rulebook.powers.items():
        if name not in POWERS:
            yield Problem(f"powers.{name}", f"a power: {one_of(POWERS, name)}", "an unknown power")
        if not power.roles:
            yield Problem(f"powers.{name}.roles", "at least one role that holds the power", "none")
    for cycle in inclusion_cycles(rulebook.roles):
        yield Problem(f"roles.{cycle[0]}", "roles that do not include themselves", " → ".join([*cycle, cycle[0]]))


def _check_tables(rulebook: Rulebook) -> Iterator[Problem]:
    if not rulebook.tables:
        yield Problem("tables", "at least one kind of table", "none")
    for name, table in rulebook.tables.items():
        yield from _check_table(rulebook, f"tables.{name}", table)


def _check_table(rulebook: Rulebook, key: str, table: Table) -> Iterator[Problem]:
    games = rulebook.games.named()
    if table.game not in games:
        yield Problem(f"{key}.game", f"a game of this rulebook, {one_of(games, table.game)}", show(table.game))
    elif table.device.value not in DEVICES[table.game]:
        fitting = one_of((device.value for device in DEVICES[table.game]), table.device.value.value)
        yield Problem(f"{key}.device.value", f"for {table.game} {fitting}", show(table.device.value.value))
    if table.round not in rulebook.rounds:
        yield Problem(f"{key}.round", f"a section of rounds, {one_of(rulebook.rounds, table.round)}", show(table.round))
    if not table.channels.value:
        yield Problem(f"{key}.channels.value", "at least one channel", "none")
    for channel in table.channels.value:
        yield from _check_channel(rulebook, key, channel)


def _check_channel(rulebook: Rulebook, key: str, channel: Channel) -> Iterator[Problem]:
    wanted = {f"wagers.{channel.value}": getattr(rulebook.wagers, channel.value)}
    wanted[f"limits.{channel.value}"] = getattr(rulebook.limits, channel.value)
    if channel is Channel.TERMINAL:
        wanted |= {"money.funding": rulebook.money.funding, "money.collect": rulebook.money.collect}
        wanted |= {"faults": rulebook.faults}
    else:
        wanted |= {"money.chips": rulebook.money.chips}
    for section, there in wanted.items():
        if there is None:
            yield Problem(section, f"this section, since {key} takes wagers on a {channel.value}", "nothing")


def _check_limits(rulebook: Rulebook) -> Iterator[Problem]:
    for channel in Channel:
        limits = getattr(rulebook.limits, channel.value)
        if limits is not None:
            for kind, sign in limits.sign.items():
                yield from _check_sign(f"limits.{channel.value}.sign.{kind}", sign)


def _check_sign(key: str, sign: Sign) -> Iterator[Problem]:
    if sign.min is not None and sign.max is not None and parse_money(sign.min) > parse_money(sign.max):
        yield Problem(f"{key}.max", f"at least the minimum, {sign.min}", show(sign.max))
    if sign.step is not None and not parse_money(sign.step):
        yield Problem(f"{key}.step", "a step above nothing", show(sign.step))
    if sign.multiples and not (sign.min and parse_money(sign.min)):
        yield Problem(f"{key}.multiples", "a minimum above nothing to be a multiple of", show(sign.min))


def _check_conduct(rulebook: Rulebook) -> Iterator[Problem]:
    conduct, closing = rulebook.conduct, rulebook.closing
    if conduct.measures and not conduct.grounds and not conduct.any_clause:
        yield Problem("conduct.grounds", "the clauses whose breach allows a measure", "none")
    if conduct.idle is not None and (conduct.idle.rounds is None) != (conduct.idle.policy is Idle.BY_DIRECTION):
        yield Problem("conduct.idle.rounds", "a number of rounds where, and only where, they are counted", "otherwise")
    if (closing.notice_minutes is None) == (closing.notice is ClosingNotice.SIGN_FOR_MINUTES):
        yield Problem("closing.notice_minutes", "minutes where, and only where, a sign must stand", "otherwise")


def _check_equipment(rulebook: Rulebook) -> Iterator[Problem]:
    ball = rulebook.equipment.ball
    if ball is not None and ball.diameter_min_mm > ball.diameter_max_mm:
        yield Problem("equipment.ball.diameter_max_mm", f"at least {ball.diameter_min_mm}", str(ball.diameter_max_mm))
