"""Keeps the tree as its design says: imports, words, sizes, clause marks. Tables first, then the checks.

Run by `make check`; prints every drift with file and line and ends with exit code 1 if there is one. When the
design changes, change the table here in the same commit, and say why.
"""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections.abc import Iterator, Set
from functools import cache
from pathlib import Path

from openetg.reports.conformance.conformance import marks, wrong_marks
from openetg.rulebook.load import load, shipped

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = ROOT / "src" / "openetg"

CORE = {"money", "rulebook", "games"}
IMPORTS: dict[str, set[str]] = {
    "money": set(),
    "rulebook": {"money"},
    "games": {"money", "rulebook"},
    "maths": CORE | {"floor"},
    "floor": CORE | {"chance"},
    "keys": set(),
    "journal": {"keys"},
    "chance": set(),
    "devices": {"money"},
    "tickets": {"money", "keys"},
    "wire": {"money", "floor"},
    "client": {"money", "wire"},
    "players": {"client", "wire"},
    "reports": CORE | {"floor", "journal", "keys", "script", "chance"},
    "script": CORE | {"floor"},
    "server": CORE
    | {"maths", "floor", "journal", "keys", "wire", "devices", "tickets", "reports", "chance", "isolated"},
    "__main__": {"isolated"},
    "isolated": {"cli"},
    "cli": CORE
    | {
        "isolated",
        "maths",
        "floor",
        "journal",
        "keys",
        "wire",
        "devices",
        "tickets",
        "reports",
        "chance",
        "script",
        "server",
        "client",
        "players",
    },
}
"""What each part of the package may import of the others."""

FLOOR_CATALOGS = {"commands", "events", "state"}
FLOOR_ROOMS: dict[str, set[str]] = {
    "core": FLOOR_CATALOGS,
    "pipeline": {"*"},
    "fold": {"*"},
    "preview": {"*"},
}
"""Inside the floor, what a room may import of the others; one that is not named here, all but `FLOOR_TOP`."""
FLOOR_TOP = {"pipeline", "fold", "preview"}
FLOOR_TOP_ALLOWED = {
    ("floor/alerts/noise.py", "pipeline"): "what is noise follows from what a refusal changes",
    ("floor/trouble/allowed.py", "pipeline"): "what may be decided is found by asking `decide`",
}
MOST_IN_A_FOLDER = 17
"""Entries a person finds on opening a folder of the package, without its `__init__.py`."""

BINARY = {".jpg", ".png", ".lock", ".woff2", ".sqlite3", ".bin"}
"""Files whose words nobody reads."""

PURE = {"money", "rulebook", "games", "maths", "floor", "wire", "chance"}
"""Parts without clock, chance, input and output, or async."""
IMPURE = {
    "asyncio",
    "datetime",
    "os",
    "pathlib",
    "random",
    "secrets",
    "socket",
    "sqlite3",
    "threading",
    "time",
    "uvloop",
}
IMPURE_ALLOWED = {
    ("rulebook/load.py", "pathlib"): "the one module of the rulebook that reads files",
    ("rulebook/schema/book.py", "datetime"): "the type of a day, not the clock",
    ("rulebook/check.py", "datetime"): "the type of a day, not the clock",
    ("rulebook/days.py", "datetime"): "the calendar, not the clock",
}

WORDS = {
    "bet": "wager",
    "bets": "wagers",
    "stake": "wager or amount",
    "stakes": "wagers or amounts",
    "wallet": "meter",
    "balance": "meter",
    "permission": "power",
    "permissions": "powers",
    "coup": "round",
    "status": "phase or standing",
    "payload": "view or signal",
    "variant": "rulebook",
    "market": "spot",
    "station": "terminal",
    "slot": "spot",
    "dealer_id": "person",
    "util": "a name that says what it is for",
    "utils": "a name that says what it is for",
    "helper": "a name that says what it is for",
    "helpers": "a name that says what it is for",
    "manager": "a name that says what it is for",
    "misc": "a name that says what it is for",
}
"""Words that do not stand in a name of ours, and the one that does."""
WORDS_ALLOWED = {
    ("rulebook/schema/policies.py", "MAX_BET"): "the instruments' own name of a button",
    ("rulebook/schema/policies.py", "SLIP"): "the instrument's own name of a paper",
}

PHRASES = {
    r"; nothing (if|where|for)\b": "say None, empty or zero",
    r"\bwho asks may see\b": "say what the requester may see",
    r"\ba no for none\b": "say that it raises",
    r"\bsays no (if|while|for)\b": "say that it returns False, or raises",
    r"\b([Tt]he no to|a no (for|of|from|where)) |\bfloor's no\b": "say refusal, or what it raises",
    r"\b[Nn]othing (for all|means)\b|\b[Nn]one for none\b|\b[Ee]mpty for (none|nobody)\b": "say None or empty",
    r"\b(any|every|no|some)body's eyes\b": "say who may see it",
    r"\b(every|no|some)body who (asks|calls|looks)\b|\bhas (every|some)body (look|told|watch)\b": "name the component",
    r"\b[Ww]hoever (attends|calls|owns|happens|waits)\b": "name the component",
    r"\b[Ii]f nobody (named|orders|said|says|tells)\b": "say None, empty, or what is missing",
    r"\bnobody in particular\b": "say empty, or about whom",
    r"\b[Ll]ets? go of (a|its|the) (file|files|keyring|lock)\b|\b[Ss]ay goodbye and let go\b": "say closes or releases",
    r"\b[Oo]ne for the (floor|writer)\.": "say what it is and who has it",
    r"\bsaid twice is so\b|\bsays what is so\b|\bby hand or not at all\b": "say what happens",
    r"; `\w+(Problem|Problems|Failed|Denied|Error|Stopped)` (if|unless|where)\b": "say raises",
    r"\bthe floor stands still\b": "say between two groups, or when the floor does not change",
}
"""Phrases that a docstring of the package does not use, and what to say instead."""

OF_A_DEVICE = "a line of one device's protocol, spoken nowhere else"
OF_A_RULEBOOK = "a section of a rulebook has the name of what it is about"
OF_THE_WIRE = "a message, whose name is on the wire"
OF_OTHERS = "stored in snapshots or named in the API description: renaming one changes what others read"
TWICE = {
    "Answer": OF_A_DEVICE,
    "BallLaunched": OF_A_DEVICE,
    "Event": OF_A_DEVICE,
    "Fault": OF_A_DEVICE,
    "Hello": OF_A_DEVICE,
    "Launch": OF_A_DEVICE,
    "NoteHeld": OF_A_DEVICE,
    "Release": OF_A_DEVICE,
    "Return": OF_A_DEVICE,
    "Returned": OF_A_DEVICE,
    "Shown": OF_A_DEVICE,
    "TicketHeld": OF_A_DEVICE,
    "TroubleCode": OF_A_DEVICE,
    "About": OF_A_RULEBOOK,
    "Collect": OF_A_RULEBOOK,
    "Effect": OF_A_RULEBOOK,
    "Equipment": OF_A_RULEBOOK,
    "Jackpots": OF_A_RULEBOOK,
    "Promotions": OF_A_RULEBOOK,
    "Round": OF_A_RULEBOOK,
    "Section": OF_A_RULEBOOK,
    "Sign": OF_A_RULEBOOK,
    "Table": OF_A_RULEBOOK,
    "Told": OF_A_RULEBOOK,
    "Transfer": OF_A_RULEBOOK,
    "Act": OF_THE_WIRE,
    "Bound": OF_THE_WIRE,
    "Move": OF_THE_WIRE,
    "Waits": OF_THE_WIRE,
    "Problem": OF_OTHERS,
    "Report": OF_OTHERS,
    "Result": OF_OTHERS,
}
"""Public classes that exist twice, and why neither is renamed."""

CLAUSES_COMPARED = {
    ("floor/core/refusals.py", "beside"): "what is cited already is not cited twice; nothing follows from it",
    ("floor/people/conduct.py", "breach_of"): "a person names the clause that was broken",
    ("floor/people/conduct.py", "enabling"): "a person names the clause that was broken",
    ("floor/people/conduct.py", "_not_a_breach"): "a person names the clause that was broken",
    ("floor/people/conduct.py", "_can_be_broken"): "a person names the clause that was broken",
    ("floor/trouble/views.py", "_grounds"): "the clauses that a person may name as broken",
    ("rulebook/meaning.py", "_check_conduct"): "a rulebook is held against itself before anybody plays by it",
    ("rulebook/check.py", "_check_form"): "a clause must be in the register",
    ("rulebook/clauses.py", "find"): "a clause is looked up in the register",
    ("rulebook/clauses.py", "_check_references"): "a clause must be in the register",
    ("games/settle.py", "settle"): "a table of clauses, looked up by outcome",
    ("reports/conformance/conformance.py", "wrong_marks"): "marks of tests are held against the register",
    ("reports/kinds/syndicate.py", "_breaches"): "a person named the clause that was broken",
    ("reports/audit/terminal_record.py", "_answer_finding"): "what a terminal showed is held against what was answered",
    ("script/checks.py", "_refused"): "a script says what it expects to be cited",
    ("script/checks.py", "_cites"): "a script says what it expects to be cited",
    ("cli/rules/clauses.py", "_show_one"): "a person asks for one clause",
    ("server/writer/retained_keys.py", "keep_open"): "the mark on a key is put anew where it says something else",
    ("server/writer/retained_keys.py", "is_for_a_while"): "the mark on a key, which a clause is part of",
}
"""Where clauses may be compared, and why: everywhere else they are cited, and nothing is decided by them."""
CLAUSE_NAMES = {"clause", "clauses", "cited", "citation", "cites"}

LONGEST_FILE = 600
LONGEST_FUNCTION = 50
MOST_BY_POSITION = 5
"""Arguments of a constructor that need no name: nobody reads the sixth of them off its place."""
FORBIDDEN_TEXT = {
    r"/work/|/root/|/home/\w": "a path of one machine",
    r"pypi\.org|pythonhosted|npmjs|files\.python|--index-url|--extra-index-url": "a package registry",
    r"\bTODO\b|\bFIXME\b|\bXXX\b": "something left to do: do it or file an issue",
    r"about\.id\s*[!=]=|[!=]=\s*\S*about\.id": "a decision on a rulebook's name: make it a value, policy or power",
}


def main() -> int:
    """Runs every check over the files git knows."""
    files = _tracked()
    checks = (_check_python, _check_cycles, _check_folders, _check_twice, _check_texts, _check_marks)
    drift = [line for check in checks for line in check(files)]
    for line in drift:
        sys.stdout.write(line + "\n")
    sys.stdout.write(f"tidy: {len(files)} files, {len(drift)} to mend\n")
    return 1 if drift else 0


def _tracked() -> list[Path]:
    listed = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT, check=True, capture_output=True, text=True,
    )  # fmt: skip
    return [path for name in listed.stdout.splitlines() if (path := ROOT / name).is_file()]


@cache
def _tree(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"), str(path))


@cache
def _nodes(path: Path) -> tuple[ast.AST, ...]:
    """Every node of a module: walked once, looked over by every check."""
    return tuple(ast.walk(_tree(path)))


def _check_python(files: list[Path]) -> Iterator[str]:
    for path in files:
        if path.suffix == ".py":
            text = path.read_text(encoding="utf-8")
            tree = _tree(path)
            yield from _check_size(path, text)
            if PACKAGE in path.parents:
                yield from _check_phrases(path, text)
                yield from _check_imports(path)
                yield from _check_words(path)
                yield from _check_clauses(path, tree)
                yield from _check_constructions(path, tree)
            if not ast.get_docstring(tree) and path.stat().st_size:
                yield f"{_name(path)}:1: a module opens with what it is for"


def _check_phrases(path: Path, text: str) -> Iterator[str]:
    suspects = [each for each in PHRASES.items() if re.search(each[0], text) is not None]
    for number, line in enumerate(text.splitlines() if suspects else (), start=1):
        for phrase, instead in suspects:
            if (found := re.search(phrase, line)) is not None:
                yield f"{_name(path)}:{number}: {instead}, not {found.group()!r}"


def _check_size(path: Path, text: str) -> Iterator[str]:
    lines = text.count("\n")
    if lines > LONGEST_FILE:
        yield f"{_name(path)}: {lines} lines; files stay below {LONGEST_FILE}"
    for node in _nodes(path):
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            length = (node.end_lineno or node.lineno) - node.lineno + 1
            if length > LONGEST_FUNCTION:
                where = f"{_name(path)}:{node.lineno}"
                yield f"{where}: {node.name} has {length} lines; functions stay below {LONGEST_FUNCTION}"


def _check_imports(path: Path) -> Iterator[str]:
    inside = path.relative_to(PACKAGE)
    part = inside.parts[0].removesuffix(".py")
    if part == "__init__":
        return
    if part not in IMPORTS:
        yield f"{_name(path)}: {part} is not in the import table of tools/tidy.py"
        return
    for line, module in _imported(path):
        pieces = module.split(".")
        if part == "floor" and pieces[:2] == ["openetg", "floor"] and len(pieces) > 2:
            yield from _check_rooms(path, line, pieces[2])
        if pieces[0] == "openetg" and len(pieces) > 1 and pieces[1] not in IMPORTS[part] | {part}:
            yield f"{_name(path)}:{line}: {part} may not import {pieces[1]}"
        if part in PURE and pieces[0] in IMPURE and (inside.as_posix(), pieces[0]) not in IMPURE_ALLOWED:
            yield f"{_name(path)}:{line}: {part} is pure and may not import {pieces[0]}"


def _check_rooms(path: Path, line: int, imported: str) -> Iterator[str]:
    """Inside the floor: the core knows no area, and no area knows the way of an order that leads through it."""
    inside = path.relative_to(PACKAGE)
    room = inside.parts[1].removesuffix(".py")
    may = FLOOR_ROOMS.get(room, {"*"} - FLOOR_TOP)
    is_top = imported in FLOOR_TOP and room not in FLOOR_TOP and (inside.as_posix(), imported) not in FLOOR_TOP_ALLOWED
    if imported != room and (is_top or not {imported, "*"} & may):
        yield f"{_name(path)}:{line}: floor/{room} may not import floor/{imported}"


def _check_folders(files: list[Path]) -> Iterator[str]:
    """No folder of the package holds more than a person takes in at a look."""
    within: dict[Path, set[str]] = {}
    for path in files:
        for above in path.parents:
            if PACKAGE in above.parents:
                within.setdefault(above, set()).add(path.relative_to(above).parts[0])
    for folder, entries in within.items():
        if len(entries - {"__init__.py"}) > MOST_IN_A_FOLDER:
            yield f"{_name(folder)}: {len(entries)} entries; folders stay below {MOST_IN_A_FOLDER}"


def _check_twice(files: list[Path]) -> Iterator[str]:
    """A public class exists once in the package: two of one name are two words still to be found."""
    where: dict[str, list[str]] = {}
    for path in files:
        if path.suffix == ".py" and PACKAGE in path.parents:
            for node in _tree(path).body:
                if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                    where.setdefault(node.name, []).append(f"{_name(path)}:{node.lineno}")
    for name, places in where.items():
        if len(places) > 1 and name not in TWICE:
            yield f"{name} exists {len(places)} times: {', '.join(places)}"
    yield from (f"tools/tidy.py: {name} does not exist twice" for name in TWICE if len(where.get(name, ())) < 2)


def _check_cycles(files: list[Path]) -> Iterator[str]:
    """No module needs itself, by whatever way; what only a type checker reads, or a function imports, does not
    count."""
    modules = {_module(path): path for path in files if path.suffix == ".py" and PACKAGE in path.parents}
    needs = {name: sorted(_needed(path, modules.keys() - {name})) for name, path in modules.items()}
    done: set[str] = set()
    for name in needs:
        yield from _cycles_from(name, needs, done, [])


def _cycles_from(name: str, needs: dict[str, list[str]], done: set[str], way: list[str]) -> Iterator[str]:
    if name in way:
        yield "imports in a circle: " + " → ".join([*way[way.index(name) :], name])
    elif name not in done:
        for other in needs[name]:
            yield from _cycles_from(other, needs, done, [*way, name])
        done.add(name)


def _needed(path: Path, modules: Set[str]) -> Iterator[str]:
    """The modules that must be there before this one is."""
    for node in _tree(path).body:
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names if alias.name in modules)
        elif isinstance(node, ast.ImportFrom) and node.module is not None:
            for alias in node.names:
                whole = f"{node.module}.{alias.name}"
                if whole in modules or node.module in modules:
                    yield whole if whole in modules else node.module


def _module(path: Path) -> str:
    return ".".join(path.relative_to(PACKAGE.parent).with_suffix("").parts).removesuffix(".__init__")


def _imported(path: Path) -> Iterator[tuple[int, str]]:
    for node in _nodes(path):
        if isinstance(node, ast.Import):
            yield from ((node.lineno, alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield node.lineno, node.module or ""


def _check_words(path: Path) -> Iterator[str]:
    inside = path.relative_to(PACKAGE).as_posix()
    for line, name in _named(path):
        for word in re.findall(r"[A-Z]?[a-z]+|[A-Z]+", name):
            if word.lower() in WORDS and (inside, name) not in WORDS_ALLOWED:
                yield f"{_name(path)}:{line}: {name}: say {WORDS[word.lower()]}, not {word.lower()}"


def _check_clauses(path: Path, tree: ast.Module) -> Iterator[str]:
    """Comparisons of what is called a clause, by attribute, name, call or member; not those with None or a literal."""
    inside = path.relative_to(PACKAGE).as_posix()
    for function, node in _compared(tree, ""):
        sides = [node.left, *node.comparators]
        within = [each for side in sides if isinstance(side, (ast.Tuple, ast.Set, ast.List)) for each in side.elts]
        clauses = {_last_word(each) for each in (*sides, *within)} & CLAUSE_NAMES
        plain = all(isinstance(each, (ast.Is, ast.IsNot)) for each in node.ops)
        if clauses and not plain and (inside, function) not in CLAUSES_COMPARED:
            yield f"{_name(path)}:{node.lineno}: clauses are cited, never compared: {ast.unparse(node)}"


def _check_constructions(path: Path, tree: ast.Module) -> Iterator[str]:
    """What is built of many fields names them; a starred argument counts as one."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and len(node.args) > MOST_BY_POSITION:
            name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
            if re.fullmatch(r"_?[A-Z]+[a-z0-9]\w*", name):
                where = f"{_name(path)}:{node.lineno}"
                yield f"{where}: {name} with {len(node.args)} arguments by position; name its fields"


def _compared(tree: ast.AST, function: str) -> Iterator[tuple[str, ast.Compare]]:
    """Every comparison, with the function that it stands in."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.Compare):
            yield function, node
        is_function = isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef))
        yield from _compared(node, node.name if is_function else function)  # type: ignore[attr-defined]


def _last_word(node: ast.AST) -> str:
    """The last word of what an expression is called: `clause` of `rule.clause`, `power_clause(…)`, `clauses[0]`."""
    match node:
        case ast.Attribute(attr=name) | ast.Name(id=name):
            return name.rpartition("_")[2]
        case ast.Call(func=inner) | ast.Subscript(value=inner) | ast.Starred(value=inner):
            return _last_word(inner)
        case _:
            return ""


def _named(path: Path) -> Iterator[tuple[int, str]]:
    """Every name the module gives to something."""
    for node in _nodes(path):
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            yield node.lineno, node.name
        elif isinstance(node, ast.arg):
            yield node.lineno, node.arg
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            yield node.lineno, node.id


def _check_texts(files: list[Path]) -> Iterator[str]:
    for path in files:
        if path == Path(__file__).resolve() or path.suffix in BINARY or path.name == "LICENSE":
            continue
        text = path.read_text(encoding="utf-8")
        suspects = [each for each in FORBIDDEN_TEXT.items() if re.search(each[0], text) is not None]
        for number, line in enumerate(text.splitlines() if suspects else (), start=1):
            for pattern, words in suspects:
                if re.search(pattern, line):
                    yield f"{_name(path)}:{number}: {words}"
    for number, line in enumerate((ROOT / "requirements.lock").read_text(encoding="utf-8").splitlines(), start=1):
        if re.search(r"https?:|^--?[a-z]|file:", line):
            yield f"requirements.lock:{number}: the lock names packages and hashes only"


def _check_marks(files: list[Path]) -> Iterator[str]:
    del files
    registers = {name: load(name).register for name in shipped()}
    yield from wrong_marks(registers, list(marks(ROOT / "tests")))


def _name(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


if __name__ == "__main__":
    sys.exit(main())
