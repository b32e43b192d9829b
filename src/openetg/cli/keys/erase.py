"""`etg keys erase`: destroy keys, and with them every text sealed under them."""

from __future__ import annotations

from pathlib import Path

import click

from openetg.cli.arguments import BadQuestionError
from openetg.cli.keys.keyring import keys_option, opened
from openetg.server.writer.retained_keys import entrants_of


@click.command("erase")
@click.option("--subject", help="Whom or what the texts are about, such as claim/C-17.")
@click.option("--promotion", help="The promotion that is over whose entrants are forgotten, by its name.")
@click.option("--day", help="The gaming day of the texts, such as 2026-11-15; without a subject, all of that day.")
@click.option("--why", required=True, help="Why, for the tombstone; it stays readable, so name nobody in it.")
@click.option("--yes", is_flag=True, help="Do not ask again.")
@keys_option
def command(
    subject: str | None, promotion: str | None, day: str | None, why: str, yes: bool, keys: Path | None
) -> None:
    """Destroys the keys of a subject, of a promotion's entrants, of a gaming day, or of one of these on a day.

    Nothing brings them back. The journal stays as it is and verifies as before; the texts show as "erased". A floor may
    run meanwhile. Backups of the keys made before still open them: destroy those too. What a rule wants kept, such as a
    denied claim of some value or the entrants of a promotion that is not over, is not erased: by its subject or
    promotion that is refused, and of a day it stays.
    """
    if subject is not None and promotion is not None:
        raise BadQuestionError("expected one of --subject and --promotion, found both")
    if promotion is not None:
        subject = entrants_of(promotion)
    if subject is None and day is None:
        raise BadQuestionError("expected --subject, --promotion or --day, found none")
    if not why.strip():
        raise BadQuestionError("--why: expected a reason, found nothing")
    with opened(keys) as ring:
        there = ring.erasable(subject, day)
        for each in there:
            click.echo(f"{each.id}  {each.subject}  {each.day or '-'}")
        if there and not yes:
            click.confirm(f"Destroy {len(there)} of the keys for ever?", abort=True)
        gone = ring.erase(subject, day, why=why)
        kept = ring.staying(subject, day)
    for name, clause in kept.items():
        click.echo(f"{name} stays: it is kept by {clause}")
    click.echo(f"{len(gone)} erased")
    if not gone:
        raise SystemExit(1)
