"""Writes the bill of materials of this release: every package it is made of and built with, as CycloneDX 1.6 JSON.

Both locks are the source: `requirements.lock` (Python) and `web/package-lock.json` (pages), with the hashes they pin.
What a floor runs on has the scope `required`; what only builds and tests has `excluded`. The same locks give the same
bytes: no time, no random number.

    python tools/sbom.py             write build/openetg-VERSION.cdx.json, and say how much is in it
    python tools/sbom.py FILE        write it there
"""

from __future__ import annotations

import base64
import re
import sys
import tomllib
from collections.abc import Iterator
from importlib.metadata import PackageNotFoundError, requires
from json import dumps, loads
from pathlib import Path
from typing import Any
from uuid import NAMESPACE_URL, uuid5

from cyclonedx.model import HashAlgorithm, HashType
from cyclonedx.model.bom import Bom
from cyclonedx.model.component import Component, ComponentScope, ComponentType
from cyclonedx.output.json import JsonV1Dot6
from cyclonedx.schema import SchemaVersion
from cyclonedx.validation.json import JsonStrictValidator
from packageurl import PackageURL

ROOT = Path(__file__).resolve().parent.parent
PYTHON_LOCK, PAGES_LOCK = ROOT / "requirements.lock", ROOT / "web" / "package-lock.json"
_PINNED = re.compile(r"^(?P<name>[A-Za-z0-9._-]+)(?:\[[^\]]*\])?==(?P<version>[^\s;\\]+)", re.MULTILINE)
_HASH = re.compile(r"--hash=sha256:([0-9a-f]{64})")
_WANTED = re.compile(r"^[A-Za-z0-9._-]+")


def python_packages(lock: str) -> Iterator[Component]:
    """The packages of the Python lock."""
    needed = needed_at_run_time()
    found = list(_PINNED.finditer(lock))
    for here, after in zip(found, [*found[1:], None], strict=True):
        pinned = lock[here.start() : after.start() if after is not None else len(lock)]
        name, version = _plain(here["name"]), here["version"]
        hashes = [HashType(alg=HashAlgorithm.SHA_256, content=each) for each in sorted(_HASH.findall(pinned))]
        yield _component(PackageURL("pypi", None, name, version), hashes, required=name in needed)


def needed_at_run_time() -> set[str]:
    """The packages that a floor imports, and those that they need, by what is installed here."""
    needed: set[str] = set()
    asked = ["openetg"]
    while asked:
        for line in _requirements(asked.pop()):
            name = _plain(line)
            if name not in needed:
                needed.add(name)
                asked.append(name)
    return needed


def _requirements(package: str) -> Iterator[str]:
    try:
        lines = requires(package) or []
    except PackageNotFoundError:
        return  # of another platform
    for line in lines:
        name = _WANTED.match(line)
        if name is not None and "extra ==" not in line:
            yield name[0]


def page_packages(lock: dict[str, Any]) -> Iterator[Component]:
    """The packages of the lock of the pages; what the pages are made of is inside them, so it is required."""
    for path, pinned in lock["packages"].items():
        if not path:
            continue
        scope, _, name = path.rpartition("node_modules/")[2].rpartition("/")
        hashes = [HashType(alg=HashAlgorithm.SHA_512, content=_hex_of(pinned["integrity"]))]
        purl = PackageURL("npm", scope or None, name, pinned["version"])
        yield _component(purl, hashes, required=not pinned.get("dev", False))


def _component(purl: PackageURL, hashes: list[HashType], *, required: bool) -> Component:
    return Component(
        type=ComponentType.LIBRARY,
        name=purl.name,
        group=purl.namespace,
        version=purl.version,
        purl=purl,
        bom_ref=str(purl),
        hashes=hashes,
        scope=ComponentScope.REQUIRED if required else ComponentScope.EXCLUDED,
    )


def _plain(name: str) -> str:
    """The one form of a name."""
    return re.sub(r"[-_.]+", "-", name).lower()


def _hex_of(integrity: str) -> str:
    kind, _, digest = integrity.partition("-")
    assert kind == "sha512", f"the lock pins by SHA-512, found {kind}"
    return base64.b64decode(digest).hex()


def bill() -> str:
    """The whole bill, as text; raises if it is not what the standard asks for."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    version = project["version"]
    components = {
        each.bom_ref.value: each
        for each in (
            *python_packages(PYTHON_LOCK.read_text(encoding="utf-8")),
            *page_packages(loads(PAGES_LOCK.read_text(encoding="utf-8"))),
        )
    }
    bom = Bom(components=components.values(), serial_number=uuid5(NAMESPACE_URL, f"openetg {version}"))
    whole = Component(type=ComponentType.APPLICATION, name="openetg", version=version, bom_ref="openetg")
    bom.metadata.component = whole
    # The locks say that these are needed, not by whom.
    bom.register_dependency(whole, [each for each in components.values() if each.scope is ComponentScope.REQUIRED])
    made = loads(JsonV1Dot6(bom).output_as_string())
    # The time of making says nothing that the version does not, and would differ with every run.
    del made["metadata"]["timestamp"]
    text = dumps(made, indent=1, sort_keys=True) + "\n"
    wrong = JsonStrictValidator(SchemaVersion.V1_6).validate_str(text)
    assert wrong is None, f"the bill is not CycloneDX: {wrong}"
    return text


def main(arguments: list[str]) -> int:
    """Writes the bill."""
    text = bill()
    made = loads(text)
    version = made["metadata"]["component"]["version"]
    path = Path(arguments[0]) if arguments else ROOT / "build" / f"openetg-{version}.cdx.json"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    required = sum(each["scope"] == "required" for each in made["components"])
    sys.stdout.write(f"{path}: {len(made['components'])} packages, {required} of them run\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
