"""`etg keys erase`: destroy keys, and with them every text sealed under them."""

from __future__ import annotations

from pathlib import Path

import click

from openetg.cli.asking import BadQuestionError
from openetg.cli.keys.ring import keys_option, opened
from openetg.keys.keyring import Keyring


@click.command("erase")
@click.option("--subject", help="Whom or what the texts are about, such as claim/C-17.")
@click.option("--day", help="The gaming day of the texts, such as 2026-11-15; without a subject, all of that day.")
@click.option("--why", required=True, help="Why, for the tombstone; it stays readable, so name nobody in it.")
@click.option("--yes", is_flag=True, help="Do not ask again.")
@keys_option
def command(subject: str | None, day: str | None, why: str, yes: bool, keys: Path | None) -> None:
    """Destroys the keys of a subject, of a gaming day, or of a subject on a day. Nothing brings them back.

    The journal stays as it is and verifies as before; the texts show as "erased". A floor may run meanwhile. Backups
    of the keys made before still open them: destroy those too. What a rule wants kept, such as a denied claim of some
    value, is not erased: by its subject that is refused, and of a day it stays.
    """
    if subject is None and day is None:
        raise BadQuestionError("expected --subject, --day or both, found neither")
    if not why.strip():
        raise BadQuestionError("--why: expected a reason, found nothing")
    with opened(keys) as ring:
        there = ring.erasable(subject, day)
        for each in there:
            click.echo(f"{each.id}  {each.subject}  {each.day or '-'}")
        if there and not yes:
            click.confirm(f"Destroy {len(there)} of the keys for ever?", abort=True)
        gone = ring.erase(subject, day, why=why)
        kept = {} if subject else _kept(ring, day)
    for name, clause in kept.items():
        click.echo(f"{name} stays: it is kept by {clause}")
    click.echo(f"{len(gone)} erased")
    if not gone:
        raise SystemExit(1)


def _kept(ring: Keyring, day: str | None) -> dict[str, str]:
    """What of a day must be kept, each with its clause."""
    there = {each.subject for each in ring.records() if each.day == day and not each.erased_at}
    return {name: clause for name, clause in ring.kept().items() if name in there}
