"""Finds anything the floor knows by a few words: terminals, tables, rounds, papers, people, cases, clauses, entries.

Looks at the floor as it stands and at the registers, never through the journal, so that it answers at once. It must
never find for a person what they may not see: what that is comes with the question. Nor does it lead a person to a page
that is not theirs: the forms of addresses, and whom each area is for, stand in tests/data/console_addresses.json.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from heapq import nsmallest
from itertools import count
from typing import TypeAlias

from msgspec import Struct

from openetg.floor.alerts.dues import dues
from openetg.floor.core.ledger import meter_of
from openetg.floor.state import Floor, Round, Table, Ticket
from openetg.money import format_money
from openetg.reports.recall.telling import when
from openetg.reports.sentences.form import plain
from openetg.rulebook.clauses import Register

EXACT, BEGINS, HOLDS, SAYS = range(4)
"""How well something fits: by its whole name, by the beginning, by a part, by what is said of it."""
DAY = re.compile(r"\d{4}-\d{2}-\d{2}")
ROUND_AT = re.compile(r"(?:table )?(.+?)[ -]+(?:round )?#?(\d{1,12})")
ROUND = re.compile(r"round #?(\d{1,12})")
ENTRY = re.compile(r"(?:entry |#)?(\d{1,15})")
WORD = 3
"""What clauses say is looked through for words of so many letters or more."""
CLAUSES_MAX = 12


class Found(Struct, frozen=True):
    """Something that was found, and where a console shows it: area, name and part of the address."""

    kind: str
    name: str
    title: str
    about: str
    area: str
    part: str = ""
    table: str = ""
    at_ms: int = 0
    clause: str = ""


class SearchSight(Struct, frozen=True):
    """What a person may see."""

    tables: frozenset[str]
    """Tables at which they have a role."""
    supervised: frozenset[str]
    """Tables whose terminals, cases and people they may see."""
    records: bool
    cage: bool
    staff: bool
    """Whether they may see who works here."""
    telling: frozenset[str] = frozenset()
    """Tables at which they tell officials, or are one."""
    investigated: frozenset[str] = frozenset()
    """Tables at which they may follow money."""
    person: str = ""
    """The person's name: all may see what they did themselves."""


class Search:
    """One search."""

    def __init__(
        self,
        floor: Floor,
        sight: SearchSight,
        words: str,
        *,
        open_text: Callable[[str], str],
        registers: Mapping[str, Register],
        paper: str = "",
    ) -> None:
        """`paper` is the name of the paper whose printed number was typed, if it was one."""
        self.floor = floor
        self.sight = sight
        self.sought = " ".join(words.casefold().split())
        self.typed = " ".join(words.split())
        self.open_text = open_text
        self.registers = registers
        self.paper = paper

    def found(self, most: int) -> tuple[Found, ...]:
        """The best, best first; things of one fit in the order of their kinds."""
        if not self.sought:
            return ()
        order = count()
        ranked = ((rank, next(order), each) for look in _LOOKS for rank, each in look(self))
        return tuple(each for _, _, each in nsmallest(most, ranked, key=lambda found: found[:2]))

    def fit(self, *names: str, says: str = "") -> int | None:
        """How well names fit what is sought; None if they do not."""
        plain_names = [name.casefold() for name in names if name]
        if self.sought in plain_names:
            return EXACT
        if any(name.startswith(self.sought) for name in plain_names):
            return BEGINS
        if len(self.sought) == 1:
            return None  # one letter is in everything
        if any(self.sought in name for name in plain_names):
            return HOLDS
        words = self.sought.split()
        everything = f"{' '.join(plain_names)} {says.casefold()}"
        return SAYS if says and all(word in everything for word in words) else None

    def tables_of(self, terminal: str) -> tuple[str, ...]:
        """The tables a terminal plays at; none if it is not known."""
        known = self.floor.terminals.get(terminal)
        return tuple(known.tables) if known else ()

    def sees(self, *tables: str) -> bool:
        """Whether one of the tables is supervised, or the records are open."""
        return self.sight.records or any(table in self.sight.supervised for table in tables)

    def place(self, table: str, own: Place, entries: str) -> Place | None:
        """Where something of a table is shown: its own page to those who supervise that table, else among the
        entries."""
        if table in self.sight.supervised:
            return own
        return ("records", "entries", entries) if self.sight.records else None

    @property
    def reads(self) -> bool:
        """Whether the area of the records is theirs."""
        return self.sight.records or bool(self.sight.supervised)


Ranked = Iterator[tuple[int, Found]]
Place: TypeAlias = tuple[str, str, str]
"""Area, name and part of an address."""


def _entries(search: Search) -> Ranked:
    number = ENTRY.fullmatch(search.sought)
    if number and search.sight.records and 1 <= int(number[1]) <= search.floor.sequence:
        about = "an entry of the journal"
        yield (
            EXACT,
            Found(
                kind="entry",
                name="entries",
                title=f"Entry {int(number[1])}",
                about=about,
                area="records",
                part=str(int(number[1])),
            ),
        )


def _days(search: Search) -> Ranked:
    sight = search.sight
    if DAY.fullmatch(search.sought) and (search.reads or sight.cage):
        # A person at the cage alone has no report of a day, but one of their own shift.
        kind = "day" if search.reads else "shift"
        today = " (today)" if search.sought == search.floor.premises.day else ""
        yield (
            EXACT,
            Found(
                kind="day",
                name=kind,
                title=f"Gaming day {search.sought}{today}",
                about="reports of the day",
                area="reports",
                part=search.sought,
            ),
        )


def _tables(search: Search) -> Ranked:
    for name, table in search.floor.tables.items():
        if not (search.sight.records or name in search.sight.tables):
            continue
        rulebook = search.floor.rulebook_of(table).about
        fit = search.fit(name, f"table {name}", says=f"{rulebook.id} {rulebook.title} {table.kind}")
        if fit is not None:
            state = "open" if table.is_open else "closed"
            about = f"{rulebook.title}, {state}, {len(table.terminals)} terminals"
            yield fit, Found("table", name, f"Table {name}", about, "floor", table=name)


def _terminals(search: Search) -> Ranked:
    floor = search.floor
    for name, terminal in floor.terminals.items():
        place = search.place(terminal.table, ("terminals", name, ""), f"terminal:{name}")
        if place is None:
            continue
        fit = search.fit(name, f"terminal {name}", terminal.player, terminal.stacker, terminal.printer)
        if fit is not None:
            locked = ", locked" if terminal.locks else ""
            about = f"table {terminal.table}, credit {format_money(floor.ledger.held(meter_of(name)))}{locked}"
            yield fit, _at("terminal", place, f"Terminal {name}", about, terminal.table)


def _at(kind: str, place: Place, title: str, about: str, table: str = "", at_ms: int = 0, clause: str = "") -> Found:
    """Something found, at a place."""
    area, name, part = place
    return Found(
        kind=kind, name=name, title=title, about=about, area=area, part=part, table=table, at_ms=at_ms, clause=clause
    )


def _rounds(search: Search) -> Ranked:
    at, any_table = ROUND_AT.fullmatch(search.typed.strip()), ROUND.fullmatch(search.sought)
    for name, table in search.floor.tables.items():
        if not (search.sight.records or name in search.sight.supervised):
            continue
        number = int(any_table[1]) if any_table else 0
        if at and at[1].casefold() == name.casefold():
            number = int(at[2])
        if 1 <= number <= table.rounds:
            yield EXACT, _round(table, number)


def _round(table: Table, number: int) -> Found:
    kept: dict[int, Round] = {**table.past, **({table.round.number: table.round} if table.round else {})}
    round_ = kept.get(number)
    about = f"table {table.name}" if round_ is None else f"table {table.name}, {round_.phase.value.lower()}"
    outcome = round_.outcome if round_ is not None else table.outcomes.get(number)
    about += f", outcome {outcome}" if outcome else ""
    opened = round_.opened_at_ms if round_ is not None else 0
    part = f"{table.name}-{number}"
    title = f"Round {number} at table {table.name}"
    return Found(
        kind="round", name="replay", title=title, about=about, area="records", part=part, table=table.name, at_ms=opened
    )


def _papers(search: Search) -> Ranked:
    for name, paper in search.floor.tickets.items():
        place = _place_of_paper(search, paper)
        if place is None:
            continue
        serial = f"{paper.terminal} {paper.serial}", f"{paper.terminal}-{paper.serial}"
        fit: int | None = EXACT if name == search.paper else search.fit(*(serial if paper.serial else ()))
        if search.sought == name.casefold():
            fit = EXACT
        # Half a number of a paper is no reason to show other papers.
        if fit == EXACT:
            yield EXACT, _paper(search, paper, place)


def _place_of_paper(search: Search, paper: Ticket) -> Place | None:
    """To follow its money; at the cage; or what is on record of it."""
    if search.sight.records:
        return "records", "trace", f"paper:{paper.number}"
    if search.sight.cage:
        return "cage", "paper", paper.number
    tables = search.tables_of(paper.terminal)
    if not tables or not search.sight.supervised.issuperset(tables):
        return None
    home = search.floor.terminals[paper.terminal].table
    page = "trace" if home in search.sight.investigated else "entries"
    return "records", page, f"paper:{paper.number}"


def _paper(search: Search, paper: Ticket, place: Place) -> Found:
    serial = f"{paper.serial} " if paper.serial else ""
    title = f"{plain(paper.kind.value).capitalize()} {serial}of {paper.terminal}, {format_money(paper.amount)}"
    held = ", held back" if paper.held else ""
    about = f"{paper.state.value}{held}, {when(paper.at_ms)[:19]}" if paper.at_ms else f"{paper.state.value}{held}"
    table = search.tables_of(paper.terminal)[:1]
    return _at("paper", place, title, about, "".join(table), paper.at_ms)


def _people(search: Search) -> Ranked:
    for person, member in search.floor.people.staff.items():
        place = _place_of_person(search, person)
        if place is None:
            continue
        name = search.open_text(member.full_name)
        fit = search.fit(person, name, says=" ".join(role for held in member.roles.values() for role in held))
        if fit is None:
            continue
        roles = sorted({plain(role) for held in member.roles.values() for role in held} | set(member.duties))
        about = ", ".join(roles) or "no role"
        about += ", works here no longer" if member.released else ""
        yield fit, _at("person", place, f"{name} ({person})", about)


def _place_of_person(search: Search, person: str) -> Place | None:
    """At the staff desk; or what they did, which is for those who read the records and for themselves."""
    if search.sight.staff:
        return "staff", person, ""
    if search.sight.records or (search.reads and person == search.sight.person):
        return "records", "entries", f"person:{person}"
    return None


def _players(search: Search) -> Ranked:
    for name, player in search.floor.people.players.items():
        tables = [*player.tables, *(table for each in player.terminals for table in search.tables_of(each))]
        fit = search.fit(name, f"player {name}")
        # All that is on record about them may be seen only by a person who sees it at every table they are at.
        if fit is not None and (search.sight.records or (tables and search.sight.supervised.issuperset(tables))):
            about = "at " + ", ".join(dict.fromkeys([*player.tables, *player.terminals])) if tables else "not here now"
            locked = ", may not play" if player.locks else ""
            part = f"player:{name}"
            yield (
                fit,
                Found(
                    kind="player",
                    name="entries",
                    title=f"Player {name}",
                    about=about + locked,
                    area="records",
                    part=part,
                    table="".join(tables[:1]),
                ),
            )


def _cases(search: Search) -> Ranked:
    for number, case in search.floor.cases.items():
        fit = search.fit(number, case.terminal, says=f"case {plain(case.ground)} {' '.join(case.codes)}")
        place = search.place(case.table, ("cases", number, ""), f"case:{number}")
        if fit is not None and place is not None:
            state = "closed" if case.closed else "open"
            about = f"{case.terminal}, {plain(case.ground)}, {state}"
            title = f"Case {number}"
            yield (
                max(fit, BEGINS) if search.sought != number.casefold() else EXACT,
                _at("case", place, title, about, case.table, case.opened_at_ms, case.clause),
            )


def _disputes(search: Search) -> Ranked:
    for number, dispute in search.floor.people.disputes.items():
        fit = search.fit(number, f"dispute {number}", dispute.who, says=search.open_text(dispute.about))
        place = search.place(dispute.table, ("cases", f"dispute-{number}", ""), f"dispute:{number}")
        if fit is not None and place is not None:
            state = (
                "closed"
                if dispute.closed
                else "reviewed"
                if dispute.reviewed
                else "decided"
                if dispute.decided
                else "open"
            )
            about = f"{dispute.who or 'nobody named'}, {state}"
            title = f"Dispute {number}"
            yield fit, _at("dispute", place, title, about, dispute.table, dispute.raised_at_ms)


def _breaches(search: Search) -> Ranked:
    for number, breach in search.floor.people.breaches.items():
        fit = search.fit(number, f"breach {number}", breach.who, breach.player)
        who = ("terminal" if breach.who in search.floor.terminals else "player") + f":{breach.who}"
        place = search.place(breach.table, ("conduct", "breaches", number), who)
        if fit is not None and place is not None:
            about = f"{breach.who}, {breach.breached}"
            title = f"Breach {number}"
            yield fit, _at("breach", place, title, about, breach.table, breach.at_ms, breach.breached)


def _holdings(search: Search) -> Ranked:
    vault, tickets = search.floor.vault, search.floor.tickets
    for what, holding in vault.holdings.items():
        paper = tickets.get(what) or vault.payouts.get(what)
        tables = search.tables_of(what if paper is None else paper.terminal)
        table = "".join(tables[:1])
        at_cage = ("cage", "holding", what) if search.sight.cage else None
        place = ("cases", f"holding-{what}", "") if table in search.sight.supervised else at_cage
        fit = search.fit(what, holding.case, says=f"withheld held {search.open_text(holding.why)}")
        if fit is not None and place is not None:
            about = f"case {holding.case}, {holding.determined or 'not determined yet'}"
            title = f"Withheld of {what}" if what in search.floor.terminals else "Withheld paper or payment"
            yield fit, _at("holding", place, title, about, table, clause=holding.clause)


def _payouts(search: Search) -> Ranked:
    for number, payout in search.floor.vault.payouts.items():
        fit = search.fit(number, f"payment {number}", payout.terminal)
        known = search.floor.terminals.get(payout.terminal)
        table = known.table if known else ""
        beside = ("terminals", payout.terminal, "") if table in search.sight.supervised else None
        place = ("cage", "payouts", number) if search.sight.cage else beside
        if fit is not None and place is not None:
            state = "signed for" if payout.signature else "held back" if payout.held else "to be signed for"
            about = f"{payout.terminal}, {format_money(payout.amount)}, {state}"
            yield fit, _at("payout", place, f"Payment {number} by hand", about, table)


def _drawers(search: Search) -> Ranked:
    vault = search.floor.vault
    for drawer in (*vault.drawers.values(), *reversed(vault.closed_drawers)):
        fit = search.fit(drawer.name, f"drawer {drawer.name}", drawer.person)
        if fit is not None and search.sight.cage:
            state = "closed" if drawer.closed_at_ms else "open"
            about = f"{drawer.person}, {state}"
            title = f"Drawer {drawer.name}"
            yield fit, _at("drawer", ("cage", "drawer", drawer.name), title, about, at_ms=drawer.opened_at_ms)


def _alerts(search: Search) -> Ranked:
    for number, alert in search.floor.alerts.open.items():
        tables = (alert.place,) if alert.place in search.floor.tables else search.tables_of(alert.place)
        fit = search.fit(f"alert {number}", alert.place, alert.device, says=f"{plain(alert.kind.value)} alert")
        if fit is not None and search.sees(*tables):
            about = f"{alert.place}, since {when(alert.since_ms)[:19]}"
            title = f"Alert {number}: {plain(alert.kind.value)}"
            table = "".join(tables[:1])
            yield fit, _at("alert", ("floor", table, ""), title, about, table, alert.since_ms, alert.clause)


def _notices(search: Search) -> Ranked:
    """What officials were told, or are to be told or asked."""
    if not search.reads:
        return
    for due in dues(search.floor):
        if due.table not in search.sight.telling:
            continue
        about = search.open_text(due.about)
        says = f"notice {due.official} {due.title} {plain(due.duty)} {about} {search.open_text(due.words)}"
        says += f" {search.open_text(due.said)}"
        fit = search.fit(due.notice, f"notice {due.notice}" if due.notice else "", due.about, says=says)
        if fit is not None:
            state = "noted" if due.noted_ms else "to be noted" if due.told_ms else "to be told"
            title = f"Notice {due.notice}".rstrip() + f" to the {due.title}"
            of = f"{plain(due.duty)}, {about}" if about else plain(due.duty)
            where = f"table {due.table}, {of}, {state}"
            place = ("records", "notices", due.notice)
            yield fit, _at("notice", place, title, where, due.table, due.told_ms or due.since_ms, due.clause)


def _equipment(search: Search) -> Ranked:
    for table, parts in search.floor.premises.equipment.items():
        if table not in search.sight.supervised:
            continue
        for part, each in parts.items():
            kind = part.partition("/")[0]
            fit = search.fit(each.serial, kind, says=f"equipment {table}")
            if fit is not None:
                title = f"{plain(kind).capitalize()} {each.serial}"
                yield (
                    fit,
                    Found(
                        kind="equipment",
                        name=table,
                        title=title,
                        about=f"table {table}",
                        area="equipment",
                        part=kind,
                        table=table,
                        at_ms=each.at_ms,
                    ),
                )


def _clauses(search: Search) -> Ranked:
    """By number, or by what our register says of them; those of rulebooks that tables are run by, each once."""
    seen = 0
    long_enough = len(search.sought) >= WORD
    for table in search.floor.tables.values():
        rulebook = search.floor.rulebook_of(table).about
        register = search.registers.get(rulebook.id)
        first = next(name for name, each in search.floor.tables.items() if each.rulebook == table.rulebook)
        if register is None or first != table.name:
            continue
        for entry in register.clause:
            fit = search.fit(entry.id, f"clause {entry.id}", says=entry.says if long_enough else "")
            if fit is None or fit == HOLDS or (fit == SAYS and seen >= CLAUSES_MAX):
                continue
            seen += 1
            title = f"Clause {entry.id}, {rulebook.id}"
            part = f"{rulebook.id}:{entry.id}"
            anybody = ("floor", first, f"clause-{entry.id}")
            place = ("records", "conformance", part) if search.sight.records else anybody
            yield fit, _at("clause", place, title, entry.says, first, clause=entry.id)


_LOOKS: tuple[Callable[[Search], Ranked], ...] = (
    _terminals,
    _tables,
    _rounds,
    _papers,
    _people,
    _players,
    _cases,
    _disputes,
    _breaches,
    _holdings,
    _payouts,
    _drawers,
    _alerts,
    _notices,
    _equipment,
    _clauses,
    _entries,
    _days,
)
"""In the order in which things that fit alike are shown."""
