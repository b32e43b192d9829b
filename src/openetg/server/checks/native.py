"""Native code: the libraries that compiled modules need, found as the loader finds them, and what is loaded now.

Reads files and `/proc`; loads nothing. Only for systems with ELF files; elsewhere there is nothing to say.
"""

from __future__ import annotations

import os
import struct
import sys
from collections.abc import Iterable, Iterator
from mmap import ACCESS_READ, mmap
from pathlib import Path

from msgspec import Struct

_MAGIC = b"\x7fELF\x02\x01"
"""ELF of 64 bits, low byte first: everything this is run on."""
_DYNAMIC, _LOAD, _INTERPRETER = 2, 1, 3
_NEEDED, _STRINGS, _RPATH, _RUNPATH = 1, 5, 15, 29
_FOLDERS = ("/lib64", "/usr/lib64", "/lib", "/usr/lib", "/usr/local/lib")


class Wants(Struct, frozen=True):
    """What a native file asks of the loader."""

    libraries: tuple[str, ...] = ()
    folders: tuple[str, ...] = ()
    """Where it wants them looked for first; `$ORIGIN` is where it stands."""


def libraries_of(files: Iterable[Path]) -> dict[str, Path]:
    """The libraries that native files need and that are not among them, by name, with all that those need in turn."""
    own = {os.path.realpath(file) for file in files}
    found: dict[str, Path] = {}
    waiting, seen, system = sorted(own), set[str](), system_folders()
    while waiting:
        file = waiting.pop()
        if file in seen:
            continue
        seen.add(file)
        wants = wants_of(Path(file))
        for name in wants.libraries:
            place = _found(name, file, wants.folders, system)
            if place is not None:
                waiting.append(place)
                if place not in own:
                    found[name] = Path(place)
    return dict(sorted(found.items()))


def system_folders() -> tuple[str, ...]:
    """The folders the loader searches by default."""
    named: list[str] = []
    for file in sorted(Path("/etc/ld.so.conf.d").glob("*.conf")):
        try:
            lines = file.read_text(encoding="utf-8", errors="replace").splitlines()
        except OSError:
            continue  # what cannot be read here, the loader could not read either
        named += [line.strip() for line in lines if line.startswith("/")]
    return tuple(dict.fromkeys(folder for folder in (*named, *_FOLDERS) if Path(folder).is_dir()))


def loaded_files() -> set[str]:
    """The files whose code is mapped into this process, without links; empty where the system does not say."""
    if not sys.platform.startswith("linux"):
        return set()
    found = set()
    with Path("/proc/self/maps").open(encoding="utf-8", errors="replace") as maps:
        for line in maps:
            _, rights, _, _, _, *path = line.rstrip("\n").split(None, 5)
            if "x" in rights and path and path[0].startswith("/"):
                found.add(os.path.realpath(path[0]))
    return found


def _found(name: str, by: str, folders: tuple[str, ...], system: tuple[str, ...]) -> str | None:
    origin = str(Path(by).parent)
    first = [folder.replace("$ORIGIN", origin).replace("${ORIGIN}", origin) for folder in folders]
    for folder in (*first, *system):
        place = Path(folder, name)
        if place.is_file():
            return os.path.realpath(place)
    return None


def wants_of(file: Path) -> Wants:
    """What a file asks of the loader; None if it is not native code of this kind of machine."""
    try:
        with file.open("rb") as opened:
            if opened.read(len(_MAGIC)) != _MAGIC:
                return Wants()
            # Mapped, not read: of a library of many megabytes a few pages are looked at.
            with mmap(opened.fileno(), 0, access=ACCESS_READ) as data:
                return _wants(data)
    except (OSError, struct.error, ValueError, OverflowError):
        return Wants()


def _wants(data: mmap) -> Wants:
    (start,) = struct.unpack_from("<Q", data, 32)
    size, count = struct.unpack_from("<HH", data, 54)
    segments = [struct.unpack_from("<IIQQQQ", data, start + size * each) for each in range(count)]
    tags = list(_tags(data, segments))
    strings = next((_at(address, segments) for tag, address in tags if tag == _STRINGS), 0)

    def text(offset: int) -> str:
        begin = strings + offset
        return data[begin : data.find(b"\0", begin)].decode()

    folders = [text(value) for tag, value in tags if tag in {_RPATH, _RUNPATH}]
    needed = [text(value) for tag, value in tags if tag == _NEEDED]
    for kind, _, offset, _, _, length in segments:
        if kind == _INTERPRETER:
            needed.append(Path(data[offset : offset + length].rstrip(b"\0").decode()).name)
    return Wants(tuple(needed), tuple(part for folder in folders for part in folder.split(":") if part))


def _tags(data: mmap, segments: list[tuple[int, ...]]) -> Iterator[tuple[int, int]]:
    for kind, _, offset, _, _, length in segments:
        if kind == _DYNAMIC:
            for at in range(offset, offset + length, 16):
                tag, value = struct.unpack_from("<QQ", data, at)
                if tag == 0:
                    return
                yield tag, value


def _at(address: int, segments: list[tuple[int, ...]]) -> int:
    """Where in the file stands what is loaded at an address."""
    for kind, _, offset, begin, _, length in segments:
        if kind == _LOAD and begin <= address < begin + length:
            return offset + address - begin
    raise ValueError("an address that no part of the file is loaded at")
