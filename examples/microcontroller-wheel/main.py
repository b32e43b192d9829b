"""A roulette wheel on a microcontroller with MicroPython: one launch relay, one rim sensor, one pocket reader.

Copy `main.py`, `wheel_line.py` and `settings.py` (see README.md) to the board. Everything here is about pins and
sockets; what goes over the line is in `wheel_line.py`. Change the pins and `read` to what you have built.
"""

# ruff: noqa: UP031, ARG002, S104 - MicroPython formats with %, and a board listens to its own network

import os
import select
import socket
import time

import machine  # MicroPython's own
import settings
from wheel_line import WheelLine

POCKETS = [
    "0",
    "32",
    "15",
    "19",
    "4",
    "21",
    "2",
    "25",
    "17",
    "34",
    "6",
    "27",
    "13",
    "36",
    "11",
    "30",
    "8",
    "23",
    "10",
    "5",
    "24",
    "16",
    "33",
    "1",
    "20",
    "14",
    "31",
    "9",
    "22",
    "18",
    "29",
    "7",
    "28",
    "12",
    "35",
    "3",
    "26",
]
RELAY = machine.Pin(25, machine.Pin.OUT, value=0)
RIM = machine.Pin(26, machine.Pin.IN, machine.Pin.PULL_UP)
READER = machine.UART(2, 9600)  # sends the number and a line end once the ball lies still

DROP_LAP_MS = 1500  # a lap slower than this: the ball is about to leave the track
SHOT_WITHIN_MS = 4000  # no ball at the rim by then: it was not shot
READ_WITHIN_MS = 20000  # no number by then: not read


class Wheel:
    """The pins, and what the line is told of them."""

    def __init__(self):
        self.floor = None
        boot = "".join("%02x" % byte for byte in os.urandom(4))
        key = bytes.fromhex(settings.KEY) if settings.KEY else None
        self.line = WheelLine(
            POCKETS, settings.SERIAL, boot, time.ticks_ms, self.send, self.shoot, key=key, random=os.urandom
        )
        self.laps = 0
        self.seen_ms = 0
        self.shot_ms = 0
        self.blocked = False

    def send(self, data):
        if self.floor is not None:
            try:
                self.floor.send(data)
            except OSError:
                self.hang_up()

    def hang_up(self):
        if self.floor is not None:
            self.floor.close()
            self.floor = None

    def shoot(self, spin):
        self.laps, self.shot_ms = 0, time.ticks_ms()
        RELAY.value(1)
        time.sleep_ms(150)
        RELAY.value(0)

    def watch(self):
        """Look at the sensors; call it as often as you can."""
        now, blocked = time.ticks_ms(), RIM.value() == 0
        if blocked and not self.blocked:
            self.passed(now)
        self.blocked = blocked
        state = self.line.state
        if state == "loading" and time.ticks_diff(now, self.shot_ms) > SHOT_WITHIN_MS:
            self.line.fault("NO_LAUNCH", "no ball at the rim")
            self.line.ready()
        elif state in ("running", "dropping"):
            self.read(now)

    def passed(self, now):
        """The ball passed the rim sensor."""
        if self.line.state == "loading":
            self.line.launched()  # no direction sensors here: `-` says so
        elif self.line.state == "running":
            self.laps += 1
            lap_ms = time.ticks_diff(now, self.seen_ms)
            self.line.lap(self.laps, lap_ms)
            if lap_ms > DROP_LAP_MS:
                self.line.drop()
        self.seen_ms = now

    def read(self, now):
        text = READER.readline()
        number = text.decode().strip() if text else ""
        if number in POCKETS:
            self.line.rest(number)
        elif number or time.ticks_diff(now, self.seen_ms) > READ_WITHIN_MS:
            self.line.unread()
        else:
            return
        time.sleep_ms(2500)
        self.line.ready()


def main():
    """Listen for the floor, one at a time; a new one takes the place of the old."""
    listener = socket.socket()
    listener.bind(("0.0.0.0", settings.PORT))
    listener.listen(1)
    wheel, beat_ms = Wheel(), time.ticks_ms()
    poll = select.poll()
    poll.register(listener, select.POLLIN)
    while True:
        for source, _ in poll.ipoll(1):
            if source is listener:
                wheel.hang_up()
                wheel.floor, _ = listener.accept()
                poll.register(wheel.floor, select.POLLIN)
                wheel.line.connected()
            elif source is wheel.floor:
                data = wheel.floor.recv(256)
                if data:
                    wheel.line.receive(data)
                else:
                    poll.unregister(source)
                    wheel.hang_up()
        wheel.watch()
        if time.ticks_diff(time.ticks_ms(), beat_ms) >= 1000:
            beat_ms = time.ticks_add(beat_ms, 1000)
            wheel.line.beat()


main()
