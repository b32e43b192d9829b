"""Promotions over HTTP: terms for anybody, names for who needs them, a draw that anybody can do over by its answer."""

from __future__ import annotations

import hashlib
import hmac
import json
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from openetg.cli.journal.audit.draws import command as draws
from openetg.floor import commands as ask
from openetg.floor.core.refusals import Refusal
from openetg.floor.events import DrawCommitted, PromotionDrawn
from openetg.floor.promotions.commands import Terms
from openetg.floor.promotions.terms import digest_of
from openetg.floor.state import Promotion, PromotionStage
from openetg.journal import places
from openetg.keys.keyring import open_keyring
from openetg.money import cents
from openetg.reports.export.export import ExportSpan, write_jsonl
from openetg.server.access.credentials.passwords import PasswordFile
from tests.promotions import DAY_MS, HOUR_MS, NAME, whole_terms
from tests.unit.server.api.floor_app import PASSWORD, Client, ServedFloor, cheap_hashing, served_floor

ANN = ("assistant_gaming_manager", "ann")
TABLE = "A"
NAMES = {"E1": "Nora Quince", "E2": "Odd Person", "E3": "Third Person"}


@pytest.fixture(scope="module")
def floor(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServedFloor]:
    with served_floor(tmp_path_factory.mktemp("floor")) as running:
        _held(running)
        yield running


@pytest.fixture(scope="module")
def anybody(floor: ServedFloor) -> Client:
    return floor.client()


def terms_at(now_ms: int) -> Terms:
    starts = now_ms + 2 * DAY_MS
    closes = starts + DAY_MS
    prizes = tuple(
        ask.PrizeOffered(number, f"Prize {number}", cents(value)) for number, value in (("1", 50_000), ("2", 20_000))
    )
    return whole_terms(
        tables=(TABLE,),
        earns="form",
        qualifying_wager=cents(0),
        starts_ms=starts,
        entries_close_ms=closes,
        award_from_ms=closes + HOUR_MS,
        award_until_ms=closes + DAY_MS,
        ends_ms=closes + DAY_MS,
        prizes=prizes,
    )


def _held(floor: ServedFloor, before: Callable[[], object] = lambda: None) -> None:
    """A promotion from its draft to the draw."""
    terms = terms_at(floor.clock.now_ms())
    floor.granted(ask.DraftPromotion(*ANN, NAME, terms))
    rules = floor.floor.rulebook_of(floor.floor.tables[TABLE]).promotions
    assert rules is not None
    floor.granted(ask.FilePromotion(*ANN, NAME, "F-1", tuple(rules.prohibited), list_checked=True))
    assert not offered(floor).commitment
    floor.granted(ask.PublishPromotion(*ANN, NAME))
    assert offered(floor).commitment, "bound as soon as anybody can read of it"
    floor.ahead_ms += 2 * DAY_MS + 1
    floor.granted(ask.StartPromotion(*ANN, NAME))
    for number, (entrant, name) in enumerate(NAMES.items(), start=1):
        floor.granted(ask.RegisterEntrant(*ANN, NAME, entrant, name, f"0400 000 00{number}"))
        floor.granted(ask.EnterByForm(*ANN, NAME, entrant, number))
    floor.ahead_ms += DAY_MS + HOUR_MS + 1
    before()
    floor.granted(ask.CallDraw(*ANN, NAME))


def offered(floor: ServedFloor) -> Promotion:
    return floor.floor.promotions.offered[NAME]


@pytest.mark.slow
def test_a_draw_that_was_called_is_held_in_the_same_group(floor: ServedFloor) -> None:
    assert offered(floor).stage is PromotionStage.DRAWN
    entries = floor.entries()
    verdicts = [json.loads(entry.verdict) for entry in entries]
    commands = [json.loads(entry.command)["command"]["type"] for entry in entries]
    called = commands.index("CallDraw")
    assert commands[called + 1] == "RevealDraw"
    assert commands.index("CommitDraw") < commands.index("StartPromotion") < commands.index("EnterByForm") < called
    assert verdicts[called + 1]["events"][0]["type"] == "PromotionDrawn"


def redone(told: dict[str, Any]) -> list[tuple[str, str, int]]:
    """The draw by nothing but what the address told, with HMAC-DRBG written out: what any stranger can do."""
    lines = "\n".join((told["process"], told["committed_for"], told["secret"]))
    assert hashlib.sha256(lines.encode()).hexdigest() == told["commitment"]
    body = json.dumps(told["entries"], separators=(",", ":")).encode()
    assert hashlib.sha256(body).hexdigest() == told["entries_digest"]
    purpose = f"{told['committed_for']}/{told['entries_digest']}"
    assert purpose == told["drawn_for"]
    nonce = hashlib.sha256(purpose.encode()).digest()[:16]
    seed = bytes.fromhex(told["secret"]) + nonce + f"{told['process']}\n{purpose}".encode()
    key, value = bytes(32), b"\x01" * 32
    for mark in (b"\x00", b"\x01"):
        key = hmac.new(key, value + mark + seed, "sha256").digest()
        value = hmac.new(key, value, "sha256").digest()

    def below(n: int) -> int:
        nonlocal key, value
        bits = (n - 1).bit_length()
        while bits:
            value = hmac.new(key, value, "sha256").digest()
            drawn = int.from_bytes(value[: (bits + 7) // 8], "big") >> (-bits % 8)
            key = hmac.new(key, value + b"\x00", "sha256").digest()
            value = hmac.new(key, value, "sha256").digest()
            if drawn < n:
                return drawn
        return 0

    entries = [(number, who) for number, who in enumerate(who for who, count in told["entries"] for _ in range(count))]
    found: list[tuple[str, str, int]] = []
    for drawn in told["draws"]:
        out = {who for prize, who, _ in found if told["one_prize_each"] or prize == drawn["prize"]}
        gone = {entry for _, _, entry in found}
        left = [(entry, who) for entry, who in entries if who not in out and entry not in gone]
        entry, who = left[below(len(left))]
        found.append((drawn["prize"], who, entry))
    return found


def test_anybody_can_do_a_draw_over_from_the_answer_alone(floor: ServedFloor, anybody: Client) -> None:
    before = anybody.get(f"/api/promotions/{NAME}/draw").json()
    assert (before["secret"], before["entries"], before["draws"]) == ("", [], []), "nobody has told who won"
    assert before["commitment"] == offered(floor).commitment
    floor.granted(ask.PublishResults(*ANN, NAME, "on the notice board"))
    answer = anybody.get(f"/api/promotions/{NAME}/draw")
    assert answer.status_code == 200, answer.text
    told = answer.json()
    assert told["entries"] == [["E1", 1], ["E2", 2], ["E3", 3]]
    drawn = [(each["prize"], each["entrant"], each["entry"]) for each in told["draws"]]
    assert redone(told) == drawn
    assert len(drawn) == 2
    won = {prize: each.entrant for prize, each in offered(floor).won.items()}
    assert {prize: who for prize, who, _ in drawn} == won
    other = told | {"secret": "00" * 32}
    with pytest.raises(AssertionError):
        redone(other)


def test_what_anybody_reads_has_no_names(anybody: Client) -> None:
    for path in ("/api/promotions", f"/api/promotions/{NAME}", f"/api/promotions/{NAME}/draw"):
        answer = anybody.get(path)
        assert answer.status_code == 200, answer.text
        for private in (*NAMES.values(), "0400 000", "sealed:1:", "secret:2:"):
            assert private not in answer.text


def test_terms_are_there_in_every_version_that_was_public(floor: ServedFloor, anybody: Client) -> None:
    first = anybody.get(f"/api/promotions/{NAME}").json()
    assert first["version"] == 1
    assert first["terms"]["title"] == "Spring draw"
    assert first["digest"] == digest_of(offered(floor).terms)
    assert anybody.get(f"/api/promotions/{NAME}", version=1).json() == first
    assert anybody.get(f"/api/promotions/{NAME}", version=2).status_code == 404
    assert anybody.get("/api/promotions/none").status_code == 404
    assert anybody.get("/api/promotions/none/draw").status_code == 404


def test_a_draft_is_for_nobody_and_has_no_draw(floor: ServedFloor, anybody: Client) -> None:
    floor.granted(ask.DraftPromotion(*ANN, "later", terms_at(floor.clock.now_ms())))
    assert anybody.get("/api/promotions/later").status_code == 404
    assert anybody.get("/api/promotions/later/draw").status_code == 404
    assert NAME in {each["promotion"] for each in anybody.get("/api/promotions").json()}
    assert "later" not in {each["promotion"] for each in anybody.get("/api/promotions").json()}


def names_told(client: Client) -> set[str]:
    answer = client.get("/api/promotions/desk")
    assert answer.status_code == 200, answer.text
    assert "secret:2:" not in answer.text
    lines = [each for each in answer.json()["promotions"] if each["promotion"] == NAME]
    return {each["name"] for each in lines[0]["entrants"]} - {""}


def test_names_are_told_to_who_runs_or_inspects_it_and_of_winners_to_who_pays(floor: ServedFloor) -> None:
    assert names_told(floor.client("ann")) == set(NAMES.values())
    assert names_told(floor.client("ines")) == set(NAMES.values())
    winners = {NAMES[each.entrant] for each in offered(floor).won.values()}
    assert names_told(floor.client("carl")) == winners, "the cashier"
    assert winners < set(NAMES.values())


@pytest.mark.slow
def test_who_was_denied_a_prize_is_nowhere_told_to_who_runs_no_promotion(floor: ServedFloor) -> None:
    """Not in what a supervisor reads of conduct, of a table's journal, or beside a case."""
    floor.granted(ask.EngageStaff("hope", "Hope Example", {"interblock": ("electronic_gaming_host",)}))
    PasswordFile(floor.place.keys).keep("hope", cheap_hashing().hash(PASSWORD), by="")
    floor.granted(ask.OpenCase(*ANN, "I1", "the screen is black", "interrupted", "B"))
    private = ("Zed Secretname", "9 Hidden Lane", "under age")
    name, address, why = private
    deny = ask.RecordDeniedClaim(*ANN, "C-7", "B", "a car", cents(5_000_000), why, name, address)
    floor.granted(deny)
    assert isinstance(floor.give(deny), Refusal), "what was refused is in the journal as well"
    floor.granted(ask.InformClaimant(*ANN, "C-7", "by letter to 9 Hidden Lane"))
    (case,) = floor.floor.cases
    ways: tuple[tuple[str, dict[str, str]], ...] = (
        ("/api/conduct", {}),
        ("/api/timeline", {"table": "B"}),
        ("/api/timeline", {"table": "B", "command": "RecordDeniedClaim"}),
        (f"/api/cases/{case}/inquiry", {}),
    )
    told = {person: floor.client(person) for person in ("hope", "ann")}
    for path, asked in ways:
        answers = {person: client.get(path, **asked) for person, client in told.items()}
        assert {each.status_code for each in answers.values()} == {200}, path
        assert "C-7" in answers["hope"].text, "that there is a claim is no secret"
        assert [text for text in private if text in answers["hope"].text] == [], path
        assert all(text in answers["ann"].text for text in private), path


def test_the_desk_is_not_for_everybody(floor: ServedFloor, anybody: Client) -> None:
    assert anybody.get("/api/promotions/desk").status_code == 401
    assert floor.client("wim").get("/api/promotions/desk").status_code == 403
    assert anybody.post("/api/promotions/desk").status_code in {401, 405}


def test_the_journal_has_no_secret_before_the_reveal(floor: ServedFloor) -> None:
    secret = offered(floor).secret
    assert secret
    for entry in floor.entries():
        recorded = json.loads(entry.verdict)
        kinds = {each["type"] for each in recorded.get("events", [])}
        if secret.encode() in entry.command + entry.verdict:
            assert kinds == {PromotionDrawn.__name__}
        if DrawCommitted.__name__ in kinds:
            assert b"secret:2:" in entry.verdict


def test_etg_does_the_draws_of_a_journal_and_of_an_export_over(floor: ServedFloor, tmp_path: Path) -> None:
    told = CliRunner().invoke(draws, [floor.place.journal])
    assert told.exit_code == 0, told.output
    assert f"draw {NAME}: holds: 6 entries" in told.output
    file = tmp_path / "entries.jsonl"
    with closing(places.open_to_read(floor.place.journal)) as reader:
        for _ in write_jsonl(reader, ExportSpan(0, reader.head().sequence), file):
            pass
    assert CliRunner().invoke(draws, [str(file)]).output == told.output
    winner = offered(floor).won["1"].entrant
    cheat = "E1" if winner != "E1" else "E2"
    lines = file.read_text().replace(f'"winners":[["1","{winner}"', f'"winners":[["1","{cheat}"')
    file.write_text(lines)
    told = CliRunner().invoke(draws, [str(file)])
    assert told.exit_code == 1
    assert "WRONG: secret and entries give other winners" in told.output


@pytest.mark.slow
def test_the_secret_of_a_draw_is_not_erased_before_it_is_told(tmp_path: Path) -> None:
    with served_floor(tmp_path) as own:
        kept: list[dict[str, str]] = []
        _held(own, lambda: kept.append(_kept(tmp_path)))
        assert kept[0][f"promotion/{NAME}"].endswith("until the draw was held")
        after = _kept(tmp_path)
        assert f"promotion/{NAME}" not in after
        whose = f"entrant/{NAME}/"
        assert kept[0][whose] == after[whose] == "ministar 6.7.1 until the promotion was closed or cancelled"
        own.granted(ask.CancelPromotion(*ANN, NAME, "a doubt about the entries"))
        assert _kept(tmp_path) == {}


def _kept(folder: Path) -> dict[str, str]:
    keys = next(folder.rglob("keyring.sqlite3")).parent
    with closing(open_keyring(keys)) as ring:
        return ring.kept()


@pytest.mark.slow
def test_a_promotion_that_is_postponed_is_not_bound_and_that_is_no_fault(tmp_path: Path) -> None:
    with served_floor(tmp_path) as own:
        rules = own.floor.rulebook_of(own.floor.tables[TABLE]).promotions
        assert rules is not None
        own.granted(ask.DraftPromotion(*ANN, NAME, terms_at(own.clock.now_ms())))
        own.granted(ask.FilePromotion(*ANN, NAME, "F-1", tuple(rules.prohibited), list_checked=True))
        own.granted(ask.PostponePromotion(*ANN, NAME, "a doubt"))
        own.granted(ask.PublishPromotion(*ANN, NAME))
        assert not any(b"ReportMachineFault" in entry.command for entry in own.entries())
        own.granted(ask.ValidatePromotion(*ANN, NAME, "checked"))
        assert offered(own).commitment
