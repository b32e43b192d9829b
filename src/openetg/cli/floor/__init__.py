"""`etg floor`: run a floor."""

from __future__ import annotations

import click

from openetg.cli.lazy import LazyGroup

COMMANDS = {
    "init": "write a floor file to begin with",
    "check": "check a floor file and name everything that is wrong with it",
    "run": "run the demonstration floor",
    "standby": "stand by for a running floor, warm, until it is told to take over",
    "promote": "tell the standby to take over",
    "unlock": "let a person log in again who was locked out, or enrol a second factor anew",
    "password": "set a person's password, or make a one-time code to choose one with",
    "pair": "make a code with which a terminal is paired",
    "displays": "the links of the public displays, for whoever hangs the screens",
    "cert": "make a certificate for the site, so that a floor may listen off this machine",
    "resolve": "end a held round of a stopped floor",
    "manifest": "what software this is, file by file, and whether it is what was approved",
    "signature": "the digest of the software and of each of its files, for an inspector to compare",
}


@click.group("floor", cls=LazyGroup, package="openetg.cli.floor", summaries=COMMANDS)
def command() -> None:
    """Run a floor on this machine."""
