"""The messages of the sockets as an AsyncAPI document, for authors of clients. It says nothing about this floor."""

from __future__ import annotations

from importlib import resources
from typing import Any

from litestar import MediaType, Response, get

PATH = "/api/schema/asyncapi.json"


def socket_schema_handlers() -> tuple[Any, ...]:
    """The handler, for `more` of `make_floor_app`."""
    document = (resources.files("openetg.wire") / "asyncapi.json").read_bytes()

    @get(PATH, sync_to_thread=False, include_in_schema=False)
    def asyncapi() -> Response[bytes]:
        """What travels over the sockets."""
        return Response(document, media_type=MediaType.JSON)

    return (asyncapi,)
