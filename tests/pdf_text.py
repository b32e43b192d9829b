"""Reads as much of a PDF as a test needs: how many pages, and the words on them, by the fonts' own tables."""

from __future__ import annotations

import re
import zlib

OBJECT = re.compile(rb"(\d+) 0 obj\s*(.*?)\s*endobj", re.DOTALL)
STREAM = re.compile(rb"stream\r?\n(.*)\r?\nendstream", re.DOTALL)
STRING = rb"<([0-9A-Fa-f]+)>|\(((?:[^()\\]|\\.)*)\)"
SHOWN = re.compile(rb"/(\w+) [\d.]+ Tf|" + STRING, re.DOTALL)
"""A font that is taken up, or a string that is drawn with it."""
ESCAPE = re.compile(rb"\\([0-7]{1,3}|.)", re.DOTALL)
ESCAPES = {b"n": b"\n", b"r": b"\r", b"t": b"\t", b"b": b"\b", b"f": b"\f"}


def pages_of(pdf: bytes) -> int:
    """How many pages it says it has."""
    found = re.search(rb"/Type\s*/Pages\b[^>]*?/Count (\d+)", pdf)
    assert found is not None, "a PDF has pages"
    return int(found[1])


def text_of(pdf: bytes) -> str:
    """The words of all pages, in the order in which they are drawn, without regard to lines."""
    objects: dict[bytes, bytes] = dict(OBJECT.findall(pdf))
    pages = (body for body in objects.values() if re.match(rb"<<.*?/Type\s*/Page\b", body, re.DOTALL))
    return "\n".join(_page(objects, body) for body in pages)


def _page(objects: dict[bytes, bytes], page: bytes) -> str:
    letters = {
        name: _letters(objects, number) for name, number in re.findall(rb"/(\w+) (\d+) 0 R", _fonts(objects, page))
    }
    said, font = [], dict[int, str]()
    content = re.search(rb"/Contents (\d+) 0 R", page)
    assert content is not None, "a page shows something"
    for drawn in re.findall(rb"\bBT\b(.*?)\bET\b", _stream(objects[content[1]]), re.DOTALL):
        words = ""
        for name, code, text in SHOWN.findall(drawn):
            if name:
                font = letters.get(name, {})
            words += "".join(font.get(each, "") for each in _codes(code, text))
        said.append(words)
    return " ".join(said)


def _fonts(objects: dict[bytes, bytes], page: bytes) -> bytes:
    resources = re.search(rb"/Resources (\d+) 0 R", page)
    body = objects[resources[1]] if resources else page
    found = re.search(rb"/Font\s*<<(.*?)>>", body, re.DOTALL)
    if found is not None:
        return found[1]
    named = re.search(rb"/Font (\d+) 0 R", body)
    return objects[named[1]] if named else b""


def _letters(objects: dict[bytes, bytes], number: bytes) -> dict[int, str]:
    named = re.search(rb"/ToUnicode (\d+) 0 R", objects[number])
    if named is None:
        return {}
    table, found = _stream(objects[named[1]]), dict[int, str]()
    for block in re.findall(rb"beginbfchar(.*?)endbfchar", table, re.DOTALL):
        for code, letter in re.findall(rb"<(\w+)>\s*<(\w+)>", block):
            found[int(code, 16)] = bytes.fromhex(letter.decode()).decode("utf-16-be")
    for block in re.findall(rb"beginbfrange(.*?)endbfrange", table, re.DOTALL):
        for first, last, letter in re.findall(rb"<(\w+)>\s*<(\w+)>\s*<(\w+)>", block):
            for place in range(int(first, 16), int(last, 16) + 1):
                found[place] = chr(int(letter, 16) + place - int(first, 16))
    return found


def _codes(code: bytes, text: bytes) -> list[int]:
    raw = bytes.fromhex(code.decode()) if code else ESCAPE.sub(_unescaped, text)
    return [int.from_bytes(raw[at : at + 2]) for at in range(0, len(raw) - 1, 2)]


def _unescaped(found: re.Match[bytes]) -> bytes:
    said = found[1]
    return bytes([int(said, 8)]) if said.isdigit() else ESCAPES.get(said, said)


def _stream(body: bytes) -> bytes:
    found = STREAM.search(body)
    assert found is not None, "expected a stream"
    return zlib.decompress(found[1]) if b"/FlateDecode" in body[: found.start()] else found[1]
