"""`etg journal follow`: follow a running journal: snapshots, tree, checkpoints, mirror."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import TYPE_CHECKING

import click

from openetg.cli.arguments import BadQuestionError
from openetg.cli.floor.place import default_folder

if TYPE_CHECKING:
    from openetg.server.follower.process import FollowerPlan
    from openetg.server.plan.folder import FloorFolder


@click.command("follow")
@click.argument("journal", required=False, default="", envvar="OPENETG_JOURNAL")
@click.option("--floor", type=click.Path(path_type=Path, file_okay=False), help="The floor's folder.")
@click.option("--keys", type=click.Path(path_type=Path, file_okay=False), help="Where the keys are, if not in there.")
@click.option(
    "--mirror", default="", envvar="OPENETG_MIRROR", metavar="ADDRESS", help="Keep a second journal there in step."
)
@click.option("--ship-folder", default="", metavar="FOLDER", help="Keep signed checkpoints there too.")
@click.option("--ship-address", default="", metavar="URL", help="Post signed checkpoints there, as to a witness.")
@click.option("--witness", default="", metavar="KEY", help="The public key of who signs there.")
@click.option("--every", default=10.0, show_default=True, help="Seconds between signed checkpoints.")
@click.option(
    "--snapshot-every", default=100_000, show_default=True, metavar="ENTRIES", help="Entries between snapshots."
)
@click.option("--host", default="127.0.0.1", show_default=True, help="The address of the pages, of this machine.")
@click.option("--port", type=click.IntRange(0, 65_535), help="Serve pages at this port; 0 picks a free one.")
@click.option("--once", is_flag=True, help="Stop at the end of the journal.")
@click.option("--with-floor", is_flag=True, hidden=True, help="Stop when standard input ends.")
def command(  # noqa: PLR0913, PLR0917 - each is an option a person may set
    journal: str,
    floor: Path | None,
    keys: Path | None,
    mirror: str,
    ship_folder: str,
    ship_address: str,
    witness: str,
    every: float,
    snapshot_every: int,
    host: str,
    port: int | None,
    once: bool,
    with_floor: bool,
) -> None:
    """Follows JOURNAL, or that of the floor's folder, with a floor of its own, while the writer goes on.

    Decides every entry again, compares state hashes, keeps the tree, signs checkpoints and snapshots, fills a mirror,
    serves figures. A difference is an alarm: said here, written to `alarm` in the floor's folder, exit code 1. Stop
    it and start it at any time.
    """
    from openetg.server.access.origins import is_loopback  # noqa: PLC0415 - only for this command
    from openetg.server.follower.process import FollowerPlan  # noqa: PLC0415
    from openetg.server.follower.shipping import Shipping  # noqa: PLC0415
    from openetg.server.plan.folder import FloorFolder  # noqa: PLC0415

    if not is_loopback(host):
        raise BadQuestionError(
            f"--host: expected an address of this machine, found {host}; put a proxy with TLS in front"
        )
    place = FloorFolder(floor or default_folder(), journal, keys)
    shipping = Shipping(ship_folder, ship_address, witness)
    plan = FollowerPlan(
        place=place,
        checkpoint_every_s=every,
        snapshot_every=snapshot_every,
        mirror=mirror,
        host=host,
        port=port,
        shipping=shipping,
        once=once,
        with_floor=with_floor,
    )
    _run(plan, place)


def _run(plan: FollowerPlan, place: FloorFolder) -> None:
    from openetg.journal.proofs.checkpoint import CheckpointProblem  # noqa: PLC0415 - only for this command
    from openetg.journal.proofs.tree_folder import TreeProblem  # noqa: PLC0415
    from openetg.journal.store import Fenced, JournalProblem, UnknownOutcome  # noqa: PLC0415
    from openetg.keys.signing import KeyProblem  # noqa: PLC0415
    from openetg.server.checks.backlog import AlarmRaised  # noqa: PLC0415
    from openetg.server.follower.process import follow  # noqa: PLC0415
    from openetg.server.life.single_process import NotAlone  # noqa: PLC0415

    try:
        asyncio.run(follow(plan, click.echo))
    except AlarmRaised as raised:
        click.echo(
            f"ALARM    {raised.alarm}\nwritten to {place.alarm}; remove that file when it is dealt with", err=True
        )
        raise SystemExit(1) from None
    except (NotAlone, JournalProblem, Fenced, UnknownOutcome, KeyProblem, TreeProblem, CheckpointProblem) as problem:
        raise BadQuestionError(str(problem)) from None
    except OSError as fault:
        raise BadQuestionError(f"{fault.filename or plan.host}: {fault.strerror}") from None
