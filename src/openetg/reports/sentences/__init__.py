"""Facts of the journal as sentences: who did what, with which money, in words that staff use.

An event declares its sentence, or has one written out here, by area, where words depend on what it says; every other
one is told from its own name and fields, so that nothing is ever left out. Clauses are not in the sentence: they stand
beside it. It must never decide anything.
"""

from __future__ import annotations

from openetg.floor.commands import AnyCommand
from openetg.floor.core.refusals import Refusal, sentence
from openetg.floor.events import AnyEvent
from openetg.reports.recall.telling import clauses_of, tell_one
from openetg.reports.sentences.declared import DECLARED
from openetg.reports.sentences.form import Form, Sentences, upper_first
from openetg.reports.sentences.jackpots import JACKPOTS
from openetg.reports.sentences.money import MONEY
from openetg.reports.sentences.people import PEOPLE
from openetg.reports.sentences.premises import PREMISES
from openetg.reports.sentences.promotions import PROMOTIONS
from openetg.reports.sentences.rounds import ROUNDS

SENTENCES: Sentences = {**DECLARED, **ROUNDS, **MONEY, **PEOPLE, **PREMISES, **JACKPOTS, **PROMOTIONS}
WHO_ASKS = frozenset({"role", "person", "by"})
"""Fields of a command that say who sends it, which stands beside it."""

__all__ = ["SENTENCES", "Form", "say_command", "say_event", "say_refusal"]


def say_event(event: AnyEvent, form: Form) -> str:
    """An event in a sentence, without its clauses."""
    words = SENTENCES.get(type(event))
    if words is not None:
        said = words(event, form)
        # The person named first keeps the name as it is written.
        return upper_first(said) if said.startswith("the ") else said
    told = tell_one(event, open_text=form.open_text)
    cited = ", ".join(clauses_of(event))
    return upper_first(told.removesuffix(f"  [{cited}]") if cited else told)


def say_command(command: AnyCommand, form: Form) -> str:
    """What was asked, in a line, without who asked."""
    return upper_first(tell_one(command, without=WHO_ASKS, open_text=form.open_text))


def say_refusal(refusal: Refusal) -> str:
    """A refusal in a sentence, without its clauses."""
    return f"Not done: {sentence(refusal.reason)}."
