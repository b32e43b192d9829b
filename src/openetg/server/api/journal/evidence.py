"""What an inspector takes away or holds against the record: entries with proofs, the clauses with their tests, the
software that runs.
"""

from __future__ import annotations

import asyncio
import tempfile
import time
from contextlib import ExitStack
from pathlib import Path
from typing import Annotated, Any

from litestar import Response, get
from litestar.background_tasks import BackgroundTask
from litestar.params import QueryParameter
from litestar.response import File
from msgspec import Struct, json

from openetg.floor.state import Floor
from openetg.journal.proofs.proof import Bundle
from openetg.reports.conformance.conformance import CarriedTests, ClauseState, standings
from openetg.rulebook.citations import citations
from openetg.rulebook.clauses import Register
from openetg.rulebook.schema.book import Rulebook
from openetg.server.acts.supervision import RECORDS
from openetg.server.api.acts.commands import ALWAYS, problems
from openetg.server.api.guard import who_asks
from openetg.server.api.journal import process as journal_process
from openetg.server.api.journal.evidence_answers import Prove, Proved, ReadTests, TestsRead, files_of
from openetg.server.api.journal.records import Number, Word
from openetg.server.api.journal.report_answers import DaysListed, ListDays
from openetg.server.api.office import Office
from openetg.server.api.problems import Asked, edge
from openetg.server.api.views.reads import anywhere
from openetg.server.api.views.rules import Registers
from openetg.server.checks import manifest
from openetg.server.life.starting import BUILD

ENTRIES_MAX = 500
"""How many entries one proof is about; for more there is the file of entries."""
READ_AGAIN_S = 10.0
"""The software is not read again so soon after it was: it is some thousands of files."""


class ClauseLine(Struct, frozen=True):
    """A clause: what it says, what the software does about it, and what shows that it does."""

    id: str
    kind: str
    says: str
    system: str
    evidence: str
    see: tuple[str, ...]
    standing: str
    """`proved` by a test that drives the floor; `held as data` where all its tests only read the rulebook; `not for
    software`; `open`; `unknown` where the tests are not on this machine."""
    reason: str
    """Why no software can prove it; empty if it can."""
    tests: tuple[str, ...]
    """Every test that carries it."""
    driving: tuple[str, ...]
    """Those of them that drive the floor and so prove it."""
    is_named: bool
    """Whether one of these names the clause in what it expects, beside its mark."""
    readings: tuple[ReadingLine, ...]
    rests: tuple[CitedLine, ...]
    """Values, policies and powers of the rulebook that cite it."""


class ReadingLine(Struct, frozen=True):
    """How a silent or misprinted clause is applied."""

    printed: str
    applied: str
    why: str


class CitedLine(Struct, frozen=True):
    """A key of the rulebook that rests on a clause."""

    key: str
    says: str


class BookLine(Struct, frozen=True):
    """A rulebook of the floor, clause by clause."""

    rulebook: str
    title: str
    version: str
    """The hash it was adopted by."""
    tables: tuple[str, ...]
    has_words: bool
    """Whether the register of exactly these rules is on this machine."""
    clauses: tuple[ClauseLine, ...]


class ConformanceView(Struct, frozen=True):
    """Per rulebook, clause by clause, the tests that carry it."""

    build: str
    has_tests: bool
    """Whether the tests are on this machine; where they are not, nothing is said of them."""
    tests: int
    """How many tests carry a clause."""
    rulebooks: tuple[BookLine, ...]


class SoftwareView(Struct, frozen=True):
    """The software as it is on the disk now, and as it is on record."""

    software: str
    """One digest over every file, read now."""
    build: str
    python: str
    parts: dict[str, PartLine]
    on_record: str
    """The digest the writer put on record when it started; empty if it was not read."""
    build_on_record: str
    checked_at_ms: int
    """When the floor last read its own software, file by file."""
    read_at_ms: int


class PartLine(Struct, frozen=True):
    """A part of the software."""

    digest: str
    """Over its lines as `etg floor signature --files` prints them."""
    files: int


def evidence_handlers(office: Office) -> list[Any]:
    """The handlers."""
    files = [*_file_handlers(office), *_proof_handlers(office)]
    return [*files, *_conformance_handlers(office), *_software_handlers(office)]


def _file_handlers(office: Office) -> list[Any]:
    place = office.line.running.place

    @get("/api/evidence/entries", tags=["records"], responses=problems(*ALWAYS, 422), media_type="application/jsonl")
    async def entries(request: Asked, after: Number = None, until: Number = None, day: Word = "") -> File:
        """Entries as they are stored, with what leads from them to the newest signed checkpoint, as JSON Lines."""
        who = who_asks(request)
        await office.line.read(lambda floor: anywhere(floor, who, RECORDS))
        folder = tempfile.TemporaryDirectory(prefix="openetg-evidence-")
        file = Path(folder.name) / "entries.jsonl"
        with ExitStack() as stack:
            stack.callback(folder.cleanup)
            question = journal_process.Export(
                journal=place.journal, file=str(file), after=after, until=until, day=day, proven_in=files_of(place)
            )
            reply = await office.asking.ask(question, who.person)
            if isinstance(reply, journal_process.Impossible):
                raise edge("not_possible", reply.words)
            stack.pop_all()  # the file goes when it was sent
        gone = BackgroundTask(folder.cleanup)
        return File(file, filename="entries.jsonl", media_type="application/jsonl", background=gone)

    @get("/api/evidence/days", tags=["records"], responses=problems(*ALWAYS, 422))
    async def days(request: Asked) -> Response[DaysListed]:
        """The gaming days the journal has, each with its entries."""
        who = who_asks(request)
        await office.line.read(lambda floor: anywhere(floor, who, RECORDS))
        reply = await office.asking.ask(ListDays(place.journal), who.person)
        if isinstance(reply, journal_process.Impossible):
            raise edge("not_possible", reply.words)
        return Response(json.encode(reply), media_type="application/json")  # type: ignore[arg-type]

    return [entries, days]


def _proof_handlers(office: Office) -> list[Any]:
    place = office.line.running.place

    @get("/api/evidence/proof", tags=["records"], responses=problems(*ALWAYS, 422))
    async def proof(
        request: Asked,
        entry: Annotated[int, QueryParameter(ge=0, le=10**15)] = 0,
        until: Number = None,
        table: Word = "",
        number: Annotated[int, QueryParameter(name="round", ge=0, le=10**15)] = 0,
    ) -> Response[Bundle]:
        """A proof of one entry, of some in a row, or of a round, which anyone can check offline."""
        who = who_asks(request)
        await office.line.read(lambda floor: anywhere(floor, who, RECORDS))
        if bool(entry) == bool(table and number):
            raise edge("not_possible", "expected an entry, or a table and a round")
        last = max(until or entry, entry)
        if last - entry >= ENTRIES_MAX:
            raise edge("not_possible", f"expected at most {ENTRIES_MAX} entries; for more, take the file of entries")
        sequences = tuple(range(entry, last + 1)) if entry else ()
        question = Prove(place.journal, files_of(place), sequences, table, number)
        reply = await office.asking.ask(question, who.person)
        if isinstance(reply, journal_process.Impossible):
            raise edge("not_possible", reply.words)
        assert isinstance(reply, Proved), "a question for a proof is answered with one"
        return Response(json.encode(reply.bundle), media_type="application/json")  # type: ignore[arg-type]

    return [proof]


def _conformance_handlers(office: Office) -> list[Any]:
    registers = Registers(tuple(plan.rulebook for plan in office.line.running.house.tables))
    found = Proving()

    @get("/api/conformance", tags=["records"], responses=problems(*ALWAYS))
    async def conformance(request: Asked) -> Response[ConformanceView]:
        """Per rulebook, clause by clause, what it says, what the software does, and the tests that show it."""
        who = who_asks(request)
        await office.line.read(lambda floor: anywhere(floor, who, RECORDS))
        await registers.ready()
        carried = await found.ready(office, who.person)

        def look(floor: Floor) -> bytes:
            books = tuple(
                _book(floor, name, rulebook, registers, carried) for name, rulebook in floor.rulebooks.items()
            )
            has_tests, count = carried is not None, len({mark.test for mark in carried.marks} if carried else ())
            return json.encode(ConformanceView(BUILD, has_tests, count, books))

        return Response(await office.line.read(look), media_type="application/json")  # type: ignore[arg-type]

    return [conformance]


class Proving:
    """What the tests on this machine carry and do, read by the process of questions when it is first asked."""

    folder = Path(__file__).resolve().parents[5] / "tests"
    """The tests beside the source; there are none beside an installed package."""

    def __init__(self) -> None:
        self._turn = asyncio.Lock()
        self._carried: dict[Path, CarriedTests] = {}

    async def ready(self, office: Office, person: str) -> CarriedTests | None:
        """What they carry; None = there are no tests here."""
        folder = self.folder
        if not folder.is_dir():
            return None
        async with self._turn:
            if folder not in self._carried:
                reply = await office.asking.ask(ReadTests(str(folder)), person)
                if isinstance(reply, journal_process.Impossible):
                    raise edge("not_possible", reply.words)
                assert isinstance(reply, TestsRead), "a question about tests is answered with what they carry"
                self._carried[folder] = reply.carried
        return self._carried[folder]


def _book(floor: Floor, name: str, rulebook: Rulebook, registers: Registers, carried: CarriedTests | None) -> BookLine:
    register = registers.of(rulebook)
    tables = tuple(table.name for table in floor.tables.values() if table.rulebook == name)
    lines = tuple(_clauses(rulebook, register, carried)) if register is not None else ()
    return BookLine(
        rulebook=rulebook.about.id,
        title=rulebook.about.title,
        version=name,
        tables=tables,
        has_words=register is not None,
        clauses=lines,
    )


def _clauses(rulebook: Rulebook, register: Register, carried: CarriedTests | None) -> list[ClauseLine]:
    book = rulebook.about.id
    how = {each.clause: each for each in standings({book: register}, carried.marks if carried else [], carried)[book]}
    rests: dict[str, list[CitedLine]] = {}
    for each in citations(rulebook):
        rests.setdefault(each.clause, []).append(CitedLine(each.key, each.says))
    readings: dict[str, list[ReadingLine]] = {}
    for reading in rulebook.reading:
        readings.setdefault(reading.clause, []).append(ReadingLine(reading.printed, reading.applied, reading.why))
    lines = []
    for entry in register.clause:
        known = how[entry.id]
        standing = known.standing
        is_known = carried is not None or standing is ClauseState.NOT_FOR_SOFTWARE
        lines.append(
            ClauseLine(
                id=entry.id,
                kind=entry.kind.value,
                says=entry.says,
                system=entry.system,
                evidence=entry.evidence,
                see=entry.see,
                standing=standing.value if is_known else "unknown",
                reason=entry.not_for_software or "",
                tests=known.tests,
                driving=known.driving,
                is_named=known.expected,
                readings=tuple(readings.get(entry.id, ())),
                rests=tuple(rests.get(entry.id, ())),
            )
        )
    return lines


def _software_handlers(office: Office) -> list[Any]:
    reading = _Software()

    @get("/api/software", tags=["records"], responses=problems(*ALWAYS))
    async def software(request: Asked) -> Response[SoftwareView]:
        """The digest over every file of the software, read now, beside the one on record."""
        who = who_asks(request)
        await office.line.read(lambda floor: anywhere(floor, who, RECORDS))
        found, parts = await reading.now()
        read_at_ms = office.line.now_ms()

        def look(floor: Floor) -> bytes:
            premises = floor.premises
            return json.encode(
                SoftwareView(
                    software=found.digest,
                    build=found.build,
                    python=found.python,
                    parts=parts,
                    on_record=premises.software,
                    build_on_record=premises.build,
                    checked_at_ms=premises.checked_at_ms,
                    read_at_ms=read_at_ms,
                )
            )

        return Response(await office.line.read(look), media_type="application/json")  # type: ignore[arg-type]

    return [software]


class _Software:
    """Reads the software, one at a time and not without a pause: requests that come meanwhile get the same answer."""

    def __init__(self) -> None:
        self._turn = asyncio.Lock()
        self._found: tuple[manifest.Manifest, dict[str, PartLine]] | None = None
        self._at_s = 0.0

    async def now(self) -> tuple[manifest.Manifest, dict[str, PartLine]]:
        async with self._turn:
            if self._found is None or time.monotonic() - self._at_s > READ_AGAIN_S:
                try:
                    taken = await asyncio.to_thread(manifest.take, build=BUILD)
                except manifest.ManifestProblem as problem:
                    raise edge("fault", str(problem)) from None
                counts = taken.parts()
                digests = manifest.digests_of_parts(taken)
                self._found = taken, {part: PartLine(digest, counts[part]) for part, digest in digests.items()}
                self._at_s = time.monotonic()
            return self._found
