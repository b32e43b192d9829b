"""The documents of instruments beside the journal: each a file named by the SHA-256 of its bytes, and by nothing else.

What is read is checked against its name every time: a file that was changed is no document. They are served as what
they were found to be, text or PDF, and never as anything a browser would run.
"""

from __future__ import annotations

import os
import re
from hashlib import sha256
from pathlib import Path
from typing import Literal, TypeAlias

from openetg.floor.state import Floor

Media: TypeAlias = Literal["text/plain", "application/pdf"]
PDF = b"%PDF-"
_HASH = re.compile(r"[0-9a-f]{64}", re.ASCII)
MARKUP = ("<!doctype", "<html", "<?xml", "<svg", "<script")
"""How files begin that a browser might take for a page."""
PART = ".part"
PARTS_MAX = 8
"""So many documents may be on their way here; the oldest are dropped."""
STRAYS_MAX = 32
"""So many may lie here whole that no rulebook has: no person fills the disk of a floor with them."""


class NotADocument(ValueError):
    """Bytes that are neither plain text nor PDF."""


def media_of(data: bytes) -> Media:
    """What a document is, by its bytes; raises `NotADocument` if it is neither text nor PDF."""
    if data.startswith(PDF):
        return "application/pdf"
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise NotADocument("expected a PDF or plain text in UTF-8") from None
    if "\0" in text or not text.strip():
        raise NotADocument("expected a PDF or plain text in UTF-8")
    if text.lstrip().lower().startswith(MARKUP):
        raise NotADocument("expected a PDF or plain text, found a page with markup")
    return "text/plain"


def _check(data: bytes, name: str) -> None:
    if sha256(data).hexdigest() != name:
        raise NotADocument("expected bytes with the hash that was announced")
    media_of(data)


def _changed_ns(path: Path) -> int:
    try:
        return path.stat().st_mtime_ns
    except FileNotFoundError:
        return 0  # gone meanwhile


class DocumentShelf:
    """The folder of documents."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def put(self, data: bytes) -> str:
        """Keeps a document, whole or not at all; its hash."""
        name = sha256(data).hexdigest()
        media_of(data)
        if self.get(name) is None:
            self._write(self._folder / f"{name}.new", data, from_=0)
            self._keep(name, self._folder / f"{name}.new")
        return name

    def add(self, name: str, data: bytes, *, offset: int, size: int) -> bool:
        """One piece of a document on its way here, in order; returns whether it is whole now.

        Raises `NotADocument` if the piece does not follow, or the whole is not what it was called or what may be kept.
        """
        part = self._folder / f"{name}{PART}"
        here = part.stat().st_size if part.exists() else 0
        if offset and offset != here:
            raise NotADocument(f"expected the piece at {here}, found that at {offset}")
        if offset + len(data) > size:
            raise NotADocument("expected no more bytes than were announced")
        self._write(part, data, from_=offset)
        if offset + len(data) < size:
            self._thin_out()
            return False
        try:
            _check(part.read_bytes(), name)
        except NotADocument:
            part.unlink()
            raise
        self._keep(name, part)
        return True

    def get(self, name: str) -> bytes | None:
        """The bytes with that hash; None if they are not here, or are no longer those."""
        try:
            data = (self._folder / name).read_bytes()
        except OSError:
            return None
        return data if sha256(data).hexdigest() == name else None

    def has(self, name: str) -> bool:
        """Whether a document of that hash was brought here whole."""
        return bool(_HASH.fullmatch(name)) and (self._folder / name).is_file()

    def fits(self, name: str, *, media: str, size: int) -> bool:
        """Whether the document of that hash is here, and is of that type and size; its bytes are not read through."""
        path = self._folder / name
        if not self.has(name) or path.stat().st_size != size:
            return False
        with path.open("rb") as file:
            is_pdf = file.read(len(PDF)) == PDF
        return (media == "application/pdf") == is_pdf

    def is_full(self, known: frozenset[str]) -> bool:
        """Whether so many lie here that are attached to nothing that no more are taken; `known` are on record."""
        strays = [name for name in self._names() if _HASH.fullmatch(name) and name not in known]
        return len(strays) >= STRAYS_MAX

    def _thin_out(self) -> None:
        parts = sorted((self._folder / name for name in self._names() if name.endswith(PART)), key=_changed_ns)
        for path in parts[:-PARTS_MAX]:
            path.unlink(missing_ok=True)

    def _names(self) -> list[str]:
        return [path.name for path in self._folder.iterdir()] if self._folder.is_dir() else []

    def lacking(self, floor: Floor) -> list[str]:
        """The names of documents on record whose bytes are missing or changed."""
        known = (each for kept in floor.premises.documents.values() for each in kept)
        return [each.name for each in known if self.get(each.sha256) is None]

    def _write(self, path: Path, data: bytes, *, from_: int) -> None:
        self._folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        flags = os.O_WRONLY | os.O_CREAT | (0 if from_ else os.O_TRUNC)
        with os.fdopen(os.open(path, flags, 0o600), "wb") as file:
            file.seek(from_)
            file.write(data)
            file.flush()
            os.fsync(file.fileno())

    def _keep(self, name: str, path: Path) -> None:
        path.replace(self._folder / name)
        folder = os.open(self._folder, os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)
