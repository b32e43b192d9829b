"""What a test really does, read off its text: whether it drives the floor or only reads the rulebook.

`etg conformance` asks it of every test that carries a clause. A test *drives* if it, or a function, fixture or constant
of the tests that it uses, names something that decides, settles, serves, prints or draws; otherwise it *reads*: all it
shows is that the rulebook holds a value. It also says whether a clause stands in what a test expects, beside its mark.
It never imports or runs a test.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterator
from pathlib import Path

from msgspec import Struct

DRIVING = (
    "openetg.script.", "openetg.floor.", "openetg.games.settle", "openetg.server.", "openetg.cli.", "openetg.devices.",
    "openetg.journal.", "openetg.tickets.", "openetg.reports.", "openetg.client.", "openetg.chance.",
    "openetg.players.", "openetg.maths.", "playwright.",
)  # fmt: skip
"""Packages whose functions do something: naming one of them is driving."""
READING = (
    "openetg.floor.commands", "openetg.floor.events", "openetg.floor.state", "openetg.floor.core.refusals",
    "openetg.floor.core.verdicts", "openetg.floor.core.ledger", "openetg.floor.core.command",
    "openetg.floor.core.event", "openetg.reports.conformance.conformance", "openetg.script.stage.kind_for",
)  # fmt: skip
"""Of those, what is only a word for something: commands, events, records, reasons, names of accounts."""
WORDS_OF_AREA = re.compile(r"openetg\.floor\.[a-z]+\.(commands|events|state)\.")
"""The same of one area."""
MARK = "clause"


class Definition(Struct, frozen=True):
    """A function, class or constant of a test file: the names it uses, and the texts in it."""

    names: frozenset[str]
    texts: tuple[str, ...]


class TestFile(Struct, frozen=True):
    """A file of the tests, as far as names go."""

    defined: dict[str, Definition]
    imported: dict[str, str]
    """Per name what it is called where it comes from: `openetg.script.run.play`."""
    fixtures: frozenset[str]


class ReachOfTests:
    """The tests below a folder, and what each of them reaches."""

    def __init__(self, tests: Path, also: Callable[[Path, ast.Module], None] | None = None) -> None:
        """Reads every file; `also` is called with each, so that a caller that needs more of its text need not read it
        again."""
        self._root = tests.parent
        self._found: dict[str, tuple[tuple[str, str], ...]] = {}
        self._files: dict[str, TestFile] = {}
        for path in sorted(tests.rglob("*.py")):
            module = ".".join(path.relative_to(self._root).with_suffix("").parts)
            tree = ast.parse(path.read_text(encoding="utf-8"), str(path))
            self._files[module] = _read(tree)
            if also is not None:
                also(path, tree)

    def drives(self, test: str) -> bool:
        """Whether a test, named `tests/unit/x/test_y.py::test_z`, drives the floor."""
        return any(_is_driving(name) for name in self._reached(test))

    def expects(self, test: str, clause: str) -> bool:
        """Whether a test names a clause, as a word of its own, beside its marks."""
        word = re.compile(rf"(?<![\w.():-]){re.escape(clause)}(?![\w(:-]|\.\w)")
        return any(word.search(text) for text in self._texts(test))

    def _reached(self, test: str) -> Iterator[str]:
        """The full names outside the tests that a test comes to, through all of the tests that it uses."""
        for module, name in self._used(test):
            outside = self._files[module].imported.get(name)
            if outside is not None and not self._is_ours(outside):
                yield outside

    def _texts(self, test: str) -> Iterator[str]:
        """The text of a test and in the constants of its own file that it uses."""
        module, _ = _split(test)
        for where, name in self._used(test):
            definition = self._files[where].defined.get(name)
            if definition is not None and where == module:
                yield from definition.texts

    def _used(self, test: str) -> tuple[tuple[str, str], ...]:
        """Every name that a test uses, with the file in which it is used; through functions, constants and fixtures."""
        if test not in self._found:
            self._found[test] = tuple(self._followed(test))
        return self._found[test]

    def _followed(self, test: str) -> Iterator[tuple[str, str]]:
        waiting = [_split(test)]
        seen: set[tuple[str, str]] = set()
        while waiting:
            module, name = waiting.pop()
            if (module, name) in seen or module not in self._files:
                continue
            seen.add((module, name))
            yield module, name
            file = self._files[module]
            if name in file.defined:
                waiting.extend((module, each) for each in file.defined[name].names)
            elif name in file.imported:
                waiting.extend(self._inside(file.imported[name]))
            else:
                waiting.extend(self._fixture(module, name))

    def _inside(self, full: str) -> Iterator[tuple[str, str]]:
        """Where in the tests something imported is defined; a whole module stands for all of it."""
        module, _, name = full.rpartition(".")
        if module in self._files:
            yield module, name
        if full in self._files:
            yield from ((full, each) for each in self._files[full].defined)

    def _fixture(self, module: str, name: str) -> Iterator[tuple[str, str]]:
        """A fixture of a `conftest.py` around the file."""
        parts = module.split(".")[:-1]
        while parts:
            around = ".".join([*parts, "conftest"])
            if around in self._files and name in self._files[around].fixtures:
                yield around, name
            parts.pop()

    def _is_ours(self, full: str) -> bool:
        return full in self._files or full.rpartition(".")[0] in self._files


def _is_driving(name: str) -> bool:
    full = f"{name}."
    is_word = full.startswith(tuple(f"{each}." for each in READING)) or WORDS_OF_AREA.match(full) is not None
    return full.startswith(DRIVING) and not is_word


def _split(test: str) -> tuple[str, str]:
    file, _, name = test.partition("::")
    return file.removesuffix(".py").replace("/", "."), name


def _read(tree: ast.Module) -> TestFile:
    defined: dict[str, Definition] = {}
    imported: dict[str, str] = {}
    fixtures: set[str] = set()
    for node in tree.body:
        if isinstance(node, ast.ImportFrom | ast.Import):
            imported |= _imports(node)
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            defined[node.name] = _definition(node)
            if any("fixture" in ast.unparse(each) for each in node.decorator_list):
                fixtures.add(node.name)
        elif isinstance(node, ast.Assign | ast.AnnAssign):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            for target in targets:
                for each in ast.walk(target):
                    if isinstance(each, ast.Name):
                        defined[each.id] = _definition(node)
    return TestFile(defined, imported, frozenset(fixtures))


def _imports(node: ast.ImportFrom | ast.Import) -> dict[str, str]:
    if isinstance(node, ast.Import):
        return {(each.asname or each.name).partition(".")[0]: each.name for each in node.names}
    return {each.asname or each.name: f"{node.module}.{each.name}" for each in node.names}


def _definition(node: ast.stmt) -> Definition:
    """What a statement uses; marks and annotations use nothing, parameters may be fixtures."""
    names: set[str] = set()
    texts: list[str] = []
    for each in _walk(node):
        if isinstance(each, ast.Name):
            names.add(each.id)
        elif isinstance(each, ast.arg):
            names.add(each.arg)
        elif isinstance(each, ast.Constant) and isinstance(each.value, str):
            texts.append(each.value)
    return Definition(frozenset(names), tuple(texts))


def _walk(node: ast.AST) -> Iterator[ast.AST]:
    """Everything in a statement but its clause marks, annotations and docstring."""
    waiting = [node]
    while waiting:
        here = waiting.pop()
        for name in here._fields:
            if name in {"annotation", "returns"}:
                continue
            field = getattr(here, name, None)
            for child in field if isinstance(field, list) else (field,):
                if isinstance(child, ast.AST) and not _is_mark(child) and not _is_bare_text(child):
                    yield child
                    waiting.append(child)


def _is_mark(node: ast.AST) -> bool:
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == MARK


def _is_bare_text(node: ast.AST) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
