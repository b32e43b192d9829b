"""`etg floor init`: a floor file to begin with."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path

import click

from openetg.cli.asking import BadQuestionError


@click.command("init")
@click.argument("file", type=click.Path(path_type=Path), default=Path("floor.toml"))
def command(file: Path) -> None:
    """Writes a commented floor file with six tables, to be changed by hand."""
    text = files("openetg.server").joinpath("floor.toml").read_text()
    try:
        with file.open("x") as new:
            new.write(text)
    except FileExistsError:
        raise BadQuestionError(f"{file}: expected a free name, found a file") from None
    except OSError as fault:
        raise BadQuestionError(f"{file}: cannot be written: {fault.strerror}") from None
    click.echo(f"{file}: written; `etg floor check {file}` checks it, `etg floor run {file}` runs it")
