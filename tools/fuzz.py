"""Throws bytes at everything that reads bytes from outside, each reader in a process of its own, guided by coverage.

    tools/fuzz.py [TARGET…] [--seconds 60] [--corpus FOLDER]

Begins with the seeds of tests/fuzz and with what earlier runs found worth keeping. Ends with 1 if an input broke a
reader: it lies in build/fuzz/found, and belongs into the target's seeds once the reader is mended. Needs atheris, which
there is for Linux and Python 3.11.
"""

from __future__ import annotations

import argparse
import re
import subprocess
import sys
from importlib import import_module
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
BUILD = ROOT / "build" / "fuzz"
LONGEST_INPUT = 8_192
SLOWEST_S = 20
"""An input that takes longer is a finding."""
MEMORY_MB = 2_048
SPARE_S = 120
"""How much longer than told a run may take, for its start and for what it is in the middle of."""
PROGRESS = re.compile(r"#(\d+)\s+(?:DONE|REDUCE|NEW|pulse|RELOAD|INITED).*?ft: (\d+) corp: (\d+)")


def main() -> int:
    """Runs the targets one after the other."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("targets", nargs="*", metavar="TARGET")
    parser.add_argument("--seconds", type=int, default=60, help="for each target")
    parser.add_argument("--corpus", type=Path, default=BUILD / "corpus", help="what earlier runs found worth keeping")
    parser.add_argument("--inside", action="store_true", help=argparse.SUPPRESS)
    options = parser.parse_args()
    sys.path[:0] = [str(ROOT)]
    if options.inside:
        _fuzz(options.targets[0], options.seconds, options.corpus)
    from tests.fuzz.targets import TARGETS  # noqa: PLC0415 - inside, it is imported under the eyes of the fuzzer

    unknown = [name for name in options.targets if name not in TARGETS]
    if unknown:
        parser.error(f"expected targets of {', '.join(TARGETS)}; found {', '.join(unknown)}")
    broken = [name for name in options.targets or TARGETS if not _run(name, options.seconds, options.corpus)]
    _say(f"fuzz: {len(options.targets or TARGETS)} targets, {len(broken)} broken: {', '.join(broken) or 'none'}")
    return 1 if broken else 0


def _say(words: str) -> None:
    sys.stdout.write(words + "\n")
    sys.stdout.flush()


def _run(name: str, seconds: int, corpus: Path) -> bool:
    """One target in a process of its own; says how it went."""
    command = [sys.executable, __file__, name, "--inside", "--seconds", str(seconds), "--corpus", str(corpus)]
    log = BUILD / f"{name}.log"
    log.parent.mkdir(parents=True, exist_ok=True)
    before = _found(name)
    with log.open("wb") as out:
        try:
            code = subprocess.run(command, stdout=out, stderr=out, check=False, timeout=seconds + SPARE_S).returncode
        except subprocess.TimeoutExpired:
            code = -1
    text = log.read_text(errors="replace")
    done = PROGRESS.findall(text)
    inputs, features, kept = done[-1] if done else ("0", "0", "0")
    _say(f"  {name:<14} {int(inputs):>9,} inputs  {int(features):>6} features  {int(kept):>5} kept  exit {code}")
    for path in sorted(_found(name) - before):
        _say(f"    broken by {path.relative_to(ROOT)}")
    if code:
        _say("\n".join(f"    {line}" for line in text.splitlines()[-30:]))
    return code == 0


def _found(name: str) -> set[Path]:
    return set((BUILD / "found").glob(f"{name}-*"))


def _fuzz(name: str, seconds: int, corpus: Path) -> None:
    """Does not return: the fuzzer ends the process."""
    try:
        atheris: Any = import_module("atheris")
    except ImportError:
        _say("expected atheris, which there is for Linux and Python 3.11; found none")
        sys.exit(2)
    with atheris.instrument_imports(include=["openetg", "tests.fuzz"]):
        from tests.fuzz.targets import TARGETS  # noqa: PLC0415 - so that coverage is seen
    target = TARGETS[name]
    begin, own = BUILD / "begin" / name, corpus / name
    for folder in (begin, own, BUILD / "found"):
        folder.mkdir(parents=True, exist_ok=True)
    for path in target.seeds():
        (begin / path.name).write_bytes(path.read_bytes())
    words = BUILD / f"{name}.dict"
    words.write_text("".join(f'"{_escaped(word)}"\n' for word in target.words))
    atheris.Setup(
        [
            name,
            str(own),
            str(begin),
            f"-dict={words}",
            f"-max_total_time={seconds}",
            f"-max_len={LONGEST_INPUT}",
            f"-timeout={SLOWEST_S}",
            f"-rss_limit_mb={MEMORY_MB}",
            f"-artifact_prefix={BUILD / 'found' / name}-",
            "-print_final_stats=1",
        ],
        target.run,
    )
    atheris.Fuzz()


def _escaped(word: str) -> str:
    return "".join(f"\\x{byte:02X}" for byte in word.encode())


if __name__ == "__main__":
    sys.exit(main())
