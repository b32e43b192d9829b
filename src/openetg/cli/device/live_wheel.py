"""`etg device live-wheel`: a simulated roulette wheel that a dealer spins."""

from __future__ import annotations

from openetg.cli.device.program import spun_by_hand
from openetg.rulebook.schema.policies import Device

command = spun_by_hand("live-wheel", Device.LIVE_WHEEL, "novo-unity", "A simulated roulette wheel that a dealer spins.")
