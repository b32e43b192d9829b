"""What of a floor's life goes into the log: starts, logins, alarms, rounds that went wrong; links of devices.

Called with commits; it never asks the floor anything. Of an event only the fields named here are written: none is
private, a secret, or the number of a paper. Wagers, money and what was refused are for the journal and the metrics.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable

from openetg.devices.line.signals import Garbled, Hello, LinkLost, LinkOpened, Missed, Silent
from openetg.floor import events
from openetg.server.writer.writer import Decided

INFO, WARNING = logging.INFO, logging.WARNING

LOGGED: dict[type[events.AnyEvent], tuple[int, str, tuple[str, ...]]] = {
    events.WriterStarted: (INFO, "writer started", ("logic", "build", "manifest")),
    events.DayBegun: (INFO, "gaming day begun", ("day",)),
    events.WindDownBegun: (INFO, "winding down: no further round opens", ()),
    events.SoftwareChecked: (INFO, "software checked", ("same", "manifest")),
    events.MachineFaulted: (WARNING, "machine fault", ("part", "why")),
    events.DeviceFaulted: (WARNING, "device fault", ("table", "code")),
    events.SignalReported: (INFO, "signal", ("place", "signal", "alarm")),
    events.RoundHeld: (WARNING, "round held", ("table", "round", "cause", "clause")),
    events.RoundVoided: (WARNING, "round void", ("table", "round", "cause", "clause")),
    events.TableOpened: (INFO, "table opened", ("table",)),
    events.TableClosed: (INFO, "table closed", ("table",)),
    events.TerminalPaired: (INFO, "terminal paired", ("terminal", "by")),
    events.DisplayKeyRevoked: (INFO, "display key revoked", ("place", "by")),
    events.TerminalUnpaired: (INFO, "terminal no longer paired", ("terminal", "by")),
    events.StaffEngaged: (INFO, "person engaged", ("person", "by")),
    events.StaffReleased: (INFO, "person released", ("person", "by")),
    events.SecondAboveSet: (WARNING, "sum for a second person set", ("amount", "by", "second")),
    events.CredentialHanded: (WARNING, "credential handed out", ("person", "what", "by", "second")),
    events.PersonVouched: (INFO, "person vouched for", ("person", "by")),
    events.PasswordSet: (INFO, "password set", ("person", "by")),
    events.PasswordWithdrawn: (WARNING, "password taken away", ("person",)),
    events.LoggedIn: (INFO, "logged in", ("person", "desk", "address", "factor")),
    events.LoggedOut: (INFO, "logged out", ("person", "cause", "by")),
    events.LoginFailed: (WARNING, "login refused", ("person", "failures", "address", "what")),
    events.FactorEnrolled: (INFO, "second factor enrolled", ("person", "kind")),
    events.FactorRevoked: (WARNING, "second factor removed", ("person", "kind", "cause")),
    events.StaffUnlocked: (INFO, "lock-out lifted", ("person", "by")),
}
"""Per event: how grave, in which words, with which of its fields."""
RENAMED = {"code": "fault"}
"""A field by this name would be taken for a secret."""

_floor = logging.getLogger("openetg.floor")
_device = logging.getLogger("openetg.device")


def log_commit(decided: Iterable[Decided]) -> None:
    """Writes down what a commit that held more than wagers has made true. For the engine's watchers."""
    for each in decided:
        for event in each.verdict if isinstance(each.verdict, tuple) else ():
            known = LOGGED.get(type(event))
            if known is not None:
                level, words, names = known
                fields = {RENAMED.get(name, name): getattr(event, name) for name in names}
                _floor.log(level, words, extra=fields | {"entry": each.sequence})


def log_link(place: str, signal: object) -> None:
    """Writes down what became of the line to a device; called by the code that delivers signals. What it saw is not for
    the log."""
    match signal:
        case LinkOpened():
            _device.info("link opened", extra={"place": place})
        case Hello():
            _device.info("device says hello", extra={"place": place, "device": signal.kind.value})
        case LinkLost():
            _device.warning("link lost", extra={"place": place, "reason": signal.reason.value, "words": signal.words})
        case Silent():
            _device.warning("device silent", extra={"place": place, "quiet_ms": signal.quiet_ms})
        case Garbled():
            _device.warning("garbled line", extra={"place": place, "reason": signal.reason.value})
        case Missed():
            _device.warning("lines missed", extra={"place": place, "lines": signal.last - signal.first + 1})
        case _:
            pass
