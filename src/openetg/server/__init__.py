"""The server: the writer's loop, sessions, devices and pages around the pure floor."""
