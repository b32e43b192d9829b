"""What a well-formed rulebook must also be: its sections agree with one another.

Looks only at the rulebook itself. Whether the games hold together (wheel, layout, pieces) is for the games
to say when they are compiled.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from openetg.money import parse_money
from openetg.rulebook.problems import Problem, one_of, show
from openetg.rulebook.roles import holders, inclusion_cycles
from openetg.rulebook.schema.policies import (
    AboveMaximum,
    BelowMinimum,
    Channel,
    Closer,
    ClosingNotice,
    Commencement,
    Confirmation,
    Device,
    DeviceFault,
    EarlyRest,
    Feature,
    Idle,
    NoSpin,
    OffStep,
    Restart,
    SameFault,
    SameFaultWithin,
    SpecialAcceptance,
    Unread,
    WinningWager,
)
from openetg.rulebook.schema.powers import POWERS
from openetg.rulebook.schema.prize_words import NOTICE_WAYS, PRIZE_KINDS, PROHIBITED, TERM_ITEMS
from openetg.rulebook.texts import is_name

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from openetg.rulebook.schema.book import Rulebook
    from openetg.rulebook.schema.shape import Power
    from openetg.rulebook.schema.tables import Table
    from openetg.rulebook.schema.wagering import Sign

DEVICES = {
    "roulette": {Device.AUTOMATIC_WHEEL, Device.LIVE_WHEEL},
    "sic-bo": {Device.DICE_TUMBLER},
    "money-wheel": {Device.MONEY_WHEEL},
}
"""What can decide the outcome of each game."""
CURRENCY_LETTERS = 3


def check_meaning(rulebook: Rulebook) -> Iterator[Problem]:
    """Every disagreement between the sections of a rulebook."""
    yield from _check_identity(rulebook)
    yield from _check_people(rulebook)
    yield from _check_rounds(rulebook)
    yield from _check_tables(rulebook)
    yield from _check_limits(rulebook)
    yield from _check_features(rulebook)
    yield from _check_same_fault(rulebook)
    yield from _check_conduct(rulebook)
    yield from _check_equipment(rulebook)
    yield from _check_looks(rulebook)
    yield from _check_promotions(rulebook)


def _check_identity(rulebook: Rulebook) -> Iterator[Problem]:
    name = rulebook.about.id
    if not is_name(name):
        yield Problem("about.id", "lower case letters, digits and dashes", show(name))
    if not rulebook.games.named():
        yield Problem("games", "at least one game", "none")
    currency = rulebook.about.currency
    if len(currency) != CURRENCY_LETTERS or not (currency.isascii() and currency.isupper()):
        yield Problem("about.currency", "three capital letters, such as AUD", show(currency))
    yield from _check_commencement(rulebook)


def _check_commencement(rulebook: Rulebook) -> Iterator[Problem]:
    effect = rulebook.effect
    if effect.commencement.clause is None and effect.commencement.policy is not Commencement.UNDATED:
        yield Problem("effect.commencement.clause", "the clause that says so", "nothing")
    if effect.not_before is None and effect.commencement.policy is Commencement.ON_DATE:
        yield Problem("effect.not_before", "the day it states", "nothing")


def _check_people(rulebook: Rulebook) -> Iterator[Problem]:
    yield from _check_powers("powers", rulebook.powers)
    for name, round_ in rulebook.rounds.items():
        yield from _check_powers(f"rounds.{name}.powers", round_.powers)
    for name in rulebook.denied:
        if name not in POWERS:
            yield Problem(f"denied.{name}", f"a power: {one_of(POWERS, name)}", "an unknown power")
        if name in rulebook.powers:
            yield Problem(f"denied.{name}", "a power that is nobody's", "one that powers gives to somebody")
    for cycle in inclusion_cycles(rulebook.roles):
        yield Problem(f"roles.{cycle[0]}", "roles that do not include themselves", " → ".join([*cycle, cycle[0]]))


def _check_powers(key: str, powers: Mapping[str, Power]) -> Iterator[Problem]:
    for name, power in powers.items():
        if name not in POWERS:
            yield Problem(f"{key}.{name}", f"a power: {one_of(POWERS, name)}", "an unknown power")
        if not power.roles:
            yield Problem(f"{key}.{name}.roles", "at least one role that holds the power", "none")


def _check_rounds(rulebook: Rulebook) -> Iterator[Problem]:
    for name, round_ in rulebook.rounds.items():
        if not round_.closing.by:
            yield Problem(f"rounds.{name}.closing.by", "what may end the wagering period", "nothing")
        if Closer.TIMER in round_.closing.by and round_.no_launch is None:
            yield Problem(f"rounds.{name}.no_launch", "what follows when time runs out with no launch", "nothing")
        held = [
            round_.early_rest.policy is EarlyRest.HOLD,
            round_.restart.policy is Restart.HOLD,
            round_.device_fault.policy is not DeviceFault.VOID_ROUND,
            round_.cocked_dice is not None,
        ]
        needed = {"void_round": any(held), "enter_outcome": round_.unread.policy is Unread.HOLD}
        needed["confirm_outcome"] = round_.confirmation.policy is Confirmation.DEALER
        needed["run_round"] = Closer.DEALER in round_.closing.by
        needed["call_no_spin"] = round_.no_spin.policy is not NoSpin.UNKNOWN
        needed["reset_after_no_spin"] = round_.no_spin.policy is NoSpin.SPIN_AGAIN_AFTER_RESET
        for power, is_needed in needed.items():
            if is_needed and not _somebody(rulebook, name, power):
                yield Problem(f"rounds.{name}", f"somebody with the power {power}, which its policies need", "nobody")


def _somebody(rulebook: Rulebook, round_kind: str, power: str) -> bool:
    """Whether a person holds a power; the operator as such is no person on the floor."""
    return any(rulebook.roles[role].of != "operator" for role in holders(rulebook, power, round_kind=round_kind))


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


ON_CLOTH_ONLY = (BelowMinimum.SETTLE_ONCE_THEN_RETURN, AboveMaximum.SETTLE_TO_MAXIMUM, OffStep.SETTLE_AS_PLACED)
"""What a dealer does about chips that lie there; a terminal never lets such a wager lie."""


def _check_terminal_limits(rulebook: Rulebook) -> Iterator[Problem]:
    """A terminal refuses, trims or returns; whether pieces are trimmed goes with whether anything is."""
    limits, wagers = rulebook.limits.terminal, rulebook.wagers.terminal
    if limits is None or wagers is None:
        return
    for name in ("below_minimum", "above_maximum", "off_step"):
        policy = getattr(limits, name).policy
        if policy in ON_CLOTH_ONLY:
            yield Problem(f"limits.terminal.{name}.policy", "what a terminal can do", show(policy.value))
    if wagers.special is None:
        return
    special, trims = wagers.special.policy, limits.above_maximum.policy is AboveMaximum.TRIM
    if special is SpecialAcceptance.MARKER:
        yield Problem("wagers.terminal.special.policy", "pieces on their own spots", show(special.value))
    elif special is SpecialAcceptance.TRIM_EACH_PIECE and not trims:
        yield Problem("wagers.terminal.special.policy", "what goes with refused amounts", show(special.value))


def _check_winning(rulebook: Rulebook) -> Iterator[Problem]:
    """What a winning wager comes back to is there: a meter on a terminal, a hand or the cloth itself on a cloth."""
    for channel in Channel:
        wagers = getattr(rulebook.wagers, channel.value)
        to_meter = wagers is not None and wagers.winning.policy is WinningWager.TO_METER
        if wagers is not None and to_meter is not (channel is Channel.TERMINAL):
            key, found = f"wagers.{channel.value}.winning.policy", show(wagers.winning.policy.value)
            yield Problem(key, f"where a {channel.value} can pay to", found)


def _check_limits(rulebook: Rulebook) -> Iterator[Problem]:
    yield from _check_terminal_limits(rulebook)
    yield from _check_winning(rulebook)
    for channel in Channel:
        limits = getattr(rulebook.limits, channel.value)
        if limits is not None:
            for kind, sign in limits.sign.items():
                yield from _check_sign(f"limits.{channel.value}.sign.{kind}", sign)


def _check_features(rulebook: Rulebook) -> Iterator[Problem]:
    """What a screen may offer is not kept from it, and what repeats wagers goes with the button that does."""
    for channel in Channel:
        wagers = getattr(rulebook.wagers, channel.value)
        if wagers is None:
            continue
        for feature in wagers.denied:
            if feature in wagers.features:
                key = f"wagers.{channel.value}.denied.{feature.value}"
                yield Problem(key, "what no screen may offer", "what features offers")
        if Feature.AUTOPLAY in wagers.features and Feature.REPEAT not in wagers.features:
            key = f"wagers.{channel.value}.features.autoplay"
            yield Problem(key, "the feature repeat beside it, which it does by itself", "autoplay alone")


def _check_same_fault(rulebook: Rulebook) -> Iterator[Problem]:
    """Rounds are those of one table; and what is held must be voided by a person."""
    rule = rulebook.faults.same_fault if rulebook.faults is not None else None
    if rule is None:
        return
    if rule.among == "server" and rule.within is SameFaultWithin.ROUND:
        yield Problem("faults.same_fault.within", "moment, where terminals of several tables count together", "round")
    if rule.policy is not SameFault.VOID_ROUND and not any(
        _somebody(rulebook, kind, "void_round") for kind in rulebook.rounds
    ):
        yield Problem("faults.same_fault", "somebody with the power void_round, which it needs", "nobody")


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
        found = show(conduct.idle.rounds)
        yield Problem("conduct.idle.rounds", f"a number of rounds if counted ({conduct.idle.policy.value})", found)
    broken = conduct.idle.broken if conduct.idle is not None else None
    if broken is not None and not conduct.any_clause and broken not in conduct.grounds:
        yield Problem("conduct.idle.broken", "one of conduct.grounds, whose breach allows a measure", show(broken))
    if (closing.notice_minutes is None) == (closing.notice is ClosingNotice.SIGN_FOR_MINUTES):
        found = show(closing.notice_minutes)
        yield Problem("closing.notice_minutes", f"minutes if a sign must stand ({closing.notice.value})", found)
    if (closing.official is None) == (closing.notice is ClosingNotice.OFFICER_FIRST):
        found = show(closing.official)
        yield Problem("closing.official", f"an official if one must be told first ({closing.notice.value})", found)


ONE_OF_A_KIND = {"wheel", "tumbler", "ball", "symbols", "chips", "stacker", "printer", "display"}
"""Parts of which a table or terminal has one."""


def _check_equipment(rulebook: Rulebook) -> Iterator[Problem]:
    ball = rulebook.equipment.ball
    if ball is not None and ball.diameter_min_mm > ball.diameter_max_mm:
        yield Problem("equipment.ball.diameter_max_mm", f"at least {ball.diameter_min_mm}", str(ball.diameter_max_mm))
    parts = rulebook.equipment.components
    taken = ONE_OF_A_KIND | set(parts.value if parts is not None else ())
    for kind in rulebook.equipment.inventory:
        if not is_name(kind) or kind in taken:
            expected = "a name of lower case letters, digits and dashes that no other part of a table has"
            yield Problem(f"equipment.inventory.{kind}", expected, show(kind))


def _check_looks(rulebook: Rulebook) -> Iterator[Problem]:
    games = rulebook.games.named()
    for name, look in rulebook.display.looks.items():
        if not is_name(name):
            yield Problem(f"display.looks.{name}", "a name of lower case letters, digits and dashes", show(name))
        for position, game in enumerate(look.games):
            if game not in games:
                key = f"display.looks.{name}.games[{position}]"
                yield Problem(key, f"a game of this rulebook, {one_of(games, game)}", show(game))


def _check_promotions(rulebook: Rulebook) -> Iterator[Problem]:
    """An unknown name would be asked for by the rulebook, and held against no terms."""
    promotions = rulebook.promotions
    if promotions is None:
        return
    alternative = promotions.cash_alternative
    named: dict[str, tuple[Iterable[str], Mapping[str, str]]] = {
        "terms": (promotions.terms, TERM_ITEMS),
        "terms_by_prize": (promotions.terms_by_prize, PRIZE_KINDS),
        "prohibited": (promotions.prohibited, PROHIBITED),
        "notify_by": (promotions.notify_by, NOTICE_WAYS),
        "without_draw": (promotions.without_draw, promotions.kinds),
        "cash_alternative.not_for": (alternative.not_for if alternative else (), PRIZE_KINDS),
    }
    for key, (names, known) in named.items():
        for name in names:
            if name not in known:
                yield Problem(f"promotions.{key}.{name}", one_of(known, name), "an unknown name")
