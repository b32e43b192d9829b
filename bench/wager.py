"""What a wager costs: CPU per message of each candidate beside a bare C echo and a bare picows echo, in one run.

Builds the C programs, pins the server to one core and the generator to another, starts every candidate afresh in
every round, interleaved, and prints medians and ratios. It never judges a time; what other processes used is printed,
so that the reader can. It fails when messages were lost or refused, because then nothing was measured.
"""

import argparse
import contextlib
import json
import os
import re
import resource
import signal
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from types import FrameType

BENCH = Path(__file__).resolve().parent
PROGRAMS = {
    "echo": ("echo.c", "ws.c"),
    "load": ("load.c", "options.c", "template.c", "latencies.c", "usage.c", "ws.c"),
}
COMPILE = ("gcc", "-std=c11", "-O2", "-Wall", "-Wextra", "-Werror")

C_ECHO = "C echo"
PICOWS_ECHO = "picows echo"
WAGER = "durable wager"
WITHOUT_MAC = "without MAC"
PORT_LINE = re.compile(r"(?:\bport |127\.0\.0\.1:|localhost:)(\d+)")
START_S_MAX = 60
SETUP_S_MAX = 120
FILES_SPARE = 256


@dataclass(frozen=True)
class Candidate:
    """A server to measure: how it is started and what it is sent.

    In the command ``{programs}`` is the folder of the compiled C programs, ``{scratch}`` an empty folder made for this
    one start (a journal goes there) and ``{connections}`` how many terminals will come. The server prints its port
    (``port N`` or an address with it) and serves until it is terminated; the CPU of the process started is counted,
    with its threads, without its children.
    """

    name: str
    command: tuple[str, ...]
    template: Path


CANDIDATES = (
    Candidate(C_ECHO, ("{programs}/echo",), BENCH / "templates/echo.template"),
    Candidate(PICOWS_ECHO, (sys.executable, str(BENCH / "picows_echo.py")), BENCH / "templates/echo.template"),
    Candidate(
        WAGER,
        (sys.executable, str(BENCH / "floor_server.py"), "{scratch}", "{connections}"),
        BENCH / "templates/wager.template",
    ),
    Candidate(
        WITHOUT_MAC,
        (sys.executable, str(BENCH / "floor_server.py"), "{scratch}", "{connections}", "--without-mac"),
        BENCH / "templates/wager.template",
    ),
)
BROADCAST = Candidate(
    "broadcast",
    (sys.executable, "-m", "bench.broadcast", "{connections}"),
    BENCH / "templates/listening.template",
)

MANY_TERMINALS, AT_A_TABLE = 10_000, 5_000
CPU_GOAL, P99_MS_GOAL, KB_GOAL, BROADCAST_GOAL = 3.2, 25.0, 40.0, 1.3


@dataclass(frozen=True)
class Settings:
    seconds: float
    warmup_s: float
    rate: float
    server_core: int
    generator_core: int
    programs: Path


@dataclass(frozen=True)
class Sample:
    """One measured phase, as the generator printed it."""

    connections: int
    rate: float
    messages: int
    seconds: float
    cpu_us_per_message: float
    p50_ms: float
    p99_ms: float
    errors: int
    refused: int
    others: int
    server_cpu_s: float
    generator_cpu_s: float
    machine_cpu_s: float
    resident_kb_per_connection: float

    @property
    def messages_per_s(self) -> float:
        return self.messages / self.seconds

    @property
    def server_share(self) -> float:
        """How much of its core the server used; well below 1 the generator or the disk set the pace."""
        return self.server_cpu_s / self.seconds

    @property
    def foreign_cores(self) -> float:
        """What everything but server and generator used, in cores."""
        return max(0.0, self.machine_cpu_s - self.server_cpu_s - self.generator_cpu_s) / self.seconds


class BenchmarkFailedError(Exception):
    """Nothing comparable was measured; the message says why."""


def build(programs: Path) -> None:
    """Compile the C programs into a folder."""
    for program, sources in PROGRAMS.items():
        paths = [str(BENCH / "c" / source) for source in sources]
        subprocess.run([*COMPILE, "-o", str(programs / program), *paths], check=True)


def raise_file_limit(connections: int) -> None:
    """Let server and generator, which inherit the limit, hold that many sockets."""
    needed = connections + FILES_SPARE
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft >= needed or soft == resource.RLIM_INFINITY:
        return
    enough = hard if hard == resource.RLIM_INFINITY else max(hard, needed)
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (needed, enough))
    except (ValueError, OSError) as error:
        message = f"{connections} connections need {needed} open files, the hard limit is {hard} (ulimit -Hn)"
        raise BenchmarkFailedError(message) from error


def choose_cores() -> tuple[int, int]:
    """The server's core and the generator's: the first two this process may use."""
    cores = sorted(os.sched_getaffinity(0))
    return cores[0], cores[1 % len(cores)]


@contextlib.contextmanager
def pinned(core: int) -> Iterator[None]:
    """Processes started inside are bound to one core."""
    before = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {core})
    try:
        yield
    finally:
        os.sched_setaffinity(0, before)


def wait_for_port(server: subprocess.Popen[bytes], log: Path) -> int:
    """The port in what the server printed."""
    deadline = time.monotonic() + START_S_MAX
    while time.monotonic() < deadline:
        found = PORT_LINE.search(log.read_text(errors="replace"))
        if found:
            return int(found[1])
        if server.poll() is not None:
            break
        time.sleep(0.02)
    raise BenchmarkFailedError(f"the server printed no port:\n{log.read_text(errors='replace')[-2000:]}")


@contextlib.contextmanager
def running(
    candidate: Candidate, connections: int, settings: Settings
) -> Iterator[tuple[subprocess.Popen[bytes], int]]:
    """A server started for one sample: its process and port."""
    with tempfile.TemporaryDirectory(prefix="openetg-bench-") as scratch:
        places = {
            "{programs}": str(settings.programs),
            "{scratch}": scratch,
            "{connections}": str(connections),
        }
        command = [_fill(word, places) for word in candidate.command]
        log = settings.programs / "server.log"
        # A file, not a pipe: nobody reads along, and a full pipe would stop the server.
        with log.open("wb") as output, pinned(settings.server_core):
            server = subprocess.Popen(
                command,
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=subprocess.STDOUT,
                env=os.environ | {"PYTHONUNBUFFERED": "1"},
                cwd=BENCH.parent,
            )
        try:
            yield server, wait_for_port(server, log)
        finally:
            stop(server)


def _fill(word: str, places: dict[str, str]) -> str:
    for place, value in places.items():
        word = word.replace(place, value)
    return word


def stop(server: subprocess.Popen[bytes]) -> None:
    """Ends a server. A floor finishes its rounds first; asked again, it stops at once."""
    for patience_s in (1, 10):
        server.terminate()
        with contextlib.suppress(subprocess.TimeoutExpired):
            server.wait(timeout=patience_s)
            return
    server.kill()
    server.wait()


def measure(candidate: Candidate, connections: int, settings: Settings) -> Sample:
    """Start the server, load it, and hand back what the generator saw."""
    with running(candidate, connections, settings) as (server, port):
        command = [str(settings.programs / "load"), "--port", str(port), "--pid", str(server.pid)]
        command += ["--template", str(candidate.template), "--connections", str(connections)]
        command += ["--seconds", str(settings.seconds), "--warmup", str(settings.warmup_s)]
        command += ["--rate", str(settings.rate), "--setup-seconds", str(SETUP_S_MAX)]
        with pinned(settings.generator_core):
            load = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        try:
            output, complaints = load.communicate()
        finally:
            load.kill()
    result = json.loads(output) if output else {}
    if load.returncode or result["messages"] == 0 or result["errors"] or result["refused"]:
        message = f"{candidate.name}, {connections} connections: {output.decode()}{complaints.decode()}"
        raise BenchmarkFailedError(message)
    return Sample(**result)


Samples = dict[str, list[Sample]]


def run_rounds(
    connections: int, rounds: int, settings: Settings, candidates: tuple[Candidate, ...] = CANDIDATES
) -> Samples:
    """Every candidate once per round, in turning order so that none always comes first."""
    samples: Samples = {candidate.name: [] for candidate in candidates}
    for number in range(rounds):
        shift = number % len(candidates)
        for candidate in candidates[shift:] + candidates[:shift]:
            samples[candidate.name].append(measure(candidate, connections, settings))
    return samples


def median(samples: list[Sample], field: str) -> float:
    return float(statistics.median(getattr(sample, field) for sample in samples))


HEADINGS = (
    "candidate",
    "CPU µs/msg",
    "(range)",
    "× C",
    "× picows",
    "msgs/s",
    "p50 ms",
    "p99 ms",
    "server",
    "KB/conn",
    "others",
)


def table(samples: Samples) -> list[tuple[str, ...]]:
    """One line per candidate under the headings, medians over the rounds."""
    base = {name: median(samples[name], "cpu_us_per_message") for name in (C_ECHO, PICOWS_ECHO)}
    lines: list[tuple[str, ...]] = [HEADINGS]
    for name, of_one in samples.items():
        cpu = median(of_one, "cpu_us_per_message")
        all_cpu = [sample.cpu_us_per_message for sample in of_one]
        lines.append(
            (
                name,
                f"{cpu:.2f}",
                f"({min(all_cpu):.2f}–{max(all_cpu):.2f})",
                ratio(cpu, base[C_ECHO]),
                ratio(cpu, base[PICOWS_ECHO]),
                f"{median(of_one, 'messages_per_s'):,.0f}",
                f"{median(of_one, 'p50_ms'):.2f}",
                f"{median(of_one, 'p99_ms'):.2f}",
                f"{median(of_one, 'server_share'):.0%}",
                f"{median(of_one, 'resident_kb_per_connection'):.1f}",
                f"{median(of_one, 'foreign_cores'):.2f}",
            )
        )
    return lines


def ratio(value: float, base: float) -> str:
    return f"{value / base:.2f}" if base else "–"


def print_table(lines: list[tuple[str, ...]]) -> None:
    widths = [max(len(line[column]) for line in lines) for column in range(len(HEADINGS))]
    for line in lines:
        name, *figures = line
        cells = [name.ljust(widths[0])]
        cells += [figure.rjust(width) for figure, width in zip(figures, widths[1:], strict=True)]
        print("  ".join(cells))


def print_report(connections: int, rounds: int, samples: Samples, settings: Settings) -> None:
    foreign = [sample.foreign_cores for of_one in samples.values() for sample in of_one]
    pace = f"{settings.rate:,.0f} messages/s" if settings.rate else "closed loop, one message out per connection"
    print(f"\n{connections} connections, {pace}, {rounds} rounds of {settings.seconds:g} s")
    print_table(table(samples))
    print(f"other processes used {statistics.median(foreign):.2f} core (worst sample {max(foreign):.2f})")


def broadcast_ratio(settings: Settings) -> float:
    """CPU of telling a full table something over that of a bare loop of sends, medians of the turns of one run."""
    # Long enough for all turns; the few messages only keep the generator reading.
    listening = replace(settings, rate=50.0, seconds=8.0)
    measure(BROADCAST, AT_A_TABLE, listening)
    lines = (settings.programs / "server.log").read_text().splitlines()
    found = [json.loads(line) for line in lines if line.startswith("{")]
    if not found:
        raise BenchmarkFailedError("the broadcast was not done in time")
    told, bare = (float(statistics.median(found[0][name])) for name in ("told_us", "bare_us"))
    return told / bare


def print_goals(rounds: int, settings: Settings) -> None:
    """What is wanted of the path of a wager, beside what was found now."""
    closed = run_rounds(1000, rounds, settings)
    print_report(1000, rounds, closed, settings)
    cpu = median(closed[WAGER], "cpu_us_per_message") / median(closed[C_ECHO], "cpu_us_per_message")
    paced = replace(settings, rate=float(MANY_TERMINALS), seconds=max(settings.seconds, 4.0), warmup_s=2.0)
    many = run_rounds(MANY_TERMINALS, rounds, paced)
    print_report(MANY_TERMINALS, rounds, many, paced)
    lines = [
        ("CPU of a durable wager, × C echo", cpu, CPU_GOAL),
        (f"p99 of {MANY_TERMINALS:,} terminals at 1 wager/s, ms", median(many[WAGER], "p99_ms"), P99_MS_GOAL),
        ("memory of a terminal, KB", median(many[WAGER], "resident_kb_per_connection"), KB_GOAL),
        (f"news to {AT_A_TABLE:,} terminals, × bare sends", broadcast_ratio(settings), BROADCAST_GOAL),
    ]
    print(f"\n{'':46} found  wanted, at most")
    for name, found, goal in lines:
        print(f"{name:46} {found:5.2f}  {goal:g}")


def as_json(results: dict[int, Samples], settings: Settings) -> str:
    """Every sample, for who wants to compute something else."""
    return json.dumps(
        {
            "server_core": settings.server_core,
            "generator_core": settings.generator_core,
            "runs": [
                {"connections": connections, "candidate": name, "samples": [asdict(sample) for sample in of_one]}
                for connections, samples in results.items()
                for name, of_one in samples.items()
            ],
        },
        indent=2,
    )


def read_options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--connections", type=int, nargs="+", default=[1000], help="one table each (default 1000)")
    parser.add_argument("--seconds", type=float, default=2.0, help="measured phase (default 2)")
    parser.add_argument("--warmup", type=float, default=0.5, help="seconds before it (default 0.5)")
    parser.add_argument("--rounds", type=int, default=3, help="samples per candidate (default 3)")
    parser.add_argument("--rate", type=float, default=0.0, help="messages/s in all; 0, the default, is a closed loop")
    parser.add_argument(
        "--goals", action="store_true", help="what is wanted of the path of a wager beside what is found"
    )
    parser.add_argument("--json", action="store_true", help="print every sample as JSON instead of tables")
    options = parser.parse_args()
    if options.rounds < 1 or min(options.connections) < 1:
        parser.error("--rounds and --connections must be at least 1")
    return options


def run(options: argparse.Namespace, programs: Path) -> None:
    build(programs)
    raise_file_limit(MANY_TERMINALS if options.goals else max(options.connections))
    server_core, generator_core = choose_cores()
    if server_core == generator_core:
        print("only one core: server and generator share it, so compare with other such runs only", file=sys.stderr)
    settings = Settings(options.seconds, options.warmup, options.rate, server_core, generator_core, programs)
    if options.goals:
        print_goals(options.rounds, settings)
        return
    results: dict[int, Samples] = {}
    for connections in options.connections:
        results[connections] = run_rounds(connections, options.rounds, settings)
        if not options.json:
            print_report(connections, options.rounds, results[connections], settings)
    if options.json:
        print(as_json(results, settings))


def _leave(_signal: int, _frame: FrameType | None) -> None:
    """Turn a termination into an exit, so that the servers started are stopped on the way out."""
    sys.exit(143)


def main() -> int:
    signal.signal(signal.SIGTERM, _leave)
    options = read_options()
    try:
        with tempfile.TemporaryDirectory(prefix="openetg-bench-") as programs:
            run(options, Path(programs))
    except (BenchmarkFailedError, subprocess.CalledProcessError) as failure:
        print(failure, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
