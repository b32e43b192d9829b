"""What sentences are put together from: amounts, spots, people, private texts."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from openetg.money import Money, say_money, total
from openetg.reports.recall.telling import Opener, opened, printable, when

SPOTS_NAMED = 6
"""So many spots are named one by one; of more it is said how many."""


class Form:
    """How people and private texts are to be shown to the reader."""

    def __init__(
        self,
        people: Mapping[str, str] | None = None,
        open_text: Opener = opened,
        homes: Mapping[str, str] | None = None,
    ) -> None:
        """`homes` says of each terminal at which table it stands: clauses are those of a table's rulebook."""
        self.people = people or {}
        self.open_text = open_text
        self.homes = homes or {}

    def person(self, event: Any) -> str:
        """Who did it: the name if it is known and may be shown, otherwise the number; the role if no person is
        named."""
        person: str = getattr(event, "person", "")
        role = plain(getattr(event, "role", ""))
        if person:
            return self.name(person)
        return f"the {role}" if role else "the system"

    def name(self, person: str) -> str:
        """A person of the staff."""
        return printable(self.people.get(person) or person)

    def text(self, words: str) -> str:
        """A private text as this reader may see it."""
        return printable(self.open_text(words))

    def why(self, event: Any, field: str = "why") -> str:
        """The reason a person gave, behind a colon; empty where none was given."""
        given: str = getattr(event, field, "")
        return f": {self.text(given)}" if given.strip() else ""


Sentence: TypeAlias = Callable[[Any, Form], str]
Sentences: TypeAlias = dict[type, Sentence]


def plain(code: str) -> str:
    """A code as words: `ball_left_wheel` as `ball left wheel`."""
    return printable(code).replace("_", " ").replace("-", " ")


def money(amount: Money) -> str:
    """An amount."""
    return say_money(amount)


def spot(name: str) -> str:
    """A spot as it is called at the table: `straight:17` as `17`, `split:14-17` as `split 14-17`."""
    kind, _, which = printable(name).partition(":")
    if not which or kind == "straight":
        return (which or kind).replace("_", " ")
    return f"{kind.replace('_', ' ')} {which}"


def spots(laid: Mapping[str, Money]) -> str:
    """Amounts on spots: `5.00 on 17 and 10.00 on red`, or how many there are."""
    if not laid:
        return "nothing"
    if len(laid) > SPOTS_NAMED:
        return f"{money(total(laid.values()))} on {len(laid)} spots"
    said = [f"{money(amount)} on {spot(name)}" for name, amount in laid.items()]
    return listed(said)


def listed(parts: list[str]) -> str:
    """`a, b and c`."""
    return parts[0] if len(parts) == 1 else f"{', '.join(parts[:-1])} and {parts[-1]}" if parts else ""


def at(at_ms: int) -> str:
    """A moment to the second."""
    return when(at_ms)[:19] if at_ms else ""


def lasting(lasts_ms: int) -> str:
    """How long something is: `20 minutes`, `45 seconds`."""
    seconds = lasts_ms // 1000
    if seconds >= 120 and seconds % 60 == 0:
        return f"{seconds // 60} minutes"
    return f"{seconds} seconds"


def upper_first(words: str) -> str:
    """The same with a capital."""
    return words[:1].upper() + words[1:]
