"""Logins, sessions and second factors over HTTP."""
