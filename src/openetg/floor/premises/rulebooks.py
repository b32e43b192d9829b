"""Rulebooks become playable: adopted as bytes, named by the hash of those bytes."""

from __future__ import annotations

from hashlib import sha256

from msgspec import DecodeError, Raw, json

from openetg.floor.commands import (
    AdoptRulebook,
)
from openetg.floor.core.refusals import Reason, Refusal
from openetg.floor.core.verdicts import Deciders, Verdict
from openetg.floor.events import (
    RulebookAdopted,
)
from openetg.floor.state import Floor
from openetg.games.compile import games_of
from openetg.rulebook.meaning import check_meaning
from openetg.rulebook.problems import Problem, RulebookProblems
from openetg.rulebook.schema.book import Rulebook, fingerprint


def adoption_of(rulebook: Rulebook) -> AdoptRulebook:
    """The command that adopts a rulebook, with its bytes as this build writes them."""
    return AdoptRulebook(Raw(fingerprint(rulebook)[0]))


def rulebook_hash(rulebook: Rulebook) -> str:
    """What a rulebook is called on the floor when adopted as this build writes it."""
    return fingerprint(rulebook)[1]


def hash_of_bytes(body: bytes) -> str:
    # Over the bytes as stored, so that a later build with more fields still finds the same name.
    return sha256(body).hexdigest()


def decide_adopt_rulebook(floor: Floor, command: AdoptRulebook, _at_ms: int) -> Verdict:
    """A rulebook becomes playable, if it holds together."""
    body = bytes(command.rulebook)
    name = hash_of_bytes(body)
    if name in floor.rulebooks:
        return Refusal(Reason.ALREADY_THERE)
    try:
        problem = _problem(body)
    except DecodeError as wrong:
        return Refusal(Reason.NOT_A_RULEBOOK, details={"problem": str(wrong)})
    if problem is not None:
        return Refusal(Reason.NOT_A_RULEBOOK, details={"problem": str(problem)})
    return (RulebookAdopted(name, command.rulebook),)


def _problem(body: bytes) -> Problem | None:
    """The first thing that keeps a rulebook from being played."""
    for problem in check_meaning(json.decode(body, type=Rulebook)):
        return problem
    try:
        games_of(body)
    except RulebookProblems as wrong:
        return wrong.problems[0]
    return None


DECIDERS: Deciders = {
    AdoptRulebook: decide_adopt_rulebook,
}
