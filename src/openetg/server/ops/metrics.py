"""Figures for Prometheus, read from the floor and its parts at the moment they are asked for: a wager pays nothing for
them.

What is said of the floor is durable: it is read when everything in it is on record. No figure names a player, a person
or a paper. What a figure means is said in `FAMILIES`, which is also its page in the reference.
"""

from __future__ import annotations

import hmac
import secrets
import threading
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path

from msgspec import Struct
from prometheus_client import CollectorRegistry, GCCollector, PlatformCollector, ProcessCollector
from prometheus_client.exposition import generate_latest
from prometheus_client.metrics_core import CounterMetricFamily, GaugeMetricFamily, HistogramMetricFamily, Metric
from prometheus_client.registry import Collector

from openetg.floor import events
from openetg.floor.core.ledger import bank_of, play_of
from openetg.floor.state import Floor
from openetg.keys.files import write_whole
from openetg.money import cents_of, total
from openetg.server.guests.exchange import Exchange
from openetg.server.ops.readiness import Probe, Readiness, SignedByFollower, seen_of
from openetg.server.writer.measured_store import BOUNDS_S, Commits
from openetg.server.writer.writer import Decided, Writer

TOKEN = "metrics.token"  # noqa: S105 - the name of the file
TOKEN_BYTES = 32
GAUGE, COUNTER, HISTOGRAM = "gauge", "counter", "histogram"


class Family(Struct, frozen=True):
    """One metric."""

    name: str
    kind: str
    words: str
    labels: tuple[str, ...] = ()


FAMILIES = (
    Family("openetg_ready", GAUGE, "1 if the floor is ready, 0 if it starts, stops, has stopped or is behind."),
    Family("openetg_winding_down", GAUGE, "1 while the floor finishes its rounds in order to stop."),
    Family("openetg_journal_sequence", GAUGE, "The last entry on record."),
    Family("openetg_journal_groups_total", COUNTER, "Groups made durable since the start."),
    Family("openetg_journal_entries_total", COUNTER, "Entries made durable since the start."),
    Family("openetg_commit_seconds", HISTOGRAM, "How long commits took, one for each group."),
    Family("openetg_slow_commits_total", COUNTER, "Commits that took longer than a quarter of a second."),
    Family("openetg_inbox_orders", GAUGE, "Orders that wait to be decided."),
    Family("openetg_refusals_total", COUNTER, "Orders refused since the start, by reason.", ("reason",)),
    Family("openetg_table_open", GAUGE, "1 if the table is open.", ("table",)),
    Family("openetg_table_phase", GAUGE, "1 for the phase of the table's round now.", ("table", "phase")),
    Family("openetg_rounds_total", COUNTER, "Rounds opened at the table since it was registered.", ("table",)),
    Family("openetg_table_bank_cents", GAUGE, "House money of the table: what it has won, with any float.", ("table",)),
    Family("openetg_table_in_play_cents", GAUGE, "Unsettled wagers of the table's terminals.", ("table",)),
    Family("openetg_sessions", GAUGE, "Terminals of the table that are connected.", ("table",)),
    Family("openetg_terminals", GAUGE, "Terminals that stand at the table.", ("table",)),
    Family(
        "openetg_device_linked", GAUGE, "1 if the line to the device stands; the table's own by its name.", ("device",)
    ),
    Family("openetg_ledger_sum_cents", GAUGE, "The sum over all accounts. Anything but 0 is a bug."),
    Family("openetg_alerts_open", GAUGE, "Alerts nobody has acknowledged, by kind.", ("kind",)),
    Family("openetg_alerts_raised_total", COUNTER, "Alerts since the journal began."),
    Family("openetg_login_failures_total", COUNTER, "Wrong passwords and codes of known people since the start."),
    Family("openetg_http_answers_total", COUNTER, "Answers of the API since the start, by status.", ("status",)),
    Family("openetg_follower_unsigned_entries", GAUGE, "Entries the follower has not signed yet."),
    Family("openetg_follower_lag_seconds", GAUGE, "For how long no signature came although there were entries."),
    Family("openetg_software_check_age_seconds", GAUGE, "Since when the software was last read, file by file."),
    Family("openetg_software_info", GAUGE, "Always 1: build and digest of the software.", ("build", "manifest")),
    Family("openetg_log_dropped_total", COUNTER, "Records of the log for which there was no room."),
)
"""Every metric of the floor itself; those of the process and the interpreter come from prometheus_client."""

Values = dict[str, dict[tuple[str, ...], float]]
"""Per metric and labels."""
ONE: tuple[str, ...] = ()


class FiguresFound(Struct):
    """What was found at one look."""

    values: Values
    commits: Commits
    at_ms: int
    checked_at_ms: int
    seen: Probe


class Metrics(Collector):
    """The metrics of one floor."""

    def __init__(
        self,
        writer: Writer,
        exchange: Exchange,
        readiness: Readiness,
        now_ms: Callable[[], int],
        *,
        links: Callable[[], Mapping[str, bool]] = dict,
        log_dropped: Callable[[], int] = int,
    ) -> None:
        """`links` returns per device whether the line to it is up."""
        self.registry = CollectorRegistry(auto_describe=False)
        self._writer = writer
        self._exchange = exchange
        self.readiness = readiness
        self._now_ms = now_ms
        self._links = links
        self._log_dropped = log_dropped
        self._login_failures = 0
        self._answers: Counter[int] = Counter()
        self._turn = threading.Lock()
        self._values: Values | None = None
        self._commits = Commits()
        ProcessCollector(registry=self.registry)
        PlatformCollector(registry=self.registry)
        GCCollector(registry=self.registry)
        self.registry.register(self)

    def watch(self, decided: Iterable[Decided]) -> None:
        """Counts what is on no account; for the engine's watchers."""
        for each in decided:
            if isinstance(each.verdict, tuple):
                self._login_failures += sum(isinstance(event, events.LoginFailed) for event in each.verdict)

    def answered(self, number: int) -> None:
        """Counts an answer of the API."""
        self._answers[number] += 1

    def look(self, floor: Floor) -> FiguresFound:
        """Reads a floor that is on record; nothing of it is given away but figures."""
        values: Values = {family.name: {} for family in FAMILIES}
        self._look_at_writer(floor, values)
        self._look_at_tables(floor, values)
        kinds = Counter(alert.kind.value for alert in floor.alerts.open.values())
        values["openetg_alerts_open"] = {(kind,): float(count) for kind, count in kinds.items()}
        values["openetg_alerts_raised_total"][ONE] = floor.alerts.raised
        premises = floor.premises
        values["openetg_software_info"][premises.build, premises.software] = 1
        return FiguresFound(values, self.readiness.commits, self._now_ms(), premises.checked_at_ms, seen_of(floor))

    def complete(self, figures: FiguresFound, signed: SignedByFollower) -> None:
        """Adds what is not the floor's: how it stands, what was signed, how old the last look at the software is."""
        values, seen = figures.values, figures.seen
        standing = self.readiness.judge(seen, signed)
        values["openetg_ready"][ONE] = standing.is_ready
        if self.readiness.follows:
            values["openetg_follower_unsigned_entries"][ONE] = max(seen.sequence - signed.entries, 0)
            values["openetg_follower_lag_seconds"][ONE] = self.readiness.lag_ms(seen.sequence, signed) / 1000
        if figures.checked_at_ms:
            age_ms = max(figures.at_ms - figures.checked_at_ms, 0)
            values["openetg_software_check_age_seconds"][ONE] = age_ms / 1000

    def render(self, figures: FiguresFound) -> bytes:
        """The text Prometheus reads. Takes a moment: not for the floor's own thread."""
        with self._turn:
            self._values, self._commits = figures.values, figures.commits
            try:
                return generate_latest(self.registry)
            finally:
                self._values = None

    def collect(self) -> Iterator[Metric]:
        """What was found at the look that is being rendered; for the registry."""
        values = self._values or {}
        for family in FAMILIES:
            if family.kind == HISTOGRAM:
                yield _histogram(family, self._commits)
            else:
                yield _simple(family, values.get(family.name, {}))

    def _look_at_writer(self, floor: Floor, values: Values) -> None:
        commits, writer = self.readiness.commits, self._writer
        single = {
            "openetg_winding_down": floor.premises.winding_down,
            "openetg_journal_sequence": floor.sequence,
            "openetg_journal_groups_total": commits.groups,
            "openetg_journal_entries_total": commits.entries,
            "openetg_slow_commits_total": commits.slow,
            "openetg_inbox_orders": writer.waiting,
            "openetg_ledger_sum_cents": cents_of(total(floor.ledger.accounts.values())),
            "openetg_login_failures_total": self._login_failures,
            "openetg_log_dropped_total": self._log_dropped(),
        }
        for name, value in single.items():
            values[name][ONE] = value
        values["openetg_refusals_total"] = {(reason.value,): count for reason, count in writer.refusals.items()}
        values["openetg_http_answers_total"] = {(str(number),): count for number, count in self._answers.items()}

    def _look_at_tables(self, floor: Floor, values: Values) -> None:
        sessions = Counter(listener.table for listener in self._exchange.listeners)
        held = floor.ledger.held
        for name, table in floor.tables.items():
            phase = table.round.phase.value if table.round is not None else "none"
            in_play = total(held(play_of(name, terminal)) for terminal in table.terminals)
            values["openetg_table_open"][name,] = table.is_open
            values["openetg_table_phase"][name, phase] = 1
            values["openetg_rounds_total"][name,] = table.rounds
            values["openetg_table_bank_cents"][name,] = cents_of(held(bank_of(name)))
            values["openetg_table_in_play_cents"][name,] = cents_of(in_play)
            values["openetg_sessions"][name,] = sessions[name]
            values["openetg_terminals"][name,] = len(table.terminals)
        for name, linked in self._links().items():
            values["openetg_device_linked"][name,] = linked


def _simple(family: Family, values: dict[tuple[str, ...], float]) -> Metric:
    kind = CounterMetricFamily if family.kind == COUNTER else GaugeMetricFamily
    metric = kind(family.name.removesuffix("_total"), family.words, labels=family.labels)
    for labels, value in values.items():
        metric.add_metric(labels, float(value))
    return metric


def _histogram(family: Family, commits: Commits) -> Metric:
    metric = HistogramMetricFamily(family.name, family.words, labels=family.labels)
    counts, buckets = 0, []
    for bound, count in zip((*map(str, BOUNDS_S), "+Inf"), list(commits.within), strict=True):
        counts += count
        buckets.append((bound, float(counts)))
    metric.add_metric(ONE, buckets, sum_value=commits.seconds)
    return metric


def read_token(keys: Path) -> str:
    """The token that a reader of the metrics on another machine must show; made when it is first asked for."""
    path = keys / TOKEN
    if not path.exists():
        keys.mkdir(parents=True, exist_ok=True, mode=0o700)
        write_whole(path, f"{secrets.token_urlsafe(TOKEN_BYTES)}\n".encode(), mode=0o600)
    return path.read_text(encoding="ascii").strip()


def shows_token(authorization: str, token: str) -> bool:
    """Whether a header bears the token."""
    scheme, _, shown = authorization.partition(" ")
    fits = hmac.compare_digest(shown.strip().encode(), token.encode())
    return fits and bool(token) and scheme.lower() == "bearer"
