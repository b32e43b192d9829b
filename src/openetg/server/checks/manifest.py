"""What software this is: the SHA-256 of every file that takes part in a decision, and what differs from a list of them.

Hashed are the package, the rulebooks that ship with it, the built pages, the interpreter with its library, the
distributions the package needs, file by file, files added beside theirs included, and the native libraries that
all of these need of the system. Nothing is remembered between two looks: a list that was kept would say what the files
were, not what they are. Compiled copies (`__pycache__`) are not in it: a floor runs none that it has not made itself
(`isolated.py`). `strangers` says what is loaded into this process and is not among these files.
"""

from __future__ import annotations

import csv
import os
import re
import sys
import sysconfig
from collections.abc import Iterable, Iterator
from hashlib import sha256
from importlib.metadata import Distribution, PackageNotFoundError, distribution
from pathlib import Path

import msgspec
from msgspec import Struct, json

from openetg.rulebook.load import shipped
from openetg.server.checks.native import libraries_of, loaded_files, system_folders

OURS = "openetg"
NAME = re.compile(r"[A-Za-z0-9._-]+")
EXTRA = re.compile(r"""extra\s*==\s*['"]([^'"]+)['"]""")
NOT_SOFTWARE = frozenset({"__pycache__", "site-packages", "dist-packages", "test", "tests", "idlelib", "turtledemo"})
"""Folders of the interpreter's library that no floor runs."""
ABOUT_INSTALLING = frozenset({"RECORD", "INSTALLER", "REQUESTED", "direct_url.json", "uv_cache.json"})
"""Files that say how a distribution came here: they differ between machines with the same software."""


class ManifestProblem(Exception):
    """A manifest cannot be read or written. The message is for a person."""


class Manifest(Struct, frozen=True):
    """The software of a floor."""

    build: str
    python: str
    files: dict[str, str]
    """Per file, by a name that is the same on every machine, its SHA-256."""

    @property
    def digest(self) -> str:
        """One hash over all of it: what goes on record at every start."""
        return sha256(json.encode(self, order="sorted")).hexdigest()

    def parts(self) -> dict[str, int]:
        """How many files of each part."""
        counts: dict[str, int] = {}
        for name in self.files:
            part = name.partition("/")[0]
            counts[part] = counts.get(part, 0) + 1
        return counts


def digests_of_parts(found: Manifest) -> dict[str, str]:
    """One digest for each part: over its lines as `etg floor signature --files` prints them."""
    lines: dict[str, list[str]] = {}
    for name, digest in found.files.items():
        lines.setdefault(name.partition("/")[0], []).append(f"{digest}  {name}\n")
    return {part: sha256("".join(each).encode()).hexdigest() for part, each in lines.items()}


def web_folder() -> Path:
    """Where the built pages stand: in the package when installed, beside the source otherwise."""
    package = Path(__file__).resolve().parents[2]
    installed = package / "web"
    return installed if installed.is_dir() else package.parent.parent / "web" / "dist"


def take(*, build: str) -> Manifest:
    """Hashes everything as it is on the disk now."""
    return of_files(software_files(), build=build)


def of_files(files: dict[str, Path], *, build: str) -> Manifest:
    """The manifest of these files."""
    return Manifest(build, sys.version, {name: _hash(path) for name, path in sorted(files.items())})


def software_files() -> dict[str, Path]:
    """Every file of the software by the name it bears in a manifest."""
    files = dict(_files())
    native = [path for path in files.values() if ".so" in path.name] + [Path(sys.executable).resolve()]
    return files | {f"system/{name}": path for name, path in libraries_of(native).items()}


def strangers(files: dict[str, Path]) -> list[str]:
    """Modules and native libraries loaded into this process that are not among these files."""
    loaded = {
        os.path.realpath(file)
        for name, module in list(sys.modules.items())
        if name not in {"__main__", "__mp_main__"} and isinstance(file := getattr(module, "__file__", None), str)
    }
    system = tuple(f"{folder}/" for folder in map(os.path.realpath, system_folders()))
    native = {file for file in loaded_files() if not file.startswith(system)}
    unknown = (loaded | native) - {str(path) for path in files.values()}
    # Links are followed only for what is left: there are thousands of files and few links.
    return sorted(unknown.difference(_links_followed(files.values()))) if unknown else []


def _links_followed(paths: Iterable[Path]) -> Iterator[str]:
    """Where paths really lead: each folder is followed once, since thousands of files stand in few of them."""
    folders: dict[str, str] = {}
    for path in map(str, paths):
        folder, _, name = path.rpartition(os.sep)
        if folder not in folders:
            folders[folder] = os.path.realpath(folder)
        real = f"{folders[folder]}{os.sep}{name}"
        yield os.path.realpath(real) if Path(real).is_symlink() else real


def differences(approved: Manifest, found: Manifest) -> list[str]:
    """What differs, one line each; empty if it is the same software."""
    lines = []
    if approved.build != found.build:
        lines.append(f"build: expected {approved.build}, found {found.build}")
    if approved.python != found.python:
        lines.append(f"python: expected {approved.python}, found {found.python}")
    for name in sorted(approved.files.keys() | found.files.keys()):
        if name not in found.files:
            lines.append(f"{name}: missing")
        elif name not in approved.files:
            lines.append(f"{name}: not in the manifest")
        elif approved.files[name] != found.files[name]:
            lines.append(f"{name}: changed")
    return lines


def write(manifest: Manifest, path: Path) -> None:
    """Puts a manifest into a file."""
    try:
        path.write_bytes(encoded(manifest) + b"\n")
    except OSError as fault:
        raise ManifestProblem(f"{path}: the manifest cannot be written: {fault.strerror}") from None


def encoded(manifest: Manifest) -> bytes:
    """The text of a manifest, one file a line, to be kept and compared by people too."""
    return json.format(json.encode(manifest), indent=1)


def read(path: Path) -> Manifest:
    """The manifest in a file."""
    try:
        return json.decode(path.read_bytes(), type=Manifest)
    except OSError as fault:
        raise ManifestProblem(f"{path}: expected a manifest of the software: {fault.strerror}") from None
    except (msgspec.DecodeError, UnicodeDecodeError) as problem:
        raise ManifestProblem(f"{path}: expected a manifest of the software, found something else: {problem}") from None


def _hash(path: Path) -> str:
    try:
        return sha256(path.read_bytes()).hexdigest()
    except OSError as fault:
        raise ManifestProblem(f"{path}: cannot be read: {fault.strerror}") from None


def _files() -> Iterator[tuple[str, Path]]:
    """Every file, with the name it bears in the manifest."""
    package = Path(__file__).resolve().parents[2]
    yield from _below(package, OURS)
    for name, folder in shipped().items():
        yield from _below(folder, f"rulebooks/{name}")
    if not web_folder().is_relative_to(package):
        yield from _below(web_folder(), "web")
    yield from _interpreter()
    for each in needed():
        yield from _of_distribution(each)


def _below(folder: Path, name: str) -> Iterator[tuple[str, Path]]:
    """Every file below a folder; walked with strings, since thousands of paths take longer than their hashes."""
    for where, folders, files in os.walk(folder):
        folders[:] = [each for each in folders if each not in NOT_SOFTWARE]
        inside = where[len(str(folder)) :].replace(os.sep, "/")
        for file in files:
            yield f"{name}{inside}/{file}", Path(where, file)


def _interpreter() -> Iterator[tuple[str, Path]]:
    """The program, its library, and what a start of it runs unasked."""
    yield "python/interpreter", Path(sys.executable).resolve()
    yield from _below(Path(sysconfig.get_path("stdlib")), "python")
    for place in sys.path:
        # An archive of modules goes before the library itself, if there is one.
        if place.endswith(".zip") and Path(place).is_file():
            yield f"python/{Path(place).name}", Path(place)
    for place in dict.fromkeys(sysconfig.get_path(key) for key in ("purelib", "platlib")):
        for path in Path(place).glob("*.pth"):
            yield f"python/site/{path.name}", path
        for name in ("sitecustomize.py", "usercustomize.py"):
            if (Path(place) / name).is_file():
                yield f"python/site/{name}", Path(place) / name


def needed() -> list[Distribution]:
    """The distributions the package runs with, and those they need."""
    found: dict[str, Distribution] = {}
    waiting: list[tuple[str, frozenset[str]]] = [(OURS, frozenset())]
    seen: set[tuple[str, frozenset[str]]] = set()
    while waiting:
        wanted = waiting.pop()
        if wanted in seen:
            continue
        seen.add(wanted)
        name, extras = wanted
        try:
            found[name] = distribution(name)
        except PackageNotFoundError:
            # Needed on other systems or versions of Python only: what is not installed cannot be run.
            continue
        waiting.extend(_requirements(found[name], extras))
    return [each for name, each in sorted(found.items()) if name != OURS]


def _requirements(wanting: Distribution, extras: frozenset[str]) -> Iterator[tuple[str, frozenset[str]]]:
    for line in wanting.requires or ():
        wish, _, marker = line.partition(";")
        extra = EXTRA.search(marker)
        if extra is not None and extra[1] not in extras:
            continue
        name = NAME.match(wish)
        assert name is not None, f"the metadata of {wanting.name} names a distribution: {line}"
        inside = wish.partition("[")[2].partition("]")[0]
        yield name[0].lower().replace("_", "-"), frozenset(part.strip() for part in inside.split(",") if part.strip())


def _of_distribution(each: Distribution) -> Iterator[tuple[str, Path]]:
    """The files a distribution has brought, by its own list of them, and all other files in its folders."""
    # Read once: each access reads the metadata anew.
    named, base = f"{each.name.lower()}-{each.version}", str(each.locate_file(""))
    folders = set()
    for name, *_ in csv.reader((each.read_text("RECORD") or "").splitlines()):
        if "__pycache__" in name or name.startswith("..") or name.rpartition("/")[2] in ABOUT_INSTALLING:
            continue
        yield f"{named}/{name}", Path(base, name)
        first, _, inside = name.partition("/")
        if inside and not first.endswith(".dist-info"):
            folders.add(first)
    for first in folders:
        for where, inner, files in os.walk(Path(base, first)):
            inner[:] = [folder for folder in inner if folder != "__pycache__"]
            inside = where[len(base) :].strip(os.sep).replace(os.sep, "/")
            yield from ((f"{named}/{inside}/{file}", Path(where, file)) for file in files)
