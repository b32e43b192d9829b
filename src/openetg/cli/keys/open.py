"""`etg keys open`: sealed texts as they were said, wherever they stand."""

from __future__ import annotations

from pathlib import Path
from typing import TextIO

import click
from msgspec import json

from openetg.cli.keys.keyring import keys_option, opened
from openetg.keys.keyring import Keyring
from openetg.keys.sealing import FORM, Shut, open_sealed


@click.command("open")
@click.argument("file", type=click.File("r"), default="-")
@keys_option
def command(file: TextIO, keys: Path | None) -> None:
    """Prints FILE, or what is piped in, with every sealed text in it as it was said.

    For instance: etg journal show JOURNAL --json | etg keys open

    A text whose key was erased shows as "erased".
    """
    with opened(keys) as ring:
        for line in file:
            click.echo(FORM.sub(lambda found: _words(ring, found[0]), line), nl=False)


def _words(ring: Keyring, text: str) -> str:
    """As inside a JSON string: what is piped in stays JSON, and no text can end a line and begin one of its own."""
    found = open_sealed(ring, text)
    return json.encode(found.value if isinstance(found, Shut) else found.text)[1:-1].decode()
