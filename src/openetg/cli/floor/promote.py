"""`etg floor promote`: tell the standby to take over."""

from __future__ import annotations

import time
from pathlib import Path

import click

from openetg.cli.asking import BadQuestionError
from openetg.cli.floor.place import default_folder

LOOK_EVERY_S = 0.02


@click.command("promote")
@click.option("--folder", type=click.Path(path_type=Path, file_okay=False), help="The folder of the standby.")
@click.option("--patience", default=60.0, show_default=True, help="Seconds to wait for the standby to run.")
def command(folder: Path | None, patience: float) -> None:
    """Has the standby of a folder claim the journal and run the floor; a floor that runs on it is fenced and stops.

    Ends with exit code 0 once the floor takes wagers, with 1 if it does not.
    """
    from openetg.server.standby import answer_to_request, request_promotion, stands_by  # noqa: PLC0415

    where = folder or default_folder()
    if not where.is_dir():
        raise BadQuestionError(f"--folder: expected the folder of a standby, found no folder {where}")
    if not stands_by(where):
        raise BadQuestionError(f"{where}: expected a standby to stand by here, found none: etg floor standby")
    request_promotion(where)
    until = time.monotonic() + patience
    while (answer := answer_to_request(where)) is None and time.monotonic() < until and stands_by(where):
        time.sleep(LOOK_EVERY_S)
    answer = answer or answer_to_request(where) or f"no answer within {patience:g} s: look at what the standby says"
    click.echo(answer)
    if not answer.startswith("promoted"):
        raise SystemExit(1)
