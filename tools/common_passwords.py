"""Makes the list of passwords that are refused, from a copy of SecLists (MIT licence).

    git clone https://github.com/danielmiessler/SecLists
    python tools/common_passwords.py SecLists

Only hashes are kept, cut to six bytes, sorted: a list of words would be long, and no pleasure to have in a tree. Who
wants to know how it was made runs this over the same lists. Two sorts of entries: passwords of twelve characters and
more as they were found, and shorter ones that people lengthen with digits and signs.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from openetg.server.access.credentials.common_passwords import LIST, SHORTEST, mark

COMMON = "Passwords/Common-Credentials"
LONG = (
    f"{COMMON}/Pwdb_top-100000.txt",
    f"{COMMON}/100k-most-used-passwords-NCSC.txt",
    f"{COMMON}/xato-net-10-million-passwords-100000.txt",
    f"{COMMON}/Language-Specific/German_common-password-list-top-100000.txt",
    f"{COMMON}/Language-Specific/Chinese-common-password-list-top-100000.txt",
    "Passwords/Leaked-Databases/phpbb-cleaned-up.txt",
    "Passwords/Leaked-Databases/honeynet.txt",
    "Passwords/Leaked-Databases/Ashley-Madison.txt",
    "Passwords/Leaked-Databases/fortinet-2021_passwords.txt",
    "Passwords/Leaked-Databases/muslimMatch.txt",
    "Passwords/Leaked-Databases/myspace.txt",
    "Passwords/Leaked-Databases/hotmail.txt",
    "Passwords/corporate_passwords.txt",
    "Passwords/months.txt",
    "Passwords/days.txt",
)
SHORT = (f"{COMMON}/Pwdb_top-10000.txt", f"{COMMON}/10k-most-common.txt")
LONGEST, LEAST = 40, 4


def lines(repository: Path, name: str) -> Iterator[str]:
    """The lines of a list, from a work tree or from a bare copy."""
    path = repository / name
    if path.is_file():
        found = path.read_bytes()
    else:
        command = ["git", "-C", str(repository), "show", f"HEAD:{name}"]
        found = subprocess.run(command, check=True, capture_output=True).stdout
    yield from found.decode("utf-8", "ignore").splitlines()


def main() -> None:
    """Writes the list."""
    repository = Path(sys.argv[1])
    words = {word for name in LONG for word in lines(repository, name) if SHORTEST <= len(word) <= LONGEST}
    words |= {word for name in SHORT for word in lines(repository, name) if LEAST <= len(word) < SHORTEST}
    marks = sorted({mark(word) for word in words})
    LIST.write_bytes(b"".join(marks))
    print(f"{LIST}: {len(marks)} passwords, {LIST.stat().st_size} bytes")


if __name__ == "__main__":
    main()
