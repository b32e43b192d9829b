"""Every value of a rulebook rests on a clause, and the clause knows what rests on it."""

from __future__ import annotations

import pytest

from openetg.rulebook.citations import Citation, citations
from openetg.rulebook.load import load, shipped
from openetg.rulebook.schema.book import fingerprint


@pytest.mark.parametrize("name", list(shipped()))
def test_every_citation_is_a_clause_of_the_register(name: str) -> None:
    loaded = load(name)
    found = list(citations(loaded.rulebook))
    assert len(found) > 50
    assert {citation.clause for citation in found} <= loaded.register.ids()


def test_a_citation_says_what_stands_there() -> None:
    found = list(citations(load("interblock").rulebook))
    assert Citation("limits.terminal.below_minimum", "4.2", "return_at_close") in found
    assert Citation("powers.void_unconfirmed_wagers", "8.3", "assistant_gaming_manager") in found
    assert Citation("games.sic-bo.spots.any-triple", "5.4.5", "31 to 1") in found
    assert Citation("invalidation.causes.fire", "9.9.1", "") in found
    assert Citation("games.roulette.spots.street.row_clause", "5.1.2.3", "") in found
    assert Citation("conduct.grounds", "9.4", "") in found


def test_the_fingerprint_changes_with_any_value_and_not_with_the_layout_of_the_file() -> None:
    bodies = {name: fingerprint(load(name).rulebook) for name in shipped()}
    assert len({digest for _, digest in bodies.values()}) == 5
    assert fingerprint(load("ministar").rulebook) == bodies["ministar"]
