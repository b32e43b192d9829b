"""The part of the floor file that names the documents of instruments: `[rules.<rulebook>]`, and the plan it makes."""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from openetg.floor.premises.rules_documents import LARGEST_BYTES
from openetg.money import ZERO, Money, parse_money
from openetg.rulebook.days import parse_day
from openetg.rulebook.problems import Problem, one_of, show
from openetg.rulebook.schema.shape import Amount
from openetg.server.plan.documents import Media, NotADocument, media_of
from openetg.server.plan.floorfile_jackpots import Part


class RulesSection(Part, frozen=True):
    """The instrument itself behind a rulebook, as patrons are shown and given it."""

    file: str
    """Plain text in UTF-8 or PDF, beside the floor file or by its whole path."""
    in_force_from: str
    """The first day on which it is in force, as in 2016-06-02."""
    in_force_until: str = ""
    """The last one; empty is without end."""
    price: Amount | None = None
    """What a copy costs the buyer, where the rulebook speaks of buying."""


class DocumentPlan(Struct, frozen=True):
    """A document to be attached to a rulebook."""

    rulebook: str
    path: Path
    name: str
    media: Media
    sha256: str
    size: int
    day: str
    last_day: str
    price: Money


def beside(sections: dict[str, RulesSection], folder: Path) -> dict[str, RulesSection]:
    """The same with whole paths."""
    return {name: replace(section, file=str(folder / section.file)) for name, section in sections.items()}


def check_rules(sections: dict[str, RulesSection], rulebooks: set[str]) -> Iterator[Problem]:
    """What is wrong with the documents that a file names."""
    for name, section in sections.items():
        at, path = f"rules.{name}", Path(section.file)
        if name not in rulebooks:
            yield Problem(at, f"a rulebook of this floor, {one_of(rulebooks, name)}", show(name))
        for key in ("in_force_from", "in_force_until"):
            day = getattr(section, key)
            if (day or key == "in_force_from") and parse_day(day) is None:
                yield Problem(f"{at}.{key}", "a day such as 2016-06-02", show(day))
        if not path.is_file() or path.stat().st_size > LARGEST_BYTES:
            yield Problem(f"{at}.file", f"a document {path} of at most {LARGEST_BYTES} bytes", "none")
            continue
        try:
            media_of(path.read_bytes())
        except NotADocument as wrong:
            yield Problem(f"{at}.file", "plain text or PDF", str(wrong))


def document_plans(sections: dict[str, RulesSection]) -> tuple[DocumentPlan, ...]:
    """The documents as they stand on the disk now."""
    return tuple(_plan(name, section) for name, section in sections.items())


def _plan(rulebook: str, section: RulesSection) -> DocumentPlan:
    path = Path(section.file)
    data = path.read_bytes()
    price = ZERO if section.price is None else parse_money(section.price)
    return DocumentPlan(
        rulebook=rulebook,
        path=path,
        name=path.name,
        media=media_of(data),
        sha256=sha256(data).hexdigest(),
        size=len(data),
        day=section.in_force_from,
        last_day=section.in_force_until,
        price=price,
    )
