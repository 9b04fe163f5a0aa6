"""Skerry: three island board games, a fast rules engine, and players for them."""

__version__ = "0.1.0"
