"""Holds an installed OpenETG against the manifest that was approved, without running a line of it.

For an inspector, with a Python of their own (3.9 or later) and nothing else:

    python3 -I verify_software.py /opt/openetg --manifest approved.json
    python3 -I verify_software.py /opt/openetg --manifest approved.json --signature said.txt

The first argument is the environment OpenETG is installed in (the folder with `bin/python` and `pyvenv.cfg`).
`said.txt` is what the floor's own command said: `etg floor signature --files > said.txt`. Exit code 0: the same; 1: something
differs, and is named; 2: the question cannot be answered. It shares no code with OpenETG on purpose.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import sys

CODE = (".py", ".so", ".pyd", ".dll", ".dylib", ".pth", ".zip", ".egg-link")
LIBRARIES = ("/lib64", "/usr/lib64", "/lib", "/usr/lib", "/usr/local/lib")
UNUSED = {"__pycache__", "site-packages", "dist-packages", "test", "tests", "idlelib", "turtledemo"}


class Place:
    """Where the parts of an installation stand."""

    def __init__(self, root):
        self.root = os.path.abspath(root)
        self.python = next((p for p in (f"{root}/bin/python", f"{root}/Scripts/python.exe") if os.path.exists(p)), "")
        sites = [
            os.path.join(folder, "site-packages")
            for lib in ("lib", "lib64")
            for folder in _folders_like(os.path.join(self.root, lib), "python")
        ]
        self.site = next((site for site in sites if os.path.isdir(site)), "")
        if not (self.python and self.site):
            raise SystemExit2(f"{root}: expected an environment with bin/python and lib/pythonX.Y/site-packages")
        interpreter = os.path.realpath(self.python)
        version = os.path.basename(os.path.dirname(self.site))
        prefix = os.path.dirname(os.path.dirname(interpreter))
        self.interpreter = interpreter
        self.stdlib = os.path.join(prefix, "lib", version)
        self.package = os.path.join(self.site, "openetg")
        self.source = ""
        if not os.path.isfile(os.path.join(self.package, "__init__.py")):
            self._editable()

    def _editable(self):
        """A developer's installation: a `.pth` file names the folder of the source."""
        for name in sorted(os.listdir(self.site)):
            if name.endswith(".pth") and "openetg" in name:
                with open(os.path.join(self.site, name), encoding="utf-8") as file:
                    folder = file.read().strip()
                self.package, self.source = os.path.join(folder, "openetg"), os.path.dirname(folder)
                return
        raise SystemExit2(f"{self.site}: expected the package openetg, found none")

    def path(self, name):
        """The file that a name of the manifest means; empty if there is no telling."""
        part, _, rest = name.partition("/")
        if part == "openetg":
            return os.path.join(self.package, rest)
        if part == "rulebooks":
            shipped = os.path.join(self.package, "shipped_rulebooks", rest)
            return os.path.join(self.source, "rulebooks", rest) if self.source else shipped
        if part == "web":
            return os.path.join(self.source, "web", "dist", rest)
        if name == "python/interpreter":
            return self.interpreter
        if name.startswith("python/site/"):
            return os.path.join(self.site, name[len("python/site/") :])
        if part == "python":
            archive = os.path.join(os.path.dirname(self.stdlib), rest)
            return archive if rest.endswith(".zip") and "/" not in rest else os.path.join(self.stdlib, rest)
        if part == "system":
            return _library(rest, os.path.join(os.path.dirname(self.stdlib)))
        return os.path.join(self.site, rest)


class SystemExit2(Exception):
    """The question cannot be answered."""


def _folders_like(folder, start):
    try:
        return sorted(os.path.join(folder, name) for name in os.listdir(folder) if name.startswith(start))
    except OSError:
        return []


def _library(name, beside):
    """A library of the system, where the loader would find it."""
    machine = [os.path.join(base, each) for base in ("/usr/lib", "/lib") for each in _names(base) if "-linux-" in each]
    for folder in [beside, *machine, *LIBRARIES]:
        if os.path.isfile(os.path.join(folder, name)):
            return os.path.realpath(os.path.join(folder, name))
    return ""


def _names(folder):
    try:
        return sorted(os.listdir(folder))
    except OSError:
        return []


def digest(path):
    """SHA-256 of a file; empty if it cannot be read."""
    try:
        with open(path, "rb") as file:
            return hashlib.sha256(file.read()).hexdigest()
    except OSError:
        return ""


def differences(place, files):
    """What is missing or changed, and code that no line of the manifest speaks of."""
    expected = set()
    for name, approved in sorted(files.items()):
        path = place.path(name)
        expected.add(os.path.realpath(path) if path else "")
        found = digest(path) if path else ""
        if found != approved:
            yield f"{name}: {'changed' if found else 'missing'} ({path or 'no such place'})"
    for path in sorted(code_of(place, files)):
        if os.path.realpath(path) not in expected:
            yield f"{path}: code that is not in the manifest"


def code_of(place, files):
    """Files that could be run in the folders of the software."""
    tops = {name.split("/")[1] for name in files if not name.startswith(("openetg/", "rulebooks/", "web/", "python/"))}
    folders = [place.package] + [os.path.join(place.site, top) for top in tops if not top.endswith(".dist-info")]
    for folder in folders:
        yield from _code_below(folder, {"__pycache__"})
    yield from _code_below(place.stdlib, UNUSED)
    for name in _names(place.site):
        if name.endswith(".pth") or name in ("sitecustomize.py", "usercustomize.py"):
            yield os.path.join(place.site, name)


def _code_below(folder, without):
    for where, inner, names in os.walk(folder):
        inner[:] = [each for each in inner if each not in without]
        for name in names:
            if name.endswith(CODE) or ".so." in name:
                yield os.path.join(where, name)


def compiled_below(place):
    """Compiled copies: a floor ignores them, but whoever runs `python` by hand does not."""
    return sum(
        name.endswith(".pyc")
        for folder in (place.package, place.site)
        for _, _, names in os.walk(folder)
        for name in names
    )


def total_digest(manifest):
    """The one digest over all of it, as `etg floor signature` says it and the journal records it."""
    about = {"build": manifest["build"], "files": dict(sorted(manifest["files"].items())), "python": manifest["python"]}
    text = json.dumps(about, separators=(",", ":"), ensure_ascii=False, sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()


def said_differences(files, text):
    """What `etg floor signature --files` said otherwise than the manifest."""
    said = dict(reversed(line.split("  ", 1)) for line in text.splitlines() if "  " in line)
    for name in sorted(said.keys() | files.keys()):
        if said.get(name) != files.get(name):
            yield f"{name}: the floor's own command says {said.get(name, 'nothing')}"


def main():
    """Compares and says what differs."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("environment", help="where OpenETG is installed: the folder with bin/python")
    parser.add_argument("--manifest", required=True, help="the manifest that was approved (etg floor manifest -o FILE)")
    parser.add_argument("--signature", help="what `etg floor signature --files` said")
    asked = parser.parse_args()
    try:
        with open(asked.manifest, encoding="utf-8") as file:
            manifest = json.load(file)
        files = manifest["files"]
        found = list(differences(place := Place(asked.environment), files))
        if asked.signature:
            with open(asked.signature, encoding="utf-8") as file:
                found += said_differences(files, file.read())
    except (OSError, ValueError, KeyError, TypeError, SystemExit2) as problem:
        print(f"{asked.environment}: cannot be compared: {problem}", file=sys.stderr)
        return 2
    for line in found:
        print(line)
    print(f"software  {total_digest(manifest)}  by the manifest, {len(files)} files")
    print(f"compiled  {compiled_below(place)} copies lie about; a floor runs none of them")
    print("the same" if not found else f"DIFFERENT  {len(found)} findings")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
