"""Mutation of code: every operator, constant and statement changed one at a time, and some test must fail.

    python tools/mutate_code.py                                  the money path of the floor
    python tools/mutate_code.py src/openetg/money.py --tests tests/unit/test_money.py tests/unit/games
    python tools/mutate_code.py --inside Ledger.post --json      one function, for a program

The tests are imported and collected once; each mutant is a fork in which the code of one function is exchanged in
place, so that whoever imported it runs the mutant. Only tests that reach the function are run, those that killed a
neighbour first, until one fails. A mutant that runs for ever ends by a limit on its CPU time. Survivors that are
argued in docs/internals/mutation-survivors.toml are forgiven; any other ends with exit code 1.

The upper half of the file (collected tests, forks) also serves tools/mutate_rulebooks.py; what a run comes to is in
tools/mutation_result.py.
"""

from __future__ import annotations

import argparse
import ast
import gc
import importlib
import inspect
import os
import select
import signal
import sys
import tempfile
import time
import traceback
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from pathlib import Path
from types import CodeType, FunctionType, ModuleType
from typing import Any

import pytest
from _pytest.runner import runtestprotocol
from msgspec import Struct, json

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from tools.mutation_result import (  # noqa: E402  (run as a script, the root is not on the path)
    NOTHING,
    Fate,
    Mutant,
    Result,
    listed,
    read_argued,
    shown,
    told,
)

MONEY_PATH = [f"src/openetg/floor/{name}.py" for name in ("core/ledger", "wagers/limits", "rounds/settling")]
PROVING = ["tests/unit/floor", "tests/unit/games"]
OURS = ("openetg", "tests", "tools")


class Answer(Struct, frozen=True):
    """What a fork reports before it ends."""

    fate: Fate = Fate.SURVIVED
    by: str = ""
    """The test that failed, or the limit that was hit."""
    problem: str = ""
    """What broke in the fork itself; then the fate means nothing."""
    seconds: dict[str, float] = {}
    reaches: dict[str, list[str]] = {}
    """On a first run without a mutant: CPU time of each test, and the functions it reaches."""


class Trial(Struct, frozen=True):
    """A mutant on its way: how to make it, and the tests it has to get past."""

    mutant: Mutant
    make: Callable[[], bool]
    """Makes it in the fork; false if it cannot even be loaded."""
    tests: list[pytest.Item]
    seconds: dict[str, float]


class Collected:
    """Pytest up to the point where it would run the tests; then the tests are ours."""

    def __init__(self, then: Callable[[list[pytest.Item]], int]) -> None:
        self.then, self.code = then, 2
        self.problems: list[str] = []

    def pytest_sessionstart(self) -> None:
        """Makes every run alike, and spends no time on making a failing case small."""
        from hypothesis import HealthCheck, Phase, settings  # noqa: PLC0415  (pytest wants to import it first)

        how: dict[str, Any] = {"phases": (Phase.explicit, Phase.generate), "suppress_health_check": list(HealthCheck)}
        settings.register_profile("mutants", database=None, derandomize=True, deadline=None, **how)
        settings.load_profile("mutants")

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        """Notes what could not be collected."""
        if report.failed:
            self.problems.append(f"{report.nodeid}: {report.longreprtext}")

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Hands the tests over instead of running them."""
        if not self.problems:
            gc.freeze()
            self.code = self.then(session.items)
        return True


def with_tests(paths: Sequence[str], then: Callable[[list[pytest.Item]], int]) -> int:
    """Collects tests in this process and does something with them; the exit code, 2 if they cannot be collected."""
    os.chdir(ROOT)
    plugin = Collected(then)
    quiet = ["-o", "addopts=", "-o", "faulthandler_timeout=0", "--import-mode=importlib", "--strict-markers", "-s"]
    without = [word for name in ("terminal", "cacheprovider", "xdist") for word in ("-p", f"no:{name}")]
    with tempfile.TemporaryDirectory() as folder:
        os.environ["PYTEST_DEBUG_TEMPROOT"] = folder
        ended = pytest.main([*quiet, *without, "-c", "pyproject.toml", *paths], plugins=[plugin])
    for problem in plugin.problems:
        sys.stderr.write(problem + "\n")
    return plugin.code if ended in (pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED) else 2


def is_failing(item: pytest.Item, limit_s: float) -> bool:
    """Runs one test; beyond the limit of CPU time, or ten times as long by the clock, this process ends."""
    signal.setitimer(signal.ITIMER_PROF, limit_s)
    signal.setitimer(signal.ITIMER_REAL, 10 * limit_s)
    try:
        return any(report.failed for report in runtestprotocol(item, log=False, nextitem=None))
    except (KeyboardInterrupt, SystemExit, pytest.exit.Exception):
        return True
    finally:
        for timer in (signal.ITIMER_PROF, signal.ITIMER_REAL):
            signal.setitimer(timer, 0)


def clear_caches() -> None:
    """Forgets whatever was remembered of the thing that is about to change."""
    for module in our_modules():
        for value in list(vars(module).values()):
            if hasattr(value, "cache_clear"):
                value.cache_clear()


def our_modules() -> list[ModuleType]:
    """Every imported module of the project and its tests."""
    return [module for name, module in list(sys.modules.items()) if name.partition(".")[0] in OURS]


def first_run(tests: list[pytest.Item], watch: Callable[[set[str]], None] | None = None) -> Answer:
    """Runs every test as it is, twice: how long each takes, and what it reaches of the code that is watched.

    What is reached only while something is remembered for later tests (`functools.cache`) counts for all of them.
    """

    def run() -> Answer:
        reached: set[str] = set()
        if watch is not None:
            watch(reached)
        seconds: dict[str, float] = {}
        cold, warm = dict[str, set[str]](), dict[str, set[str]]()
        for found in (cold, warm) if watch else (warm,):
            for item in tests:
                reached.clear()
                started = time.process_time()
                if is_failing(item, 300):
                    return Answer(problem=f"{item.nodeid} fails without any mutant")
                seconds.setdefault(item.nodeid, time.process_time() - started)
                found[item.nodeid] = set(reached)
        built = {name for test, names in cold.items() for name in names - warm[test]}
        return Answer(seconds=seconds, reaches={test: sorted(names | built) for test, names in warm.items()})

    ((_, answer),) = _ended({_fork(run): bytearray()})
    if answer.problem:
        pytest.exit(answer.problem, returncode=2)
    return answer


def _fork(work: Callable[[], Answer]) -> tuple[int, int]:
    """A process with everything imported that does one thing and tells the answer through a pipe."""
    reading, writing = os.pipe()
    if child := os.fork():
        os.close(writing)
        return child, reading
    try:
        silent = os.open(os.devnull, os.O_RDWR)
        for stream in (0, 1, 2):
            os.dup2(silent, stream)
        answer = work()
    except BaseException:  # noqa: BLE001  (whatever it is, the parent must hear of it)
        answer = Answer(problem=traceback.format_exc())
    with os.fdopen(writing, "wb") as pipe:
        pipe.write(json.encode(answer))
    os._exit(0)


def _ended(running: dict[tuple[int, int], bytearray]) -> Iterator[tuple[tuple[int, int], Answer]]:
    """Waits until at least one fork has ended, and takes it out of those that run."""
    done: list[tuple[int, int]] = []
    while not done:
        ready, _, _ = select.select([reading for _, reading in running], [], [])
        for fork in [each for each in running if each[1] in ready]:
            piece = os.read(fork[1], 65536)
            running[fork] += piece
            if not piece:
                done.append(fork)
    for fork in done:
        os.close(fork[1])
        ended = os.waitpid(fork[0], 0)[1]
        told = bytes(running.pop(fork))
        if told:
            yield fork, json.decode(told, type=Answer)
        else:
            number = os.WTERMSIG(ended) if os.WIFSIGNALED(ended) else 0
            timed = number in (signal.SIGPROF, signal.SIGALRM)
            yield fork, Answer(Fate.KILLED, "time limit" if timed else f"signal {number}")


def try_all(trials: Iterable[Trial], workers: int) -> Iterator[tuple[Mutant, Answer]]:
    """Puts mutants to the test, so many at a time; trials are drawn only when one can start."""
    running: dict[tuple[int, int], bytearray] = {}
    mutants: dict[tuple[int, int], Mutant] = {}

    def ended() -> Iterator[tuple[Mutant, Answer]]:
        for fork, answer in _ended(running):
            if answer.problem:
                raise RuntimeError(f"{mutants[fork].key}: {answer.problem}")
            yield mutants.pop(fork), answer

    for trial in trials:
        fork = _fork(partial(_judge, trial))
        running[fork], mutants[fork] = bytearray(), trial.mutant
        while len(running) >= workers:
            yield from ended()
    while running:
        yield from ended()


def _judge(trial: Trial) -> Answer:
    if not trial.make():
        return Answer(Fate.REFUSED)
    for item in trial.tests:
        if is_failing(item, 5 + 10 * trial.seconds[item.nodeid]):
            return Answer(Fate.KILLED, item.nodeid)
    return Answer(Fate.SURVIVED)


def add_common_options(parser: argparse.ArgumentParser) -> None:
    """The options both tools have."""
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1, help="how many mutants at a time")
    parser.add_argument("--json", action="store_true", dest="as_json", help="for a program")
    parser.add_argument("--list", action="store_true", dest="only_list", help="show the mutants, run nothing")


COMPARED: dict[type[ast.cmpop], tuple[type[ast.cmpop], ...]] = {
    ast.Lt: (ast.LtE, ast.GtE), ast.LtE: (ast.Lt, ast.Gt), ast.Gt: (ast.GtE, ast.LtE), ast.GtE: (ast.Gt, ast.Lt),
    ast.Eq: (ast.NotEq,), ast.NotEq: (ast.Eq,), ast.Is: (ast.IsNot,), ast.IsNot: (ast.Is,),
    ast.In: (ast.NotIn,), ast.NotIn: (ast.In,),
}  # fmt: skip
COMPUTED: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.Add, ast.FloorDiv: ast.Mult, ast.Div: ast.Mult,
    ast.Mod: ast.FloorDiv, ast.BitOr: ast.BitAnd, ast.BitAnd: ast.BitOr,
}  # fmt: skip
SWAPPED = {"min": "max", "max": "min", "any": "all", "all": "any"}
REMOVED = (ast.Expr, ast.Assign, ast.AugAssign, ast.AnnAssign, ast.Raise, ast.Continue, ast.Break, ast.Assert,
           ast.Delete, ast.For, ast.While, ast.If)  # fmt: skip
ASKING = (ast.If, ast.IfExp, ast.While, ast.Assert, ast.comprehension)
UNTOUCHED = {"annotation", "returns", "decorator_list", "args", "bases", "keywords", "type_params", "msg", "targets"}
"""Fields nothing is changed in: types, signatures, the sentence of an assertion, names assigned to."""


class Spot(Struct, frozen=True):
    """Where in a syntax tree something can be exchanged."""

    holder: ast.AST
    field: str
    position: int | None
    node: ast.AST
    """What stands there."""
    inside: str
    """The function or method it belongs to, or the constant of the module."""


Function = ast.FunctionDef | ast.AsyncFunctionDef


def named_in(tree: ast.Module) -> Iterator[tuple[str, ast.stmt]]:
    """The functions, methods and constants of a module, by name."""
    for node in tree.body:
        if isinstance(node, ast.ClassDef):
            yield from ((f"{node.name}.{each.name}", each) for each in node.body if isinstance(each, Function))
        elif name := node.name if isinstance(node, Function) else _assigned(node):
            yield name, node


def _assigned(node: ast.stmt) -> str:
    target = node.targets[0] if isinstance(node, ast.Assign) else getattr(node, "target", None)
    return target.id if isinstance(target, ast.Name) else ""


def spots_below(node: ast.AST, inside: str) -> Iterator[Spot]:
    """Everything in something named that can be exchanged."""
    for field, value in ast.iter_fields(node):
        if field in UNTOUCHED and not (field in {"args", "keywords"} and isinstance(node, ast.Call)):
            continue
        for position, each in enumerate(value) if isinstance(value, list) else [(None, value)]:
            is_text = isinstance(each, ast.Expr) and isinstance(each.value, ast.Constant)
            if isinstance(each, ast.AST) and not (is_text or isinstance(each, ast.JoinedStr) or is_unreachable(each)):
                yield Spot(node, field, position, each, inside)
                yield from spots_below(each, inside)


def is_unreachable(node: ast.AST) -> bool:
    """Whether it is the arm of a match that the type checker has shown to be never taken."""
    return isinstance(node, ast.match_case) and ast.unparse(node.body[0]).startswith("assert_never(")


def exchanged(spot: Spot) -> Iterator[ast.AST]:
    """What could stand in place of what stands there."""
    node = spot.node
    if isinstance(node, ast.expr):
        yield from _other_expressions(node)
        asked = isinstance(spot.holder, ASKING) and spot.field in {"test", "ifs"}
        if asked and not isinstance(node, ast.Compare):
            yield ast.UnaryOp(ast.Not(), node)
    elif isinstance(node, ast.stmt):
        yield from _other_statements(spot, node)


def _other_expressions(node: ast.expr) -> Iterator[ast.expr]:
    if isinstance(node, ast.Compare):
        for position, operator in enumerate(node.ops):
            for other in COMPARED[type(operator)]:
                yield ast.Compare(
                    node.left, [*node.ops[:position], other(), *node.ops[position + 1 :]], node.comparators
                )
    elif isinstance(node, ast.BoolOp):
        yield ast.BoolOp(ast.Or() if isinstance(node.op, ast.And) else ast.And(), node.values)
        for position in range(len(node.values)):
            rest = [*node.values[:position], *node.values[position + 1 :]]
            yield ast.BoolOp(node.op, rest) if len(rest) > 1 else rest[0]
    elif isinstance(node, ast.BinOp) and type(node.op) in COMPUTED:
        yield ast.BinOp(node.left, COMPUTED[type(node.op)](), node.right)
    elif isinstance(node, ast.UnaryOp) and isinstance(node.op, (ast.Not, ast.USub)):
        yield node.operand
    elif isinstance(node, ast.IfExp):
        yield ast.IfExp(node.test, node.orelse, node.body)
    elif isinstance(node, ast.Constant) and isinstance(node.value, (int, str)):
        yield from map(ast.Constant, _other_constants(node.value))
    elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in SWAPPED:
        yield ast.Call(ast.Name(SWAPPED[node.func.id], ast.Load()), node.args, node.keywords)


def _other_constants(value: int | str) -> tuple[int | str, ...]:
    if isinstance(value, bool):
        return (not value,)
    return (value + "?",) if isinstance(value, str) else (value + 1, value - 1)


def _other_statements(spot: Spot, node: ast.stmt) -> Iterator[ast.stmt]:
    if isinstance(node, ast.Return):
        yield ast.Return(ast.Constant(None))
    if isinstance(node, REMOVED) or (isinstance(node, ast.Return) and isinstance(spot.holder, ast.If)):
        yield ast.Pass()
    if isinstance(node, ast.AugAssign):
        yield ast.AugAssign(node.target, COMPUTED[type(node.op)](), node.value)
        yield ast.Assign([node.target], node.value)


class Source(Struct, frozen=True):
    """A file under test, its tree, and the module that everybody imported."""

    name: str
    tree: ast.Module
    module: ModuleType

    def make(self, spot: Spot, new: ast.AST) -> bool:
        """Exchanges something in the tree, for good, and in the module: only a fork does this."""
        ast.fix_missing_locations(ast.copy_location(new, spot.node))
        if spot.position is None:
            setattr(spot.holder, spot.field, new)
        else:
            getattr(spot.holder, spot.field)[spot.position] = new
        return self.install(spot.inside)

    def install(self, inside: str) -> bool:
        """Puts the changed tree into the imported module, in place; false if that cannot be."""
        code = compile(self.tree, str(self.module.__file__), "exec", dont_inherit=True)
        owner, _, name = inside.rpartition(".")
        found = vars(getattr(self.module, owner) if owner else self.module)[name]
        function = inspect.unwrap(getattr(found, "fget", None) or getattr(found, "__func__", found))
        if not isinstance(function, FunctionType):
            return self._assign(inside, found)
        function.__code__ = next(each for each in _codes(code) if each.co_qualname == inside)
        return True

    def watch(self, reached: set[str]) -> None:
        """Has every function say that it was reached."""
        vars(self.module)["_reached"] = reached.add
        for inside, node in named_in(self.tree):
            if isinstance(node, Function):
                node.body[:0] = ast.parse(f"_reached({self.name + ':' + inside!r})").body
                self.install(inside)

    def _assign(self, name: str, old: object) -> bool:
        statement = next(node for node in self.tree.body if _assigned(node) == name)
        scope = dict(vars(self.module))
        try:
            exec(compile(ast.Module([statement], []), self.name, "exec"), scope)  # noqa: S102  (our own file, changed)
        except Exception:  # noqa: BLE001  (whatever a changed constant does to its own making)
            return False
        for module in our_modules():
            if vars(module).get(name) is old:
                setattr(module, name, scope[name])
        return True


def _codes(code: CodeType) -> Iterator[CodeType]:
    for each in (each for each in code.co_consts if isinstance(each, CodeType)):
        yield each
        yield from _codes(each)


def source_of(name: str) -> Source:
    """A file below src, imported."""
    path = (ROOT / name).resolve()
    module = ".".join(path.relative_to(ROOT / "src").with_suffix("").parts).removesuffix(".__init__")
    shortened = path.relative_to(ROOT).as_posix()
    return Source(shortened, ast.parse(path.read_text(encoding="utf-8")), importlib.import_module(module))


def mutants_of(source: Source) -> Iterator[tuple[Mutant, Callable[[], bool]]]:
    """Every mutant of a file, and how to make it."""
    for spot in (spot for name, node in named_in(source.tree) for spot in spots_below(node, name)):
        before, line = shown(ast.unparse(spot.node)), getattr(spot.node, "lineno", 0)
        for new in exchanged(spot):
            after = NOTHING if isinstance(new, ast.Pass) else shown(ast.unparse(ast.fix_missing_locations(new)))
            mutant = Mutant(source.name, spot.inside, before, after, line=line)
            yield mutant, partial(source.make, spot, new)


def trials_of(
    made: list[tuple[Mutant, Callable[[], bool]]], tests: list[pytest.Item], first: Answer, result: Result
) -> Iterator[Trial]:
    """The mutants in order, each with the tests that reach it; those that killed a neighbour come first."""
    for mutant, make in made:
        function = f"{mutant.place}:{mutant.key}"
        known = any(function in reached for reached in first.reaches.values())
        chosen = [item for item in tests if not known or function in first.reaches[item.nodeid]]
        near: dict[str, int] = {}
        for other, _, by in result.fates:
            if other.place == mutant.place:
                near[by] = min(near.get(by, sys.maxsize), abs(other.line - mutant.line))
        chosen.sort(key=lambda item: (near.get(item.nodeid, sys.maxsize), first.seconds[item.nodeid]))
        yield Trial(mutant, make, chosen, first.seconds)


def main(arguments: Sequence[str] | None = None) -> int:
    """Mutates, runs, prints; 0 if every survivor is argued."""
    parser = argparse.ArgumentParser(description="Changes code one thing at a time; some test must fail.")
    parser.add_argument("files", nargs="*", default=MONEY_PATH, help="files below src")
    parser.add_argument("--tests", nargs="+", default=PROVING, help="the tests to get past")
    parser.add_argument("--inside", help="only this function, method or constant")
    add_common_options(parser)
    chosen = parser.parse_args(arguments)
    return with_tests(chosen.tests, partial(_run, chosen))


def _run(chosen: argparse.Namespace, tests: list[pytest.Item]) -> int:
    result = Result(argued=read_argued("code"), started=time.monotonic())
    sources = [source_of(name) for name in chosen.files]
    made = [each for source in sources for each in mutants_of(source) if chosen.inside in (None, each[0].key)]
    if chosen.only_list:
        return listed(mutant for mutant, _ in made)

    def watch(reached: set[str]) -> None:
        for source in sources:
            source.watch(reached)

    first = first_run(tests, watch)
    for mutant, answer in try_all(trials_of(made, tests, first, result), chosen.workers):
        result.add(mutant, answer.fate, answer.by)
    words = {Fate.KILLED: "killed", Fate.REFUSED: "no code", Fate.SURVIVED: "survived", Fate.UNCARRIED: "unreached"}
    return told(result, as_json=chosen.as_json, meaning=words)


if __name__ == "__main__":
    sys.exit(main())
