"""Metrics and readiness of a running floor, as Prometheus and a supervisor of processes see them."""

from __future__ import annotations

import re
from pathlib import Path

import httpx
import pytest
from prometheus_client.metrics_core import Metric
from prometheus_client.parser import text_string_to_metric_families

from openetg.floor.commands import InsertNote, ReportMachineFault, WindDown
from openetg.money import cents
from openetg.server.api.guard import STRANGERS_BURST
from openetg.server.ops.metrics import FAMILIES, TOKEN, read_token, shows_token
from tests.unit.server.api.floor_app import Client, ServedFloor, served_floor

ROOT = Path(__file__).resolve().parents[4]
PROCESS = ("process_", "python_")
FAR = {"x-forwarded-for": "10.0.0.7"}


def scraped(client: Client) -> dict[str, Metric]:
    answer = client.get("/metrics")
    assert answer.status_code == 200, answer.text
    assert answer.headers["content-type"].startswith("text/plain; version=0.0.4")
    return {each.name: each for each in text_string_to_metric_families(answer.text)}


def value(found: dict[str, Metric], name: str, **labels: str) -> float:
    metric = found[name.removesuffix("_total")]
    (sample,) = [each for each in metric.samples if each.name == name and each.labels == labels]
    return sample.value


@pytest.mark.slow
def test_every_metric_is_there_with_its_kind_words_and_labels(floor: ServedFloor) -> None:
    floor.give(ReportMachineFault("disk", "little room"), sender="machine")
    found = scraped(floor.client())
    own = {name: metric for name, metric in found.items() if not name.startswith(PROCESS)}
    assert set(own) == {family.name.removesuffix("_total") for family in FAMILIES}
    for family in FAMILIES:
        metric = own[family.name.removesuffix("_total")]
        assert (metric.type, metric.documentation) == (family.kind, family.words)
        for sample in metric.samples:
            assert set(sample.labels) - {"le"} == set(family.labels), sample
    assert "process_resident_memory_bytes" in found


def test_the_figures_are_those_of_the_floor(floor: ServedFloor) -> None:
    client = floor.client()
    floor.granted(InsertNote("M3", cents(2_000)))
    floor.give(InsertNote("nobody", cents(2_000)))
    client.post("/api/login", person="ann", password="wrong")
    found = scraped(client)
    assert value(found, "openetg_journal_sequence") == floor.floor.sequence
    assert value(found, "openetg_ledger_sum_cents") == 0
    assert value(found, "openetg_ready") == 1
    assert value(found, "openetg_terminals", table="A") == 3
    assert value(found, "openetg_sessions", table="A") == 0
    assert value(found, "openetg_table_phase", table="A", phase="OPEN") == 1
    assert value(found, "openetg_rounds_total", table="A") == 1
    assert value(found, "openetg_refusals_total", reason="unknown_terminal") == 1
    assert value(found, "openetg_http_answers_total", status="401") >= 1


def test_the_same_stands_below_the_api_and_needs_no_login(floor: ServedFloor) -> None:
    assert "openetg_ready 1.0" in floor.client().get("/api/metrics").text


@pytest.mark.parametrize("shown", ["", "Bearer", "Bearer wrong", "Basic {}", "{}"])
def test_from_elsewhere_it_takes_the_token(floor: ServedFloor, shown: str) -> None:
    token = read_token(floor.place.keys)
    http = floor.client().http
    refused = http.get("/metrics", headers=FAR | {"authorization": shown.format(token)})
    assert (refused.status_code, refused.json()["reason"]) == (401, "not_logged_in")
    assert token not in refused.text
    assert http.get("/metrics", headers=FAR | {"authorization": f"Bearer {token}"}).status_code == 200


def test_the_token_is_made_once_and_is_for_its_owner(tmp_path: Path) -> None:
    keys = tmp_path / "keys"
    token = read_token(keys)
    assert read_token(keys) == token
    assert len(token) >= 40
    assert (keys / TOKEN).stat().st_mode & 0o777 == 0o600
    assert not shows_token("Bearer ", "")
    assert shows_token(f"bearer {token}", token)


def test_another_host_reads_nothing(floor: ServedFloor) -> None:
    answer = httpx.get(f"http://127.0.0.1:{floor.port}/metrics", headers={"host": "rebound.example"}, timeout=60)
    assert answer.status_code == 421


@pytest.mark.slow
def test_a_floor_that_winds_down_is_not_ready_and_one_that_is_gone_even_less(tmp_path: Path) -> None:
    with served_floor(tmp_path) as floor:
        client = floor.client()
        readiness = floor.app.metrics.readiness
        assert client.get("/api/ready").json()["floor"] == "ready"
        readiness.started = False
        assert (client.get("/api/ready").status_code, client.get("/api/ready").json()["floor"]) == (503, "starting")
        readiness.started = True
        floor.granted(WindDown())
        answer = client.get("/api/ready")
        assert (answer.status_code, answer.json()["floor"]) == (503, "stopping")
        assert value(scraped(client), "openetg_winding_down") == 1
        assert value(scraped(client), "openetg_ready") == 0
        readiness.commits.failed = True
        assert client.get("/api/ready").json()["floor"] == "stopped"
        readiness.commits.failed = False
    with served_floor(tmp_path) as floor:
        assert floor.client().get("/api/ready").json()["floor"] == "ready"


def test_the_page_in_the_reference_names_every_metric() -> None:
    page = (ROOT / "docs/reference/metrics.md").read_text(encoding="utf-8")
    for family in FAMILIES:
        labels = ", ".join(family.labels) or "–"
        assert f"| `{family.name}` | {family.kind} | {labels} | {family.words} |" in page, family.name
    named = set(re.findall(r"`(openetg_\w+)`", page))
    assert named == {family.name for family in FAMILIES}


def test_the_example_rules_name_metrics_that_exist(floor: ServedFloor) -> None:
    rules = (ROOT / "examples/prometheus/openetg.rules.yml").read_text(encoding="utf-8")
    named = set(re.findall(r"\b(?:openetg|process|python)_[a-z_]+\b", rules))
    answer = floor.client().get("/metrics").text
    known = {each.name for family in text_string_to_metric_families(answer) for each in family.samples}
    known |= {family.name for family in FAMILIES}
    assert len(named) >= 10
    assert named <= known, named - known


@pytest.mark.slow
def test_figures_are_not_made_as_often_as_somebody_asks(tmp_path: Path) -> None:
    """Without a login, and outside the API: they cost more than a page, and threads that others wait for."""
    with served_floor(tmp_path) as own:
        http = httpx.Client(base_url=f"http://127.0.0.1:{own.port}", timeout=60)
        codes = {http.get("/metrics", headers=FAR).status_code for _ in range(STRANGERS_BURST + 10)}
        http.close()
    assert codes == {401, 429}
