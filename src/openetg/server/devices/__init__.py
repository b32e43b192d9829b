"""Between devices and the writer: drivers, what their signals mean, simulated ones, the money desk."""
