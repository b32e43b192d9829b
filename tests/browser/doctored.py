"""What a page shows of a floor that is richer than a test can make it: messages of the floor, changed on their way."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Page, WebSocketRoute

Change = Callable[[dict[str, Any]], None]


def doctored(page: Page, change: Change) -> None:
    """From now on every object in what the page hears was changed before."""

    def through(line: WebSocketRoute) -> None:
        floor = line.connect_to_server()
        floor.on_message(lambda said: line.send(_changed(said, change)))

    page.route_web_socket(re.compile("."), through)


def _changed(said: str | bytes, change: Change) -> str:
    return json.dumps(_walk(json.loads(said), change))


def _walk(found: Any, change: Change) -> Any:
    if isinstance(found, dict):
        change(found)
        return {name: _walk(each, change) for name, each in found.items()}
    return [_walk(each, change) for each in found] if isinstance(found, list) else found
