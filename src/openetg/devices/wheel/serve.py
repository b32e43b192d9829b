"""A simulated wheel as a real device on a socket. What any such server does is in `devices/line/serve.py`."""

from openetg.devices.line.serve import DeviceServer as WheelServer
from openetg.devices.line.serve import serving as serving

__all__ = ["WheelServer", "serving"]
