"""`etg floor displays`: the links of a floor's public displays, for the person who hangs the screens."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from openetg.cli.arguments import BadQuestionError, json_option
from openetg.cli.output import print_json

if TYPE_CHECKING:
    from openetg.floor.commands import RevokeDisplayKey
    from openetg.server.plan.floorfile import FloorFile
    from openetg.server.plan.folder import FloorFolder

WHOLE_FLOOR = "floor"
"""What the place of the lobby is called at the shell."""


@click.command("displays")
@click.argument("file", type=click.Path(path_type=Path, dir_okay=False, exists=True))
@click.option("--folder", type=click.Path(path_type=Path, file_okay=False, exists=True), help="Where the floor stands.")
@click.option("--url", default="", help="Where screens reach it, such as https://floor.example.  [default: as in FILE]")
@click.option("--revoke", metavar="PLACE", help="Revoke the key of a table, or of `floor`, while the floor is stopped.")
@click.option("--by", default="", help="Who revokes it: somebody with the duty of the operator.")
@click.option("--why", default="", help="Why, for the record.")
@click.option("--accept-clock", nargs=2, metavar="DATE PERSON", help="With --revoke, as with `etg floor run`.")
@json_option
def command(  # noqa: PLR0913, PLR0917 - each is something a person says
    file: Path,
    folder: Path | None,
    url: str,
    revoke: str | None,
    by: str,
    why: str,
    accept_clock: tuple[str, str] | None,
    as_json: bool,
) -> None:
    """Prints a link for every display of the floor of FILE: above each table its numbers and its sign, and for the
    whole floor the lobby and the jackpots. A link bears the key of its place: it lets see what everybody may see, needs
    no login, and nothing can be done with it.

    With --revoke the key of one place is worth nothing any more, on record; the links of the others stay as they are.
    On a floor that runs somebody with the duty of the operator does it at the console, which cuts the displays off.
    """
    from openetg.floor.commands import RevokeDisplayKey  # noqa: PLC0415 - only for this command
    from openetg.journal.store import JournalProblem  # noqa: PLC0415
    from openetg.rulebook.problems import Problems  # noqa: PLC0415
    from openetg.server.access.displays import LOBBY, SHOWN_OF_FLOOR, SHOWN_OF_TABLE, DisplayKeys  # noqa: PLC0415
    from openetg.server.life.inquiry import display_keys  # noqa: PLC0415
    from openetg.server.life.starting import FloorStopped, secret_of  # noqa: PLC0415
    from openetg.server.plan.floorfile import read  # noqa: PLC0415

    where = folder or file.absolute().parent
    try:
        floor = read(file)
        place = _place(where, floor)
        if revoke is not None:
            wish = RevokeDisplayKey("" if revoke == WHOLE_FLOOR else revoke, why, by)
            _revoke(place, wish, floor, accept_clock)
        keys = DisplayKeys(secret_of(where))
        numbers = display_keys(place)
    except Problems as problems:
        raise BadQuestionError(f"{problems}\n`etg floor check {file}` says it again") from None
    except (FloorStopped, JournalProblem) as problem:
        raise BadQuestionError(str(problem)) from None
    server = floor.server
    host = f"[{server.host}]" if ":" in server.host else server.host
    base = url.rstrip("/") or f"{'https' if server.certificate else 'http'}://{host}:{server.port}"
    wanted = [(LOBBY, show) for show in SHOWN_OF_FLOOR]
    wanted += [(table, show) for table in floor.tables for show in SHOWN_OF_TABLE]
    links = [{"table": at, "show": show, "href": base + keys.link(at, show, numbers.get(at, 0))} for at, show in wanted]
    if as_json:
        print_json({"displays": links})
        return
    for link in links:
        at = f"table {link['table']}" if link["table"] else "floor"
        click.echo(f"{at:12} {link['show']:9} {link['href']}")


def _place(where: Path, floor: FloorFile) -> FloorFolder:
    """Where the journal and the keys of the floor of a file are."""
    from openetg.cli.floor.run import journal_beside  # noqa: PLC0415
    from openetg.server.plan.folder import FloorFolder  # noqa: PLC0415

    return FloorFolder(where, journal_beside(floor.journal.store, where), where / floor.journal.keys)


def _revoke(place: FloorFolder, wish: RevokeDisplayKey, floor: FloorFile, accept_clock: tuple[str, str] | None) -> None:
    """Has the key of a place revoked, in the name of a person, through the journal of a stopped floor."""
    from openetg.cli.floor.run import clock_confirmed  # noqa: PLC0415
    from openetg.floor.core.refusals import sentence  # noqa: PLC0415
    from openetg.journal.store import Fenced, UnknownOutcome  # noqa: PLC0415
    from openetg.keys.signing import KeyProblem  # noqa: PLC0415
    from openetg.server.checks.selfcheck import CheckFailed  # noqa: PLC0415
    from openetg.server.life.inquiry import FloorRuns, resolve  # noqa: PLC0415
    from openetg.server.plan.floorfile_safety import clock_limits  # noqa: PLC0415

    try:
        limits = clock_limits(floor.clock)
        verdict = resolve(place, wish, limits=limits, confirmed=clock_confirmed(accept_clock))
    except (FloorRuns, KeyProblem, CheckFailed) as problem:
        raise BadQuestionError(str(problem)) from None
    except Fenced:
        raise BadQuestionError("a floor has taken over this journal meanwhile: nothing was written") from None
    except UnknownOutcome as fault:
        raise BadQuestionError(f"a commit failed ({fault}): whether it was kept shows in etg journal tail") from None
    if not isinstance(verdict, tuple):
        raise BadQuestionError(f"refused: {verdict.reason.value}: {sentence(verdict.reason)}")
