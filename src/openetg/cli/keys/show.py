"""`etg keys show`: which keys there are. Never a key itself."""

from __future__ import annotations

from pathlib import Path

import click

from openetg.cli.arguments import json_option
from openetg.cli.keys.keyring import keys_folder, keys_option, opened
from openetg.cli.output import print_json
from openetg.keys.signing import PUBLIC


@click.command("show")
@keys_option
@json_option
def command(keys: Path | None, as_json: bool) -> None:
    """Shows which keys there are: of whom or what, of which gaming day, and which were erased, when and why."""
    public = keys_folder(keys) / PUBLIC
    signing = public.read_text().strip() if public.is_file() else ""
    with opened(keys) as ring:
        records = ring.records()
    if as_json:
        print_json({"signing": signing, "keys": records})
        return
    click.echo(f"signs    {signing or 'no signing key yet'}")
    for each in records:
        ended = f"erased {each.erased_at}: {each.why}" if each.erased_at else "there"
        click.echo(f"{each.id}  {each.subject}  {each.day or '-'}  made {each.made_at}  {ended}")
