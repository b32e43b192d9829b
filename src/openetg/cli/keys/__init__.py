"""`etg keys`: the keys of a floor, for those who may use them."""

from __future__ import annotations

import click

from openetg.cli.lazy import LazyGroup

COMMANDS = {
    "show": "which keys there are, which were erased, when and why",
    "open": "sealed texts in what is piped in, as they were said",
    "find": "under which keys a name was sealed",
    "erase": "destroy keys, and with them every text sealed under them",
    "ticket": "the name by which the floor knows a ticket, from the number on it",
    "rotate": "another key for the numbers on tickets",
    "rotate-master": "another key that wraps all the others; the old one is destroyed",
    "rotate-journal": "another key that authenticates the journal",
    "rotate-signing": "another key that signs checkpoints, handed over by the old one",
}


@click.group("keys", cls=LazyGroup, package="openetg.cli.keys", summaries=COMMANDS)
def command() -> None:
    """The keys of a floor: what signs, what seals, what tickets bear.

    Keys lie outside the journal's database, by default in the folder keys of the floor's folder.
    """
