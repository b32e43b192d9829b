"""`etg floor pair`: have a running floor make the code with which a terminal is paired."""

from __future__ import annotations

import json
import ssl
import sys
import urllib.error
import urllib.request
from http.cookiejar import CookieJar
from pathlib import Path
from typing import Any

import click

from openetg.cli.arguments import BadQuestionError


@click.command("pair")
@click.argument("terminal")
@click.option("--person", required=True, help="Who asks; needs the duty staff_desk.")
@click.option("--url", default="http://127.0.0.1:8400", show_default=True, help="Where the floor listens.")
@click.option("--ca", type=click.Path(path_type=Path, dir_okay=False, exists=True), help="The site's authority.pem.")
def command(terminal: str, person: str, url: str, ca: Path | None) -> None:
    """Logs PERSON in, asked for the password, and prints a code to be typed at TERMINAL within ten minutes.

    A terminal that had a key keeps it until it is paired with the new one.
    """
    if not url.startswith(("http://", "https://")):
        raise BadQuestionError(f'--url: expected http://… or https://…, found "{url}"')
    password = (
        str(click.prompt("Password", hide_input=True)) if sys.stdin.isatty() else sys.stdin.readline().rstrip("\r\n")
    )
    handlers: list[Any] = [urllib.request.HTTPCookieProcessor(CookieJar())]
    if url.startswith("https://"):
        handlers.append(urllib.request.HTTPSHandler(context=ssl.create_default_context(cafile=ca)))
    floor = urllib.request.build_opener(*handlers)
    _log_in(floor, url, person, password)
    made = _post(floor, f"{url}/api/terminals/pairing-code", {"terminal": terminal})
    _post(floor, f"{url}/api/logout", {})
    if "part" in made:
        click.echo(
            f"{made['part']}\nthe first half: there is a player's money at {terminal}; a second person confirms it"
        )
        click.echo(
            "within two minutes, at their own console, and gets the second half; both are typed one after the other"
        )
        return
    click.echo(f"{made['code']}\nto be typed at {terminal} within ten minutes, once")


def _log_in(floor: urllib.request.OpenerDirector, url: str, person: str, password: str) -> None:
    """Logs in; asks for a code of the second factor where the floor does."""
    body = {"person": person, "password": password}
    try:
        _post(floor, f"{url}/api/login", body)
    except BadQuestionError as refused:
        if "second_factor" not in str(refused):
            raise
        typed = click.prompt("Code of the second factor") if sys.stdin.isatty() else sys.stdin.readline().strip()
        _post(floor, f"{url}/api/login", body | {"code": str(typed)})


def _post(floor: urllib.request.OpenerDirector, url: str, body: dict[str, str]) -> dict[str, Any]:
    """The answer of the floor; its no in words, with exit code 2."""
    headers = {"content-type": "application/json", "x-openetg": "cli"}
    request = urllib.request.Request(url, json.dumps(body).encode(), headers, method="POST")  # noqa: S310 - http(s) only
    try:
        with floor.open(request, timeout=30) as answer:
            found: dict[str, Any] = json.load(answer)
            return found
    except urllib.error.HTTPError as refused:
        raise BadQuestionError(f"refused: {_words(refused)}") from None
    except (urllib.error.URLError, TimeoutError) as fault:
        raise BadQuestionError(f"{url}: expected a floor to answer: {getattr(fault, 'reason', fault)}") from None


def _words(refused: urllib.error.HTTPError) -> str:
    try:
        said = json.load(refused)
    except ValueError:
        return f"{refused.code} {refused.reason}"
    return f"{said.get('reason', '')}: {said.get('detail', '')}"
