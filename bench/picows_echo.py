"""A bare picows echo on uvloop: the least a WebSocket message costs with the socket layer this project uses.

It must stay bare: no decoding, no state, nothing but the frame sent back. Listens on 127.0.0.1 only; prints ``port N``.
"""

import argparse

import uvloop
from picows import WSCloseCode, WSFrame, WSListener, WSMsgType, WSTransport, ws_create_server

FRAME_SIZE_MAX = 1 << 20


class Echo(WSListener):
    """Sends every text frame back and answers a close with a close."""

    def on_ws_frame(self, transport: WSTransport, frame: WSFrame) -> None:
        if frame.msg_type == WSMsgType.TEXT:
            transport.send(WSMsgType.TEXT, frame.get_payload_as_bytes())
        elif frame.msg_type == WSMsgType.CLOSE:
            transport.send_close(WSCloseCode.OK)
            transport.disconnect()


async def serve(port: int) -> None:
    """Echo until the process is ended."""
    server = await ws_create_server(
        lambda _request: Echo(), "127.0.0.1", port, backlog=4096, max_frame_size=FRAME_SIZE_MAX
    )
    print(f"port {server.sockets[0].getsockname()[1]}", flush=True)
    await server.serve_forever()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("port", type=int, nargs="?", default=0, help="0, the default, picks a free port")
    uvloop.run(serve(parser.parse_args().port))


if __name__ == "__main__":
    main()
