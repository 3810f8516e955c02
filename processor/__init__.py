"""Turnpost: the game master's tireless assistant."""

__version__ = "0.1.0"
