"""Documents of instruments: brought to the floor in pieces by the operator, and shown as they stand on record.

Attaching, withdrawing and selling are commands of their own. A document is served as the text or PDF that it was found
to be, and a browser is told to run nothing in it.
"""

from __future__ import annotations

import asyncio
import re
from base64 import b64decode
from binascii import Error as NotBase64
from typing import Any
from urllib.parse import quote

from litestar import Response, get, post
from litestar.params import FromPath, JSONBody
from msgspec import Struct
from msgspec.structs import replace

from openetg.floor.people.staff import OPERATOR, has_duty
from openetg.floor.premises.documents import AttachedView, attached_views
from openetg.floor.premises.rules_documents import LARGEST_BYTES
from openetg.floor.state import Floor, RulesDocument
from openetg.rulebook.schema.book import Rulebook
from openetg.server.access.logins import Identity
from openetg.server.acts.supervision import RECORDS
from openetg.server.api.acts.commands import ALWAYS, problems, strictly
from openetg.server.api.guard import who_asks
from openetg.server.api.office import Office
from openetg.server.api.people.logins import Body
from openetg.server.api.problems import Asked, edge
from openetg.server.api.views.reads import anywhere
from openetg.server.plan.documents import STRAYS_MAX, DocumentShelf, NotADocument, media_of

MEDIA = {"text/plain": "text/plain", "application/pdf": "application/pdf"}
"""As what a document is served; nothing else ever is."""
DOCUMENT_POLICY = "default-src 'none'; script-src 'none'; object-src 'self'; style-src 'unsafe-inline'; base-uri 'none'"
_HASH = re.compile(r"[0-9a-f]{64}", re.ASCII)


class DocumentPiece(Body, frozen=True):
    """Some bytes of a document, in order."""

    sha256: str
    """The hash of the whole document, in small hexadecimal digits: what it is called from now on."""
    size: int
    """How many bytes the whole has."""
    offset: int
    """How many bytes came before; zero begins anew."""
    data: str
    """The bytes, in base 64."""


class DocumentHere(Struct, frozen=True):
    """How much of a document is here."""

    sha256: str
    whole: bool
    media: str = ""
    """What it is, once it is whole: `text/plain` or `application/pdf`."""


class RulebookDocuments(Struct, frozen=True):
    """A rulebook of the floor, and what was attached to it."""

    id: str
    rulebook: str
    """The hash under which it was adopted, as `attach-rules` names it."""
    title: str
    tables: tuple[str, ...]
    clause: str
    """The clause by which a copy is shown or given."""
    sale: str
    """The clause that speaks of buying a copy; empty where none does."""
    documents: tuple[AttachedView, ...]
    """Newest first."""


class DocumentsOnRecord(Struct, frozen=True):
    """Every rulebook that a table is run by, with its documents."""

    sequence: int
    largest: int
    """No document may have more bytes."""
    rulebooks: tuple[RulebookDocuments, ...]


def as_document(data: bytes, name: str, media: str, digest: str) -> Response[bytes]:
    """A document as it is served: a browser may show it, and nothing else."""
    headers = {
        "content-security-policy": DOCUMENT_POLICY,
        "content-disposition": f"inline; filename*=UTF-8''{quote(name, safe='')}",
        "x-document-sha256": digest,
    }
    return Response(data, media_type=MEDIA[media], headers=headers)


def shelf_of(office: Office) -> DocumentShelf:
    """Where the documents of a floor are kept."""
    return DocumentShelf(office.line.running.place.documents)


def document_handlers(office: Office) -> list[Any]:
    """The handlers."""

    @post("/api/documents", status_code=200, tags=["floor"], responses=problems(*ALWAYS))
    async def piece(data: JSONBody[DocumentPiece], request: Asked) -> Response[DocumentHere]:
        """A piece of a document; for those with the duty of the operator, who then attach it (`attach-rules`)."""
        del data
        who, asked = who_asks(request), await strictly(request, DocumentPiece)
        if not has_duty(office.line.floor, who.person, OPERATOR):
            raise edge("not_for_you", "expected somebody with the duty of the operator")
        if not _HASH.fullmatch(asked.sha256) or not 0 < asked.size <= LARGEST_BYTES or asked.offset < 0:
            raise edge("malformed", "expected a SHA-256, and a size that a document may have")
        on_record = office.line.floor.premises.documents.values()
        known = frozenset(each.sha256 for kept in on_record for each in kept)
        return Response(await asyncio.to_thread(_added, shelf_of(office), asked, known))

    return [piece, *_readers(office)]


def _readers(office: Office) -> list[Any]:
    """For those with the duty of the operator, and those who read records."""

    def allowed(floor: Floor, who: Identity) -> Floor:
        if not has_duty(floor, who.person, OPERATOR):
            anywhere(floor, who, RECORDS)
        return floor

    @get("/api/documents", tags=["floor"], responses=problems(*ALWAYS))
    async def listed(request: Asked) -> Response[DocumentsOnRecord]:
        """What was attached to each rulebook, and which document patrons get now."""
        who = who_asks(request)
        seen = await office.line.read(lambda floor: _on_record(allowed(floor, who), office.line.now_ms()))
        return Response(await asyncio.to_thread(_looked_up, shelf_of(office), seen))

    @get("/api/documents/{digest:str}", tags=["floor"], responses=problems(*ALWAYS), media_type="text/plain")
    async def document(digest: FromPath[str], request: Asked) -> Response[bytes]:
        """One that is or was attached, byte for byte, by its hash."""
        who = who_asks(request)
        found = await office.line.read(lambda floor: _attached(allowed(floor, who), digest))
        data = await asyncio.to_thread(shelf_of(office).get, found.sha256) if found is not None else None
        if found is None or data is None:
            raise edge("no_such_thing", "no such document, or not on this machine as it was attached")
        return as_document(data, found.name, found.media, found.sha256)

    return [listed, document]


def _on_record(floor: Floor, now_ms: int) -> DocumentsOnRecord:
    run_by: dict[str, list[str]] = {}
    for table in floor.tables.values():
        run_by.setdefault(table.rulebook, []).append(table.name)
    rulebooks = tuple(
        _documents_of(floor, name, floor.rulebooks[name], tuple(tables), now_ms) for name, tables in run_by.items()
    )
    return DocumentsOnRecord(floor.sequence, LARGEST_BYTES, rulebooks)


def _documents_of(
    floor: Floor, name: str, rulebook: Rulebook, tables: tuple[str, ...], at_ms: int
) -> RulebookDocuments:
    about, display = rulebook.about, rulebook.display
    sale = display.rules_sale.clause if display.rules_sale is not None else ""
    attached = attached_views(floor, rulebook, at_ms)
    return RulebookDocuments(
        id=about.id,
        rulebook=name,
        title=about.title,
        tables=tables,
        clause=display.rules_copy.clause,
        sale=sale,
        documents=attached,
    )


def _looked_up(shelf: DocumentShelf, seen: DocumentsOnRecord) -> DocumentsOnRecord:
    """The same, with those marked whose bytes are missing or changed."""
    every = {each.sha256 for book in seen.rulebooks for each in book.documents}
    lacking = {digest for digest in every if shelf.get(digest) is None}
    rulebooks = tuple(
        replace(book, documents=tuple(replace(each, lacking=each.sha256 in lacking) for each in book.documents))
        for book in seen.rulebooks
    )
    return replace(seen, rulebooks=rulebooks)


def _attached(floor: Floor, digest: str) -> RulesDocument | None:
    every = (each for kept in floor.premises.documents.values() for each in kept)
    return next((each for each in every if each.sha256 == digest), None)


def _added(shelf: DocumentShelf, asked: DocumentPiece, known: frozenset[str]) -> DocumentHere:
    if not asked.offset and not shelf.has(asked.sha256) and shelf.is_full(known):
        raise edge("busy", f"{STRAYS_MAX} documents lie here that are attached to nothing; remove some of them first")
    try:
        whole = shelf.add(asked.sha256, b64decode(asked.data, validate=True), offset=asked.offset, size=asked.size)
    except (NotADocument, NotBase64) as wrong:
        raise edge("malformed", str(wrong)) from None
    media = media_of(shelf.get(asked.sha256) or b"") if whole else ""
    return DocumentHere(asked.sha256, whole, media)
