"""`etg device money-wheel`: a simulated money wheel with its indicator."""

from __future__ import annotations

from openetg.cli.device.program import spun_by_hand
from openetg.rulebook.schema.policies import Device

command = spun_by_hand("money-wheel", Device.MONEY_WHEEL, "money-wheel", "A simulated money wheel with its indicator.")
