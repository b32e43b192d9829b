"""Sentences that events declare of themselves (`floor/core/declaring.py`), put into words.

`{table}` is a field as it stands, `{person}` the one who did it, `{amount:money}` a field said in one of `WAYS`, and
`{why:because}` a private text behind a colon, or nothing where none was given. It must never decide anything.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, get_args

from openetg.floor.core.declaring import fact_of
from openetg.floor.events import AnyEvent
from openetg.reports.recall.telling import printable
from openetg.reports.sentences.form import Form, Sentence, Sentences, at, lasting, money, plain, spot

BLANK = re.compile(r"\{(\w+)(?::(\w+))?\}")
WAYS: dict[str, Callable[[Any, str, Form], str]] = {
    "money": lambda event, field, _: money(getattr(event, field)),
    "plain": lambda event, field, _: plain(getattr(event, field)),
    "spot": lambda event, field, _: spot(getattr(event, field)),
    "at": lambda event, field, _: at(getattr(event, field)),
    "lasting": lambda event, field, _: lasting(getattr(event, field)),
    "name": lambda event, field, form: form.name(getattr(event, field)),
    "because": lambda event, field, form: form.why(event, field),
}
"""How a field is said."""


def sentence_from(says: str) -> Sentence:
    """What puts an event into the words that it declares."""

    def said(event: Any, form: Form) -> str:
        def filled(blank: re.Match[str]) -> str:
            field, way = blank[1], blank[2]
            if way:
                return WAYS[way](event, field, form)
            return form.person(event) if field == "person" else printable(str(getattr(event, field)))

        return BLANK.sub(filled, says)

    return said


DECLARED: Sentences = {kind: sentence_from(fact_of(kind).says) for kind in get_args(AnyEvent) if fact_of(kind).says}
