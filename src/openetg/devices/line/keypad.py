"""The keys at the dealer's side of a table, as words: what a person types becomes presses of a simulated device.

A number is keyed in and then confirmed with a second key; until then nothing is said of it.
"""

from collections.abc import Callable

from openetg.devices.line.signals import DealerKey

Press = Callable[[DealerKey, str | None], None]
CONFIRM, CLEAR = "confirm", "clear"
_FACE_MAX = 4


class Keypad:
    """One dealer's keys. `press` is told of what counts as pressed."""

    def __init__(self, press: Press) -> None:
        self._press = press
        self._keyed = ""

    def type(self, text: str) -> str:
        """Takes one word, and for a no spin its cause; says in words what came of it."""
        word, _, value = text.strip().partition(" ")
        if word in {key.value for key in DealerKey if key is not DealerKey.NUMBER}:
            self._press(DealerKey(word), value or None)
            return f"{word} pressed"
        if word == CONFIRM:
            return self._confirm()
        if word == CLEAR:
            self._keyed = ""
            return "cleared"
        if word.isalnum() and word.isascii() and len(word) <= _FACE_MAX and not value:
            self._keyed = word
            return f"{word} keyed; confirm or clear"
        keys = ", ".join([key.value for key in DealerKey if key is not DealerKey.NUMBER])
        return f"expected {keys}, a number, {CONFIRM} or {CLEAR}, found {text.strip()!r}"

    def _confirm(self) -> str:
        if not self._keyed:
            return "nothing was keyed"
        keyed, self._keyed = self._keyed, ""
        self._press(DealerKey.NUMBER, keyed)
        return f"{keyed} confirmed"
