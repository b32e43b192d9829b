"""Exact mathematics of jackpots: how often they hit, at which value, and what they add to the return to player.

Fractions throughout, never floats; decimals are for reading alone. What the figures rest on is said in `Play`: what a
table turns over in a round and what one terminal lays there, the same in every round, tables taking turns.

In the long run what is won is what was put in. Per hit, with T turned over, r of it for the pool, q for the reserve:

    mean value  =  r T + H            H: what is added to begin again = seed − what the hit before left over
    returned    =  mean value / T     =  r  +  min(q, H / T) out of the reserve  +  the rest of H / T out of the house
    costs       =  r + q + what the house adds

A mystery begins with its seed S; its value V is uniform from low to high, all whole cents. It is fed and may hit with
every settlement, table by table. Which table is next, and what is carried in parts of a cent, goes from pool to pool:
`turns` solves for how often each comes, and for the mean L of what a hit leaves over; H = S − L and T follow. Where
there are too many to be told apart, a flag says how far L is from exact.

A progressive is a chain of runs (`runs`): N between hits is solved for exactly, and a ceiling cuts the mean of what the
pool gains in N rounds, that which won the pool before it and not the one which wins this. It must never decide
anything.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction

from msgspec import Struct

from openetg.floor.jackpots.commands import PER_TURNOVER, JackpotRules, LevelRules
from openetg.floor.jackpots.kinds import is_mystery
from openetg.games.paytable import Game
from openetg.maths.exact import house_edge
from openetg.maths.runs import RoundChain, mean_gain, rounds_between, trigger_chain, wins_with
from openetg.maths.telling import Exact, amount_of, exact_of, share_of
from openetg.maths.turns import TableTurns
from openetg.money import LARGEST_CENTS, ZERO, Money, cents_of, total
from openetg.rulebook.schema.policies import JackpotKind


class Play(Struct, frozen=True, omit_defaults=True):
    """How a table is played: every round the same."""

    turnover: Money
    """What all its terminals together wager in a round."""
    wagers: dict[str, Money] = {}
    """What the terminal that may win a progressive lays in every round, by names of wagers: `straight:17`."""


class LevelFigures(Struct, frozen=True):
    """What is to be expected of one level in the long run. Amounts are in the currency, shares are of the turnover."""

    level: str
    title: str
    rate: Exact
    """What of the turnover goes into the pool."""
    reserve_rate: Exact
    """What of it goes into the hidden reserve."""
    per_round: Exact
    """What one round of every table brings the pool."""
    chance: Exact
    """Hits in one round of every table, in the mean: above one where several tables hit in turn."""
    odds: Exact
    """Rounds between two hits: one in so many."""
    turnover_per_hit: Exact
    hits_per_million: Exact
    """Hits in a million of turnover."""
    mean_value: Exact
    """At the hit, of a pool that began with its seed."""
    carried_over: Exact
    """What a pool leaves for the next: beyond the value that hit, or beyond the ceiling. Of a mystery without a seed
    nothing is told where one settlement may bring more than its lowest value."""
    seed_per_hit: Exact
    """What reserve and house add to begin again, after what was carried over."""
    returned_by_turnover: Exact
    returned_by_reserve: Exact
    returned_by_house: Exact
    returned: Exact
    """All three: what the level adds to the return to player. Nothing is told where a flag says why."""
    costs: Exact
    """What of the turnover the house gives for it, its seeds and an unused reserve included."""
    flags: tuple[str, ...] = ()
    """By name: see `FLAGS`."""


class JackpotFigures(Struct, frozen=True):
    """What is to be expected of a jackpot."""

    levels: tuple[LevelFigures, ...]
    turnover_per_round: Exact
    returned: Exact
    """By all levels together."""
    costs: Exact
    flags: dict[str, str] = {}
    """The flags that were raised, each in words."""
    too_dear: str = ""
    """In words, where it costs more than the house wins; empty where it does not. A warning, no refusal."""


FLAGS = {
    "odds-too-long": "The chance of a hit in a round is smaller than one in 100 million.",
    "ceiling-below-trigger": "The pool is expected to reach its ceiling before it is won.",
    "overflow-grows": "More comes in than can be won, one hit a settlement: what waits for the next pool has no end.",
    "ceiling": "Value, rest and seed are told of a pool that began with its seed, after one that did; shares are not.",
    "reserve-grows": "The hidden reserve gains more than seeds take out of it.",
    "round-beyond-seed": "A settlement brings more than the seed: told of pools that begin with it; shares are not.",
    "parts-of-a-cent": "Parts of a cent go from pool to pool: what is left over is told to the cent, and no closer.",
    "turns": "Tables and parts of a cent are too many to be told apart: the rest is about that; shares are not.",
    "never-won": "What the terminal lays cannot win it.",
}
WITHHELD = frozenset({"ceiling", "round-beyond-seed", "turns"})
"""Flags under which the long run is not what the figures tell: no share of the turnover is told then."""
BEYOND_EDGE = "It costs the house more of the turnover than it wins by the fairest wager of the game."
BEYOND_TURNOVER = "It costs the house more than everything that is wagered."
ODDS_LONGEST = 100_000_000
MILLION = 1_000_000
CENTS = 100


class _Fed(Struct, frozen=True):
    """What a round of every table brings a level."""

    turnover: Fraction
    """In cents, of the tables that feed it."""
    pool: dict[str, Fraction]
    """In cents, per table."""
    settled: tuple[Fraction, ...]
    """The same of the tables that turn anything over, in their turns."""
    reserve: Fraction

    @property
    def whole(self) -> Fraction:
        """Of all tables together."""
        return sum(self.pool.values(), start=Fraction(0))


class _Found(Struct, frozen=True):
    """What is to be expected per hit, in rounds and cents."""

    rounds: Fraction
    value: Fraction
    """Of a pool that began with its seed."""
    carried: Fraction | None
    added: Fraction
    won: Fraction
    """In the long run."""
    flags: tuple[str, ...] = ()


def problems(rules: JackpotRules, games: Mapping[str, Game], plays: Mapping[str, Play]) -> tuple[str, ...]:
    """Why there are no figures for what was asked; empty where there are. `games` and `plays` are per table."""
    return tuple(dict.fromkeys(words for level in rules.levels for words in _problems(rules, level, games, plays)))


def _problems(
    rules: JackpotRules, level: LevelRules, games: Mapping[str, Game], plays: Mapping[str, Play]
) -> Iterator[str]:
    name = level.level
    for table in level.rates:
        if table not in games or table not in plays:
            yield f"expected how table {table} is played, found nothing."
        elif not 0 <= cents_of(plays[table].turnover) <= LARGEST_CENTS:
            yield f"expected a turnover of table {table} from zero to {LARGEST_CENTS // CENTS}, found another."
    if any(not 0 <= cents_of(amount) <= LARGEST_CENTS for amount in (level.seed, level.ceiling, level.low, level.high)):
        yield f"expected amounts of level {name} from zero to {LARGEST_CENTS // CENTS}, found another."
    if any(not 0 <= rate <= PER_TURNOVER for rate in (*level.rates.values(), level.reserve_rate)):
        yield f"expected rates of level {name} from nothing to all of the turnover, found another."
    fed = [table for table, rate in level.rates.items() if rate > 0 and table in plays and plays[table].turnover > ZERO]
    if not fed:
        yield f"expected a table with turnover that feeds level {name}, found none."
    if is_mystery(rules.kind):
        if not ZERO < level.low <= level.high or level.low < level.seed:
            yield f"expected values of level {name} above zero, not below its seed, the highest not below the lowest."
        return
    if level.trigger is None:
        yield f"expected what wins level {name}, found nothing."
        return
    if level.trigger.run < 1:
        yield f"expected a run of at least one round for level {name}, found {level.trigger.run}."
    for table in (each for each in level.rates if each in games and each in plays):
        yield from (
            f"expected wagers of the game at table {table}, found {wager}."
            for wager in plays[table].wagers
            if wager not in games[table].wagers
        )


def figures(rules: JackpotRules, games: Mapping[str, Game], plays: Mapping[str, Play]) -> JackpotFigures:
    """What is to be expected of a jackpot at tables that are played so; there must be no `problems`."""
    assert not problems(rules, games, plays), "figures are asked for what can be told"
    levels = [_level(rules.kind, level, games, plays) for level in rules.levels]
    tables = {table for level in rules.levels for table in level.rates}
    turnover = Fraction(cents_of(total(plays[table].turnover for table in tables)))
    # What a level adds is told of the tables that feed it: together they are weighed by what those turn over.
    returned, costs = (
        None if any(each.shares is None for each in levels) else sum(weighed, start=Fraction(0)) / turnover
        for weighed in zip(*(each.weighed() for each in levels), strict=True)
    )
    raised = {flag for each in levels for flag in each.shown.flags}
    return JackpotFigures(
        levels=tuple(each.shown for each in levels),
        turnover_per_round=amount_of(turnover),
        returned=_share(returned),
        costs=_share(costs),
        flags={flag: words for flag, words in FLAGS.items() if flag in raised},
        too_dear=_too_dear(_known(costs, levels), [games[table] for table in tables]),
    )


class _Told(Struct, frozen=True):
    """The figures of a level, and what of them is summed over levels."""

    shown: LevelFigures
    turnover: Fraction
    shares: tuple[Fraction, Fraction] | None
    """What it returns and costs; None where that cannot be told."""

    def weighed(self) -> tuple[Fraction, Fraction]:
        """Both, as amounts in a round."""
        returned, costs = self.shares or (Fraction(0), Fraction(0))
        return returned * self.turnover, costs * self.turnover


def _level(kind: JackpotKind, level: LevelRules, games: Mapping[str, Game], plays: Mapping[str, Play]) -> _Told:
    fed = _fed(level, plays)
    found = _mystery(level, fed) if is_mystery(kind) else _progressive(level, fed, games, plays)
    if found is None:
        return _never(level, fed)
    turned = found.rounds * fed.turnover
    added, reserve = found.added / turned, fed.reserve / fed.turnover
    by_turnover, by_reserve = found.won / turned - added, min(reserve, added)
    flags = [*found.flags]
    flags += ["odds-too-long"] if found.rounds > ODDS_LONGEST else []
    flags += ["reserve-grows"] if reserve > added else []
    returned, costs = found.won / turned, fed.whole / fed.turnover + reserve + added - by_reserve
    shares = None if WITHHELD.intersection(flags) else (returned, costs)
    parts = (by_turnover, by_reserve, added - by_reserve, returned, costs)
    by_turns, by_kept, by_house, in_all, given = (_share(each if shares else None) for each in parts)
    shown = LevelFigures(
        level=level.level,
        title=level.title,
        rate=share_of(fed.whole / fed.turnover),
        reserve_rate=share_of(reserve),
        per_round=amount_of(fed.whole),
        chance=share_of(1 / found.rounds),
        odds=exact_of(found.rounds, 2),
        turnover_per_hit=amount_of(turned),
        hits_per_million=exact_of(Fraction(MILLION * CENTS) / turned, 4),
        mean_value=amount_of(found.value),
        carried_over=exact_of(None, 0) if found.carried is None else amount_of(found.carried),
        seed_per_hit=amount_of(found.added),
        returned_by_turnover=by_turns,
        returned_by_reserve=by_kept,
        returned_by_house=by_house,
        returned=in_all,
        costs=given,
        flags=tuple(flags),
    )
    return _Told(shown, fed.turnover, shares)


def _known(costs: Fraction | None, levels: list[_Told]) -> Fraction:
    """What the jackpot costs at the least: all levels together, or the dearest of those of which it is told."""
    return max((each.shares[1] for each in levels if each.shares), default=Fraction(0)) if costs is None else costs


def _too_dear(costs: Fraction, games: list[Game]) -> str:
    """What is to be said of what the house gives, against what it wins by the games."""
    if costs > 1:
        return BEYOND_TURNOVER
    least = min(house_edge(game, wager) for game in games for wager in game.wagers.values())
    return BEYOND_EDGE if costs > least else ""


def _share(part: Fraction | None) -> Exact:
    return exact_of(None, 0) if part is None else share_of(part)


def _never(level: LevelRules, fed: _Fed) -> _Told:
    """A level that cannot be won so: it takes in and pays zero."""
    none, nought = exact_of(None, 0), share_of(Fraction(0))
    rate, reserve = fed.whole / fed.turnover, fed.reserve / fed.turnover
    shown = LevelFigures(
        level=level.level,
        title=level.title,
        rate=share_of(rate),
        reserve_rate=share_of(reserve),
        per_round=amount_of(fed.whole),
        chance=nought,
        odds=none,
        turnover_per_hit=none,
        hits_per_million=nought,
        mean_value=none,
        carried_over=none,
        seed_per_hit=none,
        returned_by_turnover=nought,
        returned_by_reserve=nought,
        returned_by_house=nought,
        returned=nought,
        costs=share_of(rate + reserve),
        flags=("never-won",),
    )
    return _Told(shown, fed.turnover, (Fraction(0), rate + reserve))


def _fed(level: LevelRules, plays: Mapping[str, Play]) -> _Fed:
    turned = {table: Fraction(cents_of(plays[table].turnover)) for table in level.rates}
    turnover = sum(turned.values(), start=Fraction(0))
    pool = {table: turned[table] * rate / PER_TURNOVER for table, rate in level.rates.items()}
    settled = tuple(pool[table] for table in level.rates if turned[table])
    return _Fed(turnover, pool, settled, turnover * level.reserve_rate / PER_TURNOVER)


def _mystery(level: LevelRules, fed: _Fed) -> _Found:
    seed, low, high = cents_of(level.seed), cents_of(level.low), cents_of(level.high)
    mean, turns, largest = Fraction(low + high, 2), TableTurns(fed.settled), max(fed.settled)
    flags = _with((), "ceiling-below-trigger" if level.ceiling and level.ceiling < level.high else "")
    if largest <= seed:
        left = turns.left(low - seed, high - seed)
        rounds, flags = (mean - seed + left.mean) / fed.whole, _with(flags, left.flag)
        return _Found(rounds=rounds, value=mean, carried=left.mean, added=seed - left.mean, won=mean, flags=flags)
    # What is left over can be more than the seed, and is on top then, up to the lowest value.
    if not seed and largest <= low:
        left = turns.left_on_top(low, high)
        return _Found(
            rounds=mean / fed.whole,
            value=mean,
            carried=left.mean,
            added=Fraction(0),
            won=mean,
            flags=_with(flags, left.flag),
        )
    # One hit a settlement at most: where a pool that begins with the lowest value leaves more than that, all do.
    left = turns.left(0, high - low)
    if left.mean >= low:
        flags = _with(flags, left.flag, "overflow-grows")
        return _Found(
            rounds=(mean - low + left.mean) / fed.whole,
            value=mean,
            carried=left.mean,
            added=Fraction(0),
            won=mean,
            flags=flags,
        )
    if not seed:
        return _Found(rounds=mean / fed.whole, value=mean, carried=None, added=Fraction(0), won=mean, flags=flags)
    left = turns.left(low - seed, high - seed)
    # What was put in is what is won all the same.
    added = max(seed - left.mean, Fraction(0))
    rounds = max((mean - added) / fed.whole, Fraction(1, len(fed.settled)))
    return _Found(
        rounds=rounds,
        value=mean,
        carried=left.mean,
        added=added,
        won=mean,
        flags=_with(flags, left.flag, "round-beyond-seed"),
    )


def _with(flags: tuple[str, ...], *more: str) -> tuple[str, ...]:
    return (*flags, *(each for each in more if each))


def _progressive(level: LevelRules, fed: _Fed, games: Mapping[str, Game], plays: Mapping[str, Play]) -> _Found | None:
    assert level.trigger is not None, "a progressive is won by something"
    chains: dict[str, RoundChain] = {}
    for table in level.rates:
        game = games[table]
        chain = trigger_chain(game, level.trigger, wins_with(game, level.trigger, plays[table].wagers))
        if chain is not None:
            chains[table] = chain
    if not chains:
        return None
    rounds = 1 / sum((1 / rounds_between(chain) for chain in chains.values()), start=Fraction(0))
    seed, gained = Fraction(cents_of(level.seed)), fed.whole * rounds
    if not level.ceiling:
        return _Found(rounds, seed + gained, Fraction(0), seed, seed + gained)
    return _under_ceiling(level, fed, chains, rounds)


def _under_ceiling(level: LevelRules, fed: _Fed, chains: dict[str, RoundChain], rounds: Fraction) -> _Found:
    seed, ceiling = Fraction(cents_of(level.seed)), Fraction(cents_of(level.ceiling))
    gained = fed.whole * rounds
    if gained >= ceiling:
        # Every pool begins at its ceiling, sooner or later, and is won there: all that it gains is for those after it.
        without_end = ("ceiling-below-trigger", "overflow-grows")
        return _Found(rounds=rounds, value=ceiling, carried=gained, added=Fraction(0), won=ceiling, flags=without_end)
    most = mean_gain(chains, fed.pool, ceiling - seed)
    if_more = mean_gain(chains, fed.pool, ceiling)
    flags = ("ceiling", *(["ceiling-below-trigger"] if seed + gained > ceiling else []))
    added = seed - (if_more - most)
    return _Found(rounds=rounds, value=seed + most, carried=gained - most, added=added, won=gained + added, flags=flags)
