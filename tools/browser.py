"""Finds the browser the tests drive, and installs Debian's Chromium where it is missing and that is possible.

The headless shell first: the same engine without windows, tab strips and extensions of its own, which cost a quarter
of the time of the tests.
Prints nothing when there is one; otherwise says what it does, or what a person has to do.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys

SHELL = "chromium-headless-shell"
NAMES = (SHELL, "chromium", "chromium-browser", "google-chrome", "google-chrome-stable")


def find_browser() -> str | None:
    """The path of a Chromium, named by CHROMIUM or found."""
    named = os.environ.get("CHROMIUM")
    return named or next((path for name in NAMES if (path := shutil.which(name))), None)


def main() -> int:
    """Makes sure there is a browser."""
    if find_browser():
        return 0
    if shutil.which("apt-get") is None or os.geteuid() != 0:
        sys.stderr.write("The browser tests need Chromium: install it, or name one with CHROMIUM=/path/to/chromium.\n")
        return 1
    sys.stdout.write("installing Chromium for the browser tests…\n")
    sys.stdout.flush()
    quiet = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    subprocess.run(["apt-get", "update", "-qq"], check=True, env=quiet, stdout=subprocess.DEVNULL)
    known = subprocess.run(
        ["apt-cache", "show", SHELL], check=False, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    packages = [SHELL if known.returncode == 0 else "chromium", "fonts-dejavu-core"]
    install = ["apt-get", "install", "-y", "-qq", "--no-install-recommends", *packages]
    subprocess.run(install, check=True, env=quiet, stdout=subprocess.DEVNULL)
    return 0 if find_browser() else 1


if __name__ == "__main__":
    sys.exit(main())
