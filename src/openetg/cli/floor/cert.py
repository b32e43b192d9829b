"""`etg floor cert`: a certificate for the site, by a small authority of its own."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import click

from openetg.cli.arguments import BadQuestionError


@click.command("cert")
@click.argument("names", nargs=-1, required=True)
@click.option(
    "--folder",
    type=click.Path(path_type=Path, file_okay=False),
    default=Path("tls"),
    show_default=True,
    help="Where the files go.",
)
@click.option("--site", default="OpenETG", show_default=True, help="What the authority is called.")
def command(names: tuple[str, ...], folder: Path, site: str) -> None:
    """Makes a certificate for NAMES, the host names and addresses by which browsers reach the floor.

    The first time it makes an authority as well. Install authority.pem on every terminal and console, once; keep
    authority.key off the floor's machine. Run again, it makes a new certificate by the same authority, for the same
    names: nothing has to be installed anew.
    """
    from openetg.keys.signing import KeyProblem  # noqa: PLC0415 - only for this command
    from openetg.server.access.certificates import AUTHORITY_KEY, make_site  # noqa: PLC0415

    try:
        made = make_site(folder, names, site=site, now=datetime.now(UTC))
    except KeyProblem as problem:
        raise BadQuestionError(str(problem)) from None
    click.echo(f"certificate  {made.certificate}  for {', '.join(names)}, good until {made.until}")
    click.echo(f"key          {made.key}")
    new = "made now: install it on every terminal and console" if made.is_new_authority else "as before"
    click.echo(f"authority    {made.authority}  {new}")
    if made.is_new_authority:
        click.echo(
            f"             keep {folder / AUTHORITY_KEY} off this machine; it is needed for the next certificate"
        )
    click.echo(f'\nin the floor file:\n[server]\ncertificate = "{made.certificate}"\nkey = "{made.key}"')
