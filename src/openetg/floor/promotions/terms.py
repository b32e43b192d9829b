"""What the terms of a promotion must say, by the rulebook, and what no prize may be.

Terms in, problems out: nothing here knows how far a promotion has come. A draft may be incomplete; what has a problem
is not filed, started or put in the place of other terms. Every problem is told at once, each with its clause.
"""

from __future__ import annotations

import re
import unicodedata
from hashlib import sha256
from typing import TYPE_CHECKING

from msgspec import Struct, json

from openetg.floor.core.refusals import Reason, Refusal, beside, earliest
from openetg.money import ZERO
from openetg.rulebook.schema.prize_words import MONEY

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

    from openetg.floor.promotions.commands import PrizeOffered, PrizePart, Terms
    from openetg.floor.state import Prescribed
    from openetg.money import Money
    from openetg.rulebook.schema.prizes import Promotions

REQUIRED = "required"
ANNOUNCEMENT = "announcement"
"""A way of telling winners who must be there; it does not reach others."""
LAW_NOTE = "law-note"
CASH_ALTERNATIVE = "cash-alternative"
PRESCRIBED = "prescribed-item"
LIQUOR = "liquor"
LIQUOR_MOST: dict[str, int] = {"liquor-over-20-litres": 20_000}
"""Per name of the rulebook, how many millilitres of liquor one prize may hold."""
CLASSES: dict[str, frozenset[str]] = {
    "tobacco": frozenset({"tobacco"}),
    "firearm": frozenset({"firearm", "ammunition", "imitation-firearm"}),
    "prohibited-weapon": frozenset({"prohibited-weapon"}),
}
"""Per name of the rulebook, the classes of things that no prize may be or include."""
OTHER = "other"
PART_CLASSES = (*(each for classes in CLASSES.values() for each in sorted(classes)), LIQUOR, OTHER)
"""What a part of a prize may be said to be, beside what is prescribed. A person who writes a word of their own for a
thing says with it that it is none of these: `other: knives`."""
COUNT_DIGITS = 6
TEXT, YES_NO, COUNT = "text", "yes-no", "count"
DETAILS: dict[str, dict[str, str]] = {
    "machinery": dict.fromkeys(("make", "model", "accessories"), TEXT),
    "motor-vehicle": {**dict.fromkeys(("make", "model", "accessories"), TEXT), "on-road-costs": YES_NO},
    "travel": {
        "persons": COUNT,
        **dict.fromkeys(("airfares", "transfers", "other-transport", "duration", "accommodation", "meals"), TEXT),
        "date-restrictions": TEXT,
        "spending-money": YES_NO,
    },
    "real-estate": {
        **dict.fromkeys(("dwelling", "plans", "contract", "easements", "address"), TEXT),
        **dict.fromkeys(("conveyancing", "legal-costs", "fixtures", "furniture"), YES_NO),
    },
}
"""Per kind of prize, the details that a rulebook which names the kind asks for, and what an answer is."""


class Problem(Struct, frozen=True):
    """Something that keeps terms from being filed."""

    item: str
    """By the name the rulebook has for it: `manner`, `travel`, `tobacco`."""
    clause: str
    reason: str
    """As refusals say it: `terms_missing`, `terms_wrong`, `prohibited_prize` ..."""
    prize: str = ""
    """The prize it is about."""
    fields: tuple[str, ...] = ()
    """What of it is missing or wrong: fields of the terms or of a prize's details."""
    source: str = ""
    """Where the prohibited class is prescribed."""


def digest_of(terms: Terms) -> str:
    """The digest of terms, which differs for any difference."""
    return sha256(json.encode(terms, order="deterministic")).hexdigest()


def is_money(prize: PrizeOffered) -> bool:
    """Whether a prize is money; all others are prizes other than money."""
    return prize.kind in MONEY


def class_of(what: str) -> str:
    """A class of things however it was written: `Prohibited weapon` is `prohibited-weapon`."""
    return "-".join("".join(" " if _is_sign(each) else each for each in _seen(what)).split())


def _seen(what: str) -> str:
    """Strips invisible characters, which must not tell one class from another."""
    plain = unicodedata.normalize("NFKC", what).casefold()
    return "".join(each for each in plain if unicodedata.category(each) != "Cf")


def _is_sign(character: str) -> bool:
    return unicodedata.category(character)[0] in "PS"


def _said_of(what: str) -> str:
    """Every word for a part between the signs around it: `:tobacco:cigars:` of `Tobacco (cigars)`."""
    marked = "".join(":" if _is_sign(each) and each not in "-_" else each for each in _seen(what))
    words = [class_of(each) for each in marked.split(":")]
    return f":{':'.join(each for each in words if each)}:"


def _names(kind: str) -> str:
    """A pattern of a class in what is said of a part: no sign beside it or within it hides it."""
    return f":{'[-:]'.join(re.escape(each) for each in kind.split('-'))}:"


def is_named(part: PrizePart, kind: str) -> bool:
    """Whether a part is said to be of a class: by its name, or by a word beside another, which may be prescribed."""
    return re.search(_names(kind), _said_of(part.what)) is not None


def is_classed(part: PrizePart, kinds: Iterable[str]) -> bool:
    """Whether a part is said first of all to be of one of these classes, regardless of what else is said of it."""
    said = _said_of(part.what)
    return any(re.match(_names(kind), said) for kind in kinds)


def worth_of(prize: PrizeOffered) -> Money:
    """What a prize is worth at most: the cash instead of it may be more."""
    return max(prize.value, prize.cash_alternative)


def prize_of_terms(terms: Terms, number: str) -> PrizeOffered | None:
    """The prize of that number."""
    return next((each for each in terms.prizes if each.prize == number), None)


def _unanswered(*named: tuple[str, object]) -> tuple[str, ...]:
    return tuple(name for name, value in named if not (value.strip() if isinstance(value, str) else value))


def _award_times(terms: Terms) -> tuple[str, ...]:
    return _unanswered(
        ("award_when", terms.award_when),
        ("award_from_ms", terms.award_from_ms),
        ("award_until_ms", terms.award_until_ms),
    )


def _undescribed(terms: Terms) -> tuple[str, ...]:
    """Prizes that are not told, or have no value; or that there are none at all."""
    lacking = (
        f"prizes.{each.prize}.{name}"
        for each in terms.prizes
        for name in (*_unanswered(("words", each.words)), *(() if each.value > ZERO else ("value",)))
    )
    return tuple(lacking) if terms.prizes else ("prizes",)


ITEMS: dict[str, Callable[[Terms], tuple[str, ...]]] = {
    "manner": lambda terms: _unanswered(("manner", terms.manner)),
    "when": _award_times,
    "when-and-where": lambda terms: (*_award_times(terms), *_unanswered(("award_where", terms.award_where))),
    "eligibility": lambda terms: _unanswered(("eligibility", terms.eligibility)),
    "qualifying-wager": lambda terms: ("qualifying_wager",) if terms.qualifying_wager is None else (),
    "nature-of-prize": lambda terms: _unanswered(("nature", terms.nature)),
    "entry-closes": lambda terms: _unanswered(("entries_close_ms", terms.entries_close_ms)),
    "place-date-time": lambda terms: _unanswered(
        ("place", terms.place), ("starts_ms", terms.starts_ms), ("ends_ms", terms.ends_ms)
    ),
    "method-of-claiming": lambda terms: _unanswered(("claiming", terms.claiming), ("presence", terms.presence)),
    "notification": lambda terms: _unanswered(("notification", terms.notification)),
    "publication": lambda terms: _unanswered(("publication", terms.publication)),
    "prize-details": _undescribed,
}
"""Per item of a rulebook, the fields of the terms that do not answer it."""


def problems(rules: Promotions, terms: Terms, prescribed: Mapping[str, Prescribed]) -> tuple[Problem, ...]:
    """Everything that keeps terms from being filed, in the order of the rulebook: what is missing, what is wrong."""
    return (
        *_missing(rules, terms),
        *_wrong(rules, terms),
        *_unclassed(rules, terms, prescribed),
        *_prohibited(rules, terms, prescribed),
    )


def refusal_of(found: tuple[Problem, ...]) -> Refusal | None:
    """The refusal of terms with problems: it cites the gravest, and names every other with its clause."""
    if not found:
        return None
    first = earliest(Refusal(Reason(each.reason), each.clause) for each in found)
    clauses = tuple(dict.fromkeys(each.clause for each in found))
    details: dict[str, str | int] = {
        "items": ", ".join(dict.fromkeys(each.item for each in found)),
        "clauses": ", ".join(clauses),
        "fields": ", ".join(dict.fromkeys(_place(each, field) for each in found for field in each.fields)),
    }
    sources = ", ".join(each.source for each in found if each.source)
    if sources:
        details["source"] = sources
    return Refusal(first.reason, first.clause, details, beside(first.clause, *clauses))


def _place(problem: Problem, field: str) -> str:
    return f"prizes.{problem.prize}.{field}" if problem.prize else field


def _missing(rules: Promotions, terms: Terms) -> Iterator[Problem]:
    for item, clause in rules.terms.items():
        lacking = ITEMS[item](terms)
        if lacking:
            yield Problem(item, clause, Reason.TERMS_MISSING.value, fields=lacking)
    if "prize-details" not in rules.terms and _undescribed(terms):
        # No item of its own asks for them there; but what a prize is, is asked for, and each has to be one.
        clause = clause_of(rules, "nature-of-prize")
        yield Problem("nature-of-prize", clause, Reason.TERMS_MISSING.value, fields=_undescribed(terms))
    for prize in terms.prizes:
        lacking = missing_details(rules, prize)
        if lacking:
            clause = rules.terms_by_prize[prize.kind]
            yield Problem(prize.kind, clause, Reason.TERMS_MISSING.value, prize.prize, lacking)
        if rules.non_monetary is not None and not is_money(prize) and not prize.law_note.strip():
            yield Problem(LAW_NOTE, rules.non_monetary.clause, Reason.TERMS_MISSING.value, prize.prize, ("law_note",))


def clause_of(rules: Promotions, item: str) -> str:
    """The clause of an item of the terms; where the rulebook has no such item, that by which promotions are offered."""
    return rules.terms.get(item) or rules.offered.clause


def missing_details(rules: Promotions, prize: PrizeOffered) -> tuple[str, ...]:
    """What the terms do not tell of a prize that its kind asks for."""
    asked = DETAILS[prize.kind] if prize.kind in rules.terms_by_prize else {}
    return tuple(name for name, form in asked.items() if not _answers(form, prize.details.get(name, "").strip()))


def _answers(form: str, said: str) -> bool:
    if form == YES_NO:
        return said in {"yes", "no"}
    if form == COUNT:
        return said.isascii() and said.isdigit() and len(said) <= COUNT_DIGITS and int(said) > 0
    return bool(said)


def _wrong(rules: Promotions, terms: Terms) -> Iterator[Problem]:
    def wrong(item: str, *fields: str) -> Problem:
        return Problem(item, clause_of(rules, item), Reason.TERMS_WRONG.value, fields=fields)

    when = "when-and-where" if "when-and-where" in rules.terms else "when"
    for item, first, then, may_be_equal in (
        ("place-date-time", "starts_ms", "ends_ms", False),
        ("entry-closes", "starts_ms", "entries_close_ms", False),
        ("entry-closes", "entries_close_ms", "ends_ms", True),
        (when, "starts_ms", "award_from_ms", True),
        (when, "entries_close_ms", "award_from_ms", True),
        (when, "award_from_ms", "award_until_ms", False),
        (when, "award_from_ms", "ends_ms", True),
    ):
        earlier, later = getattr(terms, first), getattr(terms, then)
        if earlier and later and (later < earlier or (later == earlier and not may_be_equal)):
            yield wrong(item, first, then)
    for item, field in (
        ("place-date-time", "starts_ms"),
        ("place-date-time", "ends_ms"),
        ("entry-closes", "entries_close_ms"),
        (when, "award_from_ms"),
        (when, "award_until_ms"),
    ):
        if getattr(terms, field) < 0:
            yield wrong(item, field)
    if terms.qualifying_wager is not None and terms.qualifying_wager < ZERO:
        yield wrong("qualifying-wager", "qualifying_wager")
    if terms.earns == "turnover" and terms.turnover_per_entry <= ZERO:
        yield wrong("manner", "turnover_per_entry")
    ways = {*rules.notify_by, *((ANNOUNCEMENT,) if terms.presence == REQUIRED else ())}
    if rules.notify_by and not set(terms.notification) <= ways:
        yield wrong("notification", "notification")
    yield from (each for prize in terms.prizes for each in wrong_cash(rules, prize))


def wrong_cash(rules: Promotions, prize: PrizeOffered) -> Iterator[Problem]:
    """Cash instead of a prize for which the rulebook does not allow it."""
    rule = rules.cash_alternative
    allowed = rule is not None and not is_money(prize) and prize.kind not in rule.not_for
    if prize.cash_alternative and (prize.cash_alternative < ZERO or not allowed):
        clause = rules.offered.clause if rule is None else rule.clause
        yield Problem(CASH_ALTERNATIVE, clause, Reason.NO_CASH_ALTERNATIVE.value, prize.prize, ("cash_alternative",))


def _unclassed(rules: Promotions, terms: Terms, listed: Mapping[str, Prescribed]) -> Iterator[Problem]:
    """Parts of prizes that are said to be something of which it is unknown whether it is prohibited."""
    for prize in terms.prizes:
        if not all(is_classed(part, (*PART_CLASSES, *listed)) for part in prize.parts):
            clause = clause_of(rules, "prize-details")
            yield Problem("prize-details", clause, Reason.TERMS_WRONG.value, prize.prize, ("parts",))


def _prohibited(rules: Promotions, terms: Terms, listed: Mapping[str, Prescribed]) -> Iterator[Problem]:
    """A package is no prize if any part of it may not be one."""
    for prize in terms.prizes:
        for name, clause in rules.prohibited.items():
            if name in LIQUOR_MOST:
                barred = {LIQUOR} if _too_much_liquor(prize, LIQUOR_MOST[name]) else set()
            else:
                barred = {each for each in (listed if name == PRESCRIBED else CLASSES[name]) if _includes(prize, each)}
            if barred:
                found = tuple(sorted(barred))
                sources = "; ".join(listed[each].source for each in found if name == PRESCRIBED)
                yield Problem(
                    item=name,
                    clause=clause,
                    reason=Reason.PROHIBITED_PRIZE.value,
                    prize=prize.prize,
                    fields=found,
                    source=sources,
                )


def _includes(prize: PrizeOffered, kind: str) -> bool:
    return prize.kind == kind or any(is_named(part, kind) for part in prize.parts)


def _too_much_liquor(prize: PrizeOffered, most: int) -> bool:
    """All the liquor of one prize together; liquor of unknown amount counts as too much."""
    parts = [part for part in prize.parts if is_named(part, LIQUOR)]
    return any(part.millilitres <= 0 for part in parts) or sum(part.millilitres for part in parts) > most


def undeclared(rules: Promotions, declared: tuple[str, ...], *, list_checked: bool) -> Refusal | None:
    """The refusal for things not declared absent from all prizes, or for a list that was not checked."""
    lacking = [name for name in rules.prohibited if name not in declared]
    if not lacking and PRESCRIBED in rules.prohibited and not list_checked:
        return Refusal(Reason.NOT_DECLARED, rules.prohibited[PRESCRIBED], {"items": "list_checked"})
    if not lacking:
        return None
    clauses = tuple(rules.prohibited[name] for name in lacking)
    details: dict[str, str | int] = {"items": ", ".join(lacking), "clauses": ", ".join(clauses)}
    return Refusal(Reason.NOT_DECLARED, clauses[0], details, clauses[1:])
