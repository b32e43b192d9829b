"""`etg keys rotate-master`: another key that wraps all the others."""

from __future__ import annotations

from pathlib import Path

import click

from openetg.cli.arguments import BadQuestionError
from openetg.cli.keys.keyring import keys_folder, keys_option
from openetg.keys.keyring import rotate_master
from openetg.keys.signing import KeyProblem


@click.command("rotate-master")
@keys_option
def command(keys: Path | None) -> None:
    """Makes another master key, wraps every key of the keyring with it, and destroys the old one. The floor is stopped.

    Killed at any instant, the next use of the keyring ends it or undoes it. Back the folder up anew: the old master key
    opens older backups only.
    """
    folder = keys_folder(keys)
    if not folder.is_dir():
        raise BadQuestionError(f"{folder}: expected the folder of a floor's keys, found none")
    try:
        count = rotate_master(folder)
    except KeyProblem as problem:
        raise BadQuestionError(str(problem)) from None
    except OSError as fault:
        raise BadQuestionError(f"{folder}: {fault.strerror}") from None
    click.echo(f"{count} keys are wrapped by a new master key; back up {folder} now")
