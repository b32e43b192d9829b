"""The device's end of the line protocol, small enough for a microcontroller: MicroPython or any Python.

No pins and no sockets in here. Give it the bytes that came in; it calls `send` with the bytes that go out and `launch`
when the ball is to be shot. Tell it what the sensors saw with `launched`, `lap`, `drop`, `rest`, `unread`, `fault`.
See docs/reference/device-protocol.md and wheel-protocol.md for what each line means.
"""

# ruff: noqa: RUF005, UP031, PLR0913, PLR0917 - MicroPython unpacks no stars in a list and formats with %

import hashlib

VERSION = 1
LINE_MAX = 64 + 49  # no order is longer, and no seal
SPINS_MAX = 8


def line_crc(body):
    """CRC-16, polynomial 1021, start FFFF."""
    crc = 0xFFFF
    for byte in body:
        crc ^= byte << 8
        for _ in range(8):
            crc = ((crc << 1) ^ 0x1021 if crc & 0x8000 else crc << 1) & 0xFFFF
    return crc


def framed(body):
    """A whole line with its marks and its CRC."""
    return b"$" + body + b"*%04X\r\n" % line_crc(body)


def hmac_sha256(key, text):
    """HMAC by hand: a microcontroller has the hash and not always the rest. The key is 32 bytes."""
    key = key + bytes(64 - len(key))
    inner = hashlib.sha256(bytes(byte ^ 0x36 for byte in key) + text).digest()
    return hashlib.sha256(bytes(byte ^ 0x5C for byte in key) + inner).digest()


def mac(key, text):
    """Half the hash, as small hexadecimal digits."""
    return "".join("%02x" % byte for byte in hmac_sha256(key, text)[:16]).encode()


def proof(key, who, asked, own):
    """What shows that one has the key."""
    return mac(key, b"openetg," + who + b"," + asked + b"," + own)


def same(one, other):
    """Whether two MACs are equal, in the same time wherever they differ."""
    difference = len(one) ^ len(other)
    for a, b in zip(one, other):  # noqa: B905 - MicroPython's zip knows no strict
        difference |= a ^ b
    return difference == 0


class WheelLine:
    """One wheel. `now` gives its clock in milliseconds; `random` gives so many bytes nobody can foretell."""

    def __init__(self, pockets, serial, boot, now, send, launch, key=None, random=None):
        self.pockets = pockets
        self.serial = serial
        self.boot = boot
        self.now = now
        self.send = send
        self.launch = launch
        self.key = key
        self.random = random
        self.number = 0
        self.state = "ready"
        self.held = False
        self.spins = []  # the last ones launched
        self.told = {}  # what was seen of the last spin: word -> (uptime, fields)
        self.standing = ("READY", now())
        self.connected()

    def connected(self):
        """A new floor has connected: forget half a line, and who the last one was."""
        self.kept = b""
        self.forget()

    def forget(self):
        """Whoever is there has yet to prove it, and nothing is said or heard until then."""
        self.proven = self.key is None
        self.challenge = b""
        self.nonce = "".join("%02x" % byte for byte in self.random(16)).encode() if self.key else b""
        self.said = self.heard = 0  # the counts of the seals, each way
        self.keys = None  # of this connection: what we say, what the floor orders

    # What comes in

    def receive(self, data):
        """Bytes from the floor. What is no line is passed over, and never answered."""
        self.kept += data
        while b"\n" in self.kept:
            at = self.kept.index(b"\n")
            line, self.kept = self.kept[:at], self.kept[at + 1 :]
            self.take(line.split(b"$")[-1].rstrip(b"\r"))
        self.kept = self.kept[-LINE_MAX:]

    def take(self, line):
        """One line without its marks."""
        body, _, crc = line.rpartition(b"*")
        if crc != b"%04X" % line_crc(body):
            return
        fields = body.split(b",")
        if self.key is not None and not (self.proven and fields[0] != b"CHALLENGE"):
            self.prove(fields)
            return
        if self.key is not None:
            fields = self.unsealed(body)
        if fields[0] == b"LAUNCH" and len(fields) == 2:
            self.ordered(fields[1].decode())
        elif fields == [b"HOLD"]:
            self.hold(True)
        elif fields == [b"RELEASE"]:
            self.hold(False)
        elif fields == [b"IDENTIFY"]:
            self.say_all()

    def prove(self, fields):
        """Both ends have the key, or nothing is heard."""
        if fields[0] == b"CHALLENGE" and len(fields) == 2:
            self.forget()  # on a serial line this is how a floor that was started again begins
            self.challenge = fields[1]
            self.send(framed(b"PROOF," + self.nonce + b"," + proof(self.key, b"device", fields[1], self.nonce)))
        elif fields[0] == b"ANSWER" and len(fields) == 2 and self.challenge:
            self.proven = same(fields[1], proof(self.key, b"floor", self.nonce, self.challenge))
            of = b"," + self.challenge + b"," + self.nonce
            self.keys = [hmac_sha256(self.key, b"openetg,session," + who + of) for who in (b"device", b"floor")]
            self.challenge = b""

    def unsealed(self, body):
        """The fields of an order under the right seal; at any other the floor has to prove itself again."""
        counted, _, seal = body.rpartition(b",")
        order, _, count = counted.rpartition(b",")
        if not same(seal, mac(self.keys[1], counted)) or int(count) <= self.heard:
            self.forget()
            return [b""]
        self.heard = int(count)
        return order.split(b",")

    def sealed(self, body):
        """A line with its seal: its count, and a MAC over it and the count."""
        self.said += 1
        counted = body + b",%d" % self.said
        return counted + b"," + mac(self.keys[0], counted)

    def ordered(self, spin):
        """Launch once, however often it is ordered."""
        if self.spins and spin == self.spins[-1]:
            if self.state != "loading":
                self.say_again()
        elif spin in self.spins:
            self.say("REFUSED", spin, "old_spin")
        elif self.held:
            self.say("REFUSED", spin, "held")
        elif self.state == "faulty":
            self.say("REFUSED", spin, "faulty")
        elif self.state != "ready":
            self.say("REFUSED", spin, "busy")
        else:
            self.spins = self.spins[1 - SPINS_MAX :] + [spin]
            self.state = "loading"
            self.told = {}
            self.standing = None
            self.launch(spin)

    def hold(self, held):
        """Launch nothing until released. A ball not yet shot stays."""
        changed, self.held = held != self.held, held
        if held and self.state == "loading":
            self.say("REFUSED", self.spins.pop(), "held")
            self.ready()
        elif changed and self.standing:
            self.ready()

    # What the sensors saw

    def launched(self, ball="-", rotor="-", turn_ms="-"):
        """The ball is on the track."""
        if self.state == "loading":
            self.state = "running"
            self.tell("LAUNCHED", ball, rotor, turn_ms)

    def lap(self, count, lap_ms):
        """Once round."""
        self.tell("LAP", count, lap_ms)

    def drop(self):
        """The ball is still on the track and about to leave it. Say it at once."""
        self.state = "dropping"
        self.tell("DROP")

    def rest(self, pocket):
        """At rest, and the reader is sure."""
        self.told.pop("DROP", None)  # late, it would make an early rest look well closed
        self.state = "rested"
        self.tell("REST", pocket)

    def unread(self, *pockets):
        """At rest, and the reader is not sure."""
        self.told.pop("DROP", None)
        self.state = "rested"
        self.tell("UNREAD", " ".join(pockets) or "-")

    def fault(self, code, words):
        """Something broke; `ready` says that it is over."""
        self.state = "faulty"
        self.standing = None
        self.tell("FAULT", code, words)

    def ready(self):
        """The wheel can launch again."""
        self.state = "held" if self.held else "ready"
        self.standing = ("HELD" if self.held else "READY", self.now())
        self.say(self.standing[0])

    def beat(self):
        """Call it every second."""
        self.say("BEAT", self.state)

    # What goes out

    def say(self, word, *fields, uptime=None):
        """One line under the next number."""
        self.number += 1
        at = self.now() if uptime is None else uptime
        if self.proven:
            body = ",".join([word, str(self.number), str(at)] + [str(each) for each in fields]).encode()
            self.send(framed(body if self.key is None else self.sealed(body)))

    def tell(self, word, *fields):
        """Say it of the spin under way, and remember it to say it again."""
        spin = self.spins[-1] if self.spins else "-"
        self.told.pop(word, None)
        self.told[word] = (self.now(), (spin,) + fields)
        self.say(word, spin, *fields)

    def say_again(self):
        """Under new numbers, with the time of the moment each was seen."""
        for word in ("LAUNCHED", "LAP", "FAULT", "DROP", "REST", "UNREAD"):
            if word in self.told:
                uptime, fields = self.told[word]
                self.say(word, *fields, uptime=uptime)

    def say_all(self):
        """The answer to IDENTIFY."""
        self.say("HELLO", VERSION, self.boot, self.serial, "example-1", "automatic", " ".join(self.pockets))
        self.say_again()
        if self.standing:
            self.say(self.standing[0], uptime=self.standing[1])
