"""Which lines to devices are keyed, which are trusted, and what is simulated: judged before a floor starts.

A keyed line bears a seal on every message. A trusted one has no key: the floor file says so where cable and device
stand in one locked cabinet. A real floor has no other lines, and nothing simulated.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final, Literal
from urllib.parse import urlsplit

from msgspec import Struct

from openetg.devices.line.proof import key_from_text
from openetg.server.access.origins import is_loopback
from openetg.server.plan.floor_plan import OWN_CYCLE, SIMULATED, House

DEVICE_KEYS = "devices"
"""Below the keys of the floor, those of devices."""
_NAMED_MAX = 12


How = Literal["keyed", "trusted", "simulated"]
KEYED: Final = "keyed"
TRUSTED: Final = "trusted"


class KnownLine(Struct, frozen=True):
    """How a device is reached; never its address, nor its key."""

    device: str
    """By the name its key has: `device-A`, `acceptor-M1`, `kiosk-K1`, `monitoring`."""
    table: str
    """The table it belongs to; empty for one of the whole site."""
    how: How
    """`keyed`: a seal on every message; `trusted`: none, every message on the cable is believed; or `simulated`."""
    network: bool
    """Whether it is reached over a network, rather than by a cable of this machine."""


class DeviceProblem(Exception):
    """A device that cannot be attached as planned. The message is for a person."""


def lines_of(house: House) -> dict[str, str]:
    """The address of every device of a plan, simulated ones too, by the name its key has."""
    found: dict[str, str] = {}
    for plan in house.tables:
        found[f"device-{plan.table}"] = plan.device
        found[f"display-{plan.table}"] = plan.display
    for terminal in house.terminals:
        found[f"acceptor-{terminal.terminal}"] = terminal.acceptor
        found[f"printer-{terminal.terminal}"] = terminal.printer
        found[f"sensors-{terminal.terminal}"] = terminal.sensors
    found |= {f"kiosk-{name}": address for name, address in house.kiosks.items()}
    found["monitoring"] = house.monitoring
    return {name: address for name, address in found.items() if address}


def refuse_simulated(house: House) -> None:
    """Raises where real money is played for and a note, a paper or an outcome would come from a simulation."""
    if house.rehearsal:
        return
    named = {terminal.terminal for terminal in house.terminals}
    bare = [name for plan in house.tables for name in plan.terminals if name not in named]
    simulated = [name for name, address in lines_of(house).items() if address == SIMULATED]
    simulated += [f"acceptor-{name}" for name in bare]
    if simulated:
        raise DeviceProblem(
            f"real money is played for on this floor, and these devices are simulated: {listed_names(simulated)}."
            " Write their addresses in the floor file (device, acceptor, printer: tcp://HOST:PORT or serial:PATH), or"
            " `rehearsal = true` in its [site] if nothing is real: every screen says so then, and its journal stays"
            " one of a rehearsal"
        )


def line_key(house: House, keys: Path, name: str, address: str, *, demonstration: bool) -> bytes | None:
    """The key of a device from its file; None for a line that may do without one; otherwise raises `DeviceProblem`."""
    path = keys / DEVICE_KEYS / f"{name}.key"
    try:
        return key_from_text(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        pass  # then it must be one that no other machine can reach
    except (OSError, ValueError) as problem:
        raise DeviceProblem(f"{path}: {problem}") from None
    if is_over_a_network(address):
        words = f"expected a key in {path}, since others can stand in for {address}, found none"
        raise DeviceProblem(f"{name}: {words}: `etg device key {path}` makes one")
    if demonstration or name in house.trusted:
        return None
    raise DeviceProblem(
        f"{name}: expected a key in {path}, found none: `etg device key {path}` makes one; or, if the device and its"
        ' cable stand in one locked cabinet with this machine, `line = "trusted"` beside it in the floor file'
    )


def check_lines(house: House, keys: Path, *, demonstration: bool) -> str:
    """How the lines are secured, in words for the record of the start; raises `DeviceProblem` for one that may not be
    so."""
    if not demonstration:
        refuse_simulated(house)
    for name, address in lines_of(house).items():
        if address != SIMULATED:
            line_key(house, keys, name, address, demonstration=demonstration)
    found: list[str] = [line.how for line in known_lines(house, keys)]
    trusted = [line.device for line in known_lines(house, keys) if line.how == TRUSTED]
    words = f"{found.count(KEYED)} keyed, {found.count(SIMULATED)} simulated, {len(trusted)} trusted without a key"
    return f"{words}: {listed_names(trusted)}" if trusted else words


def known_lines(house: House, keys: Path) -> tuple[KnownLine, ...]:
    """How each device of a plan is reached, by the keys that are there now."""
    at = {plan.table: plan.table for plan in house.tables}
    at |= {name: plan.table for plan in house.tables for name in plan.terminals}

    def known(name: str, address: str) -> KnownLine:
        has_key = (keys / DEVICE_KEYS / f"{name}.key").exists()
        how: How = SIMULATED if address == SIMULATED else KEYED if has_key else TRUSTED
        kind, _, place = name.partition("-")
        table = "" if kind == "kiosk" else at.get(place, "")
        return KnownLine(name, table, how, is_over_a_network(address))

    return tuple(known(name, address) for name, address in lines_of(house).items())


def is_over_a_network(address: str) -> bool:
    """Whether another machine could be at the other end."""
    parts = urlsplit(address.removeprefix(OWN_CYCLE))
    return parts.scheme == "tcp" and not is_loopback(parts.hostname or "")


def listed_names(names: list[str]) -> str:
    """The first few names, and how many more there are."""
    more = len(names) - _NAMED_MAX
    return ", ".join(names[:_NAMED_MAX]) + (f" and {more} more" if more > 0 else "")
