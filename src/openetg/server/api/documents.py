"""Documents of instruments brought to the floor in pieces, by the operator; attaching one is a command of its own."""

from __future__ import annotations

import asyncio
import re
from base64 import b64decode
from binascii import Error as NotBase64
from typing import Any

from litestar import Response, post
from litestar.params import JSONBody
from msgspec import Struct

from openetg.floor.rules_documents import LARGEST_BYTES
from openetg.floor.staff import OPERATOR, has_duty
from openetg.server.api.commands import ALWAYS, problems, strictly
from openetg.server.api.guard import who_asks
from openetg.server.api.office import Office
from openetg.server.api.people import Body
from openetg.server.api.problems import Asked, edge
from openetg.server.documents import STRAYS_MAX, DocumentShelf, NotADocument, media_of

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

    return [piece]


def _added(shelf: DocumentShelf, asked: DocumentPiece, known: frozenset[str]) -> DocumentHere:
    if not asked.offset and not shelf.has(asked.sha256) and shelf.is_full(known):
        raise edge("busy", f"{STRAYS_MAX} documents lie here that are attached to nothing; remove some of them first")
    try:
        whole = shelf.add(asked.sha256, b64decode(asked.data, validate=True), offset=asked.offset, size=asked.size)
    except (NotADocument, NotBase64) as wrong:
        raise edge("malformed", str(wrong)) from None
    media = media_of(shelf.get(asked.sha256) or b"") if whole else ""
    return DocumentHere(asked.sha256, whole, media)
