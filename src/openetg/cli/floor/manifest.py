"""`etg floor manifest`: what software this is, file by file, and whether it is what was approved."""

from __future__ import annotations

from pathlib import Path

import click

from openetg.cli.arguments import BadQuestionError, json_option

FILE = click.Path(path_type=Path, dir_okay=False)


@click.command("manifest")
@json_option
@click.option(
    "-o", "--output", type=FILE, metavar="FILE", help="Write it to a file, to be approved and kept elsewhere."
)
@click.option("--against", type=FILE, metavar="FILE", help="Name what differs from the manifest in that file.")
def command(as_json: bool, output: Path | None, against: Path | None) -> None:
    """Hashes every file of the software: package, rulebooks, pages, interpreter, libraries.

    For instance: etg floor manifest -o approved.json, and later: etg floor manifest --against approved.json
    """
    from openetg.server.checks import manifest  # noqa: PLC0415 - only for this command
    from openetg.server.life.starting import BUILD  # noqa: PLC0415

    try:
        found = manifest.take(build=BUILD)
        different = [] if against is None else manifest.differences(manifest.read(against), found)
        if output is not None:
            manifest.write(found, output)
    except manifest.ManifestProblem as problem:
        raise BadQuestionError(str(problem)) from None
    if as_json:
        click.echo(manifest.encoded(found))
    elif against is None:
        click.echo(f"software  {found.digest}")
        click.echo(f"build     {found.build}, Python {found.python.split()[0]}")
        click.echo(f"files     {len(found.files)} in {len(found.parts())} parts")
    if different:
        click.echo("\n".join(different), err=as_json)
        raise SystemExit(1)
    if against is not None:
        click.echo(f"the software is what {against} says: {found.digest}", err=as_json)
