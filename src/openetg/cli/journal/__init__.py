"""`etg journal`: look into a journal and hold it against the rules, without the floor that wrote it."""

from __future__ import annotations

import click

from openetg.cli.lazy import LazyGroup

COMMANDS = {
    "show": "entries as a person reads them, or as they stand",
    "tail": "entries as they are written",
    "trace": "where every cent of a note went, or of a paper came from",
    "recall": "the last rounds of a table or terminal, as a person reads them or as a round script",
    "record": "what a terminal kept by itself, held against the journal",
    "verify": "check everything that can be checked, and name the first thing wrong",
    "prove": "a proof of one round, or of single entries, that anyone can check offline",
    "check": "check a file of entries or a proof by itself, without the journal",
    "outcomes": "what fell at a table, against the chances of its game",
    "draws": "every jackpot and prize that was drawn, done over from the entries alone",
    "checkpoint": "signed checkpoints: see, sign, have them witnessed, keep them",
    "export": "JSON Lines, Parquet or beancount",
    "at": "the floor as it was at an entry",
    "diff": "what changed between two entries",
    "follow": "follow a running journal: snapshots, tree, checkpoints, mirror",
    "gate": "whether this build leads to the same floor as the build that wrote the journal",
    "backup": "a whole copy, while the floor runs",
    "restore": "a journal from a backup",
    "archive": "put closed days away",
    "adopt": "a person answers for a journal whose entries no key of the floor has authenticated",
}
ROOMS = {
    "audit": ("verify", "gate", "draws", "outcomes", "check", "prove", "checkpoint", "adopt", "record"),
    "recall": ("show", "tail", "trace", "recall", "at", "diff"),
    "copies": ("export", "backup", "restore", "archive", "follow"),
}
"""Folders in here, and the commands whose modules stand in each."""


@click.group("journal", cls=LazyGroup, package="openetg.cli.journal", summaries=COMMANDS, rooms=ROOMS)
def command() -> None:
    """Read, verify, prove, export, follow, back up and archive journals.

    JOURNAL is the folder of a journal, the file of one of its volumes, or postgresql://…
    """
