"""The report of jackpots: what came into each level and went out, to the cent; prizes, how and when paid; draws."""

from __future__ import annotations

from openetg.floor import events
from openetg.floor.core.ledger import award_of, overflow_of, pool_of, reserve_of, seeding_of
from openetg.floor.core.stored import OpenEntry
from openetg.floor.jackpots.state import HITS_KEPT, Award
from openetg.floor.state import Floor
from openetg.money import ZERO, Money, cents_of, format_money, total
from openetg.reports.frame.maker import Making
from openetg.reports.frame.report import ROWS_MAX, Check, Column, Row, Section, agree, bounded, in_all, summed
from openetg.reports.frame.walk import Fold, Walk
from openetg.reports.kinds.counted.pools import Draw, JackpotFold, Key, LevelCount, PaidAward, owed_awards
from openetg.reports.recall.telling import printable
from openetg.reports.sentences.form import plain

LEVELS = (
    Column("jackpot", "Jackpot"),
    Column("level", "Level"),
    Column("opening", "Before", "money"),
    Column("seeded", "Seeded", "money"),
    Column("contributed", "Contributed", "money"),
    Column("adjusted", "Adjusted", "money"),
    Column("moved", "Moved in or out", "money"),
    Column("won", "Won", "money"),
    Column("hits", "Hits", "count"),
    Column("closing", "Now", "money"),
    Column("pool", "In the pool", "money"),
    Column("reserve", "In the reserve", "money"),
    Column("overflow", "For the next pool", "money"),
    Column("turnover", "Turnover", "money"),
)
AWARDS = (
    Column("award", "Award"),
    Column("at", "Won", "time"),
    Column("terminal", "Terminal"),
    Column("table", "Table"),
    Column("round", "Round", "count"),
    Column("amount", "Amount", "money"),
    Column("state", "State"),
    Column("how", "Paid by"),
    Column("paid", "When", "time"),
    Column("who", "By whom"),
    Column("cleared", "Lock cleared", "time"),
    Column("cleared_by", "By whom"),
)
HITS = (
    Column("jackpot", "Jackpot"),
    Column("level", "Level"),
    Column("at", "Won", "time"),
    Column("terminal", "Terminal"),
    Column("amount", "Amount", "money"),
    Column("state", "State"),
)
DRAWS = (
    Column("jackpot", "Jackpot"),
    Column("level", "Level"),
    Column("cycle", "Pool", "count"),
    Column("low", "Lowest", "money"),
    Column("high", "Highest", "money"),
    Column("committed", "Committed", "time"),
    Column("commitment", "Commitment"),
    Column("value", "Hit at", "money"),
    Column("secret", "Secret"),
)
CHANGES = (
    Column("at", "When", "time"),
    Column("entry", "Entry", "count"),
    Column("jackpot", "Jackpot"),
    Column("what", "What"),
    Column("more", "More"),
    Column("who", "Who"),
    Column("clause", "Clause", "clause"),
)


class ChangeFold(Fold):
    """Keeps what was changed about jackpots, in rows; reasons are private and stay in the journal."""

    def __init__(self) -> None:
        self.rows: list[Row] = []
        self.count = 0

    def take(self, line: OpenEntry, floor: Floor) -> None:
        del floor
        for event in line.verdict.events or ():
            said = _change(event)
            if said is None:
                continue
            self.count += 1
            if len(self.rows) < ROWS_MAX:
                jackpot, what, more = said
                who = getattr(event, "person", "") or getattr(event, "role", "")
                clause = getattr(event, "clause", "")
                self.rows.append((line.at_ms, line.sequence, jackpot, what, printable(more), who, clause))


def _change(event: events.Event) -> tuple[str, str, str] | None:
    """Jackpot, what was changed about it, and more; None for other events."""
    match event:
        case events.JackpotSetUp():
            return event.jackpot, "set up", f"{plain(event.rules.kind.value)}, {len(event.rules.levels)} levels"
        case events.JackpotChanged():
            return event.jackpot, "changed", "each level once its prize was won"
        case events.JackpotLinkReported():
            why = f" ({plain(event.cause)})" if event.cause else ""
            return event.jackpot, "link back" if event.up else "link lost", f"{event.member}{why}"
        case events.JackpotFaultDeclared():
            return event.jackpot, "does not work", plain(event.part)
        case events.JackpotFaultEnded():
            return event.jackpot, "works again", plain(event.part)
        case events.JackpotAdjusted():
            what = f"award {event.award}" if event.award else f"level {event.level}"
            sums = f"{format_money(event.before)} to {format_money(event.after)}"
            return event.jackpot, "adjusted", f"{what}: {sums}, approval {event.approval}"
        case events.AwardQuestioned():
            return event.award.partition(".")[0], "award in question", event.award
        case events.AwardRestored():
            return event.award.partition(".")[0], "award no longer in question", event.award
        case events.AwardUpheld():
            end = "stands" if event.stands else "taken back"
            return event.award.partition(".")[0], f"award {end}", event.award
        case events.JackpotDecommissioned():
            return event.jackpot, "out of use", f"into {event.into}"
    return None


class JackpotsReport:
    """Makes it."""

    def __init__(self, making: Making) -> None:
        self.making = making
        self.count, self.changes = JackpotFold(), ChangeFold()
        self.folds = (self.count, self.changes)

    def sections(self, walk: Walk) -> list[Section]:
        floor = walk.floor
        found = [self._levels(floor), self._awards(floor), self._hits(floor)]
        if self.making.scope.is_house:
            rows, note = bounded(self.changes.rows, in_all=self.changes.count)
            found += [self._draws(), Section("Changes, malfunctions and links", CHANGES, rows, note=note)]
        return found

    def _shown(self, floor: Floor) -> list[tuple[Key, LevelCount]]:
        """The levels that a table which is shown feeds."""
        return [(key, count) for key, count in self.count.levels.items() if self._has(floor, key)]

    def _has(self, floor: Floor, key: Key) -> bool:
        jackpot = floor.jackpots.offered.get(key[0])
        level = None if jackpot is None else jackpot.levels.get(key[1])
        scope = self.making.scope
        return scope.is_house or (level is not None and any(scope.has_table(table) for table in level.rules.rates))

    def _levels(self, floor: Floor) -> Section:
        shown = self._shown(floor)
        rows = tuple(_level_row(floor, key, count) for key, count in shown)
        checks = [check for key, count in shown for check in _level_checks(floor, key, count)]
        checks += [_seeding(floor, name) for name in dict.fromkeys(key[0] for key, _ in shown)]
        note = "" if rows else "There is no jackpot."
        return Section("Levels", LEVELS, rows, summed(LEVELS, rows) if rows else None, tuple(checks), note=note)

    def _awards(self, floor: Floor) -> Section:
        scope = self.making.scope
        shown = [paid for paid in self.count.awards.values() if scope.has_place(floor, paid.award.terminal)]
        every = [_award_row(paid, floor) for paid in shown]
        rows, note = bounded(every)
        checks = (_owed(floor),) if scope.is_house and (shown or owed_awards(floor)) else ()
        totals = ("In all", *[None] * 4, cents_of(in_all(_now(paid, floor).amount for paid in shown)), *[None] * 6)
        return Section("Awards", AWARDS, rows, totals if every else None, checks, note=note)

    def _hits(self, floor: Floor) -> Section:
        """The last prizes of each jackpot, newest first, regardless of the span."""
        rows: list[Row] = []
        for name in floor.jackpots.offered:
            mine = [award for award in floor.jackpots.awards.values() if award.jackpot == name]
            rows += [_hit(award) for award in mine[-HITS_KEPT:][::-1] if self._has(floor, (name, award.level))]
        return Section(f"The last {HITS_KEPT} hits", HITS, tuple(rows))

    def _draws(self) -> Section:
        draws = list(self.count.draws.values())
        revealed = [draw for draw in draws if draw.secret]
        wrong = [draw for draw in revealed if not draw.is_proved]
        words = f"{len(revealed)} of {len(draws)} pools have hit; each secret gives the commitment and the value."
        if wrong:
            words = (
                f"Pool {wrong[0].cycle} of {wrong[0].jackpot} {wrong[0].level} was not won by what was committed to."
            )
        check = Check("Values were committed to before", not wrong, words, wrong[0].entry if wrong else 0)
        rows, note = bounded([_draw_row(draw) for draw in draws])
        return Section("Mystery values", DRAWS, rows, checks=(check,) if draws else (), note=note)


def _level_row(floor: Floor, key: Key, count: LevelCount) -> Row:
    held = [floor.ledger.held(account(*key)) for account in (pool_of, reserve_of, overflow_of)]
    sums = (count.opening, count.seeded, count.contributed, count.adjusted, count.moved, count.won)
    return (
        *key,
        *map(cents_of, sums),
        count.hits,
        cents_of(count.closing),
        *map(cents_of, held),
        cents_of(count.turnover),
    )


def _level_checks(floor: Floor, key: Key, count: LevelCount) -> list[Check]:
    """What came in less what went out is there; contributions are exact; the books of the jackpot say the same."""
    name = " ".join(key)
    held = total(floor.ledger.held(account(*key)) for account in (pool_of, reserve_of, overflow_of))
    words = "before + seeded + contributed + adjusted + moved − won = {}; pool, reserve and overflow hold {}."
    found = [agree(f"Level {name}", count.closing, held, words)]
    if count.other:
        found.append(Check(f"Ways of level {name}", False, f"{format_money(count.other)} came from elsewhere."))
    exact = not count.first_wrong
    said = "Every contribution is turnover × rate to the millionth of a cent." if exact else "One is not."
    found.append(Check(f"Contributions to {name}", exact, said, count.first_wrong))
    jackpot = floor.jackpots.offered.get(key[0])
    if jackpot is not None and key[1] in jackpot.levels:
        level = jackpot.levels[key[1]]
        books = level.seeded + level.contributed + level.moved - level.won
        words = "seeded + contributed + moved − won since it was set up = {}; pool, reserve and overflow hold {}."
        found.append(agree(f"Reconciliation of {name}", books, held, words))
    return found


def _seeding(floor: Floor, name: str) -> Check:
    """What the house has put in, by the levels and by the ledger."""
    jackpot = floor.jackpots.offered.get(name)
    seeded = ZERO if jackpot is None else in_all(level.seeded for level in jackpot.levels.values())
    words = "put in by the house, adjustments included, {}; the ledger says {}."
    return agree(f"Seeds of {name}", seeded, -floor.ledger.held(seeding_of(name)), words)


def _now(paid: PaidAward, floor: Floor) -> Award:
    """A prize as it stands, or as it was when it was last known."""
    return floor.jackpots.awards.get(paid.award.number, paid.award)


def _award_row(paid: PaidAward, floor: Floor) -> Row:
    award = _now(paid, floor)
    state = f"{plain(award.state.value)}, withheld" if award.held else plain(award.state.value)
    return (
        award.number, award.at_ms, award.terminal, award.table, award.round, cents_of(award.amount), state,
        plain(paid.how), paid.at_ms or None, paid.by, paid.cleared_at_ms or None, paid.cleared_by,
    )  # fmt: skip


def _owed(floor: Floor) -> Check:
    """What is set aside for prizes, by the prizes and by the ledger."""
    prefix = award_of("")
    held = in_all(amount for name, amount in floor.ledger.accounts.items() if name.startswith(prefix))
    due: Money = in_all(award.amount for award in owed_awards(floor))
    return agree("Awards to be paid", due, held, "prizes that are due {}; the ledger holds {} for them.")


def _hit(award: Award) -> Row:
    return award.jackpot, award.level, award.at_ms, award.terminal, cents_of(award.amount), plain(award.state.value)


def _draw_row(draw: Draw) -> Row:
    value = None if draw.value is None else cents_of(draw.value)
    return (
        draw.jackpot, draw.level, draw.cycle, cents_of(draw.low), cents_of(draw.high), draw.at_ms, draw.commitment,
        value, draw.secret,
    )  # fmt: skip
