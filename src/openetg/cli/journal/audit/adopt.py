"""`etg journal adopt`: a person answers for a journal as it stands."""

from __future__ import annotations

from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

import click

from openetg.cli.arguments import BadQuestionError
from openetg.cli.journal.audit.evidence import problems_in_words
from openetg.cli.journal.audit.verify import run_verification, said
from openetg.cli.journal.opening import opened
from openetg.journal.authentic import Adopted
from openetg.journal.chain import Head
from openetg.journal.highwater import keep_adopted, mark_at, read_mark, write_mark
from openetg.journal.store import Reader
from openetg.keys.keyring import make_keyring
from openetg.keys.macs import make_mac_keys
from openetg.reports.audit.replay import Replayed, Verification


@click.command("adopt")
@click.argument("journal")
@click.option(
    "--keys", type=click.Path(path_type=Path, file_okay=False), required=True, help="The floor's folder of keys."
)
@click.option("--by", required=True, metavar="PERSON", help="The number of the person who answers for it; no name.")
@click.option("--why", required=True, metavar="WORDS", help="Why, in words that name nobody.")
def command(journal: str, keys: Path, by: str, why: str) -> None:
    """Has the floor with these KEYS take JOURNAL for its own as it stands, up to its last entry.

    For a journal of an OpenETG that did not authenticate yet, and after a loss, when every copy ends before the
    high-water mark. Everything is verified first, and it ends with exit code 1 if something is wrong. It is kept beside
    the keys, by whom and why, and goes on record with the next start. Nothing is written to the journal.
    """
    if not by.strip() or not why.strip():
        raise BadQuestionError("--by, --why: expected who answers for the journal, and why, found nothing")
    with closing(opened(journal)) as reader:
        head = reader.head()
        if not head.sequence:
            raise BadQuestionError(f"{journal}: expected entries to adopt, found none")
        finding = run_verification(Verification(reader), head.sequence)
        if not isinstance(finding, Replayed):
            click.echo(said(finding))
            raise SystemExit(1)
        adopted = _adopt(reader, head, keys, by=by.strip(), why=why.strip())
    click.echo(f"adopted  {adopted.sequence} entries with the hash {adopted.hash}, by {adopted.by}")
    if adopted.lowered_from:
        click.echo(f"given up the entries after {adopted.sequence} up to {adopted.lowered_from}, which no copy has")
    click.echo("it goes on record with the next start of the floor")


def _adopt(reader: Reader, head: Head, keys: Path, *, by: str, why: str) -> Adopted:
    with problems_in_words():
        with closing(make_keyring(keys)) as keyring:
            make_mac_keys(keyring)
        mark = read_mark(keys)
        beyond = mark.sequence if mark is not None and mark.sequence > head.sequence else 0
        now = datetime.now(UTC).isoformat(timespec="seconds")
        adopted = Adopted(
            journal=reader.journal_id,
            sequence=head.sequence,
            hash=head.hash.hex(),
            at=now,
            by=by,
            why=why,
            lowered_from=beyond,
        )
        keep_adopted(keys, adopted)
        write_mark(keys, mark_at(reader.journal_id, head))
    return adopted
