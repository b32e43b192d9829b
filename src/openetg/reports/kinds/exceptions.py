"""The report of exceptions: what did not go its usual way, and who took note of which alert after how long."""

from __future__ import annotations

from openetg.floor.state import Alert, Floor
from openetg.money import cents_of
from openetg.reports.frame.maker import Making
from openetg.reports.frame.report import Chart, Column, Row, Section, Series, bounded
from openetg.reports.frame.walk import Walk
from openetg.reports.kinds.counted.incidents import (
    ACTS,
    DRAWERS,
    LOGINS,
    MONEY,
    PRIZES,
    ROUNDS,
    TERMINALS,
    Incident,
    IncidentFold,
    KeptIncidents,
)
from openetg.reports.recall.telling import printable

COLUMNS = (
    Column("at", "When", "time"),
    Column("entry", "Entry", "count"),
    Column("what", "What"),
    Column("where", "Where"),
    Column("round", "Round", "count"),
    Column("who", "Who"),
    Column("more", "More"),
    Column("amount", "Amount", "money"),
    Column("clause", "Clause", "clause"),
)
ALERTS = (
    Column("at", "When", "time"),
    Column("entry", "Entry", "count"),
    Column("what", "What"),
    Column("where", "Where"),
    Column("count", "Times", "count"),
    Column("who", "Acknowledged by"),
    Column("seconds", "After seconds", "count"),
    Column("more", "More"),
    Column("clause", "Clause", "clause"),
)
TITLES = {
    ROUNDS: "Rounds and outcomes",
    TERMINALS: "Terminals and cases",
    MONEY: "Money withheld, and breaches",
    PRIZES: "Jackpots and promotions",
    ACTS: "Acts of staff that were refused",
    LOGINS: "Logins and second persons",
    DRAWERS: "Drawers with a difference",
}
COUNTS = (Column("what", "What"), Column("count", "How often", "count"))
BARS_MAX = 12


class Exceptions:
    """Makes it."""

    def __init__(self, making: Making) -> None:
        self.making = making
        self.incidents = IncidentFold(making.scope)
        self.folds = (self.incidents,)

    def sections(self, walk: Walk) -> list[Section]:
        del walk
        groups = [_section(TITLES[name], kept) for name, kept in self.incidents.groups.items()]
        return [counts_section(self.incidents), *groups, alerts_section(self.incidents)]


def counts_section(incidents: IncidentFold) -> Section:
    """How often each thing happened, most often first."""
    counts = sorted(incidents.counts.items(), key=lambda each: (-each[1], each[0]))
    if incidents.alerts_in_all:
        counts.append(("alert", incidents.alerts_in_all))
    shown = counts[:BARS_MAX]
    series = (Series("How often", tuple(count for _, count in shown), "count"),)
    charts = (Chart("bars", "How often", tuple(what for what, _ in shown), series),) if shown else ()
    note = "" if counts else "Nothing out of the ordinary."
    return Section("Out of the ordinary", COUNTS, tuple(counts), charts=charts, note=note)


def _section(title: str, kept: KeptIncidents) -> Section:
    rows, note = bounded([_row(incident) for incident in kept.incidents], in_all=kept.count)
    return Section(title, COLUMNS, rows, note=note)


def _row(incident: Incident) -> Row:
    amount = None if incident.amount is None else cents_of(incident.amount)
    return (
        incident.at_ms, incident.entry, incident.what, incident.where, incident.round or None, incident.who,
        incident.more, amount, incident.clause,
    )  # fmt: skip


def alerts_section(incidents: IncidentFold) -> Section:
    """Alerts of the span, and what became of each by its end."""
    rows, note = bounded([_alert(alert) for alert in incidents.alerts.values()], in_all=incidents.alerts_in_all)
    return Section("Alerts", ALERTS, rows, note=note)


def _alert(alert: Alert) -> Row:
    noted = alert.acknowledged
    after = None if noted is None else max(noted.at_ms - alert.since_ms, 0) // 1000
    who = "nobody yet" if noted is None else f"{noted.person} ({noted.role})"
    said = printable(", ".join(alert.said))
    return (
        alert.since_ms, alert.entry, alert.kind.value.replace("-", " "), alert.device or alert.place, alert.count,
        who, after, said, alert.clause,
    )  # fmt: skip


def open_alerts(floor: Floor, making: Making) -> int:
    """How many alerts are not acknowledged."""
    return sum(making.scope.has_place(floor, alert.place) for alert in floor.alerts.open.values())
