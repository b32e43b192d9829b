"""`etg conformance`: the truth about how far we are, clause by clause."""

from __future__ import annotations

from pathlib import Path

import click

from openetg.cli.arguments import BadQuestionError, json_option
from openetg.cli.output import print_json, print_table
from openetg.reports.conformance.conformance import ClauseStanding, ClauseState, count, marks, standings
from openetg.reports.conformance.test_reach import ReachOfTests
from openetg.rulebook.clauses import ClauseKind
from openetg.rulebook.load import load, shipped


@click.command("conformance")
@click.argument("rulebooks", nargs=-1)
@click.option("--kind", type=click.Choice([kind.value for kind in ClauseKind]), help="Only clauses of this kind.")
@click.option("--open", "only_open", is_flag=True, help="List the clauses that are still open.")
@click.option("--data", "only_data", is_flag=True, help="List the clauses that are only held as data.")
@click.option("--strict", is_flag=True, help="End with exit code 1 if a clause shown is open.")
@click.option("--tests", type=click.Path(path_type=Path), help="The folder with the tests.")
@json_option
def command(
    rulebooks: tuple[str, ...],
    kind: str | None,
    only_open: bool,
    only_data: bool,
    strict: bool,
    tests: Path | None,
    as_json: bool,
) -> None:
    """Per rulebook and kind: clauses proved by tests that drive the floor, held as data by tests that only read the
    rulebook, declared not for software, and still open. Of those proved, how many a test names in what it expects.

    With a rulebook named, clause by clause with the tests that prove it.
    """
    folder = tests or default_tests()
    if not folder.is_dir():
        raise BadQuestionError(f"--tests: expected the folder with the tests, found no folder {folder}")
    # A rulebook in a folder is proved by tests of its own, not by ours for the one it was copied from.
    registers = {
        loaded.rulebook.about.id if name in shipped() or tests else name: loaded.register
        for name in rulebooks or shipped()
        for loaded in [load(name)]
    }
    try:
        found = standings(registers, list(marks(folder)), ReachOfTests(folder))
    except (SyntaxError, ValueError) as wrong:
        raise BadQuestionError(f"--tests: expected tests in Python, found {wrong}") from None
    shown = {name: [each for each in every if kind is None or each.kind.value == kind] for name, every in found.items()}
    if as_json:
        print_json({"rulebooks": {name: _describe(every) for name, every in shown.items()}})
    elif rulebooks or only_open or only_data:
        only = {ClauseState.OPEN} if only_open else {ClauseState.DATA} if only_data else set(ClauseState)
        _print_clauses(shown, only)
    else:
        _print_kinds(shown)
    if strict and any(each.standing is ClauseState.OPEN for every in shown.values() for each in every):
        raise SystemExit(1)


def default_tests() -> Path:
    """The tests beside the source; there are none beside an installed package."""
    return Path(__file__).resolve().parents[4] / "tests"


def _counts(found: list[ClauseStanding]) -> dict[str, int]:
    standing = {standing.value: number for standing, number in count(found).items()}
    return {"clauses": len(found)} | standing | {"named in what is expected": sum(each.expected for each in found)}


def _describe(found: list[ClauseStanding]) -> dict[str, object]:
    by_kind = {kind.value: [each for each in found if each.kind is kind] for kind in ClauseKind}
    kinds = {kind: _counts(every) for kind, every in by_kind.items() if every}
    return {"totals": _counts(found), "kinds": kinds, "clauses": found}


def _print_kinds(shown: dict[str, list[ClauseStanding]]) -> None:
    rows = []
    for name, found in shown.items():
        for kind in ClauseKind:
            every = [each for each in found if each.kind is kind]
            if every:
                rows.append([name, kind.value, *map(str, _counts(every).values())])
        rows.append([name, "all kinds", *map(str, _counts(found).values())])
    everything = [each for found in shown.values() for each in found]
    rows.append(["all", "all kinds", *map(str, _counts(everything).values())])
    columns = ["rulebook!", "kind!", "clauses>", "proved>", "as data>", "not for software>", "open>", "named>"]
    print_table("Conformance", columns, rows, note="etg conformance RULEBOOK lists every clause with its tests.")


def _print_clauses(shown: dict[str, list[ClauseStanding]], only: set[ClauseState]) -> None:
    for name, found in shown.items():
        listed = [each for each in found if each.standing in only]
        rows = [[each.clause, each.kind.value, each.standing.value, _why(each)] for each in listed]
        sums = ", ".join(f"{number} {words}" for words, number in _counts(found).items())
        print_table(f"{name}: {sums}", ["clause!", "kind!", "standing!", "proved by, or why not"], rows)


def _why(standing: ClauseStanding) -> str:
    return standing.reason or ", ".join(standing.tests)
