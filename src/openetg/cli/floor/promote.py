"""`etg floor promote`: tell the standby to take over."""

from __future__ import annotations

import time
from pathlib import Path

import click

from openetg.cli.arguments import BadQuestionError
from openetg.cli.floor.place import default_folder
from openetg.cli.floor.run import clock_confirmed

LOOK_EVERY_S = 0.02
PROMOTED = "promoted"
"""How the answer of a standby begins that has taken over; it stays while that floor runs."""


@click.command("promote")
@click.option("--folder", type=click.Path(path_type=Path, file_okay=False), help="The folder of the standby.")
@click.option("--patience", default=60.0, show_default=True, help="Seconds to wait for the standby to run.")
@click.option("--accept-clock", nargs=2, metavar="DATE PERSON", help="As with `etg floor run`.")
def command(folder: Path | None, patience: float, accept_clock: tuple[str, str] | None) -> None:
    """Has the standby of a folder claim the journal and run the floor; a floor that runs on it is fenced and stops.

    Ends with exit code 0 once the floor takes wagers, with 1 if it does not.
    """
    from openetg.server.follower.standby import answer_to_request, request_promotion, stands_by  # noqa: PLC0415

    where = folder or default_folder()
    if not where.is_dir():
        raise BadQuestionError(f"--folder: expected the folder of a standby, found no folder {where}")
    if not stands_by(where):
        raise BadQuestionError(f"{where}: expected a standby to stand by here, found none: etg floor standby")
    if (answer := answer_to_request(where)) is not None and answer.startswith(PROMOTED):
        click.echo(f"{answer}, before this was asked")
        return
    request_promotion(where, clock_confirmed(accept_clock))
    until = time.monotonic() + patience
    while (answer := answer_to_request(where)) is None and time.monotonic() < until and stands_by(where):
        time.sleep(LOOK_EVERY_S)
    answer = answer or answer_to_request(where) or _no_answer(patience, stands=stands_by(where))
    click.echo(answer)
    if not answer.startswith(PROMOTED):
        raise SystemExit(1)


def _no_answer(patience: float, *, stands: bool) -> str:
    if stands:
        return f"no answer within {patience:g} s: look at what the standby says"
    return "not promoted: the standby has ended without an answer: look at what it said, and start a floor"
