"""A clause is cited, never compared: whatever the citations are called, all scripts end with the same cents.

Renaming each clause alike would prove nothing, since what was equal would stay equal. Here no two citations of a
rulebook are equal any more, and then all of them are.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, partial
from itertools import count
from pathlib import Path
from types import NoneType, UnionType
from typing import Any, Union, get_args, get_origin

import pytest
from msgspec import Struct, json, structs

from openetg.floor.premises.rulebooks import rulebook_hash
from openetg.games.compile import Playable, compile_rulebook
from openetg.rulebook.check import section_fields
from openetg.rulebook.citations import citations
from openetg.rulebook.load import load, shipped
from openetg.rulebook.schema.book import Rulebook
from openetg.rulebook.schema.shape import Clause
from openetg.script import stage, verbs_premises, verbs_recorded
from openetg.script.parse import ScriptLine, parse
from openetg.script.run import play_steps
from tests.scripts import run_script

TESTS = Path(__file__).parents[2]
SCRIPTS = [path for folder in ("rounds", "data/golden") for path in sorted((TESTS / folder).glob("*.round"))]
NAMED_BY_PEOPLE = {"grounds", "unprinted_grounds", "recorded_only", "device_ban", "syndicated", "kinds", "broken"}
"""Keys of conduct that say which clauses a person may name as broken: there a clause is what is asked, no citation."""
ABOUT_CLAUSES = {"also", "content", "clauses"}
"""Further clauses, where one that is cited already is not said twice; a hash that the names of clauses are part of."""
CITED = "a clause"


def _apart(clause_: str, number: int) -> str:
    return f"{clause_}~{number}"


def _alike(clause_: str, number: int) -> str:
    del clause_, number
    return "~"


Naming = Callable[[str, int], str]
NAMINGS = (_apart, _alike)


class _Renaming:
    """Gives the citations of a rulebook other names."""

    def __init__(self, naming: Naming) -> None:
        self.naming = naming
        self.numbers = count(1)

    def __call__(self, here: Any, shape: Any) -> Any:
        """The same value with other names of its clauses."""
        if here is None:
            return None
        if get_origin(shape) in (Union, UnionType) and shape != Clause:
            shape = next(each for each in get_args(shape) if each is not NoneType)
        if shape == Clause:
            return self.naming(here, next(self.numbers))
        if isinstance(here, Struct):
            return self._section(here, shape)
        if get_origin(shape) is dict:
            return {name: self(value, get_args(shape)[1]) for name, value in here.items()}
        if get_origin(shape) is tuple:
            return tuple(self(each, get_args(shape)[0]) for each in here)
        return here

    def _section(self, here: Struct, shape: Any) -> Struct:
        changed = {
            field: getattr(here, field) if name in NAMED_BY_PEOPLE else self(getattr(here, field), inner)
            for field, (name, (inner, _)) in zip(here.__struct_fields__, section_fields(shape).items(), strict=True)
        }
        return structs.replace(here, **changed)


@cache
def _renamed(naming: Naming, name: str) -> Playable:
    loaded = load(name)
    return compile_rulebook(structs.replace(loaded, rulebook=_Renaming(naming)(loaded.rulebook, Rulebook)))


@cache
def _known() -> frozenset[str]:
    return frozenset(each for name in shipped() for each in load(name).register.ids())


@pytest.mark.slow
@pytest.mark.parametrize("name", shipped())
def test_citations_are_all_different_or_all_equal_once_renamed(name: str) -> None:
    different = [each.clause for each in citations(_renamed(_apart, name).rulebook) if "~" in each.clause]
    assert len(different) == len(set(different)) > 100
    equal = [each.clause for each in citations(_renamed(_alike, name).rulebook) if each.clause not in _known()]
    assert len(equal) == len(different)
    assert len(set(equal)) == 1


def _without_citations(steps: list[ScriptLine], naming: Naming) -> list[ScriptLine]:
    """The steps, without what they expect to be cited; where any clause may be broken, as it is called now."""
    at = next(str(step.said["id"]) for step in steps if step.verb == "rulebook")
    names = {}
    if load(at).rulebook.conduct.any_clause:
        pairs = zip(citations(load(at).rulebook), citations(_renamed(naming, at).rulebook), strict=True)
        names = {plain.clause: renamed.clause for plain, renamed in pairs if plain.clause != renamed.clause}
    return [_without_citation(step, names) for step in steps]


def _without_citation(step: ScriptLine, names: dict[str, str]) -> ScriptLine:
    if step.verb == "expect cites":
        return structs.replace(step, verb="expect balanced", said={})
    if step.verb in {"expect refused", "expect phase"}:
        return structs.replace(step, said={key: each for key, each in step.said.items() if key != "clause"})
    if step.verb == "breach":
        said = str(step.said["clause"])
        return structs.replace(step, said={**step.said, "clause": names.get(said, said)})
    return step


def _copied(name: str, folder: Path, key: str, line: str) -> str:
    """A copy of a rulebook, alike but for one line of one section; the path it lies at."""
    for path in shipped()[name].iterdir():
        text = path.read_text(encoding="utf-8")
        if path.name == "rulebook.toml":
            head, section, rest = text.partition(key)
            was = next(each for each in rest.splitlines() if each.startswith(line.partition(" =")[0] + " ="))
            text = head + section + rest.replace(was, line, 1)
        (folder / path.name).write_text(text, encoding="utf-8")
    return str(folder)


def test_who_was_advised_of_the_minimum_is_not_told_by_the_clause_that_says_so(tmp_path: Path) -> None:
    """One clause for too little and too much: nobody is advised for having wagered too much."""
    below = 'below_minimum = { policy = "settle_once_then_return", clause = "3.5" }'
    rulebook = _copied("money-wheel", tmp_path, "[limits.cloth]", below)
    run_script(
        f"""
        rulebook {rulebook} money-wheel
        limit any min 5.00 max 100.00
        buy P1 1000.00
        bets
        place P1 a 400.00
        close
        rest a
        bets
        place P1 a 2.00
        close
        rest a
        expect win P1 2.00
        """
    )


def test_who_settles_what_a_wheel_at_fault_holds_is_not_told_by_the_clause(tmp_path: Path) -> None:
    fault = 'device_fault = { policy = "hold_round", clause = "7.1.9" }'
    for rulebook in ("novo-unity", _copied("novo-unity", tmp_path, "[rounds.live]", fault)):
        run_script(
            f"""
            rulebook {rulebook} roulette
            wheel live
            terminal T1
            note T1 50.00
            bets
            place T1 straight:17 5.00
            spin
            close sensor
            fault table jam
            expect phase HELD
            enter dealer 17 "seen by all"
            expect refused NO_POWER 7.1.10
            enter casino_supervisor 17 "seen by all"
            expect phase SETTLED
            """
        )


def _results(entries: list[stage.Entry], hashes: dict[str, str]) -> list[object]:
    """What was decided at each step, apart from what it cites."""
    return [_uncited(json.decode(verdict), hashes) for _, _, verdict in entries]


def _uncited(here: object, hashes: dict[str, str]) -> object:
    if isinstance(here, dict):
        return {key: _uncited(each, hashes) for key, each in here.items() if key not in ABOUT_CLAUSES}
    if isinstance(here, str):
        return CITED if here in _known() or "~" in here else hashes.get(here, here)
    return [_uncited(each, hashes) for each in here] if isinstance(here, list) else here


@pytest.mark.slow
@pytest.mark.parametrize("naming", NAMINGS)
@pytest.mark.parametrize("script", SCRIPTS, ids=lambda script: script.stem)
def test_a_script_ends_alike_whatever_the_clauses_are_called(
    script: Path, naming: Naming, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = script.read_text(encoding="utf-8")
    plain = run_script(text)
    hashes = {rulebook_hash(_renamed(naming, name).rulebook): rulebook_hash(load(name).rulebook) for name in shipped()}
    for module in (stage, verbs_premises, verbs_recorded):
        monkeypatch.setattr(module, "opened", partial(_renamed, naming))
    renamed = play_steps(_without_citations(parse(text), naming))
    assert renamed.failure is None, str(renamed.failure)
    assert _results(renamed.stage.entries, hashes) == _results(plain.stage.entries, {})
