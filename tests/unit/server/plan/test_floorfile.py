"""The floor file: the one we ship is whole, and whatever is wrong with one is named by its key."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path

import pytest

from openetg.money import cents
from openetg.rulebook.problems import Problems
from openetg.server.plan.floorfile import FloorFile, house_of, read, spread

pytestmark = pytest.mark.slow

SHIPPED = files("openetg.server.plan").joinpath("floor.toml").read_text()

ODD_NAME = '[tables."D 1"]\ntitle = "x"\nrulebook = "ministar"\nkind = "electronic"\n[tables.F]'


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "floor.toml"


def problems_of(path: Path, text: str) -> list[str]:
    path.write_text(text)
    with pytest.raises(Problems) as wrong:
        read(path)
    return [f"{problem.key}: {problem.expected}, {problem.found}" for problem in wrong.value.problems]


def test_the_floor_file_that_ships_is_whole(path: Path) -> None:
    path.write_text(SHIPPED)
    house = house_of(read(path))
    assert [plan.rulebook for plan in house.tables] == [
        "ministar", "interblock", "interblock", "novo-unity", "adelaide", "money-wheel",
    ]  # fmt: skip
    assert len(house.terminals) == 40
    assert house.tables[1].limits["sum"].max == cents(100_000)
    assert house.terminals[8].tables == ("B", "C")
    assert [person.person for person in house.staff] == ["ann", "ben", "cas", "dan", "ira"]
    assert house.tables[5].seats == tuple(f"W{number}" for number in range(1, 9))
    assert house.drawers
    path.write_text(SHIPPED.replace("[cage]\ndrawers = true", ""))
    assert not house_of(read(path)).drawers, "an older file goes on as before"


def test_the_floor_file_that_ships_names_every_section_there_is() -> None:
    """What it does not name, whoever starts from it does not know of."""
    sections: tuple[str, ...] = FloorFile.__struct_fields__
    assert [name for name in sections if f"[{name}" not in SHIPPED] == []


def test_what_it_has_commented_out_about_safety_can_be_put_in(path: Path) -> None:
    text = SHIPPED.replace("# [checkpoints]\n# folder", "[checkpoints]\nfolder").replace(
        "# [clock]\n# ahead", "[clock]\nahead"
    )
    path.write_text(text)
    found = read(path)
    assert (found.checkpoints.folder, found.clock.ahead_days) == ("/mnt/other-machine/checkpoints", 3)
    assert [line for line in text.splitlines() if line in {"[checkpoints]", "[clock]"}] == ["[checkpoints]", "[clock]"]


def test_hardware_is_listed_by_kind_and_serial_number_where_the_rulebook_knows_it(path: Path) -> None:
    path.write_text(SHIPPED)
    assert house_of(read(path)).tables[0].hardware == {
        "network-device": ("demo-switch-1",),
        "server-terminal": ("demo-server-1",),
    }
    odd = SHIPPED.replace('network-device = ["demo-switch-1"]', 'network-cable = ["demo-switch-1"]', 1)
    (problem,) = problems_of(path, odd)
    assert problem.startswith("tables.A: something the rulebook allows")
    assert problem.endswith("part network-cable")


def test_devices_of_every_kind_are_found_by_their_address(path: Path) -> None:
    text = SHIPPED.replace('device = "simulated"', 'device = "status+serial:/dev/ttyUSB0"\nline = "trusted"', 1)
    text = text.replace('device = "simulated"', 'device = "simulated"\ndisplay = "tcp://10.0.0.9:4009"', 1)
    text = text.replace("launch_s = 18", "launch_s = 1")
    text = text.replace(
        'names = "S1..S8"\nacceptor = "simulated"',
        'names = "S1..S8"\nacceptor = "serial:/dev/acceptor-{}"\nsensors = "tcp://10.0.0.8:4008"',
    )
    path.write_text(
        text + '\n[kiosks.K1]\ndevice = "tcp://10.0.0.7:4007"\n[monitoring]\ndevice = "tcp://10.0.0.6:4006"\n'
    )
    house = house_of(read(path))
    assert (house.tables[0].device, house.tables[1].display) == ("status+serial:/dev/ttyUSB0", "tcp://10.0.0.9:4009")
    assert house.trusted == {"device-A", "display-A"}
    terminal = next(plan for plan in house.terminals if plan.terminal == "S3")
    assert terminal.acceptor == "serial:/dev/acceptor-S3"
    assert (terminal.printer, terminal.sensors) == ("simulated", "tcp://10.0.0.8:4008")
    assert (house.kiosks, house.monitoring) == ({"K1": "tcp://10.0.0.7:4007"}, "tcp://10.0.0.6:4006")


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('currency = "AUD"', 'currency = "aud"', 'site.currency: three capital letters such as AUD, "aud"'),
        ('"Australia/Sydney"', '"Sydney"', 'site.time_zone: a time zone such as Australia/Sydney, "Sydney"'),
        ('"06:00"', '"6"', 'site.day_starts: a time of day such as 06:00, "6"'),
        ("port = 8400", "port = 84000", "server.port: a port from 0 to 65535, 84000"),
        ('"127.0.0.1"', '"10.0.0.1"', "server.certificate: a certificate for 10.0.0.1, since others can listen there"),
        ('"sqlite:journal"', '"mysql:x"', 'journal.store: sqlite: and a folder, or postgresql://…, "mysql:x"'),
        ('kind = "electronic"', 'kind = "live"', 'tables.A.kind: one of electronic, "live"'),
        ('"ministar"\nkind', '"ministarr"\nkind', "tables.A.rulebook: a rulebook that can be used"),
        ('device = "simulated"', 'device = "usb"', 'tables.A.device: tcp://HOST:PORT or serial:PATH, "usb"'),
        ('device = "simulated"', 'device = "tcp://x:99999"', "tables.A.device: tcp://HOST:PORT or serial:PATH"),
        (
            'device = "simulated"',
            'device = "status+serial:/dev/x"',
            "tables.A.line: trusted, with wheel and cable in one locked cabinet",
        ),
        (
            'device = "simulated"',
            'device = "tcp://10.0.0.9:1"\nline = "trusted"',
            "tables.A.line: keyed, since others can stand in for tcp://10.0.0.9:1",
        ),
        ('acceptor = "simulated"', 'acceptor = "simulated"\nline = "mine"', "terminals[0].line: one of keyed, trusted"),
        ('printer = "simulated"', 'sensors = "simulated"', "terminals[0].sensors: tcp://HOST:PORT or serial:PATH"),
        (
            "rehearsal = true",
            "rehearsal = false",
            "tables.A.device: its address, tcp://HOST:PORT or serial:PATH, since",
        ),
        ("rehearsal = true", "", "terminals[4].printer: its address, tcp://HOST:PORT or serial:PATH, since real money"),
        (
            'device = "simulated"',
            'device = "status+serial:/dev/x"',
            "tables.A.launch_s: 1, since a wheel that runs its own",
        ),
        ('device = "simulated"', 'display = "simulated"', "tables.A.display: tcp://HOST:PORT or serial:PATH"),
        (
            'kind = "live"\ndevice = "simulated"\nseats = "W1..W8"',
            'kind = "live"\ndevice = "tcp://x:1"\nseats = "W1..W8"',
            "tables.F.seats: names such as W1..W8, at a table",
        ),
        (
            'kind = "live"\ndevice = "simulated"\nseats = "W1..W8"',
            'kind = "live"\ndevice = "status+tcp://x:1"\n',
            "tables.F.device: tcp://HOST:PORT or serial:PATH",
        ),
        ("[tables.F]", '[kiosks."K 1"]\ndevice = "usb"\n[tables.F]', "kiosks.K 1: a name of letters"),
        ("[tables.F]", '[monitoring]\ndevice = "usb"\n[tables.F]', "monitoring.device: tcp://HOST:PORT or serial:PATH"),
        ("[tables.F]", ODD_NAME, "tables.D 1: a name of at most 24 letters, digits and . _ : -"),
        ('names = "S1..S8"', 'names = "S8..S1"', 'terminals[2].names: names such as M1..M8 or M1 M2 M3, "S8..S1"'),
        ('names = "S1..S8"', 'names = "I8 S2"', "terminals[2].names: each terminal once, I8 again"),
        ('tables = ["D"]', 'tables = ["G"]', 'terminals[3].tables: one of A, B, C, D, E, F, "G"'),
        ('tables = ["D"]', "tables = []", "terminals[3].tables: the table they stand at, an empty list"),
        ('adelaide = ["dealer"]', 'adelaide = ["croupier"]', "staff.dan.roles.adelaide: a role of adelaide"),
        ('adelaide = ["dealer"]', 'adelaid = ["dealer"]', "staff.dan.roles.adelaid: one of adelaide, interblock"),
        ("straight = { min", "strait = { min", "tables.A: something the rulebook allows"),
        ('max = "100.00"', 'max = "0.50"', "tables.A: something the rulebook allows"),
        ('max = "100.00"', "max = 100", "tables.A.limits.straight.max: an amount such as 5.00"),
        ('name = "OpenETG', 'nam = "OpenETG', "site.nam: no such key"),
        ('tables = ["D"]', 'tables = ["F"]', "terminals: N1: something the rulebook allows"),
    ],
)
def test_what_is_wrong_is_named(path: Path, old: str, new: str, said: str) -> None:
    assert old in SHIPPED
    found = problems_of(path, SHIPPED.replace(old, new, 1))
    assert any(problem.startswith(said) for problem in found), found


def test_a_refusal_of_the_rulebook_comes_with_its_clause(path: Path) -> None:
    text = SHIPPED.replace('tables = ["D"]', 'tables = ["F"]', 1)
    assert "(clause 4.2)" in problems_of(path, text)[0]


@pytest.mark.parametrize("days", [1, 182])
def test_a_wish_that_papers_expire_is_refused_where_no_rulebook_lets_them(path: Path, days: int) -> None:
    (found,) = problems_of(path, SHIPPED.replace("[tickets]\n", f"[tickets]\ndays = {days}\n", 1))
    assert "tickets.days" in found
    assert "no rulebook here lets papers expire" in found
    assert "(clause " in found


def test_papers_of_the_file_that_ships_do_not_expire(path: Path) -> None:
    path.write_text(SHIPPED, encoding="utf-8")
    assert house_of(read(path)).ticket_days == 0


def test_no_file_and_no_toml(path: Path) -> None:
    with pytest.raises(Problems, match="expected this file, found nothing"):
        read(path)
    assert "TOML" in problems_of(path, "site = [")[0]


def test_names_are_spread() -> None:
    assert spread("M1..M3 X") == ["M1", "M2", "M3", "X"]
    assert spread("A1..B2") is None
    assert spread("  ") is None


def test_terminals_may_have_limits_of_their_own_where_their_rulebook_knows_such(path: Path) -> None:
    own = '\nlimits.any = { min = "10.00", max = "200.00" }'
    path.write_text(SHIPPED.replace(group_of("E"), group_of("E") + own))
    plans = [each for each in house_of(read(path)).terminals if each.tables[0] == "E"]
    assert {each.limits["any"].max for each in plans} == {cents(20_000)}
    (problem,) = problems_of(path, SHIPPED.replace(group_of("A"), group_of("A") + own))
    assert problem.startswith("terminals: M1: something the rulebook allows")


def group_of(table: str) -> str:
    """The line of the file that says at which table a group of terminals stands."""
    return next(line for line in SHIPPED.splitlines() if line.startswith("tables = ") and f'["{table}"' in line)
