"""What every event is: a fact. A fact cannot be refused, and names are on record for ever.

An event that moves money carries its transfers, so that the ledger is a fold of the journal and a preview is the
events not yet applied. A clause by which something happened stands in a field called `clause`, further ones in
`also`. A tag is never reused; a new field has a default; `schema.lock.json` keeps watch.
"""

from __future__ import annotations

from msgspec import Struct


class Event(Struct, frozen=True, gc=False, tag=True, omit_defaults=True):
    """Something that has happened, with its transfers and clauses."""
