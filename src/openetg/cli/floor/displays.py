"""`etg floor displays`: the links of a floor's public displays, for whoever hangs the screens."""

from __future__ import annotations

from pathlib import Path

import click

from openetg.cli.asking import BadQuestionError, json_option
from openetg.cli.printing import print_json


@click.command("displays")
@click.argument("file", type=click.Path(path_type=Path, dir_okay=False, exists=True))
@click.option("--folder", type=click.Path(path_type=Path, file_okay=False, exists=True), help="Where the floor stands.")
@click.option("--url", default="", help="Where screens reach it, such as https://floor.example.  [default: as in FILE]")
@json_option
def command(file: Path, folder: Path | None, url: str, as_json: bool) -> None:
    """Prints a link for every display of the floor of FILE: above each table its numbers and its sign, and for the
    whole floor the lobby and the jackpots. A link bears the key of its place: it lets see what everybody may see, needs
    no login, and nothing can be done with it.
    """
    from openetg.rulebook.problems import Problems  # noqa: PLC0415 - only for this command
    from openetg.server.access.displays import LOBBY, SHOWN_OF_FLOOR, SHOWN_OF_TABLE, DisplayKeys  # noqa: PLC0415
    from openetg.server.floorfile import read  # noqa: PLC0415
    from openetg.server.starting import FloorStopped, secret_of  # noqa: PLC0415

    try:
        floor = read(file)
        keys = DisplayKeys(secret_of(folder or file.absolute().parent))
    except Problems as problems:
        raise BadQuestionError(f"{problems}\n`etg floor check {file}` says it again") from None
    except FloorStopped as stopped:
        raise BadQuestionError(str(stopped)) from None
    server = floor.server
    host = f"[{server.host}]" if ":" in server.host else server.host
    base = url.rstrip("/") or f"{'https' if server.certificate else 'http'}://{host}:{server.port}"
    wanted = [(LOBBY, show) for show in SHOWN_OF_FLOOR]
    wanted += [(table, show) for table in floor.tables for show in SHOWN_OF_TABLE]
    links = [{"table": place, "show": show, "href": base + keys.link(place, show)} for place, show in wanted]
    if as_json:
        print_json({"displays": links})
        return
    for link in links:
        where = f"table {link['table']}" if link["table"] else "floor"
        click.echo(f"{where:12} {link['show']:9} {link['href']}")
