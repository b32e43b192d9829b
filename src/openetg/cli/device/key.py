"""`etg device key`: a new key for one device, in a file that only its owner reads."""

from __future__ import annotations

import os
import secrets
from pathlib import Path

import click

from openetg.cli.arguments import BadQuestionError
from openetg.devices.line.proof import KEY_BYTES


@click.command("key")
@click.argument("path", type=click.Path(path_type=Path))
def command(path: Path) -> None:
    """Write a new key to PATH: the floor and the device get the same one, no other device does."""
    try:
        handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except OSError as problem:
        raise BadQuestionError(f"{path}: {problem.strerror or problem}") from None
    with os.fdopen(handle, "w", encoding="ascii") as file:
        file.write(secrets.token_hex(KEY_BYTES) + "\n")
    click.echo(f"a new key is in {path}")
