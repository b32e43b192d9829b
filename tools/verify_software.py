"""Holds an installed OpenETG against the manifest that was approved, without running a line of it.

For an inspector, with a Python of their own (3.9 or later) and nothing else:

    python3 -I verify_software.py /opt/openetg --manifest approved.json
    python3 -I verify_software.py /opt/openetg --manifest approved.json --signature said.txt

The first argument is the environment OpenETG is installed in (the folder with `bin/python` and `pyvenv.cfg`).
`said.txt` is what the floor's own command said: `etg floor signature --files > said.txt`. Exit code 0: the same;
1: something differs, and is named; 2: the question cannot be answered. It shares no code with OpenETG on purpose.
"""

from __future__ import annotations

import argparse
import csv
import hashlib
import json
import os
import sys
from collections.abc import Iterator
from pathlib import Path

CODE = (".py", ".pyc", ".so", ".pyd", ".dll", ".dylib", ".pth", ".zip", ".egg-link")
LIBRARIES = ("/lib64", "/usr/lib64", "/lib", "/usr/lib", "/usr/local/lib")
UNUSED = {"__pycache__", "site-packages", "dist-packages", "test", "tests", "idlelib", "turtledemo"}
NOT_RUN = "_virtualenv.py"
"""Put there by the maker of an environment, for a start with `site`, which a floor is not."""
OWN = ("openetg/", "rulebooks/", "web/", "python/", "system/")
LANDMARKS = ("os.py", "os.pyc", "lib-dynload")
"""By these an interpreter knows its library when it looks for it, folder by folder upwards."""


class NoAnswer(Exception):
    """The question cannot be answered."""


class Place:
    """Where the parts of an installation stand."""

    def __init__(self, root: Path) -> None:
        sites = [site for lib in ("lib", "lib64") for site in sorted(root.glob(f"{lib}/python3*/site-packages"))]
        python = root / "bin" / "python"
        if not (sites and python.exists()):
            raise NoAnswer(f"{root}: expected an environment with bin/python and lib/pythonX.Y/site-packages")
        self.root = root
        self.site = sites[0]
        self.interpreter = python.resolve()
        self.stdlib = self.interpreter.parent.parent / "lib" / self.site.parent.name
        self.package = self.site / "openetg"
        self.source: Path | None = None
        if not (self.package / "__init__.py").is_file():
            self.package, self.source = self._editable()

    def _editable(self) -> tuple[Path, Path]:
        """A developer's installation: a `.pth` file names the folder of the source."""
        for file in sorted(self.site.glob("*openetg*.pth")):
            folder = Path(file.read_text(encoding="utf-8").strip())
            return folder / "openetg", folder.parent
        raise NoAnswer(f"{self.site}: expected the package openetg, found none")

    def path(self, name: str) -> Path | None:
        """The file that a name of the manifest means; None if there is no telling."""
        part, _, rest = name.partition("/")
        if part == "openetg":
            return self.package / rest
        if part == "rulebooks":
            return (self.source / "rulebooks" if self.source else self.package / "shipped_rulebooks") / rest
        if part == "web":
            return self.source / "web" / "dist" / rest if self.source else None
        if part == "system":
            return _library(rest, self.stdlib.parent)
        if part == "python":
            return self._of_python(rest)
        return self.site / rest

    def _of_python(self, rest: str) -> Path:
        if rest == "interpreter":
            return self.interpreter
        if rest.startswith("site/"):
            return self.site / rest[len("site/") :]
        is_archive = rest.endswith(".zip") and "/" not in rest
        return (self.stdlib.parent if is_archive else self.stdlib) / rest


def _library(name: str, beside: Path) -> Path | None:
    """A library of the system, where the loader would find it."""
    machine = [folder for base in ("/usr/lib", "/lib") for folder in sorted(Path(base).glob("*-linux-*"))]
    for folder in (beside, *machine, *map(Path, LIBRARIES)):
        if (folder / name).is_file():
            return (folder / name).resolve()
    return None


def digest(path: Path | None) -> str:
    """SHA-256 of a file; empty if it cannot be read."""
    try:
        return "" if path is None else hashlib.sha256(path.read_bytes()).hexdigest()
    except OSError:
        return ""


def differences(place: Place, files: dict[str, str]) -> Iterator[str]:
    """What is missing or changed, and code that no line of the manifest speaks of."""
    expected = set()
    for name, approved in sorted(files.items()):
        path = place.path(name)
        expected.add(os.path.realpath(path) if path else "")
        found = digest(path)
        if found != approved:
            yield f"{name}: {'changed' if found else 'missing'} ({path or 'no such place'})"
    for path in sorted(set(code_of(place, files))):
        if os.path.realpath(path) not in expected:
            yield f"{path}: code that is not in the manifest"
    yield from steered(place)


def code_of(place: Place, files: dict[str, str]) -> Iterator[Path]:
    """Files that could be run in the folders of the software."""
    tops = {name.split("/")[1] for name in files if not name.startswith(OWN)}
    for folder in (place.package, *(place.site / top for top in tops if not top.endswith(".dist-info"))):
        yield from _code_below(folder, {"__pycache__"})
    yield from _code_below(place.stdlib, UNUSED)
    yield from place.stdlib.parent.glob("python3*.zip")
    yield from place.site.glob("*.pth")
    yield from (place.site / name for name in ("sitecustomize.py", "usercustomize.py") if (place.site / name).exists())
    yield from strays(place, tops)


def steered(place: Place) -> Iterator[str]:
    """What sends the interpreter to another library than the one that was looked at, before it runs a line."""
    for folder in sorted({place.root / "bin", place.interpreter.parent, place.stdlib.parent}):
        for path in sorted([*folder.glob("*._pth"), *folder.glob("pybuilddir.txt")]):
            yield f"{path}: sends the interpreter to a library of its own"
    file, home = home_of(place)
    found = {found for mark in LANDMARKS if (found := _library_from(home, place.stdlib.name, mark))}
    for library in sorted(found - {os.path.realpath(place.stdlib)}):
        yield f"{file}: sends the interpreter to the library {library}, which is not the one of {place.interpreter}"


def home_of(place: Place) -> tuple[Path, Path]:
    """Where the interpreter begins to look for its library, and the file that says so."""
    for file in (place.root / "pyvenv.cfg", place.root / "bin" / "pyvenv.cfg"):
        if file.is_file():
            lines = (line.partition("=") for line in file.read_text(encoding="utf-8").splitlines())
            homes = [value.strip() for key, _, value in lines if key.strip().lower() == "home"]
            return file, Path(homes[0]) if homes else place.interpreter.parent
    return place.interpreter, place.interpreter.parent


def _library_from(home: Path, version: str, mark: str) -> str:
    """The library found from a folder upwards; empty if there is none."""
    for folder in (home, *home.parents):
        if (folder / "lib" / version / mark).exists():
            return os.path.realpath(folder / "lib" / version)
    return ""


def strays(place: Place, tops: set[str]) -> Iterator[Path]:
    """Code beside the packages that no package has brought: a library that looks for another by name would run it."""
    brought = tops | {"openetg"}
    for record in place.site.glob("*.dist-info/RECORD"):
        lines = csv.reader(record.read_text(encoding="utf-8").splitlines())
        brought.update(name.split("/")[0] for name, *_ in lines)
    for path in place.site.iterdir():
        if path.name in brought or path.name in {"__pycache__", NOT_RUN} or path.name.endswith(".dist-info"):
            continue
        if path.is_dir():
            yield from _code_below(path, {"__pycache__"})
        elif path.name.endswith(CODE):
            yield path


def others(place: Place, files: dict[str, str]) -> list[str]:
    """Packages that lie there and that no line of the manifest speaks of."""
    approved = {name.split("/")[1] for name in files if not name.startswith(OWN)}
    found = sorted(path.name for path in place.site.glob("*.dist-info") if path.name not in approved)
    return [name[: -len(".dist-info")] for name in found if not name.startswith("openetg-")]


def _code_below(folder: Path, without: set[str]) -> Iterator[Path]:
    for where, inner, names in os.walk(folder):
        inner[:] = [each for each in inner if each not in without]
        yield from (Path(where, name) for name in names if name.endswith(CODE) or ".so." in name)


def total_digest(manifest: dict[str, object]) -> str:
    """The one digest over all of it, as `etg floor signature` says it and the journal records it."""
    about = {key: manifest[key] for key in ("build", "files", "python")}
    text = json.dumps(about, separators=(",", ":"), ensure_ascii=False, sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()


def said_differences(files: dict[str, str], text: str) -> Iterator[str]:
    """What `etg floor signature --files` said otherwise than the manifest."""
    lines = (line.split("  ", 1) for line in text.splitlines() if "  " in line)
    said = {name: hashed for hashed, name in lines}
    for name in sorted(said.keys() | files.keys()):
        if said.get(name) != files.get(name):
            yield f"{name}: the floor's own command says {said.get(name, 'nothing')}"


def compare(environment: Path, approved: Path, signature: Path | None) -> tuple[list[str], str]:
    """Everything that differs, and what was looked at in a few lines."""
    manifest = json.loads(approved.read_text(encoding="utf-8"))
    files, place = manifest["files"], Place(environment)
    found = list(differences(place, files))
    if signature is not None:
        found += said_differences(files, signature.read_text(encoding="utf-8"))
    compiled = sum(1 for folder in {place.package, place.site} for _ in folder.rglob("*.pyc"))
    about = f"software  {total_digest(manifest)}  by the manifest, {len(files)} files\n"
    about += f"compiled  {compiled} copies lie about; a floor runs none of them\n"
    beside = others(place, files)
    return (
        found,
        about + f"beside    {', '.join(beside) or 'nothing'}: packages that no floor needs; ask why they are here",
    )


def main() -> int:
    """Compares and says what differs."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("environment", type=Path, help="where OpenETG is installed: the folder with bin/python")
    parser.add_argument("--manifest", type=Path, required=True, help="what was approved (etg floor manifest -o FILE)")
    parser.add_argument("--signature", type=Path, help="what `etg floor signature --files` said")
    asked = parser.parse_args()
    try:
        found, about = compare(asked.environment, asked.manifest, asked.signature)
    except (OSError, ValueError, KeyError, TypeError, AttributeError, NoAnswer) as problem:
        print(f"{asked.environment}: cannot be compared: {problem}", file=sys.stderr)
        return 2
    for line in found:
        print(line)
    print(about)
    print(f"DIFFERENT  {len(found)} findings" if found else "the same")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
